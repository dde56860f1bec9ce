"""Attacks that carry out what a hidden test hands over, or that work between the copies of a process.

Each of the first ones keeps what its function is given, and shows it in a cell below or in a later test: the
number of the hidden test must be on no page. The others interfere with copies that wait for their tests.
"""

from .attack import RIGHT, Attack

KEEP = "    try: keep(x)\n    except OSError: pass  # not at every level\n    return x * x"


def carried(id, what, keep, show, at_least=10):
    """Return an attack whose `square` is right and keeps its arguments; a last cell shows what was kept."""
    square = f"{keep}\ndef square(x):\n{KEEP}"
    return Attack(id, what, base="right", answers={"square": square}, late=(show,), at_least=at_least)


WAIT = "import time; time.sleep(.2)\n"
CARRIED = [
    carried(
        "T1",
        "a file beside the notebook",
        "def keep(x): open('kept', 'a').write(f' {x}')",
        WAIT + "print(open('kept').read())",
    ),
    carried(
        "T1b",
        "the name of a file",
        "def keep(x): open(f'kept-{x}', 'w').close()",
        WAIT + "import os; print(os.listdir('.'))",
    ),
    carried(
        "T1c",
        "the length and the time of a file",
        "import os\nopen('kept', 'w').close()\ndef keep(x): os.truncate('kept', abs(x)); os.utime('kept', (abs(x), abs(x)))",
        WAIT + "print(os.stat('kept').st_size, os.stat('kept').st_mtime)",
    ),
    carried(
        "T1d",
        "a file in /dev/shm",
        "def keep(x): open('/dev/shm/kept', 'a').write(f' {x}')",
        WAIT + "print(open('/dev/shm/kept').read())",
    ),
    carried(
        "T2",
        "a map that copies share",
        "import mmap\nkept = mmap.mmap(-1, 4096)\ndef keep(x): kept.write(f' {x}'.encode())",
        WAIT + "print(kept[:200])",
    ),
    carried(
        "T2b",
        "a file in memory without a name",
        "import os\nkept = os.memfd_create('kept')\ndef keep(x): os.write(kept, f' {x}'.encode())",
        WAIT + "os.lseek(kept, 0, 0); print(os.read(kept, 200))",
    ),
    carried(
        "T2c",
        "multiprocessing's shared memory",
        "from multiprocessing import RawArray\nkept = RawArray('l', 100)\ndef keep(x):\n    n = sum(map(bool, kept))\n    kept[n] = x",
        WAIT + "print(list(kept))",
        at_least=8,  # without /dev/shm there is no such array
    ),
    carried(
        "T2d",
        "System V's shared memory",
        "import ctypes\nlib = ctypes.CDLL(None)\nlib.shmat.restype = ctypes.c_void_p\nplace = lib.shmat(lib.shmget(0x5eed, 4096, 0o1666), None, 0)\n"
        "def keep(x):\n    if place not in (None, 2**64 - 1): ctypes.memmove(place, str(x).encode(), 6)",
        WAIT + "print(ctypes.string_at(place, 6) if place not in (None, 2**64 - 1) else 'none')",
    ),
    carried(
        "T2e",
        "a queue of messages",
        "import ctypes\nlib = ctypes.CDLL(None)\nqueue = lib.msgget(0x5eed, 0o1666)\n"
        "def keep(x): lib.msgsnd(queue, (1).to_bytes(8, 'little') + str(x).encode().ljust(8), 8, 0o4000)",
        WAIT
        + "room = ctypes.create_string_buffer(64); lib.msgrcv(queue, room, 56, 0, 0o4000); print(room.raw)",
    ),
    carried(
        "T3",
        "a pipe",
        "import os\nends = os.pipe(); os.set_blocking(ends[0], False)\ndef keep(x): os.write(ends[1], f' {x}'.encode())",
        WAIT + "print(os.read(ends[0], 200))",
    ),
    carried(
        "T3b",
        "a thread that listens",
        "import socket, threading\nours, theirs = socket.socketpair()\nkept = []\n"
        "threading.Thread(target=lambda: [kept.append(ours.recv(20)) for _ in range(9)], daemon=True).start()\n"
        "def keep(x): theirs.send(f' {x}'.encode())",
        WAIT + "print(kept)",
    ),
    carried(
        "T3c",
        "a server without a name",
        "import socket, threading\nkept = []\nserver = None\ntry:\n    server = socket.socket(socket.AF_UNIX); server.bind('\\0kept'); server.listen(9)\nexcept OSError: pass\n"
        "def listen():\n    while server:\n        with server.accept()[0] as one: kept.append(one.recv(20))\n"
        "threading.Thread(target=listen, daemon=True).start()\n"
        "def keep(x):\n    try:\n        with socket.socket(socket.AF_UNIX) as one: one.connect('\\0kept'); one.send(f' {x}'.encode())\n    except OSError: pass",
        WAIT + "print(kept)",
    ),
    carried(
        "T4",
        "the place in a file that copies share",
        "import tempfile\nkept = tempfile.TemporaryFile()\ndef keep(x): kept.seek(max(x, 0))",
        WAIT + "import os; print(os.lseek(kept.fileno(), 0, 1))",
    ),
    carried(
        "T4b",
        "a child that prints when the test is over",
        "import os, time\ndef keep(x):\n    if os.fork() == 0:\n        time.sleep(.3); os.write(1, f'kept {x}'.encode()); os._exit(0)",
        "import time; time.sleep(.8)",
    ),
    carried(
        "T4c",
        "a child that writes an output on the grader's own connection",
        "import os\ncontrol = os.dup(3)\ndef keep(x):\n    import socket, sys\n    from nbjudge.inside import frames\n    frame = sys._getframe()\n"
        "    while frame:\n        one = frame.f_locals.get('request')\n        frame = frame.f_back\n        if type(one) is dict and 'nonce' in one:\n"
        "            frames.send(socket.socket(fileno=os.dup(control)), {'op': 'output', 'nonce': one['nonce'], 'type': 'stream', 'content': {'name': 'stdout', 'text': str(x)}})",
        "1 + 1",
    ),
    carried(
        "T4d",
        "an update of a display above",
        "import os\nfrom IPython.display import display\ncontrol = os.dup(3)\nshown = display('nothing', display_id='kept')\ndef keep(x):\n    import socket, sys\n    from nbjudge.inside import frames\n    frame = sys._getframe()\n"
        "    while frame:\n        one = frame.f_locals.get('request')\n        frame = frame.f_back\n        if type(one) is dict and 'nonce' in one:\n"
        "            frames.send(socket.socket(fileno=os.dup(control)), {'op': 'output', 'nonce': one['nonce'], 'type': 'update_display_data', 'content': {'data': {'text/plain': str(x)}, 'metadata': {}, 'transient': {'display_id': 'kept'}}})",
        "1 + 1",
    ),
    Attack(
        "T5",
        "the name of an exception of its own",
        base="right",
        answers={
            "square": "def square(x):\n    if x > 3: raise type(f'Kept{x}', (Exception,), {})(f'kept {x}')\n    return x * x"
        },
        at_least=8,
    ),
    Attack(
        "T5b",
        "the message of a later test's exception",
        base="right",
        answers={
            "square": f"def keep(x): open('/tmp/kept', 'a').write(f' {{x}}')\ndef square(x):\n{KEEP}",
            "mean": "def mean(values):\n    raise ValueError(open('/tmp/kept').read())",
        },
    ),
    Attack(
        "T5c",
        "the value that a later test compares, and shows",
        base="right",
        answers={
            "square": "import mmap, struct\nkept = mmap.mmap(-1, 8)\ndef keep(x): kept[:] = struct.pack('d', x)\ndef square(x):\n"
            + KEEP,
            "mean": "import numpy as np\ndef mean(values):\n    return struct.unpack('d', kept[:])[0] + 0 * np.mean(values, axis=0)",
        },
    ),
    Attack(
        "T5d",
        "what a later test's function prints",
        base="right",
        answers={
            "square": f"def keep(x): open('/tmp/kept', 'a').write(f' {{x}}')\ndef square(x):\n{KEEP}",
            "mean": RIGHT["mean"].replace("    return", "    print(open('/tmp/kept').read())\n    return"),
        },
        at_least=5,  # where /tmp cannot be written to, it fails by itself
    ),
]

