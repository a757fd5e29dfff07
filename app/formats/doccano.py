"""JSON lines of doccano: a text per line, with spans as triples, or entities with relations."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from app.domain.documents import Layout, SourceRecord
from app.domain.notes import Note, NoteKind, note_text
from app.formats.json_lines import (
    JsonLine,
    check_not_empty,
    first_objects,
    json_lines,
    read_line,
    text_of_line,
)
from app.formats.label_count import LabelCount
from app.formats.records import (
    NOTHING,
    ExportedDocument,
    ExportedSentence,
    ImportedSentence,
    ImportedText,
)
from app.formats.span_alignment import (
    AlignedSpan,
    Misfit,
    TextSpan,
    TokenGrid,
    TokenPositions,
    by_record,
    check_text,
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
from crfcore.text.rows import BOM, Amount, Watch, is_blank, watched

_LISTS = ("entities", "label", "labels", "annotations")
"""Names of the list of spans; the first that exists is used."""
_START, _END = "start_offset", "end_offset"


def detect(text: str) -> bool:
    """Return whether a file begins with an object that has a text; called after Prodigy's."""
    found = first_objects(text)
    return bool(found) and isinstance(found[0].get("text"), str)


def read(
    text: str,
    columns: Sequence[str] = (),
    path: Path | None = None,
    *,
    options: Mapping[str, str] = NOTHING,
    companions: Mapping[str, str] = NOTHING,
    watch: Watch | None = None,
) -> ImportedText:
    """Read the texts of a file, each split into sentences.

    In a text with spans all other tokens have no label; a text without any is open, because doccano
    writes unlabelled texts in the same way.
    """
    if columns:
        raise DataError(message("doccano files have no columns; remove --columns."), path=path)
    sentences: list[ImportedSentence] = []
    records: list[SourceRecord] = []
    notes: list[Note] = []
    amount, labels = Amount(path), LabelCount(path, options)
    for number, raw in json_lines(text, watch, path):
        records.append(SourceRecord(len(sentences), raw))
        if is_blank(raw):
            continue
        line = read_line(raw, path, number)
        body = text_of_line(line, path, number)
        spans = _spans(line, path, number)
        labels.add_spans(spans)
        token_positions = text_sentences(body, spans, watch, path)
        amount.add_all(map(len, token_positions))
        aligned = TokenGrid(token_positions, len(body)).align(watched(spans, watch))
        notes += misfit_notes(aligned, len(sentences))
        notes += _notes(line, len(sentences))
        tags: list[tuple[str | None, ...] | None] = [None] * len(token_positions)
        if spans:
            tags = list(tags_of(token_positions, aligned, spans))
        sentences += imported_sentences(body, token_positions, tags)
    layout = Layout("doccano", bom=text.startswith(BOM))
    return check_not_empty(ImportedText(layout, sentences, records, notes), path)


def _notes(line: JsonLine, sentence: int) -> Iterator[Note]:
    for name, text in (
        ("relations", note_text("Relations")),
        ("Comments", note_text("Comments")),
    ):
        if isinstance(line.get(name), list) and line.get(name):
            yield Note(NoteKind.KEPT, text, len(line.get(name)), (sentence,))
    others = sum(bool(line.get(name)) and not isinstance(line.get(name), list) for name in _LISTS)
    if others:
        yield Note(NoteKind.KEPT, Misfit.UNREADABLE.value, others, (sentence,))


def _list_of(line: JsonLine) -> str:
    """Return the name of the list of spans, or of the one to be added.

    A value of such a name that is no list, such as the class of a text, is kept.
    """
    known = (name for name in _LISTS if isinstance(line.get(name), list))
    free = (name for name in ("label", *_LISTS) if line.get(name) is None)
    return next(known, None) or next(free, "label")


def _spans(
    line: JsonLine, path: Path | None = None, number: int | None = None
) -> list[TextSpan | Misfit]:
    found = line.get(_list_of(line))
    entries = found if isinstance(found, list) else ()
    return [_span(one, path, number) for one in entries]


def _span(one: Any, path: Path | None, number: int | None) -> TextSpan | Misfit:
    start, end, label = _fields(one)
    if type(start) is not int or type(end) is not int:
        return Misfit.UNREADABLE
    if type(label) is int:
        raise DataError(
            message(
                "The label of a span is the number {label} here, and its name was expected; "
                "export the project from doccano once more, as JSONL with the names of labels.",
                label=label,
            ),
            path=path,
            line=number,
        )
    if not isinstance(label, str) or not label.strip():
        return Misfit.UNREADABLE
    return TextSpan(start, end, label)


def _fields(one: Any) -> tuple[Any, Any, Any]:
    """Return start, end and label of an entry, None for missing ones."""
    if isinstance(one, dict):
        return one.get(_START), one.get(_END), one.get("label")
    if isinstance(one, list) and len(one) == 3:
        return one[0], one[1], one[2]
    return None, None, None


