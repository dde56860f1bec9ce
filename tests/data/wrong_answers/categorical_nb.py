"""Wrong answers to the tasks on categorical naive Bayes."""
# ruff: noqa: B905, C414, F401

import copy
import math
from collections import Counter, defaultdict

import numpy as np
from scipy.special import logsumexp

from tests.data.wrong_answers import WrongAnswers

answers = WrongAnswers()


def _pairs(examples, values, alpha=0):
    n = Counter(y for _, y in examples)
    table = {}
    for c in n:
        for j, vs in enumerate(values):
            for v in vs:
                hits = sum(1 for x, y in examples if y == c and x[j] == v)
                table[c, j, v] = (hits + alpha) / (n[c] + alpha * len(vs))
    return {"prior": {c: n[c] / len(examples) for c in n}, "table": table}


def _tables(X, y, n_values, alpha):
    X, y = np.asarray(X), np.asarray(y)
    out = []
    for j, V in enumerate(n_values):
        rows = []
        for c in np.unique(y):
            cnt = np.array([np.sum((X[:, j] == v) & (y == c)) for v in range(V)])
            rows.append((cnt + alpha) / ((y == c).sum() + alpha * V))
        out.append(np.array(rows))
    return out


def _learn(X, y, n_values, alpha=0):
    X, y = np.asarray(X), np.asarray(y)
    classes, n = np.unique(y, return_counts=True)
    counts = [
        np.array([[np.sum((X[:, j] == v) & (y == c)) for v in range(V)] for c in classes])
        for j, V in enumerate(n_values)
    ]
    return {
        "classes": classes,
        "prior": n / len(y),
        "tables": _tables(X, y, n_values, alpha),
        "class_count": n,
        "counts": counts,
        "alpha": alpha,
    }


def _lj(model, Q, prior=True):
    Q = np.asarray(Q)
    out = np.zeros((len(Q), len(model["prior"])))
    with np.errstate(divide="ignore"):
        if prior:
            out += np.log(model["prior"])
        for j, t in enumerate(model["tables"]):
            out += np.log(np.asarray(t, float))[:, Q[:, j]].T
    return out


# learn_pairs


@answers("learn_pairs", "values that were not seen are left out", "only-what-was-seen")
def _(examples, values):
    n = Counter(y for _, y in examples)
    table = Counter((y, j, v) for x, y in examples for j, v in enumerate(x))
    return {
        "prior": {c: n[c] / len(examples) for c in n},
        "table": {k: m / n[k[0]] for k, m in table.items()},
    }


@answers("learn_pairs", "joint: divided by all examples", "table-divides-by-all-examples")
def _(examples, values):
    m = _pairs(examples, values)
    m["table"] = {(c, j, v): p * m["prior"][c] for (c, j, v), p in m["table"].items()}
    return m


@answers("learn_pairs", "smoothed", "smoothed-unasked")
def _(examples, values):
    return _pairs(examples, values, 1)


@answers("learn_pairs", "counts in the prior", "prior-is-a-count")
def _(examples, values):
    m = _pairs(examples, values)
    m["prior"] = dict(Counter(y for _, y in examples))
    return m


@answers("learn_pairs", "P(class | value)", "table-divides-by-the-value")
def _(examples, values):
    m = _pairs(examples, values)
    t = {}
    for c, j, v in m["table"]:
        tot = sum(1 for x, y in examples if x[j] == v)
        t[c, j, v] = sum(1 for x, y in examples if x[j] == v and y == c) / tot if tot else 0
    m["table"] = t
    return m


@answers("learn_pairs", "keys (j, v, c)")
def _(examples, values):
    m = _pairs(examples, values)
    m["table"] = {(j, v, c): p for (c, j, v), p in m["table"].items()}
    return m


@answers("learn_pairs", "nested dictionaries")
def _(examples, values):
    m = _pairs(examples, values)
    t = {}
    for (c, j, v), p in m["table"].items():
        t.setdefault(c, {}).setdefault(j, {})[v] = p
    m["table"] = t
    return m


@answers(
    "learn_pairs",
    "feature forgotten: the same word in two features is counted together",
    "equal-words-of-two-features",
)
def _(examples, values):
    n = Counter(y for _, y in examples)
    cnt = Counter((y, v) for x, y in examples for v in x)
    t = {(c, j, v): cnt[c, v] / n[c] for c in n for j, vs in enumerate(values) for v in vs}
    return {"prior": {c: n[c] / len(examples) for c in n}, "table": t}


