from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crfcore.crf import LinearChainCRF
from crfcore.errors import CrfError, DataError
from crfcore.estimator import extractors
from crfcore.features.targets import Targets
from crfcore.training.counted_weights import empirical_weights
from crfcore.training.empirical_counts import count
from crfcore.training.feature_index import feature_index
from crfcore.training.fitting import FeatureChoice
from crfcore.training.online.passive_aggressive import Aggression
from crfcore.training.online.working import working_set
from crfcore.training.online_fitting import OnlineSettings, counted_start, fit_online
from tests import brute_force
from tests.crfcore.training.objectives.test_objective import (
    naive_scores,
    naive_value,
    numerical_gradient,
)
from tests.training_data import random_dataset

KINDS = ["ap", "pa", "arow"]


def feature_vector(dataset, index, start, path):
    """Count the features of a labelling of the sentence that starts at a token, one by one."""
    vector = np.zeros(index.n_weights)
    states, edges = index.state_part(vector), index.edge_part(vector)
    transitions = index.transition_part(vector)
    for t, label in enumerate(path, start):
        for k in range(dataset.indptr[t], dataset.indptr[t + 1]):
            a = dataset.attributes[k]
            for j in range(index.state_indptr[a], index.state_indptr[a + 1]):
                if index.state_labels[j] == label:
                    states[j] += dataset.values[k] if len(dataset.values) else 1.0
    for t, (before, here) in enumerate(pairwise(path), start + 1):
        pair = before * index.n_labels + here
        transitions[index.transition_pairs == pair] += 1.0
        if dataset.n_edge_attributes:
            for k in range(dataset.edge_indptr[t], dataset.edge_indptr[t + 1]):
                e = dataset.edge_attributes[k]
                for j in range(index.edge_indptr[e], index.edge_indptr[e + 1]):
                    edges[j] += index.edge_pairs[j] == pair
    return vector


def best(scores, transitions, allowed=None):
    paths, values = brute_force.all_scores(scores, transitions, allowed)
    # Of equal scores the lower labels win, looked at from the last token.
    order = sorted(range(len(paths)), key=lambda k: (-round(values[k], 6), paths[k][::-1]))
    return paths[order[0]], values[order[0]]


def twin(algorithm, dataset, targets, index, order, n_passes, settings):
    """Train sentence by sentence with whole vectors."""
    weights = np.zeros(index.n_weights)
    total, n_steps = np.zeros_like(weights), 0
    variances = np.full(index.n_weights, settings.variance)
    allowed = targets.allowed_by_set()[targets.label_sets]
    for one_pass in range(n_passes):
        for i in order[one_pass]:
            start, stop = dataset.offsets[i], dataset.offsets[i + 1]
            scores, transitions = naive_scores(dataset, index, weights, start, stop)
            found, score = best(scores, transitions)
            truth, true_score = best(scores, transitions, allowed[start:stop])
            n_wrong = sum(a != b for a, b in zip(found, truth, strict=True))
            if n_wrong:
                change = feature_vector(dataset, index, start, truth)
                change -= feature_vector(dataset, index, start, found)
                square = change @ change
                if algorithm == "pa":
                    aggression = settings.aggression
                    margin = np.sqrt(n_wrong) if aggression.error_sensitive else 1.0
                    loss = score - true_score + margin
                    if aggression.kind == 2:
                        square += 0.5 / aggression.c
                    step = loss / square if square else 0.0
                    change *= min(step, aggression.c) if aggression.kind == 1 else step
                elif algorithm == "arow":
                    loss = score - true_score + n_wrong
                    step = loss / (settings.gamma + change**2 @ variances)
                    move = step * variances * change
                    variances = 1.0 / (1.0 / variances + change**2 / settings.gamma)
                    change = move
                weights = weights + change
            n_steps += 1
            total += weights
    averaged = algorithm == "ap" or (algorithm == "pa" and settings.aggression.averaging)
    return total / n_steps if averaged else weights


