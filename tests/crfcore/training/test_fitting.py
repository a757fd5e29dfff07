"""Trainings that go on: from their own state, from a model, with labels that are new."""

from __future__ import annotations

import numpy as np
import pytest

from crfcore import model_file
from crfcore.crf import LinearChainCRF
from crfcore.errors import CrfError, ModelFileError, NotFittedError, UnknownLabelError
from crfcore.features.attribute_extraction import AttributeExtractor
from crfcore.features.dataset import Targets
from tests.made_up_sentences import sentences

X, Y = sentences()


def weights_of(crf):
    return crf._fitted.model.weights


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


def test_the_state_of_another_training_is_refused():
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
def test_a_damaged_state_is_refused(name, change):
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


def test_a_label_that_the_earlier_model_never_saw_is_asked_about():
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
