"""A small mail filter: which words does it listen to, and who else knows that?

    log P(spam | x) / P(ham | x) = log π_spam / π_ham + Σ_j x_j log θ_spam,j / θ_ham,j

Every word pulls by a fixed amount, so the filter can be read, and it can be fooled: without smoothing one
word that no spam ever used lets every spam through (θ = 0 is a veto); with smoothing it takes more. Computed
here on real mails, with naive Bayes on counts. Confirmed by exact fractions over plain Python counts, and by
sending the padded mails through the filter. Left out on purpose: everything about a mail but its words.
"""

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from math import log
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.patches import FancyArrowPatch
from numpy.typing import ArrayLike
from scipy import sparse

from mlcore._checks import FloatArray, IntArray
from mlcore.datasets import Dataset, load_mails, load_spam_table
from mlcore.demos.frame import TEXT_SIZE, TITLE_SIZE, Demo, Slide, agree, claim, name_axes, slide
from mlcore.naive_bayes import BernoulliNB, MultinomialNB
from mlcore.text import ENGLISH_STOP_WORDS, stem

ALPHAS = (0.0, 0.01, 0.1, 1.0, 10.0, 100.0)
PADDING = np.arange(61)
SHOWN = 12  # words on each side of the picture
CHECKED = 60  # mails whose odds are computed in fractions


def table_factors() -> FloatArray:
    """Return θ_spam / θ_ham of each word of the lecture's table, smoothed with α = 1.

    >>> table_factors().round(3).tolist()
    [1.5, 0.75, 0.375, 0.375, 2.25, 1.5]
    """
    ham, spam = BernoulliNB(alpha=1.0).fit(*load_spam_table()).feature_log_prob_
    return np.asarray(np.exp(spam - ham))


def vocabularies(words: tuple[str, ...]) -> dict[str, Any]:
    """Return matrices (2000, D) that turn counts of all words into counts of a smaller vocabulary."""
    everything = sparse.identity(len(words), format="csr", dtype=np.int64)
    informative = np.array([word not in ENGLISH_STOP_WORDS for word in words])
    stems = sorted({stem(word) for word in words})
    column = {word: j for j, word in enumerate(stems)}
    columns = [column[stem(word)] for word in words]
    ones = np.ones(len(words), dtype=np.int64), (np.arange(len(words)), columns)
    merged = sparse.csr_matrix(ones, shape=(len(words), len(stems)))
    return {"all words": everything, "no stop words": everything[:, informative], "stems": merged}


def padded(X: Any, column: int, times: ArrayLike) -> Any:
    """Return the mails with one word added, as often as ``times`` says, to each of them."""
    extra = np.broadcast_to(np.asarray(times), (X.shape[0],))
    rows = np.arange(X.shape[0])
    return X + sparse.csr_matrix((extra, (rows, np.full_like(rows, column))), shape=X.shape)


def word_counts(X: Any) -> Counter[int]:
    """Return how often each word occurs in all these mails, cell by cell."""
    total: Counter[int] = Counter()
    for j, times in zip(X.indices.tolist(), X.data.tolist(), strict=True):
        total[j] += times
    return total


def smoothed(counts: Counter[int], d: int) -> list[Fraction]:
    """Return (N_j + 1) / (N + d) for each of d words, as fractions."""
    return [Fraction(counts[j] + 1, counts.total() + d) for j in range(d)]


def log_of(ratio: Fraction) -> float:
    """Return the logarithm of a fraction, however long its numbers are.

    >>> log_of(Fraction(10**400, 10**400))
    0.0
    """
    return log(ratio.numerator) - log(ratio.denominator)


def counted_rule(count: dict[str, Counter[int]], prior: Fraction, alpha: float, X: Any) -> Any:
    """Say which mails are spam by counts alone, (m,); a mail that both classes rule out is ham.

    >>> counts = {"ham": Counter({0: 1}), "spam": Counter({1: 1})}
    >>> counted_rule(counts, Fraction(1), 0.0, sparse.csr_matrix([[2, 0], [0, 2], [1, 1]])).tolist()
    [False, True, False]
    """
    score = {}
    for label, counts in count.items():
        N = np.array([counts[j] for j in range(X.shape[1])])  # (d,)
        with np.errstate(divide="ignore"):  # log 0 = −∞, the veto
            score[label] = X @ np.log((N + alpha) / (N.sum() + alpha * len(N)))  # (m,)
    return score["spam"] + log_of(prior) > score["ham"]