def write(document: ExportedDocument) -> Iterator[str]:
    """Yield the imported file with changed spans."""
    if document.layout.bom:
        yield BOM
    for record, sentences in by_record(document):
        yield record.raw if is_blank(record.raw) else _line(record.raw, sentences, document)


def _line(raw: str, sentences: Sequence[ExportedSentence], document: ExportedDocument) -> str:
    line = read_line(raw)
    text = text_of_line(line)
    check_text(text, sentences)
    token_positions = token_positions_in_text(sentences)
    aligned = TokenGrid(token_positions, len(text)).align(_spans(line))
    changes = span_changes(aligned, sentences, document)
    if not changes.new and changes.after == tuple(aligned):
        return raw
    name = _list_of(line)
    written = []
    for piece, before, after in zip(line.elements(name), aligned, changes.after, strict=True):
        if after == before:
            written.append((_order(piece.value), raw[piece.start : piece.end]))
        elif isinstance(after, AlignedSpan):
            entry = _changed(piece.value, after, token_positions)
            written.append((_order(entry), line.written(entry)))
    numbers = _free_ids(line)
    for one in changes.new:
        entry = _entry(one, token_positions, name, next(numbers))
        written.append((_order(entry), line.written(entry)))
    if _is_sorted(line, name):
        written.sort(key=lambda pair: pair[0])
    return line.with_members({name: f"[{', '.join(text for _, text in written)}]"})


def _order(entry: Any) -> tuple[int, int]:
    start, end, _ = _fields(entry)
    return (start, end) if type(start) is int and type(end) is int else (0, 0)


def _is_sorted(line: JsonLine, name: str) -> bool:
    order = [_order(piece.value) for piece in line.elements(name)]
    return order == sorted(order)


def _edges(one: AlignedSpan, token_positions: Sequence[TokenPositions]) -> tuple[int, int]:
    tokens = token_positions[one.sentence]
    return tokens[one.start][0], tokens[one.end - 1][1]


def _changed(entry: Any, one: AlignedSpan, token_positions: Sequence[TokenPositions]) -> Any:
    """Return an entry with another label or other edges, otherwise unchanged."""
    start, end = _edges(one, token_positions)
    if isinstance(entry, dict):
        return {**entry, _START: start, _END: end, "label": one.label}
    return [start, end, one.label]


def _entry(
    one: AlignedSpan, token_positions: Sequence[TokenPositions], name: str, number: int
) -> Any:
    start, end = _edges(one, token_positions)
    if name == "entities":
        return {"id": number, "label": one.label, _START: start, _END: end}
    if name == "annotations":
        return {"label": one.label, _START: start, _END: end}
    return [start, end, one.label]


def _free_ids(line: JsonLine) -> Iterator[int]:
    """Yield unused ids of entities and relations."""
    entries = [*(line.get("entities") or ()), *_relations(line)]
    known = [one.get("id") for one in entries if isinstance(one, dict)]
    number = max((one for one in known if type(one) is int), default=0)
    while True:
        number += 1
        yield number


def _relations(line: JsonLine) -> list[Any]:
    found = line.get("relations")
    return found if isinstance(found, list) else []


def write_any(document: ExportedDocument) -> Iterator[str]:
    """Yield an object for each sentence, with its spans as triples."""
    for sentence in document.sentences:
        spans = [
            [int(sentence.starts[span.start]), int(sentence.ends[span.end - 1]), span.label]
            for span in spans_of(sentence, document.scheme)
        ]
        row = {"id": sentence.id, "text": sentence.text, "label": spans}
        yield json.dumps(row, ensure_ascii=False) + "\n"


def losses(document: ExportedDocument) -> Iterator[Note]:
    """Yield notes on relations of deleted entities, and on losses of other formats."""
    if document.layout.format != "doccano":
        yield from losses_of_sentences(document)
        return
    sentence_index = 0
    for record, sentences in by_record(document):
        if not is_blank(record.raw):
            line = read_line(record.raw)
            after = read_line(_line(record.raw, sentences, document))
            gone = _ids(line) - _ids(after)
            n = sum(
                one.get("from_id") in gone or one.get("to_id") in gone
                for one in _relations(after)
                if isinstance(one, dict)
            )
            if n:
                yield Note(NoteKind.ODD, "Relations of spans that are gone", n, (sentence_index,))
        sentence_index += len(sentences)


def _ids(line: JsonLine) -> set[int]:
    entries = line.get("entities") or ()
    known = [one.get("id") for one in entries if isinstance(one, dict)]
    return {one for one in known if type(one) is int}


def losses_of_sentences(document: ExportedDocument) -> Iterator[Note]:
    """Yield notes on what is lost when each sentence of another format becomes a text."""
    if document.layout.format in ("conllu", "columns"):
        yield Note(NoteKind.LOST, "Documents that lose columns and comments")
    else:
        yield Note(NoteKind.LOST, "Documents that lose the whitespace between sentences")
