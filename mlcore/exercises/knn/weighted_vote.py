"""The vote of neighbours that do not all count the same."""

import numpy as np

from mlcore import kernels
from mlcore.exercises.knn.inputs import arrays
from mlcore.exercises.mistakes import mistakes_in
from selfcheck.exercise import Case, Exercise, Family, wrong


def _scaled(weights):
    weights = np.asarray(weights, dtype=float)
    return weights / weights.sum()


def _sums(labels, weights, classes):
    return np.array(
        [sum(w for label, w in zip(labels, weights, strict=True) if label == c) for c in classes], dtype=float
    )


@wrong("1.13-M1, E79")
def weights_ignored(labels, weights, classes):
    """Three weak voices against two strong ones: do you count voices, or add up weights?"""
    return _scaled(_sums(labels, np.ones(len(labels)), classes))


@wrong("1.13-M2")
def mean_weight_per_class(labels, weights, classes):
    """Does a class get stronger when one more neighbour speaks for it?"""
    counts = _sums(labels, np.ones(len(labels)), classes)
    return _scaled(_sums(labels, weights, classes) / np.maximum(counts, 1))


@wrong("1.13-M3")
def divided_by_their_number(labels, weights, classes):
    """Add up your result: is it 1? What is the sum of all weights, and what is k?"""
    return _sums(labels, weights, classes) / len(labels)


@wrong("1.13-M4")
def largest_single_weight(labels, weights, classes):
    """A class has two neighbours, of weights 0.3 and 0.35. What do they weigh together?"""
    best = [
        max((w for label, w in zip(labels, weights, strict=True) if label == c), default=0.0) for c in classes
    ]
    return _scaled(best)


@wrong("1.13-M5")
def weights_sorted(labels, weights, classes):
    """Weight i belongs to label i. Did you sort one of the two?"""
    return _scaled(_sums(labels, sorted(weights, reverse=True), classes))


@wrong()
def not_a_share(labels, weights, classes):
    """Add up your result: is it 1? Multiply all weights by 10: should the shares change?"""
    return _sums(labels, weights, classes)


@wrong()
def classes_of_the_neighbours(labels, weights, classes):
    """Which class does place 0 belong to: that of the first neighbour, or classes[0]?"""
    return _scaled(_sums(labels, weights, list(dict.fromkeys(np.asarray(labels).tolist()))))


@wrong("E80")
def winner_only(labels, weights, classes):
    """The sign of the weighted sum names a winner. How sure is the vote?"""
    sums = _sums(labels, weights, classes)
    return np.eye(len(sums))[sums.argmax()]


@wrong()
def in_sorted_order(labels, weights, classes):
    """In which order are your shares: sorted, or as the third argument has its classes?"""
    return _scaled(_sums(labels, weights, np.sort(classes)))


@wrong()
def absent_classes_left_out(labels, weights, classes):
    """As many numbers as classes: what does a class without a neighbour get?"""
    labels, weights = np.asarray(labels), np.asarray(weights, dtype=float)
    return np.array([weights[labels == c].sum() for c in classes if np.any(labels == c)]) / weights.sum()


@wrong()
def heaviest_neighbour_only(labels, weights, classes):
    """Two neighbours of one class speak together. Do you add them, or keep the louder one?"""
    labels, weights = np.asarray(labels), np.asarray(weights, dtype=float)
    return np.array([weights[labels == c].max(initial=0) for c in classes]) / weights.sum()


@wrong()
def labels_as_places(labels, weights, classes):
    """bincount takes a label for a place in the result. What if a label is a word, or 7, or -1?"""
    shares = np.bincount(labels, weights=weights, minlength=len(classes))
    return shares / shares.sum()


@wrong()
def shares_of_the_winner(labels, weights, classes):
    """A share of all weight: what do the shares of all classes sum to?"""
    labels, weights = np.asarray(labels), np.asarray(weights, dtype=float)
    total = np.array([weights[labels == c].sum() for c in classes])
    return total / total.max()


