"""Neighbours that have numbers for labels: the mean of their targets."""

import numpy as np

from mlcore.exercises.knn import inputs
from mlcore.exercises.knn.inputs import manhattan, model_of
from mlcore.exercises.knn.vote import by_distance, labels_within, most_votes, nearest, neighbour_labels
from mlcore.exercises.mistakes import mistakes_in
from selfcheck.exercise import Case, Exercise, Family, wrong


def predict_regression(model, Q):
    """Return the mean of the targets of the k nearest for each query; (m,)."""
    return np.array([sum(neighbour_labels(model, q)) / model["k"] for q in Q])


@wrong("1.11-M1")
def median_for_mean(model, Q):
    """Three targets 1, 2 and 9: what is their mean, and what do you return?"""
    return np.array([np.median(neighbour_labels(model, q)) for q in Q])


@wrong("1.11-M2")
def sum_for_mean(model, Q):
    """If all neighbours say 2, what should the answer be? And what do you divide by?"""
    return np.array([sum(neighbour_labels(model, q)) for q in Q])


@wrong("1.11-M3, E16")
def one_target_too_many(model, Q):
    """If all neighbours say 2, do you answer 2? Count what you add up, and what you divide by."""
    return predict_regression({**model, "k": model["k"] + 1}, Q) * (model["k"] + 1) / model["k"]


@wrong()
def all_as_near_as_the_last_count(model, Q):
    """How many targets count if k is 3, and two rows share the third place? Print how many do."""
    return np.array([np.mean(labels_within(model, q)) for q in Q])


@wrong("1.11-M4")
def vote_of_the_targets(model, Q):
    """Two houses cost 200,000 and 210,000. Is one of the two prices the best guess for a third house between
    them?"""
    return np.array([most_votes(neighbour_labels(model, q), model["classes"]) for q in Q])


@wrong("1.11-M5")
def mean_of_all(model, Q):
    """Move the query: should its answer change? Whose targets do you average?"""
    return np.array([np.mean(model["y"]) for _ in Q])


@wrong()
def mean_of_the_farthest(model, Q):
    """Print the distances of those whose targets you average. Are they the smallest?"""
    return np.array([np.mean([model["y"][i] for i in by_distance(model, q)[-model["k"] :]]) for q in Q])


@wrong()
def targets_of_the_first_rows(model, Q):
    """You average the first k rows, near or far. If you sort: what becomes of the order, and do the targets
    follow it?"""
    return np.array([np.mean(model["y"][: model["k"]]) for _ in Q])


@wrong()
def always_the_nearest(model, Q):
    """Where does k occur in your function?"""
    return np.array([model["y"][by_distance(model, q)[0]] for q in Q])


@wrong()
def nearer_targets_count_more(model, Q):
    """The task asks for the plain mean. Do your neighbours count equally?"""
    answers = []
    for q in Q:
        near, d = nearest(model, q)
        answers.append(np.average(np.asarray(model["y"])[near], weights=1 / (d[near] + 1e-8)))
    return np.array(answers)


@wrong()
def distances_for_targets(model, Q):
    """What do you take the mean of: how far the neighbours are, or what they have for y?"""
    return np.array([d[near].mean() for near, d in (nearest(model, q) for q in Q)])


@wrong()
def cut_to_whole_numbers(model, Q):
    """28/3 is no whole number. Where do you lose the rest: //, int(), or an array made for integers?"""
    y = np.asarray(model["y"])
    return [int(y[nearest(model, q)[0]].mean()) for q in Q]


@wrong()
def array_of_the_targets_type(model, Q):
    """If the targets are whole numbers, so is an array of their type. Can it hold 28/3?"""
    y = np.asarray(model["y"])
    return np.array([y[nearest(model, q)[0]].mean() for q in Q]).astype(y.dtype)


@wrong()
def rounded_means(model, Q):
    """28/3 is no whole number. Does the task ask you to round it?"""
    return [round(float(np.asarray(model["y"])[nearest(model, q)[0]].mean())) for q in Q]


