"""The benchmark of import and export, on a made-up treebank of a few sentences."""

from __future__ import annotations

import gzip

import pytest

from app.lab.benchmarks import formats
from app.lab.benchmarks.figures import BenchmarkOptions
from crfcore.errors import CrfError

SENTENCE = (
    "# text = al mar\n1-2\tal\t_\t_\t_\t_\t_\t_\t_\t_\n1\ta\ta\tADP\t_\t_\t3\tcase\t_\t_\n"
    "2\tel\tel\tDET\t_\t_\t3\tdet\t_\t_\n3\tmar\tmar\tNOUN\t_\t_\t0\troot\t_\t_\n\n"
)


def test_a_large_file_comes_out_as_it_went_in(tmp_path):
    (tmp_path / "ud").mkdir()
    path = tmp_path / "ud" / "en_ewt-ud-train.conllu.gz"
    path.write_bytes(gzip.compress((SENTENCE * 4).encode()))
    reports = []
    options = BenchmarkOptions(tmp_path, runs=2, tokens=30, report=reports.append)
    figures = formats.measure(options)
    assert {name: one.ours for name, one in figures.items() if "seconds" not in name} == {
        "tokens": 30,
        "export_identical": 1.0,
    }
    assert all(one.ours > 0 for one in figures.values())
    assert figures["import_conllu_seconds"].runs == 2
    assert len(reports) == 3


def test_without_the_treebank_it_says_what_it_needs(tmp_path):
    with pytest.raises(CrfError, match="English Web Treebank"):
        formats.measure(BenchmarkOptions(tmp_path))
