"""Tests of migrating an older project: copied first, unchanged on failure."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from dataclasses import replace

import pytest
from sqlite_utils.migrations import Migrations

from app.domain.documents import SourceRecord
from app.domain.edits import Edit, GazetteerChange, LabelChange, RuleChange
from app.domain.gazetteers import Gazetteer
from app.domain.labels import Label
from app.domain.rules import ProjectRule
from app.storage import migrations, schema, tables
from app.storage.errors import DamagedError, DeviceError
from app.storage.project_file import ProjectFile
from app.storage.tables import TABLES
from tests.kill_points import kills
from tests.project_files import LABELLED, add_document, age, small_project


@pytest.fixture
def older(tmp_path):
    path = tmp_path / "p.tagwright"
    small_project(path)
    return path


@pytest.fixture
def next_schema(monkeypatch):
    """Add a migration that the file has not had."""
    steps = Migrations("tagwright")
    steps(name="m0001_first_schema")(migrations.m0001_first_schema)
    steps(name="m0002_rules")(migrations.m0002_rules)
    steps(name="m0003_gazetteers")(migrations.m0003_gazetteers)
    steps(name="m0004_marks")(migrations.m0004_marks)
    steps(name="m0005_records")(migrations.m0005_records)
    steps(name="m0006_label_descriptions")(migrations.m0006_label_descriptions)
    steps(name="m0007_expected_shares")(migrations.m0007_expected_shares)
    steps(name="m0008_grammars")(migrations.m0008_grammars)
    steps(name="m0009_notes")(lambda db: db.table("settings").add_column("note", str))
    monkeypatch.setattr(migrations, "MIGRATIONS", steps)
    monkeypatch.setattr(schema, "SCHEMA_VERSION", 9)
    note = replace(tables.text("note"), null=True, since=9)
    settings = replace(TABLES[0], columns=(*TABLES[0].columns, note))
    monkeypatch.setattr(tables, "TABLES", (settings, *TABLES[1:]))


def columns(file):
    return [row[1] for row in file.database.connection.execute("PRAGMA table_info(settings)")]


def test_there_are_as_many_migrations_as_the_version_says():
    assert len(migrations.MIGRATIONS._migrations) == schema.SCHEMA_VERSION


def test_an_older_file_is_copied_and_brought_up_to_date(older, next_schema):
    before = older.read_bytes()
    with ProjectFile.open(older) as file:
        assert file.backup_made == older.with_name("p.backup-v8.tagwright")
        assert columns(file) == ["key", "value", "note"]
        assert file.load().corpus.n_sentences == 3
    assert file.backup_made.stat().st_size == len(before)
    with ProjectFile.open(older) as file:
        assert file.backup_made is None
    assert len(list(older.parent.iterdir())) == 2


def test_a_project_of_the_first_schema_opens_and_takes_rules(tmp_path):
    path = tmp_path / "p.tagwright"
    small_project(path)
    age(path, 1)
    with ProjectFile.open(path) as file:
        assert file.backup_made == path.with_name("p.backup-v1.tagwright")
        assert file.load().rules == {}
        rule = ProjectRule(1, "not_after", '{"a": "PER", "b": "LOC"}', cost=1.5)
        edit = Edit("add_rules", "add rule", rules=(RuleChange(None, rule),), id=2)
        file.write_edit(edit)
    with ProjectFile.open(path) as file:
        assert file.load().rules == {1: rule}


def test_a_project_of_schema_4_opens_and_keeps_records(tmp_path):
    path = tmp_path / "p.tagwright"
    small_project(path)
    age(path, 4)
    with sqlite3.connect(path) as connection:
        layout = json.loads(connection.execute("SELECT layout FROM documents").fetchone()[0])
        del layout["options"]
        connection.execute("UPDATE documents SET layout = ?", (json.dumps(layout),))
    connection.close()
    with ProjectFile.open(path) as file:
        assert file.backup_made == path.with_name("p.backup-v4.tagwright")
        assert list(file.records(1)) == []
        assert file.check().documents[1].layout.options == ()
        edit = add_document(file, LABELLED, 2, records=[SourceRecord(4, "{}\n")])
        assert list(file.records(edit.documents[0].after.id)) == [SourceRecord(4, "{}\n")]


def test_a_project_of_schema_5_opens_and_takes_descriptions_of_labels(tmp_path):
    path = tmp_path / "p.tagwright"
    small_project(path)
    with ProjectFile.open(path) as file:
        added = Edit("add_label", "", labels=(LabelChange(None, Label(1, "PER", 0, "1", 0)),), id=2)
        file.write_edit(added)
    age(path, 5)
    with ProjectFile.open(path) as file:
        assert file.backup_made == path.with_name("p.backup-v5.tagwright")
        plain = file.load().labels[1]
        assert plain.description == ""
        received = replace(plain, description="People by name.")
        file.write_edit(Edit("change_label", "", labels=(LabelChange(plain, received),), id=3))
    with ProjectFile.open(path) as file:
        assert file.load().labels == {1: received}


def test_a_project_of_schema_6_opens_and_takes_expected_shares(tmp_path):
    path = tmp_path / "p.tagwright"
    small_project(path)
    places = Gazetteer(1, "places", label="LOC")
    with ProjectFile.open(path) as file:
        file.write_edit(
            Edit("add_gazetteer", "", gazetteers=(GazetteerChange(None, places),), id=2)
        )
    age(path, 6)
    with ProjectFile.open(path) as file:
        assert file.load().gazetteers == {1: places}
        expected = replace(places, share=0.8)
        change = GazetteerChange(places, expected)
        file.write_edit(Edit("change_gazetteer", "", gazetteers=(change,), id=3))
    with ProjectFile.open(path) as file:
        assert file.load().gazetteers == {1: expected}


def test_a_project_of_schema_7_opens_and_takes_grammars(tmp_path):
    path = tmp_path / "p.tagwright"
    small_project(path)
    places = Gazetteer(1, "places", label="LOC", share=0.8)
    with ProjectFile.open(path) as file:
        file.write_edit(
            Edit("add_gazetteer", "", gazetteers=(GazetteerChange(None, places),), id=2)
        )
    age(path, 7)
    with ProjectFile.open(path) as file:
        assert file.backup_made == path.with_name("p.backup-v7.tagwright")
        assert file.load().gazetteers == {1: places}
        dates = Gazetteer(2, "dates", grammar='DATE -> "May"\n')
        change = GazetteerChange(None, dates)
        file.write_edit(Edit("add_gazetteer", "", gazetteers=(change,), id=3))
    with ProjectFile.open(path) as file:
        assert file.load().gazetteers == {1: places, 2: dates}


def test_the_copy_is_the_older_project(older, next_schema, monkeypatch):
    with ProjectFile.open(older) as file:
        backup = file.backup_made
    monkeypatch.undo()
    with ProjectFile.open(backup) as file:
        assert columns(file) == ["key", "value"]
        assert file.check().corpus.n_tokens == 11


def test_an_earlier_copy_is_never_replaced(older, next_schema):
    older.with_name("p.backup-v8.tagwright").write_text("an earlier copy")
    with ProjectFile.open(older) as file:
        assert file.backup_made.name == "p.backup-v8-2.tagwright"
    assert older.with_name("p.backup-v8.tagwright").read_text() == "an earlier copy"


def test_without_a_copy_there_is_no_migration(older, next_schema, monkeypatch):
    def full(*_):
        raise DeviceError(older, "the copy cannot be written")

    monkeypatch.setattr("app.storage.opening.copy_to", full)
    with pytest.raises(DeviceError):
        ProjectFile.open(older)
    monkeypatch.undo()
    with ProjectFile.open(older) as file:
        assert columns(file) == ["key", "value"]


def test_a_migration_that_fails_leaves_the_file_as_it_was(older, next_schema, monkeypatch):
    def broken(_db):
        raise ZeroDivisionError

    migrations.MIGRATIONS(name="m0009_broken")(broken)
    monkeypatch.setattr(schema, "SCHEMA_VERSION", 9)
    with pytest.raises(ZeroDivisionError):
        ProjectFile.open(older)
    assert [path.name for path in older.parent.iterdir()] == [older.name]
    monkeypatch.undo()
    with ProjectFile.open(older) as file:
        assert file.backup_made is None
        assert file.load().corpus.n_sentences == 3


@pytest.mark.parametrize(
    "damage",
    [
        "INSERT INTO labels VALUES (1, char(0), 0, '', 0, 0)",
        "UPDATE documents SET layout = '[]'",
        "UPDATE settings SET value = '{'",
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 100000)"
        " INSERT INTO labels SELECT i, 'L' || i, 0, '', i, 0 FROM n",
        "INSERT INTO _sqlite_migrations (migration_set, name, applied_at)"
        " VALUES ('tagwright', 'm0006_label_descriptions', '')",
    ],
)
def test_an_older_file_that_is_not_sound_stays_as_it_was_however_often_it_is_tried(older, damage):
    age(older, 5)
    with closing(sqlite3.connect(older)) as connection, connection:
        connection.execute(damage)
    before = older.read_bytes()
    for _ in range(3):
        with pytest.raises(DamagedError):
            ProjectFile.open(older)
    assert older.read_bytes()[schema.VERSION_AT] == before[schema.VERSION_AT]
    assert [path.name for path in older.parent.iterdir()] == [older.name]
    with closing(sqlite3.connect(older)) as connection:
        n_columns = len(connection.execute("PRAGMA table_info(labels)").fetchall())
    assert n_columns == 6


def test_bringing_up_to_date_is_all_or_nothing_wherever_it_is_killed(tmp_path):
    folder = tmp_path / "folder"
    folder.mkdir()
    path = folder / "p.tagwright"
    small_project(path)
    age(path, 1)
    for step in kills(lambda: ProjectFile.open(path).close(), folder, every=10):
        with closing(sqlite3.connect(path)) as connection:
            (version,) = connection.execute("PRAGMA user_version").fetchone()
            rows = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
            tables = {name for (name,) in rows}
        assert version in (1, schema.SCHEMA_VERSION), step
        later = {table.name for table in TABLES if table.since > 1}
        assert (version > 1) == (tables > later), step
        assert version > 1 or not tables & later, step
    with ProjectFile.open(path) as file:
        assert file.check().corpus.n_tokens == 11
