"""The kernel in a job shows what a student's Jupyter would: each cell is also run by a real kernel."""

import re

import nbclient
import nbformat
import pytest

from nbjudge.sandbox import Conversation, Sandbox, levels
from nbjudge.tasks import Limits

LIMITS = Limits(cell_seconds=10)
NOTEBOOKS = {
    "results": ["1 + 1", "'text'", "None", "x = 3; x", "_ + 1", "[1, 2];", "1;"],
    "streams": [
        "print('one'); print('two')",
        "import sys\nprint('out'); print('err', file=sys.stderr); print('out again')",
        "print('x', end='')\nprint()",
        "import warnings; warnings.warn('careful')",
        "import logging; logging.warning('careful')",
    ],
    "displays": [
        "from IPython.display import HTML, JSON, Markdown, clear_output, display, update_display",
        "display(HTML('<b>b</b>')); HTML('<i>i</i>')",
        "display(Markdown('*m*'), 7)",
        "handle = display('before', display_id='d')",
        "handle.update('after')",
        "update_display('again', display_id='d'); print('more')",
        "print('gone'); clear_output(); print('kept')",
        "print('gone'); clear_output(wait=True); print('kept')",
        "for k in range(3): clear_output(wait=True); display(k)",
        "JSON({'a': [1, 2.5, None]})",
    ],
    "figures": [
        "import numpy as np\nimport matplotlib.pyplot as plt",
        "plt.plot([1, 3, 2]);",
        "f, axes = plt.subplots(1, 2, figsize=(4, 2))\naxes[0].scatter([1], [2]); plt.show(); print('after')",
        "plt.figure(figsize=(1, 1)); plt.title('t'); plt.show(); plt.figure(figsize=(1, 1)); plt.plot([1])",
        "%config InlineBackend.figure_formats = ['svg', 'png']\nplt.figure(figsize=(1, 1)); plt.close('all')",
        "%matplotlib inline\nfigure = plt.figure(figsize=(1, 1)); figure",
    ],
    "errors": [
        "1 / 0",
        "def f(x):\n    return g(x)\ndef g(x):\n    raise ValueError(f'not {x}')\nf(3)",
        "if True print(1)",
        "input('name?')",
        "import getpass; getpass.getpass()",
        "try:\n    1 / 0\nexcept ZeroDivisionError as error:\n    raise KeyError('k') from error",
        "class Odd:\n    def __repr__(self): raise RuntimeError('no')\nOdd()",
        "undefined",
    ],
    "asynchronous": [
        "import asyncio",
        "await asyncio.sleep(0, 'waited')",
        "async def f():\n    return 5\nawait f()",
        "task = asyncio.create_task(f()); await task",
        "later = asyncio.get_event_loop().create_task(f())",
        "later.done(), later.result()",
        "asyncio.get_running_loop().is_running()",
        "try:\n    asyncio.run(f())\nexcept RuntimeError as error:\n    print(error)",
    ],
    "magics": [
        "%%bash\necho hello; echo error >&2",
        "!echo from the shell",
        "found = !echo captured\nfound",
        "%%capture caught\nprint('hidden')",
        "caught.stdout",
        "%who_ls",
        "%%writefile file.txt\nwritten",
        "%cat file.txt",
        "get_ipython().execution_count, len(In)",
        "In[1]",
        "%%python3\nprint('other')",
        "%nosuchmagic",
        "import sys; sys.exit(3)",
        "print('still here')",
    ],
}


@pytest.fixture(scope="module")
def sandbox():
    with Sandbox(level=levels.NONE) as opened:
        yield opened


@pytest.mark.parametrize("name", NOTEBOOKS)
def test_outputs_are_those_of_a_real_kernel(sandbox, name, tmp_path):
    cells = NOTEBOOKS[name]
    real = by_real_kernel(cells, tmp_path)
    with sandbox.start() as job:
        talk = Conversation(job, LIMITS)
        ours = [talk.execute(cell).outputs for cell in cells]
    for cell, mine, theirs in zip(cells, ours, real, strict=True):
        assert masked(mine) == masked(theirs), cell


