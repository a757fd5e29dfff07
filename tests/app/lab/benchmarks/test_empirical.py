"""The benchmark of models of counts, on corpora of a few sentences, without the window."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import numpy as np
import pytest

from app.lab.benchmarks import empirical
from app.lab.benchmarks.empirical import Columns
from app.lab.benchmarks.figures import BenchmarkOptions
from app.lab.corpora.files import TaggedSentence
from tests.app.lab.benchmarks.small_corpus import write_small_corpus

WORDS = ("dogs", "cats", "Anna", "sleeping", "eats", "x-rays", "1960", "nations")


def sentence(number: int) -> str:
    return "".join(
        f"{WORDS[(number + at * number) % 8]}{at % 3} {['nn', 'vb', 'at'][at % 3]}\n"
        for at in range(15)
    )


@pytest.fixture
def corpora(tmp_path: Path) -> Path:
    write_small_corpus(tmp_path)
    (tmp_path / "brown").mkdir()
    text = "\n".join(sentence(number) for number in range(30)) + "\n"
    (tmp_path / "brown" / "brown.tagged.txt.gz").write_bytes(gzip.compress(text.encode()))
    return tmp_path


def test_words_tags_and_classes_are_integers() -> None:
    columns = Columns.of(
        [TaggedSentence(["Cats", "in"], ["N", "P"]), TaggedSentence(["in"], ["P"])]
    )
    assert columns.words.tolist() == [0, 1, 1]
    assert columns.tags.tolist() == [0, 1, 1]
    assert columns.class_indptr.tolist() == [0, 2, 2]
    assert columns.is_key.tolist() == [1, 1, 0, 0]
    second = columns.part(np.array([1]))
    assert second.words.tolist() == [1]
    assert second.offsets.tolist() == [0, 1]
    assert columns.dataset().attributes.tolist() == [0, 2, 3, 1, 1]
    assert columns.targets().known


def test_training_changes_and_answers_are_measured(
    corpora: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(empirical, "HELD_OUT", 5)
    played: list[object] = []

    def run(words: list[object], _environment: dict[str, str]) -> str:
        played.append(words[0])
        return json.dumps({"seconds": [0.03, 0.02, 0.05]})

    monkeypatch.setattr(empirical, "run", run)
    monkeypatch.setattr(empirical, "make_project", lambda *_: None)
    reports: list[str] = []
    figures = empirical.measure(BenchmarkOptions(corpora=corpora, report=reports.append))
    assert played == ["app.lab.benchmarks.empirical_session"]
    assert figures["key_to_proposals_p50_seconds"].ours == 0.03
    assert figures["key_to_proposals_max_seconds"].ours == 0.05
    for name in ("ep1", "ep2"):
        assert 0.0 <= figures[f"{name}_brown_accuracy"].ours <= 1.0
        assert figures[f"{name}_tokens_per_second"].ours > 0.0
    for name in ("brown", "conll2000"):
        assert (
            figures[f"change_{name}_p50_seconds"].ours <= figures[f"change_{name}_max_seconds"].ours
        )
    assert any("EP2" in sentence for sentence in reports)
