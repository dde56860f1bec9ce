"""Wrong answers to the tasks on nearest neighbours."""
# ruff: noqa: B007, B905, C420, E741, SIM108

import math
from collections import Counter

import numpy as np
from scipy import stats
from scipy.spatial import distance

from tests.data.wrong_answers import WrongAnswers

answers = WrongAnswers()


# predict_one


@answers("predict_one", "one nearest neighbour only: k is not used", "the-same-neighbour-again")
def _(x, model):
    best, label = float("inf"), None
    for xi, yi in zip(model["X"], model["y"]):
        d = model["metric"](x, xi)
        if d < best:
            best, label = d, yi
    return label


@answers("predict_one", "the k farthest examples vote", "the-farthest")
def _(x, model):
    d = np.array([model["metric"](x, xi) for xi in model["X"]])
    idx = np.argsort(d, kind="stable")[::-1][: model["k"]]
    votes = [list(np.asarray(model["y"])[idx]).count(c) for c in model["classes"]]
    return model["classes"][int(np.argmax(votes))]


@answers("predict_one", "Counter.most_common breaks a tie of votes by nearness", "nearest-breaks-ties")
def _(x, model):
    dist = [(model["metric"](x, xi), i) for i, xi in enumerate(model["X"])]
    dist.sort()
    votes = Counter(model["y"][i] for _, i in dist[: model["k"]])
    return votes.most_common(1)[0][0]


@answers(
    "predict_one",
    "sorts pairs (distance, label): equally near rows by label instead of by row",
    "the-smaller-label-of-equally-near",
)
def _(x, model):
    pairs = []
    for i in range(len(model["X"])):
        pairs.append((model["metric"](x, model["X"][i]), model["y"][i]))
    pairs = sorted(pairs)[: model["k"]]
    count = {c: 0 for c in model["classes"]}
    for _, lab in pairs:
        count[lab] += 1
    return max(count, key=count.get)


@answers("predict_one", "always the Euclidean distance, whatever metric the model has", "always-euclidean")
def _(x, model):
    X = np.array(model["X"])
    d = np.sqrt(((X - np.array(x)) ** 2).sum(axis=1))
    idx = np.argsort(d, kind="stable")[: model["k"]]
    c = Counter(np.array(model["y"])[idx].tolist())
    best = max(c.values())
    return min(l for l in c if c[l] == best)


@answers("predict_one", "returns the place of the class instead of its label", "number-of-the-class")
def _(x, model):
    d = [model["metric"](x, xi) for xi in model["X"]]
    idx = sorted(range(len(d)), key=lambda i: d[i])[: model["k"]]
    votes = [sum(1 for i in idx if model["y"][i] == c) for c in model["classes"]]
    return votes.index(max(votes))


@answers(
    "predict_one",
    "takes the first k labels: the labels are not put into the order of the distances",
    "the-first-rows-of-the-table",
)
def _(x, model):
    d = sorted(model["metric"](x, xi) for xi in model["X"])
    near = d[: model["k"]]
    votes = [0] * len(model["classes"])
    classes = list(model["classes"])
    for i in range(len(near)):
        votes[classes.index(model["y"][i])] += 1
    return classes[votes.index(max(votes))]


@answers(
    "predict_one",
    "skips examples at distance 0, as if they were the query itself",
    "an-equal-example-is-skipped",
)
def _(x, model):
    d = []
    for i, xi in enumerate(model["X"]):
        dd = model["metric"](x, xi)
        if dd > 0:
            d.append((dd, i))
    d.sort()
    votes = {c: 0 for c in model["classes"]}
    for dd, i in d[: model["k"]]:
        votes[model["y"][i]] += 1
    return max(model["classes"], key=lambda c: votes[c])


@answers("predict_one", "the last of equally voted classes wins (>= in the loop)", "last-class-on-ties")
def _(x, model):
    d = np.array([model["metric"](x, xi) for xi in model["X"]])
    near = np.argsort(d, kind="stable")[: model["k"]]
    best, best_n = None, 0
    for c in model["classes"]:
        n = np.sum(np.asarray(model["y"])[near] == c)
        if n >= best_n:
            best, best_n = c, n
    return best


@answers("predict_one", "one neighbour too few: range(1, k)", "one-neighbour-too-few")
def _(x, model):
    d = np.array([model["metric"](x, xi) for xi in model["X"]])
    order = np.argsort(d, kind="stable")
    votes = {c: 0 for c in model["classes"]}
    for r in range(1, model["k"]):
        votes[model["y"][order[r]]] += 1
    return max(votes, key=votes.get)


# minkowski


@answers("minkowski", "forgets the root", "without-the-root")
def _(a, b, p=2):
    if p == math.inf:
        return max(abs(np.array(a) - np.array(b)))
    return sum(abs(x - y) ** p for x, y in zip(a, b))


@answers("minkowski", "always takes the square root", "always-the-square-root")
def _(a, b, p=2):
    diff = np.abs(np.asarray(a) - np.asarray(b))
    if np.isinf(p):
        return diff.max()
    return np.sqrt(np.sum(diff**p))


@answers("minkowski", "no absolute value", "without-absolute-value")
def _(a, b, p=2):
    if p == float("inf"):
        return np.max(np.abs(a - b))
    return np.sum((a - b) ** p) ** (1 / p)


@answers("minkowski", "p is ignored: always Euclidean", "p-is-always-two")
def _(a, b, p=2):
    return np.linalg.norm(np.asarray(a, float) - np.asarray(b, float))


@answers(
    "minkowski", "no case for infinity: 1/inf is 0 and anything to the power 0 is 1", "infinity-as-a-number"
)
def _(a, b, p=2):
    total = 0.0
    for i in range(len(a)):
        total += abs(a[i] - b[i]) ** p
    return total ** (1 / p)


@answers(
    "minkowski",
    "infinity takes the largest difference without its absolute value",
    "largest-gap-with-its-sign",
)
def _(a, b, p=2):
    if p == math.inf:
        return max(ai - bi for ai, bi in zip(a, b))
    return sum(abs(ai - bi) ** p for ai, bi in zip(a, b)) ** (1.0 / p)


@answers("minkowski", "the mean instead of the sum", "mean-for-sum")
def _(a, b, p=2):
    d = np.abs(np.array(a, dtype=float) - np.array(b, dtype=float))
    return d.max() if p == np.inf else np.mean(d**p) ** (1 / p)


@answers("minkowski", "subtracts the p-th powers of the coordinates", "powers-before-the-difference")
def _(a, b, p=2):
    a, b = np.asarray(a, float), np.asarray(b, float)
    if p == np.inf:
        return np.abs(a - b).max()
    return np.abs(np.sum(a**p - b**p)) ** (1 / p)


@answers("minkowski", "infinity gives the smallest gap", "smallest-gap")
def _(a, b, p=2):
    if math.isinf(p):
        return min(abs(x - y) for x, y in zip(a, b))
    return distance.minkowski(a, b, p)


@answers("minkowski", "for infinity the sum of the gaps", "infinity-adds-the-gaps")
def _(a, b, p=2):
    if p == np.inf:
        return np.abs(np.asarray(a) - np.asarray(b)).sum()
    return (np.abs(np.asarray(a) - np.asarray(b)) ** p).sum() ** (1 / p)


