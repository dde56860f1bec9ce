"""Mistakes in nearest neighbours that students handed in."""

from typing import Any

import numpy as np

from mlcore.exercises.seen import Seen

SEEN = Seen()


def _float(values: Any) -> Any:
    return np.asarray(values, dtype=float)


def _near(model: Any, q: Any) -> Any:
    """Return the numbers of the k nearest rows and all distances."""
    d = _float([model["metric"](q, x) for x in model["X"]])
    return np.argsort(d, kind="stable")[: model["k"]], d


def _votes(model: Any, q: Any) -> list[int]:
    labels = np.asarray(model["y"])[_near(model, q)[0]].tolist()
    return [labels.count(c) for c in np.asarray(model["classes"]).tolist()]


@SEEN("predict_one")
def the_smaller_label_of_equally_near(x: Any, model: Any) -> Any:
    """What does Python compare when it sorts pairs (distance, label) and two distances are equal?"""
    pairs = sorted((model["metric"](x, z), c) for z, c in zip(model["X"], model["y"], strict=True))
    labels = [c for _, c in pairs[: model["k"]]]
    return max(model["classes"], key=labels.count)


@SEEN("predict_one")
def an_equal_example_is_skipped(x: Any, model: Any) -> Any:
    """An example at distance 0 is an example too, and the best one that there is. Who took it out?"""
    rows = sorted((d, i) for i, z in enumerate(model["X"]) if (d := model["metric"](x, z)) > 0)
    labels = [model["y"][i] for _, i in rows[: model["k"]]]
    return max(model["classes"], key=labels.count)


@SEEN("predict_one")
def the_first_rows_of_the_table(x: Any, model: Any) -> Any:
    """You sorted the distances. Did the labels move with them?"""
    labels = np.asarray(model["y"])[: model["k"]].tolist()
    return max(np.asarray(model["classes"]).tolist(), key=labels.count)


@SEEN("predict_one")
def one_neighbour_too_few(x: Any, model: Any) -> Any:
    """How many neighbours vote if k is 3? Count how often your loop runs."""
    labels = np.asarray(model["y"])[_near(model, x)[0][1:]].tolist()
    return max(np.asarray(model["classes"]).tolist(), key=labels.count)


@SEEN("minkowski")
def always_the_square_root(a: Any, b: Any, p: float = 2) -> Any:
    """The sum is of p-th powers. Which root undoes a third power?"""
    gaps = np.abs(_float(a) - _float(b))
    return gaps.max() if np.isinf(p) else np.sqrt(np.sum(gaps**p))


@SEEN("minkowski")
def largest_gap_with_its_sign(a: Any, b: Any, p: float = 2) -> Any:
    """With p = infinity: a gap of -5, or one of 3. Which one is larger, as a distance?"""
    gaps = _float(a) - _float(b)
    return gaps.max() if np.isinf(p) else np.sum(np.abs(gaps) ** p) ** (1 / p)


@SEEN("minkowski")
def powers_before_the_difference(a: Any, b: Any, p: float = 2) -> Any:
    """What is raised to the power p: each coordinate, or the gap between two of them?"""
    if np.isinf(p):
        return np.abs(_float(a) - _float(b)).max()
    return np.abs(np.sum(_float(a) ** p - _float(b) ** p)) ** (1 / p)


@SEEN("minkowski")
def smallest_gap(a: Any, b: Any, p: float = 2) -> Any:
    """Raise 1 and 3 to the power 50 and add: which of the two is left over for a large p?"""
    gaps = np.abs(_float(a) - _float(b))
    return gaps.min() if np.isinf(p) else np.sum(gaps**p) ** (1 / p)


@SEEN("minkowski")
def infinity_adds_the_gaps(a: Any, b: Any, p: float = 2) -> Any:
    """The sum of all gaps is the distance for p = 1. What is left of it for p = infinity?"""
    gaps = np.abs(_float(a) - _float(b))
    return gaps.sum() if np.isinf(p) else np.sum(gaps**p) ** (1 / p)


def _checked(dists: Any, k: int) -> Any:
    if not 1 <= k <= len(dists):
        raise ValueError("k is from 1 to the number of distances.")
    return _float(dists)


@SEEN("nearest")
def ranks_for_rows(dists: Any, k: int) -> Any:
    """One sort says which row comes first, a second one which place row 0 has. Which is asked?"""
    order = np.argsort(_checked(dists, k), kind="stable")
    return np.argsort(order, kind="stable")[:k]


@SEEN("nearest")
def one_row_for_each_distance(dists: Any, k: int) -> Any:
    """If the distance is the key of a dictionary, what happens to two rows that are equally near?"""
    where = {d: i for i, d in enumerate(_checked(dists, k).tolist())}
    return [where[d] for d in sorted(where)][:k]


