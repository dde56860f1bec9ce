"""The lecture's `learn`, to the letter: examples as pairs of words and a label, loops, a dictionary."""

from collections import Counter
from typing import Any

import numpy as np

from mlcore.datasets import load_play_tennis
from mlcore.exercises.categorical_nb.inputs import Model
from mlcore.exercises.mistakes import mistakes_in
from selfcheck.exercise import Answer, Case, Exercise, Family, wrong

Pairs = list[tuple[tuple[Any, ...], Any]]
Values = list[list[Any]]

_X, _y = load_play_tennis()
DAYS: Pairs = [(tuple(str(value) for value in row), str(label)) for row, label in zip(_X, _y, strict=True)]
WEATHER: Values = [
    ["Sunny", "Overcast", "Rain"],
    ["Hot", "Mild", "Cool"],
    ["High", "Normal"],
    ["Weak", "Strong"],
]

# Both features have the values 0 and 1, and differ.
BITS: Pairs = [((0, 1), "u"), ((0, 1), "u"), ((1, 1), "u"), ((1, 0), "v"), ((0, 0), "w")]
# A value that nobody has, in a feature of three.
NEVER_SEEN: Pairs = [(("x",), "b"), (("y",), "a"), (("x",), "a"), (("x",), "a")]


def learn_pairs(examples: Pairs, values: Values) -> Model:
    """Return π_c = n_c / n as "prior", and θ_{c,j,v} = n_{c,j,v} / n_c as "table", for all c, j, v."""
    prior, table = {}, {}
    for c in sorted({y for _, y in examples}):
        n_c = sum(y == c for _, y in examples)
        prior[c] = n_c / len(examples)
        for j in range(len(values)):
            for v in values[j]:
                table[c, j, v] = sum(y == c and x[j] == v for x, y in examples) / n_c
    return {"prior": prior, "table": table}


def _count(examples: Pairs, c=None, j: int = 0, v=None) -> int:
    """Return how many examples have the class, and the value at position j (None: any)."""
    return sum((c is None or y == c) and (v is None or x[j] == v) for x, y in examples)


def _learn_with(examples: Pairs, values: Values, share, prior=None) -> Model:
    """Return a model whose table holds share(c, j, v), and whose prior prior(c)."""
    classes = sorted({y for _, y in examples})
    right = {c: _count(examples, c) / len(examples) for c in classes}
    return {
        "prior": {c: prior(c) for c in classes} if prior else right,
        "table": {(c, j, v): share(c, j, v) for c in classes for j in range(len(values)) for v in values[j]},
    }


def _theta(examples: Pairs):
    return lambda c, j, v: _count(examples, c, j, v) / _count(examples, c)


def _in_another_order(answer: Answer, examples: Pairs, values: Values) -> list[Any]:
    return [answer(examples, values), answer(examples[::-1], values)]


def _twice_the_data(answer: Answer, examples: Pairs, values: Values) -> list[Any]:
    return [answer(examples, values), answer(examples * 2, values)]


def _random_pairs(rng: np.random.Generator) -> list[Case]:
    cases = []
    for n, labels in ((6, "ab"), (12, "xyz")):
        values = [["p", "q"], ["q", "r", "s"]]
        y = [*labels, *rng.choice(list(labels), n - len(labels)).tolist()]
        examples = [(tuple(str(rng.choice(v)) for v in values), str(label)) for label in y]
        cases.append(Case(f"{n} examples", (examples, values)))
    return cases


@wrong("2.1-M1")
def all_classes_equally_probable(examples: Pairs, values: Values) -> Model:
    """Tennis was played on 9 of 14 days. Does your prior know that? What do you divide by what?"""
    K = len({y for _, y in examples})
    return _learn_with(examples, values, _theta(examples), lambda c: 1 / K)


@wrong("2.1-M2")
def prior_is_a_count(examples: Pairs, values: Values) -> Model:
    """What do your priors sum to? How many days are there in all?"""
    return _learn_with(examples, values, _theta(examples), lambda c: _count(examples, c))


@wrong("2.2-M1")
def table_divides_by_all_examples(examples: Pairs, values: Values) -> Model:
    """Two of the days with tennis were sunny. Two of how many: of all days, or of the days with tennis?"""
    n = len(examples)
    return _learn_with(examples, values, lambda c, j, v: _count(examples, c, j, v) / n)


@wrong("2.2-M2")
def table_divides_by_the_value(examples: Pairs, values: Values) -> Model:
    """Five days were sunny, two of them with tennis: is 2/5 P(sunny | tennis), or P(tennis | sunny)?"""

    def share(c, j: int, v) -> float:
        n_v = _count(examples, None, j, v)
        return _count(examples, c, j, v) / n_v if n_v else 0.0

    return _learn_with(examples, values, share)


@wrong("2.2-M6")
def first_column_for_every_feature(examples: Pairs, values: Values) -> Model:
    """Is a wind ever equal to "Sunny"? With the index 1, as on one slide, every factor looks at the first
    column."""
    return _learn_with(examples, values, lambda c, j, v: _count(examples, c, 0, v) / _count(examples, c))


@wrong("2.2-M10")
def table_holds_counts(examples: Pairs, values: Values) -> Model:
    """ "Just count" is half of it. Add up one row of your table: should a distribution sum to 9, or to 1?"""
    return _learn_with(examples, values, lambda c, j, v: _count(examples, c, j, v))


