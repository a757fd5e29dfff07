"""The benchmark of ranking, on four sentences."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.lab.benchmarks import active_learning
from app.lab.benchmarks.figures import BenchmarkOptions
from crfcore.active_learning import STRATEGIES
from tests.app.lab.benchmarks.small_corpus import write_small_corpus


def test_every_figure_is_measured(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_small_corpus(tmp_path)
    monkeypatch.setattr(active_learning, "ITERATIONS", 3)
    monkeypatch.setattr(active_learning, "warm", lambda *_: None)
    reports: list[str] = []
    figures = active_learning.measure(BenchmarkOptions(tmp_path, runs=1, report=reports.append))
    single = [name for name in STRATEGIES if name not in active_learning.COMMITTEES]
    wrapped = [*single, *active_learning.WRAPPED]
    assert list(figures) == [
        "ranked_sentences",
        "ranked_tokens",
        *(f"rank_{name}" for name in wrapped),
        *(f"again_{name}" for name in single),
    ]
    assert figures["ranked_sentences"].ours == 2
    assert all(figure.ours > 0.0 for figure in figures.values())
    assert figures["rank_random"].peer == active_learning.SECONDS
    assert figures["again_random"].peer == active_learning.MILLISECONDS
    assert reports[0] == "Tagwright trains"
