"""What running a cell could do beside binding names and showing something: files, settings, random numbers.

In: reading alone, and in doubt an effect. A cell is free of effects only if every name that it reads is
known: a built-in that does nothing to others, a library that computes or draws, a constant, a function or
class of the notebook whose own text is free of effects, or plain data, which `illustrations` follows; or if
it is nowhere bound, so that reading it is an error.
Left out: which cells there are, and which of them count (`illustrations`).
"""

import ast
import builtins
import re
from dataclasses import dataclass, field

from nbjudge.execution.cell_text import Definition, Text
from nbjudge.execution.code_facts import CONFIGURES, REACHES_OUT, Facts, of_cell, of_definition


def _set(words: str) -> frozenset[str]:
    return frozenset(words.split())


# Libraries that start no thread when they are imported: a server that has threads cannot be forked safely.
WELL_BEHAVED = _set("IPython matplotlib networkx numpy pandas scipy seaborn sklearn statsmodels sympy")
_STANDARD = _set(
    """abc bisect cmath collections copy dataclasses datetime decimal enum fractions functools heapq itertools
    math numbers operator pprint re statistics string textwrap time typing"""
)
# Libraries that compute or draw, and keep nothing but what the patterns below name.
QUIET = (WELL_BEHAVED - {"IPython"}) | _STANDARD | {"mpl_toolkits", "random"}
DRAWS_NO_NUMBERS = _STANDARD | {"matplotlib", "mpl_toolkits", "numpy"}
FIGURES = frozenset(("matplotlib", "mpl_toolkits", "seaborn"))
_HARMLESS = _set(
    """abs all any ascii bin bool bytearray bytes callable chr complex dict display divmod enumerate filter
    float format frozenset hash hex int isinstance issubclass iter len list map max min next object oct ord
    pow print range repr reversed round set slice sorted str sum super tuple type zip
    True False None NotImplemented Ellipsis ArithmeticError AssertionError AttributeError Exception IndexError
    KeyError LookupError NameError NotImplementedError OverflowError RuntimeError StopIteration TypeError
    UserWarning ValueError Warning ZeroDivisionError classmethod property staticmethod __name__"""
)
# Names that are there although no cell binds them; any other is a slip of the pen, and ends in a NameError.
_OFFERED = _set("get_ipython In Out exit quit open") | frozenset(dir(builtins))
# Words of code that can read any name, or the program itself: where they stand, every cell counts.
SEES_ALL = _set(
    """__builtins__ __import__ __main__ eval exec get_ipython globals locals vars modules
    .__dict__ .__globals__ ._getframe .currentframe .f_back .f_globals .f_locals .eval .query .modules
    .testmod .get_objects .get_referrers .getclosurevars .getmembers .getouterframes
    @doctest @formula @importlib @numexpr @patsy @pickle @runpy @unittest"""
)
SEEDS = re.compile(r"seed|set_?state")
_SHOWN_BEFORE = re.compile(r"Out|In|_{1,3}|_i{0,3}\d*|_[iod]h")


def sees_all(text: Text) -> bool:
    """Whether a cell can read any name, or what was shown before."""
    if any(map(_SHOWN_BEFORE.fullmatch, text.read - text.bound)):
        return True
    return bool(text.words & SEES_ALL) or {"@inspect", ".stack"} <= text.words


@dataclass
class Reach:
    """What running a piece of code would touch: names of data, tops of libraries; and why it has to run."""

    data: set[str] = field(default_factory=set)
    libraries: set[str] = field(default_factory=set)
    draws: bool = False  # or may draw random numbers
    doubt: str = ""


class Namespace:
    """All code cells of a notebook: who binds what, and what follows for whoever reads it."""

    def __init__(self, texts: list[Text], own: frozenset[str] = frozenset()) -> None:
        """Take all cells; `own` are packages of the course, which it answers for."""
        self.quiet = QUIET | own
        self.bound: set[str] = set()
        self.data: set[str] = set()
        self.libraries: dict[str, set[str]] = {}
        self.originals: dict[str, set[str]] = {}  # what an imported name is called where it comes from
        self.definitions: dict[str, list[Definition]] = {}
        for text in texts:
            self.bound |= text.bound
            self.data |= text.data
            for found in text.imports:
                self.libraries.setdefault(found.name, set()).add(found.top)
                self.originals.setdefault(found.name, set()).add(found.original.rpartition(".")[2])
            for node in text.definitions:
                self.definitions.setdefault(node.name, []).append(node)
        self.binds_any = "*" in self.libraries  # an import of everything
        self.functions = {
            name
            for name, nodes in self.definitions.items()
            if any(not isinstance(node, ast.ClassDef) for node in nodes)
        }
        rebound = [name for text in texts for name in text.bound]  # a constant here, another there
        self.data |= {name for name in self.bound if rebound.count(name) > 1 and not self._is_code(name)}

    def _is_code(self, name: str) -> bool:
        return name in self.definitions or name in self.libraries

    def reach(self, source: str, text: Text) -> Reach:
        """Follow a cell through the functions that it may call."""
        found = Reach()
        if text.tree is None:
            found.doubt = "it is no Python"
            return found
        if text.sets_up:
            found.doubt = "it has a magic"
        waiting, seen = [of_cell(source)], set[str]()
        while waiting:
            facts = waiting.pop()
            found.doubt = found.doubt or self._effect(facts)
            found.draws = found.draws or facts.draws
            for top in facts.libraries:
                self._library(top, found)
            for name in facts.read - seen:
                self._name(name, found)
                waiting += [of_definition(node) for node in self.definitions.get(name, ())]
            seen |= facts.read
        return found

    def _name(self, name: str, found: Reach) -> None:
        if name in self.data:
            found.data.add(name)
        for top in self.libraries.get(name, ()):
            self._library(top, found)
        if any(CONFIGURES.search(o) or REACHES_OUT.search(o) for o in self.originals.get(name, ())):
            found.doubt = found.doubt or f"it uses {name}"
        if name not in self.bound | _HARMLESS and (name in _OFFERED or name[0] == "_" or self.binds_any):
            found.doubt = found.doubt or f"it reads {name}"

    def _library(self, top: str, found: Reach) -> None:
        found.libraries.add(top)
        found.draws = found.draws or top not in DRAWS_NO_NUMBERS
        if top not in self.quiet:
            found.doubt = found.doubt or f"it uses {top or 'a file beside the notebook'}"

    def _effect(self, facts: Facts) -> str:
        """Say why a piece of code may have an effect, in this notebook."""
        kept = sorted(facts.defaults & self.data)
        if facts.effect or kept:
            return facts.effect or f"a function keeps {kept[0]}"
        for use in facts.uses:
            if use.local and use.root not in self.libraries:
                continue
            function = use.directly and use.root in self.functions
            if function or (use.configures and use.root in self.libraries):
                return f"it uses {use.root}.{use.attribute}"
        return ""
