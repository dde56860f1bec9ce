"""Wrong answers to the tasks on decisions and measures."""
# ruff: noqa: B905

import math

import numpy as np

from tests.data.wrong_answers import WrongAnswers

answers = WrongAnswers()


# confusion


@answers("confusion", "fp and fn the wrong way round", "misses-for-false-alarms")
def _(y, yhat, positive):
    y, yhat = np.asarray(y), np.asarray(yhat).ravel()
    tp = np.sum((y == positive) & (yhat == positive))
    fn = np.sum((y != positive) & (yhat == positive))
    fp = np.sum((y == positive) & (yhat != positive))
    tn = np.sum((y != positive) & (yhat != positive))
    return tp, fp, fn, tn


@answers("confusion", "positive is taken to be 1 always", "positive-is-always-one")
def _(y, yhat, positive):
    tp = fp = fn = tn = 0
    for t, p in zip(y, np.asarray(yhat).ravel()):
        if p == 1 and t == 1:
            tp += 1
        elif p == 1:
            fp += 1
        elif t == 1:
            fn += 1
        else:
            tn += 1
    return tp, fp, fn, tn


@answers("confusion", "an (n, 1) prediction broadcasts to n by n", "every-pair-of-rows")
def _(y, yhat, positive):
    a, b = np.array(y) == positive, np.array(yhat) == positive
    return int((a & b).sum()), int((~a & b).sum()), int((a & ~b).sum()), int((~a & ~b).sum())


@answers(
    "confusion",
    "counts true negatives only where both are the same: three classes lose rows",
    "other-confusions-left-out",
)
def _(y, yhat, positive):
    yhat = np.ravel(yhat)
    tp = fp = fn = tn = 0
    for t, p in zip(y, yhat):
        if t == p and t == positive:
            tp += 1
        elif t == p:
            tn += 1
        elif p == positive:
            fp += 1
        elif t == positive:
            fn += 1
    return tp, fp, fn, tn


@answers("confusion", "anything wrong that is not fp counts as fn", "every-other-error-is-a-miss")
def _(y, yhat, positive):
    tp = fp = fn = tn = 0
    for t, p in zip(y, np.ravel(yhat)):
        if t == p:
            if p == positive:
                tp += 1
            else:
                tn += 1
        else:
            if p == positive:
                fp += 1
            else:
                fn += 1
    return tp, fp, fn, tn


@answers("confusion", "the order tn, fp, fn, tp as scikit-learn's ravel has it", "order-of-the-library")
def _(y, yhat, positive):
    y, yhat = np.asarray(y) == positive, np.ravel(yhat) == positive
    return np.sum(~y & ~yhat), np.sum(~y & yhat), np.sum(y & ~yhat), np.sum(y & yhat)


@answers("confusion", "shares in place of counts", "shares-of-all")
def _(y, yhat, positive):
    y, yhat = np.asarray(y) == positive, np.ravel(yhat) == positive
    return np.mean(y & yhat), np.mean(~y & yhat), np.mean(y & ~yhat), np.mean(~y & ~yhat)


@answers("confusion", "truthiness of the labels", "labels-as-truth-values")
def _(y, yhat, positive):
    tp = sum(1 for t, p in zip(y, np.ravel(yhat)) if t and p)
    fp = sum(1 for t, p in zip(y, np.ravel(yhat)) if not t and p)
    fn = sum(1 for t, p in zip(y, np.ravel(yhat)) if t and not p)
    tn = sum(1 for t, p in zip(y, np.ravel(yhat)) if not t and not p)
    return tp, fp, fn, tn


# metrics


def _all(tp, fp, fn, tn):
    def q(a, b):
        return a / b if b else 0.0

    p, r = q(tp, tp + fp), q(tp, tp + fn)
    return {
        "accuracy": q(tp + tn, tp + fp + fn + tn),
        "precision": p,
        "recall": r,
        "f1": q(2 * p * r, p + r),
        "jaccard": q(tp, tp + fp + fn),
        "fpr": q(fp, fp + tn),
    }


@answers("metrics", "precision and recall swapped", "precision-for-recall")
def _(tp, fp, fn, tn):
    m = _all(tp, fp, fn, tn)
    m["precision"], m["recall"] = m["recall"], m["precision"]
    return m


@answers("metrics", "division by zero", "division-by-zero")
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


@answers("metrics", "f1 is the arithmetic mean", "f1-as-arithmetic-mean")
def _(tp, fp, fn, tn):
    m = _all(tp, fp, fn, tn)
    m["f1"] = (m["precision"] + m["recall"]) / 2
    return m


@answers("metrics", "f1 without the 2", "f1-without-the-two")
def _(tp, fp, fn, tn):
    m = _all(tp, fp, fn, tn)
    s = m["precision"] + m["recall"]
    m["f1"] = m["precision"] * m["recall"] / s if s else 0.0
    return m


