"""The vote: one label for each query."""

import numpy as np

from mlcore.exercises.knn import inputs
from mlcore.exercises.knn.inputs import letters_apart, manhattan, model_of, straight_anyway, table_model
from mlcore.exercises.knn.vote import by_distance, labels_within, most_votes, nearest, neighbour_labels, votes
from mlcore.exercises.mistakes import mistakes_in
from selfcheck.compare import exact
from selfcheck.exercise import Case, Exercise, Family, wrong


def predict(model, Q):
    """Return the class with most votes for each query, the first of equals; (m,)."""
    return np.array([most_votes(neighbour_labels(model, q), model["classes"]) for q in Q])


@wrong("1.10-M1, E15")
def one_neighbour_too_many(model, Q):
    """How many neighbours vote when k = 1? Print them."""
    return predict({**model, "k": model["k"] + 1}, Q)


@wrong("1.10-M2")
def everybody_votes(model, Q):
    """Move the query to the other side of the plane: should the answer change?"""
    return predict({**model, "k": len(model["y"])}, Q)


@wrong("1.10-M3")
def k_ignored(model, Q):
    """Where does k occur in your function? Compare your answers for k = 1 and k = 5."""
    return predict({**model, "k": 1}, Q)


@wrong("1.10-M4")
def last_class_on_ties(model, Q):
    """Two classes with the same number of votes: which comes first in model["classes"]?"""
    return predict({**model, "classes": model["classes"][::-1]}, Q)


@wrong("1.10-M5")
def farthest_vote(model, Q):
    """Print the distances of the neighbours that vote. Are they the smallest?"""
    near = [[model["y"][i] for i in by_distance(model, q)[::-1][: model["k"]]] for q in Q]
    return np.array([most_votes(labels, model["classes"]) for labels in near])


@wrong("1.10-M6, knn-returns-class-index")
def number_of_the_class(model, Q):
    """Is what you return a label, as it stands in y, or its place in model["classes"]?"""
    return np.searchsorted(model["classes"], predict(model, Q))


@wrong("knn-votes-over-indices")
def number_of_a_row(model, Q):
    """Is what you return a label, as it stands in y, or the number of a row?"""
    return np.array([by_distance(model, q)[0] for q in Q])


@wrong("1.10-M7")
def always_manhattan(model, Q):
    """The model says how to measure: do you call model["metric"], or always add up the gaps?"""
    return predict({**model, "metric": lambda a, b: np.abs(np.asarray(a) - np.asarray(b)).sum()}, Q)


@wrong()
def always_euclidean(model, Q):
    """The model says how to measure: do you call model["metric"], or always take the straight line?"""
    return predict(straight_anyway(model), Q)


@wrong("knn-tie-nearest")
def nearest_breaks_ties(model, Q):
    """Two classes have the same number of votes. Does the contract ask which class is nearer, or which comes
    first?"""
    answers = []
    for q in Q:
        near = neighbour_labels(model, q)
        answers.append(max(near, key=near.count))
    return np.array(answers)


@wrong("knn-needs-int-labels, knn-negative-labels")
def counted_with_bincount(model, Q):
    """Can a label be a word, or -1? What does np.bincount count?"""
    return np.array([np.bincount(np.array(neighbour_labels(model, q))).argmax() for q in Q])


@wrong("knn-binary-threshold, knn-mean-of-labels")
def mean_of_the_labels(model, Q):
    """What is the mean of the labels 3 and 7, and is it a label?"""
    return np.array([int(np.mean(neighbour_labels(model, q)) > 0.5) for q in Q])


@wrong("knn-mean-of-labels")
def mean_rounded(model, Q):
    """Three neighbours say 3, 7 and 7. Which number wins the vote, and what is their mean?"""
    return np.array([round(float(np.mean(neighbour_labels(model, q)))) for q in Q])


@wrong("knn-labels-not-reordered")
def labels_of_the_first_rows(model, Q):
    """The first k rows vote, near or far. If you sort: what becomes of the order, and do labels follow it?"""
    return np.array([most_votes(list(model["y"][: model["k"]]), model["classes"]) for _ in Q])


@wrong("1.7-M5")
def later_row_on_ties(model, Q):
    """Two rows are equally near, and one place is left: the earlier row or the later?"""
    answers = []
    for q in Q:
        dists = [model["metric"](q, x) for x in model["X"]]
        order = sorted(range(len(dists)), key=lambda i: (dists[i], -i))
        answers.append(most_votes([model["y"][i] for i in order[: model["k"]]], model["classes"]))
    return np.array(answers)


@wrong()
def all_as_near_as_the_last_vote(model, Q):
    """How many may vote if k is 3, and two are equally near in the third place? Count those that do."""
    return np.array([most_votes(labels_within(model, q), model["classes"]) for q in Q])


