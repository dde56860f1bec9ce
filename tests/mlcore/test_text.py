import time

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import sparse
from sklearn.feature_extraction.text import CountVectorizer

from mlcore.text import (
    ENGLISH_STOP_WORDS,
    build_vocabulary,
    count_matrix,
    count_vector,
    presence_matrix,
    stem,
    tokenise,
)

DOCS = ["The cat sat on the mat.", "A dog barked; the CAT ran!", "No cats, no dogs..."]

laws = settings(deadline=None, max_examples=60)
documents = st.lists(st.text("ab cé'_ ", max_size=12), min_size=1, max_size=6)


class TestTokenise:
    @pytest.mark.parametrize(
        ("text", "words"),
        [
            ("The cat, the CAT!", ["the", "cat", "the", "cat"]),
            ("", []),
            (" \t\n -- ... ", []),
            ("don't 'quote' me", ["don't", "quote", "me"]),
            ("don\u2019t", ["don't"]),
            ("rock'n'roll dogs'", ["rock'n'roll", "dogs"]),
            ("3.14 and B2B", ["3", "14", "and", "b2b"]),
            ("snake_case e-mail", ["snake", "case", "e", "mail"]),
            ("ÉCOLE Straße Ωμέγα Привет 東京", ["école", "straße", "ωμέγα", "привет", "東京"]),
            ("caf\u0065\u0301", ["caf\u00e9"]),  # the accent stored apart
            ("a I", ["a", "i"]),
        ],
    )
    def test_splits_into_words_of_lower_case(self, text, words):
        assert tokenise(text) == words

    @pytest.mark.parametrize("bad", [None, 3, b"bytes", ["a"]])
    def test_refuses_what_is_no_text(self, bad):
        with pytest.raises(TypeError, match="text must be a string"):
            tokenise(bad)

    @laws
    @given(st.text())
    def test_gives_words_that_stay_as_they_are(self, text):
        words = tokenise(text)
        assert all(words)
        assert tokenise(" ".join(words)) == words


class TestStem:
    def test_drops_plural_and_verb_endings(self):
        pairs = {"dogs": "dog", "cities": "city", "walked": "walk", "walking": "walk", "stopped": "stop"}
        assert {word: stem(word) for word in pairs} == pairs

    def test_leaves_short_and_other_words(self):
        for word in ("bus", "this", "glass", "red", "sing", "thing", "cat", "", "s", "42"):
            assert stem(word) == word

    def test_serves_as_part_of_a_tokeniser(self):
        def stems(text):
            return [stem(word) for word in tokenise(text)]

        assert build_vocabulary(["dogs bark", "dog barked"], tokeniser=stems) == ["bark", "dog"]
        assert count_vector("Dogs, dogs!", ["bark", "dog"], tokeniser=stems).tolist() == [0, 2]


class TestBuildVocabulary:
    def test_is_that_of_all_documents_in_alphabetical_order(self):
        assert build_vocabulary(DOCS) == (
            ["a", "barked", "cat", "cats", "dog", "dogs", "mat", "no", "on", "ran", "sat", "the"]
        )

    def test_leaves_out_stop_words_in_any_case(self):
        assert build_vocabulary(DOCS[:2], stop_words=["The", "A", "on"]) == (
            ["barked", "cat", "dog", "mat", "ran", "sat"]
        )

    def test_leaves_out_english_stop_words(self):
        assert build_vocabulary(DOCS[:2], ENGLISH_STOP_WORDS) == ["barked", "cat", "dog", "mat", "ran", "sat"]

    def test_leaves_out_rare_words(self):
        assert build_vocabulary(DOCS, min_count=2) == ["cat", "no", "the"]

    def test_of_documents_without_words_is_empty(self):
        assert build_vocabulary([]) == build_vocabulary(["", "..."]) == []

    def test_takes_columns_of_data_frames_and_generators(self):
        assert build_vocabulary(pd.Series(["b", "a"])) == build_vocabulary(iter(["b", "a"])) == ["a", "b"]

    @pytest.mark.parametrize(
        ("docs", "stop_words", "message"),
        [
            ("one text", (), "docs must be a collection of strings; got 'one text'"),
            (["a"], "the", "stop_words must be a collection of strings; got 'the'"),
            (["a", None], (), "docs must hold strings; entry 1 is None"),
            (["a", float("nan")], (), "docs must hold strings; entry 1 is nan"),
            ([["a"]], (), "docs must hold strings; entry 0 is"),
            (None, (), "docs must be a collection of strings; got None"),
        ],
    )
    def test_refuses_what_would_become_letters(self, docs, stop_words, message):
        with pytest.raises(TypeError, match=message):
            build_vocabulary(docs, stop_words)

    def test_refuses_a_count_below_one(self):
        with pytest.raises(ValueError, match="min_count must be at least 1"):
            build_vocabulary(DOCS, min_count=0)


