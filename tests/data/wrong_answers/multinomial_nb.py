"""Wrong answers to the tasks on multinomial naive Bayes."""
# ruff: noqa: B905, F401

import math
import re
from collections import Counter, defaultdict

import numpy as np
from scipy.special import logsumexp

from tests.data.wrong_answers import WrongAnswers

answers = WrongAnswers()


def _words(text):
    return re.findall(r"[a-z0-9]+", text.lower())


def _lj(model, Q):
    theta = np.asarray(model["theta"], float)
    out = []
    for q in np.asarray(Q):
        row = []
        for p, th in zip(model["prior"], theta):
            with np.errstate(divide="ignore"):
                row.append(np.log(p) + sum(n * np.log(t) for n, t in zip(q, th) if n > 0))
        out.append(row)
    return np.array(out, float).reshape(len(out), len(theta))


def _learn(X, y, alpha=1):
    X, y = np.asarray(X), np.asarray(y)
    classes, n = np.unique(y, return_counts=True)
    C = np.array([X[y == c].sum(axis=0) for c in classes]) + alpha
    return {"classes": classes, "prior": n / len(y), "theta": C / C.sum(axis=1, keepdims=True)}


@answers("build_vocabulary", "not in lower case", "case-sensitive")
def _(docs, stop_words=()):
    words = set()
    for d in docs:
        words |= set(re.findall(r"[A-Za-z0-9]+", d))
    return sorted(words - set(stop_words))


@answers("build_vocabulary", "split(): the punctuation stays", "punctuation-kept")
def _(docs, stop_words=()):
    stop = {s.lower() for s in stop_words}
    return sorted({w for d in docs for w in d.lower().split() if w not in stop})


@answers("build_vocabulary", "not sorted", "order-of-appearance")
def _(docs, stop_words=()):
    stop = {s.lower() for s in stop_words}
    vocab = []
    for d in docs:
        for w in _words(d):
            if w not in vocab and w not in stop:
                vocab.append(w)
    return vocab


@answers("build_vocabulary", "words twice", "words-repeated")
def _(docs, stop_words=()):
    stop = {s.lower() for s in stop_words}
    return sorted(w for d in docs for w in _words(d) if w not in stop)


@answers("build_vocabulary", "stop words as they are spelled", "stop-words-as-written")
def _(docs, stop_words=()):
    return sorted({w for d in docs for w in _words(d)} - set(stop_words))


@answers("build_vocabulary", "stop words ignored", "stop-words-kept")
def _(docs, stop_words=()):
    return sorted({w for d in docs for w in _words(d)})


@answers("build_vocabulary", "one-letter words left out", "short-words-left-out")
def _(docs, stop_words=()):
    stop = {s.lower() for s in stop_words}
    return sorted({w for d in docs for w in _words(d) if w not in stop and len(w) > 1})


@answers("build_vocabulary", "sorted by frequency", "most-frequent-first")
def _(docs, stop_words=()):
    stop = {s.lower() for s in stop_words}
    c = Counter(w for d in docs for w in _words(d) if w not in stop)
    return [w for w, _ in c.most_common()]


@answers("build_vocabulary", "letters only: numbers are dropped", "letters-only")
def _(docs, stop_words=()):
    stop = {s.lower() for s in stop_words}
    return sorted({w for d in docs for w in re.findall(r"[a-z]+", d.lower())} - stop)


@answers("build_vocabulary", "substring test: a stop word within a word removes it", "parts-of-stop-words")
def _(docs, stop_words=()):
    stop = " ".join(stop_words).lower()
    return sorted({w for d in docs for w in _words(d) if w not in stop})


@answers("build_vocabulary", "returns a set")
def _(docs, stop_words=()):
    stop = {s.lower() for s in stop_words}
    return {w for d in docs for w in _words(d)} - stop


@answers("count_vector", "0 and 1 only", "presence-for-count")
def _(doc, vocab):
    w = set(_words(doc))
    return [1 if v in w else 0 for v in vocab]


@answers("count_vector", "str.count: parts of words count", "words-inside-words")
def _(doc, vocab):
    return [doc.lower().count(v) for v in vocab]


