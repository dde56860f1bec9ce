"""What an error consists of: gap, model and noise."""

from collections.abc import Iterator

import numpy as np

from mlcore.decisions import error_decomposition
from mlcore.exercises.mistakes import mistakes_in
from selfcheck.exercise import Answer, Case, Exercise, Family, wrong


def _parts(e_test, e_train, e_best) -> tuple[float, float, float]:
    return e_test - e_train, e_train - e_best, e_best


@wrong("6.12-M1")
def gap_reversed(e_test, e_train, e_best):
    """Usually the test error is the greater one. Is your gap positive then? Do the three parts add up?"""
    return e_train - e_test, e_train - e_best, e_best


@wrong("6.12-M2")
def model_from_the_test_error(e_test, e_train, e_best):
    """Do your three parts add up to the test error? The model's part contains the gap a second time."""
    return e_test - e_train, e_test - e_best, e_best


@wrong("6.12-M3")
def best_error_counted_twice(e_test, e_train, e_best):
    """Do your three parts add up to the test error? The best error is in the training error already."""
    return e_test - e_train, e_train, e_best


@wrong("6.12-M3")
def best_error_taken_off_twice(e_test, e_train, e_best):
    """From how many of the differences do you subtract the best error?"""
    return e_test - e_train - e_best, e_train - e_best, e_best


@wrong("6.12-M4")
def clipped_at_zero(e_test, e_train, e_best):
    """May a gap be negative? A test set can be lucky. Do your parts still add up then?"""
    return max(e_test - e_train, 0.0), max(e_train - e_best, 0.0), e_best


@wrong()
def sizes_only(e_test, e_train, e_best):
    """A lucky test set: is its gap positive or negative? Do your parts add up?"""
    return abs(e_test - e_train), abs(e_train - e_best), e_best


@wrong()
def noise_first(e_test, e_train, e_best):
    """In which order do the three parts come: gap, model, noise?"""
    return _parts(e_test, e_train, e_best)[::-1]


@wrong()
def shares_of_the_error(e_test, e_train, e_best):
    """Do your parts add up to 1, or to the test error?"""
    return tuple(part / e_test for part in _parts(e_test, e_train, e_best))


@wrong()
def the_errors_themselves(e_test, e_train, e_best):
    """You return what came in. Which differences does the task ask for?"""
    return e_test, e_train, e_best


@wrong()
def gap_to_the_best(e_test: float, e_train: float, e_best: float):
    """Do your three parts sum to the test error? From which error on does the gap begin?"""
    return e_test - e_best, e_train - e_best, e_best


@wrong()
def training_error_as_noise(e_test: float, e_train: float, e_best: float):
    """Do your three parts sum to the test error? Which error is left for the best of all models?"""
    return e_test - e_train, e_train - e_best, e_train


def _sum(answer: Answer, e_test: float, e_train: float, e_best: float) -> float:
    return float(sum(answer(e_test, e_train, e_best)))


def _draws(rng: np.random.Generator) -> Iterator[Case]:
    for i in range(3):
        yield Case(f"draw {i + 1}", tuple(rng.uniform(0.01, 0.6, 3).round(3).tolist()))


EXERCISE = Exercise(
    name="error_decomposition",
    contract="error_decomposition(e_test, e_train, e_best) -> (gap, model, noise)",
    reference=lambda e_test, e_train, e_best: tuple(error_decomposition(e_test, e_train, e_best)),
    read="10 · What does an error consist of?",
    concepts=("hp-refined-tradeoff", "hp-irreducible"),
    families=(
        Family("30 %, 10 %, 5 %", "example", 0.5, (
            Case("30 %, 10 %, 5 %", (0.3, 0.1, 0.05)),
        ), question="What must be added to 0.05 to get 0.1, and to that to get 0.3?"),
        Family("negative parts, and the sum", "property", 1, (
            Case("a lucky test set", (0.125, 0.25, 0.0625)),
            Case("learnt by heart", (0.5, 0.0, 0.25)),
            Case("the sum is the test error", (0.375, 0.125, 0.25), ask=_sum,
                 shown="sum(error_decomposition(0.375, 0.125, 0.25))"),
        ), question="What do the three parts add up to?"),
        Family("other errors", "random", 0.5, _draws),
    ),
    misconceptions=mistakes_in(globals()),
    right=(
        _parts,
        lambda e_test, e_train, e_best: [e_test - e_train, e_train - e_best, e_best],
        lambda e_test, e_train, e_best: -np.diff([e_test, e_train, e_best, 0.0]),
    ),
)  # fmt: skip
