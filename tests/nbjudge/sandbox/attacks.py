"""What a submission may do to the machine that runs it; each prints ESCAPED if it got what it wanted."""

# ruff: noqa: E501 (programs of a line are easier to compare than to read)

from dataclasses import dataclass

SECRET = "the model solution"


@dataclass(frozen=True)
class Attack:
    """Cells of one job; `{outside}` in them is a folder that anybody may write to, with the file `secret` in it.

    `{mine}` is a folder of whoever runs the sandbox, with the file `mine` in it.
    """

    name: str
    cells: tuple[str, ...]
    status: str = ""  # of the last cell that ran, if it matters
    after: str = "1 + 1"  # a cell of the next job
    not_below: str = ""  # the level from which on this is refused


def calling(*calls: tuple[object, ...]) -> Attack:
    """Make system calls by their numbers on x86-64; each has to be refused."""
    source = (
        "import ctypes, errno\n"
        "lib = ctypes.CDLL(None, use_errno=True)\n"
        "refused = (errno.EPERM, errno.ENOSYS, errno.EAFNOSUPPORT, errno.EACCES)\n"
        f"for name, *arguments in {list(calls)!r}:\n"
        "    if lib.syscall(*arguments) >= 0 or ctypes.get_errno() not in refused:\n"
        "        print('ESCAPED', name, ctypes.get_errno())\n"
    )
    return Attack("system calls", (source,), "ok")


def sending(name: str, data: str) -> Attack:
    """Write something to the control socket that the kernel would not."""
    head = "import os, json, struct, time\ndef frame(body): return struct.pack('<I', len(body)) + body\n"
    head += "def message(m, lengths=()):\n    head = json.dumps([m, [], list(lengths)]).encode()\n"
    head += "    return frame(struct.pack('<I', len(head)) + head)\n"
    return Attack(f"channel: {name}", (f"{head}{data}\ntime.sleep(5)",))


def outputs(kind: str, content: str) -> str:
    """Send an output with the nonce of the running cell."""
    find = "from nbjudge.inside import kernel; nonce = kernel._outlet.nonce\n"
    return f"{find}os.write(3, message({{'op': 'output', 'nonce': nonce, 'type': {kind!r}, 'content': {content}}}))"


TIME = (
    Attack("endless loop", ("while True: pass", "print('went on')"), "ok"),
    Attack("sleep", ("import time; time.sleep(1000)", "print('went on')"), "ok"),
    Attack("long arithmetic", ("len(str(9**(10**7)))",)),
    Attack(
        "loop that cannot be interrupted",
        ("import time\nwhile True:\n try:\n  time.sleep(1)\n except BaseException: pass",),
        "timeout",
    ),
    Attack(
        "interrupt ignored",
        ("import signal\nsignal.signal(signal.SIGINT, signal.SIG_IGN)\nwhile True: pass",),
        "timeout",
    ),
    Attack("await for ever", ("import asyncio; await asyncio.sleep(1000)", "print('went on')"), "ok"),
    Attack("shell that sleeps", ("%%bash\nsleep 1000",)),
    Attack(
        "loop in atexit and signal handlers",
        (
            "import atexit, signal, time\natexit.register(time.sleep, 1000)\nsignal.signal(signal.SIGTERM, signal.SIG_IGN)",
        ),
        "ok",
    ),
)

