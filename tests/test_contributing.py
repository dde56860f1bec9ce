"""The task that CONTRIBUTING shows is one that runs, and its check is strong."""

import re
from pathlib import Path

from selfcheck.authoring.strength import try_exercise

PAGE = (Path(__file__).parents[1] / "CONTRIBUTING.md").read_text(encoding="utf-8")


def test_the_example_is_a_strong_task():
    (code,) = re.findall(r"```python\n(.*?)```", PAGE, flags=re.DOTALL)
    names = {}
    exec(code, names)
    findings = list(try_exercise("decisions", names["EXERCISE"]))
    assert len(findings) == 6
    assert [finding.fault for finding in findings if finding.fault] == []
    assert f"points={names['EXERCISE'].points}" in PAGE
