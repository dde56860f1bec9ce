"""Put the answers to the checks and print the table: ``python -m benchmarks.unseen``.

`named`: of the wrong answers that lost points, those whose sentence a teacher found true of this code;
`sure`: those that were told one known mistake without a "perhaps", and how many of these were false.
`--said FILE` writes every answer with its sentence, to be judged; `--sitting fourth` takes the latest only.
"""

import argparse
import contextlib
import io
import time
import warnings
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from benchmarks.unseen import answers, verdicts
from benchmarks.unseen.answers import KINDS, SITTINGS, Written
from benchmarks.unseen.verdicts import Verdict
from mlcore.exercises import UNITS
from selfcheck.check import Checker
from selfcheck.report import Report


@dataclass(frozen=True)
class Checked:
    """What came of one answer."""

    answer: Written
    full: bool  # marks
    sure: bool
    how: str  # sure, perhaps, seen (what the values or a line say) or general (the question of the family)
    said: str
    seconds: float  # of the processor, with the panel


def check_all(written: Iterable[Written]) -> list[Checked]:
    """Put answers to their checks, when the tasks were checked before."""
    checker, found, warm = Checker(UNITS), [], set()
    for number, answer in enumerate(written):
        unit, _, task = answer.task.partition(".")
        if answer.task not in warm:
            checker(answer.task, UNITS[unit][task].misconceptions[0].answer)._repr_html_()
            warm.add(answer.task)
        function = answers.function(answer, number)
        with contextlib.redirect_stdout(io.StringIO()):
            start = time.process_time()
            result = checker(answer.task, function)
            result._repr_html_()
            seconds = time.process_time() - start
        full = float(result) >= UNITS[unit][task].points
        how, said = ("", "") if full else spoken(result.report)
        found.append(Checked(answer, full, how == "sure", how, said, seconds))
    return found


def spoken(report: Report) -> tuple[str, str]:
    """Return how a check names what is wrong, and its words."""
    diagnosis = report.diagnosis
    if diagnosis is None:
        return "general", report.question
    hints = [mistake.hint for mistake in diagnosis.misconceptions]
    words = " // ".join([*hints, *([diagnosis.remark] if diagnosis.remark else [])])
    return ("sure" if diagnosis.sure else "perhaps" if hints else "seen"), words


def table(found: Iterable[Checked], judged: Mapping[str, Verdict]) -> list[str]:
    """Return the lines of the table."""
    found = list(found)
    lines = ["kind     answers  full marks  named rightly  sure  sure and false  not judged"]
    for kind in KINDS:
        these = [one for one in found if one.answer.kind == kind]
        lost = [(one, judged.get(one.answer.key)) for one in these if not one.full and kind != "right"]
        valid = [(one, verdict.right) for one, verdict in lost if verdict and verdict.said == one.said]
        right = [one for one, said_truly in valid if said_truly]
        sure = [one for one in these if one.sure]
        false = [one for one, said_truly in valid if one.sure and not said_truly]
        void = len(lost) - len(valid)
        share = f"{len(right)} ({len(right) / len(these):.0%})" if these and kind != "right" else ""
        lines.append(
            f"{kind:8} {len(these):7}  {sum(one.full for one in these):10}  {share:>13}  {len(sure):4}"
            f"  {len(false):14}  {void:10}"
        )
    taken = [one.seconds for one in found]
    lines.append(
        f"a warm check: {median(taken):.3f} s of the processor in the median, {max(taken):.2f} s at worst"
    )
    return lines


def main() -> None:
    """Check, print, and write what was said if that is wanted."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition(":")[0])
    parser.add_argument("--sitting", choices=SITTINGS, action="append", help="all, if not given")
    parser.add_argument("--said", type=Path, help="a file to write all answers and sentences to")
    wanted = parser.parse_args()
    warnings.simplefilter("ignore")
    judged = verdicts.load()
    for sitting in wanted.sitting or SITTINGS:
        found = check_all(answers.read(sitting))
        print(f"\n{sitting} sitting", *table(found, judged), sep="\n")
        for one in found:
            if one.full != (one.answer.kind == "right"):
                print(f"{'full marks' if one.full else 'refused'}: {one.answer.key}")
        if wanted.said:
            with wanted.said.open("a", encoding="utf-8") as file:
                for one in found:
                    verdict = judged.get(one.answer.key)
                    mark = "?" if verdict is None or verdict.said != one.said else "+-"[not verdict.right]
                    if not one.full:
                        file.write(
                            f"{mark} [{one.how}] {one.answer.kind}: {one.answer.key}\n    {one.said}\n"
                        )


if __name__ == "__main__":
    main()
