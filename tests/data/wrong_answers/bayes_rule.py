"""Wrong answers to the tasks on Bayes' rule."""
# ruff: noqa: B905, E731, E741, SIM103

import itertools
import math

import numpy as np
from scipy import stats

from tests.data.wrong_answers import WrongAnswers

answers = WrongAnswers()


def _p(joint, event):
    return sum(p for row, p in joint.items() if all(row[i] == v for i, v in event.items()))


@answers("event_prob", "any in place of all", "or-for-and")
def _(joint, event):
    return sum(p for row, p in joint.items() if any(row[i] == v for i, v in event.items()))


@answers("event_prob", "counts the rows", "fraction-of-rows")
def _(joint, event):
    return sum(1 for row in joint if all(row[i] == v for i, v in event.items())) / len(joint)


@answers("event_prob", "the values anywhere in the row", "value-anywhere-in-the-row")
def _(joint, event):
    return sum(p for row, p in joint.items() if all(v in row for v in event.values()))


@answers("event_prob", "product of the marginals", "product-of-marginals")
def _(joint, event):
    p = 1.0
    for i, v in event.items():
        p *= sum(q for row, q in joint.items() if row[i] == v)
    return p


@answers("event_prob", "the first row that agrees", "first-matching-row")
def _(joint, event):
    for row, p in joint.items():
        if all(row[i] == v for i, v in event.items()):
            return p
    return 0


@answers("event_prob", "return inside the loop", "first-matching-row")
def _(joint, event):
    total = 0
    for row, p in joint.items():
        ok = True
        for i, v in event.items():
            if row[i] != v:
                ok = False
        if ok:
            total += p
            return total
    return total


@answers("event_prob", "empty event gives 0", "empty-event-never-happens")
def _(joint, event):
    if not event:
        return 0
    return _p(joint, event)


@answers("event_prob", "only the last condition counts", "last-condition-only")
def _(joint, event):
    total = 0
    for row, p in joint.items():
        match = True
        for i, v in event.items():
            match = row[i] == v
        if match:
            total += p
    return total


@answers("event_prob", "positions counted from 1", "positions-from-one")
def _(joint, event):
    return sum(p for row, p in joint.items() if all(row[i - 1] == v for i, v in event.items()))


# cond_prob


@answers("cond_prob", "not divided", "joint-instead-of-conditional")
def _(joint, event, given):
    if _p(joint, given) == 0:
        raise ValueError
    return sum(
        p
        for r, p in joint.items()
        if all(r[i] == v for i, v in event.items()) and all(r[i] == v for i, v in given.items())
    )


@answers("cond_prob", "the other way round", "divides-by-the-event")
def _(joint, event, given):
    both = sum(p for r, p in joint.items() if all(r[i] == v for i, v in [*event.items(), *given.items()]))
    if _p(joint, event) == 0:
        raise ValueError
    return both / _p(joint, event)


@answers("cond_prob", "merged dictionaries: a contradiction is overwritten", "condition-overwrites-event")
def _(joint, event, given):
    if _p(joint, given) == 0:
        raise ValueError
    return _p(joint, {**event, **given}) / _p(joint, given)


@answers("cond_prob", "ZeroDivisionError", "impossible-condition-divides")
def _(joint, event, given):
    both = sum(p for r, p in joint.items() if all(r[i] == v for i, v in [*event.items(), *given.items()]))
    return both / _p(joint, given)


@answers("cond_prob", "independent: P(event)", "condition-ignored")
def _(joint, event, given):
    if _p(joint, given) == 0:
        raise ValueError
    return _p(joint, event)


@answers("cond_prob", "0 when the condition is impossible", "impossible-condition-gives-zero")
def _(joint, event, given):
    both = sum(p for r, p in joint.items() if all(r[i] == v for i, v in [*event.items(), *given.items()]))
    g = _p(joint, given)
    return both / g if g else 0


@answers("cond_prob", "P(event) / P(given)", "ratio-of-marginals")
def _(joint, event, given):
    if _p(joint, given) == 0:
        raise ValueError
    return _p(joint, event) / _p(joint, given)


