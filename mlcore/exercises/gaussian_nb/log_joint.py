"""The joint log probability of every query with every class."""

from collections.abc import Iterator

import numpy as np

from mlcore._checks import FloatArray
from mlcore.estimation import gaussian_logpdf
from mlcore.exercises.gaussian_nb import inputs
from mlcore.exercises.gaussian_nb.inputs import Model, call_on, line, random_model
from mlcore.exercises.mistakes import mistakes_in
from selfcheck.exercise import Answer, Case, Exercise, Family, wrong

LOG_TWO_PI = float(np.log(2 * np.pi))


def log_densities(model: Model, Q) -> FloatArray:
    """Return log N(q_j; μ_{c,j}, σ²_{c,j}) for each query, class and feature, (m, K, d)."""
    queries = np.asarray(Q, dtype=float)[:, None, :]  # (m, 1, d)
    return gaussian_logpdf(queries, np.asarray(model["mean"]), np.asarray(model["var"]))


def joint(model: Model, Q) -> FloatArray:
    """Return log π_c + Σ_j log N(q_j; μ_{c,j}, σ²_{c,j}), (m, K): the reference."""
    result: FloatArray = np.log(np.asarray(model["prior"])) + log_densities(model, Q).sum(axis=2)
    return result


def squares(model: Model, Q) -> FloatArray:
    """Return (q_j − μ_{c,j})² for each query, class and feature, (m, K, d)."""
    queries = np.asarray(Q, dtype=float)[:, None, :]
    return np.asarray((queries - np.asarray(model["mean"])) ** 2)


@wrong("5.3-M1")
def no_prior(model, Q):
    """Where does the share of each class come in? The mail that could be either is more often the frequent
    kind."""
    return log_densities(model, Q).sum(axis=2)


@wrong()
def densities_added(model, Q):
    """A product of heights: what does its logarithm become? Do you add before the logarithm, or after?"""
    with np.errstate(divide="ignore"):
        return np.log(model["prior"]) + np.log(np.exp(log_densities(model, Q)).sum(axis=2))


@wrong("5.3-M2")
def variance_not_in_the_factor(model, Q):
    """At its mean a narrow curve is higher than a wide one. Which term of yours says so?"""
    exponents = -0.5 * (LOG_TWO_PI + squares(model, Q) / model["var"])
    return np.log(model["prior"]) + exponents.sum(axis=2)


@wrong("5.3-M2")
def exponents_only(model, Q):
    """What is the logarithm of the factor in front of the e? It differs from class to class."""
    return np.log(model["prior"]) - (squares(model, Q) / model["var"]).sum(axis=2) / 2


@wrong("5.3-M3")
def product_of_logarithms(model, Q):
    """The logarithm of a product: is it a product of logarithms?"""
    return np.log(model["prior"]) * log_densities(model, Q).prod(axis=2)


@wrong("5.3-M3")
def product_over_the_features(model, Q):
    """Do you add the logarithms of the features, or multiply them?"""
    return np.log(model["prior"]) + log_densities(model, Q).prod(axis=2)


@wrong("5.3-M4")
def mean_over_the_features(model, Q):
    """Two features that agree: should they count as much as one, or twice?"""
    return np.log(model["prior"]) + log_densities(model, Q).mean(axis=2)


@wrong("5.3-M5")
def prior_for_each_feature(model, Q):
    """How often does log π_c stand in your sum when there are three features?"""
    return (np.log(model["prior"])[None, :, None] + log_densities(model, Q)).sum(axis=2)


@wrong("5.3-M6")
def nearness_of_the_mean(model, Q):
    """Is the nearest mean the most probable class? Where did the variances go?"""
    return -squares(model, Q).sum(axis=2)


@wrong()
def nearness_of_the_mean_with_prior(model, Q):
    """You use the prior and the means. Where did the variances go?"""
    return np.log(model["prior"]) - squares(model, Q).sum(axis=2)


@wrong()
def prior_without_logarithm(model, Q):
    """You add a prior to a logarithm. What is the logarithm of prior times likelihood?"""
    return np.asarray(model["prior"]) + log_densities(model, Q).sum(axis=2)


