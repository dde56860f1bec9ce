"""Tracebacks: what a student would see, made once."""

import io
from typing import ClassVar

import pytest
from IPython.core.interactiveshell import InteractiveShell
from pygments.formatters.terminal256 import Terminal256Formatter
from pygments.lexers.python import PythonLexer
from pygments.style import Style
from pygments.token import Keyword, Name

from nbjudge.inside import tracebacks
from nbjudge.inside.cells import Outputs, run

FAILS = "def f(x):\n    return x / 0\nf(1)"


class Plain(Style):
    styles: ClassVar = {Name: "#ff0000"}


class Bold(Style):
    styles: ClassVar = {Keyword: "bold #00ff00"}


@pytest.fixture
def shell(monkeypatch: pytest.MonkeyPatch) -> InteractiveShell:
    monkeypatch.setattr(Terminal256Formatter, "_setup_styles", Terminal256Formatter._setup_styles)
    return InteractiveShell(colors="neutral")


def shown(shell: InteractiveShell, source: str = FAILS) -> list[str]:
    outputs = Outputs()
    run(shell, source, outputs)
    return outputs.list[-1]["traceback"]


def test_a_traceback_is_the_same_with_all_that_is_left_out(shell: InteractiveShell):
    sources = [FAILS, "f(", "raise KeyError('x') from OSError('y')", f"{FAILS}; 1", "int('a')"]
    before = [shown(shell, source) for source in sources]
    tracebacks.format_once(shell)
    tracebacks.keep_colours()
    for _ in range(2):
        shell.execution_count = 1
        assert [shown(shell, source) for source in sources] == before
    assert any("\x1b[" in line for line in before[0])


def test_each_is_made_once(shell: InteractiveShell, monkeypatch: pytest.MonkeyPatch):
    tracebacks.format_once(shell)
    made: list[str] = []
    whole = shell.InteractiveTB.structured_traceback

    def counted(*about: object, **more: object) -> list[str]:
        made.append("")
        return whole(*about, **more)

    monkeypatch.setattr(shell.InteractiveTB, "structured_traceback", counted)
    monkeypatch.setattr(shell, "_showtraceback", lambda kind, error, lines: None)
    shell.run_cell(FAILS, store_history=True)
    assert len(made) == 1


def test_an_error_that_cannot_say_what_it_is_ends_nothing(shell: InteractiveShell):
    tracebacks.format_once(shell)
    done = shell.run_cell(
        "class Odd(Exception):\n    def __str__(self): 1 / 0\nraise Odd", store_history=True
    )
    assert type(done.error_in_exec).__name__ == "Odd"


def test_styles_keep_their_own_colours(shell: InteractiveShell):
    def written(**options: object) -> str:
        out = io.StringIO()
        Terminal256Formatter(**options).format(PythonLexer().get_tokens("for x in y: pass"), out)
        return out.getvalue()

    about = [{"style": Plain}, {"style": Bold}, {"style": Bold, "nobold": True}, {}]
    before = [written(**options) for options in about]
    tracebacks.keep_colours()
    assert [written(**options) for options in (*about, *about)] == before * 2
    assert len(set(before)) == 4
