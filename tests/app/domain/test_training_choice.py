"""The choice of training settings: when it is due again, and how it is stored."""

from __future__ import annotations

from dataclasses import replace

import pytest

from app.domain.training_choice import (
    BOTH,
    NOTHING,
    VECTORS,
    TrainingChoice,
    digest_of,
)

CHOICE = TrainingChoice(
    c2=0.3,
    text_parts=BOTH,
    bias=0.5,
    n_sentences=100,
    score=-0.2,
    score_before=-0.25,
    f1=0.5,
    f1_before=0.4,
    c2_before=0.1,
    compared_text=False,
    template=digest_of("ner"),
)


def test_it_is_due_again_with_much_more_labels_or_with_text():
    assert CHOICE.suits(149, "ner", 0.1, has_text=False)
    assert not CHOICE.suits(150, "ner", 0.1, has_text=False)
    assert CHOICE.suits(67, "ner", 0.1, has_text=False)
    assert not CHOICE.suits(66, "ner", 0.1, has_text=False)
    assert not CHOICE.suits(100, "ner", 0.1, has_text=True)
    assert replace(CHOICE, compared_text=True).suits(100, "ner", 0.1, has_text=True)


def test_it_is_due_again_with_other_settings():
    assert not CHOICE.suits(100, "ner", 5.0, has_text=False)


def test_it_is_due_again_with_another_template():
    assert not CHOICE.suits(100, "basic", 0.1, has_text=False)
    assert not CHOICE.applies("basic", 0.1)
    assert CHOICE.applies("ner", 0.1)


def test_it_is_due_again_with_other_costs():
    assert not CHOICE.applies("ner", 0.1, more_suggestions=True)
    assert not CHOICE.suits(100, "ner", 0.1, has_text=False, more_suggestions=True)
    own = CHOICE.metadata()
    assert TrainingChoice.of_metadata(own) == CHOICE
    del own["choice"]["more_suggestions"]
    assert TrainingChoice.of_metadata(own) == CHOICE, "of an earlier version"
    eager = replace(CHOICE, more_suggestions=True)
    assert TrainingChoice.of_metadata(eager.metadata()) == eager


def test_a_choice_without_figures_of_segments_is_of_an_earlier_version():
    known = replace(
        CHOICE, compared_segments=True, prefers_segments=True, f1_segments=0.6, segments_bias=0.5
    )
    own = known.metadata()
    assert TrainingChoice.of_metadata(own) == known
    assert known.bias_of(segments=True) == 0.5
    assert known.bias_of(segments=False) == CHOICE.bias
    for name in ("compared_segments", "prefers_segments", "f1_segments", "f1_tokens"):
        del own["choice"][name]
    del own["choice"]["segments_bias"], own["choice"]["segments_waited"]
    assert TrainingChoice.of_metadata(own) == CHOICE
    own["choice"]["f1_segments"] = 1.5
    assert TrainingChoice.of_metadata(own) is None


def test_a_choice_without_preset_and_exponent_is_of_an_earlier_version():
    known = replace(CHOICE, preset="ner", exponent=2.0, counts_score=0.4, counts_score_before=0.3)
    own = known.metadata()
    assert TrainingChoice.of_metadata(own) == known
    for name in ("preset", "exponent", "counts_score", "counts_score_before"):
        del own["choice"][name]
    assert TrainingChoice.of_metadata(own) == CHOICE
    assert (CHOICE.preset, CHOICE.exponent) == ("", 1.0)


@pytest.mark.parametrize(
    ("text_parts", "compared", "used"),
    [
        (BOTH, True, BOTH),
        (VECTORS, True, VECTORS),
        (NOTHING, True, NOTHING),
        (NOTHING, False, BOTH),
    ],
)
def test_text_that_was_not_compared_is_used(text_parts, compared, used):
    found = replace(CHOICE, text_parts=text_parts, compared_text=compared)
    assert found.used_parts == used
    assert found.way == (0.3, used, 0.5, 0.0, "")


@pytest.mark.parametrize(("from_text", "parts"), [(True, BOTH), (False, NOTHING)])
def test_choices_of_earlier_versions_are_read_and_made_anew(from_text, parts):
    own = {"c2": 0.3, "from_text": from_text, "n_sentences": 100, "score": -0.2}
    own |= {"score_before": -0.25, "c2_before": 0.1, "compared_text": True}
    found = TrainingChoice.of_metadata({"choice": own})
    assert found.way == (0.3, parts, 0.0, 0.0, "")
    assert found.applies("any", 0.1)
    assert not found.suits(100, "any", 0.1, has_text=False), "it knows nothing of a bias"
    for name, value in (("from_text", 1), ("bias", 0.5), ("text_parts", BOTH)):
        assert TrainingChoice.of_metadata({"choice": {**own, name: value}}) is None


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
        {"c2_before": 1e308},
        {"score": -1e308},
        {"f1": 1e300},
        {"f1_before": -0.1},
        {"text_parts": "all"},
        {"text_parts": []},
        {"bias": -0.5},
        {"bias": 1e3},
        {"f1": float("inf")},
        {"template": None},
        {"preset": "chunking"},
        {"preset": "../model"},
        {"preset": None},
        {"exponent": 0.0},
        {"exponent": 2},
        {"exponent": 1e3},
        {"exponent": float("nan")},
        {"counts_score": -0.1},
        {"counts_score_before": 1.5},
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