@answers("count_vector", "not in lower case", "case-sensitive")
def _(doc, vocab):
    w = re.findall(r"[A-Za-z0-9]+", doc)
    return [w.count(v) for v in vocab]


@answers("count_vector", "an unknown word fails", "stops-at-an-unknown-word")
def _(doc, vocab):
    x = np.zeros(len(vocab), int)
    place = {v: j for j, v in enumerate(vocab)}
    for w in _words(doc):
        x[place[w]] += 1
    return x


@answers("count_vector", "in the order of the sorted vocabulary", "columns-sorted")
def _(doc, vocab):
    c = Counter(_words(doc))
    return [c[v] for v in sorted(vocab)]


@answers("count_vector", "shares of the words", "shares-for-counts")
def _(doc, vocab):
    w = _words(doc)
    return [w.count(v) / max(1, len(w)) for v in vocab]


@answers("count_vector", "split() leaves the punctuation", "punctuation-kept")
def _(doc, vocab):
    w = doc.lower().split()
    return np.array([w.count(v) for v in vocab])


@answers("count_vector", "unknown words at the last place: index -1", "unknown-words-in-the-last-column")
def _(doc, vocab):
    x = [0] * len(vocab)
    vocab = list(vocab)
    for w in _words(doc):
        x[vocab.index(w) if w in vocab else -1] += 1
    return x


@answers("count_vector", "dictionary of counts")
def _(doc, vocab):
    c = Counter(_words(doc))
    return {v: c[v] for v in vocab}


@answers("count_vector", "positions of the words", "places-for-counts")
def _(doc, vocab):
    vocab = list(vocab)
    return [vocab.index(w) for w in _words(doc) if w in vocab]


# learn


@answers("learn", "denominator counts the texts of the class", "divided-by-the-texts")
def _(X, y, alpha=1):
    m = _learn(X, y, alpha)
    X, y = np.asarray(X), np.asarray(y)
    m["theta"] = np.array(
        [(X[y == c].sum(0) + alpha) / ((y == c).sum() + alpha * X.shape[1]) for c in m["classes"]]
    )
    return m


@answers("learn", "+2 below as for Bernoulli", "two-alpha-below")
def _(X, y, alpha=1):
    m = _learn(X, y, alpha)
    X, y = np.asarray(X), np.asarray(y)
    m["theta"] = np.array([(X[y == c].sum(0) + alpha) / (X[y == c].sum() + 2 * alpha) for c in m["classes"]])
    return m


@answers("learn", "smoothed twice below", "smoothed-twice")
def _(X, y, alpha=1):
    m = _learn(X, y, alpha)
    X, y = np.asarray(X), np.asarray(y)
    th = []
    for c in m["classes"]:
        cnt = X[y == c].sum(0) + alpha
        th.append(cnt / (cnt.sum() + alpha * X.shape[1]))
    m["theta"] = np.array(th)
    return m


@answers("learn", "the vocabulary of the class only: nonzero words below", "vocabulary-of-the-class")
def _(X, y, alpha=1):
    m = _learn(X, y, alpha)
    X, y = np.asarray(X), np.asarray(y)
    th = []
    for c in m["classes"]:
        cnt = X[y == c].sum(0)
        th.append((cnt + alpha) / (cnt.sum() + alpha * np.count_nonzero(cnt)))
    m["theta"] = np.array(th)
    return m


@answers("learn", "repetitions do not count", "repeats-ignored")
def _(X, y, alpha=1):
    return _learn((np.asarray(X) > 0).astype(int), y, alpha)


@answers("learn", "alpha is only added to words that are not there", "only-zeros-smoothed")
def _(X, y, alpha=1):
    m = _learn(X, y, alpha)
    X, y = np.asarray(X), np.asarray(y)
    th = []
    for c in m["classes"]:
        cnt = X[y == c].sum(0)
        cnt = np.where(cnt == 0, alpha, cnt)
        th.append(cnt / cnt.sum())
    m["theta"] = np.array(th)
    return m


@answers("learn", "prior by words", "prior-from-the-words")
def _(X, y, alpha=1):
    m = _learn(X, y, alpha)
    X, y = np.asarray(X), np.asarray(y)
    m["prior"] = np.array([X[y == c].sum() for c in m["classes"]]) / X.sum()
    return m


