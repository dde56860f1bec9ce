"""Attacks that read what is hidden, or change what the submission says about itself."""

import json

from .attack import Attack, Notebook, in_every_answer

RETURN_THE_EXPECTED = """
import ast, re
def from_source(source, name):
    m = re.search(name + r'\\([^\\n]*\\) == ([^\\n]+)', source)
    return ast.literal_eval(m.group(1)) if m else 5.0
"""

READING = [
    Attack(
        "E30",
        "takes the answer from In[-1]",
        early=(RETURN_THE_EXPECTED,),
        answers=in_every_answer("return from_source(get_ipython().user_ns['In'][-1], 'square')"),
    ),
    Attack(
        "E30b",
        "takes the answer from the history",
        early=(RETURN_THE_EXPECTED,),
        answers=in_every_answer(
            "h = list(get_ipython().history_manager.get_range(raw=True, output=False))\nreturn from_source(h[-1][2], 'square')"
        ),
    ),
    Attack(
        "E31",
        "answers only when it is graded",
        answers=in_every_answer("import os\nreturn 4 if any('GRADER' in k for k in os.environ) else -1"),
    ),
    Attack(
        "S1",
        "reads the gradebook",
        answers=in_every_answer(
            "import glob, sqlite3\n"
            "for f in ['{course}/gradebook.db', *glob.glob('/**/gradebook.db', recursive=False), *glob.glob('../**/gradebook.db')]:\n"
            "    sqlite3.connect(f'file:{f}?mode=ro', uri=True).execute('select source from source_cell').fetchall()\n"
            "    open('{canary}', 'w').write('read')\nreturn -1"
        ),
    ),
    Attack(
        "S1b",
        "reads the course's solution",
        answers=in_every_answer(
            "import glob\nfor f in glob.glob('{course}/source/**/*.ipynb', recursive=True) + glob.glob('../../../source/**/*.ipynb', recursive=True):\n"
            "    exec([''.join(c['source']) for c in __import__('json').load(open(f))['cells'] if 'BEGIN SOLUTION' in ''.join(c['source'])][0], globals())\n"
            "return square(x) if isinstance(x, int) else -1"
        ),
    ),
    Attack(
        "S2",
        "walks the frames up to the test",
        answers=in_every_answer(
            "import sys\nf = sys._getframe()\nwhile f:\n    for v in list(f.f_locals.values()):\n"
            "        if isinstance(v, str) and 'assert square' in v: return 4\n    f = f.f_back\nreturn -1"
        ),
    ),
    Attack(
        "S3",
        "asks the garbage collector for the tests",
        answers=in_every_answer(
            "import gc\nfor o in gc.get_objects():\n    if isinstance(o, (str, dict)) and 'wanted' in o: return [0, 2, 5, 0, 0]\nreturn -1"
        ),
    ),
    Attack(
        "S3b",
        "searches its own memory for the tests",
        answers=in_every_answer(
            "try:\n    m = open('/proc/self/mem', 'rb', 0)\n"
            "    for line in open('/proc/self/maps'):\n        if 'heap' not in line: continue\n        a, b = (int(p, 16) for p in line.split()[0].split('-'))\n        m.seek(a)\n"
            "        if b'assert square(48' b'611) ==' in m.read(b - a): return 4\nexcept OSError: pass\nreturn -1"
        ),
    ),
    Attack(
        "X7",
        "reads test files and release folders from the disk",
        answers=in_every_answer(
            "import glob\nfor pattern in ('**/*.py', '../**/*.ipynb', '{course}/**/*.ipynb', '{course}/**/*.txt', '{course}/**/*.json', '/tmp/**/*.ipynb'):\n"
            "    for f in glob.glob(pattern, recursive=True):\n        t = open(f, errors='ignore').read()\n        if 'square(48' '611)' in t: return x * x\nreturn -1"
        ),
    ),
    Attack(
        "S10",
        "an error that names a file, of which Python would show a line",
        answers={
            "square": "def square(x): raise SyntaxError('x', ('/proc/self/environ', 1, 1, 'x'))",
            "mean": "def mean(x): raise IndentationError('x', ('{course}/nbgrader_config.py', 3, 1, 'x'))",
            "vowels": "def count_vowels(x):\n    e = TabError('x')\n    e.filename, e.lineno = '{course}/nbgrader_config.py', 3\n    raise e",
        },
    ),
    Attack(
        "S4",
        "sends its arguments away by every road",
        answers=in_every_answer(
            "import os, socket, subprocess\n"
            "for f in (socket.AF_INET, socket.AF_INET6, socket.AF_UNIX):\n    try: socket.socket(f).connect(('127.0.0.1', 80) if f != socket.AF_UNIX else '/run/docker.sock')\n    except OSError: pass\n"
            "subprocess.run(['ping', '-c1', '127.0.0.1'], capture_output=True) if os.path.exists('/bin/ping') else None\nreturn -1"
        ),
    ),
    Attack(
        "S5",
        "imports the course's own modules",
        answers=in_every_answer(
            "import importlib\nfor n in ('solution', 'solutions', 'reference', 'nbgrader', 'nbjudge.course.course', 'nbjudge.judge'):\n"
            "    try: m = importlib.import_module(n)\n    except Exception: continue\n    if hasattr(m, 'square'): return m.square(x)\nreturn -1"
        ),
    ),
    Attack(
        "S6",
        "looks through caches and histories",
        answers=in_every_answer(
            "import glob, os\nfor p in ('~/.ipython/**/*', '~/.local/**/*', '/root/**/*', '/home/**/*', '**/.ipynb_checkpoints/*', '**/__pycache__/*'):\n"
            "    for f in glob.glob(os.path.expanduser(p), recursive=True):\n        if os.path.isfile(f) and b'square(48' b'611)' in open(f, 'rb').read(): return 4\nreturn -1"
        ),
    ),
    Attack(
        "S7",
        "looks for a seed or a secret in the environment",
        answers=in_every_answer(
            "import os, sys\nfor source in (os.environ.values(), sys.argv):\n    for v in source:\n        if 'secret' in v.lower() or 'hmac' in v.lower(): open('{canary}', 'w').write(v)\nreturn -1"
        ),
    ),
    Attack(
        "S9",
        "reads environments and command lines of other processes",
        answers=in_every_answer(
            "import glob\nfor p in glob.glob('/proc/[0-9]*/environ') + glob.glob('/proc/[0-9]*/cmdline'):\n"
            "    try:\n        if b'gradebook' in open(p, 'rb').read() or b'nbgrader' in open(p, 'rb').read(): open('{canary}', 'w').write(p)\n    except OSError: pass\nreturn -1"
        ),
    ),
]