@wrong("2.2-M7")
def only_what_was_seen(examples: Pairs, values: Values) -> Model:
    """Is there an entry for overcast on days without tennis? What will prediction look up on such a day?"""
    model = _learn_with(examples, values, _theta(examples))
    return {**model, "table": {key: p for key, p in model["table"].items() if p}}


@wrong("2.2")
def smoothed_unasked(examples: Pairs, values: Values) -> Model:
    """0 of 5 is 0 here: smoothing comes later. Where does your extra 1 come from?"""
    return _learn_with(
        examples,
        values,
        lambda c, j, v: (_count(examples, c, j, v) + 1) / (_count(examples, c) + len(values[j])),
    )


@wrong("2.1-M5")
def prior_is_smoothed(examples: Pairs, values: Values) -> Model:
    """Every class was seen at least once. Does its prior need pseudo-counts? The task gives n_c / n."""
    K = len({y for _, y in examples})
    return _learn_with(
        examples, values, _theta(examples), lambda c: (_count(examples, c) + 1) / (len(examples) + K)
    )


@wrong("2.2")
def table_of_joint_with_prior(examples: Pairs, values: Values) -> Model:
    """You divide by n_c and multiply by the prior again. Will prediction not multiply by the prior itself?"""
    n = len(examples)
    return _learn_with(
        examples,
        values,
        lambda c, j, v: _count(examples, c, j, v) / _count(examples, c) * (_count(examples, c) / n) ** 2,
    )


@wrong()
def equal_words_of_two_features(examples, values):
    """Two features may have a value of the same name. Does your count know which feature it looks at?"""
    n = Counter(y for _, y in examples)
    pairs = Counter((y, v) for x, y in examples for v in x)
    table = {(c, j, v): pairs[c, v] / n[c] for c in n for j, names in enumerate(values) for v in names}
    return {**learn_pairs(examples, values), "table": table}


@wrong()
def shares_of_all_features(examples, values):
    """Add up the shares of one feature in one class. Why should d features have to share the 1?"""
    model = learn_pairs(examples, values)
    return {**model, "table": {key: p / len(values) for key, p in model["table"].items()}}


def _learn_by_counting_once(examples: Pairs, values: Values) -> Model:
    n_c: dict[Any, int] = {}
    n_cjv: dict[tuple[Any, int, Any], int] = {}
    for x, y in examples:
        n_c[y] = n_c.get(y, 0) + 1
        for j, v in enumerate(x):
            n_cjv[y, j, v] = n_cjv.get((y, j, v), 0) + 1
    table = {
        (c, j, v): n_cjv.get((c, j, v), 0) / n_c[c] for c in n_c for j, vs in enumerate(values) for v in vs
    }
    return {"prior": {c: n_c[c] / len(examples) for c in n_c}, "table": table}


def _learn_by_splitting(examples: Pairs, values: Values) -> Model:
    model: Model = {"prior": {}, "table": {}}
    for c in sorted({y for _, y in examples}, reverse=True):
        rows = [x for x, y in examples if y == c]
        model["prior"][c] = len(rows) / len(examples)
        for j, vs in enumerate(values):
            column = [row[j] for row in rows]
            model["table"].update({(c, j, v): column.count(v) / len(column) for v in vs})
    return model


def _learn_with_arrays(examples: Pairs, values: Values) -> Model:
    y = np.array([label for _, label in examples])
    prior = {c: np.mean(y == c) for c in np.unique(y).tolist()}
    table = {}
    for j, vs in enumerate(values):
        column = np.array([x[j] for x, _ in examples])
        for v in vs:
            for c in prior:
                table[c, j, v] = np.mean(column[y == c] == v)
    return {"prior": prior, "table": table}


EXERCISE = Exercise(
    name="learn_pairs",
    contract='learn_pairs(examples, values) -> {"prior": {c: share}, "table": {(c, j, v): share}}',
    reference=learn_pairs,
    families=(
        Family(
            "play-tennis",
            "example",
            0.5,
            (Case("fourteen days", (DAYS, WEATHER), shown="learn_pairs(days, weather)"),),
            "How many days had tennis? Of these, how many were sunny?",
        ),
        Family(
            "small and awkward",
            "trap",
            1,
            (
                Case("three classes, features with the same values", (BITS, [[0, 1], [0, 1]])),
                Case("a value that nobody has", (NEVER_SEEN, [["x", "y", "z"]])),
                Case("a single example", ([(("x", "y"), "c")], [["x", "y"], ["x", "y"]])),
            ),
            "Which entries must the table have? Look at one class and one feature alone.",
        ),
        Family(
            "what must not matter",
            "property",
            0.5,
            (
                Case(
                    "the order of the examples",
                    (BITS, [[0, 1], [0, 1]]),
                    ask=_in_another_order,
                    shown="learn_pairs(examples, values), then with the examples backwards",
                ),
                Case(
                    "every example twice",
                    (NEVER_SEEN, [["x", "y", "z"]]),
                    ask=_twice_the_data,
                    shown="learn_pairs(examples, values), then with every example twice",
                ),
            ),
            "If every count doubles, what happens to a share?",
        ),
        Family("random examples", "random", 0.5, _random_pairs),
    ),
    misconceptions=mistakes_in(globals()),
    right=(_learn_by_counting_once, _learn_by_splitting, _learn_with_arrays),
    read="1 · Learning is counting",
    concepts=("cat-learn", "frame-learn-predict", "nb-per-class-split", "joint-count-class"),
)
