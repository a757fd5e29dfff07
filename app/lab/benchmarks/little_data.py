"""Scores of models of few labelled sentences that also learn from text without labels.

The project's own text is all sentences of a corpus, those of the test file included, without their
labels; word vectors, word clusters and the letter case of words are learned from it. Random
training sentences are labelled, the score is that on the test file, and all trainings have c2 = 0.1
and one thread. Figures are means of five draws:

- ``dutch_100_vectors``, ``…_clusters``, ``…_cases``, ``…_both`` (vectors and clusters),
  ``…_project`` (clusters and cases), ``…_three`` (all, as in projects): F1 of a model of 100;
  the peer is the same chain without. ``dutch_all_…`` is a single training with all sentences.
  ``conll2000_…`` are chunks from words alone, ``ewt_…`` the accuracy of parts of speech.
- ``dutch_500_both_seconds``: processor time of a training, features included; the peer is the same
  without them.
- ``vectors_300k_seconds``, ``vectors_3m_seconds``, ``clusters_300k_seconds``: processor time of
  learning them from the Dutch text, and from 3 million tokens of four corpora.
- ``expectations_100``: F1 on Dutch of a model of 100 labelled sentences and of expectations in
  3,000 others: 8 of 10 words of four lists have the list's label, and lower-case words have none.
  Each list holds half of the names of the training sentences that are not labelled. The peer is the
  same chain that reads the lists without expectations. ``expectations_0`` has no labelled sentence,
  and its peer is the chain of 100 without lists.
"""

from __future__ import annotations

import time
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np

from app.lab.benchmarks.figures import BenchmarkError, BenchmarkOptions, Figure
from app.lab.corpora.brown import brown_sentences
from app.lab.corpora.conll2000 import read_part
from app.lab.corpora.dutch import dutch_sentences
from app.lab.corpora.ewt import ewt_sentences
from app.lab.corpora.files import TaggedSentence
from crfcore.crf import LinearChainCRF
from crfcore.features.column_table import ColumnTable
from crfcore.features.dataset import Dataset
from crfcore.features.extraction import TemplateExtractor
from crfcore.features.phrases import PhraseList
from crfcore.features.presets import template_named
from crfcore.features.word_cases import learn_cases
from crfcore.features.word_clusters import learn_clusters
from crfcore.features.word_vectors import learn_vectors
from crfcore.metrics.spans import span_scores
from crfcore.text.tag_schemes import spans
from crfcore.training.expectations import Expectation
from crfcore.warm import warm

RUNS = 5
"""Default number of draws."""

C2 = 0.1
DUTCH_SIZES = (50, 100, 250, 500)
OTHER_SIZES = (100, 500)
EXPECTED_SIZES = (0, 50, 100)
UNLABELLED = 3000
"""Sentences in which expectations are to be met."""

SHARE_OF_LISTS, SHARE_OF_LOWER_CASE = 0.8, 0.98
LONG_TEXT = 3_000_000
OFTEN = 10

Sentences: TypeAlias = list[list[str]]
Learned: TypeAlias = dict[str, dict[str, Any]]
"""The name of a way of training, and its arguments of `LinearChainCRF.fit`."""


@dataclass(frozen=True, slots=True)
class Material:
    """A corpus: training and test sentences, and further text of the same kind."""

    name: str
    template: str
    sizes: tuple[int, ...]
    pool: list[TaggedSentence]
    test: list[TaggedSentence]
    further: Sentences = field(default_factory=list)

    @property
    def text(self) -> Sentences:
        """All words, without labels."""
        return [*(s.words for s in (*self.pool, *self.test)), *self.further]

    def score(self, crf: LinearChainCRF) -> float:
        """Return the F1 of spans on the test sentences, for parts of speech the accuracy."""
        table, tags = table_of(self.test), tags_of(self.test)
        if self.name == "ewt":
            return float(crf.score(table, tags))
        return span_scores(tags, crf.predict(table)).f1