@pytest.mark.parametrize("algorithm", KINDS)
@settings(max_examples=15, deadline=None)
@given(
    seed=st.integers(0, 2**32 - 1),
    n_labels=st.integers(1, 4),
    values=st.booleans(),
    edges=st.booleans(),
    openness=st.sampled_from([0.0, 0.4]),
    every_transition=st.booleans(),
    min_freq=st.sampled_from([0.0, 2.0]),
    aggression=st.builds(
        Aggression,
        kind=st.integers(0, 2),
        c=st.sampled_from([0.1, 1.0]),
        error_sensitive=st.booleans(),
        averaging=st.booleans(),
    ),
)
def test_weights_are_those_of_the_slow_twin(
    algorithm, seed, n_labels, values, edges, openness, every_transition, min_freq, aggression
):
    rng = np.random.default_rng(seed)
    dataset, targets = random_dataset(
        rng,
        [3, 1, 0, 4, 2],
        n_attributes=9,
        n_labels=n_labels,
        n_edge_attributes=2 * edges,
        openness=openness,
    )
    if values:
        # Of few digits, so that sums do not depend on their order and ties stay ties.
        rounded = rng.integers(-4, 5, size=len(dataset.attributes)) / 4
        dataset = type(dataset)(**{**vars(dataset), "values": rounded})
    choice = FeatureChoice(all_possible_transitions=every_transition, min_freq=min_freq)
    wanted = OnlineSettings(algorithm, max_iterations=3, aggression=aggression, seed=5)
    model, record, _ = fit_online(dataset, targets, choice, wanted)
    known = [
        i
        for i, (start, stop) in enumerate(pairwise(dataset.offsets))
        if np.any(targets.label_sets[start:stop] != targets.n_labels)
    ]
    draws = np.random.default_rng(5)
    order = [draws.permutation(np.array(known, np.int64)) for _ in range(3)]
    if not known:
        assert not np.any(model.weights)
        return
    expected = twin(algorithm, dataset, targets, model.index, order, record.iterations, wanted)
    np.testing.assert_allclose(model.weights, expected, rtol=2e-3, atol=2e-4)


@pytest.mark.parametrize("seed", range(10))
def test_a_label_without_a_weight_is_passed_over_in_a_row(seed):
    dataset, targets = random_dataset(
        np.random.default_rng(seed), [2, 3] * 6, n_labels=6, n_attributes=4
    )
    wanted = OnlineSettings("ap", max_iterations=2, seed=5)
    model, _, _ = fit_online(dataset, targets, FeatureChoice(min_freq=2.0), wanted)
    draws = np.random.default_rng(5)
    order = [draws.permutation(np.arange(12)) for _ in range(2)]
    expected = twin("ap", dataset, targets, model.index, order, 2, wanted)
    np.testing.assert_allclose(model.weights, expected, atol=1e-5)


@settings(max_examples=10, deadline=None)
@given(
    seed=st.integers(0, 2**32 - 1),
    values=st.booleans(),
    edges=st.booleans(),
    openness=st.sampled_from([0.0, 0.4]),
    c2=st.sampled_from([0.0, 0.3]),
)
def test_gradient_descent_goes_down_the_gradient_of_each_sentence(
    seed, values, edges, openness, c2
):
    rng = np.random.default_rng(seed)
    dataset, targets = random_dataset(
        rng, [3, 2], n_attributes=5, values=values, n_edge_attributes=2 * edges, openness=openness
    )
    index = feature_index(dataset, targets)
    start = rng.normal(size=index.n_weights)
    trainer = OnlineSettings("l2sgd", c2=c2).trainer(
        working_set(dataset, targets, index, np.float64), start
    )
    order = trainer.working.order
    if len(order) == 0:
        return
    value = trainer.run(order)
    found = np.empty(index.n_weights)
    trainer.result(found)
    decay = 2.0 * c2 / len(order)
    weights, total = start.copy(), 0.0
    for step, i in enumerate(order):
        rate = 1.0 / (1.0 / 0.1 + decay * step)
        weights *= 1.0 - rate * decay
        one, its_targets = dataset.select([i]), targets.select(dataset.offsets, [i])

        def loss(x, one=one, its_targets=its_targets):
            return naive_value(one, its_targets, index, x, 0.0)

        total += loss(weights)
        weights = weights - rate * numerical_gradient(loss, weights)
    np.testing.assert_allclose(found, weights, atol=1e-6)
    assert value == pytest.approx(total + c2 * weights @ weights, rel=1e-6, abs=1e-6)


ITEMS = [[["a", "b"], ["b", "c"], ["a"], ["d", "a"]]]
LABELS = [["x", "y", "z", "x"]]


def peers_weights(tmp_path, algorithm, items, labels, **params):
    pycrfsuite = pytest.importorskip("pycrfsuite")
    trainer = pycrfsuite.Trainer(algorithm=algorithm, verbose=False)
    trainer.set_params({"feature.possible_transitions": True, **params})
    for sentence, tags in zip(items, labels, strict=True):
        trainer.append(sentence, tags)
    trainer.train(str(tmp_path / "model"))
    tagger = pycrfsuite.Tagger()
    tagger.open(str(tmp_path / "model"))
    info = tagger.info()
    tagger.close()
    return dict(info.state_features), dict(info.transitions)