# nearest


@answers("nearest", "returns the distances", "distances-for-numbers")
def _(dists, k):
    if k < 1 or k > len(dists):
        raise ValueError
    return sorted(dists)[:k]


@answers("nearest", "the largest distances", "from-the-other-end")
def _(dists, k):
    if not 1 <= k <= len(dists):
        raise ValueError("k")
    return np.argsort(dists)[-k:][::-1]


@answers("nearest", "argpartition without sorting: the right rows in any order")
def _(dists, k):
    if k < 1 or k > len(dists):
        raise ValueError("bad k")
    if k == len(dists):
        return np.arange(k)
    return np.argpartition(dists, k)[:k]


@answers("nearest", "no check of k", "silently-fewer")
def _(dists, k):
    return np.argsort(dists, kind="stable")[:k]


@answers(
    "nearest",
    "looks the sorted distances up with index(): equal distances give the same row twice",
    "looks-up-the-first-equal",
)
def _(dists, k):
    dists = list(dists)
    if k < 1 or k > len(dists):
        raise ValueError("k out of range")
    return [dists.index(d) for d in sorted(dists)[:k]]


@answers("nearest", "reverses a sort: of equal distances the later row comes first", "later-row-on-ties")
def _(dists, k):
    if not (1 <= k <= len(dists)):
        raise ValueError()
    return np.argsort(-np.array(dists), kind="stable")[::-1][:k]


@answers("nearest", "leaves the nearest out, as if it were the query itself", "without-the-nearest")
def _(dists, k):
    if k < 1 or k > len(dists):
        raise ValueError
    return np.argsort(dists, kind="stable")[1 : k + 1]


@answers("nearest", "argsort of argsort: the ranks instead of the rows", "ranks-for-rows")
def _(dists, k):
    if k < 1 or k > len(dists):
        raise ValueError
    return np.argsort(np.argsort(dists, kind="stable"), kind="stable")[:k]


@answers(
    "nearest",
    "a dictionary distance -> row: equal distances overwrite each other",
    "one-row-for-each-distance",
)
def _(dists, k):
    if k < 1 or k > len(dists):
        raise ValueError("k")
    where = {}
    for i, d in enumerate(dists):
        where[d] = i
    return [where[d] for d in sorted(where)][:k]


@answers("nearest", "repeatedly removes the smallest, but from the list: the numbers shift", "numbers-shift")
def _(dists, k):
    d = list(dists)
    if k <= 0 or k > len(d):
        raise ValueError
    out = []
    for _ in range(k):
        i = d.index(min(d))
        out.append(i)
        d.pop(i)
    return out


@answers("nearest", "k = n is refused, too", "wherever your function gives one")
def _(dists, k):
    if k < 1 or k >= len(dists):
        raise ValueError("k must be smaller than the number of points")
    return np.argsort(dists, kind="stable")[:k].tolist()


@answers("nearest", "counts the rows from 1", "expected ones plus 1")
def _(dists, k):
    if k < 1 or k > len(dists):
        raise ValueError
    order = sorted(range(len(dists)), key=lambda i: dists[i])
    return [i + 1 for i in order[:k]]


@answers(
    "nearest",
    "marks the chosen with a large number in the array that was given",
    "writes into what it was given",
)
def _(dists, k):
    if k < 1 or k > len(dists):
        raise ValueError
    res = []
    for _ in range(k):
        i = int(np.argmin(dists))
        res.append(i)
        dists[i] = 10**9
    return res


# learn


@answers("learn", "keeps the arrays themselves, no copies", "no-copy")
def _(X, y, k, metric):
    if len(X) != len(y) or k < 1 or k > len(X):
        raise ValueError("bad input")
    return {"X": X, "y": y, "k": k, "metric": metric, "classes": np.unique(y)}


@answers("learn", "the classes in the order of first sight", "classes-as-they-come")
def _(X, y, k, metric):
    if len(X) != len(y):
        raise ValueError("lengths")
    if not 1 <= k <= len(X):
        raise ValueError("k")
    classes = []
    for label in y:
        if label not in classes:
            classes.append(label)
    return {"X": np.array(X), "y": np.array(y), "k": k, "metric": metric, "classes": classes}


@answers("learn", "no errors are raised", "takes-anything")
def _(X, y, k, metric):
    model = {}
    model["X"] = np.array(X).copy()
    model["y"] = np.array(y).copy()
    model["k"] = k
    model["metric"] = metric
    model["classes"] = sorted(set(np.array(y).tolist()))
    return model


@answers("learn", "assert in place of ValueError", "the kind of error")
def _(X, y, k, metric):
    assert len(X) == len(y)
    assert 0 < k <= len(X)
    return {"X": np.array(X), "y": np.array(y), "k": k, "metric": metric, "classes": np.unique(y)}


@answers("learn", "classes holds the counts of the labels")
def _(X, y, k, metric):
    if len(X) != len(y) or not 0 < k <= len(y):
        raise ValueError
    return {
        "X": np.copy(X),
        "y": np.copy(y),
        "k": k,
        "metric": metric,
        "classes": dict(Counter(np.array(y).tolist())),
    }


@answers("learn", "classes is the number of classes")
def _(X, y, k, metric):
    if len(X) != len(y) or not 0 < k <= len(y):
        raise ValueError
    return {"X": np.copy(X), "y": np.copy(y), "k": k, "metric": metric, "classes": len(set(y))}


@answers("learn", "sorts the examples by label", "sorted-by-label")
def _(X, y, k, metric):
    if len(X) != len(y) or k < 1 or k > len(X):
        raise ValueError
    X, y = np.array(X), np.array(y)
    o = np.argsort(y, kind="stable")
    return {"X": X[o], "y": y[o], "k": k, "metric": metric, "classes": np.unique(y)}


@answers("learn", "labels recoded as 0, 1, 2")
def _(X, y, k, metric):
    if len(X) != len(y) or k < 1 or k > len(X):
        raise ValueError
    classes, codes = np.unique(y, return_inverse=True)
    return {"X": np.array(X), "y": codes, "k": k, "metric": metric, "classes": classes}


@answers("learn", "k is clipped to n in silence", "All that is missing is a ValueError")
def _(X, y, k, metric):
    if len(X) != len(y):
        raise ValueError("X and y")
    return {
        "X": np.array(X),
        "y": np.array(y),
        "k": max(1, min(k, len(X))),
        "metric": metric,
        "classes": np.unique(y),
    }


@answers("learn", "refuses k = n", "wherever your function gives one")
def _(X, y, k, metric):
    if len(X) != len(y) or k not in range(1, len(X)):
        raise ValueError
    return {"X": np.array(X), "y": np.array(y), "k": k, "metric": metric, "classes": np.unique(y)}


# predict_with_prob


@answers("predict_with_prob", "counts, not shares", "votes-for-shares")
def _(model, Q):
    out = []
    for q in Q:
        d = np.array([model["metric"](q, x) for x in model["X"]])
        idx = np.argsort(d, kind="stable")[: model["k"]]
        out.append([np.sum(model["y"][idx] == c) for c in model["classes"]])
    return np.array(out)


