"""The training benchmark on a corpus of a few sentences: both learn the same model."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

pytest.importorskip("pycrfsuite", reason="the peer is not installed")

from app.lab.benchmarks import training
from app.lab.benchmarks.copies import scaling_figures
from app.lab.benchmarks.figures import BenchmarkError, BenchmarkOptions
from app.lab.benchmarks.training import attribute_strings, measure
from app.lab.benchmarks.training_memory import memory_figures, train_ours, train_peer
from app.lab.corpora.conll2000 import read_tagged
from crfcore.features.extraction import TemplateExtractor
from crfcore.features.presets import template_named

SENTENCES = """\
The DT B-NP
cat NN I-NP
sat VBD B-VP
on IN B-PP
it PRP B-NP
. . O

She PRP B-NP
saw VBD B-VP
the DT B-NP
old JJ I-NP
cat NN I-NP
. . O

"""


@pytest.fixture
def small_corpus(tmp_path: Path) -> Path:
    (tmp_path / "conll2000").mkdir()
    for name in ("train.txt.gz", "test.txt.gz"):
        (tmp_path / "conll2000" / name).write_bytes(gzip.compress(SENTENCES.encode()))
    return tmp_path


def test_the_peer_gets_the_attributes_of_the_template(small_corpus: Path) -> None:
    text = read_tagged(small_corpus / "conll2000" / "train.txt.gz")
    extractor = TemplateExtractor(template_named("chunking"))
    sentences = list(attribute_strings(extractor, extractor.fit(text.table)))
    assert [len(sentence) for sentence in sentences] == [6, 6]
    assert {len(token) for sentence in sentences for token in sentence} == {19}
    assert any("_B-1" in attribute for attribute in sentences[1][0])


def test_both_reach_the_same_objective(small_corpus: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    reports: list[str] = []
    monkeypatch.setattr(training, "memory_figures", lambda _: {})
    monkeypatch.setattr(training, "scaling_figures", lambda _: {})
    monkeypatch.setattr(training.time_to_f1, "measure", lambda _: {})
    monkeypatch.setattr(training.few_labels, "measure", lambda _: {})
    figures = measure(BenchmarkOptions(corpora=small_corpus, runs=2, report=reports.append))
    names = {"evaluation_seconds", "training_seconds", "training_seconds_from_columns"}
    assert set(figures) == names | {"objective", "iterations", "evaluations", "f1"}
    assert all(figures[name].ours > 0.0 < (figures[name].peer or 0.0) for name in names)
    assert figures["objective"].ratio == pytest.approx(1.0, rel=1e-3)
    assert figures["f1"].ours == figures["f1"].peer == 1.0
    assert {figure.runs for figure in figures.values()} == {2}
    assert "Run 2 of 2: python-crfsuite trains" in reports


def test_copies_of_the_corpus_are_timed(small_corpus: Path) -> None:
    figures = scaling_figures(small_corpus / "conll2000" / "train.txt.gz")
    assert "evaluation_seconds_per_copy_x8" in figures
    assert "extraction_seconds_per_copy_x1" in figures
    assert all(figure.ours >= 0.0 and figure.peer is None for figure in figures.values())


def test_memory_is_measured_from_the_imports_on(small_corpus: Path) -> None:
    path = small_corpus / "conll2000" / "train.txt.gz"
    for train in (train_ours, train_peer):
        held = train(path)
        assert 0 < held["imported"] <= held["peak"]
        assert held["loaded"] <= held["peak"]


def test_a_failed_measurement_says_so(tmp_path: Path) -> None:
    with pytest.raises(BenchmarkError, match="failed"):
        memory_figures(tmp_path / "missing.gz")
