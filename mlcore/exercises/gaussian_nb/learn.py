"""One normal curve for each class and feature, learnt from examples."""

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from mlcore.exercises.gaussian_nb.inputs import Model, X, Y, call_on
from mlcore.exercises.mistakes import mistakes_in
from selfcheck.compare import close
from selfcheck.exercise import Answer, Case, Exercise, Family, wrong


def learn(X, y, var_smoothing: float = 1e-9) -> Model:
    """Return the classes, their prior, and a mean and a variance for each class and feature, (K, d).

    `mlcore.naive_bayes.GaussianNB` learns the same; it needs scikit-learn, which takes a second to load.
    """
    return learn_with(X, y, var_smoothing)


def learn_with(
    X,
    y,
    var_smoothing: float = 1e-9,
    *,
    spread: Callable[[Any], Any] = lambda part: part.var(axis=0),
    centre: Callable[[Any], Any] = lambda part: part.mean(axis=0),
    epsilon: Callable[[Any, Any, Any, float], Any] = lambda X, mean, var, share: share * X.var(axis=0).max(),
    add: Callable[[Any, Any], Any] = lambda var, epsilon: var + epsilon,
) -> Model:
    """Learn with one step replaced: what the wrong answers differ in."""
    X, (classes, codes) = np.asarray(X, dtype=float), np.unique(np.asarray(y), return_inverse=True)
    parts = [X[codes == c] for c in range(len(classes))]
    mean, var = np.array([centre(part) for part in parts]), np.array([spread(part) for part in parts])
    prior = np.bincount(codes) / len(X)
    var = add(var, epsilon(X, mean, var, var_smoothing))
    return {"classes": classes, "prior": prior, "mean": mean, "var": var}


@wrong("5.2-M1")
def divisor_one_less(X, y, var_smoothing: float = 1e-9):
    """Maximum likelihood divides the squared deviations by n_c. By what do you divide? Try a class with three
    examples."""
    return learn_with(X, y, var_smoothing, spread=lambda part: part.var(axis=0, ddof=1))


@wrong()
def mean_of_squares(X, y, var_smoothing: float = 1e-9):
    """Move all examples by 100: does a variance change? What is subtracted before the square is taken?"""
    return learn_with(X, y, var_smoothing, spread=lambda part: (part**2).mean(axis=0))


@wrong("5.2-M2")
def pooled_variance(X, y, var_smoothing: float = 1e-9):
    """Are the two rows of your variances equal? How many variances has the model, d or K · d?"""
    X, codes = np.asarray(X, dtype=float), np.unique(np.asarray(y), return_inverse=True)[1]
    means = np.array([X[codes == c].mean(axis=0) for c in range(codes.max() + 1)])
    pooled = ((X - means[codes]) ** 2).mean(axis=0)
    return learn_with(X, y, var_smoothing, spread=lambda part: pooled)


@wrong("5.2-M3")
def variance_of_all_rows(X, y, var_smoothing: float = 1e-9):
    """Whose variance do you take: that of the rows of one class, or that of all rows?"""
    everything = np.asarray(X, dtype=float).var(axis=0)
    return learn_with(X, y, var_smoothing, spread=lambda part: everything)


@wrong("5.2-M4")
def standard_deviation(X, y, var_smoothing: float = 1e-9):
    """What do you get if you square the numbers under "var"? Is a root too many?"""
    return learn_with(X, y, var_smoothing, add=lambda var, epsilon: np.sqrt(var + epsilon))


@wrong("5.2-M4")
def deviation_then_added(X, y, var_smoothing: float = 1e-9):
    """To which of the two is ε added, to the standard deviation or to the variance? And which one belongs in
    the model?"""
    return learn_with(X, y, var_smoothing, add=lambda var, epsilon: np.sqrt(var) + epsilon)


@wrong("5.2-M5")
def absolute_epsilon(X, y, var_smoothing: float = 1e-9):
    """Would your ε be the same if all features were measured in millimetres instead of metres? Of what is
    var_smoothing a share?"""
    return learn_with(X, y, var_smoothing, epsilon=lambda X, mean, var, share: share)


@wrong("5.2-M6")
def epsilon_per_feature(X, y, var_smoothing: float = 1e-9):
    """How many values of ε are there, one for each feature or one for all? What would a feature get that is
    constant everywhere?"""
    return learn_with(X, y, var_smoothing, epsilon=lambda X, mean, var, share: share * X.var(axis=0))


