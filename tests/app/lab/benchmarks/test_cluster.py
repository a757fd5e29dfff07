"""Threads and worker processes over the same shards, on a small corpus."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from app.lab.benchmarks import cluster
from app.lab.benchmarks.figures import BenchmarkError, BenchmarkOptions
from tests.app.lab.benchmarks.test_growth import copies, corpora

__all__ = ["copies", "corpora"]


def test_the_objective_is_that_without_shards(copies, tmp_path: Path) -> None:
    folder = tmp_path / "corpus"
    folder.mkdir()
    copies.write(folder, 0, 3)
    one, two = cluster.train(folder, "threads", 1), cluster.train(folder, "threads", 2)
    assert one["digest"] == two["digest"]
    checked = cluster.train(folder, "checked", 1)
    assert checked["objective"] == pytest.approx(one["objective"], rel=1e-12)


def test_times_are_compared_and_other_weights_counted(copies, corpora, monkeypatch) -> None:
    asked = []

    def trained(_: Path, way: str, n: int) -> dict[str, object]:
        asked.append((way, n))
        if way == "checked":
            return {"objective": 100.0 + 1e-9}
        if way == "constants":
            return {name: number for number, name in enumerate(cluster.CONSTANTS)}
        seconds = {"threads": 2.0, "workers": 2.5}[way]
        return {"seconds": seconds, "digest": "b" if n == 4 else "a", "objective": 100.0}

    monkeypatch.setattr(cluster, "_trained_apart", trained)
    monkeypatch.setattr(cluster, "find_spec", lambda name: name)
    figures = cluster.measure(BenchmarkOptions(corpora, runs=2))
    both = [("threads", 2), ("workers", 2)]
    assert asked == [*both, *both, ("workers", 1), ("workers", 4), ("checked", 2), ("constants", 1)]
    assert figures["tokens"].ours == 48
    assert figures["training_by_2_workers"].ratio == pytest.approx(1.25)
    assert figures["different_weights"].ours == 1
    assert figures["bytes_per_token"].ours == 1
    assert figures["relative_difference_of_objective"].ours == pytest.approx(1e-11, rel=1e-3)


def test_without_dask_nothing_is_measured(corpora, monkeypatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(BenchmarkError, match="needs Dask; install it with pip install"):
        cluster.measure(BenchmarkOptions(corpora))