def by_real_kernel(cells, folder):
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(cell) for cell in cells])
    client = nbclient.NotebookClient(notebook, timeout=60, allow_errors=True, kernel_name="python3")
    client.execute(cwd=str(folder))
    return [[dict(output) for output in cell.outputs] for cell in notebook.cells]


def masked(outputs):
    """What differs between any two runs: paths, times, addresses, numbers of processes."""
    joined = []
    for output in outputs:
        if (
            output.get("traceback") == []
        ):  # an error that only the reply tells: nbclient leaves that to others
            continue
        last = joined[-1] if joined else {}
        if (
            output["output_type"] == "stream" and last.get("name") == output["name"]
        ):  # a real kernel cuts anywhere
            last["text"] += output["text"]
        else:
            joined.append({key: value for key, value in output.items() if key != "transient"})
    text = repr([sorted(output.items(), key=str) for output in joined])
    text = re.sub(r"(/tmp|/var|/root|~)[\w/.<>~-]*", "PATH", text)
    text = re.sub(r"\d+(\.\d+)? (ns|[µm]s|us|s)\b", "TIME", text)
    return re.sub(r"0x[0-9a-f]+", "ADDRESS", text)


def test_an_error_that_is_only_in_the_reply_is_shown_too(sandbox):
    with sandbox.start() as job:
        outcome = Conversation(job, LIMITS).execute("raise ExceptionGroup('several', [ValueError(1)])")
    assert outcome.status == "error"
    assert outcome.outputs[-1]["ename"] == "ExceptionGroup"


def test_an_interrupt_ends_one_cell_and_the_next_runs(sandbox):
    with sandbox.start() as job:
        talk = Conversation(job, LIMITS)
        for endless in ("while True: pass", "import asyncio; await asyncio.sleep(100)"):
            outcome = talk.execute(endless, seconds=0.3)
            assert (outcome.status, outcome.alive) == ("timeout", True)
            assert outcome.outputs[-1]["output_type"] == "error"
        assert talk.execute("1 + 1").status == "ok"


def test_what_is_printed_too_much_is_cut_and_the_cell_runs_on(sandbox):
    limits = Limits(output_bytes=2000, displays=10)
    with sandbox.start() as job:
        talk = Conversation(job, limits)
        printed = talk.execute("for k in range(1000): print('x' * 100)\nx = 7")
        assert printed.cut
        assert len(printed.outputs[0]["text"]) <= 2000
        shown = talk.execute("from IPython.display import display\nfor k in range(100): display(k)")
        assert shown.cut
        assert len(shown.outputs) == 10
        after = talk.execute("x")
        assert not after.cut
        assert after.outputs[0]["data"]["text/plain"] == "7"


def test_programs_and_c_code_print_into_the_cell(sandbox):
    with sandbox.start() as job:
        talk = Conversation(job, LIMITS)
        outcome = talk.execute(
            "import os\nprint('a'); os.system('echo b; echo c >&2'); os.write(1, b'd\\n'); None"
        )
    texts = {output["name"]: output["text"] for output in outcome.outputs if output["name"] == "stderr"}
    assert texts == {"stderr": "c\n"}
    out = "".join(output["text"] for output in outcome.outputs if output["name"] == "stdout")
    assert sorted(out.split()) == ["a", "b", "d"]  # two ways lead to the worker: their order is not kept


def test_a_forked_process_does_not_spoil_the_channel(sandbox):
    cell = (
        "import multiprocessing as m\nwith m.get_context('fork').Pool(2) as pool: print(pool.map(abs, [-1]))"
    )
    with sandbox.start() as job:
        talk = Conversation(job, LIMITS)
        assert talk.execute(cell).outputs[0]["text"] == "[1]\n"
        printed = talk.execute(
            "import os\nif os.fork() == 0:\n    print('child', flush=True); os._exit(0)\nos.wait(); None"
        )
        assert printed.outputs[0]["text"] == "child\n"