@wrong()
def epsilon_of_the_classes(X, y, var_smoothing: float = 1e-9):
    """Which variances do you compare to find the largest: those within the classes, or those of the columns
    of the whole table?"""
    return learn_with(X, y, var_smoothing, epsilon=lambda X, mean, var, share: share * var.max())


@wrong()
def epsilon_of_the_whole_table(X, y, var_smoothing: float = 1e-9):
    """Did you take the variance of all numbers of the table together? Which axis is missing?"""
    return learn_with(X, y, var_smoothing, epsilon=lambda X, mean, var, share: share * X.var())


@wrong("5.2-M7")
def nothing_added(X, y, var_smoothing: float = 1e-9):
    """What is the variance of a feature that is constant within a class, and what will you divide by it?
    Where does var_smoothing enter?"""
    return learn_with(X, y, 0.0)


@wrong()
def var_smoothing_ignored(X, y, var_smoothing: float = 1e-9):
    """Call learn with var_smoothing=0.1 and with 0.5: does anything change?"""
    return learn_with(X, y)


@wrong("5.2-M8")
def mean_of_all_rows(X, y, var_smoothing: float = 1e-9):
    """If both classes have the same mean, what is left to tell them apart? Over which rows do you average?"""
    everything = np.asarray(X, dtype=float).mean(axis=0)
    return learn_with(X, y, var_smoothing, centre=lambda part: everything)


@wrong("5.2-M9")
def floor_for_addition(X, y, var_smoothing: float = 1e-9):
    """Is ε added to every variance, or does it only replace those that are smaller?"""
    return learn_with(X, y, var_smoothing, add=lambda var, epsilon: np.maximum(var, epsilon))


@wrong("5.2-M9")
def only_where_zero(X, y, var_smoothing: float = 1e-9):
    """Do only the zeros get an ε? Two classes are compared: what if one of them is helped and the other
    not?"""
    return learn_with(X, y, var_smoothing, add=lambda var, epsilon: np.where(var == 0, epsilon, var))


@wrong()
def squares_minus_square(X, y, var_smoothing: float = 1e-9):
    """E[x²] - E[x]² is right on paper. Around 10⁸, how many digits of the two terms are equal, and how many
    are left for the difference?"""
    return learn_with(
        X, y, var_smoothing, spread=lambda part: (part**2).mean(axis=0) - part.mean(axis=0) ** 2
    )


@wrong()
def median_for_mean(X, y, var_smoothing: float = 1e-9):
    """Is the middle value the mean? Try a class with one value far from the others."""
    return learn_with(X, y, var_smoothing, centre=lambda part: np.median(part, axis=0))


@wrong("2.1-M1")
def uniform_prior(X, y, var_smoothing: float = 1e-9):
    """Where one class has more examples than the other, why would they have equal priors?"""
    K = len(np.unique(np.asarray(y)))
    return {**learn_with(X, y, var_smoothing), "prior": np.full(K, 1 / K)}


@wrong("2.1-M2")
def counts_for_the_prior(X, y, var_smoothing: float = 1e-9):
    """Do your priors add up to 1? What must a count be divided by?"""
    model = learn_with(X, y, var_smoothing)
    return {**model, "prior": model["prior"] * len(np.asarray(y))}


@wrong()
def logarithm_of_the_prior(X, y, var_smoothing: float = 1e-9):
    """The model keeps the prior itself; who takes its logarithm, and when?"""
    model = learn_with(X, y, var_smoothing)
    return {**model, "prior": np.log(model["prior"])}


@wrong("2.1-M5")
def smoothed_prior(X, y, var_smoothing: float = 1e-9):
    """Is a pseudo-count added to the classes here? Smoothing touches the variances only."""
    model = learn_with(X, y, var_smoothing)
    n = len(np.asarray(y))
    return {**model, "prior": (model["prior"] * n + 1) / (n + len(model["prior"]))}


@wrong("2.1-M4")
def classes_as_they_appear(X, y, var_smoothing: float = 1e-9):
    """In which order are your classes when the first example is not of the smallest class?"""
    model, y = learn_with(X, y, var_smoothing), np.asarray(y)
    order = np.argsort([np.flatnonzero(y == c)[0] for c in model["classes"]])
    return {key: value[order] for key, value in model.items()}