@wrong()
def prior_times_log_likelihood(model, Q):
    """A product of probabilities becomes a sum of logarithms. Does the prior take part in that?"""
    return np.asarray(model["prior"]) * log_densities(model, Q).sum(axis=2)


@wrong()
def variance_taken_for_deviation(model, Q):
    """The model holds variances. Are they squared on their way into the density?"""
    return joint({**model, "var": np.asarray(model["var"]) ** 2}, Q)


@wrong()
def deviation_taken_for_variance(model, Q):
    """The model holds variances. Do you take their root, and then use that as σ²?"""
    return joint({**model, "var": np.sqrt(model["var"])}, Q)


@wrong()
def log_of_the_product(model, Q):
    """What is left of a product of 400 small densities, and what is its logarithm? What could you add up
    instead?"""
    with np.errstate(divide="ignore", under="ignore"):
        return np.log(np.asarray(model["prior"]) * np.exp(log_densities(model, Q)).prod(axis=2))


@wrong()
def probabilities_for_logarithms(model, Q):
    """Did you come back from the logarithms too early? What is asked for is log p(q, c)."""
    return np.exp(joint(model, Q))


@wrong()
def posterior_for_the_joint(model, Q):
    """Did you normalise already? The joint probabilities of a query need not add up to 1."""
    scores = joint(model, Q)
    return scores - np.logaddexp.reduce(scores, axis=1, keepdims=True)


@wrong()
def classes_by_queries(model, Q):
    """Which shape does your result have, (m, K) or (K, m)? The task asks for one row per query."""
    return joint(model, Q).T


@wrong()
def first_query_only(model, Q):
    """Q holds several queries. How many rows do you return?"""
    return joint(model, np.asarray(Q)[:1])[0]


@wrong()
def two_pi_once(model, Q):
    """Each feature has a curve of its own, with a factor of its own. How often does log 2π enter your sum?"""
    d = np.asarray(model["mean"]).shape[1]
    return joint(model, Q) + (d - 1) * 0.5 * np.log(2 * np.pi)


@wrong()
def squares_not_halved(model, Q):
    """The exponent is (x − μ)² / (2σ²), with a minus. Where is your 2?"""
    mean, var = np.asarray(model["mean"], dtype=float), np.asarray(model["var"], dtype=float)
    squares = ((np.asarray(Q, dtype=float)[:, None] - mean) ** 2 / var).sum(axis=2)
    return joint(model, Q) - 0.5 * squares


@wrong()
def small_number_in_each_logarithm(model, Q):
    """You avoid log 0 by a small number. Do two densities that differ a thousandfold still differ then?"""
    mean, var = np.asarray(model["mean"], dtype=float), np.asarray(model["var"], dtype=float)
    with np.errstate(under="ignore"):
        heights = np.exp(-((np.asarray(Q, dtype=float)[:, None] - mean) ** 2) / (2 * var))
    return np.log(heights / np.sqrt(2 * np.pi * var) + 1e-10).sum(axis=2) + np.log(model["prior"])


@wrong()
def factors_with_a_plus(model, Q):
    """The factor of a curve divides. Which sign does its logarithm have in the sum?"""
    var = np.asarray(model["var"], dtype=float)
    return joint(model, Q) + np.log(2 * np.pi * var).sum(axis=1)


@wrong()
def distances_not_squared(model, Q):
    """The exponent is (x − μ)² / (2σ²), with a minus. What is squared in yours?"""
    mean, var = np.asarray(model["mean"], dtype=float), np.asarray(model["var"], dtype=float)
    gaps = np.abs(np.asarray(Q, dtype=float)[:, None] - mean)
    return (-0.5 * np.log(2 * np.pi * var) - gaps / (2 * var)).sum(axis=2) + np.log(model["prior"])


def _twice(answer: Answer, model: Model, Q):
    """Ask twice, with one model: the second answer."""
    answer(model, Q)
    return answer(model, Q)


def _one_by_one(answer: Answer, model: Model, Q):
    return np.concatenate([np.asarray(answer(model, Q[i : i + 1])) for i in range(len(Q))])