def same_weights(crf, peer, factor=1.0):
    for ours, theirs in zip((crf.state_features_, crf.transition_features_), peer, strict=True):
        for key in {*ours, *theirs}:
            found = ours.get(key, 0.0)
            # The peer's file is in text of six digits, and without what is small.
            assert found == pytest.approx(theirs.get(key, 0.0) * factor, rel=1e-4, abs=2e-5), key


@pytest.mark.parametrize("n_passes", [1, 2, 5])
@pytest.mark.parametrize(
    ("algorithm", "ours", "theirs"),
    [
        ("ap", {}, {}),
        ("pa", {}, {}),
        ("pa", {"pa_type": 0, "averaging": False}, {"type": 0, "averaging": 0}),
        ("pa", {"pa_type": 2, "c": 0.3}, {"type": 2, "c": 0.3}),
        ("pa", {"error_sensitive": False}, {"error_sensitive": 0}),
        ("arow", {}, {}),
        ("arow", {"variance": 0.5, "gamma": 2.0}, {"variance": 0.5, "gamma": 2.0}),
    ],
)
def test_one_sentence_gives_python_crfsuites_weights(tmp_path, algorithm, ours, theirs, n_passes):
    crf = LinearChainCRF(algorithm, max_iterations=n_passes, **ours).fit(ITEMS, LABELS)
    theirs = {**theirs, "max_iterations": n_passes}
    peer = peers_weights(tmp_path, algorithm, ITEMS, LABELS, **theirs)
    # CRFsuite's mean counts the zeros before the first sentence, too.
    averaged = algorithm == "ap" or (algorithm == "pa" and ours.get("averaging", True))
    n_steps = crf.training_.iterations
    same_weights(crf, peer, (n_steps + 1) / n_steps if averaged else 1.0)


@pytest.mark.parametrize("n_passes", [1, 3, 20])
def test_one_sentence_gives_python_crfsuites_gradient_descent(tmp_path, n_passes):
    params = {"c2": 0.05, "max_iterations": n_passes}
    crf = LinearChainCRF("l2sgd", **params, calibration_max_trials=1).fit(ITEMS, LABELS)
    # It makes one trial less than it says; among trials that do not help it takes the last.
    theirs = {**params, "calibration.max_trials": 2}
    same_weights(crf, peers_weights(tmp_path, "l2sgd", ITEMS, LABELS, **theirs))


def test_calibration_tries_rates_in_python_crfsuites_order():
    # Upwards while it helps and candidates are left, then downwards.
    from crfcore.training.online.gradient import Calibration, _Trials

    trials = _Trials(Calibration(candidates=3, max_trials=20), 10.0)
    losses = {0.1: 9.0, 0.2: 8.0, 0.4: 8.5, 0.05: 9.5, 0.025: 9.7, 0.0125: 11.0, 0.00625: 9.9}
    tried = []
    while (rate := trials.next_rate()) is not None:
        tried.append(rate)
        trials.take(rate, losses[rate])
    assert tried == [0.1, 0.2, 0.4, 0.05, 0.025, 0.0125, 0.00625]
    assert trials.best_rate == 0.2


@pytest.mark.parametrize("algorithm", ["l2sgd", *KINDS])
def test_the_same_seed_gives_the_same_bits(algorithm):
    rng = np.random.default_rng(2)
    dataset, targets = random_dataset(rng, [3, 5, 4, 2, 6, 3], n_labels=4)
    found = []
    for seed in (1, 1, 2):
        wanted = OnlineSettings(algorithm, max_iterations=2, seed=seed)
        model, _, _ = fit_online(dataset, targets, FeatureChoice(), wanted)
        found.append(model.weights.tobytes())
    assert found[0] == found[1]
    assert found[0] != found[2]


@pytest.mark.parametrize("algorithm", ["l2sgd", *KINDS])
@pytest.mark.parametrize("initial", ["zeros", "empirical"])
def test_open_labels_are_learned_from(algorithm, initial):
    items = [[["w=the"], ["w=cat"]], [["w=a"], ["w=dog"]], [["w=the"], ["w=dog"]]] * 4
    y = [["D", "N"], [{"D", "N"}, "N"], ["D", None]] * 4
    crf = LinearChainCRF(algorithm, max_iterations=10, initial=initial).fit(items, y)
    assert crf.predict(items[:3]) == [["D", "N"], ["D", "N"], ["D", "N"]]


