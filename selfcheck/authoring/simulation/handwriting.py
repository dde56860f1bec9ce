"""The same answer as one particular student writes it: names, comments, layout, turns of phrase.

    Hand    how somebody writes; the same in all of their answers
    write   a program and the stub of its task -> the text of the cell

Two students with one idea do not hand in one text, and a text that was copied is rarely left as it was:
both come from here. Nothing of it may change what a program does; whoever uses it puts the text to proof.
"""

import ast
import copy
import io
import keyword
import re
import tokenize
from dataclasses import dataclass, field

import numpy as np

from selfcheck.authoring.simulation.standalone import BUILTINS, Program, bound_in

# What people call things at home.
WORDS = {
    "german": {
        "total": "summe", "row": "zeile", "rows": "zeilen", "value": "wert", "values": "werte",
        "result": "ergebnis", "count": "anzahl", "counts": "anzahlen", "label": "klasse",
        "labels": "klassen", "score": "punkte", "scores": "punktzahl", "best": "beste",
        "answers": "antworten", "near": "nachbarn", "order": "reihenfolge", "dists": "abst",
        "left": "rest", "both": "beide", "prior": "vorher", "shares": "anteile", "out": "aus",
    },
    "spanish": {
        "total": "suma", "row": "fila", "rows": "filas", "value": "valor", "values": "valores",
        "result": "resultado", "count": "cuenta", "counts": "cuentas", "label": "clase",
        "labels": "clases", "score": "puntaje", "scores": "puntajes", "best": "mejor",
        "answers": "respuestas", "near": "vecinos", "order": "orden", "dists": "dist", "left": "resto",
        "both": "ambos", "prior": "previa", "shares": "partes", "out": "sal",
    },
}  # fmt: skip
COMMENTS = {
    ast.For: ("go through all {0}", "loop", "for each {0}", "one after the other"),
    ast.While: ("until done", "repeat"),
    ast.If: ("check this first", "special case", "see task", "otherwise it breaks"),
    ast.Raise: ("the task says so", "not allowed"),
    ast.Return: ("done", "finally", "return it"),
    ast.Assign: ("compute {0}", "{0}", "we need this later", "see lecture"),
    ast.AugAssign: ("add up", "sum"),
}
MARK = "#:"
RESULTS = ("result", "res", "out", "answer", "ret")
MESSAGES = ("not allowed", "invalid input", "impossible", "bad input", "error", "cannot compute this")


@dataclass(frozen=True)
class Hand:
    """How somebody writes."""

    names: str = "kept"  # or short, german, spanish, own
    comments: float = 0.0  # how often
    turns: float = 0.0  # how often a phrase is put in another way
    double_quotes: bool = True
    tight: bool = False  # no blanks after commas and around =
    docstring: bool = True
    prints: bool = False  # leaves the prints of debugging, commented out
    salt: int = 0  # two hands alike otherwise choose differently

    @classmethod
    def drawn(cls, rng: np.random.Generator) -> "Hand":
        """Draw somebody's way of writing."""
        return cls(
            names=str(rng.choice(["kept", "kept", "short", "german", "spanish", "own"])),
            comments=float(rng.choice([0.0, 0.1, 0.25, 0.5])),
            turns=float(rng.choice([0.0, 0.3, 0.6, 0.9])),
            double_quotes=bool(rng.random() < 0.6),
            tight=bool(rng.random() < 0.2),
            docstring=bool(rng.random() < 0.8),
            prints=bool(rng.random() < 0.15),
            salt=int(rng.integers(1 << 31)),
        )

    def choices(self, task: str) -> np.random.Generator:
        """Give the choices of this hand in a task, always the same ones."""
        return np.random.default_rng([self.salt, *task.encode()])


@dataclass
class _Page:
    """A text that grows: what stands above the answer, and the answer."""

    above: list[str] = field(default_factory=list)
    body: list[str] = field(default_factory=list)


