"""Mistakes in multinomial naive Bayes that students handed in."""

import re
from collections.abc import Sequence
from typing import Any

import numpy as np

from mlcore.exercises.multinomial_nb import learn, log_joint
from mlcore.exercises.seen import Seen

SEEN = Seen()


def _scores(model: Any, Q: Any) -> Any:
    return np.asarray(log_joint.log_joint(model, Q))


def _vocabulary(docs: Sequence[str], stop_words: Sequence[str], pattern: str) -> list[str]:
    stop = {word.lower() for word in stop_words}
    return sorted({word for doc in docs for word in re.findall(pattern, doc.lower())} - stop)


@SEEN("build_vocabulary")
def short_words_left_out(docs: Any, stop_words: Any = ()) -> Any:
    """Is a word of one letter a word? Which ones does the task leave out?"""
    return _vocabulary(docs, stop_words, r"[a-z0-9]{2,}")


@SEEN("build_vocabulary")
def letters_only(docs: Any, stop_words: Any = ()) -> Any:
    """What becomes of "2024" and of "mp3"?"""
    return _vocabulary(docs, stop_words, r"[a-z]+")


@SEEN("build_vocabulary")
def parts_of_stop_words(docs: Any, stop_words: Any = ()) -> Any:
    """Is "he" in "the", and is it in ["the"]? Which of the two questions does your `in` ask?"""
    stop = " ".join(stop_words).lower()
    return [word for word in _vocabulary(docs, (), r"[a-z0-9]+") if word not in stop]


@SEEN("count_vector")
def places_for_counts(doc: Any, vocab: Any) -> Any:
    """How many numbers come back: one for each word of the text, or one for each word of the vocabulary?"""
    place = {word: j for j, word in enumerate(vocab)}
    return [place[word] for word in re.findall(r"[a-z0-9]+", doc.lower()) if word in place]


@SEEN("learn")
def labels_zero_and_one(X: Any, y: Any, alpha: float = 1) -> Any:
    """Your classes are 0 and 1. What if the labels are words, or three?"""
    X, y = np.asarray(X), np.asarray(y)
    counts = np.array([X[y == c].sum(axis=0) for c in (0, 1)]) + alpha
    prior = np.array([np.mean(y == c) for c in (0, 1)])
    return {"classes": np.array([0, 1]), "prior": prior, "theta": counts / counts.sum(axis=1, keepdims=True)}


@SEEN("learn")
def only_zeros_smoothed(X: Any, y: Any, alpha: float = 1) -> Any:
    """A word that was seen once, and one that was never seen: do they get the same count? Who gets alpha?"""
    model = learn.learn(X, y, alpha)
    X, y = np.asarray(X), np.asarray(y)
    counts = np.array([X[y == c].sum(axis=0) for c in model["classes"]])
    counts = np.where(counts == 0, alpha, counts)
    return {**model, "theta": counts / counts.sum(axis=1, keepdims=True)}


@SEEN("predict_one")
def places_read_as_counts(x: Any, model: Any) -> Any:
    """What does the 3 in [3, 0, 3] say: that a word occurs three times, or which word it is?"""
    theta = np.asarray(model["theta"], dtype=float)
    words = np.asarray(x, dtype=int)[: theta.shape[1]]
    scores = np.asarray(model["prior"]) * np.prod(theta[:, : len(words)] ** words, axis=1)
    return model["classes"][int(np.argmax(scores))]


def _products(x: Any, model: Any) -> Any:
    theta = np.asarray(model["theta"], dtype=float)
    return np.asarray(model["prior"]) * np.prod(theta[:, np.asarray(x, dtype=int)], axis=1)


@SEEN("predict_one")
def nothing_beats_zero(x: Any, model: Any) -> Any:
    """The best score so far begins at 0. Which label comes back if all scores are 0?"""
    scores = _products(x, model)
    return model["classes"][int(np.argmax(scores))] if scores.max() > 0 else None


@SEEN("predict_one")
def absent_words_speak_too(x: Any, model: Any) -> Any:
    """One factor for each place of the text. Which factors do words have that stand nowhere in it?"""
    theta = np.asarray(model["theta"], dtype=float)
    there = np.isin(np.arange(theta.shape[1]), x)
    scores = np.asarray(model["prior"]) * np.prod(np.where(there, theta, 1 - theta), axis=1)
    return model["classes"][int(np.argmax(scores))]


