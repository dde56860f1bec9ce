"""When a function breaks off, gives nothing or an error back, or never ends: a question about just that.

    question   the case that is shown -> a sentence on the line and what it had in its hands, or nothing

The question of a family asks about its subject; to somebody whose line 3 has a wrong name it says nothing.
"""

import builtins
import difflib
import re
from types import BuiltinFunctionType, FunctionType, MethodType

import numpy as np

from selfcheck.attempt import Outcome
from selfcheck.trial import Trial, ended_process


def question(trial: Trial) -> str:
    """Return what to ask about an outcome that is no value, or nothing if it is one."""
    got = trial.got
    if got is None:
        return ""
    if got.status == "timeout":
        return _endless(got)
    if got.status == "error":
        unwritten = isinstance(got.error, NotImplementedError)
        return "" if unwritten or trial.expected.status == "error" else _broken(got)
    if got.status == "value" and got.changed and not trial.expected.changed:
        return "Your function writes into what it was given. Which line does that, and where could it copy?"
    if got.status == "value" and isinstance(got.value, BaseException):
        name = type(got.value).__name__
        return f"You return the {name} as if it were a result. An error is not returned: `raise` it."
    if got.status == "value" and trial.expected.status == "value":
        if got.value is None:
            return _nothing(got)
        if _is_empty(got.value) and got.printed.strip() and not _is_empty(trial.expected.value):
            return PRINTED
        if holds_function(got.value):
            return "You return a function where its result is wanted. Which brackets call it?"
    return ""


def _is_empty(value: object) -> bool:
    return isinstance(value, (list, tuple, dict, set, np.ndarray)) and not len(value)


def holds_function(value: object) -> bool:
    """Return whether a function came back, or a list or a dict of functions."""
    inside = value.values() if isinstance(value, dict) else value if isinstance(value, (list, tuple)) else ()
    return any(isinstance(one, (FunctionType, BuiltinFunctionType, MethodType)) for one in (value, *inside))


def _nothing(got: Outcome) -> str:
    if got.printed.strip():
        return PRINTED
    return (
        "Nothing comes back. Does every way through your function, for this input too, end in a `return` "
        "with a value? (Methods such as `list.sort` change the list and give back None.)"
    )


def _endless(got: Outcome) -> str:
    where = f" in `{got.loop}`" if got.loop else f" at {got.line}" if got.line else ""
    if not where:
        return "When the time was up, your function had not come to its end. Which loop goes on and on?"
    return f"When the time was up, your function was still{where}. What there has to change so that it ends?"


def _broken(got: Outcome) -> str:
    where, _, text = got.line.partition(": ")
    if text.startswith("raise "):
        return f"Your own `raise` in {where} stops here. {REFUSED}"
    hands = "; ".join(got.hands)
    told = f"{where[:1].upper()}{where[1:]} had in its hands: {hands}. " if where and hands else ""
    return told + _asked(got)


def _asked(got: Outcome) -> str:
    """Return the question that goes with a kind of error."""
    error, text = got.error, _message(got.error)
    if ended_process(got):
        return "Which line ends Python, and what should stand there instead?"
    if isinstance(error, UnboundLocalError):
        return f"Is there a way to that line on which {_name(text)} never gets a value?"
    if isinstance(error, NameError):
        return _unknown(_name(text), got)
    for pattern, asked in ASKED:
        if re.search(pattern, text):
            return asked
    return next((asked for kind, asked in KINDS if isinstance(error, kind)), "What does that line expect?")


def _unknown(name: str, got: Outcome) -> str:
    bare = name.strip("`")
    if bare in MODULES:
        return f"{name} is a module: is there an `import` for it?"
    known = [*got.names, *dir(builtins)]
    near = difflib.get_close_matches(bare, known, 1, 0.75)
    if near:
        return f"Python knows no {name} there. Do you mean `{near[0]}`?"
    return f"Python knows no {name} there. Where does it get its value, and is it spelt like that?"


def _name(text: str) -> str:
    found = re.search(r"'(\w+)'", text)
    return f"`{found[1]}`" if found else "that name"


def _message(error: object) -> str:
    try:
        return str(error)
    except Exception:
        return ""


REFUSED = (
    "Is this an input that the task wants refused? If not, print what its condition looks at: how did it "
    "come to that?"
)
PRINTED = "You print your result, but you do not return it. What does `return` do that `print` does not?"
MODULES = ("math", "np", "numpy", "re", "random", "itertools", "collections", "scipy", "plt", "pd")
ASKED = (
    (r"invalid literal for int|could not convert string",
     "Here are words, and numbers are wanted. Must they be cast, or can they be compared as they are?"),
    (r"boolean index did not match|boolean dimension",
     "A mask chooses along one axis. Which axis has as many places as the mask?"),
    (r"shapes? .* not aligned|mismatch in its core dimension",
     "In a product of tables the columns of the first must be as many as the rows of the second. Which axis "
     "should be summed over, and on which side, or turned (`.T`), does each table belong?"),
    (r"math domain error|expected a positive input|expected a nonnegative input",
     "Of which numbers is there a logarithm, or a root? Which number comes here, and may it?"),
    (r"operands could not be broadcast",
     "These shapes do not fit together. Over which axis do you sum, and does that axis stay (`keepdims`) or "
     "need a place (`[:, None]`)?"),
    (r"truth value of an array", "`if` asks one thing, and here is a whole array. One entry, any, or all?"),
    (r"can't multiply sequence|unsupported operand|must be str|can only concatenate",
     "Which of the two is of a kind that does not calculate? A list is not an array."),
    (r"has no attribute", "Which kind of thing has what you ask for, and which kind is yours? A list is "
     "not an array."),
    (r"has no len\(\)|not iterable", "Which of them is a single value, where you go through several?"),
    (r"not subscriptable|invalid index to scalar", "Which of them has no entries to choose by an index?"),
    (r"positional argument|keyword argument", "How many arguments are given there, and how many are wanted?"),
    (r"only integer|must be integers|only length-1|indices must",
     "What stands in the brackets: whole numbers, or something else?"),
)  # fmt: skip
KINDS: tuple[tuple[type[BaseException], str], ...] = (
    (IndexError, "Which is the largest index that is there, and which one do you ask for?"),
    (KeyError, "Which keys are there, and which one do you ask for?"),
    (ZeroDivisionError, "What stands below the line there, and may it be 0?"),
    (RecursionError, "When does your function stop calling itself?"),
    (OverflowError, "Which of the numbers grows too large there?"),
    (TypeError, "Which of them is of a kind that this line cannot use?"),
    (ValueError, "Which of them has a value, a length or a shape that this line cannot use?"),
)
