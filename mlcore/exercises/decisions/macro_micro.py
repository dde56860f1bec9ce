"""One number for many classes: the mean over the classes, or all examples together."""

from collections.abc import Callable, Iterator

import numpy as np

from mlcore.exercises.mistakes import mistakes_in
from selfcheck.exercise import Answer, Case, Exercise, Family, wrong

FRUIT = np.array([[1, 0, 0], [1, 1, 1], [0, 1, 2]])
# A large class that is mostly right, and two small ones that are not.
RARE = np.array([[90, 4, 6], [2, 1, 0], [8, 0, 4]])


def _share(part: float, whole: float) -> float:
    return part / whole if whole else 0.0


def _by_class(M, share: Callable[[float, float], float] = _share) -> tuple[list[float], ...]:
    """Return precision, recall and F1 of each class."""
    M = np.asarray(M, dtype=float)
    right, said, true = np.diag(M), M.sum(axis=1), M.sum(axis=0)
    precision = [share(r, s) for r, s in zip(right, said, strict=True)]
    recall = [share(r, t) for r, t in zip(right, true, strict=True)]
    f1 = [share(2 * r, s + t) for r, s, t in zip(right, said, true, strict=True)]
    return precision, recall, f1


def macro_micro(M) -> dict[str, float]:
    """Return the macro averages of precision, recall and F1, and the micro average, which they share."""
    precision, recall, f1 = (float(np.mean(values)) for values in _by_class(M))
    M = np.asarray(M, dtype=float)
    return {
        "macro_precision": precision,
        "macro_recall": recall,
        "macro_f1": f1,
        "micro": float(np.trace(M) / M.sum()),
    }


@wrong()
def f1_of_the_means(M):
    """Is the mean of the F1 of all classes the same as the F1 of the mean precision and recall? Which of the
    two does the task ask for?"""
    result = macro_micro(M)
    p, r = result["macro_precision"], result["macro_recall"]
    return {**result, "macro_f1": _share(2 * p * r, p + r)}


@wrong()
def precision_for_recall(M):
    """In your table, do rows say what was said or what is true? Which sum is below the line of precision?"""
    return macro_micro(np.asarray(M).T)


@wrong()
def weighted_by_size(M):
    """How much does a class with three examples count in a macro average, and one with three hundred?"""
    sizes = np.asarray(M, dtype=float).sum(axis=0)
    shares = [float(np.dot(values, sizes) / sizes.sum()) for values in _by_class(M)]
    keys = ("macro_precision", "macro_recall", "macro_f1")
    return {**dict(zip(keys, shares, strict=True)), "micro": macro_micro(M)["micro"]}


@wrong()
def micro_everywhere(M):
    """Your four numbers are always equal. A macro average takes the classes one by one: do you?"""
    return dict.fromkeys(macro_micro(M), macro_micro(M)["micro"])


@wrong()
def macro_everywhere(M):
    """For the micro average all examples are put into one heap. How many classes does a heap have?"""
    result = macro_micro(M)
    return {**result, "micro": result["macro_f1"]}


@wrong()
def micro_with_true_negatives(M):
    """Does an apple that was rightly not called a fig count as a right answer about figs? How many answers
    does each example have?"""
    M = np.asarray(M, dtype=float)
    n, K = M.sum(), len(M)
    wrong_answers = n - np.trace(M)
    return {**macro_micro(M), "micro": float((K * n - 2 * wrong_answers) / (K * n))}


@wrong()
def micro_as_overlap(M):
    """You count each error twice below the line, as a false alarm of one class and a miss of the other. How
    many examples are there?"""
    M = np.asarray(M, dtype=float)
    return {**macro_micro(M), "micro": float(np.trace(M) / (2 * M.sum() - np.trace(M)))}


@wrong()
def sums_for_means(M):
    """Can an average of shares be above 1? By how many classes do you divide?"""
    result = macro_micro(M)
    return {key: value * (1 if key == "micro" else len(M)) for key, value in result.items()}


@wrong()
def nan_for_nothing_by_nothing(M):
    """What is the precision of a class that nothing was called? The task says which number it is."""
    values = _by_class(M, lambda part, whole: part / whole if whole else np.nan)
    precision, recall, f1 = (float(np.mean(each)) for each in values)
    return {**macro_micro(M), "macro_precision": precision, "macro_recall": recall, "macro_f1": f1}


@wrong()
def empty_classes_left_out(M):
    """By how many do you divide if a class has no share of its own? By all classes, says the task."""
    values = _by_class(M, lambda part, whole: part / whole if whole else np.nan)
    means = [float(np.nanmean(each)) if not np.isnan(each).all() else 0.0 for each in values]
    keys = ("macro_precision", "macro_recall", "macro_f1")
    return {**macro_micro(M), **dict(zip(keys, means, strict=True))}