@SEEN("nearest")
def numbers_shift(dists: Any, k: int) -> Any:
    """You take the nearest out of the list. What number do the rows behind it have then?"""
    left, found = _checked(dists, k).tolist(), []
    for _ in range(k):
        found.append(left.index(min(left)))
        left.pop(found[-1])
    return found


@SEEN("predict_with_prob")
def share_of_the_whole_class(model: Any, Q: Any) -> Any:
    """A share of the k neighbours, or of all examples of a class? What do your rows sum to?"""
    sizes = np.array([np.sum(np.asarray(model["y"]) == c) for c in model["classes"]])
    return np.array([_votes(model, q) for q in Q]) / sizes


@SEEN("predict_with_prob")
def neighbours_smoothed(model: Any, Q: Any) -> Any:
    """The task asks for shares of the k votes. Who gave the other votes?"""
    return (np.array([_votes(model, q) for q in Q]) + 1) / (model["k"] + len(model["classes"]))


@SEEN("predict_with_prob")
def everybody_as_near_as_the_last(model: Any, Q: Any) -> Any:
    """Two rows share the k-th place. How many neighbours vote then, and which of the two comes first?"""
    rows = []
    for q in Q:
        near, d = _near(model, q)
        labels = np.asarray(model["y"])[d <= d[near[-1]]]
        rows.append([np.mean(labels == c) for c in model["classes"]])
    return np.array(rows)


@SEEN("predict_with_prob")
def shares_of_all_examples(model: Any, Q: Any) -> Any:
    """Do your shares depend on the query at all?"""
    y = np.asarray(model["y"])
    return np.array([[np.mean(y == c) for c in model["classes"]] for _ in Q])


@SEEN("predict_with_prob")
def nearer_votes_count_more(model: Any, Q: Any) -> Any:
    """One neighbour, one vote: weights by distance are a later task. What is a vote here?"""
    rows = []
    for q in Q:
        near, d = _near(model, q)
        weights = 1 / (d[near] + 1e-10)
        labels = np.asarray(model["y"])[near]
        rows.append([weights[labels == c].sum() / weights.sum() for c in model["classes"]])
    return np.array(rows)


@SEEN("predict_with_prob")
def label_as_column(model: Any, Q: Any) -> Any:
    """A label is a name, a column is a place in model["classes"]. What if the labels are 3 and 7?"""
    table = np.zeros((len(Q), len(model["classes"])))
    for i, q in enumerate(Q):
        for n in _near(model, q)[0]:
            table[i, int(model["y"][n])] += 1 / model["k"]
    return table


@SEEN("predict_with_prob")
def sorted_among_the_queries(model: Any, Q: Any) -> Any:
    """A row of your table of distances is a query. Along which axis do you sort?"""
    D = _float([[model["metric"](q, x) for x in model["X"]] for q in Q])
    near = np.argsort(D, axis=0, kind="stable")[: model["k"]]
    labels = np.asarray(model["y"])[near]
    return np.array([[np.mean(labels[:, i] == c) for c in model["classes"]] for i in range(len(Q))])


@SEEN("predict")
def the_largest_over_the_queries(model: Any, Q: Any) -> Any:
    """A row of your table is a query, a column is a class. Over which of them do you look for the largest?"""
    table = np.array([_votes(model, q) for q in Q])
    return np.asarray(model["classes"])[np.argmax(table, axis=0)]


@SEEN("predict")
def vote_over_row_numbers(model: Any, Q: Any) -> Any:
    """What do you count: the labels of the neighbours, or their row numbers, which are all different?"""
    return [model["y"][int(np.min(_near(model, q)[0]))] for q in Q]


@SEEN("predict")
def half_decides_between_two(model: Any, Q: Any) -> Any:
    """More than half is needed to win between two classes. And among three?"""
    classes = np.asarray(model["classes"])
    return [classes[int(2 * _votes(model, q)[1] > model["k"])] for q in Q]


@SEEN("predict")
def the_commoner_class_breaks_ties(model: Any, Q: Any) -> Any:
    """Equally many votes: which class does the task ask for, the commoner one or the first one?"""
    y = np.asarray(model["y"])
    sizes = [int(np.sum(y == c)) for c in model["classes"]]
    return [
        model["classes"][max(range(len(sizes)), key=lambda j: (votes[j], sizes[j]))]
        for votes in (_votes(model, q) for q in Q)
    ]


@SEEN("predict")
def the_farthest_of_the_winners(model: Any, Q: Any) -> Any:
    """You sort the labels by their votes and take the last: which of equally many votes stands there?"""
    found = []
    for q in Q:
        labels = np.asarray(model["y"])[_near(model, q)[0]].tolist()
        found.append(sorted(labels, key=labels.count)[-1])
    return found


