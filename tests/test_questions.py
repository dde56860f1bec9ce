"""The short questions between the tasks: the right answer is right, and each other one is a known mistake's.

What a question says in words is put here as a call of the task. The reference gives the answer that the fold
calls right, and every other answer is what a mistake gives that the checks know: so nobody is led away by
numbers that no student would find.
"""

import itertools
import re
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

from mlcore.exercises import UNITS
from selfcheck.authoring import build

ROOT = Path(__file__).parent.parent
SOURCES = sorted((ROOT / "solutions").glob("*.py"))
LETTERS = "abcd"
OFFERS = {("spam", "yes"): 0.3, ("spam", "no"): 0.2, ("ham", "yes"): 0.1, ("ham", "no"): 0.4}
ONE_CLASS = {"classes": np.array([0]), "prior": np.array([0.5])}
WINDS = ([[1]] * 6 + [[0]] * 2 + [[1]] * 4 + [[0]] * 8, ["Yes"] * 8 + ["No"] * 12)
EQUAL = {"classes": np.array([0, 1]), "prior": np.array([0.5, 0.5])}


def only(table):
    """Return the one number of a table with one row and one column."""
    (number,) = np.ravel(table)
    return number


def of_four_neighbours(answer):
    model = {"X": [1, 2, 3, 4], "y": np.array(list("o+o+")), "k": 4, "classes": np.array(["+", "o"])}
    return str(answer(0, model | {"metric": lambda a, b: abs(a - b)}))


def of_three_classes(answer):
    X = [[1, 0, 0, 0]] * 3 + [[0, 1, 0, 1]] * 2 + [[0, 0, 1, 1]] * 2
    return answer(np.array(X), np.array([0, 0, 0, 1, 1, 2, 2]), 1)["theta"][0][0]


def of_two_texts(answer):
    X, y = np.array([[2, 1, 0], [1, 0, 0], [0, 1, 2]]), np.array([0, 0, 1])
    return answer(X, y, 1)["theta"][0][0]


# unit: for each question the task, the call, and the mistakes behind (a), (b), ...; None where it is right
MEANT = {
    "bayes_rule": [
        (
            "cond_prob",
            lambda f: f(OFFERS, {0: "spam"}, {1: "yes"}),
            ("joint-instead-of-conditional", "divides-by-the-event", None),
        ),
        (
            "bayes_posterior",
            lambda f: f([0.2, 0.8], [0.5, 0.125])[0],
            ("not-normalised", None, "prior-ignored"),
        ),
        (
            "map_theta",
            lambda f: f([4, 0, 0], 1)[1],
            ("alpha-above-the-line-only", "alpha-once-below-the-line", "always-two-values", None),
        ),
        (
            "update_odds",
            lambda f: f(0.2, [4]),
            ("probability-times-ratios", None, "odds-returned", "probability-as-odds"),
        ),
    ],
    "knn": [
        ("predict_one", of_four_neighbours, (None, "nearest-breaks-ties")),
        (
            "minkowski",
            lambda f: f(np.array([1, 5]), np.array([4, 1]), 1),
            ("without-absolute-value", "p-is-always-two", None),
        ),
        (
            "weighted_vote",
            lambda f: f(np.array(list("+oo")), np.array([3.0, 1, 1]), ["+", "o"])[0],
            ("weights-ignored", None, "mean-weight-per-class"),
        ),
        (
            "standardise",
            lambda f: only(f(np.array([[10.0], [30]]), np.array([[40.0]]))),
            ("statistics-of-the-queries", "statistics-of-both", None, "only-centred"),
        ),
    ],
    "categorical_nb": [
        (
            "cond_table",
            lambda f: f(np.array(WINDS[0]), np.array(WINDS[1]), [2], 0)[0][1][1],
            ("divides-by-all-examples", "divides-by-the-value", None),
        ),
        (
            "cond_table",
            lambda f: f(np.array([[0], [0], [0], [1], [1]]), np.array([0, 0, 0, 0, 1]), [2], 2)[0][0][0],
            ("alpha-above-the-line-only", "alpha-once-below-the-line", "one-hard-coded", None),
        ),
        (
            "log_joint_with_gaps",
            lambda f: np.exp(
                only(
                    f(
                        ONE_CLASS | {"tables": [np.array([[0.4, 0.6]]), np.array([[0.9, 0.1]])]},
                        np.array([[0, -1]]),
                    )
                )
            ),
            (
                "index-wraps-to-the-last-value",
                "gap-gets-an-even-share",
                "gap-filled-with-the-likeliest",
                None,
            ),
        ),
    ],
    "bernoulli_nb": [
        (
            "learn",
            of_three_classes,
            ("alpha-above-only", "alpha-times-the-features-below", "alpha-times-the-classes-below", None),
        ),
        (
            "log_joint",
            lambda f: np.exp(only(f(ONE_CLASS | {"theta": np.array([[0.5, 0.8]])}, np.array([[1, 0]])))),
            ("absent-words-ignored", "one-and-zero-swapped", None),
        ),
        (
            "evidence",
            lambda f: only(f(EQUAL | {"theta": np.array([[0.2, 0.2], [0.8, 0.8]])}, np.array([[1, 1]]))),
            ("product-of-marginals", "largest-class-only", None, "prior-missing"),
        ),
    ],
    "multinomial_nb": [
        ("learn", of_two_texts, ("alpha-once-below", "two-alpha-below", None, "repeats-ignored")),
        (
            "log_joint",
            lambda f: np.exp(only(f(ONE_CLASS | {"theta": np.array([[0.1, 0.9]])}, np.array([[2, 0]])))),
            ("absence-added", None, "presence-for-counts"),
        ),
        (
            "cosine_similarity",
            lambda f: f(np.array([3, 4]), np.array([30, 40])),
            (None, "distance", "dot-product"),
        ),
    ],
    "gaussian_nb": [
        (
            "gaussian_pdf",
            lambda f: f(5, 5, 0.01),
            ("pdf-capped-at-one", "pdf-deviation-under-the-root", None, "pdf-variance-as-deviation"),
        ),
        (
            "learn",
            lambda f: f(np.array([[1.0], [5], [10], [10]]), np.array([0, 0, 1, 1]), 0)["var"][0][0],
            ("standard-deviation", None, "divisor-one-less", "variance-of-all-rows"),
        ),
        (
            "boundary_1d",
            lambda f: only(f(0, 1, 0.8, 2, 1, 0.2)),
            ("priors-the-wrong-way-round", "midpoint", "priors-count-half", None),
        ),
    ],
    "decisions": [
        (
            "metrics",
            lambda f: f(8, 2, 24, 66)["f1"],
            ("f1-without-the-two", None, "f1-as-geometric-mean", "f1-as-arithmetic-mean"),
        ),
        (
            "cost_threshold",
            lambda f: f(1, 4),
            (None, "ratio-of-the-costs", "always-one-half", "threshold-upside-down"),
        ),
        (
            "auc",
            lambda f: f(np.array([1, 1, 0, 0]), np.array([0.9, 0.5, 0.5, 0.1])),
            ("ties-lose", None, "ties-win"),
        ),
        (
            "log_loss",
            lambda f: f(np.array([[0.5, 0.5], [0.125, 0.875]]), np.array([0, 0])),
            ("logarithm-of-the-mean", None, "base-two", "sum-for-mean"),
        ),
    ],
}


