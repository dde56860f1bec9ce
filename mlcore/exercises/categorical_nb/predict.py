"""The decision: the most probable class of every query."""

from typing import Any

import numpy as np

from mlcore.exercises.categorical_nb import inputs
from mlcore.exercises.categorical_nb.inputs import Model, random_data
from mlcore.exercises.categorical_nb.learn import learn
from mlcore.exercises.categorical_nb.log_joint import factors, log, log_joint
from mlcore.exercises.mistakes import mistakes_in
from selfcheck.compare import exact
from selfcheck.exercise import Answer, Case, Exercise, Family, wrong

# Nothing tells these two classes apart but the name.
TIED = learn(np.array([[0], [1], [0], [1]]), np.array(["late", "early", "early", "late"]), (2,))
# Rare but fitting: four times as probable given the class, nine times as rare.
RARE = learn(
    np.array([[0]] * 8 + [[1]] * 4 + [[1]] * 2 + [[0]]), np.array(["common"] * 12 + ["rare"] * 3), (2,), 1
)
# Made by hand: the names of the classes are not in the order of the alphabet.
TEA_OR_COFFEE: Model = {
    "classes": np.array(["tea", "coffee"]),
    "prior": np.array([0.5, 0.5]),
    "tables": [np.array([[0.9, 0.1], [0.2, 0.8]])],
}
MANY = 700


def _many_features() -> tuple[Model, Any]:
    """Return a model of so many features that products underflow, and two queries."""
    X = np.tile(np.arange(10)[:, None], (1, MANY))
    X[5:, :] = (X[5:, :] + 1) % 10
    y = np.array(["u"] * 4 + ["v"] * 6)
    model = learn(X[:, :1], y, (10,), 1)  # every feature is the same
    long = {name: model[name] * MANY for name in ("tables", "counts")}
    return model | long, np.array([[0] * MANY, [9] * MANY])


def predict(model: Model, Q):
    """Return the class with the greatest joint log probability, shape (m,); the first of equal ones."""
    return np.asarray(model["classes"])[log_joint(model, Q).argmax(axis=1)]


def _other_names(answer: Answer, X, y, n_values, Q) -> list[Any]:
    other = {"a": "z", "m": "m", "s": "b"}
    back = {new: old for old, new in other.items()}
    return [back[str(c)] for c in answer(learn(X, np.array([other[c] for c in y]), n_values, 1), Q)]


def _random_queries(rng: np.random.Generator) -> list[Case]:
    cases = []
    for n, n_values, labels in ((10, (3, 2, 2), ("yes", "no")), (15, (2, 4, 3), (4, 1, 2))):
        Q = np.array(list(np.ndindex(n_values)))
        model = learn(*random_data(rng, n, n_values, labels), alpha=0.7)
        cases.append(Case(f"all {len(Q)} inputs", (model, Q), shown=f"predict(model, all {len(Q)} inputs)"))
    return cases


def _choose(model: Model, scores):
    return np.asarray(model["classes"])[np.asarray(scores).argmax(axis=1)]


@wrong("2.5-M1")
def maximum_likelihood(model: Model, Q):
    """You choose the class that makes the query most probable. How common is that class? Think of the
    stadium."""
    return _choose(model, log(factors(model, Q)).sum(axis=0))


@wrong("2.5-M2")
def prior_to_the_power_of_d(model: Model, Q):
    """How often does the prior count in your score: once, or once for each feature?"""
    return _choose(model, log_joint(model, Q) + (len(model["tables"]) - 1) * log(model["prior"]))


@wrong("2.5-M3")
def smallest_score(model: Model, Q):
    """Logarithms below 0: is -3.9 more or less than -5.2? Do you want the largest or the smallest?"""
    return np.asarray(model["classes"])[log_joint(model, Q).argmin(axis=1)]


@wrong("2.5-M4")
def last_class_of_the_loop(model: Model, Q):
    """Your loop over the classes ends with the last. Do you return that one, or the best that you saw?"""
    return np.repeat(np.asarray(model["classes"])[-1:], len(Q))


@wrong("2.5-M5")
def place_of_the_class(model: Model, Q):
    """argmax gives a place. What is the name of the class that stands there?"""
    return log_joint(model, Q).argmax(axis=1)


@wrong("2.5-M6")
def most_common_class(model: Model, Q):
    """All your answers are equal. Where does the query enter?"""
    return np.repeat(_choose(model, [model["prior"]]), len(Q))


@wrong("2.5-M7")
def raw_counts_multiplied(model: Model, Q):
    """Counts are not comparable between classes of 9 and of 5 days. What are they divided by before the
    product?"""
    return _choose(model, log_joint({**model, "prior": model["class_count"], "tables": model["counts"]}, Q))


@wrong("2.5")
def tie_to_the_last(model: Model, Q):
    """Two classes are equally probable. Which one does the task want, and what does your comparison keep?"""
    backwards = log_joint(model, Q)[:, ::-1]
    return np.asarray(model["classes"])[::-1][backwards.argmax(axis=1)]