@answers("predict_with_prob", "only the classes that occur among the neighbours", "only-classes-nearby")
def _(model, Q):
    rows = []
    for q in Q:
        d = [model["metric"](q, x) for x in model["X"]]
        idx = np.argsort(d, kind="stable")[: model["k"]]
        _, n = np.unique(np.asarray(model["y"])[idx], return_counts=True)
        rows.append(list(n / n.sum()))
    return rows


@answers("predict_with_prob", "divides by the class's number of examples", "share-of-the-whole-class")
def _(model, Q):
    y = np.asarray(model["y"])
    P = np.zeros((len(Q), len(model["classes"])))
    for i, q in enumerate(Q):
        d = np.array([model["metric"](q, x) for x in model["X"]])
        idx = np.argsort(d, kind="stable")[: model["k"]]
        for j, c in enumerate(model["classes"]):
            P[i, j] = np.sum(y[idx] == c) / np.sum(y == c)
    return P


@answers("predict_with_prob", "uses the labels as column numbers", "label-as-column")
def _(model, Q):
    P = np.zeros((len(Q), len(model["classes"])))
    for i, q in enumerate(Q):
        d = np.array([model["metric"](q, x) for x in model["X"]])
        for n in np.argsort(d, kind="stable")[: model["k"]]:
            P[i, int(model["y"][n])] += 1 / model["k"]
    return P


@answers("predict_with_prob", "Laplace smoothing of the shares", "neighbours-smoothed")
def _(model, Q):
    P = []
    K = len(model["classes"])
    for q in Q:
        d = sorted((model["metric"](q, x), i) for i, x in enumerate(model["X"]))
        labs = [model["y"][i] for _, i in d[: model["k"]]]
        P.append([(labs.count(c) + 1) / (model["k"] + K) for c in model["classes"]])
    return P


@answers("predict_with_prob", "ignores the metric: Euclid", "never-asks-the-metric")
def _(model, Q):
    D = distance.cdist(np.asarray(Q, float), np.asarray(model["X"], float))
    idx = np.argsort(D, axis=1, kind="stable")[:, : model["k"]]
    labels = np.asarray(model["y"])[idx]
    return np.array([(row[:, None] == np.asarray(model["classes"])).mean(axis=0) for row in labels])


@answers("predict_with_prob", "inverse-distance weights", "nearer-votes-count-more")
def _(model, Q):
    P = np.zeros((len(Q), len(model["classes"])))
    for i, q in enumerate(Q):
        d = np.array([model["metric"](q, x) for x in model["X"]], float)
        idx = np.argsort(d, kind="stable")[: model["k"]]
        w = 1 / (d[idx] + 1e-10)
        for n, wt in zip(idx, w):
            P[i, list(model["classes"]).index(model["y"][n])] += wt
        P[i] /= P[i].sum()
    return P


@answers("predict_with_prob", "sorts the matrix along the wrong axis", "sorted-among-the-queries")
def _(model, Q):
    D = np.array([[model["metric"](q, x) for x in model["X"]] for q in Q])
    idx = np.argsort(D, axis=0, kind="stable")[: model["k"]]
    y = np.asarray(model["y"])
    return np.array([[np.mean(y[idx[:, i]] == c) for c in model["classes"]] for i in range(len(Q))])


@answers(
    "predict_with_prob",
    "all ties of distance come in: everybody within the k-th distance",
    "everybody-as-near-as-the-last",
)
def _(model, Q):
    P = []
    for q in Q:
        d = np.array([model["metric"](q, x) for x in model["X"]])
        near = d <= np.sort(d)[model["k"] - 1]
        lab = np.asarray(model["y"])[near]
        P.append([np.mean(lab == c) for c in model["classes"]])
    return np.array(P)


@answers("predict_with_prob", "rounded to two decimals", "rounded to 2 digits")
def _(model, Q):
    P = []
    for q in Q:
        d = [model["metric"](q, x) for x in model["X"]]
        idx = sorted(range(len(d)), key=d.__getitem__)[: model["k"]]
        labs = [model["y"][i] for i in idx]
        P.append([round(labs.count(c) / model["k"], 2) for c in model["classes"]])
    return P


@answers("predict_with_prob", "the shares among all examples: k is forgotten", "shares-of-all-examples")
def _(model, Q):
    y = list(model["y"])
    share = [y.count(c) / len(y) for c in model["classes"]]
    return [share for _ in Q]


# predict


@answers("predict", "cs231n with bincount: labels must be small whole numbers", "counted-with-bincount")
def _(model, Q):
    D = np.array([[model["metric"](q, x) for x in model["X"]] for q in Q])
    y_pred = np.zeros(len(Q), dtype=int)
    for i in range(len(Q)):
        closest_y = model["y"][np.argsort(D[i], kind="stable")[: model["k"]]]
        y_pred[i] = np.argmax(np.bincount(closest_y))
    return y_pred


@answers("predict", "mean of the labels, rounded", "mean-rounded")
def _(model, Q):
    out = []
    for q in Q:
        d = np.array([model["metric"](q, x) for x in model["X"]])
        idx = np.argsort(d, kind="stable")[: model["k"]]
        out.append(int(np.round(np.mean(model["y"][idx]))))
    return np.array(out)


@answers("predict", "Counter.most_common: ties by nearness", "nearest-breaks-ties")
def _(model, Q):
    preds = []
    for q in Q:
        d = np.array([model["metric"](q, x) for x in model["X"]])
        idx = np.argsort(d, kind="stable")[: model["k"]]
        preds.append(Counter(np.asarray(model["y"])[idx].tolist()).most_common(1)[0][0])
    return preds


@answers("predict", "max(set(labels), key=labels.count)", "the-farthest-of-the-winners")
def _(model, Q):
    preds = []
    for q in Q:
        d = [model["metric"](q, x) for x in model["X"]]
        idx = np.argsort(d, kind="stable")[: model["k"]]
        labels = [model["y"][i] for i in idx]
        preds.append(sorted(labels, key=labels.count)[-1])
    return preds


@answers("predict", "returns the column number of the winner", "number-of-the-class")
def _(model, Q):
    P = []
    for q in Q:
        d = np.array([model["metric"](q, x) for x in model["X"]])
        idx = np.argsort(d, kind="stable")[: model["k"]]
        P.append([np.mean(np.asarray(model["y"])[idx] == c) for c in model["classes"]])
    return np.argmax(np.array(P), axis=1)


@answers("predict", "argmax over the queries instead of over the classes", "the-largest-over-the-queries")
def _(model, Q):
    P = []
    for q in Q:
        d = np.array([model["metric"](q, x) for x in model["X"]])
        idx = np.argsort(d, kind="stable")[: model["k"]]
        P.append([np.mean(np.asarray(model["y"])[idx] == c) for c in model["classes"]])
    return np.asarray(model["classes"])[np.argmax(np.array(P), axis=0)]


@answers("predict", "scipy's mode of the numbers of the rows, not of the labels", "vote-over-row-numbers")
def _(model, Q):
    D = np.array([[model["metric"](q, x) for x in model["X"]] for q in Q])
    idx = np.argsort(D, axis=1, kind="stable")[:, : model["k"]]
    return np.asarray(model["y"])[stats.mode(idx, axis=1).mode]


