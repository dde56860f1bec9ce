"""The prior of each class: count labels, divide by how many there are."""

from collections import Counter
from typing import Any

import numpy as np

from mlcore.exercises.categorical_nb.inputs import NEGATIVE, SEVENS, TEN_BY_TWO, TENNIS, THREE
from mlcore.exercises.mistakes import mistakes_in
from selfcheck.exercise import Answer, Case, Exercise, Family, wrong


def class_prior(y):
    """Return the sorted classes and their shares π_c = n_c / n, both of shape (K,)."""
    classes, n_c = np.unique(y, return_counts=True)
    return classes, n_c / len(y)


def _in_another_order(answer: Answer, y) -> list[Any]:
    return [list(answer(y)), list(answer(y[::-1]))]


def _twice_the_data(answer: Answer, y) -> list[Any]:
    return [list(answer(y)), list(answer(np.concatenate([y, y])))]


def _random_labels(rng: np.random.Generator) -> list[Case]:
    words = np.array(["oak", "elm", "ash", "yew"])
    return [
        Case("four classes", (words[rng.permutation([0, 1, 2, 3, *rng.integers(0, 4, 9)])],)),
        Case("numbers", (rng.permutation([5, 2, 9, *rng.choice([5, 2, 9], 6)]),)),
    ]


@wrong("2.1-M1")
def uniform_prior(y):
    """Nine days with tennis, five without: is 1/2 what you counted, or what you assumed?"""
    classes = np.unique(y)
    return classes, np.full(len(classes), 1 / len(classes))


@wrong("2.1-M2")
def counts_returned(y):
    """What do probabilities sum to, and what do yours?"""
    return np.unique(y, return_counts=True)


@wrong("2.1-M3")
def divides_by_the_number_of_classes(y):
    """You divide by how many classes there are. Of how many EXAMPLES are the nine days with tennis a
    share?"""
    classes, n_c = np.unique(y, return_counts=True)
    return classes, n_c / len(classes)


@wrong("2.1-M4")
def order_of_appearance(y):
    """The first day has the label No. What if it had been a Yes? In which order does the task want the
    classes?"""
    classes = np.array(list(dict.fromkeys(np.asarray(y).tolist())))
    return classes, np.array([np.mean(np.asarray(y) == c) for c in classes])


@wrong("2.1-M5")
def prior_smoothed(y):
    """Which class was never seen? If there is none, what are the pseudo-counts of the prior for?"""
    classes, n_c = np.unique(y, return_counts=True)
    return classes, (n_c + 1) / (len(y) + len(classes))


@wrong("2.1")
def shares_sorted_apart_from_the_classes(y):
    """You sort classes and shares each on their own. Does the first share still belong to the first class?"""
    classes, n_c = np.unique(y, return_counts=True)
    return classes, np.sort(n_c)[::-1] / len(y)


@wrong("2.1")
def classes_are_indices(y):
    """You return classes 0, 1, ... Where have their names gone? Which labels may y have?"""
    classes, n_c = np.unique(y, return_counts=True)
    return np.arange(len(classes)), n_c / len(y)


@wrong("2.1")
def labels_used_as_indices(y):
    """np.bincount wants labels 0, 1, 2, ... What does it make of 7, of -1, of "Yes"?"""
    n_c = np.bincount(y)
    return np.arange(len(n_c)), n_c / len(y)


@wrong("2.1")
def classes_in_falling_order(y):
    """Which class comes first in sorted order, the smallest or the largest?"""
    classes, n_c = np.unique(y, return_counts=True)
    return classes[::-1], n_c[::-1] / len(y)


@wrong()
def two_classes_at_most(y):
    """p and 1 - p: and if there are three classes, or one?"""
    classes, shares = class_prior(y)
    return [classes[0], classes[-1]], [shares[0], 1 - shares[0]]


@wrong()
def logarithms_of_the_shares(y):
    """Do your shares sum to 1? The task does not ask for logarithms yet."""
    classes, shares = class_prior(y)
    return classes, np.log(shares)


@wrong()
def shares_before_classes(y):
    """In which order does the task ask for the two?"""
    return tuple(class_prior(y))[::-1]


@wrong()
def rarest_class_first(y):
    """In which order do the classes stand: by name, or by how often they come?"""
    classes, n = np.unique(np.asarray(y), return_counts=True)
    order = np.argsort(n, kind="stable")
    return classes[order], n[order] / len(y)


@wrong()
def commonest_class_first(y):
    """In which order do the classes stand: by name, or by how often they come?"""
    common = Counter(np.asarray(y).tolist()).most_common()
    return [c for c, _ in common], [n / len(y) for _, n in common]


def _prior_by_loops(y):
    count: dict[Any, int] = {}
    for label in y:
        count[label] = count.get(label, 0) + 1
    classes = sorted(count)
    return classes, [count[c] / len(y) for c in classes]


def _prior_by_means(y):
    classes = np.array(sorted(set(np.asarray(y).tolist())))
    return [classes, (np.asarray(y)[:, None] == classes).mean(axis=0)]


def _prior_by_inverse(y):
    classes, codes = np.unique(np.array(y), return_inverse=True)
    return classes.tolist(), np.bincount(codes) / codes.size


EXERCISE = Exercise(
    name="class_prior",
    contract="class_prior(y) -> (classes, prior)",
    reference=class_prior,
    families=(
        Family(
            "play-tennis, and ten rows",
            "example",
            0.5,
            (
                Case("five days without tennis, nine with", (TENNIS[1],)),
                Case("six ones, four zeros", (TEN_BY_TWO[1],)),
            ),
            "Count the labels of each kind. Divide by how many labels there are.",
        ),
        Family(
            "any kind of label",
            "trap",
            1,
            (
                Case("three classes, first seen out of order", (THREE[1],)),
                Case("labels -1 and 1", (NEGATIVE[1],)),
                Case("labels 3 and 7", (SEVENS[1],)),
                Case("a single class", (np.array(["only", "only"]),)),
            ),
            "Labels are names. What happens in your function to the names 7, -1 and 's'?",
        ),
        Family(
            "what must not matter",
            "property",
            0.5,
            (
                Case(
                    "the order of the labels",
                    (THREE[1],),
                    ask=_in_another_order,
                    shown="class_prior(y), then with the labels backwards",
                ),
                Case(
                    "every example twice",
                    (THREE[1],),
                    ask=_twice_the_data,
                    shown="class_prior(y), then with every label twice",
                ),
            ),
            "If all counts double, what happens to a share?",
        ),
        Family("random labels", "random", 0.5, _random_labels),
    ),
    misconceptions=mistakes_in(globals()),
    lists=("y",),
    right=(_prior_by_loops, _prior_by_means, _prior_by_inverse),
    read="3 · The same with arrays: who is there, and how often",
    concepts=("mle-prior", "prob-indicator", "nb-balanced-prior"),
)
