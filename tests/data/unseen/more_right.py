"""More right answers in unusual styles, written for this course from the tasks' texts alone."""

# ruff: noqa
import functools
import itertools
import math
import operator
import re
import statistics
from collections import Counter, defaultdict, deque
from fractions import Fraction

import numpy as np
import pandas as pd

RIGHT = []


def good(task, how):
    def add(f):
        RIGHT.append((task, how, f))
        return f

    return add


@good("bayes_rule.event_prob", "recursion over the conditions")
def event_prob(joint, event):
    if not event:
        return sum(joint.values())
    (place, value), *rest = event.items()
    return event_prob({r: p for r, p in joint.items() if r[place] == value}, dict(rest))


@good("bayes_rule.event_prob", "a data frame")
def _(joint, event):
    if not joint:
        return 0
    frame = pd.DataFrame([[*map(repr, r), p] for r, p in joint.items()])
    for place, value in event.items():
        frame = frame[frame[place] == repr(value)]
    return float(frame.iloc[:, -1].sum())


@good("bayes_rule.cond_prob", "a generator that is read twice")
def _(joint, event, given):
    def rows(*conditions):
        for r, p in joint.items():
            if all(r[i] == v for c in conditions for i, v in c.items()):
                yield p

    below = math.fsum(rows(given))
    if below == 0:
        raise ValueError("P(given) is 0")
    return math.fsum(rows(given, event)) / below


@good("bayes_rule.bayes_posterior", "einsum")
def _(prior, likelihood):
    p, l = np.asarray(prior, float), np.asarray(likelihood, float)
    joint = np.einsum("k,k->k", p, l)
    total = np.einsum("k->", joint)
    if not total > 0:
        raise ValueError("no evidence")
    return joint / total


@good("bayes_rule.bayes_posterior", "a lambda with map")
def _(prior, likelihood):
    joint = list(map(operator.mul, prior, likelihood))
    return (lambda z: [j / z for j in joint] if z else (_ for _ in ()).throw(ValueError("0")))(sum(joint))


@good("bayes_rule.diagnostic_posterior", "odds")
def _(prevalence, sensitivity, specificity):
    tp, fp = prevalence * sensitivity, (1 - prevalence) * (1 - specificity)
    if tp == fp == 0:
        raise ValueError("never positive")
    if fp == 0:
        return 1.0
    odds = tp / fp
    return odds / (1 + odds)


@good("bayes_rule.map_theta", "Fraction, then floats")
def _(counts, alpha):
    a = Fraction(float(alpha))
    c = [Fraction(float(n)) + a for n in counts]
    if sum(c) == 0:
        raise ValueError("nothing")
    return [float(v / sum(c)) for v in c]


@good("bayes_rule.normalise_log", "logaddexp.reduce")
def _(log_scores):
    s = np.asarray(log_scores, float)
    z = np.logaddexp.reduce(s)
    if z == -np.inf:
        raise ValueError("all impossible")
    return np.exp(s - z)


@good("bayes_rule.normalise_log", "pairwise ratios")
def _(log_scores):
    s = [float(v) for v in log_scores]
    if all(v == -math.inf for v in s):
        raise ValueError("all impossible")

    def ratio(b, a):
        if b == -math.inf:
            return 0.0
        return math.exp(min(b - a, 700))

    return [0.0 if a == -math.inf else 1 / sum(ratio(b, a) for b in s) for a in s]


@good("bayes_rule.cond_independent", "itertools.product")
def _(joint, a, b, c, tol=1e-9):
    P = defaultdict(float)
    for r, p in joint.items():
        for key in ((r[c],), (0, r[a], r[c]), (1, r[b], r[c]), (r[a], r[b], r[c], 2)):
            P[key] += p
    A, B, C = ({r[i] for r in joint} for i in (a, b, c))
    return all(
        abs(P[x, y, z, 2] / P[(z,)] - P[0, x, z] / P[(z,)] * (P[1, y, z] / P[(z,)])) <= tol
        for x, y, z in itertools.product(A, B, C)
        if P[(z,)] > 0
    )