PROCESSES = (
    Attack("fork bomb", ("import os\nwhile True:\n    try: os.fork()\n    except OSError: pass",)),
    Attack(
        "fork bomb in a shell",
        ("import subprocess\nsubprocess.run(['bash', '-c', ':(){ :|:& };:; sleep 3'])",),
    ),
    Attack(
        "threads without end",
        ("import threading, time\nwhile True: threading.Thread(target=time.sleep, args=(100,)).start()",),
    ),
    Attack(
        "daemon",
        (
            "import subprocess\ntry: subprocess.Popen(['sleep', '1000'], start_new_session=True)\nexcept OSError: subprocess.Popen(['sleep', '1000'])",
        ),
        "ok",
    ),
    Attack(
        "double fork",
        (
            "import os, time\nif os.fork() == 0:\n    try: os.setsid()\n    except OSError: pass\n    if os.fork() == 0:\n        time.sleep(1000)\n    os._exit(0)",
        ),
        "ok",
    ),
    Attack(
        "shell in the background",
        ("import os\nos.system('nohup setsid sleep 1000 >/dev/null 2>&1 &')",),
        "ok",
    ),
    Attack(
        "fork that outlives an exit",
        ("import os, time\nif os.fork() == 0: time.sleep(1000)\nos._exit(0)",),
        "killed",
    ),
    Attack(
        "thread that goes on",
        ("import threading, time\nthreading.Thread(target=time.sleep, args=(1000,)).start()",),
        "ok",
    ),
    Attack(
        "kill the parent",
        (
            "import os, signal\ntry: os.kill(os.getppid() or 10**6, 9); print('ESCAPED')\nexcept OSError: print('fine')",
        ),
    ),
    Attack(
        "kill everybody",
        ("import os, signal\ntry: os.kill(-1, signal.SIGKILL)\nexcept OSError: print('fine')",),
    ),
    Attack(
        "kill by number",
        (
            "import os\nfor pid in range(2, 3000):\n    if pid != os.getpid():\n        try: os.kill(pid, 9); print('ESCAPED', pid)\n        except OSError: pass",
        ),
        "ok",
    ),
    Attack("kill the group", ("import os\ntry: os.killpg(0, 9)\nexcept OSError: print('fine')",)),
    Attack("stop itself", ("import os, signal\nos.kill(os.getpid(), signal.SIGSTOP)",)),
)

MEMORY = (
    Attack("ten gigabytes", ("bytearray(10 << 30)", "print('went on')"), "ok"),
    Attack("an array of ten gigabytes", ("import numpy as np; np.ones(10 << 27)", "print('went on')"), "ok"),
    Attack("list that grows", ("kept = []\nwhile True: kept.append(bytes(1 << 20))",)),
    Attack(
        "several processes",
        (
            "import os, time\nfor _ in range(8):\n    if os.fork() == 0:\n        kept = b'x' * (150 << 20)\n        time.sleep(1000)\ntime.sleep(5)",
        ),
    ),
    Attack(
        "shared memory",
        (
            "import mmap\nkept = []\nfor _ in range(40):\n    kept.append(mmap.mmap(-1, 100 << 20)); kept[-1].write(b'x' * (100 << 20))\nprint('ESCAPED')",
        ),
    ),
)

DISK = (
    Attack(
        "large file",
        (
            "try:\n    open('large', 'wb').write(bytes(100 << 20)); print('ESCAPED')\nexcept OSError: print('fine')",
        ),
        "ok",
    ),
    Attack(
        "file in shared memory",
        (
            "try:\n    open('/dev/shm/large', 'wb').write(bytes(100 << 20)); print('ESCAPED')\nexcept OSError: print('fine')",
        ),
        "ok",
    ),
    Attack(
        "many large files",
        (
            "try:\n    for k in range(50): open(f'/tmp/{k}', 'wb').write(bytes(4 << 20))\n    print('ESCAPED')\nexcept OSError: print('fine')",
        ),
        not_below="2",
    ),
    Attack(
        "many files",
        (
            "try:\n    for k in range(20_000): open(str(k), 'w').close()\n    print('ESCAPED')\nexcept OSError: print('fine')",
        ),
        not_below="3b",
    ),
    Attack(
        "folders a mile deep",
        ("import os\ntry:\n    for _ in range(400): os.mkdir('d'); os.chdir('d')\nexcept OSError: pass",),
        "ok",
    ),
    Attack(
        "something left for the next",
        (
            "import os\nfor place in ('.', '/tmp', '/dev/shm', os.environ['TMPDIR']):\n    try:\n        os.makedirs(f'{place}/left/d'); open(f'{place}/left/answer', 'w').write('42'); os.chmod(f'{place}/left', 0)\n    except OSError: pass",
        ),
        "ok",
        "import os\nprint('ESCAPED' if any(os.path.exists(f'{place}/left') for place in ('.', '/tmp', '/dev/shm', os.environ['TMPDIR'])) else 'fine')",
    ),
)

