"""One normal curve per class and feature, learnt from examples: learn."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from mlcore.exercises.gaussian_nb.models import Model, X, Y, told
from mlcore.exercises.gaussian_nb.wrong_models import MISTAKES, learn_with
from mlcore.naive_bayes import GaussianNB
from selfcheck.compare import close
from selfcheck.exercise import Answer, Case, Exercise, Family

PLACES = close(dict_keys=("classes", "prior", "mean"))  # so that a wrong variance does not cost these points
WIDTHS = close(dict_keys=("var",))


def _reference(X: Any, y: Any, var_smoothing: float = 1e-9) -> Model:
    fitted = GaussianNB(var_smoothing=var_smoothing).fit(X, y)
    return {
        "classes": fitted.classes_, "prior": fitted.class_prior_, "mean": fitted.theta_, "var": fitted.var_,
    }  # fmt: skip


def _doubled(answer: Answer, X: Any, y: Any) -> Any:
    """Every example twice: shares, means and variances are those of the examples once."""
    return answer(np.concatenate((X, X)), np.concatenate((y, y)))


def _shuffled(answer: Answer, X: Any, y: Any) -> Any:
    order = np.random.default_rng(5).permutation(len(y))
    return answer(X[order], y[order])


PETS_X = np.array(
    [[3.0, 0, 7], [4, 1, 7], [9, -1, 7], [1, 0, 7], [30, 0, 7], [2, 0, 7], [8, 5, 7], [2, 9, 7], [6, 0, 7]]
)
PETS_Y = np.array(["dog", "cat", "dog", "bee", "cat", "bee", "dog", "cat", "dog"])


def _draws(rng: np.random.Generator) -> Iterator[Case]:
    for i, K in enumerate((2, 3, 4)):
        d = int(rng.integers(1, 4))
        y = np.concatenate((np.arange(K), np.arange(K), rng.integers(0, K, 5)))
        data = rng.normal(2 * y[:, None], rng.uniform(0.5, 3, d)).round(2)
        yield Case(
            f"draw {i + 1}", (data, 10 - 3 * y), {"var_smoothing": round(float(rng.uniform(0, 0.3)), 3)}
        )


def _loops(X: Any, y: Any, var_smoothing: float = 1e-9) -> Model:
    rows, labels = [list(map(float, row)) for row in X], list(y)
    d, n, classes = len(rows[0]), len(rows), sorted(set(labels))

    def moments(part: list[list[float]], j: int) -> tuple[float, float]:
        mean = sum(row[j] for row in part) / len(part)
        return mean, sum((row[j] - mean) ** 2 for row in part) / len(part)

    epsilon = var_smoothing * max(moments(rows, j)[1] for j in range(d))
    prior, means, variances = [], [], []
    for c in classes:
        part = [row for row, label in zip(rows, labels, strict=True) if label == c]
        prior.append(len(part) / n)
        means.append([moments(part, j)[0] for j in range(d)])
        variances.append([moments(part, j)[1] + epsilon for j in range(d)])
    return {"classes": classes, "prior": prior, "mean": means, "var": variances}


def _by_one_hot(X: Any, y: Any, var_smoothing: float = 1e-9) -> Model:
    X, (classes, codes) = np.asarray(X, dtype=float), np.unique(y, return_inverse=True)
    member = np.eye(len(classes))[codes]  # (n, K)
    count = member.sum(axis=0)
    shift = X.mean(axis=0)
    mean = member.T @ (X - shift) / count[:, None] + shift
    squares = member.T @ (X - mean[codes]) ** 2
    epsilon = var_smoothing * X.var(axis=0).max()
    return {
        "classes": classes,
        "prior": count / len(X),
        "mean": mean,
        "var": squares / count[:, None] + epsilon,
    }


learn = Exercise(
    name="learn",
    contract="learn(X, y, var_smoothing=1e-9) -> model",
    reference=_reference,
    compare=close(dict_keys=("classes", "prior", "mean", "var")),
    concepts=("gauss-learn", "mle-gaussian", "gauss-var-smooth", "gauss-model", "gauss-why"),
    families=(
        Family("the table of seven: shares and means", "example", 1.5, (
            Case("classes, shares and means", (X, Y), compare=PLACES),
        ), question="What are the share of class 0, and the mean of its first feature: 1, 2, 3?"),
        Family("the table of seven: variances", "example", 1.5, (
            Case("nothing added", (X, Y), {"var_smoothing": 0.0}, compare=WIDTHS),
            Case("as usual", (X, Y), compare=WIDTHS),
        ), question="Work out the variance of the first feature of class 0 by hand: 1, 2, 3."),
        Family("labels of any kind", "trap", 1, (
            Case("three kinds of pets", (PETS_X[:, :2], PETS_Y), compare=PLACES),
            Case("labels -1 and 1", (X, np.array([1, 1, 1, -1, -1, -1, -1])), compare=PLACES),
        ), question="What are the classes, and in which order do the rows of your tables stand?"),
        Family("what is added to the variances", "trap", 1.5, (
            Case("a share of one tenth", (X, Y), {"var_smoothing": 0.1}, compare=WIDTHS),
            Case("constant within a class", (PETS_X, PETS_Y), compare=WIDTHS),
            Case("a share of one half", (PETS_X, PETS_Y), {"var_smoothing": 0.5}, compare=WIDTHS),
        ), question="Which single number is added, and to what?"),
        Family("far from the origin", "trap", 0.5, (
            Case("values around 10⁸", (X + 1e8, Y), {"var_smoothing": 0.0}),
        ), question="Do you subtract the mean before you square?"),
        Family("order and repetition", "property", 0.5, (
            Case("rows shuffled", (X, Y), ask=_shuffled,
                 shown=told("learn(X, y) with the rows shuffled", X=X, y=Y)),
            Case("every row twice", (X, Y), ask=_doubled,
                 shown=told("learn(X, y) with every row twice", X=X, y=Y)),
        ), question="Does repeating all examples change a share, a mean or a variance?"),
        Family("other tables", "random", 0.5, _draws),
    ),
    misconceptions=MISTAKES,
    right=(learn_with, _loops, _by_one_hot),
)  # fmt: skip
