"""The table of all pairs of answer and truth, for any number of classes."""

from collections.abc import Iterator

import numpy as np

from mlcore.exercises.mistakes import mistakes_in
from selfcheck.compare import exact
from selfcheck.exercise import Answer, Case, Exercise, Family, wrong

# Seven fruits; the errors are not as many in both directions.
FRUIT = (
    np.array(["pear", "fig", "pear", "apple", "pear", "fig", "apple"]),
    np.array(["pear", "pear", "pear", "fig", "fig", "fig", "apple"]),
    ["apple", "fig", "pear"],
)


def confusion_matrix(y, yhat, classes):
    """Return M with M[a, c] = how many were called classes[a] and are classes[c]."""
    y, yhat = np.ravel(y), np.ravel(yhat)
    return np.array([[((yhat == said) & (y == truth)).sum() for truth in classes] for said in classes])


@wrong()
def truth_in_the_rows(y, yhat, classes):
    """Which stands in the rows here: what was said, or what is true? Look at one error."""
    return confusion_matrix(yhat, y, classes)


@wrong()
def classes_that_are_true(y, yhat, classes):
    """How many rows has your table if a class never occurs? The list of classes says how many there are."""
    return confusion_matrix(y, yhat, np.unique(np.ravel(y)))


@wrong()
def classes_that_are_said(y, yhat, classes):
    """What about a class that nobody was called? The list of classes says how many rows there are."""
    return confusion_matrix(y, yhat, np.unique(np.ravel(yhat)))


@wrong()
def classes_that_occur(y, yhat, classes):
    """A class that occurs neither in the truth nor in the answers: has it a row in your table?"""
    return confusion_matrix(y, yhat, np.unique(np.concatenate((np.ravel(y), np.ravel(yhat)))))


@wrong()
def sorted_classes(y, yhat, classes):
    """In which order are your rows: sorted, or as the third argument has them?"""
    return confusion_matrix(y, yhat, sorted(classes))


@wrong()
def each_pair_once(y, yhat, classes):
    """How often does a pair occur, and how often do you count it? `M[rows, columns] += 1` counts a place
    once, however often it is named."""
    return np.minimum(confusion_matrix(y, yhat, classes), 1)


@wrong()
def shares_of_all(y, yhat, classes):
    """Are your numbers whole? The task asks for counts."""
    counts = confusion_matrix(y, yhat, classes)
    return counts / max(counts.sum(), 1)


@wrong()
def shares_of_the_truth(y, yhat, classes):
    """Do your columns add up to 1? The task asks for counts, not for shares of a class."""
    counts = confusion_matrix(y, yhat, classes)
    return counts / np.maximum(counts.sum(axis=0, keepdims=True), 1)


@wrong()
def errors_only(y, yhat, classes):
    """What stands on the diagonal? Right answers are pairs, too."""
    counts = confusion_matrix(y, yhat, classes)
    return counts - np.diag(np.diag(counts))


@wrong()
def right_answers_only(y, yhat, classes):
    """Do all entries add up to the number of examples? Where have the errors gone?"""
    return np.diag(np.diag(confusion_matrix(y, yhat, classes)))


@wrong()
def label_is_its_place(y, yhat, classes):
    """You use the label as a row number. Which row has the label 7 if the classes are 3, 5 and 7?"""
    table = np.zeros((len(classes), len(classes)), dtype=int)
    for truth, said in zip(np.ravel(y), np.ravel(yhat), strict=True):
        table[said, truth] += 1
    return table


@wrong()
def every_answer_for_every_truth(y, yhat, classes):
    """You multiply how many were called so by how many are so. Which examples are both at once?"""
    y, yhat = np.ravel(y), np.ravel(yhat)
    said = [int((yhat == c).sum()) for c in classes]
    return np.outer(said, [int((y == c).sum()) for c in classes])


def _loop(y, yhat, classes):
    place = {label: i for i, label in enumerate(np.asarray(classes).tolist())}
    table = [[0] * len(place) for _ in place]
    for truth, said in zip(np.ravel(y).tolist(), np.ravel(yhat).tolist(), strict=True):
        table[place[said]][place[truth]] += 1
    return table


