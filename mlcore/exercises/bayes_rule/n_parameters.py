"""How many numbers does a model need? Full tables explode, naive Bayes does not."""

import math

import numpy as np

from mlcore.exercises.mistakes import mistakes_in
from selfcheck.compare import exact
from selfcheck.exercise import Answer, Case, Exercise, Family, wrong

KINDS = ("table", "joint", "stored", "naive")


def n_parameters(K: int, n_values, kind: str) -> int:
    """Return the size of a model of K classes and features of V_j values; a ValueError for an unknown
    kind."""
    sizes: dict[str, int] = {
        "table": K * math.prod(n_values),
        "joint": K * math.prod(n_values) - 1,
        "stored": K + K * sum(n_values),
        "naive": (K - 1) + K * sum(V - 1 for V in n_values),
    }
    if kind not in sizes:
        raise ValueError(f"kind must be one of {', '.join(sizes)}")
    return sizes[kind]


def _all_kinds(answer: Answer, K: int, n_values: tuple[int, ...]) -> list[int]:
    return [answer(K, n_values, kind) for kind in KINDS]


def _one_more_feature(answer: Answer, K: int, n_values: tuple[int, ...], V: int) -> list[int]:
    return [
        answer(K, more, kind) for kind in ("table", "naive", "stored") for more in (n_values, (*n_values, V))
    ]


def _random_models(rng: np.random.Generator) -> list[Case]:
    cases: list[Case] = []
    for d in (2, 3, 5):
        K, n_values = int(rng.integers(2, 6)), tuple(int(V) for V in rng.integers(2, 6, d))
        cases += _every_kind(f"{d} features", K, n_values)
    return cases


def _every_kind(name: str, K: int, n_values: tuple[int, ...]) -> tuple[Case, ...]:
    return tuple(Case(f"{name}, {kind}", (K, n_values, kind)) for kind in KINDS)


def _with(K: int, n_values, kind: str, **other):
    """Return the right size, except for the kinds that a mistake changes."""
    right = n_parameters(K, n_values, kind)
    return other.get(kind, right)


@wrong("0.9-M1")
def two_d_less_one(K: int, n_values, kind: str):
    """One yes-no feature, two classes: P(yes), and a share for each class. Is that 2d - 1 = 1 number, or
    three?"""
    return _with(K, n_values, kind, naive=2 * len(n_values) - 1)


@wrong("0.9-M2")
def one_number_per_class_and_feature(K: int, n_values, kind: str):
    """d times K: one number for each class and feature. How many are needed if the feature has four
    values?"""
    return _with(K, n_values, kind, naive=len(n_values) * K)


@wrong("0.9-M3")
def class_is_no_variable(K: int, n_values, kind: str):
    """Does your full table have rows for each class, or only for the features?"""
    cells = math.prod(n_values)
    return _with(K, n_values, kind, joint=cells - 1, table=cells)


@wrong("0.9-M4")
def stored_counted_as_free(K: int, n_values, kind: str):
    """Each distribution sums to 1, so that its last number follows from the others. Did you count it as
    free?"""
    return _with(K, n_values, kind, naive=K + K * sum(n_values))


@wrong()
def stored_without_the_priors(K: int, n_values, kind: str):
    """Naive Bayes keeps tables, and what else? Count for play-tennis all that `predict` looks up."""
    return _with(K, n_values, kind, stored=K * sum(n_values))


@wrong("0.9-M5")
def prior_forgotten(K: int, n_values, kind: str):
    """You counted the conditional tables. What else does the model need to know before it has seen an
    example?"""
    return _with(K, n_values, kind, naive=K * sum(V - 1 for V in n_values), stored=K * sum(n_values))


@wrong("0.9-M6")
def product_for_sum(K: int, n_values, kind: str):
    """Naive Bayes keeps a small table for each feature. Do the sizes of separate tables multiply, or add?"""
    return _with(
        K,
        n_values,
        kind,
        naive=(K - 1) + K * math.prod(V - 1 for V in n_values),
        stored=K + K * math.prod(n_values),
    )


@wrong("0.9")
def sum_for_product(K: int, n_values, kind: str):
    """Two features of three values: list all combinations. Are there 6, or 9?"""
    return _with(K, n_values, kind, table=K * sum(n_values), joint=K * sum(n_values) - 1)


@wrong("0.9")
def all_features_like_the_first(K: int, n_values, kind: str):
    """Every feature has its own number of values. Do you use more than the first of them?"""
    d, V = len(n_values), n_values[0]
    return n_parameters(K, [V] * d, kind)


@wrong("0.9")
def table_counted_as_free(K: int, n_values, kind: str):
    """The rows of the joint table sum to 1. If you know all but one of them, what about the last?"""
    return _with(K, n_values, kind, joint=K * math.prod(n_values))


@wrong("0.9")
def one_free_number_less_in_all(K: int, n_values, kind: str):
    """You subtract a single 1 in naive Bayes. How many distributions does it keep, and what does each sum
    to?"""
    return _with(K, n_values, kind, naive=K + K * sum(n_values) - 1)