OUTPUT = (
    Attack("printing without end", ("while True: print('x' * 1000)", "print('went on')"), "ok"),
    Attack("writing without end", ("import os\nwhile True: os.write(1, b'x' * 60000)",)),
    Attack("a program that prints without end", ("import os\nos.system('yes')",)),
    Attack(
        "writing without end, uninterrupted",
        (
            "import os\nwhile True:\n try:\n  while True: os.write(2, b'x' * 60000)\n except BaseException: pass",
        ),
    ),
    Attack(
        "thousands of displays", ("from IPython.display import display\nfor k in range(3000): display(k)",)
    ),
    Attack(
        "huge displays",
        ("from IPython.display import HTML, display\nfor k in range(50): display(HTML('x' * (1 << 20)))",),
    ),
    Attack("huge exception", ("raise ValueError('x' * (50 << 20))",)),
    Attack(
        "exception that cannot be shown", ("class E(Exception):\n    def __str__(self): raise self\nraise E",)
    ),
    Attack("text that cannot be encoded", ("print('\\ud800')\n'\\udfff'",), "ok"),
)

ENDS = (
    Attack("os._exit", ("import os; os._exit(0)",), "killed"),
    Attack("abort", ("import os; os.abort()",), "killed"),
    Attack("segmentation fault", ("import ctypes; ctypes.string_at(0)",), "killed"),
    Attack("exit", ("exit()", "print('went on')"), "ok"),
    Attack("SystemExit", ("import sys; sys.exit(3)", "print('went on')"), "ok"),
    Attack("stack overflow", ("import sys\nsys.setrecursionlimit(10**9)\ndef f(): return f()\nf()",)),
    Attack("stops the event loop", ("import asyncio; asyncio.get_event_loop().stop()", "print('went on')")),
    Attack("breaks the kernel", ("get_ipython().kernel.do_execute = None", "print('went on')"), "error"),
)

