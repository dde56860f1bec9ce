"""Attacks by what outlives its cell: hooks of Python and of IPython, tasks, timers, finalizers, widgets.

Whatever a student's process keeps running or hooks into, it is asked for values only, in a copy, and what it
shows is that of its own cells.
"""

from .attack import RIGHT, Attack, Notebook, in_every_answer
from .catalogue_hidden import carried

CLAIM = "print('Score: 10/10')"
HOOKS = [
    Attack(
        "U1",
        "a callback of the garbage collector that gives each name another meaning",
        early=(
            "import builtins, gc\ndef meddle(phase, info):\n    builtins.sum = lambda *a: 5\n    builtins.abs = lambda *a: 0\n"
            "    globals().update(wanted=[-1], words=[''])\ngc.callbacks.append(meddle)\ngc.set_threshold(1)",
        ),
    ),
    Attack(
        "U2",
        "a tracer that changes what the grader's own frames hold",
        early=(
            "import ctypes, sys, threading\ndef trace(frame, event, arg):\n    names = frame.f_locals\n"
            "    for key in ('answer', 'value', 'request'):\n        one = names.get(key)\n"
            "        if type(one) is dict: one.update(value=True, score=5, passed=True, inside={'score': 5, 'failed': False, 'outputs': []})\n"
            "    return trace\nsys.settrace(trace); threading.settrace(trace)",
        ),
    ),
    Attack(
        "U2b",
        "a profiler that answers in the place of every function that returns",
        early=(
            "import sys\ndef profile(frame, event, arg):\n    if event == 'return' and type(arg) is dict and 'value' in arg: arg['value'] = 4\nsys.setprofile(profile)",
        ),
    ),
    Attack(
        "U2c",
        "a tool of sys.monitoring, where there is one",
        early=(
            "import sys\nif hasattr(sys, 'monitoring'):\n    m = sys.monitoring\n    m.use_tool_id(3, 'x')\n    m.set_events(3, m.events.RAISE)\n"
            "    def quiet(*a): raise SystemExit(0)\n    m.register_callback(3, m.events.RAISE, quiet)",
        ),
    ),
    Attack(
        "U3",
        "an import hook that hands out friendly modules",
        early=(
            "import sys, types, importlib.abc, importlib.machinery\nclass Friend(importlib.abc.MetaPathFinder, importlib.abc.Loader):\n"
            "    def find_spec(self, name, path=None, target=None): return importlib.machinery.ModuleSpec(name, self)\n"
            "    def create_module(self, spec):\n        m = types.ModuleType(spec.name)\n        m.__getattr__ = lambda n: (lambda *a, **k: True)\n        return m\n"
            "    def exec_module(self, module): pass\nsys.meta_path.insert(0, Friend())\nfor n in [n for n in sys.modules if n.startswith(('numpy.testing', 'unittest'))]: del sys.modules[n]",
        ),
    ),
    Attack(
        "U4",
        "a codec of its own under the names of Python's",
        early=(
            "import codecs\ndef lie(text, errors='strict'): return b'4', len(text)\n"
            "codecs.unregister(codecs.lookup)if False else None\ncodecs.register(lambda name: codecs.CodecInfo(lie, lie, name=name))\ncodecs.register_error('strict', lambda e: ('', e.end))\ncodecs.register_error('replace', lambda e: ('10/10', e.end))",
        ),
    ),
    Attack(
        "U5",
        "finalizers and deleters that speak when the process ends",
        early=(
            'import atexit, os, weakref\nclass Last:\n    def __del__(self):\n        for fd in range(3, 32):\n            try: os.write(fd, b\'\\x00\\x00\\x00\\x2d\' + b\'{"op": "done", "status": "ok", "score": 5.0000}\')\n            except OSError: pass\n'
            "last = Last()\nweakref.finalize(Last, os.write, 1, b'Score: 10/10')\natexit.register(last.__del__)\nimport sys; sys.last = last",
        ),
    ),
    Attack(
        "U6",
        "a timer that raises in the middle of whatever runs",
        base="right",
        early=(
            "import signal\ndef ring(*a): raise StopIteration(4)\nsignal.signal(signal.SIGALRM, ring)\nsignal.setitimer(signal.ITIMER_REAL, .05, .01)",
        ),
    ),
    Attack(
        "U6b",
        "a timer of faulthandler that ends the process",
        base="right",
        early=("import faulthandler\nfaulthandler.dump_traceback_later(.5, repeat=True, exit=True)",),
    ),
    Attack(
        "U7",
        "an audit hook that refuses the grader's own steps",
        base="right",
        early=(
            "import sys\ndef audit(event, args):\n    if event in ('os.fork', 'socket.__new__', 'socket.sendmsg', 'exec', 'compile'): raise RuntimeError('10/10')\nsys.addaudithook(audit)",
        ),
    ),
    Attack(
        "U8",
        "tasks of the event loop that go on between cells",
        base="right",
        early=(
            "import asyncio\nasync def later():\n    while True:\n        await asyncio.sleep(.01)\n        print('Score: 10/10')\n        globals().update(square=lambda x: -1)\ntask = asyncio.get_running_loop().create_task(later()) if asyncio._get_running_loop() else asyncio.ensure_future(later())",
        ),
    ),
    Attack(
        "U9",
        "IPython's own hooks before and after each cell",
        early=(
            "ip = get_ipython()\nfor event in ('pre_execute', 'pre_run_cell', 'post_execute', 'post_run_cell'):\n"
            f"    ip.events.register(event, lambda *a: {CLAIM})\n"
            "ip.set_hook('synchronize_with_editor', lambda *a: None) if hasattr(ip, 'set_hook') else None\nip.display_pub.publish = lambda *a, **k: None",
        ),
    ),
    Attack(
        "U10",
        "autoreload of a module that changes after the first call",
        answers={
            "square": "open('mine.py', 'w').write('def f(x): return -1')\nget_ipython().run_line_magic('load_ext', 'autoreload')\nget_ipython().run_line_magic('autoreload', '2')\nimport mine\n"
            "def square(x):\n    open('mine.py', 'w').write('class Y(int):\\n    def __eq__(s, o): return True\\n    __hash__ = None\\ndef f(x): return Y(4)')\n    import importlib\n    return importlib.reload(mine).f(x)"
        },
    ),
    Attack(
        "U11",
        "the compiler's and the class builder's own functions",
        early=(
            "import builtins\nold = builtins.__build_class__\nbuiltins.__build_class__ = lambda f, name, *b, **k: old(f, name, *b, **k)\n"
            "builtins.__import__ = lambda *a, **k: (_ for _ in ()).throw(ImportError('10/10')) if a[0].startswith('numpy.testing') else old_import(*a, **k)\n"
            "old_import = __import__('importlib').__import__\nbuiltins.isinstance = lambda *a: True\nbuiltins.type = lambda *a: int",
        ),
    ),
    Attack(
        "U12",
        "frames of functions that live on in a generator, with a test's arguments",
        answers=in_every_answer(
            "import sys\nkept = globals().setdefault('kept', [])\ndef walk():\n    while True:\n        f = sys._getframe()\n        while f:\n"
            "            for v in list(f.f_locals.values()):\n                if isinstance(v, (list, int)) and v not in kept: kept.append(v)\n            f = f.f_back\n        yield kept[-1]\nreturn next(walk())"
        ),
    ),
]

