"""Writing of edits, names and rows, in the caller's transaction."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Iterable
from dataclasses import asdict
from datetime import UTC, datetime
from itertools import pairwise
from typing import Any

import numpy as np

from app.domain.documents import Document, SourceRecord
from app.domain.edits import (
    NO_NEW_NAMES,
    Edit,
    FlagChange,
    PhraseChange,
    RowChange,
    TokenChanges,
)
from app.domain.gazetteers import Gazetteer, others_text
from app.domain.labels import Label
from app.domain.rules import ProjectRule
from app.domain.sentences import Additions, SentenceRow
from app.domain.settings import ProjectSettings
from app.storage.edit_encoding import layout_to, sides_of
from app.storage.errors import DamagedRowsError, UnfitError
from app.storage.schema import DISCARDED, DONE, NAMED, UNDONE
from app.storage.sentence_rows import checksum, row_values, source_values
from app.storage.tables import check_values
from crfcore.messages import message

Row = tuple[object, ...]

_INTERNED = {
    "words": ("SELECT max(id) FROM words", "INSERT OR IGNORE INTO words VALUES (?, ?)"),
    "tags": ("SELECT max(id) FROM tags", "INSERT OR IGNORE INTO tags VALUES (?, ?)"),
    "tag_sets": ("SELECT max(id) FROM tag_sets", "INSERT OR IGNORE INTO tag_sets VALUES (?, ?)"),
}

_ROWS = """
    SELECT id, text, starts, ends, columns, tag_sets, states, edits, checksum FROM sentences
    WHERE id IN ({})
"""
_TAG_SETS, _STATES = 4, 5
"""Columns of `_ROWS`, without the id."""

_KINDS = ("<i4", "u1", "<i8")
"""The numbers in the blobs of tag sets, states and edits."""

_AT_ONCE = 100
"""Sentences whose rows are read and written together: few enough for long ones."""


def now() -> str:
    """Return the time, ISO 8601, UTC."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")


def add_names(connection: sqlite3.Connection, additions: Additions) -> None:
    """Write new words, tags and tag sets; existing ids are skipped."""
    sets = tuple(json.dumps(members) for members in additions.tag_sets)
    _add(connection, "words", additions.first_word, additions.words)
    _add(connection, "tags", additions.first_tag, additions.tags)
    _add(connection, "tag_sets", additions.first_tag_set, sets)


def _add(connection: sqlite3.Connection, table: str, first: int, values: tuple[str, ...]) -> None:
    if not values:
        return
    highest, insert = _INTERNED[table]
    last = connection.execute(highest).fetchone()[0]
    if first > (0 if last is None else last + 1):
        raise ValueError(
            message(
                "{table} from {first} on would leave a gap after {last}",
                table=table,
                first=first,
                last=last,
            )
        )
    connection.executemany(insert, enumerate(values, first))


def write_edit(connection: sqlite3.Connection, edit: Edit, additions: Additions) -> None:
    """Apply an edit and add it to the history; undone steps are discarded."""
    if edit.new_names != NO_NEW_NAMES:
        raise ValueError(message("the new names of the edit have no ids yet"))
    add_names(connection, additions)
    connection.execute("UPDATE edits SET undone = ? WHERE undone = ?", (DISCARDED, UNDONE))
    apply_edit(connection, edit)
    _insert(connection, edit, DONE)


def write_named(connection: sqlite3.Connection, edit: Edit, number: int) -> None:
    """Write the author of tokens that have the edit id ``number``, which is no step."""
    _insert(
        connection,
        Edit(
            edit.kind,
            edit.summary,
            edit.origin,
            id=number,
            made_at=edit.made_at,
            annotator=edit.annotator,
        ),
        NAMED,
    )


def _insert(connection: sqlite3.Connection, edit: Edit, undone: int) -> None:
    connection.execute(
        "INSERT INTO edits VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            edit.id,
            edit.made_at or now(),
            annotator_id(connection, edit.annotator),
            edit.kind,
            edit.origin.value,
            edit.summary,
            *sides_of(edit),
            undone,
        ),
    )


def apply_edit(connection: sqlite3.Connection, edit: Edit) -> None:
    """Write the values after an edit to the rows."""
    for changes in TokenChanges.in_order(edit.tokens).blocks(_AT_ONCE):
        _apply_tokens(connection, changes)
    _apply_rows(connection, "labels", write_label, edit.labels)
    for tag in edit.tags:
        connection.execute("UPDATE tags SET name = ? WHERE id = ?", (tag.after, tag.tag))
    _apply_knowledge(connection, edit)
    for document_change in edit.documents:
        number, *values, _ = document_row(document_change.after)
        connection.execute(
            "UPDATE documents SET name = ?, position = ?, layout = ?, removed = ? WHERE id = ?",
            (*values, number),
        )
    if edit.settings is not None:
        write_settings(connection, edit.settings.after)
    if edit.roles is not None:
        pairs = zip(edit.roles.after.tolist(), edit.roles.sentences.tolist(), strict=True)
        connection.executemany("UPDATE sentences SET role = ? WHERE id = ?", pairs)


