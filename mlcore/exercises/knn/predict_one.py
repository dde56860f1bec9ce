"""The lecture's pseudo-code, line by line: one observation, loops, `predict_one(x, model)`."""

from collections import Counter

import numpy as np

from mlcore.exercises.knn import inputs
from mlcore.exercises.knn.inputs import letters_apart, manhattan, model_of, straight_anyway, table_model
from mlcore.exercises.knn.vote import by_distance, labels_within, most_votes, nearest, neighbour_labels
from mlcore.exercises.mistakes import mistakes_in
from selfcheck.compare import exact
from selfcheck.exercise import Case, Exercise, Family, wrong
from selfcheck.regions import each


def predict_one(x, model):
    """Return the class with most votes among the k nearest, the first of equals."""
    return most_votes(neighbour_labels(model, x), model["classes"])


@wrong("1.10-M1, E15")
def one_neighbour_too_many(x, model):
    """Count the members of I when your loop ends: are there k? Ask it with k = 1 first."""
    return most_votes(neighbour_labels({**model, "k": model["k"] + 1}, x), model["classes"])


@wrong("1.10-M1, E15")
def the_loop_runs_once_more(x, model):
    """How many members does I have when `while len(I) <= k` ends? Ask it with k = 1, then with k = n."""
    if model["k"] >= len(model["y"]):
        raise ValueError("nobody is left")
    return one_neighbour_too_many.answer(x, model)


@wrong("1.10-M5, E22")
def the_farthest(x, model):
    """Is a small distance a sign that two points are alike, or that they are not?"""
    labels = [model["y"][i] for i in reversed(by_distance(model, x))]
    return most_votes(labels[: model["k"]], model["classes"])


@wrong()
def the_same_neighbour_again(x, model):
    """How many different examples vote? Print them: there should be k, not the nearest alone."""
    return model["y"][by_distance(model, x)[0]]


@wrong("E09")
def the_last_of_the_loop(x, model):
    """After a loop, what does its variable hold: the best, or the last?"""
    return model["classes"][-1]


@wrong("1.10-M6")
def number_for_label(x, model):
    """Is what you return a label of the training data, or the number of a row?"""
    return by_distance(model, x)[0]


@wrong("1.10-M6, knn-returns-class-index")
def number_of_the_class(x, model):
    """Is what you return a label, as it stands in y, or its place in model["classes"]?"""
    return list(model["classes"]).index(predict_one(x, model))


@wrong("1.10-M2")
def everybody_votes(x, model):
    """Does your answer change when x moves? Which examples should vote?"""
    return most_votes(model["y"], model["classes"])


@wrong("1.10-M4")
def last_class_on_ties(x, model):
    """With two votes for each class, which does the contract ask for? Look at > and >=."""
    return most_votes(neighbour_labels(model, x), model["classes"][::-1])


@wrong("knn-tie-nearest")
def nearest_breaks_ties(x, model):
    """When two classes have the same number of votes, does the contract look at distances, or at an order?"""
    return Counter(neighbour_labels(model, x)).most_common(1)[0][0]


@wrong()
def always_euclidean(x, model):
    """The model says how to measure: do you use what it says? Words have no coordinates."""
    return predict_one(x, straight_anyway(model))


@wrong()
def the_smaller_label_of_equally_near(x, model):
    """Two examples are equally near: which of them comes first in your code, and which one should?"""
    pairs = sorted((model["metric"](x, z), c) for z, c in zip(model["X"], model["y"], strict=True))
    labels = [c for _, c in pairs[: model["k"]]]
    return max(model["classes"], key=labels.count)


@wrong()
def all_as_near_as_the_last_vote(x, model):
    """How many may vote if k is 3, and two are equally near in the third place? Count those that do."""
    return most_votes(labels_within(model, x), model["classes"])


@wrong()
def an_equal_example_is_skipped(x, model):
    """An example at distance 0 is an example too, and the best one that there is. Who took it out?"""
    rows = sorted((d, i) for i, z in enumerate(model["X"]) if (d := model["metric"](x, z)) > 0)
    labels = [model["y"][i] for _, i in rows[: model["k"]]]
    return max(model["classes"], key=labels.count)


@wrong()
def the_first_rows_of_the_table(x, model):
    """The first k rows vote, near or far. If you sort: what becomes of the order, and do labels follow it?"""
    labels = np.asarray(model["y"])[: model["k"]].tolist()
    return max(np.asarray(model["classes"]).tolist(), key=labels.count)


@wrong()
def one_neighbour_too_few(x, model):
    """How many neighbours vote if k is 3? Count how often your loop runs."""
    labels = np.asarray(model["y"])[nearest(model, x)[0][1:]].tolist()
    return max(np.asarray(model["classes"]).tolist(), key=labels.count)


