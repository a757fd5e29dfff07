"""The benchmark of training with few labels, on a corpus of a few sentences."""

from __future__ import annotations

import pytest

pytest.importorskip("pycrfsuite", reason="the peer is not installed")

from app.lab.benchmarks import few_labels
from app.lab.benchmarks.few_labels import Material, measure
from app.lab.benchmarks.figures import BenchmarkOptions
from tests.app.lab.benchmarks.test_warm_start import sentences


def test_both_reach_the_same_objectives(monkeypatch: pytest.MonkeyPatch) -> None:
    material = Material.of("tiny", sentences(30), "ner")
    monkeypatch.setattr(few_labels, "_materials", lambda _options: iter([material]))
    reports: list[str] = []
    figures = measure(BenchmarkOptions(runs=2, report=reports.append))
    penalties = ("l2", "l1_l2")
    assert set(figures) == {f"tiny_{p}_{f}" for p in penalties for f in ("seconds", "objective")}
    for penalty in penalties:
        assert figures[f"tiny_{penalty}_objective"].ratio == pytest.approx(1.0, rel=0.01)
        seconds = figures[f"tiny_{penalty}_seconds"]
        assert seconds.ours > 0.0 < (seconds.peer or 0.0)
        assert seconds.runs == 2
    assert reports[-1] == "tiny, l1_l2: run 2 of 2"
