"""A worker process: a copy of the grader where that can be, with nothing of the grader's in hand."""

import ast
import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from nbjudge.classroom.process import Process

linux = pytest.mark.skipif(sys.platform != "linux", reason="only Linux copies the process")
# A grader that holds a file and has not yet written all that it says, whose worker answers one order.
GRADER = """
import os, sys, time
from pathlib import Path
from nbjudge.classroom import process, worker

def main():
    size = int.from_bytes(sys.stdin.buffer.read(worker.LENGTH))
    order = sys.stdin.buffer.read(size)
    told = repr((order, os.getsid(0) == os.getpid(), sorted(os.listdir("/proc/self/fd")))).encode()
    os.write(1, len(told).to_bytes(worker.LENGTH) + told)
    raise ValueError("no more")

worker.main = main
held = open(os.devnull)
sys.stdout.write("once\\n")
one = process.Process(Path(sys.argv[1]), set())
one.tell(b"an order")
answers, is_open = [], True
while is_open:
    found, is_open = one.receive()
    answers += found
    time.sleep(0.01)
one.end()
sys.stdout.write(answers[0].decode() + "\\n")
sys.stdout.write(f"{one.process.returncode} {one.last_words()}\\n")
"""


@linux
def test_a_copy_answers_and_has_its_own_session_and_lines_and_none_of_the_graders_files(tmp_path: Path):
    command = [sys.executable, "-c", GRADER, str(tmp_path / "log")]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert done.stderr == ""
    once, answer, end = done.stdout.splitlines()
    assert once == "once", "what waited to be written is written by one of the two"
    order, its_own_session, descriptors = ast.literal_eval(answer)
    assert order == b"an order"
    assert its_own_session
    assert len(descriptors) == 4, "its three lines, and the folder that is being listed"
    assert end == "0 ValueError: no more"


@linux
def test_a_process_with_threads_is_not_copied(tmp_path: Path):
    stop = threading.Event()
    thread = threading.Thread(target=stop.wait)
    thread.start()
    try:
        process = Process(tmp_path / "log", set())
        assert isinstance(process.process, subprocess.Popen)
        process.end()
        assert process.process.returncode is not None
    finally:
        stop.set()
        thread.join()


def test_an_ended_process_may_be_ended_again(tmp_path: Path):
    process = Process(tmp_path / "log", set())
    process.end()
    kept = [os.open(os.devnull, os.O_RDONLY) for _ in range(2)]  # with the numbers that the lines had
    process.end()
    for descriptor in kept:
        os.close(descriptor)