@answers("metrics", "fpr divided by all predicted positives", "fpr-of-the-called")
def _(tp, fp, fn, tn):
    m = _all(tp, fp, fn, tn)
    m["fpr"] = fp / (fp + tp) if fp + tp else 0.0
    return m


@answers("metrics", "accuracy counts only the hits", "true-positives-for-accuracy")
def _(tp, fp, fn, tn):
    m = _all(tp, fp, fn, tn)
    m["accuracy"] = tp / (tp + fp + fn + tn)
    return m


@answers("metrics", "jaccard with the true negatives below", "true-negatives-in-jaccard")
def _(tp, fp, fn, tn):
    m = _all(tp, fp, fn, tn)
    m["jaccard"] = tp / (tp + fp + fn + tn)
    return m


@answers("metrics", "0/0 counts as 1", "nothing-of-nothing-is-one")
def _(tp, fp, fn, tn):
    m = _all(tp, fp, fn, tn)
    if tp + fp == 0:
        m["precision"] = 1.0
    if tp + fn == 0:
        m["recall"] = 1.0
    return m


@answers("metrics", "an epsilon below", "almost right")
def _(tp, fp, fn, tn):
    e = 1e-7
    p, r = tp / (tp + fp + e), tp / (tp + fn + e)
    return {
        "accuracy": (tp + tn) / (tp + tn + fp + fn),
        "precision": p,
        "recall": r,
        "f1": 2 * p * r / (p + r + e),
        "jaccard": tp / (tp + fp + fn + e),
        "fpr": fp / (fp + tn + e),
    }


@answers("metrics", "the specificity for the false-positive rate", "specificity-for-fpr")
def _(tp, fp, fn, tn):
    m = _all(tp, fp, fn, tn)
    m["fpr"] = tn / (fp + tn) if fp + tn else 0.0
    return m


@answers("metrics", "percent", "percentages")
def _(tp, fp, fn, tn):
    return {k: 100 * v for k, v in _all(tp, fp, fn, tn).items()}


@answers("metrics", "fpr divides by all rows", "fpr-of-all")
def _(tp, fp, fn, tn):
    m = _all(tp, fp, fn, tn)
    m["fpr"] = fp / (tp + fp + fn + tn)
    return m


# expected_cost


@answers("expected_cost", "the cost table transposed", "costs-transposed")
def _(P, C):
    return np.asarray(P) @ np.asarray(C)


@answers("expected_cost", "averages the costs without the probabilities", "mean-of-a-row")
def _(P, C):
    C = np.asarray(C, float)
    return np.tile(C.mean(axis=1), (len(P), 1))


@answers("expected_cost", "only the cost of the most probable class", "cost-at-the-most-probable")
def _(P, C):
    C = np.asarray(C)
    return C[:, np.argmax(P, axis=1)].T


@answers("expected_cost", "result transposed: actions as rows", "actions-by-queries")
def _(P, C):
    return np.asarray(C) @ np.asarray(P).T


@answers(
    "expected_cost",
    "cost of one's own class's probability only: the diagonal is lost",
    "right-answers-are-free",
)
def _(P, C):
    P, C = np.asarray(P, float), np.asarray(C, float)
    out = np.zeros((len(P), len(C)))
    for i in range(len(P)):
        for a in range(len(C)):
            for t in range(P.shape[1]):
                if a != t:
                    out[i, a] += P[i, t] * C[a, t]
    return out


@answers("expected_cost", "as many actions as classes are assumed", "an-action-for-each-class")
def _(P, C):
    P, C = np.asarray(P, float), np.asarray(C, float)
    m, K = P.shape
    out = np.zeros((m, K))
    for i in range(m):
        for a in range(K):
            out[i, a] = sum(P[i, t] * C[a, t] for t in range(K))
    return out


@answers("expected_cost", "divides by K", "mean-for-sum")
def _(P, C):
    return np.asarray(P) @ np.asarray(C).T / np.asarray(P).shape[1]


@answers("expected_cost", "uses 1 - P", "complementary-probabilities")
def _(P, C):
    return (1 - np.asarray(P, float)) @ np.asarray(C, float).T


@answers("expected_cost", "the largest product in place of the sum", "greatest-term")
def _(P, C):
    P, C = np.asarray(P, float), np.asarray(C, float)
    return (P[:, None, :] * C[None, :, :]).max(axis=2)


# decide


@answers("decide", "the most probable class", "most-probable-class")
def _(P, C):
    return np.argmax(P, axis=1)


@answers("decide", "the dearest action", "greatest-cost")
def _(P, C):
    return np.argmax(np.asarray(P) @ np.asarray(C).T, axis=1)


@answers("decide", "the table transposed", "transposed-costs")
def _(P, C):
    return np.argmin(np.asarray(P) @ np.asarray(C), axis=1)


@answers("decide", "axis 0", "cheapest-row-for-an-action")
def _(P, C):
    return np.argmin(np.asarray(P) @ np.asarray(C).T, axis=0)