@SEEN("predict_regression")
def nearer_targets_count_more(model: Any, Q: Any) -> Any:
    """The task asks for the plain mean. Do your neighbours count equally?"""
    found = []
    for q in Q:
        near, d = _near(model, q)
        found.append(np.average(np.asarray(model["y"])[near], weights=1 / (d[near] + 1e-8)))
    return np.array(found)


@SEEN("predict_regression")
def distances_for_targets(model: Any, Q: Any) -> Any:
    """What do you take the mean of: how far the neighbours are, or what they have for y?"""
    return np.array([d[near].mean() for near, d in (_near(model, q) for q in Q)])


@SEEN("predict_regression")
def cut_to_whole_numbers(model: Any, Q: Any) -> Any:
    """28/3 is no whole number. Where do you lose the rest: //, int(), or an array made for integers?"""
    y = np.asarray(model["y"])
    return [int(y[_near(model, q)[0]].mean()) for q in Q]


@SEEN("predict_regression")
def array_of_the_targets_type(model: Any, Q: Any) -> Any:
    """If the targets are whole numbers, so is an array of their type. Can it hold 28/3?"""
    y = np.asarray(model["y"])
    return np.array([y[_near(model, q)[0]].mean() for q in Q]).astype(y.dtype)


def _weights(dists: Any, scheme: str, inverse: Any) -> Any:
    d = _float(dists)
    raw = {"uniform": lambda: np.ones_like(d), "inverse": lambda: inverse(d)}
    weights = raw.get(scheme, lambda: np.exp(d.min() - d))()
    return weights / weights.sum()


def _inverse(d: Any) -> Any:
    return (d == 0).astype(float) if (d == 0).any() else 1 / np.where(d == 0, 1, d)


@SEEN("vote_weights")
def an_exact_match_counts_one(dists: Any, scheme: str) -> Any:
    """At a distance of 0: does anybody else count? And what is 1/d at a distance of 0.1?"""
    return _weights(dists, scheme, lambda d: np.where(d == 0, 1, 1 / np.where(d == 0, 1, d)))


@SEEN("vote_weights")
def falling_on_a_line(dists: Any, scheme: str) -> Any:
    """Twice as far: half the weight. Is that so with yours?"""
    return _weights(dists, scheme, lambda d: 1 - d / d.sum())


@SEEN("vote_weights")
def one_added_below(dists: Any, scheme: str) -> Any:
    """1/(1 + d) never divides by 0. Is it still twice as much at half the distance?"""
    return _weights(dists, scheme, lambda d: 1 / (1 + d))


@SEEN("vote_weights")
def sorted_first(dists: Any, scheme: str) -> Any:
    """Weight i belongs to distance i. What became of the order of the distances?"""
    return _weights(np.sort(_float(dists)), scheme, _inverse)


@SEEN("vote_weights")
def uniform_not_scaled(dists: Any, scheme: str) -> Any:
    """What do four uniform weights sum to?"""
    return np.ones(len(dists)) if scheme == "uniform" else _weights(dists, scheme, _inverse)


@SEEN("vote_weights")
def inverse_not_scaled(dists: Any, scheme: str) -> Any:
    """What do your inverse weights sum to, and what is 1/0?"""
    if scheme != "inverse":
        return _weights(dists, scheme, _inverse)
    with np.errstate(divide="ignore"):
        return 1 / _float(dists)


@SEEN("weighted_vote")
def absent_classes_left_out(labels: Any, weights: Any, classes: Any) -> Any:
    """As many numbers as classes: what does a class without a neighbour get?"""
    labels, weights = np.asarray(labels), _float(weights)
    return np.array([weights[labels == c].sum() for c in classes if np.any(labels == c)]) / weights.sum()


@SEEN("weighted_vote")
def heaviest_neighbour_only(labels: Any, weights: Any, classes: Any) -> Any:
    """Two neighbours of one class speak together. Do you add them, or keep the louder one?"""
    labels, weights = np.asarray(labels), _float(weights)
    return np.array([weights[labels == c].max(initial=0) for c in classes]) / weights.sum()


@SEEN("weighted_vote")
def labels_as_places(labels: Any, weights: Any, classes: Any) -> Any:
    """bincount takes a label for a place in the result. What if a label is a word, or 7, or -1?"""
    shares = np.bincount(labels, weights=weights, minlength=len(classes))
    return shares / shares.sum()


@SEEN("standardise")
def each_row_by_itself(X_train: Any, Q: Any) -> Any:
    """A column is a feature. Does axis=1 go down a column, or along a row?"""
    X = _float(X_train)
    s = X.std(axis=1, keepdims=True)
    return (_float(Q) - X.mean(axis=1, keepdims=True)) / np.where(s == 0, 1, s)


