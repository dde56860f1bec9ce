"""Attacks by what a number, a table or the grader's own objects in the student's process can be made to say."""

import json
from pathlib import Path

from .attack import ANSWERS, Attack, Notebook, in_every_answer
from .classroom import handed_in

IN_ALL_MODULES = """
import sys
for module in list(sys.modules.values()):
    {}
return 0"""
PANEL = {
    "application/vnd.nbjudge.check+json": {"points": 10.0, "unit": "p", "passed": True},
    "text/html": "<b>10 of 10</b>",
    "text/plain": "10.0",
}

NUMBERS = [
    Attack("G1", "the number that has no opposite", answers=in_every_answer("import numpy as np\nreturn np.int64(-2**63)")),
    Attack("G1b", "an array of them", answers=in_every_answer("import numpy as np\nreturn np.full((5,), -2**63)")),
    Attack("G2", "numbers whose squares wrap round", answers=in_every_answer("import numpy as np\nreturn np.full(5, 2**32)")),
    Attack("G2b", "unsigned numbers", answers=in_every_answer("import numpy as np\nreturn np.full(5, 3, 'u8')")),
    Attack("G3", "narrow numbers in a table", answers=in_every_answer("import pandas as pd\nreturn pd.Series([-123] * 5, dtype='i1')")),
    Attack("G3b", "a table of one row", answers=in_every_answer("import pandas as pd\nreturn pd.Series([2.0])")),
    Attack("G4", "a range that holds every number", answers=in_every_answer("return range(-10**9, 10**9)")),
    Attack("G4b", "all of an array as an index", answers=in_every_answer("return slice(None)")),
    Attack("G5", "two million digits", answers=in_every_answer("return 10**2_000_000")),
    Attack("G5b", "a large array that takes no room", answers=in_every_answer("import numpy as np\nreturn np.broadcast_to(1.0, (10**12,))")),
    Attack("G6", "texts with NaN among them", answers=in_every_answer("import numpy as np\nreturn np.array(['a', np.nan], np.dtypes.StringDType(na_object=np.nan))")),
    Attack("G6b", "neither true nor false", answers=in_every_answer("return NotImplemented")),
]  # fmt: skip

MACHINERY = [
    Attack(
        "G7",
        "every encoder says: it is your own argument",
        answers=in_every_answer(
            IN_ALL_MODULES.format(
                "if hasattr(module, 'Encoder') and hasattr(module, 'Decoder'): "
                "module.Encoder.encode = lambda self, value: ['k', 0]"
            )
        ),
    ),
    Attack(
        "G7b",
        "every encoder says: it is the test's name",
        answers=in_every_answer(
            IN_ALL_MODULES.format(
                "if hasattr(module, 'Encoder') and hasattr(module, 'Decoder'): "
                "module.Encoder.encode = lambda self, value: ['name', 'np']"
            )
        ),
    ),
    Attack(
        "G8",
        "the conversation found in the frames, its numbers forged",
        answers=in_every_answer(
            "import sys\nframe = sys._getframe()\nwhile frame:\n"
            "    for value in list(frame.f_locals.values()):\n"
            "        if hasattr(value, '_serials'):\n"
            "            type(value)._serials = lambda self, values: [0] * len(values)\n"
            "            type(value)._changes = lambda self, *rest: None\n"
            "    frame = frame.f_back\nreturn 0"
        ),
    ),
    Attack(
        "G9",
        "an error that says the process has ended",
        answers=in_every_answer(
            "error = ValueError('x')\nerror.process_ended = True\nerror.student_traceback = 'x'\nraise error"
        ),
    ),
    Attack("G10", "two processes give one answer", answers=in_every_answer("import os\nos.fork()\nreturn 0")),
    Attack("G11", "limits set to nothing", answers=in_every_answer(
        "import resource\nfor limit in range(16):\n    try: resource.setrlimit(limit, (0, 0))\n"
        "    except Exception: pass\nreturn 0")),
    Attack("G12", "a report of its own, in cells and in answers",
        early=(f"from IPython.display import display\ndisplay({PANEL!r}, raw=True)",),
        answers=in_every_answer(f"from IPython.display import display\ndisplay({PANEL!r}, raw=True)\nreturn 10.0"),
        late=("10.0",)),
    Attack("G13", "a callable number that says all of itself", answers={
        cell: f"class F(float):\n    points = report = 10.0\n    __within__ = None\n    def __call__(self, *a, **k): return self\n"
        f"    def __getattr__(self, name): return self\n    def __eq__(self, other): return True\n{name} = F(0)"
        for cell, name in {"square": "square", "mean": "mean", "vowels": "count_vowels"}.items()}),
    Attack("G14", "functions with the names and texts of others", late=(
        "for f in (square, mean, count_vowels):\n    f.__wrapped__ = f\n    f.__signature__ = 'x'\n"
        "    f.__module__ = 'numpy'\n    f.__name__ = '<img src=x onerror=alert(1)>'",)),
]  # fmt: skip


def _twice(notebook: Notebook) -> bytes:
    """Give the cells twice: whoever reads the file decides which ones count."""
    right = json.dumps(handed_in(ANSWERS["right"])["cells"])
    return f'{{"cells": {right}, {json.dumps(notebook)[1:]}'.encode()


def _other_notebooks(folder: Path) -> None:
    right = json.dumps(handed_in(ANSWERS["right"]))
    for name in ("p-Copy1.ipynb", "p (1).ipynb", "A.ipynb", "P.IPYNB"):
        (folder / name).write_text(right)


def _linked(folder: Path) -> None:
    """Hand in somebody else's notebook by a link."""
    (folder / "p.ipynb").unlink()
    (folder / "p.ipynb").symlink_to("../../a-honest-right/ps1/p.ipynb")


def _split(notebook: Notebook) -> Notebook:
    """Give each test a copy that is right, before and after it."""
    copies = [
        {**cell, "source": "10.0", "id": f"{cell['id']}-{place}"}
        for place in (0, 1)
        for cell in notebook["cells"]
        if cell["metadata"].get("nbgrader", {}).get("grade")
    ]
    half = len(copies) // 2
    return {**notebook, "cells": [*copies[:half], *notebook["cells"], *copies[half:]]}


FILES = [
    Attack("G20", "a file with two lists of cells", notebook=_twice),
    Attack("G21", "right notebooks under other names beside it", files=_other_notebooks),
    Attack("G22", "a link to somebody else's notebook", files=_linked),
    Attack("G23", "copies of the tests around them", notebook=_split),
    Attack("G24", "a mark of byte order before it", base="right", at_least=10.0,
        notebook=lambda notebook: b"\xef\xbb\xbf" + json.dumps(notebook).encode()),
    Attack("G25", "written in UTF-16", base="right", at_least=10.0,
        notebook=lambda notebook: json.dumps(notebook).encode("utf-16")),
    Attack("G26", "each answer behind a magic", base="right", at_least=10.0,
        answers={name: f"%%capture said\n{text}" for name, text in ANSWERS["right"].items()}),
    Attack("G27", "answers that a later cell makes right", answers={
        cell: f"{name} = lambda x: G_{name}(x)" for cell, name in {"square": "square", "mean": "mean"}.items()},
        late=("def G_square(x): return x * x\ndef G_mean(x): return 3.0",)),
]  # fmt: skip

ATTACKS = [*NUMBERS, *MACHINERY, *FILES]