def _loops(x, model):
    s = [0.0] * len(model["y"])
    for i in range(len(s)):
        s[i] = model["metric"](x, model["X"][i])
    inside: list[int] = []
    while len(inside) < model["k"]:
        best = -1
        for i in range(len(s)):
            if i not in inside and (best < 0 or s[i] < s[best]):
                best = i
        inside.append(best)
    winner, most = None, -1
    for c in model["classes"]:
        votes = 0
        for i in inside:
            if model["y"][i] == c:
                votes += 1
        if votes > most:
            winner, most = c, votes
    return winner


def _arrays(x, model):
    s = np.array([model["metric"](x, row) for row in model["X"]])
    near = np.asarray(model["y"])[np.argsort(s, kind="stable")[: model["k"]]]
    labels, votes = np.unique(near, return_counts=True)
    return labels[votes.argmax()]


def _counter(x, model):
    pairs = sorted((model["metric"](x, row), i) for i, row in enumerate(model["X"]))
    votes = Counter(model["y"][i] for _, i in pairs[: model["k"]])
    return min(votes, key=lambda label: (-votes[label], label))


def _random(rng):
    for number in range(4):
        n = int(rng.integers(5, 10))
        X, y = rng.normal(size=(n, 2)).round(3), rng.choice(["high", "low", "mid"], size=n)
        yield Case(
            f"draw {number + 1}", (rng.normal(size=2).round(3), model_of(X, y, int(rng.integers(1, n))))
        )


NEAR_ZERO = np.array([0.0, 0.0])
ONE_AGAINST_TWO = model_of(np.array([[0.01, 0.0], [1.0, 0.0], [0.0, 2.0]]), np.array(["a", "b", "b"]), 3)

EXERCISE = Exercise(
    name="predict_one",
    contract="predict_one(x, model) -> label",
    reference=predict_one,
    valid=inputs.enough_rows,
    families=(
        Family(
            "the five points, by hand",
            "example",
            1.0,
            (
                Case("the star, k = 1", (inputs.QUERIES[3], table_model(1))),
                Case("left of the star, k = 1", (inputs.QUERIES[1], table_model(1))),
                Case("the star, k = 3", (inputs.QUERIES[3], table_model(3))),
                Case("the star, k = 5: all vote", (inputs.QUERIES[3], table_model(5))),
            ),
            "Write the five distances on paper. Which k are the smallest, and what are their labels?",
        ),
        Family(
            "ties",
            "trap",
            0.5,
            (
                Case("k = 2, one vote each, the nearer is o", (inputs.QUERIES[1], table_model(2))),
                Case("k = 4, two votes each", (inputs.QUERIES[0], table_model(4))),
                Case("rows 1 and 2 are equally near", (inputs.QUERIES[0], table_model(1))),
                Case(
                    "rows 1 and 2 are equally near, with labels the other way round",
                    (inputs.QUERIES[0], model_of(inputs.POINTS, np.array(["a", "b", "a", "a", "b"]), 1)),
                ),
                Case("three equally near, and one place left", (NEAR_ZERO, inputs.ONE_PLACE_LEFT)),
                Case("one very near, against two", (NEAR_ZERO, ONE_AGAINST_TWO)),
                Case("the third point itself", (inputs.POINTS[3], table_model(1))),
                Case(
                    "numbers as labels",
                    (inputs.QUERIES[1], model_of(inputs.POINTS, np.array([7, 3, 3, 7, 3]), 2)),
                ),
            ),
            "Equally near: the earlier row. Equally many votes: the first in model['classes']. Which was it?",
        ),
        Family(
            "other data, other distances",
            "trap",
            1.0,
            (
                *(
                    Case(f"a place near {name}", (place, model_of(inputs.TOWNS, inputs.TOWN_NAMES, 1)))
                    for place, name in zip(inputs.PLACES[:2], ("Trieste", "Udine"), strict=True)
                ),
                *(
                    Case(f"fruit {i}", (q, model_of(inputs.FRUIT, inputs.FRUIT_NAMES, 3)))
                    for i, q in enumerate(inputs.FRUIT_QUERIES[:3])
                ),
                Case(
                    "along the axes, not as the crow flies",
                    (inputs.QUERIES[1], table_model(3, manhattan)),
                ),
                Case("words", ("fig", model_of(inputs.WORDS, inputs.WORD_ANIMALS, 3, letters_apart))),
            ),
            "Does anything in your function need numbers, two classes or straight lines?",
        ),
        Family("drawn at random", "random", 0.5, _random),
    ),
    misconceptions=mistakes_in(globals()),
    right=(_loops, _arrays, _counter),
    compare=exact(),
    read="2 · The lectures' pseudo-code",
    concepts=("knn-idea", "knn-predict", "knn-ties", "ex-knn-table", "ex-province", "ex-green-point"),
    regions=lambda answer: lambda points: each(answer, points, inputs.cloud_model()),
)
