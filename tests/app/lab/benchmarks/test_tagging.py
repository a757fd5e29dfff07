"""The tagging benchmark on a corpus of a few sentences: both predict the same."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("pycrfsuite", reason="the peer is not installed")

from app.lab.benchmarks.figures import BenchmarkOptions
from app.lab.benchmarks.tagging import Clock, features_of, measure
from app.lab.corpora.conll2000 import read_tagged
from crfcore.features.extraction import TemplateExtractor
from crfcore.features.presets import template_named
from tests.app.lab.benchmarks.small_corpus import write_small_corpus


@pytest.fixture
def small_corpus(tmp_path: Path) -> Path:
    write_small_corpus(tmp_path)
    return tmp_path


def test_the_peer_s_features_are_those_of_the_template(small_corpus: Path) -> None:
    text = read_tagged(small_corpus / "conll2000" / "train.txt.gz")
    extractor = TemplateExtractor(template_named("chunking"))
    dataset = extractor.fit(text.table)
    names = extractor.attribute_names()
    found = [names[attribute] for attribute in dataset.attributes.tolist()]
    words, pos = text.table.columns
    tokens = [
        [words.values[word], pos.values[tag]]
        for word, tag in zip(words.ids.tolist(), pos.ids.tolist(), strict=True)
    ]
    first, end = text.table.offsets[1:3].tolist()
    rows = features_of(tokens[first:end])
    start = int(dataset.indptr[first])
    assert [name for row in rows for name in row] == found[start : int(dataset.indptr[end])]


def test_both_label_alike(small_corpus: Path) -> None:
    reports: list[str] = []
    figures = measure(BenchmarkOptions(corpora=small_corpus, runs=2, report=reports.append))
    assert figures["f1"].ours == figures["f1"].peer == 1.0
    compared = {name for name, figure in figures.items() if figure.ratio is not None}
    assert set(figures) - compared == {"from_column_table", "from_column_file"}
    assert {figure.runs for figure in figures.values()} == {2}
    assert figures["from_raw_columns"].unit == "tokens/s"
    assert figures["model_loading_seconds"].unit == "s"
    assert reports[-1] == "Run 2 of 2: both label 12 tokens"


def test_what_was_not_timed_has_no_figure() -> None:
    assert Clock().figure("nothing", 5).peer is None