COPIES = [
    Attack("T6", "a cell below that never ends", base="right", late=("while True: pass",), at_least=10),
    Attack(
        "T6e",
        "hundred cells below that sleep",
        base="right",
        late=("import time\ntime.sleep(30)",) * 100,
        at_least=10,
    ),
    Attack(
        "T6f",
        "hundred cells above that sleep",
        base="right",
        early=("import time\ntime.sleep(30)",) * 100,
        at_least=10,
    ),
    Attack(
        "T6b",
        "a cell below that ends the process",
        base="right",
        late=("import os\nos._exit(3)",),
        at_least=10,
    ),
    Attack(
        "T6c",
        "a cell below that takes all the memory",
        base="right",
        late=("kept = []\nwhile True: kept.append(bytearray(50_000_000))",),
        at_least=10,
    ),
    Attack(
        "T6d",
        "a cell below that is a fork bomb",
        base="right",
        late=("import os\nwhile True:\n    try: os.fork()\n    except OSError: pass",),
    ),
    Attack(
        "T7",
        "a cell below that ends the copies that wait",
        late=(
            "import os, signal\nfor pid in range(2, 300):\n    try: os.kill(pid, signal.SIGKILL)\n    except OSError: pass",
        ),
        base="right",
    ),
    Attack(
        "T7b",
        "a cell below that answers for the copies",
        late=(
            "import os, socket, threading\nfrom nbjudge.inside import kernel, frames\n"
            "def answer():\n    for fd in range(4, 64):\n        try: one = socket.socket(fileno=os.dup(fd))\n        except OSError: continue\n"
            "        try:\n            for k in range(50): frames.send(one, {'value': ['v', 4], 'nonce': str(k), 'printed': []})\n        except Exception: pass\n"
            "threading.Thread(target=answer, daemon=True).start()",
        ),
    ),
    Attack(
        "T7c",
        "pretends to keep copies",
        early=(
            "from nbjudge.inside.kernel import Main\nasync def kept(self, request): return {'op': 'kept'}\nMain._do_keep = kept",
        ),
    ),
    Attack(
        "T7d",
        "keeps a hundred copies for each",
        early=(
            "import os, time\nfrom nbjudge.inside.kernel import Main\nold = Main._copy\ndef copies(self):\n"
            "    for _ in range(100):\n        try:\n            if os.fork() == 0: time.sleep({nap}); os._exit(0)\n        except OSError: break\n"
            "    return old(self)\nMain._copy = copies",
        ),
    ),
    Attack(
        "T7e",
        "says that the copy has ended, and goes on with it",
        early=("from nbjudge.inside.kernel import Main\nMain._join = lambda self, pid, ended: 0",),
    ),
    Attack(
        "T8",
        "makes another program of its process",
        base="right",
        late=(
            "import os, sys\nos.execv(sys.executable, [sys.executable, '-c', 'import time; time.sleep({nap})'])",
        ),
        at_least=10,
    ),
    Attack(
        "T8b",
        "types into a terminal, if there is one",
        early=(
            "import fcntl, os, termios\nfor fd in (0, 1, 2):\n    try:\n        fcntl.ioctl(fd, termios.TIOCSTI, b'x')\n        open('{canary}', 'w').write('typed')\n    except OSError: pass\n"
            "try:\n    fd = os.open('/dev/tty', os.O_RDWR)\n    open('{canary}', 'w').write('tty')\nexcept OSError: pass",
        ),
    ),
    Attack(
        "T8c",
        "leaves memory, queues and semaphores of System V",
        early=(
            "import ctypes\nlib = ctypes.CDLL(None)\nfor made in (lib.shmget(0x5eed, 4096, 0o1666), lib.semget(0x5eed, 1, 0o1666), lib.msgget(0x5eed, 0o1666)):\n"
            "    if made >= 0: open('made', 'a').write('x')",
        ),
    ),
    Attack(
        "T8d",
        "locks the files that every job reads",
        early=(
            "import fcntl, os, subprocess, time\nkept = [open(os.__file__), open(subprocess.__file__)]\nfor one in kept:\n    try: fcntl.flock(one, fcntl.LOCK_EX | fcntl.LOCK_NB)\n    except OSError: pass\n"
            "if os.fork() == 0: time.sleep({nap})",
        ),
    ),
    Attack(
        "T9",
        "draws what the tests will draw",
        early=(
            "import random, numpy as np\nfrom nbjudge.inside import chance\nfor generator in chance._source: generator.seed(0)\n"
            "chance._seed = lambda self, a=None, version=2: None\nrandom.Random.seed = chance._seed\nnp.random.bit_generator.randbits = lambda n: 0",
        ),
    ),
]

ATTACKS = [*CARRIED, *COPIES]
