"""Wrong answers to the tasks on Gaussian naive Bayes."""
# ruff: noqa: B905, NPY002

import math

import numpy as np
from scipy import stats
from scipy.special import logsumexp

from tests.data.wrong_answers import WrongAnswers

answers = WrongAnswers()


def _lj(model, Q, prior=True):
    Q, m, v = np.asarray(Q, float), np.asarray(model["mean"], float), np.asarray(model["var"], float)
    s = -0.5 * (np.log(2 * np.pi * v)[None] + (Q[:, None, :] - m[None]) ** 2 / v[None]).sum(axis=2)
    return s + np.log(model["prior"]) if prior else s


def _learn(X, y, eps=1e-9):
    X, y = np.asarray(X, float), np.asarray(y)
    classes, n = np.unique(y, return_counts=True)
    return {
        "classes": classes,
        "prior": n / len(y),
        "mean": np.array([X[y == c].mean(0) for c in classes]),
        "var": np.array([X[y == c].var(0) for c in classes]) + eps * X.var(0).max(),
    }


@answers("gaussian_pdf", "var is taken for the standard deviation", "pdf-variance-as-deviation")
def _(x, mean, var):
    return math.exp(-((x - mean) ** 2) / (2 * var**2)) / (math.sqrt(2 * math.pi) * var)


@answers("gaussian_pdf", "no root below", "pdf-without-the-root")
def _(x, mean, var):
    return math.exp(-((x - mean) ** 2) / (2 * var)) / (2 * math.pi * var)


@answers("gaussian_pdf", "the 2 forgotten in the exponent", "pdf-without-the-half")
def _(x, mean, var):
    return np.exp(-((x - mean) ** 2) / var) / np.sqrt(2 * np.pi * var)


@answers("gaussian_pdf", "no normaliser", "pdf-without-the-factor")
def _(x, mean, var):
    return np.exp(-((x - mean) ** 2) / (2 * var))


@answers("gaussian_pdf", "operator precedence: / 2 * var", "pdf-times-the-variance-in-the-exponent")
def _(x, mean, var):
    return 1 / math.sqrt(2 * math.pi * var) * math.exp(-((x - mean) ** 2) / 2 * var)


@answers("gaussian_pdf", "scipy's norm.pdf with the variance as scale", "pdf-variance-as-deviation")
def _(x, mean, var):
    return stats.norm.pdf(x, mean, var)


@answers("gaussian_pdf", "sqrt(2 pi) * var", "pdf-variance-outside-the-root")
def _(x, mean, var):
    return math.exp(-((x - mean) ** 2) / (2 * var)) / (math.sqrt(2 * math.pi) * var)


@answers("gaussian_pdf", "no minus", "pdf-plus-sign")
def _(x, mean, var):
    return math.exp((x - mean) ** 2 / (2 * var)) / math.sqrt(2 * math.pi * var)


@answers("gaussian_pdf", "the distribution function", "pdf-area-to-the-left")
def _(x, mean, var):
    return stats.norm.cdf(x, mean, math.sqrt(var))


@answers("gaussian_pdf", "difference not squared", "pdf-distance-not-squared")
def _(x, mean, var):
    return math.exp(-abs(x - mean) / (2 * var)) / math.sqrt(2 * math.pi * var)


@answers("gaussian_pdf", "clipped at 1", "pdf-capped-at-one")
def _(x, mean, var):
    return min(1.0, math.exp(-((x - mean) ** 2) / (2 * var)) / math.sqrt(2 * math.pi * var))


@answers("gaussian_pdf", "1/(sqrt(2 pi var)) read as 1/sqrt(2 pi) * var", "pdf-times-the-variance")
def _(x, mean, var):
    return 1 / math.sqrt(2 * math.pi) * var * math.exp(-((x - mean) ** 2) / (2 * var))


# learn


@answers("learn", "ddof = 1", "divisor-one-less")
def _(X, y, var_smoothing=1e-9):
    m = _learn(X, y, var_smoothing)
    X, y = np.asarray(X, float), np.asarray(y)
    m["var"] = np.array([X[y == c].var(0, ddof=1) for c in m["classes"]]) + var_smoothing * X.var(0).max()
    return m


