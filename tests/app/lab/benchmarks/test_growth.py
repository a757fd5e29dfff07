"""Time and memory of larger and larger copies of a small corpus."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.lab.benchmarks import growth
from app.lab.benchmarks.corpus_copies import CorpusCopies
from app.lab.benchmarks.figures import BenchmarkError, BenchmarkOptions
from crfcore.text.columns import parse_columns

LINES = [
    "The DT B-NP",
    "cat NN I-NP",
    "sat VBD B-VP",
    "",
    "The DT B-NP",
    "dog NN I-NP",
    "sat VBD B-VP",
]


@pytest.fixture
def corpora(tmp_path: Path) -> Path:
    folder = tmp_path / "corpora" / "conll2000"
    folder.mkdir(parents=True)
    (folder / "train.txt").write_text("\n".join([*LINES, ""]), encoding="utf-8")
    return folder.parent


@pytest.fixture
def copies(corpora: Path, monkeypatch) -> CorpusCopies:
    monkeypatch.setattr(
        "app.lab.benchmarks.corpus_copies.corpus_file",
        lambda corpora, _: corpora / "conll2000" / "train.txt",
    )
    return CorpusCopies(BenchmarkOptions(corpora))


def test_copies_differ_in_words_that_occur_once(copies: CorpusCopies, tmp_path: Path) -> None:
    copies.write(tmp_path, 0, 2)
    assert copies.n_tokens == 6
    words = []
    for number in (0, 1):
        text = (tmp_path / f"000{number}.conll").read_text(encoding="utf-8")
        sentences = parse_columns(text).sentences
        words.append([row[0] for one in sentences for row in one.fields])
        assert [row[-1] for one in sentences for row in one.fields] == ["B-NP", "I-NP", "B-VP"] * 2
    assert words[0] == ["The", "cat", "sat", "The", "dog", "sat"]
    assert words[1] == ["The", "cat-1", "sat", "The", "dog-1", "sat"]


def test_a_training_out_of_core_is_measured(copies: CorpusCopies, tmp_path: Path) -> None:
    folder = tmp_path / "corpus"
    folder.mkdir()
    copies.write(folder, 0, 3)
    found = growth.train(folder, tmp_path / "shards")
    assert found["attributes"] > 6
    assert found["peak"] >= found["before"] > 0
    assert found["seconds"] > 0


def test_exponents_are_slopes_of_logarithms(copies, corpora, monkeypatch) -> None:
    def trained(folder: Path, _: Path) -> dict[str, float]:
        n = len(list(folder.glob("*.conll")))
        return {"seconds": 3.0 * n, "before": 50.0, "peak": 50.0 + 7.0 * n**0.5, "attributes": n}

    monkeypatch.setattr(growth, "_trained_apart", trained)
    figures = growth.measure(BenchmarkOptions(corpora))
    assert figures["tokens_x8"].ours == 48
    assert figures["exponent_of_seconds"].ours == pytest.approx(1.0)
    assert figures["exponent_of_memory"].ours == pytest.approx(0.5)
    few = growth.measure(BenchmarkOptions(corpora, tokens=20))
    assert [name for name in few if name.startswith("tokens")] == [
        "tokens_x1",
        "tokens_x2",
        "tokens_x3",
    ]


def test_a_training_that_fails_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(BenchmarkError, match="out of core failed"):
        growth._trained_apart(tmp_path / "nothing", tmp_path / "shards")
