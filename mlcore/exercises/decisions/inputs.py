"""Inputs that several tasks of this unit share: labels and scores, costs."""

from collections.abc import Iterator

import numpy as np

from selfcheck.exercise import Case

# Ten examples: three right alarms, one false alarm, one miss, five right silences.
Y = np.array([1, 1, 1, 0, 0, 0, 0, 0, 1, 0])
YHAT = np.array([1, 0, 1, 0, 1, 0, 0, 0, 1, 0])
SCORE = np.array([0.9, 0.4, 0.8, 0.35, 0.7, 0.4, 0.1, 0.2, 0.85, 0.05])

# Rows: say "spam", say "not spam". Columns: is spam, is not.
MAIL = np.array([[0.0, 100], [10, 0]])
# A third action: ask a person.
ASK = np.array([[0.0, 100], [10, 0], [5, 5]])
# Three classes, three actions that cost what nobody expects from their order.
THREE = np.array([[0.0, 4, 9], [3, 1, 2], [8, 6, 0.5]])
TWO_OF_THREE = np.array([[1.0, 7, 2], [4, 0, 3]])

LOG_ODDS = (np.array([0, 1, 0, 1, 1, 0]), np.array([-3.5, 2.0, 0.5, 0.5, 7.25, -1.0]))
TIED = (np.array([1, 0, 1, 0, 0, 0, 1]), np.array([0.6, 0.6, 0.6, 0.2, 0.2, 0.9, 0.2]))
TIED_TURNED = (TIED[0][::-1], TIED[1][::-1])
ALL_EQUAL = (np.array([0, 1, 1, 0, 0]), np.full(5, 0.5))
REVERSED = (np.array([0, 0, 1, 1, 1]), np.array([0.9, 0.8, 0.3, 0.2, 0.1]))
CERTAIN = (np.array([1, 1, 0, 0]), np.array([1.0, 0.5, 0.5, 0.0]))

ALMOST_TIED = (np.array([1, 0, 1, 0, 1]), np.array([0.5, 0.5 + 1e-10, 0.3, 0.5 - 1e-10, 0.3 + 1e-10]))
ALMOST = "Scores that are almost equal are not equal. Do you round them, or ask whether they are close?"

# Scores that make a difference; a curve and its area are tried on them all.
EXTREMES = (
    Case("log-odds", LOG_ODDS),
    Case("many ties", TIED),
    Case("almost ties", ALMOST_TIED, question=ALMOST),
    Case("the same rows turned round", TIED_TURNED),
    Case("all scores equal", ALL_EQUAL),
    Case("probabilities of exactly 0 and 1", CERTAIN),
    Case("everything the wrong way round", REVERSED),
)


def both_occur(y, score) -> bool:
    """Say whether there is a positive and a negative example: the curves and the area need both."""
    return {0, 1} == set(np.asarray(y).tolist())


def draws(rng: np.random.Generator) -> Iterator[Case]:
    """Draw labels and scores with ties; both labels occur."""
    for i in range(3):
        y = np.concatenate(([1, 0], (rng.random(9) < 0.4).astype(int)))
        score = np.round(0.3 * y + rng.random(11), 1) - (i == 2)
        yield Case(f"draw {i + 1}", (y, score))
