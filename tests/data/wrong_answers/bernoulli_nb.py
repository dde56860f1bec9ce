"""Wrong answers to the tasks on Bernoulli naive Bayes."""
# ruff: noqa: B905, F401, SIM300

import math
from collections import Counter

import numpy as np
from scipy.special import logsumexp

from tests.data.wrong_answers import WrongAnswers

answers = WrongAnswers()


def _lj(model, Q):
    theta = np.asarray(model["theta"], float)
    out = []
    with np.errstate(divide="ignore"):
        for q in np.asarray(Q):
            f = np.where(np.asarray(q) == 1, theta, 1 - theta)
            out.append(np.log(model["prior"]) + np.log(f).sum(axis=1))
    return np.array(out)


def _learn(X, y, alpha=1):
    X, y = np.asarray(X), np.asarray(y)
    classes, n = np.unique(y, return_counts=True)
    theta = np.array([(X[y == c].sum(axis=0) + alpha) / ((y == c).sum() + 2 * alpha) for c in classes])
    return {"classes": classes, "prior": n / len(y), "theta": theta}


@answers("binarise", ">= in place of >", "the-threshold-itself-counts")
def _(X, threshold=0):
    return (np.asarray(X) >= threshold).astype(int)


@answers("binarise", "threshold ignored", "threshold-ignored")
def _(X, threshold=0):
    return (np.asarray(X) > 0).astype(int)


@answers("binarise", "works in place", "writes into what it was given")
def _(X, threshold=0):
    X[X <= threshold] = 0
    X[X > threshold] = 1
    return X


@answers("binarise", "inverted", "inverted")
def _(X, threshold=0):
    return np.where(X > threshold, 0, 1)


@answers("binarise", "compares with the mean of the array", "above-the-mean")
def _(X, threshold=0):
    X = np.asarray(X)
    return (X > X.mean()).astype(int)


@answers(
    "binarise", "assigns one after the other on a copy: ones are overwritten", "second-step-undoes-the-first"
)
def _(X, threshold=0):
    B = np.array(X)
    B[B > threshold] = 1
    B[B <= threshold] = 0
    return B


@answers("binarise", "nonzero", "whatever-is-not-the-threshold")
def _(X, threshold=0):
    return (np.asarray(X) != threshold).astype(int)


@answers("binarise", "two nested loops: only for tables", "wherever your function gives one")
def _(X, threshold=0):
    n, d = X.shape
    B = np.zeros((n, d), int)
    for i in range(n):
        for j in range(d):
            if X[i, j] > threshold:
                B[i, j] = 1
    return B


@answers("binarise", "absolute values", "sizes-compared")
def _(X, threshold=0):
    return (np.abs(X) > threshold).astype(int)


# learn


@answers("learn", "denominator n_c + alpha", "alpha-once-below")
def _(X, y, alpha=1):
    m = _learn(X, y, alpha)
    X, y = np.asarray(X), np.asarray(y)
    m["theta"] = np.array([(X[y == c].sum(0) + alpha) / ((y == c).sum() + alpha) for c in m["classes"]])
    return m


@answers("learn", "denominator n_c + alpha d", "alpha-times-the-features-below")
def _(X, y, alpha=1):
    m = _learn(X, y, alpha)
    X, y = np.asarray(X), np.asarray(y)
    m["theta"] = np.array(
        [(X[y == c].sum(0) + alpha) / ((y == c).sum() + alpha * X.shape[1]) for c in m["classes"]]
    )
    return m


@answers(
    "learn", "divides by the number of ones of the class: multinomial", "divided-by-the-ones-of-the-class"
)
def _(X, y, alpha=1):
    m = _learn(X, y, alpha)
    X, y = np.asarray(X), np.asarray(y)
    m["theta"] = np.array([(X[y == c].sum(0) + alpha) / (X[y == c].sum() + 2 * alpha) for c in m["classes"]])
    return m


@answers("learn", "alpha is always 1", "always-one")
def _(X, y, alpha=1):
    return _learn(X, y, 1)


@answers("learn", "no smoothing", "not-smoothed")
def _(X, y, alpha=1):
    return _learn(X, y, 0)


@answers("learn", "the prior is smoothed, too", "smoothed-prior")
def _(X, y, alpha=1):
    m = _learn(X, y, alpha)
    y = np.asarray(y)
    K = len(m["classes"])
    m["prior"] = np.array([(np.sum(y == c) + alpha) / (len(y) + K * alpha) for c in m["classes"]])
    return m


