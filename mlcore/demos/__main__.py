"""The command line: list the demonstrations, or run one of them, or all."""

import argparse
import difflib
import sys
from pathlib import Path

from mlcore.demos import load, names
from mlcore.demos.frame import Refused, run


def main(arguments: list[str] | None = None) -> int:
    """Run what was asked for; 0 if every claim held, 1 if one was refused, 2 for a name that is not there."""
    parser = argparse.ArgumentParser(
        prog="python -m mlcore.demos", description="Run the lectures' claims: compute, confirm, draw."
    )
    parser.add_argument(
        "names", nargs="*", metavar="NAME", help="demonstrations to run, or `all`; none: list them"
    )
    parser.add_argument(
        "--to", type=Path, default=Path("figures"), metavar="FOLDER", help="where pictures go"
    )
    asked = parser.parse_args(arguments)
    if not asked.names:
        width = max(map(len, names()))
        print("\n".join(f"{name:{width}}  {load(name).question}" for name in names()))
        return 0
    chosen = names() if asked.names == ["all"] else asked.names
    for unknown in (name for name in chosen if name not in names()):
        near = difflib.get_close_matches(unknown, names())
        hint = f"did you mean {' or '.join(near)}?" if near else "run without a name to list them."
        print(f"There is no demonstration {unknown!r}: {hint}", file=sys.stderr)
        return 2
    for name in chosen:
        try:
            run(load(name), asked.to)
        except Refused as refusal:
            print(f"{name}: refused. {refusal}", file=sys.stderr)
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
