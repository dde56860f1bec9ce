"""How many of the votes are for one label: a first function, to see how a check speaks."""

from collections.abc import Iterator

import numpy as np

from mlcore.exercises.mistakes import mistakes_in
from selfcheck.exercise import Case, Exercise, Family, wrong


def share(votes, label) -> float:
    """Return which part of the votes is for a label; 0 if there are no votes."""
    return sum(vote == label for vote in votes) / len(votes) if len(votes) else 0.0


@wrong()
def count_of_the_votes(votes, label) -> float:
    """Three of four and three of a thousand: is that the same share? What is missing after counting?"""
    return float(sum(vote == label for vote in votes))


@wrong()
def in_percent(votes, label) -> float:
    """Should all votes for one label give 1 or 100? Look at the example in the task."""
    return 100 * share(votes, label)


@wrong()
def share_of_the_others(votes, label) -> float:
    """Do you count the votes for the label, or those against it?"""
    return 1 - share(votes, label) if len(votes) else 0.0


@wrong()
def whole_numbers_only(votes, label) -> float:
    """`//` leaves the fraction out. Which sign divides and keeps it?"""
    return sum(vote == label for vote in votes) // len(votes) if len(votes) else 0


@wrong()
def nothing_by_nothing(votes, label):
    """What is the length of an empty list, and what happens when you divide by it?"""
    return sum(vote == label for vote in votes) / len(votes)


def by_a_loop(votes, label) -> float:
    """Count one after the other."""
    found = 0
    for vote in votes:
        if vote == label:
            found += 1
    return found / max(len(votes), 1)


def by_numpy(votes, label) -> float:
    """Let NumPy compare all at once."""
    return float(np.mean(np.asarray(votes) == label)) if len(votes) else 0.0


def by_count(votes, label) -> float:
    """Let the list count."""
    return list(votes).count(label) / (len(votes) or 1)


def drawn(rng: np.random.Generator) -> Iterator[Case]:
    """Draw votes for two or three labels."""
    for size, labels in ((3, ["+", "o"]), (8, ["a", "b", "c"]), (20, ["+", "o"])):
        yield Case(f"{size} votes", (rng.choice(labels, size).tolist(), labels[0]))


EXERCISE = Exercise(
    "share",
    "share(votes, label) -> float",
    share,
    (
        Family("by hand", "example", 1, (Case("three of four", (["+", "o", "+", "+"], "+")),)),
        Family("no votes", "trap", 1, (Case("an empty list", ([], "+")),)),
        Family("drawn", "random", 1, drawn),
    ),
    mistakes_in(globals()),
    right=(by_a_loop, by_numpy, by_count),
    concepts=("knn-prob",),
    lists=("votes",),
)
