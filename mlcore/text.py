"""From documents to a table: words, a vocabulary, and how often each of its words occurs.

The vocabulary is that of the whole training corpus, so every document, whatever its words, becomes a vector
of one length. Order is lost: the vector is a bag of words. Counts are what the multinomial model takes,
presence (0 or 1) what the Bernoulli model takes; mixing the two is a mistake the lectures make.

Left out on purpose: word pairs, weights such as tf-idf, and real stemming (``stem`` is a crude one).
"""

import re
import unicodedata
from array import array
from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from itertools import chain

import numpy as np
from scipy import sparse

from mlcore._checks import IntArray, shown, whole

_WORD = re.compile(r"[^\W_]+(?:'[^\W_]+)*")

_STOP_WORD_GROUPS = {
    "determiners": "a an the this that these those some any each every no such both all",
    "conjunctions": "and or but nor so if then than because while although though as whether",
    "prepositions": "of to in on at by for from with without about into onto over under between among "
    "through during before after above below up down out off against upon within",
    "pronouns": "i me my mine you your yours he him his she her hers it its we us our ours they them their "
    "theirs who whom whose which what where when how why there here",
    "auxiliaries": "am is are was were be been being do does did have has had will would shall should can "
    "could may might must",
    "others": "not only very too also just",
}

ENGLISH_STOP_WORDS = frozenset(word for group in _STOP_WORD_GROUPS.values() for word in group.split())

Tokeniser = Callable[[str], list[str]]


def tokenise(text: str) -> list[str]:
    """Return the words of a text in order, in lower case.

    A word is a run of letters and digits of any script that is written without combining marks; apostrophes
    inside it belong to it, straight or curly. Everything else, the underscore too, separates words.

    Parameters
    ----------
    text : str
        The text.

    Returns
    -------
    list of str
        Its words.

    Examples
    --------
    >>> tokenise("Don't panic: 42 is NOT the_answer!")
    ["don't", 'panic', '42', 'is', 'not', 'the', 'answer']
    """
    if not isinstance(text, str):
        raise TypeError(f"text must be a string; got {shown(text)}.")
    # subtle: an accent may be stored apart from its letter, and would then split the word.
    composed = unicodedata.normalize("NFC", text.lower())
    return _WORD.findall(composed.replace("\N{RIGHT SINGLE QUOTATION MARK}", "'"))


def stem(word: str) -> str:
    """Return a word without its plural or verb ending: two crude rules, wrong where English is irregular.

    Parameters
    ----------
    word : str
        A word in lower case.

    Returns
    -------
    str
        The word, perhaps shorter.

    Examples
    --------
    >>> [stem(word) for word in ("cities", "dogs", "glass", "planned", "falling", "sing")]
    ['city', 'dog', 'glass', 'plan', 'fall', 'sing']
    """
    if len(word) > 4 and word.endswith("ies"):
        return word[:-3] + "y"
    if len(word) > 3 and word.endswith("s") and word[-2] not in "sui'":
        return word[:-1]
    for ending in ("ing", "ed"):
        rest = word.removesuffix(ending)
        if rest != word and len(rest) > 2 and re.search("[aeiouy]", rest):
            doubled = rest[-1] == rest[-2] and rest[-1] not in "lsz"
            return rest[:-1] if doubled else rest
    return word


def build_vocabulary(
    docs: Iterable[str],
    stop_words: Iterable[str] = (),
    min_count: int = 1,
    tokeniser: Tokeniser = tokenise,
) -> list[str]:
    """Return the distinct words of all documents in alphabetical order, without stop words.

    Parameters
    ----------
    docs : iterable of str
        The documents.
    stop_words : iterable of str, default=()
        Words to leave out, such as ``ENGLISH_STOP_WORDS``.
    min_count : int, default=1
        Words that occur fewer times in the whole corpus are left out.
    tokeniser : callable, default=tokenise
        From a text to the list of its words.

    Returns
    -------
    list of str
        The vocabulary.

    Examples
    --------
    >>> build_vocabulary(["The cat sat.", "A cat!"], stop_words=["the", "a"])
    ['cat', 'sat']
    """
    whole(min_count, "min_count", low=1)
    stopped = set(chain.from_iterable(tokeniser(word) for word in _texts(stop_words, "stop_words")))
    counts: dict[str, int] = {}
    for doc in _texts(docs, "docs"):
        for word in tokeniser(doc):
            counts[word] = counts.get(word, 0) + 1
    return sorted(word for word, count in counts.items() if count >= min_count and word not in stopped)