@answers("learn", "uniform prior", "uniform-prior")
def _(X, y, alpha=1):
    m = _learn(X, y, alpha)
    m["prior"] = np.ones(len(m["classes"])) / len(m["classes"])
    return m


@answers("learn", "joint: divided by all examples", "share-of-all-examples")
def _(X, y, alpha=1):
    m = _learn(X, y, alpha)
    X, y = np.asarray(X), np.asarray(y)
    m["theta"] = np.array([(X[y == c].sum(0) + alpha) / (len(y) + 2 * alpha) for c in m["classes"]])
    return m


@answers("learn", "classes as they come", "classes-as-they-come")
def _(X, y, alpha=1):
    m = _learn(X, y, alpha)
    cls = list(dict.fromkeys(np.asarray(y).tolist()))
    o = [list(m["classes"]).index(c) for c in cls]
    return {"classes": cls, "prior": m["prior"][o], "theta": m["theta"][o]}


@answers("learn", "the counts of the classes in place of their shares", "counts-for-prior")
def _(X, y, alpha=1):
    m = _learn(X, y, alpha)
    m["prior"] = m["prior"] * len(y)
    return m


@answers("learn", "labels must be 0 and 1", "labels-zero-and-one")
def _(X, y, alpha=1):
    y = np.asarray(y)
    X = np.asarray(X)
    p1 = np.mean(y == 1)
    theta = np.array([(X[y == c].sum(0) + alpha) / ((y == c).sum() + 2 * alpha) for c in (0, 1)])
    return {"classes": [0, 1], "prior": [1 - p1, p1], "theta": theta}


@answers("learn", "theta as (d, K)", "rows and columns swapped")
def _(X, y, alpha=1):
    m = _learn(X, y, alpha)
    m["theta"] = m["theta"].T
    return m


@answers("learn", "log prior", "are the logarithms of the expected ones")
def _(X, y, alpha=1):
    m = _learn(X, y, alpha)
    m["prior"] = np.log(m["prior"])
    return m


@answers("learn", "alpha is only added above", "alpha-above-only")
def _(X, y, alpha=1):
    m = _learn(X, y, alpha)
    X, y = np.asarray(X), np.asarray(y)
    m["theta"] = np.array([(X[y == c].sum(0) + alpha) / (y == c).sum() for c in m["classes"]])
    return m


@answers("learn", "alpha K below, not 2 alpha", "alpha-times-the-classes-below")
def _(X, y, alpha=1):
    m = _learn(X, y, alpha)
    X, y = np.asarray(X), np.asarray(y)
    m["theta"] = np.array(
        [(X[y == c].sum(0) + alpha) / ((y == c).sum() + alpha * len(m["classes"])) for c in m["classes"]]
    )
    return m


# predict_one


@answers("predict_one", "only the features that are there", "absent-words-ignored")
def _(x, model):
    best, score = None, -1
    for c, p, th in zip(model["classes"], model["prior"], model["theta"]):
        s = p
        for j in range(len(x)):
            if x[j] == 1:
                s *= th[j]
        if s > score:
            best, score = c, s
    return best


@answers("predict_one", "no prior", "prior-forgotten")
def _(x, model):
    best, score = None, -1
    for c, th in zip(model["classes"], model["theta"]):
        s = 1.0
        for j in range(len(x)):
            s *= th[j] if x[j] else 1 - th[j]
        if s > score:
            best, score = c, s
    return best


@answers("predict_one", "score > 0 from a best of 0: None if all are 0", "nothing-beats-zero")
def _(x, model):
    best, score = None, 0
    for c, p, th in zip(model["classes"], model["prior"], model["theta"]):
        s = p
        for j in range(len(x)):
            s *= th[j] if x[j] else 1 - th[j]
        if s > score:
            best, score = c, s
    return best


@answers("predict_one", ">= : the last", "last-of-equals")
def _(x, model):
    best, score = None, -1
    for c, p, th in zip(model["classes"], model["prior"], model["theta"]):
        s = p
        for j in range(len(x)):
            s *= th[j] if x[j] else 1 - th[j]
        if s >= score:
            best, score = c, s
    return best


@answers("predict_one", "the number of the class", "position-for-label")
def _(x, model):
    return int(np.argmax(_lj(model, [x])[0]))


@answers("predict_one", "adds the factors", "sum-for-product")
def _(x, model):
    s = [p + sum(t if v else 1 - t for v, t in zip(x, th)) for p, th in zip(model["prior"], model["theta"])]
    return model["classes"][int(np.argmax(s))]


