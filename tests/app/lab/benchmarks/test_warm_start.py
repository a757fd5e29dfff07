"""The benchmark of starts, on a few sentences instead of three corpora."""

from __future__ import annotations

import numpy as np
import pytest

from app.lab.benchmarks import warm_start
from app.lab.benchmarks.figures import BenchmarkOptions
from app.lab.benchmarks.warm_start import Curve, Point, Text, measure
from app.lab.corpora.files import TaggedSentence

WORDS = {"the": "D", "a": "D", "dog": "N", "cat": "N", "sees": "V", "hears": "V", "Anna": "N"}


def sentences(number: int) -> list[TaggedSentence]:
    rng = np.random.default_rng(0)
    drawn = [rng.choice(list(WORDS), size=6).tolist() for _ in range(number)]
    return [TaggedSentence(words, [WORDS[word] for word in words]) for words in drawn]


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    text = Text.of("tiny", sentences(60), "basic", "token_accuracy")
    spans = Text.of(
        "spans",
        [TaggedSentence(s.words, ["B-" + t for t in s.tags]) for s in sentences(60)],
        "basic",
        "span_f1",
    )
    monkeypatch.setattr(warm_start, "_texts", lambda _options: iter([text, spans]))
    for name in ("SIZES", "BASES", "SIZES_OF_BUDGETS"):
        monkeypatch.setattr(warm_start, name, (20,))
    monkeypatch.setattr(warm_start, "ADDED", (1, 5))
    monkeypatch.setattr(warm_start, "HELD_OUT", 10)


@pytest.mark.usefixtures("small")
def test_every_start_is_compared_with_zeros() -> None:
    reports: list[str] = []
    figures = measure(BenchmarkOptions(runs=2, report=reports.append))
    for name in ("tiny", "spans"):
        for start in ("scaled", "preconditioned", "passes", "counted"):
            figure = figures[f"{name}_20_{start}_evaluations"]
            assert figure.ours >= 1.0
            assert figure.peer is not None
            assert figures[f"{name}_20_{start}_seconds"].unit == "s"
        assert figures[f"{name}_20+5_last_evaluations"].runs == 2
        assert 0.0 <= figures[f"{name}_20_f1_at_1"].ours <= 1.0
        assert figures[f"{name}_20_least_lead"].peer is None
        assert f"{name}_20_f1_at_20" not in figures
    assert reports[-1] == "spans: draw 2, starts on 20"


def test_a_curve_that_never_comes_near_counts_as_a_whole() -> None:
    curve = Curve([Point(1, 9.0, 0.1, None), Point(3, 8.0, 0.2, 0.5)])
    assert curve.first_below(9.0).evaluations == 1
    assert curve.first_below(1.0).evaluations == 3
    assert curve.score_at(7) == 0.5
    assert curve.lowest == 8.0


def test_the_corpora_are_the_three_of_the_literature(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    few = sentences(3)
    chunks = Text.of("any", few, "basic", "span_f1")
    monkeypatch.setattr(warm_start, "corpus_file", lambda corpora, name: name)
    monkeypatch.setattr(warm_start, "read_tagged", lambda _path: chunks)
    monkeypatch.setattr(warm_start, "dutch_sentences", lambda _corpora, _name: few)
    monkeypatch.setattr(warm_start, "ewt_sentences", lambda _corpora, _part: few)
    texts = list(warm_start._texts(BenchmarkOptions()))
    assert [text.name for text in texts] == ["conll2000", "dutch", "ewt"]
