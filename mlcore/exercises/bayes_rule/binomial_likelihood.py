"""The probability of k successes in n independent tosses."""

import math

import numpy as np

from mlcore.exercises.mistakes import mistakes_in
from selfcheck.exercise import Answer, Case, Exercise, Family, wrong


def binomial_likelihood(k: int, n: int, theta: float) -> float:
    """Return C(n, k) θ^k (1 − θ)^(n − k)."""
    return math.comb(n, k) * theta**k * (1 - theta) ** (n - k)


def _sum_over_k(answer: Answer, n: int, theta: float) -> float:
    return float(sum(answer(k, n, theta) for k in range(n + 1)))


def _other_side_up(answer: Answer, k: int, n: int, theta: float) -> list[float]:
    return [answer(k, n, theta), answer(n - k, n, 1 - theta)]


def _as_a_function_of_theta(answer: Answer, k: int, n: int) -> list[float]:
    return [answer(k, n, theta / 8) for theta in range(9)]


def _random_tosses(rng: np.random.Generator) -> list[Case]:
    cases = []
    for n in (3, 7, 12, 20):
        k, theta = int(rng.integers(1, n)), round(float(rng.uniform(0.05, 0.95)), 3)
        cases.append(Case(f"{n} tosses", (k, n, theta)))
    return cases


@wrong("0.8-M1")
def no_coefficient(k: int, n: int, theta: float) -> float:
    """That is the probability of ONE order, such as first all zeros, then all ones. How many orders are
    there?"""
    return float(theta**k * (1 - theta) ** (n - k))


@wrong()
def no_exponents(k: int, n: int, theta: float) -> float:
    """How often does theta stand in the probability of one order with k successes?"""
    return float(math.comb(n, k) * theta * (1 - theta))


@wrong("0.8-M2")
def exponents_swapped(k: int, n: int, theta: float) -> float:
    """If theta is close to 1, should k = n be probable or improbable? Which exponent belongs to theta?"""
    return float(math.comb(n, k) * theta ** (n - k) * (1 - theta) ** k)


@wrong("0.8-M3")
def every_toss_a_success(k: int, n: int, theta: float) -> float:
    """theta to the power of n: did all n tosses succeed? What is the probability of a toss that did not?"""
    return float(math.comb(n, k) * theta**n)


@wrong("0.8-M4")
def nan_from_zero_times_log_zero(k: int, n: int, theta: float) -> float:
    """In logarithms 0 times log 0 is NaN. What is 0 to the power of 0, and do you need logarithms here?"""
    with np.errstate(divide="ignore", invalid="ignore"):
        logs = k * np.log(np.float64(theta)) + (n - k) * np.log1p(-np.float64(theta))
        return float(np.exp(math.log(math.comb(n, k)) + logs))


@wrong("0.8")
def logarithm_of_zero_raises(k: int, n: int, theta: float) -> float:
    """With theta = 0 you ask for the logarithm of 0. May a coin with two equal sides exist? What is 0 **
    0?"""
    return math.exp(math.log(math.comb(n, k)) + k * math.log(theta) + (n - k) * math.log(1 - theta))


@wrong("0.8")
def log_likelihood_returned(k: int, n: int, theta: float) -> float:
    """A probability is never negative. Which step is left after adding the logarithms?"""
    with np.errstate(divide="ignore", invalid="ignore"):
        return float(np.log(np.float64(binomial_likelihood(k, n, theta))))


@wrong("0.8")
def orders_counted_twice(k: int, n: int, theta: float) -> float:
    """Two successes change places: is that another result? How often does your factor count it?"""
    return float(math.perm(n, k) * theta**k * (1 - theta) ** (n - k))


@wrong("0.8")
def failures_forgotten(k: int, n: int, theta: float) -> float:
    """You account for the successes. What is the probability of the n - k other tosses?"""
    return float(math.comb(n, k) * theta**k)


@wrong("0.8")
def only_one_failure(k: int, n: int, theta: float) -> float:
    """How many tosses failed? How often must the factor 1 - theta stand there?"""
    return float(math.comb(n, k) * theta**k * (1 - theta))


