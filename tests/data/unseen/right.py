"""Unusual right answers, written from the tasks' texts alone: each must keep all points."""

# ruff: noqa
import collections
import decimal
import fractions
import functools
import itertools
import math
import operator
import re

import numpy as np

RIGHT = []


def good(task, how):
    def add(f):
        RIGHT.append((task, how, f))
        return f

    return add


@good("bayes_rule.event_prob", "fsum over a filter")
def _(joint, event):
    return math.fsum(
        joint[row] for row in filter(lambda r: not any(r[i] != v for i, v in event.items()), joint)
    )


@good("bayes_rule.event_prob", "numpy float")
def _(joint, event):
    return np.sum(
        [p for row, p in joint.items() if {**dict(enumerate(row)), **event} == dict(enumerate(row))]
    )


@good("bayes_rule.cond_prob", "one pass")
def _(joint, event, given):
    both = below = 0.0
    for row, p in joint.items():
        if all(row[j] == v for j, v in given.items()):
            below += p
            if all(row[j] == v for j, v in event.items()):
                both += p
    if not below:
        raise ValueError("x")
    return both / below


@good("bayes_rule.bayes_posterior", "a tuple of fractions")
def _(prior, likelihood):
    s = [fractions.Fraction(float(p)) * fractions.Fraction(float(l)) for p, l in zip(prior, likelihood)]
    if not any(s):
        raise ValueError("x")
    return tuple(v / sum(s) for v in s)


@good("bayes_rule.bayes_posterior", "in logs")
def _(prior, likelihood):
    with np.errstate(divide="ignore"):
        s = np.log(np.asarray(prior, float)) + np.log(np.asarray(likelihood, float))
    if np.isneginf(s).all():
        raise ValueError
    return np.exp(s - np.logaddexp.reduce(s))


@good("bayes_rule.diagnostic_posterior", "odds")
def _(prevalence, sensitivity, specificity):
    up, down = prevalence * sensitivity, (1 - prevalence) * (1 - specificity)
    if down == 0:
        if up == 0:
            raise ValueError
        return 1.0
    odds = up / down
    return odds / (1 + odds)


@good("bayes_rule.map_theta", "generator and Counter")
def _(counts, alpha):
    total = sum(counts) + alpha * len(counts)
    if total == 0:
        raise ValueError
    return [(c + alpha) / total for c in counts]


@good("bayes_rule.normalise_log", "logsumexp")
def _(log_scores):
    s = np.array(list(log_scores), float)
    if not np.isfinite(s).any():
        raise ValueError
    return list(np.exp(s - np.logaddexp.reduce(s)))


@good("bayes_rule.cond_independent", "numpy bool")
def _(joint, a, b, c, tol=1e-9):
    def p(**k):
        return math.fsum(q for r, q in joint.items() if all(r[int(i[1:])] == v for i, v in k.items()))

    A, B, C = ([*dict.fromkeys(r[i] for r in joint)] for i in (a, b, c))
    gaps = [
        abs(
            p(**{f"_{a}": u, f"_{b}": v, f"_{c}": w}) / p(**{f"_{c}": w})
            - p(**{f"_{a}": u, f"_{c}": w})
            / p(**{f"_{c}": w})
            * p(**{f"_{b}": v, f"_{c}": w})
            / p(**{f"_{c}": w})
        )
        for w in C
        if p(**{f"_{c}": w}) > 0
        for u in A
        for v in B
    ]
    return np.bool_(max(gaps, default=0.0) <= tol)


@good("bayes_rule.binomial_likelihood", "product of ratios")
def _(k, n, theta):
    f = fractions.Fraction(theta)
    return float(math.comb(n, k) * f**k * (1 - f) ** (n - k))


@good("bayes_rule.n_parameters", "dict of formulas")
def _(K, n_values, kind):
    f = {
        "table": lambda: K * math.prod(n_values),
        "joint": lambda: K * math.prod(n_values) - 1,
        "stored": lambda: K * (1 + sum(n_values)),
        "naive": lambda: K * (1 + sum(n_values) - len(n_values)) - 1,
    }
    try:
        return f[kind]()
    except (KeyError, TypeError):
        raise ValueError(kind) from None


