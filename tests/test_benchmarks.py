"""The benchmark says what fell short, and fails only where we are slower beyond noise."""

import itertools
import json
import os
from pathlib import Path

import pytest

from benchmarks import anchors, checks, shortfalls, table
from benchmarks.grading import faults
from benchmarks.grading import table as grading_table
from benchmarks.pairs import ratio
from benchmarks.rows import PHASES, ROWS, SIDES, points
from mlcore.exercises import UNITS
from nbjudge.execution.executor import Executor
from selfcheck.check import Checker

ROOT = Path(__file__).parent.parent


def row(ours, theirs, target=2.0, memory=10.0):
    phase = {
        "ratio": ratio(ours, theirs),
        "target": target,
        "memory": {"mlcore": memory, "scikit-learn": 5.0},
    }
    return {"rows": [{"name": "A", "size": "10", "phases": {"fit": phase}}]}


@pytest.mark.parametrize(
    ("ours", "theirs", "target", "said", "fails"),
    [
        ([1.0, 1.1, 1.0], [3.0, 3.1, 3.2], 2, [], False),
        ([1.0, 1.1, 1.0], [1.5, 1.6, 1.7], 2, ["Not as fast as wanted"], False),
        ([1.0, 1.0, 1.0], [0.7, 0.9, 1.2], 2, ["Not as fast as wanted"], False),  # noise reaches beyond 1
        ([1.0, 1.0, 1.0], [0.7, 0.8, 0.9], 2, ["Slower than scikit-learn"], True),
        (
            [1.0, 1.0, 1.0],
            [0.7, 0.8, 0.9],
            None,
            ["Slower than scikit-learn"],
            False,
        ),  # part of another phase
        ([1.0], [0.9], 2, ["Not as fast as wanted"], False),  # one pair says nothing of noise
    ],
)
def test_what_is_said_of_a_ratio(ours, theirs, target, said, fails, capsys):
    found = list(shortfalls.of_classifiers(row(ours, theirs, target)))
    assert [shortfall.sentence.partition(":")[0] for shortfall in found] == said
    assert shortfalls.say(iter(found)) is fails
    assert capsys.readouterr().out


def test_much_memory_is_told_and_does_not_fail():
    (found,) = shortfalls.of_classifiers(row([1.0, 1.1], [3.0, 3.1], memory=100.0))
    assert found == shortfalls.Shortfall("More memory than wanted: A, 10, fit: 95 MB more")


def test_a_search_slower_than_a_compiled_one_is_told_and_does_not_fail():
    ratios = {"1": {"faiss flat": [0.8, 0.7, 0.9], "SciPy": [1.2, 0.9, 1.3]}}
    (found,) = shortfalls.of_anchors({"rows": [{"size": "10 × 2, 5 queries", "ratio": ratios}]})
    assert found == shortfalls.Shortfall(
        "Slower than faiss flat: 10 × 2, 5 queries, 1 thread(s): 0.8 (0.7–0.9) times as fast"
    )


def test_a_grader_slower_than_a_peer_fails():
    runs = {"stock": [1.0, 1.1, 1.2], "ours, 1 worker": [2.0, 2.1, 2.2], "ours, 2 workers": [0.5, 0.6, 0.7]}
    found = [*shortfalls.of_grader({"classes": {"with a figure": runs}})]
    assert [one.fails for one in found] == [True, False]
    assert found[0].sentence.startswith("Slower than stock: ours, 1 worker, with a figure: 0.5")


def test_a_grader_faster_than_its_peer_but_not_as_fast_as_wanted_is_told():
    runs = {"stock": [2.0], "ours, 2 workers": [0.1]}
    (found,) = shortfalls.of_grader({"classes": {"with a figure": runs}})
    assert found.sentence == "Not as fast as wanted: ours, 2 workers, with a figure: 20.0 of 28 times stock"
    assert not found.fails
    runs["ours, 2 workers"] = [0.05]
    assert list(shortfalls.of_grader({"classes": {"with a figure": runs}})) == []


def test_the_graders_table_shows_medians_and_the_spread_of_ratios():
    runs = {"stock": [1.0, 2.0, 3.0], "ours, 1 worker": [0.1, 0.1, 0.1]}
    _, cell = grading_table._times({"small": runs})
    assert cell == ["ours, 1 worker", "100 ms; 20.0 (15.0–25.0) times as fast"]