def questions(source):
    """Return each question: its cell's place, the answers to choose from, the right one's letter, why."""
    found = []
    for place, cell in enumerate(build.read(source).cells):
        if cell.cell_type == "markdown" and cell.source.startswith("**Before you go on.**"):
            asked, _, answer = cell.source.partition("<details><summary>Answer</summary>")
            offered = re.findall(r"^- \(([a-d])\) (.+)$", asked, re.MULTILINE)
            right = re.match(r"\s*\*\*\(([a-d])\)\.\*\*", answer)
            assert [letter for letter, _ in offered] == list(LETTERS[: len(offered)])
            found.append((place, [text for _, text in offered], right[1], answer))
    return found


def unit_of(source):
    (unit,) = [unit for unit in UNITS.values() if unit.notebook == source.stem]
    return unit


@pytest.mark.parametrize("source", SOURCES, ids=lambda path: path.stem)
def test_a_unit_asks_two_to_four_short_questions_between_its_tasks(source):
    assert 2 <= len(questions(source)) == len(MEANT[unit_of(source).name]) <= 4
    cells = build.read(source).cells
    tasks = [place for place, cell in enumerate(cells) if "exercise" in role(cell)]
    asked = [place for place, *_ in questions(source)]
    assert all(place > tasks[0] for place in asked)
    for one, next_one in itertools.pairwise(asked):  # never two in a row
        assert any(one < task < next_one for task in tasks)


def role(cell):
    found = cell.metadata.get("nbgrader", {})
    return "exercise" if found.get("solution") and cell.cell_type == "code" else ""


@pytest.mark.parametrize("source", SOURCES, ids=lambda path: path.stem)
def test_the_answer_says_of_each_wrong_one_why_it_tempts(source):
    for _, offered, right, answer in questions(source):
        said = set(re.findall(r"\(([a-d])\)", answer))
        assert said == set(LETTERS[: len(offered)]), answer
        assert answer.index(f"**({right}).**") == answer.index("**")


@pytest.mark.parametrize("source", SOURCES, ids=lambda path: path.stem)
def test_the_right_answer_is_the_references_and_each_other_one_a_known_mistakes(source):
    unit = unit_of(source)
    for (_, offered, right, _), (task, call, mistakes) in zip(
        questions(source), MEANT[unit.name], strict=True
    ):
        known = {wrong.slug: wrong.answer for wrong in unit[task].misconceptions}
        assert LETTERS[mistakes.index(None)] == right
        for text, mistake in zip(offered, mistakes, strict=True):
            given = call(unit[task].reference if mistake is None else known[mistake])
            if isinstance(given, str):
                assert given == text
            else:
                decimals = len(text.partition(".")[2]) if "/" not in text else 12
                assert round(float(given), decimals) == pytest.approx(float(Fraction(text))), (task, mistake)


DEMOS = sorted((ROOT / "solutions" / "demos").glob("*.py"))


@pytest.mark.parametrize("source", DEMOS, ids=lambda path: path.stem)
def test_each_question_of_a_demonstration_has_its_answer_to_unfold(source):
    last = build.read(source).cells[-1].source
    assert last.startswith("## Now you")
    asked = re.findall(r"^(\d+)\. .+", last, re.MULTILINE)
    answers = re.findall(r"<summary>Answer to (\d+)</summary>\n\n(.{20,})", last)
    assert asked == [str(number) for number in range(1, len(asked) + 1)]
    assert [number for number, _ in answers] == asked
    assert len(asked) >= 4
