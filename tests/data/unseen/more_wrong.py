"""More wrong answers, written for this course from the tasks' texts alone, as students may write them.

Nobody handed them in. They were written after the checks of `wrong.py` were strong, and before any of them was put
to a check: slips, pairs of slips, half-finished work, kept state, crashes, wrong broadcasting, rounding, narrow
types, containers of another kind. Each must lose points.
"""
# ruff: noqa

import functools
import math
import re
from collections import Counter, defaultdict

import numpy as np
import pandas as pd

WRONG = []


def bad(task, kind, mistake):
    def add(f):
        WRONG.append((task, kind, mistake, f))
        return f

    return add


# ---------------------------------------------------------------- bayes_rule
@bad("bayes_rule.event_prob", "slip", "return inside of the loop")
def _(joint, event):
    total = 0
    for values, p in joint.items():
        fits = True
        for place in event:
            if values[place] != event[place]:
                fits = False
        if fits:
            total = total + p
            return total
    return total


@bad("bayes_rule.event_prob", "slip", "last condition only decides")
def _(joint, event):
    result = 0.0
    for row in joint:
        ok = True
        for i, wanted in event.items():
            ok = row[i] == wanted
        if ok:
            result += joint[row]
    return result


@bad("bayes_rule.event_prob", "slip", "counts the rows")
def _(joint, event):
    hits = [row for row in joint if all(row[i] == event[i] for i in event)]
    return len(hits) / len(joint)


@bad("bayes_rule.event_prob", "half", "one condition only")
def _(joint, event):
    if not event:
        return sum(joint.values())
    position, value = list(event.items())[0]
    return sum(p for row, p in joint.items() if row[position] == value)


@bad("bayes_rule.cond_prob", "slip", "divides the wrong way round")
def _(joint, event, given):
    def prob(cond):
        return sum(p for r, p in joint.items() if all(r[i] == v for i, v in cond.items()))

    below = prob(given)
    if below == 0:
        raise ValueError("impossible condition")
    both = sum(
        p
        for r, p in joint.items()
        if all(r[i] == v for i, v in given.items()) and all(r[i] == v for i, v in event.items())
    )
    return below / both if both else 0.0


@bad("bayes_rule.cond_prob", "slip", "merged dicts lose the contradiction")
def _(joint, event, given):
    def prob(cond):
        return sum(p for r, p in joint.items() if all(r[i] == v for i, v in cond.items()))

    if prob(given) == 0:
        raise ValueError("P(given) is 0")
    return prob({**given, **event}) / prob(given)


@bad("bayes_rule.cond_prob", "pair", "divides by P(event), and no ValueError")
def _(joint, event, given):
    num = den = 0
    for r, p in joint.items():
        e = all(r[i] == v for i, v in event.items())
        g = all(r[i] == v for i, v in given.items())
        if e and g:
            num += p
        if e:
            den += p
    if den == 0:
        return 0.0
    return num / den


@bad("bayes_rule.cond_prob", "half", "no error for an impossible condition")
def _(joint, event, given):
    g = [(r, p) for r, p in joint.items() if all(r[i] == v for i, v in given.items())]
    e = [p for r, p in g if all(r[i] == v for i, v in event.items())]
    total = sum(p for _, p in g)
    return sum(e) / total if total > 0 else 0.0


@bad("bayes_rule.bayes_posterior", "slip", "divides by the sum of the likelihoods")
def _(prior, likelihood):
    prior, likelihood = np.asarray(prior, dtype=float), np.asarray(likelihood, dtype=float)
    joint = prior * likelihood
    evidence = likelihood.sum()
    if joint.sum() == 0:
        raise ValueError("evidence is zero")
    return joint / evidence


@bad("bayes_rule.bayes_posterior", "round", "rounded to four digits")
def _(prior, likelihood):
    products = [p * l for p, l in zip(prior, likelihood)]
    s = sum(products)
    if s == 0:
        raise ValueError("no class allows it")
    return [round(v / s, 4) for v in products]


@bad("bayes_rule.bayes_posterior", "half", "two classes only")
def _(prior, likelihood):
    a = prior[0] * likelihood[0]
    b = prior[1] * likelihood[1]
    if a + b == 0:
        raise ValueError
    return [a / (a + b), b / (a + b)]


@bad("bayes_rule.diagnostic_posterior", "slip", "specificity not turned round")
def _(prevalence, sensitivity, specificity):
    true_pos = prevalence * sensitivity
    false_pos = (1 - prevalence) * specificity
    if true_pos + false_pos == 0:
        raise ValueError("never positive")
    return true_pos / (true_pos + false_pos)


@bad("bayes_rule.diagnostic_posterior", "slip", "the 1 - prevalence is forgotten")
def _(prevalence, sensitivity, specificity):
    tp = sensitivity * prevalence
    fp = 1 - specificity
    p = tp + fp
    if p == 0:
        raise ValueError("the test is never positive")
    return tp / p


@bad("bayes_rule.diagnostic_posterior", "crash", "a misspelt name")
def _(prevalence, sensitivity, specificity):
    healthy = 1 - prevalance
    positive = prevalence * sensitivity + healthy * (1 - specificity)
    if positive == 0:
        raise ValueError("never positive")
    return prevalence * sensitivity / positive


@bad("bayes_rule.diagnostic_posterior", "crash", "ZeroDivisionError in place of ValueError is caught wrongly")
def _(prevalence, sensitivity, specificity):
    num = prevalence * sensitivity
    den = num + (1 - prevalence) * (1 - specificity)
    try:
        return num / den
    except ZeroDivisionError:
        return 0


@bad("bayes_rule.map_theta", "slip", "alpha not times V below the line")
def _(counts, alpha):
    n = sum(counts)
    if n + alpha == 0:
        raise ValueError("nothing seen")
    return [(c + alpha) / (n + alpha) for c in counts]


@bad("bayes_rule.map_theta", "slip", "the values that were seen are counted, not all")
def _(counts, alpha):
    counts = np.array(counts, dtype=float)
    V = np.count_nonzero(counts)
    total = counts.sum() + alpha * V
    if total == 0:
        raise ValueError("no data")
    return (counts + alpha) / total


