"""Alignment of spans given by character offsets with tokens.

Offsets are code points in a text. A span fits if its edges are those of tokens, except for white
space; sentences are joined where they would split a span of moderate length. Other spans are kept
in the file and reported, never changed to fit.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import accumulate
from pathlib import Path
from typing import TypeAlias

from app.domain.documents import SourceRecord
from app.domain.notes import Note, NoteKind
from app.domain.sentences import SentenceSource
from app.domain.tagging import OUTSIDE, TOKENS
from app.formats.plain_text import sentence_tokens
from app.formats.records import ExportedDocument, ExportedSentence, ImportedSentence
from crfcore.errors import DataError
from crfcore.messages import message
from crfcore.text.rows import Amount, Watch
from crfcore.text.tag_schemes import Span, encode, spans, within_runs

TokenPositions: TypeAlias = list[tuple[int, int]]
"""Start and end of each token of a sentence."""

IMPORTED_SCHEME = "iob2"
"""The scheme of the tags of imported spans."""

LONGEST_JOINED = 100
"""The longest span, in tokens, for which sentences are joined."""
_LONGEST_SENTENCE = 1000


@dataclass(frozen=True, slots=True)
class TextSpan:
    """Code points ``start`` to ``end`` (exclusive) of a text, and their label."""

    start: int
    end: int
    label: str


@dataclass(frozen=True, slots=True, order=True)
class AlignedSpan:
    """Tokens ``start`` to ``end`` (exclusive) of a sentence, and their label."""

    sentence: int
    start: int
    end: int
    label: str


class Misfit(StrEnum):
    """Why a span of a file cannot be shown; the values are texts of notes."""

    UNREADABLE = "Incomplete spans (offsets or label missing)"
    OUT_OF_TEXT = "Spans outside the text"
    EMPTY = "Spans without a word"
    INSIDE_WORD = "Spans that begin or end inside a word"
    ACROSS = "Spans crossing a sentence boundary"
    OVERLAPPING = "Spans that overlap others"
    IN_PIECES = "Discontinuous spans"
    OTHER_TEXT = "Spans whose quoted text does not match"


Aligned: TypeAlias = AlignedSpan | Misfit


class TokenGrid:
    """The token positions of a text, to align spans with them."""

    def __init__(self, sentences: Sequence[TokenPositions], length: int) -> None:
        self._length = length
        self._starts = [start for tokens in sentences for start, _ in tokens]
        self._ends = [end for tokens in sentences for _, end in tokens]
        self._firsts = [0, *accumulate(map(len, sentences))]
        self._of = [
            (number, token)
            for number, tokens in enumerate(sentences)
            for token in range(len(tokens))
        ]

    def tokens(self, start: int, end: int) -> tuple[int, int] | Misfit:
        """Return the range of tokens, counted in the whole text, between two offsets."""
        if not 0 <= start <= end <= self._length:
            return Misfit.OUT_OF_TEXT
        first, last = bisect_left(self._starts, start), bisect_right(self._ends, end)
        cut_first = first and self._ends[first - 1] > start
        cut_last = last < len(self._starts) and self._starts[last] < end
        if cut_first or cut_last:
            return Misfit.INSIDE_WORD
        return (first, last) if first < last else Misfit.EMPTY

    def locate(self, span: TextSpan) -> Aligned:
        """Return the tokens of a span, or why it does not fit."""
        found = self.tokens(span.start, span.end)
        if isinstance(found, Misfit):
            return found
        (sentence, start), (last_sentence, last) = self._of[found[0]], self._of[found[1] - 1]
        if sentence != last_sentence:
            return Misfit.ACROSS
        return AlignedSpan(sentence, start, last + 1, span.label)

    def align(self, found: Iterable[TextSpan | Misfit]) -> list[Aligned]:
        """Return the tokens of spans; of overlapping ones the first is kept, and duplicates too."""
        taken = bytearray(len(self._of))
        placed: set[AlignedSpan] = set()
        aligned: list[Aligned] = []
        for span in found:
            one = span if isinstance(span, Misfit) else self.locate(span)
            if isinstance(one, AlignedSpan) and one not in placed:
                first = self._firsts[one.sentence]
                start, end = first + one.start, first + one.end
                if taken.find(1, start, end) >= 0:
                    one = Misfit.OVERLAPPING
                else:
                    taken[start:end] = b"\x01" * (end - start)
                    placed.add(one)
            aligned.append(one)
        return aligned


def sentences_around(
    sentences: Iterable[TokenPositions], spans: Iterable[TextSpan | Misfit], length: int
) -> list[TokenPositions]:
    """Return sentences of a text, joined where a span crosses their boundary."""
    parts = list(sentences)
    if len(parts) < 2:
        return parts
    grid = TokenGrid(parts, length)
    numbers = [number for number, tokens in enumerate(parts) for _ in tokens]
    crossed: set[int] = set()
    for span in spans:
        found = span if isinstance(span, Misfit) else grid.tokens(span.start, span.end)
        if not isinstance(found, Misfit) and found[1] - found[0] <= LONGEST_JOINED:
            crossed.update(range(numbers[found[0]], numbers[found[1] - 1]))
    joined: list[TokenPositions] = []
    for number, tokens in enumerate(parts):
        if number - 1 in crossed and len(joined[-1]) + len(tokens) <= _LONGEST_SENTENCE:
            joined[-1] = joined[-1] + tokens
        else:
            joined.append(tokens)
    return joined


def text_sentences(
    text: str,
    spans: Sequence[TextSpan | Misfit],
    watch: Watch | None = None,
    path: Path | None = None,
) -> list[TokenPositions]:
    """Return the token positions of a text's sentences."""
    return sentences_around(counted(sentence_tokens(text, watch), path), spans, len(text))


