"""The main loop of the judge's job: one notebook, cell by cell, as the worker says.

Operations: `begin` (what the course allows), `given` (run it here too), `answer` (which names are the
student's from here on), `test` (run it against the connection that is handed over), each answered by `done`
with the same nonce. The score is read here from the last expression's object, in a process that no student's
code runs in.
"""

import builtins
import signal
import socket
import time
from collections.abc import Sequence
from types import ModuleType
from typing import Any

from nbjudge.course import hidden_tests
from nbjudge.inside import cells, codec, frames, values
from nbjudge.judge import (
    adapters,
    beside,
    changing,
    errors,
    invalid,
    kinds,
    lining_up,
    made_code,
    names,
    patches,
    scores,
    shell,
    shown,
    slices,
    source,
    written,
)
from nbjudge.judge.digests import digest_of
from nbjudge.judge.places import Places
from nbjudge.judge.student import Student

MAX_FORKS = 3  # further ones for a test cell in which calls took too long
_FORK_SECONDS = 0.5  # that must be left for one
_READERS = (
    *(source.names_of, source.literals_of, source.reaches, slices.statements_of),
    *(changing.changing, patches.changed_in, written.names_in, hidden_tests.halves),
)
_warm: list[shell.JudgeShell] = []


def warm(texts: Sequence[str]) -> None:
    """Before the fork: make the shell, and read the course's cells, which are the same for every student."""
    values.install()
    _warm.append(shell.make_shell())
    for text in ("", *texts):  # no text at all is read as well
        for read in _READERS:
            read(text)


def serve(control: int, introductions: int) -> None:
    """Serve the worker until it closes the control socket."""
    worker = socket.socket(fileno=control)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    beside.begin()
    made_code.guard()
    judge = Judge(socket.socket(fileno=introductions), worker)
    while True:
        try:
            request = frames.receive(worker)
        except frames.ChannelClosedError:
            return
        done = judge.answer(request)
        frames.send(worker, done | {"op": "done", "nonce": request["nonce"]})


