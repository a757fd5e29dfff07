"""CoNLL-U: ten columns, one of which is the label."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path

from app.domain.notes import Note, NoteKind
from app.formats.conllu_misc import (
    attribute_named,
    attribute_options,
    new_attribute,
    without_attribute,
)
from app.formats.plain_text import TOKENS_OPTION
from app.formats.records import (
    IGNORED,
    LABEL,
    LABELS_OPTION,
    NOTHING,
    WHERE_THERE_ARE_SOME,
    WORD,
    ImportedText,
    NoLabelsError,
)
from app.formats.rows import imported, write_rows
from crfcore.errors import DataError
from crfcore.messages import message
from crfcore.text.conllu import CONLLU_COLUMNS, looks_like_conllu, parse_conllu
from crfcore.text.rows import RawFile, RawSentence, Watch, line_content, listed, split_fields

# The other columns that describe the word alone, so that features may use them.
_USED = ("lemma", "upos", "xpos", "feats")
_DEFAULT_LABEL = "upos"
_FORM, _MISC = CONLLU_COLUMNS.index("form"), CONLLU_COLUMNS.index("misc")
_NO_SPACE = "SpaceAfter=No"
SURFACE = "surface"
"""The value of `TOKENS_OPTION` for ranges as tokens."""


detect = looks_like_conllu
write = write_rows


def read(
    text: str,
    columns: Sequence[str] = (),
    path: Path | None = None,
    *,
    options: Mapping[str, str] = NOTHING,
    companions: Mapping[str, str] = NOTHING,
    watch: Watch | None = None,
) -> ImportedText:
    """Read a CoNLL-U file.

    ``columns`` is empty (the label is UPOS), one name ("xpos": that column is the label; "misc:NE":
    the attribute NE of the last one is), or ten names, of which one is "word" and at most one
    "label".

    With the option "tokens" = "surface" a range is one token; the label is an attribute then,
    because ranges have no other columns. With "labels" = "where there are some" a file in which no
    word has the attribute has no labels.
    """
    surface = options.get(TOKENS_OPTION) == SURFACE
    # In a list, so that `imported` can free it sentence by sentence.
    parsed = [parse_conllu(text, path=path, surface=surface, watch=watch)]
    attribute = attribute_named(columns)
    kept, notes = _attribute(attribute, parsed[0], path, options)
    names = column_names(("misc",) if attribute else columns, path)
    if surface and not attribute:
        names = _without_label(names, columns, path)
    if LABEL not in names:
        kept = new_attribute(_misc_fields(parsed[0]))
    notes += [] if surface else _odd_numbers(parsed[0])
    read = imported(parsed.pop(), lambda _: names, "conllu", path, kept, _gaps, watch)
    read.notes.extend(notes)
    return read


def _attribute(
    name: str, raw: RawFile, path: Path | None, options: Mapping[str, str]
) -> tuple[tuple[tuple[str, str], ...], list[Note]]:
    """Return the layout's options for the label's attribute, and notes."""
    if not name:
        return (), []
    try:
        return attribute_options(name, _misc_fields(raw), path), []
    except NoLabelsError:
        if options.get(LABELS_OPTION) != WHERE_THERE_ARE_SOME:
            raise
    kept, note = without_attribute(name, sum(len(one.fields) for one in raw.sentences))
    return kept, [note]


def _without_label(
    names: Sequence[str], columns: Sequence[str], path: Path | None
) -> tuple[str, ...]:
    """Return the names of columns for ranges as tokens; DataError if a column is the label."""
    if columns and LABEL in names:
        raise DataError(
            message(
                "A range of words has no labels in its columns, but in the last one: name an "
                "attribute of it, for example misc:NE, or no column."
            ),
            path=path,
        )
    return tuple(IGNORED if name == LABEL else name for name in names)


def _odd_numbers(raw: RawFile) -> Iterator[Note]:
    """Yield notes on sentences whose words are not numbered consecutively."""
    text = "Sentences whose words are not numbered 1, 2, 3, …"
    for sentence_index, sentence in enumerate(raw.sentences):
        numbers = [fields[0] for fields in sentence.fields]
        if numbers[-1] != str(len(numbers)) or numbers != _counted(len(numbers)):
            yield Note(NoteKind.ODD, text, 1, (sentence_index,))


@cache
def _counted(n: int) -> list[str]:
    return [str(number) for number in range(1, n + 1)]


def _gaps(sentence: RawSentence) -> list[str]:
    """Return the gap after each word: a space, or nothing if the file says so.

    The words of a range (``1-2 don't``) touch if they make up its form, and the gap after it is the
    range's; other words of ranges (``al``: a, el) have spaces between them.
    """
    gaps = ["" if _touches(fields[_MISC]) else " " for fields in sentence.fields]
    if len(sentence.lines) > len(sentence.tokens):
        for first, last, row in _ranges(sentence):
            words = [fields[_FORM] for fields in sentence.fields[first : last + 1]]
            inside = "" if "".join(words) == row[_FORM] else " "
            behind = "" if _touches(row[_MISC]) else " "
            gaps[first : last + 1] = [inside] * (last - first) + [behind]
    return gaps


def _touches(misc: str) -> bool:
    return _NO_SPACE in misc and _NO_SPACE in misc.split("|")


def _ranges(sentence: RawSentence) -> Iterator[tuple[int, int, tuple[str, ...]]]:
    """Yield the ranges of a sentence: first and last word, and the row."""
    numbers = {fields[0]: token_index for token_index, fields in enumerate(sentence.fields)}
    tokens = set(sentence.tokens)
    covered = -1
    for at, line in enumerate(sentence.lines):
        first, dash, last = line.partition("\t")[0].strip(" ").partition("-")
        known = at not in tokens and dash and first in numbers and last in numbers
        # Of ranges that overlap, which is an error, the first one counts.
        if known and covered < numbers[first] <= numbers[last]:
            covered = numbers[last]
            yield numbers[first], numbers[last], split_fields(line_content(line), "tab")


def _misc_fields(raw: RawFile) -> list[str]:
    return [fields[_MISC] for sentence in raw.sentences for fields in sentence.fields]


def column_names(columns: Sequence[str], path: Path | None = None) -> tuple[str, ...]:
    """Return the names of the ten columns, the label's among them."""
    if len(columns) == len(CONLLU_COLUMNS):
        return tuple(columns)
    chosen = [name.lower() for name in columns if name.lower() not in (WORD, "form", LABEL)]
    label = chosen[0] if chosen else _DEFAULT_LABEL
    if len(chosen) > 1 or label not in CONLLU_COLUMNS:
        raise DataError(
            message(
                "The columns are named {columns}; for CoNLL-U name the one that is the label (of "
                "{conllu_columns}), or all ten, among them word and label.",
                columns=listed(columns),
                conllu_columns=", ".join(CONLLU_COLUMNS),
            ),
            path=path,
        )
    return tuple(_name(column, label) for column in CONLLU_COLUMNS)


def _name(column: str, label: str) -> str:
    if column == label:
        return LABEL
    if column == "form":
        return WORD
    return column if column in _USED else IGNORED
