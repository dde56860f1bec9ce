"""The lectures' claims, computed: a module for each demonstration, a package where it has parts.

    python -m mlcore.demos                list them
    python -m mlcore.demos consistency    run one: compute, confirm, draw, say what came out

Each has plain functions that return data, functions that draw them, a ``confirm`` that raises `Refused` when
the claim does not hold, and a ``DEMO`` that ties them together. `frame` holds what they share.
"""

from importlib import import_module
from importlib.util import find_spec

missing = [package for package in ("matplotlib", "sympy", "tqdm") if find_spec(package) is None]
if missing:
    raise ImportError(f"The demonstrations need {' and '.join(missing)} too: pip install 'mlcore[demos]'")

from mlcore.demos.frame import Demo, Refused

__all__ = ["ORDER", "QUESTIONS", "Demo", "Refused", "load", "names"]

QUESTIONS = {
    "base_rates": "How good must a test be before you believe it?",
    "condensed": "How few examples tell the others?",
    "consistency": "Does kNN reach the best possible error when examples never run out?",
    "costs": "Which action is best when errors are not equally bad?",
    "curves": "Which picture of a classifier changes when one class becomes rare?",
    "digits": "What does a naive Bayes model think that a three looks like?",
    "generative_discriminative": "Generative or discriminative: which learns faster, and which arrives?",
    "heights": "Where does the decision between two normal curves turn, and whom does it get wrong?",
    "high_dimension": "What becomes of nearness when there are many features?",
    "irrelevant_features": "What do features do that have nothing to do with the label?",
    "kernels": "Can two near neighbours outvote three far ones?",
    "less_naive": "What is won, and what is paid, when features may depend on each other?",
    "linearity": "Is naive Bayes a linear classifier?",
    "mail_filter": "Which words does a mail filter listen to, and who else knows that?",
    "map_as_l2": "Why is a Gaussian prior the same as L2 regularisation?",
    "memory": "What does a model keep of the data it has seen?",
    "role_of_k": "How many neighbours should be asked?",
    "smoothing": "Why does adding one to every count make sense, and what is it divided by?",
    "speed": "How much work is it to find the nearest neighbour?",
    "tables_explode": "Why not simply keep a table with a row for every combination?",
    "trees": "Who is sick after which food: what say a decision tree and naive Bayes?",
    "voronoi": "What does the world look like to the nearest neighbour?",
    "xor": "What can naive Bayes not see, and what does it see twice?",
}
"""What each demonstration asks, by its name: enough to list them without importing any."""

ORDER = {
    "00_bayes_rule": ("base_rates", "tables_explode"),
    "01_knn": (
        "voronoi",
        "role_of_k",
        "kernels",
        "irrelevant_features",
        "condensed",
        "speed",
        "high_dimension",
        "memory",
        "consistency",
    ),
    "02_categorical_nb": ("smoothing", "xor", "trees"),
    "03_bernoulli_nb": ("linearity", "digits"),
    "04_multinomial_nb": ("mail_filter", "map_as_l2"),
    "05_gaussian_nb": ("heights", "less_naive", "generative_discriminative"),
    "06_decisions": ("costs", "curves"),
}
"""The demonstrations in the order of the course: which unit each belongs to."""


def names() -> list[str]:
    """Return the names of all demonstrations, sorted."""
    return sorted(QUESTIONS)


def load(name: str) -> Demo:
    """Return one demonstration by its name."""
    if name not in QUESTIONS:
        raise ValueError(f"name must be one of {', '.join(names())}; got {name!r}.")
    demo = import_module(f"{__name__}.{name}").DEMO
    if not isinstance(demo, Demo):
        raise TypeError(f"mlcore.demos.{name}.DEMO must be a Demo; got {type(demo).__name__}.")
    return demo
