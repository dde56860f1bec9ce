"""What goes wrong besides wrong answers: half of an answer, a slip, a loop without end, a crash.

Each takes the text of an answer's cell and gives another. `RUNS` says which of them may be run here to see
what they deserve; the others deserve nothing, for no case gets an answer from them.
"""

import ast
import keyword
import re
from collections.abc import Callable

import numpy as np

from selfcheck.authoring.simulation.standalone import BUILTINS

Trouble = Callable[[str, str, np.random.Generator], str]


def half(text: str, task: str, rng: np.random.Generator) -> str:
    """Stop in the middle."""
    lines, function = _lines(text, task)
    body = _statements(function)
    kept = body[: max(len(body) // 2, 0)]
    end = kept[-1].end_lineno if kept else body[0].lineno - 1
    rest = (("    # TODO",), ("    pass",), ("    # ???", "    return None"), ("    return 0",))
    return "\n".join(
        [*lines[:end], *rest[int(rng.integers(len(rest)))], "    pass" if not kept else ""]
    ).rstrip()


def slip(text: str, task: str, rng: np.random.Generator) -> str:
    """Misspell a variable where it is used."""
    lines, function = _lines(text, task)
    arguments = {arg.arg for arg in ast.walk(function) if isinstance(arg, ast.arg)}
    uses = [
        node
        for statement in _statements(function)
        for node in ast.walk(statement)
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and node.id in arguments
    ]
    node = uses[int(rng.integers(len(uses)))]
    line = lines[node.lineno - 1].encode()
    wrong = f"{node.id}{node.id[-1]}" if len(node.id) < 3 else node.id[:-2] + node.id[-1] + node.id[-2]
    if wrong in BUILTINS or keyword.iskeyword(wrong) or re.search(rf"\b{wrong}\b", text):
        wrong = f"{node.id}_"
    lines[node.lineno - 1] = (line[: node.col_offset] + wrong.encode() + line[node.end_col_offset :]).decode()
    return "\n".join(lines)


def unreadable(text: str, task: str, rng: np.random.Generator) -> str:
    """Forget a colon or a bracket."""
    lines, _ = _lines(text, task)
    last = max(at for at, line in enumerate(lines) if line.strip())
    heads = [at for at, line in enumerate(lines) if re.match(r"\s*(for|if|while|def) .*:$", line)]
    if rng.random() < 0.5 or ")" not in lines[last]:
        at = heads[-1]
        lines[at] = lines[at].removesuffix(":")
    else:
        at = lines[last].rindex(")")
        lines[last] = lines[last][:at] + lines[last][at + 1 :]
    return "\n".join(lines)


def endless(text: str, task: str, rng: np.random.Generator) -> str:
    """Wait for something that never comes."""
    counter = str(rng.choice(["i", "n", "j", "step"]))
    return _with_body(
        text,
        task,
        f"{counter} = 0\nfound = []\nwhile len(found) < 1:\n    {counter} = {counter} + 1\nreturn found",
    )


def itself(text: str, task: str, rng: np.random.Generator) -> str:
    """Call oneself without end."""
    _, function = _lines(text, task)
    names = ", ".join(arg.arg for arg in [*function.args.args, *function.args.kwonlyargs])
    return _with_body(text, task, f"# use the function from above\nreturn {task}({names})")


def leaves(text: str, task: str, rng: np.random.Generator) -> str:
    """End the program instead of returning."""
    return _with_body(text, task, "import sys\n\nprint('wrong input')\nsys.exit(1)")


def crashes(text: str, task: str, rng: np.random.Generator) -> str:
    """Take the whole process down."""
    return _with_body(text, task, "import os\n\nos.abort()")


TROUBLES: dict[str, Trouble] = {
    "half": half, "slip": slip, "unreadable": unreadable, "endless": endless, "itself": itself,
    "leaves": leaves, "crashes": crashes,
}  # fmt: skip
RUNS = frozenset({"half", "slip", "itself"})


def _lines(text: str, task: str) -> tuple[list[str], ast.FunctionDef]:
    for node in ast.parse(text).body:
        if isinstance(node, ast.FunctionDef) and node.name == task:
            return text.split("\n"), node
    raise ValueError(f"{task} is not defined")


def _statements(function: ast.FunctionDef) -> list[ast.stmt]:
    return function.body[ast.get_docstring(function) is not None :]


def _with_body(text: str, task: str, body: str) -> str:
    lines, function = _lines(text, task)
    first = _statements(function)[0].lineno - 1
    return "\n".join([*lines[:first], *(f"    {line}".rstrip() for line in body.split("\n"))])