def recall_of_spam(model: MultinomialNB, X: object) -> float:
    """Return the share of the mails, all of them spam, that the model calls spam."""
    return float((model.predict(X) == "spam").mean())


def flagged(mails: Dataset, says_spam: Any) -> dict[str, tuple[int, int]]:
    """Return for each part of the ham how many of its test mails are called spam, of how many."""
    groups = np.asarray(mails.groups)[mails.test_rows]
    parts = [part for part in np.unique(groups) if "ham" in part]
    return {str(p): (int(says_spam[groups == p].sum()), int((groups == p).sum())) for p in parts}


@dataclass(frozen=True)
class Result:
    """How good the filter is, how far each word pulls, and what an attack needs."""

    factor: FloatArray  # (6,) of the lecture's small table: what a word that is there multiplies the odds by
    filled: float  # share of the cells of the mails' table that are not 0
    stopped: float  # share of all words that are stop words
    width: dict[str, int]  # vocabulary → number of columns
    accuracy: dict[str, float]  # vocabulary → share of the test mails that are judged rightly
    by_alpha: FloatArray  # (a,) accuracy for ALPHAS
    prior: float  # log π_spam / π_ham
    pull: FloatArray  # (d,) log θ_spam,j / θ_ham,j at α = 1
    odds: FloatArray  # (m,) log odds of spam of the test mails
    unseen: str  # the word that ham uses most among those that no spam uses
    recall: FloatArray  # (2, 2) share of spam that is found: α = 0 and 1; before and after one unseen word
    needed: IntArray  # (s,) how often that word must be added to each spam that is found, at α = 1
    caught: FloatArray  # (p,) share of the spam that is still found with PADDING of these words
    flagged: dict[str, tuple[int, int]]  # part of the corpus → ham called spam, ham


def compute() -> Result:
    """Return what the filter learns, and how it fares with and without an attack."""
    mails = load_mails()
    X, X_test, y, y_test = mails.split()
    model, bare = MultinomialNB(alpha=1.0).fit(X, y), MultinomialNB(alpha=0.0).fit(X, y)
    pull = model.feature_log_prob_[1] - model.feature_log_prob_[0]
    ham_count, spam_count = model.feature_count_
    unseen = int(np.where(spam_count == 0, ham_count, -1).argmax())
    spam = X_test[y_test == "spam"]
    log_joint = model.predict_joint_log_proba(X_test)
    odds = log_joint[:, 1] - log_joint[:, 0]  # (m,)
    spam_odds = odds[y_test == "spam"]
    reduced = vocabularies(mails.feature_names)
    stopped = [word in ENGLISH_STOP_WORDS for word in mails.feature_names]
    return Result(
        factor=table_factors(),
        filled=mails.X.nnz / (mails.X.shape[0] * mails.X.shape[1]),
        stopped=float(mails.X[:, stopped].sum() / mails.X.sum()),
        width={name: matrix.shape[1] for name, matrix in reduced.items()},
        accuracy={
            name: MultinomialNB().fit(X @ matrix, y).score(X_test @ matrix, y_test)
            for name, matrix in reduced.items()
        },
        by_alpha=np.array([MultinomialNB(alpha=alpha).fit(X, y).score(X_test, y_test) for alpha in ALPHAS]),
        prior=float(model.class_log_prior_[1] - model.class_log_prior_[0]),
        pull=pull,
        odds=odds,
        unseen=mails.feature_names[unseen],
        recall=np.array(
            [[recall_of_spam(m, padded(spam, unseen, times)) for times in (0, 1)] for m in (bare, model)]
        ),
        needed=np.ceil(spam_odds[spam_odds > 0] / -pull[unseen]).astype(np.intp),
        caught=np.array([(spam_odds + times * pull[unseen] > 0).mean() for times in PADDING]),
        flagged=flagged(mails, odds > 0),
    )


