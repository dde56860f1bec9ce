"""The check under a task, where the student's functions live in another process."""

import pytest

pytest.importorskip("mlcore.exercises.multinomial_nb")

GIVEN = "import numpy as np\nfrom mlcore.exercises import check\n"
SOLUTION = """
def event_prob(joint, event):
    return sum(p for row, p in joint.items() if all(row[i] == v for i, v in event.items()))

def cond_prob(joint, event, given):
    both = {**given, **event}
    if event_prob(joint, given) == 0:
        raise ValueError("impossible")
    if any(both[i] != v for i, v in given.items()):
        return 0.0
    return event_prob(joint, both) / event_prob(joint, given)
"""
TESTS = (
    'check("bayes_rule.event_prob", event_prob)\ncheck("bayes_rule.event_prob", event_prob, hidden=True)',
    'check("bayes_rule.cond_prob", cond_prob)\ncheck("bayes_rule.cond_prob", cond_prob, hidden=True)',
)


@pytest.fixture(scope="module")
def full():
    from mlcore.exercises import UNITS

    return [UNITS["bayes_rule"][name].points for name in ("event_prob", "cond_prob")]


@pytest.fixture
def scores(executor, full):
    """Return a function that grades an answer by the record of the solution: the points of both checks."""
    from nbjudge.tasks import Cell, NotebookTask

    from .conftest import LIMITS, Course

    def task(answer, solution, golden=None):
        cells = [
            Cell("given", "given", GIVEN),
            Cell("answer", "answer", answer, reference=solution),
            *(
                Cell(f"test{i}", "test", test, points)
                for i, (test, points) in enumerate(zip(TESTS, full, strict=True))
            ),
        ]
        return NotebookTask("n", tuple(cells), golden=golden, limits=LIMITS, seed="5eed", student_id="ada")

    assert Course

    def scores(answer, solution=SOLUTION):
        places = executor.run(task(solution, solution)).places
        result = executor.run(task(answer, solution, places))
        return [cell for cell in result.cells if cell.id.startswith("test")]

    return scores


def test_the_solution_earns_everything(scores, full):
    assert [cell.score for cell in scores(SOLUTION)] == full


def test_a_broken_helper_costs_once(scores, full):
    broken = SOLUTION.replace("return sum(p", "return 0.5 + 0.5 * sum(p")
    first, second = scores(broken)
    assert first.score < full[0]
    assert second.score == full[1]


def test_a_broken_helper_costs_once_where_the_solution_does_not_call_it(scores, full):
    by_itself = (
        "def cond_prob(joint, event, given):\n"
        "    fits = lambda row, wanted: all(row[i] == v for i, v in wanted.items())\n"
        "    of_given = [(row, p) for row, p in joint.items() if fits(row, given)]\n"
        "    if sum(p for _, p in of_given) == 0:\n"
        "        raise ValueError('impossible')\n"
        "    both = sum(p for row, p in of_given if fits(row, event))\n"
        "    return both / sum(p for _, p in of_given)\n"
    )
    assert "event_prob" not in by_itself
    solution = SOLUTION[: SOLUTION.index("def cond_prob")] + by_itself
    broken = SOLUTION.replace("return sum(p", "return 0.5 + 0.5 * sum(p")
    first, second = scores(broken, solution)
    assert first.score < full[0]
    assert second.score == full[1]


def test_a_helper_that_never_ends_costs_once(scores, full):
    first, second = scores(SOLUTION.replace("    return sum(p", "    while True: pass\n    return sum(p"))
    assert (first.score, second.score) == (0, full[1])


def test_a_helper_that_ends_the_process_costs_once(scores, full):
    ends = "    __import__('os').abort()\n    return sum(p"
    first, second = scores(SOLUTION.replace("    return sum(p", ends))
    assert (first.score, second.score) == (0, full[1])
    assert "The function ended Python itself" in str(first.outputs)


def test_untouched(scores):
    stub = "def event_prob(joint, event):\n    raise NotImplementedError()\n"
    assert [cell.score for cell in scores(stub)] == [0, 0]
