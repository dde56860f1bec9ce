"""The grader's guide keeps up with the grader: every message, option, setting and exit code is in it."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from nbjudge.commands import cli
from nbjudge.course.options import NbJudge
from nbjudge.sandbox.levels import BUILT_IN, NONE

ROOT = Path(__file__).parents[2]
GUIDE = (ROOT / "docs" / "grading.md").read_text(encoding="utf-8")

# Not read by those who grade: what a unit's author reads (see CONTRIBUTING.md), the panel, which speaks for
# itself, and what the grader's own parts say to each other.
OTHERS = {
    "classroom/envelope", "classroom/orders", "execution/calculating", "execution/code_facts",
    "execution/effects", "records", "reports", "tasks", "course/options", "grading/golden",
    "pages/feedback/formulas",
    "pages/sections/questions", "pages/sections/scores",
    "inside/calls", "inside/cells", "inside/codec", "inside/columns", "inside/confine", "inside/frames",
    "inside/hidden", "inside/job", "inside/libraries", "inside/messages", "inside/objects", "inside/shell",
    "inside/streams", "inside/system",
    "judge/errors", "judge/names", "judge/source",
    "inside/reach", "sandbox/bubblewrap", "sandbox/interpreter", "sandbox/launch",
}  # fmt: skip
# Said to nobody but the grader's own parts, or by a parameter in the help of a command (see below).
UNSAID = {
    "closed the connection",
    "connection to server",
    "SELECT name FROM sqlite_master WHERE type = 'trigger'",
    "SELECT tgname FROM pg_trigger JOIN pg_class ON pg_class.oid = tgrelid "
    "WHERE NOT tgisinternal AND relnamespace = current_schema()::regnamespace",
    "Grade the notebooks of an nbgrader course: sandboxed, in parallel, with reasons.",
    "unable to open",
    "noopener noreferrer nofollow",
    "script style iframe object noscript template svg math title",
    "Your own cell",
    "one job at a time: wait for the last one first",
    "the last level is no protection, which always works",
    "the supervisor is gone",
    "no such function",
    "no such generator",
    "not a given class",
    "not a value",
    "not a change",
    "not an argument",
    "not an error",
    "not an object",
}
FEWEST_WORDS = 3
COMMANDS = cli.app.commands


def plain(text: str) -> str:
    """A text as it is looked for: without code marks and emphasis, each run of blanks as one."""
    return " ".join(re.sub("`|</?em>", "", text).split())


def messages(path: Path) -> Iterator[str]:
    """Every text of a module that is a message by its looks; what is filled in later is a \\0."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    left_out = {id(part) for node in ast.walk(tree) for part in parts_left_out(node)}
    for node in ast.walk(tree):
        if id(node) in left_out:
            continue
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value
        elif isinstance(node, ast.JoinedStr):
            yield "".join(str(part.value) if isinstance(part, ast.Constant) else "\0" for part in node.values)


def parts_left_out(node: ast.AST) -> Iterator[ast.AST]:
    """Docstrings, the pieces of a longer text, and the help of options."""
    documented = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    if isinstance(node, documented) and isinstance(node.body[0], ast.Expr):
        yield node.body[0].value
    elif isinstance(node, ast.JoinedStr):
        yield from node.values
    elif isinstance(node, ast.keyword) and node.arg == "help":
        yield node.value


def fixed_part(message: str) -> str:
    """The longest part of a message in which nothing is filled in."""
    return max((plain(part) for part in message.split("\0")), key=len).strip("\"' .,:;()")


def is_said(message: str) -> bool:
    """Whether a text is made of words, as a message is: no path, no code, no list of tags."""
    part = fixed_part(message)
    words = [word for word in part.split() if re.search("[A-Za-z]{2}", word)]
    looks = len(words) >= FEWEST_WORDS and message not in UNSAID
    return looks and not re.search(r"[\\{}|]|^(BEGIN|END|def|import|a abbr) |<\w+ \w+=", part)


def said() -> list[tuple[str, str]]:
    """The fixed part of each message, with the module that says it."""
    folder = ROOT / "nbjudge"
    found = set()
    for path in folder.rglob("*.py"):
        name = path.relative_to(folder).with_suffix("").as_posix()
        if name not in OTHERS:
            found |= {(name, fixed_part(message)) for message in messages(path) if is_said(message)}
    return sorted(found)


def test_every_message_is_explained():
    guide = plain(GUIDE)
    assert len(said()) > 100
    assert [(module, part) for module, part in said() if part not in guide] == []


def test_every_setting_is_listed_with_its_default():
    for name, trait in NbJudge.class_own_traits(config=True).items():
        row = re.search(rf"^\| `{name}` \| (.*?) \| (.*?) \|$", GUIDE, re.MULTILINE)
        assert row, name
        assert row[1].strip("`") == str(trait.default())
        assert row[2]  # what it is for


@pytest.mark.parametrize("name", sorted(COMMANDS))
def test_every_option_is_named(name):
    command = COMMANDS[name]
    options = {option for entry in command.params for option in entry.opts if option.startswith("--")}
    assert f"`nbjudge {name}" in GUIDE
    assert [option for option in options if f"`{option}" not in GUIDE] == []


def test_every_exit_code_is_listed():
    codes = {0, cli.INCOMPLETE, cli.WRONG, cli.UNPROTECTED, cli.UNSOUND, cli.INTERRUPTED}
    assert {int(code) for code in re.findall(r"^\| (\d+) \|", GUIDE, re.MULTILINE)} == codes


def test_every_level_is_explained():
    assert [level for level in (*BUILT_IN, NONE) if f"**{level.name}**" not in GUIDE] == []


def test_the_reading_order_names_every_module():
    import nbjudge

    text = nbjudge.__doc__ or ""
    folder = ROOT / "nbjudge"
    modules = {path.stem for path in folder.glob("*.py")} - {"__init__", "__main__"}
    packages = {path.parent.name for path in folder.glob("*/__init__.py")}
    assert [name for name in sorted(modules | packages) if not re.search(rf"\b{name}\b", text)] == []