@answers("learn", "standard deviations", "deviation-then-added")
def _(X, y, var_smoothing=1e-9):
    m = _learn(X, y, 0)
    m["var"] = np.sqrt(m["var"]) + var_smoothing * np.asarray(X, float).var(0).max()
    return m


@answers("learn", "eps absolute", "absolute-epsilon")
def _(X, y, var_smoothing=1e-9):
    m = _learn(X, y, 0)
    m["var"] = m["var"] + var_smoothing
    return m


@answers("learn", "eps is relative to each column's variance", "epsilon-per-feature")
def _(X, y, var_smoothing=1e-9):
    m = _learn(X, y, 0)
    m["var"] = m["var"] + var_smoothing * np.asarray(X, float).var(0)
    return m


@answers("learn", "eps is relative to the class's variances", "epsilon-of-the-classes")
def _(X, y, var_smoothing=1e-9):
    m = _learn(X, y, 0)
    m["var"] = m["var"] + var_smoothing * m["var"].max()
    return m


@answers("learn", "no smoothing", "nothing-added")
def _(X, y, var_smoothing=1e-9):
    return _learn(X, y, 0)


@answers("learn", "variance about the overall mean", "spread-about-the-common-mean")
def _(X, y, var_smoothing=1e-9):
    m = _learn(X, y, var_smoothing)
    X, y = np.asarray(X, float), np.asarray(y)
    m["var"] = (
        np.array([((X[y == c] - X.mean(0)) ** 2).mean(0) for c in m["classes"]])
        + var_smoothing * X.var(0).max()
    )
    return m


@answers("learn", "one variance for all classes", "variance-of-all-rows")
def _(X, y, var_smoothing=1e-9):
    m = _learn(X, y, var_smoothing)
    X = np.asarray(X, float)
    m["var"] = np.tile(X.var(0), (len(m["classes"]), 1)) + var_smoothing * X.var(0).max()
    return m


@answers("learn", "uniform prior", "uniform-prior")
def _(X, y, var_smoothing=1e-9):
    m = _learn(X, y, var_smoothing)
    m["prior"] = np.full(len(m["classes"]), 1 / len(m["classes"]))
    return m


@answers("learn", "one variance over all features of a class", "one-variance-for-all-features")
def _(X, y, var_smoothing=1e-9):
    m = _learn(X, y, var_smoothing)
    X, y = np.asarray(X, float), np.asarray(y)
    m["var"] = (
        np.array([[X[y == c].var()] * X.shape[1] for c in m["classes"]]) + var_smoothing * X.var(0).max()
    )
    return m


@answers("learn", "only variances of 0 are raised", "only-where-zero")
def _(X, y, var_smoothing=1e-9):
    m = _learn(X, y, 0)
    e = var_smoothing * np.asarray(X, float).var(0).max()
    m["var"] = np.where(m["var"] == 0, e, m["var"])
    return m


@answers("learn", "variance of the whole table for eps", "epsilon-of-the-whole-table")
def _(X, y, var_smoothing=1e-9):
    m = _learn(X, y, 0)
    m["var"] = m["var"] + var_smoothing * np.asarray(X, float).var()
    return m


@answers("learn", "labels are positions: range(K)")
def _(X, y, var_smoothing=1e-9):
    X, y = np.asarray(X, float), np.asarray(y)
    K = len(np.unique(y))
    e = var_smoothing * X.var(0).max()
    return {
        "classes": np.unique(y),
        "prior": np.array([np.mean(y == c) for c in range(K)]),
        "mean": np.array([X[y == c].mean(0) if (y == c).any() else np.zeros(X.shape[1]) for c in range(K)]),
        "var": np.array([X[y == c].var(0) + e if (y == c).any() else np.ones(X.shape[1]) for c in range(K)]),
    }


@answers("learn", "classes as they come", "classes-as-they-appear")
def _(X, y, var_smoothing=1e-9):
    m = _learn(X, y, var_smoothing)
    cls = list(dict.fromkeys(np.asarray(y).tolist()))
    o = [list(m["classes"]).index(c) for c in cls]
    return {"classes": cls, "prior": m["prior"][o], "mean": m["mean"][o], "var": m["var"][o]}