@pytest.mark.parametrize("task", ROWS, ids=lambda task: f"{task.name}, {task.size}")
def test_a_part_of_the_data_is_enough_to_try_a_row(task):
    data = task.data(100)
    for library in SIDES.values():
        model = task.model(library)
        for phase in dict.fromkeys(["fit", *task.targets]):
            PHASES[phase](task.model(library) if phase in ("both", "100 batches") else model, data)


def test_what_a_check_costs_is_counted_where_it_crosses(monkeypatch):
    """As many calls, and calls back of the metric, as a stand-in gets that is here: both halves."""
    reference = UNITS["knn"]["predict_one"].reference
    called, asked_back = [itertools.count() for _ in range(2)]

    class Spy:
        def __call__(self, x, model):
            next(called)
            return reference(x, {**model, "metric": Metric(model["metric"])})

    class Metric:
        def __init__(self, metric):
            self.metric = metric

        def __call__(self, a, b):
            if self.metric.__module__ != "mlcore._given":  # which the student's process has as well
                next(asked_back)
            return self.metric(a, b)

    check, spy = Checker(UNITS), Spy()
    with monkeypatch.context() as graded:
        graded.setenv("NBJUDGE", "1")
        check("knn.predict_one", spy)
        check("knn.predict_one", spy, hidden=True)
    calls, back, judge, student = checks.judged("knn.predict_one", "predict_one", {"predict_one": reference})
    assert (calls, back) == (next(called), next(asked_back))
    assert min(judge, student) > 0
    assert "NBJUDGE" not in os.environ


def test_the_costs_of_several_answers_are_added_up():
    one = checks.Cost("a", "right", 1, 2, 3.0, 4.0, 5.0, 6.0, 7.0)
    other = checks.Cost("b", "right", 10, 20, 30.0, 40.0, 50.0, 60.0, 70.0)
    assert checks.total([one, other], "right") == checks.Cost(
        "all", "right", 11, 22, 33.0, 44.0, 55.0, 66.0, 77.0
    )


def test_the_page_shows_what_was_measured_beside_the_best_peers():
    results = json.loads((ROOT / "benchmarks" / "anchors.json").read_text())
    page = (ROOT / "docs" / "speed.md").read_text()
    assert table.put_into(page, anchors.markdown(results), "anchors") == page


@pytest.mark.parametrize("side", ["mlcore", "scikit-learn", "SciPy"])
def test_every_side_that_is_installed_here_finds_the_same_neighbours(side):
    data = points(300, 3, 20)
    dists, index = anchors.SIDES[side](data, 1)()
    near = ((data["Q"][:, None] - data["X"]) ** 2).sum(axis=2).argsort(axis=1)[:, : anchors.K]
    assert (index == near).all()
    assert (dists[:, 0] <= dists[:, 1]).all()


def test_more_page_faults_than_were_kept_are_named():
    def of(count, python="3.11"):
        return {"environment": {"python": python}, "counts": {"right": {"judge": {"faults": count}}}}

    assert faults.dearer(of(105), of(100)) == []
    assert faults.dearer(of(106), of(100)) == ["right, judge: 106 page faults, 100 were kept"]
    assert faults.dearer(of(106, "3.12"), of(100)) == []


def test_the_notebook_whose_faults_are_counted_is_graded_as_its_answers_deserve():
    with Executor(unsafe=True) as executor:
        scores = {
            kind: [cell.score for cell in executor.run(faults.task(answers)).cells if cell.score is not None]
            for kind, answers in faults.ANSWERS.items()
        }
    assert scores["right"] == [1.0, 1.0, 1.0]
    assert scores["wrong"][:2] == [1.0, 0.0]
    assert scores["untouched"] == [0.0, 0.0, 0.0]


def test_faults_are_kept_for_each_answer_and_side():
    kept = json.loads(faults.KEPT.read_text())
    assert {kind: set(sides) for kind, sides in kept["counts"].items()} == {
        kind: {"student", "judge"} for kind in faults.ANSWERS
    }