@answers("cond_prob", "P(event) P(given) / P(given)", "condition-ignored")
def _(joint, event, given):
    if _p(joint, given) == 0:
        raise ValueError
    return _p(joint, event) * _p(joint, given) / _p(joint, given)


@answers("cond_prob", "a contradiction raises, too", "wherever your function gives one")
def _(joint, event, given):
    for i in event:
        if i in given and event[i] != given[i]:
            raise ValueError("contradiction")
    if _p(joint, given) == 0:
        raise ValueError
    return _p(joint, {**event, **given}) / _p(joint, given)


# bayes_posterior


@answers("bayes_posterior", "not normalised", "not-normalised")
def _(prior, likelihood):
    w = [p * l for p, l in zip(prior, likelihood)]
    if sum(w) == 0:
        raise ValueError
    return w


@answers("bayes_posterior", "prior ignored", "prior-ignored")
def _(prior, likelihood):
    if sum(p * l for p, l in zip(prior, likelihood)) == 0:
        raise ValueError
    return np.asarray(likelihood) / np.sum(likelihood)


@answers("bayes_posterior", "divided by the sum of the likelihoods", "divides-by-the-sum-of-likelihoods")
def _(prior, likelihood):
    if np.dot(prior, likelihood) == 0:
        raise ValueError
    return np.asarray(prior) * np.asarray(likelihood) / np.sum(likelihood)


@answers("bayes_posterior", "no error", "nothing-possible-gives-nan")
def _(prior, likelihood):
    w = np.asarray(prior, float) * np.asarray(likelihood, float)
    with np.errstate(all="ignore"):
        return w / w.sum()


@answers("bayes_posterior", "added", "adds-prior-and-likelihood")
def _(prior, likelihood):
    w = [p + l for p, l in zip(prior, likelihood)]
    if sum(w) == 0:
        raise ValueError
    return [x / sum(w) for x in w]


@answers("bayes_posterior", "rounded to 4", "rounded-for-the-eye")
def _(prior, likelihood):
    w = np.asarray(prior, float) * np.asarray(likelihood, float)
    if w.sum() == 0:
        raise ValueError
    return np.round(w / w.sum(), 4)


@answers("bayes_posterior", "divided by the largest", "divides-by-the-largest")
def _(prior, likelihood):
    w = np.asarray(prior, float) * np.asarray(likelihood, float)
    if w.sum() == 0:
        raise ValueError
    return w / w.max()


@answers("bayes_posterior", "two classes: the second is one minus", "two-classes-only")
def _(prior, likelihood):
    w = [p * l for p, l in zip(prior, likelihood)]
    if sum(w) == 0:
        raise ValueError
    a = w[0] / (w[0] + w[1])
    return [a, 1 - a]


@answers(
    "bayes_posterior", "if all likelihoods are 0 only: prior 0 is overlooked", "nothing-possible-gives-nan"
)
def _(prior, likelihood):
    if sum(likelihood) == 0:
        raise ValueError("no evidence")
    w = np.asarray(prior, float) * np.asarray(likelihood, float)
    with np.errstate(all="ignore"):
        return w / w.sum()


# diagnostic_posterior


@answers("diagnostic_posterior", "the sensitivity", "sensitivity-returned")
def _(prevalence, sensitivity, specificity):
    return sensitivity


@answers("diagnostic_posterior", "specificity for the false alarms", "specificity-as-false-positives")
def _(prevalence, sensitivity, specificity):
    e = sensitivity * prevalence + specificity * (1 - prevalence)
    if e == 0:
        raise ValueError
    return sensitivity * prevalence / e


@answers("diagnostic_posterior", "1 - sensitivity for the false alarms", "misses-for-false-alarms")
def _(prevalence, sensitivity, specificity):
    e = sensitivity * prevalence + (1 - sensitivity) * (1 - prevalence)
    if e == 0:
        raise ValueError
    return sensitivity * prevalence / e


@answers("diagnostic_posterior", "base rate ignored", "base-rate-neglected")
def _(prevalence, sensitivity, specificity):
    e = sensitivity + 1 - specificity
    if e == 0:
        raise ValueError
    return sensitivity / e