@answers("learn_pairs", "uniform prior", "all-classes-equally-probable")
def _(examples, values):
    m = _pairs(examples, values)
    m["prior"] = {c: 1 / len(m["prior"]) for c in m["prior"]}
    return m


@answers(
    "learn_pairs", "the share among the values of all features: divided by n_c d", "shares-of-all-features"
)
def _(examples, values):
    m = _pairs(examples, values)
    m["table"] = {k: p / len(values) for k, p in m["table"].items()}
    return m


# predict_one


def _scores(x, model):
    s = {}
    for c, p in model["prior"].items():
        for j, v in enumerate(x):
            p *= model["table"][c, j, v]
        s[c] = p
    return s


@answers("predict_one", "no prior", "prior-left-out")
def _(x, model):
    s = {c: math.prod(model["table"][c, j, v] for j, v in enumerate(x)) for c in model["prior"]}
    return max(sorted(s), key=s.get)


@answers("predict_one", "sum in place of product", "adds-the-shares")
def _(x, model):
    s = {c: p + sum(model["table"][c, j, v] for j, v in enumerate(x)) for c, p in model["prior"].items()}
    return max(sorted(s), key=s.get)


@answers("predict_one", "first in the dictionary, not in sorted order", "tie-to-the-first-learnt")
def _(x, model):
    s = _scores(x, model)
    return max(s, key=s.get)


@answers("predict_one", "zeros skipped", "zero-factors-left-out")
def _(x, model):
    s = {}
    for c, p in model["prior"].items():
        for j, v in enumerate(x):
            if model["table"][c, j, v] != 0:
                p *= model["table"][c, j, v]
        s[c] = p
    return max(sorted(s), key=s.get)


@answers("predict_one", "last of equals", "tie-to-the-last")
def _(x, model):
    s = _scores(x, model)
    best = max(s.values())
    return sorted(c for c in s if s[c] == best)[-1]


@answers("predict_one", "best = 0: None if everything is 0", "nothing-beats-zero")
def _(x, model):
    best, lab = 0, None
    s = _scores(x, model)
    for c in sorted(s):
        if s[c] > best:
            best, lab = s[c], c
    return lab


@answers("predict_one", "log crashes on 0", "wherever your function gives one")
def _(x, model):
    s = {
        c: math.log(p) + sum(math.log(model["table"][c, j, v]) for j, v in enumerate(x))
        for c, p in model["prior"].items()
    }
    return max(sorted(s), key=s.get)


@answers("predict_one", "least probable", "smallest-product")
def _(x, model):
    s = _scores(x, model)
    return min(sorted(s), key=s.get)


@answers("predict_one", "largest name wins a tie: max over (score, class)", "tie-to-the-last")
def _(x, model):
    return max((s, c) for c, s in _scores(x, model).items())[1]


@answers("predict_one", "the prior once for every feature", "prior-in-every-factor")
def _(x, model):
    s = {
        c: math.prod(p * model["table"][c, j, v] for j, v in enumerate(x)) for c, p in model["prior"].items()
    }
    return max(sorted(s), key=s.get)


# predict_one_with_prob


@answers("predict_one_with_prob", "not normalised", "scores-not-normalised")
def _(x, model):
    return _scores(x, model)


@answers("predict_one_with_prob", "no ValueError: ZeroDivisionError", "zero-over-zero")
def _(x, model):
    s = _scores(x, model)
    return {c: v / sum(s.values()) for c, v in s.items()}


@answers("predict_one_with_prob", "uniform if everything is 0", "uniformfor-all")
def _(x, model):
    s = _scores(x, model)
    t = sum(s.values())
    return {c: v / t if t else 1 / len(s) for c, v in s.items()}


@answers("predict_one_with_prob", "divided by the largest", "divided-by-the-largest")
def _(x, model):
    s = _scores(x, model)
    t = max(s.values())
    if t == 0:
        raise ValueError
    return {c: v / t for c, v in s.items()}


@answers("predict_one_with_prob", "no prior", "shares-of-the-likelihood")
def _(x, model):
    s = {c: math.prod(model["table"][c, j, v] for j, v in enumerate(x)) for c in model["prior"]}
    t = sum(s.values())
    if t == 0:
        raise ValueError
    return {c: v / t for c, v in s.items()}


@answers("predict_one_with_prob", "evidence as the product of the values' shares", "divided-by-the-marginals")
def _(x, model):
    s = _scores(x, model)
    e = 1.0
    for j, v in enumerate(x):
        e *= sum(model["prior"][c] * model["table"][c, j, v] for c in model["prior"])
    if e == 0:
        raise ValueError
    return {c: v / e for c, v in s.items()}


