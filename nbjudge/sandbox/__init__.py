"""Runs code that nobody trusts: a warmed fork server behind namespaces, seccomp and limits.

choice = protection.choose()                            # or unsafe=True: no protection, for development
with Sandbox(level=choice.level, launcher=choice.launcher, visible=[...]) as sandbox:
    job = sandbox.start(files={"data.csv": b"..."}, fds=[calls.fileno()])
    conversation = Conversation(job, limits)
    outcome = conversation.execute("print(1)")          # status and validated messages of one cell
    job.kill(); usage = job.wait()
"""

from nbjudge.sandbox.conversation import Conversation, Outcome
from nbjudge.sandbox.job import Job, Usage
from nbjudge.sandbox.level import Level
from nbjudge.sandbox.server import Sandbox, SandboxError

__all__ = ["Conversation", "Job", "Level", "Outcome", "Sandbox", "SandboxError", "Usage"]
