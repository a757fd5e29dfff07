"""Tests that a file with other tables than this program's is left alone."""

from __future__ import annotations

import sqlite3
from contextlib import closing

import pytest

from app.storage import opening, schema
from app.storage.errors import DamagedError, DamagedRowsError, ProjectFileError
from app.storage.project_file import ProjectFile
from app.storage.summary import steps_after, summary_of
from app.storage.tables import TABLES, check_rows
from tests.project_files import age, small_project

TABLES_OF_TODAY = """
_sqlite_migrations (
   "id" INTEGER PRIMARY KEY, "migration_set" TEXT, "name" TEXT, "applied_at" TEXT)
settings ("key" TEXT PRIMARY KEY, "value" TEXT NOT NULL)
annotators ("id" INTEGER PRIMARY KEY, "name" TEXT NOT NULL)
labels (
   "id" INTEGER PRIMARY KEY, "name" TEXT NOT NULL, "colour" INTEGER NOT NULL,
   "key" TEXT NOT NULL, "position" INTEGER NOT NULL, "removed" INTEGER NOT NULL,
   "description" TEXT)
documents (
   "id" INTEGER PRIMARY KEY, "name" TEXT NOT NULL, "position" INTEGER NOT NULL,
   "layout" TEXT NOT NULL, "removed" INTEGER NOT NULL, "importing" INTEGER NOT NULL)
words ("id" INTEGER PRIMARY KEY, "word" TEXT NOT NULL)
tags ("id" INTEGER PRIMARY KEY, "name" TEXT NOT NULL)
tag_sets ("id" INTEGER PRIMARY KEY, "members" TEXT NOT NULL)
sentences (
   "id" INTEGER PRIMARY KEY, "document_id" INTEGER NOT NULL, "role" INTEGER NOT NULL,
   "text" TEXT NOT NULL, "starts" BLOB NOT NULL, "ends" BLOB NOT NULL, "columns" BLOB NOT NULL,
   "tag_sets" BLOB NOT NULL, "states" BLOB NOT NULL, "edits" BLOB NOT NULL,
   "checksum" INTEGER NOT NULL)
sources (
   "sentence_id" INTEGER PRIMARY KEY, "before" TEXT NOT NULL, "lines" TEXT NOT NULL,
   "tokens" BLOB NOT NULL)
edits (
   "id" INTEGER PRIMARY KEY, "made_at" TEXT NOT NULL, "annotator_id" INTEGER,
   "kind" TEXT NOT NULL, "origin" TEXT NOT NULL, "summary" TEXT NOT NULL,
   "before" BLOB NOT NULL, "after" BLOB NOT NULL, "undone" INTEGER NOT NULL)
models (
   "number" INTEGER PRIMARY KEY, "made_at" TEXT NOT NULL, "report" TEXT NOT NULL,
   "data" BLOB NOT NULL)
rules (
   "id" INTEGER PRIMARY KEY, "kind" TEXT NOT NULL, "parameters" TEXT NOT NULL,
   "name" TEXT NOT NULL, "active" INTEGER NOT NULL, "cost" REAL, "position" INTEGER NOT NULL)
gazetteers (
   "id" INTEGER PRIMARY KEY, "name" TEXT NOT NULL, "ignore_case" INTEGER NOT NULL,
   "label" TEXT NOT NULL, "as_rule" INTEGER NOT NULL, "as_proposals" INTEGER NOT NULL,
   "as_features" INTEGER NOT NULL, "effect" TEXT NOT NULL, "others" TEXT NOT NULL,
   "cost" REAL, "position" INTEGER NOT NULL, "share" REAL, "grammar" TEXT)
phrases (
   "gazetteer_id" INTEGER, "phrase" TEXT, "label" TEXT NOT NULL,
   PRIMARY KEY ("gazetteer_id", "phrase"))
marks ("sentence_id" INTEGER PRIMARY KEY, "mark" INTEGER NOT NULL)
records (
   "document_id" INTEGER, "number" INTEGER, "first_sentence" INTEGER NOT NULL,
   "raw" TEXT NOT NULL, PRIMARY KEY ("document_id", "number"))
"""
"""The tables of schema 8, as this program wrote them."""


@pytest.fixture
def path(tmp_path):
    path = tmp_path / "names.tagwright"
    small_project(path)
    return path


def altered(path, *statements):
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        for statement in statements:
            connection.execute(statement)


def test_projects_of_today_keep_opening(path):
    """The tables' description must match existing files."""
    wanted = [
        f'CREATE TABLE "{name}" {rest}'
        for name, rest in (
            entry.split(" ", 1)
            for entry in TABLES_OF_TODAY.strip().replace("\n   ", " ").split("\n")
        )
    ]
    with closing(sqlite3.connect(path)) as connection:
        found = connection.execute("SELECT sql FROM sqlite_master WHERE type = 'table'").fetchall()
    assert [schema._tokens(sql) for (sql,) in found] == [schema._tokens(sql) for sql in wanted]


@pytest.mark.parametrize("version", range(1, schema.SCHEMA_VERSION))
def test_projects_of_every_earlier_schema_open(path, version):
    age(path, version)
    summary_of(path)
    with ProjectFile.open(path, copy_first=False) as file:
        file.check()


BILLION = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT max(i) FROM n"


