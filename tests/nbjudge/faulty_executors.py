"""Executors that fail: without protection, at the start, at the first try."""

import os
from pathlib import Path
from typing import Any

from nbjudge.sandbox.server import SandboxError
from tests.nbjudge.plain_executor import PlainExecutor


class NoProtection:
    def __init__(self, **options: Any) -> None:
        raise SandboxError("this machine gives no protection")


class NeverStarts:
    def __init__(self, **options: Any) -> None:
        os._exit(3)


class Forgetful(PlainExecutor):
    """Fails the first time that it sees a student, as a sandbox does whose server was killed."""

    def run(self, task: Any) -> Any:
        seen = Path(task.files["where.txt"].decode()) / task.student_id
        if not seen.exists():
            seen.touch()
            raise ConnectionError("the server is gone")
        return super().run(task)


class Broken(PlainExecutor):
    """Fails whenever it sees one of the students."""

    def run(self, task: Any) -> Any:
        if task.student_id == "ben":
            raise ConnectionError("the server is gone")
        return super().run(task)