@good("bayes_rule.binomial_likelihood", "sum of logarithms, zeros apart")
def _(k, n, theta):
    if theta == 0:
        return 1.0 if k == 0 else 0.0
    if theta == 1:
        return 1.0 if k == n else 0.0
    log = math.log(math.comb(n, k)) + k * math.log(theta) + (n - k) * math.log1p(-theta)
    return math.exp(log)


@good("bayes_rule.n_parameters", "a dict of lambdas")
def _(K, n_values, kind):
    size = functools.reduce(operator.mul, (int(v) for v in n_values), 1)
    kinds = {
        "table": lambda: K * size,
        "joint": lambda: K * size - 1,
        "stored": lambda: K + K * sum(int(v) for v in n_values),
        "naive": lambda: K - 1 + K * sum(int(v) - 1 for v in n_values),
    }
    if kind not in kinds:
        raise ValueError(kind)
    return kinds[kind]()


@good("knn.predict_one", "heapq and Counter")
def _(x, model):
    import heapq

    near = heapq.nsmallest(model["k"], ((model["metric"](x, z), i) for i, z in enumerate(model["X"])))
    votes = Counter(np.asarray(model["y"])[i] for _, i in near)
    return max(model["classes"], key=lambda c: votes[c])


@good("knn.minkowski", "numpy's norm")
def _(a, b, p=2):
    return np.linalg.norm(np.asarray(a, float) - np.asarray(b, float), ord=p)


@good("knn.minkowski", "scaled by the largest gap")
def _(a, b, p=2):
    gaps = [abs(float(x) - float(y)) for x, y in zip(a, b)]
    top = max(gaps, default=0.0)
    if p == math.inf or top == 0:
        return top
    return top * sum((g / top) ** p for g in gaps) ** (1 / p)


@good("knn.nearest", "lexsort")
def _(dists, k):
    n = len(dists)
    if not (1 <= k <= n):
        raise ValueError("k")
    return np.lexsort((np.arange(n), dists))[:k]


@good("knn.nearest", "masked array")
def _(dists, k):
    d = np.ma.array(np.asarray(dists, float).copy(), mask=False)
    if k < 1 or k > len(d):
        raise ValueError("k")
    found = []
    for _ in range(k):
        i = int(next(j for j in range(len(d)) if not d.mask[j] and d.data[j] == d.min()))
        found.append(i)
        d[i] = np.ma.masked
    return found


@good("knn.learn", "deep copies in a dict comprehension")
def _(X, y, k, metric):
    import copy

    if len(X) != len(y):
        raise ValueError("lengths")
    if k not in range(1, len(X) + 1):
        raise ValueError("k")
    parts = {"X": copy.deepcopy(X), "y": copy.deepcopy(y), "k": k, "metric": metric}
    return {**parts, "classes": np.unique(np.asarray(y))}


@good("knn.predict_with_prob", "one-hot and a mean")
def _(model, Q):
    hot = np.asarray(model["y"])[:, None] == np.asarray(model["classes"])[None]
    D = np.array([[model["metric"](q, x) for x in model["X"]] for q in Q])
    rows = np.argsort(D, axis=1, kind="stable")[:, : model["k"]]
    return hot[rows].mean(axis=1)


@good("knn.predict", "pandas value_counts, a loop")
def _(model, Q):
    def one(q):
        d = pd.Series([model["metric"](q, x) for x in model["X"]])
        rows = d.sort_values(kind="stable").index[: model["k"]]
        votes = pd.Series(np.asarray(model["y"])[rows]).value_counts()
        top = votes.max()
        return next(c for c in model["classes"] if votes.get(c, 0) == top)

    return [one(q) for q in Q]


@good("knn.predict_regression", "statistics.fmean")
def _(model, Q):
    def near(q):
        d = [model["metric"](q, x) for x in model["X"]]
        return sorted(range(len(d)), key=d.__getitem__)[: model["k"]]

    return [statistics.fmean(float(model["y"][i]) for i in near(q)) for q in Q]