@answers("decide", "the last of equally cheap actions", "last-of-equal-actions")
def _(P, C):
    E = np.asarray(P, float) @ np.asarray(C, float).T
    return [max(a for a in range(E.shape[1]) if E[i, a] == E[i].min()) for i in range(len(E))]


@answers("decide", "the smallest worst case", "least-of-the-worst")
def _(P, C):
    return np.full(len(P), np.argmin(np.max(C, axis=1)))


@answers("decide", "returns the costs", "cost-for-action")
def _(P, C):
    return (np.asarray(P) @ np.asarray(C).T).min(axis=1)


@answers("decide", "the cost for the most probable class decides", "cheapest-for-the-most-probable")
def _(P, C):
    C = np.asarray(C)
    return [int(np.argmin(C[:, k])) for k in np.argmax(P, axis=1)]


@answers("decide", "threshold 0.5 on the second class", "second-class-above-one-half")
def _(P, C):
    return (np.asarray(P)[:, 1] > 0.5).astype(int)


# cost_threshold


@answers("cost_threshold", "the other way round", "threshold-upside-down")
def _(c_fp, c_fn, c_tp=0, c_tn=0):
    return (c_fn - c_tp) / (c_fp - c_tn + c_fn - c_tp)


@answers("cost_threshold", "ignores the costs of right answers", "right-answers-cost-nothing")
def _(c_fp, c_fn, c_tp=0, c_tn=0):
    return c_fp / (c_fp + c_fn)


@answers("cost_threshold", "the ratio of the costs", "ratio-of-the-costs")
def _(c_fp, c_fn, c_tp=0, c_tn=0):
    return (c_fp - c_tn) / (c_fn - c_tp)


@answers("cost_threshold", "one half", "always-one-half")
def _(c_fp, c_fn, c_tp=0, c_tn=0):
    return 0.5


@answers("cost_threshold", "adds the costs of right answers", "costs-added")
def _(c_fp, c_fn, c_tp=0, c_tn=0):
    return (c_fp + c_tn) / (c_fp + c_tn + c_fn + c_tp)


@answers("cost_threshold", "c_tp and c_tn swapped", "compared-with-the-wrong-answer")
def _(c_fp, c_fn, c_tp=0, c_tn=0):
    return (c_fp - c_tp) / (c_fp - c_tp + c_fn - c_tn)


@answers("cost_threshold", "rounded", "rounded-threshold")
def _(c_fp, c_fn, c_tp=0, c_tn=0):
    return round((c_fp - c_tn) / (c_fp - c_tn + c_fn - c_tp), 2)


@answers("cost_threshold", "right costs below only", "right-answers-subtracted-once")
def _(c_fp, c_fn, c_tp=0, c_tn=0):
    return c_fp / (c_fp + c_fn - c_tp - c_tn)


# roc_points


def _roc(y, score, strict=False):
    y, score = np.asarray(y), np.asarray(score, float)
    pts = [(0.0, 0.0)]
    for t in sorted(set(score.tolist()), reverse=True):
        hit = score > t if strict else score >= t
        pts.append((np.sum(hit & (y == 0)) / np.sum(y == 0), np.sum(hit & (y == 1)) / np.sum(y == 1)))
    return np.array(pts)


@answers("roc_points", "score > threshold", "strictly-above")
def _(y, score):
    return _roc(y, score, strict=True)


@answers("roc_points", "a point for each row: tied scores are split", "a-tie-in-two-steps")
def _(y, score):
    y = np.asarray(y)
    order = np.argsort(-np.asarray(score), kind="stable")
    tpr = np.cumsum(y[order]) / y.sum()
    fpr = np.cumsum(1 - y[order]) / (1 - y).sum()
    return np.column_stack([np.r_[0, fpr], np.r_[0, tpr]])


@answers("roc_points", "the pairs as (tpr, fpr)", "roc-axes-swapped")
def _(y, score):
    return _roc(y, score)[:, ::-1]


@answers("roc_points", "without the first point", "origin-missing")
def _(y, score):
    return _roc(y, score)[1:]


@answers("roc_points", "lowest threshold first", "from-the-end")
def _(y, score):
    y, score = np.asarray(y), np.asarray(score)
    pts = []
    for t in np.unique(score):
        hit = score >= t
        pts.append((np.mean(hit[y == 0]), np.mean(hit[y == 1])))
    return np.array([*pts, (0, 0)])


@answers("roc_points", "counts, not rates", "counts-for-rates")
def _(y, score):
    y, score = np.asarray(y), np.asarray(score)
    pts = [(0, 0)]
    for t in np.unique(score)[::-1]:
        pts.append((np.sum((score >= t) & (y == 0)), np.sum((score >= t) & (y == 1))))
    return np.array(pts)


@answers("roc_points", "both rates divided by n", "shares-of-all-examples")
def _(y, score):
    y, score = np.asarray(y), np.asarray(score)
    pts = [(0, 0)]
    for t in np.unique(score)[::-1]:
        pts.append((np.mean((score >= t) & (y == 0)), np.mean((score >= t) & (y == 1))))
    return np.array(pts)


