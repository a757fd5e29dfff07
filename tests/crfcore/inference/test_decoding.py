from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings

from crfcore.errors import CrfError
from crfcore.inference import decode, log_z, marginals, viterbi
from tests.chains import chains, random_chain


@settings(max_examples=60, deadline=None)
@given(chains())
def test_decoding_is_viterbi_with_its_marginals(chain):
    decoding = decode(*chain.arguments)
    labels, path_scores = viterbi(*chain.arguments)
    np.testing.assert_array_equal(decoding.labels, labels)
    np.testing.assert_array_equal(decoding.path_scores, path_scores)
    np.testing.assert_array_equal(decoding.log_z, log_z(*chain.arguments))
    expected = marginals(*chain.arguments)[np.arange(len(labels)), labels]
    np.testing.assert_allclose(decoding.probabilities, expected, rtol=1e-6)


def test_long_corpora_are_cut_between_sentences():
    rng = np.random.default_rng(4)
    offsets = np.concatenate([[0], np.cumsum(rng.integers(0, 60, size=300))])
    chain = random_chain(rng, offsets[-1], 4)
    decoding = decode(chain.scores, chain.transitions, offsets)
    labels, path_scores = viterbi(chain.scores, chain.transitions, offsets)
    np.testing.assert_array_equal(decoding.labels, labels)
    np.testing.assert_array_equal(decoding.path_scores, path_scores)
    assert np.all(decoding.log_z >= decoding.path_scores - 1e-9)


def test_the_sentence_is_counted_over_the_whole_corpus():
    n_tokens = 9000
    allowed = np.ones((n_tokens, 2), np.uint8)
    allowed[8500] = 0
    with pytest.raises(CrfError, match="Sentence 851, token 1"):
        decode(np.zeros((n_tokens, 2)), np.zeros((2, 2)), np.arange(0, n_tokens + 1, 10), allowed)
