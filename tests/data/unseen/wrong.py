"""Wrong answers written from the tasks' texts alone, before the lists of known mistakes were looked at.

Slips, pairs of slips, half-finished work, crashes, results kept between calls, narrow types, rounding. Each must
lose points; what the check says of it is not asked here.
"""
# ruff: noqa

import math
import re

import numpy as np

WRONG = []


def bad(task, kind, mistake):
    def add(f):
        WRONG.append((task, kind, mistake, f))
        return f

    return add


# ---------------------------------------------------------------- bayes_rule
@bad("bayes_rule.event_prob", "state", "default dict keeps the rows of former calls")
def _(joint, event, seen=[]):
    for row, p in joint.items():
        if all(row[i] == v for i, v in event.items()):
            seen.append(p)
    return sum(seen)


_cache = {}


@bad("bayes_rule.event_prob", "state", "cached by the event alone")
def _(joint, event):
    key = tuple(sorted(event.items()))
    if key not in _cache:
        _cache[key] = sum(p for row, p in joint.items() if all(row[i] == v for i, v in event.items()))
    return _cache[key]


@bad("bayes_rule.event_prob", "slip", "any in place of all")
def _(joint, event):
    return sum(p for row, p in joint.items() if any(row[i] == v for i, v in event.items()))


@bad("bayes_rule.event_prob", "slip", "only the first matching row")
def _(joint, event):
    for row, p in joint.items():
        if all(row[i] == v for i, v in event.items()):
            return p
    return 0


@bad("bayes_rule.event_prob", "round", "rounds to six digits")
def _(joint, event):
    return round(sum(p for row, p in joint.items() if all(row[i] == v for i, v in event.items())), 6)


@bad("bayes_rule.event_prob", "crash", "typo in a name")
def _(joint, event):
    total = 0
    for row, p in joint.items():
        if all(row[i] == v for i, v in events.items()):
            total += p
    return total


@bad("bayes_rule.event_prob", "none", "prints in place of returning")
def _(joint, event):
    total = 0
    for row, p in joint.items():
        if all(row[i] == v for i, v in event.items()):
            total += p
    print(total)


@bad("bayes_rule.event_prob", "half", "returns inside of the loop")
def _(joint, event):
    total = 0
    for row, p in joint.items():
        if all(row[i] == v for i, v in event.items()):
            total += p
        return total


def _ev(joint, event):
    return sum(p for row, p in joint.items() if all(row[i] == v for i, v in event.items()))


@bad("bayes_rule.cond_prob", "slip", "not divided by P(given)")
def _(joint, event, given):
    if _ev(joint, given) == 0:
        raise ValueError("no")
    left = {row: p for row, p in joint.items() if all(row[j] == v for j, v in given.items())}
    return _ev(left, event)


@bad("bayes_rule.cond_prob", "slip", "merge overwrites a contradiction")
def _(joint, event, given):
    g = _ev(joint, given)
    if g == 0:
        raise ValueError("no")
    return _ev(joint, {**given, **event}) / g


@bad("bayes_rule.cond_prob", "tiny", "almost impossible condition refused")
def _(joint, event, given):
    g = _ev(joint, given)
    if g < 1e-9:
        raise ValueError("no")
    left = {row: p for row, p in joint.items() if all(row[j] == v for j, v in given.items())}
    return _ev(left, event) / g


@bad("bayes_rule.cond_prob", "error", "returns the error")
def _(joint, event, given):
    g = _ev(joint, given)
    if g == 0:
        return ValueError("impossible")
    left = {row: p for row, p in joint.items() if all(row[j] == v for j, v in given.items())}
    return _ev(left, event) / g


@bad("bayes_rule.cond_prob", "pair", "divides by P(event), and does not refuse")
def _(joint, event, given):
    e = _ev(joint, event)
    left = {row: p for row, p in joint.items() if all(row[j] == v for j, v in given.items())}
    if e == 0:
        return 0.0
    return _ev(left, event) / e


@bad("bayes_rule.bayes_posterior", "tiny", "isclose to 0")
def _(prior, likelihood):
    s = np.array(prior) * np.array(likelihood)
    if np.isclose(s.sum(), 0):
        raise ValueError("no")
    return s / s.sum()


@bad("bayes_rule.bayes_posterior", "slip", "prior forgotten")
def _(prior, likelihood):
    s = np.array(likelihood)
    if (np.array(prior) * s).sum() == 0:
        raise ValueError("no")
    return s / s.sum()


@bad("bayes_rule.bayes_posterior", "type", "float32")
def _(prior, likelihood):
    s = np.array(prior, dtype=np.float32) * np.array(likelihood, dtype=np.float32)
    if s.sum() == 0:
        raise ValueError("no")
    return s / s.sum()


@bad("bayes_rule.bayes_posterior", "round", "rounds to four digits")
def _(prior, likelihood):
    s = np.array(prior) * np.array(likelihood)
    if s.sum() == 0:
        raise ValueError("no")
    return np.round(s / s.sum(), 4)


@bad("bayes_rule.bayes_posterior", "crash", "lists multiplied")
def _(prior, likelihood):
    s = prior * likelihood
    return s / sum(s)


@bad("bayes_rule.bayes_posterior", "error", "ZeroDivisionError in place of ValueError, lists")
def _(prior, likelihood):
    s = [float(p) * float(q) for p, q in zip(prior, likelihood)]
    return [v / sum(s) for v in s]


@bad("bayes_rule.diagnostic_posterior", "slip", "specificity as the rate of false alarms")
def _(prevalence, sensitivity, specificity):
    a = sensitivity * prevalence
    b = specificity * (1 - prevalence)
    if a + b == 0:
        raise ValueError("no")
    return a / (a + b)


@bad("bayes_rule.diagnostic_posterior", "tiny", "less than 1e-6 refused")
def _(prevalence, sensitivity, specificity):
    a = sensitivity * prevalence
    b = (1 - specificity) * (1 - prevalence)
    if a + b < 1e-6:
        raise ValueError("no")
    return a / (a + b)


@bad("bayes_rule.diagnostic_posterior", "pair", "specificity misread and base rate forgotten in the alarms")
def _(prevalence, sensitivity, specificity):
    a = sensitivity * prevalence
    b = specificity
    if a + b == 0:
        raise ValueError("no")
    return a / (a + b)


@bad("bayes_rule.map_theta", "slip", "alpha added once below")
def _(counts, alpha):
    c = np.array(counts)
    n = c.sum() + alpha
    if n == 0:
        raise ValueError("no")
    return (c + alpha) / n


@bad("bayes_rule.map_theta", "type", "integer table")
def _(counts, alpha):
    c = np.array(counts)
    out = np.zeros_like(c)
    total = c.sum() + alpha * len(c)
    if total == 0:
        raise ValueError("no")
    for i in range(len(c)):
        out[i] = (c[i] + alpha) / total
    return out


@bad("bayes_rule.map_theta", "mutate", "adds alpha into counts")
def _(counts, alpha):
    for i in range(len(counts)):
        counts[i] += alpha
    s = sum(counts)
    if s == 0:
        raise ValueError("no")
    return [c / s for c in counts]


@bad("bayes_rule.map_theta", "slip", "hard-coded three values")
def _(counts, alpha):
    c = np.array(counts)
    n = c.sum() + 3 * alpha
    if n == 0:
        raise ValueError("no")
    return (c + alpha) / n


@bad("bayes_rule.map_theta", "half", "alpha only if a count is 0")
def _(counts, alpha):
    c = np.array(counts, dtype=float)
    if (c == 0).any():
        c = c + alpha
    if c.sum() == 0:
        raise ValueError("no")
    return c / c.sum()


@bad("bayes_rule.normalise_log", "slip", "base 10 in place of e")
def _(log_scores):
    s = np.asarray(log_scores, float)
    if s.max() == -np.inf:
        raise ValueError("no")
    e = 10 ** (s - s.max())
    return e / e.sum()


@bad("bayes_rule.normalise_log", "slip", "exp without shift")
def _(log_scores):
    e = np.exp(np.asarray(log_scores, float))
    if e.sum() == 0:
        raise ValueError("no")
    return e / e.sum()


@bad("bayes_rule.normalise_log", "slip", "shift by the mean")
def _(log_scores):
    s = np.asarray(log_scores, float)
    if np.isneginf(s).all():
        raise ValueError("no")
    e = np.exp(s - s[np.isfinite(s)].mean())
    return e / e.sum()


@bad("bayes_rule.normalise_log", "tiny", "small shares set to 0")
def _(log_scores):
    s = np.asarray(log_scores, float)
    if np.isneginf(s).all():
        raise ValueError("no")
    e = np.exp(s - s.max())
    e[e < 1e-8] = 0
    return e / e.sum()


@bad("bayes_rule.normalise_log", "half", "does not divide by the sum")
def _(log_scores):
    s = np.asarray(log_scores, float)
    if np.isneginf(s).all():
        raise ValueError("no")
    return np.exp(s - s.max())


@bad("bayes_rule.cond_independent", "half", "looks at the first value of c only")
def _(joint, a, b, c, tol=1e-9):
    for w in {r[c] for r in joint}:
        pw = _ev(joint, {c: w})
        if pw == 0:
            continue
        for u in {r[a] for r in joint}:
            for v in {r[b] for r in joint}:
                if (
                    abs(
                        _ev(joint, {a: u, b: v, c: w}) / pw
                        - _ev(joint, {a: u, c: w}) / pw * _ev(joint, {b: v, c: w}) / pw
                    )
                    > tol
                ):
                    return False
        return True


@bad("bayes_rule.cond_independent", "slip", "ignores tol")
def _(joint, a, b, c, tol=1e-9):
    for w in {r[c] for r in joint}:
        pw = _ev(joint, {c: w})
        if pw == 0:
            continue
        for u in {r[a] for r in joint}:
            for v in {r[b] for r in joint}:
                if not math.isclose(
                    _ev(joint, {a: u, b: v, c: w}) / pw,
                    _ev(joint, {a: u, c: w}) / pw * _ev(joint, {b: v, c: w}) / pw,
                    abs_tol=1e-12,
                ):
                    return False
    return True


@bad("bayes_rule.cond_independent", "slip", "tests plain independence of a and b")
def _(joint, a, b, c, tol=1e-9):
    return all(
        abs(_ev(joint, {a: u, b: v}) - _ev(joint, {a: u}) * _ev(joint, {b: v})) <= tol
        for u in {r[a] for r in joint}
        for v in {r[b] for r in joint}
    )


@bad("bayes_rule.binomial_likelihood", "slip", "orders forgotten")
def _(k, n, theta):
    return theta**k * (1 - theta) ** (n - k)


@bad("bayes_rule.binomial_likelihood", "slip", "exponent n in place of n - k")
def _(k, n, theta):
    return math.comb(n, k) * theta**k * (1 - theta) ** n