@good("knn.vote_weights", "match statement")
def _(dists, scheme):
    d = np.asarray(dists, float)
    match scheme:
        case "uniform":
            w = np.ones(d.size)
        case "inverse":
            w = (d == 0) * 1.0 if 0 in d else d.min() / d
        case "softmax":
            w = np.exp(d.min() - d)
    return w / w.sum()


@good("knn.weighted_vote", "bincount")
def _(labels, weights, classes):
    where = {c: j for j, c in enumerate(np.asarray(classes).tolist())}
    rows = [where[l] for l in np.asarray(labels).tolist()]
    s = np.bincount(rows, weights=np.asarray(weights, float), minlength=len(where))
    return s / s.sum()


@good("knn.standardise", "column by column")
def _(X_train, Q):
    X_train, Q = np.asarray(X_train, float), np.array(Q, float)
    for j in range(X_train.shape[1]):
        col = X_train[:, j]
        spread = math.sqrt(sum((v - col.mean()) ** 2 for v in col) / len(col)) if col.max() > col.min() else 1
        Q[:, j] = (Q[:, j] - col.mean()) / spread
    return Q


@good("knn.choose_k", "a class inside")
def _(X, y, ks):
    class LeaveOneOut:
        def __init__(self, X, y):
            D = np.linalg.norm(X[:, None] - X[None], axis=2)
            np.fill_diagonal(D, np.inf)
            self.near = np.argsort(D, axis=1, kind="stable")
            self.y, self.classes = y, np.unique(y)

        def error(self, k):
            votes = (self.y[self.near[:, :k]][:, :, None] == self.classes).sum(axis=1)
            return float(np.mean(self.classes[votes.argmax(axis=1)] != self.y))

    loo = LeaveOneOut(np.asarray(X, float), np.asarray(y))
    errors = [loo.error(k) for k in ks]
    return min(k for k, e in zip(ks, errors) if e == min(errors)), errors


@good("knn.cosine_distance", "unit vectors")
def _(a, b):
    a, b = np.asarray(a, float), np.asarray(b, float)
    if not (a.any() and b.any()):
        return 1.0
    return 1 - (a / np.linalg.norm(a)) @ (b / np.linalg.norm(b))


@good("knn.hamming", "recursion")
def _(a, b):
    if len(a) != len(b):
        raise ValueError("lengths")

    def count(i):
        return 0 if i == len(a) else (a[i] != b[i]) + count(i + 1)

    return int(count(0))


@good("knn.jaccard_distance", "symmetric difference")
def _(A, B):
    return len(A ^ B) / len(A | B) if A | B else 0


@good("knn.edit_distance", "functools.cache on a function inside")
def _(a, b):
    @functools.cache
    def d(i, j):
        if i == 0 or j == 0:
            return i + j
        return min(d(i - 1, j) + 1, d(i, j - 1) + 1, d(i - 1, j - 1) + (a[i - 1] != b[j - 1]))

    return d(len(a), len(b))


@good("knn.edit_distance", "breadth first")
def _(a, b):
    seen, queue = {(0, 0)}, deque([(0, 0, 0)])
    while queue:
        i, j, cost = queue.popleft()
        while i < len(a) and j < len(b) and a[i] == b[j]:
            i, j = i + 1, j + 1
        if i == len(a) and j == len(b):
            return cost
        for x, y in ((i + 1, j), (i, j + 1), (i + 1, j + 1)):
            if x <= len(a) and y <= len(b) and (x, y) not in seen:
                seen.add((x, y))
                queue.append((x, y, cost + 1))


@good("knn.weighted_distance", "a quadratic form")
def _(a, b, z):
    d = np.asarray(a, float) - np.asarray(b, float)
    return math.sqrt(d @ np.diag(np.asarray(z, float)) @ d)


