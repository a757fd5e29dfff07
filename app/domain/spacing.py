"""Text as it is read: with the blanks of a typesetter where a file does not tell its own.

Files of columns have a word in each row and nothing between the rows, so their sentences are kept
with one blank between words. What a person reads of them is set by the rules here; everything that
is stored, learnt from or exported stays as it is.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from unicodedata import bidirectional, east_asian_width

from app.domain.project import Project

_CLOSES = re.compile(r"[,.;!?…)\]}]+|:|[,.!?]+[\"”’]?|%|‰|°|''|”|’")
"""Stands without a blank behind what is before it."""
_OPENS = re.compile(r"[(\[{]+|[¿¡]|``|`|‘|‚")
"""Stands without a blank before what follows."""
_CLITIC = re.compile(r"['’](?:s|re|ve|ll|d|m)|n['’]t", re.IGNORECASE)
_ELIDED = re.compile(
    r"(?:[cdjlmnst]|qu|jusqu|lorsqu|puisqu|quelqu|presqu|aujourd|dell|all|nell|sull|dall|coll|un"
    r"|quest|quell|bell|sant)['’]",
    re.IGNORECASE,
)
_CURRENCY = re.compile(r"(?:[A-Z]{1,3})?[$£¥]")
_PAIRS = {"“": "”", "„": "“", "«": "»", "»": "«"}
_STRAIGHT = ('"', "'")
_DEEPEST = 16
"""So many quotations within one another are kept in mind."""

_FROM_RIGHT = {"R", "AL"}
_WIDE = {"W", "F"}


@dataclass(frozen=True, slots=True)
class Readable:
    """A sentence's text as it is read, and where its tokens stand in that, in code points."""

    text: str
    starts: list[int]
    ends: list[int]


def readable(
    project: Project, sentence_index: int, first: int = 0, last: int | None = None
) -> Readable:
    """Return a sentence, or its tokens from ``first`` up to ``last``, as it is read."""
    corpus = project.corpus
    at, text = corpus.span(sentence_index), corpus.texts[sentence_index]
    stop = at.stop if last is None else min(at.stop, at.start + last + 1)
    starts = corpus.starts[at.start + first : stop].tolist()
    ends = corpus.ends[at.start + first : stop].tolist()
    base = starts[0] if first and starts else 0
    if stop < at.stop or base:
        text = text[base : ends[-1] if stop < at.stop and ends else None]
        starts, ends = [s - base for s in starts], [e - base for e in ends]
    document = project.documents.get(int(corpus.documents[sentence_index]))
    if document is None or document.layout.keeps_spacing:
        return Readable(text, starts, ends)
    return as_read(text, starts, ends)


def readable_text(
    project: Project, sentence_index: int, first: int = 0, last: int | None = None
) -> str:
    """Return the text of a sentence, or of some of its tokens, as it is read."""
    return readable(project, sentence_index, first, last).text


def excerpt(
    project: Project, sentence_index: int, first: int, last: int, before: int, behind: int
) -> tuple[str, str, str]:
    """Return some words before tokens, these, and some behind; together they are as one reads."""
    start = max(0, first - before)
    read = readable(project, sentence_index, start, last + behind)
    first, last = first - start, min(last - start, len(read.ends) - 1)
    if not read.starts or last < first:
        return "", "", read.text
    hit = slice(read.starts[first], read.ends[last])
    return read.text[: hit.start], read.text[hit], read.text[hit.stop :]


def as_read(text: str, starts: Sequence[int], ends: Sequence[int]) -> Readable:
    """Return a text whose tokens are joined by blanks with those taken out that nobody writes."""
    words = [text[start:end] for start, end in zip(starts, ends, strict=True)]
    closes_up = closed_gaps(words)
    pieces: list[str] = []
    new_starts, new_ends = [], []
    read, length = 0, 0
    for token, word in enumerate(words):
        gap = text[read : starts[token]]
        if token and gap == " " and closes_up[token - 1]:
            gap = ""
        pieces += (gap, word)
        new_starts.append(length + len(gap))
        length = new_starts[-1] + len(word)
        new_ends.append(length)
        read = ends[token]
    pieces.append(text[read:])
    return Readable("".join(pieces), new_starts, new_ends)


def closed_gaps(words: Sequence[str]) -> list[bool]:
    """Say behind which words, but the last, no blank is set.

    Text that runs from right to left is left alone, and so is each gap beside a wide letter, as
    those of Chinese and Japanese are.
    """
    closed = [False] * max(0, len(words) - 1)
    if not closed or any(_runs_left(word) for word in words):
        return closed
    openings = _quotes(words)
    for at in range(len(closed)):
        before, behind = words[at], words[at + 1]
        if not before or not behind or _is_wide(before[-1]) or _is_wide(behind[0]):
            continue
        closed[at] = _opens(before, openings.get(at), behind) or _closes(
            behind, openings.get(at + 1)
        )
    return closed


def _opens(word: str, quote: bool | None, behind: str) -> bool:  # noqa: FBT001 (found together)
    if quote is not None:
        return quote
    if _CURRENCY.fullmatch(word):
        return behind[0].isdigit()
    return bool(_OPENS.fullmatch(word) or _ELIDED.fullmatch(word))


def _closes(word: str, quote: bool | None) -> bool:  # noqa: FBT001 (found together)
    if quote is not None:
        return not quote
    return bool(_CLOSES.fullmatch(word) or _CLITIC.fullmatch(word))


def _quotes(words: Sequence[str]) -> dict[int, bool]:
    """Return for each quotation mark that may do both whether it opens (True) or closes."""
    found: dict[int, bool] = {}
    expected: list[str] = []
    # Behind the last word that does more than close, a mark closes what another sentence opened.
    more = (at for at in reversed(range(len(words))) if not _only_closes(words[at]))
    last_to_open = next(more, 0)
    last_single = next((at for at in reversed(range(len(words))) if words[at] == "'"), -1)
    for at, word in enumerate(words):
        if word in expected:
            del expected[expected.index(word) :]
            found[at] = False
        elif word in _PAIRS:
            found[at] = True
            expected.append(_PAIRS[word])
        elif word in _STRAIGHT:
            # An apostrophe stands alone, as behind "the boys".
            pairs = word != "'" or at == 0 or at < last_single
            found[at] = at < last_to_open and pairs
            if found[at]:
                expected.append(word)
        del expected[:-_DEEPEST]
    return found


def _only_closes(word: str) -> bool:
    return word in _STRAIGHT or bool(_CLOSES.fullmatch(word))


def _runs_left(word: str) -> bool:
    return not word.isascii() and any(bidirectional(one) in _FROM_RIGHT for one in word)


def _is_wide(character: str) -> bool:
    return not character.isascii() and east_asian_width(character) in _WIDE
