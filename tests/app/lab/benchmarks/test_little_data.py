"""The benchmark of learning from few labels, on made-up corpora of a few sentences."""

from __future__ import annotations

import gzip
from pathlib import Path

import numpy as np
import pytest

from app.lab.benchmarks import little_data
from app.lab.benchmarks.figures import BenchmarkError, BenchmarkOptions

FILES = [
    *(f"conll2002/ned.{part}.gz" for part in ("train", "testa", "testb")),
    *(f"conll2000/{part}.txt.gz" for part in ("train", "test")),
    *(f"ud/en_ewt-ud-{part}.conllu.gz" for part in ("train", "dev", "test")),
    "brown/brown.tagged.txt.gz",
]


def made_up(seed: int, n_sentences: int) -> list[list[tuple[str, str, str]]]:
    """Return words with parts of speech and names: capitalised words after "in" are places."""
    rng = np.random.default_rng(seed)
    sentences = []
    for _ in range(n_sentences):
        words = [*rng.choice(["we", "saw", "it", "again"], 16), "in"]
        sentences.append(
            [*((str(word), "X", "O") for word in words), (f"P{rng.integers(4)}", "N", "B-LOC")]
        )
    return sentences


@pytest.fixture
def corpora(tmp_path: Path) -> Path:
    for seed, name in enumerate(FILES):
        rows = []
        for sentence in made_up(seed, 30):
            if "conllu" in name:
                lines = (f"{n}\t{w}\t_\t{p}\t_\t_\t0\troot\t_\t_"
                         for n, (w, p, _) in enumerate(sentence, 1))  # fmt: skip
            elif "brown" in name:
                lines = (f"{word} {tag}" for word, tag, _ in sentence)
            else:
                lines = (" ".join(fields) for fields in sentence)
            rows.append("\n".join(lines))
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(gzip.compress(("\n\n".join(rows) + "\n\n").encode()))
    return tmp_path


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(little_data, "DUTCH_SIZES", (4, 8))
    monkeypatch.setattr(little_data, "OTHER_SIZES", (5,))
    monkeypatch.setattr(little_data, "EXPECTED_SIZES", (0, 3))
    monkeypatch.setattr(little_data, "UNLABELLED", 20)
    monkeypatch.setattr(little_data, "LONG_TEXT", 5_000)


def test_every_figure_is_measured_beside_the_chain_without(corpora: Path) -> None:
    reports: list[str] = []
    figures = little_data.measure(BenchmarkOptions(corpora, runs=2, report=reports.append))
    ways = "vectors", "clusters", "cases", "both", "project", "three"
    compared = [
        f"{name}_{way}"
        for name in ("dutch_4", "dutch_8", "dutch_all", "conll2000_5", "ewt_5")
        for way in ways
    ]
    assert figures.keys() == {
        *compared,
        *(f"{name}_seconds" for name in compared),
        *("vectors_300k_seconds", "vectors_3m_seconds", "clusters_300k_seconds"),
        *("expectations_0", "expectations_3"),
    }
    for figure in figures.values():
        if figure.unit == "fraction":
            assert 0.0 <= figure.ours <= 1.0
            assert figure.peer is not None
    assert figures["dutch_all_both"].runs == 1
    assert figures["ewt_5_three"].runs == figures["expectations_3"].runs == 2
    assert figures["vectors_3m_seconds"].peer is None
    assert "vectors_3m_seconds: 5,0" in "".join(reports)


def test_lists_hold_half_of_the_names() -> None:
    rng = np.random.default_rng(0)
    sentences = [
        little_data.TaggedSentence([f"Town{n}", "Hall"], ["B-LOC", "I-LOC"]) for n in range(400)
    ]
    (places,) = little_data._lists(sentences, rng)
    assert places.name == "LOC"
    assert 150 < len(places.phrases) < 250


def test_a_training_file_that_is_too_small_is_told(
    corpora: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(little_data, "DUTCH_SIZES", (31,))
    with pytest.raises(BenchmarkError, match="30 sentences; 31 are needed"):
        little_data.measure(BenchmarkOptions(corpora, runs=1))
