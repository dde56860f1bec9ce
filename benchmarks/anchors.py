"""Exact search against its best peers: ``python -m benchmarks.anchors``, in an environment of its own.

    scikit-learn    brute force by matrix products, or its trees
    faiss flat      brute force in C++, in single precision: neither its ties nor its last digits are exact
    SciPy           cKDTree, the tree that ours asks
    nanoflann       a k-d tree in C++, by pynanoflann

All sides in turns, the nearest five of each query with their distances. On one thread the processor's time
counts, which other work on the machine changes little. On two threads the clock counts, which says nothing
unless the machine is idle: these figures stand in anchors.json with the load, not in the table.
"""

import argparse
import ctypes
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np
import sklearn.neighbors
from scipy.spatial import cKDTree
from threadpoolctl import threadpool_limits

import mlcore.neighbors
from benchmarks import pairs, table
from benchmarks.measure import high_water_mark, start_high_water_mark
from benchmarks.rows import Data, pixels, points

HERE = Path(__file__).parent
K = 5
Ask = Callable[[], Any]
Row = tuple[int, int, int, str, int]  # examples, features, queries, how they are drawn, rounds
MAKERS = {"pixels": pixels, "points": points}
ROWS = [
    (1_000, 64, 1_000, "pixels", 15),
    (3_000, 64, 1_000, "pixels", 15),
    (10_000, 64, 1_000, "pixels", 9),
    (60_000, 64, 2_000, "pixels", 5),
    (60_000, 784, 1_000, "pixels", 3),
    (1_000, 4, 1_000, "points", 15),
    (100_000, 3, 10_000, "points", 9),
    (1_000_000, 3, 10_000, "points", 3),
    (100_000, 10, 2_000, "points", 5),
]
MODULES = (
    "mlcore.neighbors",
    "mlcore.naive_bayes",
    "sklearn.neighbors",
    "faiss",
    "scipy.spatial",
    "pynanoflann",
)


def ours(data: Data, threads: int) -> Ask:
    model = mlcore.neighbors.NearestNeighbors(n_neighbors=K, n_jobs=threads).fit(data["X"])
    return lambda: model.kneighbors(data["Q"])


def scikit_learn(data: Data, threads: int) -> Ask:
    model = sklearn.neighbors.NearestNeighbors(n_neighbors=K, n_jobs=threads).fit(data["X"])
    return lambda: model.kneighbors(data["Q"])


def faiss_flat(data: Data, threads: int) -> Ask:
    import faiss  # which, as nanoflann, lives in the environment of this benchmark only

    index = faiss.IndexFlatL2(data["X"].shape[1])
    index.add(data["X"].astype(np.float32))
    Q = data["Q"].astype(np.float32)

    def ask() -> Any:
        faiss.omp_set_num_threads(threads)
        return index.search(Q, K)

    return ask


def scipy_tree(data: Data, threads: int) -> Ask:
    tree = cKDTree(data["X"])
    return lambda: tree.query(data["Q"], K, workers=threads)


def nanoflann(data: Data, threads: int) -> Ask:
    import pynanoflann

    tree = pynanoflann.KDTree(n_neighbors=K, metric="L2", leaf_size=10)
    tree.fit(data["X"])
    return lambda: tree.kneighbors(data["Q"], n_jobs=threads)


SIDES: dict[str, Callable[[Data, int], Ask]] = {
    "mlcore": ours,
    "scikit-learn": scikit_learn,
    "faiss flat": faiss_flat,
    "SciPy": scipy_tree,
    "nanoflann": nanoflann,
}
TREES = {"SciPy", "nanoflann"}
FEATURES_OF_TREES = 10  # of more, a tree visits nearly everything
PAIRS = 2 * 10**8  # of more in few dimensions, brute force takes seconds


def sides(row: Row) -> list[str]:
    """Return who takes part: no tree with many features, and not all pairs where a tree spares most."""
    n, d, m, *_ = row
    left_out = TREES if d > FEATURES_OF_TREES else {"faiss flat"} if n * m > PAIRS else set()
    return [side for side in SIDES if side not in left_out]


