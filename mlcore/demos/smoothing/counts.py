"""What to add, and to which total: the denominator of smoothing, and pseudo-counts against pseudo-rows.

    (n_v + α) / (n + αV)     right: V values, each has α more, so the total has αV more
    (n_v + α) / n            "add 1 everywhere", the total forgotten: the estimates sum to more than 1
    (n_v + α) / (n + αK)     K classes in place of V values: right by accident where K = V

Further rows of data smooth the tables just as well, but they are further examples of their class, too: they
move the class prior.
"""

from dataclasses import dataclass
from itertools import product
from typing import Any

import numpy as np
from sklearn.naive_bayes import CategoricalNB as TheirCategoricalNB

from mlcore._checks import FloatArray
from mlcore.datasets import load_play_tennis, load_spam_table
from mlcore.demos.frame import TEXT_SIZE, Slide, agree, claim, name_axes, slide
from mlcore.naive_bayes import BernoulliNB, CategoricalNB

RULES = ("n + αV", "n", "n + αK")
CLASSES = (2, 3, 10, 100)


@dataclass(frozen=True)
class Counts:
    """Estimates and decisions under three denominators, and under pseudo-counts and pseudo-rows."""

    outlook: FloatArray  # (3, 3) rule, value: estimates of outlook, given no; α = 1
    p_no: FloatArray  # (3, 36) rule, input of play-tennis
    by_classes: FloatArray  # (2, 4) P(sunny | no) by the number K of classes, with αV and with αK
    prior_rows: FloatArray  # (2,) class prior of the spam table with two more rows for each class
    p_spam: FloatArray  # (2, 64) P(spam | x) of all messages: pseudo-counts, pseudo-rows


def compute() -> Counts:
    """Return the estimates of each rule, and the posteriors of all possible inputs."""
    sunny, n, V = 3, 5, 3
    K = np.array(CLASSES)
    inputs = all_messages()
    counted, with_rows = fit_counts(), fit_rows()
    return Counts(
        outlook=np.array([tables(rule)[0][0] for rule in RULES]),
        p_no=np.array([posterior_no(rule) for rule in RULES]),
        by_classes=np.array([np.full(len(K), (sunny + 1) / (n + V)), (sunny + 1) / (n + K)]),
        prior_rows=np.exp(with_rows.class_log_prior_),
        p_spam=np.array([model.predict_proba(inputs)[:, 1] for model in (counted, with_rows)]),
    )


def tables(rule: str) -> list[FloatArray]:
    """Return the tables of play-tennis with α = 1, for each feature the shape (K, V_j)."""
    X, y = load_play_tennis(codes=True)
    model = CategoricalNB(alpha=0).fit(X, y)
    n_c, K = model.class_count_[:, None], len(model.classes_)  # (K, 1)
    theta = []
    for count in model.category_count_:
        more = {"n + αV": count.shape[1], "n": 0, "n + αK": K}[rule]
        theta.append((count + 1) / (n_c + more))
    return theta


def posterior_no(rule: str) -> FloatArray:
    """Return P(no | x) of the 36 possible days, shape (36,)."""
    theta = tables(rule)
    days = product(*(range(table.shape[1]) for table in theta))
    prior = np.array([5 / 14, 9 / 14])
    joint = np.array(
        [prior * np.prod([t[:, v] for t, v in zip(theta, day, strict=True)], axis=0) for day in days]
    )  # (36, 2)
    p_no: FloatArray = joint[:, 0] / joint.sum(axis=1)
    return p_no


def all_messages() -> FloatArray:
    """Return the 64 messages of six words, shape (64, 6)."""
    return np.array(list(product((0.0, 1.0), repeat=6)))


def fit_counts(class_prior: FloatArray | None = None) -> Any:
    """Learn the spam table with pseudo-counts, α = 1."""
    X, y = load_spam_table()
    return BernoulliNB(alpha=1, class_prior=class_prior).fit(X, y)


def fit_rows(class_prior: FloatArray | None = None) -> Any:
    """Learn the spam table without smoothing, but with two more rows for each class: all words, and none."""
    X, y = load_spam_table()
    rows = np.vstack([X, np.ones(6), np.zeros(6), np.ones(6), np.zeros(6)])  # (7, 6)
    return BernoulliNB(alpha=0, class_prior=class_prior).fit(rows, [*y, 0, 0, 1, 1])


def fit_tennis_rows() -> Any:
    """Learn play-tennis from three more rows for each class, with gaps where a feature has two values."""
    X, y = load_play_tennis(codes=True)
    fake = np.array([[0, 0, 0, 0], [1, 1, 1, 1], [2, 2, np.nan, np.nan]])
    labels = [*y, *["No"] * 3, *["Yes"] * 3]
    return CategoricalNB(alpha=0).fit(np.vstack([X, fake, fake]), labels)


