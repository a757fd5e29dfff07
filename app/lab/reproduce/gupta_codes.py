"""001's section 4.1: output codes for many labels, against one chain."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Literal, TypeVar

import numpy as np

from app.lab.corpora.brown import brown_sentences
from app.lab.corpora.ewt import ewt_sentences
from app.lab.corpora.files import TaggedSentence
from app.lab.reproduce.context import Context
from app.lab.reproduce.outcome import Outcome
from app.lab.reproduce.table import Row
from crfcore.crf import LinearChainCRF
from crfcore.features.column_table import ColumnTable
from crfcore.features.dataset import Dataset
from crfcore.metrics.flat import flatten
from crfcore.output_codes import DECODINGS, CodedCRF

TEMPLATE = "basic"
MIN_COUNT = 2
C2 = 0.1

N_TRAINING = 1_000
N_TEST = 1_000
"""Sentences."""

FEW_BITS = 20
FEW, MANY = f"{FEW_BITS} bits", "codes"
"""Codes of 20 bits, and of the usual number, ⌈10·log₂ L⌉."""

REHEARSAL = 8
"""Sentences of a first training, so that times exclude compilation and imports."""


Model = TypeVar("Model", LinearChainCRF, CodedCRF)


@dataclass(frozen=True, slots=True)
class Task:
    """A tagging task: its name in the table, its minutes, and how its sentences are read.

    ``has_many`` is whether there are rows of the usual number of bits, which takes long.
    """

    name: str
    minutes: float
    read: Callable[[Context], tuple[list[TaggedSentence], list[TaggedSentence]]]
    has_many: bool = True


def _brown(context: Context) -> tuple[list[TaggedSentence], list[TaggedSentence]]:
    """Return random sentences of the Brown corpus, for training and for test."""
    sentences = brown_sentences(context.corpora)
    order = np.random.default_rng(0).permutation(len(sentences)).tolist()
    chosen = [sentences[number] for number in order[: N_TRAINING + N_TEST]]
    half = len(chosen) * N_TRAINING // (N_TRAINING + N_TEST)
    return chosen[:half], chosen[half:]


def _treebank(context: Context) -> tuple[list[TaggedSentence], list[TaggedSentence]]:
    """Return sentences of the treebank with parts of speech and features joined, in file order."""

    def joined(part: Literal["train", "test"], limit: int) -> list[TaggedSentence]:
        pos = ewt_sentences(context.corpora, part)[:limit]
        features = ewt_sentences(context.corpora, part, tag="feats")[:limit]
        return [
            TaggedSentence(s.words, list(map("|".join, zip(s.tags, t.tags, strict=True))))
            for s, t in zip(pos, features, strict=True)
        ]

    return joined("train", N_TRAINING), joined("test", N_TEST)


TASKS = (
    Task("Brown", 3.0, _brown),
    Task("UPOS and features", 3.0, _treebank, has_many=False),
)


@dataclass(slots=True)
class CodesTable:
    """Accuracy and seconds by number of bits."""

    name: str = "gupta-4.1"
    about: str = (
        "Output codes: accuracy of tags of the Brown corpus, and of UPOS with features of the "
        "English Web Treebank; 1,000 sentences for training, 1,000 for test (Gupta, section 4.1)."
    )
    draws: int = 0
    _experiments: dict[str, _Experiment] = field(default_factory=dict)

    @property
    def minutes(self) -> float:
        """The minutes of all tasks."""
        return sum(task.minutes for task in TASKS)

    def rows(self, context: Context) -> Iterator[Row]:
        """Yield the accuracy of a chain and of codes, for each task."""
        for task in TASKS:
            chain = self._outcome(task, context, "chain", 0.2)
            yield Row.of(f"{task.name}: labels", None, chain, "labels", "count")
            yield Row.of(f"{task.name}: chain", None, chain, "accuracy")
            for what in (FEW, MANY) if task.has_many else (FEW,):
                coded = self._outcome(task, context, what, 0.2 if what == FEW else 0.6)
                bits = f"{coded.figures['bits']:.0f} bits"
                for decoding in DECODINGS:
                    name = f"{task.name}: {bits}, {decoding}"
                    yield Row.of(name, None, coded, decoding)

    def remarks(self, rows: Sequence[Row]) -> list[str]:
        """Return remarks that say which is better, and what was published."""
        return [
            *(_comparison(task.name, rows) for task in TASKS),
            "Hamming and marginal decoding choose each token's label alone, by the nearest code to "
            "its bits or to their probabilities; the product is the most probable labelling, as in "
            "all other answers.",
            "001 prints no figure. Cohn, Smith and Osborne (2005) report nearly the accuracy of a "
            "chain in a fraction of its time. Here matrix products sum over all labels of a chain "
            "at once, so that the square of their number costs little.",
        ]

    def _outcome(self, task: Task, context: Context, what: str, share: float) -> Outcome:
        def run() -> Outcome:
            if task.name not in self._experiments:
                context.report(f"Reading the sentences of {task.name}")
                self._experiments[task.name] = _Experiment(*task.read(context), context)
            return self._experiments[task.name].run(what, context)

        return context.outcome(f"{task.name}, {what}", run, share * task.minutes)


def _comparison(task: str, rows: Sequence[Row]) -> str:
    """Return a sentence about the chain and the best product of bits."""
    own = [row for row in rows if row.name.startswith(f"{task}: ")]
    chain = next(row for row in own if row.name.endswith("chain"))
    products = [row for row in own if row.name.endswith("product")]
    best = max(products, key=lambda row: row.ours or 0.0)
    gain = 100.0 * ((chain.ours or 0.0) - (best.ours or 0.0))
    times = (best.seconds or 0.0) / max(chain.seconds or 0.0, 1e-9)
    verdict = "both are equally accurate"
    if gain != 0.0:
        winner = "the chain" if gain > 0.0 else "the product of bits"
        verdict = f"{winner} wins by {abs(gain):.2f} points"
    longer = "longer than" if times > 1.0 else "not longer than"
    return f"{task}: {verdict}, and the training of the bits takes {longer} that of the chain."


class _Experiment:
    """The sentences of a task, read once."""

    def __init__(
        self,
        training: Sequence[TaggedSentence],
        test: Sequence[TaggedSentence],
        context: Context,
    ) -> None:
        training, test = context.at_most(training), context.at_most(test)
        words = ColumnTable.from_words([s.words for s in training])
        self._dataset = Dataset.from_columns(words, TEMPLATE, min_count=MIN_COUNT)
        self._tags = [s.tags for s in training]
        self._labels = list(dict.fromkeys(flatten(self._tags)))
        self._test = ColumnTable.from_words([s.words for s in test])
        self._gold = np.array(flatten(s.tags for s in test), dtype=object)

    def run(self, what: str, context: Context) -> Outcome:
        """Train a chain or a code, and tag the test sentences."""
        if what == "chain":
            crf, seconds = self._trained(LinearChainCRF(c2=C2, threads=context.threads), context)
            figures = {"accuracy": self._accuracy(crf.predict(self._test))}
            figures["labels"] = float(len(self._labels))
            return Outcome(figures, seconds, crf.training_.evaluations)
        n_bits = FEW_BITS if what == FEW else None
        coded = CodedCRF(n_bits=n_bits, c2=C2, threads=context.threads)
        coded, seconds = self._trained(coded, context)
        figures = {
            decoding: self._accuracy(coded.predict_by_bits(self._test, decoding))
            for decoding in DECODINGS
        }
        figures["bits"] = float(coded.code_.shape[1])
        return Outcome(figures, seconds, coded.training_.evaluations)

    def _trained(self, model: Model, context: Context) -> tuple[Model, float]:
        """Return a trained model, and the seconds of its training."""
        first = range(min(REHEARSAL, self._dataset.n_sentences))
        rehearsal = type(model)(**model.get_params()).set_params(max_iterations=1)
        rehearsal.fit(self._dataset.select(first), self._tags[: len(first)], labels=self._labels)
        monitor = context.monitor(type(model).__name__)
        started = time.perf_counter()
        model.fit(self._dataset, self._tags, labels=self._labels, monitor=monitor)
        return model, time.perf_counter() - started

    def _accuracy(self, predicted: Sequence[Sequence[str]]) -> float:
        return float(np.mean(self._gold == np.array(flatten(predicted), dtype=object)))