def write(program: Program, stub: str, task: str, hand: Hand) -> str:
    """Give the text of a cell: the stub of the task with the body of the program, helpers above it."""
    program, rng = copy.deepcopy(program), hand.choices(task)
    answer = program.answer
    if answer is None:
        raise ValueError(f"{task}: there is no answer to write")
    head, wanted = head_of(stub, task, hand.docstring)
    arguments = tuple(arg.arg for arg in _all_arguments(wanted))
    fits = _take_arguments(answer, wanted)
    nodes = [node for function in program.functions for node in ast.walk(function)]
    keywords = {node.arg for node in nodes if isinstance(node, ast.keyword) and node.arg}
    for function in program.functions:
        fixed = set(arguments) if function is answer else keywords
        _rename(function, hand, fixed | {f.name for f in program.functions})
        _Turns(rng, hand.turns).visit(function)
        _comment(function, hand, rng)
        ast.fix_missing_locations(function)
    page = _Page()
    page.above += [ast.unparse(statement) for statement in (*program.imports, *program.constants)]
    page.above += [f"\n{ast.unparse(helper)}\n" for helper in program.helpers]
    if fits:
        page.body = [head, *("    " + line for part in answer.body for line in ast.unparse(part).split("\n"))]
    else:
        page.body = [ast.unparse(answer)]
    return _laid_out("\n".join([*page.above, *page.body]), hand)


def head_of(stub: str, task: str, docstring: bool = True) -> tuple[str, ast.FunctionDef]:
    """Give the lines of a stub that stay, to the end of its docstring, and the function that it begins."""
    for node in ast.parse(stub).body:
        if isinstance(node, ast.FunctionDef) and node.name == task:
            first = node.body[0]
            said = ast.get_docstring(node) is not None
            lines = stub.split("\n")
            end = (first.end_lineno or first.lineno) if said and docstring else first.lineno - 1
            kept = [line for line in lines[:end] if line.strip() != "# YOUR CODE HERE"]
            return "\n".join(kept), node
    raise ValueError(f"{task}: its cell has no function of that name")


def _all_arguments(function: ast.FunctionDef) -> list[ast.arg]:
    return [*function.args.posonlyargs, *function.args.args, *function.args.kwonlyargs]


def _take_arguments(answer: ast.FunctionDef, stub: ast.FunctionDef) -> bool:
    """Give an answer the arguments of the stub, by their places; say whether they can be the same."""
    own, wanted = ([arg.arg for arg in _all_arguments(function)] for function in (answer, stub))
    if len(own) != len(wanted) or _defaults(answer) != _defaults(stub):
        return False
    others = bound_in(answer) - set(own)
    new = {name: f"{name}_" for name in others if name in wanted}
    _Renamed({**new, **dict(zip(own, wanted, strict=True))}).visit(answer)
    return True


def _defaults(function: ast.FunctionDef) -> list[str]:
    given = function.args
    kept = [*given.defaults, *(value for value in given.kw_defaults if value), given.vararg, given.kwarg]
    return [ast.dump(value) if value else "" for value in kept]


class _Renamed(ast.NodeTransformer):
    def __init__(self, names: dict[str, str]) -> None:
        self.names = names

    def visit_Name(self, node: ast.Name) -> ast.AST:
        node.id = self.names.get(node.id, node.id)
        return node

    def visit_arg(self, node: ast.arg) -> ast.AST:
        node.arg = self.names.get(node.arg, node.arg)
        return node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        self.generic_visit(node)
        node.name = self.names.get(node.name, node.name)
        return node


def _rename(function: ast.FunctionDef, hand: Hand, fixed: set[str]) -> None:
    nodes = list(ast.walk(function))
    used = {n.id for n in nodes if isinstance(n, ast.Name)} | BUILTINS | fixed | set(keyword.kwlist)
    fixed = fixed | {n.asname or n.name for n in nodes if isinstance(n, ast.alias)}
    fixed |= {n.name for n in nodes if isinstance(n, ast.ExceptHandler) and n.name}
    new: dict[str, str] = {}
    for name in sorted(bound_in(function) - fixed):
        wanted = _called(name, hand)
        if wanted != name and wanted not in used and wanted not in new.values() and wanted.isidentifier():
            new[name] = wanted
    inner = {n.name for n in nodes if isinstance(n, ast.FunctionDef) and n is not function}
    _Renamed({old: name for old, name in new.items() if old not in inner}).visit(function)


def _called(name: str, hand: Hand) -> str:
    """Say what a hand calls a variable.

    >>> _called("remaining_rows", Hand("short")), _called("total", Hand("german")), _called("total", Hand())
    ('rr', 'summe', 'total')
    """
    if len(name) == 1 or name.startswith("_"):
        return name
    match hand.names:
        case "short":
            return "".join(part[0] for part in name.split("_") if part) if "_" in name else name[:3]
        case "own":
            return ("my_{0}", "{0}1", "{0}_val", "{0}_", "the_{0}")[hand.salt % 5].format(name)
        case "german" | "spanish" as language:
            return WORDS[language].get(name, name)
    return name


