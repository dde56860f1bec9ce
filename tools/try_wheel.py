"""Build the wheel, install it alone in an empty environment, and use it there: ``make wheel``.

This finds what an editable install hides: a file that the wheel leaves out, a dependency nobody declared.
"""

import subprocess
import sys
import tempfile
import venv
from pathlib import Path

ROOT = Path(__file__).parent.parent

TRIAL = """
import importlib, pkgutil
import mlcore
for module in pkgutil.walk_packages(mlcore.__path__, "mlcore.", onerror=lambda name: None):
    if not module.name.startswith("mlcore.demos"):
        importlib.import_module(module.name)
try:
    import mlcore.demos
except ImportError as error:
    assert "pip install 'mlcore[demos]'" in str(error)
from mlcore.datasets import load_digits, load_mails, load_penguins, load_play_tennis
from mlcore.naive_bayes import CategoricalNB, MultinomialNB
from mlcore.neighbors import KNeighborsClassifier
tennis = load_play_tennis(codes=True)
assert CategoricalNB(alpha=0).fit(tennis.X, tennis.y).score(tennis.X, tennis.y) == 13 / 14
assert len(load_penguins().y) == 344
digits = load_digits()
assert KNeighborsClassifier(1).fit(digits.X, digits.y).score(digits.X, digits.y) == 1
mail = load_mails()
print("mail, training accuracy:", round(MultinomialNB().fit(mail.X, mail.y).score(mail.X, mail.y), 3))
"""


def main() -> None:
    """Build, install, try; any step that fails ends the run with its message."""
    with tempfile.TemporaryDirectory() as folder:
        here = Path(folder)
        run(sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", here, ROOT)
        wheel = next(here.glob("mlcore-*.whl"))
        venv.create(here / "empty", with_pip=True)
        python = here / "empty" / "bin" / "python"
        run(python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", wheel)
        run(python, "-I", "-W", "error", "-c", TRIAL, cwd=here)
        size = wheel.stat().st_size / 1e6
        print(f"{wheel.name}, {size:.1f} MB: installed alone, every module imports, the data load.")


def run(*command: object, cwd: Path | None = None) -> None:
    """Run a command; a failure ends everything."""
    subprocess.run([str(part) for part in command], check=True, cwd=cwd)


if __name__ == "__main__":
    main()
