"""From two outcomes and the exact answer to named differences."""

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from benchmarks.differences import functions, naive_bayes, neighbours
from benchmarks.differences.outcome import Outcome, close

SINGLE = {"float32": 2e-5, "float16": 2e-3}  # what rounding to a narrow type may cost, relative
TIE = 1e-9  # distances and probabilities closer than this, relative, are taken for equal


class Difference(NamedTuple):
    """In which aspect two answers to a case differ; if ours is not the exact one, it begins with "wrong"."""

    aspect: str
    case: Any
    ours: Outcome
    theirs: Outcome
    exact: Outcome


def differences(case: Any) -> list[Difference]:
    """Return everything in which ours differs from the exact answer or from scikit-learn's."""
    if isinstance(case, functions.Case):
        ours, exact = functions.judge(case)
        right = (
            ours.error is None
            and exact.error is None
            and close(ours.values["value"], exact.values["value"], 1e-9, case.grain)
        )
        return [] if right or _refused(ours, exact) else [Difference("wrong value", case, ours, exact, exact)]
    module, aspects = (
        (naive_bayes, of_models) if isinstance(case, naive_bayes.Case) else (neighbours, of_neighbours)
    )
    ours, theirs, exact = module.judge(case)
    if _refused(ours, theirs):
        return []
    if ours.error or theirs.error:
        return [Difference("refused by us" if ours.error else "refused by them", case, ours, theirs, exact)]
    return [Difference(aspect, case, ours, theirs, exact) for aspect in aspects(case, ours, theirs, exact)]


def _refused(ours: Outcome, theirs: Outcome) -> bool:
    return ours.error is not None and theirs.error is not None


def _tolerance(case: Any) -> float:
    return SINGLE.get(case.container, 2e-5 if case.container == "mixed frame" else 1e-7)


def of_models(case: naive_bayes.Case, ours: Outcome, theirs: Outcome, exact: Outcome) -> Iterator[str]:
    rtol = _tolerance(case)
    known = exact.error is None and not np.isnan(exact.values["joint"]).any()
    if known:
        if not close(ours.values["joint"], exact.values["joint"], rtol, rtol):
            yield "wrong joint"
        if not np.allclose(ours.values["proba"].sum(axis=1), 1, rtol=1e-6, atol=0):
            yield "wrong sum"
    if ours.values["classes"].dtype != theirs.values["classes"].dtype:
        yield "type of classes"
    if not close(ours.values["classes"], theirs.values["classes"]):
        yield "classes"
    for aspect in ("joint", "proba"):
        if not close(ours.values[aspect], theirs.values[aspect], rtol, rtol):
            yield aspect
    if not close(ours.values["predict"][_clear(ours)], theirs.values["predict"][_clear(ours)]):
        yield "predict"


def _clear(outcome: Outcome) -> Any:
    """Return which queries have one class well before all others."""
    ranked = np.sort(outcome.values["proba"], axis=1)
    return ranked[:, -1] > ranked[:, -2] + 1e-4 if ranked.shape[1] > 1 else np.full(len(ranked), True)


def of_neighbours(case: neighbours.Case, ours: Outcome, theirs: Outcome, exact: Outcome) -> Iterator[str]:
    rtol = _tolerance(case)
    yield from of_distances(case, ours, exact)
    finite = np.isfinite(ours.values["dists"]) | np.isfinite(theirs.values["dists"])
    if not close(ours.values["dists"][finite], theirs.values["dists"][finite], rtol, 0):
        yield "dists"
        return
    if case.name == "KNeighborsClassifier" and ours.values["classes"].dtype != theirs.values["classes"].dtype:
        yield "type of classes"
    same = (np.sort(ours.values["indices"]) == np.sort(theirs.values["indices"])).all(axis=1)
    if not same.all():
        yield "neighbours"
    for aspect in ("proba", "predict"):
        rows = same & (_clear(ours) if aspect == "predict" and "proba" in ours.values else True)
        if aspect in ours.values and not close(
            ours.values[aspect][rows], theirs.values[aspect][rows], rtol, rtol
        ):
            yield aspect


def of_distances(case: neighbours.Case, ours: Outcome, exact: Outcome) -> Iterator[str]:
    """Hold ours to the definition: the k that come first by (distance, index), and their distances."""
    if exact.error:
        return
    rtol, table = _tolerance(case) if case.container in SINGLE else 1e-9, exact.values["dists"]
    grain = 1e-14 if case.options["metric"] == "cosine" else 0  # the least that 1 − cos can tell
    for dists, indices, row in zip(ours.values["dists"], ours.values["indices"], table, strict=True):
        true = row[indices]
        if not close(dists, true, rtol, grain):
            yield "wrong dists"
            return
        if (np.delete(row, indices) * (1 + 1e-12) + grain < true.max()).any():
            yield "wrong neighbours"
            return
        ties = [(d, i) for d, i in zip(dists.tolist(), indices.tolist(), strict=True)]
        if ties != sorted(ties) and not np.isnan(dists).any():
            yield "wrong order"
            return