def confirm(result: Counts) -> None:
    """Ask scikit-learn, count rows, and enumerate inputs."""
    X, y = load_play_tennis(codes=True)
    theirs = TheirCategoricalNB(alpha=1).fit(X, y)
    agree(result.outlook[0], np.exp(theirs.feature_log_prob_[0][0]), "scikit-learn must use αV, too.")
    days = np.array(list(product(range(3), range(3), range(2), range(2))))
    agree(result.p_no[0], theirs.predict_proba(days)[:, 0], "The posteriors must be scikit-learn's.")
    agree(result.outlook.sum(axis=1), [1, 8 / 5, 8 / 7], "Only αV lets the estimates of outlook sum to 1.")
    by_hand = [odds_no_over_right(rule) for rule in RULES]  # (3,)
    odds = result.p_no / (1 - result.p_no)  # (3, 36)
    agree(odds / odds[0], np.outer(by_hand, np.ones(36)), "A wrong total must shift all odds by one factor.")
    agree(tables("n + αK")[2].sum(axis=1), [1, 1], "Where K = V = 2 the slip must stay hidden.")
    agree(result.by_classes[0], np.full(len(CLASSES), 0.5), "With αV other classes must not matter.")
    claim(result.by_classes[1, -1] < 0.05, "With αK a hundred classes must wash the estimate away.")
    confirm_rows(result)


def odds_no_over_right(rule: str) -> float:
    """Return by what factor a rule changes the odds of "no", from the totals alone: 5 no, 9 yes."""
    factor = 1.0
    for V in (3, 3, 2, 2):
        wrong = {"n + αV": V, "n": 0, "n + αK": 2}[rule]
        factor *= (5 + V) / (5 + wrong) * (9 + wrong) / (9 + V)
    return factor


def confirm_rows(result: Counts) -> None:
    """Compare tables and priors of pseudo-counts and pseudo-rows."""
    counted, with_rows = fit_counts(), fit_rows()
    agree(counted.feature_log_prob_, with_rows.feature_log_prob_, "Both must give the same tables.")
    agree(result.prior_rows, [3 / 7, 4 / 7], "Four more rows must make 1 of 3 into 3 of 7.")
    odds = result.p_spam / (1 - result.p_spam)  # (2, 64)
    agree(odds[1] / odds[0], np.full(64, 2 / 3), "Odds of 2 must become odds of 4/3 in every posterior.")
    claim(((result.p_spam[0] > 0.5) != (result.p_spam[1] > 0.5)).any(), "Some message must change its class.")
    cured = fit_rows(class_prior=np.array([1 / 3, 2 / 3])).predict_proba(all_messages())[:, 1]
    agree(result.p_spam[0], cured, "With the prior of the real rows both must agree.")
    smooth = CategoricalNB(alpha=1).fit(*load_play_tennis(codes=True))
    for table, by_rows in zip(smooth.feature_log_prob_, fit_tennis_rows().feature_log_prob_, strict=True):
        agree(table, by_rows, "Rows with gaps must smooth features of different sizes.")


def conclude(result: Counts) -> list[str]:
    """Return what came out."""
    shift = np.abs(result.p_no[1:] - result.p_no[0]).max(axis=1)
    flips = ((result.p_no[1:] > 0.5) != (result.p_no[0] > 0.5)).sum(axis=1)
    moved = int(((result.p_spam[0] > 0.5) != (result.p_spam[1] > 0.5)).sum())
    sums = result.outlook.sum(axis=1)
    return [
        f"Estimates of outlook, given no: sum {sums[0]:.3f} with n + αV below, {sums[1]:.3f} with n, "
        f"{sums[2]:.3f} with n + αK. The last two move P(no) by up to {shift[0]:.3f} and {shift[1]:.3f}, and "
        f"change {flips[0]} and {flips[1]} of 36 decisions.",
        f"Two more rows for each class give the same tables, but a prior of {result.prior_rows[1]:.3f} in "
        f"place of 0.667 for spam: {moved} of 64 messages change their class.",
    ]


def draw(result: Counts) -> Slide:
    """Draw the sums of three rules, and the posteriors with pseudo-counts against those with pseudo-rows."""
    figure, (left, right) = slide(1, 2, title="Smooth the tables: α for each value, and not a row more")
    bottom = np.zeros(3)
    values = zip(("Sunny", "Overcast", "Rain"), ("0.85", "0.65", "0.95"), result.outlook.T, strict=True)
    for name, grey, estimates in values:
        left.bar(RULES, estimates, 0.6, bottom, color=grey, edgecolor="black")
        left.text(0, bottom[0] + estimates[0] / 2, name, fontsize=TEXT_SIZE, ha="center", va="center")
        bottom = bottom + estimates
    for i, total in enumerate(bottom):
        left.text(i, total + 0.02, f"sum {total:.3f}", fontsize=TEXT_SIZE, ha="center")
    left.axhline(1, color="black", linewidth=1, linestyle=":")
    name_axes(left, "divided by", "estimated P(value | no)", "outlook, given no: 3, 0, 2 of 5 days; α = 1")
    right.plot([0, 1], [0, 1], color="0.6", linewidth=1)
    right.axhline(0.5, color="0.8", linewidth=1)
    right.axvline(0.5, color="0.8", linewidth=1)
    right.plot(*result.p_spam, "o", color="black", markersize=7, markerfacecolor="none")
    changed = result.p_spam[:, (result.p_spam[0] > 0.5) != (result.p_spam[1] > 0.5)]  # (2, changed)
    x, y = changed.mean(axis=1) + np.array([0.03, -0.02])
    right.text(x, y, f"{changed.shape[1]} messages here\nchange their class", fontsize=TEXT_SIZE, va="top")
    name_axes(right, "P(spam | x), pseudo-counts", "P(spam | x), pseudo-rows", "all 64 messages of six words")
    return figure
