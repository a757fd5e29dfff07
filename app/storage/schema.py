"""What marks a file as a project, and the tables inside it."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sqlite_utils import Database

SCHEMA_VERSION = 5
"""How many migrations there are; a file says in its header how many it has seen."""

APPLICATION_ID = 0x54575254
"""«TWRT», in the header of every project file."""

SQLITE_MAGIC = b"SQLite format 3\x00"
HEADER_LENGTH = 100
PAGE_SIZE_AT = slice(16, 18)
PAGE_COUNT_AT = slice(28, 32)
VERSION_AT = slice(60, 64)
APPLICATION_AT = slice(68, 72)

DONE, UNDONE, ABANDONED, NAMED = 0, 1, 2, 3
"""Values of `edits.undone`: in force; taken back and can come again; taken back for good; no step,
but what the tokens of an import name whose step came behind others made meanwhile."""

TABLES = frozenset(
    {
        "settings",
        "annotators",
        "labels",
        "documents",
        "words",
        "tags",
        "tag_sets",
        "sentences",
        "sources",
        "edits",
        "models",
        "_sqlite_migrations",
    }
)
"""The tables of schema 1."""

LATER_TABLES = {"rules": 2, "gazetteers": 3, "phrases": 3, "marks": 4, "records": 5}
"""The tables that came later, with the schema that brought each."""


def tables_of(version: int) -> frozenset[str]:
    """Return the tables that a file of some schema must have."""
    later = (name for name, since in LATER_TABLES.items() if since <= version)
    return TABLES.union(later) - {"_sqlite_migrations"}


def create_tables(db: Database) -> None:
    """Make the tables of schema 1.

    Rows of `sentences` stay small because an edit rewrites its whole row: what only export needs
    lies in `sources`. The blobs of a sentence of n tokens and C columns are little-endian:
    starts, ends, tag_sets int32 (n); columns int32 (n, C); states uint8 (n); edits int64 (n).
    """
    db.table("settings").create({"key": str, "value": str}, pk="key", not_null={"value"})
    db.table("annotators").create({"id": int, "name": str}, pk="id", not_null={"name"})
    db.table("labels").create(
        {"id": int, "name": str, "colour": int, "key": str, "position": int, "removed": int},
        pk="id",
        not_null={"name", "colour", "key", "position", "removed"},
    )
    db.table("documents").create(
        {
            "id": int,
            "name": str,
            "position": int,
            "layout": str,
            "removed": int,
            "importing": int,
        },
        pk="id",
        not_null={"name", "position", "layout", "removed", "importing"},
    )
    db.table("words").create({"id": int, "word": str}, pk="id", not_null={"word"})
    db.table("tags").create({"id": int, "name": str}, pk="id", not_null={"name"})
    db.table("tag_sets").create({"id": int, "members": str}, pk="id", not_null={"members"})
    _create_sentences(db)
    db.table("edits").create(
        {
            "id": int,
            "made_at": str,
            "annotator_id": int,
            "kind": str,
            "origin": str,
            "summary": str,
            "before": bytes,
            "after": bytes,
            "undone": int,
        },
        pk="id",
        not_null={"made_at", "kind", "origin", "summary", "before", "after", "undone"},
    )
    db.table("models").create(
        {"number": int, "made_at": str, "report": str, "data": bytes},
        pk="number",
        not_null={"made_at", "report", "data"},
    )


def create_rules(db: Database) -> None:
    """Make the table of rules; ``parameters`` is a JSON object, ``cost`` null where it is hard."""
    db.table("rules").create(
        {
            "id": int,
            "kind": str,
            "parameters": str,
            "name": str,
            "active": int,
            "cost": float,
            "position": int,
        },
        pk="id",
        not_null={"kind", "parameters", "name", "active", "position"},
    )


def create_gazetteers(db: Database) -> None:
    """Make the tables of gazetteers; ``others`` is a JSON list, ``cost`` null where it is hard.

    Phrases keep the order in which they came: that of their rows.
    """
    db.table("gazetteers").create(
        {
            "id": int,
            "name": str,
            "ignore_case": int,
            "label": str,
            "as_rule": int,
            "as_proposals": int,
            "as_features": int,
            "effect": str,
            "others": str,
            "cost": float,
            "position": int,
        },
        pk="id",
        not_null={
            "name",
            "ignore_case",
            "label",
            "as_rule",
            "as_proposals",
            "as_features",
            "effect",
            "others",
            "position",
        },
    )
    db.table("phrases").create(
        {"gazetteer_id": int, "phrase": str, "label": str},
        pk=("gazetteer_id", "phrase"),
        not_null={"label"},
    )


def create_marks(db: Database) -> None:
    """Make the table of what is noted of whole sentences; ``mark`` is the sum of `Mark`."""
    db.table("marks").create({"sentence_id": int, "mark": int}, pk="sentence_id", not_null={"mark"})


def create_records(db: Database) -> None:
    """Make the table of what files hold around several sentences, piece by piece, as it was.

    ``number`` counts the pieces of a document from 0; ``first_sentence`` is the id of the sentence
    at which the piece begins, or would begin if it had one.
    """
    db.table("records").create(
        {"document_id": int, "number": int, "first_sentence": int, "raw": str},
        pk=("document_id", "number"),
        not_null={"first_sentence", "raw"},
    )


def _create_sentences(db: Database) -> None:
    db.table("sentences").create(
        {
            "id": int,
            "document_id": int,
            "role": int,
            "text": str,
            "starts": bytes,
            "ends": bytes,
            "columns": bytes,
            "tag_sets": bytes,
            "states": bytes,
            "edits": bytes,
            "checksum": int,
        },
        pk="id",
        not_null={
            "document_id",
            "role",
            "text",
            "starts",
            "ends",
            "columns",
            "tag_sets",
            "states",
            "edits",
            "checksum",
        },
    )
    db.table("sentences").create_index(["document_id"])
    db.table("sources").create(
        {"sentence_id": int, "before": str, "lines": str, "tokens": bytes},
        pk="sentence_id",
        not_null={"before", "lines", "tokens"},
    )