@bad("bayes_rule.map_theta", "type", "floor division of whole counts")
def _(counts, alpha):
    total = sum(counts) + alpha * len(counts)
    if total == 0:
        raise ValueError("0/0")
    return [(c + alpha) // total for c in counts]


@bad("bayes_rule.normalise_log", "slip", "no shift by the maximum")
def _(log_scores):
    s = np.exp(np.asarray(log_scores, dtype=float))
    if np.all(np.isneginf(log_scores)):
        raise ValueError("all -inf")
    return s / s.sum()


@bad("bayes_rule.normalise_log", "slip", "shifted by the minimum")
def _(log_scores):
    a = np.array(log_scores, float)
    if not np.isfinite(a).any():
        raise ValueError("no class is possible")
    e = np.exp(a - a.min())
    return e / np.sum(e)


@bad("bayes_rule.normalise_log", "slip", "the shift is divided out, not subtracted")
def _(log_scores):
    m = max(log_scores)
    if m == -math.inf:
        raise ValueError("all impossible")
    e = [math.exp(s + m) if s > -700 else 0.0 for s in log_scores]
    z = sum(e) or 1.0
    return [v / z for v in e]


@bad("bayes_rule.cond_independent", "slip", "difference without absolute value")
def _(joint, a, b, c, tol=1e-9):
    def P(**k):
        cond = {int(key[1:]): v for key, v in k.items()}
        return sum(p for r, p in joint.items() if all(r[i] == v for i, v in cond.items()))

    for vc in {r[c] for r in joint}:
        pc = P(**{f"_{c}": vc})
        if pc == 0:
            continue
        for va in {r[a] for r in joint}:
            for vb in {r[b] for r in joint}:
                lhs = P(**{f"_{a}": va, f"_{b}": vb, f"_{c}": vc}) / pc
                rhs = P(**{f"_{a}": va, f"_{c}": vc}) / pc * P(**{f"_{b}": vb, f"_{c}": vc}) / pc
                if lhs - rhs > tol:
                    return False
    return True


@bad("bayes_rule.cond_independent", "slip", "return True after the first value of c")
def _(joint, a, b, c, tol=1e-9):
    As, Bs, Cs = ({r[i] for r in joint} for i in (a, b, c))
    for z in sorted(Cs, key=str):
        sub = {r: p for r, p in joint.items() if r[c] == z}
        pz = sum(sub.values())
        if pz == 0:
            continue
        for x in As:
            for y in Bs:
                pxy = sum(p for r, p in sub.items() if r[a] == x and r[b] == y) / pz
                px = sum(p for r, p in sub.items() if r[a] == x) / pz
                py = sum(p for r, p in sub.items() if r[b] == y) / pz
                if abs(pxy - px * py) > tol:
                    return False
        return True


@bad("bayes_rule.cond_independent", "half", "values of a and b that occur together only")
def _(joint, a, b, c, tol=1e-9):
    def pr(cond):
        return sum(p for r, p in joint.items() if all(r[i] == v for i, v in cond))

    for row in joint:
        z = [(c, row[c])]
        pc = pr(z)
        if pc == 0:
            continue
        both = pr(z + [(a, row[a]), (b, row[b])]) / pc
        if abs(both - pr(z + [(a, row[a])]) / pc * (pr(z + [(b, row[b])]) / pc)) > tol:
            return False
    return True


@bad("bayes_rule.binomial_likelihood", "slip", "orders are not counted")
def _(k, n, theta):
    return theta**k * (1 - theta) ** (n - k)


@bad("bayes_rule.binomial_likelihood", "slip", "failures to the power of n")
def _(k, n, theta):
    orders = math.comb(n, k)
    return orders * theta**k * (1 - theta) ** n


@bad("bayes_rule.binomial_likelihood", "slip", "logarithm of 0 for theta 0 and 1")
def _(k, n, theta):
    log = math.lgamma(n + 1) - math.lgamma(k + 1) - math.lgamma(n - k + 1)
    return math.exp(log + k * math.log(theta) + (n - k) * math.log(1 - theta))


@bad("bayes_rule.n_parameters", "slip", "naive without the minus one per feature")
def _(K, n_values, kind):
    if kind == "table":
        return K * math.prod(n_values)
    if kind == "joint":
        return K * math.prod(n_values) - 1
    if kind == "stored":
        return K + K * sum(n_values)
    if kind == "naive":
        return K - 1 + K * sum(n_values)
    raise ValueError(kind)


@bad("bayes_rule.n_parameters", "half", "one kind is missing")
def _(K, n_values, kind):
    size = 1
    for v in n_values:
        size *= v
    if kind == "table":
        return K * size
    elif kind == "joint":
        return K * size - 1
    elif kind == "naive":
        return K - 1 + K * sum(v - 1 for v in n_values)
    else:
        raise ValueError("unknown kind")


@bad("bayes_rule.n_parameters", "type", "numpy product overflows")
def _(K, n_values, kind):
    n_values = np.array(n_values)
    if kind == "table":
        return int(K * np.prod(n_values))
    if kind == "joint":
        return int(K * np.prod(n_values) - 1)
    if kind == "stored":
        return int(K + K * n_values.sum())
    if kind == "naive":
        return int(K - 1 + K * (n_values - 1).sum())
    raise ValueError


# ---------------------------------------------------------------- knn
@bad("knn.predict_one", "slip", "distances sorted from far to near")
def _(x, model):
    d = [model["metric"](x, z) for z in model["X"]]
    order = sorted(range(len(d)), key=lambda i: d[i], reverse=True)[: model["k"]]
    votes = Counter(model["y"][i] for i in order)
    return max(model["classes"], key=lambda c: votes[c])


@bad("knn.predict_one", "slip", "k + 1 neighbours")
def _(x, model):
    d = np.array([model["metric"](x, z) for z in model["X"]])
    rows = np.argsort(d, kind="stable")[: model["k"] + 1]
    labels = [model["y"][i] for i in rows]
    return max(model["classes"], key=labels.count)


@bad("knn.predict_one", "slip", "last class wins a tie")
def _(x, model):
    d = [model["metric"](x, z) for z in model["X"]]
    near = sorted(range(len(d)), key=d.__getitem__)[: model["k"]]
    best, most = None, 0
    for c in model["classes"]:
        n = sum(1 for i in near if model["y"][i] == c)
        if n >= most:
            best, most = c, n
    return best


@bad("knn.predict_one", "pair", "ignores the first, and ties by nearness")
def _(x, model):
    pairs = sorted(
        ((model["metric"](x, z), i) for i, z in enumerate(model["X"])),
    )[1 : model["k"] + 1]
    return Counter(model["y"][i] for _, i in pairs).most_common(1)[0][0]


@bad("knn.predict_one", "crash", "labels indexed by a list of pairs")
def _(x, model):
    pairs = sorted((model["metric"](x, z), i) for i, z in enumerate(model["X"]))
    near = [model["y"][pair] for pair in pairs[: model["k"]]]
    return max(model["classes"], key=near.count)


@bad("knn.minkowski", "slip", "** 1 / p")
def _(a, b, p=2):
    gaps = np.abs(a - b)
    if p == np.inf:
        return gaps.max()
    return np.sum(gaps**p) ** 1 / p


@bad("knn.minkowski", "slip", "the root is square, whatever p")
def _(a, b, p=2):
    diff = np.abs(np.asarray(a, float) - np.asarray(b, float))
    if math.isinf(p):
        return float(np.max(diff))
    return float(np.sqrt(np.sum(diff**p)))


@bad("knn.minkowski", "half", "infinity is not there")
def _(a, b, p=2):
    s = 0
    for ai, bi in zip(a, b):
        s += abs(ai - bi) ** p
    return s ** (1 / p)


@bad("knn.minkowski", "round", "float32")
def _(a, b, p=2):
    d = np.abs(np.asarray(a, np.float32) - np.asarray(b, np.float32))
    if p == math.inf:
        return float(d.max())
    return float((d**p).sum() ** (1 / p))


@bad("knn.nearest", "slip", "k one too large is allowed")
def _(dists, k):
    if k < 1 or k > len(dists) + 1:
        raise ValueError("k")
    return np.argsort(dists, kind="stable")[:k]


@bad("knn.nearest", "slip", "returns distances")
def _(dists, k):
    if not 1 <= k <= len(dists):
        raise ValueError("k is out of range")
    return sorted(dists)[:k]


@bad("knn.nearest", "slip", "argpartition does not sort")
def _(dists, k):
    if k < 1 or k > len(dists):
        raise ValueError
    return np.argpartition(dists, k - 1)[:k]


@bad("knn.nearest", "state", "remembers the order by the number of distances")
def _(dists, k, memo={}):
    if not 1 <= k <= len(dists):
        raise ValueError("k")
    if len(dists) not in memo:
        memo[len(dists)] = np.argsort(dists, kind="stable")
    return memo[len(dists)][:k]


@bad("knn.learn", "slip", "no copies")
def _(X, y, k, metric):
    if len(X) != len(y) or not 1 <= k <= len(X):
        raise ValueError("bad input")
    return {"X": X, "y": y, "k": k, "metric": metric, "classes": sorted(set(y))}


@bad("knn.learn", "slip", "classes in the order of appearance")
def _(X, y, k, metric):
    if len(X) != len(y):
        raise ValueError("lengths")
    if k < 1 or k > len(y):
        raise ValueError("k")
    return {
        "X": np.array(X),
        "y": np.array(y),
        "k": k,
        "metric": metric,
        "classes": list(dict.fromkeys(np.asarray(y).tolist())),
    }


@bad("knn.learn", "pair", "k = n is refused, and classes are a set")
def _(X, y, k, metric):
    if len(X) != len(y) or k < 1 or k >= len(X):
        raise ValueError("k must be below n")
    return {
        "X": np.copy(X),
        "y": np.copy(y),
        "k": k,
        "metric": metric,
        "classes": set(np.asarray(y).tolist()),
    }


@bad("knn.predict_with_prob", "slip", "divides by n")
def _(model, Q):
    X, y, k = np.asarray(model["X"]), np.asarray(model["y"]), model["k"]
    out = np.zeros((len(Q), len(model["classes"])))
    for i, q in enumerate(Q):
        d = np.array([model["metric"](q, x) for x in X])
        rows = np.argsort(d, kind="stable")[:k]
        for j, c in enumerate(model["classes"]):
            out[i, j] = np.sum(y[rows] == c) / len(X)
    return out


@bad("knn.predict_with_prob", "slip", "only the classes among the neighbours get a column")
def _(model, Q):
    rows = []
    for q in Q:
        d = [model["metric"](q, x) for x in model["X"]]
        near = sorted(range(len(d)), key=d.__getitem__)[: model["k"]]
        labels = [model["y"][i] for i in near]
        rows.append([labels.count(c) / model["k"] for c in model["classes"] if c in labels])
    return rows


@bad("knn.predict_with_prob", "type", "an array of whole numbers takes the shares")
def _(model, Q):
    shares = np.zeros((len(Q), len(model["classes"])), dtype=int)
    for i, q in enumerate(Q):
        d = np.array([model["metric"](q, x) for x in model["X"]])
        near = np.asarray(model["y"])[np.argsort(d, kind="stable")[: model["k"]]]
        for j, c in enumerate(model["classes"]):
            shares[i, j] = np.mean(near == c)
    return shares


@bad("knn.predict", "slip", "the index of the class in place of its name")
def _(model, Q):
    answers = []
    for q in Q:
        d = np.array([model["metric"](q, x) for x in model["X"]])
        near = np.asarray(model["y"])[np.argsort(d, kind="stable")[: model["k"]]]
        counts = [np.sum(near == c) for c in model["classes"]]
        answers.append(np.argmax(counts))
    return np.array(answers)


@bad("knn.predict", "half", "the first query only")
def _(model, Q):
    q = Q[0]
    d = np.array([model["metric"](q, x) for x in model["X"]])
    near = np.asarray(model["y"])[np.argsort(d, kind="stable")[: model["k"]]]
    return np.array([max(model["classes"], key=lambda c: np.sum(near == c))])


@bad("knn.predict_regression", "slip", "median in place of mean")
def _(model, Q):
    y = np.asarray(model["y"], dtype=float)
    out = []
    for q in Q:
        d = np.array([model["metric"](q, x) for x in model["X"]])
        out.append(np.median(y[np.argsort(d, kind="stable")[: model["k"]]]))
    return np.array(out)


@bad("knn.predict_regression", "slip", "sum divided by k - 1")
def _(model, Q):
    preds = []
    for q in Q:
        order = sorted(range(len(model["X"])), key=lambda i: model["metric"](q, model["X"][i]))
        preds.append(sum(model["y"][i] for i in order[: model["k"]]) / max(model["k"] - 1, 1))
    return preds


@bad("knn.vote_weights", "slip", "no shift in softmax")
def _(dists, scheme):
    d = np.asarray(dists, float)
    if scheme == "uniform":
        w = np.ones(len(d))
    elif scheme == "inverse":
        w = (d == 0).astype(float) if (d == 0).any() else 1 / d
    else:
        w = np.exp(-d)
    return w / w.sum()


@bad("knn.vote_weights", "slip", "softmax of the distance, without minus")
def _(dists, scheme):
    d = np.asarray(dists, float)
    if scheme == "uniform":
        return np.full(len(d), 1 / len(d))
    if scheme == "inverse":
        if np.any(d == 0):
            w = np.where(d == 0, 1.0, 0.0)
        else:
            w = 1.0 / d
        return w / w.sum()
    e = np.exp(d - d.max())
    return e / e.sum()


@bad("knn.vote_weights", "pair", "small number in place of the exact matches, and softmax not shifted")
def _(dists, scheme):
    d = np.asarray(dists, dtype=float)
    if scheme == "uniform":
        w = np.ones_like(d)
    if scheme == "inverse":
        w = 1 / (d + 1e-9)
    if scheme == "softmax":
        w = np.exp(-d)
    return w / np.sum(w)


@bad("knn.vote_weights", "half", "softmax is not written")
def _(dists, scheme):
    n = len(dists)
    if scheme == "uniform":
        return np.ones(n) / n
    if scheme == "inverse":
        zero = np.array(dists) == 0
        if zero.any():
            return zero / zero.sum()
        w = 1 / np.array(dists, float)
        return w / w.sum()


@bad("knn.weighted_vote", "slip", "divides by the number of neighbours")
def _(labels, weights, classes):
    out = []
    for c in classes:
        out.append(sum(w for l, w in zip(labels, weights) if l == c) / len(labels))
    return np.array(out)


@bad("knn.weighted_vote", "slip", "the mean weight of each class")
def _(labels, weights, classes):
    labels, weights = np.asarray(labels), np.asarray(weights, float)
    s = np.array([weights[labels == c].mean() if (labels == c).any() else 0 for c in classes])
    return s / s.sum()


@bad("knn.standardise", "slip", "mean over the wrong axis")
def _(X_train, Q):
    mean = X_train.mean()
    std = X_train.std(axis=0)
    std[std == 0] = 1
    return (Q - mean) / std


@bad("knn.standardise", "slip", "standard deviation of a sample")
def _(X_train, Q):
    X_train = np.asarray(X_train, float)
    mu = np.mean(X_train, axis=0)
    sd = np.std(X_train, axis=0, ddof=1)
    sd = np.where(X_train.std(axis=0) == 0, 1, sd)
    return (Q - mu) / sd


@bad("knn.standardise", "slip", "scaled by Q's own mean")
def _(X_train, Q):
    s = X_train.std(axis=0)
    s = np.where(s > 0, s, 1.0)
    return (Q - Q.mean(axis=0)) / s


@bad("knn.choose_k", "slip", "the example itself votes")
def _(X, y, ks):
    X, y = np.asarray(X, float), np.asarray(y)
    errors = []
    for k in ks:
        wrong = 0
        for i in range(len(X)):
            d = np.sqrt(((X - X[i]) ** 2).sum(axis=1))
            near = y[np.argsort(d, kind="stable")[:k]]
            classes = np.unique(y)
            wrong += classes[np.argmax([(near == c).sum() for c in classes])] != y[i]
        errors.append(wrong / len(X))
    best = min(range(len(ks)), key=lambda j: (errors[j], ks[j]))
    return ks[best], errors


@bad("knn.choose_k", "slip", "counts errors and does not divide")
def _(X, y, ks):
    X, y = np.asarray(X, float), np.asarray(y)
    classes = np.unique(y)
    D = np.sqrt(((X[:, None] - X[None]) ** 2).sum(-1))
    np.fill_diagonal(D, np.inf)
    order = np.argsort(D, axis=1, kind="stable")
    errors = []
    for k in ks:
        votes = np.array([[np.sum(y[o[:k]] == c) for c in classes] for o in order])
        errors.append(float(np.sum(classes[votes.argmax(1)] != y)))
    return min(zip(errors, ks))[1], errors


@bad("knn.cosine_distance", "slip", "norms not multiplied but added")
def _(a, b):
    na, nb = np.linalg.norm(a), np.linalg.norm(b)
    if na == 0 or nb == 0:
        return 1.0
    return 1 - np.dot(a, b) / (na + nb)


@bad("knn.cosine_distance", "slip", "the similarity")
def _(a, b):
    na = math.sqrt(sum(v * v for v in a))
    nb = math.sqrt(sum(v * v for v in b))
    if na * nb == 0:
        return 1
    return sum(v * w for v, w in zip(a, b)) / (na * nb)


@bad("knn.hamming", "slip", "the share")
def _(a, b):
    if len(a) != len(b):
        raise ValueError("lengths differ")
    return sum(x != y for x, y in zip(a, b)) / len(a) if len(a) else 0


@bad("knn.hamming", "half", "lengths are not looked at")
def _(a, b):
    return sum(1 for x, y in zip(a, b) if x != y)


@bad("knn.jaccard_distance", "slip", "divides by both sizes")
def _(A, B):
    if not A and not B:
        return 0.0
    return 1 - len(A & B) / (len(A) + len(B))


@bad("knn.edit_distance", "slip", "a replacement costs two")
def _(a, b):
    row = list(range(len(b) + 1))
    for i, x in enumerate(a, 1):
        new = [i]
        for j, y in enumerate(b, 1):
            new.append(min(row[j] + 1, new[-1] + 1, row[j - 1] + 2 * (x != y)))
        row = new
    return row[-1]


@bad("knn.edit_distance", "slip", "first row is all zeros")
def _(a, b):
    D = np.zeros((len(a) + 1, len(b) + 1), dtype=int)
    for i in range(len(a) + 1):
        D[i, 0] = i
    for i in range(1, len(a) + 1):
        for j in range(1, len(b) + 1):
            cost = 0 if a[i - 1] == b[j - 1] else 1
            D[i, j] = min(D[i - 1, j] + 1, D[i, j - 1] + 1, D[i - 1, j - 1] + cost)
    return int(D[len(a), len(b)])


@bad("knn.edit_distance", "crash", "index one too far")
def _(a, b):
    m, n = len(a), len(b)
    D = [[0] * n for _ in range(m)]
    for i in range(m + 1):
        D[i][0] = i
    for j in range(n + 1):
        D[0][j] = j
    for i in range(1, m + 1):
        for j in range(1, n + 1):
            D[i][j] = min(D[i - 1][j] + 1, D[i][j - 1] + 1, D[i - 1][j - 1] + (a[i - 1] != b[j - 1]))
    return D[m][n]


@bad("knn.weighted_distance", "slip", "weights are squared as well")
def _(a, b, z):
    return np.sqrt(np.sum((z * (a - b)) ** 2))


@bad("knn.weighted_distance", "slip", "no root")
def _(a, b, z):
    return sum(w * (x - y) ** 2 for x, y, w in zip(a, b, z))


@bad("knn.gower", "slip", "categorical counts as 1 if equal")
def _(a, b, ranges, kinds):
    parts = []
    for x, y, r, kind in zip(a, b, ranges, kinds):
        if kind == "categorical":
            parts.append(float(x == y))
        else:
            parts.append(abs(x - y) / r if r else 0.0)
    return sum(parts) / len(parts)


@bad("knn.gower", "slip", "mean over the numeric features only")
def _(a, b, ranges, kinds):
    total, n = 0.0, 0
    for j in range(len(a)):
        if kinds[j] == "numeric":
            n += 1
            if ranges[j] > 0:
                total += abs(a[j] - b[j]) / ranges[j]
        else:
            total += a[j] != b[j]
    return total / max(n, 1)


@bad("knn.pairwise_sq_dists", "slip", "sum over the wrong axis")
def _(A, B):
    A, B = np.asarray(A, float), np.asarray(B, float)
    diff = A[:, None, :] - B[None, :, :]
    return (diff**2).sum(axis=1)


@bad("knn.pairwise_sq_dists", "slip", "the product form loses digits far out")
def _(A, B):
    A, B = A.astype(float), B.astype(float)
    return np.maximum((A**2).sum(1)[:, None] + (B**2).sum(1) - 2 * A @ B.T, 0)


@bad("knn.pairwise_sq_dists", "type", "eight bits wrap round")
def _(A, B):
    diff = A[:, np.newaxis] - B[np.newaxis]
    return np.einsum("ijk,ijk->ij", diff, diff)


@bad("knn.pairwise_sq_dists", "slip", "broadcast the wrong way")
def _(A, B):
    A, B = np.asarray(A, float), np.asarray(B, float)
    diff = A[None, :, :] - B[:, None, :]
    return np.sum(diff * diff, axis=-1)


@bad("knn.condense", "slip", "one pass only")
def _(X, y, order):
    X, y = np.asarray(X, float), np.asarray(y)
    kept = [order[0]]
    for i in order:
        d = ((X[kept] - X[i]) ** 2).sum(axis=1)
        if y[kept[int(np.argmin(d))]] != y[i]:
            kept.append(i)
    return kept


@bad("knn.condense", "slip", "sorted at the end")
def _(X, y, order):
    X, y = np.asarray(X, float), np.asarray(y)
    kept, changed = [order[0]], True
    while changed:
        changed = False
        for i in order:
            if i in kept:
                continue
            d = ((X[kept] - X[i]) ** 2).sum(axis=1)
            if y[kept[int(np.argmin(d))]] != y[i]:
                kept.append(i)
                changed = True
    return sorted(kept)


# ---------------------------------------------------------------- categorical
@bad("categorical_nb.learn_pairs", "slip", "table divided by n")
def _(examples, values):
    n = len(examples)
    count = Counter(c for _, c in examples)
    table = {}
    for c in count:
        for j, vs in enumerate(values):
            for v in vs:
                table[c, j, v] = sum(1 for x, l in examples if l == c and x[j] == v) / n
    return {"prior": {c: m / n for c, m in count.items()}, "table": table}


@bad("categorical_nb.learn_pairs", "half", "values never seen in a class are not in the table")
def _(examples, values):
    count = Counter(c for _, c in examples)
    table = defaultdict(float)
    for x, c in examples:
        for j, v in enumerate(x):
            table[c, j, v] += 1 / count[c]
    return {"prior": {c: m / len(examples) for c, m in count.items()}, "table": dict(table)}


@bad("categorical_nb.predict_one", "slip", "the prior is forgotten")
def _(x, model):
    best, score = None, -1
    for c in sorted(model["prior"]):
        p = 1
        for j, v in enumerate(x):
            p *= model["table"][c, j, v]
        if p > score:
            best, score = c, p
    return best


@bad("categorical_nb.predict_one", "slip", "the last of equal scores")
def _(x, model):
    best, score = None, -1.0
    for c in sorted(model["prior"]):
        p = model["prior"][c]
        for j, v in enumerate(x):
            p *= model["table"][c, j, v]
        if p >= score:
            best, score = c, p
    return best


@bad("categorical_nb.predict_one_with_prob", "slip", "not divided by the sum")
def _(x, model):
    scores = {}
    for c, p in model["prior"].items():
        for j, v in enumerate(x):
            p = p * model["table"][(c, j, v)]
        scores[c] = p
    if sum(scores.values()) == 0:
        raise ValueError("impossible")
    return scores


@bad("categorical_nb.predict_one_with_prob", "half", "no ValueError")
def _(x, model):
    scores = {
        c: p * math.prod(model["table"][c, j, v] for j, v in enumerate(x)) for c, p in model["prior"].items()
    }
    total = sum(scores.values())
    if total == 0:
        return {c: 1 / len(scores) for c in scores}
    return {c: s / total for c, s in scores.items()}


@bad("categorical_nb.class_prior", "slip", "not sorted")
def _(y):
    counts = Counter(np.asarray(y).tolist())
    return list(counts), [v / len(y) for v in counts.values()]


@bad("categorical_nb.class_prior", "slip", "counts, not shares")
def _(y):
    classes, counts = np.unique(y, return_counts=True)
    return classes, counts


@bad("categorical_nb.cond_table", "slip", "alpha added once below the line")
def _(X, y, n_values, alpha):
    X, y = np.asarray(X), np.asarray(y)
    classes = np.unique(y)
    tables = []
    for j, V in enumerate(n_values):
        t = np.zeros((len(classes), V))
        for c, label in enumerate(classes):
            col = X[y == label, j]
            for v in range(V):
                t[c, v] = (np.sum(col == v) + alpha) / (len(col) + alpha)
        tables.append(t)
    return tables


@bad("categorical_nb.cond_table", "slip", "divided over the classes")
def _(X, y, n_values, alpha):
    X, y = np.asarray(X), np.asarray(y)
    classes = np.unique(y)
    tables = []
    for j, V in enumerate(n_values):
        counts = np.array([[np.sum((X[:, j] == v) & (y == c)) for v in range(V)] for c in classes]) + alpha
        tables.append(counts / counts.sum(axis=0))
    return tables


@bad("categorical_nb.cond_table", "pair", "values seen only, and alpha above the line only")
def _(X, y, n_values, alpha):
    X, y = np.asarray(X), np.asarray(y)
    out = []
    for j in range(X.shape[1]):
        V = len(np.unique(X[:, j]))
        rows = []
        for c in np.unique(y):
            col = X[y == c, j]
            rows.append([((col == v).sum() + alpha) / len(col) for v in range(V)])
        out.append(rows)
    return out


@bad("categorical_nb.cond_table", "type", "counts in an array of whole numbers are divided in place")
def _(X, y, n_values, alpha):
    X, y = np.asarray(X), np.asarray(y)
    classes = sorted(set(y.tolist()))
    tables = []
    for j, V in enumerate(n_values):
        t = np.zeros((len(classes), V), dtype=int)
        for c, label in enumerate(classes):
            n_c = (y == label).sum()
            for v in range(V):
                t[c][v] = (((X[:, j] == v) & (y == label)).sum() + alpha) / (n_c + alpha * V)
        tables.append(t)
    return tables


@bad("categorical_nb.learn", "slip", "the counts hold alpha too")
def _(X, y, n_values, alpha=0):
    X, y = np.asarray(X), np.asarray(y)
    classes, n = np.unique(y, return_counts=True)
    counts = [
        np.array([np.bincount(X[y == c, j], minlength=V) for c in classes]) + alpha
        for j, V in enumerate(n_values)
    ]
    tables = [t / t.sum(axis=1, keepdims=True) for t in counts]
    return {
        "classes": classes,
        "prior": n / len(y),
        "tables": tables,
        "class_count": n,
        "counts": counts,
        "alpha": alpha,
    }


@bad("categorical_nb.learn", "slip", "prior smoothed")
def _(X, y, n_values, alpha=0):
    X, y = np.asarray(X), np.asarray(y)
    classes, n = np.unique(y, return_counts=True)
    counts = [
        np.array([np.bincount(X[y == c, j], minlength=V) for c in classes]) for j, V in enumerate(n_values)
    ]
    return {
        "classes": classes,
        "prior": (n + alpha) / (len(y) + alpha * len(classes)),
        "tables": [(t + alpha) / (n[:, None] + alpha * t.shape[1]) for t in counts],
        "class_count": n,
        "counts": counts,
        "alpha": alpha,
    }


@bad("categorical_nb.log_joint", "slip", "the prior is not logged")
def _(model, Q):
    Q = np.asarray(Q)
    with np.errstate(divide="ignore"):
        out = np.tile(np.asarray(model["prior"], float), (len(Q), 1))
        for j, t in enumerate(model["tables"]):
            out = out + np.log(np.asarray(t, float))[:, Q[:, j]].T
    return out


@bad("categorical_nb.log_joint", "slip", "small number inside of the logarithm")
def _(model, Q):
    Q = np.asarray(Q)
    scores = np.log(np.asarray(model["prior"]) + 1e-10)[None, :].repeat(len(Q), axis=0)
    for j, t in enumerate(model["tables"]):
        scores += np.log(np.asarray(t)[:, Q[:, j]].T + 1e-10)
    return scores


@bad("categorical_nb.log_joint", "slip", "last feature left out")
def _(model, Q):
    out = []
    for q in Q:
        row = []
        for c in range(len(model["classes"])):
            p = [model["prior"][c]] + [model["tables"][j][c][q[j]] for j in range(len(q) - 1)]
            row.append(sum(math.log(v) if v > 0 else -math.inf for v in p))
        out.append(row)
    return np.array(out)


@bad("categorical_nb.log_joint", "pair", "prior forgotten and base 10")
def _(model, Q):
    Q = np.asarray(Q)
    with np.errstate(divide="ignore"):
        return sum(np.log10(np.asarray(t, float)[:, Q[:, j]]).T for j, t in enumerate(model["tables"]))


@bad("categorical_nb.predict", "slip", "argmin")
def _(model, Q):
    Q = np.asarray(Q)
    with np.errstate(divide="ignore"):
        s = np.log(model["prior"]) + sum(
            np.log(np.asarray(t)[:, Q[:, j]]).T for j, t in enumerate(model["tables"])
        )
    return np.asarray(model["classes"])[np.argmin(s, axis=1)]


@bad("categorical_nb.predict_with_prob", "slip", "rows and columns: the sum over the queries")
def _(model, Q):
    Q = np.asarray(Q)
    with np.errstate(divide="ignore"):
        s = np.log(model["prior"]) + sum(
            np.log(np.asarray(t)[:, Q[:, j]]).T for j, t in enumerate(model["tables"])
        )
    m = s.max(axis=1, keepdims=True)
    if np.isneginf(m).any():
        raise ValueError("impossible")
    e = np.exp(s - m)
    return e / e.sum(axis=0)


@bad("categorical_nb.predict_with_prob", "crash", "keepdims forgotten")
def _(model, Q):
    Q = np.asarray(Q)
    with np.errstate(divide="ignore"):
        s = np.log(model["prior"]) + sum(
            np.log(np.asarray(t)[:, Q[:, j]]).T for j, t in enumerate(model["tables"])
        )
    if np.isneginf(s.max(axis=1)).any():
        raise ValueError("impossible")
    e = np.exp(s - s.max(axis=1, keepdims=True))
    return e / e.sum(axis=1)


@bad("categorical_nb.predict_with_prob", "half", "products of probabilities")
def _(model, Q):
    out = []
    for q in Q:
        p = [
            float(model["prior"][c]) * math.prod(float(t[c][q[j]]) for j, t in enumerate(model["tables"]))
            for c in range(len(model["classes"]))
        ]
        if sum(p) == 0:
            raise ValueError("impossible")
        out.append([v / sum(p) for v in p])
    return out


@bad("categorical_nb.update", "mutate", "adds into the old counts")
def _(model, X_new, y_new):
    X_new, y_new = np.asarray(X_new), np.asarray(y_new)
    counts, n = model["counts"], model["class_count"]
    for x, l in zip(X_new, y_new):
        c = list(model["classes"]).index(l)
        n[c] += 1
        for j in range(len(counts)):
            counts[j][c, x[j]] += 1
    a = model["alpha"]
    return {
        "classes": model["classes"],
        "class_count": n,
        "counts": counts,
        "alpha": a,
        "prior": n / n.sum(),
        "tables": [(t + a) / (n[:, None] + a * t.shape[1]) for t in counts],
    }


@bad("categorical_nb.update", "slip", "the prior stays the old one")
def _(model, X_new, y_new):
    n = np.array(model["class_count"]).copy()
    counts = [np.array(t).copy() for t in model["counts"]]
    for x, l in zip(X_new, y_new):
        c = list(model["classes"]).index(l)
        n[c] += 1
        for j, t in enumerate(counts):
            t[c, x[j]] += 1
    a = model["alpha"]
    return {
        "classes": model["classes"],
        "class_count": n,
        "counts": counts,
        "alpha": a,
        "prior": model["prior"],
        "tables": [(t + a) / (n[:, None] + a * t.shape[1]) for t in counts],
    }


@bad("categorical_nb.cond_table_with_gaps", "slip", "missing values count below the line")
def _(X, y, n_values, alpha):
    X, y = np.asarray(X), np.asarray(y)
    tables = []
    for j, V in enumerate(n_values):
        rows = []
        for c in np.unique(y):
            col = X[y == c, j]
            below = len(col) + alpha * V
            rows.append([(np.sum(col == v) + alpha) / below if below else 1 / V for v in range(V)])
        tables.append(np.array(rows))
    return tables


@bad("categorical_nb.cond_table_with_gaps", "half", "0 / 0 is left as nan")
def _(X, y, n_values, alpha):
    X, y = np.asarray(X), np.asarray(y)
    tables = []
    with np.errstate(invalid="ignore"):
        for j, V in enumerate(n_values):
            t = np.array([[np.sum(X[y == c, j] == v) for v in range(V)] for c in np.unique(y)]) + alpha
            tables.append(t / t.sum(axis=1, keepdims=True))
    return tables


@bad("categorical_nb.log_joint_with_gaps", "slip", "-1 takes the last value")
def _(model, Q):
    Q = np.asarray(Q)
    with np.errstate(divide="ignore"):
        out = np.log(np.asarray(model["prior"], float)) + np.zeros((len(Q), 1))
        for j, t in enumerate(model["tables"]):
            out += np.log(np.asarray(t, float)).T[Q[:, j]]
    return out


# ---------------------------------------------------------------- bernoulli
@bad("bernoulli_nb.binarise", "slip", "the threshold itself counts")
def _(X, threshold=0):
    return (np.asarray(X) >= threshold).astype(int)


@bad("bernoulli_nb.binarise", "mutate", "writes into X")
def _(X, threshold=0):
    X[X <= threshold] = 0
    X[X > threshold] = 1
    return X


@bad("bernoulli_nb.learn", "slip", "alpha once below the line")
def _(X, y, alpha=1):
    X, y = np.asarray(X), np.asarray(y)
    classes, n = np.unique(y, return_counts=True)
    theta = np.array([(X[y == c].sum(axis=0) + alpha) / (len(X[y == c]) + alpha) for c in classes])
    return {"classes": classes, "prior": n / len(y), "theta": theta}


@bad("bernoulli_nb.learn", "slip", "alpha times the number of features below the line")
def _(X, y, alpha=1):
    X, y = np.asarray(X), np.asarray(y)
    classes = np.unique(y)
    theta = np.zeros((len(classes), X.shape[1]))
    prior = np.zeros(len(classes))
    for i, c in enumerate(classes):
        rows = X[y == c]
        prior[i] = len(rows) / len(X)
        theta[i] = (rows.sum(axis=0) + alpha) / (len(rows) + alpha * X.shape[1])
    return {"classes": classes, "prior": prior, "theta": theta}


@bad("bernoulli_nb.learn", "pair", "prior smoothed, alpha fixed at 1")
def _(X, y, alpha=1):
    X, y = np.asarray(X), np.asarray(y)
    classes, n = np.unique(y, return_counts=True)
    theta = np.vstack([(X[y == c].sum(axis=0) + 1) / (k + 2) for c, k in zip(classes, n)])
    return {"classes": classes, "prior": (n + alpha) / (n.sum() + alpha * len(n)), "theta": theta}


@bad("bernoulli_nb.learn", "slip", "sum over all entries of the class")
def _(X, y, alpha=1):
    X, y = np.asarray(X), np.asarray(y)
    classes, n = np.unique(y, return_counts=True)
    sums = np.array([X[y == c].sum(axis=0) for c in classes])
    return {
        "classes": classes,
        "prior": n / n.sum(),
        "theta": (sums + alpha) / (sums.sum(axis=1, keepdims=True) + 2 * alpha),
    }


@bad("bernoulli_nb.predict_one", "slip", "only the features that are there")
def _(x, model):
    best, score = None, -1
    for c, p, theta in zip(model["classes"], model["prior"], model["theta"]):
        for xj, t in zip(x, theta):
            if xj:
                p *= t
        if p > score:
            best, score = c, p
    return best


@bad("bernoulli_nb.predict_one", "slip", "best starts at 0, so None")
def _(x, model):
    best, top = None, 0
    for c, p, theta in zip(model["classes"], model["prior"], model["theta"]):
        for xj, t in zip(x, theta):
            p *= t if xj == 1 else 1 - t
        if p > top:
            best, top = c, p
    return best


@bad("bernoulli_nb.log_joint", "slip", "the absent ones are left out")
def _(model, Q):
    with np.errstate(divide="ignore", invalid="ignore"):
        lt = np.log(np.asarray(model["theta"], float))
        return np.log(model["prior"]) + np.array([[np.sum(row[np.asarray(q) == 1]) for row in lt] for q in Q])


@bad("bernoulli_nb.log_joint", "slip", "0 times minus infinity")
def _(model, Q):
    Q = np.asarray(Q)
    theta = np.asarray(model["theta"], float)
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.log(model["prior"]) + Q @ np.log(theta).T + (1 - Q) @ np.log(1 - theta).T


@bad("bernoulli_nb.log_joint", "pair", "prior not logged; absence has the factor theta")
def _(model, Q):
    Q = np.asarray(Q)
    theta = np.asarray(model["theta"], float)
    out = np.zeros((len(Q), len(model["classes"])))
    for i, q in enumerate(Q):
        for c in range(len(theta)):
            out[i, c] = model["prior"][c]
            for j in range(len(q)):
                out[i, c] += np.log(theta[c, j])
    return out


@bad("bernoulli_nb.log_joint", "half", "no prior yet")
def _(model, Q):
    Q = np.asarray(Q).astype(bool)
    theta = np.asarray(model["theta"], float)
    with np.errstate(divide="ignore"):
        return np.array([[np.log(np.where(q, t, 1 - t)).sum() for t in theta] for q in Q])


@bad("bernoulli_nb.predict", "slip", "position in place of label")
def _(model, Q):
    Q = np.asarray(Q)[:, None, :]
    theta = np.asarray(model["theta"], float)[None]
    with np.errstate(divide="ignore"):
        s = np.log(np.where(Q == 1, theta, 1 - theta)).sum(axis=2) + np.log(model["prior"])
    return s.argmax(axis=1)


@bad("bernoulli_nb.predict", "half", "products underflow")
def _(model, Q):
    labels = []
    for q in np.asarray(Q):
        s = [
            p * np.prod(np.where(q == 1, t, 1 - np.asarray(t)))
            for p, t in zip(model["prior"], model["theta"])
        ]
        labels.append(model["classes"][int(np.argmax(s))])
    return labels


@bad("bernoulli_nb.predict_with_prob", "slip", "divided by the maximum")
def _(model, Q):
    Q = np.asarray(Q)[:, None, :]
    theta = np.asarray(model["theta"], float)[None]
    with np.errstate(divide="ignore"):
        s = np.log(np.where(Q == 1, theta, 1 - theta)).sum(axis=2) + np.log(model["prior"])
    top = s.max(axis=1, keepdims=True)
    if np.isneginf(top).any():
        raise ValueError("impossible query")
    e = np.exp(s - top)
    return e / e.max(axis=1, keepdims=True)


@bad("bernoulli_nb.predict_with_prob", "state", "probabilities kept by the shape of Q")
def _(model, Q, _done={}):
    Q = np.asarray(Q)
    if Q.shape in _done:
        return _done[Q.shape]
    theta = np.asarray(model["theta"], float)[None]
    with np.errstate(divide="ignore"):
        s = np.log(np.where(Q[:, None, :] == 1, theta, 1 - theta)).sum(axis=2) + np.log(model["prior"])
    top = s.max(axis=1, keepdims=True)
    if np.isneginf(top).any():
        raise ValueError("impossible query")
    e = np.exp(s - top)
    _done[Q.shape] = e / e.sum(axis=1, keepdims=True)
    return _done[Q.shape]


@bad("bernoulli_nb.to_linear", "slip", "weights without the absent part")
def _(model):
    theta = np.asarray(model["theta"], float)
    return np.log(theta), np.log(model["prior"]) + np.log(1 - theta).sum(axis=1)


@bad("bernoulli_nb.to_linear", "slip", "constant without the prior")
def _(model):
    theta = np.asarray(model["theta"], float)
    W = np.log(theta / (1 - theta))
    b = np.log1p(-theta).sum(axis=1)
    return W, b


@bad("bernoulli_nb.evidence", "slip", "the prior is forgotten")
def _(model, Q):
    theta = np.asarray(model["theta"], float)
    Q = np.asarray(Q)
    return np.array([sum(np.prod(np.where(q == 1, t, 1 - t)) for t in theta) for q in Q])


# ---------------------------------------------------------------- multinomial
@bad("multinomial_nb.build_vocabulary", "slip", "stop words compared as they are spelt")
def _(docs, stop_words=()):
    words = set()
    for d in docs:
        words |= set(re.findall(r"[a-z0-9]+", d.lower()))
    return sorted(words - set(stop_words))


@bad("multinomial_nb.build_vocabulary", "slip", "split at blanks")
def _(docs, stop_words=()):
    stop = {w.lower() for w in stop_words}
    return sorted({w for d in docs for w in d.lower().split()} - stop)


@bad("multinomial_nb.build_vocabulary", "slip", "order of appearance")
def _(docs, stop_words=()):
    stop = [w.lower() for w in stop_words]
    vocab = []
    for d in docs:
        for w in re.findall(r"[a-z0-9]+", d.lower()):
            if w not in vocab and w not in stop:
                vocab.append(w)
    return vocab


@bad("multinomial_nb.count_vector", "slip", "has it or has it not")
def _(doc, vocab):
    words = re.findall(r"[a-z0-9]+", doc.lower())
    return [int(w in words) for w in vocab]


@bad("multinomial_nb.count_vector", "slip", "counts in the text, not in its words")
def _(doc, vocab):
    return [doc.lower().count(w) for w in vocab]


@bad("multinomial_nb.learn", "slip", "divided by the number of texts")
def _(X, y, alpha=1):
    X, y = np.asarray(X), np.asarray(y)
    classes, n = np.unique(y, return_counts=True)
    counts = np.array([X[y == c].sum(axis=0) for c in classes])
    return {
        "classes": classes,
        "prior": n / len(y),
        "theta": (counts + alpha) / (n[:, None] + alpha * X.shape[1]),
    }


@bad("multinomial_nb.learn", "slip", "smoothed twice")
def _(X, y, alpha=1):
    X, y = np.asarray(X), np.asarray(y)
    classes, n = np.unique(y, return_counts=True)
    counts = np.array([X[y == c].sum(axis=0) for c in classes]) + alpha
    theta = counts / (counts.sum(axis=1, keepdims=True) + alpha * X.shape[1])
    return {"classes": classes, "prior": n / len(y), "theta": theta}


@bad("multinomial_nb.learn", "crash", "keepdims forgotten")
def _(X, y, alpha=1):
    X, y = np.asarray(X), np.asarray(y)
    classes, n = np.unique(y, return_counts=True)
    counts = np.array([X[y == c].sum(axis=0) for c in classes]) + alpha
    return {"classes": classes, "prior": n / len(y), "theta": counts / counts.sum(axis=1)}


@bad("multinomial_nb.predict_one", "slip", "the vector of counts is expected")
def _(x, model):
    scores = []
    for p, theta in zip(model["prior"], model["theta"]):
        for j, n in enumerate(x):
            p = p * theta[j] ** n
        scores.append(p)
    return model["classes"][int(np.argmax(scores))]


@bad("multinomial_nb.predict_one", "slip", "each word once")
def _(x, model):
    scores = [p * np.prod([t[w] for w in set(x)]) for p, t in zip(model["prior"], model["theta"])]
    return model["classes"][int(np.argmax(scores))]


@bad("multinomial_nb.log_joint", "slip", "counts as has or has not")
def _(model, Q):
    theta = np.asarray(model["theta"], float)
    out = []
    for q in np.asarray(Q):
        row = []
        for p, t in zip(model["prior"], theta):
            s = math.log(p) if p > 0 else -math.inf
            for j in range(len(q)):
                if q[j] > 0:
                    s += math.log(t[j]) if t[j] > 0 else -math.inf
            row.append(s)
        out.append(row)
    return np.array(out)


@bad("multinomial_nb.log_joint", "slip", "0 times -inf is nan")
def _(model, Q):
    with np.errstate(all="ignore"):
        return np.log(model["prior"]) + np.asarray(Q) @ np.log(np.asarray(model["theta"])).T


@bad("multinomial_nb.log_joint", "round", "float32 logarithms")
def _(model, Q):
    Q = np.asarray(Q)
    with np.errstate(all="ignore"):
        lt = np.log(np.asarray(model["theta"], dtype=np.float32))
        terms = np.where(Q[:, None, :] > 0, Q[:, None, :] * lt, np.float32(0))
        return (np.log(np.asarray(model["prior"], np.float32)) + terms.sum(axis=2)).astype(float)


@bad("multinomial_nb.predict", "slip", "argmax over the texts")
def _(model, Q):
    Q = np.asarray(Q)
    with np.errstate(all="ignore"):
        lt = np.log(np.asarray(model["theta"]))
        s = np.log(model["prior"]) + np.where(Q[:, None] > 0, Q[:, None] * lt, 0).sum(axis=2)
    return np.asarray(model["classes"])[s.argmax(axis=0)]


@bad("multinomial_nb.predict_with_prob", "slip", "exp without a shift")
def _(model, Q):
    Q = np.asarray(Q)
    with np.errstate(all="ignore"):
        lt = np.log(np.asarray(model["theta"]))
        s = np.exp(np.log(model["prior"]) + np.where(Q[:, None] > 0, Q[:, None] * lt, 0).sum(axis=2))
    z = s.sum(axis=1, keepdims=True)
    if (z == 0).any():
        raise ValueError("impossible")
    return s / z


@bad("multinomial_nb.spectral_scores", "slip", "use_prior turned round")
def _(model, Q, use_prior=True):
    s = np.asarray(Q) @ np.log(model["theta"]).T
    if not use_prior:
        s = s + np.log(model["prior"])
    return s


@bad("multinomial_nb.spectral_scores", "half", "use_prior is ignored")
def _(model, Q, use_prior=True):
    return np.asarray(Q) @ np.log(model["theta"]).T + np.log(model["prior"])


@bad("multinomial_nb.cosine_similarity", "slip", "squared norms")
def _(a, b):
    top = float(np.dot(a, b))
    below = float(np.dot(a, a)) * float(np.dot(b, b))
    return top / below if below else 0.0


@bad("multinomial_nb.cosine_similarity", "half", "zero vectors give nan")
def _(a, b):
    with np.errstate(all="ignore"):
        return np.dot(a, b) / (np.linalg.norm(a) * np.linalg.norm(b))


@bad("multinomial_nb.m_estimate", "slip", "m not multiplied by p")
def _(count, n, p, m):
    return (np.asarray(count) + m) / (n + m)


@bad("multinomial_nb.m_estimate", "slip", "brackets forgotten")
def _(count, n, p, m):
    return (np.asarray(count) + np.asarray(p) * m) / n + m if n else p


# ---------------------------------------------------------------- gaussian
@bad("gaussian_nb.gaussian_pdf", "slip", "var taken for the standard deviation")
def _(x, mean, var):
    return math.exp(-((x - mean) ** 2) / (2 * var**2)) / (var * math.sqrt(2 * math.pi))


@bad("gaussian_nb.gaussian_pdf", "slip", "the 2 is missing in the exponent")
def _(x, mean, var):
    z = (x - mean) ** 2 / var
    return 1 / math.sqrt(2 * math.pi * var) * math.exp(-z)


@bad("gaussian_nb.gaussian_pdf", "slip", "no brackets below the line")
def _(x, mean, var):
    return 1 / math.sqrt(2 * math.pi * var) * math.exp(-((x - mean) ** 2) / 2 * var)


@bad("gaussian_nb.learn", "slip", "variance of a sample")
def _(X, y, var_smoothing=1e-9):
    X, y = np.asarray(X, float), np.asarray(y)
    classes, n = np.unique(y, return_counts=True)
    eps = var_smoothing * X.var(axis=0).max()
    mean = np.array([X[y == c].mean(axis=0) for c in classes])
    var = np.array(
        [X[y == c].var(axis=0, ddof=1) if (y == c).sum() > 1 else np.zeros(X.shape[1]) for c in classes]
    )
    return {"classes": classes, "prior": n / len(y), "mean": mean, "var": var + eps}


@bad("gaussian_nb.learn", "slip", "smoothing is absolute")
def _(X, y, var_smoothing=1e-9):
    X, y = np.asarray(X, float), np.asarray(y)
    classes, n = np.unique(y, return_counts=True)
    return {
        "classes": classes,
        "prior": n / n.sum(),
        "mean": np.stack([X[y == c].mean(0) for c in classes]),
        "var": np.stack([X[y == c].var(0) for c in classes]) + var_smoothing,
    }


@bad("gaussian_nb.learn", "pair", "standard deviation, and equal priors")
def _(X, y, var_smoothing=1e-9):
    X, y = np.asarray(X, float), np.asarray(y)
    classes = np.unique(y)
    eps = var_smoothing * X.var(axis=0).max()
    return {
        "classes": classes,
        "prior": np.full(len(classes), 1 / len(classes)),
        "mean": np.stack([X[y == c].mean(0) for c in classes]),
        "var": np.stack([X[y == c].std(0) for c in classes]) + eps,
    }


@bad("gaussian_nb.learn", "slip", "variance of the whole table for every class")
def _(X, y, var_smoothing=1e-9):
    X, y = np.asarray(X, float), np.asarray(y)
    classes, n = np.unique(y, return_counts=True)
    eps = var_smoothing * np.max(np.var(X, axis=0))
    mean = np.array([X[y == c].mean(axis=0) for c in classes])
    var = np.array([X.var(axis=0) for c in classes]) + eps
    return {"classes": classes, "prior": n / len(y), "mean": mean, "var": var}


@bad("gaussian_nb.predict_one", "slip", "the sum of the densities")
def _(x, model):
    scores = []
    for p, m, v in zip(model["prior"], model["mean"], model["var"]):
        d = np.exp(-((np.asarray(x) - m) ** 2) / (2 * v)) / np.sqrt(2 * np.pi * v)
        scores.append(p * d.sum())
    return model["classes"][int(np.argmax(scores))]


@bad("gaussian_nb.predict_one", "slip", "best starts at 0")
def _(x, model):
    best, top = None, 0.0
    for c, p, m, v in zip(model["classes"], model["prior"], model["mean"], model["var"]):
        for xj, mj, vj in zip(x, m, v):
            p *= math.exp(-((xj - mj) ** 2) / (2 * vj)) / math.sqrt(2 * math.pi * vj)
        if p > top:
            best, top = c, p
    return best


@bad("gaussian_nb.gaussian_logpdf", "slip", "half of the logarithm is missing")
def _(x, mean, var):
    return -np.log(2 * np.pi * var) - (x - mean) ** 2 / (2 * var)


@bad("gaussian_nb.gaussian_logpdf", "half", "logarithm of the density")
def _(x, mean, var):
    with np.errstate(divide="ignore"):
        return np.log(np.exp(-((x - mean) ** 2) / (2 * var)) / np.sqrt(2 * np.pi * var))


@bad("gaussian_nb.log_joint", "slip", "sum over the wrong axis")
def _(model, Q):
    Q = np.asarray(Q, float)
    m, v = np.asarray(model["mean"]), np.asarray(model["var"])
    lp = -0.5 * np.log(2 * np.pi * v) - (Q[:, None, :] - m) ** 2 / (2 * v)
    return np.log(model["prior"]) + lp.sum(axis=1)


@bad("gaussian_nb.log_joint", "pair", "base 2 for the prior, and 2 pi left out")
def _(model, Q):
    Q = np.asarray(Q, float)
    m, v = np.asarray(model["mean"]), np.asarray(model["var"])
    lp = -0.5 * np.log(v) - (Q[:, None, :] - m) ** 2 / (2 * v)
    return np.log2(model["prior"]) + lp.sum(axis=2)


@bad("gaussian_nb.predict", "crash", "a class found by a list")
def _(model, Q):
    Q = np.asarray(Q, float)
    m, v = np.asarray(model["mean"]), np.asarray(model["var"])
    s = np.log(model["prior"]) + (-0.5 * np.log(2 * np.pi * v) - (Q[:, None] - m) ** 2 / (2 * v)).sum(-1)
    return [model["classes"][row] for row in s.tolist()]


@bad("gaussian_nb.predict", "slip", "the nearest mean")
def _(model, Q):
    Q = np.asarray(Q, float)
    d = ((Q[:, None] - np.asarray(model["mean"])) ** 2).sum(axis=2)
    return np.asarray(model["classes"])[d.argmin(axis=1)]


@bad("gaussian_nb.predict_with_prob", "slip", "one maximum for all rows")
def _(model, Q):
    Q = np.asarray(Q, float)
    m, v = np.asarray(model["mean"]), np.asarray(model["var"])
    s = np.log(model["prior"]) + (-0.5 * np.log(2 * np.pi * v) - (Q[:, None] - m) ** 2 / (2 * v)).sum(-1)
    e = np.exp(s - s.max())
    return e / e.sum(axis=1, keepdims=True)


@bad("gaussian_nb.boundary_1d", "slip", "equal variances give no point")
def _(m0, v0, p0, m1, v1, p1):
    a = 1 / (2 * v1) - 1 / (2 * v0)
    b = m0 / v0 - m1 / v1
    c = m1**2 / (2 * v1) - m0**2 / (2 * v0) + math.log(p0 / p1) + 0.5 * math.log(v1 / v0)
    if a == 0:
        return []
    disc = b * b - 4 * a * c
    if disc < 0:
        return []
    if disc == 0:
        return [-b / (2 * a)]
    r = math.sqrt(disc)
    return sorted([(-b - r) / (2 * a), (-b + r) / (2 * a)])


@bad("gaussian_nb.boundary_1d", "slip", "the priors the wrong way round")
def _(m0, v0, p0, m1, v1, p1):
    a = 1 / (2 * v1) - 1 / (2 * v0)
    b = m0 / v0 - m1 / v1
    c = m1**2 / (2 * v1) - m0**2 / (2 * v0) + math.log(p1 / p0) + 0.5 * math.log(v1 / v0)
    if a == 0:
        return [] if b == 0 else [-c / b]
    disc = b * b - 4 * a * c
    if disc < 0:
        return []
    r = math.sqrt(disc)
    return sorted({(-b - r) / (2 * a), (-b + r) / (2 * a)})


@bad("gaussian_nb.sample_class", "slip", "variance given as the scale")
def _(model, c, n, rng):
    i = list(model["classes"]).index(c)
    return rng.normal(model["mean"][i], model["var"][i], size=(n, len(model["mean"][i])))


@bad("gaussian_nb.sample_class", "slip", "a seed of its own")
def _(model, c, n, rng):
    i = list(model["classes"]).index(c)
    rng = np.random.default_rng(0)
    return rng.normal(model["mean"][i], np.sqrt(model["var"][i]), size=(n, len(model["mean"][i])))


# ---------------------------------------------------------------- decisions
@bad("decisions.confusion", "slip", "false positives and negatives swapped")
def _(y, yhat, positive):
    y, yhat = np.ravel(y), np.ravel(yhat)
    t, p = y == positive, yhat == positive
    return int((t & p).sum()), int((t & ~p).sum()), int((~t & p).sum()), int((~t & ~p).sum())


@bad("decisions.confusion", "type", "a column is broadcast")
def _(y, yhat, positive):
    t, p = np.asarray(y) == positive, np.asarray(yhat) == positive
    return int(np.sum(t & p)), int(np.sum(~t & p)), int(np.sum(t & ~p)), int(np.sum(~t & ~p))


@bad("decisions.confusion", "half", "true negatives not counted")
def _(y, yhat, positive):
    tp = fp = fn = tn = 0
    for a, b in zip(np.ravel(y).tolist(), np.ravel(yhat).tolist()):
        if b == positive and a == positive:
            tp += 1
        elif b == positive:
            fp += 1
        elif a == positive:
            fn += 1
    return tp, fp, fn, tn


@bad("decisions.metrics", "slip", "precision and recall swapped")
def _(tp, fp, fn, tn):
    def share(a, b):
        return a / b if b else 0.0

    return {
        "accuracy": share(tp + tn, tp + fp + fn + tn),
        "precision": share(tp, tp + fn),
        "recall": share(tp, tp + fp),
        "f1": share(2 * tp, 2 * tp + fp + fn),
        "jaccard": share(tp, tp + fp + fn),
        "fpr": share(fp, fp + tn),
    }


@bad("decisions.metrics", "slip", "f1 is the arithmetic mean")
def _(tp, fp, fn, tn):
    p = tp / (tp + fp) if tp + fp else 0.0
    r = tp / (tp + fn) if tp + fn else 0.0
    return {
        "accuracy": (tp + tn) / (tp + fp + fn + tn),
        "precision": p,
        "recall": r,
        "f1": (p + r) / 2,
        "jaccard": tp / (tp + fp + fn) if tp + fp + fn else 0.0,
        "fpr": fp / (fp + tn) if fp + tn else 0.0,
    }


@bad("decisions.metrics", "pair", "fpr divided by all answers positive; jaccard with tn below")
def _(tp, fp, fn, tn):
    d = lambda a, b: a / b if b > 0 else 0.0
    return dict(
        accuracy=d(tp + tn, tp + tn + fp + fn),
        precision=d(tp, tp + fp),
        recall=d(tp, tp + fn),
        f1=d(2 * tp, 2 * tp + fp + fn),
        jaccard=d(tp, tp + fp + fn + tn),
        fpr=d(fp, fp + tp),
    )


@bad("decisions.metrics", "half", "fpr is missing")
def _(tp, fp, fn, tn):
    d = lambda a, b: a / b if b > 0 else 0.0
    return dict(
        accuracy=d(tp + tn, tp + tn + fp + fn),
        precision=d(tp, tp + fp),
        recall=d(tp, tp + fn),
        f1=d(2 * tp, 2 * tp + fp + fn),
        jaccard=d(tp, tp + fp + fn),
    )


@bad("decisions.expected_cost", "slip", "C not turned")
def _(P, C):
    P, C = np.asarray(P, float), np.asarray(C, float)
    return P @ C if P.shape[1] == C.shape[0] else P @ C.T


@bad("decisions.expected_cost", "type", "costs cut to whole numbers")
def _(P, C):
    P, C = np.asarray(P), np.asarray(C, dtype=int)
    return np.array([[np.dot(p, c) for c in C] for p in P])


@bad("decisions.decide", "slip", "the dearest action")
def _(P, C):
    return np.argmax(np.asarray(P) @ np.asarray(C).T, axis=1)


@bad("decisions.decide", "slip", "the action of the most probable class")
def _(P, C):
    P, C = np.asarray(P, float), np.asarray(C, float)
    return np.array([int(np.argmin(C[:, int(np.argmax(p))])) for p in P])


@bad("decisions.cost_threshold", "slip", "false alarm and miss exchanged")
def _(c_fp, c_fn, c_tp=0, c_tn=0):
    return (c_fn - c_tp) / ((c_fn - c_tp) + (c_fp - c_tn))


@bad("decisions.cost_threshold", "half", "costs of the right answers are ignored")
def _(c_fp, c_fn, c_tp=0, c_tn=0):
    return c_fp / (c_fp + c_fn)


@bad("decisions.roc_points", "slip", "the first point is missing")
def _(y, score):
    y, score = np.asarray(y), np.asarray(score)
    points = []
    for t in sorted(set(score.tolist()), reverse=True):
        hit = score >= t
        points.append((np.mean(hit[y == 0]), np.mean(hit[y == 1])))
    return np.array(points)


@bad("decisions.roc_points", "slip", "strictly above the threshold")
def _(y, score):
    y, score = np.asarray(y), np.asarray(score)
    points = [(0.0, 0.0)]
    for t in np.unique(score)[::-1]:
        hit = score > t
        points.append((hit[y == 0].mean(), hit[y == 1].mean()))
    return np.array(points)


@bad("decisions.auc", "slip", "ties count in full")
def _(y, score):
    y, s = np.asarray(y), np.asarray(score)
    pos, neg = s[y == 1], s[y == 0]
    return float((pos[:, None] >= neg[None, :]).mean())


@bad("decisions.auc", "slip", "rectangles in place of trapezia")
def _(y, score):
    y, score = np.asarray(y), np.asarray(score)
    area, last = 0.0, 0.0
    for t in np.unique(score)[::-1]:
        hit = score >= t
        x, h = hit[y == 0].mean(), hit[y == 1].mean()
        area += (x - last) * h
        last = x
    return float(area)


@bad("decisions.pr_points", "slip", "precision first")
def _(y, score):
    y, score = np.asarray(y), np.asarray(score)
    out = []
    for t in np.unique(score)[::-1]:
        hit = score >= t
        out.append((y[hit].mean(), y[hit].sum() / y.sum()))
    return np.array(out)


@bad("decisions.weighted_error", "slip", "weight of the predicted label")
def _(y, yhat, w):
    total = sum(w[a] for a in np.asarray(y).tolist())
    wrong = sum(w[b] for a, b in zip(np.asarray(y).tolist(), np.asarray(yhat).tolist()) if a != b)
    return wrong / total


@bad("decisions.weighted_error", "slip", "divided by n")
def _(y, yhat, w):
    y, yhat = np.asarray(y), np.asarray(yhat)
    return sum(w[a] for a, b in zip(y.tolist(), yhat.tolist()) if a != b) / len(y)


@bad("decisions.correct_prior", "slip", "not divided by the training prior")
def _(P, train_prior, true_prior):
    R = np.asarray(P) * np.asarray(true_prior)
    return R / R.sum(axis=1, keepdims=True)


@bad("decisions.correct_prior", "slip", "rows not brought to 1")
def _(P, train_prior, true_prior):
    return np.asarray(P) * np.asarray(true_prior) / np.asarray(train_prior)


@bad("decisions.correct_prior", "crash", "keepdims forgotten")
def _(P, train_prior, true_prior):
    R = np.asarray(P) * (np.asarray(true_prior) / np.asarray(train_prior))
    return R / R.sum(axis=1)


@bad("decisions.undersample", "slip", "half to even")
def _(y, majority, fraction, rng):
    y = np.asarray(y)
    big = np.flatnonzero(y == majority)
    n = max(1, round(fraction * len(big)))
    return np.sort(np.concatenate([np.flatnonzero(y != majority), rng.choice(big, n, replace=False)]))


@bad("decisions.undersample", "pair", "drawn with repetition, and not sorted")
def _(y, majority, fraction, rng):
    y = np.asarray(y)
    big = np.flatnonzero(y == majority)
    n = max(1, int(np.floor(fraction * len(big) + 0.5)))
    return np.concatenate([np.flatnonzero(y != majority), rng.choice(big, n)])


@bad("decisions.error_decomposition", "slip", "model and noise exchanged")
def _(e_test, e_train, e_best):
    return e_test - e_train, e_best, e_train - e_best


@bad("decisions.error_decomposition", "slip", "gap to the best")
def _(e_test, e_train, e_best):
    return e_test - e_best, e_train - e_best, e_best


# ---------------------------------------------------------------- kept from call to call
_seen_words = set()


@bad("multinomial_nb.build_vocabulary", "state", "a set outside of the function")
def _(docs, stop_words=()):
    for d in docs:
        _seen_words.update(re.findall(r"[a-z0-9]+", d.lower()))
    return sorted(_seen_words - {w.lower() for w in stop_words})


class _Memo:
    table = None


@bad("categorical_nb.cond_table", "state", "the first tables are kept on a class")
def _(X, y, n_values, alpha):
    if _Memo.table is None:
        X, y = np.asarray(X), np.asarray(y)
        _Memo.table = [
            np.array(
                [
                    (np.bincount(X[y == c, j], minlength=V) + alpha) / ((y == c).sum() + alpha * V)
                    for c in np.unique(y)
                ]
            )
            for j, V in enumerate(n_values)
        ]
    return _Memo.table


def _counter():
    errors = [0]

    def hamming(a, b):
        if len(a) != len(b):
            raise ValueError("lengths")
        for x, y in zip(a, b):
            if x != y:
                errors[0] += 1
        return errors[0]

    return hamming


bad("knn.hamming", "state", "a counter in a closure")(_counter())


@bad("decisions.auc", "state", "cached by the labels alone")
def _(y, score, cache={}):
    key = tuple(np.asarray(y).tolist())
    if key not in cache:
        y, s = np.asarray(y), np.asarray(score)
        d = s[y == 1][:, None] - s[y == 0][None]
        cache[key] = float((d > 0).mean() + 0.5 * (d == 0).mean())
    return cache[key]


@bad("gaussian_nb.learn", "state", "an attribute of the function holds the first model")
def _(X, y, var_smoothing=1e-9):
    if hasattr(learn_kept, "model"):
        return learn_kept.model
    X, y = np.asarray(X, float), np.asarray(y)
    classes, n = np.unique(y, return_counts=True)
    learn_kept.model = {
        "classes": classes,
        "prior": n / n.sum(),
        "mean": np.stack([X[y == c].mean(0) for c in classes]),
        "var": np.stack([X[y == c].var(0) for c in classes]) + var_smoothing * X.var(axis=0).max(),
    }
    return learn_kept.model


def learn_kept():
    pass


_buffer = np.zeros((64, 8))


@bad("bernoulli_nb.log_joint", "state", "adds into an array that is made once")
def _(model, Q):
    Q = np.asarray(Q)
    theta = np.asarray(model["theta"], float)
    out = (
        _buffer[: len(Q), : len(theta)]
        if len(Q) <= 64 and len(theta) <= 8
        else np.zeros((len(Q), len(theta)))
    )
    with np.errstate(divide="ignore"):
        out += np.log(model["prior"])
        for i, q in enumerate(Q):
            for c, t in enumerate(theta):
                out[i, c] += np.log(np.where(q == 1, t, 1 - t)).sum()
    return out.copy()


@bad("bayes_rule.map_theta", "state", "pseudo-counts pile up in a list")
def _(counts, alpha, extra=[]):
    extra.append(alpha)
    c = [n + sum(extra) for n in counts]
    if sum(c) == 0:
        raise ValueError("nothing seen")
    return [v / sum(c) for v in c]


_last = {}


@bad("decisions.decide", "state", "costs of the first call are kept")
def _(P, C):
    _last.setdefault("C", np.asarray(C, float))
    return (
        np.argmin(np.asarray(P, float) @ _last["C"].T, axis=1)
        if _last["C"].shape[1] == np.shape(P)[1]
        else np.argmin(np.asarray(P) @ np.asarray(C).T, axis=1)
    )
