"""The table on training algorithms, with a corpus of two sentences and few evaluations."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from app.lab.reproduce import wallach_training
from app.lab.reproduce.context import Context
from app.lab.reproduce.table import Row
from app.lab.reproduce.tables import table_named
from app.lab.reproduce.wallach_training import Trace
from crfcore.training.monitor import TrainingProgress
from tests.app.lab.benchmarks.small_corpus import write_small_corpus


@pytest.fixture
def rows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, Row]:
    write_small_corpus(tmp_path)
    monkeypatch.setattr(wallach_training, "ENOUGH_FOR_FIVE", 2000)
    monkeypatch.setattr(wallach_training, "MAX_EVALUATIONS", 40)
    found = list(table_named("wallach-4.3").rows(Context(tmp_path)))
    assert len({row.name for row in found}) == len(found)
    return {row.name: row for row in found}


def test_each_way_comes_near_the_optimum_of_five_sentences(rows: dict[str, Row]) -> None:
    for way in wallach_training.WAYS:
        row = rows[f"{way.name}: to one millionth"]
        assert row.ours is not None, way.name
        assert row.evaluations == row.ours <= 2000
    assert rows["L-BFGS: evaluations"].paper == 22
    assert rows["IIS: time"].paper == 188.65
    there = [row.ours for name, row in rows.items() if name.endswith("objective there")]
    np.testing.assert_allclose(there, there[0], rtol=1e-2)


def test_without_a_penalty_the_likelihood_is_looked_at(rows: dict[str, Row]) -> None:
    early = rows["L-BFGS: −log-likelihood after 22 evaluations, no penalty"]
    late = rows["IIS: −log-likelihood after 150 evaluations, no penalty"]
    assert early.ours is not None
    assert late.ours is not None
    assert 0.0 <= early.ours < late.ours


def test_all_sentences_get_so_many_evaluations_and_no_more(rows: dict[str, Row]) -> None:
    for way in (*wallach_training.WAYS, wallach_training.AS_USUAL):
        found = [row for name, row in rows.items() if name.startswith(f"CoNLL-2000, {way.name}:")]
        assert [row.kind for row in found] == ["nats", "count", "count", "count"]
        assert all(row.ours is None or row.ours <= 40 for row in found[1:])
    table = table_named("wallach-4.3")
    assert "Fewest evaluations" in table.remarks(list(rows.values()))[-1]
    assert len(table.remarks([])) == 3


def test_a_trace_knows_when_things_were_reached() -> None:
    heard = []
    trace = Trace(30, heard.append, evaluations_before=2, seconds_before=1.0)
    values = [20.0, 12.0, 10.005, 10.0000001, 10.0000001]
    for number, value in enumerate(values):
        progress = TrainingProgress(number, 5 * number + 1, value, 0.1, 0.5 * number, None)
        assert trace(progress) == (5 * number + 3 >= 30)
    assert len(heard) == 5
    figures = trace.figures(10.0)
    assert (figures["near"], figures["exact"], figures["stop"]) == (13.0, 18.0, 23.0)
    assert (figures["near seconds"], figures["stop iterations"]) == (2.0, 4.0)
    assert (trace.value_after(10), trace.value_after(0)) == (12.0, 20.0)


def test_what_a_start_tells_before_the_optimiser_is_no_point_of_the_trace() -> None:
    trace = Trace(10, lambda progress: None)
    trace(TrainingProgress(0, 1, 7.0, float("nan"), 0.0, None))
    assert trace.values == []
