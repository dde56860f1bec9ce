"""Look for bytes of a student's process or file that a reader does not survive: ``make fuzz MINUTES=60``.

Guided by coverage (atheris, which brings libFuzzer): what reaches a new line is kept and changed further.
Guided by coverage (atheris, which brings libFuzzer): what reaches a new line is kept, and changed further.
grows by what reaches something new; then it is cut down to the fewest and smallest files that reach the same.
"""

import argparse
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
CORPUS = ROOT / "tests" / "data" / "hostile_bytes"
TARGETS = ("frame", "answer", "output", "submission")
LIMITS = ["-timeout=20", "-rss_limit_mb=3000", "-max_len=3000"]


def main() -> None:
    """Share the time among the targets; stop at the first find, whose file is named."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--target", choices=TARGETS, action="append")
    parser.add_argument("--run", choices=TARGETS, help=argparse.SUPPRESS)
    options, rest = parser.parse_known_args()
    if options.run:
        fuzz(options.run, rest)
        return
    targets = options.target or TARGETS
    for target in targets:
        corpus = CORPUS / target
        found = ROOT / "build" / "fuzz"
        found.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory() as grown:
            seconds = int(options.minutes * 60 / len(targets))
            bounds = [f"-max_total_time={seconds}", f"-artifact_prefix={found}/{target}-"]
            run(target, grown, str(corpus), *bounds)
            run(target, "-merge=1", str(corpus), grown)
        print(f"{target}: {len(list(corpus.iterdir()))} files reach all that was reached")


def run(target: str, *words: str) -> None:
    """Start libFuzzer in a process of its own, which it ends as it likes."""
    command = [sys.executable, __file__, "--run", target, *words, *LIMITS, "-print_final_stats=1"]
    subprocess.run(command, check=True, cwd=ROOT)


def fuzz(target: str, words: list[str]) -> None:
    """Become libFuzzer."""
    import atheris

    sys.path.insert(0, str(ROOT))
    with atheris.instrument_imports(include=["nbjudge"]):
        from tests.nbjudge import hostile_bytes
    itself = f"{sys.executable} {__file__} --run {target}"  # it starts itself again to cut the corpus down
    atheris.Setup([itself, *words], hostile_bytes.TARGETS[target])
    atheris.Fuzz()


if __name__ == "__main__":
    main()
