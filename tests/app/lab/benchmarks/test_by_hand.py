"""The benchmark of manual labelling: project, figures, and a small session."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from app.lab.benchmarks import by_hand
from app.lab.benchmarks.figures import BenchmarkOptions
from tests.app.lab.benchmarks.small_corpus import write_small_corpus


def test_the_word_is_at_even_distances_and_the_figures_have_units(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_small_corpus(tmp_path)
    for name, value in {"SENTENCES": 42, "OCCURRENCES": 5, "LABELLED": 2}.items():
        monkeypatch.setattr(by_hand, name, value)
    made: list[list[tuple[list[str], list[str]]]] = []
    monkeypatch.setattr(by_hand, "make_project", lambda _, *parts: made.extend(parts[:2]))
    answer = {"keys_to_confirm": 1, "label_everywhere_seconds": 0.4, "places_labelled": 500}
    answer |= {"accepted_sentences": 40, "undo_everything_longest_stop_seconds": 0.03}
    monkeypatch.setattr(by_hand, "run", lambda *_: json.dumps(answer))
    figures = by_hand.measure(BenchmarkOptions(tmp_path))
    labelled, text = made
    assert (len(labelled), len(text)) == (2, 40)
    sentence_indices = [
        sentence_index for sentence_index, (words, _) in enumerate(text) if by_hand.WORD in words
    ]
    assert sentence_indices == [0, 8, 16, 24, 32]
    assert {name: figure.unit for name, figure in figures.items()} == {
        "keys_to_confirm": "keys",
        "label_everywhere_seconds": "s",
        "places_labelled": "places",
        "accepted_sentences": "sentences",
        "undo_everything_longest_stop_seconds": "s",
    }