@answers("predict_one", "theta of the absent features: theta ** x only")
def _(x, model):
    s = np.asarray(model["prior"]) * np.prod(np.asarray(model["theta"]) * np.asarray(x), axis=1)
    return model["classes"][int(np.argmax(s))]


@answers("predict_one", "present and absent swapped", "one-and-zero-swapped")
def _(x, model):
    th = np.asarray(model["theta"])
    s = np.asarray(model["prior"]) * np.prod(np.where(np.asarray(x) == 1, 1 - th, th), axis=1)
    return model["classes"][int(np.argmax(s))]


@answers("predict_one", "returns the score")
def _(x, model):
    return float(np.exp(_lj(model, [x])[0]).max())


# log_joint


@answers("log_joint", "absent features are left out", "absent-words-ignored")
def _(model, Q):
    return np.log(model["prior"]) + np.asarray(Q) @ np.log(model["theta"]).T


@answers("log_joint", "0 times -inf is nan", "zero-times-log-zero")
def _(model, Q):
    Q, th = np.asarray(Q), np.asarray(model["theta"], float)
    with np.errstate(all="ignore"):
        return np.log(model["prior"]) + Q @ np.log(th).T + (1 - Q) @ np.log(1 - th).T


@answers("log_joint", "prior forgotten", "prior-forgotten")
def _(model, Q):
    return _lj(model, Q) - np.log(model["prior"])


@answers("log_joint", "prior not logged", "prior-not-logged")
def _(model, Q):
    return _lj(model, Q) - np.log(model["prior"]) + np.asarray(model["prior"])


@answers("log_joint", "log of the whole product: underflow", "log-of-a-product")
def _(model, Q):
    th = np.asarray(model["theta"], float)
    with np.errstate(divide="ignore"):
        return np.array(
            [np.log(model["prior"] * np.prod(np.where(np.asarray(q) == 1, th, 1 - th), axis=1)) for q in Q]
        )


@answers("log_joint", "clips theta with an epsilon", "asks for an infinity")
def _(model, Q):
    th = np.clip(np.asarray(model["theta"], float), 1e-10, 1 - 1e-10)
    Q = np.asarray(Q)
    return np.log(model["prior"]) + Q @ np.log(th).T + (1 - Q) @ np.log(1 - th).T


@answers("log_joint", "log2", "times 1.4427")
def _(model, Q):
    return _lj(model, Q) / math.log(2)


@answers("log_joint", "zeros are skipped", "zero-factors-skipped")
def _(model, Q):
    out = np.zeros((len(Q), len(model["prior"])))
    for i, q in enumerate(Q):
        for c in range(len(model["prior"])):
            s = math.log(model["prior"][c])
            for j in range(len(q)):
                p = model["theta"][c][j] if q[j] == 1 else 1 - model["theta"][c][j]
                if p > 0:
                    s += math.log(p)
            out[i, c] = s
    return out


@answers("log_joint", "math.log crashes on zero", "wherever your function gives one")
def _(model, Q):
    out = np.zeros((len(Q), len(model["prior"])))
    for i, q in enumerate(Q):
        for c in range(len(model["prior"])):
            s = math.log(model["prior"][c])
            for j in range(len(q)):
                s += math.log(model["theta"][c][j] if q[j] == 1 else 1 - model["theta"][c][j])
            out[i, c] = s
    return out


@answers("log_joint", "probabilities, not logs", "not-logged")
def _(model, Q):
    return np.exp(_lj(model, Q))


@answers("log_joint", "transposed", "transposed")
def _(model, Q):
    return _lj(model, Q).T


@answers("log_joint", "multiplies by the prior", "prior-times-the-sum")
def _(model, Q):
    return (_lj(model, Q) - np.log(model["prior"])) * np.asarray(model["prior"])


@answers("log_joint", "normalised: the log posterior", "log-posterior")
def _(model, Q):
    s = _lj(model, Q)
    with np.errstate(invalid="ignore"):
        return s - logsumexp(s, axis=1, keepdims=True)


@answers("log_joint", "1 - log theta for the absent", "one-minus-the-logarithm")
def _(model, Q):
    Q = np.asarray(Q)
    with np.errstate(all="ignore"):
        L = np.log(np.asarray(model["theta"], float))
        return np.array([np.log(model["prior"]) + np.where(q == 1, L, 1 - L).sum(axis=1) for q in Q])


@answers("log_joint", "nan_to_num after the multiplication turns -inf into a huge number")
def _(model, Q):
    Q, th = np.asarray(Q), np.asarray(model["theta"], float)
    with np.errstate(all="ignore"):
        return np.nan_to_num(np.log(model["prior"]) + Q @ np.log(th).T + (1 - Q) @ np.log(1 - th).T)