def test_a_first_step_may_forget_everything():
    # λ · rate = 1: what is left is that one step.
    crf = LinearChainCRF("l2sgd", c2=5.0, max_iterations=1, calibration_max_trials=1)
    crf.fit(ITEMS, LABELS)
    assert crf.state_features_["d", "x"] == pytest.approx(0.1 * (1.0 - 1.0 / 3.0))


def test_counts_at_the_start_are_those_of_counting():
    dataset, targets = random_dataset(
        np.random.default_rng(8), [5, 9, 3] * 4, n_labels=6, n_attributes=30, openness=0.2
    )
    index = feature_index(dataset, targets)
    n_per_token = len(dataset.attributes) / dataset.n_tokens
    expected = empirical_weights(count(dataset, targets), index, n_per_token)
    found = counted_start(working_set(dataset, targets, index))
    np.testing.assert_allclose(found, expected, rtol=1e-12)


def test_a_model_can_be_started_from():
    items = [[["w=the"], ["w=cat"]], [["w=a"], ["w=dog"]]]
    y = [["D", "N"], ["D", "N"]]
    first = LinearChainCRF(c2=0.1).fit(items, y)
    crf = LinearChainCRF("ap", initial=first, max_iterations=1).fit(items, y)
    # Nothing is wrong, so nothing changes.
    for key, weight in first.state_features_.items():
        assert crf.state_features_[key] == pytest.approx(weight, rel=1e-6)


@pytest.mark.parametrize("algorithm", ["l2sgd", *KINDS])
def test_the_record_and_the_monitor_tell_of_every_pass(algorithm):
    seen = []
    items = [[["w=the"], ["w=cat"]], [["w=a"], ["w=dog"]]]
    crf = LinearChainCRF(algorithm, max_iterations=3)
    crf.fit(items, [["D", "N"], ["D", "N"]], monitor=seen.append)
    record = crf.training_
    assert record.algorithm == algorithm
    assert record.iterations == 3
    # Trials of learning rates are passes, too.
    tried = record.evaluations - 3
    assert (tried > 0) == (algorithm == "l2sgd")
    assert [number for number, _ in record.history] == [tried + 1, tried + 2, tried + 3]
    assert [progress.evaluations for progress in seen] == [tried + n for n in range(4)]
    assert (record.reason, record.converged) == ("max_iterations", False)
    assert [progress.iteration for progress in seen] == [0, 1, 2, 3]
    assert [progress.objective for progress in seen[1:]] == [loss for _, loss in record.history]
    assert (record.objective is not None) == (algorithm == "l2sgd")
    assert LinearChainCRF.from_bytes(crf.to_bytes()).training_ == record


def test_training_stops_where_it_is_reported_to():
    items = [[["w=the"], ["w=cat"]], [["w=a"], ["w=dog"]]]
    y = [["D", "N"], ["D", "N"]]
    crf = LinearChainCRF("ap", epsilon=0.01).fit(items, y)
    assert (crf.training_.reason, crf.training_.converged) == ("epsilon", True)
    crf = LinearChainCRF("l2sgd", period=2, delta=0.01).fit(items, y)
    assert (crf.training_.reason, crf.training_.converged) == ("delta", True)
    objective = min(loss for _, loss in crf.training_.history)
    assert crf.training_.objective == objective
    crf.fit(items, y, monitor=lambda progress: progress.iteration == 1)
    assert (crf.training_.reason, crf.training_.iterations) == ("monitor", 1)
    crf.fit(items, y, monitor=lambda progress: True)
    assert (crf.training_.reason, crf.training_.iterations) == ("monitor", 0)
    crf = LinearChainCRF("ap", max_iterations=0).fit(items, y)
    assert crf.training_.iterations == 0
    crf = LinearChainCRF("l2sgd", period=0, max_iterations=2).fit(items, y)
    assert crf.training_.reason == "max_iterations"


@pytest.mark.parametrize("algorithm", ["l2sgd", *KINDS])
@pytest.mark.parametrize("n_asked", [0, 2, 5, 40])
def test_a_cancelled_training_leaves_a_model(monkeypatch, algorithm, n_asked):
    monkeypatch.setattr("crfcore.training.online.trainer.WORK_AT_ONCE", 1)
    items = [[["w=the"], ["w=cat"]], [["w=a"], ["w=dog"]]] * 3
    asked = iter([False] * n_asked)
    crf = LinearChainCRF(algorithm)
    crf.fit(items, [["D", "N"], ["D", "N"]] * 3, cancelled=lambda: next(asked, True))
    assert crf.training_.reason == "cancelled"
    assert len(crf.predict(items)) == 6


