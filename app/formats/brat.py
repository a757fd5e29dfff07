"""brat's standoff format: a text, and a file of spans beside it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from pathlib import Path

from app.domain.documents import Layout, SourceRecord
from app.domain.notes import Note, NoteKind, note_text
from app.formats.brat_lines import AnnFile, Counting, brat_label, read_ann
from app.formats.doccano import losses_of_sentences
from app.formats.json_lines import check_not_empty
from app.formats.label_count import LabelCount
from app.formats.records import (
    NOTHING,
    ExportedDocument,
    ExportedSentence,
    ImportedText,
)
from app.formats.span_alignment import (
    Aligned,
    AlignedSpan,
    Misfit,
    TextSpan,
    TokenGrid,
    by_record,
    imported_sentences,
    misfit_notes,
    span_changes,
    spans_of,
    tags_of,
    text_sentences,
    token_positions_in_text,
)
from crfcore.errors import DataError
from crfcore.messages import message
from crfcore.text.rows import Watch, is_blank, watched

ANN = ".ann"
_KINDS = {
    "R": note_text("Relations"),
    "E": note_text("Events"),
    "A": note_text("Attributes"),
    "M": note_text("Attributes"),
    "N": note_text("Links to other resources"),
    "#": note_text("Comments"),
    "*": note_text("Relations"),
}
_GAPS_KEPT = ("text", "brat")


def detect(text: str) -> bool:
    """Return True: any text may be one of brat's, if its other file is beside it."""
    return True


def read(
    text: str,
    columns: Sequence[str] = (),
    path: Path | None = None,
    *,
    options: Mapping[str, str] = NOTHING,
    companions: Mapping[str, str] = NOTHING,
    watch: Watch | None = None,
) -> ImportedText:
    """Read a text and its spans; a text without any span is open.

    A byte-order mark is part of the text, because brat counts it.
    """
    if columns:
        raise DataError(message("brat files have no columns; remove --columns."), path=path)
    raw = companions.get(ANN, "")
    ann = read_ann(raw, watch, path)
    LabelCount(path, options).add(term.label for term in ann.terms)
    spans = _spans(text, ann, watch)
    token_positions = text_sentences(text, spans, watch, path)
    aligned = TokenGrid(token_positions, len(text)).align(watched(spans, watch))
    tags: list[tuple[str | None, ...] | None] = [None] * len(token_positions)
    if spans:
        tags = list(tags_of(token_positions, aligned, spans))
    sentences = list(watched(imported_sentences(text, token_positions, tags), watch))
    tail = text[token_positions[-1][-1][1] :] if token_positions else ""
    notes = [*misfit_notes([*aligned, *[Misfit.UNREADABLE] * ann.bad]), *_notes(ann)]
    layout = Layout("brat", tail=tail)
    return check_not_empty(ImportedText(layout, sentences, [SourceRecord(0, raw)], notes), path)


def _spans(text: str, ann: AnnFile, watch: Watch | None) -> list[TextSpan | Misfit]:
    counting = Counting(text, ann.terms, watch)
    return [counting.span(term) for term in watched(ann.terms, watch)]


def _notes(ann: AnnFile) -> Iterator[Note]:
    others = (line for line in ann.lines if not is_blank(line) and not line.startswith("T"))
    counts = Counter(_KINDS.get(line[0], note_text("Lines of other kinds")) for line in others)
    for kind, n in counts.items():
        yield Note(NoteKind.KEPT, kind, n)


def write(document: ExportedDocument) -> Iterator[str]:
    """Yield the imported text unchanged."""
    for sentence in document.sentences:
        yield sentence.source.before + sentence.text
    yield document.layout.tail


def write_any(document: ExportedDocument) -> Iterator[str]:
    """Yield the sentences of another document: with its gaps if it is a text, else one per line."""
    for gap, sentence in _with_gaps(document):
        yield gap + sentence.text
    yield document.layout.tail if document.layout.format in _GAPS_KEPT else "\n"