@answers("learn", "prior smoothed", "smoothed-prior")
def _(X, y, alpha=1):
    m = _learn(X, y, alpha)
    y = np.asarray(y)
    m["prior"] = np.array([np.sum(y == c) + alpha for c in m["classes"]]) / (
        len(y) + alpha * len(m["classes"])
    )
    return m


@answers("learn", "normalised over the classes, not over the words", "class-given-the-word")
def _(X, y, alpha=1):
    m = _learn(X, y, alpha)
    X, y = np.asarray(X), np.asarray(y)
    C = np.array([X[y == c].sum(0) for c in m["classes"]]) + alpha
    m["theta"] = C / C.sum(axis=0)
    return m


@answers("learn", "alpha not used: always 1", "always-one")
def _(X, y, alpha=1):
    return _learn(X, y, 1)


@answers("learn", "no alpha", "not-smoothed")
def _(X, y, alpha=1):
    return _learn(X, y, 0)


@answers("learn", "alpha once below, not for each word", "alpha-once-below")
def _(X, y, alpha=1):
    m = _learn(X, y, alpha)
    X, y = np.asarray(X), np.asarray(y)
    m["theta"] = np.array([(X[y == c].sum(0) + alpha) / (X[y == c].sum() + alpha) for c in m["classes"]])
    return m


@answers("learn", "the logarithms of the parameters", "are the logarithms of the expected ones")
def _(X, y, alpha=1):
    m = _learn(X, y, alpha)
    m["theta"] = np.log(m["theta"])
    return m


@answers("learn", "only spam and ham: labels 0 and 1", "labels-zero-and-one")
def _(X, y, alpha=1):
    X, y = np.asarray(X), np.asarray(y)
    C = np.array([X[y == 0].sum(0), X[y == 1].sum(0)]) + alpha
    return {
        "classes": [0, 1],
        "prior": [np.mean(y == 0), np.mean(y == 1)],
        "theta": C / C.sum(axis=1, keepdims=True),
    }


@answers("learn", "mean of the texts' shares", "mean-of-the-shares")
def _(X, y, alpha=1):
    m = _learn(X, y, alpha)
    X, y = np.asarray(X) + alpha, np.asarray(y)
    S = X / X.sum(axis=1, keepdims=True)
    m["theta"] = np.array([S[y == c].mean(0) for c in m["classes"]])
    return m


@answers("learn", "divides by all words of all classes", "share-of-all-words")
def _(X, y, alpha=1):
    m = _learn(X, y, alpha)
    X, y = np.asarray(X), np.asarray(y)
    m["theta"] = np.array([(X[y == c].sum(0) + alpha) / (X.sum() + alpha * X.shape[1]) for c in m["classes"]])
    return m


# predict_one


@answers("predict_one", "each word once: set(x)", "repeated-words-once")
def _(x, model):
    s = [p * math.prod(th[w] for w in set(x)) for p, th in zip(model["prior"], model["theta"])]
    return model["classes"][s.index(max(s))]


@answers("predict_one", "x is read as counts", "places-read-as-counts")
def _(x, model):
    s = [p * math.prod(t**n for t, n in zip(th, x)) for p, th in zip(model["prior"], model["theta"])]
    return model["classes"][s.index(max(s))]


@answers("predict_one", "no prior", "prior-forgotten")
def _(x, model):
    s = [math.prod(th[w] for w in x) for th in model["theta"]]
    return model["classes"][s.index(max(s))]


@answers("predict_one", "sum in place of product", "sum-for-product")
def _(x, model):
    s = [p + sum(th[w] for w in x) for p, th in zip(model["prior"], model["theta"])]
    return model["classes"][s.index(max(s))]


@answers("predict_one", "absent words count 1 - theta, as in Bernoulli", "absent-words-speak-too")
def _(x, model):
    s = []
    for p, th in zip(model["prior"], model["theta"]):
        v = p
        for j in range(len(th)):
            v *= th[j] if j in x else 1 - th[j]
        s.append(v)
    return model["classes"][s.index(max(s))]


@answers("predict_one", "class number", "position-for-label")
def _(x, model):
    s = [p * math.prod(th[w] for w in x) for p, th in zip(model["prior"], model["theta"])]
    return s.index(max(s))


