"""What a test changes of a library, by its text."""

import pytest

from nbjudge.judge.patches import patched

MODULES = {"np", "pd", "plt", "builtins", "sys", "random"}


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("np.mean = forbidden\nf(x)", ["np.mean"]),
        ("np.linalg.norm = lambda *a: 1 / 0", ["np.linalg.norm"]),
        ("del np.linalg.norm", ["np.linalg.norm"]),
        ("pd.DataFrame.apply = spy", ["pd.DataFrame.apply"]),
        ("builtins.print = collect", ["builtins.print"]),
        ("with patch('numpy.sort') as sort:\n    f(x)", ["numpy.sort"]),
        ("with unittest.mock.patch.object(np, 'sort'):\n    f(x)", ["np.sort"]),
        ("monkeypatch.setattr(np.linalg, 'norm', None)", ["np.linalg.norm"]),
        ("monkeypatch.setattr('numpy.linalg.norm', None)", ["numpy.linalg.norm"]),
        ("setattr(np, 'mean', f)", ["np.mean"]),
        ("builtins.input = lambda *a: '3'", []),
        ("sys.stdout = io.StringIO()", []),
        ("pd.options.mode.copy_on_write = True\nplt.rcParams['figure.dpi'] = 50", []),
        ("np.random.seed(1)\nrandom.shuffle(x)\nx[0] = np.mean(x)", []),
        ("model.predict = None or f\nsetattr(model, 'x', 1)", []),
        ("not python at all", []),
    ],
)
def test_what_is_changed(text: str, names: list[str]) -> None:
    assert patched(text, MODULES) == names