def write_settings(connection: sqlite3.Connection, settings: ProjectSettings) -> None:
    """Write the project's settings."""
    connection.executemany(
        "INSERT OR REPLACE INTO settings VALUES (?, ?)",
        [(key, json.dumps(value)) for key, value in asdict(settings).items()],
    )


def write_label(connection: sqlite3.Connection, label: Label) -> None:
    """Write a label, new or changed."""
    _write_row(
        connection,
        "labels",
        "INSERT OR REPLACE INTO labels VALUES (?, ?, ?, ?, ?, ?, ?)",
        label_values(label),
    )


def label_values(label: Label) -> Row:
    """Return the row of a label."""
    kept = (label.id, label.name, label.colour, label.key, label.position, int(label.removed))
    return (*kept, label.description)


def write_rule(connection: sqlite3.Connection, rule: ProjectRule) -> None:
    """Write a rule, new or changed."""
    statement = "INSERT OR REPLACE INTO rules VALUES (?, ?, ?, ?, ?, ?, ?)"
    _write_row(connection, "rules", statement, rule_values(rule))


def rule_values(rule: ProjectRule) -> Row:
    """Return the row of a rule."""
    cost = None if rule.cost is None else float(rule.cost)
    fields = (rule.id, rule.kind, rule.parameters, rule.name)
    return (*fields, int(rule.on), cost, rule.position)


def write_gazetteer(connection: sqlite3.Connection, gazetteer: Gazetteer) -> None:
    """Write a gazetteer, new or changed, without its phrases."""
    statement = "INSERT OR REPLACE INTO gazetteers VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
    _write_row(connection, "gazetteers", statement, gazetteer_values(gazetteer))


def gazetteer_values(gazetteer: Gazetteer) -> Row:
    """Return the row of a gazetteer."""
    return (
        gazetteer.id,
        gazetteer.name,
        int(gazetteer.ignore_case),
        gazetteer.label,
        int(gazetteer.as_rule),
        int(gazetteer.as_proposals),
        int(gazetteer.as_features),
        str(gazetteer.effect),
        others_text(gazetteer),
        None if gazetteer.cost is None else float(gazetteer.cost),
        gazetteer.position,
        None if gazetteer.share is None else float(gazetteer.share),
        gazetteer.grammar,
    )


def write_importing_document(connection: sqlite3.Connection, document: Document) -> None:
    """Write a document whose import is not finished."""
    statement = "INSERT INTO documents VALUES (?, ?, ?, ?, ?, ?)"
    _write_row(connection, "documents", statement, document_row(document, importing=True))


def document_row(document: Document, *, importing: bool = False) -> Row:
    """Return the row of a document."""
    return (*_document_values(document), int(importing))


def _write_row(connection: sqlite3.Connection, table: str, statement: str, values: Row) -> None:
    """Write a row after checking its values."""
    _check(connection, table, values)
    connection.execute(statement, values)


def _check(connection: sqlite3.Connection, table: str, values: Row) -> None:
    try:
        check_values(connection, table, values)
    except DamagedRowsError as error:
        raise UnfitError(str(error)) from error


def write_sentences(connection: sqlite3.Connection, rows: Iterable[SentenceRow]) -> None:
    """Write new sentences and their sources."""
    kept = list(rows)
    connection.executemany(
        "INSERT INTO sentences VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", map(row_values, kept)
    )
    connection.executemany("INSERT INTO sources VALUES (?, ?, ?, ?)", map(source_values, kept))


def write_records(
    connection: sqlite3.Connection, document: int, first: int, records: Iterable[SourceRecord]
) -> None:
    """Write records of a document being imported, numbered from ``first``."""
    connection.executemany(
        "INSERT INTO records VALUES (?, ?, ?, ?)",
        (
            (document, number, record.first_sentence, record.raw)
            for number, record in enumerate(records, first)
        ),
    )


def delete_importing(connection: sqlite3.Connection) -> None:
    """Delete documents whose import was not finished, and their sentences."""
    connection.execute(
        "DELETE FROM records WHERE document_id IN (SELECT id FROM documents WHERE importing = 1)"
    )
    connection.execute(
        "DELETE FROM sources WHERE sentence_id IN (SELECT id FROM sentences"
        " WHERE document_id IN (SELECT id FROM documents WHERE importing = 1))"
    )
    connection.execute(
        "DELETE FROM sentences WHERE document_id IN (SELECT id FROM documents WHERE importing = 1)"
    )
    connection.execute("DELETE FROM documents WHERE importing = 1")


def annotator_id(connection: sqlite3.Connection, name: str) -> int | None:
    """Return the id of an annotator, adding a new name; None for ""."""
    if not name:
        return None
    row = connection.execute("SELECT id FROM annotators WHERE name = ?", (name,)).fetchone()
    if row is not None:
        return int(row[0])
    (last,) = connection.execute("SELECT coalesce(max(id), 0) FROM annotators").fetchone()
    values = (int(last) + 1, name)
    _write_row(connection, "annotators", "INSERT INTO annotators VALUES (?, ?)", values)
    return values[0]


