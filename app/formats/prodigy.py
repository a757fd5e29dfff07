"""JSON lines of Prodigy: a text on each line with spans, tokens, and an answer."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from app.domain.documents import Layout, SourceRecord
from app.domain.notes import Note, NoteKind
from app.formats.doccano import losses_of_sentences
from app.formats.json_lines import (
    JsonLine,
    check_not_empty,
    first_objects,
    json_lines,
    read_line,
    text_of_line,
)
from app.formats.label_count import LabelCount
from app.formats.prodigy_answers import (
    ACCEPT,
    IGNORE,
    REJECT,
    Answers,
    Key,
    answer_of,
    answered_spans,
    answers_of,
    given_tokens,
    is_fresh,
    key_of,
)
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
    TokenGrid,
    TokenPositions,
    by_record,
    check_text,
    imported_sentences,
    misfit_notes,
    span_changes,
    spans_of,
    tags_of,
    token_positions_in_text,
)
from crfcore.errors import DataError
from crfcore.messages import message
from crfcore.text.rows import BOM, Amount, Watch, is_blank, watched

_OWN = frozenset(("spans", "tokens", "answer", "_input_hash", "_task_hash", "_view_id"))
REJECTED_OPTION, OF_TOKENS = "rejected", "tokens"
"""The option by which a rejected span rejects its label on each of its tokens."""

_TOKEN_EDGES = ("token_start", "token_end")


def detect(text: str) -> bool:
    """Return whether a file begins with an object that has a text and a key of Prodigy's."""
    found = first_objects(text)
    own = any(_OWN & line.members.keys() for line in found)
    return own and isinstance(found[0].get("text"), str)


def read(
    text: str,
    columns: Sequence[str] = (),
    path: Path | None = None,
    *,
    options: Mapping[str, str] = NOTHING,
    companions: Mapping[str, str] = NOTHING,
    watch: Watch | None = None,
) -> ImportedText:
    """Read the texts of a file, each once, with all its answers.

    A rejected span is wrong with its borders and label: its tokens may have that label in another
    span, unless the option "rejected" is "tokens".
    """
    of_tokens = options.get(REJECTED_OPTION) == OF_TOKENS
    if columns:
        raise DataError(message("Prodigy files have no columns; remove --columns."), path=path)
    raws: list[tuple[str, Key | None]] = []
    groups: defaultdict[Key, list[JsonLine]] = defaultdict(list)
    labels = LabelCount(path, options)
    for number, raw in json_lines(text, watch, path):
        if is_blank(raw):
            raws.append((raw, None))
            continue
        line = read_line(raw, path, number)
        text_of_line(line, path, number)
        labels.add_spans(answered_spans(line))
        key = key_of(line, number)
        groups[key].append(line)
        raws.append((raw, key))
    amount = Amount(path)
    sentences: list[ImportedSentence] = []
    records: list[SourceRecord] = []
    notes: list[Note] = []
    for raw, key_or_none in watched(raws, watch):
        records.append(SourceRecord(len(sentences), raw))
        lines = groups.pop(key_or_none, []) if key_or_none is not None else []
        if lines:
            answers = answers_of(lines)
            notes += _notes(answers, len(sentences), of_tokens=of_tokens)
            token_positions = answers.sentences(watch, path)
            amount.add_all(map(len, token_positions))
            sentences += _sentences(
                answers, token_positions, notes, len(sentences), of_tokens=of_tokens, watch=watch
            )
    layout = Layout("prodigy", bom=text.startswith(BOM))
    return check_not_empty(ImportedText(layout, sentences, records, notes), path)


def _sentences(
    answers: Answers,
    token_positions: Sequence[TokenPositions],
    notes: list[Note],
    first: int,
    *,
    of_tokens: bool,
    watch: Watch | None,
) -> list[ImportedSentence]:
    """Return the sentences of a text, and add notes on spans that cannot be shown."""
    text = answers.text
    grid = TokenGrid(token_positions, len(text))
    spans = [entry.span for entry in answers.right()]
    aligned = grid.align(watched(spans, watch))
    tags: list[tuple[str | None, ...] | None] = [None] * len(token_positions)
    if answers.complete is not None:
        tags = list(tags_of(token_positions, aligned, spans))
    elif any(isinstance(one, AlignedSpan) for one in aligned):
        tags = [_spans_alone(some) for some in tags_of(token_positions, aligned, spans)]
    ruled_out = _ruled_out(answers, grid, token_positions, watch) if of_tokens else ()
    notes += misfit_notes(aligned, first)
    return list(imported_sentences(text, token_positions, tags, ruled_out))


def _spans_alone(tags: Sequence[str | None]) -> tuple[str | None, ...]:
    """Return tags without "O", which no answer has given."""
    return tuple(None if tag == "O" else tag for tag in tags)


