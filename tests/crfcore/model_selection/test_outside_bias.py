"""The bias against "O", against training and scoring by hand."""

from __future__ import annotations

import numpy as np
import pytest

from crfcore.crf import LinearChainCRF
from crfcore.errors import CrfError
from crfcore.metrics.spans import span_scores
from crfcore.model_selection import choose_outside_bias, sentence_folds
from crfcore.model_selection.outside_bias import (
    BIASES,
    STANDARD_ERRORS,
    best_outside_bias,
    spans_by_bias,
)
from crfcore.training.monitor import TrainingCancelled
from tests.made_up_sentences import sentences

X, Y = sentences(n=100)
LABELS = ["O", "B-X", "I-X"]
TIMID = LinearChainCRF(c2=8.0)
"""So much regularised that it finds few spans."""


def scores_by_hand(crf, folds, seed):
    """Return F1 by bias, of the spans of all folds together."""
    found = {bias: ([], []) for bias in BIASES}
    for places in sentence_folds(len(X), folds, seed):
        rest = np.delete(np.arange(len(X)), places).tolist()
        model = LinearChainCRF(c2=crf.c2).fit(
            [X[n] for n in rest], [Y[n] for n in rest], labels=LABELS
        )
        for bias, (gold, predicted) in found.items():
            gold += [Y[n] for n in places]
            predicted += model.with_label_bias({"O": -bias}).predict([X[n] for n in places])
    return {bias: span_scores(*pair).f1 for bias, pair in found.items()}


def test_a_timid_model_gets_a_bias_with_the_best_score_of_all_folds():
    found = choose_outside_bias(TIMID, X, Y, 4, 3)
    scores = scores_by_hand(TIMID, 4, 3)
    assert found.bias > 0.0
    assert found.f1 == pytest.approx(max(scores.values()), abs=0.01)
    assert found.f1_without == pytest.approx(scores[0.0], abs=0.01)
    assert found.f1 == pytest.approx(scores[found.bias], abs=0.01)


def test_it_is_repeatable_and_changes_nothing():
    crf = LinearChainCRF(c2=8.0)
    assert choose_outside_bias(crf, X, Y) == choose_outside_bias(crf, X, Y)
    assert crf.get_params() == TIMID.get_params()


def test_sentences_with_open_labels_are_learned_from_but_not_scored():
    y = [[None, *labels[1:]] if number % 2 else labels for number, labels in enumerate(Y)]
    assert choose_outside_bias(TIMID, X, y, labels=LABELS).f1 > 0.0
    assert choose_outside_bias(TIMID, X, [[None, *labels[1:]] for labels in Y], labels=LABELS) == (
        (0.0, 0.0, 0.0)
    )


def test_spans_are_counted_by_sentence():
    crf = LinearChainCRF(c2=0.1).fit(X, Y).with_label_bias({"O": 5.0})
    counts = spans_by_bias(crf, X, Y)
    for bias, one in zip(BIASES, counts.tolist(), strict=True):
        predicted = crf.with_label_bias({"O": -bias}).predict(X)
        for gold, found, row in zip(Y, predicted, one, strict=True):
            total = span_scores([gold], [found]).total
            assert row == [total.gold, total.predicted, total.correct]


def gains(correct, n_better, n_worse, n_sentences=40):
    """Return counts of one span a sentence; the second bias finds some more, and misses others."""
    counts = np.zeros((len(BIASES), n_sentences, 3), np.int64)
    counts[:, :, :2] = 1
    counts[0, :correct, 2] = 1
    counts[1, : correct - n_worse, 2] = 1
    counts[1, correct : correct + n_better, 2] = 1
    return counts


def test_it_has_to_gain_more_than_chance():
    # With spans everywhere F1 is the accuracy: the error of a difference is known.
    for n_better, n_worse in ((3, 0), (2, 0), (6, 2), (6, 4)):
        counts = gains(20, n_better, n_worse)
        gain = (n_better - n_worse) / 40
        # Each sentence differs from the mean difference.
        differences = [1.0] * n_better + [-1.0] * n_worse + [0.0] * (40 - n_better - n_worse)
        error = np.sqrt(sum((one - gain) ** 2 for one in differences)) / 40
        found = best_outside_bias(counts)
        assert found.bias == (BIASES[1] if gain > STANDARD_ERRORS * error else 0.0)
        assert found.f1_without == 0.5
        assert found.f1 == pytest.approx(0.5 + (gain if found.bias else 0.0))


def test_labels_without_outside_are_refused():
    with pytest.raises(CrfError, match="needs this label"):
        choose_outside_bias(LinearChainCRF(), [["a"], ["b"]] * 3, [["A"], ["B"]] * 3)


def test_a_cancellation_ends_it():
    with pytest.raises(TrainingCancelled):
        choose_outside_bias(LinearChainCRF(), X, Y, cancelled=lambda: True)