@bad("bayes_rule.binomial_likelihood", "crash", "logs of 0")
def _(k, n, theta):
    return math.exp(math.log(math.comb(n, k)) + k * math.log(theta) + (n - k) * math.log(1 - theta))


@bad("bayes_rule.binomial_likelihood", "state", "binomial coefficient kept from the first call")
def _(k, n, theta, kept={}):
    kept.setdefault("comb", math.comb(n, k))
    return kept["comb"] * theta**k * (1 - theta) ** (n - k)


@bad("bayes_rule.n_parameters", "half", "naive missing")
def _(K, n_values, kind):
    rows = K
    for v in n_values:
        rows *= v
    if kind == "table":
        return rows
    if kind == "joint":
        return rows - 1
    if kind == "stored":
        return K + K * sum(n_values)
    if kind != "naive":
        raise ValueError("kind")


@bad("bayes_rule.n_parameters", "type", "numpy product overflows")
def _(K, n_values, kind):
    rows = K * np.prod(n_values)
    if kind == "table":
        return rows
    if kind == "joint":
        return rows - 1
    if kind == "stored":
        return K + K * sum(n_values)
    if kind == "naive":
        return K - 1 + K * sum(v - 1 for v in n_values)
    raise ValueError


@bad("bayes_rule.n_parameters", "pair", "joint not minus one, naive with K for the prior")
def _(K, n_values, kind):
    rows = K * math.prod(n_values)
    if kind in ("table", "joint"):
        return rows
    if kind == "stored":
        return K + K * sum(n_values)
    if kind == "naive":
        return K + K * sum(v - 1 for v in n_values)
    raise ValueError


# ---------------------------------------------------------------- knn
@bad("knn.predict_one", "slip", "k + 1 neighbours")
def _(x, model):
    s = [model["metric"](x, z) for z in model["X"]]
    I = sorted(range(len(s)), key=lambda i: s[i])[: model["k"] + 1]
    v = [sum(model["y"][i] == c for i in I) for c in model["classes"]]
    return model["classes"][int(np.argmax(v))]


@bad("knn.predict_one", "crash", "classes of a row indexed as an array")
def _(x, model):
    s = np.array([model["metric"](x, z) for z in model["X"]])
    I = s.argsort()[: model["k"]]
    return max(model["classes"], key=lambda c: model["y"][I].count(c))


@bad("knn.predict_one", "slip", "hard-coded k = 3")
def _(x, model):
    s = [model["metric"](x, z) for z in model["X"]]
    I = sorted(range(len(s)), key=lambda i: s[i])[:3]
    v = [sum(model["y"][i] == c for i in I) for c in model["classes"]]
    return model["classes"][int(np.argmax(v))]


@bad("knn.predict_one", "loop", "the neighbourhood never grows")
def _(x, model):
    s = [model["metric"](x, z) for z in model["X"]]
    I = []
    while len(I) < model["k"]:
        best = None
        for i in range(len(s)):
            if i not in I and (best is None or s[i] < s[best]):
                best = i
        if best in I:
            I.append(best)
    v = [sum(model["y"][i] == c for i in I) for c in model["classes"]]
    return model["classes"][int(np.argmax(v))]


@bad("knn.predict_one", "slip", "vote tie goes to the nearest")
def _(x, model):
    s = [model["metric"](x, z) for z in model["X"]]
    I = sorted(range(len(s)), key=lambda i: s[i])[: model["k"]]
    y = [model["y"][i] for i in I]
    return max(y, key=y.count)


@bad("knn.predict_one", "state", "distances of a former query are kept")
def _(x, model, s=[]):
    for z in model["X"]:
        s.append(model["metric"](x, z))
    I = sorted(range(len(model["X"])), key=lambda i: s[i])[: model["k"]]
    v = [sum(model["y"][i] == c for i in I) for c in model["classes"]]
    return model["classes"][int(np.argmax(v))]


@bad("knn.predict_one", "round", "distances rounded to one decimal")
def _(x, model):
    s = [round(float(model["metric"](x, z)), 1) for z in model["X"]]
    I = sorted(range(len(s)), key=lambda i: s[i])[: model["k"]]
    v = [sum(model["y"][i] == c for i in I) for c in model["classes"]]
    return model["classes"][int(np.argmax(v))]


@bad("knn.minkowski", "slip", "** 1 / p")
def _(a, b, p=2):
    g = np.abs(a - b)
    if p == np.inf:
        return g.max()
    return (g**p).sum() ** 1 / p


@bad("knn.minkowski", "half", "infinity not handled")
def _(a, b, p=2):
    return (np.abs(np.asarray(a) - np.asarray(b)) ** p).sum() ** (1 / p)


@bad("knn.minkowski", "slip", "no absolute value")
def _(a, b, p=2):
    g = np.asarray(a) - np.asarray(b)
    if p == np.inf:
        return np.abs(g).max()
    return (g**p).sum() ** (1 / p)


@bad("knn.minkowski", "crash", "math is not imported")
def _(a, b, p=2):
    g = np.abs(np.asarray(a) - np.asarray(b))
    if p == maths.inf:
        return g.max()
    return (g**p).sum() ** (1 / p)


@bad("knn.minkowski", "pair", "no absolute value and no root")
def _(a, b, p=2):
    g = np.asarray(a) - np.asarray(b)
    if p == np.inf:
        return g.max()
    return (g**p).sum()


@bad("knn.nearest", "slip", "distances, not row numbers")
def _(dists, k):
    if not 1 <= k <= len(dists):
        raise ValueError
    return np.sort(dists)[:k]


@bad("knn.nearest", "slip", "unsorted argpartition")
def _(dists, k):
    if not 1 <= k <= len(dists):
        raise ValueError
    return np.argpartition(dists, k - 1)[:k]


@bad("knn.nearest", "half", "k of 0 is let through")
def _(dists, k):
    if k > len(dists):
        raise ValueError
    return np.argsort(dists, kind="stable")[:k]


@bad("knn.nearest", "type", "distances as whole numbers")
def _(dists, k):
    if not 1 <= k <= len(dists):
        raise ValueError
    return np.argsort(np.asarray(dists).astype(int), kind="stable")[:k]


@bad("knn.nearest", "type", "float16")
def _(dists, k):
    if not 1 <= k <= len(dists):
        raise ValueError
    return np.argsort(np.asarray(dists).astype(np.float16), kind="stable")[:k]


@bad("knn.nearest", "error", "returns the error")
def _(dists, k):
    if not 1 <= k <= len(dists):
        return ValueError("k")
    return np.argsort(dists, kind="stable")[:k]


@bad("knn.nearest", "pair", "largest first and no refusal")
def _(dists, k):
    return np.argsort(-np.asarray(dists), kind="stable")[:k]


_seen_order = {}


@bad("knn.nearest", "state", "order kept by length")
def _(dists, k):
    if not 1 <= k <= len(dists):
        raise ValueError
    if len(dists) not in _seen_order:
        _seen_order[len(dists)] = np.argsort(dists, kind="stable")
    return _seen_order[len(dists)][:k]


@bad("knn.learn", "slip", "no copies")
def _(X, y, k, metric):
    if len(X) != len(y) or not 1 <= k <= len(X):
        raise ValueError
    return {"X": np.asarray(X), "y": np.asarray(y), "k": k, "metric": metric, "classes": np.unique(y)}


@bad("knn.learn", "slip", "classes as they come")
def _(X, y, k, metric):
    if len(X) != len(y) or not 1 <= k <= len(X):
        raise ValueError
    return {
        "X": np.array(X),
        "y": np.array(y),
        "k": k,
        "metric": metric,
        "classes": list(dict.fromkeys(list(y))),
    }


@bad("knn.learn", "half", "no key metric")
def _(X, y, k, metric):
    if len(X) != len(y) or not 1 <= k <= len(X):
        raise ValueError
    return {"X": np.array(X), "y": np.array(y), "k": k, "classes": np.unique(y)}


@bad("knn.learn", "state", "one model for all calls")
def _(X, y, k, metric, model={}):
    if len(X) != len(y) or not 1 <= k <= len(X):
        raise ValueError
    model.update(X=np.array(X), y=np.array(y), k=k, metric=metric, classes=np.unique(y))
    return model


def _near(d, k):
    return np.argsort(d, kind="stable")[:k]


@bad("knn.predict_with_prob", "slip", "counts, not shares")
def _(model, Q):
    out = []
    for q in Q:
        d = np.array([model["metric"](q, x) for x in model["X"]])
        l = np.asarray(model["y"])[_near(d, model["k"])]
        out.append([np.sum(l == c) for c in model["classes"]])
    return np.array(out)


@bad("knn.predict_with_prob", "half", "only the first query")
def _(model, Q):
    for q in Q:
        d = np.array([model["metric"](q, x) for x in model["X"]])
        l = np.asarray(model["y"])[_near(d, model["k"])]
        return np.array([[np.mean(l == c) for c in model["classes"]]])


@bad("knn.predict_with_prob", "slip", "only classes among the neighbours")
def _(model, Q):
    out = []
    for q in Q:
        d = np.array([model["metric"](q, x) for x in model["X"]])
        l = np.asarray(model["y"])[_near(d, model["k"])]
        out.append([np.mean(l == c) for c in np.unique(l)])
    return np.array(out)


@bad("knn.predict", "slip", "column number in place of label")
def _(model, Q):
    out = []
    for q in Q:
        d = np.array([model["metric"](q, x) for x in model["X"]])
        l = np.asarray(model["y"])[_near(d, model["k"])]
        out.append(int(np.argmax([np.mean(l == c) for c in model["classes"]])))
    return np.array(out)


@bad("knn.predict", "type", "labels cut to the length of the first")
def _(model, Q):
    classes = np.asarray(model["classes"])
    out = np.full(len(Q), classes[0])
    out = out.astype(f"U{len(str(classes[0]))}") if classes.dtype.kind == "U" else out
    for i, q in enumerate(Q):
        d = np.array([model["metric"](q, x) for x in model["X"]])
        l = np.asarray(model["y"])[_near(d, model["k"])]
        out[i] = classes[np.argmax([np.sum(l == c) for c in classes])]
    return out


@bad("knn.predict", "half", "the first query only")
def _(model, Q):
    d = np.array([model["metric"](Q[0], x) for x in model["X"]])
    l = np.asarray(model["y"])[_near(d, model["k"])]
    return [model["classes"][int(np.argmax([np.sum(l == c) for c in model["classes"]]))]]


@bad("knn.predict_regression", "slip", "median")
def _(model, Q):
    return np.array(
        [
            np.median(
                np.asarray(model["y"])[
                    _near(np.array([model["metric"](q, x) for x in model["X"]]), model["k"])
                ]
            )
            for q in Q
        ]
    )