@answers("learn", "E[x^2] - E[x]^2: cancels far from 0", "squares-minus-square")
def _(X, y, var_smoothing=1e-9):
    m = _learn(X, y, var_smoothing)
    X, y = np.asarray(X, float), np.asarray(y)
    v = np.array([(X[y == c] ** 2).mean(0) - X[y == c].mean(0) ** 2 for c in m["classes"]])
    m["var"] = v + var_smoothing * X.var(0).max()
    return m


@answers("learn", "counts for the prior", "counts-for-the-prior")
def _(X, y, var_smoothing=1e-9):
    m = _learn(X, y, var_smoothing)
    m["prior"] = m["prior"] * len(y)
    return m


# predict_one


def _p1(x, model, f):
    scores = [
        f(p, np.asarray(m, float), np.asarray(v, float))
        for p, m, v in zip(model["prior"], model["mean"], model["var"])
    ]
    return scores


def _n(x, m, v):
    with np.errstate(all="ignore"):
        return np.exp(-((np.asarray(x) - m) ** 2) / (2 * v)) / np.sqrt(2 * np.pi * v)


@answers("predict_one", "no prior", "no-prior")
def _(x, model):
    s = _p1(x, model, lambda p, m, v: np.prod(_n(x, m, v)))
    return model["classes"][int(np.argmax(s))]


@answers("predict_one", "nearest mean", "nearest-mean")
def _(x, model):
    s = _p1(x, model, lambda p, m, v: -np.sum((np.asarray(x) - m) ** 2))
    return model["classes"][int(np.argmax(s))]


@answers("predict_one", "no normaliser", "factor-without-the-variance")
def _(x, model):
    s = _p1(x, model, lambda p, m, v: p * np.prod(np.exp(-((np.asarray(x) - m) ** 2) / (2 * v))))
    return model["classes"][int(np.argmax(s))]


@answers("predict_one", "the variance used as standard deviation", "variance-for-deviation")
def _(x, model):
    s = _p1(x, model, lambda p, m, v: p * np.prod(_n(x, m, v**2)))
    return model["classes"][int(np.argmax(s))]


@answers("predict_one", "number of the class", "position-of-the-class")
def _(x, model):
    return int(np.argmax(_p1(x, model, lambda p, m, v: p * np.prod(_n(x, m, v)))))


@answers("predict_one", "sum of the densities", "sum-of-densities")
def _(x, model):
    s = _p1(x, model, lambda p, m, v: p * np.sum(_n(x, m, v)))
    return model["classes"][int(np.argmax(s))]


@answers("predict_one", "last of equals", "last-class-of-a-tie")
def _(x, model):
    s = _p1(x, model, lambda p, m, v: p * np.prod(_n(x, m, v)))
    return list(model["classes"])[len(s) - 1 - int(np.argmax(s[::-1]))]


@answers("predict_one", "prior added", "prior-added")
def _(x, model):
    s = _p1(x, model, lambda p, m, v: p + np.prod(_n(x, m, v)))
    return model["classes"][int(np.argmax(s))]


@answers("predict_one", "only the first feature")
def _(x, model):
    s = _p1(x, model, lambda p, m, v: p * _n(x, m, v)[0])
    return model["classes"][int(np.argmax(s))]


# gaussian_logpdf


@answers("gaussian_logpdf", "log of the density: underflow", "log-of-the-density")
def _(x, mean, var):
    with np.errstate(divide="ignore"):
        return np.log(_n(np.asarray(x, float), np.asarray(mean, float), np.asarray(var, float)))


@answers("gaussian_logpdf", "log var without the half", "half-forgotten-in-the-factor")
def _(x, mean, var):
    x, mean, var = map(np.asarray, (x, mean, var))
    return -np.log(2 * np.pi * var) - (x - mean) ** 2 / (2 * var)


@answers("gaussian_logpdf", "without 2 pi", "without-two-pi")
def _(x, mean, var):
    return -0.5 * np.log(var) - (np.asarray(x) - mean) ** 2 / (2 * np.asarray(var))


@answers("gaussian_logpdf", "without the normaliser", "without-the-factor")
def _(x, mean, var):
    return -((np.asarray(x) - mean) ** 2) / (2 * np.asarray(var))


