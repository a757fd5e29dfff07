"""Penalties of equal phrases, and annealing with them, against enumeration."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from crfcore.errors import CrfError
from crfcore.graphs.mentions import BORDER_COST
from crfcore.graphs.phrase_penalties import (
    PhraseDocument,
    PhrasePenalties,
    annealed_with_penalties,
    learn_penalties,
)
from crfcore.inference import viterbi

FORMS = [[1, 2, 9], [1, 2], [8, 1]]
LABELS = ("O", "B-X", "I-X", "B-Y")
FEW = ("O", "B-X", "B-Y")
PENALTIES = PhrasePenalties(("X", "Y"), np.array([[0.0, 2.0], [2.0, 0.0]]), 3.0)


def penalty_of(labellings):
    part = PhraseDocument(FORMS, PENALTIES)
    for sentence, labels in enumerate(labellings):
        part.set_labels(sentence, labels)
    return part.penalty()


def test_penalties_are_of_types_and_borders():
    other = ["O", "O"]
    assert penalty_of([["B-X", "I-X", "O"], ["B-X", "I-X"], other]) == 0.0
    # Two tokens, of two types.
    assert penalty_of([["B-X", "I-X", "O"], ["B-Y", "I-Y"], other]) == 4.0
    # Outside costs nothing, nor does a longer span, of which the phrase is a part.
    assert penalty_of([["B-X", "I-X", "O"], ["O", "O"], other]) == 0.0
    assert penalty_of([["B-X", "I-X", "I-X"], ["B-X", "I-X"], other]) == 0.0
    # "1 2" is labelled in part; "1" is a phrase, which is within a longer span there.
    assert penalty_of([["B-X", "I-X", "O"], ["B-X", "O"], other]) == 6.0
    assert penalty_of([["B-X", "O", "O"], ["B-Y", "O"], ["O", "B-X"]]) == 4.0


def test_a_sentence_s_share_is_what_its_labels_change():
    rng = np.random.default_rng(0)
    part = PhraseDocument(FORMS, PENALTIES)
    for _ in range(200):
        sentence = int(rng.integers(3))
        before, own = part.penalty(), part.penalty(sentence)
        labels = [LABELS[k] for k in rng.integers(4, size=len(FORMS[sentence]))]
        part.set_labels(sentence, labels)
        change = part.penalty(sentence) - own
        assert part.penalty() - before == pytest.approx(change, abs=1e-12)


def test_costs_are_counted_in_documents():
    forms = np.array([1, 1, 1, 1], np.int32)
    offsets = np.arange(5)
    labels = [["B-X"], ["B-X"], ["B-Y"], ["B-Y"]]
    found = learn_penalties(forms, offsets, np.array([0, 0, 0, 1]), labels, pseudo_count=0.0001)
    assert found.types == ("X", "Y")
    assert found.borders == BORDER_COST
    # Ordered pairs: X X twice, X Y twice, Y X twice.
    p_y_of_x, p_x_of_y = 2.0 / 4.0, 2.0 / 2.0
    wanted = -0.5 * (np.log(p_y_of_x) + np.log(p_x_of_y))
    np.testing.assert_allclose(found.pairs, [[0.0, wanted], [wanted, 0.0]], atol=1e-3)
    with pytest.raises(CrfError, match="labels of spans"):
        learn_penalties(forms, offsets, np.zeros(4, int), [["O"]] * 4)


def test_annealing_finds_the_best_labels_of_small_documents():
    flat, offsets = np.array([1, 2, 9, 1, 2], np.int32), np.array([0, 3, 5])
    for seed in range(3):
        rng = np.random.default_rng(seed)
        scores = rng.normal(size=(5, len(FEW)))
        pairs = rng.normal(size=(len(FEW),) * 2)

        def score(y, scores=scores, pairs=pairs):
            total = scores[np.arange(5), y].sum() + sum(pairs[y[t - 1], y[t]] for t in (1, 2, 4))
            names = [FEW[k] for k in y]
            return total - penalty_of([names[:3], names[3:]])

        best = max(score(np.array(y)) for y in product(range(len(FEW)), repeat=5))
        given = scores, pairs, offsets, flat, np.zeros(2, int), FEW, PENALTIES
        found = annealed_with_penalties(*given, n_sweeps=200, rng=seed)
        assert score(found) == pytest.approx(best)
    assert np.array_equal(found, annealed_with_penalties(*given, n_sweeps=200, rng=seed))
    # Documents apart: equal phrases of others say nothing.
    apart = annealed_with_penalties(
        scores, pairs, offsets, flat, np.arange(2), FEW, PENALTIES, n_sweeps=5
    )
    assert np.array_equal(apart, viterbi(scores, pairs, offsets)[0])