@answers("predict_one", "best = 0 at the start: None if all scores are 0", "nothing-beats-zero")
def _(x, model):
    best, label = 0, None
    for c, p, th in zip(model["classes"], model["prior"], model["theta"]):
        s = p
        for w in x:
            s *= th[w]
        if s > best:
            best, label = s, c
    return label


@answers("predict_one", "last of equals", "last-of-equals")
def _(x, model):
    best, label = -1, None
    for c, p, th in zip(model["classes"], model["prior"], model["theta"]):
        s = p * np.prod([th[w] for w in x])
        if s >= best:
            best, label = s, c
    return label


@answers("predict_one", "multiplied by the prior for each word", "prior-at-every-position")
def _(x, model):
    s = []
    for p, th in zip(model["prior"], model["theta"]):
        v = 1.0
        for w in x:
            v *= p * th[w]
        s.append(v)
    return model["classes"][s.index(max(s))]


# log_joint


@answers("log_joint", "prior forgotten", "prior-forgotten")
def _(model, Q):
    return _lj(model, Q) - np.log(model["prior"])


@answers("log_joint", "0 * log 0 is nan", "zero-times-log-zero")
def _(model, Q):
    with np.errstate(all="ignore"):
        return np.asarray(Q) @ np.log(np.asarray(model["theta"], float)).T + np.log(model["prior"])


@answers("log_joint", "prior not logged", "prior-not-logged")
def _(model, Q):
    return _lj(model, Q) - np.log(model["prior"]) + np.asarray(model["prior"])


@answers("log_joint", "counts ignored: present or not", "presence-for-counts")
def _(model, Q):
    return _lj(model, (np.asarray(Q) > 0).astype(int))


@answers("log_joint", "log of the product: underflow", "log-of-a-product")
def _(model, Q):
    th = np.asarray(model["theta"], float)
    with np.errstate(divide="ignore"):
        return np.array(
            [[np.log(p * np.prod(t ** np.asarray(q))) for p, t in zip(model["prior"], th)] for q in Q]
        )


@answers("log_joint", "an epsilon inside the logarithm", "asks for an infinity")
def _(model, Q):
    return np.asarray(Q) @ np.log(np.asarray(model["theta"]) + 1e-10).T + np.log(model["prior"])


@answers("log_joint", "with the Bernoulli term of absent words", "absence-added")
def _(model, Q):
    Q, th = np.asarray(Q), np.asarray(model["theta"], float)
    with np.errstate(divide="ignore"):
        return _lj(model, Q) + (Q == 0) @ np.log(1 - th).T


@answers("log_joint", "prior times the sum", "prior-times-the-sum")
def _(model, Q):
    return (_lj(model, Q) - np.log(model["prior"])) * np.asarray(model["prior"])


@answers("log_joint", "skips zero probabilities", "zero-factors-skipped")
def _(model, Q):
    th = np.asarray(model["theta"], float)
    L = np.log(np.where(th == 0, 1, th))
    return np.asarray(Q) @ L.T + np.log(model["prior"])


@answers("log_joint", "divides by the length of the text", "divided-by-the-length")
def _(model, Q):
    Q = np.asarray(Q)
    return (_lj(model, Q) - np.log(model["prior"])) / np.maximum(1, Q.sum(axis=1, keepdims=True)) + np.log(
        model["prior"]
    )


@answers("log_joint", "with the multinomial coefficient", "coefficient-included")
def _(model, Q):
    coef = [math.lgamma(sum(map(float, q)) + 1) - sum(math.lgamma(float(n) + 1) for n in q) for q in Q]
    return _lj(model, Q) + np.array(coef)[:, None]


@answers("log_joint", "transposed", "transposed")
def _(model, Q):
    return _lj(model, Q).T


@answers("log_joint", "math.log of zero fails", "wherever your function gives one")
def _(model, Q):
    out = []
    for q in Q:
        row = []
        for p, th in zip(model["prior"], model["theta"]):
            s = math.log(p)
            for j in range(len(q)):
                s += q[j] * math.log(th[j])
            row.append(s)
        out.append(row)
    return out