@good("knn.gower", "parts by a dict of functions")
def _(a, b, ranges, kinds):
    part = {
        "numeric": lambda x, y, r: abs(x - y) / r if r else 0,
        "categorical": lambda x, y, r: int(x != y),
    }
    return statistics.fmean(part[k](x, y, r) for x, y, r, k in zip(a, b, ranges, kinds))


@good("knn.pairwise_sq_dists", "einsum")
def _(A, B):
    D = np.asarray(A, float)[:, None] - np.asarray(B, float)
    return np.einsum("abd,abd->ab", D, D)


@good("knn.condense", "a while loop with a deque")
def _(X, y, order):
    X, y = np.asarray(X, float), np.asarray(y)
    order = [int(i) for i in order]
    kept, calm = [order[0]], 0
    queue = deque(order)
    while calm < len(order):
        i = queue.popleft()
        queue.append(i)
        near = min(kept, key=lambda s: float(((X[s] - X[i]) ** 2).sum()))
        if i not in kept and y[near] != y[i]:
            kept.append(i)
            calm = 0
        else:
            calm += 1
    return kept


@good("categorical_nb.learn_pairs", "crosstab of pandas by hand")
def _(examples, values):
    ys = pd.Series([c for _, c in examples], dtype=object)
    n = ys.value_counts()
    table = {
        (c, j, v): float(np.mean([x[j] == v for x, l in examples if l == c]))
        for c in n.index
        for j, vs in enumerate(values)
        for v in vs
    }
    return {"prior": {c: float(n[c] / len(examples)) for c in n.index}, "table": table}


@good("categorical_nb.predict_one", "max with a sorted list")
def _(x, model):
    def score(c):
        return math.prod([model["prior"][c], *(model["table"][c, j, v] for j, v in enumerate(x))])

    return max(sorted(model["prior"]), key=score)


@good("categorical_nb.predict_one_with_prob", "functools.reduce")
def _(x, model):
    s = {
        c: functools.reduce(operator.mul, (model["table"][c, j, v] for j, v in enumerate(x)), p)
        for c, p in model["prior"].items()
    }
    z = math.fsum(s.values())
    if z == 0:
        raise ValueError("all 0")
    return dict(zip(s, (v / z for v in s.values())))


@good("categorical_nb.class_prior", "groupby")
def _(y):
    groups = [(c, len(list(g))) for c, g in itertools.groupby(sorted(np.asarray(y).tolist()))]
    return [c for c, _ in groups], [n / len(y) for _, n in groups]


@good("categorical_nb.cond_table", "np.add.at")
def _(X, y, n_values, alpha):
    classes, rows = np.unique(y, return_inverse=True)
    rows = rows.ravel()
    tables = []
    for j, V in enumerate(n_values):
        t = np.full((len(classes), V), float(alpha))
        np.add.at(t, (rows, np.asarray(X)[:, j]), 1)
        tables.append(t / (np.bincount(rows)[:, None] + alpha * V))
    return tables


@good("categorical_nb.learn", "nested lists")
def _(X, y, n_values, alpha=0):
    X, y = np.asarray(X).tolist(), np.asarray(y).tolist()
    classes = sorted(set(y))
    counts = [
        [[sum(1 for x, l in zip(X, y) if l == c and x[j] == v) for v in range(V)] for c in classes]
        for j, V in enumerate(n_values)
    ]
    n = [y.count(c) for c in classes]
    tables = [
        [[(m + alpha) / (n[i] + alpha * len(row)) for m in row] for i, row in enumerate(t)] for t in counts
    ]
    return dict(
        classes=classes,
        prior=[m / len(y) for m in n],
        tables=tables,
        class_count=n,
        counts=counts,
        alpha=alpha,
    )


@good("categorical_nb.log_joint", "take_along_axis")
def _(model, Q):
    Q = np.asarray(Q)
    with np.errstate(divide="ignore"):
        parts = [np.log(np.asarray(t, float)).take(Q[:, j], axis=1) for j, t in enumerate(model["tables"])]
        return (np.log(np.asarray(model["prior"], float))[:, None] + sum(parts)).T


