"""The common parts of column files and CoNLL-U: column names, and rewriting of label fields."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate, pairwise, repeat
from pathlib import Path
from typing import cast

from app.domain.documents import RAGGED, ROWS_OPTION, Layout
from app.domain.notes import Note, NoteKind, note_text
from app.domain.sentences import SentenceSource
from app.formats.conllu_misc import attribute_reader, attribute_writer, with_attribute
from app.formats.records import (
    IGNORED,
    LABEL,
    NO_LABEL,
    WORD,
    ExportedDocument,
    ImportedSentence,
    ImportedText,
)
from crfcore.errors import DataError, shown
from crfcore.messages import message
from crfcore.text.columns import DOCUMENT_MARK
from crfcore.text.rows import (
    BOM,
    RawFile,
    RawSentence,
    Separator,
    Watch,
    field_at,
    is_blank,
    line_content,
    listed,
    replace_field,
)

_SENTENCES_BETWEEN_LOOKS = 200
_SEPARATORS = {"tab": "\t", "space": " "}


@dataclass(frozen=True, slots=True)
class Roles:
    """The columns of a file: the word, the label if any, and those that features may use."""

    word: int
    label: int | None
    features: tuple[int, ...]

    @classmethod
    def of(cls, names: Sequence[str], path: Path | None = None) -> Roles:
        """Return the roles of named columns; DataError for an invalid combination."""
        if names.count(WORD) != 1 or names.count(LABEL) > 1:
            raise DataError(
                message(
                    "The columns are named {names}; exactly one must be “{word}” and at most one "
                    "“{label}”, for example word,pos,label.",
                    names=listed(names),
                    word=WORD,
                    label=LABEL,
                ),
                path=path,
            )
        others = (at for at, name in enumerate(names) if name not in (WORD, LABEL, IGNORED))
        word = names.index(WORD)
        label = names.index(LABEL) if LABEL in names else None
        return cls(word, label, (word, *others))


def imported(
    raw: RawFile,
    names_of: Callable[[int], Sequence[str]],
    format_name: str,
    path: Path | None,
    options: tuple[tuple[str, str], ...] = (),
    gaps_of: Callable[[RawSentence], Iterable[str]] | None = None,
    watch: Watch | None = None,
) -> ImportedText:
    """Return a file's sentences; ``names_of`` returns the names for a number of columns.

    ``options`` are those of the layout. ``gaps_of`` returns the gap after each word of a sentence;
    without it they are spaces. There should be no other reference to ``raw``, so that it is freed
    sentence by sentence: freeing millions of strings at once would stop every thread.
    """
    if not raw.sentences:
        raise DataError(message("No line of the file is a row with a word."), path=path)
    names = names_of(raw.n_columns)
    roles = Roles.of(names, path)
    layout = Layout(format_name, tuple(names), raw.separator, raw.bom, raw.tail, options)
    tag_of = attribute_reader(layout)
    notes = [*_kept_rows(raw), *_ragged_rows(raw)]
    pending = list(reversed(raw.sentences))
    del raw
    sentences = []
    while pending:
        if watch is not None and len(pending) % _SENTENCES_BETWEEN_LOOKS == 0:
            watch()
        sentence = pending.pop()
        gaps = gaps_of(sentence) if gaps_of is not None else repeat(" ")
        sentences.append(_imported(sentence, len(names), roles, tag_of, gaps, path))
    return ImportedText(layout, sentences, notes=notes)


def _even(rows: Sequence[tuple[str, ...]], n_columns: int) -> Sequence[tuple[str, ...]]:
    """Return rows of the same length, cut or filled between the first and last field."""
    if all(len(row) == n_columns for row in rows):
        return rows
    missing = (NO_LABEL,) * n_columns
    return [(row[0], *(row[1:-1] + missing)[: n_columns - 2], row[-1]) for row in rows]


def _ragged_rows(raw: RawFile) -> Iterator[Note]:
    """Yield notes on rows with another number of fields than the first one."""
    for sentence_index, sentence in enumerate(raw.sentences):
        n = sum(len(fields) != raw.n_columns for fields in sentence.fields)
        if n:
            text = "Rows with another number of fields (first: word, last: label)"
            yield Note(NoteKind.ODD, text, n, (sentence_index,))


def has_marks(sentence: ImportedSentence) -> bool:
    """Return whether a document mark precedes a sentence."""
    return DOCUMENT_MARK in sentence.source.before


def split_at_marks(whole: ImportedText) -> list[ImportedText]:
    """Split a file at its document marks; the concatenated parts are the file."""
    firsts = [at for at, sentence in enumerate(whole.sentences) if at and has_marks(sentence)]
    if not firsts or whole.records:
        return [whole]
    parts = []
    for first, last in pairwise([0, *firsts, len(whole.sentences)]):
        sentences, tail = whole.sentences[first:last], whole.layout.tail
        if last < len(whole.sentences):
            tail = _ahead_of_mark(whole.sentences[last].source.before)
        if first:
            before = sentences[0].source.before
            source = replace(sentences[0].source, before=before[len(_ahead_of_mark(before)) :])
            sentences[0] = replace(sentences[0], source=source)
        layout = replace(whole.layout, bom=whole.layout.bom and not first, tail=tail)
        parts.append(ImportedText(layout, sentences, notes=[] if first else whole.notes))
    return parts


def _ahead_of_mark(before: str) -> str:
    """Return the blank lines before the first mark, which belong to the previous document."""
    at = before.index(DOCUMENT_MARK)
    return before[: before.rfind("\n", 0, at) + 1]


def _kept_rows(raw: RawFile) -> Iterator[Note]:
    """Yield notes on rows that are not tokens."""
    counts: Counter[str] = Counter()
    for sentence in raw.sentences:
        counts.update(map(_kind_of_row, _rows_of(sentence.before)))
        if len(sentence.lines) > len(sentence.tokens):
            tokens = set(sentence.tokens)
            others = (line for at, line in enumerate(sentence.lines) if at not in tokens)
            counts.update(map(_kind_of_row, others))
    counts.update(map(_kind_of_row, _rows_of(raw.tail)))
    for kind, n in counts.items():
        yield Note(NoteKind.KEPT, kind, n)


def _rows_of(text: str) -> list[str]:
    return [line for line in text.split("\n") if not is_blank(line)]


def _kind_of_row(line: str) -> str:
    if line.startswith("#"):
        return note_text("Comments")
    if line.startswith(DOCUMENT_MARK):
        return note_text("-DOCSTART- lines")
    number = line.partition("\t")[0]
    if number.strip().isdecimal():
        return note_text("Words inside ranges")
    return note_text("Ranges of words" if "-" in number else "Empty nodes")


def _imported(
    sentence: RawSentence,
    n_columns: int,
    roles: Roles,
    tag_of: Callable[[str], str | None],
    gaps: Iterable[str],
    path: Path | None,
) -> ImportedSentence:
    columns = list(zip(*_even(sentence.fields, n_columns), strict=True))
    words = columns[roles.word]
    if "" in words:
        line = sentence.first_line + sentence.tokens[words.index("")]
        raise DataError(message("The word is empty; every row needs one."), path=path, line=line)
    pieces = [word + gap for word, gap in zip(words, gaps, strict=False)]
    pieces[-1] = words[-1]
    stops = list(accumulate(map(len, pieces)))
    starts = [0, *stops[:-1]]
    tags = None
    if roles.label is not None:
        tags = tuple(map(tag_of, columns[roles.label]))
    return ImportedSentence(
        text="".join(pieces),
        starts=starts,
        ends=[start + len(word) for start, word in zip(starts, words, strict=True)],
        columns=tuple(columns[column] for column in roles.features),
        tags=tags,
        source=SentenceSource(sentence.before, sentence.lines, sentence.tokens),
    )


def write_rows(document: ExportedDocument) -> Iterator[str]:
    """Yield the imported file with changed label fields.

    A file without a label column gets one at the end; CoNLL-U gets an attribute in its last one.
    """
    layout, no_label = document.layout, document.no_label
    separator = cast("Separator", layout.separator)
    label = _label_column(layout) if LABEL in layout.columns else None
    written = attribute_writer(layout)
    if layout.bom:
        yield BOM
    for sentence in document.sentences:
        yield sentence.source.before
        lines = list(sentence.source.lines)
        for at, tag in zip(sentence.source.tokens, sentence.tags, strict=True):
            if label is None and layout.format == "conllu":
                lines[at] = with_attribute(lines[at], layout, "" if tag == no_label else tag or "")
            elif label is None:
                lines[at] = _with_label(lines[at], tag or no_label, separator)
            elif tag is not None:
                lines[at] = _relabelled(lines[at], label, tag, separator, written)
        yield "".join(lines)
    yield layout.tail


def _relabelled(
    line: str,
    label: int,
    tag: str,
    separator: Separator,
    written: Callable[[str, str], str],
) -> str:
    before = field_at(line_content(line), label, separator)
    after = written(before, tag)
    return line if after == before else replace_field(line, label, after, separator)


def label_in(layout: Layout, line: str) -> str | None:
    """Return the label in a row of an imported file."""
    separator = cast("Separator", layout.separator)
    return attribute_reader(layout)(field_at(line_content(line), _label_column(layout), separator))


def _label_column(layout: Layout) -> int:
    """Return the index of the label's field; -1 if rows differ in length."""
    return -1 if layout.option(ROWS_OPTION) == RAGGED else layout.columns.index(LABEL)


def _with_label(line: str, tag: str, separator: Separator) -> str:
    content = line_content(line)
    check_field(tag)
    return content + _SEPARATORS[separator] + tag + line[len(content) :]


def check_field(value: str) -> None:
    """Raise DataError if a value cannot be a field of a row."""
    if not value or any(character in value for character in " \t\r\n"):
        raise DataError(
            message(
                "The label {value} cannot be written to a file of columns because of its "
                "whitespace; rename the label.",
                value=shown(value),
            )
        )


def as_field(word: str) -> str:
    """Return a word as a field: without white space, at which other readers split."""
    return "".join(word.split()) or NO_LABEL


def write_words_and_tags(document: ExportedDocument) -> Iterator[str]:
    """Yield two columns, word and tag, for text that had no columns."""
    no_label = document.no_label
    for sentence in document.sentences:
        rows = []
        for word, tag in zip(sentence.words, sentence.tags, strict=True):
            check_field(tag or no_label)
            rows.append(f"{as_field(word)} {tag or no_label}\n")
        yield "".join(rows) + "\n"
