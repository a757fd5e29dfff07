"""Time of query strategies: ranking of 10,000 sentences of CoNLL-2000.

A model is trained on the first sentences of the corpus with the 19 templates of CRF++ and c2 = 0.1.
It ranks the following 10,000, with attributes in memory, by each strategy of a single model and by
some wrappers. Then a model with one more sentence scores the 50 visible sentences of a queue again,
and they are sorted among all. Times are processor times of this process, on one thread; the peer is
the limit that the program should keep.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from statistics import median

import numpy as np
from numpy.typing import NDArray

from app.lab.benchmarks.figures import BenchmarkOptions, Figure
from app.lab.corpora.conll2000 import TaggedText, corpus_file, read_tagged
from crfcore.active_learning import (
    STRATEGIES,
    CostModel,
    Pool,
    Queue,
    Strategy,
    diverse,
    mixed,
    per_second,
    rank,
)
from crfcore.crf import LinearChainCRF
from crfcore.features.column_table import Column, ColumnTable
from crfcore.features.dataset import Dataset
from crfcore.features.targets import Targets
from crfcore.warm import warm

C2 = 0.1
TEMPLATE = "chunking"
ITERATIONS = 60

RUNS = 3
"""Default number of measurements."""

N_LABELLED = 500
N_RANKED = 10_000
N_IN_SIGHT = 50

SECONDS = 1.0
"""Limit for ranking."""

MILLISECONDS = 50.0
"""Limit for scoring the visible sentences again."""

COMMITTEES = ("vote_entropy", "kl_to_mean")
"""Strategies that need several models."""

WRAPPED: dict[str, Strategy] = {
    "per_second_min_marginal": per_second("min_marginal", CostModel()),
    "diverse_min_marginal": diverse("min_marginal"),
    "mixed_min_marginal": mixed("min_marginal", 0.2),
}


@dataclass(frozen=True, slots=True)
class Corpus:
    """All sentences with attributes and tags, and the number of labelled ones, which come first."""

    dataset: Dataset
    targets: Targets
    labels: list[str]
    n_labelled: int

    def pool(self) -> Dataset:
        """Return the sentences that are ranked."""
        last = min(self.n_labelled + N_RANKED, self.dataset.n_sentences)
        return self.dataset.select(np.arange(self.n_labelled, last))

    def model(self, sentence_indices: NDArray[np.int64]) -> LinearChainCRF:
        """Return a model of some of the sentences."""
        return LinearChainCRF(c2=C2, max_iterations=ITERATIONS).fit(
            self.dataset.select(sentence_indices),
            self.targets.select(self.dataset.offsets, sentence_indices),
            labels=self.labels,
            extractor=self.dataset.made_by,
        )


def measure(options: BenchmarkOptions) -> dict[str, Figure]:
    """Time each strategy on the whole pool, and on the visible sentences."""
    warm("labelling", "answers", "asking")
    corpus = _corpus(options)
    options.report("Tagwright trains")
    labelled = np.arange(corpus.n_labelled)
    model = corpus.model(labelled)
    newer = corpus.model(np.append(labelled, corpus.n_labelled))
    dataset = corpus.pool()
    strategies = {name: STRATEGIES[name] for name in STRATEGIES if name not in COMMITTEES}
    figures = {
        "ranked_sentences": Figure(dataset.n_sentences, None, "sentences"),
        "ranked_tokens": Figure(dataset.n_tokens, None, "tokens"),
    }
    for name, strategy in (strategies | WRAPPED).items():
        options.report(f"Tagwright ranks by {name}")
        figures[f"rank_{name}"] = _ranking(model, dataset, strategy, options.runs)
    for name, strategy in strategies.items():
        options.report(f"Tagwright looks again by {name}")
        figures[f"again_{name}"] = _looking_again(model, newer, dataset, strategy, options.runs)
    return figures


def _corpus(options: BenchmarkOptions) -> Corpus:
    texts = [
        read_tagged(corpus_file(options.corpora, name)) for name in ("train.txt.gz", "test.txt.gz")
    ]
    tags = [tags for text in texts for tags in text.tags]
    labels = sorted({tag for sentence in tags for tag in sentence})
    dataset = Dataset.from_columns(_joined(texts), TEMPLATE)
    # Half of a small corpus.
    n_labelled = min(N_LABELLED, len(tags) // 2)
    return Corpus(dataset, Targets.from_labels(tags, labels), labels, n_labelled)


def _joined(texts: list[TaggedText]) -> ColumnTable:
    """Return the sentences of several texts, concatenated."""
    columns = []
    for number in range(texts[0].table.n_columns):
        strings = [
            column.values[value_id]
            for column in (text.table.columns[number] for text in texts)
            for value_id in column.ids.tolist()
        ]
        numbers = {value: value_id for value_id, value in enumerate(dict.fromkeys(strings))}
        ids = np.array([numbers[value] for value in strings], np.int32)
        columns.append(Column(ids, list(numbers)))
    lengths = np.concatenate([np.diff(text.table.offsets) for text in texts])
    offsets = np.concatenate([[0], np.cumsum(lengths)]).astype(np.int64)
    return ColumnTable(tuple(columns), offsets)


def _ranking(model: LinearChainCRF, dataset: Dataset, strategy: Strategy, runs: int) -> Figure:
    """Time the ranking of a new pool."""
    seconds = _seconds(lambda: lambda: rank(Pool(model, dataset), strategy), runs)
    return Figure(seconds, SECONDS, "s", runs)


def _looking_again(
    model: LinearChainCRF,
    newer: LinearChainCRF,
    dataset: Dataset,
    strategy: Strategy,
    runs: int,
) -> Figure:
    """Time the update after a label: new scores of visible sentences, and sorting."""
    pool = Pool(model, dataset)

    def prepared() -> Callable[[], object]:
        queue = Queue(pool, strategy)
        queue.remove(queue.next(1))
        in_sight = queue.next(N_IN_SIGHT)

        def look_again() -> object:
            queue.renew(in_sight, newer)
            return queue.next(N_IN_SIGHT)

        return look_again

    return Figure(_seconds(prepared, runs) * 1e3, MILLISECONDS, "ms", runs)


def _seconds(prepared: Callable[[], Callable[[], object]], runs: int) -> float:
    """Return the median processor time of some work, prepared each time, without the first run."""
    times = []
    for _ in range(runs + 1):
        work = prepared()
        started = time.process_time()
        work()
        times.append(time.process_time() - started)
    return max(median(times[1:]), 1e-9)
