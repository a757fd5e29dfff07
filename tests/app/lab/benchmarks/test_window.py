"""Summaries of the window's figures."""

from __future__ import annotations

from itertools import islice

import pytest

from app.lab.benchmarks.figures import percentile
from app.lab.benchmarks.played_project import as_columns, as_text
from app.lab.benchmarks.window import (
    _figures,
    _until,
    figures_of_document,
    figures_with_progress,
)


def test_a_percentile_is_a_value_that_was_measured() -> None:
    values = [float(value) for value in range(1, 101)]
    assert percentile(values, 0.5) == 50.0
    assert percentile(values, 0.95) == 95.0
    assert percentile(values, 1.0) == 100.0
    assert percentile([3.0], 0.5) == 3.0


def test_late_keys_count_and_rates_stand_apart() -> None:
    keys = [
        {"seconds": seconds, "rate": rate, "training": rate == 9.0}
        for rate, seconds in [(9.0, 0.01), (9.0, 0.02), (45.0, 0.4), (45.0, 0.03)]
    ]
    session = {
        "keys": keys,
        "keys_without_change": 1,
        "open_seconds": 0.5,
        "scroll_frames": [0.004, 0.04, 0.008],
        "rss_open_bytes": 6e7,
        "rss_idle_bytes": 7e7,
        "peak_rss_bytes": 1e8,
    }
    figures = _figures([0.9, 0.7, 0.8], session)
    assert figures["key_to_paint_max_seconds"].ours == 0.4
    assert figures["key_to_paint_p95_seconds"].ours == 0.4
    assert figures["key_to_paint_p50_seconds"].ours == 0.02
    assert figures["key_to_paint_at_9_a_second_max_seconds"].ours == 0.02
    assert figures["scroll_frame_max_seconds"].ours == 0.04
    assert figures["rss_open_bytes"].ours == 6e7
    assert figures["start_to_shown_seconds"].ours == 0.8
    assert figures["share_of_keys_during_training"].ours == 0.5
    assert all(figure.peer is None for figure in figures.values())


def test_keys_beside_the_progress_panel_have_figures_of_their_own() -> None:
    keys = [{"seconds": seconds} for seconds in (0.01, 0.02, 0.3)]
    figures = figures_with_progress({"keys": keys, "models_judged": 4})
    assert {name: figure.ours for name, figure in figures.items()} == {
        "key_to_paint_with_progress_p50_seconds": 0.02,
        "key_to_paint_with_progress_p95_seconds": 0.3,
        "key_to_paint_with_progress_max_seconds": 0.3,
        "models_judged_with_progress": 4,
    }


def test_keys_in_a_document_stand_beside_those_in_a_bare_editor() -> None:
    session = {
        "keys": [
            {"seconds": one, "all_seconds": 2 * one, "training": True}
            for one in (0.002, 0.004, 0.009)
        ],
        "keys_in_editor": [
            {"seconds": one, "all_seconds": one, "training": False} for one in (0.001, 0.003, 0.006)
        ],
        "frames": [0.002, 0.016],
        "tokens": 20_000,
    }
    figures = figures_of_document(session)
    keys = figures["key_to_paint_in_document_p95_seconds"]
    assert (keys.ours, keys.peer, keys.ratio) == (0.009, 0.006, pytest.approx(1.5))
    assert figures["key_to_all_painted_in_document_p95_seconds"].ratio == pytest.approx(3.0)
    assert figures["document_scroll_frame_p95_seconds"].ours == 0.016
    assert figures["share_of_keys_in_document_during_training"].ours == 0.5


@pytest.mark.parametrize(("wanted", "taken"), [(0, 0), (1, 1), (2, 1), (3, 2)])
def test_a_project_has_at_least_the_tokens_requested(wanted: int, taken: int) -> None:
    sentence = (["a", "b"], ["O", "O"])
    assert len(list(_until(islice([sentence] * 9, 9), wanted))) == taken


def test_the_halves_are_files_of_two_formats() -> None:
    sentences = [(["The", "cat"], ["B-NP", "I-NP"])]
    assert as_columns(sentences) == "The B-NP\ncat I-NP\n\n"
    assert as_text(sentences) == "The cat\n\n"
