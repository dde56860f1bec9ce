"""The mail filter: the lecture's table by hand, words put together and added, a claim that can be refused."""

from dataclasses import replace

import numpy as np
import pytest
from scipy import sparse

from mlcore.demos import Refused, mail_filter
from mlcore.demos.mail_filter import log_of, padded, smoothed, vocabularies, word_counts
from mlcore.naive_bayes import MultinomialNB


@pytest.fixture(scope="module")
def result():
    return mail_filter.compute()


def test_the_lectures_table_by_hand(result):
    """Two spam mails and one that is none, α = 1: Vicodin (2 + 1) / (2 + 2) against (0 + 1) / (1 + 2)."""
    spam = np.array([2 / 4, 2 / 4, 1 / 4, 1 / 4, 3 / 4, 2 / 4])
    other = np.array([1 / 3, 2 / 3, 2 / 3, 2 / 3, 1 / 3, 1 / 3])
    assert result.factor == pytest.approx(spam / other)


def test_words_of_one_stem_are_counted_together_and_stop_words_dropped():
    words = ("dog", "dogs", "the")
    reduced = vocabularies(words)
    X = sparse.csr_matrix([[1, 2, 4]])
    assert {name: (X @ matrix).toarray().tolist() for name, matrix in reduced.items()} == {
        "all words": [[1, 2, 4]],
        "no stop words": [[1, 2]],
        "stems": [[3, 4]],
    }


def test_padding_adds_one_word_to_each_mail():
    X = sparse.csr_matrix([[1, 0], [0, 2]])
    assert padded(X, 1, 3).toarray().tolist() == [[1, 3], [0, 5]]
    assert padded(X, 0, [0, 4]).toarray().tolist() == [[1, 0], [4, 2]]
    assert X.toarray().tolist() == [[1, 0], [0, 2]]


def test_plain_counts_smoothed_by_hand():
    counts = word_counts(sparse.csr_matrix([[1, 0, 2], [0, 0, 1]]))
    assert [(share.numerator, share.denominator) for share in smoothed(counts, 3)] == [(2, 7), (1, 7), (4, 7)]
    assert log_of(smoothed(counts, 3)[2]) == pytest.approx(np.log(4 / 7))


@pytest.mark.parametrize("alpha", [0.0, 1.0])
def test_one_unseen_word_is_a_veto_only_without_smoothing(alpha):
    X = sparse.csr_matrix([[9, 0, 1], [9, 0, 1], [1, 3, 6], [1, 2, 6]])
    model = MultinomialNB(alpha=alpha).fit(X, ["spam", "spam", "ham", "ham"])
    mail = sparse.csr_matrix([[20, 0, 0]])
    assert model.predict(mail).tolist() == ["spam"]
    assert model.predict(padded(mail, 1, 1)).tolist() == (["spam"] if alpha else ["ham"])


def test_a_word_that_no_spam_used_and_its_needs(result):
    j = result.pull.argmin()
    assert (result.needed >= 1).all()
    assert result.caught[0] == result.recall[1, 0]
    assert (np.diff(result.caught) <= 0).all()
    assert np.exp(result.pull[j]) < 1 / 100


def test_the_claims_hold(result):
    mail_filter.confirm(result)


@pytest.mark.parametrize(
    "perturbed",
    [
        lambda r: {"pull": r.pull[::-1]},
        lambda r: {"pull": r.pull + 1e-6},
        lambda r: {"prior": 0.0},  # the prior forgotten
        lambda r: {"odds": r.odds - r.prior},
        lambda r: {"odds": np.append(r.odds[:-400], -r.odds[-400:])},
        lambda r: {"accuracy": r.accuracy | {"stems": 0.99}},
        lambda r: {"accuracy": r.accuracy | {"no stop words": 0.95}},
        lambda r: {"accuracy": r.accuracy | {"all words": 0.969}},
        lambda r: {"by_alpha": r.by_alpha * [0.9, 1, 1, 1, 1, 1]},
        lambda r: {"by_alpha": r.by_alpha[::-1]},
        lambda r: {"by_alpha": r.by_alpha.round(3)},
        lambda r: {"factor": 1 / r.factor},
        lambda r: {"unseen": "about"},  # spam uses it too
        lambda r: {"recall": np.add(r.recall, [[0, 0.01], [0, 0]])},
        lambda r: {"recall": np.add(r.recall, [[0, 0], [0.01, 0]])},
        lambda r: {"recall": r.recall * [[1, 1], [1, 0]]},
        lambda r: {"recall": np.subtract(r.recall, [[0, 0], [0, 0.01]])},
        lambda r: {"needed": r.needed + 1},
        lambda r: {"needed": r.needed - 1},
        lambda r: {"needed": np.maximum(r.needed - 1, 1)},
        lambda r: {"needed": r.needed[:-1]},
        lambda r: {"caught": r.caught * 0.99},
        lambda r: {"flagged": r.flagged | {"hard-ham-1": r.flagged["easy-ham-1"]}},
    ],
)
def test_a_perturbed_claim_is_refused(result, perturbed):
    with pytest.raises(Refused):
        mail_filter.confirm(replace(result, **perturbed(result)))