LOOKING = (
    Attack(
        "reads a file outside",
        ("try: print('ESCAPED', open('{outside}/secret').read())\nexcept OSError: print('fine')",),
        "ok",
    ),
    Attack(
        "lists a folder outside",
        ("import os\ntry: print('ESCAPED', os.listdir('{outside}'))\nexcept OSError: print('fine')",),
        "ok",
    ),
    Attack(
        "writes outside",
        ("try: open('{outside}/mark', 'w').write('x'); print('ESCAPED')\nexcept OSError: print('fine')",),
        "ok",
    ),
    Attack(
        "removes outside",
        ("import os\ntry: os.remove('{outside}/secret'); print('ESCAPED')\nexcept OSError: print('fine')",),
        "ok",
    ),
    Attack(
        "link to outside",
        (
            "import os\nos.symlink('{outside}/secret', 'link')\ntry: print('ESCAPED', open('link').read())\nexcept OSError: print('fine')",
        ),
        "ok",
    ),
    Attack(
        "hard link to outside",
        (
            "import os\ntry: os.link('{outside}/secret', 'link'); print('ESCAPED')\nexcept OSError: print('fine')",
        ),
        "ok",
    ),
    Attack(
        "reads accounts",
        (
            "import os\nfor path in ('/etc/shadow', '/etc/sudoers', '/root/.ssh', '/root/.bashrc', '/home', '/var/log', '/etc/ssh'):\n    try: os.listdir(path) if os.path.isdir(path) else open(path); print('ESCAPED', path)\n    except OSError: pass",
        ),
        "ok",
    ),
    Attack(
        "writes to Python",
        (
            "import sys, os, numpy\nfor place in (sys.prefix, sys.base_prefix, os.path.dirname(numpy.__file__), os.path.dirname(os.__file__), '/usr', '/etc', '/dev', '/', '/code', '/matplotlib'):\n    try: open(f'{{place}}/mark', 'w'); print('ESCAPED', place)\n    except OSError: pass",
        ),
        "ok",
    ),
    Attack(
        "changes rights of Python",
        (
            "import sys, os\nfor place in (sys.prefix, '/usr', os.__file__):\n    mode = os.stat(place).st_mode\n    try: os.chmod(place, mode ^ 0o022)\n    except OSError: pass\n    if os.stat(place).st_mode != mode: print('ESCAPED', place)",
        ),
        "ok",
    ),
    Attack(
        "writes to the grader",
        (
            "import nbjudge.inside as i\ntry: open(i.__file__, 'a'); print('ESCAPED')\nexcept OSError: print('fine')",
        ),
        "ok",
    ),
    Attack(
        "imports the grader",
        (
            "for name in ('nbjudge.tasks', 'nbjudge.sandbox', 'nbjudge.judge', 'nbjudge.grading.steps'):\n    try: __import__(name); print('ESCAPED', name)\n    except ImportError: pass",
        ),
        "ok",
    ),
    Attack(
        "reads the environment",
        (
            "import os\nprint('ESCAPED' if 'SECRET_TOKEN' in os.environ or 'NBGRADER_EXECUTION' in os.environ else 'fine')",
        ),
        "ok",
    ),
    Attack(
        "reads other processes",
        (
            "import os\ntry: pids = os.listdir('/proc')\nexcept OSError: pids = []\nfor pid in pids:\n    if pid.isdigit() and int(pid) != os.getpid():\n        for name in ('environ', 'mem', 'maps', 'fd', 'root'):\n            try:\n                path = f'/proc/{{pid}}/{{name}}'\n                os.listdir(path) if name in ('fd', 'root') else open(path, 'rb').read(10)\n                print('ESCAPED', path, open(f'/proc/{{pid}}/cmdline').read())\n            except (OSError, ValueError): pass",
        ),
        "ok",
    ),
    Attack(
        "sets the machine",
        (
            "for path in ('/proc/sys/kernel/core_pattern', '/proc/sysrq-trigger', '/proc/sys/vm/drop_caches', '/sys/kernel/mm/ksm/run'):\n    try: open(path, 'w'); print('ESCAPED', path)\n    except OSError: pass",
        ),
        "ok",
    ),
    Attack(
        "looks for devices",
        (
            "import os\nfor path in ('/dev/mem', '/dev/kmsg', '/dev/vda', '/dev/sda', '/dev/fuse', '/dev/kvm', '/proc/kcore'):\n    try: open(path, 'rb'); print('ESCAPED', path)\n    except OSError: pass",
        ),
        "ok",
    ),
    Attack(
        "makes a device",
        (
            "import os, stat\ntry: os.mknod('device', 0o666 | stat.S_IFBLK, os.makedev(254, 0)); print('ESCAPED')\nexcept OSError: print('fine')",
        ),
        "ok",
    ),
    Attack(
        "becomes root",
        (
            "import os\nfor change in (lambda: os.setuid(0), lambda: os.setgid(0), lambda: os.setgroups([0])):\n    try: change(); print('ESCAPED')\n    except OSError: pass\nprint(os.system('su -c true </dev/null 2>/dev/null') == 0 and 'ESCAPED')",
        ),
        "ok",
    ),
    Attack(
        "leaves its limits",
        (
            "import resource\nfor what in (resource.RLIMIT_NPROC, resource.RLIMIT_AS, resource.RLIMIT_FSIZE, resource.RLIMIT_CPU):\n    try: resource.setrlimit(what, (1 << 40, 1 << 40)); print('ESCAPED')\n    except (OSError, ValueError): pass",
        ),
        "ok",
    ),
    Attack(
        "descriptors left open",
        (
            "import os\nfor fd in range(4, 512):\n    try:\n        place = os.readlink(f'/proc/self/fd/{{fd}}')\n        print('ESCAPED', place) if place.startswith('/') or 'pidfd' in place else None\n    except OSError: pass",
        ),
        "ok",
    ),
    Attack(
        "history of others",
        (
            "import os\nprint('ESCAPED' if os.path.exists(os.path.expanduser('~/.ipython/profile_default/history.sqlite')) else 'fine')",
        ),
        "ok",
    ),
)