@answers("predict", "only the nearest one", "k-ignored")
def _(model, Q):
    res = []
    for q in Q:
        d = [model["metric"](q, x) for x in model["X"]]
        res.append(model["y"][int(np.argmin(d))])
    return np.array(res)


@answers(
    "predict", "half of the votes decide for the second class: only two classes", "half-decides-between-two"
)
def _(model, Q):
    res = []
    for q in Q:
        d = np.array([model["metric"](q, x) for x in model["X"]])
        idx = np.argsort(d, kind="stable")[: model["k"]]
        share = np.mean(np.asarray(model["y"])[idx] == model["classes"][1])
        res.append(model["classes"][1] if share > 0.5 else model["classes"][0])
    return res


@answers("predict", "the last best class on a tie", "last-class-on-ties")
def _(model, Q):
    res = []
    for q in Q:
        d = np.array([model["metric"](q, x) for x in model["X"]])
        idx = np.argsort(d, kind="stable")[: model["k"]]
        best, most = None, -1
        for c in model["classes"]:
            n = list(np.asarray(model["y"])[idx]).count(c)
            if n >= most:
                best, most = c, n
        res.append(best)
    return res


@answers(
    "predict", "on a tie the class that is commoner in the training data", "the-commoner-class-breaks-ties"
)
def _(model, Q):
    y = np.asarray(model["y"])
    res = []
    for q in Q:
        d = np.array([model["metric"](q, x) for x in model["X"]])
        near = list(y[np.argsort(d, kind="stable")[: model["k"]]])
        res.append(max(model["classes"], key=lambda c: (near.count(c), np.sum(y == c))))
    return res


@answers("predict", "uses squared index k+1: one neighbour too many", "one-neighbour-too-many")
def _(model, Q):
    res = []
    for q in Q:
        d = np.array([model["metric"](q, x) for x in model["X"]])
        near = list(np.asarray(model["y"])[np.argsort(d, kind="stable")[: model["k"] + 1]])
        votes = [near.count(c) for c in model["classes"]]
        res.append(model["classes"][votes.index(max(votes))])
    return res


# predict_regression


@answers("predict_regression", "the majority target", "vote-of-the-targets")
def _(model, Q):
    res = []
    for q in Q:
        d = np.array([model["metric"](q, x) for x in model["X"]])
        t = np.asarray(model["y"])[np.argsort(d, kind="stable")[: model["k"]]]
        v, n = np.unique(t, return_counts=True)
        res.append(v[np.argmax(n)])
    return res


@answers("predict_regression", "weights by inverse distance", "nearer-targets-count-more")
def _(model, Q):
    res = []
    for q in Q:
        d = np.array([model["metric"](q, x) for x in model["X"]], float)
        i = np.argsort(d, kind="stable")[: model["k"]]
        w = 1 / (d[i] + 1e-8)
        res.append(np.sum(w * np.asarray(model["y"])[i]) / np.sum(w))
    return res


@answers("predict_regression", "the mean of the distances", "distances-for-targets")
def _(model, Q):
    return [np.mean(sorted(model["metric"](q, x) for x in model["X"])[: model["k"]]) for q in Q]