@wrong()
def best_class(M):
    """You return the best class. What does a macro average do with the worst?"""
    values = [max(each) for each in _by_class(M)]
    keys = ("macro_precision", "macro_recall", "macro_f1")
    return {**macro_micro(M), **dict(zip(keys, values, strict=True))}


@wrong()
def first_class(M):
    """Which class do your numbers belong to? All of them have a precision."""
    values = [each[0] for each in _by_class(M)]
    keys = ("macro_precision", "macro_recall", "macro_f1")
    return {**macro_micro(M), **dict(zip(keys, values, strict=True))}


def _loops(M):
    K, total, right = len(M), 0, 0
    sums = [0.0, 0.0, 0.0]
    for c in range(K):
        tp = M[c][c]
        fp = sum(M[c][other] for other in range(K)) - tp
        fn = sum(M[other][c] for other in range(K)) - tp
        total, right = total + tp + fp, right + tp
        for place, (part, whole) in enumerate(((tp, tp + fp), (tp, tp + fn), (2 * tp, 2 * tp + fp + fn))):
            sums[place] += part / whole if whole > 0 else 0
    names = ("macro_precision", "macro_recall", "macro_f1")
    return {**{name: s / K for name, s in zip(names, sums, strict=True)}, "micro": right / total}


def _arrays(M):
    M = np.asarray(M)
    tp, said, true = np.diagonal(M), M.sum(axis=1), M.sum(axis=0)
    with np.errstate(invalid="ignore", divide="ignore"):
        table = np.nan_to_num(np.array([tp / said, tp / true, 2 * tp / (said + true)]))  # (3, K)
    return {
        "macro_precision": table[0].mean(), "macro_recall": table[1].mean(), "macro_f1": table[2].mean(),
        "micro": tp.sum() / M.sum(),
    }  # fmt: skip


def _pooled(M):
    M = np.asarray(M, dtype=float)
    off = M - np.diag(np.diag(M))
    tp, fp, fn = np.trace(M), off.sum(axis=1).sum(), off.sum(axis=0).sum()
    result = _loops(M.tolist())
    return {**result, "micro": 2 * tp / (2 * tp + fp + fn)}


def _renumbered(answer: Answer, M) -> list[dict[str, float]]:
    M = np.asarray(M)
    order = [*range(1, len(M)), 0]
    return [answer(M), answer(M[np.ix_(order, order)])]


def _counts(M) -> bool:
    """Return whether this is a square table of counts, not all of them 0."""
    M = np.asarray(M)
    return bool(M.ndim == 2 and M.shape[0] == M.shape[1] and (M >= 0).all() and M.sum() > 0)


def _draws(rng: np.random.Generator) -> Iterator[Case]:
    for K in (2, 3, 5):
        yield Case(f"{K} classes", (rng.integers(0, 9, (K, K)) + 5 * np.eye(K, dtype=int),))


EXERCISE = Exercise(
    name="macro_micro",
    contract="macro_micro(M) -> dict",
    reference=macro_micro,
    read="12 · More than two classes",
    uses=("confusion", "metrics", "confusion_matrix"),
    concepts=("ev-precision", "ev-recall", "ev-f1"),
    families=(
        Family("seven fruits", "example", 1, (
            Case("apple, fig, pear", (FRUIT,)),
        ), question="Write down tp, fp and fn of each class: the diagonal, the rest of its "
            "row, the rest of its column."),
        Family("a large class, an empty one", "trap", 1, (
            Case("one class is large", (RARE,)),
            Case("a class that is never said", (np.array([[3, 2], [0, 0]]),)),
            Case("a class that is never true", (np.array([[3, 0], [2, 0]]),)),
            Case("a class that does not occur", (np.array([[2, 1, 0], [1, 4, 0], [0, 0, 0]]),)),
            Case("nothing is right", (np.array([[0, 3], [1, 0]]),)),
            Case("one class", (np.array([[4]]),)),
        ), question="Which classes have a 0 below the line, and by how many classes do you "
            "divide in the end?"),
        Family("the order of the classes", "property", 0.25, (
            Case("the first class moved to the end", (RARE,), ask=_renumbered,
                 shown="macro_micro(M), and the same with the first class moved to the end"),
        ), question="Is any class special in an average?"),
        Family("drawn", "random", 0.25, _draws),
    ),
    misconceptions=mistakes_in(globals()),
    right=(_loops, _arrays, _pooled),
    lists=("M",),
    valid=_counts,
)  # fmt: skip
