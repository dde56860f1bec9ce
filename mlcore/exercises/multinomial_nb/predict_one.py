"""The lecture's prediction, for one text: multiply the prior and one factor for each position."""

from collections import Counter
from collections.abc import Iterable
from functools import partial
from math import prod

import numpy as np

from mlcore.exercises.mistakes import for_unit, mistakes_in
from mlcore.exercises.multinomial_nb import inputs
from mlcore.exercises.naive_bayes import predict_one as shared
from mlcore.exercises.naive_bayes.predict_one import best
from mlcore.exercises.naive_bayes.theta_model import Model, model_of, parts
from selfcheck.compare import exact
from selfcheck.exercise import Case, Exercise, Family, wrong


def predict_one(x, model: Model):
    """Return the class with the largest π_c · Π_i θ_{c, x_i}; x_i is the number of the word at place i."""
    return best(products(x, model), model)


def products(x, model: Model) -> list[float]:
    """Return the product of the prior and the factors of all positions, for each class."""
    _, prior, theta = parts(model)
    scores = []
    for c in range(len(prior)):
        score = float(prior[c])
        for word in x:
            score *= theta[c, word]
        scores.append(float(score))
    return scores


@wrong("4.4-M2")
def prior_forgotten(x, model: Model):
    """With which number does your product start, before the first word?"""
    return best(np.array(products(x, model)) / parts(model)[1], model)


@wrong("E62: prior in every factor")
def prior_at_every_position(x, model: Model):
    """How often does the prior enter your product: once for each class, or once for each word?"""
    return best(np.array(products(x, model)) * parts(model)[1] ** (len(x) - 1.0), model)


@wrong("4.4-M1")
def repeated_words_once(x, model: Model):
    """A word stands at two places of the text. How many factors does it get?"""
    return best(products(sorted(set(x)), model), model)


@wrong("4.4-M4")
def repeats_counted_twice(x, model: Model):
    """You go through the *positions* and raise to the power of the count at each of them. How many factors
    does a word that occurs twice get then?"""
    counter = Counter(x)
    return best(products([word for word in x for _ in range(counter[word])], model), model)


@wrong("4.4-M3")
def absent_words_punished(x, model: Model):
    """Which factor do you take for a word that is *not* in the text? Which place does it belong to?"""
    theta = parts(model)[2]
    absent = [word for word in range(theta.shape[1]) if word not in list(x)]
    return best(np.array(products(x, model)) * np.prod(1 - theta[:, absent], axis=1), model)


@wrong("4.4-M5")
def divided_by_the_length(x, model: Model):
    """Is a text of ten words no stronger evidence than a text of one? What does your root or mean do?"""
    _, prior, _ = parts(model)
    likelihood = np.array(products(x, model)) / prior
    return best(prior * likelihood ** (1 / max(len(x), 1)), model)


@wrong("2.4-M4")
def sum_for_product(x, model: Model):
    """One word with θ = 0 should rule a class out. Does it, if the factors are added?"""
    _, prior, theta = parts(model)
    return best(prior + theta[:, list(x)].sum(axis=1), model)


@wrong()
def places_read_as_counts(x, model):
    """What does the 3 in [3, 0, 3] say: that a word occurs three times, or which word it is?"""
    theta = np.asarray(model["theta"], dtype=float)
    words = np.asarray(x, dtype=int)[: theta.shape[1]]
    scores = np.asarray(model["prior"]) * np.prod(theta[:, : len(words)] ** words, axis=1)
    return model["classes"][int(np.argmax(scores))]


@wrong()
def absent_words_speak_too(x, model):
    """One factor for each place of the text. Which factors do the words get that are nowhere in it?"""
    theta = np.asarray(model["theta"], dtype=float)
    there = np.isin(np.arange(theta.shape[1]), x)
    scores = np.asarray(model["prior"]) * np.prod(np.where(there, theta, 1 - theta), axis=1)
    return model["classes"][int(np.argmax(scores))]


def _by_comprehension(x, model: Model):
    scores = [
        p * prod(float(row[word]) for word in x)
        for p, row in zip(model["prior"], model["theta"], strict=True)
    ]
    return model["classes"][scores.index(max(scores))]


def _by_counts(x, model: Model):
    _, prior, theta = parts(model)
    count = np.bincount(np.array(x, dtype=int), minlength=theta.shape[1])
    return model["classes"][np.argmax(prior * (theta**count).prod(axis=1))]


def _two_words(answer, model: Model):
    D = parts(model)[2].shape[1]
    return [answer(list(x), model) for x in np.ndindex(D, D)]


def _random(rng: np.random.Generator) -> Iterable[Case]:
    yield Case(
        "all texts of two words", (inputs.NEWS,), ask=_two_words, shown="predict_one(x, model) for all x"
    )
    for K, D, length in ((2, 3, 3), (3, 4, 5), (4, 3, 4), (3, 5, 6)):
        text = rng.integers(0, D, size=length).tolist()
        yield Case(f"{K} classes, {length} words", (text, inputs.random_model(rng, K, D)))


TIE = model_of(["a", "b"], [0.5, 0.5], [[0.25, 0.75], [0.75, 0.25]])
# Equal priors; only the number of repeats decides.
REPEATS = model_of(["few", "many"], [0.75, 0.25], [[0.25, 0.5, 0.25], [0.5, 0.25, 0.25]])

EXERCISE = Exercise(
    name="predict_one",
    contract="predict_one(x, model) -> one label; x is the list of the numbers of the words, in their order",
    reference=predict_one,
    families=(
        Family(
            "texts of four words",
            "example",
            1,
            (
                Case("first word, second word", ([0, 1], inputs.FIVE_MODEL)),
                Case("third word, fourth word", ([2, 3], inputs.FIVE_MODEL)),
                Case("five places, two words", ([3, 0, 3, 0, 3], inputs.FIVE_MODEL)),
            ),
            "Two words, two factors, and the prior: what are the two products?",
        ),
        Family(
            "repeats, ties, zeros, an uneven prior",
            "trap",
            1,
            (
                Case("a word twice", ([0, 0], REPEATS)),
                Case("a word twice, another once", ([0, 0, 1], REPEATS)),
                Case("an empty text", ([], inputs.UNEVEN)),
                Case("words that are absent", ([0], inputs.SILENT)),
                Case("two classes with the same product", ([0, 1], TIE)),
                Case("words that one class never uses", ([0, 1, 1], inputs.HARD)),
                Case("words that no class uses together", ([0, 2], inputs.HARD)),
                Case("a word that hardly anybody uses", ([1], inputs.SELDOM)),
                Case("a rare class and strong evidence", ([0], inputs.SKEWED)),
            ),
            "Work the failing case out with a pencil: which product is the largest?",
        ),
        Family(
            "all short texts, and other models", "random", 1, _random, "For which x does it differ first?"
        ),
    ),
    misconceptions=(*mistakes_in(globals()), *for_unit(products, *mistakes_in(vars(shared)))),
    right=(_by_comprehension, _by_counts, partial(shared.best_so_far, products)),
    compare=exact(),
    read="4 · The lecture's prediction",
    concepts=("bow-positions", "bow-tying", "bow-classify"),
)
