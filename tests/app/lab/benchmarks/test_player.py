"""The player's choice of the next correction."""

from __future__ import annotations

from app.lab.benchmarks.player import first_mistake, runs_leftwards


def test_what_is_right_needs_no_key() -> None:
    assert first_mistake(["B-DRUG", "O"], ["B-DRUG", "O"]) is None


def test_a_span_is_named_whole() -> None:
    answer = ["O", "B-DOSE", "I-DOSE", "I-DOSE", "O"]
    assert first_mistake([None] * 5, ["O", "B-DOSE", "O", "O", "O"]) == (0, 0, None)
    assert first_mistake(["O", "B-DOSE", "I-DOSE", "O", "O"], answer) == (1, 3, "DOSE")
    assert first_mistake(["O", "B-DRUG", "I-DRUG", "O", "O"], answer) == (1, 3, "DOSE")


def test_neighbouring_spans_are_two() -> None:
    assert first_mistake(["B-A", "I-A"], ["B-A", "B-A"]) == (1, 1, "A")


def test_a_run_without_labels_is_named_as_far_as_it_is_wrong() -> None:
    assert first_mistake([None, "B-A", "O", None], ["O", "O", "O", "O"]) == (0, 1, None)


def test_the_first_letter_says_which_way_a_sentence_runs() -> None:
    assert runs_leftwards("5 وصف mg")
    assert not runs_leftwards("5 mg وصف")
    assert not runs_leftwards("…")