@answers("predict_one_with_prob", "only the winner's probability", "winner-alone")
def _(x, model):
    s = _scores(x, model)
    if not any(s.values()):
        raise ValueError
    return max(s.values()) / sum(s.values())


@answers("predict_one_with_prob", "rounded to 4")
def _(x, model):
    s = _scores(x, model)
    if not any(s.values()):
        raise ValueError
    return {c: round(v / sum(s.values()), 4) for c, v in s.items()}


@answers("predict_one_with_prob", "zeros for everybody in place of an error", "zerosfor-all")
def _(x, model):
    s = _scores(x, model)
    t = sum(s.values())
    return {c: v / t if t else 0.0 for c, v in s.items()}


# class_prior


@answers("class_prior", "counts", "counts-returned")
def _(y):
    return np.unique(y, return_counts=True)


@answers("class_prior", "in the order of first sight", "order-of-appearance")
def _(y):
    c = Counter(np.asarray(y).tolist())
    return list(c), [v / len(y) for v in c.values()]


@answers("class_prior", "uniform", "uniform-prior")
def _(y):
    c = np.unique(y)
    return c, np.full(len(c), 1 / len(c))


@answers("class_prior", "a dictionary")
def _(y):
    c = Counter(np.asarray(y).tolist())
    return {k: v / len(y) for k, v in sorted(c.items())}


@answers("class_prior", "most frequent first", "commonest-class-first")
def _(y):
    c = Counter(np.asarray(y).tolist()).most_common()
    return [k for k, _ in c], [v / len(y) for _, v in c]


@answers("class_prior", "bincount: labels from 0", "labels-used-as-indices")
def _(y):
    b = np.bincount(y)
    return np.arange(len(b)), b / b.sum()


@answers("class_prior", "Laplace", "prior-smoothed")
def _(y):
    c, n = np.unique(y, return_counts=True)
    return c, (n + 1) / (len(y) + len(c))


@answers("class_prior", "two classes: p and 1 - p", "two-classes-at-most")
def _(y):
    c = sorted(set(np.asarray(y).tolist()))
    p = float(np.mean(np.asarray(y) == c[0]))
    return [c[0], c[-1]], [p, 1 - p]


@answers("class_prior", "log prior", "logarithms-of-the-shares")
def _(y):
    c, n = np.unique(y, return_counts=True)
    return c, np.log(n / len(y))


@answers("class_prior", "swapped", "shares-before-classes")
def _(y):
    c, n = np.unique(y, return_counts=True)
    return n / len(y), c


# cond_table


@answers("cond_table", "alpha K below", "alpha-times-classes")
def _(X, y, n_values, alpha):
    K = len(np.unique(y))
    y = np.asarray(y)
    raw = _learn(X, y, n_values)
    return [(t + alpha) / (raw["class_count"][:, None] + alpha * K) for t in raw["counts"]]


@answers("cond_table", "alpha once below", "alpha-once-below-the-line")
def _(X, y, n_values, alpha):
    raw = _learn(X, y, n_values)
    return [(t + alpha) / (raw["class_count"][:, None] + alpha) for t in raw["counts"]]


@answers("cond_table", "alpha above only", "alpha-above-the-line-only")
def _(X, y, n_values, alpha):
    raw = _learn(X, y, n_values)
    return [(t + alpha) / raw["class_count"][:, None] for t in raw["counts"]]


@answers("cond_table", "the values seen in the class only", "smooths-by-the-values-of-the-class")
def _(X, y, n_values, alpha):
    raw = _learn(X, y, n_values)
    return [(t + alpha) / (raw["class_count"] + alpha * (t > 0).sum(axis=1))[:, None] for t in raw["counts"]]


@answers("cond_table", "V from the data: X.max() + 1", "table-as-wide-as-what-was-seen")
def _(X, y, n_values, alpha):
    X = np.asarray(X)
    return _tables(X, y, [int(X[:, j].max()) + 1 for j in range(X.shape[1])], alpha)


@answers("cond_table", "joint: divided by n", "divides-by-all-examples")
def _(X, y, n_values, alpha):
    raw = _learn(X, y, n_values)
    return [(t + alpha) / (len(y) + alpha * t.shape[1]) for t in raw["counts"]]