def confirm(result: Result) -> None:
    """Count again in plain Python, multiply fractions, and send padded mails through the filter."""
    mails = load_mails()
    X, X_test, y, y_test = mails.split()
    count = {label: word_counts(X[y == label]) for label in ("ham", "spam")}
    theta = {label: smoothed(counts, X.shape[1]) for label, counts in count.items()}
    ratio = [theta["spam"][j] / theta["ham"][j] for j in range(X.shape[1])]
    agree(result.pull, [log_of(r) for r in ratio], "The pull of a word must be a log ratio of counts.")
    prior = Fraction(int((y == "spam").sum()), int((y == "ham").sum()))
    agree(result.prior, log_of(prior), "The prior odds are those of the training mails.")
    for i in range(CHECKED):
        exact = prior
        for j, times in word_counts(X_test[[i]]).items():
            exact *= ratio[j] ** times
        agree(result.odds[i], log_of(exact), "A sum of logs must be the log of the exact product.", rtol=1e-8)
    right = float(((result.odds > 0) == (y_test == "spam")).mean())
    agree(result.accuracy["all words"], right, "The sign of the log odds must decide.")
    judged = [counted_rule(count, prior, alpha, X_test) for alpha in ALPHAS]
    by_counts = [float((says_spam == (y_test == "spam")).mean()) for says_spam in judged]
    agree(result.by_alpha, by_counts, "Counts alone must give the accuracy of each α.")
    claim(np.ptp(result.by_alpha) < 0.01, "On these common words no α may change the accuracy by a point.")
    spread = np.ptp(list(result.accuracy.values()))
    claim(spread < 0.005, "Fewer columns must make the filter neither better nor worse here.")
    words_of_row = [{j for j in range(6) if row[j]} for row in load_spam_table().X.tolist()]
    by_hand = [
        Fraction((j in words_of_row[0]) + (j in words_of_row[1]) + 1, 4)
        / Fraction((j in words_of_row[2]) + 1, 3)
        for j in range(6)
    ]
    agree(result.factor, np.array(by_hand, dtype=float), "The small table must give its fractions.")
    _confirm_attack(result, X_test[y_test == "spam"], MultinomialNB(alpha=1.0).fit(X, y), mails, count)
    hard, easy = result.flagged["hard-ham-1"], result.flagged["easy-ham-1"]
    claim(
        hard[0] * easy[1] > 5 * easy[0] * hard[1], "Unusual ham must be flagged more than 5 times as often."
    )


def _confirm_attack(
    result: Result, spam: Any, model: MultinomialNB, mails: Dataset, count: dict[str, Counter[int]]
) -> None:
    """Send the padded mails through the filter itself."""
    column = mails.feature_names.index(result.unseen)
    claim(count["spam"][column] == 0 < count["ham"][column], "The word must be in ham and in no spam.")
    (bare, vetoed), (before, after) = result.recall
    claim(bare > 0.9 and vetoed == 0, "Without smoothing one unseen word must let every spam through.")
    caught = spam[model.predict(spam) == "spam"]
    agree(before, caught.shape[0] / spam.shape[0], "Recall must be the share of spam that is found.")
    claim(after > 0.8, "With smoothing one unseen word must not be enough.")
    agree(len(result.needed), caught.shape[0], "Every spam that is found needs an attack.")
    claim((result.needed >= 1).all(), "And it needs at least one word.")
    enough = model.predict(padded(caught, column, result.needed))
    one_less = model.predict(padded(caught, column, result.needed - 1))
    claim((enough == "ham").all(), "With the words that it needs, a spam must get through.")
    claim((one_less == "spam").all(), "With one word less it must not.")
    through = [(result.needed <= times).sum() for times in PADDING]
    agree(
        result.caught, (caught.shape[0] - np.array(through)) / spam.shape[0], "Padding must count the needs."
    )
    agree(after, result.caught[1], "One word is one word.")


def conclude(result: Result) -> list[str]:
    """Return what came out, in sentences."""
    (bare, vetoed), (before, after) = result.recall
    lost = [f"{name} {called} of {n}" for name, (called, n) in result.flagged.items()]
    return [
        f"{result.filled:.1%} of the cells are not 0; {result.stopped:.0%} of all words are stop words.",
        "Accuracy on new mails: "
        + ", ".join(f"{name} ({result.width[name]}) {value:.3f}" for name, value in result.accuracy.items())
        + ".",
        f"Accuracy for α from {ALPHAS[0]:g} to {ALPHAS[-1]:g}: between {result.by_alpha.min():.3f} and "
        f"{result.by_alpha.max():.3f}.",
        f"The word {result.unseen!r}, once: without smoothing the spam found falls from {bare:.1%} to "
        f"{vetoed:.0%}, with α = 1 from {before:.1%} to {after:.1%}.",
        f"With α = 1 half of the spam that is found needs it at least {np.median(result.needed):.0f} times.",
        f"Ham called spam: {', '.join(lost)}.",
    ]