@wrong("knn-distance-tie-by-label")
def ties_by_label(model, Q):
    """You sorted pairs of distance and label: what decides when two distances are equal?"""
    answers = []
    for q in Q:
        pairs = sorted(
            (model["metric"](q, x), label) for x, label in zip(model["X"], model["y"], strict=True)
        )
        answers.append(most_votes([label for _, label in pairs[: model["k"]]], model["classes"]))
    return np.array(answers)


@wrong("knn-argsort-wrong-axis")
def sorted_along_the_queries(model, Q):
    """Of the table of distances, do you sort the row of one query, or the column of one example?"""
    dists = np.array([[model["metric"](q, x) for x in model["X"]] for q in Q])  # (m, n)
    near = np.argsort(dists, axis=0, kind="stable")
    return np.array(
        [most_votes(list(np.asarray(model["y"])[row[: model["k"]]]), model["classes"]) for row in near]
    )


@wrong()
def the_largest_over_the_queries(model, Q):
    """A row of your table is a query, a column is a class. Over which of them do you look for the largest?"""
    table = np.array([votes(model, q) for q in Q])
    return np.asarray(model["classes"])[np.argmax(table, axis=0)]


@wrong()
def vote_over_row_numbers(model, Q):
    """What do you count: the labels of the neighbours, or their row numbers, which are all different?"""
    return [model["y"][int(np.min(nearest(model, q)[0]))] for q in Q]


@wrong()
def half_decides_between_two(model, Q):
    """More than half is needed to win between two classes. And among three?"""
    classes = np.asarray(model["classes"])
    return [classes[int(2 * votes(model, q)[1] > model["k"])] for q in Q]


@wrong()
def the_commoner_class_breaks_ties(model, Q):
    """Equally many votes: which class does the task ask for, the commoner one or the first one?"""
    y = np.asarray(model["y"])
    sizes = [int(np.sum(y == c)) for c in model["classes"]]
    return [
        model["classes"][max(range(len(sizes)), key=lambda j: (votes[j], sizes[j]))]
        for votes in (votes(model, q) for q in Q)
    ]


@wrong()
def the_farthest_of_the_winners(model, Q):
    """You sort the labels by their votes and take the last: which of equally many votes stands there?"""
    answers = []
    for q in Q:
        labels = np.asarray(model["y"])[nearest(model, q)[0]].tolist()
        answers.append(sorted(labels, key=labels.count)[-1])
    return answers


def _loops(model, Q):
    answers = []
    for q in Q:
        votes = dict.fromkeys(np.asarray(model["classes"]).tolist(), 0)
        for label in neighbour_labels(model, q):
            votes[np.asarray(label).item()] += 1
        answers.append(max(votes, key=votes.__getitem__))
    return answers


def _argmax_of_shares(model, Q):
    classes = np.asarray(model["classes"])
    dists = np.array([[model["metric"](q, x) for x in model["X"]] for q in Q])
    near = np.asarray(model["y"])[np.argsort(dists, axis=1, kind="stable")[:, : model["k"]]]
    return classes[(near[:, :, None] == classes).sum(axis=1).argmax(axis=1)]


def _unique(model, Q):
    answers = []
    for q in Q:
        labels, counts = np.unique(neighbour_labels(model, q), return_counts=True)
        answers.append(labels[counts == counts.max()][0])
    return tuple(answers)


def _rows_permuted(answer, model, Q):
    order = [3, 0, 4, 2, 1]
    return answer({**model, "X": model["X"][order], "y": model["y"][order]}, Q)


def _all_moved(answer, model, Q):
    return answer({**model, "X": model["X"] + 64.0}, Q + 64.0)


def _columns_swapped(answer, model, Q):
    return answer({**model, "X": model["X"][:, ::-1]}, Q[:, ::-1])


def _random(rng):
    for number, names in enumerate((np.array([-1, 1]), np.array(["no", "perhaps", "yes"]), np.array([3, 7]))):
        n = int(rng.integers(6, 10))
        X, y = rng.normal(size=(n, 2)).round(3), names[rng.permutation(np.arange(n) % len(names))]
        yield Case(
            f"draw {number + 1}",
            (model_of(X, y, int(rng.integers(2, n - 1))), rng.normal(size=(5, 2)).round(3)),
        )


# Four corners of a square around the query, and one point inside: the majority overrules the nearest.
_SQUARE = np.array([[0, 0], [0, 2], [2, 0], [2, 2], [1, 1.25]])
_INNER = np.array([["high"], ["high"], ["low"], ["low"], ["low"]])[:, 0]