@answers("cond_table", "P(class | value): columns sum to one", "divides-by-the-value")
def _(X, y, n_values, alpha):
    raw = _learn(X, y, n_values)
    with np.errstate(all="ignore"):
        return [np.nan_to_num((t + alpha) / (t + alpha).sum(axis=0)) for t in raw["counts"]]


@answers("cond_table", "alpha ignored: 1", "one-hard-coded")
def _(X, y, n_values, alpha):
    return _tables(X, y, n_values, 1)


@answers("cond_table", "not smoothed", "alpha-ignored")
def _(X, y, n_values, alpha):
    return _tables(X, y, n_values, 0)


@answers("cond_table", "tables transposed (V, K)", "transposed")
def _(X, y, n_values, alpha):
    return [t.T for t in _tables(X, y, n_values, alpha)]


@answers(
    "cond_table",
    "all features of all features: alpha * sum of n_values below",
    "alpha-for-the-values-of-all-features",
)
def _(X, y, n_values, alpha):
    raw = _learn(X, y, n_values)
    return [(t + alpha) / (raw["class_count"][:, None] + alpha * sum(n_values)) for t in raw["counts"]]


@answers("cond_table", "only zeros are smoothed", "only-zeros-are-smoothed")
def _(X, y, n_values, alpha):
    raw = _learn(X, y, n_values)
    out = []
    for t in raw["counts"]:
        t = np.where(t == 0, alpha, t)
        out.append(t / t.sum(axis=1, keepdims=True))
    return out


@answers("cond_table", "labels are positions: y == 0, 1, ...", "labels-used-as-indices")
def _(X, y, n_values, alpha):
    X, y = np.asarray(X), np.asarray(y)
    out = []
    for j, V in enumerate(n_values):
        t = np.zeros((len(set(y.tolist())), V))
        for i in range(len(y)):
            t[y[i], X[i, j]] += 1
        out.append((t + alpha) / (t.sum(axis=1, keepdims=True) + alpha * V))
    return out


@answers("cond_table", "fancy index += counts repeated pairs once", "repeated-pairs-count-once")
def _(X, y, n_values, alpha):
    X = np.asarray(X)
    classes, code = np.unique(y, return_inverse=True)
    n = np.bincount(code)
    out = []
    for j, V in enumerate(n_values):
        t = np.zeros((len(classes), V))
        t[code, X[:, j]] += 1
        out.append((t + alpha) / (n[:, None] + alpha * V))
    return out


@answers("cond_table", "alpha is split among the values: alpha / V", "alpha-shared-among-the-values")
def _(X, y, n_values, alpha):
    raw = _learn(X, y, n_values)
    return [(t + alpha / t.shape[1]) / (raw["class_count"][:, None] + alpha) for t in raw["counts"]]


# learn


@answers("learn", "counts with alpha", "counts-hold-alpha")
def _(X, y, n_values, alpha=0):
    m = _learn(X, y, n_values, alpha)
    m["counts"] = [t + alpha for t in m["counts"]]
    return m


@answers("learn", "prior smoothed", "prior-smoothed-as-well")
def _(X, y, n_values, alpha=0):
    m = _learn(X, y, n_values, alpha)
    m["prior"] = (m["class_count"] + alpha) / (len(y) + alpha * len(m["classes"]))
    return m


@answers("learn", "alpha is 1 by default", "one-without-a-word")
def _(X, y, n_values, alpha=1):
    return _learn(X, y, n_values, alpha)


@answers("learn", "uniform prior", "prior-uniform")
def _(X, y, n_values, alpha=0):
    m = _learn(X, y, n_values, alpha)
    m["prior"] = np.full(len(m["classes"]), 1 / len(m["classes"]))
    return m


@answers("learn", "tables without alpha", "alpha-not-handed-on")
def _(X, y, n_values, alpha=0):
    m = _learn(X, y, n_values, 0)
    m["alpha"] = alpha
    return m


@answers("learn", "the tables hold logarithms")
def _(X, y, n_values, alpha=0):
    m = _learn(X, y, n_values, alpha)
    with np.errstate(divide="ignore"):
        m["tables"] = [np.log(t) for t in m["tables"]]
    return m


@answers("learn", "class_count are the shares")
def _(X, y, n_values, alpha=0):
    m = _learn(X, y, n_values, alpha)
    m["class_count"] = m["prior"]
    return m


@answers("learn", "alpha is not kept")
def _(X, y, n_values, alpha=0):
    m = _learn(X, y, n_values, alpha)
    del m["alpha"]
    return m


