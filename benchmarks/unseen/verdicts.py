"""What somebody who teaches thinks of what the checks say: `verdicts.json`, sentence by sentence.

A verdict holds for one answer and the very words that were said of it. When a mend changes the words, the
verdict is void, and the table counts the answer as not judged until somebody has read the new ones.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass

from benchmarks.unseen.answers import HERE

FILE = HERE / "verdicts.json"


@dataclass(frozen=True)
class Verdict:
    """Whether the words say truly what is wrong with the code."""

    said: str
    right: bool


def load() -> dict[str, Verdict]:
    """Read the verdicts."""
    kept = json.loads(FILE.read_text("utf-8")) if FILE.exists() else {}
    return {key: Verdict(said, right) for key, (said, right) in kept.items()}


def save(verdicts: Mapping[str, Verdict]) -> None:
    """Write the verdicts, sorted."""
    plain = {key: [verdict.said, verdict.right] for key, verdict in sorted(verdicts.items())}
    FILE.write_text(json.dumps(plain, indent=1, ensure_ascii=False) + "\n", "utf-8")
