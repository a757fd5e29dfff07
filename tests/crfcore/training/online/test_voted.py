from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crfcore import LinearChainCRF
from crfcore.errors import CrfError
from crfcore.features.column_table import ColumnTable
from crfcore.inference.viterbi import viterbi
from crfcore.training.fitting import FeatureChoice
from crfcore.training.linear_model import LinearModel
from crfcore.training.model_arrays import kind_of, model_arrays, model_from_arrays
from crfcore.training.online_fitting import OnlineSettings, fit_online
from crfcore.training.voted_model import MIN_SHARE
from tests.fitted_models import EDGES, ITEMS, TAGS, WORDS
from tests.training_data import random_dataset

VOTED = "voted-perceptron"


def trained(dataset, targets, algorithm=VOTED, n_passes=3, **options):
    chosen = OnlineSettings(algorithm, max_iterations=n_passes, seed=1)
    return fit_online(dataset, targets, FeatureChoice(), chosen, **options)


def vectors_of(model):
    """Return the vectors, (K, F)."""
    vectors = [model.first_vector]
    for first, last in pairwise(model.change_indptr):
        changed = vectors[-1].copy()
        np.add.at(changed, model.change_numbers[first:last], model.change_values[first:last])
        vectors.append(changed)
    return np.array(vectors)


@settings(max_examples=20, deadline=None)
@given(
    seed=st.integers(0, 2**32 - 1),
    values=st.booleans(),
    edges=st.booleans(),
    openness=st.sampled_from([0.0, 0.4]),
)
def test_labels_are_those_of_most_votes(seed, values, edges, openness):
    rng = np.random.default_rng(seed)
    dataset, targets = random_dataset(
        rng, [3, 0, 4, 1], values=values, n_edge_attributes=2 * edges, openness=openness
    )
    model, record, _ = trained(dataset, targets)
    assert record.evaluations == 3
    cast = np.zeros((dataset.n_tokens, targets.n_labels))
    for vector, votes in zip(vectors_of(model), model.votes, strict=True):
        one = LinearModel(model.index, vector)
        span = dataset, 0, dataset.n_tokens
        labels, _ = viterbi(one.scores(*span), one.transitions(*span), dataset.offsets)
        cast[np.arange(len(labels)), labels] += votes
    share = np.exp(model.scores(dataset, 0, dataset.n_tokens))
    if not values:
        np.testing.assert_allclose(share, cast / model.votes.sum(), atol=2 * MIN_SHARE)
    np.testing.assert_allclose(share.sum(axis=1), 1.0)
    assert not model.transitions(dataset, 0, dataset.n_tokens).any()
    # Any part of the tokens has the same votes.
    for first, last in [(2, 5), (0, 0), (3, 3), (8, 8)]:
        np.testing.assert_array_equal(model.scores(dataset, first, last), np.log(share)[first:last])


def test_the_mean_of_the_vectors_is_the_averaged_perceptron():
    dataset, targets = random_dataset(np.random.default_rng(3), [4] * 10)
    model, record, state = trained(dataset, targets)
    averaged, other, _ = trained(dataset, targets, "ap")
    assert record.history == other.history
    assert model.votes.sum() == state.n_steps == 30
    mean = model.votes @ vectors_of(model) / model.votes.sum()
    np.testing.assert_allclose(model.weights, averaged.weights, atol=1e-6)
    np.testing.assert_allclose(model.weights, mean, atol=1e-6)


def test_without_a_pass_the_first_vector_votes_alone():
    dataset, targets = random_dataset(np.random.default_rng(3), [4, 2])
    model, _, _ = trained(dataset, targets, n_passes=0)
    assert model.votes.tolist() == [1.0]
    assert np.exp(model.scores(dataset, 0, 6))[:, 0] == pytest.approx(1.0)


@pytest.mark.parametrize(
    ("data", "template"), [(ITEMS, None), (ColumnTable.from_words(WORDS), EDGES)]
)
def test_it_learns_separable_data_and_answers_like_every_model(tmp_path, data, template):
    crf = LinearChainCRF(VOTED, template=template, max_iterations=60).fit(data, TAGS)
    assert crf.training_.history[-1][1] == 0.0
    assert crf.predict(data) == [list(tags) for tags in TAGS]
    probabilities = crf.predict_marginals(data)[0][0]
    assert sum(probabilities.values()) == pytest.approx(1.0)
    crf.save(tmp_path / "voted.crf")
    loaded = LinearChainCRF.load(tmp_path / "voted.crf")
    assert loaded.predict_marginals(data) == crf.predict_marginals(data)
    assert crf.compact().predict_marginals(data) == crf.predict_marginals(data)
    assert loaded.state_features_ == crf.state_features_
    with pytest.raises(CrfError, match="has no weights that add up"):
        crf.explain(ITEMS[0] if template is None else WORDS[0], 0)
    with pytest.raises(CrfError, match="'voted-perceptron' cannot go on with a model; use one of"):
        crf.partial_fit(data, TAGS)


def test_patience_goes_back_to_the_votes_of_the_best_pass():
    crf = LinearChainCRF(VOTED, max_iterations=30, patience=1, dev_score="token_accuracy")
    crf.fit(ITEMS, TAGS, ITEMS, TAGS)
    record = crf.training_
    assert record.reason == "dev"
    fewer = LinearChainCRF(VOTED, max_iterations=record.best_iteration).fit(ITEMS, TAGS)
    assert crf.predict_marginals(ITEMS) == fewer.predict_marginals(ITEMS)


@pytest.mark.parametrize(
    ("name", "change", "complaint"),
    [
        ("votes", lambda votes: -votes, "votes holds"),
        ("votes", lambda votes: 0 * votes, "votes holds none"),
        ("votes", lambda votes: votes[1:], "votes has the shape"),
        ("change_numbers", lambda numbers: numbers + 10_000, "change_numbers holds numbers"),
        ("change_values", lambda values: values * np.nan, "not a finite number"),
    ],
)
def test_arrays_that_do_not_fit_are_rejected(name, change, complaint):
    dataset, targets = random_dataset(np.random.default_rng(3), [4, 4])
    model, _, _ = trained(dataset, targets)
    arrays = model_arrays(model)
    sizes = targets.n_labels, dataset.n_attributes, 0
    again = model_from_arrays(kind_of(model), arrays, *sizes)
    np.testing.assert_array_equal(again.scores(dataset, 0, 8), model.scores(dataset, 0, 8))
    with pytest.raises(ValueError, match=complaint):
        model_from_arrays("voted", {**arrays, name: change(arrays[name])}, *sizes)