def write_ann(document: ExportedDocument) -> Iterator[str]:
    """Yield the file of spans: the imported one with changed labels, or a new one."""
    if document.layout.format != "brat":
        yield from _new_ann(document)
        return
    raw, sentences = _all_of(document)
    ann, after, new, counting = _changes(raw, sentences, document)
    token_positions = token_positions_in_text(sentences)
    lines: list[str | None] = list(ann.lines)
    for term, one in zip(ann.terms, after, strict=True):
        if one is None:
            lines[term.line] = None
        elif isinstance(one, TextSpan):
            line = counting.written(term.name, one.label, one.start, one.end)
            lines[term.line] = (
                line + ann.lines[term.line][len(ann.lines[term.line].rstrip("\r\n")) :]
            )
    left = "".join(line for line in lines if line is not None)
    yield left
    if new and left and not left.endswith("\n"):
        yield ann.end
    for name, placed in zip(ann.free_names(), new, strict=False):
        start = token_positions[placed.sentence][placed.start][0]
        end = token_positions[placed.sentence][placed.end - 1][1]
        yield counting.written(name, placed.label, start, end) + ann.end


def _all_of(document: ExportedDocument) -> tuple[str, list[ExportedSentence]]:
    """Return the imported file of spans and all sentences."""
    parts = list(by_record(document))
    return parts[0][0].raw, list(chain.from_iterable(sentences for _, sentences in parts))


def _changes(
    raw: str, sentences: Sequence[ExportedSentence], document: ExportedDocument
) -> tuple[AnnFile, list[Aligned | TextSpan | None], tuple[AlignedSpan, ...], Counting]:
    """Return a file, the present state of its spans, and new spans.

    A changed span is a `TextSpan`, a deleted one None.
    """
    text = "".join(one.source.before + one.text for one in sentences) + document.layout.tail
    ann = read_ann(raw)
    counting = Counting(text, ann.terms)
    token_positions = token_positions_in_text(sentences)
    aligned = TokenGrid(token_positions, len(text)).align(counting.span(term) for term in ann.terms)
    changes = span_changes(aligned, sentences, document)
    after: list[Aligned | TextSpan | None] = []
    for before, one in zip(aligned, changes.after, strict=True):
        if isinstance(one, AlignedSpan) and one != before:
            tokens = token_positions[one.sentence]
            after.append(TextSpan(tokens[one.start][0], tokens[one.end - 1][1], one.label))
        else:
            after.append(one)
    return ann, after, changes.new, counting


def _new_ann(document: ExportedDocument) -> Iterator[str]:
    pieces: list[str] = []
    found: list[TextSpan] = []
    at = 0
    for gap, sentence in _with_gaps(document):
        at += len(gap)
        found += [
            TextSpan(
                at + int(sentence.starts[span.start]),
                at + int(sentence.ends[span.end - 1]),
                span.label,
            )
            for span in spans_of(sentence, document.scheme)
        ]
        at += len(sentence.text)
        pieces += [gap, sentence.text]
    counting = Counting("".join(pieces), ())
    for number, span in enumerate(found, 1):
        yield counting.written(f"T{number}", span.label, span.start, span.end) + "\n"


def _with_gaps(document: ExportedDocument) -> Iterator[tuple[str, ExportedSentence]]:
    """Yield each sentence of a document with the text between it and the one before."""
    if document.layout.format in _GAPS_KEPT:
        yield from ((sentence.source.before, sentence) for sentence in document.sentences)
        return
    for number, sentence in enumerate(document.sentences):
        yield ("\n" if number else ""), sentence


def losses(document: ExportedDocument) -> Iterator[Note]:
    """Yield notes on lines that refer to deleted spans, and on losses of other formats."""
    if document.layout.format == "brat":
        raw, sentences = _all_of(document)
        ann, after, _, _ = _changes(raw, sentences, document)
        pairs = zip(ann.terms, after, strict=True)
        n = ann.naming(frozenset(term.name for term, one in pairs if one is None))
        if n:
            text = "brat lines referring to deleted spans (kept unchanged)"
            yield Note(NoteKind.ODD, text, n)
        return
    if document.layout.format not in _GAPS_KEPT:
        yield from losses_of_sentences(document)
    labels = {
        span.label
        for sentence in document.sentences
        for span in spans_of(sentence, document.scheme)
    }
    spaced = sum(label != brat_label(label) for label in labels)
    if spaced:
        yield Note(NoteKind.CHANGED, "Labels with spaces, exported with “_” instead", spaced)