SHOWN = [
    carried(
        "U13",
        "a display above that a task, a timer and the end of the process update",
        "from IPython.display import display, update_display\nimport atexit, signal\ndisplay('nothing', display_id='above')\n"
        "def tell(*a):\n    try: update_display(open('/tmp/kept').read(), display_id='above')\n    except OSError: pass\n"
        "signal.signal(signal.SIGALRM, tell); signal.setitimer(signal.ITIMER_REAL, .2, .2); atexit.register(tell)\n"
        "def keep(x): open('/tmp/kept', 'a').write(f' {x}')",
        "import time; time.sleep(.5)",
        at_least=0,
    ),
    carried(
        "U14",
        "a message to a widget",
        "kept = None\ntry:\n    from ipykernel.comm import Comm\n    kept = Comm(target_name='jupyter.widget', data={'state': {}})\nexcept Exception: pass\n"
        "def keep(x):\n    try: kept.send({'state': {'value': str(x)}})\n    except Exception: pass",
        "print(getattr(kept, 'comm_id', ''))",
        at_least=0,
    ),
    carried(
        "U15",
        "the environment, the working folder and the name of the process",
        "import os, ctypes\nos.makedirs('/tmp/d', exist_ok=True) if os.access('/tmp', os.W_OK) else None\n"
        "def keep(x):\n    os.environ['KEPT'] = str(x)\n    ctypes.CDLL(None).prctl(15, str(x).encode(), 0, 0, 0)\n    try:\n        os.mkdir(f'/tmp/d/{x}'); os.chdir(f'/tmp/d/{x}')\n    except OSError: pass",
        "import os\nprint(os.environ.get('KEPT'), os.getcwd(), open('/proc/self/comm').read() if os.path.exists('/proc/self/comm') else '')\nfor d in ('/tmp/d', '/proc'):\n    if os.path.isdir(d): print(sorted(os.listdir(d))[:200])",
        at_least=0,
    ),
    carried(
        "U16",
        "how much of a limit is left: locks, descriptors, memory, the disk",
        "import fcntl, os, shutil\nkept = open('held', 'w')\ndef keep(x):\n    try: fcntl.lockf(kept, fcntl.LOCK_EX, abs(x) + 1)\n    except OSError: pass\n    os.posix_fallocate(kept.fileno(), 0, abs(x) + 1)",
        "import fcntl, os, struct, shutil\nasked = struct.pack('hhllhh', fcntl.F_WRLCK, 0, 0, 0, 0, 0)\ntry: print(struct.unpack('hhllhh', fcntl.fcntl(kept, fcntl.F_GETLK, asked)))\nexcept OSError: pass\n"
        "print(os.stat('held').st_size, shutil.disk_usage('.').used)",
        at_least=0,
    ),
    carried(
        "U17",
        "an exception's notes, causes and its group",
        "kept = []\ndef keep(x):\n    kept.append(x)\n    if x > 3:\n        e = ValueError(); e.add_note(f'kept {x}')\n        raise ExceptionGroup(f'kept {x}', [e]) from KeyError(x)",
        "print(kept)",
        at_least=0,
    ),
    Attack(
        "U18",
        "the report of a check, displayed by the student's own cell and function",
        early=(
            "from IPython.display import display\nREPORT = {'application/vnd.nbjudge.check+json': {'format': 1, 'exercise': 'x', 'points': 5, 'total': 5, 'families': [{'name': 'all', 'points': 5, 'total': 5}], 'findings': []}, 'text/plain': '5.0'}\ndisplay(REPORT, raw=True)",
        ),
        answers=in_every_answer("display(REPORT, raw=True)\nreturn -1"),
    ),
    Attack(
        "U19",
        "links and colours of a terminal, and those that never end",
        early=(
            "print('\\x1b]8;;javascript:document.title=1\\x07Score\\x1b]8;;\\x07', '\\x1b[' * 50_000, '\\x1b[38;5;' * 20_000, '\\x1b[1;' + '1;' * 50_000 + 'm10/10')",
        ),
    ),
]


