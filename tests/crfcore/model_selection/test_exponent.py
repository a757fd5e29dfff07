"""The exponent of models of counts, against training and scoring by hand."""

from __future__ import annotations

import numpy as np
import pytest

from crfcore.crf import LinearChainCRF
from crfcore.errors import CrfError
from crfcore.metrics.spans import span_scores
from crfcore.model_selection import Exponent, choose_exponent, sentence_folds
from crfcore.model_selection.exponent import EXPONENTS, best_exponent
from tests.made_up_sentences import sentences

COUNTS = LinearChainCRF("empirical", key="word")
X, Y = sentences(n=60)


def endings(seed, n_sentences=60, n_tokens=8):
    """Return sentences of new words, whose last letter tells the label, and their labels.

    Labels stay the same from token to token mostly, and other attributes of a word tell nothing.
    """
    rng = np.random.default_rng(seed)
    words, tags = [], []
    for sentence in range(n_sentences):
        changes = rng.random(n_tokens) < 0.2
        labels = (np.cumsum(changes) + rng.integers(2)) % 2
        stems = rng.integers(100, 1_000, n_tokens)
        words.append(
            [
                {"word": f"{stem} {sentence}", "end": "xv"[label], "tens": stem // 10, "n": "1"}
                for stem, label in zip(stems.tolist(), labels.tolist(), strict=True)
            ]
        )
        tags.append(["AB"[label] for label in labels])
    return words, tags


def by_hand(words, tags, exponent, score):
    """Return a score of the predictions for all folds together."""
    gold, predicted = [], []
    for fold in sentence_folds(len(words), 5, 0):
        rest = np.delete(np.arange(len(words)), fold).tolist()
        crf = LinearChainCRF(**{**COUNTS.get_params(), "exponent": exponent})
        crf.fit([words[n] for n in rest], [tags[n] for n in rest])
        gold += [tags[n] for n in fold]
        predicted += crf.predict([words[n] for n in fold])
    return score(gold, predicted)


def accuracy(gold, predicted):
    return float(np.mean(np.concatenate(gold) == np.concatenate(predicted)))


def test_it_is_chosen_where_it_labels_clearly_better():
    words, tags = endings(0)
    found = choose_exponent(COUNTS, words, tags)
    scores = {exponent: by_hand(words, tags, exponent, accuracy) for exponent in EXPONENTS}
    assert found.exponent > 1.0
    assert found.score == pytest.approx(max(scores.values()))
    assert found.score_before == pytest.approx(scores[1.0])
    assert found.exponent == max(scores, key=scores.get)
    new, right = endings(1)
    before, after = (
        LinearChainCRF(**{**COUNTS.get_params(), "exponent": exponent}).fit(words, tags)
        for exponent in (1.0, found.exponent)
    )
    assert after.score(new, right) > before.score(new, right) + 0.02


def test_it_stays_where_nothing_is_clearly_better():
    words, tags = endings(0)
    # Each word was seen: the exponent has no effect.
    assert choose_exponent(COUNTS, words[:10] * 6, tags[:10] * 6).exponent == 1.0
    # One token more than with 1 may be chance.
    counts = np.zeros((len(EXPONENTS), 40, 3), np.int64)
    counts[:, :, :2] = 1
    counts[0, :20, 2] = counts[1, :21, 2] = 1
    assert best_exponent(counts) == Exponent(1.0, 0.5, 0.5)
    counts[1, :26, 2] = 1
    assert best_exponent(counts) == (EXPONENTS[1], 0.65, 0.5)


def test_spans_are_scored_where_a_label_is_outside():
    found = choose_exponent(COUNTS, X, Y)

    def f1(gold, predicted):
        return span_scores(gold, predicted).f1

    assert found.score_before == pytest.approx(by_hand(X, Y, 1.0, f1))
    assert found.score == pytest.approx(by_hand(X, Y, found.exponent, f1))


def test_sentences_with_open_labels_are_not_scored():
    y = [[None, *labels[1:]] for labels in Y]
    assert choose_exponent(COUNTS, X, y, labels=["O", "B-X", "I-X"]) == (1.0, 0.0, 0.0)


def test_only_models_of_counts_have_one():
    with pytest.raises(CrfError, match="algorithm='empirical'"):
        choose_exponent(LinearChainCRF(), X, Y)