def _ruled_out(
    answers: Answers,
    grid: TokenGrid,
    token_positions: Sequence[TokenPositions],
    watch: Watch | None,
) -> list[tuple[tuple[str, ...], ...]]:
    """Return the rejected labels of each token, in the order of the file."""
    found: list[list[dict[str, None]]] = [[{} for _ in tokens] for tokens in token_positions]
    for entry in watched(answers.wrong(), watch):
        one = entry.span if isinstance(entry.span, Misfit) else grid.locate(entry.span)
        if isinstance(one, AlignedSpan):
            for token in range(one.start, one.end):
                found[one.sentence][token][one.label] = None
    return [tuple(map(tuple, some)) for some in found]


def _notes(answers: Answers, sentence: int, *, of_tokens: bool) -> Iterator[Note]:
    sentence_indices = (sentence,)
    rejections = len(answers.wrong())
    if rejections and not of_tokens:
        text = "Rejected spans (cannot be represented per token)"
        yield Note(NoteKind.KEPT, text, rejections, sentence_indices)
    ignored = sum(answer_of(line) == IGNORE for line in answers.lines)
    if ignored:
        yield Note(NoteKind.KEPT, "Ignored answers", ignored, sentence_indices)
    rejected = {number for number, line in enumerate(answers.lines) if answer_of(line) == REJECT}
    silent = len(rejected - {entry.line for entry in answers.wrong()})
    if silent:
        yield Note(
            NoteKind.KEPT, "Rejected answers without a usable span", silent, sentence_indices
        )
    if answers.n_complete > 1:
        text = "Texts that were labelled by hand more than once (the last answer counts)"
        yield Note(NoteKind.ODD, text, 1, sentence_indices)
    unused = sum(bool(line.get("tokens")) and not given_tokens(line) for line in answers.lines)
    if unused:
        text = "Lists of tokens that don't fit their text, not used"
        yield Note(NoteKind.ODD, text, unused, sentence_indices)


def write(document: ExportedDocument) -> Iterator[str]:
    """Yield the imported file with changed spans and answers."""
    if document.layout.bom:
        yield BOM
    groups: defaultdict[Key, list[tuple[int, str]]] = defaultdict(list)
    for number, record in enumerate(document.records()):
        if not is_blank(record.raw):
            line = read_line(record.raw)
            text_of_line(line)
            groups[key_of(line, number)].append((number, record.raw))
    firsts = {group[0][0]: group for group in groups.values()}
    written: dict[int, str] = {}
    for number, (record, sentences) in enumerate(by_record(document)):
        if number in firsts:
            numbers, raws = zip(*firsts.pop(number), strict=True)
            written.update(zip(numbers, _lines(raws, sentences, document), strict=True))
        yield written.pop(number, record.raw)


def _lines(
    raws: Sequence[str], sentences: Sequence[ExportedSentence], document: ExportedDocument
) -> list[str]:
    """Return the lines about a text with the project's labels."""
    answers = answers_of([read_line(raw) for raw in raws])
    check_text(answers.text, sentences)
    return _Rewriting(answers, sentences, document).lines()