@answers("roc_points", "fixed thresholds 0, 0.1, ..., 1", "eleven-thresholds")
def _(y, score):
    y, score = np.asarray(y), np.asarray(score)
    pts = [(0, 0)]
    for t in np.linspace(1, 0, 11):
        hit = score >= t
        pts.append((hit[y == 0].mean(), hit[y == 1].mean()))
    return np.array(pts)


@answers(
    "roc_points", "false-positive rate divided by the predicted positives", "false-discoveries-to-the-right"
)
def _(y, score):
    y, score = np.asarray(y), np.asarray(score)
    pts = [(0, 0)]
    for t in np.unique(score)[::-1]:
        hit = score >= t
        pts.append((np.sum(hit & (y == 0)) / np.sum(hit), np.sum(hit & (y == 1)) / np.sum(y == 1)))
    return np.array(pts)


@answers("roc_points", "(1, 1) is appended although it is there", "zeros-added-at-the-end")
def _(y, score):
    return np.vstack([_roc(y, score), [1, 1]])


# auc


@answers("auc", "ties count nothing", "ties-lose")
def _(y, score):
    y, score = np.asarray(y), np.asarray(score)
    pos, neg = score[y == 1], score[y == 0]
    return np.mean([p > n for p in pos for n in neg])


@answers("auc", "ties count in full", "ties-win")
def _(y, score):
    y, score = np.asarray(y), np.asarray(score)
    pos, neg = score[y == 1], score[y == 0]
    return np.mean(pos[:, None] >= neg[None, :])


@answers("auc", "steps in place of trapezia: ties in the order of the rows", "ties-by-the-order-of-the-rows")
def _(y, score):
    y = np.asarray(y)
    order = np.argsort(-np.asarray(score), kind="stable")
    y = y[order]
    tp = area = 0
    for label in y:
        if label == 1:
            tp += 1
        else:
            area += tp
    return area / (y.sum() * (len(y) - y.sum()))


@answers("auc", "the wrong way round: 1 - AUC", "area-on-the-other-side")
def _(y, score):
    y, score = np.asarray(y), np.asarray(score)
    pos, neg = score[y == 1], score[y == 0]
    return np.mean((pos[:, None] < neg) + 0.5 * (pos[:, None] == neg))


@answers("auc", "ranks without averaging the ties", "ranks-of-ties-not-averaged")
def _(y, score):
    y = np.asarray(y)
    ranks = np.argsort(np.argsort(score, kind="stable"), kind="stable") + 1
    n1 = y.sum()
    n0 = len(y) - n1
    return (ranks[y == 1].sum() - n1 * (n1 + 1) / 2) / (n1 * n0)


@answers("auc", "the sum of the pairs, not divided", "area-in-counts")
def _(y, score):
    y, score = np.asarray(y), np.asarray(score)
    pos, neg = score[y == 1], score[y == 0]
    return float(np.sum((pos[:, None] > neg) + 0.5 * (pos[:, None] == neg)))


@answers("auc", "accuracy at 0.5", "accuracy-at-one-half")
def _(y, score):
    return np.mean((np.asarray(score) >= 0.5) == np.asarray(y))


@answers("auc", "the mean of tpr over the points", "mean-height")
def _(y, score):
    return _roc(y, score)[:, 1].mean()


@answers("auc", "left Riemann sum over the curve", "ties-lose")
def _(y, score):
    p = _roc(y, score)
    return np.sum(np.diff(p[:, 0]) * p[:-1, 1])


@answers("auc", "right Riemann sum over the curve", "ties-win")
def _(y, score):
    p = _roc(y, score)
    return np.sum(np.diff(p[:, 0]) * p[1:, 1])


@answers("auc", "axes swapped in the integral", "area-on-the-other-side")
def _(y, score):
    p = _roc(y, score)
    return float(np.trapezoid(p[:, 0], p[:, 1]))


@answers("auc", "the worse classifier is turned round: max(auc, 1 - auc)", "never-below-one-half")
def _(y, score):
    p = _roc(y, score)
    a = float(np.trapezoid(p[:, 1], p[:, 0]))
    return max(a, 1 - a)


@answers("auc", "only one threshold: the mean of sensitivity and specificity at 0.5", "area-of-one-threshold")
def _(y, score):
    y, hit = np.asarray(y), np.asarray(score) >= 0.5
    return (hit[y == 1].mean() + 1 - hit[y == 0].mean()) / 2


# pr_points


def _pr(y, score):
    y, score = np.asarray(y), np.asarray(score, float)
    pts = []
    for t in np.unique(score)[::-1]:
        hit = score >= t
        tp = np.sum(hit & (y == 1))
        pts.append((tp / np.sum(y == 1), tp / np.sum(hit)))
    return np.array(pts)