def counted(
    sentences: Iterable[TokenPositions], path: Path | None = None
) -> Iterator[TokenPositions]:
    """Yield the sentences of a text; DataError if they are too many."""
    amount = Amount(path)
    for tokens in sentences:
        amount.add(len(tokens))
        yield tokens


def imported_sentences(
    text: str,
    sentences: Sequence[TokenPositions],
    tags: Sequence[tuple[str | None, ...] | None],
    ruled_out: Sequence[tuple[tuple[str, ...], ...]] = (),
) -> Iterator[ImportedSentence]:
    """Yield the sentences of a text, each with the text between it and the one before."""
    end = 0
    for number, tokens in enumerate(sentences):
        first, last = tokens[0][0], tokens[-1][1]
        yield ImportedSentence(
            text=text[first:last],
            starts=[start - first for start, _ in tokens],
            ends=[stop - first for _, stop in tokens],
            columns=(tuple(text[start:stop] for start, stop in tokens),),
            tags=tags[number],
            source=SentenceSource(before=text[end:first]),
            ruled_out=ruled_out[number] if ruled_out else (),
        )
        end = last


def tags_of(
    sentences: Sequence[TokenPositions],
    aligned: Sequence[Aligned],
    spans: Sequence[TextSpan | Misfit],
) -> list[tuple[str | None, ...]]:
    """Return the tags of sentences with the spans that fit; None under those that don't."""
    found: list[list[Span]] = [[] for _ in sentences]
    for one in dict.fromkeys(aligned):
        if isinstance(one, AlignedSpan):
            found[one.sentence].append(Span(one.start, one.end, one.label))
    tags: list[list[str | None]] = [
        [*encode(some, len(tokens), IMPORTED_SCHEME)]
        for some, tokens in zip(found, sentences, strict=True)
    ]
    unseen = (
        (min(span.start, span.end), max(span.start, span.end))
        for span, one in zip(spans, aligned, strict=True)
        if isinstance(one, Misfit) and isinstance(span, TextSpan)
    )
    _open_below(unseen, sentences, tags)
    return [tuple(some) for some in tags]


def _open_below(
    ranges: Iterable[tuple[int, int]],
    sentences: Sequence[TokenPositions],
    tags: Sequence[list[str | None]],
) -> None:
    """Remove "O" from the tokens under spans that do not fit.

    Ranges are merged first: a thousand of them may each be the whole text.
    """
    pending = _put_together(ranges)
    pending.reverse()
    for some, tokens in zip(tags, sentences, strict=True):
        for number, (start, end) in enumerate(tokens):
            while pending and pending[-1][1] <= start:
                pending.pop()
            if pending and pending[-1][0] < end and some[number] == OUTSIDE:
                some[number] = None