OWNER = (
    Attack(
        "changes what its user owns",
        (
            """
import ctypes, os
lib = ctypes.CDLL(None)
for path in ('{mine}/mine', '{mine}'):
    for change in (
        lambda: os.chmod(path, 0o777), lambda: os.chmod(path, 0), lambda: os.utime(path, (1, 1)), lambda: os.utime(path),
        lambda: os.chown(path, -1, -1), lambda: os.setxattr(path, 'user.mark', b'x'), lambda: os.truncate(path, 0),
        lambda: os.open(path, os.O_RDONLY | os.O_TRUNC), lambda: os.open(path, 3 | os.O_TRUNC),
        lambda: os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC), lambda: os.remove(path), lambda: os.rename(path, path + 'x'),
        lambda: os.fchmod(os.open(path, os.O_PATH), 0o777), lambda: os.symlink('/', path + '/link'), lambda: os.mkdir(path + '/new'),
    ):
        try: change()
        except OSError: pass
    lib.syscall(268, -100, path.encode(), 0o777); lib.syscall(452, -100, path.encode(), 0o777, 0)
    lib.syscall(469, -100, path.encode(), bytes(64), 32, 0)
    lib.syscall(437, -100, path.encode(), (0o1000).to_bytes(8, 'little') + bytes(16), 24)
""",
        ),
        "ok",
    ),
    Attack(
        "reads what its user owns",
        ("try: print('ESCAPED', open('{mine}/mine').read())\nexcept OSError: print('fine')",),
        "ok",
    ),
    Attack(
        "watches folders",
        (
            "import ctypes\nlib = ctypes.CDLL(None)\nwatch = lib.inotify_init()\nfor place in (b'{outside}', b'{mine}'):\n    if lib.inotify_add_watch(watch, place, 0xfff) >= 0: print('ESCAPED', place)",
        ),
        "ok",
    ),
    Attack(
        "reads by descriptors without rights",
        (
            """
import ctypes, os
lib = ctypes.CDLL(None)
for path in ('/etc/shadow', '/etc/gshadow', '/root/.bashrc', '/root/.ssh', '{outside}/secret', '{mine}/mine', '/proc/1/environ'):
    if path.startswith('/proc/1/') and os.getpid() == 1: continue  # its own
    try: place = os.open(path, os.O_PATH)
    except OSError: continue
    lib.linkat(place, b'', -100, b'linked', 0x1000)
    for name in (f'/proc/self/fd/{{place}}', 'linked', f'/dev/fd/{{place}}'):
        for flags in (os.O_RDONLY, os.O_WRONLY, os.O_RDWR):
            try: print('ESCAPED', path, os.read(os.open(name, flags), 10))
            except OSError: pass
    try: os.fchdir(place); print('ESCAPED', os.listdir('.'))
    except OSError: pass
    os.chdir(os.environ['PWD'])
""",
        ),
        "ok",
    ),
    Attack(
        "leaves a file that runs as its owner",
        (
            "import os\nplace = os.open('tool', os.O_CREAT | os.O_WRONLY, 0o6755)\nfor change in (lambda: os.fchmod(place, 0o6755), lambda: os.chown('tool', 0, 0)):\n    try: change()\n    except OSError: pass\ntold = os.stat('tool')\nprint('ESCAPED' if told.st_uid == 0 else 'fine')",
        ),
        "ok",
        "import os\nprint('ESCAPED' if os.path.exists('tool') else 'fine')",
    ),
    Attack(
        "has privileges, or takes them",
        (
            """
import ctypes, struct
lib = ctypes.CDLL(None, use_errno=True)
head, data = struct.pack('Ii', 0x20080522, 0), ctypes.create_string_buffer(24)
lib.capget(head, data)
kept = struct.unpack('6I', data.raw)
if kept[0] & ~6 or any(kept[3:]): print('ESCAPED', kept)  # to look past the modes of files, at most
for number in (0, 3, 5, 7, 18, 19, 21):
    if lib.capset(head, struct.pack('6I', *[1 << number] * 3, 0, 0, 0)) == 0: print('ESCAPED', number)
    if lib.prctl(47, 2, number, 0, 0) == 0: print('ESCAPED ambient', number)
if lib.prctl(28, 0, 0, 0, 0) == 0: print('ESCAPED securebits')
""",
        ),
        "ok",
    ),
    Attack(
        "limits others, or slows them down",
        (
            """
import os, resource
for pid in [os.getppid(), *range(1, 3000)]:
    if pid in (0, os.getpid()): continue
    for act in (lambda: resource.prlimit(pid, resource.RLIMIT_CPU, (1, 1)), lambda: os.sched_setaffinity(pid, {{0}}),
                lambda: os.setpriority(os.PRIO_PROCESS, pid, 19)):
        try: act(); print('ESCAPED', pid)
        except OSError: pass
for kind in (os.PRIO_USER, os.PRIO_PGRP):
    try: os.setpriority(kind, os.getppid(), 1); print('ESCAPED' if os.getppid() else 'fine')
    except OSError: pass
""",
        ),
        "ok",
    ),
    Attack(
        "has others signalled",
        (
            """
import fcntl, os, signal, socket
ours, theirs = socket.socketpair()
for pid in (os.getppid() or 10 ** 6, -(os.getppid() or 10 ** 6)):
    fcntl.fcntl(ours, 10, signal.SIGKILL)
    for act in (lambda: fcntl.fcntl(ours, fcntl.F_SETOWN, pid), lambda: fcntl.ioctl(ours, 0x8901, pid.to_bytes(4, 'little', signed=True))):
        try: act()
        except OSError: continue
        print('ESCAPED', pid)
""",
        ),
        "ok",
    ),
    Attack(
        "leaves shared memory",
        ("import ctypes; ctypes.CDLL(None).shmget(0x5eed, 4096, 0o1666)",),
        "ok",
        "import ctypes; print('ESCAPED' if ctypes.CDLL(None).shmget(0x5eed, 4096, 0) >= 0 else 'fine')",
    ),
)

