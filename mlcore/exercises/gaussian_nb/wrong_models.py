"""How learning goes wrong: one step of it replaced at a time."""

from collections.abc import Callable
from typing import Any

import numpy as np

from mlcore.exercises.gaussian_nb.models import Model
from selfcheck.exercise import wrong


def learn_with(
    X: Any,
    y: Any,
    var_smoothing: float = 1e-9,
    *,
    spread: Callable[[Any], Any] = lambda part: part.var(axis=0),
    centre: Callable[[Any], Any] = lambda part: part.mean(axis=0),
    epsilon: Callable[[Any, Any, Any, float], Any] = lambda X, mean, var, share: share * X.var(axis=0).max(),
    add: Callable[[Any, Any], Any] = lambda var, epsilon: var + epsilon,
) -> Model:
    """Learn as the reference does, with one step replaced: what the wrong answers differ in."""
    X, (classes, codes) = np.asarray(X, dtype=float), np.unique(np.asarray(y), return_inverse=True)
    parts = [X[codes == c] for c in range(len(classes))]
    mean, var = np.array([centre(part) for part in parts]), np.array([spread(part) for part in parts])
    prior = np.bincount(codes) / len(X)
    var = add(var, epsilon(X, mean, var, var_smoothing))
    return {"classes": classes, "prior": prior, "mean": mean, "var": var}


@wrong("5.2-M1")
def divisor_one_less(X: Any, y: Any, var_smoothing: float = 1e-9) -> Any:
    """Maximum likelihood divides the squared deviations by n_c. By what do you divide? Try a class with three
    examples."""
    return learn_with(X, y, var_smoothing, spread=lambda part: part.var(axis=0, ddof=1))


@wrong("5.2-M2")
def pooled_variance(X: Any, y: Any, var_smoothing: float = 1e-9) -> Any:
    """Are the two rows of your variances equal? How many variances has the model, d or K · d?"""
    X, codes = np.asarray(X, dtype=float), np.unique(np.asarray(y), return_inverse=True)[1]
    means = np.array([X[codes == c].mean(axis=0) for c in range(codes.max() + 1)])
    pooled = ((X - means[codes]) ** 2).mean(axis=0)
    return learn_with(X, y, var_smoothing, spread=lambda part: pooled)


@wrong("5.2-M3")
def variance_of_all_rows(X: Any, y: Any, var_smoothing: float = 1e-9) -> Any:
    """Whose variance do you take: that of the rows of one class, or that of all rows?"""
    everything = np.asarray(X, dtype=float).var(axis=0)
    return learn_with(X, y, var_smoothing, spread=lambda part: everything)


@wrong("5.2-M4")
def standard_deviation(X: Any, y: Any, var_smoothing: float = 1e-9) -> Any:
    """What do you get if you square the numbers under "var"? Is a root too many?"""
    return learn_with(X, y, var_smoothing, add=lambda var, epsilon: np.sqrt(var + epsilon))


@wrong("5.2-M4")
def deviation_then_added(X: Any, y: Any, var_smoothing: float = 1e-9) -> Any:
    """To which of the two is ε added, to the standard deviation or to the variance? And which one belongs
    into the model?"""
    return learn_with(X, y, var_smoothing, add=lambda var, epsilon: np.sqrt(var) + epsilon)


@wrong("5.2-M5")
def absolute_epsilon(X: Any, y: Any, var_smoothing: float = 1e-9) -> Any:
    """Would your ε be the same if all features were measured in millimetres instead of metres? Of what is
    var_smoothing a share?"""
    return learn_with(X, y, var_smoothing, epsilon=lambda X, mean, var, share: share)


@wrong("5.2-M6")
def epsilon_per_feature(X: Any, y: Any, var_smoothing: float = 1e-9) -> Any:
    """How many values of ε are there, one for each feature or one for all? What would a feature get that is
    constant everywhere?"""
    return learn_with(X, y, var_smoothing, epsilon=lambda X, mean, var, share: share * X.var(axis=0))


@wrong()
def epsilon_of_the_classes(X: Any, y: Any, var_smoothing: float = 1e-9) -> Any:
    """Which variances do you compare to find the largest: those within the classes, or those of the columns
    of the whole table?"""
    return learn_with(X, y, var_smoothing, epsilon=lambda X, mean, var, share: share * var.max())


@wrong()
def epsilon_of_the_whole_table(X: Any, y: Any, var_smoothing: float = 1e-9) -> Any:
    """Did you take the variance of all numbers of the table together? Which axis is missing?"""
    return learn_with(X, y, var_smoothing, epsilon=lambda X, mean, var, share: share * X.var())


@wrong("5.2-M7")
def nothing_added(X: Any, y: Any, var_smoothing: float = 1e-9) -> Any:
    """What is the variance of a feature that is constant within a class, and what will you divide by it?
    Where does var_smoothing enter?"""
    return learn_with(X, y, 0.0)


@wrong()
def var_smoothing_ignored(X: Any, y: Any, var_smoothing: float = 1e-9) -> Any:
    """Call learn with var_smoothing=0.1 and with 0.5: does anything change?"""
    return learn_with(X, y)