def draw_arrows(result: Result) -> Slide:
    """Draw the lecture's table of mails, and an arrow from each feature to the column of labels."""
    figure, (ax,) = slide(title="Every word pulls at the label: solid towards spam, dashed away from it")
    table, label_at = load_spam_table(), 7.6
    for i, (row, label) in enumerate(zip(table.X.tolist(), table.y.tolist(), strict=True)):
        for x, value in enumerate([*row, "…"]):
            ax.text(x, 1.7 - 0.8 * i, str(value), fontsize=TITLE_SIZE, ha="center", va="center")
        text = table.class_names[label]
        ax.text(label_at, 1.7 - 0.8 * i, text, fontsize=TITLE_SIZE, ha="center", va="center", weight="bold")
    for x, head in zip((*range(7), label_at), (*table.feature_names, "…", "spam?"), strict=True):
        ax.text(x, 2.7, head, fontsize=TITLE_SIZE, ha="center", va="center", weight="bold")
    ax.plot([-0.5, 8.3], [2.25, 2.25], color="black", linewidth=1.5)
    for x, factor in enumerate(result.factor.tolist()):
        end = (label_at + 0.5 - 0.2 * x, -0.35)  # the longest arrow ends farthest out, so that none cross
        _draw_arrow(ax, (x, -1.1), end, factor)
        ax.text(x, -0.75, f"× {factor:.3g}", fontsize=TEXT_SIZE, ha="center", va="center")
    ax.set(xlim=(-0.8, 8.6), ylim=(-3.4, 3.1))
    ax.text(-0.5, -3.1, "×: by what a word that is there multiplies the odds", fontsize=TEXT_SIZE)
    ax.axis("off")
    return figure


def _draw_arrow(ax: Axes, start: tuple[float, float], end: tuple[float, float], factor: float) -> None:
    """Draw an arrow that is the wider the stronger the pull, and dashed where it pulls away from spam."""
    arrow = FancyArrowPatch(start, end, arrowstyle="-|>", mutation_scale=20, connectionstyle="arc3,rad=0.33")
    arrow.set(color="0.25", linestyle="solid" if factor > 1 else (0, (4, 2)))
    arrow.set_linewidth(1 + 3 * abs(float(np.log(factor))))
    ax.add_patch(arrow)


def draw_telling(result: Result) -> Slide:
    """Draw the words that pull most, on both sides."""
    figure, (ham, spam) = slide(1, 2, title="The words that this filter listens to most")
    words, order = load_mails().feature_names, np.argsort(result.pull, kind="stable")
    sides = ((ham, order[:SHOWN], "towards ham", -1), (spam, order[::-1][:SHOWN], "towards spam", 1))
    for ax, chosen, title, sign in sides:
        ax.barh(np.arange(SHOWN), sign * result.pull[chosen], color="0.75" if sign < 0 else "0.35")
        ax.set_yticks(np.arange(SHOWN), [words[j] for j in chosen], fontsize=TEXT_SIZE)
        ax.invert_yaxis()
        ax.set_xlim(0, 6)
        name_axes(ax, r"pull: $|\log(\theta_{spam} / \theta_{ham})|$", "word", title)
    return figure


def draw_attack(result: Result) -> Slide:
    """Draw how much spam is still found when each spam repeats one word that no spam used before."""
    figure, (ax,) = slide(title=f"Poisoning: the word '{result.unseen}', added to every spam")
    bare = np.where(PADDING == 0, result.recall[0, 0], result.recall[0, 1])
    ax.plot(PADDING, result.caught, color="black", linewidth=3)
    ax.plot(PADDING, bare, color="black", linewidth=3, linestyle="--")
    ax.text(9, 0.55, "with smoothing (α = 1): the more words, the less is found", fontsize=TEXT_SIZE)
    ax.text(2, 0.03, "without smoothing: one word is enough", fontsize=TEXT_SIZE)
    ax.set(xlim=(-0.5, 60), ylim=(-0.02, 1.02))
    name_axes(ax, "how often the word is added to each spam", "share of the spam that is found")
    return figure


DEMO = Demo(
    name="mail_filter",
    question="Which words does a mail filter listen to, and who else knows that?",
    compute=compute,
    confirm=confirm,
    conclude=conclude,
    figures={"spam-arrows": draw_arrows, "telling-words": draw_telling, "poisoning": draw_attack},
)