NETWORK = (
    Attack(
        "internet",
        (
            "import socket\nfor family in (socket.AF_INET, socket.AF_INET6):\n    try: socket.socket(family); print('ESCAPED')\n    except OSError: pass",
        ),
        "ok",
    ),
    Attack(
        "raw packets",
        (
            "import socket\nfor family, kind in ((socket.AF_PACKET, socket.SOCK_RAW), (socket.AF_NETLINK, socket.SOCK_RAW), (40, 1), (38, 5)):\n    try: socket.socket(family, kind); print('ESCAPED', family)\n    except OSError: pass",
        ),
        "ok",
    ),
    Attack(
        "a page",
        (
            "import urllib.request\ntry: urllib.request.urlopen('http://169.254.169.254/', timeout=0.3); print('ESCAPED')\nexcept OSError: print('fine')",
        ),
        "ok",
    ),
    Attack(
        "a socket in a folder outside",
        (
            "import socket\ntry: socket.socket(socket.AF_UNIX).connect('{outside}/socket'); print('ESCAPED')\nexcept OSError: print('fine')",
        ),
        "ok",
    ),
    Attack(
        "a socket without a folder",
        (
            "import socket\ntry: socket.socket(socket.AF_UNIX).connect('\\0{outside}'); print('ESCAPED')\nexcept OSError: print('fine')",
        ),
        "ok",
    ),
)