@good("categorical_nb.predict", "logarithms in a loop, first best")
def _(model, Q):
    log = lambda p: math.log(p) if p > 0 else -math.inf
    out = []
    for q in Q:
        s = [
            log(p) + sum(log(t[c][v]) for t, v in zip(model["tables"], q))
            for c, p in enumerate(model["prior"])
        ]
        out.append(model["classes"][s.index(max(s))])
    return out


@good("categorical_nb.predict_with_prob", "logsumexp of scipy")
def _(model, Q):
    from scipy.special import logsumexp

    Q = np.asarray(Q)
    with np.errstate(divide="ignore"):
        s = np.log(np.asarray(model["prior"], float)) + sum(
            np.log(np.asarray(t, float))[:, Q[:, j]].T for j, t in enumerate(model["tables"])
        )
    z = logsumexp(s, axis=1, keepdims=True)
    if np.isneginf(z).any():
        raise ValueError("impossible")
    return np.exp(s - z)


@good("categorical_nb.update", "rebuilt with bincount")
def _(model, X_new, y_new):
    classes = np.asarray(model["classes"]).tolist()
    rows = [classes.index(l) for l in np.asarray(y_new).tolist()]
    n = np.asarray(model["class_count"]) + np.bincount(np.array(rows, int), minlength=len(classes))
    counts = []
    for j, t in enumerate(model["counts"]):
        t = np.array(t, float)
        for r, x in zip(rows, np.asarray(X_new)):
            t[r, x[j]] += 1
        counts.append(t)
    a = model["alpha"]
    tables = [(t + a) / (np.asarray(n)[:, None] + a * t.shape[1]) for t in counts]
    return {**model, "class_count": n, "counts": counts, "prior": n / n.sum(), "tables": tables}


@good("categorical_nb.cond_table_with_gaps", "masked array")
def _(X, y, n_values, alpha):
    M = np.ma.masked_equal(np.asarray(X), -1)
    y = np.asarray(y)
    tables = []
    for j, V in enumerate(n_values):
        rows = []
        for c in sorted(set(y.tolist())):
            col = M[y == c, j].compressed()
            below = len(col) + alpha * V
            rows.append([(np.sum(col == v) + alpha) / below if below else 1 / V for v in range(V)])
        tables.append(np.array(rows))
    return tables


@good("categorical_nb.log_joint_with_gaps", "an added column of ones")
def _(model, Q):
    Q = np.asarray(Q)
    with np.errstate(divide="ignore"):
        out = np.tile(np.log(np.asarray(model["prior"], float)), (len(Q), 1))
        for j, t in enumerate(model["tables"]):
            t = np.asarray(t, float)
            out += np.log(np.hstack([t, np.ones((len(t), 1))])[:, Q[:, j]]).T
    return out


@good("bernoulli_nb.binarise", "np.heaviside")
def _(X, threshold=0):
    return np.heaviside(np.asarray(X, float) - threshold, 0).astype(np.uint8)


@good("bernoulli_nb.learn", "pandas groupby")
def _(X, y, alpha=1):
    g = pd.DataFrame(np.asarray(X)).groupby(np.asarray(y))
    n = g.size()
    theta = g.sum().add(alpha).div(n + 2 * alpha, axis=0)
    return {"classes": n.index.to_numpy(), "prior": (n / n.sum()).to_numpy(), "theta": theta.to_numpy()}


@good("bernoulli_nb.predict_one", "products in a list, index of the maximum")
def _(x, model):
    s = [
        p * math.prod(float(t if v else 1 - t) for v, t in zip(x, row))
        for p, row in zip(model["prior"], model["theta"])
    ]
    return model["classes"][s.index(max(s))]


