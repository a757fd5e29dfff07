"""The derivatives of the likelihood by all scores, against enumeration and differences."""

from __future__ import annotations

import numpy as np
import pytest

from crfcore.features.targets import Targets
from crfcore.training.boosting.chains import Chains
from tests import brute_force
from tests.crfcore.training.test_boosted_model import random_dataset

LENGTHS = [3, 1, 0, 2]
SETS = [[{"a", "b"}, None, "c"], ["b"], [], ["a", {"a", "c"}]]


def case(*, by_position, known):
    rng = np.random.default_rng(7)
    dataset = random_dataset(rng, LENGTHS, 4)
    y = [["a", "b", "c"], ["b"], [], ["a", "c"]] if known else SETS
    targets = Targets.from_labels(y, ["a", "b", "c"])
    weights = np.array([1.0, 0.5, 1.0, 2.0])
    scores = rng.normal(size=(6, 3))
    transitions = rng.normal(size=(6 if by_position else 1, 3, 3))
    return dataset, targets, weights, scores, transitions


@pytest.mark.parametrize("by_position", [False, True])
@pytest.mark.parametrize("known", [False, True])
def test_value_and_derivatives_by_enumeration(by_position, known):
    dataset, targets, weights, scores, transitions = case(by_position=by_position, known=known)
    point = Chains(dataset, targets, weights).at(scores, transitions)
    allowed = targets.allowed_by_set()[targets.label_sets]
    value, by_scores = 0.0, np.zeros(scores.shape)
    by_transitions, expected = np.zeros(transitions.shape), np.zeros(scores.shape)
    for sentence, (start, stop) in enumerate(zip([0, 3, 4, 4], [3, 4, 4, 6], strict=True)):
        if start == stop:
            continue
        tokens = slice(start, stop)
        ways = transitions[tokens] if by_position else transitions[0]
        one, weight = (scores[tokens], ways), weights[sentence]
        value += weight * (brute_force.log_z(*one) - brute_force.log_z(*one, allowed[tokens]))
        everything = brute_force.marginals(*one)
        expected[tokens] = weight * everything
        agreeing = brute_force.marginals(*one, allowed[tokens])
        by_scores[tokens] = weight * (agreeing - everything)
        pairs = brute_force.pair_marginals(*one, allowed[tokens]) - brute_force.pair_marginals(*one)
        if by_position:
            by_transitions[tokens] = weight * pairs
        else:
            by_transitions[0] += weight * pairs.sum(axis=0)
    assert point.value == pytest.approx(value, abs=1e-12)
    np.testing.assert_allclose(point.expected, expected, atol=1e-12)
    np.testing.assert_allclose(point.by_scores, by_scores, atol=1e-12)
    np.testing.assert_allclose(point.by_transitions, by_transitions, atol=1e-12)


@pytest.mark.parametrize("by_position", [False, True])
def test_derivatives_are_those_of_the_value(by_position):
    dataset, targets, weights, scores, transitions = case(by_position=by_position, known=False)
    chains = Chains(dataset, targets, weights)
    point = chains.at(scores, transitions)
    step = 1e-6
    for array, slopes in ((scores, point.by_scores), (transitions, point.by_transitions)):
        for place in np.ndindex(array.shape):
            kept = array[place]
            array[place] = kept + step
            above = chains.at(scores, transitions).value
            array[place] = kept - step
            below = chains.at(scores, transitions).value
            array[place] = kept
            assert slopes[place] == pytest.approx((below - above) / (2 * step), abs=1e-6)