@dataclass(slots=True)
class _Sums:
    """Values of each figure by draw, ours and the peer's."""

    ours: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    peers: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))

    def add(self, name: str, ours: float, peer: float) -> None:
        self.ours[name].append(ours)
        self.peers[name].append(peer)

    def figures(self) -> dict[str, Figure]:
        return {
            name: Figure(
                float(np.mean(values)),
                float(np.mean(self.peers[name])),
                "s" if name.endswith("seconds") else "fraction",
                len(values),
            )
            for name, values in self.ours.items()
        }


def measure(options: BenchmarkOptions) -> dict[str, Figure]:
    """Train with text without labels and without, from few sentences."""
    warm("labelling", "vectors")
    figures = _seconds_of_learning(options)
    sums = _Sums()
    for material in materials(options.corpora):
        options.report(f"{material.name}: learning from {len(material.text):,} sentences")
        learned = learned_from(material.text)
        for size in material.sizes:
            for draw in range(options.runs):
                options.report(f"{material.name}: draw {draw + 1} of {size:,} sentences")
                _compare(material, f"{size}", _drawn(material.pool, size, draw), learned, sums)
        if material.name == "dutch":
            options.report("dutch: all sentences")
            _compare(material, "all", material.pool, learned, sums)
            for draw in range(options.runs):
                options.report(f"dutch: expectations, draw {draw + 1}")
                _compare_expectations(material, draw, sums)
    return {**figures, **sums.figures()}


def materials(corpora: Path | None) -> Iterator[Material]:
    """Read the three corpora."""
    dutch = [dutch_sentences(corpora, f"ned.{part}.gz") for part in ("train", "testb", "testa")]
    yield Material("dutch", "basic", DUTCH_SIZES, dutch[0], dutch[1], _words(dutch[2]))
    pool, test = (_chunks(corpora, part) for part in ("train", "test"))
    yield Material("conll2000", "basic", OTHER_SIZES, pool, test)
    pool, test = ewt_sentences(corpora, "train"), ewt_sentences(corpora, "test")
    yield Material("ewt", "pos", OTHER_SIZES, pool, test, _words(ewt_sentences(corpora, "dev")))


def _chunks(corpora: Path | None, part: str) -> list[TaggedSentence]:
    text = read_part(corpora, part)
    ids, values = text.table.columns[0]
    words = iter([values[word] for word in ids.tolist()])
    return [TaggedSentence([next(words) for _ in tags], tags) for tags in text.tags]


def _words(sentences: Sequence[TaggedSentence]) -> Sentences:
    return [sentence.words for sentence in sentences]


def tags_of(sentences: Sequence[TaggedSentence]) -> list[list[str]]:
    """Return the labels of sentences."""
    return [sentence.tags for sentence in sentences]


def table_of(sentences: Sequence[TaggedSentence]) -> ColumnTable:
    """Return the words of sentences as a table of one column."""
    return ColumnTable.from_words(_words(sentences))


def learned_from(text: Sentences) -> Learned:
    """Return the ways of training with what is learned from text without labels."""
    vectors = {"vectors": learn_vectors(text)}
    clusters, cases = {"clusters": learn_clusters(text)}, {"cases": learn_cases(text)}
    return {
        "without": {},
        "vectors": vectors,
        "clusters": clusters,
        "cases": cases,
        "both": {**vectors, **clusters},
        "project": {**clusters, **cases},
        "three": {**vectors, **clusters, **cases},
    }


def _drawn(pool: list[TaggedSentence], size: int, draw: int) -> list[TaggedSentence]:
    if size > len(pool):
        raise BenchmarkError(
            f"A training file has {len(pool):,} sentences; {size:,} are needed. Is it whole?"
        )
    order = np.random.default_rng(draw).permutation(len(pool))
    return [pool[sentence_index] for sentence_index in order[:size].tolist()]


def _compare(
    material: Material, size: str, drawn: list[TaggedSentence], learned: Learned, sums: _Sums
) -> None:
    """Train in each way, and compare scores and seconds with those of the words alone."""
    table, tags = table_of(drawn), tags_of(drawn)
    found: dict[str, tuple[float, float]] = {}
    for way, arguments in learned.items():
        started = time.process_time()
        crf = LinearChainCRF(template=material.template, c2=C2).fit(table, tags, **arguments)
        seconds = time.process_time() - started
        found[way] = material.score(crf), seconds
    for way, (score, seconds) in found.items():
        if way != "without":
            name = f"{material.name}_{size}_{way}"
            sums.add(name, score, found["without"][0])
            sums.add(f"{name}_seconds", seconds, found["without"][1])