class TestCountVector:
    def test_counts_whole_words_and_ignores_unknown_ones(self):
        vocab = ["a", "cat", "the"]
        assert count_vector("The cat sat on the mat, a catastrophe", vocab).tolist() == [1, 1, 2]
        assert count_vector("A dog. A!", vocab).tolist() == [2, 0, 0]

    def test_of_an_empty_document_is_zero(self):
        assert count_vector("", ["a", "b"]).tolist() == [0, 0]
        assert count_vector("a b", []).tolist() == []

    def test_has_one_length_for_documents_without_a_common_word(self):
        docs = ["a b", "c"]
        vocab = build_vocabulary(docs)
        assert [count_vector(doc, vocab).tolist() for doc in docs] == [[1, 1, 0], [0, 0, 1]]

    def test_follows_the_order_of_the_vocabulary(self):
        assert count_vector("a b b", ["b", "a"]).tolist() == [2, 1]

    @pytest.mark.parametrize(
        ("vocab", "error", "message"),
        [
            (["a", "a"], ValueError, "vocab must hold each word once"),
            ("abc", TypeError, "vocab must be a collection of strings"),
            ({"a", "b"}, TypeError, "vocab must be a list of words in the order of the columns"),
            ({"a": 1, "b": 0}, TypeError, "vocab must be a list of words in the order of the columns"),
            (["a", 1], TypeError, "vocab must hold strings; entry 1 is 1"),
        ],
    )
    def test_refuses_a_vocabulary_without_columns(self, vocab, error, message):
        with pytest.raises(error, match=message):
            count_vector("a", vocab)


class TestCountMatrix:
    def test_by_hand(self):
        vocab = ["cat", "no", "the"]
        expected = [[1, 0, 2], [1, 0, 1], [0, 2, 0]]
        assert count_matrix(DOCS, vocab).toarray().tolist() == expected

    def test_is_sparse_integer_and_in_order(self):
        counts = count_matrix(DOCS, build_vocabulary(DOCS))
        assert sparse.issparse(counts)
        assert counts.format == "csr"
        assert counts.dtype == np.int64
        assert counts.has_canonical_format
        assert counts.nnz < counts.shape[0] * counts.shape[1]

    @laws
    @given(documents)
    def test_has_the_count_vectors_as_rows(self, docs):
        vocab = build_vocabulary(docs)
        expected = [count_vector(doc, vocab).tolist() for doc in docs]
        assert count_matrix(docs, vocab).toarray().tolist() == expected
        assert count_matrix(docs, vocab).sum() == sum(len(tokenise(doc)) for doc in docs)

    @laws
    @given(documents)
    def test_agrees_with_scikit_learn_given_the_same_words(self, docs):
        vocab = build_vocabulary(docs)
        if vocab:
            theirs = CountVectorizer(analyzer=tokenise, vocabulary=vocab).transform(docs)
            assert count_matrix(docs, vocab).toarray().tolist() == theirs.toarray().tolist()

    def test_of_no_documents_or_no_words_has_no_rows_or_columns(self):
        assert count_matrix([], ["a"]).shape == (0, 1)
        assert count_matrix(["a", "b"], []).shape == (2, 0)

    def test_presence_says_once_what_counts_say_often(self):
        vocab = build_vocabulary(DOCS)
        counts, presence = count_matrix(DOCS, vocab), presence_matrix(DOCS, vocab)
        assert presence.toarray().tolist() == (counts.toarray() > 0).astype(int).tolist()
        assert counts.max() == 2

    def test_mixing_presence_with_the_product_over_present_words_changes_the_decision(self):
        # p(word present | class); the document has word 0 only
        p, x = np.array([[0.9, 0.9, 0.1], [0.5, 0.1, 0.1]]), presence_matrix(["v"], ["v", "w", "z"]).toarray()
        both_factors = (p**x * (1 - p) ** (1 - x)).prod(axis=1)
        assert both_factors.argmax() == 1
        assert (p**x).prod(axis=1).argmax() == 0
        assert p[0].sum() > 1  # no distribution over words, as the product over positions would need

    def test_of_a_large_corpus_is_built_in_time(self):
        # The lectures' size: 10 000 documents of 500 words have at most 5 000 000 distinct words, not 50 000.
        rng = np.random.default_rng(0)
        words = np.array([f"w{i}" for i in range(20_000)])
        docs = [" ".join(words[rng.zipf(1.3, 500) % 20_000]) for _ in range(2000)]
        start = time.perf_counter()
        counts = count_matrix(docs, words)
        assert time.perf_counter() - start < 10  # far less when the machine is free
        assert counts.sum() == 2000 * 500
