"""Vectors of tokens, by lane."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from crfcore import learn_vectors
from crfcore.features.column_table import ColumnTable
from crfcore.features.dataset import Dataset
from crfcore.features.targets import Targets
from crfcore.training.feature_index import feature_index
from crfcore.training.token_features import token_features

VECTORS = learn_vectors([list("abcd"), list("badc"), list("efgh"), list("fehg")], n=3)
TEMPLATE = "U0:%x[0,0]\nU1:%x[-1,0]/%x[0,0]\nUv:%vector[0]\nUw:%vector[-1]\nB\n"
LABELS = ["p", "q", "r"]


def arranged(seed, n_lanes):
    """Return features of random sentences in lanes of neighbouring positions, and the bounds."""
    rng = np.random.default_rng(seed)
    words = [rng.choice(list("abcdefghx"), size=rng.integers(1, 7)).tolist() for _ in range(8)]
    table = ColumnTable.from_words(words)
    dataset = Dataset.from_columns(table, TEMPLATE, vectors=VECTORS)
    labels = [[str(rng.choice(LABELS)) for _ in one] for one in words]
    index = feature_index(dataset, Targets.from_labels(labels, LABELS))
    n = dataset.n_tokens
    order = rng.permutation(n).astype(np.int64)
    bounds = np.sort(np.append(rng.integers(0, n + 1, size=n_lanes - 1), [0, n]))
    lanes = np.repeat(np.arange(n_lanes), np.diff(bounds))
    given_lanes = None if n_lanes == 1 else lanes
    return token_features(dataset, index, order, lanes=given_lanes), index, bounds, rng


def scores_and_gradient(features, index, bounds, weights, amounts):
    rows = features.empty_rows()
    features.load(weights, rows)
    scores = np.empty((bounds[-1], features.width))
    parts, gradient = [], np.zeros(index.n_weights)
    for first, last in pairwise(bounds.tolist()):
        sums, own = features.empty_sums(), np.zeros(index.n_weights)
        if last > first:
            features.score(first, last, weights, rows, scores[first:last])
            features.add(first, last, amounts[first:last], own, sums)
        features.store_rows(sums, own)
        gradient += own
        parts.append(sums)
    by_vectors = np.zeros(index.n_weights)
    features.store_vectors(parts, by_vectors)
    return scores[:, : index.n_labels], gradient + by_vectors


@given(seed=st.integers(0, 500), n_lanes=st.integers(1, 4))
def test_the_gradient_is_the_transpose_of_the_scores(seed, n_lanes):
    features, index, bounds, rng = arranged(seed, n_lanes)
    amounts = np.zeros((bounds[-1], features.width))
    amounts[:, : index.n_labels] = rng.normal(size=(bounds[-1], index.n_labels))
    weights = rng.normal(size=index.n_weights)
    index.transition_part(weights)[:] = 0.0
    scores, gradient = scores_and_gradient(features, index, bounds, weights, amounts)
    # Scores are linear in the weights: w · (transpose applied to a) = (scores of w) · a.
    total = float(np.sum(scores * amounts[:, : index.n_labels]))
    assert float(weights @ gradient) == pytest.approx(total, rel=1e-9, abs=1e-9)


@given(seed=st.integers(0, 500))
def test_lanes_change_no_score_and_no_gradient(seed):
    one, index, bounds, rng = arranged(seed, 1)
    several, _, lane_bounds, _ = arranged(seed, 3)
    weights = rng.normal(size=index.n_weights)
    amounts = rng.normal(size=(bounds[-1], one.width))
    wanted = scores_and_gradient(one, index, bounds, weights, amounts)
    # The order of positions is drawn before the bounds, so that it is the same.
    found = scores_and_gradient(several, index, lane_bounds, weights, amounts)
    np.testing.assert_array_equal(found[0], wanted[0])
    np.testing.assert_allclose(found[1], wanted[1], rtol=1e-10, atol=1e-10)


@given(seed=st.integers(0, 500))
def test_no_token_reads_a_merged_word(seed):
    features, index, _, _ = arranged(seed, 2)
    merged = features.vectors.words.merged
    for attribute in merged[merged >= 0].tolist():
        start, stop = index.state_indptr[attribute : attribute + 2]
        assert not np.isin(np.arange(start, stop), features.entries.listed).any()
        assert attribute not in features.row_attributes