@wrong("0.9")
def whole_prior_counted(K: int, n_values, kind: str):
    """Of the K priors, how many can you choose freely before the last one is fixed?"""
    return _with(K, n_values, kind, naive=K + K * sum(V - 1 for V in n_values))


@wrong("0.9")
def product_overflows(K: int, n_values, kind: str):
    """Try 28 x 28 pixels. Is your product 0, or negative? How large can a 64-bit integer become?"""
    with np.errstate(over="ignore"):
        cells = int(K * np.prod(np.array(n_values, dtype=np.int64)))
    return _with(K, n_values, kind, table=cells, joint=cells - 1)


@wrong("0.9")
def unknown_kind_gives_nothing(K: int, n_values, kind: str):
    """What does your function return for a kind that it does not know? What does the task want it to do?"""
    return n_parameters(K, n_values, kind) if kind in KINDS else None


@wrong()
def one_less_in_every_class(K: int, n_values, kind: str):
    """All numbers of the joint table together sum to 1. How many numbers does that fix?"""
    if kind == "joint":
        return n_parameters(K, n_values, "table") - K
    return n_parameters(K, n_values, kind)


@wrong()
def two_values_each(K: int, n_values, kind: str):
    """Outlook is sunny, overcast or rain. How many values does your formula give it?"""
    return n_parameters(K, (2,) * len(n_values), kind)


@wrong()
def computed_with_floats(K: int, n_values, kind: str):
    """A float has about 16 digits. How many digits does 3 to the power of 40 have?"""
    if kind not in ("table", "joint"):
        return n_parameters(K, n_values, kind)
    rows = math.prod([float(K), *map(float, n_values)])
    return int(rows if kind == "table" else rows - 1)


def _size_by_ifs(K: int, n_values, kind: str):
    if kind in ("table", "joint"):
        cells = K
        for V in n_values:
            cells *= V
        return cells - (kind == "joint")
    if kind == "stored":
        return K * (1 + sum(n_values))
    if kind == "naive":
        free = K - 1
        for V in n_values:
            free += K * (V - 1)
        return free
    raise ValueError(kind)


def _size_from_the_stored(K: int, n_values, kind: str):
    stored, d = K + K * sum(n_values), len(n_values)
    cells = K * math.prod(n_values)
    try:
        return {"stored": stored, "naive": stored - 1 - K * d, "table": cells, "joint": cells - 1}[kind]
    except KeyError:
        raise ValueError("unknown kind") from None


def _size_with_objects(K: int, n_values, kind: str):
    V = np.array(n_values, dtype=object)  # Python's own whole numbers: they never overflow
    match kind:
        case "table":
            return K * V.prod()
        case "joint":
            return K * V.prod() - 1
        case "stored":
            return K * V.sum() + K
        case "naive":
            return K * (V.sum() - len(V)) + K - 1
    raise ValueError(f"unknown kind {kind}")


EXERCISE = Exercise(
    name="n_parameters",
    contract='n_parameters(K, n_values, kind) -> int, kind "table", "joint", "stored" or "naive"',
    reference=n_parameters,
    families=(
        Family(
            "play-tennis",
            "example",
            0.5,
            _every_kind("play-tennis", 2, (3, 3, 2, 2)),
            "Write the tables of play-tennis down, cross out the last number of each distribution, "
            "and count.",
        ),
        Family(
            "yes and no, three classes, images",
            "trap",
            1,
            (
                *_every_kind("one yes-no feature", 2, (2,)),
                *_every_kind("three yes-no features", 2, (2, 2, 2)),
                Case("ten yes-no features, naive", (2, (2,) * 10, "naive")),
                *_every_kind("three classes, features of 4 and 2 values", 3, (4, 2)),
                Case("images of 28 x 28 black or white pixels, table", (10, (2,) * 784, "table")),
                Case("forty features of three values, joint", (10, (3,) * 40, "joint")),
                Case("images of 28 x 28 black or white pixels, naive", (10, (2,) * 784, "naive")),
            ),
            "With one yes-no feature and two classes you can count on your fingers. Do that first.",
        ),
        Family(
            "no such kind",
            "trap",
            0.5,
            (Case("a kind that nobody defined", (2, (2, 2), "naïve")),),
            "The task says what to raise for an unknown kind.",
        ),
        Family(
            "growing models",
            "property",
            0.5,
            (
                Case(
                    "one more feature",
                    (3, (2, 5), 4),
                    ask=_one_more_feature,
                    shown="table, naive and stored for values (2, 5), and for (2, 5, 4)",
                ),
                Case(
                    "a single class",
                    (1, (3, 2)),
                    ask=_all_kinds,
                    shown="all four kinds for K = 1 and values (3, 2)",
                ),
            ),
            "By which factor does a table grow with one more feature, and by which number does naive Bayes?",
        ),
        Family("random models", "random", 0.5, _random_models),
    ),
    misconceptions=mistakes_in(globals()),
    right=(_size_by_ifs, _size_from_the_stored, _size_with_objects),
    compare=exact(),
    read="9 · Why not keep the whole table?",
    concepts=(
        "joint-params",
        "joint-nb-params",
        "cat-model-size",
        "joint-sparsity",
        "joint-pixels",
        "joint-count-class",
    ),
)