@good("bernoulli_nb.log_joint", "log of the absolute value of what is missing")
def _(model, Q):
    Q = np.asarray(Q)[:, None]
    with np.errstate(divide="ignore"):
        return np.log(np.abs(1 - Q - np.asarray(model["theta"], float))).sum(-1) + np.log(model["prior"])


@good("bernoulli_nb.predict", "a loop that keeps the best")
def _(model, Q):
    out = []
    with np.errstate(divide="ignore"):
        for q in np.asarray(Q):
            best = None
            for c, p, t in zip(model["classes"], model["prior"], model["theta"]):
                s = np.log(p) + np.log(np.where(q, t, 1 - np.asarray(t))).sum()
                if best is None or s > best[0]:
                    best = (s, c)
            out.append(best[1])
    return np.array(out)


@good("bernoulli_nb.predict_with_prob", "np.apply_along_axis")
def _(model, Q):
    Q, t = np.asarray(Q), np.asarray(model["theta"], float)
    with np.errstate(divide="ignore"):
        s = np.log(np.where(Q[:, None] == 1, t, 1 - t)).sum(2) + np.log(model["prior"])

    def row(r):
        if r.max() == -np.inf:
            raise ValueError("impossible")
        e = np.exp(r - r.max())
        return e / e.sum()

    return np.apply_along_axis(row, 1, s)


@good("bernoulli_nb.to_linear", "logit")
def _(model):
    from scipy.special import logit

    t = np.asarray(model["theta"], float)
    return logit(t), np.log(model["prior"]) + np.log1p(-t) @ np.ones(t.shape[1])


@good("bernoulli_nb.evidence", "products")
def _(model, Q):
    t = np.asarray(model["theta"], float)
    return np.where(np.asarray(Q)[:, None] == 1, t, 1 - t).prod(axis=2) @ np.asarray(model["prior"])


@good("multinomial_nb.build_vocabulary", "set comprehension, positional")
def _(docs, stop_words=()):
    words = lambda text: re.findall("[a-z0-9]+", text.lower())
    return sorted({w for d in docs for w in words(d)}.difference(w.lower() for w in stop_words))


@good("multinomial_nb.count_vector", "Counter")
def _(doc, vocab):
    c = Counter(m.group() for m in re.finditer(r"[a-z0-9]+", doc.lower()))
    return np.array([c[w] for w in vocab], dtype=int)


@good("multinomial_nb.learn", "one-hot times counts")
def _(X, y, alpha=1):
    classes = np.unique(y)
    hot = (np.asarray(y)[None] == classes[:, None]).astype(float)
    counts = hot @ np.asarray(X) + alpha
    return {"classes": classes, "prior": hot.mean(axis=1), "theta": counts / counts.sum(1, keepdims=True)}


@good("multinomial_nb.predict_one", "itemgetter")
def _(x, model):
    scores = [
        (p * math.prod(float(t[w]) for w in x), -i)
        for i, (p, t) in enumerate(zip(model["prior"], model["theta"]))
    ]
    return model["classes"][-max(scores)[1]]


@good("multinomial_nb.log_joint", "scipy's xlogy")
def _(model, Q):
    from scipy.special import xlogy

    with np.errstate(divide="ignore"):
        return np.log(model["prior"]) + xlogy(np.asarray(Q)[:, None], np.asarray(model["theta"])[None]).sum(2)


@good("multinomial_nb.m_estimate", "shrinkage")
def _(count, n, p, m):
    w = m / (n + m)
    return w * np.asarray(p) + np.asarray(count) / (n + m)


@good("multinomial_nb.cosine_similarity", "hypot")
def _(a, b):
    n = math.hypot(*map(float, a)) * math.hypot(*map(float, b))
    return sum(float(x) * float(y) for x, y in zip(a, b)) / n if n else 0.0


@good("multinomial_nb.spectral_scores", "a loop over the classes")
def _(model, Q, use_prior=True):
    columns = [
        np.asarray(Q) @ np.log(t) + use_prior * np.log(p) for t, p in zip(model["theta"], model["prior"])
    ]
    return np.column_stack(columns)


