"""003's slide on shallow parsing: F1 of noun phrases on CoNLL-2000, after Sha and Pereira."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from app.corpora.conll2000 import TaggedText, corpus_file, read_tagged
from app.reproduce.context import Context
from app.reproduce.outcome import Outcome
from app.reproduce.table import Row
from crfcore.crf import LinearChainCRF
from crfcore.features.dataset import ColumnTable
from crfcore.metrics.spans import span_scores

TEMPLATE = "chunking"
C2 = 1.0

SLIDE = {
    "SVM combination": 0.9439,
    "Generalized winnow": 0.9389,
    "Voted perceptron": 0.9409,
    "MEMM": 0.9370,
}
"""What the slide sets beside the CRF; not repeated here."""

CRF_ON_SLIDE = 0.9438


@dataclass(frozen=True, slots=True)
class ChunkingTable:
    """Noun phrases and all chunks on the test file of CoNLL-2000."""

    name: str = "maskey-chunking"
    about: str = "Noun phrase chunking on CoNLL-2000, F1 of spans (003, the slide's table)."
    minutes: float = 1.0

    def rows(self, context: Context) -> Iterator[Row]:
        """Yield F1 of noun phrases alone, then of all chunks, then what the slide has besides."""
        one = context.outcome(
            "CRF, noun phrases", lambda: _trained(context, "CRF, noun phrases", only="NP"), 0.3
        )
        yield Row.of("CRF, noun phrases", CRF_ON_SLIDE, one, "f1")
        every = context.outcome(
            "CRF, all chunks", lambda: _trained(context, "CRF, all chunks"), 0.7
        )
        yield Row.of("CRF, all chunks", None, every, "f1")
        yield Row.of("CRF of all chunks, noun phrases", CRF_ON_SLIDE, every, "f1_np")
        for name, f1 in SLIDE.items():
            yield Row(f"{name}, noun phrases", f1, None)

    def remarks(self, rows: Sequence[Row]) -> list[str]:
        """Say how the settings were chosen."""
        del rows
        return [
            "Template, tags and penalty were chosen on the last tenth of the training file; the "
            "test file was read once.",
        ]


def _trained(context: Context, what: str, only: str = "") -> Outcome:
    """Train on the training file and tag the test file; ``only`` keeps spans of one type."""
    training = _read(context, "train.txt.gz", only)
    test = _read(context, "test.txt.gz", only)
    crf = LinearChainCRF(c2=C2, template=TEMPLATE, threads=context.threads)
    started = time.perf_counter()
    crf.fit(training.table, training.tags, monitor=context.monitor(what))
    seconds = time.perf_counter() - started
    scores = span_scores(test.tags, crf.predict(test.table))
    figures = {"f1": scores.f1}
    if "NP" in scores.per_label:
        figures["f1_np"] = scores.per_label["NP"].f1
    return Outcome(figures, seconds, crf.training_.evaluations)


def _read(context: Context, name: str, only: str) -> TaggedText:
    text = read_tagged(corpus_file(context.corpora, name))
    tags = list(context.at_most(text.tags))
    if only:
        tags = [[tag if tag.endswith(f"-{only}") else "O" for tag in row] for row in tags]
    table: ColumnTable = text.table.select(range(len(tags)))
    return TaggedText(table, tags)


def table(_name: str) -> ChunkingTable:
    """Return the table."""
    return ChunkingTable()
