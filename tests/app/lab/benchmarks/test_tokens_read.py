"""The benchmark of tokens read, on made-up corpora of a few sentences."""

from __future__ import annotations

import pytest

from app.lab.benchmarks import tokens_read
from app.lab.benchmarks.figures import BenchmarkError, BenchmarkOptions
from tests.app.lab.benchmarks.test_little_data import corpora, small

__all__ = ["corpora", "small"]


def test_each_corpus_has_its_figure(corpora, monkeypatch):
    monkeypatch.setattr(tokens_read, "SHARE", 0.5)
    reports: list[str] = []
    figures = tokens_read.measure(BenchmarkOptions(corpora, runs=2, report=reports.append))
    assert set(figures) == {f"{name}_tokens_read" for name in ("dutch", "conll2000", "ewt")}
    for figure in figures.values():
        assert figure.peer is not None
        assert 0 < figure.ours <= 30 * 18
        assert figure.runs == 2
    assert any("with other text" in report for report in reports)


def test_a_score_that_is_never_reached_is_an_error(corpora):
    (material, *_) = tokens_read.materials(corpora)
    simulation = tokens_read._simulated(material, tokens_read.LearnedText(), 1.0, 1)
    with pytest.raises(BenchmarkError, match="ended before"):
        tokens_read._tokens_read(simulation, 1.1)