@good("knn.predict_one", "heap and Counter")
def _(x, model):
    import heapq

    near = heapq.nsmallest(
        model["k"], range(len(model["y"])), key=lambda i: (model["metric"](x, model["X"][i]), i)
    )
    votes = collections.Counter(model["y"][i] for i in near)
    return sorted(votes, key=lambda c: (-votes[c], list(model["classes"]).index(c)))[0]


@good("knn.minkowski", "linalg.norm")
def _(a, b, p=2):
    return float(np.linalg.norm(np.asarray(a, float) - np.asarray(b, float), ord=p))


@good("knn.minkowski", "scaled by the largest gap")
def _(a, b, p=2):
    g = [abs(float(s) - float(t)) for s, t in zip(a, b)]
    m = max(g)
    if p == math.inf or m == 0:
        return m
    return m * sum((v / m) ** p for v in g) ** (1 / p)


@good("knn.nearest", "list of ints by sorted")
def _(dists, k):
    if k not in range(1, len(dists) + 1):
        raise ValueError
    return [i for i, _ in sorted(enumerate(dists), key=operator.itemgetter(1))][:k]


@good("knn.nearest", "lexsort, int32")
def _(dists, k):
    n = len(dists)
    if not (0 < k <= n):
        raise ValueError
    return np.lexsort((np.arange(n), dists))[:k].astype(np.int32)


@good("knn.learn", "lists and copies")
def _(X, y, k, metric):
    import copy

    if len(X) != len(y) or k < 1 or k > len(y):
        raise ValueError
    return dict(X=copy.deepcopy(X), y=list(y), k=k, metric=metric, classes=sorted(set(y)), extra=1)


@good("knn.predict_with_prob", "nested lists of fractions")
def _(model, Q):
    out = []
    for q in Q:
        d = [model["metric"](q, x) for x in model["X"]]
        near = sorted(range(len(d)), key=d.__getitem__)[: model["k"]]
        lab = [model["y"][i] for i in near]
        out.append([fractions.Fraction(sum(l == c for l in lab), len(lab)) for c in model["classes"]])
    return out


@good("knn.predict", "list")
def _(model, Q):
    out = []
    for q in Q:
        d = [float(model["metric"](q, x)) for x in model["X"]]
        near = np.array(d).argsort(kind="mergesort")[: model["k"]]
        votes = [sum(model["y"][i] == c for i in near) for c in model["classes"]]
        out.append(model["classes"][votes.index(max(votes))])
    return out


@good("knn.predict_regression", "tuple by fsum")
def _(model, Q):
    out = []
    for q in Q:
        d = [model["metric"](q, x) for x in model["X"]]
        out.append(
            math.fsum(model["y"][i] for i in sorted(range(len(d)), key=lambda i: d[i])[: model["k"]])
            / model["k"]
        )
    return tuple(out)


@good("knn.vote_weights", "match")
def _(dists, scheme):
    match scheme:
        case "uniform":
            w = [1.0 for _ in dists]
        case "inverse":
            w = [float(d == 0) for d in dists] if 0 in list(dists) else [min(dists) / d for d in dists]
        case _:
            w = [math.exp(min(dists) - d) for d in dists]
    return [v / math.fsum(w) for v in w]


@good("knn.weighted_vote", "dict of sums")
def _(labels, weights, classes):
    s = collections.defaultdict(float)
    for l, w in zip(labels, weights):
        s[l] += w
    return [s[c] / math.fsum(weights) for c in classes]


@good("knn.choose_k", "all distances at once")
def _(X, y, ks):
    X = np.asarray(X, float)
    D = ((X[:, None] - X[None]) ** 2).sum(-1)
    np.fill_diagonal(D, np.inf)
    order = D.argsort(axis=1, kind="stable")
    errors = []
    for k in ks:
        wrong = 0
        for i in range(len(X)):
            v = collections.Counter(np.asarray(y)[order[i, :k]].tolist())
            wrong += min(v, key=lambda c: (-v[c], c)) != np.asarray(y)[i]
        errors.append(wrong / len(X))
    return ks[min(range(len(ks)), key=lambda i: (errors[i], ks[i]))], errors


