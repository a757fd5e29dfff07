"""Tests of backups of an open project: when, with what content, without blocking."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest

from app.domain.edits import DocumentChange, Edit, LabelChange, SettingsChange
from app.domain.labels import Label
from app.domain.project_contents import ProjectContents
from app.domain.settings import ProjectSettings
from app.edits.settings import change_settings
from app.edits.spans import clear_tokens
from app.jobs.progress import JobCancelledError
from app.jobs.projects.backups import backups_of, folder_of
from app.services import backups as module
from app.services.backups import Backups, is_large
from app.services.storage_thread import StorageThread, first_history, open_project_file
from app.session import Session
from app.storage.database import ProjectDatabase
from app.storage.project_file import ProjectFile
from tests.memory_projects import contents_of, token_tags
from tests.project_files import LABELLED, add_document, small_project

pytestmark = pytest.mark.gui


class Open:
    """The parts of an open project that backups need."""

    def __init__(self, path):
        self.path = path
        self.storage = StorageThread(open_project_file(path))
        self.storage.wait_until_open()
        self.session = Session(
            self.storage.call(lambda file: file.load()),
            annotator="Ben",
            history=self.storage.call(first_history),
            next_edit=self.storage.call(lambda file: file.history.last_edit_id()) + 1,
        )
        self.backups = Backups(self.session, self.storage, path)
        self.storage.attach(self.session)
        self.received = []
        self.backups.failed.connect(lambda text: self.received.append(("failed", text)))
        self.backups.damaged.connect(lambda text: self.received.append(("damaged", text)))

    def clear(self, sentence_index=0):
        self.session.apply(clear_tokens(self.session.project, sentence_index, 0, 0))

    def rename_scheme(self):
        settings = self.session.project.settings
        self.session.apply(
            change_settings(self.session.project, replace(settings, learning_paused=True))
        )

    def close(self):
        self.backups.close()
        assert self.storage.close()


@pytest.fixture
def opened(qtbot, tmp_path):
    path = tmp_path / "p.tagwright"
    small_project(path)
    made = Open(path)
    yield made
    made.close()


def first_word(path):
    with ProjectFile.open(path) as file:
        return token_tags(file.load())[0]


def test_what_was_changed_is_backed_up_when_the_project_closes(opened):
    opened.clear()
    opened.close()
    (backup,) = backups_of(opened.path)
    assert first_word(backup.path) == first_word(opened.path) == "?"
    with ProjectFile.open(backup.path) as file, ProjectFile.open(opened.path) as other:
        assert contents_of(file.load()) == contents_of(other.load())


def test_without_a_change_there_is_no_backup(opened):
    opened.backups.make_if_changed()
    opened.close()
    assert backups_of(opened.path) == []


def test_after_half_an_hour_of_work_there_is_one(qtbot, opened, monkeypatch):
    opened.clear()
    with qtbot.waitSignal(opened.backups.made, timeout=20_000):
        opened.backups._timer.timeout.emit()
    opened.close()
    assert len(backups_of(opened.path)) == 1


def test_a_backup_before_a_large_step_does_not_hold_it(qtbot, opened):
    opened.clear()
    with qtbot.waitSignal(opened.backups.made, timeout=20_000) as received:
        opened.rename_scheme()
    (backup,) = received.args
    with ProjectFile.open(backup.path) as file:
        project = file.load()
    assert token_tags(project)[0] == "?"
    assert not project.settings.learning_paused


def test_large_steps_in_a_row_make_one_backup(qtbot, opened, monkeypatch):
    with qtbot.waitSignal(opened.backups.made, timeout=20_000):
        opened.rename_scheme()
    opened.clear()
    opened.session.apply(change_settings(opened.session.project, ProjectSettings()))
    opened.backups._join()
    assert len(backups_of(opened.path)) == 1
    monkeypatch.setattr(module, "APART_SECONDS", 0.0)
    with qtbot.waitSignal(opened.backups.made, timeout=20_000):
        opened.session.undo()


def test_steps_are_saved_while_a_backup_is_made(qtbot, opened, monkeypatch):
    """The storage thread is free while the file is copied."""
    saved_meanwhile = []

    def slowly(project, frozen, *rest, **how):
        opened.storage.call(lambda file: file.annotators())
        saved_meanwhile.append(opened.session.revision)
        return made(project, frozen, *rest, **how)

    made = module.make_backup
    monkeypatch.setattr(module, "make_backup", slowly)
    opened.clear()
    with qtbot.waitSignal(opened.backups.made, timeout=20_000):
        opened.backups.make()
        opened.clear(1)
    qtbot.waitUntil(lambda: opened.session.saving.revision == opened.session.revision)
    assert saved_meanwhile


def test_where_none_can_be_made_that_is_told_once(qtbot, opened):
    folder_of(opened.path).write_text("in the way")
    for _ in range(2):
        opened.clear()
        opened.session.undo()
        opened.backups.make()
        opened.backups._join()
    qtbot.wait(10)
    assert [kind for kind, _ in opened.received] == ["failed"]
    assert "no backup was made" in opened.received[0][1]


def test_a_damaged_project_is_told_and_gives_no_backup(qtbot, opened, monkeypatch):
    good = opened.backups
    opened.clear()
    with qtbot.waitSignal(good.made, timeout=20_000):
        good.make()
    before = [backup.path.read_bytes() for backup in backups_of(opened.path)]
    monkeypatch.setattr(module.FrozenFile, "copy_to", _broken)
    opened.clear(1)
    with qtbot.waitSignal(good.damaged, timeout=20_000) as received:
        good.make()
    assert "damaged" in received.args[0]
    assert str(opened.path) in received.args[0]
    assert [backup.path.read_bytes() for backup in backups_of(opened.path)] == before


def _broken(self, part, monitor):
    part.write_bytes(self.path.read_bytes()[:9000])


def finished(qtbot, task):
    received = []
    task.failed.connect(lambda reason: received.append(("failed", reason)))
    task.cancelled.connect(lambda: received.append(("cancelled",)))
    task.finished.connect(lambda result: received.append(("finished", result)))
    with qtbot.waitSignal(task.ended, timeout=20_000):
        pass
    return received[0]


def test_the_check_says_what_a_sound_project_holds_and_keeps_a_backup(qtbot, opened):
    kind, text = finished(qtbot, opened.backups.check())
    assert kind == "finished"
    assert text == "1 document, 3 sentences (3 done), 11 tokens, 0 labels"
    assert len(backups_of(opened.path)) == 1
    assert opened.backups.saved_state().last_edit == 1


def test_the_check_finds_damage(qtbot, opened, monkeypatch):
    monkeypatch.setattr(module.FrozenFile, "copy_to", _broken)
    assert finished(qtbot, opened.backups.check()) == ("cancelled",)
    assert [kind for kind, _ in opened.received] == ["damaged"]


def test_the_check_can_be_cancelled(qtbot, opened):
    task = opened.backups.check()
    task.cancel()
    assert finished(qtbot, task) == ("cancelled",)
    assert backups_of(opened.path) == []


def test_nothing_is_copied_of_a_project_that_cannot_be_written(opened):
    opened.session.saving.read_only = True
    opened.backups.make()
    assert backups_of(opened.path) == []


def test_a_file_that_cannot_be_frozen_is_told(qtbot, opened, monkeypatch):
    def refuse(self):
        raise module.ProjectFileError(self.path, "the disk failed")

    monkeypatch.setattr(ProjectDatabase, "freeze", refuse)
    with qtbot.waitSignal(opened.backups.failed, timeout=20_000) as received:
        opened.backups.make()
    assert "The disk failed" in received.args[0]


def test_which_steps_are_large():
    label = Label(1, "PER", 0, "1", 0)
    assert not is_large(Edit("label", "label PER"))
    assert not is_large(Edit("label", "new", labels=(LabelChange(None, label),)))
    assert is_large(Edit("label", "merge", labels=(LabelChange(label, None),)))
    now = ProjectSettings()
    assert is_large(Edit("settings", "settings", settings=SettingsChange(now, now)))


def test_everything_is_written_as_plain_files_beside_the_work(qtbot, opened, tmp_path):
    out = tmp_path / "files"
    kind, text = finished(qtbot, opened.backups.export_everything(out))
    assert kind == "finished"
    assert "3 sentences" in text
    assert (out / "sentences.jsonl").read_text().count("\n") == 3
    kind, text = finished(qtbot, opened.backups.export_everything(out))
    assert kind == "failed"
    assert "choose a new folder" in text


def test_the_check_gives_way_and_keeps_nothing(tmp_path):
    """Compare with counts in memory, page by page; it can be stopped at each page."""
    path = tmp_path / "p.tagwright"
    small_project(path, LABELLED * 250)
    with ProjectFile.open(path) as file:
        add_document(file, LABELLED, edit_id=2)
        project = file.load()
        project.documents[1] = replace(project.documents[1], removed=True)
        change = DocumentChange(replace(project.documents[1], removed=False), project.documents[1])
        file.write_edit(Edit("remove_document", "remove", documents=(change,), id=3))
        reported = []
        held = file.check_through(lambda done, total: reported.append((done, total)))
        assert held == ProjectContents.of(file.load())
        assert (held.n_documents, held.n_sentences, held.n_confirmed) == (1, 3, 3)
        # Between two pages a key press can be handled: none has more than some sentences.
        assert max(after[0] - before[0] for before, after in pairwise(reported)) <= 200
        with pytest.raises(JobCancelledError):
            file.check_through(_stop)


def _stop(_done, _total):
    raise JobCancelledError