@answers("gaussian_logpdf", "plus", "factor-with-a-plus")
def _(x, mean, var):
    return 0.5 * np.log(2 * np.pi * np.asarray(var)) - (np.asarray(x) - mean) ** 2 / (2 * np.asarray(var))


@answers("gaussian_logpdf", "half forgotten in the square", "without-the-half")
def _(x, mean, var):
    return -0.5 * np.log(2 * np.pi * np.asarray(var)) - (np.asarray(x) - mean) ** 2 / np.asarray(var)


@answers("gaussian_logpdf", "scipy with scale = var", "variance-as-deviation")
def _(x, mean, var):
    return stats.norm.logpdf(x, loc=mean, scale=var)


@answers("gaussian_logpdf", "log10", "logarithm-to-base-ten")
def _(x, mean, var):
    return (
        -0.5 * np.log(2 * np.pi * np.asarray(var)) - (np.asarray(x) - mean) ** 2 / (2 * np.asarray(var))
    ) / np.log(10)


@answers("gaussian_logpdf", "math: numbers only, no arrays", "wherever your function gives one")
def _(x, mean, var):
    return -0.5 * math.log(2 * math.pi * var) - (x - mean) ** 2 / (2 * var)


@answers("gaussian_logpdf", "epsilon in the log", "small-number-in-the-logarithm")
def _(x, mean, var):
    return np.log(_n(np.asarray(x, float), np.asarray(mean, float), np.asarray(var, float)) + 1e-300)


@answers("gaussian_logpdf", "summed over the features", "features-summed-already")
def _(x, mean, var):
    return np.sum(
        -0.5 * np.log(2 * np.pi * np.asarray(var)) - (np.asarray(x) - mean) ** 2 / (2 * np.asarray(var))
    )


# log_joint


@answers("log_joint", "prior forgotten", "no-prior")
def _(model, Q):
    return _lj(model, Q, prior=False)


@answers("log_joint", "prior not logged", "prior-without-logarithm")
def _(model, Q):
    return _lj(model, Q, prior=False) + np.asarray(model["prior"])


@answers("log_joint", "normaliser forgotten", "exponents-only")
def _(model, Q):
    Q, m, v = np.asarray(Q, float), np.asarray(model["mean"]), np.asarray(model["var"])
    return -0.5 * ((Q[:, None, :] - m) ** 2 / v).sum(axis=2) + np.log(model["prior"])


@answers("log_joint", "log of the product of densities: underflow", "log-of-the-product")
def _(model, Q):
    out = []
    with np.errstate(divide="ignore"):
        for q in Q:
            out.append(
                [
                    np.log(p * np.prod(_n(q, np.asarray(m, float), np.asarray(v, float))))
                    for p, m, v in zip(model["prior"], model["mean"], model["var"])
                ]
            )
    return np.array(out)


@answers("log_joint", "prior times the sum", "prior-times-log-likelihood")
def _(model, Q):
    return _lj(model, Q, prior=False) * np.asarray(model["prior"])


@answers("log_joint", "log prior added for each feature", "prior-for-each-feature")
def _(model, Q):
    return _lj(model, Q, prior=False) + np.asarray(Q).shape[1] * np.log(model["prior"])


@answers("log_joint", "transposed", "classes-by-queries")
def _(model, Q):
    return _lj(model, Q).T


@answers("log_joint", "variance as standard deviation", "variance-taken-for-deviation")
def _(model, Q):
    return _lj({**model, "var": np.asarray(model["var"], float) ** 2}, Q)


@answers("log_joint", "the normaliser once, not for each feature: log(2 pi) counted once", "two-pi-once")
def _(model, Q):
    d = np.asarray(Q).shape[1]
    return _lj(model, Q) + (d - 1) * 0.5 * np.log(2 * np.pi)


@answers("log_joint", "epsilon added to the variance again", "almost right")
def _(model, Q):
    return _lj({**model, "var": np.asarray(model["var"], float) + 1e-9}, Q)


@answers("log_joint", "log posterior", "posterior-for-the-joint")
def _(model, Q):
    s = _lj(model, Q)
    return s - logsumexp(s, axis=1, keepdims=True)


@answers("log_joint", "writes into the model's var", "writes into what it was given")
def _(model, Q):
    model["var"] += 1e-12
    return _lj(model, Q)