@answers("log_joint", "log(count * theta)", "count-inside-the-logarithm")
def _(model, Q):
    out = []
    with np.errstate(divide="ignore"):
        for q in np.asarray(Q):
            row = []
            for p, th in zip(model["prior"], model["theta"]):
                s = np.log(p)
                for n, t in zip(q, th):
                    if n > 0:
                        s += np.log(n * t)
                row.append(s)
            out.append(row)
    return np.array(out)


@answers("log_joint", "probabilities", "not-logged")
def _(model, Q):
    return np.exp(_lj(model, Q))


# predict


@answers("predict", "numbers of the classes", "position-for-label")
def _(model, Q):
    return _lj(model, Q).argmax(axis=1)


@answers("predict", "products underflow", "product-underflows")
def _(model, Q):
    th = np.asarray(model["theta"], float)
    return [
        model["classes"][int(np.argmax(np.asarray(model["prior"]) * np.prod(th ** np.asarray(q), axis=1)))]
        for q in Q
    ]


@answers("predict", "prior forgotten", "prior-forgotten")
def _(model, Q):
    return np.asarray(model["classes"])[(_lj(model, Q) - np.log(model["prior"])).argmax(axis=1)]


@answers("predict", "smallest score", "least-probable")
def _(model, Q):
    return np.asarray(model["classes"])[_lj(model, Q).argmin(axis=1)]


@answers("predict", "spam if log odds > 0: two classes", "second-class-or-first")
def _(model, Q):
    s = _lj(model, Q)
    return [model["classes"][1] if r[1] - r[0] > 0 else model["classes"][0] for r in s]


@answers("predict", "last of equals", "last-of-equals")
def _(model, Q):
    res = []
    for r in _lj(model, Q):
        best, lab = -np.inf, None
        for c, v in zip(model["classes"], r):
            if v >= best:
                best, lab = v, c
        res.append(lab)
    return res


@answers("predict", "argmax down the queries", "largest-over-the-texts")
def _(model, Q):
    return np.asarray(model["classes"])[_lj(model, Q).argmax(axis=0)]


@answers("predict", "posterior rounded before the comparison", "product-underflows")
def _(model, Q):
    s = _lj(model, Q)
    with np.errstate(all="ignore"):
        p = np.exp(s)
        p = np.nan_to_num(p / p.sum(axis=1, keepdims=True))
    return np.asarray(model["classes"])[p.argmax(axis=1)]


@answers("predict", "words present or not", "presence-for-counts")
def _(model, Q):
    return np.asarray(model["classes"])[_lj(model, (np.asarray(Q) > 0).astype(int)).argmax(axis=1)]


# predict_with_prob


@answers("predict_with_prob", "exp without shift", "silent-where-nothing-fits", "exp-without-shift")
def _(model, Q):
    p = np.exp(_lj(model, Q))
    return p / p.sum(axis=1, keepdims=True)


@answers("predict_with_prob", "log scores divided by their sum", "logarithms-normalised")
def _(model, Q):
    s = _lj(model, Q)
    return s / s.sum(axis=1, keepdims=True)


@answers("predict_with_prob", "joint", "not-normalised")
def _(model, Q):
    return np.exp(_lj(model, Q))


@answers("predict_with_prob", "no ValueError", "silent-where-nothing-fits")
def _(model, Q):
    s = _lj(model, Q)
    with np.errstate(all="ignore"):
        return np.exp(s - logsumexp(s, axis=1, keepdims=True))


@answers("predict_with_prob", "shift by the largest of the whole table", "one-shift-for-all-texts")
def _(model, Q):
    s = _lj(model, Q)
    if np.isneginf(s).all(axis=1).any():
        raise ValueError
    p = np.exp(s - s.max())
    return p / p.sum(axis=1, keepdims=True)


@answers("predict_with_prob", "columns sum to one", "columns-sum-to-one")
def _(model, Q):
    s = _lj(model, Q)
    if np.isneginf(s).all(axis=1).any():
        raise ValueError
    p = np.exp(s - s.max(axis=1, keepdims=True))
    return p / p.sum(axis=0)


@answers("predict_with_prob", "no prior", "prior-forgotten")
def _(model, Q):
    s = _lj(model, Q) - np.log(model["prior"])
    if np.isneginf(s).all(axis=1).any():
        raise ValueError
    p = np.exp(s - s.max(axis=1, keepdims=True))
    return p / p.sum(axis=1, keepdims=True)


