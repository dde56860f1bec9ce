"""The lectures' claims, computed: one module per demonstration.

    python -m mlcore.demos                list them
    python -m mlcore.demos consistency    run one: compute, confirm, draw, say what came out

Each module has plain functions that return data, functions that draw them, a ``confirm`` that raises
`Refused` when the claim does not hold, and a ``DEMO`` that ties them together. `frame` holds what they share.
"""

from importlib import import_module
from importlib.util import find_spec
from pkgutil import iter_modules

missing = [package for package in ("sympy", "tqdm") if find_spec(package) is None]
if missing:
    raise ImportError(f"The demonstrations need {' and '.join(missing)} too: pip install 'mlcore[demos]'")

from mlcore.demos.frame import Demo, Refused

__all__ = ["Demo", "Refused", "load", "names"]


def names() -> list[str]:
    """Return the names of all demonstrations, sorted."""
    found = {module.name for module in iter_modules(__path__) if not module.name.startswith("_")}
    return sorted(found - {"frame"})


def load(name: str) -> Demo:
    """Return one demonstration by its name."""
    if name not in names():
        raise ValueError(f"name must be one of {', '.join(names())}; got {name!r}.")
    demo = import_module(f"{__name__}.{name}").DEMO
    if not isinstance(demo, Demo):
        raise TypeError(f"mlcore.demos.{name}.DEMO must be a Demo; got {type(demo).__name__}.")
    return demo