CALLS = calling(
    ("ptrace", 101, 0, 0, 0, 0),
    ("process_vm_readv", 310, 1, 0, 0, 0, 0, 0),
    ("pidfd_open", 434, 1, 0),
    ("pidfd_getfd", 438, 3, 3, 0),
    ("unshare users", 272, 0x10000000),
    ("unshare mounts", 272, 0x20000),
    ("clone users", 56, 0x10000000 | 17, 0, 0, 0, 0),
    ("clone3", 435, 0, 0),
    ("setns", 308, 3, 0),
    ("mount", 165, b"none", b"/tmp", b"tmpfs", 0, 0),
    ("umount", 166, b"/tmp", 2),
    ("pivot_root", 155, b"/tmp", b"/tmp"),
    ("chroot", 161, b"/tmp"),
    ("fsopen", 430, b"tmpfs", 0),
    ("open_tree", 428, -100, b"/", 1),
    ("bpf", 321, 0, 0, 0),
    ("perf_event_open", 298, 0, 0, -1, -1, 0),
    ("userfaultfd", 323, 1),
    ("io_uring_setup", 425, 1, 0),
    ("keyctl", 250, 0, -3, 0),
    ("add_key", 248, b"user", b"x", b"y", 1, -3),
    ("init_module", 175, 0, 0, 0),
    ("kexec_load", 246, 0, 0, 0, 0),
    ("name_to_handle_at", 303, -100, b"/", 0, 0, 0),
    ("open_by_handle_at", 304, -100, 0, 0),
    ("reboot", 169, 0xFEE1DEAD, 0x28121969, 0, 0),
    ("sethostname", 170, b"x", 1),
    ("clock_settime", 227, 0, 0),
    ("mq_open", 240, b"x", 66, 384, 0),
    ("of the other kind", 0x40000000 + 39),
    ("of the future", 600),
)

CHANNEL = (
    Attack("channel: closed", ("import os, time; os.close(3); time.sleep(3)",), "killed"),
    sending("garbage", "os.write(3, os.urandom(500))"),
    sending("a length of four gigabytes", "os.write(3, b'\\xff' * 4)"),
    sending("many buffers", "os.write(3, message({'op': 'output'}, [0] * 60000))"),
    sending("deep JSON", "body = b'[' * 100000; os.write(3, frame(struct.pack('<I', len(body)) + body))"),
    sending("half a frame", "os.write(3, struct.pack('<I', 100) + b'x')"),
    sending(
        "not an object", "body = b'[7, [], []]'; os.write(3, frame(struct.pack('<I', len(body)) + body))"
    ),
    sending(
        "forged answers",
        "for k in range(300): os.write(3, message({'op': 'done', 'nonce': str(k), 'status': 'ok'}))",
    ),
    sending(
        "thousands of outputs",
        outputs("stream", "{'name': 'stdout', 'text': 'x'}").replace(
            "os.write", "for _ in range(5000): os.write"
        ),
    ),
    sending("a stream of no name", outputs("stream", "{'name': 'x', 'text': 'x'}")),
    sending("a number for text", outputs("stream", "{'name': 'stdout', 'text': 7}")),
    sending("an output of no kind", outputs("comm_open", "{}")),
    sending(
        "a kind of image that is none", outputs("display_data", "{'data': {'../../x': 'y'}, 'metadata': {}}")
    ),
    sending("an error without lines", outputs("error", "{'ename': 'x', 'evalue': 'y', 'traceback': 3}")),
    sending(
        "a result without a number",
        outputs("execute_result", "{'data': {}, 'metadata': {}, 'execution_count': 'x'}"),
    ),
    sending(
        "not a number",
        outputs("display_data", "{'data': {'application/json': float('nan')}, 'metadata': {}}"),
    ),
)

ATTACKS = (*TIME, *PROCESSES, *MEMORY, *DISK, *OUTPUT, *ENDS, *LOOKING, *OWNER, *NETWORK, CALLS, *CHANNEL)