@answers("log_joint", "+ 1e-10 in the log of the densities", "small-number-in-each-logarithm")
def _(model, Q):
    out = []
    for q in Q:
        row = []
        for p, m, v in zip(model["prior"], model["mean"], model["var"]):
            row.append(np.log(p) + np.sum(np.log(_n(q, np.asarray(m, float), np.asarray(v, float)) + 1e-10)))
        out.append(row)
    return np.array(out)


@answers("log_joint", "squares not halved", "squares-not-halved")
def _(model, Q):
    Q, m, v = np.asarray(Q, float), np.asarray(model["mean"]), np.asarray(model["var"])
    return (
        -((Q[:, None, :] - m) ** 2 / v).sum(axis=2)
        - 0.5 * np.log(2 * np.pi * v).sum(axis=1)
        + np.log(model["prior"])
    )


# predict


@answers("predict", "class numbers", "positions-of-the-classes")
def _(model, Q):
    return np.argmax(_lj(model, Q), axis=1)


@answers("predict", "underflow of products", "product-underflows")
def _(model, Q):
    res = []
    for q in Q:
        s = [
            p * np.prod(_n(q, np.asarray(m, float), np.asarray(v, float)))
            for p, m, v in zip(model["prior"], model["mean"], model["var"])
        ]
        res.append(model["classes"][int(np.argmax(s))])
    return res


@answers("predict", "no prior", "no-prior")
def _(model, Q):
    return np.asarray(model["classes"])[np.argmax(_lj(model, Q, prior=False), axis=1)]


@answers("predict", "last of equals", "last-classes-of-ties")
def _(model, Q):
    s = _lj(model, Q)
    return [max((c for c, v in zip(model["classes"], r) if v == max(r))) for r in s]


@answers("predict", "argmin", "smallest-score")
def _(model, Q):
    return np.asarray(model["classes"])[np.argmin(_lj(model, Q), axis=1)]


@answers("predict", "nearest mean", "nearest-mean")
def _(model, Q):
    D = ((np.asarray(Q, float)[:, None] - np.asarray(model["mean"])[None]) ** 2).sum(2)
    return np.asarray(model["classes"])[np.argmin(D, axis=1)]


@answers("predict", "nearest mean in standard deviations: no log var", "factor-without-the-variance")
def _(model, Q):
    D = (
        (np.asarray(Q, float)[:, None] - np.asarray(model["mean"])[None]) ** 2 / np.asarray(model["var"])
    ).sum(2)
    return np.asarray(model["classes"])[np.argmax(np.log(model["prior"]) - D / 2, axis=1)]


@answers("predict", "two classes only", "second-class-or-first")
def _(model, Q):
    s = _lj(model, Q)
    return np.where(s[:, 1] > s[:, 0], model["classes"][1], model["classes"][0])


@answers("predict", "axis 0", "largest-over-the-queries")
def _(model, Q):
    return np.asarray(model["classes"])[np.argmax(_lj(model, Q), axis=0)]


# predict_with_prob


@answers("predict_with_prob", "exp without shift", "exp-without-shift")
def _(model, Q):
    with np.errstate(all="ignore"):
        p = np.exp(_lj(model, Q))
        return p / p.sum(axis=1, keepdims=True)


@answers("predict_with_prob", "joint densities", "joint-for-posterior")
def _(model, Q):
    return np.exp(_lj(model, Q))


@answers("predict_with_prob", "shift by the largest of all", "one-shift-for-all-queries")
def _(model, Q):
    s = _lj(model, Q)
    with np.errstate(all="ignore"):
        p = np.exp(s - s.max())
        return p / p.sum(axis=1, keepdims=True)


@answers("predict_with_prob", "divides the logs", "logarithms-normalised")
def _(model, Q):
    s = _lj(model, Q)
    return s / s.sum(axis=1, keepdims=True)


@answers("predict_with_prob", "axis 0", "columns-sum-to-one")
def _(model, Q):
    s = _lj(model, Q)
    p = np.exp(s - s.max(axis=1, keepdims=True))
    return p / p.sum(axis=0)


@answers("predict_with_prob", "no prior", "likelihoods-normalised")
def _(model, Q):
    s = _lj(model, Q, prior=False)
    p = np.exp(s - s.max(axis=1, keepdims=True))
    return p / p.sum(axis=1, keepdims=True)


