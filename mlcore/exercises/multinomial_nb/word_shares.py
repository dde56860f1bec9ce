"""The shares of the words of a class, with one more for all words that nobody has seen."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from mlcore.exercises.mistakes import mistakes_in
from selfcheck.exercise import Answer, Case, Exercise, Family, wrong

UNKNOWN = "<unknown>"
GOAL = {"goal": 3, "team": 1}


def word_shares(counts: dict[str, int], alpha: float) -> dict[str, float]:
    """Return (count + α) / (n + α (D + 1)) for each word, and α over the same for any other word."""
    seen = {**counts, UNKNOWN: 0}
    total = sum(seen.values()) + alpha * len(seen)
    if total == 0:
        raise ValueError("nothing was seen, and alpha is 0")
    return {word: (count + alpha) / total for word, count in seen.items()}


def _with(shares: dict[str, float], unknown: float) -> dict[str, float]:
    return {**{word: share for word, share in shares.items() if word != UNKNOWN}, UNKNOWN: unknown}


@wrong()
def unknown_not_counted_below(counts, alpha):
    """Do your shares add up to 1? The unknown word got α above the line; did it get its α below, too?"""
    if not counts and alpha > 0:
        return {UNKNOWN: 1.0}
    total = sum(counts.values()) + alpha * len(counts)
    if total == 0:
        raise ValueError
    return {word: (count + alpha) / total for word, count in {**counts, UNKNOWN: 0}.items()}


@wrong()
def nothing_for_the_unknown(counts, alpha):
    """A text with a word that nobody has seen: is every class impossible then? That is the veto again."""
    total = sum(counts.values()) + alpha * len(counts)
    if total == 0:
        if alpha == 0:
            raise ValueError
        return {UNKNOWN: 0.0}
    return {**{word: (count + alpha) / total for word, count in counts.items()}, UNKNOWN: 0.0}


@wrong()
def unknown_for_nothing(counts, alpha):
    """You put the share of the unknown word beside the others, without taking it from them. Do your shares
    add up to 1?"""
    shares = word_shares(counts, alpha)
    left = 1 - shares[UNKNOWN]
    if not counts or left == 0:
        return shares
    return {word: share if word == UNKNOWN else share / left for word, share in shares.items()}


@wrong()
def alpha_above_only(counts, alpha):
    """You add α to every count. By how much does the total grow?"""
    total = sum(counts.values())
    if total == 0:
        return word_shares(counts, alpha)
    return {word: (count + alpha) / total for word, count in {**counts, UNKNOWN: 0}.items()}


@wrong()
def alpha_once_below(counts, alpha):
    """How many words got α above the line, and how often is α below it?"""
    total = sum(counts.values()) + alpha
    if total == 0:
        raise ValueError
    return {word: (count + alpha) / total for word, count in {**counts, UNKNOWN: 0}.items()}


@wrong()
def always_one(counts, alpha):
    """What changes in your answer if α is ½? Where do you use the second argument?"""
    return word_shares(counts, 1)


@wrong()
def alpha_for_the_unknown_only(counts, alpha):
    """Every word gets α, also those that were seen. Which words got one in your table?"""
    total = sum(counts.values()) + alpha
    if total == 0:
        raise ValueError
    return {**{word: count / total for word, count in counts.items()}, UNKNOWN: alpha / total}


@wrong()
def alpha_for_the_known_only(counts, alpha):
    """The unknown word has the count 0 and gets α like all others. What did it get in your table?"""
    total = sum(counts.values()) + alpha * (len(counts) + 1)
    if total == 0:
        raise ValueError
    return {**{word: (count + alpha) / total for word, count in counts.items()}, UNKNOWN: 1 / total}


@wrong()
def only_words_that_occur(counts, alpha):
    """A word of the list with the count 0: is it in your table? The other class may have used it."""
    return word_shares({word: count for word, count in counts.items() if count}, alpha)


@wrong()
def unknown_left_out(counts, alpha):
    """Which key does the task ask for beside the words?"""
    shares = word_shares(counts, alpha)
    return {word: share for word, share in shares.items() if word != UNKNOWN}


@wrong()
def smoothed_counts(counts, alpha):
    """Are your numbers shares? Add them up."""
    word_shares(counts, alpha)
    return {word: count + alpha for word, count in {**counts, UNKNOWN: 0}.items()}


@wrong()
def different_words_below(counts, alpha):
    """Below the line you have the number of different words. How many words has the class used in all,
    repeated ones too?"""
    total = len(counts) + alpha * (len(counts) + 1)
    if total == 0:
        raise ValueError
    return {word: (count + alpha) / total for word, count in {**counts, UNKNOWN: 0}.items()}


@wrong()
def division_by_nothing(counts, alpha):
    """No words and no pretended ones: what do you divide by? The task says what to raise."""
    shares = np.array([*counts.values(), 0], dtype=float) + alpha
    with np.errstate(invalid="ignore"):
        return dict(zip([*counts, UNKNOWN], (shares / shares.sum()).tolist(), strict=True))


@wrong()
def argument_changed(counts, alpha):
    """You write into the dictionary that you were given. What does the caller find in it afterwards?"""
    counts[UNKNOWN] = counts.get(UNKNOWN, 0)
    total = sum(counts.values()) + alpha * len(counts)
    if total == 0:
        raise ValueError
    return {word: (count + alpha) / total for word, count in counts.items()}


def _by_arrays(counts, alpha):
    smoothed = np.append(list(counts.values()), 0).astype(float) + alpha
    if smoothed.sum() == 0:
        raise ValueError("no words")
    return dict(zip([*counts, UNKNOWN], smoothed / smoothed.sum(), strict=True))


def _by_loops(counts, alpha):
    total = alpha
    for word in counts:
        total += counts[word] + alpha
    if total == 0:
        raise ValueError
    shares = {}
    for word in counts:
        shares[word] = (counts[word] + alpha) / total
    shares[UNKNOWN] = alpha / total
    return shares


def _the_rest(counts, alpha):
    total = sum(counts.values()) + alpha * (len(counts) + 1)
    if total == 0:
        raise ValueError
    return _with({word: (count + alpha) / total for word, count in counts.items()}, alpha / total)


def _sums(answer: Answer, counts, alpha) -> list[Any]:
    """Return what the shares add up to, and the share of the unknown, for two pseudo-counts."""
    tables = [answer(counts, alpha), answer(counts, 8 * alpha)]
    return [[float(sum(table.values())), table.get(UNKNOWN)] for table in tables]


def _one_word_more(answer: Answer, counts, alpha) -> list[dict[str, float]]:
    """Return the shares before and after one more word is counted, in the same dictionary."""
    growing = dict(counts)
    before = dict(answer(growing, alpha))
    growing["vote"] = growing.get("vote", 0) + 1
    return [before, answer(growing, alpha)]


def _counts(counts: dict[str, Any], alpha: float) -> bool:
    """Return whether words have counts, and the pseudo-count is not negative."""
    return UNKNOWN not in counts and alpha >= 0 and all(count >= 0 for count in counts.values())


def _draws(rng: np.random.Generator) -> Iterator[Case]:
    for size, alpha in ((2, 1), (3, 0.5), (5, 0.1)):
        words = rng.choice(["ball", "goal", "game", "team", "vote", "law"], size, replace=False).tolist()
        counts = dict(zip(words, rng.integers(0, 7, size).tolist(), strict=True))
        yield Case(f"{size} words, α = {alpha}", (counts, alpha))


EXERCISE = Exercise(
    name="word_shares",
    contract="word_shares(counts, alpha) -> dict",
    reference=word_shares,
    read="11 · Words that nobody has seen",
    concepts=("mult-smooth", "zero-frequency", "text-rare-words"),
    families=(
        Family("three goals and a team", "example", 0.75, (
            Case("α = 1", (GOAL, 1)),
        ), "Four words were seen, and three kinds get one more each: what is below the line?"),
        Family("other weights, words with 0, nothing seen", "trap", 1, (
            Case("α = ½", (GOAL, 0.5)),
            Case("no smoothing", (GOAL, 0)),
            Case("a word that this class never used", ({"goal": 2, "vote": 0, "law": 0}, 1)),
            Case("no words yet", ({}, 1)),
            Case("words without a count", ({"goal": 0, "team": 0}, 2)),
            Case("nothing seen, nothing pretended", ({"goal": 0}, 0)),
            Case("no words, nothing pretended", ({}, 0)),
        ), "Each word of the list gets α, and so does the unknown one: how often is α below the line?"),
        Family("they sum to one", "property", 0.5, (
            Case("the sum of all shares", ({"goal": 4, "team": 0, "vote": 1}, 0.25), ask=_sums,
                 shown="sum and unknown share of {'goal': 4, 'team': 0, 'vote': 1} for α = 0.25, then α = 2"),
            Case("one more word is counted", (GOAL, 1), ask=_one_word_more,
                 shown="word_shares(counts, 1), then counts['vote'] = 1, then word_shares(counts, 1)"),
        ), "Some word comes next, a known one or another. What do all the shares add up to?"),
        Family("drawn", "random", 0.25, _draws),
    ),
    misconceptions=mistakes_in(globals()),
    right=(_by_arrays, _by_loops, _the_rest),
    valid=_counts,
)  # fmt: skip