@wrong("2.5")
def best_query_of_each_class(model: Model, Q):
    """You take the largest entry of each column. What do rows stand for, what do columns?"""
    scores = log_joint(model, Q)
    return np.asarray(model["classes"])[scores.argmax(axis=0) % len(model["classes"])]


@wrong("2.5")
def product_underflows(model: Model, Q):
    """With hundreds of features every product is 0, and the first class wins every time. Compare sums of
    logs."""
    return _choose(model, np.asarray(model["prior"]) * factors(model, Q).prod(axis=0))


@wrong("2.5")
def first_query_only(model: Model, Q):
    """Q holds many queries. How many labels come back? Where is your return?"""
    return predict(model, np.asarray(Q)[:1])


@wrong()
def largest_over_the_queries(model: Model, Q):
    """A row is a query and a column is a class: along which axis is the largest to be found?"""
    return np.asarray(model["classes"])[np.argmax(log_joint(model, Q), axis=0)]


@wrong()
def second_class_or_first(model: Model, Q):
    """You compare two columns. What about the third class?"""
    return [model["classes"][int(row[1] > row[0])] for row in np.asarray(log_joint(model, Q))]


@wrong()
def classes_sorted_again(model: Model, Q):
    """Column j belongs to model["classes"][j]. Whose order is yours?"""
    classes = sorted(np.asarray(model["classes"]).tolist())
    return [classes[int(np.argmax(row))] for row in np.asarray(log_joint(model, Q))]


def _predict_by_loops(model: Model, Q) -> list[Any]:
    answers = []
    for row in log_joint(model, Q):
        best = 0
        for c in range(len(row)):
            if row[c] > row[best]:
                best = c
        answers.append(model["classes"][best])
    return answers


def _predict_by_max(model: Model, Q) -> list[Any]:
    classes = list(model["classes"])
    return [classes[list(row).index(max(row))] for row in log_joint(model, Q)]


def _predict_by_columns(model: Model, Q):
    scores = log_joint(model, Q).T
    best = np.zeros(len(Q), dtype=int)
    for c in range(1, len(scores)):
        best[scores[c] > scores[best, np.arange(len(Q))]] = c
    return np.take(model["classes"], best)


EXERCISE = Exercise(
    name="predict",
    contract="predict(model, Q) -> (m,) labels",
    reference=predict,
    uses=("log_joint",),
    families=(
        Family(
            "worked by hand",
            "example",
            0.5,
            (
                Case(
                    "sunny, cool, high, strong",
                    (learn(*inputs.TENNIS), inputs.QUERY),
                    shown="predict(model, [[0, 2, 0, 1]])",
                ),
                Case("ten rows, all four inputs", (learn(*inputs.TEN_BY_TWO), inputs.ALL_BITS)),
            ),
            "Which of the two products is larger? What is the name of its class?",
        ),
        Family(
            "all inputs, any labels",
            "trap",
            1,
            (
                Case(
                    "all 36 days",
                    (learn(*inputs.TENNIS), inputs.ALL_DAYS),
                    shown="predict(model, all 36 days)",
                ),
                Case(
                    "all 36 days, alpha 1",
                    (learn(*inputs.TENNIS, 1), inputs.ALL_DAYS),
                    shown="predict(model, all 36 days)",
                ),
                Case(
                    "all inputs of three classes",
                    (learn(*inputs.THREE, 1), inputs.ALL_OF_THREE),
                    shown="predict(model, all 12 inputs)",
                ),
                Case("a rare class that fits better", (RARE, np.array([[0], [1]]))),
                Case("labels -1 and 1", (learn(*inputs.NEGATIVE, 1), np.array([[0], [1], [0]]))),
                Case("labels 3 and 7", (learn(*inputs.SEVENS, 1), np.array([[0, 0], [1, 2]]))),
            ),
            "Find the first input that differs, and compute its two scores by hand.",
        ),
        Family(
            "ties, and many features",
            "trap",
            0.5,
            (
                Case("a tie", (TIED, np.array([[0], [1]]))),
                Case("classes in another order", (TEA_OR_COFFEE, np.array([[0], [1]]))),
                Case(
                    "seven hundred features",
                    _many_features(),
                    shown="predict(a model of 700 features, two queries)",
                ),
            ),
            "What if two scores are equal? What if all products are 0?",
        ),
        Family(
            "what must not matter",
            "property",
            0.5,
            (
                Case(
                    "the names of the classes",
                    (*inputs.THREE, inputs.ALL_OF_THREE),
                    ask=_other_names,
                    shown="predict with class names that sort the other way round, translated back",
                ),
            ),
            "Column c belongs to classes[c]. Does your answer follow when the classes get other names?",
        ),
        Family("random examples", "random", 0.5, _random_queries),
    ),
    misconceptions=mistakes_in(globals()),
    lists=("Q",),
    right=(_predict_by_loops, _predict_by_max, _predict_by_columns),
    compare=exact(),
    read="5 · Add logarithms",
    concepts=("cat-predict", "cat-predict-by-hand", "frame-f-to-p"),
)
