"""The benchmark of confidences and intervals, on made-up corpora of a few sentences."""

from __future__ import annotations

import gzip
from pathlib import Path

import numpy as np
import pytest

from app.lab.benchmarks import calibration
from app.lab.benchmarks.figures import BenchmarkError, BenchmarkOptions

KINDS = [
    *("test_error", "test_error_below_90", "rest_error", "rest_error_below_90"),
    *("held", "held_least", "held_most", "width"),
]


def made_up(seed: int, n_sentences: int) -> list[list[tuple[str, str, str]]]:
    """Return words with parts of speech and chunk tags, some of which are unpredictable."""
    rng = np.random.default_rng(seed)
    sentences = []
    for _ in range(n_sentences):
        numbers = rng.integers(9, size=int(rng.integers(3, 7))).tolist()
        sentences.append(
            [(f"w{n}", f"P{n % 3}", "B-X" if (n + int(rng.integers(3))) % 4 == 0 else "O")
             for n in numbers]
        )  # fmt: skip
    return sentences


@pytest.fixture
def corpora(tmp_path: Path) -> Path:
    for folder in ("conll2000", "conll2002", "ud"):
        (tmp_path / folder).mkdir()
    pools = "conll2000/train.txt.gz", "conll2002/ned.train.gz", "ud/en_ewt-ud-train.conllu.gz"
    tests = "conll2000/test.txt.gz", "conll2002/ned.testb.gz", "ud/en_ewt-ud-test.conllu.gz"
    for seed, size, names in ((0, 40, pools), (1, 12, tests)):
        for name in names:
            sentences = made_up(seed, size)
            if "conllu" in name:
                rows = [
                    "\n".join(
                        f"{token_index}\t{word}\t_\t{tag}\t_\t_\t0\troot\t_\t_"
                        for token_index, (word, tag, _) in enumerate(sentence, 1)
                    )
                    for sentence in sentences
                ]
            else:
                rows = ["\n".join(" ".join(fields) for fields in one) for one in sentences]
            text = "\n\n".join(rows) + "\n\n"
            (tmp_path / name).write_bytes(gzip.compress(text.encode()))
    return tmp_path


def test_every_figure_is_measured(corpora: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(calibration, "SIZES", (10,))
    monkeypatch.setattr(calibration, "CONTROL", 12)
    monkeypatch.setattr(calibration, "DRAWS", 5)
    monkeypatch.setattr(calibration, "RESAMPLES", 20)
    monkeypatch.setattr(calibration, "warm", lambda _: None)
    reports: list[str] = []
    figures = calibration.measure(BenchmarkOptions(corpora, runs=2, report=reports.append))
    names = ["conll2000", "dutch", "ewt"]
    assert list(figures) == [f"{name}_10_{kind}" for name in names for kind in KINDS]
    assert all(0.0 <= one.ours <= 1.0 for one in figures.values())
    assert all(one.peer is not None and 0.0 <= one.peer <= 1.0 for one in figures.values())
    assert all(one.runs == 2 for one in figures.values())
    assert reports == [f"{name}: 2 models of 10 sentences" for name in names]
    again = calibration.measure(BenchmarkOptions(corpora, runs=2))
    assert again == figures


def test_a_corpus_that_is_too_small_is_reported(
    corpora: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(calibration, "warm", lambda _: None)
    with pytest.raises(BenchmarkError, match="conll2000 has 40 sentences; 301 are needed"):
        calibration.measure(BenchmarkOptions(corpora))