@SEEN("log_joint")
def count_inside_the_logarithm(model: Any, Q: Any) -> Any:
    """θ to the power of n: what is its logarithm, n log θ or log (n θ)?"""
    Q = np.asarray(Q)
    with np.errstate(divide="ignore"):
        prior, logs = np.log(model["prior"]), np.log(np.asarray(model["theta"], dtype=float))
        sizes = np.log(np.maximum(Q, 1))
    return np.array(
        [
            [p + sum(s[n > 0] + t[n > 0]) for p, t in zip(prior, logs, strict=True)]
            for n, s in zip(Q, sizes, strict=True)
        ]
    )


@SEEN("log_joint")
def log_of_a_product(model: Any, Q: Any) -> Any:
    """What is 0.1 to the power of 1000 in Python, and what is its logarithm? Add logarithms instead."""
    with np.errstate(all="ignore"):
        return np.log(np.exp(_scores(model, Q)))


@SEEN("predict")
def largest_over_the_texts(model: Any, Q: Any) -> Any:
    """A row is a text and a column is a class: along which axis is the largest to be found?"""
    return np.asarray(model["classes"])[np.argmax(_scores(model, Q), axis=0)]


@SEEN("predict")
def second_class_or_first(model: Any, Q: Any) -> Any:
    """You compare two columns. What about the third class?"""
    classes, scores = np.asarray(model["classes"]), _scores(model, Q)
    return np.where(scores[:, 1] > scores[:, 0], classes[1], classes[0])


def _possible(model: Any, Q: Any) -> Any:
    scores = _scores(model, Q)
    if np.isneginf(scores).all(axis=1).any():
        raise ValueError("Some text is impossible.")
    return scores


@SEEN("predict")
def sign_for_label(model: Any, Q: Any) -> Any:
    """Plus one and minus one are no labels of this model. Which are, and what about a third class?"""
    scores = _scores(model, Q)
    with np.errstate(invalid="ignore"):
        return np.sign(scores[:, 1] - scores[:, 0])


@SEEN("predict_with_prob")
def columns_sum_to_one(model: Any, Q: Any) -> Any:
    """A text belongs to some class: what must sum to 1, a row or a column?"""
    scores = _possible(model, Q)
    shares = np.exp(scores - scores.max(axis=1, keepdims=True))
    return shares / shares.sum(axis=0)


@SEEN("predict_with_prob")
def one_shift_for_all_texts(model: Any, Q: Any) -> Any:
    """You subtract the largest score of the whole table. What is left of a long text beside a short one?"""
    scores = _possible(model, Q)
    with np.errstate(all="ignore"):
        shares = np.exp(scores - scores.max())
        return shares / shares.sum(axis=1, keepdims=True)


@SEEN("predict_with_prob")
def nan_read_as_zero(model: Any, Q: Any) -> Any:
    """Where did the nan come from that you replace by 0? Do the rows of your result sum to 1?"""
    with np.errstate(all="ignore"):
        shares = np.exp(_scores(model, Q))
        return np.nan_to_num(shares / shares.sum(axis=1, keepdims=True))


@SEEN("predict_with_prob")
def odds_of_two_classes(model: Any, Q: Any) -> Any:
    """You compare two columns. What about the third class?"""
    scores = _possible(model, Q)
    with np.errstate(all="ignore"):
        second = 1 / (1 + np.exp(scores[:, 0] - scores[:, 1]))
    return np.column_stack([1 - second, second])


@SEEN("spectral_scores")
def logarithms_of_the_counts(model: Any, Q: Any, use_prior: bool = True) -> Any:
    """The dot product is of counts with logarithms. Which of the two do you take the logarithm of?"""
    scores = np.log1p(np.asarray(Q)) @ np.log(model["theta"]).T
    return scores + np.log(model["prior"]) if use_prior else scores


@SEEN("cosine_similarity")
def zero_is_like_everything(a: Any, b: Any) -> Any:
    """Which number does the task ask for if one of the two has only zeros?"""
    lengths = np.linalg.norm(a) * np.linalg.norm(b)
    return 1.0 if lengths == 0 else np.dot(a, b) / lengths


@SEEN("m_estimate")
def zero_without_examples(count: Any, n: Any, p: Any, m: Any) -> Any:
    """No examples, but a guess: what is the best that you can say?"""
    return np.zeros_like(p, dtype=float) if n == 0 else (np.asarray(count) + m * np.asarray(p)) / (n + m)


@SEEN("log_joint")
def every_word_once_more(model: Any, Q: Any) -> Any:
    """Smoothing happens when the model is learnt. Who adds to the counts of the text?"""
    return _scores(model, np.asarray(Q) + 1)
