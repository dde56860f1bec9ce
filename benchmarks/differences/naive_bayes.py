"""Cases of naive Bayes: both libraries on the same drawn examples, and between them the exact model."""

import warnings
from dataclasses import dataclass
from typing import Any

import numpy as np
import sklearn.naive_bayes
from mpmath import mp, mpf

import mlcore.naive_bayes
from benchmarks.differences.outcome import Outcome, run
from benchmarks.differences.tables import LABELS, draw_container, draw_weights, put

NAMES = ("BernoulliNB", "CategoricalNB", "ComplementNB", "GaussianNB", "MultinomialNB")


@dataclass(frozen=True)
class Case:
    """One model on one table, learnt at once or in parts."""

    name: str
    options: dict[str, Any]
    X: Any
    codes: Any
    labels: str
    container: str
    weight: Any
    parts: int
    Q: Any

    @property
    def kind(self) -> str:
        """What the case is counted under."""
        return self.name


def draw(rng: np.random.Generator) -> Case:
    name = str(rng.choice(NAMES))
    n, d, K = int(rng.integers(1, 40)), int(rng.integers(1, 7)), int(rng.integers(1, 5))
    table = draw_table(rng, name, n + 8, d)
    codes = rng.integers(0, K, n)
    if name != "GaussianNB" and rng.random() < 0.1:
        table[rng.random(table.shape) < 0.1] = np.nan
    if rng.random() < 0.02:
        table[n:] = -table[n:]
    sparse = name in ("BernoulliNB", "ComplementNB", "MultinomialNB") or rng.random() < 0.05
    return Case(
        name=name,
        options=draw_options(rng, name, table[:n], np.unique(codes)),
        X=table[:n],
        codes=codes,
        labels=str(rng.choice(list(LABELS))),
        container=draw_container(rng, sparse and not np.isnan(table).any()),
        weight=draw_weights(rng, n),
        parts=int(rng.choice([1, 1, 2, 3])),
        Q=table[n:],
    )


def draw_table(rng: np.random.Generator, name: str, n: int, d: int) -> Any:
    if name == "GaussianNB":
        if rng.random() < 0.2:
            return rng.integers(-2, 3, (n, d)).astype(np.float64)
        return rng.normal(size=(n, d)) * 10.0 ** rng.integers(-3, 4, d) + 10.0 ** rng.integers(0, 5, d)
    if name == "CategoricalNB":
        top = rng.choice([1, 4, 127, 255], p=[0.2, 0.6, 0.1, 0.1])
        return rng.integers(0, top, (n, d), endpoint=True).astype(np.float64)
    if rng.random() < 0.2:
        return (rng.random((n, d)) * rng.integers(0, 4, (n, d))).round(3)
    return rng.poisson(rng.choice([0.3, 2, 60]), (n, d)).astype(np.float64)


def draw_options(rng: np.random.Generator, name: str, X: Any, classes: Any) -> dict[str, Any]:
    options: dict[str, Any] = {}
    prior = rng.random(len(classes)) + 0.1
    if rng.random() < 0.2:
        options["priors" if name == "GaussianNB" else "class_prior"] = prior / prior.sum()
    if name == "GaussianNB":
        return {**options, "var_smoothing": float(rng.choice([1e-9, 1e-3, 0.5]))}
    options["alpha"] = float(rng.choice([1, 1, 0.5, 3, 0, 1e-12]))
    options["fit_prior"] = bool(rng.random() < 0.8)
    if name != "CategoricalNB" and rng.random() < 0.1:
        options["alpha"] = rng.choice([0.5, 1.0, 2.0], X.shape[1])
    if name == "BernoulliNB":
        options["binarize"] = [0.0, 0.5, 3.0, None][rng.integers(4)]
    if name == "ComplementNB":
        options["norm"] = bool(rng.random() < 0.5)
    if name == "CategoricalNB" and rng.random() < 0.5:
        options["min_categories"] = 6
    return options