@pytest.mark.parametrize("c2", [0.0, 1.0])
def test_a_single_label_is_learned_at_once(c2):
    crf = LinearChainCRF("l2sgd", c2=c2).fit([[["a"], ["b"]]], [["x", "x"]])
    assert (crf.training_.reason, crf.training_.objective) == ("delta", 0.0)
    assert crf.predict([[["a"]]]) == [["x"]]


def test_a_model_whose_continuation_is_cancelled_at_once_is_what_it_was(monkeypatch):
    monkeypatch.setattr("crfcore.training.online.trainer.WORK_AT_ONCE", 1)
    items = [[["w=the"], ["w=cat"]], [["w=a"], ["w=dog"]]] * 3
    y = [["D", "N"], ["D", "N"]] * 3
    first = LinearChainCRF(c2=0.1).fit(items, y)
    # The first trial of a learning rate has begun to shrink the weights by then.
    asked = iter([False] * 3)
    crf = LinearChainCRF("l2sgd", initial=first)
    crf.fit(items, y, cancelled=lambda: next(asked, True))
    assert crf.training_.reason == "cancelled"
    assert crf.state_features_ == first.state_features_


@pytest.mark.parametrize("algorithm", ["l2sgd", *KINDS])
@pytest.mark.parametrize(
    ("items", "y"),
    [
        ([[{"a": 1e300}, {"b": -1e300}]], [["x", "y"]]),
        # No transition turns into NaN here: what is wrong has to reach the attributes.
        ([[{"a": 1e300}], [{"b": -1e300}]], [["x"], ["y"]]),
    ],
)
def test_weights_that_are_not_finite_are_no_model(algorithm, items, y, monkeypatch):
    # Values of this size are refused; what is left of such weights must be no model either.
    monkeypatch.setattr(extractors, "LARGEST_VALUE", np.inf)
    crf = LinearChainCRF(algorithm, max_iterations=5)
    with np.errstate(all="ignore"), pytest.raises(CrfError, match="beyond finite weights"):
        crf.fit(items, y)


@pytest.mark.parametrize("algorithm", ["lbfgs", "l2sgd", "empirical"])
def test_values_that_no_step_can_learn_from_are_refused(algorithm):
    items, y = [[{"a": 1.0}, {"b": 1.0}]] * 20, [["x", "y"]] * 20
    learned = LinearChainCRF(algorithm).fit(
        [[{"a": 1.0, "big": 1e12}, {"b": 1.0}], *items], [["x", "y"], *y]
    )
    assert learned.predict([[{"a": 1.0}, {"b": 1.0}]])[0] == ["x", "y"]
    with pytest.raises(DataError, match=r"token 2.* -1e\+16, and values from -1e\+12 to 1e\+12"):
        LinearChainCRF(algorithm).fit([[{"a": 1.0}, {"b": -1e16}]], [["x", "y"]])


def test_impossible_values_are_rejected():
    items, y = [[["a"]]], [["x"]]
    for params, words in (
        ({"gamma": 0.0}, "gamma=0.0 .* above 0"),
        ({"c": -1}, "c=-1 .* above 0"),
        ({"pa_type": 3}, "pa_type=3 .* 0, 1 or 2"),
        ({"c1": 1.0}, "c1=1.0 .*'ap'"),
        ({"seed": -1}, "seed=-1"),
    ):
        with pytest.raises(CrfError, match=words):
            LinearChainCRF("ap", **params).fit(items, y)
    with pytest.raises(CrfError, match="takes and keeps no state"):
        LinearChainCRF("ap").fit(items, y, keep_state=True)
    with pytest.raises(CrfError, match="does not weigh sentences"):
        LinearChainCRF("ap").fit(items, y, sample_weight=[2.0])


def test_an_attribute_that_fires_twice_and_a_feature_that_cancels():
    # Both labellings have the attribute with the same sum: there is nothing to move.
    dataset, _ = random_dataset(np.random.default_rng(0), [2], n_attributes=1, per_token=1)
    dataset = type(dataset)(np.array([0, 2]), np.array([0, 1, 2]), np.array([0, 0], np.int32), 1)
    targets = Targets(np.array([0, 1], np.int32), np.zeros((0, 2), np.uint8), 2)
    wanted = OnlineSettings("pa", max_iterations=2, aggression=Aggression(kind=0))
    choice = FeatureChoice(transitions=False)
    model, _, _ = fit_online(dataset, targets, choice, wanted)
    assert np.all(np.isfinite(model.weights))
