"""The shares of the vote: how many of the neighbours are of each class."""

import numpy as np

from mlcore.exercises.knn import inputs
from mlcore.exercises.knn.inputs import letters_apart, manhattan, model_of, straight_anyway, table_model
from mlcore.exercises.knn.vote import by_distance, labels_within, nearest, neighbour_labels, votes
from mlcore.exercises.mistakes import mistakes_in
from selfcheck.exercise import Case, Exercise, Family, wrong


def _counts(model, Q, k=None, classes=None):
    """Count the votes of the first k rows, class by class, shape (m, K)."""
    k, classes = k or model["k"], model["classes"] if classes is None else classes
    rows = [[model["y"][i] for i in by_distance(model, q)[:k]] for q in Q]
    return np.array([[sum(label == c for label in row) for c in classes] for row in rows], dtype=float)


def predict_with_prob(model, Q):
    """Return the share of each class among the k nearest, shape (m, K)."""
    return _counts(model, Q) / model["k"]


@wrong("1.9-M1, E16")
def one_vote_too_many(model, Q):
    """Add up a row of your result. Is it 1? How many neighbours have voted, and by what do you divide?"""
    return _counts(model, Q, k=model["k"] + 1) / model["k"]


@wrong("1.9-M2")
def votes_for_shares(model, Q):
    """Add up a row of your result. Is it 1, or k?"""
    return _counts(model, Q)


@wrong("1.9-M3")
def divided_by_all(model, Q):
    """Add up a row of your result. Among how many examples did you count, k or n?"""
    return _counts(model, Q) / len(model["y"])


@wrong("1.9-M4")
def winner_takes_all(model, Q):
    """Two votes against one: is the winner certain?"""
    counts = _counts(model, Q)
    return np.eye(counts.shape[1])[counts.argmax(axis=1)]


@wrong()
def all_as_near_as_the_last_vote_divided_by_k(model, Q):
    """Two rows share the last place: how many votes do you count then, and what does the row sum to?"""
    near = [labels_within(model, q) for q in Q]
    shares = [[sum(label == c for label in row) for c in model["classes"]] for row in near]
    return np.array(shares) / model["k"]


@wrong("1.9-M5")
def only_classes_nearby(model, Q):
    """Which column belongs to a class that no neighbour has? Must all rows have the same length?"""
    shares = []
    for q in Q:
        near = neighbour_labels(model, q)
        shares.append([near.count(c) / model["k"] for c in model["classes"] if c in near])
    return shares


@wrong("1.9-M6")
def columns_as_they_come(model, Q):
    """Which class does column 0 stand for: the first in the data, or the first in model["classes"]?"""
    return _counts(model, Q, classes=list(dict.fromkeys(np.asarray(model["y"]).tolist()))) / model["k"]


@wrong("knn-labels-not-reordered")
def labels_of_the_first_rows(model, Q):
    """The first k rows vote, near or far. If you sort: what becomes of the order, and do labels follow it?"""
    return np.array(
        [[np.mean(np.asarray(model["y"])[: model["k"]] == c) for c in model["classes"]] for _ in Q]
    )


@wrong()
def farthest_vote(model, Q):
    """Print the distances of the neighbours that vote. Are they the smallest, or the largest?"""
    n, k = len(model["y"]), model["k"]
    return (_counts(model, Q, k=n) - _counts(model, Q, k=n - k)) / k if k < n else predict_with_prob(model, Q)


@wrong()
def never_asks_the_metric(model, Q):
    """The model says how to measure. Do you call model["metric"]?"""
    return predict_with_prob(straight_anyway(model), Q)


@wrong()
def first_query_only(model, Q):
    """How many rows has Q, and how many has your result?"""
    return predict_with_prob(model, Q)[0]


@wrong()
def share_of_the_whole_class(model, Q):
    """A share of the k neighbours, or of all examples of a class? What do your rows sum to?"""
    sizes = np.array([np.sum(np.asarray(model["y"]) == c) for c in model["classes"]])
    return np.array([votes(model, q) for q in Q]) / sizes


@wrong()
def neighbours_smoothed(model, Q):
    """The task asks for shares of the k votes. Where do the other votes come from?"""
    return (np.array([votes(model, q) for q in Q]) + 1) / (model["k"] + len(model["classes"]))


@wrong()
def everybody_as_near_as_the_last(model, Q):
    """Two rows share the k-th place. How many neighbours vote then, and which of the two comes first?"""
    rows = []
    for q in Q:
        near, d = nearest(model, q)
        labels = np.asarray(model["y"])[d <= d[near[-1]]]
        rows.append([np.mean(labels == c) for c in model["classes"]])
    return np.array(rows)


@wrong()
def shares_of_all_examples(model, Q):
    """Do your shares depend on the query at all?"""
    y = np.asarray(model["y"])
    return np.array([[np.mean(y == c) for c in model["classes"]] for _ in Q])


@wrong()
def nearer_votes_count_more(model, Q):
    """One neighbour, one vote: weights by distance are a later task. What is a vote here?"""
    rows = []
    for q in Q:
        near, d = nearest(model, q)
        weights = 1 / (d[near] + 1e-10)
        labels = np.asarray(model["y"])[near]
        rows.append([weights[labels == c].sum() / weights.sum() for c in model["classes"]])
    return np.array(rows)


@wrong()
def label_as_column(model, Q):
    """A label is a name, a column is a place in model["classes"]. What if the labels are 3 and 7?"""
    table = np.zeros((len(Q), len(model["classes"])))
    for i, q in enumerate(Q):
        for n in nearest(model, q)[0]:
            table[i, int(model["y"][n])] += 1 / model["k"]
    return table


