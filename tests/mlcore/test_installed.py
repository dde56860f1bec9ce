"""What the first cells ask: a package that is too old is refused in one line; a report says what to do."""

from importlib.metadata import PackageNotFoundError

import pytest

import mlcore
from mlcore import installed
from mlcore.installed import TooOld, needs, report


def test_this_version_is_new_enough_for_itself():
    needs(mlcore.__version__)


def test_a_package_that_is_too_old_is_refused_in_one_line(monkeypatch):
    monkeypatch.setattr(mlcore, "__version__", "0.9.3")
    needs("0.9")
    needs("0.9.3")
    with pytest.raises(TooOld) as refused:
        needs("0.10")  # ten is more than nine
    (line,) = refused.value._render_traceback_()
    assert line.startswith("Not yet: this notebook needs mlcore 0.10 or newer, and here is 0.9.3.")
    assert "restart the kernel" in line


def test_the_report_names_what_a_student_needs_and_nothing_of_a_teacher():
    names = [line.split()[0] for line in report().splitlines() if line]
    assert {"Python", "mlcore", "numpy", "matplotlib", "sympy", "jupyterlab"} <= set(names)
    assert not {"nbgrader", "pytest", "ruff", "jupytext"} & set(names)


def versions_with(changes):
    def version(name):
        if changes.get(name, "") is None:
            raise PackageNotFoundError(name)
        return changes.get(name) or "2.5"

    return version


@pytest.mark.parametrize(("found", "said"), [(None, "missing"), ("1.26", "1.26")])
def test_what_is_missing_or_too_old_is_named_with_the_way_out(monkeypatch, found, said):
    wanted = [one for one in installed._wanted() if one.name == "numpy"]
    monkeypatch.setattr(installed, "_wanted", lambda: wanted)
    monkeypatch.setattr(installed, "version", versions_with({"numpy": found}))
    *_, line, _, last = report().splitlines()
    assert line.split()[:2] == ["numpy", said]
    assert "wanted: <3,>=2.0" in line
    assert last.startswith("1 of these does not fit. In a terminal: ")
    assert '-m pip install --upgrade "mlcore[lab]". Then restart the kernel.' in last


def test_what_fits_is_said_to_fit(monkeypatch):
    wanted = [one for one in installed._wanted() if one.name == "numpy"]
    monkeypatch.setattr(installed, "_wanted", lambda: wanted)
    assert report().splitlines()[-1] == "All of it fits. Go on."