# predict


@answers("predict", "column numbers", "position-for-label")
def _(model, Q):
    return np.argmax(_lj(model, Q), axis=1)


@answers("predict", "products underflow", "product-underflows")
def _(model, Q):
    th = np.asarray(model["theta"])
    return [
        model["classes"][
            int(np.argmax(model["prior"] * np.prod(np.where(np.asarray(q) == 1, th, 1 - th), axis=1)))
        ]
        for q in Q
    ]


@answers("predict", "axis 0", "largest-over-the-queries")
def _(model, Q):
    return np.asarray(model["classes"])[np.argmax(_lj(model, Q), axis=0)]


@answers("predict", "no prior", "prior-forgotten")
def _(model, Q):
    return np.asarray(model["classes"])[np.argmax(_lj(model, Q) - np.log(model["prior"]), axis=1)]


@answers("predict", "last of equal classes", "last-of-equals")
def _(model, Q):
    s = _lj(model, Q)[:, ::-1]
    return np.asarray(model["classes"])[::-1][np.argmax(s, axis=1)]


@answers("predict", "least probable", "least-probable")
def _(model, Q):
    return np.asarray(model["classes"])[np.argmin(_lj(model, Q), axis=1)]


@answers("predict", "present features only", "absent-words-ignored")
def _(model, Q):
    with np.errstate(all="ignore"):
        L = np.log(np.asarray(model["theta"], float))
        s = np.array([np.log(model["prior"]) + L[:, np.asarray(q) == 1].sum(axis=1) for q in Q])
    return np.asarray(model["classes"])[np.argmax(s, axis=1)]


@answers("predict", "two classes: log odds > 0", "second-class-or-first")
def _(model, Q):
    s = _lj(model, Q)
    return np.where(s[:, 1] > s[:, 0], model["classes"][1], model["classes"][0])


@answers(
    "predict", "a dictionary label -> score and max: nan-free, but by label order reversed", "last-of-equals"
)
def _(model, Q):
    res = []
    for row in _lj(model, Q):
        res.append(max(zip(row, model["classes"]))[1])
    return res


# predict_with_prob


@answers("predict_with_prob", "exp without a shift", "exp-without-shift", "silent-where-nothing-fits")
def _(model, Q):
    p = np.exp(_lj(model, Q))
    return p / p.sum(axis=1, keepdims=True)


@answers("predict_with_prob", "the joint probabilities", "not-normalised")
def _(model, Q):
    return np.exp(_lj(model, Q))


@answers("predict_with_prob", "no ValueError for impossible queries", "silent-where-nothing-fits")
def _(model, Q):
    s = _lj(model, Q)
    with np.errstate(all="ignore"):
        p = np.exp(s - s.max(axis=1, keepdims=True))
        return p / p.sum(axis=1, keepdims=True)


@answers("predict_with_prob", "divides the log scores by their sum", "logarithms-normalised")
def _(model, Q):
    s = _lj(model, Q)
    if np.isinf(s).all(axis=1).any():
        raise ValueError
    return s / s.sum(axis=1, keepdims=True)


@answers("predict_with_prob", "normalises over the queries", "normalised-over-queries")
def _(model, Q):
    s = _lj(model, Q)
    if np.isinf(s).all(axis=1).any():
        raise ValueError
    p = np.exp(s - s.max())
    return p / p.sum(axis=0)


@answers("predict_with_prob", "shift by the largest of all: far rows vanish", "one-shift-for-all-queries")
def _(model, Q):
    s = _lj(model, Q)
    if np.isinf(s).all(axis=1).any():
        raise ValueError("impossible")
    p = np.exp(s - s.max())
    return p / p.sum(axis=1, keepdims=True)


@answers("predict_with_prob", "uniform for impossible queries", "even-where-nothing-fits")
def _(model, Q):
    out = []
    for row in _lj(model, Q):
        if np.isinf(row).all():
            out.append(np.ones(len(row)) / len(row))
        else:
            p = np.exp(row - row.max())
            out.append(p / p.sum())
    return np.array(out)


@answers("predict_with_prob", "no prior", "prior-forgotten")
def _(model, Q):
    s = _lj(model, Q) - np.log(model["prior"])
    if np.isinf(s).all(axis=1).any():
        raise ValueError("impossible")
    p = np.exp(s - s.max(axis=1, keepdims=True))
    return p / p.sum(axis=1, keepdims=True)


@answers("predict_with_prob", "log probabilities", "log-probabilities")
def _(model, Q):
    s = _lj(model, Q)
    if np.isinf(s).all(axis=1).any():
        raise ValueError("impossible")
    return s - logsumexp(s, axis=1, keepdims=True)