@answers("pr_points", "(precision, recall)", "pr-axes-swapped")
def _(y, score):
    return _pr(y, score)[:, ::-1]


@answers("pr_points", "starts with (0, 1)", "starting-at-precision-one")
def _(y, score):
    return np.vstack([[0, 1], _pr(y, score)])


@answers("pr_points", "a point for each row", "pr-tie-in-two-steps")
def _(y, score):
    y = np.asarray(y)[np.argsort(-np.asarray(score), kind="stable")]
    tp = np.cumsum(y)
    return np.column_stack([tp / y.sum(), tp / np.arange(1, len(y) + 1)])


@answers("pr_points", "lowest threshold first", "recall-falling")
def _(y, score):
    return _pr(y, score)[::-1]


@answers("pr_points", "score > threshold: 0/0 at the top", "only-above-the-threshold")
def _(y, score):
    y, score = np.asarray(y), np.asarray(score, float)
    pts = []
    for t in np.unique(score)[::-1]:
        hit = score > t
        tp = np.sum(hit & (y == 1))
        pts.append((tp / np.sum(y == 1), tp / np.sum(hit) if hit.any() else 1.0))
    return np.array(pts)


@answers("pr_points", "accuracy for precision", "accuracy-for-precision")
def _(y, score):
    y, score = np.asarray(y), np.asarray(score, float)
    return np.array(
        [(np.mean((score >= t)[y == 1]), np.mean((score >= t) == y)) for t in np.unique(score)[::-1]]
    )


@answers("pr_points", "interpolated precision", "precision-smoothed-upwards")
def _(y, score):
    p = _pr(y, score)
    p[:, 1] = np.maximum.accumulate(p[::-1, 1])[::-1]
    return p


@answers("pr_points", "fpr in place of recall", "false-positive-rate-for-recall")
def _(y, score):
    p = _pr(y, score)
    p[:, 0] = _roc(y, score)[1:, 0]
    return p


# weighted_error


@answers("weighted_error", "the weight of the predicted label", "errors-weighted-by-the-prediction")
def _(y, yhat, w):
    total = sum(w[t] for t in y)
    return sum(w[p] for t, p in zip(y, yhat) if t != p) / total


@answers("weighted_error", "divided by n", "divided-by-the-number")
def _(y, yhat, w):
    return sum(w[t] for t, p in zip(y, yhat) if t != p) / len(y)


@answers("weighted_error", "weights are ignored", "every-error-counts-one")
def _(y, yhat, w):
    return float(np.mean(np.asarray(y) != np.asarray(yhat)))


@answers("weighted_error", "divided by the sum of the table of weights", "divided-by-the-table-of-weights")
def _(y, yhat, w):
    return sum(w[t] for t, p in zip(y, yhat) if t != p) / sum(w.values())


@answers("weighted_error", "the weighted accuracy", "weighted-accuracy")
def _(y, yhat, w):
    return sum(w[t] for t, p in zip(y, yhat) if t == p) / sum(w[t] for t in y)


@answers("weighted_error", "not divided", "not-divided")
def _(y, yhat, w):
    return sum(w[t] for t, p in zip(y, yhat) if t != p)


@answers("weighted_error", "mean of the errors of each class, weighted", "weighted-mean-over-the-classes")
def _(y, yhat, w):
    y, yhat = np.asarray(y), np.asarray(yhat)
    return sum(w[c] * np.mean(yhat[y == c] != c) for c in w if np.any(y == c)) / sum(
        w[c] for c in w if np.any(y == c)
    )


@answers("weighted_error", "the square of the weights (once in each factor)", "weights-used-twice")
def _(y, yhat, w):
    total = sum(w[t] for t in y)
    return sum(w[t] * w[t] for t, p in zip(y, yhat) if t != p) / total


# correct_prior


@answers("correct_prior", "not normalised", "rows-not-normalised")
def _(P, train_prior, true_prior):
    return np.asarray(P) * np.asarray(true_prior) / np.asarray(train_prior)


@answers("correct_prior", "the ratio upside down", "ratio-upside-down")
def _(P, train_prior, true_prior):
    W = np.asarray(P) * np.asarray(train_prior) / np.where(np.asarray(true_prior) == 0, 1, true_prior)
    return W / W.sum(axis=1, keepdims=True)


@answers("correct_prior", "multiplies by the new prior only", "multiplied-only")
def _(P, train_prior, true_prior):
    W = np.asarray(P) * np.asarray(true_prior)
    return W / W.sum(axis=1, keepdims=True)


@answers("correct_prior", "normalised over all rows together", "all-rows-together-normalised")
def _(P, train_prior, true_prior):
    W = np.asarray(P) * np.asarray(true_prior) / np.asarray(train_prior)
    return W / W.sum()


@answers("correct_prior", "normalised by columns", "columns-normalised")
def _(P, train_prior, true_prior):
    W = np.asarray(P) * np.asarray(true_prior) / np.asarray(train_prior)
    return W / W.sum(axis=0)