@bad("knn.predict_regression", "slip", "divides by n")
def _(model, Q):
    return np.array(
        [
            np.sum(
                np.asarray(model["y"])[
                    _near(np.array([model["metric"](q, x) for x in model["X"]]), model["k"])
                ]
            )
            / len(model["y"])
            for q in Q
        ]
    )


@bad("knn.predict_regression", "type", "whole-number results")
def _(model, Q):
    out = np.zeros(len(Q), dtype=int)
    for i, q in enumerate(Q):
        out[i] = np.mean(
            np.asarray(model["y"])[_near(np.array([model["metric"](q, x) for x in model["X"]]), model["k"])]
        )
    return out


@bad("knn.vote_weights", "slip", "epsilon against 0")
def _(dists, scheme):
    d = np.asarray(dists, float)
    if scheme == "uniform":
        w = np.ones(len(d))
    elif scheme == "inverse":
        w = 1 / (d + 1e-8)
    else:
        w = np.exp(-(d - d.min()))
    return w / w.sum()


@bad("knn.vote_weights", "slip", "softmax with the plus sign")
def _(dists, scheme):
    d = np.asarray(dists, float)
    if scheme == "uniform":
        w = np.ones(len(d))
    elif scheme == "inverse":
        w = (d == 0).astype(float) if (d == 0).any() else 1 / d
    else:
        w = np.exp(d - d.max())
    return w / w.sum()


@bad("knn.vote_weights", "half", "softmax not written")
def _(dists, scheme):
    d = np.asarray(dists, float)
    if scheme == "uniform":
        return np.ones(len(d)) / len(d)
    if scheme == "inverse":
        w = (d == 0).astype(float) if (d == 0).any() else 1 / d
        return w / w.sum()


@bad("knn.vote_weights", "pair", "softmax without shift and epsilon against 0")
def _(dists, scheme):
    d = np.asarray(dists, float)
    if scheme == "uniform":
        w = np.ones(len(d))
    elif scheme == "inverse":
        w = 1 / (d + 1e-8)
    else:
        w = np.exp(-d)
    return w / w.sum()


@bad("knn.vote_weights", "tiny", "tiny distances are taken for 0")
def _(dists, scheme):
    d = np.asarray(dists, float)
    if scheme == "uniform":
        w = np.ones(len(d))
    elif scheme == "inverse":
        z = np.isclose(d, 0)
        w = z.astype(float) if z.any() else 1 / d
    else:
        w = np.exp(-(d - d.min()))
    return w / w.sum()


@bad("knn.weighted_vote", "slip", "not normalised")
def _(labels, weights, classes):
    return np.array([sum(w for l, w in zip(labels, weights) if l == c) for c in classes])


@bad("knn.weighted_vote", "slip", "divided by k")
def _(labels, weights, classes):
    return np.array([sum(w for l, w in zip(labels, weights) if l == c) for c in classes]) / len(labels)


@bad("knn.weighted_vote", "type", "labels cast to int")
def _(labels, weights, classes):
    labels = np.asarray(labels).astype(int)
    return np.array([np.asarray(weights)[labels == c].sum() for c in classes]) / np.sum(weights)


@bad("knn.choose_k", "slip", "the largest of several best")
def _(X, y, ks):
    errors = []
    for k in ks:
        wrong = 0
        for i in range(len(X)):
            o = np.arange(len(X)) != i
            d = np.sqrt(((X[o] - X[i]) ** 2).sum(axis=1))
            l, v = np.unique(y[o][_near(d, k)], return_counts=True)
            wrong += l[v.argmax()] != y[i]
        errors.append(wrong / len(X))
    return max(k for k, e in zip(ks, errors) if e == min(errors)), errors


@bad("knn.choose_k", "slip", "does not leave out")
def _(X, y, ks):
    errors = []
    for k in ks:
        wrong = 0
        for i in range(len(X)):
            d = np.sqrt(((X - X[i]) ** 2).sum(axis=1))
            l, v = np.unique(y[_near(d, k)], return_counts=True)
            wrong += l[v.argmax()] != y[i]
        errors.append(wrong / len(X))
    return min(zip(errors, ks))[1], errors


@bad("knn.choose_k", "pair", "does not leave out, accuracy in place of error")
def _(X, y, ks):
    errors = []
    for k in ks:
        right = 0
        for i in range(len(X)):
            d = np.sqrt(((X - X[i]) ** 2).sum(axis=1))
            l, v = np.unique(y[_near(d, k)], return_counts=True)
            right += l[v.argmax()] == y[i]
        errors.append(right / len(X))
    return min(zip(errors, ks))[1], errors


@bad("knn.standardise", "slip", "ddof 1")
def _(X_train, Q):
    s = X_train.std(axis=0, ddof=1)
    return (Q - X_train.mean(axis=0)) / np.where(s > 0, s, 1)


@bad("knn.standardise", "slip", "no axis: one mean for all")
def _(X_train, Q):
    s = X_train.std()
    return (Q - X_train.mean()) / (s if s > 0 else 1)


@bad("knn.standardise", "slip", "axis 1")
def _(X_train, Q):
    s = X_train.std(axis=1)
    return (Q - X_train.mean(axis=1)) / np.where(s > 0, s, 1)


@bad("knn.standardise", "type", "integer result")
def _(X_train, Q):
    out = np.zeros_like(Q)
    s = X_train.std(axis=0)
    out[:] = (Q - X_train.mean(axis=0)) / np.where(s > 0, s, 1)
    return out


@bad("knn.standardise", "state", "mean and sd of the first table kept")
def _(X_train, Q, memory={}):
    key = X_train.shape
    if key not in memory:
        s = X_train.std(axis=0)
        memory[key] = X_train.mean(axis=0), np.where(s > 0, s, 1)
    m, s = memory[key]
    return (Q - m) / s


@bad("knn.cosine_distance", "slip", "similarity")
def _(a, b):
    n = np.linalg.norm(a) * np.linalg.norm(b)
    return a @ b / n if n > 0 else 1.0


@bad("knn.cosine_distance", "slip", "one length forgotten")
def _(a, b):
    n = np.linalg.norm(a)
    if n == 0 or np.linalg.norm(b) == 0:
        return 1.0
    return 1 - a @ b / n**2


@bad("knn.cosine_distance", "tiny", "short vectors count as zero")
def _(a, b):
    n = np.linalg.norm(a) * np.linalg.norm(b)
    return 1 - a @ b / n if n > 1e-6 else 1.0


@bad("knn.hamming", "half", "no refusal of different lengths")
def _(a, b):
    return sum(s != t for s, t in zip(a, b))


@bad("knn.hamming", "slip", "share in place of number")
def _(a, b):
    if len(a) != len(b):
        raise ValueError
    return sum(s != t for s, t in zip(a, b)) / len(a) if len(a) else 0


@bad("knn.hamming", "slip", "compares sets of letters")
def _(a, b):
    if len(a) != len(b):
        raise ValueError
    return len(set(a) - set(b))


@bad("knn.jaccard_distance", "slip", "divides by the sum of the sizes")
def _(A, B):
    return 1 - len(A & B) / (len(A) + len(B)) if A or B else 0.0


@bad("knn.jaccard_distance", "crash", "empty sets")
def _(A, B):
    return 1 - len(A & B) / len(A | B)


@bad("knn.jaccard_distance", "mutate", "updates A")
def _(A, B):
    both = len(A & B)
    A.update(B)
    return 1 - both / len(A) if A else 0.0


@bad("knn.edit_distance", "slip", "replace costs 2")
def _(a, b):
    D = np.zeros((len(a) + 1, len(b) + 1), dtype=int)
    D[:, 0] = np.arange(len(a) + 1)
    D[0] = np.arange(len(b) + 1)
    for s in range(1, len(a) + 1):
        for t in range(1, len(b) + 1):
            D[s, t] = min(D[s - 1, t] + 1, D[s, t - 1] + 1, D[s - 1, t - 1] + 2 * (a[s - 1] != b[t - 1]))
    return int(D[-1, -1])


@bad("knn.edit_distance", "slip", "first row and column are 0")
def _(a, b):
    D = np.zeros((len(a) + 1, len(b) + 1), dtype=int)
    for s in range(1, len(a) + 1):
        for t in range(1, len(b) + 1):
            D[s, t] = min(D[s - 1, t] + 1, D[s, t - 1] + 1, D[s - 1, t - 1] + (a[s - 1] != b[t - 1]))
    return int(D[-1, -1])


@bad("knn.edit_distance", "crash", "index out of range")
def _(a, b):
    D = np.zeros((len(a), len(b)), dtype=int)
    D[:, 0] = np.arange(len(a))
    D[0] = np.arange(len(b))
    for s in range(1, len(a) + 1):
        for t in range(1, len(b) + 1):
            D[s, t] = min(D[s - 1, t] + 1, D[s, t - 1] + 1, D[s - 1, t - 1] + (a[s - 1] != b[t - 1]))
    return int(D[-1, -1])


@bad("knn.weighted_distance", "slip", "weights squared")
def _(a, b, z):
    return np.sqrt(((z * (a - b)) ** 2).sum())


@bad("knn.weighted_distance", "slip", "no root")
def _(a, b, z):
    return (z * (a - b) ** 2).sum()


@bad("knn.gower", "slip", "range 0 divides")
def _(a, b, ranges, kinds):
    out = []
    for s, t, w, k in zip(a, b, ranges, kinds):
        out.append(float(s != t) if k == "categorical" else abs(s - t) / w)
    return sum(out) / len(out)


@bad("knn.gower", "slip", "features of range 0 left out of the mean")
def _(a, b, ranges, kinds):
    out = []
    for s, t, w, k in zip(a, b, ranges, kinds):
        if k == "categorical":
            out.append(float(s != t))
        elif w:
            out.append(abs(s - t) / w)
    return sum(out) / len(out) if out else 0.0


@bad("knn.pairwise_sq_dists", "noloops", "two loops")
def _(A, B):
    A, B = np.asarray(A, float), np.asarray(B, float)
    D = np.zeros((len(A), len(B)))
    for i in range(len(A)):
        for j in range(len(B)):
            D[i, j] = ((A[i] - B[j]) ** 2).sum()
    return D


@bad("knn.pairwise_sq_dists", "noloops", "comprehension over rows")
def _(A, B):
    A, B = np.asarray(A, float), np.asarray(B, float)
    return np.array([[((a - b) ** 2).sum() for b in B] for a in A])


@bad("knn.pairwise_sq_dists", "slip", "with the root")
def _(A, B):
    A, B = np.asarray(A, float), np.asarray(B, float)
    return np.sqrt(((A[:, None] - B[None]) ** 2).sum(-1))


@bad("knn.pairwise_sq_dists", "slip", "missing new axis")
def _(A, B):
    A, B = np.asarray(A, float), np.asarray(B, float)
    return ((A - B) ** 2).sum(axis=1)