EXERCISE = Exercise(
    name="predict",
    contract="predict(model, Q) -> labels (m,)",
    reference=predict,
    valid=inputs.enough_rows,
    families=(
        Family(
            "the five points, by hand",
            "example",
            0.75,
            tuple(Case(f"five queries, k = {k}", (table_model(k), inputs.QUERIES)) for k in (1, 3, 5)),
            "Take the first query that differs. Who are its k nearest, and what do they say?",
        ),
        Family(
            "ties",
            "trap",
            0.5,
            (
                Case("k = 2, one vote each", (table_model(2), inputs.QUERIES)),
                Case("k = 4, two votes each", (table_model(4), inputs.QUERIES)),
                Case(
                    "four rows equally near, two may vote",
                    (model_of(_SQUARE, _INNER, 3), np.array([[1, 1.0]])),
                ),
                Case(
                    "the earlier of two equally near",
                    (model_of(_SQUARE[:4], np.array([7, 3, 3, 7]), 1), np.array([[1, 1.0]])),
                ),
            ),
            "Two rules: equally near, the earlier row; equally many votes, the first class. Which was it?",
        ),
        Family(
            "labels",
            "trap",
            0.5,
            (
                Case(
                    "labels 0 and 1",
                    (model_of(inputs.POINTS, (inputs.MARKS == "+").astype(int), 3), inputs.QUERIES),
                ),
                Case(
                    "labels -1 and 1",
                    (model_of(inputs.POINTS, np.where(inputs.MARKS == "+", -1, 1), 3), inputs.QUERIES),
                ),
                Case(
                    "labels 3 and 7",
                    (model_of(inputs.POINTS, np.where(inputs.MARKS == "+", 3, 7), 3), inputs.QUERIES),
                ),
                Case("three classes", (model_of(inputs.FRUIT, inputs.FRUIT_NAMES, 3), inputs.FRUIT_QUERIES)),
                Case(
                    "one vote each, the second class is commoner",
                    (model_of(inputs.POINTS, np.array(["a", "o", "o", "o", "a"]), 2), inputs.QUERIES[:3]),
                ),
                Case(
                    "labels 1, 2 and 9",
                    (model_of(inputs.FRUIT, np.array([1, 2, 9, 2, 9, 1, 9, 2]), 3), inputs.FRUIT_QUERIES),
                ),
            ),
            "A label is a name. Does your function calculate with it?",
        ),
        Family(
            "maps and words",
            "trap",
            0.5,
            (
                Case(
                    "four places, four towns", (model_of(inputs.TOWNS, inputs.TOWN_NAMES, 1), inputs.PLACES)
                ),
                Case(
                    "along the axes, k = 3",
                    (table_model(3, manhattan), np.array([[1, 2], [1.5, 1], [2.2, 1.5]])),
                ),
                Case(
                    "words",
                    (model_of(inputs.WORDS, inputs.WORD_ANIMALS, 3, letters_apart), np.array(["fig", "rat"])),
                ),
                Case("one query, all vote", (table_model(5), inputs.QUERIES[:1])),
                Case(
                    "the examples themselves, moved by 100",
                    (model_of(inputs.POINTS + 100.0, inputs.MARKS, 1), inputs.POINTS + 100.0),
                ),
                Case(
                    "three equally near, and one place left",
                    (
                        inputs.ONE_PLACE_LEFT,
                        np.array([[0.0, 0.0], [0.0, 0.0], [1.0, 0.5], [0.0, 0.0], [0.5, 1.0]]),
                    ),
                ),
            ),
            "Another distance, other things to compare: does your function only use what the model offers?",
        ),
        Family(
            "what must not matter",
            "property",
            0.25,
            (
                Case(
                    "rows in another order",
                    (table_model(3), inputs.QUERIES[3:]),
                    ask=_rows_permuted,
                    shown="the five points in the order 3, 0, 4, 2, 1; k = 3, Q = [[2.2, 1.5], [1.4, 2.9]]",
                ),
                Case(
                    "everything moved by 64",
                    (table_model(3), inputs.QUERIES[:3]),
                    ask=_all_moved,
                    shown="points + 64, k = 3, Q = np.array([[2, 2], [1, 2], [3, 1]]) + 64",
                ),
                Case(
                    "features swapped",
                    (table_model(3), inputs.QUERIES),
                    ask=_columns_swapped,
                    shown=f"the five points, k = 3, {inputs.FIVE_QUERIES}; in both F2 before F1",
                ),
            ),
            "Neighbours stay neighbours. Which of your steps depends on more than the distances?",
        ),
        Family("drawn at random", "random", 0.5, _random),
    ),
    misconceptions=mistakes_in(globals()),
    right=(_loops, _argmax_of_shares, _unique),
    compare=exact(),
    uses=("nearest", "predict_with_prob"),
    read="4 · Learn, find, ask",
    concepts=("knn-idea", "knn-predict", "ex-knn-table", "ex-province", "knn-assumption", "hp-k-n", "hp-k-1"),
    regions=lambda answer: lambda points: answer(inputs.cloud_model(), points),
)
