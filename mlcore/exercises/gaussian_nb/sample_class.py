"""Make new examples of a class.

Draws differ from one right answer to the next, as there is no order in which they must be made. So the
cases ask for what all right answers share: shape, mean, spread, independence, and the use of the generator.
"""

import numpy as np

from mlcore.exercises.gaussian_nb.inputs import Model, call_on, model
from mlcore.exercises.mistakes import mistakes_in
from selfcheck.exercise import Answer, Case, Exercise, Family, wrong

# Deviations are powers of two and means whole tens, so that 4000 draws cannot be taken for others.
BIRDS = model(
    ["gull", "tern"], [0.25, 0.75], [[20, -30, 0], [50, 10, -70]], [[16, 1 / 4, 64], [1 / 16, 4, 1 / 4]]
)
ONE = model([0, 1, 2], [0.5, 0.25, 0.25], [[10], [40], [-20]], [[4], [1 / 4], [16]])


def sample_class(model: Model, c, n: int, rng: np.random.Generator):
    """Return n new examples of class c, shape (n, d)."""
    row = list(model["classes"]).index(c)
    return rng.normal(model["mean"][row], np.sqrt(model["var"][row]), size=(n, len(model["mean"][row])))


def _draw(model: Model, c, n: int, rng, row: int, spread):
    mean = np.asarray(model["mean"])[row]
    return rng.normal(mean, spread, size=(n, len(mean)))


def _row(model: Model, c) -> int:
    return list(np.asarray(model["classes"]).tolist()).index(c)


@wrong("5.6-M1")
def variance_for_the_spread(model, c, n, rng):
    """What does rng.normal want as its second argument: a variance or a standard deviation? Look at the
    spread of 4000 draws."""
    return _draw(model, c, n, rng, _row(model, c), np.asarray(model["var"])[_row(model, c)])


@wrong("5.6-M2")
def spread_of_one(model, c, n, rng):
    """Do all your features have spread 1? Where do the variances of the model come in?"""
    return _draw(model, c, n, rng, _row(model, c), 1.0)


@wrong("5.6-M3")
def one_spread_for_all(model, c, n, rng):
    """Are the spreads of your features all the same? How many variances has this class?"""
    return _draw(model, c, n, rng, _row(model, c), np.sqrt(np.asarray(model["var"])[_row(model, c)].mean()))


@wrong("5.6-M3")
def spread_of_the_first_feature(model, c, n, rng):
    """Do all features take the spread of the first one?"""
    return _draw(model, c, n, rng, _row(model, c), np.sqrt(np.asarray(model["var"])[_row(model, c), 0]))


@wrong("5.6-M4")
def another_class(model, c, n, rng):
    """Which class's means do your draws have? Which row of the tables belongs to class c?"""
    row = (_row(model, c) + 1) % len(model["classes"])
    return _draw(model, c, n, rng, row, np.sqrt(np.asarray(model["var"])[row]))


@wrong()
def always_the_first_class(model, c, n, rng):
    """Ask for the last class: which class's means do your draws have?"""
    return _draw(model, c, n, rng, 0, np.sqrt(np.asarray(model["var"])[0]))


@wrong()
def label_for_a_position(model, c, n, rng):
    """Is c a label or the number of a row? What if the labels are words?"""
    return _draw(model, c, n, rng, c, np.sqrt(np.asarray(model["var"])[c]))


@wrong()
def class_by_chance(model, c, n, rng):
    """Do you draw the class as well? Here it is given."""
    rows = rng.choice(len(model["classes"]), size=n, p=np.asarray(model["prior"]))
    return rng.normal(np.asarray(model["mean"])[rows], np.sqrt(np.asarray(model["var"])[rows]))


@wrong()
def one_row_repeated(model, c, n, rng):
    """Are all your examples the same? How many numbers do you draw?"""
    return np.tile(
        _draw(model, c, 1, rng, _row(model, c), np.sqrt(np.asarray(model["var"])[_row(model, c)])), (n, 1)
    )


@wrong()
def one_draw_for_all_features(model, c, n, rng):
    """Plot one feature of your draws against another: is that a cloud or a line? What does "naive" say about
    them?"""
    row = _row(model, c)
    z = rng.normal(size=(n, 1))
    return np.asarray(model["mean"])[row] + z * np.sqrt(np.asarray(model["var"])[row])


@wrong()
def own_generator(model, c, n, rng):
    """Two different generators come in: do two different tables come out? Which generator do you draw
    from?"""
    return sample_class(model, c, n, np.random.default_rng(0))


@wrong()
def chance_of_the_moment(model, c, n, rng):
    """Call your function twice with generators of the same seed: is the result the same? Which generator do
    you draw from?"""
    return sample_class(model, c, n, np.random.default_rng())


@wrong()
def the_mean_itself(model, c, n, rng):
    """Every example of yours lies on the mean. Where is the chance?"""
    return np.tile(np.asarray(model["mean"])[_row(model, c)], (n, 1))


@wrong()
def features_by_examples(model, c, n, rng):
    """Which shape do you return, (n, d) or (d, n)? A row is an example."""
    return sample_class(model, c, n, rng).T


