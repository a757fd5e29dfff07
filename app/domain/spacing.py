"""Readable text of sentences from column files, which have no spacing of their own.

Their sentences are stored with one space between words. The rules here remove spaces that are not
usually written, for display only.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from unicodedata import bidirectional, east_asian_width

from app.domain.project import Project

_CLOSES = re.compile(r"[,.;!?…)\]}]+|:|[,.!?]+[\"”’]?|%|‰|°|''|”|’")
"""Follows the word before without a space."""
_OPENS = re.compile(r"[(\[{]+|[¿¡]|``|`|‘|‚")
"""Precedes the next word without a space."""
_CLITIC = re.compile(r"['’](?:s|re|ve|ll|d|m)|n['’]t", re.IGNORECASE)
_ELIDED = re.compile(
    r"(?:[cdjlmnst]|qu|jusqu|lorsqu|puisqu|quelqu|presqu|aujourd|dell|all|nell|sull|dall|coll|un"
    r"|quest|quell|bell|sant)['’]",
    re.IGNORECASE,
)
_CURRENCY = re.compile(r"(?:[A-Z]{1,3})?[$£¥]")
_PAIRS = {"“": "”", "„": "“", "«": "»", "»": "«"}
_STRAIGHT = ('"', "'")
_AMBIGUOUS = frozenset((*_PAIRS, *_STRAIGHT))
_DEEPEST = 16
"""The deepest nesting of quotations."""

_FROM_RIGHT = {"R", "AL"}
_WIDE = {"W", "F"}


_N_REMEMBERED = 8192
_LONGEST_REMEMBERED = 40
"""How many words are remembered, and the length of the longest of them in characters."""


@dataclass(frozen=True, slots=True)
class Readable:
    """A sentence's readable text, and the positions of its tokens in code points."""

    text: str
    starts: list[int]
    ends: list[int]


def readable(
    project: Project, sentence_index: int, first: int = 0, last: int | None = None
) -> Readable:
    """Return a sentence, or its tokens from ``first`` to ``last``, as readable text."""
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
    """Return the readable text of a sentence, or of some of its tokens."""
    return readable(project, sentence_index, first, last).text


def word_start(project: Project, sentence_index: int, token: int) -> int:
    """Return a token, or the word before it if it is written there: excerpts begin with a word."""
    corpus = project.corpus
    at, text = corpus.span(sentence_index).start, corpus.texts[sentence_index]
    while token and _form_of(text[corpus.starts[at + token] : corpus.ends[at + token]]).closes:
        token -= 1
    return token


def excerpt(
    project: Project, sentence_index: int, first: int, last: int, before: int, behind: int
) -> tuple[str, str, str]:
    """Return the readable text of words before some tokens, of these, and of words behind.

    Where the sentence is cut there is an ellipsis; not for its full stop alone.
    """
    start = word_start(project, sentence_index, max(0, first - before))
    end = last + behind
    is_cut = not _closes_from(project, sentence_index, end + 1)
    if not is_cut:
        at = project.corpus.span(sentence_index)
        end = at.stop - at.start - 1
    cut, cut_behind = "… " if start else "", " …" if is_cut else ""
    read = readable(project, sentence_index, start, end)
    first, last = first - start, min(last - start, len(read.ends) - 1)
    if not read.starts or last < first:
        return "", "", read.text
    hit = slice(read.starts[first], read.ends[last])
    return cut + read.text[: hit.start], read.text[hit], read.text[hit.stop :] + cut_behind


def _closes_from(project: Project, sentence_index: int, token: int) -> bool:
    """Return whether nothing but closing punctuation is at a token and behind it."""
    corpus = project.corpus
    at, text = corpus.span(sentence_index), corpus.texts[sentence_index]
    return all(
        _form_of(text[corpus.starts[one] : corpus.ends[one]]).closes
        for one in range(at.start + token, at.stop)
    )


def as_read(text: str, starts: Sequence[int], ends: Sequence[int]) -> Readable:
    """Return a text with the spaces removed that are not usually written."""
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
    """Return after which words, except the last, there is no space.

    Right-to-left text is left unchanged, and so is each gap beside a wide (Chinese, Japanese)
    letter.
    """
    forms = [_form_of(word) for word in words]
    closed = [False] * max(0, len(words) - 1)
    if not closed or any(form.runs_left for form in forms):
        return closed
    openings = _quotes(words)
    for at in range(len(closed)):
        before, behind = forms[at], forms[at + 1]
        if before.joins_next and behind.joins_previous:
            closed[at] = _opens(before, openings.get(at), behind) or _closes(
                behind, openings.get(at + 1)
            )
    return closed


@dataclass(frozen=True, slots=True)
class _Form:
    """What the spacing around a word depends on, apart from the words beside it."""

    runs_left: bool
    joins_previous: bool
    joins_next: bool
    """Whether there may be no space on that side: the letter there is not wide."""
    begins_with_digit: bool
    is_currency: bool
    opens: bool
    closes: bool


def _form_of(word: str) -> _Form:
    return _remembered_form(word) if len(word) <= _LONGEST_REMEMBERED else _new_form(word)


def _new_form(word: str) -> _Form:
    return _Form(
        runs_left=not word.isascii() and any(bidirectional(one) in _FROM_RIGHT for one in word),
        joins_previous=bool(word) and not _is_wide(word[0]),
        joins_next=bool(word) and not _is_wide(word[-1]),
        begins_with_digit=word[:1].isdigit(),
        is_currency=bool(_CURRENCY.fullmatch(word)),
        opens=bool(_OPENS.fullmatch(word) or _ELIDED.fullmatch(word)),
        closes=bool(_CLOSES.fullmatch(word) or _CLITIC.fullmatch(word)),
    )


_remembered_form = lru_cache(_N_REMEMBERED)(_new_form)


def _opens(form: _Form, quote: bool | None, behind: _Form) -> bool:  # noqa: FBT001 (found together)
    if quote is not None:
        return quote
    return behind.begins_with_digit if form.is_currency else form.opens


def _closes(form: _Form, quote: bool | None) -> bool:  # noqa: FBT001 (found together)
    return form.closes if quote is None else not quote


def _quotes(words: Sequence[str]) -> dict[int, bool]:
    """Return for each ambiguous quotation mark whether it opens (True) or closes."""
    found: dict[int, bool] = {}
    if _AMBIGUOUS.isdisjoint(words):
        return found
    expected: list[str] = []
    # After the last word that does more than close, a quote closes one of an earlier sentence.
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
            # An apostrophe has no partner, as after "the boys".
            pairs = word != "'" or at == 0 or at < last_single
            found[at] = at < last_to_open and pairs
            if found[at]:
                expected.append(word)
        del expected[:-_DEEPEST]
    return found


def _only_closes(word: str) -> bool:
    return word in _STRAIGHT or bool(_CLOSES.fullmatch(word))


def _is_wide(character: str) -> bool:
    return not character.isascii() and east_asian_width(character) in _WIDE