def count_vector(doc: str, vocab: Sequence[str], tokeniser: Tokeniser = tokenise) -> IntArray:
    """Return how often each word of the vocabulary occurs in a document. Other words are ignored.

    Parameters
    ----------
    doc : str
        The document.
    vocab : sequence of str
        The D words that are counted.
    tokeniser : callable, default=tokenise
        From a text to the list of its words.

    Returns
    -------
    ndarray of shape (D,)
        The counts, in the order of the vocabulary.

    Examples
    --------
    >>> count_vector("The cat and the dog", ["cat", "mouse", "the"]).tolist()
    [1, 0, 2]
    """
    column = _columns(vocab)
    columns = [column[word] for word in tokeniser(doc) if word in column]
    return np.bincount(np.array(columns, dtype=np.intp), minlength=len(column))


def count_matrix(
    docs: Iterable[str], vocab: Sequence[str], tokeniser: Tokeniser = tokenise
) -> sparse.csr_matrix:
    """Return the counts of all documents, one a row, as a sparse matrix in CSR form.

    Almost all counts are 0, and only the others are stored.

    Parameters
    ----------
    docs : iterable of str
        The n documents.
    vocab : sequence of str
        The D words that are counted.
    tokeniser : callable, default=tokenise
        From a text to the list of its words.

    Returns
    -------
    csr_matrix of shape (n, D)
        The counts.

    Examples
    --------
    >>> count_matrix(["the cat", "the the dog"], ["cat", "the"]).toarray().tolist()
    [[1, 1], [0, 2]]
    """
    column = _columns(vocab)
    columns, ends = array("q"), array("q", [0])
    for doc in _texts(docs, "docs"):
        columns.extend(column[word] for word in tokeniser(doc) if word in column)
        ends.append(len(columns))
    occurrences = np.ones(len(columns), dtype=np.int64), np.array(columns), np.array(ends)
    counts = sparse.csr_matrix(occurrences, shape=(len(ends) - 1, len(column)))
    counts.sum_duplicates()
    return counts


def presence_matrix(
    docs: Iterable[str], vocab: Sequence[str], tokeniser: Tokeniser = tokenise
) -> sparse.csr_matrix:
    """Return 1 where a document has a word and 0 where not, as a sparse matrix in CSR form.

    Parameters
    ----------
    docs : iterable of str
        The n documents.
    vocab : sequence of str
        The D words that are looked for.
    tokeniser : callable, default=tokenise
        From a text to the list of its words.

    Returns
    -------
    csr_matrix of shape (n, D)
        1 where a document has a word.

    Examples
    --------
    >>> presence_matrix(["the cat", "the the dog"], ["cat", "the"]).toarray().tolist()
    [[1, 1], [0, 1]]
    """
    counts = count_matrix(docs, vocab, tokeniser)
    counts.data[:] = 1
    return counts


def _texts(texts: Iterable[str], name: str) -> Iterable[str]:
    """Yield the texts of a collection."""
    if isinstance(texts, (str, bytes)) or not isinstance(texts, Iterable):  # a string would yield its letters
        raise TypeError(f"{name} must be a collection of strings; got {shown(texts)}.")
    for position, text in enumerate(texts):
        if not isinstance(text, str):
            raise TypeError(f"{name} must hold strings; entry {position} is {shown(text)}.")
        yield text


def _columns(vocab: Sequence[str]) -> dict[str, int]:
    """Return the column of each word of the vocabulary."""
    if isinstance(vocab, (Set, Mapping)):  # their order is not that of columns
        raise TypeError(f"vocab must be a list of words in the order of the columns; got {shown(vocab)}.")
    words = list(_texts(vocab, "vocab"))
    column = {word: j for j, word in enumerate(words)}
    if len(column) < len(words):
        raise ValueError("vocab must hold each word once.")
    return column
