"""A new thing of every row of CONTRIBUTING's table, as small as it can be, and what the row promises of it.

An edit puts text into a file: before the first place of an anchor, or as a new file where there is none.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.nbjudge import distributions

NEW = ""
PYTEST = ("-m", "pytest", "-q", "-p", "no:cacheprovider", "-n", "0")


@dataclass(frozen=True)
class Toy:
    """What is added for one row, the command that finds it, and what the command then prints."""

    row: str
    edits: Mapping[str, Sequence[tuple[str, str]]]  # file -> (anchor, text put before it)
    command: Sequence[str]  # after `python`
    says: str  # a regular expression

    def add(self, root: Path) -> None:
        """Write the toy into a copy of the repository."""
        for name, edits in self.edits.items():
            path = root / name
            path.parent.mkdir(parents=True, exist_ok=True)
            for anchor, text in edits:
                before = path.read_text(encoding="utf-8") if anchor else ""
                if anchor not in before:
                    raise AssertionError(f"{name} no longer has the line {anchor!r}")
                path.write_text(
                    before.replace(anchor, text + anchor, 1) if anchor else text, encoding="utf-8"
                )


def python(code: str) -> tuple[str, ...]:
    """Run a few statements."""
    return ("-c", code)


TASK = '''
"""The sum of two numbers."""

from mlcore.exercises.mistakes import mistakes_in
from selfcheck.exercise import Case, Exercise, Family, wrong


def toy_sum(a, b):
    return a + b


@wrong()
def product(a, b):
    """What are two and two together, and two and three?"""
    return a * b


EXERCISE = Exercise(
    "toy_sum",
    "toy_sum(a, b) -> float",
    toy_sum,
    (Family("by hand", "example", 1, (Case("two and three", (2, 3)), Case("four and one", (4, 1)))),),
    mistakes_in(globals()),
    right=(lambda a, b: b + a, lambda a, b: sum([a, b]), lambda a, b: a - -b),
    concepts=("eval-error",),
)
'''

UNIT = '''
"""A unit of one task."""

from mlcore.exercises.toys import toy_sum
from selfcheck.exercise import Unit

TASKS = (toy_sum,)
UNIT = Unit("toys", "07_toys", tuple(task.EXERCISE for task in TASKS))
'''

CLASSIFIER = '''
"""Decides by the nearest mean: Gaussians that share one variance of 1."""

import numpy as np
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import validate_data

from mlcore.bayes_classifier import BayesClassifier


class NearestMean(BayesClassifier):
    def fit(self, X, y):
        X, y = validate_data(self, X, y)
        check_classification_targets(y)
        self.classes_, codes = np.unique(y, return_inverse=True)
        self.prior_ = np.bincount(codes) / len(codes)
        self.means_ = np.array([X[codes == c].mean(axis=0) for c in range(len(self.classes_))])  # (K, d)
        return self

    def _check_X(self, X):
        return validate_data(self, X, reset=False)

    def _joint_log_proba(self, X):
        squares = ((X[:, None, :] - self.means_) ** 2).sum(axis=-1)  # (m, K)
        return np.log(self.prior_) - squares / 2
'''

DEMO = '''
"""Two and two are four."""

from mlcore.demos.frame import Demo, agree

DEMO = Demo(
    name="toy",
    question="What are two and two?",
    compute=lambda: 2 + 2,
    confirm=lambda result: agree(result, 2 * 2, "A sum is not a product."),
    conclude=lambda result: [f"Two and two are {result}."],
    figures={},
)
'''

LOADER = '''
"""Four points."""

import numpy as np

from mlcore.datasets.dataset import Dataset


def load_toy() -> Dataset:
    """Return four points of two classes."""
    return Dataset(
        X=np.array([[0.0, 0.0], [0.0, 1.0], [1.0, 0.0], [1.0, 1.0]]),
        y=np.array([0, 1, 0, 1]),
        feature_names=("a", "b"),
        class_names=("no", "yes"),
        description="A toy.",
        source="Made up.",
        licence="BSD-3-Clause",
    )


'''

TRY_CLASSIFIER = """
from sklearn.utils.estimator_checks import check_estimator
from mlcore.nearest_mean import NearestMean
results = check_estimator(NearestMean(), on_fail=None, on_skip=None)
print("failed:", sorted(r["check_name"] for r in results if r["status"] == "failed"))
print(NearestMean().fit([[0.0], [2.0]], ["a", "b"]).predict_proba([[1.0]]).tolist())
"""

TOYS = [
    Toy(
        "distance",
        {
            "mlcore/distances/toy.py": [(NEW, "def in_one_step(x, z):\n    return float(any(x != z))\n")],
            "mlcore/distances/__init__.py": [
                ("from mlcore.distances.objects", "from mlcore.distances.toy import in_one_step\n"),
                ('    "euclidean": euclidean,\n', '    "toy": in_one_step,\n'),
            ],
        },
        python(
            "from mlcore.neighbors import KNeighborsClassifier as C\n"
            "print(C(1, metric='toy').fit([[1.0], [2.0]], ['a', 'b']).predict([[2.0]]))"
        ),
        r"\['b'\]",
    ),
    Toy(
        "kernel",
        {"mlcore/kernels.py": [('    "epanechnikov":', '    "toy": lambda u: 1.0 * (u < 0.5),\n')]},
        python(
            "from mlcore.neighbors import KNeighborsClassifier as C\n"
            "model = C(3, weights='toy').fit([[0.0], [0.9], [1.0]], ['a', 'b', 'b'])\n"
            "print(model.predict([[0.1]]))"
        ),
        r"\['a'\]",
    ),
    Toy(
        "Bayes classifier",
        {"mlcore/nearest_mean.py": [(NEW, CLASSIFIER)]},
        python(TRY_CLASSIFIER),
        r"failed: \[\]\n\[\[0\.5, 0\.5\]\]",
    ),
    Toy(
        "plain function",
        {"mlcore/decisions.py": [("def decide(", "def toy(a):\n    return a\n\n\n")]},
        (*PYTEST, "tests/mlcore/test_documentation.py", "-k", "mlcore.decisions.toy"),
        r"3 failed",  # until its docstring says what goes in, what comes back, and an example
    ),
    Toy(
        "data set",
        {
            "mlcore/datasets/toy.py": [(NEW, LOADER)],
            "mlcore/datasets/__init__.py": [
                ("from mlcore.datasets.dataset", "from mlcore.datasets.toy import load_toy\n"),
                ('    "load_wine",\n', '    "load_toy",\n'),
            ],
        },
        (*PYTEST, "tests/mlcore/test_datasets.py", "-k", "every_loader"),
        r"load_toy",  # the common tests want it in their list
    ),
    Toy(
        "picture of the reference: regions, curves",
        {
            "mlcore/plotting/__init__.py": [
                ('__all__ = [\n', "def toy(ax):\n    return ax\n\n\n"),
                ('    "class_points",\n', '    "toy",\n'),
            ]
        },
        (*PYTEST, "tests/mlcore/test_plotting.py", "-k", "every_public_function"),
        r"toy",
    ),
    Toy(
        "task in a unit",
        {
            "mlcore/exercises/decisions/toy_sum.py": [(NEW, TASK)],
            "mlcore/exercises/decisions/__init__.py": [
                ("from selfcheck.exercise", "from mlcore.exercises.decisions import toy_sum\n"),
                (")\n\nUNIT = Unit", "    toy_sum,\n"),
            ],
        },
        ("-m", "selfcheck", "strength", "decisions.toy_sum"),
        r"toy_sum: 6 answers tried, 0 faults",
    ),
    Toy(
        "unit of the course",
        {
            "mlcore/exercises/toys/toy_sum.py": [(NEW, TASK)],
            "mlcore/exercises/toys/__init__.py": [(NEW, UNIT)],
            "mlcore/exercises/__init__.py": [('"bayes_rule", "knn"', '"toys", ')],
        },
        ("-m", "selfcheck", "strength", "toys.toy_sum"),
        r"toy_sum: 6 answers tried, 0 faults",
    ),
    Toy(
        "known mistake",
        {
            "mlcore/exercises/decisions/cost_threshold.py": [
                (
                    "\n\nEXERCISE =",
                    '\n\n@wrong()\ndef no_mistake_at_all(*given, **named):\n    """What is wrong here?"""\n'
                    "    return EXERCISE.reference(*given, **named)\n",
                )
            ]
        },
        ("-m", "selfcheck", "strength", "decisions.cost_threshold"),
        r"no-mistake-at-all|no_mistake_at_all",
    ),
    Toy(
        "demonstration",
        {
            "mlcore/demos/toy.py": [(NEW, DEMO)],
            "mlcore/demos/__init__.py": [('    "trees":', '    "toy": "What are two and two?",\n')],
        },
        ("-m", "mlcore.demos", "toy"),
        r"Two and two are 4\.",
    ),
    Toy(
        "benchmark row of the reference",
        {
            "benchmarks/rows.py": [
                ("    neighbour_row(100_000, 10,", "    neighbour_row(2_000, 2, 100, points, 1),\n"),
            ]
        },
        (*PYTEST, "tests/test_benchmarks.py", "-k", "enough", "--collect-only"),
        r"2,000 \S+ 2, 100 queries",
    ),
    Toy(
        "small change of model solutions to try",
        {"selfcheck/authoring/mutants.py": [('        ("floor", "ceil"),\n', '        ("sin", "cos"),\n')]},
        python(
            "from selfcheck.authoring.mutants import mutants\n"
            "print([m.name for m in mutants('def f(x):\\n    return np.sin(x)\\n', 2, 2)])"
        ),
        r"sin.*cos",
    ),
    Toy(
        "setting of a course",
        {
            "nbjudge/course/options.py": [
                ("    workers: int = 0", "    toy: bool = False  # a toy\n"),
            ]
        },
        (*PYTEST, "tests/nbjudge/test_guide.py", "-k", "setting"),
        r"toy",  # the guide has to say what it is for
    ),
    Toy(
        "command",
        {
            "nbjudge/commands/cli.py": [
                ("def _open(", '@app.command()\ndef toy() -> None:\n    print("word")\n\n\n'),
            ]
        },
        ("-m", "nbjudge", "toy"),
        r"^word$",
    ),
    Toy(
        "room of the grader",
        {"nbjudge/toys/__init__.py": [(NEW, '"""A room."""\n')]},
        (*PYTEST, "tests/nbjudge/grading/test_unchanged.py", "-k", "every_room_has_its_side"),
        r"toys",
    ),
    Toy(
        "attack on the grader",
        {
            "tests/nbjudge/attacks/catalogue_verdict.py": [
                ("ATTACKS = [", 'TOYS = [Attack("toy", "asks nicely", early=("print(\'please\')",))]\n'),
                ("*SILENCING,", "*TOYS, "),
            ]
        },
        (*PYTEST, "--collect-only", "tests/nbjudge/attacks/test_attacks.py", "-k", "toy"),
        r"\[.*toy.*\]",
    ),
    *(
        Toy(
            row,
            {},
            python(
                "from nbjudge.course import extensions\n"
                f"print(extensions.load({group!r}, 'toy'))"
            ),
            r"the toy",
        )
        for row, group in {
            "exporter": "nbjudge.exporters",
            "late rule": "nbjudge.late_rules",
            "section of the report": "nbjudge.report_sections",
            "backend that runs submissions": "nbjudge.backends",
            "executor that runs one notebook": "nbjudge.executors",
            "level of sandbox": "nbjudge.levels",
            "kind of value that crosses from a student's process to a test": "nbjudge.values",
        }.items()
    ),
]  # fmt: skip
GROUPS = ("exporters", "late_rules", "report_sections", "backends", "executors", "levels", "values")


def install(root: Path) -> None:
    """Install a distribution beside the copy that offers a toy at every point of extension."""
    points = {f"nbjudge.{group}": {"toy": "TOY"} for group in GROUPS}
    distributions.write(root, 'TOY = "the toy"\n', points)
