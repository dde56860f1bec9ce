"""p(q), the sum of the joint over the classes: how probable is this observation at all?"""

from collections.abc import Iterable

import numpy as np

from mlcore.exercises.bernoulli_nb import inputs, log_joint
from mlcore.exercises.mistakes import mistakes_in
from mlcore.exercises.naive_bayes.theta_model import Model, parts, zeros_allowed
from selfcheck.exercise import Case, Exercise, Family, wrong


def evidence(model: Model, Q):
    """Return p(q) = Σ_c π_c p(q | c) of each query, shape (m,)."""
    return np.exp(log_joint.log_joint(model, Q)).sum(axis=1)


@wrong("3.6-M1")
def product_of_marginals(model: Model, Q):
    """Are the features independent of one another, or only once the class is known? In which order do you
    take the sum over classes and the product over features?"""
    _, prior, theta = parts(model)
    share = prior @ theta  # (d,)
    return np.where(np.asarray(Q) == 1, share, 1 - share).prod(axis=1)


@wrong("3.6-M2")
def prior_missing(model: Model, Q):
    """Add up your answer over all possible inputs. Is it 1, or the number of classes?"""
    return np.exp(log_joint.prior_forgotten.answer(model, Q)).sum(axis=1)


@wrong("3.6-M2: averaged")
def classes_averaged(model: Model, Q):
    """The classes are not equally frequent. Does each one count in your sum for as much as it should?"""
    return np.exp(log_joint.prior_forgotten.answer(model, Q)).mean(axis=1)


@wrong("3.6-M3")
def largest_class_only(model: Model, Q):
    """The observation may come from any class. What became of the less probable ones?"""
    return np.exp(log_joint.log_joint(model, Q)).max(axis=1)


@wrong("3.6-M4")
def share_of_the_queries(model: Model, Q):
    """Ask for the same query twice. Should its probability depend on what else you ask? What does the
    *model* say?"""
    return np.array([np.mean((np.asarray(Q) == q).all(axis=1)) for q in Q])


@wrong("3.6-M5")
def logarithm_of_it(model: Model, Q):
    """Is your number between 0 and 1? The task asks for p(q), not for its logarithm."""
    with np.errstate(divide="ignore"):
        return np.log(evidence(model, Q))


@wrong("3.6: the sum of the logarithms")
def sum_of_logarithms(model: Model, Q):
    """What is added: probabilities or their logarithms? Is log a + log b the logarithm of a + b?"""
    with zeros_allowed():
        return np.exp(log_joint.log_joint(model, Q).sum(axis=1))


@wrong("3.3-M1")
def absent_words_ignored(model: Model, Q):
    """How probable is the query of only zeros in your answer? Is it really certain?"""
    return np.exp(log_joint.absent_words_ignored.answer(model, Q)).sum(axis=1)


@wrong("3.6: the posterior's sum")
def always_one(model: Model, Q):
    """You sum the probabilities of the classes *given* the query, and those always sum to 1. Which sum is
    asked for?"""
    return np.ones(len(Q))


@wrong()
def joint_not_summed(model: Model, Q):
    """p(q) is one number for a query. Over what is the joint still to be summed?"""
    return np.exp(np.asarray(log_joint.log_joint(model, Q)))


@wrong()
def mean_over_the_classes(model: Model, Q):
    """The prior is in the joint already. Do the parts of a whole add up, or do you average them?"""
    return np.exp(np.asarray(log_joint.log_joint(model, Q))).mean(axis=1)


@wrong()
def summed_over_the_queries(model: Model, Q):
    """How many numbers come back: one for each query, or one for each class?"""
    return np.exp(np.asarray(log_joint.log_joint(model, Q))).sum(axis=0)


def _by_loops(model: Model, Q):
    result = []
    for q in Q:
        total = 0.0
        for prior, theta in zip(model["prior"], model["theta"], strict=True):
            total += prior * np.prod([t if v == 1 else 1 - t for t, v in zip(theta, q, strict=True)])
        result.append(total)
    return result


def _by_logsumexp(model: Model, Q):
    return np.exp(np.logaddexp.reduce(log_joint.log_joint(model, Q), axis=1))


def _without_logarithms(model: Model, Q):
    _, prior, theta = parts(model)
    likelihood = np.where(np.asarray(Q)[:, None, :] == 1, theta, 1 - theta).prod(axis=2)  # (m, K)
    return tuple(likelihood @ prior)


def _sum_over_all(answer, model: Model):
    d = parts(model)[2].shape[1]
    every = np.array(list(np.ndindex(*(2,) * d)))
    return float(np.sum(np.asarray(answer(model, every), dtype=float)))


def _random(rng: np.random.Generator) -> Iterable[Case]:
    for K, d in ((2, 3), (3, 4), (4, 3)):
        yield Case(f"{K} classes", (inputs.random_model(rng, K, d), rng.integers(0, 2, size=(3, d))))


EXERCISE = Exercise(
    name="evidence",
    contract="evidence(model, Q) -> array (m,) of p(q)",
    reference=evidence,
    families=(
        Family(
            "the four inputs of the ten examples",
            "example",
            1,
            (Case("0 0, 0 1, 1 0, 1 1", (inputs.TEN_MODEL, inputs.TEN_QUERIES)),),
            "For 1 1 the two classes give 0.1 and 0.2. What is p(1, 1)?",
        ),
        Family(
            "three classes",
            "trap",
            1,
            (
                Case("three animals", (inputs.ZOO, inputs.ZOO_QUERIES)),
                Case("one query, twice", (inputs.ZOO, inputs.ZOO_QUERIES[[0, 0]])),
            ),
            "Which three products are added?",
        ),
        Family(
            "all inputs together",
            "property",
            0.5,
            (
                Case(
                    "they sum to 1",
                    (inputs.ZOO,),
                    ask=_sum_over_all,
                    shown="sum(evidence(model, all eight inputs))",
                ),
            ),
            "Something must be observed: what do the probabilities of all inputs sum to?",
        ),
        Family("other models", "random", 0.5, _random, "Compare with exp(log_joint(model, Q))."),
    ),
    misconceptions=mistakes_in(globals()),
    right=(_by_loops, _by_logsumexp, _without_logarithms),
    uses=("log_joint",),
    read="8 · How probable is this observation at all?",
    concepts=("bayes-evidence-value", "prob-marginalisation"),
)