@wrong("0.8")
def at_most_k(k: int, n: int, theta: float) -> float:
    """You add the probabilities of 0, 1, ..., k successes. Was the question 'at most k' or 'exactly k'?"""
    return sum(binomial_likelihood(i, n, theta) for i in range(k + 1))


@wrong("0.8")
def relative_likelihood(k: int, n: int, theta: float) -> float:
    """You divide by the likelihood of the best theta. What is asked: how probable, or how much worse than
    the best?"""
    return binomial_likelihood(k, n, theta) / (binomial_likelihood(k, n, k / n) if n else 1.0)


@wrong()
def every_toss_may_fail(k: int, n: int, theta: float) -> float:
    """Six of ten tosses succeed. How many fail: ten, or four?"""
    return math.comb(n, k) * theta**k * (1 - theta) ** n


@wrong()
def at_least_k(k: int, n: int, theta: float) -> float:
    """Exactly k successes, or k and more?"""
    return math.fsum(binomial_likelihood(i, n, theta) for i in range(k, n + 1))


def _binomial_by_factorials(k: int, n: int, theta: float) -> float:
    orders = math.factorial(n) // (math.factorial(k) * math.factorial(n - k))
    return float(orders) * theta**k * (1 - theta) ** (n - k)


def _binomial_by_recursion(k: int, n: int, theta: float) -> float:
    p = np.zeros(n + 1)  # probabilities of 0 ... n successes so far
    p[0] = 1.0
    for _ in range(n):
        p = p * (1 - theta) + np.concatenate([[0.0], p[:-1]]) * theta
    return float(p[k])


def _binomial_by_guarded_logs(k: int, n: int, theta: float) -> np.float64:
    log_p = math.log(math.comb(n, k))
    for times, p in ((k, theta), (n - k, 1 - theta)):
        if times and p == 0:
            return np.float64(0.0)
        log_p += times * math.log(p) if times else 0.0
    return np.float64(np.exp(log_p))


EXERCISE = Exercise(
    name="binomial_likelihood",
    contract="binomial_likelihood(k, n, theta) -> float",
    reference=binomial_likelihood,
    families=(
        Family(
            "six of ten",
            "example",
            1,
            (
                Case("a loaded coin", (6, 10, 0.7)),
                Case("a fair coin", (6, 10, 0.5)),
                Case("one of two", (1, 2, 0.25)),
            ),
            "Write down one order with its probability. How many orders have k successes?",
        ),
        Family(
            "coins with two equal sides, and no tosses",
            "trap",
            1,
            (
                Case("theta 0, no success", (0, 3, 0.0)),
                Case("theta 0, a success", (2, 3, 0.0)),
                Case("theta 1, all succeed", (4, 4, 1.0)),
                Case("theta 1, one fails", (3, 4, 1.0)),
                Case("no toss at all", (0, 0, 0.3)),
                Case("a thousand tosses", (480, 1000, 0.5)),
            ),
            "What is 0 to the power of 0 in Python, and what should it be here?",
        ),
        Family(
            "sums and symmetries",
            "property",
            0.5,
            (
                Case(
                    "over all k it sums to 1",
                    (6, 0.25),
                    ask=_sum_over_k,
                    shown="the sum of binomial_likelihood(k, 6, 0.25) over k = 0 ... 6",
                ),
                Case(
                    "the other side of the coin",
                    (2, 6, 0.125),
                    ask=_other_side_up,
                    shown="binomial_likelihood(2, 6, 0.125) and binomial_likelihood(4, 6, 0.875)",
                ),
                Case(
                    "over theta it does not sum to 1",
                    (6, 10),
                    ask=_as_a_function_of_theta,
                    shown="binomial_likelihood(6, 10, theta) for theta = 0, 1/8, ..., 1",
                ),
            ),
            "Some number of successes must come out. What do the probabilities of all of them sum to?",
        ),
        Family("random coins", "random", 0.5, _random_tosses),
    ),
    misconceptions=mistakes_in(globals()),
    right=(_binomial_by_factorials, _binomial_by_recursion, _binomial_by_guarded_logs),
    read="8 · How well does a parameter explain the data?",
    concepts=(
        "dist-binomial",
        "dist-bernoulli",
        "dist-multinomial",
        "ex-ten-tosses",
        "bayes-likelihood-of-w",
        "mle-log",
    ),
)