def _put_together(ranges: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return ranges sorted, with those merged that overlap or touch."""
    found: list[tuple[int, int]] = []
    for start, end in sorted(ranges):
        if found and start <= found[-1][1]:
            found[-1] = found[-1][0], max(found[-1][1], end)
        else:
            found.append((start, end))
    return found


def misfit_notes(aligned: Iterable[Aligned], sentence: int = 0) -> Iterator[Note]:
    """Yield notes on spans that do not fit; ``sentence`` is the first one of their text."""
    counts = Counter(one for one in aligned if isinstance(one, Misfit))
    for misfit, n in counts.items():
        yield Note(NoteKind.KEPT, misfit.value, n, (sentence,))


# ---- export


OTHER_RECORDS = message(
    "What the project keeps of the imported file does not belong to its sentences; check the "
    "project, and go on with a backup."
)


def check_text(text: str, sentences: Iterable[ExportedSentence]) -> None:
    """Raise DataError if a text does not begin with the sentences and their gaps."""
    if not text.startswith("".join(one.source.before + one.text for one in sentences)):
        raise DataError(OTHER_RECORDS)


def by_record(
    document: ExportedDocument,
) -> Iterator[tuple[SourceRecord, list[ExportedSentence]]]:
    """Yield the records of a document, each with its sentences; DataError if there are none."""
    sentences = iter(document.sentences)
    waiting = next(sentences, None)
    before: SourceRecord | None = None
    for record in document.records():
        if before is not None:
            own = []
            while waiting is not None and waiting.id < record.first_sentence:
                own.append(waiting)
                waiting = next(sentences, None)
            yield before, own
        before = record
    if before is not None:
        yield before, [*([waiting] if waiting is not None else []), *sentences]
    else:
        raise DataError(OTHER_RECORDS)


def token_positions_in_text(sentences: Iterable[ExportedSentence]) -> list[TokenPositions]:
    """Return the token positions in the text of the sentences and their gaps."""
    found, at = [], 0
    for sentence in sentences:
        at += len(sentence.source.before)
        found.append(
            [
                (at + int(start), at + int(end))
                for start, end in zip(sentence.starts, sentence.ends, strict=True)
            ]
        )
        at += len(sentence.text)
    return found


def spans_of(sentence: ExportedSentence, scheme: str) -> list[Span]:
    """Return the spans of a sentence to be written."""
    silent = (None, "_") if scheme == TOKENS else (None,)
    tags = [OUTSIDE if tag in silent else str(tag) for tag in sentence.tags]
    return spans(tags, scheme)


@dataclass(frozen=True, slots=True)
class SpanChanges:
    """The changes of a file's spans.

    ``after`` has the present state of each, None for a deleted one; ``new`` are new spans.
    """

    after: tuple[Aligned | None, ...]
    new: tuple[AlignedSpan, ...]


def span_changes(
    aligned: Sequence[Aligned],
    sentences: Sequence[ExportedSentence],
    document: ExportedDocument,
) -> SpanChanges:
    """Compare a file's spans with the present labels.

    Spans without changes stay. A span with another label, or other edges, is still the same span,
    so that its other fields in the file are kept. If the project has a label for each token,
    adjacent spans of the file stay separate.
    """
    known: defaultdict[int, list[Span]] = defaultdict(list)
    if not document.borders:
        for placed in sorted({one for one in aligned if isinstance(one, AlignedSpan)}):
            known[placed.sentence].append(Span(placed.start, placed.end, placed.label))
    now = {
        AlignedSpan(number, span.start, span.end, span.label): None
        for number, sentence in enumerate(sentences)
        for span in within_runs(spans_of(sentence, document.scheme), known[number])
    }
    after: dict[Aligned, Aligned] = {}
    for one in dict.fromkeys(aligned):
        if isinstance(one, Misfit) or one in now or _untouched(one, sentences):
            after[one] = one
            _take(now, one)
    near: defaultdict[int, list[AlignedSpan]] = defaultdict(list)
    for other in now:
        near[other.sentence].append(other)
    for same in (_same_range, _same_label):
        for one in dict.fromkeys(aligned):
            if one not in after and isinstance(one, AlignedSpan):
                found = (other for other in near[one.sentence] if other in now and same(one, other))
                other = next(found, one)
                if other is not one:
                    after[one] = other
                    _take(now, other)
    return SpanChanges(tuple(after.get(one) for one in aligned), tuple(now))


def _take(now: dict[AlignedSpan, None], one: Aligned) -> None:
    if isinstance(one, AlignedSpan):
        now.pop(one, None)


def _untouched(one: AlignedSpan, sentences: Sequence[ExportedSentence]) -> bool:
    return all(tag is None for tag in sentences[one.sentence].tags[one.start : one.end])


def _same_range(one: AlignedSpan, other: AlignedSpan) -> bool:
    return (one.sentence, one.start, one.end) == (other.sentence, other.start, other.end)


def _same_label(one: AlignedSpan, other: AlignedSpan) -> bool:
    overlaps = one.start < other.end and other.start < one.end
    return one.sentence == other.sentence and one.label == other.label and overlaps
