import errno
import os
import platform
import socket

import pytest

from nbjudge.inside import seccomp

linux = pytest.mark.skipif(
    platform.system() != "Linux" or platform.machine() not in seccomp._ARCHITECTURES,
    reason="the filter is for Linux on x86-64 and aarch64",
)


def in_a_child(work, **options):
    """Say whether `work` gives something true in a child with the filter on."""
    pid = os.fork()
    if pid == 0:
        try:
            seccomp.install(**options)
            os._exit(0 if work() else 1)
        except BaseException:
            os._exit(2)
    return os.WEXITSTATUS(os.waitpid(pid, 0)[1]) == 0


def refused(call, *arguments):
    try:
        call(*arguments)
    except OSError as error:
        return error.errno in (errno.EPERM, errno.EAFNOSUPPORT)
    return False


@pytest.mark.parametrize("machine", ["x86_64", "aarch64"])
@pytest.mark.parametrize("options", [{}, {"protected": [1, 2]}, {"alone": True, "protected": [7]}])
def test_every_jump_stays_within_the_program(machine, options):
    lines = seccomp.program(machine, **options)
    assert len(lines) < 4096
    for place, (code, yes, no, _) in enumerate(lines):
        if code in (seccomp._EQUAL, seccomp._GREATER, seccomp._ANY_BIT):
            assert place + 1 + max(yes, no) < len(lines)
            assert max(yes, no) < 256
    assert lines[-1][0] == seccomp._RETURN


@pytest.mark.parametrize("column", [0, 1])
def test_no_number_is_listed_twice(column):
    numbers = [row[column] for row in seccomp._REFUSED.values() if row[column] is not None]
    assert len(numbers) == len(set(numbers))


@linux
def test_only_local_sockets_can_be_made():
    assert in_a_child(lambda: refused(socket.socket, socket.AF_INET))
    assert in_a_child(lambda: socket.socket(socket.AF_UNIX))


@linux
def test_alone_no_socket_can_reach_another_program():
    assert in_a_child(lambda: refused(socket.socket, socket.AF_UNIX), alone=True)
    assert in_a_child(lambda: refused(socket.socketpair, socket.AF_UNIX, socket.SOCK_DGRAM), alone=True)
    assert in_a_child(socket.socketpair, alone=True)


@linux
def test_protected_processes_and_groups_cannot_be_signalled():
    parent = os.getpid()
    assert in_a_child(lambda: refused(os.kill, parent, 0), protected=(parent,))
    assert in_a_child(lambda: refused(os.kill, -1, 0), protected=(parent,))
    assert in_a_child(lambda: os.kill(os.getpid(), 0) is None, protected=(parent,))


@linux
def test_alone_a_process_cannot_leave_its_group():
    assert in_a_child(lambda: refused(os.setsid), alone=True)
    assert in_a_child(lambda: os.fork() >= 0, alone=True)