class _Turns(ast.NodeTransformer):
    """Puts phrases in another way, each with a chance."""

    def __init__(self, rng: np.random.Generator, chance: float) -> None:
        self.rng, self.chance = rng, chance

    def _now(self) -> bool:
        return bool(self.rng.random() < self.chance)

    def visit_AugAssign(self, node: ast.AugAssign) -> ast.AST:
        if not (isinstance(node.target, ast.Name) and self._now()):
            return node
        value = ast.BinOp(ast.Name(node.target.id, ast.Load()), node.op, node.value)
        return ast.Assign([node.target], value)

    def visit_Compare(self, node: ast.Compare) -> ast.AST:
        self.generic_visit(node)
        turned: dict[type[ast.cmpop], type[ast.cmpop]] = {
            ast.Eq: ast.Eq, ast.Lt: ast.Gt, ast.Gt: ast.Lt, ast.LtE: ast.GtE, ast.GtE: ast.LtE
        }  # fmt: skip
        named = not any(isinstance(side, ast.Constant) for side in (node.left, node.comparators[0]))
        if named and len(node.ops) == 1 and type(node.ops[0]) in turned and self._now():
            other = turned[type(node.ops[0])]()
            return ast.Compare(node.comparators[0], [other], [node.left])
        return node

    def visit_Raise(self, node: ast.Raise) -> ast.AST:
        call = node.exc
        name = call.func if isinstance(call, ast.Call) else call
        if not isinstance(name, ast.Name) or node.cause or not self._now():
            return node
        said = MESSAGES[int(self.rng.integers(len(MESSAGES)))]
        return ast.Raise(ast.Call(name, [ast.Constant(said)], []), None)

    def visit_Return(self, node: ast.Return) -> ast.AST | list[ast.stmt]:
        self.generic_visit(node)
        value = node.value
        if value is None or isinstance(value, (ast.Name, ast.Constant)) or not self._now():
            return node
        if isinstance(value, ast.IfExp):
            return ast.If(value.test, [ast.Return(value.body)], [ast.Return(value.orelse)])
        name = RESULTS[int(self.rng.integers(len(RESULTS)))]
        if any(isinstance(part, ast.Name) and part.id == name for part in ast.walk(value)):
            return node
        loop = _looped(value, name)
        if loop is not None:
            return [*loop]
        return [ast.Assign([ast.Name(name, ast.Store())], value), ast.Return(ast.Name(name, ast.Load()))]

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        self.generic_visit(node)
        for place, statement in enumerate(node.body[:-1]):
            leaves = isinstance(statement, ast.If) and isinstance(statement.body[-1], (ast.Return, ast.Raise))
            if leaves and isinstance(statement, ast.If) and not statement.orelse and self._now():
                statement.orelse = node.body[place + 1 :]
                node.body = node.body[: place + 1]
                break
        return node


def _looped(value: ast.expr, name: str) -> list[ast.stmt] | None:
    """Write `return [f(x) for x in xs]`, or an array of it, as a loop that appends."""
    around: ast.Call | None = None
    inner = value
    if isinstance(value, ast.Call) and len(value.args) == 1 and not value.keywords:
        around, inner = value, value.args[0]
    if not isinstance(inner, ast.ListComp) or len(inner.generators) != 1 or inner.generators[0].is_async:
        return None
    each = inner.generators[0]
    append = ast.Call(ast.Attribute(ast.Name(name, ast.Load()), "append", ast.Load()), [inner.elt], [])
    body: list[ast.stmt] = [ast.Expr(append)]
    for test in reversed(each.ifs):
        body = [ast.If(test, body, [])]
    made: ast.expr = ast.Name(name, ast.Load())
    if around is not None:
        made = ast.Call(around.func, [made], [])
    return [
        ast.Assign([ast.Name(name, ast.Store())], ast.List([], ast.Load())),
        ast.For(each.target, each.iter, body, []),
        ast.Return(made),
    ]


def _comment(function: ast.FunctionDef, hand: Hand, rng: np.random.Generator) -> None:
    """Put comments between statements, as texts that become comments when all is laid out."""
    for node in ast.walk(function):
        for part in ("body", "orelse"):
            statements = getattr(node, part, None)
            if isinstance(statements, list):
                setattr(node, part, [s for own in statements for s in _with_comment(own, hand, rng)])