@wrong()
def sorted_among_the_queries(model, Q):
    """A row of your table of distances is a query. Along which axis do you sort?"""
    D = np.asarray([[model["metric"](q, x) for x in model["X"]] for q in Q], dtype=float)
    near = np.argsort(D, axis=0, kind="stable")[: model["k"]]
    labels = np.asarray(model["y"])[near]
    return np.array([[np.mean(labels[:, i] == c) for c in model["classes"]] for i in range(len(Q))])


def _loops(model, Q):
    table = []
    for q in Q:
        near = neighbour_labels(model, q)
        table.append([sum(1 for label in near if label == c) / model["k"] for c in model["classes"]])
    return table


def _arrays(model, Q):
    dists = np.array([[model["metric"](q, x) for x in model["X"]] for q in Q])  # (m, n)
    near = np.argsort(dists, axis=1, kind="stable")[:, : model["k"]]  # (m, k)
    is_class = np.asarray(model["y"])[near][:, :, None] == np.asarray(model["classes"])  # (m, k, K)
    return is_class.mean(axis=1)


def _one_hot(model, Q):
    codes = np.searchsorted(model["classes"], model["y"])
    hot = np.eye(len(model["classes"]))[codes]  # (n, K)
    return np.vstack([hot[by_distance(model, q)[: model["k"]]].sum(axis=0) / model["k"] for q in Q])


def _sums(answer, model, Q):
    shares = np.asarray(answer(model, Q))
    return [shares.shape, shares.sum(axis=-1)]


def _renamed(answer, model, Q):
    """Call the classes by other names, in reverse order: the columns must change places."""
    codes = len(model["classes"]) - 1 - np.searchsorted(model["classes"], model["y"])
    return np.asarray(answer({**model, "y": codes, "classes": np.unique(codes)}, Q))


def _random(rng):
    for number in range(3):
        n = int(rng.integers(6, 10))
        X, y = rng.normal(size=(n, 2)).round(3), rng.permutation(np.arange(n) % 3) * 2 - 1
        yield Case(
            f"draw {number + 1}",
            (model_of(X, y, int(rng.integers(2, n - 1))), rng.normal(size=(4, 2)).round(3)),
        )


EXERCISE = Exercise(
    name="predict_with_prob",
    contract="predict_with_prob(model, Q) -> array (m, K)",
    reference=predict_with_prob,
    valid=inputs.enough_rows,
    families=(
        Family(
            "the five points, by hand",
            "example",
            1.0,
            tuple(Case(f"five queries, k = {k}", (table_model(k), inputs.QUERIES)) for k in (1, 2, 3, 4)),
            "Take one query and its k nearest. Which share of them is o, which is +? Which column is which?",
        ),
        Family(
            "classes",
            "trap",
            0.5,
            (
                Case(
                    "three classes, first met in another order",
                    (model_of(inputs.FRUIT, inputs.FRUIT_NAMES, 3), inputs.FRUIT_QUERIES),
                ),
                Case(
                    "a class without examples nearby",
                    (model_of(inputs.FRUIT, inputs.FRUIT_NAMES, 2), inputs.FRUIT_QUERIES[:2]),
                ),
                Case(
                    "labels -1 and 1",
                    (model_of(inputs.POINTS, np.array([1, -1, -1, 1, -1]), 3), inputs.QUERIES[3:4]),
                ),
            ),
            "Column j belongs to model['classes'][j], whether a neighbour has that class or not. Does yours?",
        ),
        Family(
            "equally near",
            "trap",
            0.25,
            (
                Case(
                    "three equally near, and one place left", (inputs.ONE_PLACE_LEFT, np.array([[0.0, 0.0]]))
                ),
                Case("two equally near, and one place", (table_model(1), inputs.QUERIES[:1])),
            ),
            "Exactly k vote. Of several that are equally near, which comes first?",
        ),
        Family(
            "the model's own distance",
            "trap",
            0.25,
            (
                Case("along the axes", (table_model(3, manhattan), inputs.QUERIES)),
                Case(
                    "words",
                    (model_of(inputs.WORDS, inputs.WORD_ANIMALS, 4, letters_apart), np.array(["fig", "rat"])),
                ),
            ),
            "Is the straight line the way that this model measures?",
        ),
        Family(
            "shares",
            "property",
            0.5,
            (
                Case(
                    "rows sum to 1",
                    (table_model(3), inputs.QUERIES),
                    ask=_sums,
                    shown=f"the shape, and the sum of each row; the five points, "
                    f"k = 3, {inputs.FIVE_QUERIES}",
                ),
                Case("k = n: the same for every query", (table_model(5), inputs.QUERIES)),
                Case(
                    "classes renamed",
                    (model_of(inputs.FRUIT, inputs.FRUIT_NAMES, 3), inputs.FRUIT_QUERIES),
                    ask=_renamed,
                    shown="eight fruit, called 2, 1 and 0 instead of apple, fig and pear; k = 3",
                ),
            ),
            "A row holds the shares of k votes. What must it sum to?",
        ),
        Family("drawn at random", "random", 0.5, _random),
    ),
    misconceptions=mistakes_in(globals()),
    right=(_loops, _arrays, _one_hot),
    uses=("nearest",),
    read="4 · Learn, find, ask",
    concepts=("knn-prob", "bayes-normalise-scores", "hp-k-n"),
    regions=lambda answer: lambda points: np.asarray(answer(inputs.cloud_model(), points)).argmax(axis=1),
)