@answers("predict_regression", "integer division", "cut-to-whole-numbers")
def _(model, Q):
    res = []
    for q in Q:
        d = [model["metric"](q, x) for x in model["X"]]
        i = np.argsort(d, kind="stable")[: model["k"]]
        res.append(sum(model["y"][j] for j in i) // model["k"])
    return res


@answers("predict_regression", "the median", "median-for-mean")
def _(model, Q):
    res = []
    for q in Q:
        d = np.array([model["metric"](q, x) for x in model["X"]])
        res.append(np.median(np.asarray(model["y"])[np.argsort(d, kind="stable")[: model["k"]]]))
    return np.array(res)


@answers("predict_regression", "the sum, not divided", "sum-for-mean")
def _(model, Q):
    res = []
    for q in Q:
        d = np.array([model["metric"](q, x) for x in model["X"]])
        res.append(np.asarray(model["y"])[np.argsort(d, kind="stable")[: model["k"]]].sum())
    return np.array(res)


@answers("predict_regression", "the mean of all targets", "mean-of-all")
def _(model, Q):
    return np.full(len(Q), np.mean(model["y"]))


@answers(
    "predict_regression",
    "results in an array of the targets' type: cut to whole numbers",
    "array-of-the-targets-type",
)
def _(model, Q):
    y = np.asarray(model["y"])
    res = np.zeros(len(Q), dtype=y.dtype)
    for i, q in enumerate(Q):
        d = np.array([model["metric"](q, x) for x in model["X"]])
        res[i] = y[np.argsort(d, kind="stable")[: model["k"]]].mean()
    return res


# vote_weights


@answers("vote_weights", "inverse: 1/d without a thought for 0, and not normalised", "inverse-not-scaled")
def _(dists, scheme):
    d = np.array(dists, float)
    if scheme == "uniform":
        return np.ones(len(d)) / len(d)
    if scheme == "inverse":
        return 1 / d
    e = np.exp(-(d - d.min()))
    return e / e.sum()


@answers("vote_weights", "a small epsilon is added to every distance", "a-little-added")
def _(dists, scheme):
    d = np.asarray(dists, dtype=float)
    if scheme == "uniform":
        w = np.ones_like(d)
    elif scheme == "inverse":
        w = 1 / (d + 1e-8)
    else:
        w = np.exp(-(d - d.min()))
    return w / w.sum()


@answers("vote_weights", "softmax of the distances with the wrong sign", "softmax-of-the-distances")
def _(dists, scheme):
    d = np.asarray(dists, dtype=float)
    if scheme == "uniform":
        w = np.ones_like(d)
    elif scheme == "inverse":
        w = (d == 0).astype(float) if (d == 0).any() else 1 / d
    else:
        w = np.exp(d - d.max())
    return w / w.sum()


@answers("vote_weights", "softmax underflows for large distances", "exponentials-vanish")
def _(dists, scheme):
    d = np.asarray(dists, dtype=float)
    if scheme == "uniform":
        w = np.ones_like(d)
    elif scheme == "inverse":
        w = (d == 0).astype(float) if (d == 0).any() else 1 / d
    else:
        w = np.exp(-d)
    return w / w.sum()


@answers("vote_weights", "inverse square", "squared-distances")
def _(dists, scheme):
    d = np.asarray(dists, dtype=float)
    if scheme == "uniform":
        w = np.ones_like(d)
    elif scheme == "inverse":
        w = (d == 0).astype(float) if (d == 0).any() else 1 / d**2
    else:
        w = np.exp(-(d - d.min()))
    return w / w.sum()


@answers("vote_weights", "not normalised at all", "not-scaled")
def _(dists, scheme):
    d = np.asarray(dists, dtype=float)
    if scheme == "uniform":
        return np.ones(len(d))
    if scheme == "inverse":
        if 0 in d:
            return (d == 0).astype(float)
        return 1 / d
    return np.exp(-(d - min(d)))


@answers(
    "vote_weights",
    "with distance 0 the weight of that one is 1 and the others keep 1/d",
    "an-exact-match-counts-one",
)
def _(dists, scheme):
    w = []
    for d in dists:
        if scheme == "uniform":
            w.append(1.0)
        elif scheme == "inverse":
            w.append(1.0 if d == 0 else 1.0 / d)
        else:
            w.append(math.exp(-(d - min(dists))))
    return [x / sum(w) for x in w]


@answers("vote_weights", "1 - d/sum(d): a linear decline in place of the inverse", "falling-on-a-line")
def _(dists, scheme):
    d = np.asarray(dists, dtype=float)
    if scheme == "uniform":
        w = np.ones_like(d)
    elif scheme == "inverse":
        w = 1 - d / d.sum()
    else:
        w = np.exp(d.min() - d)
    return w / w.sum()


@answers("vote_weights", "the weights come back in the order of the sorted distances", "sorted-first")
def _(dists, scheme):
    d = np.sort(np.asarray(dists, dtype=float))
    if scheme == "uniform":
        w = np.ones_like(d)
    elif scheme == "inverse":
        w = (d == 0).astype(float) if (d == 0).any() else 1 / d
    else:
        w = np.exp(d.min() - d)
    return w / w.sum()


@answers("vote_weights", "only the first exact match counts", "one-exact-match-only")
def _(dists, scheme):
    d = np.asarray(dists, dtype=float)
    if scheme == "uniform":
        w = np.ones_like(d)
    elif scheme == "inverse":
        if d.min() == 0:
            w = np.zeros_like(d)
            w[np.argmin(d)] = 1.0
        else:
            w = 1 / d
    else:
        w = np.exp(d.min() - d)
    return w / w.sum()


@answers("vote_weights", "1/(1+d) so that 0 does no harm", "one-added-below")
def _(dists, scheme):
    d = np.asarray(dists, dtype=float)
    w = {"uniform": np.ones_like(d), "inverse": 1 / (1 + d), "softmax": np.exp(d.min() - d)}[scheme]
    return w / w.sum()


@answers("vote_weights", "uniform gives ones; the rest is right", "uniform-not-scaled")
def _(dists, scheme):
    d = np.asarray(dists, dtype=float)
    if scheme == "uniform":
        return np.ones_like(d)
    if scheme == "inverse":
        w = (d == 0).astype(float) if (d == 0).any() else 1 / d
    else:
        w = np.exp(d.min() - d)
    return w / w.sum()


# weighted_vote


@answers("weighted_vote", "not divided by the total weight", "not-a-share")
def _(labels, weights, classes):
    return [sum(w for l, w in zip(labels, weights) if l == c) for c in classes]


@answers("weighted_vote", "mean weight of each class", "mean-weight-per-class")
def _(labels, weights, classes):
    labels, weights = np.asarray(labels), np.asarray(weights, float)
    m = np.array([weights[labels == c].mean() if np.any(labels == c) else 0.0 for c in classes])
    return m / m.sum()


@answers("weighted_vote", "counts: the weights are ignored", "weights-ignored")
def _(labels, weights, classes):
    labels = list(labels)
    return [labels.count(c) / len(labels) for c in classes]


@answers("weighted_vote", "divides by the number of neighbours", "divided-by-their-number")
def _(labels, weights, classes):
    labels, weights = np.asarray(labels), np.asarray(weights)
    return np.array([weights[labels == c].sum() for c in classes]) / len(labels)


@answers("weighted_vote", "only the classes that have a neighbour", "absent-classes-left-out")
def _(labels, weights, classes):
    share = {}
    for l, w in zip(labels, weights):
        share[l] = share.get(l, 0) + w
    return [share[c] / sum(weights) for c in sorted(share)]


@answers("weighted_vote", "bincount with the labels as places", "labels-as-places")
def _(labels, weights, classes):
    s = np.bincount(labels, weights=weights, minlength=len(classes))
    return s / s.sum()


@answers("weighted_vote", "only the heaviest neighbour of a class counts", "heaviest-neighbour-only")
def _(labels, weights, classes):
    labels, weights = np.asarray(labels), np.asarray(weights)
    return [max(weights[labels == c], default=0) / weights.sum() for c in classes]


@answers(
    "weighted_vote",
    "labels in the order in which they come, not in the order of classes",
    "classes-of-the-neighbours",
)
def _(labels, weights, classes):
    share = {}
    for l, w in zip(labels, weights):
        share[l] = share.get(l, 0.0) + w
    for c in classes:
        share.setdefault(c, 0.0)
    return [v / sum(weights) for v in share.values()]


# choose_k


def _loo(X, y, k, own=False):
    X, y = np.asarray(X, float), np.asarray(y)
    wrong = 0
    for i in range(len(X)):
        d = np.sqrt(((X - X[i]) ** 2).sum(axis=1))
        if not own:
            d[i] = np.inf
        lab, n = np.unique(y[np.argsort(d, kind="stable")[:k]], return_counts=True)
        wrong += lab[np.argmax(n)] != y[i]
    return wrong


@answers("choose_k", "training error: the example votes for itself", "training-error")
def _(X, y, ks):
    errors = [_loo(X, y, k, own=True) / len(X) for k in ks]
    return ks[int(np.argmin(errors))], errors


@answers("choose_k", "numbers of errors, not shares", "numbers-of-errors")
def _(X, y, ks):
    errors = [_loo(X, y, k) for k in ks]
    return min(k for k, e in zip(ks, errors) if e == min(errors)), errors


@answers("choose_k", "accuracies in place of errors", "one minus the expected ones")
def _(X, y, ks):
    acc = [1 - _loo(X, y, k) / len(X) for k in ks]
    best = max(acc)
    return min(k for k, a in zip(ks, acc) if a == best), acc


@answers("choose_k", "the largest of equally good k (<=)", "largest-of-the-best")
def _(X, y, ks):
    errors = [_loo(X, y, k) / len(X) for k in ks]
    best, e = None, 2
    for k, err in sorted(zip(ks, errors)):
        if err <= e:
            best, e = k, err
    return best, errors


@answers("choose_k", "the first of equally good k in the list, not the smallest", "first-of-the-best")
def _(X, y, ks):
    errors = [_loo(X, y, k) / len(X) for k in ks]
    return ks[errors.index(min(errors))], errors


@answers("choose_k", "returns the place in ks", "place-for-k")
def _(X, y, ks):
    errors = [_loo(X, y, k) / len(X) for k in ks]
    return int(np.argmin(errors)), errors


@answers("choose_k", "divides by n - 1")
def _(X, y, ks):
    errors = [_loo(X, y, k) / (len(X) - 1) for k in ks]
    return min(k for k, e in zip(ks, errors) if e == min(errors)), errors


@answers(
    "choose_k",
    "drops the nearest as if it were the example itself: duplicates go wrong",
    "skips-whoever-is-nearest",
)
def _(X, y, ks):
    X, y = np.asarray(X, float), np.asarray(y)
    D = distance.cdist(X, X)
    order = np.argsort(D, axis=1, kind="stable")[:, 1:]
    errors = []
    for k in ks:
        bad = 0
        for i in range(len(X)):
            lab, n = np.unique(y[order[i, :k]], return_counts=True)
            bad += lab[np.argmax(n)] != y[i]
        errors.append(bad / len(X))
    return min(k for k, e in zip(ks, errors) if e == min(errors)), errors


@answers("choose_k", "the worst k", "worst-k")
def _(X, y, ks):
    errors = [_loo(X, y, k) / len(X) for k in ks]
    return ks[int(np.argmax(errors))], errors


# standardise


@answers("standardise", "mean and deviation of the queries themselves", "statistics-of-the-queries")
def _(X_train, Q):
    Q = np.asarray(Q, float)
    s = Q.std(axis=0)
    return (Q - Q.mean(axis=0)) / np.where(s == 0, 1, s)


@answers("standardise", "one mean and one deviation over all columns", "one-mean-for-all-columns")
def _(X_train, Q):
    return (Q - np.mean(X_train)) / np.std(X_train)


@answers("standardise", "ddof=1", "one-less-below")
def _(X_train, Q):
    m, s = X_train.mean(axis=0), X_train.std(axis=0, ddof=1)
    s[s == 0] = 1
    return (Q - m) / s


@answers("standardise", "divided by the variance", "divided-by-the-variance")
def _(X_train, Q):
    m, v = X_train.mean(axis=0), X_train.var(axis=0)
    v = np.where(v == 0, 1, v)
    return (Q - m) / v


@answers("standardise", "a constant column divides by 0", "constant-column-fails")
def _(X_train, Q):
    return (Q - np.mean(X_train, axis=0)) / np.std(X_train, axis=0)


@answers("standardise", "min-max scaling", "between-zero-and-one")
def _(X_train, Q):
    lo, hi = X_train.min(axis=0), X_train.max(axis=0)
    return (Q - lo) / np.where(hi == lo, 1, hi - lo)


@answers("standardise", "axis=1: each row with its own mean", "each-row-by-itself")
def _(X_train, Q):
    m = X_train.mean(axis=1, keepdims=True)
    s = X_train.std(axis=1, keepdims=True)
    s[s == 0] = 1
    return (Q - m) / s


@answers("standardise", "an epsilon in the divisor", "a-little-added")
def _(X_train, Q):
    return (Q - X_train.mean(axis=0)) / (X_train.std(axis=0) + 1e-8)


@answers("standardise", "does not subtract the mean", "not-centred")
def _(X_train, Q):
    s = np.std(X_train, axis=0)
    return Q / np.where(s == 0, 1, s)


@answers("standardise", "works in place on Q", "writes into what it was given")
def _(X_train, Q):
    m, s = X_train.mean(axis=0), X_train.std(axis=0)
    s[s == 0] = 1
    Q -= m
    Q /= s
    return Q


# distances


@answers("cosine_distance", "the similarity, not the distance", "similarity-for-distance")
def _(a, b):
    n = np.linalg.norm(a) * np.linalg.norm(b)
    return 0.0 if n == 0 else np.dot(a, b) / n


@answers("cosine_distance", "0/0 for zeros", "zero-by-zero")
def _(a, b):
    return 1 - np.dot(a, b) / (np.sqrt(np.dot(a, a)) * np.sqrt(np.dot(b, b)))


@answers("cosine_distance", "divides by the squared norms", "squared-lengths")
def _(a, b):
    n = sum(x * x for x in a) * sum(y * y for y in b)
    if n == 0:
        return 1
    return 1 - sum(x * y for x, y in zip(a, b)) / n


@answers("cosine_distance", "zeros give 0", "zero-is-alike")
def _(a, b):
    n = np.linalg.norm(a) * np.linalg.norm(b)
    if n == 0:
        return 0.0
    return 1 - np.dot(a, b) / n


@answers("cosine_distance", "the angle itself", "the-angle-itself")
def _(a, b):
    n = np.linalg.norm(a) * np.linalg.norm(b)
    if n == 0:
        return 1.0
    return np.arccos(np.clip(np.dot(a, b) / n, -1, 1))


@answers("cosine_distance", "absolute value: opposite vectors are close", "opposite-is-alike")
def _(a, b):
    n = np.linalg.norm(a) * np.linalg.norm(b)
    if n == 0:
        return 1.0
    return 1 - abs(np.dot(a, b)) / n


@answers("cosine_distance", "dot product only", "without-lengths")
def _(a, b):
    return 1 - np.dot(a, b)


@answers("cosine_distance", "sums in the denominator", "signed-sums-for-lengths")
def _(a, b):
    n = np.sum(a) * np.sum(b)
    return 1.0 if n == 0 else 1 - np.dot(a, b) / n


@answers("hamming", "the share of different places", "share-for-count")
def _(a, b):
    if len(a) != len(b):
        raise ValueError
    return sum(x != y for x, y in zip(a, b)) / len(a)


@answers("hamming", "zip cuts to the shorter one in silence", "cut-to-the-shorter")
def _(a, b):
    return sum(x != y for x, y in zip(a, b))


@answers("hamming", "counts the places that agree", "matches-for-differences")
def _(a, b):
    if len(a) != len(b):
        raise ValueError("length")
    return sum(1 for i in range(len(a)) if a[i] == b[i])


@answers("hamming", "compares the sets of letters", "letters-in-one-only")
def _(a, b):
    if len(a) != len(b):
        raise ValueError
    return len(set(a) ^ set(b))


@answers("hamming", "adds the difference of the lengths", "missing-places-differ")
def _(a, b):
    n = abs(len(a) - len(b))
    for x, y in zip(a, b):
        if x != y:
            n += 1
    return n


@answers("hamming", "scipy's hamming is a share", "share-for-count")
def _(a, b):
    if len(a) != len(b):
        raise ValueError("length")
    return distance.hamming(list(a), list(b))


@answers("jaccard_distance", "the similarity", "one minus the expected ones")
def _(A, B):
    if not A and not B:
        return 0
    return len(A & B) / len(A | B)


@answers("jaccard_distance", "division by zero for empty sets", "crash-on-two-empty-sets")
def _(A, B):
    return 1 - len(A & B) / len(A | B)


@answers("jaccard_distance", "adds the sizes in place of the union", "both-sizes-below")
def _(A, B):
    if len(A) + len(B) == 0:
        return 0
    return 1 - len(A & B) / (len(A) + len(B))


@answers("jaccard_distance", "Dice", "shared-members-count-twice")
def _(A, B):
    if not A and not B:
        return 0
    return 1 - 2 * len(A & B) / (len(A) + len(B))


@answers("jaccard_distance", "two empty sets are 1 apart", "two-empty-sets-are-far")
def _(A, B):
    u = A | B
    if len(u) == 0:
        return 1
    return 1 - len(A.intersection(B)) / len(u)


@answers("jaccard_distance", "the number of members that are not shared", "number-in-one-only")
def _(A, B):
    return len(A ^ B)


@answers("jaccard_distance", "divides by the smaller set (overlap)", "smaller-size-below")
def _(A, B):
    if not A or not B:
        return 0 if A == B else 1
    return 1 - len(A & B) / min(len(A), len(B))


@answers("jaccard_distance", "any empty set: 0", "one-empty-set-is-near-all")
def _(A, B):
    if len(A) == 0 or len(B) == 0:
        return 0
    return 1 - len(A & B) / len(A | B)


@answers("edit_distance", "a replacement costs 2", "substitution-costs-two")
def _(a, b):
    D = np.zeros((len(a) + 1, len(b) + 1), int)
    D[:, 0] = range(len(a) + 1)
    D[0, :] = range(len(b) + 1)
    for i in range(1, len(a) + 1):
        for j in range(1, len(b) + 1):
            D[i, j] = min(
                D[i - 1, j] + 1, D[i, j - 1] + 1, D[i - 1, j - 1] + (0 if a[i - 1] == b[j - 1] else 2)
            )
    return D[-1, -1]


@answers("edit_distance", "the borders of the table stay 0", "border-of-zeros")
def _(a, b):
    D = np.zeros((len(a) + 1, len(b) + 1), int)
    for i in range(1, len(a) + 1):
        for j in range(1, len(b) + 1):
            D[i, j] = min(D[i - 1, j] + 1, D[i, j - 1] + 1, D[i - 1, j - 1] + (a[i - 1] != b[j - 1]))
    return int(D[-1, -1])


@answers(
    "edit_distance", "compares place by place plus the difference of the lengths", "hamming-and-the-rest"
)
def _(a, b):
    return sum(x != y for x, y in zip(a, b)) + abs(len(a) - len(b))


@answers("edit_distance", "recursion that charges for equal letters, too", "equal-letters-cost-too")
def _(a, b):
    m, n = len(a), len(b)
    dp = [[0] * (n + 1) for _ in range(m + 1)]
    for i in range(m + 1):
        dp[i][0] = i
    for j in range(n + 1):
        dp[0][j] = j
    for i in range(1, m + 1):
        for j in range(1, n + 1):
            dp[i][j] = 1 + min(dp[i - 1][j], dp[i][j - 1], dp[i - 1][j - 1])
    return dp[m][n]


@answers("edit_distance", "no replacement: only dropping and inserting", "substitution-costs-two")
def _(a, b):
    D = [[i + j if i * j == 0 else 0 for j in range(len(b) + 1)] for i in range(len(a) + 1)]
    for i in range(1, len(a) + 1):
        for j in range(1, len(b) + 1):
            if a[i - 1] == b[j - 1]:
                D[i][j] = D[i - 1][j - 1]
            else:
                D[i][j] = 1 + min(D[i - 1][j], D[i][j - 1])
    return D[-1][-1]


@answers(
    "edit_distance", "off by one: the last row and column are left out", "one-letter-of-the-table-missing"
)
def _(a, b):
    D = np.zeros((len(a) + 1, len(b) + 1), int)
    D[:, 0] = np.arange(len(a) + 1)
    D[0, :] = np.arange(len(b) + 1)
    for i in range(1, len(a)):
        for j in range(1, len(b)):
            D[i, j] = min(D[i - 1, j] + 1, D[i, j - 1] + 1, D[i - 1, j - 1] + (a[i - 1] != b[j - 1]))
    return int(D[len(a) - 1, len(b) - 1])


@answers("weighted_distance", "weights the differences before squaring", "weight-inside-the-square")
def _(a, b, z):
    return np.sqrt(np.sum((np.asarray(z) * (np.asarray(a) - np.asarray(b))) ** 2))


@answers("weighted_distance", "no root", "without-the-root")
def _(a, b, z):
    return sum(zi * (ai - bi) ** 2 for ai, bi, zi in zip(a, b, z))


@answers("weighted_distance", "divides by the sum of the weights", "weights-scaled-to-one")
def _(a, b, z):
    z = np.asarray(z)
    return np.sqrt(np.sum(z * (a - b) ** 2) / z.sum())


@answers("weighted_distance", "weights are ignored", "weights-ignored")
def _(a, b, z):
    return math.dist(a, b)


@answers("weighted_distance", "absolute differences: weighted Manhattan", "weights-outside-the-root")
def _(a, b, z):
    return np.sum(z * np.abs(a - b))


@answers("weighted_distance", "divides by the weights, as one would by variances", "divided-by-the-weights")
def _(a, b, z):
    return np.sqrt(np.sum((a - b) ** 2 / z))


@answers("weighted_distance", "the root before the sum", "root-of-each-term")
def _(a, b, z):
    return sum(math.sqrt(zi * (ai - bi) ** 2) for ai, bi, zi in zip(a, b, z))


# pairwise_sq_dists


@answers("pairwise_sq_dists", "the expanded square: cancellation and negative numbers", "negative-squares")
def _(A, B):
    A, B = np.asarray(A, float), np.asarray(B, float)
    return (A**2).sum(1)[:, None] + (B**2).sum(1)[None, :] - 2 * A @ B.T


@answers("pairwise_sq_dists", "the expanded square, clipped at 0: still cancels far out", "far-points-cancel")
def _(A, B):
    A, B = np.asarray(A, dtype=np.float64), np.asarray(B, dtype=np.float64)
    D = np.sum(A**2, axis=1, keepdims=True) + np.sum(B**2, axis=1) - 2 * np.dot(A, B.T)
    return np.maximum(D, 0)


@answers("pairwise_sq_dists", "takes the root", "root-taken")
def _(A, B):
    A, B = np.asarray(A, float), np.asarray(B, float)
    return np.sqrt(((A[:, None, :] - B[None, :, :]) ** 2).sum(axis=2))


@answers("pairwise_sq_dists", "eight-bit numbers wrap around", "small-integers-wrap")
def _(A, B):
    return ((A[:, np.newaxis] - B[np.newaxis]) ** 2).sum(-1)


@answers("pairwise_sq_dists", "the wrong way round: [j, i]", "rows-and-columns-swapped")
def _(A, B):
    A, B = np.asarray(A, float), np.asarray(B, float)
    return np.sum((B[:, None, :] - A[None, :, :]) ** 2, axis=-1)


@answers("pairwise_sq_dists", "sums over the wrong axis", "summed-over-the-points")
def _(A, B):
    A, B = np.asarray(A, float), np.asarray(B, float)
    return np.sum((A[:, None, :] - B[None, :, :]) ** 2, axis=1)


@answers("pairwise_sq_dists", "scipy's cdist with its default, not squared", "root-taken")
def _(A, B):
    return distance.cdist(np.asarray(A, float), np.asarray(B, float))


@answers("pairwise_sq_dists", "plus in place of minus in the expanded square", "plus-twice-the-product")
def _(A, B):
    A, B = np.asarray(A, float), np.asarray(B, float)
    return (A**2).sum(1)[:, None] + (B**2).sum(1) + 2 * A @ B.T


@answers("pairwise_sq_dists", "forgets the 2", "product-only-once")
def _(A, B):
    A, B = np.asarray(A, float), np.asarray(B, float)
    return (A**2).sum(1).reshape(-1, 1) + (B**2).sum(1) - A.dot(B.T)


@answers("pairwise_sq_dists", "absolute differences", "absolute-differences")
def _(A, B):
    A, B = np.asarray(A, float), np.asarray(B, float)
    return np.abs(A[:, None] - B[None]).sum(axis=2)


@answers("pairwise_sq_dists", "expanded square in the type of the input: pixels wrap", "negative-squares")
def _(A, B):
    return np.sum(A**2, axis=1)[:, None] + np.sum(B**2, axis=1) - 2 * A.dot(B.T)


@answers("pairwise_sq_dists", "sum of the differences, squared afterwards", "squared-after-the-sum")
def _(A, B):
    A, B = np.asarray(A, float), np.asarray(B, float)
    return (A[:, None, :] - B[None, :, :]).sum(axis=2) ** 2


@answers("pairwise_sq_dists", "float32 to save memory", "half-of-the-digits")
def _(A, B):
    A, B = np.asarray(A, np.float32), np.asarray(B, np.float32)
    return ((A[:, None] - B[None]) ** 2).sum(axis=2)


# condense


@answers("condense", "a single pass", "a-single-pass")
def _(X, y, order):
    X = np.asarray(X, float)
    kept = [order[0]]
    for i in order[1:]:
        d = [np.sum((X[i] - X[j]) ** 2) for j in kept]
        if y[kept[int(np.argmin(d))]] != y[i]:
            kept.append(i)
    return kept


@answers("condense", "keeps what is answered rightly", "keeps-the-right-ones")
def _(X, y, order):
    X = np.asarray(X, float)
    kept = [order[0]]
    for i in order[1:]:
        d = [np.sum((X[i] - X[j]) ** 2) for j in kept]
        if y[kept[int(np.argmin(d))]] == y[i]:
            kept.append(i)
    return kept


@answers("condense", "sorted rows, not in the order of joining", "sorted-at-the-end")
def _(X, y, order):
    X = np.asarray(X, float)
    kept = [order[0]]
    changed = True
    while changed:
        changed = False
        for i in order:
            if i in kept:
                continue
            d = [np.sum((X[i] - X[j]) ** 2) for j in kept]
            if y[kept[int(np.argmin(d))]] != y[i]:
                kept.append(i)
                changed = True
    return sorted(kept)


@answers("condense", "starts with one example of every class")
def _(X, y, order):
    X, y = np.asarray(X, float), np.asarray(y)
    kept = []
    for c in np.unique(y):
        kept.append(next(i for i in order if y[i] == c))
    changed = True
    while changed:
        changed = False
        for i in order:
            if i in kept:
                continue
            d = [np.sum((X[i] - X[j]) ** 2) for j in kept]
            if y[kept[int(np.argmin(d))]] != y[i]:
                kept.append(i)
                changed = True
    return kept


@answers("condense", "visits the rows by number and ignores the order", "ignores-the-order")
def _(X, y, order):
    X = np.asarray(X, float)
    kept = [0]
    changed = True
    while changed:
        changed = False
        for i in range(len(X)):
            if i in kept:
                continue
            d = [np.sum((X[i] - X[j]) ** 2) for j in kept]
            if y[kept[int(np.argmin(d))]] != y[i]:
                kept.append(i)
                changed = True
    return kept


@answers("condense", "starts a new pass after each row that joins", "starts-again-after-each")
def _(X, y, order):
    X = np.asarray(X, float)
    kept = [order[0]]
    while True:
        for i in order:
            if i in kept:
                continue
            d = [np.sum((X[i] - X[j]) ** 2) for j in kept]
            if y[kept[int(np.argmin(d))]] != y[i]:
                kept.append(i)
                break
        else:
            return kept


@answers(
    "condense",
    "a pass judges with the rows kept before it, and adds all at its end",
    "joins-at-the-end-of-a-pass",
)
def _(X, y, order):
    X = np.asarray(X, float)
    kept = [order[0]]
    while True:
        new = []
        for i in order:
            if i in kept:
                continue
            d = [np.sum((X[i] - X[j]) ** 2) for j in kept]
            if y[kept[int(np.argmin(d))]] != y[i]:
                new.append(i)
        if not new:
            return kept
        kept += new


# cross_validate


def _vote(X, y, x, k):
    near = np.argsort(((X - x) ** 2).sum(axis=1), kind="stable")[:k]
    labels, counts = np.unique(y[near], return_counts=True)
    return labels[counts.argmax()]


@answers("cross_validate", "learns from all rows", "trained-on-everything")
def _(X, y, ks, folds):
    X, y, folds = np.asarray(X, dtype=float), np.asarray(y), np.asarray(folds)
    table = []
    for fold in np.unique(folds):
        test = np.flatnonzero(folds == fold)
        table.append([np.mean([_vote(X, y, X[i], k) != y[i] for i in test]) for k in ks])
    return np.array(table)


@answers("cross_validate", "learns from the fold, asks about the rest", "fold-trains-the-rest")
def _(X, y, ks, folds):
    X, y, folds = np.asarray(X, dtype=float), np.asarray(y), np.asarray(folds)
    table = []
    for fold in np.unique(folds):
        train = folds == fold
        rest = np.flatnonzero(~train)
        table.append([np.mean([_vote(X[train], y[train], X[i], k) != y[i] for i in rest]) for k in ks])
    return np.array(table)


@answers("cross_validate", "a row for each k", "ks-in-the-rows")
def _(X, y, ks, folds):
    X, y, folds = np.asarray(X, dtype=float), np.asarray(y), np.asarray(folds)
    table = []
    for k in ks:
        row = []
        for fold in np.unique(folds):
            train = folds != fold
            row.append(np.mean([_vote(X[train], y[train], x, k) != t for x, t in zip(X[~train], y[~train])]))
        table.append(row)
    return np.array(table)


@answers("cross_validate", "one mean for each k", "means-over-the-folds")
def _(X, y, ks, folds):
    X, y, folds = np.asarray(X, dtype=float), np.asarray(y), np.asarray(folds)
    errors = []
    for k in ks:
        per_fold = []
        for fold in np.unique(folds):
            train = folds != fold
            wrong = [_vote(X[train], y[train], X[i], k) != y[i] for i in np.flatnonzero(~train)]
            per_fold.append(np.mean(wrong))
        errors.append(np.mean(per_fold))
    return errors


@answers("cross_validate", "leaves out one, not the fold", "leave-one-out")
def _(X, y, ks, folds):
    X, y, folds = np.asarray(X, dtype=float), np.asarray(y), np.asarray(folds)
    table = []
    for fold in np.unique(folds):
        row = []
        for k in ks:
            wrong = 0
            for i in np.flatnonzero(folds == fold):
                others = np.arange(len(X)) != i
                wrong += _vote(X[others], y[others], X[i], k) != y[i]
            row.append(wrong / (folds == fold).sum())
        table.append(row)
    return np.array(table)


@answers("cross_validate", "counts for shares", "numbers-of-errors")
def _(X, y, ks, folds):
    X, y, folds = np.asarray(X, dtype=float), np.asarray(y), np.asarray(folds)
    table = np.zeros((len(np.unique(folds)), len(ks)))
    for a, fold in enumerate(np.unique(folds)):
        train = folds != fold
        for b, k in enumerate(ks):
            for i in np.flatnonzero(~train):
                table[a, b] += _vote(X[train], y[train], X[i], k) != y[i]
    return table


@answers("cross_validate", "divides by all examples", "shares-of-all-examples")
def _(X, y, ks, folds):
    X, y, folds = np.asarray(X, dtype=float), np.asarray(y), np.asarray(folds)
    table = np.zeros((len(np.unique(folds)), len(ks)))
    for a, fold in enumerate(np.unique(folds)):
        train = folds != fold
        for b, k in enumerate(ks):
            for i in np.flatnonzero(~train):
                table[a, b] += (_vote(X[train], y[train], X[i], k) != y[i]) / len(X)
    return table
