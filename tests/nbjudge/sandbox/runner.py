"""Runs attacks, one after the other, in one sandbox: a process of its own, so that it can be another user's.

    python runner.py LEVEL

Reads a JSON object in each line, with the cells of a job; answers with what became of them and what was left
behind.
"""

import json
import os
import sys
import time
from pathlib import Path
from typing import Any

import psutil

from nbjudge.sandbox import Conversation, Sandbox, levels, protection
from nbjudge.tasks import Limits

LIMITS = Limits(
    cell_seconds=0.6,
    grace_seconds=0.5,
    notebook_seconds=10,
    memory_bytes=300 << 20,
    processes=24,
    output_bytes=1 << 17,
    displays=100,
    disk_bytes=8 << 20,
)


def main() -> None:
    mine = Path(os.environ["HOME"], "mine")
    mine.mkdir()
    (mine / "mine").write_text("what the one who grades has written")
    choice = protection.choose(levels.named(sys.argv[1]))
    with Sandbox(level=choice.level, launcher=choice.launcher, limits=LIMITS) as sandbox:
        print(json.dumps({"ready": sandbox.level.name}), flush=True)
        for line in sys.stdin:
            print(json.dumps(run(sandbox, json.loads(line))), flush=True)


def run(sandbox: Sandbox, attack: dict[str, Any]) -> dict[str, Any]:
    began = time.monotonic()
    before = processes(sandbox)
    outcomes = []
    with sandbox.start() as job:
        talk = Conversation(job, LIMITS)
        for cell in attack["cells"]:
            outcomes.append(talk.execute(cell))
            if not outcomes[-1].alive:
                break
        job.kill("the test is over")
        usage = job.wait()
    seconds = time.monotonic() - began
    left = [
        line for pid in processes(sandbox) - before if (line := describe(pid))
    ]  # none: it has ended by now
    with sandbox.start() as job:
        after = Conversation(job, LIMITS).execute(attack["after"])
    return {
        "statuses": [outcome.status for outcome in outcomes],
        "reasons": [outcome.reason for outcome in outcomes],
        "text": "".join(text_of(outcome) for outcome in outcomes),
        "bytes": sum(len(json.dumps(outcome.outputs)) for outcome in outcomes),
        "seconds": seconds,
        "left": left,
        "ended": usage.ended,
        "after": [after.status, text_of(after)],
    }


def text_of(outcome: Any) -> str:
    return "\n".join(
        output.get("text", "")
        or output.get("evalue", "")
        or str(output.get("data", {}).get("text/plain", ""))
        for output in outcome.outputs
    )


def processes(sandbox: Sandbox) -> set[int]:
    """Every process of the user that the jobs are, but for what other tests of the same user run just now."""
    user = os.geteuid() if sandbox.user is None else sandbox.user
    found = set()
    for entry in Path("/proc").iterdir():
        try:
            if entry.name.isdigit() and entry.stat().st_uid == user and not ended(entry):
                found.add(int(entry.name))
        except OSError:
            continue
    return {pid for pid in found if not another_test_s(pid)}


def another_test_s(pid: int) -> bool:
    """Say whether a process comes from the tests, and not from here; or has gone by now."""
    try:
        above = [parent.pid for parent in psutil.Process(pid).parents()]
        return psutil.Process().parent().ppid() in above and os.getpid() not in above
    except psutil.NoSuchProcess:
        return True


def ended(process: Path) -> bool:
    return (process / "stat").read_text().rpartition(")")[2].split()[0] in "ZX"


def describe(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/cmdline").read_text().replace("\0", " ")[-80:]
    except OSError:
        return ""


if __name__ == "__main__":
    main()