@answers("correct_prior", "divides by the old prior only", "divided-only")
def _(P, train_prior, true_prior):
    W = np.asarray(P) / np.asarray(train_prior)
    return W / W.sum(axis=1, keepdims=True)


@answers("correct_prior", "adds the difference of the priors", "difference-of-the-priors")
def _(P, train_prior, true_prior):
    W = np.asarray(P) + np.asarray(true_prior) - np.asarray(train_prior)
    return W / W.sum(axis=1, keepdims=True)


@answers("correct_prior", "returns P as it is", "unchanged")
def _(P, train_prior, true_prior):
    return np.asarray(P)


# undersample


@answers("undersample", "with replacement", "drawn-with-replacement")
def _(y, majority, fraction, rng):
    y = np.asarray(y)
    m = np.flatnonzero(y == majority)
    n = max(1, int(np.floor(fraction * len(m) + 0.5)))
    return np.sort(np.r_[np.flatnonzero(y != majority), rng.choice(m, n)])


@answers("undersample", "not sorted", "not-sorted")
def _(y, majority, fraction, rng):
    y = np.asarray(y)
    m = np.flatnonzero(y == majority)
    n = max(1, int(np.floor(fraction * len(m) + 0.5)))
    return np.r_[np.flatnonzero(y != majority), rng.choice(m, n, replace=False)]


@answers("undersample", "the first ones, not a random part", "first-rows")
def _(y, majority, fraction, rng):
    y = np.asarray(y)
    m = np.flatnonzero(y == majority)
    n = max(1, int(np.floor(fraction * len(m) + 0.5)))
    return np.sort(np.r_[np.flatnonzero(y != majority), m[:n]])


@answers("undersample", "cut, not rounded", "rounded-down")
def _(y, majority, fraction, rng):
    y = np.asarray(y)
    m = np.flatnonzero(y == majority)
    n = max(1, int(fraction * len(m)))
    return np.sort(np.r_[np.flatnonzero(y != majority), rng.choice(m, n, replace=False)])


@answers("undersample", "a coin for each row", "a-coin-for-every-row")
def _(y, majority, fraction, rng):
    y = np.asarray(y)
    return np.flatnonzero((y != majority) | (rng.random(len(y)) < fraction))


@answers("undersample", "only the rows of the majority come back", "majority-only")
def _(y, majority, fraction, rng):
    m = np.flatnonzero(np.asarray(y) == majority)
    n = max(1, int(np.floor(fraction * len(m) + 0.5)))
    return np.sort(rng.choice(m, n, replace=False))


@answers("undersample", "the share is dropped, not kept")
def _(y, majority, fraction, rng):
    y = np.asarray(y)
    m = np.flatnonzero(y == majority)
    n = max(1, int(np.floor((1 - fraction) * len(m) + 0.5)))
    return np.sort(np.r_[np.flatnonzero(y != majority), rng.choice(m, n, replace=False)])


@answers("undersample", "its own generator", "another-generator")
def _(y, majority, fraction, rng):
    y = np.asarray(y)
    m = np.flatnonzero(y == majority)
    n = max(1, int(np.floor(fraction * len(m) + 0.5)))
    return np.sort(np.r_[np.flatnonzero(y != majority), np.random.default_rng(0).choice(m, n, replace=False)])


@answers("undersample", "the labels, not the rows", "labels-for-indices")
def _(y, majority, fraction, rng):
    y = np.asarray(y)
    m = np.flatnonzero(y == majority)
    n = max(1, int(np.floor(fraction * len(m) + 0.5)))
    return y[np.sort(np.r_[np.flatnonzero(y != majority), rng.choice(m, n, replace=False)])]


@answers("undersample", "python's round: a half to the even number", "half-to-the-even-number")
def _(y, majority, fraction, rng):
    y = np.asarray(y)
    m = np.flatnonzero(y == majority)
    n = max(1, round(fraction * len(m)))
    return np.sort(np.r_[np.flatnonzero(y != majority), rng.choice(m, n, replace=False)])


@answers("undersample", "maybe no row of the majority is left", "none-is-possible")
def _(y, majority, fraction, rng):
    y = np.asarray(y)
    m = np.flatnonzero(y == majority)
    n = int(np.floor(fraction * len(m) + 0.5))
    return np.sort(np.r_[np.flatnonzero(y != majority), rng.choice(m, n, replace=False)])


# error_decomposition


@answers("error_decomposition", "the order (noise, model, gap)", "noise-first")
def _(e_test, e_train, e_best):
    return e_best, e_train - e_best, e_test - e_train


@answers("error_decomposition", "absolute values", "sizes-only")
def _(e_test, e_train, e_best):
    return abs(e_test - e_train), abs(e_train - e_best), e_best


@answers("error_decomposition", "the gap from the best, not from training", "gap-to-the-best")
def _(e_test, e_train, e_best):
    return e_test - e_best, e_train - e_best, e_best