@good("gaussian_nb.gaussian_pdf", "NormalDist")
def _(x, mean, var):
    return statistics.NormalDist(mean, math.sqrt(var)).pdf(x)


@good("gaussian_nb.learn", "pandas groupby")
def _(X, y, var_smoothing=1e-9):
    X = np.asarray(X, float)
    g = pd.DataFrame(X).groupby(np.asarray(y))
    n = g.size()
    return {
        "classes": n.index.to_numpy(),
        "prior": n.to_numpy() / len(X),
        "mean": g.mean().to_numpy(),
        "var": g.var(ddof=0).to_numpy() + var_smoothing * X.var(axis=0).max(),
    }


@good("gaussian_nb.gaussian_logpdf", "scipy")
def _(x, mean, var):
    from scipy.stats import norm

    return norm.logpdf(x, mean, np.sqrt(var))


@good("gaussian_nb.log_joint", "class by class")
def _(model, Q):
    Q = np.asarray(Q, float)
    return np.stack(
        [
            math.log(p) - 0.5 * (np.log(2 * math.pi * v) + (Q - m) ** 2 / v).sum(axis=1)
            for p, m, v in zip(model["prior"], np.asarray(model["mean"]), np.asarray(model["var"]))
        ],
        axis=-1,
    )


@good("gaussian_nb.boundary_1d", "numpy roots")
def _(m0, v0, p0, m1, v1, p1):
    a = v0 - v1
    b = 2 * (m0 * v1 - m1 * v0)
    c = m1**2 * v0 - m0**2 * v1 + 2 * v0 * v1 * (math.log(p0 / p1) + 0.5 * math.log(v1 / v0))
    if a == 0:
        return [] if b == 0 else [-c / b]
    disc = b * b - 4 * a * c
    if disc < 0:
        return []
    if disc == 0:
        return [-b / (2 * a)]
    q = -0.5 * (b + math.copysign(math.sqrt(disc), b))
    return sorted((q / a, c / q))


@good("decisions.confusion", "Counter of pairs")
def _(y, yhat, positive):
    c = Counter(zip((np.ravel(y) == positive).tolist(), (np.ravel(yhat) == positive).tolist()))
    return c[True, True], c[False, True], c[True, False], c[False, False]


@good("decisions.expected_cost", "tensordot")
def _(P, C):
    return np.tensordot(np.asarray(P, float), np.asarray(C, float), axes=([1], [1]))


@good("decisions.auc", "ranks")
def _(y, score):
    from scipy.stats import rankdata

    y = np.asarray(y)
    r, pos = rankdata(score), int((y == 1).sum())
    return (r[y == 1].sum() - pos * (pos + 1) / 2) / (pos * (len(y) - pos))


@good("decisions.roc_points", "cumulative sums")
def _(y, score):
    y, score = np.asarray(y), np.asarray(score)
    o = np.argsort(-score, kind="stable")
    last = np.append(np.flatnonzero(np.diff(score[o])), len(y) - 1)
    tp, fp = np.cumsum(y[o] == 1)[last], np.cumsum(y[o] == 0)[last]
    return np.vstack([[0, 0], np.column_stack([fp / fp[-1], tp / tp[-1]])])


@good("decisions.weighted_error", "np.average")
def _(y, yhat, w):
    return np.average(np.asarray(y) != np.asarray(yhat), weights=[w[c] for c in np.asarray(y).tolist()])


@good("decisions.undersample", "permutation")
def _(y, majority, fraction, rng):
    y = np.asarray(y)
    big = rng.permutation(np.flatnonzero(y == majority))
    n = max(1, math.floor(fraction * len(big) + 0.5))
    return np.array(sorted([*np.flatnonzero(y != majority), *big[:n]]))


@good("decisions.error_decomposition", "differences of a list")
def _(e_test, e_train, e_best):
    chain = [e_test, e_train, e_best, 0]
    return tuple(a - b for a, b in itertools.pairwise(chain))