@answers("learn", "counts are the tables")
def _(X, y, n_values, alpha=0):
    m = _learn(X, y, n_values, alpha)
    m["counts"] = m["tables"]
    return m


@answers("learn", "classes as they come", "classes-as-they-come")
def _(X, y, n_values, alpha=0):
    m = _learn(X, y, n_values, alpha)
    m["classes"] = list(dict.fromkeys(np.asarray(y).tolist()))
    return m


@answers("learn", "class_count with alpha")
def _(X, y, n_values, alpha=0):
    m = _learn(X, y, n_values, alpha)
    m["class_count"] = m["class_count"] + alpha
    return m


# log_joint


@answers("log_joint", "prior forgotten", "prior-forgotten")
def _(model, Q):
    return _lj(model, Q, prior=False)


@answers("log_joint", "prior not logged", "prior-not-logged")
def _(model, Q):
    return _lj(model, Q, prior=False) + np.asarray(model["prior"])


@answers("log_joint", "log of the product", "log-of-a-product")
def _(model, Q):
    with np.errstate(divide="ignore"):
        return np.array(
            [
                [
                    np.log(model["prior"][c] * np.prod([t[c][q[j]] for j, t in enumerate(model["tables"])]))
                    for c in range(len(model["prior"]))
                ]
                for q in Q
            ]
        )


@answers("log_joint", "zeros skipped", "zero-factors-skipped")
def _(model, Q):
    out = []
    for q in Q:
        row = []
        for c, p in enumerate(model["prior"]):
            s = math.log(p)
            for j, v in enumerate(q):
                t = model["tables"][j][c][v]
                if t > 0:
                    s += math.log(t)
            row.append(s)
        out.append(row)
    return out


@answers("log_joint", "prior times sum", "log-likelihood-times-prior")
def _(model, Q):
    return _lj(model, Q, prior=False) * np.asarray(model["prior"])


@answers("log_joint", "epsilon", "zero-padded-with-a-tiny-number")
def _(model, Q):
    m = dict(model)
    m["tables"] = [np.asarray(t, float) + 1e-9 for t in model["tables"]]
    return _lj(m, Q)


@answers("log_joint", "log2", "base-two")
def _(model, Q):
    return _lj(model, Q) / np.log(2)


@answers("log_joint", "probabilities", "no-logarithms")
def _(model, Q):
    return np.exp(_lj(model, Q))


@answers("log_joint", "math.log fails on 0", "logarithm-of-zero-raises")
def _(model, Q):
    return [
        [
            math.log(p) + sum(math.log(model["tables"][j][c][v]) for j, v in enumerate(q))
            for c, p in enumerate(model["prior"])
        ]
        for q in Q
    ]


@answers("log_joint", "prior for each feature", "prior-in-every-factor")
def _(model, Q):
    return _lj(model, Q, prior=False) + len(model["tables"]) * np.log(model["prior"])


@answers("log_joint", "transposed", "queries-and-classes-exchanged")
def _(model, Q):
    return _lj(model, Q).T


@answers("log_joint", "uses the keys class_count: only models of learn", "prior-from-the-counts")
def _(model, Q):
    n = np.asarray(model["class_count"])
    return _lj(model, Q, prior=False) + np.log(n / n.sum())


@answers("log_joint", "the first feature's table for all features", "first-table-for-every-feature")
def _(model, Q):
    m = dict(model)
    m["tables"] = [model["tables"][0]] * len(model["tables"])
    return _lj(m, Q)


@answers("log_joint", "normalised", "normalised-already")
def _(model, Q):
    s = _lj(model, Q)
    with np.errstate(invalid="ignore"):
        return s - logsumexp(s, axis=1, keepdims=True)


# predict


@answers("predict", "positions", "place-of-the-class")
def _(model, Q):
    return np.argmax(_lj(model, Q), axis=1)


@answers("predict", "no prior", "maximum-likelihood")
def _(model, Q):
    return np.asarray(model["classes"])[np.argmax(_lj(model, Q, prior=False), axis=1)]


@answers("predict", "axis 0", "largest-over-the-queries")
def _(model, Q):
    return np.asarray(model["classes"])[np.argmax(_lj(model, Q), axis=0)]


@answers("predict", "last of equals", "tie-to-the-last")
def _(model, Q):
    return [max(zip(r, range(len(r))))[1] for r in _lj(model, Q)] and [
        model["classes"][max(zip(r, range(len(r))))[1]] for r in _lj(model, Q)
    ]


