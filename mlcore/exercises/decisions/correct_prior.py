"""Classes that are rarer in the world than in training: correct the prior."""

from collections.abc import Iterator

import numpy as np

from mlcore.decisions import correct_prior
from mlcore.exercises.mistakes import mistakes_in
from selfcheck.exercise import Answer, Case, Exercise, Family, wrong


def _rows(scores):
    return scores / scores.sum(axis=1, keepdims=True)


def _correct(P, train_prior, true_prior):
    return _rows(np.asarray(P) * np.asarray(true_prior, dtype=float) / np.asarray(train_prior, dtype=float))


@wrong("6.10-M1")
def multiplied_only(P, train_prior, true_prior):
    """The posterior holds a prior already, that of the training data. How do you take it out again?"""
    return _rows(np.asarray(P) * np.asarray(true_prior))


@wrong("6.10-M1")
def divided_only(P, train_prior, true_prior):
    """You took the old prior out. Where is the new one?"""
    return _rows(np.asarray(P) / np.asarray(train_prior))


@wrong("6.10-M2")
def ratio_upside_down(P, train_prior, true_prior):
    """A class that is rarer in the world than in training: should its probability rise or fall?"""
    return _rows(np.asarray(P) * np.asarray(train_prior) / np.asarray(true_prior))


@wrong("6.10-M3")
def rows_not_normalised(P, train_prior, true_prior):
    """What do your rows add up to?"""
    return np.asarray(P) * np.asarray(true_prior) / np.asarray(train_prior)


@wrong("6.10-M4")
def replaced_by_the_prior(P, train_prior, true_prior):
    """Does the observation still matter? Your rows are all equal."""
    return np.tile(np.asarray(true_prior, dtype=float), (len(P), 1))


@wrong("6.10-M5")
def mean_of_both(P, train_prior, true_prior):
    """Is Bayes' rule an average? What is the ratio of the two priors for?"""
    return (np.asarray(P) + np.asarray(true_prior)) / 2


@wrong()
def difference_of_the_priors(P, train_prior, true_prior):
    """You add the difference of the priors. Can a probability become negative that way? Odds are
    multiplied."""
    return np.asarray(P) + np.asarray(true_prior) - np.asarray(train_prior)


@wrong()
def columns_normalised(P, train_prior, true_prior):
    """Add up a row, then a column. Which of the two should be 1?"""
    scores = np.asarray(P) * np.asarray(true_prior) / np.asarray(train_prior)
    return scores / scores.sum(axis=0, keepdims=True)


@wrong()
def training_prior_taken_for_uniform(P, train_prior, true_prior):
    """Was the training data balanced? Look at train_prior."""
    return _correct(
        P, np.full(np.shape(P)[1], 1 / np.shape(P)[1]), np.asarray(true_prior) * np.asarray(train_prior)
    )


@wrong()
def unchanged(P, train_prior, true_prior):
    """You return what came in. What has changed between training and the world?"""
    return np.array(P, dtype=float)


@wrong()
def all_rows_together_normalised(P, train_prior, true_prior):
    """Each row of the result adds up to 1. Over what does your sum run?"""
    weighed = (
        np.asarray(P, dtype=float)
        * np.asarray(true_prior, dtype=float)
        / np.asarray(train_prior, dtype=float)
    )
    return weighed / weighed.sum()


def _there_and_back(answer: Answer, P, train_prior, true_prior):
    """To the new prior and back again."""
    return answer(np.asarray(answer(P, train_prior, true_prior)), true_prior, train_prior)


def _correct_draws(rng: np.random.Generator) -> Iterator[Case]:
    for i, K in enumerate((2, 3, 4)):
        rows = rng.dirichlet(np.ones(K), 3)
        yield Case(f"draw {i + 1}", (rows, rng.dirichlet(np.full(K, 3.0)), rng.dirichlet(np.full(K, 3.0))))


def _correct_by_loops(P, train_prior, true_prior):
    table = []
    for row in P:
        scores = [float(p * new / old) for p, old, new in zip(row, train_prior, true_prior, strict=True)]
        table.append([score / sum(scores) for score in scores])
    return table


def _correct_by_logs(P, train_prior, true_prior):
    with np.errstate(divide="ignore"):
        scores = np.log(P) + np.log(true_prior) - np.log(train_prior)
    return np.exp(scores - np.logaddexp.reduce(scores, axis=1, keepdims=True))


HALF, RARE = np.array([0.5, 0.5]), np.array([0.01, 0.99])

EXERCISE = Exercise(
    name="correct_prior",
    contract="correct_prior(P, train_prior, true_prior) -> (m, K)",
    reference=correct_prior,
    read="9 · Rare classes",
    concepts=("nb-balanced-prior", "ex-stadium", "ub-undersample"),
    families=(
        Family("from one half to one in a hundred", "example", 1, (
            Case("90 % sure, in a balanced world", (np.array([[0.9, 0.1]]), HALF, RARE)),
        ), question="Multiply 0.9 by 0.01 / 0.5 and 0.1 by 0.99 / 0.5. What do the two add up to?"),
        Family("training data that were not balanced", "trap", 1, (
            Case("from 0.9 to one half", (np.array([[0.8, 0.2], [0.5, 0.5]]), np.array([0.9, 0.1]), HALF)),
            Case("three classes", (np.array([[0.2, 0.3, 0.5], [0.6, 0.3, 0.1]]), np.array([0.5, 0.25, 0.25]),
                                   np.array([0.1, 0.3, 0.6]))),
            Case("a probability of exactly 1", (np.array([[1.0, 0], [0.9, 0.1]]), HALF, RARE)),
            Case("nothing changed", (np.array([[0.8, 0.2], [0.3, 0.7]]), RARE, RARE)),
        ), question="Which prior is in P already, and which one do you want?"),
        Family("there and back", "property", 0.5, (
            Case("there and back", (np.array([[0.2, 0.3, 0.5], [0.6, 0.3, 0.1]]), np.array([0.5, 0.25, 0.25]),
                                    np.array([0.1, 0.3, 0.6])), ask=_there_and_back,
                 shown="P = [[0.2, 0.3, 0.5], [0.6, 0.3, 0.1]] from the prior [0.5, 0.25, 0.25] "
                       "to [0.1, 0.3, 0.6] and back"),
        ), question="If you go to another prior and back, where should you be?"),
        Family("other priors", "random", 0.5, _correct_draws),
    ),
    misconceptions=mistakes_in(globals()),
    lists=("P", "train_prior", "true_prior"),
    right=(_correct, _correct_by_loops, _correct_by_logs),
)  # fmt: skip