@wrong()
def positions_for_labels(X, y, var_smoothing: float = 1e-9):
    """If the labels are "cat" and "dog", what stands in "classes"?"""
    model = learn_with(X, y, var_smoothing)
    return {**model, "classes": np.arange(len(model["classes"]))}


@wrong()
def one_number_for_all_features(X, y, var_smoothing: float = 1e-9):
    """How many means does a class with two features have? Which axis did you leave out?"""
    everything = np.asarray(X, dtype=float).var()
    model = learn_with(X, y, var_smoothing, centre=lambda part: part.mean(), spread=lambda part: part.var(),
                   epsilon=lambda X, mean, var, share: share * everything)  # fmt: skip
    return model


@wrong()
def features_by_rows(X, y, var_smoothing: float = 1e-9):
    """Which shape do your tables have, (K, d) or (d, K)? A row belongs to a class."""
    model = learn_with(X, y, var_smoothing)
    return {**model, "mean": model["mean"].T, "var": model["var"].T}


@wrong()
def spread_about_the_common_mean(X, y, var_smoothing: float = 1e-9):
    """From which mean do you measure how the examples of a class spread: its own, or that of all?"""
    model, X, y = learn(X, y, var_smoothing), np.asarray(X, dtype=float), np.asarray(y)
    rows = [((X[y == c] - X.mean(axis=0)) ** 2).mean(axis=0) for c in model["classes"]]
    return {**model, "var": np.array(rows) + var_smoothing * X.var(axis=0).max()}


@wrong()
def one_variance_for_all_features(X, y, var_smoothing: float = 1e-9):
    """Each feature has a variance of its own. Did you tell var() which axis to use?"""
    model, X, y = learn(X, y, var_smoothing), np.asarray(X, dtype=float), np.asarray(y)
    rows = [[X[y == c].var()] * X.shape[1] for c in model["classes"]]
    return {**model, "var": np.array(rows) + var_smoothing * X.var(axis=0).max()}


PLACES = close(dict_keys=("classes", "prior", "mean"))  # so that a wrong variance does not cost these points
WIDTHS = close(dict_keys=("var",))


def _doubled(answer: Answer, X, y):
    """Every example twice: shares, means and variances are those of the examples once."""
    return answer(np.concatenate((X, X)), np.concatenate((y, y)))


def _shuffled(answer: Answer, X, y):
    order = np.random.default_rng(5).permutation(len(y))
    return answer(X[order], y[order])


PETS_X = np.array(
    [[3.0, 0, 7], [4, 1, 7], [9, -1, 7], [1, 0, 7], [30, 0, 7], [2, 0, 7], [8, 5, 7], [2, 9, 7], [6, 0, 7]]
)
PETS_Y = np.array(["dog", "cat", "dog", "bee", "cat", "bee", "dog", "cat", "dog"])


def _draws(rng: np.random.Generator) -> Iterator[Case]:
    for i, K in enumerate((2, 3, 4)):
        d = int(rng.integers(1, 4))
        y = np.concatenate((np.arange(K), np.arange(K), rng.integers(0, K, 5)))
        data = rng.normal(2 * y[:, None], rng.uniform(0.5, 3, d)).round(2)
        yield Case(
            f"draw {i + 1}", (data, 10 - 3 * y), {"var_smoothing": round(float(rng.uniform(0, 0.3)), 3)}
        )


def _loops(X, y, var_smoothing: float = 1e-9) -> Model:
    rows, labels = [list(map(float, row)) for row in X], list(y)
    d, n, classes = len(rows[0]), len(rows), sorted(set(labels))

    def moments(part: list[list[float]], j: int) -> tuple[float, float]:
        mean = sum(row[j] for row in part) / len(part)
        return mean, sum((row[j] - mean) ** 2 for row in part) / len(part)

    epsilon = var_smoothing * max(moments(rows, j)[1] for j in range(d))
    prior, means, variances = [], [], []
    for c in classes:
        part = [row for row, label in zip(rows, labels, strict=True) if label == c]
        prior.append(len(part) / n)
        means.append([moments(part, j)[0] for j in range(d)])
        variances.append([moments(part, j)[1] + epsilon for j in range(d)])
    return {"classes": classes, "prior": prior, "mean": means, "var": variances}