def _shape(answer: Answer, model: Model, c, n: int):
    return np.shape(answer(model, c, n, np.random.default_rng(1)))


def _means(answer: Answer, model: Model, c):
    """Return the means of 4000 draws, to the nearest ten."""
    drawn = np.asarray(answer(model, c, 4000, np.random.default_rng(2)), dtype=float)
    return 10 * np.round(drawn.mean(axis=0) / 10) + 0.0


def _spreads(answer: Answer, model: Model, c):
    """Return the standard deviations of 4000 draws, to the nearest power of two; 0 for no spread at all."""
    drawn = np.asarray(answer(model, c, 4000, np.random.default_rng(3)), dtype=float)
    spread = drawn.std(axis=0)
    return [float(2.0 ** np.round(np.log2(s))) if s > 1e-9 else 0.0 for s in spread]


def _related(answer: Answer, model: Model, c):
    """Say for each pair of neighbouring features whether 4000 draws of them hang together."""
    drawn = np.asarray(answer(model, c, 4000, np.random.default_rng(4)), dtype=float)
    drawn = drawn - drawn.mean(axis=0)
    products = (drawn[:, 1:] * drawn[:, :-1]).mean(axis=0) / (
        drawn[:, 1:].std(axis=0) * drawn[:, :-1].std(axis=0) + 1e-12
    )
    return [bool(abs(r) > 0.5) for r in products]


def _same_seed(answer: Answer, model: Model, c) -> bool:
    first = answer(model, c, 3, np.random.default_rng(7))
    return bool(np.array_equal(first, answer(model, c, 3, np.random.default_rng(7))))


def _other_seed(answer: Answer, model: Model, c) -> bool:
    first = answer(model, c, 3, np.random.default_rng(7))
    return bool(np.array_equal(first, answer(model, c, 3, np.random.default_rng(8))))


def _by_loops(model: Model, c, n: int, rng: np.random.Generator):
    row = _row(model, c)
    pairs = list(zip(model["mean"][row], model["var"][row], strict=True))
    return [[float(rng.normal(mean, var**0.5)) for mean, var in pairs] for _ in range(n)]


def _by_columns(model: Model, c, n: int, rng: np.random.Generator):
    row = np.asarray(model["classes"]) == c
    mean, var = np.asarray(model["mean"])[row][0], np.asarray(model["var"])[row][0]
    return np.column_stack([rng.normal(m, np.sqrt(v), n) for m, v in zip(mean, var, strict=True)])


def _by_standard_normals(model: Model, c, n: int, rng: np.random.Generator):
    row = _row(model, c)
    return model["mean"][row] + rng.standard_normal((n, model["mean"].shape[1])) * np.sqrt(model["var"][row])


def _moments(name: str, ask: Answer, model: Model, c) -> Case:
    what = (
        "the means, to the nearest ten," if ask is _means else "the deviations, to the nearest power of two,"
    )
    return Case(
        name,
        (model, c),
        ask=ask,
        shown=call_on(f"{what} of sample_class(model, {c!r}, 4000, rng)", model=model),
    )


def _question(name: str, ask: Answer, c: str, asked: str) -> Case:
    return Case(name, (BIRDS, c), ask=ask, shown=call_on(asked, model=BIRDS))


EXERCISE = Exercise(
    name="sample_class",
    contract="sample_class(model, c, n, rng) -> (n, d)",
    reference=sample_class,
    read="9 · The other way round: new examples",
    concepts=("gd-generative", "gd-generate-image"),
    families=(
        Family("gulls", "example", 1, (
            Case("five gulls have the shape (5, 3)", (BIRDS, "gull", 5), ask=_shape,
                 shown=call_on("np.shape(sample_class(model, 'gull', 5, rng))", model=BIRDS)),
            _moments("means of the gulls", _means, BIRDS, "gull"),
        ), question="Which class's means do your draws have?"),
        Family("spread", "trap", 1, (
            _moments("spreads of the gulls", _spreads, BIRDS, "gull"),
            _moments("spreads of the terns", _spreads, BIRDS, "tern"),
            _moments("means of the terns", _means, BIRDS, "tern"),
            _moments("spread of one feature", _spreads, ONE, 2),
            _moments("mean of one feature", _means, ONE, 2),
        ), question="The model holds variances. What does the generator want?"),
        Family("chance", "property", 1, (
            _question("the features do not hang together", _related, "gull",
                      "do neighbouring features of sample_class(model, 'gull', 4000, rng) hang together"),
            _question("the same seed gives the same draws", _same_seed, "tern",
                      "is sample_class(model, 'tern', 3, rng) the same for two generators of the seed 7"),
            _question("another seed gives others", _other_seed, "tern",
                      "is sample_class(model, 'tern', 3, rng) the same for the seeds 7 and 8"),
        ), question="Do all your random numbers come from rng, one for each entry?"),
    ),
    misconceptions=mistakes_in(globals()),
    right=(sample_class, _by_loops, _by_columns, _by_standard_normals),
)  # fmt: skip
