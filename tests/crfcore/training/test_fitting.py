"""Trainings that go on: from their own state, from a model, with labels that are new."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crfcore import model_file
from crfcore.crf import LinearChainCRF
from crfcore.errors import CrfError, ModelFileError, NotFittedError, UnknownLabelError
from crfcore.features.attribute_extraction import AttributeExtractor
from crfcore.features.targets import Targets
from crfcore.training import fitting
from crfcore.training.fitting import FeatureChoice, fit_by_likelihood
from crfcore.training.objectives import objective
from crfcore.training.optimisation import Optimisation
from crfcore.training.optimisers import active_set
from crfcore.training.optimisers.minimisation import Stopping
from tests.made_up_sentences import sentences
from tests.training_data import random_dataset

X, Y = sentences()


def weights_of(crf):
    return crf._fitted.model.weights


@pytest.mark.parametrize(("delta", "times"), [(1e-5, 1), (1e-4, 0)])
def test_with_a_coarse_threshold_single_precision_is_enough(delta, times, monkeypatch):
    refined = []
    monkeypatch.setattr(objective, "MIN_SCORES", 1)
    found = objective.Objective.refine
    monkeypatch.setattr(
        objective.Objective, "refine", lambda self: refined.append(found(self)) or refined[-1]
    )
    LinearChainCRF(c2=0.1, delta=delta, period=4).fit(X, Y)
    assert refined.count(True) == times


# ---- the optimiser's state


@pytest.mark.parametrize("through_a_file", [False, True])
@pytest.mark.parametrize("stops", [[1], [3, 4, 11]])
@pytest.mark.parametrize(("c1", "c2"), [(0.0, 0.3), (0.2, 0.0), (0.1, 0.01)])
def test_a_continued_training_has_the_bits_of_an_uninterrupted_one(
    tmp_path, c1, c2, stops, through_a_file
):
    penalties = {"c1": c1, "c2": c2}
    whole = LinearChainCRF(**penalties).fit(X, Y, keep_state=True)
    assert whole.training_.iterations > stops[-1]
    state = None
    for stop in stops:
        crf = LinearChainCRF(**penalties, max_iterations=stop)
        crf.fit(X, Y, state=state, keep_state=True)
        assert crf.training_.iterations == stop
        if through_a_file:
            crf.save(tmp_path / "model.crf", with_state=True)
            crf = LinearChainCRF.load(tmp_path / "model.crf")
        state = crf.optimiser_state_
    continued = LinearChainCRF(**penalties).fit(X, Y, state=state)
    np.testing.assert_array_equal(weights_of(continued), weights_of(whole))
    assert continued.training_.history == whole.training_.history
    for name in ("objective", "iterations", "evaluations", "reason"):
        assert getattr(continued.training_, name) == getattr(whole.training_, name)
    assert continued.optimiser_state_.optimiser.iterations == whole.training_.iterations
    assert LinearChainCRF(**penalties).fit(X, Y).training_.objective == pytest.approx(
        whole.training_.objective, rel=1e-4
    )


def test_a_training_stopped_by_its_monitor_or_cancelled_goes_on_too():
    whole = LinearChainCRF(c2=0.3).fit(X, Y, keep_state=True)
    asked = []

    def cancelled():
        asked.append(1)
        return len(asked) > 12

    for stop in ({"monitor": lambda progress: progress.iteration == 7}, {"cancelled": cancelled}):
        crf = LinearChainCRF(c2=0.3).fit(X, Y, keep_state=True, **stop)
        assert not crf.training_.converged
        crf.fit(X, Y, state=crf.optimiser_state_)
        np.testing.assert_array_equal(weights_of(crf), weights_of(whole))


@pytest.mark.parametrize("algorithm", ["lbfgs", "newton", "iis"])
def test_of_a_training_cancelled_at_once_no_objective_is_known(algorithm):
    crf = LinearChainCRF(algorithm, initial="zeros").fit(X, Y, cancelled=lambda: True)
    assert (crf.training_.reason, crf.training_.objective) == ("cancelled", None)
    assert b"NaN" not in crf.to_bytes()


def test_cancelled_while_it_finds_its_place_again():
    crf = LinearChainCRF(c2=0.3, max_iterations=4).fit(X, Y, keep_state=True)
    again = LinearChainCRF(c2=0.3)
    again.fit(X, Y, state=crf.optimiser_state_, cancelled=lambda: True)
    assert again.training_.reason == "cancelled"
    assert again.training_.objective == crf.training_.objective
    np.testing.assert_array_equal(weights_of(again), weights_of(crf))


def test_the_state_is_kept_on_request_alone(tmp_path):
    crf = LinearChainCRF(max_iterations=2).fit(X, Y)
    with pytest.raises(NotFittedError, match="keep_state=True"):
        _ = crf.optimiser_state_
    with pytest.raises(NotFittedError, match="keep_state=True"):
        crf.save(tmp_path / "model.crf", with_state=True)
    crf.fit(X, Y, keep_state=True)
    assert len(crf.to_bytes()) < len(crf.to_bytes(with_state=True))
    with pytest.raises(NotFittedError, match="with_state"):
        _ = LinearChainCRF.from_bytes(crf.to_bytes()).optimiser_state_


def test_the_state_of_another_training_is_rejected():
    state = LinearChainCRF(max_iterations=2).fit(X, Y, keep_state=True).optimiser_state_
    for params, items, labels, words in (
        ({"c2": 2.0}, X, Y, "c2=1.0, not c1=0.0 and c2=2.0"),
        ({"c1": 1.0}, X, Y, "not c1=1.0"),
        ({}, X[:-1], Y[:-1], "other sentences, labels or features"),
        ({}, X, [["O"] * len(labels) for labels in Y], "other sentences"),
        ({"all_possible_states": True}, X, Y, "features"),
        ({"algorithm": "empirical"}, X, Y, "no state"),
    ):
        with pytest.raises(CrfError, match=words):
            LinearChainCRF(**params).fit(items, labels, state=state)


@pytest.mark.parametrize(
    ("name", "change"),
    [
        ("state/x", lambda array: array[:-1]),
        ("state/x", lambda array: array.astype(np.float32)),
        ("state/x", lambda array: array[np.newaxis]),
        ("state/steps", lambda array: array[:-1]),
        ("state/changes", lambda array: array[:, :-1]),
        ("history", None),
    ],
)
def test_a_damaged_state_is_rejected(name, change):
    crf = LinearChainCRF(max_iterations=3).fit(X, Y, keep_state=True)
    content, arrays = model_file.parse(crf.to_bytes(with_state=True))
    if change is None:
        content["state"]["history"] = []
    else:
        arrays[name] = change(arrays[name])
    with pytest.raises(ModelFileError, match="state of its training"):
        LinearChainCRF.from_bytes(model_file.dump(content, arrays))


# ---- labels that are new to a warm training


def with_new_label(y):
    return [["NEW", *labels[1:]] if number % 5 == 0 else labels for number, labels in enumerate(y)]


def test_a_label_that_the_earlier_model_never_saw_is_queried():
    earlier = LinearChainCRF(c2=0.3).fit(X, Y)
    y = with_new_label(Y)
    warm = LinearChainCRF(c2=0.3, initial=earlier, delta=1e-9)
    with pytest.raises(UnknownLabelError, match=r"'NEW'.*new_labels=True"):
        warm.fit(X, y)
    in_a_set = [[{"O", "NEW"}, *Y[0][1:]], *Y[1:]]
    with pytest.raises(UnknownLabelError, match="'NEW'"):
        warm.fit(X, in_a_set)
    warm.fit(X, y, new_labels=True)
    assert set(warm.classes_) == {"O", "B-X", "I-X", "NEW"}
    cold = LinearChainCRF(c2=0.3, delta=1e-9).fit(X, y)
    assert warm.training_.objective == pytest.approx(cold.training_.objective, rel=1e-6)
    assert warm.training_.history[0][1] < 0.7 * cold.training_.history[0][1]
    before = earlier.state_features_
    start = LinearChainCRF(max_iterations=0, initial=earlier).fit(X, y, new_labels=True)
    for (attribute, label), weight in start.state_features_.items():
        assert weight == (0.0 if label == "NEW" else before.get((attribute, label), 0.0))
    for pair, weight in start.transition_features_.items():
        assert weight == earlier.transition_features_.get(pair, 0.0)


def test_a_label_that_no_token_has_needs_no_leave():
    earlier = LinearChainCRF(c2=0.3).fit(X, Y)
    names = ["NEW", *earlier.classes_]
    crf = LinearChainCRF(c2=0.3, initial=earlier).fit(X, Y, labels=names)
    assert crf.classes_ == names
    extractor = AttributeExtractor()
    dataset = extractor.fit(X)
    # A set of targets that no token uses says nothing either.
    targets = Targets.from_labels(Y, names)
    targets = Targets(targets.label_sets, np.array([[1, 1, 0, 0]], np.uint8), 4)
    crf.fit(dataset, targets, labels=names, extractor=extractor)


# ---- weights of sentences


@settings(max_examples=8, deadline=None)
@given(
    seed=st.integers(0, 2**32 - 1),
    c1=st.sampled_from([0.0, 0.3]),
    edges=st.booleans(),
    openness=st.sampled_from([0.0, 0.3]),
)
def test_a_sentence_of_weight_two_counts_like_two(seed, c1, edges, openness):
    rng = np.random.default_rng(seed)
    dataset, targets = random_dataset(
        rng, [3, 1, 0, 4, 2, 5], n_edge_attributes=2 if edges else 0, openness=openness
    )
    if not np.any(targets.label_sets[:3] != 3):
        targets.label_sets[0] = 0
    weights = np.array([1, *rng.integers(0, 3, size=5)])
    places = np.repeat(np.arange(6), weights)
    to_the_end = Optimisation(c1=c1, c2=0.1, stopping=Stopping(delta=1e-12, epsilon=1e-8))
    weighted, record, _ = fit_by_likelihood(
        dataset, targets, FeatureChoice(), to_the_end, sentence_weights=weights.astype(float)
    )
    repeated, expected, _ = fit_by_likelihood(
        dataset.select(places),
        targets.select(dataset.offsets, places),
        FeatureChoice(),
        to_the_end,
    )
    assert record.objective == pytest.approx(expected.objective, rel=1e-6)
    np.testing.assert_array_equal(weighted.index.state_labels, repeated.index.state_labels)
    np.testing.assert_array_equal(weighted.index.edge_pairs, repeated.index.edge_pairs)
    if openness == 0.0:
        np.testing.assert_allclose(weighted.weights, repeated.weights, atol=2e-3)
    assert record.n_sentences == 6


def test_weights_travel_from_the_estimator_to_the_objective():
    weight = np.random.default_rng(4).random(len(X)) * 3.0
    crf = LinearChainCRF(c2=0.3).fit(X, Y, sample_weight=weight.tolist(), keep_state=True)
    own = [crf.log_likelihood([items], [labels]) for items, labels in zip(X, Y, strict=True)]
    penalty = 0.3 * float(weights_of(crf) @ weights_of(crf))
    assert crf.training_.objective == pytest.approx(penalty - weight @ own, rel=1e-9)
    with pytest.raises(CrfError, match="other sentences"):
        LinearChainCRF(c2=0.3).fit(X, Y, state=crf.optimiser_state_)
    ones = LinearChainCRF(c2=0.3).fit(X, Y, sample_weight=[1] * len(X))
    assert ones.training_.objective == LinearChainCRF(c2=0.3).fit(X, Y).training_.objective


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"sample_weight": [1.0] * 24}, "25 sentences, and 24 numbers"),
        ({"sample_weight": [1.0] * 24 + [-0.5]}, r"sentence 25 is -0\.5"),
        ({"sample_weight": [float("nan")] + [1.0] * 24}, "sentence 1 is nan"),
        ({"sample_weight": [float("inf")] + [1.0] * 24}, "sentence 1 is inf"),
        ({"sample_weight": [0.0] * 25}, "0 for each sentence"),
        ({"sample_weight": [[1.0] * len(labels) for labels in Y]}, "single tokens"),
        ({"sample_weight": [[1.0, 2.0]] * 25}, "single tokens"),
        ({"sample_weight": "much"}, "one number for each sentence"),
        ({"label_weight": {"O": 0.1}}, "no terms for single labels"),
    ],
)
def test_weights_that_cannot_be_are_rejected(wrong, words):
    with pytest.raises(CrfError, match=words):
        LinearChainCRF().fit(X, Y, **wrong)


def test_who_counts_has_no_weights():
    with pytest.raises(CrfError, match="counts each sentence once"):
        LinearChainCRF(algorithm="empirical").fit(X, Y, sample_weight=[1.0] * 25)


# ---- many sentences: rounds on some of the weights


@pytest.mark.parametrize(("c1", "c2"), [(0.3, 0.0), (0.1, 0.05)])
def test_rounds_on_some_weights_end_where_all_do(monkeypatch, c1, c2):
    whole = LinearChainCRF(c1=c1, c2=c2, delta=1e-9).fit(X, Y, keep_state=True)
    monkeypatch.setattr(objective, "MIN_SCORES", 1)
    monkeypatch.setattr(fitting, "MIN_TOKENS_FOR_ROUNDS", 1)
    monkeypatch.setattr(active_set, "ITERATIONS_ON_ALL", 4)
    monkeypatch.setattr(active_set, "ITERATIONS_OF_ROUND", 25)
    seen = []
    crf = LinearChainCRF(c1=c1, c2=c2, delta=1e-9)
    crf.fit(X, Y, monitor=seen.append)
    assert crf.training_.objective == pytest.approx(whole.training_.objective, rel=1e-6)
    assert len(seen) == crf.training_.iterations + 1 > 5
    penalty = c1 * np.abs(weights_of(crf)).sum() + c2 * (weights_of(crf) ** 2).sum()
    own = crf.log_likelihood(X, Y)
    assert crf.training_.objective == pytest.approx(penalty - own, rel=1e-9)
    threads = LinearChainCRF(c1=c1, c2=c2, delta=1e-9, threads=2).fit(X, Y)
    np.testing.assert_array_equal(weights_of(crf), weights_of(threads))