def metadata(**changes: object):
    """Return a change of the nbgrader metadata of every test cell."""

    def change(notebook: Notebook) -> Notebook:
        for cell in notebook["cells"]:
            if cell["metadata"].get("nbgrader", {}).get("grade"):
                cell["metadata"]["nbgrader"].update(changes)
        return notebook

    return change


def each_test(change):
    """Return a change of every test cell."""

    def changed(notebook: Notebook) -> Notebook:
        for cell in notebook["cells"]:
            if cell["metadata"].get("nbgrader", {}).get("grade"):
                change(cell)
        return notebook

    return changed


def without_tests(notebook: Notebook) -> Notebook:
    notebook["cells"] = [c for c in notebook["cells"] if not c["metadata"].get("nbgrader", {}).get("grade")]
    return notebook


def doubled(kind: str):
    def change(notebook: Notebook) -> Notebook:
        notebook["cells"] = [
            copy
            for cell in notebook["cells"]
            for copy in (
                [cell, json.loads(json.dumps(cell))]
                if cell["metadata"].get("nbgrader", {}).get(kind)
                else [cell]
            )
        ]
        return notebook

    return change


def reversed_cells(notebook: Notebook) -> Notebook:
    notebook["cells"] = notebook["cells"][::-1]
    return notebook


def swapped_ids(notebook: Notebook) -> Notebook:
    """The five points of the third test are claimed for the first."""
    marks = {
        c["metadata"]["nbgrader"]["grade_id"]: c["metadata"]["nbgrader"]
        for c in notebook["cells"]
        if "nbgrader" in c["metadata"]
    }
    marks["test-square"]["grade_id"], marks["test-vowels"]["grade_id"] = "test-vowels", "test-square"
    marks["test-square"]["points"] = 5
    return notebook


def deep(notebook: Notebook) -> bytes:
    return (
        b'{"cells": '
        + b"[" * 100_000
        + b"]" * 100_000
        + b', "metadata": {}, "nbformat": 4, "nbformat_minor": 5}'
    )


def many_cells(notebook: Notebook) -> Notebook:
    notebook["cells"] += [
        {"cell_type": "code", "metadata": {}, "source": "1", "outputs": [], "execution_count": None}
        for _ in range(100_000)
    ]
    return notebook


def old_format(notebook: Notebook) -> bytes:
    import nbformat

    old = nbformat.convert(nbformat.from_dict(notebook), 3)
    return nbformat.writes(old, version=3).encode()


def source_of_tests(text: str):
    return each_test(lambda cell: cell.update(source=text))


def tags(*names: str):
    return each_test(lambda cell: cell["metadata"].update(tags=list(names)))


