"""The benchmark of many labels, on a corpus of a few sentences."""

from __future__ import annotations

import gzip
from itertools import cycle, islice
from pathlib import Path

import pytest

pytest.importorskip("pycrfsuite", reason="the peer is not installed")

from app.lab.benchmarks import large_labels
from app.lab.benchmarks.figures import BenchmarkOptions


def line_of(n_tokens: int, tags: str) -> str:
    pairs = zip(range(n_tokens), islice(cycle(tags.split()), n_tokens), strict=True)
    return "".join(f"word{token_index % 7} {tag}\n" for token_index, tag in pairs) + "\n"


@pytest.fixture
def small_corpus(tmp_path: Path) -> Path:
    text = (
        line_of(15, "at nn-tl vb")
        + line_of(14, "uh")
        + line_of(64, "at jj-tl-nc nn")
        + line_of(65, "uh")
        + 3 * line_of(20, "nn vb at")
    )
    (tmp_path / "brown").mkdir()
    (tmp_path / "brown" / "brown.tagged.txt.gz").write_bytes(gzip.compress(text.encode()))
    return tmp_path


def test_both_are_measured_and_the_whole_task_is_trained(
    small_corpus: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(large_labels, "LABELS", (3, 4))
    monkeypatch.setattr(large_labels, "BEST_KNOWN", 40.0)
    reports: list[str] = []
    figures = large_labels.measure(
        BenchmarkOptions(corpora=small_corpus, runs=2, long=True, report=reports.append)
    )
    assert {
        "evaluation_3_labels",
        "evaluation_3_labels_double",
        "evaluation_4_labels",
        "evaluation_4_labels_double",
        "brown_seconds",
        "brown_evaluations",
        "brown_objective",
        "brown_above_best_known",
    } <= set(figures)
    for name in ("evaluation_3_labels", "evaluation_4_labels"):
        assert figures[name].runs == 2
        assert figures[name].ours > 0.0
        assert figures[name].peer is not None
    assert figures["brown_objective"].ours > 0.0
    assert "evaluations" in reports[-1]