@good("knn.standardise", "a row of one dimension too")
def _(X_train, Q):
    m = np.mean(X_train, axis=0)
    s = np.sqrt(np.mean((X_train - m) ** 2, axis=0))
    s[s == 0] = 1
    return (Q - m) / s


@good("knn.standardise", "always two dimensions")
def _(X_train, Q):
    Q = np.atleast_2d(Q)
    s = np.std(X_train, 0)
    return np.column_stack([(Q[:, j] - X_train[:, j].mean()) / (s[j] or 1) for j in range(Q.shape[1])])


@good("knn.cosine_distance", "norms")
def _(a, b):
    n, m = np.linalg.norm(a), np.linalg.norm(b)
    return 1.0 if n == 0 or m == 0 else 1 - float(np.dot(a / n, b / m))


@good("knn.hamming", "numpy count")
def _(a, b):
    if len(a) != len(b):
        raise ValueError
    return np.count_nonzero([s != t for s, t in zip(a, b)])


@good("knn.jaccard_distance", "symmetric difference")
def _(A, B):
    return len(A ^ B) / len(A.union(B)) if A.union(B) else 0


@good("knn.edit_distance", "memoised recursion")
def _(a, b):
    @functools.cache
    def d(i, j):
        if not i or not j:
            return i + j
        return min(d(i - 1, j) + 1, d(i, j - 1) + 1, d(i - 1, j - 1) + (a[i - 1] != b[j - 1]))

    return d(len(a), len(b))


@good("knn.weighted_distance", "norm of the stretched gap")
def _(a, b, z):
    return np.linalg.norm(np.sqrt(np.asarray(z, float)) * (np.asarray(a, float) - np.asarray(b, float)))


@good("knn.pairwise_sq_dists", "einsum")
def _(A, B):
    G = np.asarray(A, np.float64)[:, None] - np.asarray(B, np.float64)[None]
    return np.einsum("abd,abd->ab", G, G)


@good("knn.pairwise_sq_dists", "complex trick for 1-d and norm")
def _(A, B):
    return np.linalg.norm(np.asarray(A, float)[:, None] - np.asarray(B, float), axis=-1) ** 2


@good("knn.condense", "first to join answers a tie")
def _(X, y, order):
    kept = [order[0]]
    while True:
        before = len(kept)
        for i in order:
            if i not in kept:
                d = [float(((X[j] - X[i]) ** 2).sum()) for j in kept]
                if y[kept[d.index(min(d))]] != y[i]:
                    kept.append(i)
        if len(kept) == before:
            return kept


@good("knn.condense", "earlier row answers a tie")
def _(X, y, order):
    kept = [order[0]]
    while True:
        before = len(kept)
        for i in order:
            if i not in kept:
                j = min(kept, key=lambda j: (float(((X[j] - X[i]) ** 2).sum()), j))
                if y[j] != y[i]:
                    kept.append(i)
        if len(kept) == before:
            return kept


@good("categorical_nb.learn_pairs", "Counter")
def _(examples, values):
    n = collections.Counter(y for _, y in examples)
    c = collections.Counter((y, j, v) for x, y in examples for j, v in enumerate(x))
    return {
        "prior": {k: n[k] / len(examples) for k in n},
        "table": {(k, j, v): c[k, j, v] / n[k] for k in n for j, vs in enumerate(values) for v in vs},
    }


@good("categorical_nb.predict_one", "fractions")
def _(x, model):
    def p(c):
        return math.prod(
            [fractions.Fraction(model["prior"][c])]
            + [fractions.Fraction(model["table"][c, j, v]) for j, v in enumerate(x)]
        )

    return max(sorted(model["prior"]), key=p)


@good("categorical_nb.class_prior", "Counter")
def _(y):
    n = collections.Counter(np.asarray(y).tolist())
    return sorted(n), [n[c] / len(y) for c in sorted(n)]