def _compare_expectations(material: Material, draw: int, sums: _Sums) -> None:
    """Train from few labelled sentences, and from what is expected of others."""
    most = max(EXPECTED_SIZES)
    order = np.random.default_rng(draw).permutation(len(material.pool)).tolist()
    lists = _lists([material.pool[n] for n in order[most:]], np.random.default_rng(draw))
    used = [material.pool[n] for n in order[: most + UNLABELLED]]
    extractor = TemplateExtractor(template_named(material.template), phrase_lists=lists)
    dataset = Dataset.of(extractor.fit(table_of(used)), extractor)
    labels = ["O", *(f"{prefix}-{one.name}" for one in lists for prefix in "BI")]
    expectations = [
        Expectation(f"gaz:{one.name}:{prefix}", [f"{prefix}-{one.name}"], SHARE_OF_LISTS)
        for one in lists
        for prefix in "BI"
    ]
    expectations.append(Expectation("Us:x", ["O"], SHARE_OF_LOWER_CASE))
    for size in EXPECTED_SIZES:
        labelled, tags = dataset.select(np.arange(size)), tags_of(used[:size])
        crf = LinearChainCRF(c2=C2).fit(
            labelled,
            tags,
            labels=labels,
            expectations=expectations,
            unlabelled=dataset.select(np.arange(most, len(used))),
        )
        peer = LinearChainCRF(c2=C2, template=material.template)
        if size:
            peer.fit(labelled, tags)
        else:
            peer.fit(table_of(used[:most]), tags_of(used[:most]))
        sums.add(f"expectations_{size}", material.score(crf), material.score(peer))


def _lists(sentences: Sequence[TaggedSentence], rng: np.random.Generator) -> list[PhraseList]:
    """Return half of the names of each kind."""
    names: dict[str, set[str]] = defaultdict(set)
    for sentence in sentences:
        for span in spans(sentence.tags, "iob2"):
            names[span.label].add(" ".join(sentence.words[span.start : span.end]))
    lists = []
    for kind in sorted(names):
        chosen = rng.random(len(names[kind])) < 0.5
        own = [name for name, keep in zip(sorted(names[kind]), chosen, strict=True) if keep]
        lists.append(PhraseList(kind, own))
    return lists


def _seconds_of_learning(options: BenchmarkOptions) -> dict[str, Figure]:
    parts = ("train", "testa", "testb")
    dutch = [
        s for part in parts for s in _words(dutch_sentences(options.corpora, f"ned.{part}.gz"))
    ]
    short = ColumnTable.from_words(dutch)
    long = ColumnTable.from_words(_long_text(options.corpora, dutch))
    figures = {}
    for name, learn, table in (
        ("vectors_300k_seconds", learn_vectors, short),
        ("vectors_3m_seconds", learn_vectors, long),
        ("clusters_300k_seconds", learn_clusters, short),
    ):
        options.report(f"{name}: {table.n_tokens:,} tokens")
        started = time.process_time()
        learn(table)
        figures[name] = Figure(time.process_time() - started, None, "s")
    return figures


def _long_text(corpora: Path | None, dutch: Sentences) -> Sentences:
    """Return 3 million tokens of four corpora, again and again with other rare words."""
    parts = [s.words for part in ("train", "dev", "test") for s in ewt_sentences(corpora, part)]
    chunks = [s.words for part in ("train", "test") for s in _chunks(corpora, part)]
    once = [*dutch, *_words(brown_sentences(corpora)), *parts, *chunks]
    often = {word for word, n in Counter(chain.from_iterable(once)).items() if n >= OFTEN}
    n_copies = -(-LONG_TEXT // sum(map(len, once)))
    text = [
        [word if word in often else f"{word}{copy}" for word in words]
        for copy in range(n_copies)
        for words in once
    ]
    ends = np.cumsum([len(words) for words in text])
    return text[: int(np.searchsorted(ends, LONG_TEXT)) + 1]