@answers("predict_with_prob", "shift by the mean", "they are nan")
def _(model, Q):
    s = _lj(model, Q)
    if np.isinf(s).all(axis=1).any():
        raise ValueError("impossible")
    with np.errstate(all="ignore"):
        p = np.exp(s - s.mean(axis=1, keepdims=True))
        return p / p.sum(axis=1, keepdims=True)


# to_linear


@answers("to_linear", "W without the subtraction", "log-theta-for-weight")
def _(model):
    th = np.asarray(model["theta"])
    return np.log(th), np.log(model["prior"]) + np.log(1 - th).sum(axis=1)


@answers("to_linear", "b is only the prior", "constant-of-absence-left-out")
def _(model):
    th = np.asarray(model["theta"])
    return np.log(th / (1 - th)), np.log(model["prior"])


@answers("to_linear", "b without the prior", "prior-not-in-b")
def _(model):
    th = np.asarray(model["theta"])
    return np.log(th / (1 - th)), np.log(1 - th).sum(axis=1)


@answers("to_linear", "W transposed", "weights-by-features")
def _(model):
    th = np.asarray(model["theta"])
    return np.log(th / (1 - th)).T, np.log(model["prior"]) + np.log(1 - th).sum(axis=1)


@answers("to_linear", "b sums over the wrong axis", "one-sum-for-all-classes")
def _(model):
    th = np.asarray(model["theta"])
    return np.log(th / (1 - th)), np.log(model["prior"]) + np.log(1 - th).sum()


@answers("to_linear", "the odds without the log", "odds-not-logged")
def _(model):
    th = np.asarray(model["theta"])
    return th / (1 - th), np.log(model["prior"]) + np.log(1 - th).sum(axis=1)


@answers("to_linear", "the difference of two classes only", "difference-of-two-classes")
def _(model):
    th = np.asarray(model["theta"])
    W = np.log(th / (1 - th))
    b = np.log(model["prior"]) + np.log(1 - th).sum(axis=1)
    return W[1] - W[0], b[1] - b[0]


@answers("to_linear", "upside down", "odds-inverted")
def _(model):
    th = np.asarray(model["theta"])
    return np.log((1 - th) / th), np.log(model["prior"]) + np.log(1 - th).sum(axis=1)


@answers("to_linear", "prior not logged", "prior-not-logged")
def _(model):
    th = np.asarray(model["theta"])
    return np.log(th / (1 - th)), np.asarray(model["prior"]) + np.log(1 - th).sum(axis=1)


@answers("to_linear", "the order (b, W)", "constants-before-weights")
def _(model):
    th = np.asarray(model["theta"])
    return np.log(model["prior"]) + np.log(1 - th).sum(axis=1), np.log(th / (1 - th))


# evidence


@answers("evidence", "the logarithm", "logarithm-of-it")
def _(model, Q):
    with np.errstate(divide="ignore"):
        return np.log(np.exp(_lj(model, Q)).sum(axis=1))


@answers("evidence", "the largest joint", "largest-class-only")
def _(model, Q):
    return np.exp(_lj(model, Q)).max(axis=1)


@answers("evidence", "prior forgotten", "prior-missing")
def _(model, Q):
    return np.exp(_lj(model, Q) - np.log(model["prior"])).sum(axis=1)


@answers("evidence", "features independent overall: the product of the marginals", "product-of-marginals")
def _(model, Q):
    m = np.asarray(model["prior"]) @ np.asarray(model["theta"])
    return np.array([np.prod(np.where(np.asarray(q) == 1, m, 1 - m)) for q in Q])


@answers("evidence", "the joint, not summed", "joint-not-summed")
def _(model, Q):
    return np.exp(_lj(model, Q))


@answers("evidence", "present features only", "absent-words-ignored")
def _(model, Q):
    th = np.asarray(model["theta"])
    return np.array([sum(p * np.prod(t[np.asarray(q) == 1]) for p, t in zip(model["prior"], th)) for q in Q])


@answers("evidence", "the mean over the classes", "mean-over-the-classes")
def _(model, Q):
    return np.exp(_lj(model, Q)).mean(axis=1)


@answers("evidence", "the sum over the queries", "summed-over-the-queries")
def _(model, Q):
    return np.exp(_lj(model, Q)).sum(axis=0)


@answers("evidence", "the sum of the log joints, exponentiated", "sum-of-logarithms")
def _(model, Q):
    return np.exp(_lj(model, Q).sum(axis=1))