@answers("error_decomposition", "the errors themselves", "the-errors-themselves")
def _(e_test, e_train, e_best):
    return e_test, e_train, e_best


@answers("error_decomposition", "negative parts set to 0", "clipped-at-zero")
def _(e_test, e_train, e_best):
    return max(0, e_test - e_train), max(0, e_train - e_best), e_best


@answers("error_decomposition", "training minus test", "gap-reversed")
def _(e_test, e_train, e_best):
    return e_train - e_test, e_train - e_best, e_best


@answers("error_decomposition", "model is the whole training error", "best-error-counted-twice")
def _(e_test, e_train, e_best):
    return e_test - e_train, e_train, e_best


@answers("error_decomposition", "shares of the test error", "shares-of-the-error")
def _(e_test, e_train, e_best):
    return (e_test - e_train) / e_test, (e_train - e_best) / e_test, e_best / e_test


# log_loss


@answers("log_loss", "no minus", "sign-forgotten")
def _(P, y):
    with np.errstate(divide="ignore"):
        return np.mean([np.log(row[c]) for row, c in zip(np.asarray(P), y)])


@answers("log_loss", "added up, not averaged", "sum-for-mean")
def _(P, y):
    total = 0.0
    for i in range(len(y)):
        p = P[i][y[i]]
        total += -math.log(p) if p > 0 else math.inf
    return total


@answers("log_loss", "clipped as libraries do it", "cut-off")
def _(P, y):
    P = np.clip(np.asarray(P, dtype=float), 1e-15, 1 - 1e-15)
    return -np.log(P[np.arange(len(P)), y]).mean()


@answers("log_loss", "logarithm of base 2", "base-two", "base 2")
def _(P, y):
    with np.errstate(divide="ignore"):
        return float(-np.log2(np.asarray(P, dtype=float)[range(len(y)), y]).mean())


@answers("log_loss", "the row's largest probability", "largest-probability")
def _(P, y):
    return float(np.mean(-np.log(np.asarray(P, dtype=float).max(axis=1))))


@answers("log_loss", "binary cross-entropy summed over all columns", "other-classes-too")
def _(P, y):
    P = np.asarray(P, dtype=float)
    T = np.zeros(P.shape)
    T[np.arange(len(P)), y] = 1
    with np.errstate(divide="ignore", invalid="ignore"):
        loss = -(np.nan_to_num(T * np.log(P), nan=0.0) + np.nan_to_num((1 - T) * np.log(1 - P), nan=0.0))
    return loss.sum() / len(P)


# f_beta


@answers("f_beta", "beta is not squared", "beta-not-squared")
def _(tp, fp, fn, beta):
    if tp == 0:
        return 0.0
    p = tp / (tp + fp)
    r = tp / (tp + fn)
    return (1 + beta) * p * r / (beta * p + r)


@answers("f_beta", "beta squared stands at the recall", "other-error-favoured")
def _(tp, fp, fn, beta):
    if tp == 0:
        return 0.0
    p, r = tp / (tp + fp), tp / (tp + fn)
    return (1 + beta**2) * p * r / (p + beta**2 * r)


@answers("f_beta", "F1 with another name", "beta-ignored")
def _(tp, fp, fn, beta):
    bottom = 2 * tp + fp + fn
    return 2 * tp / bottom if bottom else 0.0


@answers("f_beta", "divides before it looks", "division-by-zero")
def _(tp, fp, fn, beta):
    b2 = beta * beta
    return (1 + b2) * tp / ((1 + b2) * tp + b2 * fn + fp)


@answers("f_beta", "the factor is missing above the line", "factor-forgotten")
def _(tp, fp, fn, beta):
    bottom = (1 + beta**2) * tp + beta**2 * fn + fp
    if bottom == 0:
        return 0.0
    return tp / bottom


@answers("f_beta", "a weighted mean of the two", "weighted-arithmetic-mean")
def _(tp, fp, fn, beta):
    precision = tp / (tp + fp) if tp + fp else 0.0
    recall = tp / (tp + fn) if tp + fn else 0.0
    return (precision + beta**2 * recall) / (1 + beta**2)


# confusion_matrix


@answers("confusion_matrix", "truth in the rows", "truth-in-the-rows")
def _(y, yhat, classes):
    classes = list(classes)
    M = np.zeros((len(classes), len(classes)), dtype=int)
    for t, p in zip(y, yhat):
        M[classes.index(t), classes.index(p)] += 1
    return M


@answers(
    "confusion_matrix", "the classes that occur in the truth", "classes-that-are-true", "classes-that-occur"
)
def _(y, yhat, classes):
    y, yhat = np.array(y), np.array(yhat)
    names = sorted(set(y.tolist()))
    return np.array([[np.sum((yhat == a) & (y == c)) for c in names] for a in names])


@answers("confusion_matrix", "fancy indexing adds once", "each-pair-once")
def _(y, yhat, classes):
    place = {c: i for i, c in enumerate(classes)}
    rows = [place[label] for label in np.array(yhat).tolist()]
    columns = [place[label] for label in np.array(y).tolist()]
    M = np.zeros((len(classes), len(classes)), dtype=int)
    M[rows, columns] += 1
    return M


