"""The command line: list the demonstrations, or run one of them, or all."""

import argparse
import difflib
import os
import sys
from pathlib import Path

from mlcore.demos import QUESTIONS, load, names
from mlcore.demos.frame import Refused, run


def main(arguments: list[str] | None = None) -> int:
    """Run what was asked for and return the exit code.

    0: every claim held. 1: one was refused, or a picture could not be saved. 2: there is no such name.
    """
    parser = argparse.ArgumentParser(
        prog="python -m mlcore.demos", description="Run the lectures' claims: compute, confirm, draw."
    )
    parser.add_argument("names", nargs="*", metavar="NAME", help="what to run, or `all`; without: list them")
    parser.add_argument("--to", type=Path, default=Path("figures"), metavar="FOLDER", help="for the pictures")
    parser.add_argument("--svg", action="store_true", help="save them as SVG, sharp at any size, not as PNG")
    options = parser.parse_args(arguments)
    if not options.names:
        width = max(map(len, names()))
        print("\n".join(f"{name:{width}}  {QUESTIONS[name]}" for name in names()))
        return 0
    chosen = names() if options.names == ["all"] else options.names
    for unknown in (name for name in chosen if name not in names()):
        near = difflib.get_close_matches(unknown, names())
        hint = f"did you mean {' or '.join(near)}?" if near else "run without a name to list them."
        return _fail(f"There is no demonstration {unknown!r}: {hint}", code=2)
    for name in chosen:
        try:
            run(load(name), options.to, "svg" if options.svg else "png")
        except Refused as refusal:
            return _fail(f"{name}: refused. {refusal}")
        except BrokenPipeError:  # the reader has seen enough
            raise
        except OSError as error:
            return _fail(
                f"{name}: the picture cannot be saved in {options.to}: {error}. Choose another --to FOLDER."
            )
    return 0


def _fail(sentence: str, code: int = 1) -> int:
    print(sentence, file=sys.stderr)
    return code


if __name__ == "__main__":
    try:
        code = main()
        sys.stdout.flush()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # nothing is left to say at exit
        code = 0
    except KeyboardInterrupt:
        code = _fail("Stopped.", code=130)
    sys.exit(code)