class _Rewriting:
    """The lines about a text with the project's labels."""

    def __init__(
        self, answers: Answers, sentences: Sequence[ExportedSentence], document: ExportedDocument
    ) -> None:
        self._answers = answers
        self._token_positions = token_positions_in_text(sentences)
        self._elements: dict[int, dict[int, AlignedSpan | None]] = defaultdict(dict)
        self._answer: dict[int, str] = {}
        grid = TokenGrid(self._token_positions, len(answers.text))
        right = answers.right()
        aligned = grid.align(entry.span for entry in right)
        changes = span_changes(aligned, sentences, document)
        for entry, before, after in zip(right, aligned, changes.after, strict=True):
            if after != before and not isinstance(after, Misfit):
                self._change(entry.line, entry.element, after)
        self._new = list(changes.new)
        for entry in answers.wrong():
            one = entry.span if isinstance(entry.span, Misfit) else grid.locate(entry.span)
            if isinstance(one, AlignedSpan) and one in self._new and entry.line not in self._answer:
                # The rejected span exists now.
                self._new.remove(one)
                self._answer[entry.line] = ACCEPT
        self._known = all(tag is not None for sentence in sentences for tag in sentence.tags)
        self._touched = any(tag is not None for sentence in sentences for tag in sentence.tags)
        self._now = [
            AlignedSpan(number, span.start, span.end, span.label)
            for number, sentence in enumerate(sentences)
            for span in spans_of(sentence, document.scheme)
        ]

    def _change(self, line: int, element: int, after: AlignedSpan | None) -> None:
        alone = len(self._answers.lines[line].get("spans")) == 1
        if after is None and alone and line != self._answers.complete:
            # A single question with another answer now.
            self._answer[line] = REJECT
        else:
            self._elements[line][element] = after

    def lines(self) -> list[str]:
        """Return the lines; unchanged ones are returned as they were."""
        lines = self._answers.lines
        target = self._answers.complete
        if target is None:
            fresh = (number for number, line in enumerate(lines) if is_fresh(line))
            target = next(fresh, None)
        found = []
        for number, line in enumerate(lines):
            members = self._members(number, line, self._new if number == target else [])
            if number == target and is_fresh(line) and self._touched:
                members = self._answered(line)
            found.append(line.with_members(members) if members else line.raw)
        if target is None and self._new:
            found[0] += self._further(lines[0])
        return found

    def _members(self, number: int, line: JsonLine, new: Sequence[AlignedSpan]) -> dict[str, str]:
        members = {}
        changed = self._elements.get(number, {})
        if changed or new:
            written = []
            for element, piece in enumerate(line.elements("spans")):
                after = changed.get(element)
                if element not in changed:
                    written.append((_start(piece.value), line.raw[piece.start : piece.end]))
                elif after is not None:
                    entry = {**piece.value, **self._entry(line, after)}
                    if "text" in piece.value:
                        entry["text"] = self._answers.text[entry["start"] : entry["end"]]
                    written.append((entry["start"], line.written(entry)))
            written += [self._written(line, one) for one in new]
            written.sort(key=lambda pair: pair[0])
            members["spans"] = f"[{', '.join(text for _, text in written)}]"
        if number in self._answer:
            members["answer"] = line.written(self._answer[number])
        return members

    def _written(self, line: JsonLine, one: AlignedSpan) -> tuple[int, str]:
        entry = self._entry(line, one)
        return entry["start"], line.written(entry)

    def _entry(self, line: JsonLine, one: AlignedSpan) -> dict[str, Any]:
        tokens = self._token_positions[one.sentence]
        return _entry(tokens[one.start][0], tokens[one.end - 1][1], one.label, given_tokens(line))

    def _answered(self, line: JsonLine) -> dict[str, str]:
        """Return the members of a line without an answer so far."""
        written = [self._written(line, one)[1] for one in self._now]
        members = {"spans": f"[{', '.join(written)}]", "answer": line.written(ACCEPT)}
        if self._known and given_tokens(line) is None:
            members["tokens"] = line.written(_tokens(self._answers.text, self._all_tokens()))
        return members

    def _all_tokens(self) -> TokenPositions:
        return [token for tokens in self._token_positions for token in tokens]

    def _further(self, line: JsonLine) -> str:
        """Return one more line with new spans."""
        end = line.raw[len(line.raw.rstrip("\r\n")) :]
        row: dict[str, Any] = {"text": self._answers.text}
        if "_input_hash" in line.members:
            row["_input_hash"] = line.get("_input_hash")
        tokens = given_tokens(line) or self._all_tokens()
        spans = self._now if self._known else self._new
        if self._known:
            row["tokens"] = line.get("tokens") or _tokens(self._answers.text, tokens)
        token_positions = self._token_positions
        row["spans"] = [
            _entry(
                token_positions[one.sentence][one.start][0],
                token_positions[one.sentence][one.end - 1][1],
                one.label,
                tokens if self._known else None,
            )
            for one in spans
        ]
        row["answer"] = ACCEPT
        if self._known:
            row["_view_id"] = "ner_manual"
        return line.written(row) + end if end else "\n" + line.written(row)


def _start(entry: Any) -> int:
    start = entry.get("start") if isinstance(entry, dict) else None
    return start if type(start) is int else 0


def _entry(start: int, end: int, label: str, tokens: TokenPositions | None) -> dict[str, Any]:
    """Return a span, with its first and last token if its edges are those of tokens."""
    entry: dict[str, Any] = {"start": start, "end": end}
    first = [number for number, token in enumerate(tokens or ()) if token[0] == start]
    last = [number for number, token in enumerate(tokens or ()) if token[1] == end]
    if first and last:
        entry.update(zip(_TOKEN_EDGES, (first[-1], last[0]), strict=True))
    entry["label"] = label
    return entry


def _tokens(text: str, token_positions: TokenPositions) -> list[dict[str, Any]]:
    return [
        {
            "text": text[start:end],
            "start": start,
            "end": end,
            "id": number,
            "ws": text[end : end + 1].isspace(),
        }
        for number, (start, end) in enumerate(token_positions)
    ]


def write_any(document: ExportedDocument) -> Iterator[str]:
    """Yield a task for each sentence, as if it had been labelled by hand and accepted."""
    for sentence in document.sentences:
        starts, ends = map(int, sentence.starts), map(int, sentence.ends)
        token_positions = list(zip(starts, ends, strict=True))
        spans = [
            _entry(
                token_positions[span.start][0],
                token_positions[span.end - 1][1],
                span.label,
                token_positions,
            )
            for span in spans_of(sentence, document.scheme)
        ]
        row = {
            "text": sentence.text,
            "tokens": _tokens(sentence.text, token_positions),
            "spans": spans,
            "meta": {"sentence": sentence.id},
            "_view_id": "ner_manual",
            "answer": ACCEPT,
        }
        yield json.dumps(row, ensure_ascii=False) + "\n"


def losses(document: ExportedDocument) -> Iterator[Note]:
    """Yield notes on losses of other formats."""
    if document.layout.format != "prodigy":
        yield from losses_of_sentences(document)
