"""How often does each word of the vocabulary occur in a text? Other words are ignored."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence

import numpy as np

from mlcore.exercises.mistakes import mistakes_in
from mlcore.exercises.multinomial_nb.inputs import words
from selfcheck.compare import exact
from selfcheck.exercise import Case, Exercise, Family, wrong

Words = Sequence[str]


def count_vector(doc: str, vocab: Words):
    """Return the number of occurrences of each word of the vocabulary, shape (D,)."""
    in_text = words(doc)
    return np.array([in_text.count(word) for word in vocab], dtype=int)


@wrong("4.2-M1")
def presence_for_count(doc: str, vocab: Words):
    """A word that occurs three times: which number does it get? Whether or how often?"""
    return np.minimum(count_vector(doc, vocab), 1)


@wrong("4.2-M2")
def words_inside_words(doc: str, vocab: Words):
    """How often is the word "a" in "a cat sat"? doc.count looks for letters; what should you count?"""
    return np.array([doc.lower().count(word) for word in vocab])


@wrong("4.2-M2, M5")
def words_inside_words_as_written(doc: str, vocab: Words):
    """doc.count looks for letters, and capitals are other letters. How many *words* are there?"""
    return np.array([doc.count(word) for word in vocab])


@wrong("4.2-M3")
def stops_at_an_unknown_word(doc: str, vocab: Words):
    """New texts have words that no training text had. What does your code do with a word without a column?"""
    columns = {word: j for j, word in enumerate(vocab)}
    result = np.zeros(len(vocab), dtype=int)
    for word in words(doc):
        result[columns[word]] += 1
    return result


@wrong("4.2-M3: by index")
def unknown_word_has_no_index(doc: str, vocab: Words):
    """What does vocab.index do with a word that is not there? Which words should your loop visit?"""
    result = [0] * len(vocab)
    for word in words(doc):
        result[list(vocab).index(word)] += 1
    return result


@wrong("4.2: unknown words in the last column")
def unknown_words_in_the_last_column(doc: str, vocab: Words):
    """In which column does a word land that you do not know? What does the index -1 mean in Python?"""
    columns = {word: j for j, word in enumerate(vocab)}
    result = np.zeros(len(vocab), dtype=int)
    for word in words(doc):
        result[columns.get(word, -1)] += 1
    return result


@wrong("4.2-M4")
def shares_for_counts(doc: str, vocab: Words):
    """Counts were asked for. Do yours sum to the number of known words, or to 1?"""
    return count_vector(doc, vocab) / max(len(words(doc)), 1)


@wrong("4.2-M5")
def case_sensitive(doc: str, vocab: Words):
    """The vocabulary is in lower case. Is your text?"""
    in_text = "".join(letter if letter.isalnum() else " " for letter in doc).split()
    return np.array([in_text.count(word) for word in vocab])


@wrong("4.2: punctuation")
def punctuation_kept(doc: str, vocab: Words):
    """Do you find the word before a comma? What does split() leave at its end?"""
    in_text = doc.lower().split()
    return np.array([in_text.count(word) for word in vocab])


@wrong("4.2: columns sorted")
def columns_sorted(doc: str, vocab: Words):
    """Entry j belongs to vocab[j]. Did you change the order of the words?"""
    return count_vector(doc, sorted(vocab))


@wrong("E48: one entry per word of the text")
def one_entry_per_word_of_the_text(doc: str, vocab: Words):
    """Two texts of different length: do their vectors have the same length? Over what do you loop?"""
    in_text = words(doc)
    return [in_text.count(word) for word in in_text if word in vocab]


@wrong()
def places_for_counts(doc, vocab):
    """How many numbers come back: one for each word of the text, or one for each word of the vocabulary?"""
    index = {word: j for j, word in enumerate(vocab)}
    return [index[word] for word in re.findall(r"[a-z0-9]+", doc.lower()) if word in index]


def _by_loops(doc: str, vocab: Words):
    result = [0 for _ in vocab]
    for word in words(doc):
        for j, other in enumerate(vocab):
            if word == other:
                result[j] += 1
    return result


def _by_counter(doc: str, vocab: Words):
    counter = Counter(words(doc))
    return tuple(counter[word] for word in vocab)


def _by_comparison(doc: str, vocab: Words):
    in_text, entries = np.array(words(doc), dtype=str), np.array(vocab, dtype=str)
    return (in_text[:, None] == entries).sum(axis=0)


def _as_floats(doc: str, vocab: Words):
    result = np.zeros(len(vocab))
    for word in words(doc):
        if word in vocab:
            result[list(vocab).index(word)] += 1
    return result


def _random(rng: np.random.Generator) -> Iterable[Case]:
    pool = ["red", "Red", "tea", "tea", "teapot", "pot.", "a", "cup,", "9", "new"]
    vocab = ["a", "cup", "pot", "red", "tea", "teapot"]
    for number in range(3):
        yield Case(f"a text, draw {number + 1}", (" ".join(rng.choice(pool, size=8).tolist()), vocab))


VOCABULARY = ["cat", "dog", "mat", "sat"]

EXERCISE = Exercise(
    name="count_vector",
    contract="count_vector(doc, vocab) -> array (D,) of counts, one for each word of vocab",
    reference=count_vector,
    families=(
        Family(
            "one sentence",
            "example",
            1,
            (Case("one sentence", ("The cat sat on the mat; the dog sat, too: CAT!", VOCABULARY)),),
            "Count with a finger: how often is cat there, how often sat?",
        ),
        Family(
            "odd texts",
            "trap",
            1,
            (
                Case("a letter that is also a word", ("A cat sat at a table.", ["a", "at", "cat"])),
                Case("words without a column", ("Unicorns: two unicorns, a cat", ["cat", "two"])),
                Case("a vocabulary in another order", ("dog cat dog", ["mat", "dog", "cat"])),
                Case("an empty text", ("", VOCABULARY)),
            ),
            "Which entry of your vector is wrong, and which word does it belong to?",
        ),
        Family("other texts", "random", 1, _random, "Print the words that your function sees."),
    ),
    misconceptions=mistakes_in(globals()),
    right=(_by_loops, _by_counter, _by_comparison, _as_floats),
    compare=exact(),
    read="2 · A bag of words",
    concepts=("bow-counts", "bow-tying", "text-sparse"),
)