def _row_after_row(X, y, var_smoothing: float = 1e-9) -> Model:
    """Mean and variance grow with each row (Welford's rule, as data frames do it)."""
    X = np.asarray(X, dtype=float)
    mean: dict[Any, Any] = {}
    squares: dict[Any, Any] = {}
    count: dict[Any, int] = {}
    for x, label in zip(X, np.asarray(y).tolist(), strict=True):
        count[label] = count.get(label, 0) + 1
        before = x - mean.setdefault(label, np.zeros_like(x))
        mean[label] = mean[label] + before / count[label]
        squares[label] = squares.get(label, 0) + before * (x - mean[label])
    classes = sorted(count)
    epsilon = var_smoothing * X.var(axis=0).max()
    return {
        "classes": np.array(classes),
        "prior": np.array([count[c] / len(X) for c in classes]),
        "mean": np.array([mean[c] for c in classes]),
        "var": np.array([squares[c] / count[c] + epsilon for c in classes]),
    }


def _by_one_hot(X, y, var_smoothing: float = 1e-9) -> Model:
    X, (classes, codes) = np.asarray(X, dtype=float), np.unique(y, return_inverse=True)
    member = np.eye(len(classes))[codes]  # (n, K)
    count = member.sum(axis=0)
    shift = X.mean(axis=0)
    mean = member.T @ (X - shift) / count[:, None] + shift
    squares = member.T @ (X - mean[codes]) ** 2
    epsilon = var_smoothing * X.var(axis=0).max()
    return {
        "classes": classes,
        "prior": count / len(X),
        "mean": mean,
        "var": squares / count[:, None] + epsilon,
    }


EXERCISE = Exercise(
    name="learn",
    contract="learn(X, y, var_smoothing=1e-9) -> model",
    reference=learn,
    compare=close(dict_keys=("classes", "prior", "mean", "var")),
    read="2 · Learning: a mean and a variance for each class and feature",
    concepts=("gauss-learn", "mle-gaussian", "gauss-var-smooth", "gauss-model", "gauss-why"),
    families=(
        Family("the table of seven: shares and means", "example", 1.5, (
            Case("classes, shares and means", (X, Y), compare=PLACES),
        ), question="What are the share of class 0, and the mean of its first feature: 1, 2, 3?"),
        Family("the table of seven: variances", "example", 1.5, (
            Case("nothing added", (X, Y), {"var_smoothing": 0.0}, compare=WIDTHS),
            Case("as usual", (X, Y), compare=WIDTHS),
        ), question="Work out the variance of the first feature of class 0 by hand: 1, 2, 3."),
        Family("labels of any kind", "trap", 1, (
            Case("three kinds of pets", (PETS_X[:, :2], PETS_Y), compare=PLACES),
            Case("labels -1 and 1", (X, np.array([1, 1, 1, -1, -1, -1, -1])), compare=PLACES),
        ), question="What are the classes, and in which order do the rows of your tables stand?"),
        Family("what is added to the variances", "trap", 1.5, (
            Case("a share of one tenth", (X, Y), {"var_smoothing": 0.1}, compare=WIDTHS),
            Case("constant within a class", (PETS_X, PETS_Y), compare=WIDTHS),
            Case("a share of one half", (PETS_X, PETS_Y), {"var_smoothing": 0.5}, compare=WIDTHS),
        ), question="Which single number is added, and to what?"),
        Family("far from the origin", "trap", 0.5, (
            Case("values around 10⁸", (X + 1e8, Y), {"var_smoothing": 0.0}),
        ), question="Do you subtract the mean before you square?"),
        Family("order and repetition", "property", 0.5, (
            Case("rows shuffled", (X, Y), ask=_shuffled,
                 shown=call_on("learn(X, y) with the rows shuffled", X=X, y=Y)),
            Case("every row twice", (X, Y), ask=_doubled,
                 shown=call_on("learn(X, y) with every row twice", X=X, y=Y)),
        ), question="Does repeating all examples change a share, a mean or a variance?"),
        Family("other tables", "random", 0.5, _draws),
    ),
    misconceptions=mistakes_in(globals()),
    right=(learn_with, _loops, _by_one_hot, _row_after_row),
)  # fmt: skip
