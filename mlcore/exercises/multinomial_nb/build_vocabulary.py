"""The words of a collection of texts, each once, in alphabetical order, without stop words."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence

import numpy as np

from mlcore.exercises.mistakes import mistakes_in
from mlcore.exercises.multinomial_nb.inputs import STOP_WORDS, TEXTS, words
from selfcheck.compare import exact
from selfcheck.exercise import Case, Exercise, Family, wrong

Texts = Sequence[str]


def build_vocabulary(docs: Texts, stop_words: Iterable[str] = ()):
    """Return the distinct words of all texts, sorted, in lower case, without stop words."""
    stopped = {word.lower() for word in stop_words}
    return sorted({word for doc in docs for word in words(doc)} - stopped)


def _without(vocabulary: Iterable[str], stop_words: Iterable[str]) -> list[str]:
    stopped = {word.lower() for word in stop_words}
    return [word for word in vocabulary if word not in stopped]


@wrong("4.1-M1")
def order_of_appearance(docs: Texts, stop_words: Iterable[str] = ()):
    """In which order are your words? Somebody else must find the same column for the same word."""
    return _without(dict.fromkeys(word for doc in docs for word in words(doc)), stop_words)


@wrong("4.1-M2")
def case_sensitive(docs: Texts, stop_words: Iterable[str] = ()):
    """Is "The" at the beginning of a sentence another word than "the"?"""
    vocabulary = {word for doc in docs for word in _words_as_written(doc)}
    return sorted(vocabulary - set(stop_words))


def _words_as_written(doc: str) -> list[str]:
    return "".join(letter if letter.isalnum() else " " for letter in doc).split()


@wrong("4.1-M3")
def stop_words_kept(docs: Texts, stop_words: Iterable[str] = ()):
    """Which argument does your function never look at?"""
    return build_vocabulary(docs)


@wrong("4.1-M4")
def last_text_only(docs: Texts, stop_words: Iterable[str] = ()):
    """Does your collection start anew for every text, or does it keep the words of those before?"""
    return build_vocabulary(docs[-1:], stop_words)


@wrong("4.1-M5")
def words_repeated(docs: Texts, stop_words: Iterable[str] = ()):
    """How many columns should one word have?"""
    return sorted(_without((word for doc in docs for word in words(doc)), stop_words))


@wrong("4.1: only common to all")
def words_of_every_text(docs: Texts, stop_words: Iterable[str] = ()):
    """Must a word be in *every* text to have a column?"""
    sets = [set(words(doc)) for doc in docs]
    return sorted(_without(set.intersection(*sets) if sets else set(), stop_words))


@wrong("4.1: punctuation")
def punctuation_kept(docs: Texts, stop_words: Iterable[str] = ()):
    """Is "mat." another word than "mat"? What does split() do with a full stop?"""
    return sorted(set(_without((word for doc in docs for word in doc.lower().split()), stop_words)))


@wrong("4.1: stop words inside words")
def stop_words_inside_words(docs: Texts, stop_words: Iterable[str] = ()):
    """The stop word "a" is a letter of "cat". Is cat a stop word?"""
    stopped = [word.lower() for word in stop_words]
    return [word for word in build_vocabulary(docs) if not any(stop in word for stop in stopped)]


@wrong("4.1: stop words first, lower case later")
def stop_words_before_lower_case(docs: Texts, stop_words: Iterable[str] = ()):
    """What comes first in your code: lower case, or removing the stop words? What happens to "The"?"""
    stopped = {word.lower() for word in stop_words}
    return sorted({word.lower() for doc in docs for word in _words_as_written(doc) if word not in stopped})


@wrong("4.1: stop words as written")
def stop_words_as_written(docs: Texts, stop_words: Iterable[str] = ()):
    """Your words are in lower case. Are the stop words that you compare them with?"""
    return sorted({word for doc in docs for word in words(doc)} - set(stop_words))


@wrong("4.1: letters")
def letters_for_words(docs: Texts, stop_words: Iterable[str] = ()):
    """What does a loop over a string give: its words, or its letters?"""
    return sorted(set(_without((letter for doc in docs for letter in doc.lower()), stop_words)))


@wrong("4.1: by frequency")
def most_frequent_first(docs: Texts, stop_words: Iterable[str] = ()):
    """Alphabetical order was asked for. Which order is yours?"""
    counted = Counter(word for doc in docs for word in words(doc)).most_common()
    return _without((word for word, _ in counted), stop_words)


def _vocabulary(docs: Sequence[str], stop_words: Sequence[str], pattern: str) -> list[str]:
    stop = {word.lower() for word in stop_words}
    return sorted({word for doc in docs for word in re.findall(pattern, doc.lower())} - stop)


@wrong()
def short_words_left_out(docs, stop_words=()):
    """Is a word of one letter a word? Which ones does the task leave out?"""
    return _vocabulary(docs, stop_words, r"[a-z0-9]{2,}")


@wrong()
def letters_only(docs, stop_words=()):
    """What becomes of "2024" and of "mp3"?"""
    return _vocabulary(docs, stop_words, r"[a-z]+")


@wrong()
def parts_of_stop_words(docs, stop_words=()):
    """Is "he" in "the", and is it in ["the"]? Which of the two questions does your `in` ask?"""
    stop = " ".join(stop_words).lower()
    return [word for word in _vocabulary(docs, (), r"[a-z0-9]+") if word not in stop]


def _by_loops(docs: Texts, stop_words: Iterable[str] = ()):
    vocabulary: list[str] = []
    stopped = [word.lower() for word in stop_words]
    for doc in docs:
        for word in words(doc):
            if word not in vocabulary and word not in stopped:
                vocabulary.append(word)
    vocabulary.sort()
    return vocabulary


def _with_unique(docs: Texts, stop_words: Iterable[str] = ()):
    vocabulary = np.unique(np.array(words(" ".join(docs)), dtype=str))
    return vocabulary[~np.isin(vocabulary, np.array([word.lower() for word in stop_words], dtype=str))]


def _letter_by_letter(docs: Texts, stop_words: Iterable[str] = ()):
    vocabulary = {word for doc in docs for word in _words_as_written(doc.lower())}
    return tuple(sorted(_without(vocabulary, stop_words)))


def _random(rng: np.random.Generator) -> Iterable[Case]:
    pool = ["red", "Red", "tea", "teapot", "pot.", "a", "cup,", "Cup", "9", "the"]
    for number in range(3):
        docs = [" ".join(rng.choice(pool, size=5).tolist()) for _ in range(3)]
        yield Case(f"three texts, draw {number + 1}", (docs, ("the", "a")))


EXERCISE = Exercise(
    name="build_vocabulary",
    contract="build_vocabulary(docs, stop_words=()) -> sorted list of words",
    reference=build_vocabulary,
    families=(
        Family(
            "three sentences",
            "example",
            1,
            (
                Case("three sentences", (TEXTS,)),
                Case("without stop words", (TEXTS, STOP_WORDS)),
            ),
            "Cross out, in the three sentences, each word that you have already seen. What is left, sorted?",
        ),
        Family(
            "odd texts",
            "trap",
            1,
            (
                Case("stop words in capitals", (["The tea, the teapot"], ("The", "A"))),
                Case("an empty text among others", (["", "Tea for two; two for tea."], ("for",))),
                Case("words within stop words", (["He and the cat, at home"], ("the", "that"))),
                Case("no text at all", ([],)),
            ),
            "Which word is too many in your answer, or missing?",
        ),
        Family(
            "other texts", "random", 1, _random, "Try one sentence with a capital letter and a full stop."
        ),
    ),
    misconceptions=mistakes_in(globals()),
    right=(_by_loops, _with_unique, _letter_by_letter),
    compare=exact(),
    read="1 · Which words are there?",
    concepts=("bow-positions", "text-vocab-reduction", "text-size"),
)