@answers("diagnostic_posterior", "P(positive and defect)", "found-among-all")
def _(prevalence, sensitivity, specificity):
    return sensitivity * prevalence


@answers("diagnostic_posterior", "P(defect | negative)", "defect-although-negative")
def _(prevalence, sensitivity, specificity):
    a = (1 - sensitivity) * prevalence
    e = a + specificity * (1 - prevalence)
    if e == 0:
        raise ValueError
    return a / e


@answers("diagnostic_posterior", "ZeroDivisionError", "never-positive-divides")
def _(prevalence, sensitivity, specificity):
    return sensitivity * prevalence / (sensitivity * prevalence + (1 - specificity) * (1 - prevalence))


@answers("diagnostic_posterior", "never positive: 0", "never-positive-gives-zero")
def _(prevalence, sensitivity, specificity):
    e = sensitivity * prevalence + (1 - specificity) * (1 - prevalence)
    return sensitivity * prevalence / e if e > 0 else 0.0


@answers("diagnostic_posterior", "false alarms not weighted by 1 - prevalence", "good-parts-not-weighted")
def _(prevalence, sensitivity, specificity):
    e = sensitivity * prevalence + (1 - specificity)
    if e == 0:
        raise ValueError
    return sensitivity * prevalence / e


@answers("diagnostic_posterior", "the complement: no defect given positive", "good-although-positive")
def _(prevalence, sensitivity, specificity):
    e = sensitivity * prevalence + (1 - specificity) * (1 - prevalence)
    if e == 0:
        raise ValueError
    return (1 - specificity) * (1 - prevalence) / e


# map_theta


@answers("map_theta", "alpha above only", "alpha-above-the-line-only")
def _(counts, alpha):
    n = sum(counts)
    if n == 0 and alpha == 0:
        raise ValueError
    return [(c + alpha) / n for c in counts]


@answers("map_theta", "alpha once below", "alpha-once-below-the-line")
def _(counts, alpha):
    if sum(counts) + alpha == 0:
        raise ValueError
    return [(c + alpha) / (sum(counts) + alpha) for c in counts]


@answers("map_theta", "2 alpha below", "always-two-values")
def _(counts, alpha):
    if sum(counts) + alpha == 0:
        raise ValueError
    return [(c + alpha) / (sum(counts) + 2 * alpha) for c in counts]


@answers("map_theta", "alpha - 1, as with a Dirichlet's parameters", "alpha-less-one")
def _(counts, alpha):
    c = np.asarray(counts, float) + alpha - 1
    if c.sum() == 0:
        raise ValueError
    return c / c.sum()


@answers("map_theta", "no smoothing", "alpha-ignored")
def _(counts, alpha):
    if sum(counts) == 0:
        raise ValueError
    return [c / sum(counts) for c in counts]


@answers("map_theta", "always 1", "one-hard-coded")
def _(counts, alpha):
    c = np.asarray(counts) + 1
    return c / c.sum()


@answers("map_theta", "only zeros get alpha", "only-zeros-are-smoothed")
def _(counts, alpha):
    c = [x if x > 0 else alpha for x in counts]
    if sum(c) == 0:
        raise ValueError
    return [x / sum(c) for x in c]


@answers("map_theta", "uniform for 0/0", "nothing-counted-gives-uniform")
def _(counts, alpha):
    c = np.asarray(counts, float) + alpha
    if c.sum() == 0:
        return np.full(len(c), 1 / len(c))
    return c / c.sum()


@answers("map_theta", "ZeroDivisionError", "nothing-counted-divides")
def _(counts, alpha):
    t = sum(counts) + alpha * len(counts)
    return [(c + alpha) / t for c in counts]


@answers("map_theta", "V counts only the seen values", "values-seen-count-below")
def _(counts, alpha):
    V = sum(1 for c in counts if c > 0)
    t = sum(counts) + alpha * V
    if t == 0:
        raise ValueError
    return [(c + alpha) / t for c in counts]


# normalise_log


