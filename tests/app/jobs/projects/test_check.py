from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from dataclasses import replace

import pytest

from app.domain.documents import LEARNING_OPTION, YES
from app.domain.edits import DocumentChange, Edit
from app.domain.gazetteers import Gazetteer
from app.domain.rules import ProjectRule
from app.edits.grammars import set_grammar
from app.edits.rules import add_rules
from app.jobs.importing.documents import ImportOptions
from app.jobs.importing.ids import import_document
from app.jobs.projects.backups import folder_of
from app.jobs.projects.check import UNREAD_MODEL, UNUSABLE_MODEL, check_project
from app.storage import models
from app.storage.errors import DamagedError, LogUnusableError
from app.storage.project_file import ProjectFile
from tests.kill_points import killed_after
from tests.project_files import small_project
from tests.small_disks import read_only

NAMES = ("20260101-100000", "20260101-110000", "20260101-120000")


@pytest.fixture
def path(tmp_path):
    path = tmp_path / "names.tagwright"
    small_project(path)
    folder_of(path).mkdir()
    return path


def add_backups(path):
    """Write three backups beside a project and return them, oldest first."""
    backups = [folder_of(path) / f"names.{name}.tagwright" for name in NAMES]
    for backup in backups:
        shutil.copyfile(path, backup)
    return backups


def break_sentence(path):
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("UPDATE sentences SET states = zeroblob(4) WHERE id = 1")


def check_message(path):
    with pytest.raises(DamagedError) as caught:
        check_project(path)
    assert "another window" not in caught.value.reason
    return caught.value.reason


def test_damage_names_the_newest_backup_that_is_sound(path):
    oldest, middle, newest = add_backups(path)
    break_sentence(path)
    assert check_message(path).endswith(f"the newest backup that is sound is {newest}")
    newest.write_bytes(newest.read_bytes()[:5000])
    break_sentence(middle)
    before = [backup.read_bytes() for backup in (oldest, middle, newest)]
    assert check_message(path).endswith(f"the newest backup that is sound is {oldest}")
    break_sentence(oldest)
    assert f"no sound backup was found among the newest 3 in {oldest.parent}" in check_message(path)
    assert before[1:] == [backup.read_bytes() for backup in (middle, newest)]


def test_damage_without_a_backup_is_damage(path):
    break_sentence(path)
    assert "backup that is sound" not in check_message(path)


def test_only_so_many_backups_are_looked_at(path, monkeypatch):
    *_, newest = add_backups(path)
    break_sentence(path)
    break_sentence(newest)
    monkeypatch.setattr("app.jobs.projects.check.LOOKED_AT", 1)
    assert "among the newest 1 in" in check_message(path)


def test_a_project_that_lost_its_log_is_opened_when_asked(path):
    killed_after(path, ProjectFile.probe)
    path.with_name("names.tagwright-wal").unlink()
    with pytest.raises(LogUnusableError, match="check --without-log"):
        check_project(path)
    assert "3 sentences" in check_project(path, without_log=True)
    assert "3 sentences" in check_project(path)


def test_a_log_that_is_not_the_projects_own_is_told_of(path):
    kept = path.read_bytes()
    killed_after(path, ProjectFile.probe)
    path.write_bytes(kept)
    assert check_project(path).endswith("is now names.tagwright-wal.old")


def test_a_damaged_log_is_told_of(path):
    killed_after(path, ProjectFile.probe)
    log = path.with_name("names.tagwright-wal")
    log.write_bytes(b"\0" + log.read_bytes()[1:])
    with pytest.raises(
        LogUnusableError, match=r"tagwright check --without-log\); the damaged log is kept"
    ):
        check_project(path)
    summary = check_project(path, without_log=True)
    assert "its log was damaged" in summary
    assert summary.endswith("is now names.tagwright-wal.old; the last changes may be missing")


def test_a_damaged_log_in_a_folder_that_cannot_be_written_is_told_of(path):
    killed_after(path, ProjectFile.probe)
    log = path.with_name("names.tagwright-wal")
    log.write_bytes(b"\0" + log.read_bytes()[1:])
    before = log.read_bytes()
    with read_only(path.parent):
        summary = check_project(path, without_log=True)
    assert "; its log names.tagwright-wal is damaged and was left as it is" in summary
    assert log.read_bytes() == before


def test_text_that_is_only_learned_from_is_not_counted(path):
    assert check_project(path).startswith("1 document, 3 sentences (3 done), 11 tokens")
    with ProjectFile.open(path) as file:
        project = file.load()
        one = project.documents[1]
        layout = one.layout.with_option(LEARNING_OPTION, YES)
        change = DocumentChange(one, replace(one, layout=layout))
        file.write_edit(
            Edit("change", "change", documents=(change,), id=2, made_at="", annotator="")
        )
    found = check_project(path)
    assert found.startswith("0 documents, 0 sentences (0 done), 0 tokens")
    assert found.endswith(", and 1 unlabelled text")


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("doccano", '{"text": "Anna lives.", "label": [[0, 4, "PER"]]}\n'),
        (
            "prodigy",
            '{"text": "Anna lives.", "spans": [], "answer": "accept", "_input_hash": 1}\n',
        ),
    ],
)
def test_a_record_that_cannot_be_exported_is_damage(tmp_path, name, text):
    path, source = tmp_path / "p.tagwright", tmp_path / "notes.jsonl"
    source.write_text(text)
    with ProjectFile.create(path) as file:
        import_document(file, file.load(), source, ImportOptions(name))
    check_project(path)
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("UPDATE records SET raw = '{'")
    assert "“notes.jsonl”, record 1 cannot be read: This line is not one" in check_message(path)


def test_rules_that_cannot_be_used_are_named(path):
    with ProjectFile.open(path) as file:
        edit = add_rules(file.load(), [ProjectRule(0, "count", '{"unit": 5}', "few")])
        file.write_edit(replace(edit, id=file.history.last_edit_id() + 1))
    assert ". The rule “few” is not used: " in check_project(path)


def test_grammars_that_cannot_be_used_are_named(path):
    with ProjectFile.open(path) as file:
        edit = set_grammar(file.load(), Gazetteer(0, "names", grammar="PER ->\n"))
        file.write_edit(replace(edit, id=file.history.last_edit_id() + 1))
    assert ". The grammar “names” is not used: line 1, " in check_project(path)


def test_a_model_that_cannot_be_read_is_named(path, monkeypatch):
    with ProjectFile.open(path) as file:
        file.write_model(1, b"no model", {})
    assert check_project(path).endswith(UNUSABLE_MODEL.rstrip("."))
    monkeypatch.setattr(models, "LARGEST_MODEL", 7)
    assert check_project(path).endswith(UNREAD_MODEL.rstrip("."))