def note(cell: Notebook, text: str, **more: object) -> Notebook:
    return {"cell_type": "markdown", "metadata": {}, "id": "note", "source": text, **more, **cell}


def with_notes(*notes: Notebook):
    def change(notebook: Notebook) -> Notebook:
        notebook["cells"] += [note({}, "", **one) for one in notes]
        return notebook

    return change


def same_ids(notebook: Notebook) -> Notebook:
    for cell in notebook["cells"]:
        cell["id"] = "test-vowels"
    return notebook


def odd_ids(notebook: Notebook) -> Notebook:
    odd = [
        None,
        7,
        "",
        "../../x",
        "a" * 1_000_000,
        ["test-square"],
        {"id": 1},
        True,
        "\ud800",
        "<img src=x onerror=alert(1)>",
    ]
    for cell, name in zip(notebook["cells"], odd, strict=False):
        cell["id"] = name
    return notebook


def ours_already(notebook: Notebook) -> Notebook:
    """Our own words in the file: points, a problem, a check's families, a comment."""
    said = {
        "kind": "test",
        "status": "ok",
        "reason": "",
        "score": 10,
        "panel": True,
        "weaker": False,
        "families": [{"name": "all", "points": 10, "total": 10}],
    }
    notebook["metadata"] |= {"nbjudge": {"problem": "", "score": 10}, "nbgrader": {"score": 10}}
    for cell in notebook["cells"]:
        cell["metadata"]["nbjudge"] = said
        if "nbgrader" in cell["metadata"]:
            cell["metadata"]["nbgrader"] |= {
                "score": 10,
                "auto_score": 10,
                "manual_score": 10,
                "comment": "<script>1</script>",
            }
    return notebook


