"""The choice of training settings: when it is due again, and how it is stored."""

from __future__ import annotations

from dataclasses import replace

import pytest

from app.domain.training_choice import TrainingChoice

CHOICE = TrainingChoice(0.3, True, 100, -0.2, -0.25, 0.1, compared_text=False)


def test_it_is_due_again_with_much_more_labels_or_with_text():
    assert CHOICE.suits(149, 0.1, has_text=False)
    assert not CHOICE.suits(150, 0.1, has_text=False)
    assert CHOICE.suits(67, 0.1, has_text=False)
    assert not CHOICE.suits(66, 0.1, has_text=False)
    assert not CHOICE.suits(100, 0.1, has_text=True)
    assert replace(CHOICE, compared_text=True).suits(100, 0.1, has_text=True)


def test_it_is_due_again_with_other_settings():
    assert not CHOICE.suits(100, 5.0, has_text=False)


@pytest.mark.parametrize(
    ("from_text", "compared", "used"),
    [(True, True, True), (False, True, False), (False, False, True)],
)
def test_text_that_was_not_compared_is_used(from_text, compared, used):
    assert replace(CHOICE, from_text=from_text, compared_text=compared).uses_text == used


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
        {"n_sentences": 10**400},
        {"n_sentences": -1},
        {"c2": 1e308},
        {"c2_before": None},
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
