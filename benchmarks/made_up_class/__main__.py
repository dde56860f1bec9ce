"""`python -m benchmarks.made_up_class [FOLDER]` holds a graded class that was made up against its key."""

import sys
from pathlib import Path

from benchmarks.made_up_class import key


def main(folder: Path) -> int:
    """Print what differs and how much was found."""
    answers = key.read(folder)
    wrong = list(key.not_exact(answers))
    print(f"{len(answers)} answers of {len({answer.student for answer in answers})} students")
    print(f"scores that are what is deserved: {len(answers) - len(wrong)} of {len(answers)}")
    for sentence in wrong:
        print(f"  {sentence}")
    print(f"mistakes named:                 {key.named(answers)}")
    print(f"mistakes named with confidence: {key.named(answers, sure=True)}")
    cheated = [answer for answer in answers if answer.sealed["cheat"]]
    print(f"cheats that gained nothing: {sum(answer.exact for answer in cheated)} of {len(cheated)}")
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1] if len(sys.argv) > 1 else "examples/class")))