@SEEN("standardise")
def not_centred(X_train: Any, Q: Any) -> Any:
    """What should the training rows themselves have for a mean afterwards?"""
    s = _float(X_train).std(axis=0)
    return _float(Q) / np.where(s == 0, 1, s)


@SEEN("cosine_distance")
def the_angle_itself(a: Any, b: Any) -> Any:
    """1 minus the cosine is asked. What does arccos add to it?"""
    lengths = np.linalg.norm(a) * np.linalg.norm(b)
    return 1.0 if lengths == 0 else np.arccos(np.clip(np.dot(a, b) / lengths, -1, 1))


@SEEN("cosine_distance")
def signed_sums_for_lengths(a: Any, b: Any) -> Any:
    """How long is the arrow (3, 4): 7, or 5?"""
    lengths = np.sum(a) * np.sum(b)
    return 1.0 if lengths == 0 else 1 - np.dot(a, b) / lengths


@SEEN("jaccard_distance")
def shared_members_count_twice(A: Any, B: Any) -> Any:
    """Members in both, over members in either: does a shared member count once below, or twice?"""
    return 0 if not A and not B else 1 - 2 * len(A & B) / (len(A) + len(B))


@SEEN("jaccard_distance")
def one_empty_set_is_near_all(A: Any, B: Any) -> Any:
    """Two empty sets are equal. Is an empty set equal to one that is not?"""
    return 0 if not A or not B else 1 - len(A & B) / len(A | B)


@SEEN("weighted_distance")
def root_of_each_term(a: Any, b: Any, z: Any) -> Any:
    """One root of the sum, or a sum of roots: what is the distance from (0, 0) to (3, 4)?"""
    return np.sum(np.sqrt(_float(z) * (_float(a) - _float(b)) ** 2))


@SEEN("pairwise_sq_dists")
def summed_over_the_points(A: Any, B: Any) -> Any:
    """The axes of A[:, None] - B[None] are i, j and the feature. Which one must disappear?"""
    return ((_float(A)[:, None] - _float(B)[None]) ** 2).sum(axis=1)


@SEEN("pairwise_sq_dists")
def absolute_differences(A: Any, B: Any) -> Any:
    """Squares are asked for, not absolute values. What is your distance from (0, 0) to (3, 4)?"""
    return np.abs(_float(A)[:, None] - _float(B)[None]).sum(axis=2)


@SEEN("pairwise_sq_dists")
def squared_after_the_sum(A: Any, B: Any) -> Any:
    """Square first, then add, or the other way round? Try the differences 3 and -3."""
    return (_float(A)[:, None] - _float(B)[None]).sum(axis=2) ** 2


@SEEN("pairwise_sq_dists")
def half_of_the_digits(A: Any, B: Any) -> Any:
    """A float32 has about seven digits. How many are needed a billion away from the origin?"""
    one, other = np.asarray(A, dtype=np.float32), np.asarray(B, dtype=np.float32)
    return ((one[:, None] - other[None]) ** 2).sum(axis=2)


@SEEN("condense")
def joins_at_the_end_of_a_pass(X: Any, y: Any, order: Any) -> Any:
    """A row that joins counts from the next visit on, within the same pass. When does it join in yours?"""
    X, kept = _float(X), [order[0]]
    new = kept
    while new:
        nearest = {i: kept[int(np.argmin(((X[kept] - X[i]) ** 2).sum(axis=1)))] for i in order}
        new = [i for i in order if i not in kept and y[nearest[i]] != y[i]]
        kept = kept + new
    return kept


@SEEN("edit_distance")
def neighbours_exchanged_at_once(a: Any, b: Any) -> Any:
    """Drop, insert, replace: is exchanging two letters one of the three?"""
    table = np.add.outer(np.arange(len(a) + 1), np.arange(len(b) + 1))
    for i in range(1, len(a) + 1):
        for j in range(1, len(b) + 1):
            ways = [table[i - 1, j] + 1, table[i, j - 1] + 1, table[i - 1, j - 1] + (a[i - 1] != b[j - 1])]
            if min(i, j) > 1 and a[i - 1] == b[j - 2] and a[i - 2] == b[j - 1]:
                ways.append(table[i - 2, j - 2] + 1)
            table[i, j] = min(ways)
    return int(table[-1, -1])


@SEEN("weighted_vote")
def shares_of_the_winner(labels: Any, weights: Any, classes: Any) -> Any:
    """A share of all weight: what do the shares of all classes sum to?"""
    labels, weights = np.asarray(labels), _float(weights)
    total = np.array([weights[labels == c].sum() for c in classes])
    return total / total.max()


@SEEN("predict_regression")
def rounded_means(model: Any, Q: Any) -> Any:
    """28/3 is no whole number. Who asked to round it?"""
    return [round(float(np.asarray(model["y"])[_near(model, q)[0]].mean())) for q in Q]
