"""What is loaded before the forks: what the notebooks import, on the side that needs it."""

from nbjudge.course.release import Release, ReleaseCell, ReleaseNotebook
from nbjudge.execution.preload import Preload, to_preload

TEST = {"grade": True, "points": 1}
ANSWER = {"solution": True}


def release(*cells: ReleaseCell) -> Release:
    return Release("ps1", (ReleaseNotebook("ps1", cells, {}),))


def given(source: str) -> ReleaseCell:
    return ReleaseCell("given", "code", source, {})


def check(source: str) -> ReleaseCell:
    return ReleaseCell("test", "code", source, TEST)


def answer(source: str, reference: str) -> ReleaseCell:
    return ReleaseCell("answer", "code", source, ANSWER, reference=reference)


def test_a_library_that_only_plots_need_is_not_loaded_for_the_judge() -> None:
    cells = given("import numpy as np\nimport matplotlib.pyplot as plt"), given("plt.plot([1, 2])")
    assert to_preload(release(*cells, check("assert np.allclose(f(1), 1)"))) == Preload(
        ("numpy", "matplotlib.pyplot"), ("numpy",)
    )


def test_what_tests_need_by_way_of_given_cells_is_loaded_for_the_judge() -> None:
    cells = given("import pandas as pd\nframe = pd.DataFrame()"), check("assert f(frame) == 1")
    assert to_preload(release(*cells)).judge == ("pandas",)


def test_the_judge_has_the_imports_of_tests_and_of_solutions() -> None:
    cells = answer("# YOUR CODE HERE", "import scipy.stats"), check("import sympy\nassert f(1) == 1")
    assert to_preload(release(*cells)) == Preload(("sympy",), ("sympy", "scipy.stats"))


def test_unknown_libraries_are_not_loaded_but_the_courses_own_are() -> None:
    cells = given("import threads_of_its_own, course.helpers"), check("course.helpers.f()")
    assert to_preload(release(*cells), own=["course"]).student == ("course.helpers",)