@bad("knn.pairwise_sq_dists", "slip", "no [:, None] at the squares of A")
def _(A, B):
    A, B = np.asarray(A, float), np.asarray(B, float)
    return np.maximum((A**2).sum(axis=1) - 2 * A @ B.T + (B**2).sum(axis=1), 0)


@bad("knn.pairwise_sq_dists", "slip", "sum without an axis")
def _(A, B):
    A, B = np.asarray(A, float), np.asarray(B, float)
    return ((A[:, None] - B[None]) ** 2).sum()


@bad("knn.condense", "slip", "one pass only")
def _(X, y, order):
    kept = [order[0]]
    for i in order:
        if i in kept:
            continue
        d = ((X[kept] - X[i]) ** 2).sum(axis=1)
        if y[kept[d.argmin()]] != y[i]:
            kept.append(i)
    return kept


@bad("knn.condense", "slip", "sorted at the end")
def _(X, y, order):
    kept = [order[0]]
    changed = True
    while changed:
        changed = False
        for i in order:
            if i in kept:
                continue
            d = ((X[kept] - X[i]) ** 2).sum(axis=1)
            if y[kept[d.argmin()]] != y[i]:
                kept.append(i)
                changed = True
    return sorted(kept)


@bad("knn.condense", "loop", "twins never satisfied")
def _(X, y, order):
    kept = [order[0]]
    changed = True
    while changed:
        changed = False
        for i in order:
            d = ((X[kept] - X[i]) ** 2).sum(axis=1)
            if y[kept[d.argmin()]] != y[i]:
                if i not in kept:
                    kept.append(i)
                changed = True
    return kept


# ---------------------------------------------------------------- categorical_nb
@bad("categorical_nb.learn_pairs", "slip", "divided by n, not n_c")
def _(examples, values):
    prior, table = {}, {}
    for c in {y for _, y in examples}:
        rows = [x for x, y in examples if y == c]
        prior[c] = len(rows) / len(examples)
        for j in range(len(values)):
            for v in values[j]:
                table[c, j, v] = sum(x[j] == v for x in rows) / len(examples)
    return {"prior": prior, "table": table}


@bad("categorical_nb.learn_pairs", "half", "only values that occur")
def _(examples, values):
    prior, table = {}, {}
    for c in {y for _, y in examples}:
        rows = [x for x, y in examples if y == c]
        prior[c] = len(rows) / len(examples)
        for x in rows:
            for j, v in enumerate(x):
                table[c, j, v] = table.get((c, j, v), 0) + 1 / len(rows)
    return {"prior": prior, "table": table}


@bad("categorical_nb.learn_pairs", "half", "first feature only")
def _(examples, values):
    prior, table = {}, {}
    for c in {y for _, y in examples}:
        rows = [x for x, y in examples if y == c]
        prior[c] = len(rows) / len(examples)
        for v in values[0]:
            table[c, 0, v] = sum(x[0] == v for x in rows) / len(rows)
    return {"prior": prior, "table": table}


@bad("categorical_nb.learn_pairs", "state", "counts kept in a default")
def _(examples, values, counts={}):
    for x, y in examples:
        counts[y] = counts.get(y, 0) + 1
    n = len(examples)
    prior = {c: counts[c] / n for c in {y for _, y in examples}}
    table = {}
    for c in prior:
        rows = [x for x, y in examples if y == c]
        for j in range(len(values)):
            for v in values[j]:
                table[c, j, v] = sum(x[j] == v for x in rows) / len(rows)
    return {"prior": prior, "table": table}


@bad("categorical_nb.predict_one", "slip", "prior forgotten")
def _(x, model):
    best, bp = None, -1
    for c in sorted(model["prior"]):
        p = 1.0
        for j in range(len(x)):
            p *= model["table"][c, j, x[j]]
        if p > bp:
            best, bp = c, p
    return best


@bad("categorical_nb.predict_one", "slip", "the best product starts at 0")
def _(x, model):
    best, bp = None, 0
    for c in sorted(model["prior"]):
        p = model["prior"][c]
        for j in range(len(x)):
            p *= model["table"][c, j, x[j]]
        if p > bp:
            best, bp = c, p
    return best


@bad("categorical_nb.predict_one", "slip", "sum in place of product")
def _(x, model):
    return max(
        sorted(model["prior"]),
        key=lambda c: model["prior"][c] + sum(model["table"][c, j, v] for j, v in enumerate(x)),
    )


@bad("categorical_nb.predict_one", "round", "rounded products")
def _(x, model):
    best, bp = None, -1
    for c in sorted(model["prior"]):
        p = model["prior"][c]
        for j in range(len(x)):
            p *= model["table"][c, j, x[j]]
        p = round(p, 4)
        if p > bp:
            best, bp = c, p
    return best


@bad("categorical_nb.predict_one", "half", "first feature only")
def _(x, model):
    return max(sorted(model["prior"]), key=lambda c: model["prior"][c] * model["table"][c, 0, x[0]])


@bad("categorical_nb.predict_one_with_prob", "tiny", "1e-9")
def _(x, model):
    p = {}
    for c in model["prior"]:
        p[c] = model["prior"][c]
        for j in range(len(x)):
            p[c] *= model["table"][c, j, x[j]]
    if sum(p.values()) < 1e-9:
        raise ValueError("no")
    return {c: v / sum(p.values()) for c, v in p.items()}


@bad("categorical_nb.predict_one_with_prob", "half", "no refusal")
def _(x, model):
    p = {}
    for c in model["prior"]:
        p[c] = model["prior"][c]
        for j in range(len(x)):
            p[c] *= model["table"][c, j, x[j]]
    return {c: v / sum(p.values()) for c, v in p.items()}


@bad("categorical_nb.class_prior", "slip", "counts")
def _(y):
    return np.unique(y, return_counts=True)


@bad("categorical_nb.class_prior", "slip", "divides by K")
def _(y):
    c, n = np.unique(y, return_counts=True)
    return c, n / len(c)


@bad("categorical_nb.class_prior", "crash", "list compared to label")
def _(y):
    c = sorted(set(y))
    return c, [(y == k).mean() for k in c]


@bad("categorical_nb.cond_table", "slip", "alpha without V below")
def _(X, y, n_values, alpha):
    out = []
    for j, V in enumerate(n_values):
        out.append(
            [
                [(np.sum((y == c) & (X[:, j] == v)) + alpha) / (np.sum(y == c) + alpha) for v in range(V)]
                for c in np.unique(y)
            ]
        )
    return out


@bad("categorical_nb.cond_table", "slip", "V of the values seen")
def _(X, y, n_values, alpha):
    out = []
    for j, V in enumerate(n_values):
        K = len(np.unique(X[:, j]))
        out.append(
            [
                [(np.sum((y == c) & (X[:, j] == v)) + alpha) / (np.sum(y == c) + alpha * K) for v in range(V)]
                for c in np.unique(y)
            ]
        )
    return out


@bad("categorical_nb.cond_table", "type", "integer tables")
def _(X, y, n_values, alpha):
    out = []
    classes = np.unique(y)
    for j, V in enumerate(n_values):
        t = np.zeros((len(classes), V), dtype=int)
        for k, c in enumerate(classes):
            for v in range(V):
                t[k, v] = (np.sum((y == c) & (X[:, j] == v)) + alpha) / (np.sum(y == c) + alpha * V)
        out.append(t)
    return out


@bad("categorical_nb.cond_table", "slip", "keepdims missing")
def _(X, y, n_values, alpha):
    out = []
    classes = np.unique(y)
    for j, V in enumerate(n_values):
        n = np.array([[np.sum((y == c) & (X[:, j] == v)) for v in range(V)] for c in classes])
        out.append((n + alpha) / (n.sum(axis=1) + alpha * V))
    return out


@bad("categorical_nb.cond_table", "pair", "alpha without V, divided by n")
def _(X, y, n_values, alpha):
    out = []
    for j, V in enumerate(n_values):
        out.append(
            [
                [(np.sum((y == c) & (X[:, j] == v)) + alpha) / (len(y) + alpha) for v in range(V)]
                for c in np.unique(y)
            ]
        )
    return out


def _tables(X, y, n_values, alpha):
    out = []
    for j, V in enumerate(n_values):
        out.append(
            np.array(
                [
                    [
                        (np.sum((y == c) & (X[:, j] == v)) + alpha) / (np.sum(y == c) + alpha * V)
                        for v in range(V)
                    ]
                    for c in np.unique(y)
                ]
            )
        )
    return out


def _counts(X, y, n_values):
    return [
        np.array([[np.sum((y == c) & (X[:, j] == v)) for v in range(V)] for c in np.unique(y)])
        for j, V in enumerate(n_values)
    ]


@bad("categorical_nb.learn", "slip", "counts hold alpha")
def _(X, y, n_values, alpha=0):
    c, n = np.unique(y, return_counts=True)
    return {
        "classes": c,
        "prior": n / len(y),
        "tables": _tables(X, y, n_values, alpha),
        "class_count": n,
        "counts": [k + alpha for k in _counts(X, y, n_values)],
        "alpha": alpha,
    }


@bad("categorical_nb.learn", "slip", "alpha 1 by default")
def _(X, y, n_values, alpha=1):
    c, n = np.unique(y, return_counts=True)
    return {
        "classes": c,
        "prior": n / len(y),
        "tables": _tables(X, y, n_values, alpha),
        "class_count": n,
        "counts": _counts(X, y, n_values),
        "alpha": alpha,
    }


@bad("categorical_nb.learn", "pair", "prior smoothed, counts with alpha")
def _(X, y, n_values, alpha=0):
    c, n = np.unique(y, return_counts=True)
    return {
        "classes": c,
        "prior": (n + alpha) / (len(y) + alpha * len(c)),
        "tables": _tables(X, y, n_values, alpha),
        "class_count": n,
        "counts": [k + alpha for k in _counts(X, y, n_values)],
        "alpha": alpha,
    }


@bad("categorical_nb.learn", "half", "no counts")
def _(X, y, n_values, alpha=0):
    c, n = np.unique(y, return_counts=True)
    return {
        "classes": c,
        "prior": n / len(y),
        "tables": _tables(X, y, n_values, alpha),
        "class_count": n,
        "alpha": alpha,
    }


def _lj(model, Q):
    Q = np.asarray(Q)
    with np.errstate(divide="ignore"):
        t = np.tile(np.log(model["prior"]), (len(Q), 1))
        for j, table in enumerate(model["tables"]):
            t += np.log(np.asarray(table)).T[Q[:, j]]
    return t


@bad("categorical_nb.log_joint", "slip", "log10")
def _(model, Q):
    return _lj(model, Q) / np.log(10)