@good("categorical_nb.cond_table", "one-hot product")
def _(X, y, n_values, alpha):
    Y = (np.asarray(y) == np.unique(y)[:, None]).astype(float)
    out = []
    for j, V in enumerate(n_values):
        N = Y @ np.eye(V)[np.asarray(X)[:, j]] + alpha
        out.append((N / N.sum(1, keepdims=True)).tolist())
    return out


@good("categorical_nb.predict_with_prob", "logaddexp")
def _(model, Q):
    Q = np.asarray(Q)
    with np.errstate(divide="ignore"):
        s = np.log(np.asarray(model["prior"]))[None] + sum(
            np.log(np.asarray(t))[:, Q[:, j]].T for j, t in enumerate(model["tables"])
        )
    if np.isneginf(s).all(axis=1).any():
        raise ValueError
    return np.exp(s - np.logaddexp.reduce(s, axis=1)[:, None])


@good("bernoulli_nb.learn", "group by matrix product")
def _(X, y, alpha=1):
    c, inv = np.unique(y, return_inverse=True)
    Y = np.eye(len(c))[inv]
    n = Y.sum(0)
    return {
        "prior": n / n.sum(),
        "theta": (Y.T @ X + alpha) / (n[:, None] + 2 * alpha),
        "classes": c.tolist(),
    }


@good("bernoulli_nb.log_joint", "two masked sums by loops")
def _(model, Q):
    out = []
    for q in np.asarray(Q):
        row = []
        for p, t in zip(model["prior"], model["theta"]):
            f = [float(a) if b else 1 - float(a) for a, b in zip(t, q)]
            row.append(-math.inf if 0 in f else math.log(p) + math.fsum(map(math.log, f)))
        out.append(row)
    return out


@good("bernoulli_nb.to_linear", "logit as a difference")
def _(model):
    t = np.asarray(model["theta"])
    return np.log(t) - np.log1p(-t), np.log(model["prior"]) + np.log1p(-t).sum(1)


@good("multinomial_nb.count_vector", "Counter")
def _(doc, vocab):
    n = collections.Counter(re.findall(r"[a-z0-9]+", doc.lower()))
    return [n[w] for w in vocab]


@good("multinomial_nb.log_joint", "xlogy by hand")
def _(model, Q):
    Q = np.asarray(Q, float)
    t = np.asarray(model["theta"])
    with np.errstate(all="ignore"):
        L = np.log(t)
    L2 = np.where(t > 0, L, 0.0)
    s = Q @ L2.T
    s[(Q @ (t == 0).T.astype(float)) > 0] = -np.inf
    return s + np.log(model["prior"])


@good("multinomial_nb.predict", "list of items")
def _(model, Q):
    with np.errstate(all="ignore"):
        s = np.array(
            [
                [
                    math.fsum(
                        [math.log(p)]
                        + [float(n) * (math.log(t) if t > 0 else -math.inf) for n, t in zip(q, th) if n]
                    )
                    for p, th in zip(model["prior"], model["theta"])
                ]
                for q in Q
            ]
        )
    return [model["classes"][i] for i in s.argmax(1)]


@good("gaussian_nb.learn", "E[x^2] free two-pass loops")
def _(X, y, var_smoothing=1e-9):
    c = sorted(set(np.asarray(y).tolist()))
    rows = {k: [r for r, l in zip(np.asarray(X, float), y) if l == k] for k in c}
    mean = {k: [math.fsum(col) / len(rows[k]) for col in zip(*rows[k])] for k in c}
    eps = var_smoothing * max(np.var(np.asarray(X, float), axis=0))
    return {
        "classes": c,
        "prior": [len(rows[k]) / len(y) for k in c],
        "mean": [mean[k] for k in c],
        "var": [
            [
                math.fsum((v - m) ** 2 for v in col) / len(rows[k]) + eps
                for col, m in zip(zip(*rows[k]), mean[k])
            ]
            for k in c
        ],
    }