@answers("confusion_matrix", "sorts the classes", "sorted-classes")
def _(y, yhat, classes):
    order = sorted(classes)
    M = [[0 for _ in order] for _ in order]
    for t, p in zip(np.array(y).tolist(), np.array(yhat).tolist()):
        M[order.index(p)][order.index(t)] += 1
    return M


@answers("confusion_matrix", "normalised by all", "shares-of-all")
def _(y, yhat, classes):
    y, yhat = np.array(y), np.array(yhat)
    return np.array([[np.mean((yhat == a) & (y == c)) for c in classes] for a in classes])


@answers("confusion_matrix", "only the errors are entered", "errors-only")
def _(y, yhat, classes):
    place = {c: i for i, c in enumerate(classes)}
    M = np.zeros((len(place), len(place)), dtype=int)
    for t, p in zip(np.array(y).tolist(), np.array(yhat).tolist()):
        if t != p:
            M[place[p], place[t]] += 1
    return M


# macro_micro


@answers("macro_micro", "F1 of the macro averages", "f1-of-the-means")
def _(M):
    M = np.array(M)
    p = np.array([M[c, c] / M[c].sum() if M[c].sum() else 0.0 for c in range(len(M))]).mean()
    r = np.array([M[c, c] / M[:, c].sum() if M[:, c].sum() else 0.0 for c in range(len(M))]).mean()
    f = 2 * p * r / (p + r) if p + r else 0.0
    return {"macro_precision": p, "macro_recall": r, "macro_f1": f, "micro": np.trace(M) / M.sum()}


@answers("macro_micro", "rows taken for the truth", "precision-for-recall")
def _(M):
    M = np.array(M, dtype=float)
    ps, rs, fs = [], [], []
    for c in range(len(M)):
        tp, true, said = M[c, c], M[c, :].sum(), M[:, c].sum()
        ps.append(tp / said if said else 0.0)
        rs.append(tp / true if true else 0.0)
        fs.append(2 * tp / (said + true) if said + true else 0.0)
    return {
        "macro_precision": np.mean(ps),
        "macro_recall": np.mean(rs),
        "macro_f1": np.mean(fs),
        "micro": np.trace(M) / M.sum(),
    }


@answers("macro_micro", "empty classes give NaN", "nan-for-nothing-by-nothing")
def _(M):
    M = np.array(M, dtype=float)
    tp = np.diag(M)
    with np.errstate(all="ignore"):
        p, r = tp / M.sum(axis=1), tp / M.sum(axis=0)
        f = 2 * tp / (M.sum(axis=0) + M.sum(axis=1))
    return {
        "macro_precision": p.mean(),
        "macro_recall": r.mean(),
        "macro_f1": f.mean(),
        "micro": tp.sum() / M.sum(),
    }


@answers("macro_micro", "weighted by how frequent a class is", "weighted-by-size")
def _(M):
    M = np.array(M, dtype=float)
    n, result = M.sum(), {"macro_precision": 0.0, "macro_recall": 0.0, "macro_f1": 0.0}
    for c in range(len(M)):
        weight = M[:, c].sum() / n
        said, true = M[c].sum(), M[:, c].sum()
        result["macro_precision"] += weight * (M[c, c] / said if said else 0)
        result["macro_recall"] += weight * (M[c, c] / true if true else 0)
        result["macro_f1"] += weight * (2 * M[c, c] / (said + true) if said + true else 0)
    result["micro"] = np.trace(M) / n
    return result


@answers("macro_micro", "true negatives in the micro average", "micro-with-true-negatives")
def _(M):
    M = np.array(M, dtype=float)
    p, r, f, right = [], [], [], 0
    for c in range(len(M)):
        tp, fp, fn = M[c, c], M[c].sum() - M[c, c], M[:, c].sum() - M[c, c]
        right += M.sum() - fp - fn
        p.append(tp / (tp + fp) if tp + fp else 0)
        r.append(tp / (tp + fn) if tp + fn else 0)
        f.append(2 * tp / (2 * tp + fp + fn) if tp + fp + fn else 0)
    return {
        "macro_precision": np.mean(p),
        "macro_recall": np.mean(r),
        "macro_f1": np.mean(f),
        "micro": right / (len(M) * M.sum()),
    }


@answers("macro_micro", "sums are not divided", "sums-for-means")
def _(M):
    M = np.array(M, dtype=float)
    p = r = f = 0.0
    for c in range(len(M)):
        said, true = M[c].sum(), M[:, c].sum()
        p += M[c, c] / said if said else 0
        r += M[c, c] / true if true else 0
        f += 2 * M[c, c] / (said + true) if said + true else 0
    return {"macro_precision": p, "macro_recall": r, "macro_f1": f, "micro": np.trace(M) / M.sum()}
