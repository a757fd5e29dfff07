"""A training takes attributes of vectors apart from the others, with the same result."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crfcore import LinearChainCRF, learn_vectors
from crfcore.classic.maxent import MaximumEntropyClassifier
from crfcore.features.column_table import ColumnTable
from crfcore.features.condensed import CondensedDataset
from crfcore.features.extraction import TemplateExtractor
from crfcore.features.targets import Targets
from crfcore.features.template import parse_template
from crfcore.training.feature_index import feature_index
from tests.crfcore.features.test_vector_lines import SENTENCES, extractor_of

TEMPLATE = parse_template("U0:%x[0,0]\nUv:%vector[0]\nUw:%vector[-1]\nB\n")
TEXT = [list(word) for word in ("abcd", "badc", "efgh", "fehg", "abgh", "bahg", "cdef")]
LABELS = ["p", "q", "r"]


@pytest.fixture
def problem():
    """Return an extractor, condensed attributes and targets, some of them open or sets."""
    rng = np.random.default_rng(0)
    words = [rng.choice(list("abcdefghx"), size=rng.integers(1, 9)).tolist() for _ in range(40)]
    extractor = TemplateExtractor(TEMPLATE, vectors=learn_vectors(TEXT, n=5))
    condensed = CondensedDataset(extractor.fit_without_vectors(ColumnTable.from_words(words)))
    labels = [["pqr"[(ord(word) + rng.integers(2)) % 3] for word in one] for one in words]
    labels[0][0], labels[1][0] = None, {"p", "q"}
    return extractor, condensed, Targets.from_labels(labels, LABELS)


@pytest.mark.parametrize(
    "parameters",
    [
        {},
        {"c1": 0.2},
        {"c2": 1e-4},
        {"min_freq": 2},
        {"all_possible_states": True},
        {"algorithm": "empirical"},
        {"algorithm": "empirical", "oov": "exponential"},
        {"algorithm": "l2sgd", "max_iterations": 3},
        {"algorithm": "ap", "max_iterations": 3},
        {"algorithm": "newton"},
    ],
)
def test_weights_have_the_same_bits(problem, parameters):
    extractor, condensed, targets = problem
    everything = np.arange(condensed.n_sentences)
    whole, apart = condensed.select(everything), condensed.to_train(everything)
    assert len(apart.attributes) < len(whole.attributes)
    one, other = (
        LinearChainCRF(**parameters).fit(data, targets, extractor=extractor, labels=LABELS)
        for data in (whole, apart)
    )
    assert one.training_.n_features == other.training_.n_features
    assert one.predict_marginals(whole) == other.predict_marginals(apart)


def test_a_state_goes_on_with_either(problem):
    extractor, condensed, targets = problem
    everything = np.arange(condensed.n_sentences)
    given = {"extractor": extractor, "labels": LABELS}
    first = LinearChainCRF(max_iterations=3)
    first.fit(condensed.select(everything), targets, keep_state=True, **given)
    state = first.optimiser_state_
    one = LinearChainCRF().fit(condensed.to_train(everything), targets, state=state, **given)
    whole = condensed.select(everything)
    other = LinearChainCRF().fit(whole, targets, state=state, **given)
    assert one.predict_marginals(whole) == other.predict_marginals(whole)


def test_another_estimator_takes_both(problem):
    extractor, condensed, targets = problem
    everything = np.arange(condensed.n_sentences)
    given = {"extractor": extractor, "labels": LABELS}
    one, other = (
        MaximumEntropyClassifier().fit(data, targets, **given)
        for data in (condensed.to_train(everything), condensed.select(everything))
    )
    whole = condensed.select(everything)
    assert one.predict_marginals(whole) == other.predict_marginals(whole)


@settings(max_examples=60)
@given(sentences=SENTENCES, chance=st.randoms(use_true_random=False))
def test_the_index_has_the_same_weights(sentences, chance):
    columns = [[(word,) for word in sentence] for sentence in sentences]
    if not any(columns):
        return
    condensed = CondensedDataset(extractor_of().fit_without_vectors(columns))
    known = [None, "p", "q", {"p", "r"}]
    labels = [[chance.choice(known) for _ in sentence] for sentence in columns]
    targets = Targets.from_labels(labels, LABELS)
    everything = np.arange(len(columns))
    one = feature_index(condensed.select(everything), targets)
    other = feature_index(condensed.to_train(everything), targets)
    np.testing.assert_array_equal(one.state_indptr, other.state_indptr)
    np.testing.assert_array_equal(one.state_labels, other.state_labels)