def _by_product(y, yhat, classes):
    order = np.asarray(classes)
    said = (np.ravel(yhat) == order[:, None]).astype(int)  # (K, n)
    return said @ (np.ravel(y)[:, None] == order).astype(int)  # (K, K)


def _by_addition(y, yhat, classes):
    table = np.zeros((len(classes), len(classes)), dtype=int)
    rows = np.argmax(np.ravel(yhat)[:, None] == np.asarray(classes), axis=1)
    columns = np.argmax(np.ravel(y)[:, None] == np.asarray(classes), axis=1)
    np.add.at(table, (rows, columns), 1)
    return table


def _classes_turned(answer: Answer, y, yhat, classes) -> list[int]:
    """Return the diagonal for the classes in both orders."""
    there, back = answer(y, yhat, classes), answer(y, yhat, classes[::-1])
    K = len(classes)
    return [int(there[i][i]) for i in range(K)] + [int(back[K - 1 - i][K - 1 - i]) for i in range(K)]


def _all_of_them(y, yhat, classes) -> bool:
    """Return whether each class is named once, and every label of both rows is among them."""
    known = np.asarray(classes).tolist()
    return len(set(known)) == len(known) and {*np.ravel(y).tolist(), *np.ravel(yhat).tolist()} <= set(known)


def _draws(rng: np.random.Generator) -> Iterator[Case]:
    for names in (["b", "a", "c"], [4, 2, 9, 5]):
        labels = np.array(names)
        y = rng.choice(labels, 14)
        yhat = np.where(rng.random(14) < 0.4, y, rng.choice(labels, 14))
        yield Case(f"fourteen examples, {len(names)} classes", (y, yhat, names))


EXERCISE = Exercise(
    name="confusion_matrix",
    contract="confusion_matrix(y, yhat, classes) -> (K, K)",
    reference=confusion_matrix,
    compare=exact(),
    read="12 · More than two classes",
    concepts=("ev-confusion",),
    families=(
        Family("seven fruits", "example", 1, (
            Case("apple, fig, pear", FRUIT),
        ), question="Make a tally: for each fruit a mark in the row of what was said, in "
            "the column of what is true."),
        Family("another order, classes that nobody is", "trap", 1, (
            Case("classes not sorted", (*FRUIT[:2], ["pear", "apple", "fig"])),
            Case("a class that never occurs", (*FRUIT[:2], ["apple", "fig", "kiwi", "pear"])),
            Case("a class that is never said", (np.array([1, 2, 3]), np.array([1, 1, 3]), [1, 2, 3])),
            Case("a class that is never true", (np.array([1, 1, 3]), np.array([1, 2, 3]), [1, 2, 3])),
            Case("labels that are no row numbers", (np.array([3, 7, 7]), np.array([7, 7, 3]), [3, 5, 7])),
            Case("labels from 0 in another order",
                 (np.array([0, 1, 1, 2]), np.array([1, 1, 2, 2]), [2, 0, 1])),
            Case("whole numbers and fractions", (np.array([0, 1, 0]), np.array([0.0, 0.0, 1.0]), [0, 1])),
            Case("labels between whole numbers",
                 (np.array([0.25, 0.75]), np.array([0.75, 0.75]), [0.25, 0.75])),
            Case("words that begin alike",
                 (np.array(["pear", "peach"]), np.array(["pear", "pear"]), ["peach", "pear"])),
            Case("one class", (np.array(["a", "a"]), np.array(["a", "a"]), ["a"])),
        ), question="The third argument says which rows there are, and in which order. Is "
            "your table like that?"),
        Family("right stays right", "property", 0.25, (
            Case("the same classes, turned round", FRUIT, ask=_classes_turned,
                 shown="the diagonals for classes and for classes[::-1], the second turned back"),
        ), question="Where do the right answers of a class stand when the classes come in another order?"),
        Family("drawn", "random", 0.25, _draws),
    ),
    misconceptions=mistakes_in(globals()),
    right=(_loop, _by_product, _by_addition),
    lists=("classes",),
    valid=_all_of_them,
)  # fmt: skip