@answers("normalise_log", "exp without shift", "exp-of-what-is-there")
def _(log_scores):
    p = np.exp(np.asarray(log_scores, float))
    if p.sum() == 0:
        raise ValueError
    return p / p.sum()


@answers("normalise_log", "divides the logs", "divides-the-logs")
def _(log_scores):
    s = np.asarray(log_scores, float)
    if np.isneginf(s).all():
        raise ValueError
    return s / s.sum()


@answers("normalise_log", "shift by the minimum", "shifts-by-the-minimum")
def _(log_scores):
    s = np.asarray(log_scores, float)
    if np.isneginf(s).all():
        raise ValueError
    with np.errstate(all="ignore"):
        p = np.exp(s - s.min())
        return p / p.sum()


@answers("normalise_log", "adds the maximum")
def _(log_scores):
    s = np.asarray(log_scores, float)
    if np.isneginf(s).all():
        raise ValueError
    with np.errstate(all="ignore"):
        p = np.exp(s + s.max())
        return p / p.sum()


@answers("normalise_log", "no error for all -inf", "nothing-possible-gives-nan")
def _(log_scores):
    s = np.asarray(log_scores, float)
    with np.errstate(all="ignore"):
        p = np.exp(s - s.max())
        return p / p.sum()


@answers("normalise_log", "any -inf is an error", "wherever your function gives one")
def _(log_scores):
    s = np.asarray(log_scores, float)
    if np.isinf(s).any():
        raise ValueError
    p = np.exp(s - s.max())
    return p / p.sum()


@answers("normalise_log", "not normalised after the shift", "not-divided-by-the-sum")
def _(log_scores):
    s = np.asarray(log_scores, float)
    if np.isneginf(s).all():
        raise ValueError
    return np.exp(s - s.max())


@answers("normalise_log", "2 to the power", "powers-of-two")
def _(log_scores):
    s = np.asarray(log_scores, float)
    if np.isneginf(s).all():
        raise ValueError
    p = 2.0 ** (s - s.max())
    return p / p.sum()


@answers("normalise_log", "log probabilities", "log-probabilities-returned")
def _(log_scores):
    s = np.asarray(log_scores, float)
    if np.isneginf(s).all():
        raise ValueError
    s = s - s.max()
    return s - np.log(np.exp(s).sum())


@answers("normalise_log", "uniform for all -inf", "nothing-possible-gives-uniform")
def _(log_scores):
    s = np.asarray(log_scores, float)
    if np.isneginf(s).all():
        return np.full(len(s), 1 / len(s))
    p = np.exp(s - s.max())
    return p / p.sum()


# cond_independent


@answers("cond_independent", "without the condition: marginal independence", "marginal-independence")
def _(joint, a, b, c, tol=1e-9):
    for x in {r[a] for r in joint}:
        for y in {r[b] for r in joint}:
            if abs(_p(joint, {a: x, b: y}) - _p(joint, {a: x}) * _p(joint, {b: y})) > tol:
                return False
    return True


@answers("cond_independent", "one value of c is enough", "one-class-is-enough")
def _(joint, a, b, c, tol=1e-9):
    for z in {r[c] for r in joint}:
        pz = _p(joint, {c: z})
        if pz == 0:
            continue
        if all(
            abs(
                _p(joint, {a: x, b: y, c: z}) / pz
                - _p(joint, {a: x, c: z}) / pz * _p(joint, {b: y, c: z}) / pz
            )
            <= tol
            for x in {r[a] for r in joint}
            for y in {r[b] for r in joint}
        ):
            return True
    return False


@answers("cond_independent", "not divided by P(c)", "class-probability-forgotten")
def _(joint, a, b, c, tol=1e-9):
    for x, y, z in itertools.product({r[a] for r in joint}, {r[b] for r in joint}, {r[c] for r in joint}):
        if abs(_p(joint, {a: x, b: y, c: z}) - _p(joint, {a: x, c: z}) * _p(joint, {b: y, c: z})) > tol:
            return False
    return True


