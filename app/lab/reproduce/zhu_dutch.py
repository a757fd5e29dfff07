"""002's table 7: Dutch named entities."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from app.lab.corpora.dutch import dutch_sentences
from app.lab.reproduce.context import Context
from app.lab.reproduce.table import Row
from app.lab.reproduce.tagging import C2, EP1, EP2, STANDARD, Split, run_lazily
from app.lab.reproduce.zhu_rows import Printed, against_counting, differences, rows_of

MIN_TOKENS = 2
"""Minimum of tokens of a sentence: 13,221, 2,306 and 4,211 sentences, the paper's numbers except
for one held-out sentence."""

PRINTED: Printed = {
    "EP1": (96.11, 98.8, 72.6, 1.6),
    "EP2": (96.14, 98.8, 72.7, 53.0),
    "CRF": (96.13, 98.2, 77.4, 794.0),
    "PW": (94.4, 97.2, 69.6, 4_617.0),
}

METHODS = (EP1, EP2, *STANDARD)

REASONS = {
    "EP1": "the features are the same, but what the paper leaves open is decided here.",
    "EP2": "the features are the same, but what the paper leaves open is decided here.",
    "CRF": f"this is the optimum for CRF++'s default penalty (c2 = {C2}).",
    "PW": "the paper reports another program's piecewise training.",
}


@dataclass(frozen=True, slots=True)
class DutchTable:
    """Accuracy by token on the Dutch part of CoNLL-2002."""

    name: str = "zhu-7"
    about: str = (
        "Named entities in Dutch (CoNLL-2002), accuracy by token, 13,221 sentences for training, "
        "4,211 for test (Zhu, table 7)."
    )
    minutes: float = 1.0
    draws: int = 0

    def rows(self, context: Context) -> Iterator[Row]:
        """Yield four figures for each method."""

        def load() -> Split:
            parts = (
                context.at_most(dutch_sentences(context.corpora, name, least=MIN_TOKENS))
                for name in ("ned.train.gz", "ned.testb.gz", "ned.testa.gz")
            )
            return Split(*parts)

        found = run_lazily(load, METHODS, context, "Dutch", self.minutes)
        for name, outcome in found.items():
            yield from rows_of(name, outcome, PRINTED)

    def remarks(self, rows: Sequence[Row]) -> list[str]:
        """Return remarks on sentences, and on differences to the paper."""
        return [
            "Sentences of at least two tokens, the marks of articles among them: as many as in "
            "the paper but for one held out.",
            *differences(rows, REASONS),
            against_counting(rows),
        ]
