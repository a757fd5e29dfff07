"""Notes of an import or export on what is kept, changed, lost or unusual."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from enum import StrEnum

MAX_SENTENCES_KEPT = 200
"""The most sentences listed in one note; its number counts all."""


class NoteKind(StrEnum):
    """The kind of a note, the most serious first."""

    LOST = "lost"
    """It is not kept."""
    CHANGED = "changed"
    """It is kept in another form."""
    ODD = "odd"
    """It looks wrong, and is left unchanged."""
    KEPT = "kept"
    """It is not shown, and is exported unchanged."""


@dataclass(frozen=True, slots=True)
class Note:
    """One note on a document.

    ``text`` names the thing without its number ("Comments between sentences"); ``n`` is how often
    it occurs. ``sentence_indices`` are sentences with it, counted from 0 in the document, at most
    `MAX_SENTENCES_KEPT`; empty if it concerns no sentence. ``name`` takes the place of ``{name}``
    in the text, which can be translated without it.
    """

    kind: NoteKind
    text: str
    n: int = 1
    sentence_indices: tuple[int, ...] = ()
    name: str = ""

    def worded(self, translate: Callable[[str], str] = str) -> str:
        """Return the text with the name in it."""
        text = translate(self.text)
        return text.replace("{name}", self.name) if self.name else text


def note_text(text: str) -> str:
    """Mark the text of a note, so that it is found for translations."""
    return text


def together(notes: Iterable[Note]) -> tuple[Note, ...]:
    """Merge notes with the same text; the most serious come first, otherwise in their order."""
    summed: dict[tuple[NoteKind, str, str], Note] = {}
    for note in notes:
        key = note.kind, note.text, note.name
        known = summed.get(key)
        if known is not None:
            sentence_indices = dict.fromkeys((*known.sentence_indices, *note.sentence_indices))
            note = replace(known, n=known.n + note.n, sentence_indices=tuple(sentence_indices))
        summed[key] = replace(note, sentence_indices=note.sentence_indices[:MAX_SENTENCES_KEPT])
    order = list(NoteKind)
    return tuple(sorted(summed.values(), key=lambda note: order.index(note.kind)))
