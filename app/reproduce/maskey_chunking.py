"""003's slide on shallow parsing: F1 of noun phrases on CoNLL-2000, after Sha and Pereira."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from app.corpora.conll2000 import TaggedText, corpus_file, read_tagged
from app.reproduce.context import Context
from app.reproduce.outcome import Outcome
from app.reproduce.table import Row
from crfcore.crf import LinearChainCRF
from crfcore.memm import MaximumEntropyMarkovModel
from crfcore.metrics.spans import span_scores

NOUN_PHRASES = "NP"


@dataclass(frozen=True, slots=True)
class Model:
    """A model: its name in the table, what the slide prints of it, and how it is made here.

    ``minutes`` is about how long training and tagging take; ``only`` says which chunks it learns.
    """

    name: str
    slide: float | None
    parameters: dict[str, Any]
    is_markov: bool = False
    only: str = NOUN_PHRASES
    minutes: float = 0.2

    def made(self, context: Context) -> LinearChainCRF | MaximumEntropyMarkovModel:
        """Return the estimator."""
        made = MaximumEntropyMarkovModel if self.is_markov else LinearChainCRF
        estimator: LinearChainCRF | MaximumEntropyMarkovModel = made(
            **self.parameters, threads=context.threads
        )
        return estimator


TEMPLATE = "chunking"

CRF = Model("CRF", 0.9438, {"c2": 0.2, "template": TEMPLATE})
ALL_CHUNKS = Model("CRF", None, {"c2": 0.2, "template": TEMPLATE}, only="", minutes=1.0)
OTHERS = (
    Model(
        "Voted perceptron",
        0.9409,
        {"algorithm": "voted-perceptron", "max_iterations": 10, "template": TEMPLATE},
        minutes=2.0,
    ),
    Model(
        "Averaged perceptron",
        None,
        {"algorithm": "ap", "max_iterations": 20, "template": TEMPLATE},
    ),
    Model("MEMM", 0.9370, {"c2": 0.1, "template": TEMPLATE}, is_markov=True, minutes=0.4),
)
"""Penalties and passes are the best of a few on the last tenth of the training file."""

NOT_HERE = {"SVM combination": 0.9439, "Generalized winnow": 0.9389}
"""What else the slide sets beside the CRF."""

REHEARSAL = 8
"""Sentences of a training beforehand, so that no clock counts what is compiled or loaded."""


@dataclass(frozen=True, slots=True)
class ChunkingTable:
    """Noun phrases and all chunks on the test file of CoNLL-2000."""

    name: str = "maskey-chunking"
    about: str = "Noun phrase chunking on CoNLL-2000, F1 of spans (003, the slide's table)."

    @property
    def minutes(self) -> float:
        """How long all models take."""
        return sum(model.minutes for model in (CRF, ALL_CHUNKS, *OTHERS))

    def rows(self, context: Context) -> Iterator[Row]:
        """Yield F1 of noun phrases by each model, and of all chunks by the CRF."""
        yield Row.of("CRF, noun phrases", CRF.slide, _outcome(CRF, context), "f1")
        yield Row.of("CRF, all chunks", None, _outcome(ALL_CHUNKS, context), "f1")
        for model in OTHERS:
            name = f"{model.name}, noun phrases"
            yield Row.of(name, model.slide, _outcome(model, context), "f1")
        for other, f1 in NOT_HERE.items():
            yield Row(f"{other}, noun phrases", f1, None)

    def remarks(self, rows: Sequence[Row]) -> list[str]:
        """Say how the settings were chosen."""
        del rows
        return [
            "Template, tags, penalties and passes were chosen on the last tenth of the training "
            "file; the test file is read only for the figures above. The slide quotes Sha and "
            "Pereira, whose features are others: conjunctions of words, parts of speech and pairs "
            "of labels. Support vector machines and winnow are not repeated.",
        ]


def _outcome(model: Model, context: Context) -> Outcome:
    what = f"{model.name}, {model.only or 'all chunks'}"
    return context.outcome(what, lambda: _trained(model, context, what), model.minutes)


def _trained(model: Model, context: Context, what: str) -> Outcome:
    """Train on the training file and tag the test file."""
    training = _read(context, "train.txt.gz", model.only)
    test = _read(context, "test.txt.gz", model.only)
    first = training.table.select(range(min(REHEARSAL, training.table.n_sentences)))
    model.made(context).fit(first, training.tags[:REHEARSAL])
    estimator = model.made(context)
    started = time.perf_counter()
    estimator.fit(training.table, training.tags, monitor=context.monitor(what))
    seconds = time.perf_counter() - started
    f1 = span_scores(test.tags, estimator.predict(test.table)).f1
    return Outcome({"f1": f1}, seconds, estimator.training_.evaluations)


def _read(context: Context, name: str, only: str) -> TaggedText:
    """Read a file; ``only`` keeps chunks of one type."""
    text = read_tagged(corpus_file(context.corpora, name))
    tags = list(context.at_most(text.tags))
    if only:
        tags = [[tag if tag.endswith(f"-{only}") else "O" for tag in row] for row in tags]
    return TaggedText(text.table.select(range(len(tags))), tags)


def table(_name: str) -> ChunkingTable:
    """Return the table."""
    return ChunkingTable()