@answers("cond_independent", "exact comparison", "exactly-equal-floats")
def _(joint, a, b, c, tol=1e-9):
    for x, y, z in itertools.product({r[a] for r in joint}, {r[b] for r in joint}, {r[c] for r in joint}):
        pz = _p(joint, {c: z})
        if pz == 0:
            continue
        if _p(joint, {a: x, b: y, c: z}) / pz != _p(joint, {a: x, c: z}) / pz * _p(joint, {b: y, c: z}) / pz:
            return False
    return True


@answers("cond_independent", "multiplied out: compares P(abc) P(c) with P(ac) P(bc)", "multiplied-out")
def _(joint, a, b, c, tol=1e-9):
    for x, y, z in itertools.product({r[a] for r in joint}, {r[b] for r in joint}, {r[c] for r in joint}):
        if (
            abs(
                _p(joint, {a: x, b: y, c: z}) * _p(joint, {c: z})
                - _p(joint, {a: x, c: z}) * _p(joint, {b: y, c: z})
            )
            > tol
        ):
            return False
    return True


@answers("cond_independent", "divides by zero where c is impossible", "wherever your function gives one")
def _(joint, a, b, c, tol=1e-9):
    for x, y, z in itertools.product({r[a] for r in joint}, {r[b] for r in joint}, {r[c] for r in joint}):
        pz = _p(joint, {c: z})
        if (
            abs(
                _p(joint, {a: x, b: y, c: z}) / pz
                - _p(joint, {a: x, c: z}) / pz * _p(joint, {b: y, c: z}) / pz
            )
            > tol
        ):
            return False
    return True


@answers("cond_independent", "the tolerance is fixed", "tolerance-ignored")
def _(joint, a, b, c, tol=1e-9):
    for x, y, z in itertools.product({r[a] for r in joint}, {r[b] for r in joint}, {r[c] for r in joint}):
        pz = _p(joint, {c: z})
        if (
            pz
            and abs(
                _p(joint, {a: x, b: y, c: z}) / pz
                - _p(joint, {a: x, c: z}) / pz * _p(joint, {b: y, c: z}) / pz
            )
            > 1e-9
        ):
            return False
    return True


@answers("cond_independent", "returns from inside the loop after the first pair", "returns-at-the-first-look")
def _(joint, a, b, c, tol=1e-9):
    for x, y, z in itertools.product(
        sorted({r[a] for r in joint}), sorted({r[b] for r in joint}), sorted({r[c] for r in joint})
    ):
        pz = _p(joint, {c: z})
        if pz == 0:
            continue
        if (
            abs(
                _p(joint, {a: x, b: y, c: z}) / pz
                - _p(joint, {a: x, c: z}) / pz * _p(joint, {b: y, c: z}) / pz
            )
            > tol
        ):
            return False
        else:
            return True
    return True


@answers("cond_independent", "conditions on a instead of c", "given-the-first-variable")
def _(joint, a, b, c, tol=1e-9):
    a, c = c, a
    for x, y, z in itertools.product({r[a] for r in joint}, {r[b] for r in joint}, {r[c] for r in joint}):
        pz = _p(joint, {c: z})
        if (
            pz
            and abs(
                _p(joint, {a: x, b: y, c: z}) / pz
                - _p(joint, {a: x, c: z}) / pz * _p(joint, {b: y, c: z}) / pz
            )
            > tol
        ):
            return False
    return True


# binomial_likelihood


@answers("binomial_likelihood", "without the number of orders", "no-coefficient")
def _(k, n, theta):
    return theta**k * (1 - theta) ** (n - k)


@answers("binomial_likelihood", "factorials as floats overflow", "wherever your function gives one")
def _(k, n, theta):
    f = lambda m: float(math.factorial(m))
    return f(n) / (f(k) * f(n - k)) * theta**k * (1 - theta) ** (n - k)


@answers("binomial_likelihood", "logs: theta 0 fails", "logarithm-of-zero-raises")
def _(k, n, theta):
    return math.exp(math.log(math.comb(n, k)) + k * math.log(theta) + (n - k) * math.log(1 - theta))


@answers("binomial_likelihood", "(1 - theta) to the n", "every-toss-may-fail")
def _(k, n, theta):
    return math.comb(n, k) * theta**k * (1 - theta) ** n


