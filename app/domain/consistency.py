"""Consistent names: what confirmed labels of a document tell about its other sentences."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

AUTOMATIC, OFF, PHRASES, TIES = "automatic", "off", "phrases", "ties"
"""The setting: as held-out documents prefer, off, phrases alone, or also ties of equal names."""

SETTINGS = (AUTOMATIC, OFF, PHRASES, TIES)

WAYS = (OFF, PHRASES, TIES)

CONSISTENT = {
    OFF: "Consistent names are off, since they would save no corrections in your documents.",
    PHRASES: "Confirmed phrases are suggested again in their document.",
    TIES: "Confirmed phrases are suggested again in their document, and equal names tend to the "
    "same type.",
}
"""A sentence for each way."""


@dataclass(frozen=True, slots=True)
class ConfirmedName:
    """A name that has spoken for or against a suggestion elsewhere in its document.

    ``label`` is what its occurrences were confirmed as, "" for no label, in ``sentence_indices``.
    """

    name: str
    label: str
    sentence_indices: tuple[int, ...]


ConfirmedNames = Mapping[int, Sequence[ConfirmedName]]
"""The names that speak about each token of a sentence, the most important first."""


@dataclass(frozen=True, slots=True)
class ConsistencyChoice:
    """What held-out documents prefer.

    ``corrections`` are the spans of ``n_sentences`` held-out sentences to be corrected with each of
    `WAYS`, when each document is labelled from its beginning; ``n_documents`` have been compared.
    """

    way: str
    corrections: tuple[int, int, int]
    n_sentences: int
    n_documents: int