@bad("categorical_nb.log_joint", "slip", "prior not logged")
def _(model, Q):
    return _lj(model, Q) - np.log(model["prior"]) + np.asarray(model["prior"])


@bad("categorical_nb.log_joint", "slip", "log of product underflows")
def _(model, Q):
    Q = np.asarray(Q)
    p = np.tile(np.asarray(model["prior"], float), (len(Q), 1))
    for j, t in enumerate(model["tables"]):
        p *= np.asarray(t).T[Q[:, j]]
    return np.log(p)


@bad("categorical_nb.log_joint", "half", "last feature forgotten")
def _(model, Q):
    Q = np.asarray(Q)
    return _lj({**model, "tables": model["tables"][:-1]}, Q[:, :-1])


@bad("categorical_nb.log_joint", "slip", "eps in the log")
def _(model, Q):
    Q = np.asarray(Q)
    t = np.tile(np.log(model["prior"]), (len(Q), 1))
    for j, table in enumerate(model["tables"]):
        t += np.log(np.asarray(table) + 1e-10).T[Q[:, j]]
    return t


@bad("categorical_nb.log_joint", "state", "tables of the first model kept")
def _(model, Q, logs=[]):
    Q = np.asarray(Q)
    with np.errstate(divide="ignore"):
        t = np.tile(np.log(model["prior"]), (len(Q), 1))
        for j, table in enumerate(model["tables"]):
            if len(logs) <= j:
                logs.append(np.log(np.asarray(table)).T)
            t += logs[j][Q[:, j]]
    return t


@bad("categorical_nb.predict", "round", "one decimal")
def _(model, Q):
    return np.asarray(model["classes"])[np.argmax(np.round(_lj(model, Q), 1), axis=1)]


@bad("categorical_nb.predict", "type", "float16")
def _(model, Q):
    return np.asarray(model["classes"])[np.argmax(_lj(model, Q).astype(np.float16), axis=1)]


@bad("categorical_nb.predict", "type", "float32")
def _(model, Q):
    return np.asarray(model["classes"])[np.argmax(_lj(model, Q).astype(np.float32), axis=1)]


@bad("categorical_nb.predict", "slip", "axis 0")
def _(model, Q):
    return np.asarray(model["classes"])[np.argmax(_lj(model, Q), axis=0)]


@bad("categorical_nb.predict", "slip", "column number")
def _(model, Q):
    return np.argmax(_lj(model, Q), axis=1)


@bad("categorical_nb.predict", "type", "scores as whole numbers")
def _(model, Q):
    s = np.nan_to_num(_lj(model, Q), neginf=-1e9).astype(int)
    return np.asarray(model["classes"])[np.argmax(s, axis=1)]


@bad("categorical_nb.predict_with_prob", "slip", "exp without shift")
def _(model, Q):
    e = np.exp(_lj(model, Q))
    if (e.sum(axis=1) == 0).any():
        raise ValueError
    return e / e.sum(axis=1, keepdims=True)


@bad("categorical_nb.predict_with_prob", "slip", "one maximum for all queries")
def _(model, Q):
    s = _lj(model, Q)
    if np.isneginf(s.max(axis=1)).any():
        raise ValueError
    e = np.exp(s - s.max())
    return e / e.sum(axis=1, keepdims=True)


@bad("categorical_nb.predict_with_prob", "slip", "keepdims missing at the sum")
def _(model, Q):
    s = _lj(model, Q)
    if np.isneginf(s.max(axis=1)).any():
        raise ValueError
    e = np.exp(s - s.max(axis=1, keepdims=True))
    return e / e.sum(axis=1)


@bad("categorical_nb.predict_with_prob", "slip", "sum over everything")
def _(model, Q):
    s = _lj(model, Q)
    if np.isneginf(s.max(axis=1)).any():
        raise ValueError
    e = np.exp(s - s.max(axis=1, keepdims=True))
    return e / e.sum()


@bad("categorical_nb.predict_with_prob", "slip", "refuses only if all queries are impossible")
def _(model, Q):
    s = _lj(model, Q)
    if np.isneginf(s).all():
        raise ValueError
    e = np.exp(s - s.max(axis=1, keepdims=True))
    return e / e.sum(axis=1, keepdims=True)


@bad("categorical_nb.log_joint_with_gaps", "slip", "-1 takes the last column")
def _(model, Q):
    return _lj(model, Q)


@bad("categorical_nb.log_joint_with_gaps", "slip", "gap counts as value 0")
def _(model, Q):
    Q = np.where(np.asarray(Q) == -1, 0, Q)
    return _lj(model, Q)


@bad("categorical_nb.cond_table_with_gaps", "slip", "n_c with gaps")
def _(X, y, n_values, alpha):
    return _tables(X, y, n_values, alpha)


@bad("categorical_nb.cond_table_with_gaps", "half", "0 / 0 is nan")
def _(X, y, n_values, alpha):
    out = []
    for j, V in enumerate(n_values):
        n = np.array([[np.sum((y == c) & (X[:, j] == v)) for v in range(V)] for c in np.unique(y)]) + alpha
        out.append(n / n.sum(axis=1, keepdims=True))
    return out


@bad("categorical_nb.update", "mutate", "counts grow in the old model")
def _(model, X_new, y_new):
    classes = np.asarray(model["classes"])
    n = model["class_count"]
    n += np.array([np.sum(y_new == c) for c in classes])
    counts, tables = [], []
    for j, old in enumerate(model["counts"]):
        V = np.shape(old)[1]
        new = np.array([[np.sum((y_new == c) & (X_new[:, j] == v)) for v in range(V)] for c in classes])
        counts.append(old + new)
        tables.append(
            (counts[j] + model["alpha"]) / (counts[j].sum(axis=1, keepdims=True) + model["alpha"] * V)
        )
    return {**model, "class_count": n, "prior": n / n.sum(), "counts": counts, "tables": tables}


@bad("categorical_nb.update", "half", "prior stays the old one")
def _(model, X_new, y_new):
    classes = np.asarray(model["classes"])
    n = model["class_count"] + np.array([np.sum(y_new == c) for c in classes])
    counts, tables = [], []
    for j, old in enumerate(model["counts"]):
        V = np.shape(old)[1]
        new = np.array([[np.sum((y_new == c) & (X_new[:, j] == v)) for v in range(V)] for c in classes])
        counts.append(old + new)
        tables.append(
            (counts[j] + model["alpha"]) / (counts[j].sum(axis=1, keepdims=True) + model["alpha"] * V)
        )
    return {**model, "class_count": n, "counts": counts, "tables": tables}


# ---------------------------------------------------------------- bernoulli_nb
@bad("bernoulli_nb.binarise", "slip", "at least the threshold")
def _(X, threshold=0):
    return (np.asarray(X) >= threshold).astype(int)


@bad("bernoulli_nb.binarise", "slip", "threshold ignored")
def _(X, threshold=0):
    return (np.asarray(X) > 0).astype(int)


@bad("bernoulli_nb.binarise", "mutate", "in place")
def _(X, threshold=0):
    X[X <= threshold] = 0
    X[X > threshold] = 1
    return X


@bad("bernoulli_nb.binarise", "type", "cast to int first")
def _(X, threshold=0):
    return (np.asarray(X).astype(int) > threshold).astype(int)


@bad("bernoulli_nb.learn", "slip", "alpha once below")
def _(X, y, alpha=1):
    c = np.unique(y)
    return {
        "classes": c,
        "prior": np.array([np.mean(y == k) for k in c]),
        "theta": np.array([(X[y == k].sum(axis=0) + alpha) / (np.sum(y == k) + alpha) for k in c]),
    }


@bad("bernoulli_nb.learn", "slip", "axis 1")
def _(X, y, alpha=1):
    c = np.unique(y)
    return {
        "classes": c,
        "prior": np.array([np.mean(y == k) for k in c]),
        "theta": np.array([(X[y == k].sum(axis=1) + alpha) / (np.sum(y == k) + 2 * alpha) for k in c]),
    }


@bad("bernoulli_nb.learn", "slip", "no axis")
def _(X, y, alpha=1):
    c = np.unique(y)
    return {
        "classes": c,
        "prior": np.array([np.mean(y == k) for k in c]),
        "theta": np.array([(X[y == k].sum() + alpha) / (np.sum(y == k) + 2 * alpha) for k in c]),
    }


@bad("bernoulli_nb.learn", "pair", "alpha once below, prior smoothed")
def _(X, y, alpha=1):
    c = np.unique(y)
    return {
        "classes": c,
        "prior": np.array([(np.sum(y == k) + alpha) / (len(y) + alpha * len(c)) for k in c]),
        "theta": np.array([(X[y == k].sum(axis=0) + alpha) / (np.sum(y == k) + alpha) for k in c]),
    }


_models = {}


@bad("bernoulli_nb.learn", "state", "model kept by shape")
def _(X, y, alpha=1):
    if X.shape not in _models:
        c = np.unique(y)
        _models[X.shape] = {
            "classes": c,
            "prior": np.array([np.mean(y == k) for k in c]),
            "theta": np.array([(X[y == k].sum(axis=0) + alpha) / (np.sum(y == k) + 2 * alpha) for k in c]),
        }
    return _models[X.shape]


@bad("bernoulli_nb.learn", "half", "only two classes 0 and 1")
def _(X, y, alpha=1):
    c = np.array([0, 1])
    return {
        "classes": c,
        "prior": np.array([np.mean(y == k) for k in c]),
        "theta": np.array([(X[y == k].sum(axis=0) + alpha) / (np.sum(y == k) + 2 * alpha) for k in c]),
    }


@bad("bernoulli_nb.predict_one", "slip", "absent features ignored")
def _(x, model):
    s = [
        model["prior"][c] * np.prod([model["theta"][c, j] for j in range(len(x)) if x[j] == 1])
        for c in range(len(model["classes"]))
    ]
    return model["classes"][int(np.argmax(s))]


@bad("bernoulli_nb.predict_one", "slip", "starts at 0")
def _(x, model):
    best, bs = None, 0
    for c, l in enumerate(model["classes"]):
        s = model["prior"][c]
        for j in range(len(x)):
            s *= model["theta"][c, j] if x[j] else 1 - model["theta"][c, j]
        if s > bs:
            best, bs = l, s
    return best


@bad("bernoulli_nb.predict_one", "crash", "x indexed as a dict")
def _(x, model):
    best, bs = None, -1
    for c, l in enumerate(model["classes"]):
        s = model["prior"][l]
        for j in range(len(x)):
            s *= model["theta"][l, j] if x[j] else 1 - model["theta"][l, j]
        if s > bs:
            best, bs = l, s
    return best


def _blj(model, Q):
    t = np.asarray(model["theta"])
    with np.errstate(divide="ignore"):
        f = np.where(np.asarray(Q)[:, None, :] == 1, np.log(t), np.log(1 - t))
    with np.errstate(divide="ignore"):
        return np.log(model["prior"]) + f.sum(axis=2)


