"""The choice of training settings: when it is due again, and how it is stored."""

from __future__ import annotations

from dataclasses import replace

import pytest

from app.domain.training_choice import TrainingChoice

CHOICE = TrainingChoice(0.3, True, 100, -0.2, -0.25, compared_text=False)


def test_it_is_due_again_with_much_more_labels_or_with_text():
    assert CHOICE.suits(149, has_text=False)
    assert not CHOICE.suits(150, has_text=False)
    assert CHOICE.suits(67, has_text=False)
    assert not CHOICE.suits(66, has_text=False)
    assert not CHOICE.suits(100, has_text=True)
    assert replace(CHOICE, compared_text=True).suits(100, has_text=True)


def test_it_is_stored_with_a_model():
    assert TrainingChoice.of_metadata({"scheme": "iob2", **CHOICE.metadata()}) == CHOICE


@pytest.mark.parametrize(
    "change",
    [
        {"c2": -1.0},
        {"c2": "0.1"},
        {"c2": True},
        {"score": float("nan")},
        {"score": float("-inf")},
        {"n_sentences": 1.5},
        {"from_text": 1},
        {"more": 1},
    ],
)
def test_strange_metadata_are_no_choice(change):
    (key,) = CHOICE.metadata()
    own = CHOICE.metadata()[key]
    assert TrainingChoice.of_metadata({key: {**own, **change}}) is None
    assert TrainingChoice.of_metadata({key: []}) is None
    assert TrainingChoice.of_metadata({key: {}}) is None
    assert TrainingChoice.of_metadata({}) is None