@answers("predict_with_prob", "nan replaced by 0", "nan-read-as-zero")
def _(model, Q):
    with np.errstate(all="ignore"):
        p = np.exp(_lj(model, Q))
        return np.nan_to_num(p / p.sum(axis=1, keepdims=True))


@answers("predict_with_prob", "the other class gets one minus: two classes", "odds-of-two-classes")
def _(model, Q):
    s = _lj(model, Q)
    if np.isneginf(s).all(axis=1).any():
        raise ValueError
    with np.errstate(over="ignore"):
        p1 = 1 / (1 + np.exp(s[:, 0] - s[:, 1]))
    return np.column_stack([1 - p1, p1])


# spectral_scores


@answers("spectral_scores", "use_prior ignored: always added", "prior-always")
def _(model, Q, use_prior=True):
    return np.asarray(Q) @ np.log(model["theta"]).T + np.log(model["prior"])


@answers("spectral_scores", "never the prior", "prior-never")
def _(model, Q, use_prior=True):
    return np.asarray(Q) @ np.log(model["theta"]).T


@answers("spectral_scores", "theta not logged", "theta-for-log-theta")
def _(model, Q, use_prior=True):
    s = np.asarray(Q) @ np.asarray(model["theta"]).T
    return s + np.log(model["prior"]) if use_prior else s


@answers("spectral_scores", "the cosine: divided by the lengths", "cosine-for-dot-product")
def _(model, Q, use_prior=True):
    Q, L = np.asarray(Q, float), np.log(model["theta"])
    s = Q @ L.T / (np.linalg.norm(Q, axis=1)[:, None] * np.linalg.norm(L, axis=1) + 1e-300)
    return s + np.log(model["prior"]) if use_prior else s


@answers("spectral_scores", "log of the counts, too", "logarithms-of-the-counts")
def _(model, Q, use_prior=True):
    s = np.log1p(np.asarray(Q)) @ np.log(model["theta"]).T
    return s + np.log(model["prior"]) if use_prior else s


@answers("spectral_scores", "prior not logged", "prior-not-logged")
def _(model, Q, use_prior=True):
    s = np.asarray(Q) @ np.log(model["theta"]).T
    return s + np.asarray(model["prior"]) if use_prior else s


@answers("spectral_scores", "shares of the words in place of counts", "shares-of-the-text")
def _(model, Q, use_prior=True):
    Q = np.asarray(Q, float)
    s = Q / np.maximum(1, Q.sum(axis=1, keepdims=True)) @ np.log(model["theta"]).T
    return s + np.log(model["prior"]) if use_prior else s


@answers("spectral_scores", "transposed", "transposed")
def _(model, Q, use_prior=True):
    s = np.log(model["theta"]) @ np.asarray(Q).T
    return s + np.log(model["prior"])[:, None] if use_prior else s


# cosine_similarity


@answers("cosine_similarity", "0/0", "nan-at-zero")
def _(a, b):
    return np.dot(a, b) / (np.linalg.norm(a) * np.linalg.norm(b))


@answers("cosine_similarity", "the distance", "one minus the expected ones")
def _(a, b):
    n = np.linalg.norm(a) * np.linalg.norm(b)
    return 0.0 if n == 0 else 1 - np.dot(a, b) / n


@answers("cosine_similarity", "squared norms", "squared-lengths")
def _(a, b):
    n = np.dot(a, a) * np.dot(b, b)
    return 0.0 if n == 0 else np.dot(a, b) / n


@answers("cosine_similarity", "the dot product", "dot-product")
def _(a, b):
    return float(np.dot(a, b))


@answers("cosine_similarity", "epsilon below", "almost right")
def _(a, b):
    return np.dot(a, b) / (np.linalg.norm(a) * np.linalg.norm(b) + 1e-8)


@answers("cosine_similarity", "zero vector gives 1", "zero-is-like-everything")
def _(a, b):
    n = np.linalg.norm(a) * np.linalg.norm(b)
    return 1.0 if n == 0 else np.dot(a, b) / n