@bad("bernoulli_nb.log_joint", "slip", "0 * -inf is nan")
def _(model, Q):
    t = model["theta"]
    return np.log(model["prior"]) + Q @ np.log(t).T + (1 - Q) @ np.log(1 - t).T


@bad("bernoulli_nb.log_joint", "slip", "absent features left out")
def _(model, Q):
    with np.errstate(divide="ignore"):
        return np.log(model["prior"]) + np.where(Q[:, None, :] == 1, np.log(model["theta"]), 0).sum(axis=2)


@bad("bernoulli_nb.log_joint", "slip", "transposed")
def _(model, Q):
    return _blj(model, Q).T


@bad("bernoulli_nb.log_joint", "slip", "prior added for each feature")
def _(model, Q):
    return _blj(model, Q) + (Q.shape[1] - 1) * np.log(model["prior"])


@bad("bernoulli_nb.log_joint", "pair", "absent features left out and prior forgotten")
def _(model, Q):
    with np.errstate(divide="ignore"):
        return np.where(Q[:, None, :] == 1, np.log(model["theta"]), 0).sum(axis=2)


@bad("bernoulli_nb.predict", "round", "one decimal")
def _(model, Q):
    return model["classes"][np.argmax(np.round(_blj(model, Q), 1), axis=1)]


@bad("bernoulli_nb.predict", "type", "float16")
def _(model, Q):
    return model["classes"][np.argmax(_blj(model, Q).astype("float16"), axis=1)]


@bad("bernoulli_nb.predict", "type", "scores cast to int")
def _(model, Q):
    s = np.maximum(_blj(model, Q), -1e15).astype(int)
    return model["classes"][np.argmax(s, axis=1)]


@bad("bernoulli_nb.predict", "state", "first answer by shape")
def _(model, Q, memo={}):
    if Q.shape not in memo:
        memo[Q.shape] = model["classes"][np.argmax(_blj(model, Q), axis=1)]
    return memo[Q.shape]


@bad("bernoulli_nb.predict_with_prob", "slip", "no refusal, nan")
def _(model, Q):
    s = _blj(model, Q)
    e = np.exp(s - s.max(axis=1, keepdims=True))
    return e / e.sum(axis=1, keepdims=True)


@bad("bernoulli_nb.predict_with_prob", "slip", "axis 0")
def _(model, Q):
    s = _blj(model, Q)
    if np.isneginf(s.max(axis=1)).any():
        raise ValueError
    e = np.exp(s - s.max(axis=0))
    return e / e.sum(axis=0)


@bad("bernoulli_nb.to_linear", "slip", "b without the prior")
def _(model):
    t = model["theta"]
    return np.log(t / (1 - t)), np.log(1 - t).sum(axis=1)


@bad("bernoulli_nb.to_linear", "slip", "W is log theta")
def _(model):
    t = model["theta"]
    return np.log(t), np.log(model["prior"]) + np.log(1 - t).sum(axis=1)


@bad("bernoulli_nb.to_linear", "pair", "W is log theta and b without the prior")
def _(model):
    t = model["theta"]
    return np.log(t), np.log(1 - t).sum(axis=1)


@bad("bernoulli_nb.to_linear", "half", "returns W only")
def _(model):
    t = model["theta"]
    return np.log(t / (1 - t))


@bad("bernoulli_nb.evidence", "slip", "logarithm")
def _(model, Q):
    return np.log(np.exp(_blj(model, Q)).sum(axis=1))


@bad("bernoulli_nb.evidence", "slip", "prior twice")
def _(model, Q):
    return (np.exp(_blj(model, Q)) * model["prior"]).sum(axis=1)


@bad("bernoulli_nb.evidence", "slip", "sum over queries")
def _(model, Q):
    return np.exp(_blj(model, Q)).sum(axis=0)


# ---------------------------------------------------------------- multinomial_nb
@bad("multinomial_nb.build_vocabulary", "slip", "stop words in their spelling")
def _(docs, stop_words=()):
    w = {x for d in docs for x in re.findall(r"[a-z0-9]+", d.lower())}
    return sorted(w - set(stop_words))


@bad("multinomial_nb.build_vocabulary", "slip", "not sorted")
def _(docs, stop_words=()):
    out = []
    for d in docs:
        for w in re.findall(r"[a-z0-9]+", d.lower()):
            if w not in out and w not in {s.lower() for s in stop_words}:
                out.append(w)
    return out


@bad("multinomial_nb.build_vocabulary", "state", "vocabulary grows")
def _(docs, stop_words=(), found=set()):
    for d in docs:
        found.update(re.findall(r"[a-z0-9]+", d.lower()))
    return sorted(found - {s.lower() for s in stop_words})


@bad("multinomial_nb.build_vocabulary", "none", "list.sort returns None")
def _(docs, stop_words=()):
    out = list(
        {w for d in docs for w in re.findall(r"[a-z0-9]+", d.lower())} - {s.lower() for s in stop_words}
    )
    return out.sort()


@bad("multinomial_nb.count_vector", "slip", "presence")
def _(doc, vocab):
    w = re.findall(r"[a-z0-9]+", doc.lower())
    return [int(v in w) for v in vocab]


@bad("multinomial_nb.count_vector", "slip", "counts in the text, not words")
def _(doc, vocab):
    return [doc.lower().count(v) for v in vocab]


@bad("multinomial_nb.count_vector", "crash", "unknown word")
def _(doc, vocab):
    out = [0] * len(vocab)
    for w in re.findall(r"[a-z0-9]+", doc.lower()):
        out[vocab.index(w)] += 1
    return out


@bad("multinomial_nb.learn", "slip", "alpha once below")
def _(X, y, alpha=1):
    c = np.unique(y)
    return {
        "classes": c,
        "prior": np.array([np.mean(y == k) for k in c]),
        "theta": np.array([(X[y == k].sum(axis=0) + alpha) / (X[y == k].sum() + alpha) for k in c]),
    }


@bad("multinomial_nb.learn", "slip", "divides by documents")
def _(X, y, alpha=1):
    c = np.unique(y)
    D = X.shape[1]
    return {
        "classes": c,
        "prior": np.array([np.mean(y == k) for k in c]),
        "theta": np.array([(X[y == k].sum(axis=0) + alpha) / (np.sum(y == k) + alpha * D) for k in c]),
    }


@bad("multinomial_nb.learn", "slip", "alpha twice")
def _(X, y, alpha=1):
    c = np.unique(y)
    D = X.shape[1]
    return {
        "classes": c,
        "prior": np.array([np.mean(y == k) for k in c]),
        "theta": np.array(
            [(X[y == k].sum(axis=0) + alpha) / ((X[y == k] + alpha).sum() + alpha * D) for k in c]
        ),
    }


@bad("multinomial_nb.learn", "pair", "divides by documents and uniform prior")
def _(X, y, alpha=1):
    c = np.unique(y)
    D = X.shape[1]
    return {
        "classes": c,
        "prior": np.full(len(c), 1 / len(c)),
        "theta": np.array([(X[y == k].sum(axis=0) + alpha) / (np.sum(y == k) + alpha * D) for k in c]),
    }


@bad("multinomial_nb.learn", "type", "uint8 sums wrap")
def _(X, y, alpha=1):
    c = np.unique(y)
    out = []
    for k in c:
        s = X[y == k].astype(np.uint8).sum(axis=0, dtype=np.uint8).astype(float) + alpha
        out.append(s / s.sum())
    return {"classes": c, "prior": np.array([np.mean(y == k) for k in c]), "theta": np.array(out)}


@bad("multinomial_nb.predict_one", "slip", "each word once")
def _(x, model):
    s = [
        model["prior"][c] * np.prod([model["theta"][c, w] for w in set(x)])
        for c in range(len(model["classes"]))
    ]
    return model["classes"][int(np.argmax(s))]


@bad("multinomial_nb.predict_one", "slip", "x taken for counts")
def _(x, model):
    s = [
        model["prior"][c]
        * np.prod([model["theta"][c, j] ** n for j, n in enumerate(x) if j < model["theta"].shape[1]])
        for c in range(len(model["classes"]))
    ]
    return model["classes"][int(np.argmax(s))]


def _mlj(model, Q):
    with np.errstate(all="ignore"):
        t = np.where(Q[:, None, :] > 0, Q[:, None, :] * np.log(model["theta"]), 0)
        return np.log(model["prior"]) + t.sum(axis=2)


@bad("multinomial_nb.log_joint", "slip", "presence")
def _(model, Q):
    with np.errstate(all="ignore"):
        return np.log(model["prior"]) + np.where(Q[:, None, :] > 0, np.log(model["theta"]), 0).sum(axis=2)


@bad("multinomial_nb.log_joint", "slip", "nan for theta 0")
def _(model, Q):
    return np.log(model["prior"]) + Q @ np.log(model["theta"]).T


@bad("multinomial_nb.log_joint", "slip", "multinomial coefficient added")
def _(model, Q):
    c = np.array([math.lgamma(r.sum() + 1) - sum(math.lgamma(v + 1) for v in r) for r in Q])
    return _mlj(model, Q) + c[:, None]


@bad("multinomial_nb.log_joint", "slip", "log2")
def _(model, Q):
    return _mlj(model, Q) / np.log(2)


@bad("multinomial_nb.predict", "round", "one decimal")
def _(model, Q):
    return model["classes"][np.argmax(_mlj(model, Q).round(1), axis=1)]


@bad("multinomial_nb.predict", "type", "float16")
def _(model, Q):
    return model["classes"][np.argmax(_mlj(model, Q).astype(np.float16), axis=1)]


@bad("multinomial_nb.predict", "type", "float32")
def _(model, Q):
    return model["classes"][np.argmax(_mlj(model, Q).astype(np.float32), axis=1)]


@bad("multinomial_nb.predict", "half", "first text only")
def _(model, Q):
    return model["classes"][[np.argmax(_mlj(model, Q)[0])]]


@bad("multinomial_nb.predict_with_prob", "none", "assigned, not returned")
def _(model, Q):
    s = _mlj(model, Q)
    e = np.exp(s - s.max(axis=1, keepdims=True))
    p = e / e.sum(axis=1, keepdims=True)


@bad("multinomial_nb.predict_with_prob", "error", "returns the error")
def _(model, Q):
    s = _mlj(model, Q)
    if np.isneginf(s.max(axis=1)).any():
        return ValueError("impossible")
    e = np.exp(s - s.max(axis=1, keepdims=True))
    return e / e.sum(axis=1, keepdims=True)


@bad("multinomial_nb.spectral_scores", "slip", "use_prior ignored")
def _(model, Q, use_prior=True):
    return Q @ np.log(model["theta"]).T + np.log(model["prior"])


