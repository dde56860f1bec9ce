"""Copy the table behind ``mlcore.datasets.load_penguins`` out of the palmerpenguins package, byte for byte.

    pip download --no-deps palmerpenguins==0.1.6
    python tools/build_penguins.py palmerpenguins-0.1.6-py3-none-any.whl            # write penguins.csv
    python tools/build_penguins.py palmerpenguins-0.1.6-py3-none-any.whl --check    # only compare with it

The table is refused unless its SHA-256 is the one below.
Left out on purpose: downloading. The wheel is given, so that this script opens no connection.
"""

import argparse
import hashlib
import sys
import zipfile
from collections.abc import Sequence
from pathlib import Path

MEMBER = "palmerpenguins/data/penguins.csv"
TABLE_SHA256 = "f204db2c753b0937caac3cb35258562c14f073e4bbc76be24b4c51ce22767a93"
OUTPUT = Path(__file__).resolve().parents[1] / "mlcore" / "datasets" / "data" / "penguins.csv"


def read_table(wheel: Path, sha256: str = TABLE_SHA256) -> bytes:
    """Return the table of the wheel, or stop if it is another one than expected."""
    with zipfile.ZipFile(wheel) as archive:
        table = archive.read(MEMBER)
    found = hashlib.sha256(table).hexdigest()
    if found != sha256:
        raise SystemExit(f"{MEMBER} is not that of version 0.1.6: its SHA-256 is {found}.")
    return table


def main(arguments: Sequence[str] | None = None) -> int:
    """Write the table, or compare it with the one that is there."""
    parser = argparse.ArgumentParser(description="Copy the table of load_penguins.")
    parser.add_argument("wheel", type=Path, help="palmerpenguins-0.1.6-py3-none-any.whl")
    parser.add_argument("--check", action="store_true", help="write nothing; fail if the table differs")
    options = parser.parse_args(arguments)
    table = read_table(options.wheel)
    if options.check:
        equal = table == OUTPUT.read_bytes()
        print("the table is the package's" if equal else "penguins.csv differs")
        return 0 if equal else 1
    OUTPUT.write_bytes(table)
    return 0


if __name__ == "__main__":
    sys.exit(main())