def _loops(model, Q):
    answers = []
    for q in Q:
        total = 0.0
        for target in neighbour_labels(model, q):
            total += float(target)
        answers.append(total / model["k"])
    return answers


def _arrays(model, Q):
    dists = np.array([[model["metric"](q, x) for x in model["X"]] for q in Q])
    return np.asarray(model["y"], dtype=float)[
        np.argsort(dists, axis=1, kind="stable")[:, : model["k"]]
    ].mean(axis=1)


def _weights(model, Q):
    weights = np.zeros((len(Q), len(model["X"])))
    for row, q in zip(weights, Q, strict=True):
        row[by_distance(model, q)[: model["k"]]] = 1 / model["k"]
    return weights @ model["y"]


def numbers_for_labels():
    """Return the part of a model that says which targets there are."""
    targets = np.array([1.0, 2.0, 4.0, 8.0, 16.0])
    return {"y": targets, "classes": targets}


def _shifted(answer, model, Q):
    """Add 10 to every target: every answer must grow by 10."""
    more = {**model, "y": model["y"] + 10.0}
    return np.asarray(answer(more, Q)) - np.asarray(answer(model, Q))


def _random(rng):
    for number in range(3):
        n = int(rng.integers(5, 9))
        X, y = rng.normal(size=(n, 2)).round(3), rng.integers(-20, 20, size=n) / 4
        yield Case(
            f"draw {number + 1}", (model_of(X, y, int(rng.integers(2, n))), rng.normal(size=(4, 2)).round(3))
        )


EXERCISE = Exercise(
    name="predict_regression",
    contract="predict_regression(model, Q) -> numbers (m,)",
    reference=predict_regression,
    valid=inputs.enough_rows,
    families=(
        Family(
            "the five points, by hand",
            "example",
            0.5,
            (
                Case(
                    "the star, k = 3: the mean of 8, 4 and 16",
                    (model_of(inputs.POINTS, inputs.TARGETS, 3), inputs.QUERIES[3:4]),
                ),
                Case("the star, k = 2", (model_of(inputs.POINTS, inputs.TARGETS, 2), inputs.QUERIES[3:4])),
            ),
            "Which three rows are nearest to (2.2, 1.5), and what is the mean of their targets?",
        ),
        Family(
            "one neighbour, all neighbours",
            "trap",
            0.5,
            (
                Case("k = 1", (model_of(inputs.POINTS, inputs.TARGETS, 1), inputs.QUERIES)),
                Case(
                    "three equally near, and one place left",
                    ({**inputs.ONE_PLACE_LEFT, **numbers_for_labels()}, np.array([[0.0, 0.0]])),
                ),
                Case("k = n", (model_of(inputs.POINTS, inputs.TARGETS, 5), inputs.QUERIES[:2])),
                Case(
                    "whole numbers as targets",
                    (model_of(inputs.POINTS, np.array([1, 2, 2, 5, 5]), 2), inputs.QUERIES),
                ),
                Case(
                    "along the axes", (model_of(inputs.POINTS, inputs.TARGETS, 2, manhattan), inputs.QUERIES)
                ),
            ),
            "For k = n every query gets one answer. Which?",
        ),
        Family(
            "ten more for everybody",
            "property",
            0.25,
            (
                Case(
                    "targets + 10",
                    (model_of(inputs.POINTS, inputs.TARGETS, 3), inputs.QUERIES),
                    ask=_shifted,
                    shown=f"answers for y + 10, less those for y = 1, 2, 4, 8, 16; "
                    f"k = 3, {inputs.FIVE_QUERIES}",
                ),
            ),
            "If every neighbour says 10 more, how much more should you say?",
        ),
        Family("drawn at random", "random", 0.25, _random),
    ),
    misconceptions=mistakes_in(globals()),
    right=(_loops, _arrays, _weights),
    uses=("nearest",),
    read="6 · Numbers instead of labels",
    concepts=("knn-regression", "knn-applicability"),
)