@answers("cosine_similarity", "centred first: the correlation", "centred")
def _(a, b):
    a, b = np.asarray(a, float), np.asarray(b, float)
    a, b = a - a.mean(), b - b.mean()
    n = np.linalg.norm(a) * np.linalg.norm(b)
    return 0.0 if n == 0 else a @ b / n


@answers("cosine_similarity", "absolute value", "absolute-value")
def _(a, b):
    n = np.linalg.norm(a) * np.linalg.norm(b)
    return 0.0 if n == 0 else abs(np.dot(a, b)) / n


# m_estimate


@answers("m_estimate", "m added above, too, not m p", "all-pretended-examples-hit")
def _(count, n, p, m):
    return (np.asarray(count) + m) / (n + m)


@answers("m_estimate", "p above without m", "guess-without-its-weight")
def _(count, n, p, m):
    return (np.asarray(count) + p) / (n + m)


@answers("m_estimate", "not below", "pretended-examples-not-counted")
def _(count, n, p, m):
    return (np.asarray(count) + m * np.asarray(p)) / n


@answers("m_estimate", "the mean of share and guess", "mean-of-share-and-guess", "weights-exchanged")
def _(count, n, p, m):
    return (np.asarray(count) / n + np.asarray(p)) / 2


@answers("m_estimate", "Laplace: +1 and +2", "always-laplace")
def _(count, n, p, m):
    return (np.asarray(count) + 1) / (n + 2)


@answers("m_estimate", "m counts for each value")
def _(count, n, p, m):
    return (np.asarray(count) + m * np.asarray(p)) / (n + m * np.size(p))


@answers("m_estimate", "p only when nothing was seen", "guess-ignored")
def _(count, n, p, m):
    if n == 0:
        return p
    return np.asarray(count) / n


@answers("m_estimate", "weights swapped")
def _(count, n, p, m):
    return (m * np.asarray(count) + n * np.asarray(p)) / (n + m)


@answers("m_estimate", "0 when n is 0", "zero-without-examples")
def _(count, n, p, m):
    if n == 0:
        return 0.0
    return (np.asarray(count) + m * np.asarray(p)) / (n + m)


# word_shares


@answers("word_shares", "the unknown word is not below the line", "unknown-not-counted-below")
def _(counts, alpha):
    total = sum(counts.values()) + alpha * len(counts)
    if total == 0:
        if alpha == 0:
            raise ValueError
        return {"<unknown>": 1.0}
    shares = {}
    for word, n in counts.items():
        shares[word] = (n + alpha) / total
    shares["<unknown>"] = alpha / total
    return shares


@answers("word_shares", "smoothing above the line only", "alpha-above-only")
def _(counts, alpha):
    n = sum(counts.values())
    if n == 0:
        if alpha == 0:
            raise ValueError
        return {w: 1 / (len(counts) + 1) for w in [*counts, "<unknown>"]}
    return {**{w: (c + alpha) / n for w, c in counts.items()}, "<unknown>": alpha / n}


@answers("word_shares", "an unknown word is impossible", "nothing-for-the-unknown")
def _(counts, alpha):
    total = sum(counts.values()) + alpha * len(counts)
    if total == 0:
        if alpha == 0:
            raise ValueError
        return {"<unknown>": 0.0}
    result = {w: (c + alpha) / total for w, c in counts.items()}
    result["<unknown>"] = 0.0
    return result


@answers("word_shares", "always adds one", "always-one")
def _(counts, alpha):
    total = sum(counts.values()) + len(counts) + 1
    result = {w: (c + 1) / total for w, c in counts.items()}
    result["<unknown>"] = 1 / total
    return result


@answers("word_shares", "the number of different words below", "different-words-below")
def _(counts, alpha):
    total = len(counts) + alpha * (len(counts) + 1)
    if total == 0:
        raise ValueError("nothing")
    result = {w: (c + alpha) / total for w, c in counts.items()}
    result["<unknown>"] = alpha / total
    return result


@answers("word_shares", "words that were not used are dropped", "only-words-that-occur")
def _(counts, alpha):
    used = {w: c for w, c in counts.items() if c > 0}
    total = sum(used.values()) + alpha * (len(used) + 1)
    if total == 0:
        raise ValueError
    return {**{w: (c + alpha) / total for w, c in used.items()}, "<unknown>": alpha / total}