@pytest.mark.parametrize(
    "statements",
    [
        ["CREATE TRIGGER evil AFTER UPDATE ON sentences BEGIN DELETE FROM words; END"],
        ["DROP TABLE tags", f"CREATE VIEW tags AS {BILLION}"],
        ["CREATE VIEW more AS SELECT 1"],
        ["CREATE TABLE more (x)"],
        ["ALTER TABLE words ADD COLUMN more TEXT"],
        ["ALTER TABLE words ADD COLUMN more AS (hex(zeroblob(900000000))) VIRTUAL"],
        ["CREATE INDEX more ON words (word)"],
        ["CREATE INDEX more ON words (hex(word))"],
        ["CREATE INDEX more ON words (word) WHERE id > 1"],
        ["DROP INDEX idx_sentences_document_id"],
        [
            "DROP INDEX idx_sentences_document_id",
            "CREATE INDEX idx_sentences_document_id ON sentences (role)",
        ],
        ["CREATE VIRTUAL TABLE more USING fts5(x)"],
        ["CREATE VIRTUAL TABLE more USING dbstat"],
        ["ANALYZE"],
        ["DROP TABLE marks", "CREATE TABLE marks (sentence_id INTEGER PRIMARY KEY, mark)"],
        [
            "DROP TABLE marks",
            'CREATE TABLE "marks" ("sentence_id" INTEGER PRIMARY KEY, "mark" INTEGER NOT NULL'
            " CHECK (abs(randomblob(900000000)) > 1))",
        ],
        [
            "DROP TABLE marks",
            'CREATE TABLE "marks" ("sentence_id" INTEGER PRIMARY KEY, "mark" INTEGER NOT NULL'
            " DEFAULT (random()))",
        ],
        [
            "DROP TABLE marks",
            'CREATE TABLE "marks" ("sentence_id" INTEGER PRIMARY KEY, "mark" INTEGER NOT NULL)'
            " WITHOUT ROWID",
        ],
        [
            "DROP TABLE marks",
            'CREATE TABLE "marks" ("sentence_id" INTEGER PRIMARY KEY AUTOINCREMENT,'
            ' "mark" INTEGER NOT NULL)',
        ],
        [
            "DROP TABLE marks",
            'CREATE TABLE "marks" ("sentence_id" INTEGER PRIMARY KEY, "mark" INTEGER NOT NULL'
            " REFERENCES words (id) ON DELETE CASCADE)",
        ],
        [
            "DROP TABLE annotators",
            'CREATE TABLE "annotators" ("id" INTEGER PRIMARY KEY, "name" TEXT NOT NULL'
            " COLLATE NOCASE)",
        ],
        ["DROP TABLE edits"],
        ["PRAGMA user_version=3"],
        ["PRAGMA writable_schema=1", "UPDATE sqlite_master SET sql = replace(sql, 'NULL', '1')"],
        ["PRAGMA writable_schema=1", "UPDATE sqlite_master SET tbl_name = 'tags'"],
        ["PRAGMA writable_schema=1", "UPDATE sqlite_master SET sql = NULL WHERE name = 'words'"],
        ["PRAGMA writable_schema=1", "UPDATE sqlite_master SET name = x'ff' WHERE name = 'tags'"],
        [
            "PRAGMA writable_schema=ON",
            "INSERT INTO sqlite_master SELECT type, name || '_', tbl_name || '_', rootpage,"
            " replace(sql, name, name || '_') FROM sqlite_master WHERE name = 'words'",
        ],
    ],
)  # fmt: skip
def test_other_tables_are_refused_before_they_are_touched(path, statements):
    altered(path, *statements)
    for look in (ProjectFile.open, summary_of, lambda path: steps_after(path, 0)):
        with pytest.raises(DamagedError, match="damaged"):
            look(path)


def test_very_many_tables_are_refused_at_once(path):
    # SQLite's own time grows with the square of their number.
    altered(
        path,
        "PRAGMA writable_schema=ON",
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20000)"
        " INSERT INTO sqlite_master SELECT 'table', 't' || i, 't' || i, 2,"
        " 'CREATE TABLE t' || i || ' (x)' FROM n",
    )
    with pytest.raises(DamagedError, match="its tables are too many"):
        ProjectFile.open(path)


def test_a_file_that_says_it_has_seen_migrations_is_refused(path):
    age(path, 1)
    altered(
        path,
        *(
            f"INSERT INTO _sqlite_migrations VALUES ({number}, 'tagwright', '{name}', '')"
            for number, name in enumerate(["m0002_rules", "m0004_marks", "m0005_records"], 2)
        ),
    )
    with pytest.raises(DamagedError, match="missing"):
        ProjectFile.open(path)
    assert opening.inspect_header(path) == 1


def test_texts_in_another_encoding_are_refused(tmp_path):
    path = tmp_path / "p.tagwright"
    altered(path, "PRAGMA encoding='UTF-16le'", "CREATE TABLE t (x)")
    altered(
        path,
        f"PRAGMA application_id={schema.APPLICATION_ID}",
        f"PRAGMA user_version={schema.SCHEMA_VERSION}",
    )
    with pytest.raises(DamagedError, match="not in UTF-8"):
        ProjectFile.open(path)


def test_nothing_but_these_statements_can_be_run_on_an_open_project(path, tmp_path):
    with ProjectFile.open(path) as file:
        connection = file.database.connection
        with pytest.raises(sqlite3.OperationalError, match="too many attached"):
            connection.execute("ATTACH ? AS other", (str(tmp_path / "other"),))
        with pytest.raises(sqlite3.OperationalError):
            connection.execute(f"SELECT {'(' * 300}1{')' * 300}")


def test_the_conditions_of_every_table_hold_for_a_sound_project(path):
    with ProjectFile.open(path) as file:
        for table in TABLES:
            check_rows(file.database.connection, table.name)


def test_a_backup_with_foreign_tables_is_listed_as_unreadable(path):
    altered(path, f"CREATE VIEW more AS {BILLION}")
    with pytest.raises(ProjectFileError):
        summary_of(path)
    with pytest.raises(DamagedRowsError):
        opening.open_database(path, path, schema.SCHEMA_VERSION)