@answers("predict", "product underflows", "product-underflows")
def _(model, Q):
    out = []
    for q in Q:
        s = [
            p * math.prod(model["tables"][j][c][v] for j, v in enumerate(q))
            for c, p in enumerate(model["prior"])
        ]
        out.append(model["classes"][s.index(max(s))])
    return out


@answers("predict", "argmin", "smallest-score")
def _(model, Q):
    return np.asarray(model["classes"])[np.argmin(_lj(model, Q), axis=1)]


@answers("predict", "the commonest class", "most-common-class")
def _(model, Q):
    return [model["classes"][int(np.argmax(model["prior"]))]] * len(Q)


@answers("predict", "two classes only", "second-class-or-first")
def _(model, Q):
    s = _lj(model, Q)
    return [model["classes"][int(r[1] > r[0])] for r in s]


@answers("predict", "classes sorted again: not the order of the model", "classes-sorted-again")
def _(model, Q):
    c = sorted(list(model["classes"]))
    return [c[int(np.argmax(r))] for r in _lj(model, Q)]


# predict_with_prob


@answers("predict_with_prob", "exp without shift", "underflow")
def _(model, Q):
    p = np.exp(_lj(model, Q))
    return p / p.sum(axis=1, keepdims=True)


@answers("predict_with_prob", "no ValueError", "nothing-possible-gives-nan")
def _(model, Q):
    s = _lj(model, Q)
    with np.errstate(all="ignore"):
        return np.exp(s - logsumexp(s, axis=1, keepdims=True))


@answers("predict_with_prob", "joint", "not-normalised")
def _(model, Q):
    return np.exp(_lj(model, Q))


@answers("predict_with_prob", "logs divided", "logs-normalised")
def _(model, Q):
    s = _lj(model, Q)
    with np.errstate(all="ignore"):
        return s / s.sum(axis=1, keepdims=True)


@answers("predict_with_prob", "axis 0", "columns-sum-to-one")
def _(model, Q):
    s = _lj(model, Q)
    if np.isneginf(s).all(axis=1).any():
        raise ValueError
    p = np.exp(s - s.max(axis=1, keepdims=True))
    return p / p.sum(axis=0)


@answers("predict_with_prob", "shift by the global maximum", "one-shift-for-all-queries")
def _(model, Q):
    s = _lj(model, Q)
    if np.isneginf(s).all(axis=1).any():
        raise ValueError
    with np.errstate(all="ignore"):
        p = np.exp(s - s.max())
        return p / p.sum(axis=1, keepdims=True)


@answers("predict_with_prob", "no prior", "prior-left-out")
def _(model, Q):
    s = _lj(model, Q, prior=False)
    if np.isneginf(s).all(axis=1).any():
        raise ValueError
    p = np.exp(s - s.max(axis=1, keepdims=True))
    return p / p.sum(axis=1, keepdims=True)


@answers("predict_with_prob", "uniform where nothing fits", "nothing-possible-gives-uniform")
def _(model, Q):
    out = []
    for r in _lj(model, Q):
        if np.isneginf(r).all():
            out.append(np.full(len(r), 1 / len(r)))
        else:
            p = np.exp(r - r.max())
            out.append(p / p.sum())
    return np.array(out)


# log_joint_with_gaps


@answers("log_joint_with_gaps", "-1 picks the last value", "index-wraps-to-the-last-value")
def _(model, Q):
    return _lj(model, Q)


@answers("log_joint_with_gaps", "whole queries with a gap are left out", "incomplete-queries-dropped")
def _(model, Q):
    Q = np.asarray(Q)
    return _lj(model, Q[(Q >= 0).all(axis=1)])


@answers("log_joint_with_gaps", "gap counts 1/V", "gap-gets-an-even-share")
def _(model, Q):
    Q = np.asarray(Q)
    m = dict(model)
    m["tables"] = [
        np.column_stack([np.asarray(t, float), np.full(len(t), 1 / np.shape(t)[1])]) for t in model["tables"]
    ]
    return _lj(m, Q)


@answers("log_joint_with_gaps", "gap replaced by the most probable value", "gap-filled-with-the-likeliest")
def _(model, Q):
    m = dict(model)
    m["tables"] = [
        np.column_stack([np.asarray(t, float), np.asarray(t, float).max(axis=1)]) for t in model["tables"]
    ]
    return _lj(m, Q)


@answers("log_joint_with_gaps", "gap replaced by 0, the first value", "gap-read-as-the-first-value")
def _(model, Q):
    return _lj(model, np.maximum(Q, 0))


