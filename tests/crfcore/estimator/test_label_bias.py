"""Label biases: the score of each labelling changes by the biases of its labels."""

from __future__ import annotations

import copy
import pickle
from dataclasses import replace

import numpy as np
import pytest

from crfcore import LinearChainCRF
from crfcore.errors import CrfError, ModelFileError
from crfcore.files import content_of, restored
from crfcore.inference.forward_backward import marginals as chain_marginals
from crfcore.inference.viterbi import viterbi
from tests.fitted_models import (
    ITEMS,
    TAGS,
    WORDS,
    as_fields,
    enumerated,
    of_counts,
    of_items,
    of_template,
)

BIAS = {TAGS[0][0]: -0.7, TAGS[0][1]: 0.4}
MODELS = [
    (of_items, ITEMS),
    (of_template, as_fields(WORDS)),
    (of_counts, as_fields(WORDS)),
]


def biased_twins(model, sentences, bias):
    """Return P(labelling) of each sentence times exp(sum of biases), normalised again."""
    result = []
    for every in enumerated(model, sentences):
        powers = {
            labels: p * np.exp(sum(bias.get(label, 0.0) for label in labels))
            for labels, p in every.items()
        }
        total = sum(powers.values())
        result.append({labels: p / total for labels, p in powers.items()})
    return result


@pytest.mark.parametrize(("model", "sentences"), MODELS)
def test_labels_and_marginals_equal_enumeration(model, sentences):
    crf = model().with_label_bias(BIAS)
    twins = biased_twins(model(), sentences, BIAS)
    for twin, marginals, best in zip(
        twins, crf.predict_marginals(sentences), crf.predict(sentences), strict=True
    ):
        assert twin[tuple(best)] == pytest.approx(max(twin.values()))
        for t, token in enumerate(marginals):
            for label, probability in token.items():
                expected = sum(p for labels, p in twin.items() if labels[t] == label)
                assert probability == pytest.approx(expected, abs=1e-9)


def test_temperature_divides_the_bias_too():
    crf = of_items()
    one = crf.with_label_bias(BIAS).with_temperature(2.0)
    other = crf.with_temperature(2.0).with_label_bias(BIAS)
    dataset = crf.dataset(ITEMS)
    np.testing.assert_array_equal(
        one.label_probabilities(dataset), other.label_probabilities(dataset)
    )
    assert one.predict(ITEMS) == crf.with_label_bias(BIAS).predict(ITEMS)


def test_a_great_bias_removes_a_label():
    label = TAGS[0][0]
    crf = of_items()
    assert any(label in sentence for sentence in crf.predict(ITEMS))
    found = crf.with_label_bias({label: -100.0}).predict(ITEMS)
    assert not any(label in sentence for sentence in found)


def test_bias_is_kept_by_files_copies_and_compact_models():
    crf = of_items().with_label_bias(BIAS)
    for twin in (
        LinearChainCRF.from_bytes(crf.to_bytes()),
        pickle.loads(pickle.dumps(crf)),
        copy.copy(crf),
        crf.compact(),
    ):
        assert twin.label_bias_ == BIAS
        assert twin.predict(ITEMS) == crf.predict(ITEMS)
    assert crf.with_label_bias(None).label_bias_ == {}
    assert crf.with_label_bias({TAGS[0][0]: 0.0}).label_bias_ == {}


def test_explanation_has_the_bias():
    crf = of_items().with_label_bias(BIAS)
    found = crf.explain(ITEMS[0], 0)
    assert found.difference == pytest.approx(found.score - found.rival_score)
    assert "label bias" in {reason.attribute for reason in found.attributes}


@pytest.mark.parametrize(
    "bias",
    [{"nothing": 1.0}, {TAGS[0][0]: 101.0}, {TAGS[0][0]: float("nan")}, {TAGS[0][0]: True}, [1.0]],
)
def test_impossible_biases_are_refused(bias):
    with pytest.raises(CrfError):
        of_items().with_label_bias(bias)


def test_files_with_impossible_biases_are_refused():
    content, arrays = content_of(of_items().with_label_bias(BIAS))
    for bias in ({"nothing": 1.0}, {TAGS[0][0]: 10**400}, 3):
        with pytest.raises(ModelFileError):
            restored(LinearChainCRF, {**content, "label_bias": bias}, arrays, name="x")


def test_scores_of_a_dataset_are_added_like_a_bias_for_each_token():
    crf, sentences = of_template(), as_fields(WORDS)
    dataset = crf.dataset(sentences)
    rng = np.random.default_rng(3)
    added = rng.normal(0.0, 3.0, (dataset.n_tokens, len(crf.classes_)))
    scored = replace(dataset, label_scores=added)
    fitted = crf.fitted_
    scores, transitions, offsets, _ = fitted.lattice(dataset, None, 0, dataset.n_sentences)
    best, _ = viterbi(scores + added, transitions, offsets)
    decoding = crf.decode_dataset(scored)
    assert decoding.labels.tolist() == best.tolist()
    expected = chain_marginals(scores + added, transitions, offsets)
    assert fitted.label_probabilities(scored) == pytest.approx(expected)
    with pytest.raises(CrfError, match="label_scores must have the shape"):
        crf.decode_dataset(replace(dataset, label_scores=added[:, :1]))