@wrong("5.2-M8")
def mean_of_all_rows(X: Any, y: Any, var_smoothing: float = 1e-9) -> Any:
    """If both classes have the same mean, what is left to tell them apart? Over which rows do you average?"""
    everything = np.asarray(X, dtype=float).mean(axis=0)
    return learn_with(X, y, var_smoothing, centre=lambda part: everything)


@wrong("5.2-M9")
def floor_for_addition(X: Any, y: Any, var_smoothing: float = 1e-9) -> Any:
    """Is ε added to every variance, or does it only replace those that are smaller?"""
    return learn_with(X, y, var_smoothing, add=lambda var, epsilon: np.maximum(var, epsilon))


@wrong("5.2-M9")
def only_where_zero(X: Any, y: Any, var_smoothing: float = 1e-9) -> Any:
    """Do only the zeros get an ε? Two classes are compared: what if one of them is helped and the other
    not?"""
    return learn_with(X, y, var_smoothing, add=lambda var, epsilon: np.where(var == 0, epsilon, var))


@wrong()
def squares_minus_square(X: Any, y: Any, var_smoothing: float = 1e-9) -> Any:
    """E[x²] - E[x]² is right on paper. Around 10⁸, how many digits of the two terms are equal, and how many
    are left for the difference?"""
    return learn_with(
        X, y, var_smoothing, spread=lambda part: (part**2).mean(axis=0) - part.mean(axis=0) ** 2
    )


@wrong()
def median_for_mean(X: Any, y: Any, var_smoothing: float = 1e-9) -> Any:
    """Is the middle value the mean? Try a class with one value far from the others."""
    return learn_with(X, y, var_smoothing, centre=lambda part: np.median(part, axis=0))


@wrong("2.1-M1")
def uniform_prior(X: Any, y: Any, var_smoothing: float = 1e-9) -> Any:
    """Of seven examples three are of class 0. Why would its prior be one half?"""
    K = len(np.unique(np.asarray(y)))
    return {**learn_with(X, y, var_smoothing), "prior": np.full(K, 1 / K)}


@wrong("2.1-M2")
def counts_for_the_prior(X: Any, y: Any, var_smoothing: float = 1e-9) -> Any:
    """Do your priors add up to 1? What must a count be divided by?"""
    found = learn_with(X, y, var_smoothing)
    return {**found, "prior": found["prior"] * len(np.asarray(y))}


@wrong()
def logarithm_of_the_prior(X: Any, y: Any, var_smoothing: float = 1e-9) -> Any:
    """The model keeps the prior itself; who takes its logarithm, and when?"""
    found = learn_with(X, y, var_smoothing)
    return {**found, "prior": np.log(found["prior"])}


@wrong("2.1-M5")
def smoothed_prior(X: Any, y: Any, var_smoothing: float = 1e-9) -> Any:
    """Is a pseudo-count added to the classes here? Smoothing touches the variances only."""
    found = learn_with(X, y, var_smoothing)
    n = len(np.asarray(y))
    return {**found, "prior": (found["prior"] * n + 1) / (n + len(found["prior"]))}


@wrong("2.1-M4")
def classes_as_they_appear(X: Any, y: Any, var_smoothing: float = 1e-9) -> Any:
    """In which order are your classes when the first example is not of the smallest class?"""
    found, y = learn_with(X, y, var_smoothing), np.asarray(y)
    order = np.argsort([np.flatnonzero(y == c)[0] for c in found["classes"]])
    return {key: value[order] for key, value in found.items()}


@wrong()
def positions_for_labels(X: Any, y: Any, var_smoothing: float = 1e-9) -> Any:
    """If the labels are "cat" and "dog", what stands in "classes"?"""
    found = learn_with(X, y, var_smoothing)
    return {**found, "classes": np.arange(len(found["classes"]))}


@wrong()
def one_number_for_all_features(X: Any, y: Any, var_smoothing: float = 1e-9) -> Any:
    """How many means has a class with two features? Which axis did you leave out?"""
    everything = np.asarray(X, dtype=float).var()
    found = learn_with(X, y, var_smoothing, centre=lambda part: part.mean(), spread=lambda part: part.var(),
                   epsilon=lambda X, mean, var, share: share * everything)  # fmt: skip
    return found


@wrong()
def features_by_rows(X: Any, y: Any, var_smoothing: float = 1e-9) -> Any:
    """Which shape have your tables, (K, d) or (d, K)? A row belongs to a class."""
    found = learn_with(X, y, var_smoothing)
    return {**found, "mean": found["mean"].T, "var": found["var"].T}


MISTAKES = (
    divisor_one_less, pooled_variance, variance_of_all_rows, standard_deviation, deviation_then_added,
    absolute_epsilon, epsilon_per_feature, epsilon_of_the_classes, epsilon_of_the_whole_table,
    nothing_added, var_smoothing_ignored, mean_of_all_rows, floor_for_addition, only_where_zero,
    squares_minus_square, median_for_mean, uniform_prior, counts_for_the_prior, logarithm_of_the_prior,
    smoothed_prior, classes_as_they_appear, positions_for_labels, one_number_for_all_features,
    features_by_rows,
)  # fmt: skip