@bad("multinomial_nb.spectral_scores", "slip", "prior not logged")
def _(model, Q, use_prior=True):
    s = Q @ np.log(model["theta"]).T
    return s + model["prior"] if use_prior else s


@bad("multinomial_nb.cosine_similarity", "slip", "distance")
def _(a, b):
    n = np.linalg.norm(a) * np.linalg.norm(b)
    return 1 - a @ b / n if n else 1.0


@bad("multinomial_nb.cosine_similarity", "tiny", "short vectors give 0")
def _(a, b):
    n = np.linalg.norm(a) * np.linalg.norm(b)
    return a @ b / n if n > 1e-8 else 0.0


@bad("multinomial_nb.m_estimate", "slip", "m missing below")
def _(count, n, p, m):
    return (count + m * p) / n


@bad("multinomial_nb.m_estimate", "slip", "p without weight")
def _(count, n, p, m):
    return (count + p) / (n + m)


@bad("multinomial_nb.m_estimate", "crash", "if on an array")
def _(count, n, p, m):
    if count > 0:
        return (count + m * p) / (n + m)
    return m * p / (n + m)


# ---------------------------------------------------------------- gaussian_nb
@bad("gaussian_nb.gaussian_pdf", "slip", "/ 2 * var")
def _(x, mean, var):
    return np.exp(-((x - mean) ** 2) / 2 * var) / np.sqrt(2 * np.pi * var)


@bad("gaussian_nb.gaussian_pdf", "slip", "var taken for sd")
def _(x, mean, var):
    return np.exp(-((x - mean) ** 2) / (2 * var**2)) / (np.sqrt(2 * np.pi) * var)


@bad("gaussian_nb.gaussian_pdf", "slip", "normaliser forgotten")
def _(x, mean, var):
    return np.exp(-((x - mean) ** 2) / (2 * var))


@bad("gaussian_nb.gaussian_pdf", "round", "rounds")
def _(x, mean, var):
    return round(float(np.exp(-((x - mean) ** 2) / (2 * var)) / np.sqrt(2 * np.pi * var)), 7)


@bad("gaussian_nb.gaussian_pdf", "pair", "/ 2 * var and no normaliser")
def _(x, mean, var):
    return np.exp(-((x - mean) ** 2) / 2 * var)


def _gl(X, y, v=1e-9, ddof=0):
    c = np.unique(y)
    P = [X[y == k] for k in c]
    return {
        "classes": c,
        "prior": np.array([len(p) / len(X) for p in P]),
        "mean": np.array([p.mean(axis=0) for p in P]),
        "var": np.array([p.var(axis=0, ddof=ddof) for p in P]) + v * X.var(axis=0).max(),
    }


@bad("gaussian_nb.learn", "slip", "divisor n - 1")
def _(X, y, var_smoothing=1e-9):
    return _gl(X, y, var_smoothing, 1)


@bad("gaussian_nb.learn", "slip", "epsilon absolute")
def _(X, y, var_smoothing=1e-9):
    m = _gl(X, y, 0)
    m["var"] = m["var"] + var_smoothing
    return m


@bad("gaussian_nb.learn", "slip", "standard deviations")
def _(X, y, var_smoothing=1e-9):
    m = _gl(X, y, var_smoothing)
    m["var"] = np.sqrt(m["var"])
    return m


@bad("gaussian_nb.learn", "slip", "variance of the whole table")
def _(X, y, var_smoothing=1e-9):
    m = _gl(X, y, var_smoothing)
    m["var"] = np.tile(X.var(axis=0), (len(m["classes"]), 1)) + var_smoothing * X.var(axis=0).max()
    return m


@bad("gaussian_nb.learn", "pair", "divisor n - 1 and uniform prior")
def _(X, y, var_smoothing=1e-9):
    m = _gl(X, y, var_smoothing, 1)
    m["prior"] = np.full(len(m["classes"]), 1 / len(m["classes"]))
    return m


@bad("gaussian_nb.learn", "state", "kept by identity")
def _(X, y, var_smoothing=1e-9, memo={}):
    if id(X) not in memo:
        memo[id(X)] = _gl(X, y, var_smoothing), X
    return memo[id(X)][0]


@bad("gaussian_nb.learn", "type", "mean in an integer table")
def _(X, y, var_smoothing=1e-9):
    m = _gl(X, y, var_smoothing)
    m["mean"] = m["mean"].astype(int)
    return m


def _glj(model, Q):
    return np.log(model["prior"]) + (
        -0.5 * np.log(2 * np.pi * model["var"]) - (Q[:, None, :] - model["mean"]) ** 2 / (2 * model["var"])
    ).sum(axis=2)


def _pdf(x, m, v):
    return np.exp(-((x - m) ** 2) / (2 * v)) / np.sqrt(2 * np.pi * v)


@bad("gaussian_nb.predict_one", "slip", "starts at 0")
def _(x, model):
    best, bs = None, 0
    for c, l in enumerate(model["classes"]):
        s = model["prior"][c]
        for j in range(len(x)):
            s *= _pdf(x[j], model["mean"][c][j], model["var"][c][j])
        if s > bs:
            best, bs = l, s
    return best


@bad("gaussian_nb.predict_one", "slip", "nearest mean")
def _(x, model):
    return model["classes"][int(np.argmin([((np.asarray(x) - m) ** 2).sum() for m in model["mean"]]))]


@bad("gaussian_nb.predict_one", "half", "prior ignored")
def _(x, model):
    s = [
        np.prod([_pdf(x[j], model["mean"][c][j], model["var"][c][j]) for j in range(len(x))])
        for c in range(len(model["classes"]))
    ]
    return model["classes"][int(np.argmax(s))]


@bad("gaussian_nb.gaussian_logpdf", "slip", "log of pdf underflows")
def _(x, mean, var):
    return np.log(_pdf(x, mean, var))


@bad("gaussian_nb.gaussian_logpdf", "slip", "0.5 missing before the log")
def _(x, mean, var):
    return -np.log(2 * np.pi * var) - (x - mean) ** 2 / (2 * var)


@bad("gaussian_nb.log_joint", "slip", "sum over queries")
def _(model, Q):
    t = -0.5 * np.log(2 * np.pi * model["var"]) - (Q[:, None, :] - model["mean"]) ** 2 / (2 * model["var"])
    return np.log(model["prior"]) + t.sum(axis=1)


@bad("gaussian_nb.log_joint", "slip", "no new axis")
def _(model, Q):
    t = -0.5 * np.log(2 * np.pi * model["var"]) - (Q - model["mean"]) ** 2 / (2 * model["var"])
    return np.log(model["prior"]) + t.sum(axis=1)


@bad("gaussian_nb.log_joint", "slip", "log10 of the prior")
def _(model, Q):
    return _glj(model, Q) - np.log(model["prior"]) + np.log10(model["prior"])


@bad("gaussian_nb.log_joint", "crash", "broadcast (m, d) with (K, d)")
def _(model, Q):
    out = np.zeros((len(Q), len(model["classes"])))
    for k in range(len(model["classes"])):
        out[:, k] = (
            np.log(model["prior"][k])
            - 0.5 * np.log(2 * np.pi * model["var"]).sum()
            - ((Q - model["mean"]) ** 2 / (2 * model["var"])).sum(axis=1)
        )
    return out


@bad("gaussian_nb.predict", "round", "one decimal")
def _(model, Q):
    return model["classes"][_glj(model, Q).round(1).argmax(axis=1)]


@bad("gaussian_nb.predict", "type", "float16")
def _(model, Q):
    return model["classes"][_glj(model, Q).astype(np.float16).argmax(axis=1)]


@bad("gaussian_nb.predict", "slip", "argmin")
def _(model, Q):
    return model["classes"][_glj(model, Q).argmin(axis=1)]


@bad("gaussian_nb.predict_with_prob", "slip", "exp without shift")
def _(model, Q):
    e = np.exp(_glj(model, Q))
    return e / e.sum(axis=1, keepdims=True)


@bad("gaussian_nb.predict_with_prob", "tiny", "small sums replaced by 1")
def _(model, Q):
    e = np.exp(_glj(model, Q))
    s = e.sum(axis=1, keepdims=True)
    return e / np.where(s < 1e-12, 1, s)


@bad("gaussian_nb.predict_with_prob", "crash", "missing keepdims")
def _(model, Q):
    s = _glj(model, Q)
    e = np.exp(s - s.max(axis=1))
    return e / e.sum(axis=1)


@bad("gaussian_nb.boundary_1d", "half", "equal variances not handled")
def _(m0, v0, p0, m1, v1, p1):
    a = 0.5 / v1 - 0.5 / v0
    b = m0 / v0 - m1 / v1
    c = 0.5 * m1**2 / v1 - 0.5 * m0**2 / v0 + np.log(p0 / p1) + 0.5 * np.log(v1 / v0)
    i = b * b - 4 * a * c
    if i < 0:
        return []
    return sorted([(-b - np.sqrt(i)) / (2 * a), (-b + np.sqrt(i)) / (2 * a)])


@bad("gaussian_nb.boundary_1d", "slip", "priors forgotten")
def _(m0, v0, p0, m1, v1, p1):
    a = 0.5 / v1 - 0.5 / v0
    b = m0 / v0 - m1 / v1
    c = 0.5 * m1**2 / v1 - 0.5 * m0**2 / v0 + 0.5 * np.log(v1 / v0)
    if a == 0:
        return [-c / b] if b != 0 else []
    i = b * b - 4 * a * c
    return sorted([(-b - np.sqrt(i)) / (2 * a), (-b + np.sqrt(i)) / (2 * a)]) if i >= 0 else []


@bad("gaussian_nb.boundary_1d", "slip", "/ 2 * a")
def _(m0, v0, p0, m1, v1, p1):
    a = 0.5 / v1 - 0.5 / v0
    b = m0 / v0 - m1 / v1
    c = 0.5 * m1**2 / v1 - 0.5 * m0**2 / v0 + np.log(p0 / p1) + 0.5 * np.log(v1 / v0)
    if a == 0:
        return [-c / b] if b != 0 else []
    i = b * b - 4 * a * c
    return sorted([(-b - np.sqrt(i)) / 2 * a, (-b + np.sqrt(i)) / 2 * a]) if i >= 0 else []


@bad("gaussian_nb.sample_class", "slip", "variance as scale")
def _(model, c, n, rng):
    k = list(model["classes"]).index(c)
    return rng.normal(model["mean"][k], model["var"][k], size=(n, len(model["mean"][k])))


@bad("gaussian_nb.sample_class", "slip", "its own generator")
def _(model, c, n, rng):
    k = list(model["classes"]).index(c)
    return np.random.default_rng(0).normal(
        model["mean"][k], np.sqrt(model["var"][k]), size=(n, len(model["mean"][k]))
    )


