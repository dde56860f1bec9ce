"""A filter that refuses what a notebook never asks the kernel for, without a library for it.

Refused are: looking into and signalling processes by their descriptors, namespaces and mounts, kernel
modules, the programmable and rarely used parts of the kernel, every socket but local ones, and memory, queues
and semaphores that outlive who made them (System V's, and POSIX's queues). Calls newer
than the table do not exist. `clone3` does not exist either, since its flags cannot be seen: C libraries then
use `clone`.

Where Landlock alone decides about files, the filter answers for what Landlock leaves to the modes of files,
for there a job may have the rights of whoever grades: `outside Landlock` below.
"""

import ctypes
import errno
import os
import struct
from collections.abc import Iterable, Sequence
from functools import lru_cache

from nbjudge.inside import system

_ARCHITECTURES = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}

# name: (x86_64, aarch64); None where it does not exist
_REFUSED: dict[str, tuple[int | None, int | None]] = {
    "ptrace": (101, 117), "process_vm_readv": (310, 270), "process_vm_writev": (311, 271), "kcmp": (312, 272),
    "pidfd_send_signal": (424, 424), "pidfd_open": (434, 434), "pidfd_getfd": (438, 438),
    "process_madvise": (440, 440), "process_mrelease": (448, 448),
    "mount": (165, 40), "umount2": (166, 39), "pivot_root": (155, 41), "chroot": (161, 51),
    "open_tree": (428, 428), "move_mount": (429, 429), "fsopen": (430, 430), "fsconfig": (431, 431),
    "fsmount": (432, 432), "fspick": (433, 433), "mount_setattr": (442, 442), "statmount": (457, 457),
    "listmount": (458, 458), "open_tree_attr": (467, 467), "unshare": (272, 97), "setns": (308, 268),
    "bpf": (321, 280), "perf_event_open": (298, 241), "userfaultfd": (323, 282),
    "io_uring_setup": (425, 425), "io_uring_enter": (426, 426), "io_uring_register": (427, 427),
    "keyctl": (250, 219), "add_key": (248, 217), "request_key": (249, 218),
    "io_setup": (206, 0), "io_destroy": (207, 1), "io_submit": (209, 2), "io_cancel": (210, 3),
    "io_getevents": (208, 4), "io_pgetevents": (333, 292),
    "mq_open": (240, 180), "mq_unlink": (241, 181), "mq_timedsend": (242, 182), "mq_timedreceive": (243, 183),
    "mq_notify": (244, 184), "mq_getsetattr": (245, 185),
    "shmget": (29, 194), "shmctl": (31, 195), "shmat": (30, 196), "shmdt": (67, 197),
    "semget": (64, 190), "semctl": (66, 191), "semtimedop": (220, 192), "semop": (65, 193),
    "msgget": (68, 186), "msgctl": (71, 187), "msgrcv": (70, 188), "msgsnd": (69, 189),
    "create_module": (174, None), "init_module": (175, 105), "delete_module": (176, 106),
    "finit_module": (313, 273), "kexec_load": (246, 104), "kexec_file_load": (320, 294),
    "name_to_handle_at": (303, 264), "open_by_handle_at": (304, 265), "fanotify_init": (300, 262),
    "fanotify_mark": (301, 263), "acct": (163, 89), "swapon": (167, 224), "swapoff": (168, 225),
    "reboot": (169, 142), "sethostname": (170, 161), "setdomainname": (171, 162), "iopl": (172, None),
    "ioperm": (173, None), "quotactl": (179, 60), "quotactl_fd": (443, 443), "vhangup": (153, 58),
    "settimeofday": (164, 170), "clock_settime": (227, 112), "clock_adjtime": (305, 266),
    "adjtimex": (159, 171), "syslog": (103, 116), "personality": (135, 92),
    "lookup_dcookie": (212, 18), "uselib": (134, None),
    "ustat": (136, None), "sysfs": (139, None), "modify_ldt": (154, None), "move_pages": (279, 239),
    "migrate_pages": (256, 238), "mbind": (237, 235), "set_mempolicy": (238, 237), "vmsplice": (278, 75),
    "remap_file_pages": (216, 234), "memfd_secret": (447, 447), "seccomp": (317, 277),
}  # fmt: skip
_SIGNALLING = {"kill": (62, 129), "tkill": (200, 130), "tgkill": (234, 131), "rt_sigqueueinfo": (129, 138),
               "rt_tgsigqueueinfo": (297, 240)}  # fmt: skip