def _document_values(document: Document) -> tuple[int, str, int, str, int]:
    layout = json.dumps(layout_to(document.layout), ensure_ascii=False)
    return document.id, document.name, document.position, layout, int(document.removed)


def _apply_knowledge(connection: sqlite3.Connection, edit: Edit) -> None:
    _apply_rows(connection, "rules", write_rule, edit.rules)
    _apply_rows(connection, "gazetteers", write_gazetteer, edit.gazetteers)
    for phrase_change in edit.phrases:
        _apply_phrases(connection, phrase_change)
    for flag_change in edit.flags:
        _apply_flags(connection, flag_change)


def _apply_rows(
    connection: sqlite3.Connection,
    table: str,
    write: Callable[[sqlite3.Connection, Any], None],
    changes: Iterable[RowChange],
) -> None:
    for change in changes:
        if change.after is not None:
            write(connection, change.after)
        elif change.before is not None:
            delete = f'DELETE FROM "{table}" WHERE id = ?'  # noqa: S608  (a name of this module)
            connection.execute(delete, (change.before.id,))


def _apply_phrases(connection: sqlite3.Connection, change: PhraseChange) -> None:
    pairs = list(zip(change.phrases, change.after, strict=True))
    connection.executemany(
        "DELETE FROM phrases WHERE gazetteer_id = ? AND phrase = ?",
        ((change.gazetteer, phrase) for phrase, label in pairs if label is None),
    )
    kept = {label for label in change.after if label is not None}
    # Not each of a million phrases by itself.
    for label in kept:
        _check(connection, "phrases", (change.gazetteer, "", label))
    if kept:
        _check(connection, "phrases", (change.gazetteer, " ".join(change.phrases), ""))
    # An update keeps the row, and with it the order of the phrases.
    connection.executemany(
        "INSERT INTO phrases VALUES (?, ?, ?)"
        " ON CONFLICT (gazetteer_id, phrase) DO UPDATE SET label = excluded.label",
        ((change.gazetteer, phrase, label) for phrase, label in pairs if label is not None),
    )


def _apply_flags(connection: sqlite3.Connection, change: FlagChange) -> None:
    if change.after:
        connection.execute(
            "INSERT OR REPLACE INTO marks VALUES (?, ?)", (change.sentence, int(change.after))
        )
    else:
        connection.execute("DELETE FROM marks WHERE sentence_id = ?", (change.sentence,))


def _apply_tokens(connection: sqlite3.Connection, changes: TokenChanges) -> None:
    """Write the tokens of some sentences, whose rows are read and written together.

    KeyError for a sentence that does not exist, IndexError for a token, DamagedRowsError for a row
    that is damaged: nothing of it may get into other rows.
    """
    ids, sentence_of = np.unique(changes.sentences, return_inverse=True)
    sentences = ids.tolist()
    marks = ",".join("?" * len(sentences))
    found = {row[0]: row[1:] for row in connection.execute(_ROWS.format(marks), sentences)}
    rows = [found[sentence] for sentence in sentences]
    for sentence, (text, *fixed, tag_sets, states, edits, right) in zip(
        sentences, rows, strict=True
    ):
        if checksum(text, tuple(fixed), tag_sets, states, edits) != right:
            raise DamagedRowsError(
                message("sentence {sentence} does not match its checksum", sentence=sentence)
            )
    lengths = np.array([len(row[_STATES]) for row in rows], np.int64)
    beyond = changes.tokens >= np.repeat(lengths[sentence_of], changes.sizes)
    if (beyond | (changes.tokens < 0)).any():
        raise IndexError(
            message(
                "a token beyond its sentence, one of {first} to {last}",
                first=sentences[0],
                last=sentences[-1],
            )
        )
    offsets = np.concatenate([np.zeros(1, np.int64), np.cumsum(lengths)])
    tokens = np.repeat(offsets[sentence_of], changes.sizes) + changes.tokens
    after = (changes.after.tag_sets, changes.after.states, changes.after.edits)
    blobs = []
    for column, (kind, values) in enumerate(zip(_KINDS, after, strict=True), _TAG_SETS):
        array = np.frombuffer(b"".join(row[column] for row in rows), kind).copy()
        array[tokens] = values
        data, edges = array.tobytes(), (offsets * array.itemsize).tolist()
        blobs.append([data[first:last] for first, last in pairwise(edges)])
    connection.executemany(
        "UPDATE sentences SET tag_sets = ?, states = ?, edits = ?, checksum = ? WHERE id = ?",
        (
            (*known, checksum(row[0], row[1:_TAG_SETS], *known), sentence)
            for sentence, row, *known in zip(sentences, rows, *blobs, strict=True)
        ),
    )