def _with_comment(statement: ast.stmt, hand: Hand, rng: np.random.Generator) -> list[ast.stmt]:
    made: list[ast.stmt] = []
    choices = COMMENTS.get(type(statement), ())
    if choices and rng.random() < hand.comments:
        text = choices[int(rng.integers(len(choices)))].format(_subject(statement))
        made.append(ast.Expr(ast.Constant(f"{MARK}{text}")))
    made.append(statement)
    if hand.prints and isinstance(statement, ast.Assign) and rng.random() < 0.4:
        made.append(ast.Expr(ast.Constant(f"{MARK}print({ast.unparse(statement.targets[0])})")))
    return made


def _subject(statement: ast.stmt) -> str:
    match statement:
        case ast.For(iter=ast.Name(id=name)) | ast.Assign(targets=[ast.Name(id=name)]):
            return name.replace("_", " ")
    return "of them"


def _laid_out(text: str, hand: Hand) -> str:
    text = re.sub(rf"^(\s*)(['\"]+){MARK}(.*)\2$", r"\1# \3", text, flags=re.MULTILINE)
    text = _without_double_brackets(text)
    pieces = [piece if is_string else _spaced(piece, hand) for piece, is_string in _pieces(text)]
    text = "".join(_quoted(piece) if hand.double_quotes else piece for piece in pieces)
    return re.sub(r"\n{3,}", "\n\n\n", text).strip("\n")


def _spaced(code: str, hand: Hand) -> str:
    if not hand.tight:
        return code
    return re.sub(r" ([+*/-]|==|=|\+=) ", r"\1", re.sub(r", (?=\S)", ",", code))


def _quoted(piece: str) -> str:
    """Turn 'a' to "a".

    >>> _quoted("'a'"), _quoted("'say " + '"a"' + "'")
    ('"a"', '\\'say "a"\\'')
    """
    inner = piece[1:-1]
    plain = len(piece) > 1 and piece[0] == piece[-1] == "'" and not set("'\"\\\n") & set(inner)
    return f'"{inner}"' if plain else piece


def _pieces(text: str) -> list[tuple[str, bool]]:
    """Cut a text into code, and strings and comments, of which the second says that nothing is to change."""
    lines = text.splitlines(keepends=True)
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line))
    pieces, done = [], 0
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type in (tokenize.STRING, tokenize.COMMENT):
            start, end = (starts[row - 1] + column for row, column in (token.start, token.end))
            pieces += [(text[done:start], False), (text[start:end], True)]
            done = end
    return [*pieces, (text[done:], False)]


def _without_double_brackets(text: str) -> str:
    """Leave out brackets that ast.unparse writes and people do not: all((x for x in xs)), a, b = (1, 2).

    >>> _without_double_brackets("all((x for x in xs)) and f((1, 2)) and g((x for x in xs), 1)")
    'all(x for x in xs) and f((1, 2)) and g((x for x in xs), 1)'
    >>> _without_double_brackets("a, b = (1, f(2))")
    'a, b = 1, f(2)'
    """
    drop: set[int] = set()
    closes = _brackets(text)
    for start, end in closes.items():
        called = start > 0 and (text[start - 1].isalnum() or text[start - 1] in "_)")
        if text[start : start + 2] == "((" and closes.get(start + 1) == end - 1 and called:
            before_for, loop, _ = text[start + 2 : end].partition(" for ")
            if loop and _balanced(before_for) and not _has_comma(before_for):
                drop |= {start + 1, end - 1}
        ends_line = text[end + 1 : end + 2] in ("", "\n")
        if text[max(start - 3, 0) : start] == " = " and ends_line and _has_comma(text[start + 1 : end]):
            drop |= {start, end}
    return "".join(sign for at, sign in enumerate(text) if at not in drop)


def _brackets(text: str) -> dict[int, int]:
    """Say where each bracket that is opened closes; those in strings and comments do not count."""
    opened: list[int] = []
    closes: dict[int, int] = {}
    place = 0
    for piece, is_string in _pieces(text):
        for at, sign in enumerate("" if is_string else piece, place):
            if sign in "([{":
                opened.append(at)
            elif sign in ")]}":
                closes[opened.pop()] = at
        place += len(piece)
    return closes


def _balanced(text: str) -> bool:
    return all(text.count(a) == text.count(b) for a, b in ("()", "[]", "{}"))


def _has_comma(text: str) -> bool:
    depth = 0
    for sign in text:
        depth += (sign in "([{") - (sign in ")]}")
        if sign == "," and depth == 0:
            return True
    return False
