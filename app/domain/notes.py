"""What an import or an export has to tell: what is kept unseen, changed, lost, or looks wrong."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import StrEnum

MAX_SENTENCES_KEPT = 200
"""So many places are kept of one note; its number counts all."""


class NoteKind(StrEnum):
    """What a note is about, the gravest first."""

    LOST = "lost"
    """It will not be there any more."""
    CHANGED = "changed"
    """It will be there in another form."""
    ODD = "odd"
    """It looks wrong, and is left as it is."""
    KEPT = "kept"
    """It is not shown, and comes out again unchanged."""


@dataclass(frozen=True, slots=True)
class Note:
    """One thing to be told of a document.

    ``text`` names the thing without its number ("Comments between sentences"), and is the same
    wherever it is met; ``n`` says how often. ``sentence_indices`` are sentences in which it is
    found, counted from 0 in the document, at most `MAX_SENTENCES_KEPT`; empty where no sentence is
    meant.
    """

    kind: NoteKind
    text: str
    n: int = 1
    sentence_indices: tuple[int, ...] = ()


def together(notes: Iterable[Note]) -> tuple[Note, ...]:
    """Add up notes of the same thing; the gravest come first, otherwise as they came."""
    summed: dict[tuple[NoteKind, str], Note] = {}
    for note in notes:
        known = summed.get((note.kind, note.text))
        if known is not None:
            sentence_indices = dict.fromkeys((*known.sentence_indices, *note.sentence_indices))
            note = replace(known, n=known.n + note.n, sentence_indices=tuple(sentence_indices))
        summed[note.kind, note.text] = replace(
            note, sentence_indices=note.sentence_indices[:MAX_SENTENCES_KEPT]
        )
    order = list(NoteKind)
    return tuple(sorted(summed.values(), key=lambda note: order.index(note.kind)))