def answers(case: Case, library: Any) -> Outcome:
    """Return what a library makes of the case: parameters, probabilities, classes; or its error."""
    X, Q, y = put(case.X, case.container), put(case.Q, case.container), LABELS[case.labels](case.codes)

    def learn_and_answer() -> dict[str, Any]:
        model = getattr(library, case.name)(**case.options)
        if case.parts == 1:
            model.fit(X, y, sample_weight=case.weight)
        else:
            table = X.tocsr() if hasattr(X, "tocsr") else X if isinstance(X, np.ndarray) else case.X
            classes = np.unique(np.asarray(y))
            for rows in np.array_split(np.arange(len(case.X)), case.parts):
                if len(rows):
                    weight = None if case.weight is None else case.weight[rows]
                    model.partial_fit(table[rows], np.asarray(y)[rows], classes=classes, sample_weight=weight)
        return {
            "classes": model.classes_,
            "joint": model.predict_joint_log_proba(Q),
            "proba": model.predict_proba(Q),
            "predict": model.predict(Q),
        }

    return run(learn_and_answer)


def judge(case: Case) -> tuple[Outcome, Outcome, Outcome]:
    """Return ours, scikit-learn's and the exact answer."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return (
            answers(case, mlcore.naive_bayes),
            answers(case, sklearn.naive_bayes),
            run(lambda: {"joint": exact_log_joint(case)}),
        )


def log(p: Any) -> Any:
    return mp.log(p) if p > 0 else -mp.inf


def exact_log_joint(case: Case) -> Any:
    """Return log p(x, c) of the queries by the definitions, with 50 digits, rounded once at the end.

    Beside a weight of 1e200 a pseudo-count is seen by 250 digits only.
    """
    with mp.workdps(50 if case.weight is None or case.weight.max() < 1e100 else 250):
        classes = sorted(set(case.codes.tolist()))
        if case.labels == "truth":
            classes = sorted({c > 0 for c in classes})
        codes = [c > 0 for c in case.codes] if case.labels == "truth" else case.codes.tolist()
        weight = [mpf(1)] * len(codes) if case.weight is None else [mpf(w) for w in case.weight]
        rows = [[i for i, label in enumerate(codes) if label == c] for c in classes]
        scores = EXACT[case.name](case, rows, weight)
        if case.name == "ComplementNB" and len(classes) > 1:
            return to_floats(scores)
        prior = exact_prior(case, rows, weight)
        return to_floats([[s + log(p) for s, p in zip(row, prior, strict=True)] for row in scores])


def to_floats(scores: Any) -> Any:
    return np.array([[float(score) for score in row] for row in scores])


def exact_prior(case: Case, rows: Any, weight: Any) -> Any:
    given = case.options.get("priors", case.options.get("class_prior"))
    if given is not None:
        return [mpf(p) for p in given]
    if not case.options.get("fit_prior", True):
        return [mpf(1) / len(rows)] * len(rows)
    counts = [sum(weight[i] for i in of_c) for of_c in rows]
    return [count / sum(counts) for count in counts]


def pseudo_counts(case: Case) -> Any:
    alpha = case.options["alpha"]
    return [mpf(a) for a in np.broadcast_to(alpha, case.X.shape[1])]


def times_log(x: Any, p: Any) -> Any:
    """Return x log p, with 0 log 0 = 0."""
    return x * log(p) if x else mpf(0)


def exact_categorical(case: Case, rows: Any, weight: Any) -> Any:
    alpha = pseudo_counts(case)[0]
    least = case.options.get("min_categories", 1)
    V = [max(int(np.nanmax(column, initial=0)) + 1, least) for column in case.X.T]

    def factor(of_c: Any, j: int, v: float) -> Any:
        known = [i for i in of_c if not np.isnan(case.X[i, j])]
        count = sum((weight[i] for i in known if case.X[i, j] == v), mpf(0))
        total = sum((weight[i] for i in known), mpf(0)) + alpha * V[j]
        return (count + alpha) / total if total else mpf(1) / V[j]

    if any(x[j] >= V[j] for x in case.Q for j in range(len(V))):
        raise IndexError("a value beyond those of learning")
    return [
        [sum((log(factor(of_c, j, v)) for j, v in enumerate(x) if not np.isnan(v)), mpf(0)) for of_c in rows]
        for x in case.Q
    ]


def exact_bernoulli(case: Case, rows: Any, weight: Any) -> Any:
    threshold, alpha = case.options["binarize"], pseudo_counts(case)

    def value(x: float) -> Any:
        return mpf(x) if threshold is None else mpf(int(x > threshold))

    def theta(of_c: Any, j: int) -> Any:
        known = [i for i in of_c if not np.isnan(case.X[i, j])]
        total = sum((weight[i] for i in known), mpf(0)) + 2 * alpha[j]
        count = sum((weight[i] * value(case.X[i, j]) for i in known), mpf(0)) + alpha[j]
        return count / total if total else mpf(1) / 2

    thetas = [[theta(of_c, j) for j in range(case.X.shape[1])] for of_c in rows]
    return [
        [
            sum(
                (
                    times_log(value(v), t[j]) + times_log(1 - value(v), 1 - t[j])
                    for j, v in enumerate(x)
                    if not np.isnan(v)
                ),
                mpf(0),
            )
            for t in thetas
        ]
        for x in case.Q
    ]


def shares(case: Case, rows: Any, weight: Any) -> Any:
    alpha, X = pseudo_counts(case), np.nan_to_num(case.X)
    counts = [sum((weight[i] * mpf(X[i, j]) for i in rows), mpf(0)) + alpha[j] for j in range(X.shape[1])]
    total = sum(counts)
    return [count / total if total else mpf(1) / len(counts) for count in counts]


def exact_multinomial(case: Case, rows: Any, weight: Any) -> Any:
    thetas = [shares(case, of_c, weight) for of_c in rows]
    return [
        [sum((times_log(mpf(v), t[j]) for j, v in enumerate(x) if not np.isnan(v)), mpf(0)) for t in thetas]
        for x in case.Q
    ]


def exact_complement(case: Case, rows: Any, weight: Any) -> Any:
    everyone = [i for of_c in rows for i in of_c]
    others = [[i for i in everyone if i not in set(of_c)] for of_c in rows]
    logs = [[log(p) for p in shares(case, rest, weight)] for rest in others]
    if case.options["norm"]:
        weights = [[value / sum(row) for value in row] for row in logs]
    else:
        weights = [[-value for value in row] for row in logs]
    scores = [
        [sum((mpf(v) * w[j] for j, v in enumerate(x) if v and not np.isnan(v)), mpf(0)) for w in weights]
        for x in case.Q
    ]
    # A word that only one class uses makes a document certain to belong there.
    return [
        [mpf(0) if score == mp.inf else -mp.inf for score in row] if mp.inf in row else row for row in scores
    ]


def exact_gaussian(case: Case, rows: Any, weight: Any) -> Any:
    X = [[mpf(v) for v in x] for x in case.X]
    d, everyone = range(case.X.shape[1]), range(len(X))

    def moments(of_c: Any, j: int, w: Any) -> Any:
        total = sum(w[i] for i in of_c)
        if not total:
            return mpf(0), mpf(0)
        mean = sum(w[i] * X[i][j] for i in of_c) / total
        return mean, sum(w[i] * (X[i][j] - mean) ** 2 for i in of_c) / total

    ones = [mpf(1)] * len(X)
    epsilon = mpf(case.options["var_smoothing"]) * max(moments(everyone, j, ones)[1] for j in d)
    known = [[moments(of_c, j, weight) for j in d] for of_c in rows]

    def log_density(v: float, mean: Any, variance: Any) -> Any:
        return -(mp.log(2 * mp.pi * (variance + epsilon)) + (mpf(v) - mean) ** 2 / (variance + epsilon)) / 2

    if not epsilon:
        raise ValueError("no density")
    return [[sum(log_density(x[j], *of_c[j]) for j in d) for of_c in known] for x in case.Q]


EXACT = {
    "BernoulliNB": exact_bernoulli,
    "CategoricalNB": exact_categorical,
    "ComplementNB": exact_complement,
    "GaussianNB": exact_gaussian,
    "MultinomialNB": exact_multinomial,
}