def draw(row: Row, share: int) -> Data:
    n, d, m, maker, _ = row
    return MAKERS[maker](max(n // share, 50), d, max(m // share, 10))


def times(row: Row, threads: int, share: int) -> dict[str, list[float]]:
    """Return the seconds of each side, one for each round; the sides take turns to begin."""
    data, clock = draw(row, share), time.process_time if threads == 1 else time.perf_counter
    names, rounds = sides(row), row[4]
    with threadpool_limits(threads):
        ask = {side: SIDES[side](data, threads) for side in names}
        taken: dict[str, list[float]] = {side: [] for side in names}
        for number in range(-1, rounds):  # the first, which sets up caches, does not count
            for side in [*names[max(number, 0) % len(names) :], *names[: max(number, 0) % len(names)]]:
                start = clock()
                ask[side]()
                if number >= 0:
                    taken[side].append(clock() - start)
    return taken


def agree(row: Row, share: int) -> dict[str, float]:
    """Return for each peer the share of queries for which it names our neighbours, in any order."""
    data = draw(row, share)
    ask = {side: SIDES[side](data, 1) for side in sides(row)}
    found = {side: np.sort(np.asarray(answer()[1], dtype=np.int64), axis=1) for side, answer in ask.items()}
    return {side: float((found[side] == found["mlcore"]).all(axis=1).mean()) for side in found}


def memory(index: int, side: str, share: int) -> float:
    """Return the peak of building and asking in MB beyond the data, from a fresh process."""
    command = [sys.executable, "-m", "benchmarks.anchors", "--memory", str(index), side, str(share)]
    return float(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


def memory_here(index: int, side: str, share: int) -> float:
    data = draw(ROWS[index], share)
    ctypes.CDLL(None).malloc_trim(0)  # what drawing left free would hide what is taken now
    before = start_high_water_mark()
    SIDES[side](data, 1)()
    return (high_water_mark() - before) / 1024


def import_times(rounds: int) -> dict[str, float]:
    """Return the processor's seconds to import each library in a fresh process, in turns, the median."""
    code = "import time; start = time.process_time(); import {}; print(time.process_time() - start)"
    taken: dict[str, list[float]] = {name: [] for name in MODULES}
    for _ in range(rounds):
        for name in MODULES:
            run = [sys.executable, "-c", code.format(name)]
            taken[name].append(float(subprocess.check_output(run, text=True)))
    return {name: median(seconds) for name, seconds in taken.items()}


def measure(index: int, share: int, threads: list[int]) -> dict[str, Any]:
    """Return all that is measured of a row."""
    row = ROWS[index]
    taken = {str(number): times(row, number, share) for number in threads}
    return {
        "size": size(row),
        "time": {t: {side: median(seconds) for side, seconds in taken[t].items()} for t in taken},
        "ratio": {
            t: {
                side: pairs.ratio(taken[t]["mlcore"], taken[t][side]) for side in taken[t] if side != "mlcore"
            }
            for t in taken
        },
        "memory": {side: memory(index, side, share) for side in sides(row)},
        "agree": agree(row, share),
        "load": os.getloadavg()[0],
    }


def size(row: Row) -> str:
    return f"{row[0]:,} × {row[1]}, {row[2]:,} queries"


def lines(results: dict[str, Any], threads: str = "1") -> list[list[str]]:
    """Return the table's cells: a line for each size, each peer's time and how many times as fast ours is."""
    found = []
    for row in results["rows"]:
        time_of, ratio_of = row["time"][threads], row["ratio"][threads]
        peers = [
            f"{table.seconds(time_of[side])}, {pairs.told(pairs.Ratio(*ratio_of[side]))}"
            if side in ratio_of
            else "–"
            for side in list(SIDES)[1:]
        ]
        found.append([row["size"], table.seconds(time_of["mlcore"]), *peers])
    return found


def markdown(results: dict[str, Any]) -> str:
    """Return the table in Markdown."""
    head = ["data", *SIDES]
    cells = [head, ["---"] * len(head), *lines(results)]
    return "\n".join("| " + " | ".join(row) + " |" for row in cells)


def main() -> None:
    """Measure every row, print the table, and with --write keep it."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.anchors", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="a twentieth of the data; nothing is written")
    parser.add_argument("--only", default="", help="rows whose size contains this; the others are kept")
    parser.add_argument("--threads", type=int, nargs="+", default=[1, 2])
    parser.add_argument(
        "--write", action="store_true", help="keep the figures, in anchors.json and docs/speed.md"
    )
    parser.add_argument("--memory", nargs=3, metavar=("ROW", "SIDE", "SHARE"), help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.memory:
        index, side, share = arguments.memory
        print(memory_here(int(index), side, int(share)))
        return
    chosen = [index for index, row in enumerate(ROWS) if arguments.only in size(row)]
    found = [told(measure(index, 20 if arguments.quick else 1, arguments.threads)) for index in chosen]
    imports = import_times(1 if arguments.quick else 5)
    print("import:", {name: f"{seconds:.2f} s" for name, seconds in imports.items()})
    if arguments.write and not arguments.quick:
        write(found, imports)


def told(row: dict[str, Any]) -> dict[str, Any]:
    """Print a row as soon as it is measured."""
    for threads in row["time"]:
        (line,) = lines({"rows": [row]}, threads)
        print(threads, "  ".join(f"{cell:<26}" for cell in line), flush=True)
    print("   MB:", {side: round(peak) for side, peak in row["memory"].items()})
    print("   same neighbours:", {side: round(share, 4) for side, share in row["agree"].items()}, flush=True)
    return row


def write(found: list[dict[str, Any]], imports: dict[str, float]) -> None:
    """Keep the figures, beside those of rows that were not measured now, and put the table into the page."""
    path, page = HERE / "anchors.json", HERE.parent / "docs" / "speed.md"
    before = json.loads(path.read_text())["rows"] if path.exists() else []
    by_size = {row["size"]: row for row in [*before, *found]}
    results = {"rows": [by_size[size(row)] for row in ROWS if size(row) in by_size], "import": imports}
    path.write_text(json.dumps(results, indent=1, ensure_ascii=False) + "\n")
    page.write_text(table.put_into(page.read_text(), markdown(results), "anchors"))


if __name__ == "__main__":
    main()