@answers("predict_with_prob", "epsilon below", "small-number-below-the-line")
def _(model, Q):
    p = np.exp(_lj(model, Q))
    return p / (p.sum(axis=1, keepdims=True) + 1e-12)


@answers("predict_with_prob", "log probabilities", "log-posterior")
def _(model, Q):
    s = _lj(model, Q)
    return s - logsumexp(s, axis=1, keepdims=True)


@answers("predict_with_prob", "one-hot: 1 for the winner", "certainty-for-probability")
def _(model, Q):
    s = _lj(model, Q)
    return np.eye(s.shape[1])[s.argmax(axis=1)]


# boundary_1d


@answers("boundary_1d", "the middle of the means", "midpoint")
def _(m0, v0, p0, m1, v1, p1):
    return [(m0 + m1) / 2]


@answers("boundary_1d", "priors ignored", "priors-ignored")
def _(m0, v0, p0, m1, v1, p1):
    a, b = 1 / v0 - 1 / v1, 2 * (m1 / v1 - m0 / v0)
    c = m0**2 / v0 - m1**2 / v1 + math.log(v0 / v1)
    if a == 0:
        return [] if b == 0 else [-c / b]
    d = b * b - 4 * a * c
    if d < 0:
        return []
    return sorted({(-b - math.sqrt(d)) / (2 * a), (-b + math.sqrt(d)) / (2 * a)})


@answers("boundary_1d", "always a quadratic: equal variances divide by 0", "wherever your function gives one")
def _(m0, v0, p0, m1, v1, p1):
    a, b = 1 / v0 - 1 / v1, 2 * (m1 / v1 - m0 / v0)
    c = m0**2 / v0 - m1**2 / v1 + math.log(v0 / v1) + 2 * math.log(p1 / p0)
    d = b * b - 4 * a * c
    return sorted({(-b - math.sqrt(d)) / (2 * a), (-b + math.sqrt(d)) / (2 * a)})


@answers("boundary_1d", "log variance forgotten", "no-log-of-the-variances")
def _(m0, v0, p0, m1, v1, p1):
    a, b = 1 / v0 - 1 / v1, 2 * (m1 / v1 - m0 / v0)
    c = m0**2 / v0 - m1**2 / v1 + 2 * math.log(p1 / p0)
    if a == 0:
        return [] if b == 0 else [-c / b]
    d = b * b - 4 * a * c
    if d < 0:
        return []
    return sorted({(-b - math.sqrt(d)) / (2 * a), (-b + math.sqrt(d)) / (2 * a)})


@answers("boundary_1d", "not sorted", "in reverse order")
def _(m0, v0, p0, m1, v1, p1):
    r = np.roots(
        [
            1 / v0 - 1 / v1,
            2 * (m1 / v1 - m0 / v0),
            m0**2 / v0 - m1**2 / v1 + math.log(v0 / v1) + 2 * math.log(p1 / p0),
        ]
    )
    return [float(x.real) for x in r if abs(x.imag) < 1e-12]


@answers("boundary_1d", "only one root", "smaller-root-only", "greater-root-only")
def _(m0, v0, p0, m1, v1, p1):
    a, b = 1 / v0 - 1 / v1, 2 * (m1 / v1 - m0 / v0)
    c = m0**2 / v0 - m1**2 / v1 + math.log(v0 / v1) + 2 * math.log(p1 / p0)
    if a == 0:
        return [] if b == 0 else [-c / b]
    d = b * b - 4 * a * c
    return [] if d < 0 else [(-b + math.sqrt(d)) / (2 * a)]


@answers("boundary_1d", "the ratio of the priors upside down", "priors-the-wrong-way-round")
def _(m0, v0, p0, m1, v1, p1):
    a, b = 1 / v0 - 1 / v1, 2 * (m1 / v1 - m0 / v0)
    c = m0**2 / v0 - m1**2 / v1 + math.log(v0 / v1) + 2 * math.log(p0 / p1)
    if a == 0:
        return [] if b == 0 else [-c / b]
    d = b * b - 4 * a * c
    if d < 0:
        return []
    return sorted({(-b - math.sqrt(d)) / (2 * a), (-b + math.sqrt(d)) / (2 * a)})


