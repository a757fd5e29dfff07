"""The benchmark of short trainings, on a corpus of a few sentences."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

pytest.importorskip("pycrfsuite", reason="the peer is not installed")

from app.lab.benchmarks import time_to_f1
from app.lab.benchmarks.figures import BenchmarkError, BenchmarkOptions
from app.lab.benchmarks.time_to_f1 import Outcome, _least_passes, measure
from tests.app.lab.benchmarks.test_training import SENTENCES


def test_both_are_timed_on_the_passes_that_they_need(tmp_path: Path) -> None:
    (tmp_path / "conll2000").mkdir()
    for name in ("train.txt.gz", "test.txt.gz"):
        (tmp_path / "conll2000" / name).write_bytes(gzip.compress(SENTENCES.encode() * 5))
    reports: list[str] = []
    figures = measure(BenchmarkOptions(corpora=tmp_path, runs=2, report=reports.append))
    assert set(figures) == {"seconds_to_f1", "passes_to_f1", "test_f1_then"}
    assert figures["seconds_to_f1"].ours > 0.0
    assert figures["test_f1_then"].ours == figures["test_f1_then"].peer == 1.0
    assert reports[-1].startswith("Run 2 of 2")


def test_f1_has_to_stay_where_it_is() -> None:
    found = dict(enumerate([0.1, 0.9, 0.1, 0.9, 0.9, 0.9, 0.9], 1))
    assert _least_passes(lambda n: Outcome(0.0, found[n], 0.0), 0.8, "Who") == 4


def test_who_never_comes_there_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(time_to_f1, "MAX_PASSES", 2)
    with pytest.raises(BenchmarkError, match=r"Who did not come to an F1 of 0\.8000"):
        _least_passes(lambda n: Outcome(0.0, 0.0, 0.0), 0.8, "Who")