def _draws(rng: np.random.Generator) -> Iterator[Case]:
    for i, (K, d) in enumerate(((2, 3), (3, 2), (4, 1))):
        yield Case(f"draw {i + 1}", (random_model(rng, K, d), rng.normal(0, 2, (3, d)).round(2)))


def _loops(model: Model, Q) -> list[list[float]]:
    table = []
    for q in Q:
        row = []
        for c in range(len(model["classes"])):
            score = float(np.log(model["prior"][c]))
            for j in range(len(q)):
                mean, var = model["mean"][c][j], model["var"][c][j]
                score += float(-0.5 * np.log(2 * np.pi * var) - (q[j] - mean) ** 2 / (2 * var))
            row.append(score)
        table.append(row)
    return table


def _by_matrix_products(model: Model, Q):
    """Expand the square: three matrix products, no array of three dimensions."""
    mean, precision = model["mean"], 1 / model["var"]
    quadratic = Q**2 @ precision.T - 2 * Q @ (mean * precision).T + (mean**2 * precision).sum(axis=1)
    return np.log(model["prior"]) - 0.5 * (np.log(2 * np.pi * model["var"]).sum(axis=1) + quadratic)


def _class_by_class(model: Model, Q):
    columns = []
    for prior, mean, var in zip(model["prior"], model["mean"], model["var"], strict=True):
        z = (Q - mean) / np.sqrt(var)
        columns.append(np.log(prior) - (np.log(np.sqrt(var)) + 0.5 * LOG_TWO_PI + z**2 / 2).sum(axis=1))
    return np.stack(columns, axis=1)


EXERCISE = Exercise(
    name="log_joint",
    contract="log_joint(model, Q) -> (m, K)",
    reference=joint,
    read="5 · All queries and all classes at once",
    concepts=("gauss-predict", "nb-rule", "pr-logs"),
    families=(
        Family("two queries of the table", "example", 1.5, (
            Case("the queries (2, 13) and (5, 20)", (inputs.TABLE, np.array([[2.0, 13], [5, 20]]))),
        ), question="Which three numbers do you add for class 0 and the first query?"),
        Family("one feature, a skewed prior", "trap", 0.5, (
            Case("0.9 against 0.1", (inputs.SKEWED, line(0, 3, 4))),
            Case("only the widths differ", (inputs.WIDTHS, line(-1, 1, 3))),
        ), question="What does the prior add, and what the width of a curve?"),
        Family("three classes, three features", "trap", 1, (
            Case("three species", (inputs.THREE, np.array([[0.0, 1, 0], [1, 1, 1], [-1, 3, 2], [5, 0, 0]]))),
            Case("labels -1 and 1", (inputs.MINUS_PLUS, np.array([[0.0, 0], [1, 2], [3, -1]]))),
        ), question="Which axis do you sum over, and which shape is left?"),
        Family("far away, or many features", "trap", 1, (
            Case("hundreds of standard deviations away", (inputs.SKEWED, inputs.FAR)),
            Case("400 features", (inputs.MANY, inputs.MANY_QUERIES),
                 shown="log_joint(a model of 400 features, three queries)"),
        ), question="Is there a product of densities anywhere in your function?"),
        Family("once more, and one by one", "property", 0.5, (
            Case("asked twice", (inputs.TABLE, np.array([[2.0, 13], [5, 20]])), ask=_twice,
                 shown=call_on("log_joint(model, Q), asked twice", Q=[[2, 13], [5, 20]], model=inputs.TABLE)),
            Case("one query at a time", (inputs.THREE, np.array([[0.0, 1, 0], [1, 1, 1]])), ask=_one_by_one,
                 shown=call_on("log_joint(model, Q), one query at a time", Q=[[0, 1, 0], [1, 1, 1]],
                               model=inputs.THREE)),
        ), question="Does your function change the model that it is given?"),
        Family("other models", "random", 0.5, _draws),
    ),
    misconceptions=mistakes_in(globals()),
    right=(joint, _loops, _by_matrix_products, _class_by_class),
    uses=("gaussian_logpdf",),
)  # fmt: skip