@answers("boundary_1d", "the variances averaged: linear", "mean-of-the-variances")
def _(m0, v0, p0, m1, v1, p1):
    v = (v0 + v1) / 2
    if m0 == m1:
        return []
    return [(m0 + m1) / 2 + v * math.log(p0 / p1) / (m1 - m0)]


@answers("boundary_1d", "log prior without the 2", "priors-count-half")
def _(m0, v0, p0, m1, v1, p1):
    a, b = 1 / v0 - 1 / v1, 2 * (m1 / v1 - m0 / v0)
    c = m0**2 / v0 - m1**2 / v1 + math.log(v0 / v1) + math.log(p1 / p0)
    if a == 0:
        return [] if b == 0 else [-c / b]
    d = b * b - 4 * a * c
    if d < 0:
        return []
    return sorted({(-b - math.sqrt(d)) / (2 * a), (-b + math.sqrt(d)) / (2 * a)})


@answers(
    "boundary_1d",
    "the middle of the means for equal variances, whatever the priors; else right",
    "midpoint-for-equal-variances",
)
def _(m0, v0, p0, m1, v1, p1):
    if v0 == v1:
        return [(m0 + m1) / 2]
    a, b = 1 / v0 - 1 / v1, 2 * (m1 / v1 - m0 / v0)
    c = m0**2 / v0 - m1**2 / v1 + math.log(v0 / v1) + 2 * math.log(p1 / p0)
    d = b * b - 4 * a * c
    if d < 0:
        return []
    return sorted({(-b - math.sqrt(d)) / (2 * a), (-b + math.sqrt(d)) / (2 * a)})


# sample_class


@answers("sample_class", "variance as scale", "variance-for-the-spread")
def _(model, c, n, rng):
    k = list(model["classes"]).index(c)
    return rng.normal(model["mean"][k], model["var"][k], (n, len(model["mean"][k])))


@answers("sample_class", "the label as a row", "label-for-a-position")
def _(model, c, n, rng):
    return rng.normal(model["mean"][c], np.sqrt(model["var"][c]), (n, len(model["mean"][c])))


@answers("sample_class", "global random state", "chance-of-the-moment")
def _(model, c, n, rng):
    k = list(model["classes"]).index(c)
    return np.random.normal(model["mean"][k], np.sqrt(model["var"][k]), (n, len(model["mean"][k])))


@answers("sample_class", "one draw repeated", "one-row-repeated")
def _(model, c, n, rng):
    k = list(model["classes"]).index(c)
    return np.tile(rng.normal(model["mean"][k], np.sqrt(model["var"][k])), (n, 1))


@answers("sample_class", "the same standard normal for all features", "one-draw-for-all-features")
def _(model, c, n, rng):
    k = list(model["classes"]).index(c)
    z = rng.standard_normal((n, 1))
    return np.asarray(model["mean"][k]) + z * np.sqrt(model["var"][k])


@answers("sample_class", "standard normal numbers, mean added only", "spread-of-one")
def _(model, c, n, rng):
    k = list(model["classes"]).index(c)
    return np.asarray(model["mean"][k]) + rng.standard_normal((n, len(model["mean"][k])))


@answers("sample_class", "shape (d, n)", "features-by-examples")
def _(model, c, n, rng):
    k = list(model["classes"]).index(c)
    return rng.normal(model["mean"][k], np.sqrt(model["var"][k]), (n, len(model["mean"][k]))).T


@answers("sample_class", "the mean, n times", "the-mean-itself")
def _(model, c, n, rng):
    k = list(model["classes"]).index(c)
    return np.tile(model["mean"][k], (n, 1))


@answers("sample_class", "seeds its own generator", "own-generator")
def _(model, c, n, rng):
    k = list(model["classes"]).index(c)
    rng = np.random.default_rng(42)
    return rng.normal(model["mean"][k], np.sqrt(model["var"][k]), (n, len(model["mean"][k])))


@answers("sample_class", "uniform between mean - sd and mean + sd")
def _(model, c, n, rng):
    k = list(model["classes"]).index(c)
    m, s = np.asarray(model["mean"][k], float), np.sqrt(model["var"][k])
    return rng.uniform(m - s, m + s, (n, len(m)))
