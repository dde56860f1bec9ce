"""From the four counts to accuracy, precision, recall, F1, Jaccard and false-positive rate."""

import math
from collections.abc import Callable, Iterator

import numpy as np

from mlcore.evaluation import metrics
from mlcore.exercises.mistakes import mistakes_in
from selfcheck.compare import close
from selfcheck.exercise import Case, Exercise, Family, wrong

KEYS = ("accuracy", "precision", "recall", "f1", "jaccard", "fpr")


def _over(top: float, bottom: float) -> float:
    return top / bottom if bottom else 0.0


def _metrics(tp, fp, fn, tn, over: Callable[[float, float], float] = _over) -> dict[str, float]:
    return {
        "accuracy": over(tp + tn, tp + fp + fn + tn),
        "precision": over(tp, tp + fp),
        "recall": over(tp, tp + fn),
        "f1": over(2 * tp, 2 * tp + fp + fn),
        "jaccard": over(tp, tp + fp + fn),
        "fpr": over(fp, fp + tn),
    }


@wrong("6.2-M1")
def fpr_without_brackets(tp, fp, fn, tn):
    """Your false-positive rate is above 1. In which order does Python compute `fp / fp + tn`?"""
    return {**_metrics(tp, fp, fn, tn), "fpr": (fp / fp if fp else 0.0) + tn}


@wrong("6.2-M2")
def precision_for_recall(tp, fp, fn, tn):
    """Of those *called* positive, how many are? Of those that *are*, how many were called so? Which of the
    two is the precision?"""
    right = _metrics(tp, fp, fn, tn)
    return {**right, "precision": right["recall"], "recall": right["precision"]}


@wrong("6.2-M2")
def recall_for_both(tp, fp, fn, tn):
    """Precision and recall are always equal in your results. Which of the errors belongs in the denominator
    of precision?"""
    right = _metrics(tp, fp, fn, tn)
    return {**right, "precision": right["recall"]}


@wrong("6.2-M2")
def precision_for_both(tp, fp, fn, tn):
    """Precision and recall are always equal in your results. Which of the errors belongs in the denominator
    of recall?"""
    right = _metrics(tp, fp, fn, tn)
    return {**right, "recall": right["precision"]}


@wrong("6.2-M3")
def f1_as_arithmetic_mean(tp, fp, fn, tn):
    """Precision 1 and recall 0: is such a classifier half good? Which mean is F1?"""
    right = _metrics(tp, fp, fn, tn)
    return {**right, "f1": (right["precision"] + right["recall"]) / 2}


@wrong()
def f1_as_geometric_mean(tp, fp, fn, tn):
    """Which mean of precision and recall is F1: the root of the product, or the harmonic one?"""
    right = _metrics(tp, fp, fn, tn)
    return {**right, "f1": math.sqrt(right["precision"] * right["recall"])}


@wrong()
def f1_without_the_two(tp, fp, fn, tn):
    """If precision and recall are both 0.75, what should their mean be? What is yours?"""
    right = _metrics(tp, fp, fn, tn)
    return {**right, "f1": right["f1"] / 2}


@wrong("6.2-M4")
def fpr_of_the_called(tp, fp, fn, tn):
    """The false-positive rate is a share of whom: of those called positive, or of the true negatives and
    false alarms together?"""
    return {**_metrics(tp, fp, fn, tn), "fpr": _over(fp, fp + tp)}


@wrong()
def fpr_of_all(tp, fp, fn, tn):
    """Is the false-positive rate a share of all examples, or only of the negative ones?"""
    return {**_metrics(tp, fp, fn, tn), "fpr": _over(fp, tp + fp + fn + tn)}


@wrong()
def fpr_of_the_errors(tp, fp, fn, tn):
    """You divide the false alarms by all errors. Which examples could have become a false alarm?"""
    return {**_metrics(tp, fp, fn, tn), "fpr": _over(fp, fp + fn)}


@wrong()
def misses_for_fpr(tp, fp, fn, tn):
    """You return the share of positives that were missed. Which share of the negatives was called
    positive?"""
    return {**_metrics(tp, fp, fn, tn), "fpr": _over(fn, fn + tp)}


@wrong()
def specificity_for_fpr(tp, fp, fn, tn):
    """You return the share of negatives that were recognised. The false-positive rate is the rest of them."""
    return {**_metrics(tp, fp, fn, tn), "fpr": _over(tn, fp + tn)}


@wrong("6.2-M5")
def true_negatives_in_jaccard(tp, fp, fn, tn):
    """Jaccard compares two sets, the positives and those called positive. Are the true negatives in one of
    them?"""
    return {**_metrics(tp, fp, fn, tn), "jaccard": _over(tp, tp + fp + fn + tn)}


@wrong("6.2-M5")
def accuracy_for_jaccard(tp, fp, fn, tn):
    """Is your Jaccard measure always equal to the accuracy? Which of the four counts does it leave out?"""
    right = _metrics(tp, fp, fn, tn)
    return {**right, "jaccard": right["accuracy"]}


@wrong()
def true_positives_for_accuracy(tp, fp, fn, tn):
    """Which answers are right: only the true positives?"""
    return {**_metrics(tp, fp, fn, tn), "accuracy": _over(tp, tp + fp + fn + tn)}