def _vote_loop(labels, weights, classes):
    shares = dict.fromkeys(np.asarray(classes).tolist(), 0.0)
    for label, w in zip(np.asarray(labels).tolist(), weights, strict=True):
        shares[label] += w / sum(weights)
    return list(shares.values())


def _vote_matrix(labels, weights, classes):
    hot = np.asarray(labels)[:, None] == np.asarray(classes)[None, :]  # (k, K)
    return np.asarray(weights, dtype=float) @ hot / np.sum(weights)


def _vote_bincount(labels, weights, classes):
    order = np.argsort(classes)
    codes = order[np.searchsorted(classes, labels, sorter=order)]
    return np.bincount(codes, weights=weights, minlength=len(classes)) / np.sum(weights)


def _mean(answer, targets, weights):
    """Weighted regression by the same function: the shares of the targets, times the targets."""
    values = np.unique(targets)
    return float(np.asarray(answer(targets, weights, values)) @ values)


def _ten_times(answer, labels, weights, classes):
    return answer(labels, np.asarray(weights) * 10, classes)


def _random_votes(rng):
    classes = np.array(["+", "o", "x"])
    for number in range(4):
        k = int(rng.integers(3, 7))
        labels = rng.choice(classes, k)
        yield Case(f"draw {number + 1}", (labels, rng.uniform(0.05, 1, k).round(3), classes))


EXERCISE = Exercise(
    name="weighted_vote",
    contract="weighted_vote(labels, weights, classes) -> shares (K,)",
    reference=kernels.weighted_vote,
    families=(
        Family(
            "two strong voices against three weak ones",
            "example",
            0.5,
            (
                Case(
                    "labels 1 and -1",
                    arrays([1, 1, -1, -1, -1], [0.9, 0.8, 0.4, 0.35, 0.3], [-1, 1]),
                ),
                Case(
                    "in another order",
                    arrays([-1, 1, -1, 1, -1], [0.3, 0.9, 0.4, 0.8, 0.35], [-1, 1]),
                ),
            ),
            "Add up the weights of each side. Who wins, and by which share of all weights?",
        ),
        Family(
            "three classes",
            "trap",
            0.5,
            (
                Case(
                    "a class without a vote",
                    (
                        np.array(["fig", "pear", "fig"]),
                        np.array([0.25, 0.5, 0.25]),
                        np.array(["apple", "fig", "pear"]),
                    ),
                ),
                Case(
                    "weights that do not sum to 1",
                    arrays(["b", "a", "c", "b"], [1, 2, 3, 4], ["a", "b", "c"]),
                ),
                Case(
                    "classes in an order of their own",
                    arrays(["b", "a", "c", "b"], [1, 2, 3, 4], ["c", "a", "b"]),
                ),
            ),
            "One place for each class, in the order of classes. What does a class without a neighbour get?",
        ),
        Family(
            "weighted regression, and larger weights",
            "property",
            0.25,
            (
                Case(
                    "the weighted mean of targets",
                    arrays([8.0, 4.0, 16.0], [0.5, 0.3, 0.2]),
                    ask=_mean,
                    shown="c = [4, 8, 16]; weighted_vote([8, 4, 16], [0.5, 0.3, 0.2], c) @ c",
                ),
                Case(
                    "all weights times 10",
                    arrays(["o", "+", "+"], [0.7, 0.2, 0.4], ["+", "o"]),
                    ask=_ten_times,
                    shown="weighted_vote(['o', '+', '+'], np.array([0.7, 0.2, 0.4]) * 10, ['+', 'o'])",
                ),
            ),
            "Only the ratios of the weights can matter. Do your shares stay when all weights grow tenfold?",
        ),
        Family("drawn at random", "random", 0.25, _random_votes),
    ),
    misconceptions=mistakes_in(globals()),
    right=(_vote_loop, _vote_matrix, _vote_bincount),
    read="7 · Whose voice counts how much?",
    concepts=("knn-weighted-vote", "knn-weighted-regression", "w-sign-rule", "ex-weighted-vote"),
)