@bad("gaussian_nb.sample_class", "slip", "one number per row for all features")
def _(model, c, n, rng):
    k = list(model["classes"]).index(c)
    z = rng.normal(size=(n, 1))
    return model["mean"][k] + np.sqrt(model["var"][k]) * z


@bad("gaussian_nb.sample_class", "slip", "label used as a row")
def _(model, c, n, rng):
    return rng.normal(model["mean"][c], np.sqrt(model["var"][c]), size=(n, len(model["mean"][c])))


# ---------------------------------------------------------------- decisions
@bad("decisions.confusion", "crash", "one class only")
def _(y, yhat, positive):
    y, yhat = np.ravel(y), np.ravel(yhat)
    l = np.unique(np.concatenate([y, yhat]))
    M = np.array([[np.sum((y == a) & (yhat == b)) for b in l] for a in l])
    i = list(l).index(positive)
    tp = M[i, i]
    return (
        int(tp),
        int(M[:, i].sum() - tp),
        int(M[i].sum() - tp),
        int(M.sum() - M[i].sum() - M[:, i].sum() + tp),
    )


@bad("decisions.confusion", "type", "labels cast to int")
def _(y, yhat, positive):
    a, b = np.ravel(y).astype(int) == int(positive), np.ravel(yhat).astype(int) == int(positive)
    return int((a & b).sum()), int((~a & b).sum()), int((a & ~b).sum()), int((~a & ~b).sum())


@bad("decisions.confusion", "type", "labels cast to text")
def _(y, yhat, positive):
    a, b = np.ravel(y).astype(str) == str(positive), np.ravel(yhat).astype(str) == str(positive)
    return int((a & b).sum()), int((~a & b).sum()), int((a & ~b).sum()), int((~a & ~b).sum())


@bad("decisions.confusion", "slip", "order tn, fp, fn, tp")
def _(y, yhat, positive):
    a, b = np.ravel(y) == positive, np.ravel(yhat) == positive
    return int((~a & ~b).sum()), int((~a & b).sum()), int((a & ~b).sum()), int((a & b).sum())


@bad("decisions.confusion", "state", "counts kept in a default")
def _(y, yhat, positive, n=[0, 0, 0, 0]):
    for t, p in zip(np.ravel(y), np.ravel(yhat)):
        n[0 if t == p == positive else 1 if p == positive else 2 if t == positive else 3] += 1
    return tuple(n)


@bad("decisions.metrics", "slip", "f1 the mean of precision and recall")
def _(tp, fp, fn, tn):
    s = lambda a, b: a / b if b else 0.0
    p, r = s(tp, tp + fp), s(tp, tp + fn)
    return {
        "accuracy": s(tp + tn, tp + tn + fp + fn),
        "precision": p,
        "recall": r,
        "f1": (p + r) / 2,
        "jaccard": s(tp, tp + fp + fn),
        "fpr": s(fp, fp + tn),
    }


@bad("decisions.metrics", "slip", "fpr is fp / (fp + tp)")
def _(tp, fp, fn, tn):
    s = lambda a, b: a / b if b else 0.0
    return {
        "accuracy": s(tp + tn, tp + tn + fp + fn),
        "precision": s(tp, tp + fp),
        "recall": s(tp, tp + fn),
        "f1": s(2 * tp, 2 * tp + fp + fn),
        "jaccard": s(tp, tp + fp + fn),
        "fpr": s(fp, fp + tp),
    }


@bad("decisions.metrics", "pair", "precision and recall swapped, f1 the mean")
def _(tp, fp, fn, tn):
    s = lambda a, b: a / b if b else 0.0
    p, r = s(tp, tp + fn), s(tp, tp + fp)
    return {
        "accuracy": s(tp + tn, tp + tn + fp + fn),
        "precision": p,
        "recall": r,
        "f1": (p + r) / 2,
        "jaccard": s(tp, tp + fp + fn),
        "fpr": s(fp, fp + tn),
    }


@bad("decisions.metrics", "crash", "0 / 0")
def _(tp, fp, fn, tn):
    p, r = tp / (tp + fp), tp / (tp + fn)
    return {
        "accuracy": (tp + tn) / (tp + tn + fp + fn),
        "precision": p,
        "recall": r,
        "f1": 2 * p * r / (p + r),
        "jaccard": tp / (tp + fp + fn),
        "fpr": fp / (fp + tn),
    }


@bad("decisions.metrics", "half", "four of six")
def _(tp, fp, fn, tn):
    s = lambda a, b: a / b if b else 0.0
    return {
        "accuracy": s(tp + tn, tp + tn + fp + fn),
        "precision": s(tp, tp + fp),
        "recall": s(tp, tp + fn),
        "f1": s(2 * tp, 2 * tp + fp + fn),
    }


@bad("decisions.expected_cost", "slip", "C transposed")
def _(P, C):
    return np.asarray(P) @ np.asarray(C)


@bad("decisions.expected_cost", "list", "C.T on a list")
def _(P, C):
    return P @ C.T


@bad("decisions.decide", "slip", "most probable class")
def _(P, C):
    return np.argmax(P, axis=1)


@bad("decisions.decide", "round", "costs rounded")
def _(P, C):
    return np.argmin(np.round(np.asarray(P) @ np.asarray(C).T, 1), axis=1)


@bad("decisions.decide", "type", "float16")
def _(P, C):
    return np.argmin((np.asarray(P) @ np.asarray(C).T).astype(np.float16), axis=1)


@bad("decisions.decide", "pair", "C transposed and argmax")
def _(P, C):
    return np.argmax(np.asarray(P) @ np.asarray(C), axis=1)


@bad("decisions.cost_threshold", "slip", "one minus it")
def _(c_fp, c_fn, c_tp=0, c_tn=0):
    return (c_fn - c_tp) / (c_fn - c_tp + c_fp - c_tn)


@bad("decisions.cost_threshold", "slip", "right answers cost nothing")
def _(c_fp, c_fn, c_tp=0, c_tn=0):
    return c_fp / (c_fp + c_fn)


@bad("decisions.roc_points", "slip", "strictly above")
def _(y, score):
    y, s = np.asarray(y), np.asarray(score)
    return np.array(
        [(0.0, 0.0)] + [((s > t)[y == 0].mean(), (s > t)[y == 1].mean()) for t in np.unique(s)[::-1]]
    )


@bad("decisions.roc_points", "slip", "tpr first")
def _(y, score):
    y, s = np.asarray(y), np.asarray(score)
    return np.array(
        [(0.0, 0.0)] + [((s >= t)[y == 1].mean(), (s >= t)[y == 0].mean()) for t in np.unique(s)[::-1]]
    )


@bad("decisions.roc_points", "slip", "one point for each example")
def _(y, score):
    y, s = np.asarray(y), np.asarray(score)
    return np.array(
        [(0.0, 0.0)] + [((s >= t)[y == 0].mean(), (s >= t)[y == 1].mean()) for t in np.sort(s)[::-1]]
    )


@bad("decisions.roc_points", "pair", "tpr first and no (0, 0)")
def _(y, score):
    y, s = np.asarray(y), np.asarray(score)
    return np.array([((s >= t)[y == 1].mean(), (s >= t)[y == 0].mean()) for t in np.unique(s)[::-1]])


@bad("decisions.auc", "slip", "ties count 0")
def _(y, score):
    y, s = np.asarray(y), np.asarray(score)
    return (s[y == 1][:, None] > s[y == 0]).mean()


@bad("decisions.auc", "slip", "ties count 1")
def _(y, score):
    y, s = np.asarray(y), np.asarray(score)
    return (s[y == 1][:, None] >= s[y == 0]).mean()


@bad("decisions.auc", "type", "scores as float16")
def _(y, score):
    y, s = np.asarray(y), np.asarray(score).astype(np.float16)
    d = s[y == 1][:, None] - s[y == 0]
    return (d > 0).mean() + (d == 0).mean() / 2


@bad("decisions.auc", "tiny", "isclose for ties")
def _(y, score):
    y, s = np.asarray(y), np.asarray(score)
    d = s[y == 1][:, None] - s[y == 0]
    tie = np.isclose(d, 0)
    return ((d > 0) & ~tie).mean() + tie.mean() / 2


@bad("decisions.pr_points", "slip", "precision first")
def _(y, score):
    y, s = np.asarray(y), np.asarray(score)
    return np.array([((y[s >= t] == 1).mean(), (s >= t)[y == 1].mean()) for t in np.unique(s)[::-1]])


@bad("decisions.weighted_error", "slip", "weight of the predicted label")
def _(y, yhat, w):
    y, yhat = np.asarray(y), np.asarray(yhat)
    v = np.array([w[l] for l in yhat.tolist()])
    return v[y != yhat].sum() / v.sum()


@bad("decisions.weighted_error", "slip", "divided by n")
def _(y, yhat, w):
    return sum(w[t] for t, p in zip(y, yhat) if t != p) / len(y)


@bad("decisions.correct_prior", "slip", "not divided by the training prior")
def _(P, train_prior, true_prior):
    s = np.asarray(P) * np.asarray(true_prior)
    return s / s.sum(axis=1, keepdims=True)


@bad("decisions.correct_prior", "slip", "keepdims missing")
def _(P, train_prior, true_prior):
    s = np.asarray(P) * np.asarray(true_prior) / np.asarray(train_prior)
    return s / s.sum(axis=1)


@bad("decisions.correct_prior", "list", "lists divided")
def _(P, train_prior, true_prior):
    s = P * true_prior / train_prior
    return s / s.sum(axis=1, keepdims=True)


@bad("decisions.undersample", "slip", "Python's round")
def _(y, majority, fraction, rng):
    y = np.asarray(y)
    r = np.flatnonzero(y == majority)
    k = max(1, round(fraction * len(r)))
    return np.sort(np.concatenate((rng.choice(r, size=k, replace=False), np.flatnonzero(y != majority))))


@bad("decisions.undersample", "slip", "with replacement")
def _(y, majority, fraction, rng):
    y = np.asarray(y)
    r = np.flatnonzero(y == majority)
    k = max(1, int(fraction * len(r) + 0.5))
    return np.sort(np.concatenate((rng.choice(r, size=k), np.flatnonzero(y != majority))))


@bad("decisions.undersample", "slip", "the first ones")
def _(y, majority, fraction, rng):
    y = np.asarray(y)
    r = np.flatnonzero(y == majority)
    k = max(1, int(fraction * len(r) + 0.5))
    return np.sort(np.concatenate((r[:k], np.flatnonzero(y != majority))))


@bad("decisions.error_decomposition", "slip", "gap against the best")
def _(e_test, e_train, e_best):
    return e_test - e_best, e_train - e_best, e_best


@bad("decisions.error_decomposition", "slip", "absolute values")
def _(e_test, e_train, e_best):
    return abs(e_test - e_train), abs(e_train - e_best), e_best