@answers("binomial_likelihood", "at most k", "at-most-k")
def _(k, n, theta):
    return stats.binom.cdf(k, n, theta)


@answers("binomial_likelihood", "k and n - k swapped", "exponents-swapped")
def _(k, n, theta):
    return math.comb(n, k) * theta ** (n - k) * (1 - theta) ** k


@answers("binomial_likelihood", "at least k", "at-least-k")
def _(k, n, theta):
    return sum(math.comb(n, i) * theta**i * (1 - theta) ** (n - i) for i in range(k, n + 1))


@answers("binomial_likelihood", "permutations", "orders-counted-twice")
def _(k, n, theta):
    return math.perm(n, k) * theta**k * (1 - theta) ** (n - k)


@answers("binomial_likelihood", "the failures are left out", "failures-forgotten")
def _(k, n, theta):
    return math.comb(n, k) * theta**k


@answers("binomial_likelihood", "the logarithm", "log-likelihood-returned")
def _(k, n, theta):
    with np.errstate(divide="ignore"):
        return float(stats.binom.logpmf(k, n, theta))


# n_parameters


def _n(K, v):
    return {
        "table": K * math.prod(v),
        "joint": K * math.prod(v) - 1,
        "stored": K + K * sum(v),
        "naive": K - 1 + K * sum(x - 1 for x in v),
    }


@answers("n_parameters", "numpy's prod overflows", "product-overflows")
def _(K, n_values, kind):
    t = {
        "table": K * np.prod(n_values),
        "joint": K * np.prod(n_values) - 1,
        "stored": K + K * sum(n_values),
        "naive": K - 1 + K * sum(x - 1 for x in n_values),
    }
    if kind not in t:
        raise ValueError
    return int(t[kind])


@answers("n_parameters", "the prior forgotten in naive and stored", "prior-forgotten")
def _(K, n_values, kind):
    t = _n(K, n_values)
    t["stored"] -= K
    t["naive"] -= K - 1
    if kind not in t:
        raise ValueError
    return t[kind]


@answers("n_parameters", "K classes in the prior of naive: not one less", "whole-prior-counted")
def _(K, n_values, kind):
    t = _n(K, n_values)
    t["naive"] += 1
    if kind not in t:
        raise ValueError
    return t[kind]


@answers("n_parameters", "KeyError", "the kind of error")
def _(K, n_values, kind):
    return _n(K, n_values)[kind]


@answers("n_parameters", "the joint without one less", "table-counted-as-free")
def _(K, n_values, kind):
    t = _n(K, n_values)
    t["joint"] = t["table"]
    if kind not in t:
        raise ValueError
    return t[kind]


@answers("n_parameters", "the class is not a variable of the table", "class-is-no-variable")
def _(K, n_values, kind):
    t = _n(K, n_values)
    t["table"] //= K
    t["joint"] = t["table"] - 1
    if kind not in t:
        raise ValueError
    return t[kind]


@answers("n_parameters", "one less for each class's table: K (prod - 1)", "one-less-in-every-class")
def _(K, n_values, kind):
    t = _n(K, n_values)
    t["joint"] = K * (math.prod(n_values) - 1)
    if kind not in t:
        raise ValueError
    return t[kind]


@answers("n_parameters", "two values for each feature", "two-values-each")
def _(K, n_values, kind):
    d = len(n_values)
    t = {"table": K * 2**d, "joint": K * 2**d - 1, "stored": K + 2 * K * d, "naive": K - 1 + K * d}
    if kind not in t:
        raise ValueError
    return t[kind]


@answers("n_parameters", "None for another kind", "unknown-kind-gives-nothing")
def _(K, n_values, kind):
    return _n(K, n_values).get(kind)


@answers("n_parameters", "floats: too large for a float with 784 features", "computed-with-floats")
def _(K, n_values, kind):
    p = float(K)
    for v in n_values:
        p *= v
    t = {
        "table": p,
        "joint": p - 1,
        "stored": K + K * sum(n_values),
        "naive": K - 1 + K * sum(x - 1 for x in n_values),
    }
    if kind not in t:
        raise ValueError
    return int(t[kind])