class Judge:
    """What the judge knows of one notebook."""

    def __init__(self, introductions: socket.socket, worker: socket.socket) -> None:
        """Begin with an empty namespace."""
        self.introductions = introductions
        self.worker = worker
        self.names = names.TestGlobals()
        self.interpreter = shell.Interpreter(_warm.pop() if _warm else shell.make_shell(), self.names)
        self.places = Places()
        self.shown = shown.Shown()
        self.touched: set[str] = set()
        adapters.serve_source()

    def answer(self, request: dict[str, Any]) -> dict[str, Any]:
        """Do what is asked; an interrupt ends only what runs."""
        try:
            signal.signal(signal.SIGINT, signal.default_int_handler)
            return getattr(self, "_do_" + request["op"])(request)  # type: ignore[no-any-return]
        except KeyboardInterrupt:
            return {"status": "timeout"}
        finally:
            signal.signal(signal.SIGINT, signal.SIG_IGN)

    def _do_begin(self, request: dict[str, Any]) -> dict[str, Any]:
        golden = request["golden"]
        self.places = Places(None if golden is None else frozenset(golden))
        self.shown = shown.Shown(tuple(request["shown"]), frozenset(request["hidden"]))
        self.names.read_by_course |= set(request["read"])
        self.interpreter.words = frozenset(request["words"])
        return {"status": "ok"}

    def _do_given(self, request: dict[str, Any]) -> dict[str, Any]:
        adapters.know_source(request["source"], request["source"])
        made_code.know(request["source"])
        return {"status": "ok", "notes": self.interpreter.run_given(request["source"])}

    def _do_answer(self, request: dict[str, Any]) -> dict[str, Any]:
        """Take note of an answer cell: what the course's version binds is the student's from here on."""
        adapters.know_source(request["source"], request["reference"])
        if not request["reference"]:
            return self._trust(request["source"] if request["asked"] else "")
        made_code.know(request["reference"], solution=True)
        found = source.names_of(request["reference"])
        for name in found.bound:
            dict.pop(self.names, name, None)
        self.names.students |= found.bound
        self.names.given -= found.bound
        self.names.left -= found.bound
        self.interpreter.run_imports(request["reference"])
        self.touched |= found.touched & self.names.given
        for name in list(self.touched):
            if self.places.expects(f"given:{name}"):
                self._leave(name)
        return {"status": "ok"}

    def _trust(self, submitted: str) -> dict[str, Any]:
        """Without the course's version, take the submission's names, but none that has an owner."""
        bound = source.names_of(submitted).bound
        self.names.students |= bound - self.names.given - set(vars(builtins))
        return {"status": "ok"}

    def _leave(self, name: str) -> None:
        """Leave a given list that the solution fills to the student."""
        dict.pop(self.names, name, None)
        self.names.students.add(name)
        self.names.given.discard(name)
        self.touched.discard(name)

    def _find_touched(self, student: Student) -> None:
        """For the record: which given lists has the course's solution really changed?"""
        for name in sorted(self.touched & self.names.given):
            mine = dict.get(self.names, name)
            if callable(mine) or isinstance(mine, ModuleType):
                continue
            try:
                theirs = student.request("fetch", f"given:{name}", name=name)
            except KeyError:  # the given cell ended there before it came to this name
                continue
            if digest_of(theirs) != digest_of(mine):
                self.places.met.add(f"given:{name}")
                self._leave(name)

    def _do_test(self, request: dict[str, Any]) -> dict[str, Any]:
        ends = time.monotonic() + request["seconds"]
        students = [self._meet(request, ends)]
        self.names.begin(students[0], request["source"], lambda: self._meet_again(request, ends, students))
        self._set_inputs()
        self.places.met = set()
        students[0].look_at_files(request["source"])
        if self.places.recording:
            self._find_touched(students[0])
        outputs = cells.Outputs(request["bytes"], request["displays"])
        try:
            ran = self.interpreter.run_test(request["source"], outputs)
            if isinstance(ran.error, KeyboardInterrupt):
                students[-1].timed_out = True
            return self._result(request, students, ran) | self._carried()
        finally:
            lining_up.rest()
            invalid.rest()
            for student in students:
                student.files.take_away()
                student.channel.close()

    def _meet(self, request: dict[str, Any], ends: float) -> Student:
        """Begin to talk to the fork that the worker introduces.

        Where the cell gives partial credit, one call may not use up the time of all: a third is enough.
        """
        channel = frames.receive_socket(self.introductions, min(ends, time.monotonic() + 5))
        student = Student(channel, self.places, request["id"], ends)
        student.strictly = request["strictly"]
        lining_up.watch(student)
        invalid.watch(student, self.names)
        student.sender.shown = self.shown
        if self.places.expects(f"{request['id']}=number"):
            student.call_seconds = request["seconds"] / 3
        return student

    def _meet_again(self, request: dict[str, object], ends: float, students: list[Student]) -> Student | None:
        """Return a new fork in the place of one that took too long, for the calls that follow; or none."""
        if len(students) > MAX_FORKS or time.monotonic() + _FORK_SECONDS > ends:
            return None
        try:
            frames.send(self.worker, {"op": "again", "nonce": request["nonce"]})
            students[-1].files.take_away()
            students.append(self._meet(request, ends))
            students[-1].look_at_files(str(request["source"]))
        except (TimeoutError, ConnectionError):
            return None
        return students[-1]

    def _set_inputs(self) -> None:
        """Let `In` hold the submitted cells, and `_i`, `_ii` and `_iii` the last ones."""
        texts = ["", "", "", *adapters.submitted()]
        for name, value in {"In": texts[2:], "_i": texts[-1], "_ii": texts[-2], "_iii": texts[-3]}.items():
            self.names.from_text.add(name)
            dict.__setitem__(self.names, name, value)

    def _result(self, request: dict[str, Any], students: list[Student], ran: shell.Ran) -> dict[str, Any]:
        place = f"{request['id']}=number"
        score = scores.Score(0.0)
        status = "ok" if ran.error is None else "error"
        if ran.error is None:
            score = scores.score_of(ran.value, request["points"], self.places.expects(place))
            if score.number:
                self.places.note(place)
        ended = next((student.ended for student in students if student.ended is not None), None)
        timed_out = any(student.timed_out for student in students)
        if ended is not None and not score.number:
            score = scores.Score(0.0, str(ended))
            status = "timeout" if timed_out else "error"
        self.places.note(kinds.NOTED)
        for noted in kinds.NOTED_SINCE.values():
            self.places.note(noted)
        return {
            "status": "timeout" if timed_out and ran.error is not None else status,
            "score": score.points,
            "reason": score.reason or _why(ran.error),
            "outputs": ran.outputs.list,
            "before_hidden": ran.outputs.sealed,
            "lost": any(type(one.ended) is errors.StudentProcessEndedError for one in students),
            "weaker": any(student.weaker for student in students),
            "places": sorted(self.places.met),
            "again": "" if request["strictly"] else _doubts(students),
            "line": _line_of(ran.error, self.names),
        }

    def _carried(self) -> dict[str, Any]:
        """Return what the cell bound for later cells of the student, as a frame that the worker passes on.

        What is no value, a connection or a function, has to be made there: the worker learns its names.
        """
        bound = self.names.end()
        carried = {name: value for name, value in bound.items() if _is_value(value)}
        made = sorted(bound.keys() - carried.keys() - self.names.students)
        if not carried:
            return {"made": made}
        encoder = codec.Encoder()
        trees = [[name, encoder.encode(value)] for name, value in carried.items()]
        frame = b"".join(bytes(piece) for piece in frames.pack({"bind": trees}, encoder.buffers))
        return {"carried": frame, "made": made}


def _doubts(students: list[Student]) -> str:
    """Say why a passed test has to pass once more: what came of it may hang on what should not count."""
    if any(student.changed for student in students):
        return "The code changes its arguments; with unchanged ones the test does not pass."
    doubts = sorted({doubt for student in students for doubt in student.doubts})
    if not doubts:
        return ""
    return f"{doubts[0]}, where the course's solution never does: the test passes only because of that."


def _why(error: BaseException | None) -> str:
    if error is None:
        return ""
    if isinstance(error, NotImplementedError):
        return "It is not answered yet: NotImplementedError."
    return f"The test ended in {type(error).__name__}."


def _line_of(error: BaseException | None, names: object) -> int | None:
    """Return the line of the test cell at which it ended, if it did not come to its end."""
    trace = error.__traceback__ if error is not None else None
    while trace is not None and trace.tb_frame.f_globals is not names:
        trace = trace.tb_next
    return None if trace is None else trace.tb_lineno


def _is_value(value: object) -> bool:
    try:
        codec.Encoder().encode(value)
    except (codec.MalformedError, codec.TooLargeError, RecursionError):
        return False
    return True