@answers("log_joint_with_gaps", "prior missing", "prior-forgotten")
def _(model, Q):
    m = dict(model)
    m["tables"] = [np.column_stack([np.asarray(t, float), np.ones(len(t))]) for t in model["tables"]]
    return _lj(m, Q, prior=False)


@answers("log_joint_with_gaps", "-inf for a gap", "gap-rules-out-every-class")
def _(model, Q):
    m = dict(model)
    m["tables"] = [np.column_stack([np.asarray(t, float), np.zeros(len(t))]) for t in model["tables"]]
    return _lj(m, Q)


@answers("log_joint_with_gaps", "break at the first gap", "stops-at-the-first-gap")
def _(model, Q):
    out = []
    with np.errstate(divide="ignore"):
        for q in Q:
            row = []
            for c, p in enumerate(model["prior"]):
                s = np.log(p)
                for j, v in enumerate(q):
                    if v == -1:
                        break
                    s += np.log(model["tables"][j][c][v])
                row.append(s)
            out.append(row)
    return np.array(out)


@answers("log_joint_with_gaps", "everything missing gives 0", "nothing-known-gives-zero")
def _(model, Q):
    m = dict(model)
    m["tables"] = [np.column_stack([np.asarray(t, float), np.ones(len(t))]) for t in model["tables"]]
    s = _lj(m, Q)
    s[(np.asarray(Q) < 0).all(axis=1)] = 0
    return s


# cond_table_with_gaps


def _gapped(X, y, n_values, alpha, den):
    X, y = np.asarray(X), np.asarray(y)
    out = []
    for j, V in enumerate(n_values):
        rows = []
        for c in np.unique(y):
            xj = X[y == c, j]
            cnt = np.array([np.sum(xj == v) for v in range(V)])
            d = den(xj, V)
            rows.append((cnt + alpha) / d if d else np.full(V, 1 / V))
        out.append(np.array(rows))
    return out


@answers("cond_table_with_gaps", "n_c below, gaps and all", "divides-by-the-whole-class")
def _(X, y, n_values, alpha):
    return _gapped(X, y, n_values, alpha, lambda x, V: len(x) + alpha * V)


@answers("cond_table_with_gaps", "rows with a gap are dropped", "incomplete-examples-dropped")
def _(X, y, n_values, alpha):
    X, y = np.asarray(X), np.asarray(y)
    whole = (X >= 0).all(axis=1)
    return _gapped(X[whole], y[whole], n_values, alpha, lambda x, V: len(x) + alpha * V)


@answers("cond_table_with_gaps", "a gap counts as the last value", "gap-counts-as-the-last-value")
def _(X, y, n_values, alpha):
    X = np.array(X)
    for j, V in enumerate(n_values):
        X[X[:, j] == -1, j] = V - 1
    return _tables(X, y, n_values, alpha)


@answers("cond_table_with_gaps", "0/0 gives 0", "nothing-known-gives-zeros")
def _(X, y, n_values, alpha):
    t = _gapped(X, y, n_values, alpha, lambda x, V: (np.sum(x >= 0) + alpha * V) or 1)
    return t


@answers("cond_table_with_gaps", "0/0 gives nan", "nothing-known-gives-nan")
def _(X, y, n_values, alpha):
    with np.errstate(all="ignore"):
        return _gapped(
            X,
            y,
            n_values,
            alpha,
            lambda x, V: (
                np.float64(np.sum(x >= 0) + alpha * V) if np.sum(x >= 0) + alpha * V else np.float64("nan")
            ),
        )


@answers("cond_table_with_gaps", "a gap is a value of its own: V + 1 below", "gap-is-a-value-of-its-own")
def _(X, y, n_values, alpha):
    return _gapped(X, y, n_values, alpha, lambda x, V: len(x) + alpha * (V + 1))


@answers(
    "cond_table_with_gaps",
    "filled with the commonest value of the class",
    "gap-filled-with-the-mode-of-the-class",
)
def _(X, y, n_values, alpha):
    X, y = np.array(X), np.asarray(y)
    for c in np.unique(y):
        for j, V in enumerate(n_values):
            col = X[y == c, j]
            cnt = [np.sum(col == v) for v in range(V)]
            X[(y == c) & (X[:, j] == -1), j] = int(np.argmax(cnt))
    return _tables(X, y, n_values, alpha)


@answers("cond_table_with_gaps", "fills the given array", "writes into what it was given")
def _(X, y, n_values, alpha):
    known = np.array(X) >= 0
    t = _gapped(X, y, n_values, alpha, lambda x, V: np.sum(x >= 0) + alpha * V)
    X[~known] = 0
    return t


