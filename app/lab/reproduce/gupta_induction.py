"""001's section 4.2: features induced, beside a template and the L1 penalty."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

import numpy as np

from app.lab.corpora.conll2000 import TaggedText, read_part
from app.lab.reproduce.context import Context
from app.lab.reproduce.dutch_text import dutch_text
from app.lab.reproduce.outcome import Outcome
from app.lab.reproduce.table import Row
from crfcore.crf import LinearChainCRF
from crfcore.features.dataset import Dataset
from crfcore.induced_features import induce
from crfcore.metrics.spans import span_scores

N_SENTENCES = 2_000

FEATURES_OF_A_ROUND = 2_000
"""Twice those of McCallum and Li, for half of the time."""


class _Text(NamedTuple):
    training: TaggedText
    test: TaggedText


@dataclass(frozen=True, slots=True)
class InductionTable:
    """F1 and number of weights with induced features, a template, and the L1 penalty."""

    name: str = "gupta-4.2"
    minutes: float = 5.0
    draws: int = 0

    @property
    def about(self) -> str:
        """Its content and source."""
        return (
            f"{_TASKS[self.name].what} with induced features, {N_SENTENCES:,} training sentences, "
            "F1 of spans and number of weights (Gupta, section 4.2)."
        )

    def rows(self, context: Context) -> Iterator[Row]:
        """Yield both figures of each model."""
        trainings: dict[str, Callable[[Context, Dataset, _Text], tuple[LinearChainCRF, float]]] = {
            "template, c2 = 0.1": partial(_fitted, c1=0.0, c2=0.1),
            "template, c1 = 0.3, c2 = 0.02": partial(_fitted, c1=0.3, c2=0.02),
            "induced, 4 rounds": partial(_induced, rounds=4),
            "induced, 8 rounds": partial(_induced, rounds=8),
        }
        for name, training in trainings.items():
            compute = partial(_outcome, context, _TASKS[self.name], training)
            outcome = context.outcome(name, compute, self.minutes / len(trainings))
            yield Row.of(f"{name}: F1", None, outcome, "f1")
            yield Row.of(f"{name}: weights", None, outcome, "weights", "count")

    def remarks(self, rows: Sequence[Row]) -> list[str]:
        """Return what the document reports, and what is induced here."""
        del rows
        of_names = "For names neither small model reaches the template."
        return [
            *([of_names] if self.name == "gupta-4.2-dutch" else []),
            "The document quotes McCallum (2003): induction reached better accuracy than a "
            "template with a tenth of the features.",
            f"Each round adds {FEATURES_OF_A_ROUND:,} features: attributes of the template, and "
            "conjunctions of two of the 1,000 best. The L1 penalty finds a small model, too, and "
            "needs one training.",
        ]


def _outcome(
    context: Context,
    task: _Task,
    training: Callable[[Context, Dataset, _Text], tuple[LinearChainCRF, float]],
) -> Outcome:
    text = _Text(*(task.read(context, name) for name in task.files))
    places = np.random.default_rng(0).permutation(len(text.training.tags))[:N_SENTENCES].tolist()
    drawn = text.training.select(sorted(places))
    dataset = Dataset.from_columns(drawn.table, task.template)
    crf, seconds = training(context, dataset, _Text(drawn, text.test))
    f1 = span_scores(text.test.tags, crf.predict(text.test.table)).f1
    return Outcome({"f1": f1, "weights": float(crf.n_nonzero_)}, seconds)


def _fitted(
    context: Context, dataset: Dataset, text: _Text, *, c1: float, c2: float
) -> tuple[LinearChainCRF, float]:
    started = time.perf_counter()
    crf = LinearChainCRF(c1=c1, c2=c2, threads=context.threads).fit(dataset, text.training.tags)
    return crf, time.perf_counter() - started


def _induced(
    context: Context, dataset: Dataset, text: _Text, *, rounds: int
) -> tuple[LinearChainCRF, float]:
    started = time.perf_counter()
    estimator = LinearChainCRF(c2=0.1, threads=context.threads)
    crf, _ = induce(
        estimator, dataset, text.training.tags, n=FEATURES_OF_A_ROUND, rounds=rounds, least_gain=1.0
    )
    return crf, time.perf_counter() - started


def _chunks(context: Context, part: str) -> TaggedText:
    return read_part(context.corpora, part).first(context.limit)


class _Task(NamedTuple):
    """What is labelled: in words, by which template, and files for training and test."""

    what: str
    template: str
    files: tuple[str, str]
    read: Callable[[Context, str], TaggedText]


_TASKS = {
    "gupta-4.2": _Task("Chunks of CoNLL-2000", "chunking", ("train", "test"), _chunks),
    "gupta-4.2-dutch": _Task(
        "Dutch named entities", "basic", ("ned.train.gz", "ned.testb.gz"), dutch_text
    ),
}
