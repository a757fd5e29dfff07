"""The benchmark of rules, on two sentences."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.lab.benchmarks import constraints
from app.lab.benchmarks.figures import BenchmarkOptions, Figure
from tests.app.lab.benchmarks.small_corpus import write_small_corpus


def test_every_figure_is_measured(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_small_corpus(tmp_path)
    monkeypatch.setattr(constraints, "ITERATIONS", 3)
    monkeypatch.setattr(constraints, "REPETITIONS", 2)
    monkeypatch.setattr(constraints, "warm", lambda _: None)
    monkeypatch.setattr(constraints, "measure_keys", lambda _: {"keys": Figure(0.01, None, "s")})
    reports: list[str] = []
    options = BenchmarkOptions(tmp_path, runs=1, report=reports.append)
    figures = constraints.measure(options)
    assert list(figures) == [
        "conll2000_test_scheme_seconds",
        "conll2000_test_words_seconds",
        "conll2000_test_at_most_3_of_three_seconds",
        "sentence_with_pins_ms",
        "sentence_with_three_automata_ms",
        "keys",
    ]
    assert all(figure.ours > 0.0 for figure in figures.values())
    assert reports == ["Tagwright trains", "Tagwright decodes under rules"]