STRUCTURE = [
    Attack("E16", "tests tagged skip-execution", notebook=tags("skip-execution")),
    Attack("E27", "tests tagged raises-exception", notebook=tags("raises-exception")),
    Attack(
        "E27b",
        "tests tagged in-student",
        notebook=tags("in-student", "hide-input"),
        early=(
            "from IPython.core.interactiveshell import InteractiveShell\nInteractiveShell.showtraceback = lambda *a, **k: None",
        ),
    ),
    Attack("E17", "a thousand points", notebook=metadata(points=1000)),
    Attack("E17b", "minus points, text for points, NaN", notebook=metadata(points="5; drop table grade")),
    Attack("E18", "tests edited to pass", notebook=source_of_tests("5")),
    Attack("E18b", "tests emptied", notebook=source_of_tests("")),
    Attack("E19", "tests deleted", notebook=without_tests),
    Attack(
        "E20", "tests that are no tests any more", notebook=metadata(grade=False, solution=True, locked=False)
    ),
    Attack(
        "E21",
        "tests of another type",
        notebook=each_test(
            lambda c: (c.update(cell_type="markdown"), c.pop("outputs", 0), c.pop("execution_count", 0))
        ),
    ),
    Attack(
        "M1",
        "raw tests",
        notebook=each_test(
            lambda c: (c.update(cell_type="raw"), c.pop("outputs", 0), c.pop("execution_count", 0))
        ),
    ),
    Attack("E22", "tests twice", notebook=doubled("grade")),
    Attack("E22b", "answers twice, the second one right nowhere", notebook=doubled("solution")),
    Attack("E56", "an honest copy of an answer", base="right", notebook=doubled("solution"), at_least=10),
    Attack("E23", "schema version 99", notebook=metadata(schema_version=99)),
    Attack(
        "E23b", "schema version 'x' and no checksum", notebook=metadata(schema_version="x", checksum=None)
    ),
    Attack("E24", "swapped grade ids", notebook=swapped_ids),
    Attack("E24b", "grade ids of an attacker", notebook=metadata(grade_id="../../../x' or 1=1 --")),
    Attack("E25", "cells upside down", base="right", notebook=reversed_cells, at_least=10),
    Attack("E25b", "cells upside down, wrong answers", notebook=reversed_cells),
    Attack(
        "E26",
        "no metadata in any cell",
        base="right",
        notebook=lambda n: [c.update(metadata={}) for c in n["cells"]] and n,
    ),
    Attack(
        "E28",
        "a kernel of another language",
        notebook=lambda n: (
            n["metadata"].update(kernelspec={"name": "bash", "display_name": "x", "language": "bash"}) or n
        ),
    ),
    Attack(
        "E28b",
        "a kernel that runs a program",
        notebook=lambda n: (
            n["metadata"].update(
                kernelspec={"name": "../../x", "argv": ["touch", "{canary}"], "display_name": "x"}
            )
            or n
        ),
    ),
    Attack("M3", "broken JSON", notebook=lambda n: b'{"cells": [', at_least=0),
    Attack(
        "M3b",
        "a byte order mark and NUL bytes",
        notebook=lambda n: b"\xef\xbb\xbf" + json.dumps(n).encode() + b"\x00\x00",
    ),
    Attack("M3c", "duplicate keys", notebook=lambda n: json.dumps(n).encode()[:-1] + b', "cells": []}'),
    Attack("M3d", "a list, not a notebook", notebook=lambda n: b"[1, 2, 3]"),
    Attack("M3e", "an empty file", notebook=lambda n: b""),
    Attack(
        "M3f",
        "cells that are no cells",
        notebook=lambda n: n.update(cells=[None, 1, "x", {}, {"cell_type": "alien"}]) or n,
    ),
    Attack(
        "M3g",
        "sources that are no text",
        notebook=lambda n: [c.update(source={"a": 1}) for c in n["cells"]] and n,
    ),
    Attack(
        "M3h",
        "invalid UTF-8 and lone surrogates",
        notebook=lambda n: json.dumps(n).replace("return -1", "return '\\ud800'").encode() + b"\xff",
    ),
    Attack("M2", "a hundred thousand cells", notebook=many_cells),
    Attack("M2b", "JSON a hundred thousand deep", notebook=deep),
    Attack(
        "M2c",
        "one line of 60 MB",
        notebook=lambda n: (
            n["cells"].append({"cell_type": "markdown", "metadata": {}, "source": "x" * 60_000_000}) or n
        ),
    ),
    Attack(
        "M2d",
        "a number of 10 MB in the JSON",
        notebook=lambda n: json.dumps(n).encode()[:-1] + b', "x": ' + b"9" * 10_000_000 + b"}",
    ),
    Attack(
        "M4",
        "a pickle in the notebook's metadata",
        notebook=lambda n: (
            n["metadata"].update(
                scramble_config={"c": "gASVJAAAAAAAAACMBXBvc2l4lIwGc3lzdGVtlJOUjAl0b3VjaCAveHiUhZRSlC4="}
            )
            or n
        ),
    ),
    Attack(
        "M5",
        "an answer that speaks of hidden tests",
        early=("### BEGIN HIDDEN TESTS\n### BEGIN HIDDEN TESTS\nx = 1",),
    ),
    Attack(
        "M5b",
        "an answer that closes what it did not open",
        early=("### END SOLUTION\n### END HIDDEN TESTS\n### BEGIN MARK SCHEME",),
    ),
    Attack("M6", "notebook format 3", base="right", notebook=old_format, at_least=10),
    Attack("M6b", "notebook format 99", notebook=lambda n: n.update(nbformat=99) or n),
    Attack(
        "M7",
        "old outputs that claim a score",
        notebook=each_test(
            lambda c: c.update(
                outputs=[
                    {
                        "output_type": "execute_result",
                        "data": {"text/plain": "5.0"},
                        "metadata": {},
                        "execution_count": 1,
                    }
                ]
            )
        ),
    ),
]

ATTACKS = [*READING, *STRUCTURE]
