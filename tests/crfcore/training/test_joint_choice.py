"""Variables of words that contain a part of the score of their vectors."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crfcore import LinearChainCRF, learn_vectors
from crfcore.features.column_table import ColumnTable
from crfcore.features.dataset import Dataset
from crfcore.features.extraction import TemplateExtractor
from crfcore.features.targets import Targets
from crfcore.features.template import parse_template
from crfcore.training import joint_choice
from crfcore.training.feature_index import feature_index
from crfcore.training.folding import folding_of
from crfcore.training.joint_choice import joint_weights_of
from crfcore.training.objectives import objective as objectives
from crfcore.training.objectives.objective import Objective
from crfcore.training.token_features import token_features

TEMPLATE = parse_template("U0:%x[0,0]\nU1:%x[-1,0]/%x[0,0]\nUv:%vector[0]\nUw:%vector[-1]\nB\n")
TEXT = [list(word) for word in ("abcd", "badc", "efgh", "fehg", "abgh", "bahg", "cdef")]
LABELS = ["p", "q", "r"]


def problem_of(seed, n=30):
    """Return random sentences and their labels, and the extractor of their attributes."""
    rng = np.random.default_rng(seed)
    words = [rng.choice(list("abcdefghx"), size=rng.integers(1, 9)).tolist() for _ in range(n)]
    extractor = TemplateExtractor(TEMPLATE, vectors=learn_vectors(TEXT, n=3))
    dataset = Dataset.of(extractor.fit(ColumnTable.from_words(words)))
    labels = [["pqr"[(ord(word) + rng.integers(2)) % 3] for word in one] for one in words]
    if seed % 2:
        labels[0][0] = None
    return dataset, Targets.from_labels(labels, LABELS), extractor


def objective_of(dataset, targets, c2=0.3, threads=1):
    index = feature_index(dataset, targets)
    return Objective(
        dataset, targets, index, c2=c2, threads=threads, folding=folding_of(dataset, index)
    )


@settings(max_examples=25)
@given(seed=st.integers(0, 1000), c2=st.sampled_from([0.0, 1e-3, 0.3, 20.0]))
def test_value_and_weights_are_those_without_and_the_gradient_is_that_of_differences(seed, c2):
    dataset, targets, _ = problem_of(seed)
    rng = np.random.default_rng(seed)
    with objective_of(dataset, targets, c2) as plain, objective_of(dataset, targets, c2) as joint:
        start = rng.normal(size=plain.n_weights)
        variables = joint.even_out(start.copy(), joint=True)
        scratch, gradient = np.empty_like(start), np.empty_like(start)
        value = plain(start, scratch)
        assert joint(variables, gradient) == pytest.approx(value, rel=1e-12, abs=1e-12)
        np.testing.assert_allclose(
            joint.weights_of(variables), plain.weights_of(start), rtol=1e-9, atol=1e-12
        )
        again = joint.variables_of(plain.weights_of(start))
        np.testing.assert_allclose(again, variables, rtol=1e-9, atol=1e-12)
        for _ in range(5):
            direction = rng.normal(size=len(start))
            up, down = (joint(variables + h * direction, scratch) for h in (1e-5, -1e-5))
            assert gradient @ direction == pytest.approx((up - down) / 2e-5, rel=1e-5, abs=1e-6)


def test_the_second_derivative_by_a_word_and_its_vector_is_near_zero(monkeypatch):
    monkeypatch.setattr(joint_choice, "RIVALS", 1.0)
    extractor = TemplateExtractor(
        parse_template("U0:%x[0,0]\nUv:%vector[0]\n"), vectors=learn_vectors(TEXT, n=1)
    )
    dataset = Dataset.of(extractor.fit(ColumnTable.from_words([["a"]] * 40)))
    targets = Targets.from_labels([["p"]] * 20 + [["q"]] * 20, ["p", "q"])

    def mixed(joint):
        with objective_of(dataset, targets) as objective:
            at = objective.even_out(np.zeros(objective.n_weights), joint=joint)
            gradients = []
            for h in (1e-4, -1e-4):
                moved, gradient = at.copy(), np.empty_like(at)
                moved[word_position(objective.index, 0)] += h
                objective(moved, gradient)
                gradients.append(gradient)
            second = (gradients[0] - gradients[1]) / 2e-4
            vector = word_position(objective.index, 1)
            return abs(second[vector]), abs(second[word_position(objective.index, 0)])

    def word_position(index, which):
        # The vector's attribute has the first id.
        return int(index.state_indptr[1 - which])

    apart, own = mixed(joint=True)
    together, _ = mixed(joint=False)
    assert together > 0.1
    assert apart < 0.05 * together
    assert own > 0.1


def test_training_ends_at_the_same_optimum_whatever_the_threads(monkeypatch):
    monkeypatch.setattr(objectives, "MIN_SCORES", 1)
    monkeypatch.setattr(joint_choice, "MIN_COUNT", 2)
    dataset, targets, extractor = problem_of(4, n=200)

    def fitted(**parameters):
        crf = LinearChainCRF(c2=0.5, delta=1e-12, epsilon=1e-7, **parameters)
        return crf.fit(dataset, targets, extractor=extractor, labels=LABELS)

    one, two = fitted(threads=1), fitted(threads=2)
    assert one.predict_marginals(dataset) == two.predict_marginals(dataset)
    kept = LinearChainCRF(c2=0.5, delta=1e-12, epsilon=1e-7)
    kept.fit(dataset, targets, extractor=extractor, labels=LABELS, keep_state=True)
    assert one.training_.objective == pytest.approx(kept.training_.objective, rel=1e-9)


def test_a_dataset_without_vectors_has_none():
    extractor = TemplateExtractor(parse_template("U0:%x[0,0]\n"))
    dataset = Dataset.of(extractor.fit(ColumnTable.from_words([["a", "b"]])))
    targets = Targets.from_labels([["p", "q"]], LABELS)
    index = feature_index(dataset, targets)
    nothing = np.zeros(index.n_weights)
    features = token_features(dataset, index, np.arange(2))
    assert joint_weights_of(features, nothing, 1.0, 2.0, nothing + 1.0) is None