@good("gaussian_nb.predict_one", "log scores")
def _(x, model):
    s = [
        math.log(p) - 0.5 * sum(math.log(2 * math.pi * v) + (a - m) ** 2 / v for a, m, v in zip(x, ms, vs))
        if p
        else -math.inf
        for p, ms, vs in zip(model["prior"], model["mean"], model["var"])
    ]
    return model["classes"][s.index(max(s))]


@good("gaussian_nb.log_joint", "a column at a time")
def _(model, Q):
    return np.column_stack(
        [
            np.log(p) - 0.5 * (np.log(2 * np.pi * v) + (np.asarray(Q, float) - m) ** 2 / v).sum(axis=1)
            for p, m, v in zip(model["prior"], np.asarray(model["mean"]), np.asarray(model["var"]))
        ]
    )


@good("gaussian_nb.boundary_1d", "roots")
def _(m0, v0, p0, m1, v1, p1):
    a = 0.5 / v1 - 0.5 / v0
    b = m0 / v0 - m1 / v1
    c = 0.5 * m1**2 / v1 - 0.5 * m0**2 / v0 + math.log(p0 / p1) + 0.5 * math.log(v1 / v0)
    if a == 0:
        return [] if b == 0 else [-c / b]
    D = b * b - 4 * a * c
    if D < 0:
        return []
    q = -(b + math.copysign(math.sqrt(D), b)) / 2
    return sorted({q / a, c / q}) if q else sorted({0.0, -b / a})


@good("decisions.confusion", "zip and Counter, numpy ints")
def _(y, yhat, positive):
    n = collections.Counter(
        (bool(t == positive), bool(p == positive)) for t, p in zip(np.ravel(y), np.ravel(yhat))
    )
    return [
        np.int64(n[True, True]),
        np.int64(n[False, True]),
        np.int64(n[True, False]),
        np.int64(n[False, False]),
    ]


@good("decisions.cost_threshold", "keyword-only for the two others")
def _(c_fp, c_fn, *, c_tp=0, c_tn=0):
    return (c_fp - c_tn) / ((c_fp - c_tn) + (c_fn - c_tp))


@good("decisions.auc", "by ranks")
def _(y, score):
    y, s = np.asarray(y), np.asarray(score, float)
    r = np.array([(s < v).sum() + ((s == v).sum() + 1) / 2 for v in s])
    p = (y == 1).sum()
    return (r[y == 1].sum() - p * (p + 1) / 2) / (p * (len(y) - p))


@good("decisions.roc_points", "sort once")
def _(y, score):
    o = sorted(zip(score, y), key=lambda t: -t[0])
    P, N = sum(v == 1 for _, v in o), sum(v == 0 for _, v in o)
    tp = fp = 0
    pts = [(0.0, 0.0)]
    for s, g in itertools.groupby(o, key=lambda t: t[0]):
        g = [v for _, v in g]
        tp += g.count(1)
        fp += g.count(0)
        pts.append((fp / N, tp / P))
    return pts


@good("decisions.expected_cost", "einsum")
def _(P, C):
    return np.einsum("mk,ak->ma", P, C)


@good("decisions.correct_prior", "row by row")
def _(P, train_prior, true_prior):
    out = []
    for p in P:
        s = [a * t / r for a, t, r in zip(p, true_prior, train_prior)]
        out.append([v / math.fsum(s) for v in s])
    return out


@good("decisions.undersample", "permutation")
def _(y, majority, fraction, rng):
    rows = [i for i, l in enumerate(y) if l == majority]
    k = max(1, math.floor(fraction * len(rows) + 0.5))
    return sorted(
        [*(int(i) for i in rng.permutation(rows)[:k]), *(i for i, l in enumerate(y) if l != majority)]
    )


@good("gaussian_nb.sample_class", "standard normal, scaled")
def _(model, c, n, rng):
    k = next(i for i, l in enumerate(model["classes"]) if l == c)
    return model["mean"][k] + np.sqrt(model["var"][k]) * rng.standard_normal((n, len(model["mean"][k])))