# update


@answers("update", "learns from the new ones only", "new-examples-only")
def _(model, X_new, y_new):
    if len(y_new) == 0:
        return model
    return _learn(X_new, y_new, [t.shape[1] for t in map(np.asarray, model["tables"])], model["alpha"])


@answers("update", "changes the old model", "old-model-changed")
def _(model, X_new, y_new):
    for x, c in zip(X_new, y_new):
        k = list(model["classes"]).index(c)
        model["class_count"][k] += 1
        for j, v in enumerate(x):
            model["counts"][j][k][v] += 1
    n = np.asarray(model["class_count"])
    model["prior"] = n / n.sum()
    model["tables"] = [
        (t + model["alpha"]) / (n[:, None] + model["alpha"] * np.shape(t)[1]) for t in model["counts"]
    ]
    return model


@answers("update", "a shallow copy: the counts of the old model change", "old-model-changed")
def _(model, X_new, y_new):
    m = dict(model)
    for x, c in zip(X_new, y_new):
        k = list(m["classes"]).index(c)
        m["class_count"][k] += 1
        for j, v in enumerate(x):
            m["counts"][j][k][v] += 1
    n = np.asarray(m["class_count"])
    m["prior"] = n / n.sum()
    m["tables"] = [(t + m["alpha"]) / (n[:, None] + m["alpha"] * np.shape(t)[1]) for t in m["counts"]]
    return m


@answers("update", "the prior stays", "prior-not-updated")
def _(model, X_new, y_new):
    m = copy.deepcopy(model)
    for x, c in zip(X_new, y_new):
        k = list(m["classes"]).index(c)
        m["class_count"][k] += 1
        for j, v in enumerate(x):
            m["counts"][j][k][v] += 1
    n = np.asarray(m["class_count"])
    m["tables"] = [
        (np.asarray(t) + m["alpha"]) / (n[:, None] + m["alpha"] * np.shape(t)[1]) for t in m["counts"]
    ]
    return m


@answers("update", "without alpha", "alpha-forgotten")
def _(model, X_new, y_new):
    m = copy.deepcopy(model)
    for x, c in zip(X_new, y_new):
        k = list(m["classes"]).index(c)
        m["class_count"][k] += 1
        for j, v in enumerate(x):
            m["counts"][j][k][v] += 1
    n = np.asarray(m["class_count"])
    m["prior"] = n / n.sum()
    m["tables"] = [np.asarray(t) / n[:, None] for t in m["counts"]]
    return m


@answers("update", "mean of the old and the new tables")
def _(model, X_new, y_new):
    if len(y_new) == 0:
        return model
    m = copy.deepcopy(model)
    V = [np.shape(t)[1] for t in model["tables"]]
    new = _learn(np.r_[np.asarray(X_new)], np.asarray(y_new), V, model["alpha"])
    m["tables"] = [
        (np.asarray(a) + np.asarray(b)) / 2 if np.shape(a) == np.shape(b) else a
        for a, b in zip(m["tables"], new["tables"])
    ]
    return m


@answers("update", "pseudo-counts are added once more", "smoothed-twice")
def _(model, X_new, y_new):
    m = copy.deepcopy(model)
    m["counts"] = [np.asarray(t, float) + m["alpha"] for t in m["counts"]]
    m["class_count"] = np.array(m["class_count"])
    for x, c in zip(X_new, y_new):
        k = list(m["classes"]).index(c)
        m["class_count"][k] += 1
        for j, v in enumerate(x):
            m["counts"][j][k][v] += 1
    n = m["class_count"]
    m["prior"] = n / n.sum()
    m["tables"] = [
        (t + m["alpha"]) / (t.sum(axis=1, keepdims=True) + m["alpha"] * t.shape[1]) for t in m["counts"]
    ]
    return m


@answers("update", "only the tables and the prior: the counts stay old")
def _(model, X_new, y_new):
    m = copy.deepcopy(model)
    counts = [np.array(t) for t in m["counts"]]
    n = np.array(m["class_count"])
    for x, c in zip(X_new, y_new):
        k = list(m["classes"]).index(c)
        n[k] += 1
        for j, v in enumerate(x):
            counts[j][k, v] += 1
    m["prior"] = n / n.sum()
    m["tables"] = [(t + m["alpha"]) / (n[:, None] + m["alpha"] * t.shape[1]) for t in counts]
    return m