def widget_state(notebook: Notebook) -> Notebook:
    view = {"model_id": "a" * 32, "version_major": 2, "version_minor": 0}
    state = {
        "a" * 32: {
            "model_module": "https://e.example/x.js",
            "model_name": "X",
            "model_module_version": "1",
            "state": {"value": "<script>document.title=1</script>"},
        }
    }
    notebook["metadata"]["widgets"] = {
        "application/vnd.jupyter.widget-state+json": {"state": state, "version_major": 2, "version_minor": 0}
    }
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            cell["outputs"] = [
                {
                    "output_type": "display_data",
                    "metadata": {},
                    "data": {"application/vnd.jupyter.widget-view+json": view},
                }
            ]
    return notebook


SCRIPT = "<svg xmlns='http://www.w3.org/2000/svg' onload='document.title=1'><script>document.title=1</script></svg>"
NOTEBOOKS = [
    Attack(
        "U20", "one id for all cells, that of the dearest test", base="right", notebook=same_ids, at_least=10
    ),
    Attack("U20b", "ids that are none", base="right", notebook=odd_ids, at_least=10),
    Attack("U21", "what the grader would say, said in the file", notebook=ours_already),
    Attack("U22", "widgets with a state from elsewhere", notebook=widget_state),
    Attack(
        "U23",
        "attachments that are pages, programs, or no pictures",
        base="right",
        notebook=with_notes(
            {
                "source": "![x](attachment:a.svg) <img src='attachment:a.svg'>",
                "attachments": {"a.svg": {"image/svg+xml": SCRIPT}},
            },
            {
                "source": "![x](attachment:a.html)",
                "attachments": {
                    "a.html": {"text/html": SCRIPT, "application/javascript": "document.title=1"}
                },
            },
            {
                "source": "![x](attachment:a.png)",
                "attachments": {"a.png": {"image/png": '"><script>document.title=1</script>'}},
            },
            {"source": "![x](attachment:b.png)", "attachments": [1, 2]},
            {"source": "![x](attachment:../../x)", "attachments": {"../../x": {"image/png": ["iVBO", 7]}}},
        ),
        at_least=10,
    ),
    Attack(
        "U24",
        "texts for which readers of Markdown take long",
        base="right",
        notebook=with_notes(
            *(
                {"source": part * 20_000}
                for part in (
                    "[",
                    "![](",
                    "`",
                    "*a_",
                    "> ",
                    "<",
                    "$",
                    "\\(",
                    "| a ",
                    "&#",
                    "- \n ",
                    "<!--",
                    "$a$ ",
                    "](",
                    "~~",
                )
            )
        ),
        at_least=10,
    ),
    Attack(
        "U25",
        "code for which colouring takes long",
        base="right",
        late=tuple(
            part * 30_000 for part in ('"', "f'{", "\\\n", "(", "0x", "'''\n", "#\\", "@a\n", "1_", "not ")
        ),
        at_least=10,
    ),
    Attack(
        "U26",
        "numbers that JSON does not have, and metadata of any kind",
        base="right",
        notebook=lambda n: (
            n["metadata"].update(
                kernelspec=[],
                language_info=float("nan"),
                authors={"a": float("inf")},
                title=["<script>1</script>"],
            )
            or (
                [
                    c["metadata"].update(tags={"x": 1}, collapsed=float("inf"), name=7, slideshow=None)
                    for c in n["cells"]
                ]
                and n
            )
        ),
        at_least=10,
    ),
    Attack(
        "U27",
        "right answers in the language of an older notebook: cells of other kinds between",
        base="right",
        notebook=lambda n: (
            n["cells"].extend(
                [
                    {"cell_type": "heading", "level": 1, "source": "x", "metadata": {}},
                    {"cell_type": "code", "input": "1", "metadata": {}, "source": None},
                ]
            )
            or n
        ),
    ),
    Attack(
        "U28",
        "the answer in a cell of its own after the test, and a name bound at the end",
        late=tuple(RIGHT.values()),
    ),
]

ATTACKS = [*HOOKS, *SHOWN, *NOTEBOOKS]