_GROUPING = {"setsid": (112, 157), "setpgid": (109, 154)}
_CONNECTING = {"socket": (41, 198), "connect": (42, 203)}  # a path leads to sockets of other programs
_SOCKETPAIR = (53, 199)
# What changes another process takes no more than the same user. By its number, 0 for oneself:
_OF_A_PROCESS = {"prlimit64": (302, 261), "sched_setaffinity": (203, 122), "sched_setparam": (142, 118),
                 "sched_setscheduler": (144, 119), "sched_setattr": (314, 274)}  # fmt: skip
_FCNTL, _IOCTL = (72, 25), (16, 29)
_OWNERS = {_FCNTL: (8, 15), _IOCTL: (0x8901, 0x8902)}  # F_SETOWN, F_SETOWN_EX; FIOSETOWN, SIOCSPGRP
_RANKING = {"setpriority": (141, 140), "ioprio_set": (251, 30)}

# Outside Landlock. Modes and times stay as they are, and copying a file goes on as if they had been changed;
# attributes do not exist, as on many file systems; the length of a file is changed by whoever has opened it.
_PRETENDED = {
    "chmod": (90, None), "fchmod": (91, 52), "fchmodat": (268, 53), "fchmodat2": (452, 452),
    "utime": (132, None), "utimes": (235, None), "futimesat": (261, None), "utimensat": (280, 88),
}  # fmt: skip
_WITHOUT_ATTRIBUTES = {
    "setxattr": (188, 5), "lsetxattr": (189, 6), "fsetxattr": (190, 7), "setxattrat": (463, 463),
    "getxattr": (191, 8), "lgetxattr": (192, 9), "fgetxattr": (193, 10), "getxattrat": (464, 464),
    "listxattr": (194, 11), "llistxattr": (195, 12), "flistxattr": (196, 13), "listxattrat": (465, 465),
    "removexattr": (197, 14), "lremovexattr": (198, 15), "fremovexattr": (199, 16),
    "removexattrat": (466, 466), "file_getattr": (468, 468), "file_setattr": (469, 469),
}  # fmt: skip
_OUTSIDE_LANDLOCK = {
    "chown": (92, None), "fchown": (93, 55), "lchown": (94, None), "fchownat": (260, 54),
    "truncate": (76, 45), "inotify_init": (253, None), "inotify_init1": (294, 26),
    "inotify_add_watch": (254, 27),
}  # fmt: skip
_OPEN, _OPENAT, _OPENAT2 = (2, None), (257, 56), (437, 437)
_TRUNCATING, _FOR_READING, _FOR_NEITHER = 0o1000, 0, 3  # flags of open: what Landlock's older versions miss
_CLONE = (56, 220)
_CLONE3 = 435
_SOCKET = (41, 198)
_PRCTL = (157, 167)
_NEWEST = 470  # calls beyond were not known when this was written
_X32 = 0x40000000
_NEW_NAMESPACES = 0x7E020000

_KILL_PROCESS = 0x80000000
_ALLOW = 0x7FFF0000
_ERROR = 0x00050000

# classic BPF
_AND = 0x54
_LOAD, _EQUAL, _GREATER, _ANY_BIT, _RETURN = 0x20, 0x15, 0x25, 0x45, 0x06
_NUMBER, _ARCHITECTURE = 0, 4  # offsets
_FIRST_ARGUMENT, _SECOND_ARGUMENT, _THIRD_ARGUMENT = 16, 24, 32  # of the lower halves, which come first
_Instruction = tuple[int, int, int, int]


def prepare(protected: tuple[int, ...] = (), alone: bool = False) -> bytes:
    """Write the filter down, as a zygote can before its forks.

    `protected` are processes that it may not signal; then neither may it signal whole groups, nor set limits
    to others. `alone` is for where no namespace separates it from the machine,
    and Landlock decides about files: it cannot leave its process group, by which it will be ended, nor live
    on when its zygote dies, has no sockets but pairs, and changes nothing of a file but its content.
    """
    return _written(protected, alone)


@lru_cache
def _written(protected: tuple[int, ...], alone: bool) -> bytes:
    machine = os.uname().machine
    if machine not in _ARCHITECTURES:
        raise OSError(errno.ENOSYS, f"no list of system calls for {machine}")
    return b"".join(struct.pack("HBBI", *line) for line in program(machine, protected, alone))


def install(protected: tuple[int, ...] = (), alone: bool = False) -> None:
    """Put the filter on this process and all that it starts."""
    put_on(prepare(protected, alone))