@wrong("6.2-M6")
def nan_for_nothing_by_nothing(tp, fp, fn, tn):
    """What is the precision of a classifier that never says "positive"? The task says which number it should
    be."""
    return _metrics(tp, fp, fn, tn, lambda top, bottom: top / bottom if bottom else math.nan)


@wrong("6.2-M6")
def division_by_zero(tp, fp, fn, tn):
    """A classifier never says "positive": what do you divide by? The task says what should come back."""
    return _metrics(tp, fp, fn, tn, lambda top, bottom: top / bottom)


@wrong()
def one_for_nothing_by_nothing(tp, fp, fn, tn):
    """0 / 0 is 0 here, by agreement. Which number do you take?"""
    return _metrics(tp, fp, fn, tn, lambda top, bottom: top / bottom if bottom else 1.0)


@wrong()
def rounded_to_two_places(tp, fp, fn, tn):
    """Do you round your results? Round only when you print them."""
    return {name: round(value, 2) for name, value in _metrics(tp, fp, fn, tn).items()}


@wrong()
def percentages(tp, fp, fn, tn):
    """Are your measures between 0 and 1, or between 0 and 100?"""
    return {name: 100 * value for name, value in _metrics(tp, fp, fn, tn).items()}


def _share(part: float, whole: float, otherwise: float = 0.0) -> float:
    return part / whole if whole else otherwise


@wrong()
def nothing_of_nothing_is_one(tp, fp, fn, tn):
    """Nothing was called positive. Some books then say that precision is 1; what does the task say about 0 /
    0?"""
    precision, recall = _share(tp, tp + fp), _share(tp, tp + fn)
    return {
        "accuracy": (tp + tn) / (tp + fp + fn + tn),
        "precision": _share(tp, tp + fp, 1.0),
        "recall": _share(tp, tp + fn, 1.0),
        "f1": _share(2 * precision * recall, precision + recall),
        "jaccard": _share(tp, tp + fp + fn),
        "fpr": _share(fp, fp + tn),
    }


def _counts(rng: np.random.Generator) -> Iterator[Case]:
    for i in range(3):
        yield Case(f"draw {i + 1}", tuple(int(count) for count in rng.integers(1, 60, 4)))


def _by_harmonic_mean(tp, fp, fn, tn):
    precision, recall = tp / max(tp + fp, 1), tp / max(tp + fn, 1)
    return {
        "fpr": 1 - tn / (fp + tn) if fp + tn else 0,
        "jaccard": tp / max(1, tp + fp + fn),
        "f1": 2 / (1 / precision + 1 / recall) if tp else 0.0,
        "recall": recall,
        "precision": precision,
        "accuracy": 1 - (fp + fn) / (tp + fp + fn + tn),
    }


def _by_arrays(tp, fp, fn, tn):
    tops = np.array([tp + tn, tp, tp, 2 * tp, tp, fp], dtype=float)
    bottoms = np.array([tp + fp + fn + tn, tp + fp, tp + fn, 2 * tp + fp + fn, tp + fp + fn, fp + tn])
    values = np.divide(tops, bottoms, out=np.zeros(6), where=bottoms > 0)
    return dict(zip(KEYS, values, strict=True))


_PLAIN = close(dict_keys=("accuracy", "precision", "recall"))
_FPR = close(dict_keys=("fpr",))
_TOGETHER = close(dict_keys=("f1", "jaccard"))

EXERCISE = Exercise(
    name="metrics",
    contract="metrics(tp, fp, fn, tn) -> dict",
    reference=lambda tp, fp, fn, tn: {key: metrics(tp, fp, fn, tn)[key] for key in KEYS},
    compare=close(dict_keys=KEYS),
    read="2 · Measures",
    concepts=(
        "ev-accuracy", "ev-precision", "ev-recall", "ev-f1", "ev-jaccard", "ev-fpr-fnr", "ub-accuracy-trap",
        "ub-measures",
    ),
    families=(
        Family("accuracy, precision, recall", "example", 1, (
            Case("ten examples", (3, 1, 1, 5), compare=_PLAIN),
            Case("one found, nine false alarms", (1, 9, 0, 0), compare=_PLAIN),
            Case("unequal counts", (8, 2, 4, 6), compare=_PLAIN),
        ), question="What is each of the three a share of?"),
        Family("F1 and Jaccard", "example", 1, (
            Case("ten examples", (3, 1, 1, 5), compare=_TOGETHER),
            Case("precision 1, recall small", (1, 0, 9, 90), compare=_TOGETHER),
            Case("unequal counts", (8, 2, 4, 6), compare=_TOGETHER),
        ), question="Write F1 down with tp, fp and fn alone: where is the 2?"),
        Family("the false-positive rate", "trap", 0.5, (
            Case("5 of 100 negatives", (5, 5, 0, 95), compare=_FPR),
            Case("unequal counts", (8, 2, 4, 6), compare=_FPR),
        ), question="How many negatives are there, and how many of them were called positive?"),
        Family("nothing below the line", "trap", 1, (
            Case("never says positive", (0, 0, 3, 5)),
            Case("only right negatives", (0, 0, 0, 4)),
            Case("no negatives", (3, 0, 2, 0)),
        ), question="Which of your denominators can be 0, and what does the task say about it?"),
        Family("other counts", "random", 0.5, _counts),
    ),
    misconceptions=mistakes_in(globals()),
    right=(_metrics, _by_harmonic_mean, _by_arrays),
)  # fmt: skip
