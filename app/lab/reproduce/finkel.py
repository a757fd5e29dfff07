"""Dutch names in documents: ties, columns of other occurrences, and both.

J. R. Finkel, T. Grenager and C. Manning, ACL 2005; V. Krishnan and C. D. Manning, ACL 2006, whose
tables are on English names (CoNLL-2003), which cannot be had here.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from app.lab.reproduce.context import Context
from app.lab.reproduce.dutch_documents import dutch_documents, groups_of_names, n_inconsistent
from app.lab.reproduce.outcome import Outcome
from app.lab.reproduce.table import Row
from crfcore.crf import LinearChainCRF
from crfcore.document_crf import DocumentCRF
from crfcore.metrics.spans import span_scores

CHAIN, TIES, COLUMNS, BOTH = "chain", "ties", "columns", "columns and ties"
WAYS = (CHAIN, TIES, COLUMNS, BOTH)

PARTS = ("testa", "testb")

SAVED = {
    "Bunescu and Mooney 2004": 11.1,
    "Finkel et al. 2005": 9.3,
    "Krishnan and Manning 2006": 12.6,
}
"""Fewer errors in percent, on English names, as Krishnan and Manning tell."""


@dataclass(frozen=True, slots=True)
class DocumentsTable:
    """F1 of Dutch names, and inconsistent groups, by what the chain knows of its document."""

    name: str = "finkel"
    about: str = (
        "Names that documents repeat: F1 of Dutch names (CoNLL-2002) by a chain, with ties of "
        "equal names, with columns of the labels of other occurrences, and with both; groups of "
        "equal names that are labelled with several types (Finkel et al. 2005, Krishnan and "
        "Manning 2006)."
    )
    minutes: float = 5.0
    draws: int = 0

    def rows(self, context: Context) -> Iterator[Row]:
        """Yield F1 of both parts, and the inconsistent groups of testb."""
        outcome = context.outcome("documents", lambda: _outcome(context), self.minutes)
        for part in PARTS:
            alone = outcome.figures[f"{part} {CHAIN}"]
            for way in WAYS:
                f1 = outcome.figures[f"{part} {way}"]
                saved = (
                    None if way == CHAIN else (f1 - alone) / (1.0 - alone) if alone < 1.0 else 0.0
                )
                yield Row(
                    f"{part}: {way}", None, f1, outcome.seconds, outcome.evaluations, saved=saved
                )
        for way in (*WAYS, "labels"):
            value = outcome.figures[f"inconsistent {way}"]
            yield Row(f"testb, inconsistent groups: {way}", None, value, None, None, "count")
        yield Row("testb, groups", None, outcome.figures["groups"], None, None, "count")

    def remarks(self, rows: Sequence[Row]) -> list[str]:
        """Return remarks on the papers and on the settings."""
        saved = {row.name: 100.0 * row.saved for row in rows if row.saved is not None}
        papers = ", ".join(f"{name} {value:g}%" for name, value in SAVED.items())
        ours = ", ".join(f"{way} {saved[f'testb: {way}']:.1f}%" for way in WAYS[1:])
        return [
            f"Fewer errors on English names (CoNLL-2003), which cannot be had here: {papers}. On "
            f"Dutch testb: {ours}.",
            "Template ner, c2 = 1; strengths were chosen on four parts of the training documents "
            "held out in turn, and the columns of training sentences are of chains that have not "
            "seen their document. Rows -DOCSTART- mark documents and are no tokens.",
            "A group is inconsistent if its tokens have several types, “O” among them.",
        ]


def _outcome(context: Context) -> Outcome:
    training = dutch_documents(context, "ned.train.gz")
    crf = DocumentCRF(LinearChainCRF(template="ner", c2=1.0), second_stage=True)
    started = time.perf_counter()
    crf.fit(training.table, training.tags, documents=training.numbers)
    seconds = time.perf_counter() - started
    first = crf.without_second_stage()
    ways = {
        CHAIN: first.with_strengths(0.0, 0.0),
        TIES: first,
        COLUMNS: crf.with_strengths(0.0, 0.0),
        BOTH: crf,
    }
    figures: dict[str, float] = {}
    for part in PARTS:
        documents = dutch_documents(context, f"ned.{part}.gz")
        groups = groups_of_names(training, documents)
        for way, model in ways.items():
            found = model.predict(documents.table, documents=documents.numbers)
            figures[f"{part} {way}"] = span_scores(documents.tags, found).f1
            if part == PARTS[-1]:
                figures[f"inconsistent {way}"] = float(n_inconsistent(groups, found))
        figures["inconsistent labels"] = float(n_inconsistent(groups, documents.tags))
        figures["groups"] = float(groups.n_groups)
    return Outcome(figures, seconds, None)
