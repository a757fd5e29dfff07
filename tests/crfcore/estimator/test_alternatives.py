from __future__ import annotations

import numpy as np
import pytest

from crfcore import LinearChainCRF
from crfcore.errors import CrfError, NotFittedError, UnknownLabelError
from tests import brute_force
from tests.fitted_models import (
    ITEMS,
    WORDS,
    as_fields,
    enumerated,
    lattices_of,
    of_counts,
    of_items,
    of_template,
)

MODELS = [(of_items, ITEMS), (of_template, as_fields(WORDS)), (of_counts, as_fields(WORDS))]


@pytest.mark.parametrize(("model", "sentences"), MODELS)
def test_the_best_labellings_are_those_of_enumeration(model, sentences):
    crf = model()
    found = crf.nbest(sentences, 5)
    assert [sentence[0][0] for sentence in found] == crf.predict(sentences)
    for sentence, all_of_it in zip(found, enumerated(crf, sentences), strict=True):
        possible = sorted((p for p in all_of_it.values() if p > 0.0), reverse=True)
        np.testing.assert_allclose([p for _, p in sentence], possible[:5], rtol=1e-9)
        for labels, probability in sentence:
            assert all_of_it[tuple(labels)] == pytest.approx(probability)


def test_a_short_sentence_has_fewer():
    crf = of_items()
    (found,) = crf.nbest([ITEMS[2]], 50)
    assert len(found) == len(crf.classes_)
    assert sum(probability for _, probability in found) == pytest.approx(1.0)
    assert crf.nbest([[]], 3) == [[([], 1.0)]]
    assert crf.nbest([], 3) == []


@pytest.mark.parametrize(("model", "sentences"), MODELS[:2])
def test_predictions_come_with_their_scores(model, sentences):
    crf = model()
    for found, labels, (scores, transitions) in zip(
        crf.predict_with_scores(sentences),
        crf.predict(sentences),
        lattices_of(crf, sentences),
        strict=True,
    ):
        assert found.labels == labels
        _, values = brute_force.all_scores(scores, transitions)
        second, best = np.sort(values)[-2:]
        assert found.score == pytest.approx(best)
        assert found.margin == pytest.approx(best - second)
        assert found.log_probability == pytest.approx(best - brute_force.log_sum(values))


def test_only_one_labelling_is_ahead_of_none():
    (found,) = of_items().predict_with_scores([ITEMS[1]], allowed=[["O", "B-X"]])
    assert found.labels == ["O", "B-X"]
    assert found.log_probability == pytest.approx(0.0, abs=1e-12)
    assert found.margin == np.inf


def test_samples_follow_the_probabilities():
    crf = of_items()
    sentences = [ITEMS[1], [], ITEMS[2]]
    drawn = crf.sample(sentences, 2000, 7)
    assert [len(sentence) for sentence in drawn] == [2000] * 3
    assert drawn[1] == [[]] * 2000
    for sentence, all_of_it in zip(drawn, enumerated(crf, sentences[::2]) * 2, strict=False):
        for labels, probability in all_of_it.items():
            if len(labels) == len(sentence[0]):
                spread = np.sqrt(2000 * probability * (1 - probability))
                count = sentence.count(list(labels))
                assert abs(count - 2000 * probability) <= 6 * spread + 1e-6
    assert crf.sample(sentences, 3, np.random.default_rng(7)) == crf.sample(sentences, 3, 7)
    assert crf.sample([], 3, 7) == []
    with pytest.raises(CrfError, match="n=-1"):
        crf.sample(sentences, -1, 7)
    for n in (0, 1.5, "2"):
        with pytest.raises(CrfError, match="best labellings are not possible"):
            crf.nbest(sentences, n)
    with pytest.raises(CrfError, match="n=1000000 best labellings are too many"):
        crf.nbest(sentences, 10**6)
    with pytest.raises(CrfError, match="allowed=3 is not possible"):
        crf.predict(sentences, allowed=3)


def test_what_is_not_allowed_is_not_there():
    crf = of_items()
    allowed = [[{"O", "B-X"}, None, "I-X", None], None]
    for labels, _ in crf.nbest(ITEMS[:2], 300, allowed=allowed)[0]:
        assert labels[0] in {"O", "B-X"}
        assert labels[2] == "I-X"
    drawn = crf.sample(ITEMS[:2], 20, 0, allowed=allowed)
    assert {labels[2] for labels in drawn[0]} == {"I-X"}
    assert crf.predict(ITEMS[:2], allowed=allowed)[0][2] == "I-X"
    mask = np.ones((6, len(crf.classes_)), dtype=bool)
    mask[2] = [name == "I-X" for name in crf.classes_]
    mask[0] = [name in {"O", "B-X"} for name in crf.classes_]
    assert crf.nbest(ITEMS[:2], 9, allowed=mask) == crf.nbest(ITEMS[:2], 9, allowed=allowed)


def test_what_cannot_be_allowed_is_named():
    crf = of_items()
    with pytest.raises(UnknownLabelError, match="Sentence 1, token 2: The label 'NO'"):
        crf.predict(ITEMS[:1], allowed=[[None, "NO", None, None]])
    with pytest.raises(CrfError, match="2 sentences, and labels for 1"):
        crf.predict(ITEMS[:2], allowed=[None])
    with pytest.raises(CrfError, match="Sentence 1 has 4 tokens and 1 label;"):
        crf.predict(ITEMS[:1], allowed=[[None]])
    with pytest.raises(CrfError, match="Sentence 1, token 1: The set of possible labels"):
        crf.predict(ITEMS[:1], allowed=[[set(), None, None, None]])
    with pytest.raises(CrfError, match=r"allowed must have the shape \(4, 4\), not \(3, 4\)"):
        crf.predict(ITEMS[:1], allowed=np.ones((3, 4)))
    nothing = np.ones((6, 4))
    nothing[5] = 0
    for ask in (crf.predict, crf.entropy, crf.predict_with_scores):
        with pytest.raises(CrfError, match="Sentence 2, token 2: no label is possible"):
            ask(ITEMS[:2], allowed=nothing)


@pytest.mark.parametrize(
    "ask",
    [
        lambda crf: crf.nbest(ITEMS, 2),
        lambda crf: crf.sample(ITEMS, 2, 0),
        lambda crf: crf.entropy(ITEMS),
        lambda crf: crf.explain(ITEMS[0], 0),
        lambda crf: crf.top_state_features(2),
    ],
)
def test_a_model_that_has_learned_nothing_answers_nothing(ask):
    with pytest.raises(NotFittedError):
        ask(LinearChainCRF())