def put_on(code: bytes) -> None:
    """Put any filter on."""
    buffer = ctypes.create_string_buffer(code)
    described = struct.pack("HxxxxxxP", len(code) // 8, ctypes.addressof(buffer))
    system.prctl(system.PR_SET_NO_NEW_PRIVS, 1)
    zero = ctypes.c_ulong(0)
    system.check(system.library().prctl(22, ctypes.c_ulong(2), described, zero, zero), "seccomp")


def program(machine: str, protected: Sequence[int] = (), alone: bool = False) -> list[_Instruction]:
    """Give the filter's instructions."""
    column = list(_ARCHITECTURES).index(machine)
    refused = _numbers(_REFUSED.values(), column)
    if alone:
        refused |= _numbers((*_GROUPING.values(), *_CONNECTING.values(), *_OUTSIDE_LANDLOCK.values()), column)
    if protected:
        refused |= _numbers(_RANKING.values(), column)
    lines: list[_Instruction] = [
        (_LOAD, 0, 0, _ARCHITECTURE),
        (_EQUAL, 1, 0, _ARCHITECTURES[machine]),
        (_RETURN, 0, 0, _KILL_PROCESS),
        (_LOAD, 0, 0, _NUMBER),
        *_refuse((_GREATER, 0, 1, _NEWEST), errno.ENOSYS),  # x32 is beyond as well
        *_refuse((_EQUAL, 0, 1, _CLONE3), errno.ENOSYS),
    ]
    for number in sorted(refused):
        lines += _refuse((_EQUAL, 0, 1, number), errno.EPERM)
    lines += _when(_CLONE[column], [*_refuse((_ANY_BIT, 0, 1, _NEW_NAMESPACES), errno.EPERM)])
    lines += _when(_SOCKET[column], [(_EQUAL, 1, 0, 1), (_RETURN, 0, 0, _ERROR | errno.EAFNOSUPPORT)])
    if alone:
        lines += _outside_landlock(column)
        lines += _when(_PRCTL[column], _refuse((_EQUAL, 0, 1, system.PR_SET_PDEATHSIG), errno.EPERM))
        datagrams = [
            (_AND, 0, 0, 0xF),
            *_refuse((_EQUAL, 0, 1, 2), errno.EPERM),
        ]  # they could be sent anywhere
        lines += _when(_SOCKETPAIR[column], datagrams, _SECOND_ARGUMENT)
    if protected:
        tests = [*_refuse((_ANY_BIT, 0, 1, 0x80000000), errno.EPERM)]  # a group, or everybody
        for pid in protected:
            tests += _refuse((_EQUAL, 0, 1, pid), errno.EPERM)
        for row in _SIGNALLING.values():
            lines += _when(row[column], tests)
        for row in _OF_A_PROCESS.values():
            lines += _when(row[column], [(_EQUAL, 1, 0, 0), (_RETURN, 0, 0, _ERROR | errno.EPERM)])
        for row, commands in _OWNERS.items():
            named = [line for number in commands for line in _refuse((_EQUAL, 0, 1, number), errno.EPERM)]
            lines += _when(row[column], named, _SECOND_ARGUMENT)
    return [*lines, (_RETURN, 0, 0, _ALLOW)]


def _outside_landlock(column: int) -> list[_Instruction]:
    """Answer for what Landlock does not know, or did not know at first."""
    lines: list[_Instruction] = []
    for number in sorted(_numbers(_PRETENDED.values(), column)):
        lines += _refuse((_EQUAL, 0, 1, number), 0)
    for number in sorted(_numbers(_WITHOUT_ATTRIBUTES.values(), column)):
        lines += _refuse((_EQUAL, 0, 1, number), errno.EOPNOTSUPP)
    lines += _refuse((_EQUAL, 0, 1, _OPENAT2[column]), errno.ENOSYS)  # its flags cannot be seen
    for row, flags in ((_OPEN, _SECOND_ARGUMENT), (_OPENAT, _THIRD_ARGUMENT)):
        tests = [(_AND, 0, 0, _TRUNCATING | 3)]
        for odd in (_TRUNCATING | _FOR_READING, _TRUNCATING | _FOR_NEITHER, _FOR_NEITHER):
            tests += _refuse((_EQUAL, 0, 1, odd), errno.EACCES)
        for number in _numbers((row,), column):
            lines += _when(number, tests, flags)
    return lines


def _numbers(rows: Iterable[tuple[int | None, int | None]], column: int) -> set[int]:
    return {number for row in rows if (number := row[column]) is not None}


def _refuse(test: _Instruction, number: int) -> list[_Instruction]:
    return [test, (_RETURN, 0, 0, _ERROR | number)]


def _when(number: int, tests: list[_Instruction], argument: int = _FIRST_ARGUMENT) -> list[_Instruction]:
    """Do the tests on an argument of one call, and allow it if none refuses it."""
    inner = [(_LOAD, 0, 0, argument), *tests, (_RETURN, 0, 0, _ALLOW)]
    return [(_EQUAL, 0, len(inner), number), *inner]