# update_odds


@answers("update_odds", "stops at the odds", "odds-returned")
def _(p, ratios):
    odds = p / (1 - p) if p < 1 else float("inf")
    for r in ratios:
        odds *= r
    return odds


@answers("update_odds", "multiplies the probability", "probability-times-ratios")
def _(p, ratios):
    for r in ratios:
        p = p * r
    return p


@answers("update_odds", "divides by one minus p although p may be 1", "certainty-divides")
def _(p, ratios):
    odds = p / (1 - p)
    for r in ratios:
        odds = odds * r
    return odds / (odds + 1)


@answers("update_odds", "adds the ratios up", "ratios-added")
def _(p, ratios):
    if len(ratios) == 0:
        return p
    total = 0
    for r in ratios:
        total += r
    if p == 1:
        if total == 0:
            raise ValueError("impossible")
        return 1.0
    odds = p / (1 - p) * total
    return odds / (1 + odds)


@answers("update_odds", "returns inside the loop", "first-ratio-only")
def _(p, ratios):
    for r in ratios:
        if p == 1 and r == 0:
            raise ValueError
        return p * r / (p * r + 1 - p)
    return p


@answers("update_odds", "starts from p again each time", "last-ratio-only")
def _(p, ratios):
    result = p
    for r in ratios:
        if p * r + 1 - p == 0:
            raise ValueError
        result = p * r / (p * r + 1 - p)
    return result


# repeated_test


@answers("repeated_test", "a silence changes nothing", "silences-skipped")
def _(prevalence, sensitivity, specificity, beeps):
    p = prevalence
    for beep in beeps:
        if beep:
            found, false = p * sensitivity, (1 - p) * (1 - specificity)
            if found + false == 0:
                raise ValueError
            p = found / (found + false)
    return p


@answers("repeated_test", "always starts from the prevalence", "last-answer-only")
def _(prevalence, sensitivity, specificity, beeps):
    p = prevalence
    for beep in beeps:
        d = sensitivity if beep else 1 - sensitivity
        g = 1 - specificity if beep else specificity
        if prevalence * d + (1 - prevalence) * g == 0:
            raise ValueError
        p = prevalence * d / (prevalence * d + (1 - prevalence) * g)
    return p


@answers("repeated_test", "the good parts beep with the specificity", "specificity-where-it-beeps")
def _(prevalence, sensitivity, specificity, beeps):
    d, g = prevalence, 1 - prevalence
    for beep in beeps:
        if beep:
            d, g = d * sensitivity, g * specificity
        else:
            d, g = d * (1 - sensitivity), g * (1 - specificity)
    if d + g == 0:
        raise ValueError
    return d / (d + g)


@answers("repeated_test", "the prior counts in every step", "prevalence-every-time")
def _(prevalence, sensitivity, specificity, beeps):
    if len(beeps) == 0:
        return prevalence
    d = g = 1
    for beep in beeps:
        d *= prevalence * (sensitivity if beep else 1 - sensitivity)
        g *= (1 - prevalence) * (1 - specificity if beep else specificity)
    if d + g == 0:
        raise ValueError
    return d / (d + g)


@answers("repeated_test", "zero where nothing can be said", "zero-for-what-never-comes")
def _(prevalence, sensitivity, specificity, beeps):
    d, g = prevalence, 1 - prevalence
    for beep in beeps:
        d *= sensitivity if beep else 1 - sensitivity
        g *= 1 - specificity if beep else specificity
    return d / (d + g) if d + g > 0 else 0.0


@answers("repeated_test", "the mean of what each answer says", "mean-of-single-tests")
def _(prevalence, sensitivity, specificity, beeps):
    values = []
    for beep in beeps:
        d = prevalence * (sensitivity if beep else 1 - sensitivity)
        g = (1 - prevalence) * (1 - specificity if beep else specificity)
        if d + g == 0:
            raise ValueError
        values.append(d / (d + g))
    return sum(values) / len(values) if values else prevalence
