from __future__ import annotations

import sys
import threading
import weakref
from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QSignalSpy

from app.domain.composition import Composition
from app.domain.labels import Label
from app.domain.settings import ProjectSettings
from app.edits.accept import accept_sentence
from app.edits.label_rows import add_label, rename_label
from app.edits.settings import change_settings
from app.edits.spans import clear_tokens, forbid_label, label_span
from app.services import storage_thread
from app.services.storage_thread import StorageThread, first_history, open_project_file
from app.session import Session
from app.storage.database import ProjectDatabase
from app.storage.errors import (
    DamagedError,
    DiskFullError,
    ExistsError,
    MissingError,
    OverwrittenError,
)
from app.storage.history import StoredHistory
from app.storage.project_file import ProjectFile
from tests.kill_points import kills
from tests.memory_projects import contents_of
from tests.project_files import small_project
from tests.small_disks import read_only
from tests.step_names import redo_text, step_name, undo_text


@pytest.fixture
def path(tmp_path):
    project_path = tmp_path / "p.tagwright"
    small_project(project_path)
    with ProjectFile.open(project_path) as file:
        project = file.load()
        labels = (Label(1, "PER", 0, "1", 0), Label(2, "LOC", 1, "2", 1))
        with file.database.transaction() as connection:
            from app.storage.writing import write_label

            for label in labels:
                write_label(connection, label)
        assert project.corpus.n_sentences == 3
    return project_path


def opened(path):
    """Open a project as the application does; return the thread and a session on it."""
    storage = StorageThread(open_project_file(path))
    storage.wait_until_open()
    project = storage.call(lambda file: file.load())
    session = Session(
        project,
        annotator="Ben",
        history=storage.call(first_history),
        next_edit=storage.call(lambda file: file.history.last_edit_id()) + 1,
    )
    storage.attach(session)
    return storage, session


def saved(qtbot, session) -> None:
    qtbot.waitUntil(lambda: session.saving.revision == session.revision, timeout=10_000)


def in_file(path):
    with ProjectFile.open(path) as file:
        return contents_of(file.load())


def test_what_is_said_to_be_saved_is_in_the_file(qtbot, path) -> None:
    storage, session = opened(path)
    project = session.project
    session.apply(clear_tokens(project, 0, 0, 0))
    session.apply(label_span(project, 1, 1, 2, 1))
    session.apply(forbid_label(project, 2, 0, 0, [1]))
    session.apply(accept_sentence(project, session.proposals, 0))
    session.apply(add_label(project, "DATE"))
    session.apply(rename_label(project, 1, "PERSON"))
    session.apply(
        change_settings(project, replace(project.settings, scheme="bioes", learning_paused=True))
    )
    session.undo()
    session.redo()
    saved(qtbot, session)
    assert session.saving.state == "saved"
    assert storage.close()
    assert in_file(path) == contents_of(project)


def test_undo_reaches_across_sittings_to_the_import(qtbot, path, monkeypatch) -> None:
    monkeypatch.setattr("app.services.storage_thread.HISTORY_PAGE", 2)
    before = in_file(path)
    storage, session = opened(path)
    for token in range(4):
        session.apply(clear_tokens(session.project, 0, token, token))
    session.undo()
    session.undo()
    storage.close()
    storage, session = opened(path)
    assert redo_text(session) == "in: no label → open"
    for _ in range(2):
        qtbot.waitUntil(lambda: undo_text(session) is not None, timeout=10_000)
        session.undo()
    assert contents_of(session.project) == before
    qtbot.waitUntil(lambda: undo_text(session) == "import names.conll", timeout=10_000)
    for _ in range(4):
        assert session.redo() is not None
    assert session.redo() is None
    saved(qtbot, session)
    storage.close()
    assert in_file(path) == contents_of(session.project)


def test_what_a_failed_commit_did_not_save_is_written_later(qtbot, path, monkeypatch) -> None:
    storage, session = opened(path)
    reasons = []
    session.refused.connect(reasons.append)
    session.apply(clear_tokens(session.project, 0, 0, 0))
    saved(qtbot, session)
    write = ProjectFile.write_edit

    def full(self, *_):
        raise DiskFullError(self.path, "the disk is full")

    monkeypatch.setattr(ProjectFile, "write_edit", full)
    session.apply(label_span(session.project, 1, 1, 1, 2))
    session.apply(label_span(session.project, 1, 2, 2, 2))
    shown = contents_of(session.project)
    qtbot.waitUntil(lambda: session.saving.read_only, timeout=10_000)
    assert contents_of(session.project) == shown
    assert (session.saving.state, session.saving.n_unsaved) == ("failed", 2)
    assert reasons[-1].endswith("The disk is full.")
    monkeypatch.setattr(ProjectFile, "write_edit", write)
    with qtbot.waitSignal(storage.writable):
        storage.try_again()
    assert not session.saving.read_only
    assert session.saving.state == "saved"
    session.apply(label_span(session.project, 0, 2, 2, 2))
    saved(qtbot, session)
    assert storage.close()
    assert in_file(path) == contents_of(session.project)


def test_a_full_disk_is_tried_again_from_time_to_time(qtbot, path, monkeypatch) -> None:
    monkeypatch.setattr(storage_thread, "RETRY_SECONDS", (0.01, 0.04))
    storage, session = opened(path)
    write, probe, tries = ProjectFile.write_edit, ProjectFile.probe, []

    def full(self, *_):
        tries.append(self)
        raise DiskFullError(self.path, "the disk is full")

    failures = QSignalSpy(storage.failed)
    monkeypatch.setattr(ProjectFile, "write_edit", full)
    monkeypatch.setattr(ProjectFile, "probe", full)
    session.apply(label_span(session.project, 1, 1, 1, 2))
    qtbot.waitUntil(lambda: session.saving.read_only and len(tries) > 4)
    assert failures.count() == 1, "it is told once"
    monkeypatch.setattr(ProjectFile, "write_edit", write)
    with qtbot.waitSignal(storage.writable):
        monkeypatch.setattr(ProjectFile, "probe", probe)
    saved(qtbot, session)
    session.apply(label_span(session.project, 0, 2, 2, 2))
    saved(qtbot, session)
    assert storage.close()
    assert in_file(path) == contents_of(session.project)


def test_a_copy_has_what_could_not_be_saved(qtbot, path, tmp_path, monkeypatch) -> None:
    storage, session = opened(path)
    write, copy = ProjectFile.write_edit, tmp_path / "copy.tagwright"

    def full(self, *arguments):
        if self.path == path:
            raise DiskFullError(self.path, "the disk is full")
        write(self, *arguments)

    monkeypatch.setattr(ProjectFile, "write_edit", full)
    for token in (1, 2, 3):
        session.apply(label_span(session.project, 1, token, token, 2))
    session.undo()
    qtbot.waitUntil(lambda: session.saving.read_only, timeout=10_000)
    assert storage.save_copy(copy) == 0
    assert storage.kept_elsewhere == copy
    assert in_file(copy) == contents_of(session.project)
    assert storage.close()
    with ProjectFile.open(copy) as file:
        assert file.history.last_edit_id() == 4


def test_a_copy_replaces_an_older_one_and_no_other_project(path, tmp_path) -> None:
    storage, _ = opened(path)
    older, other, text = (tmp_path / name for name in ("a.tagwright", "b.tagwright", "c.tagwright"))
    text.write_text("a text")
    ProjectFile.create(other).close()
    for copy in (older, older, text):
        assert storage.save_copy(copy) == 0
    before = other.read_bytes()
    with pytest.raises(ExistsError, match="another project; choose another name"):
        storage.save_copy(other)
    assert other.read_bytes() == before
    other.write_bytes(before[:4096])
    with pytest.raises(ExistsError, match="cannot be read, and may be another one"):
        storage.save_copy(other)
    assert storage.close()


def test_a_copy_from_an_older_copy_does_not_replace_later_work(qtbot, path, tmp_path) -> None:
    storage, session = opened(path)
    older = tmp_path / "older.tagwright"
    storage.save_copy(older)
    session.apply(label_span(session.project, 1, 1, 1, 2))
    saved(qtbot, session)
    assert storage.save_copy(older.with_name("newer.tagwright")) == 0
    assert storage.close()
    before = path.read_bytes()
    storage, _ = opened(older)
    for target in (path, older.with_name("newer.tagwright")):
        with pytest.raises(ExistsError, match="later changes than the open project"):
            storage.save_copy(target)
    assert storage.close()
    assert path.read_bytes() == before


def test_a_copy_of_a_project_that_is_saved_takes_no_place(qtbot, path, tmp_path) -> None:
    storage, session = opened(path)
    session.apply(label_span(session.project, 1, 1, 1, 2))
    saved(qtbot, session)
    assert storage.save_copy(tmp_path / "copy.tagwright") == 0
    assert storage.kept_elsewhere is None
    assert storage.close()


def test_a_step_that_can_never_be_written_stays_out_of_a_copy(
    qtbot, path, tmp_path, monkeypatch
) -> None:
    hooked = []
    monkeypatch.setattr(sys, "excepthook", lambda kind, error, trace: hooked.append(kind))
    storage, session = opened(path)
    write, copy = ProjectFile.write_edit, tmp_path / "copy.tagwright"

    def broken(self, edit, *arguments):
        if edit.id == 3:
            raise ValueError("a gap")
        write(self, edit, *arguments)

    monkeypatch.setattr(ProjectFile, "write_edit", broken)
    for token in (1, 2, 3):
        session.apply(label_span(session.project, 1, token, token, 2))
    qtbot.waitUntil(lambda: session.saving.read_only, timeout=10_000)
    assert storage.save_copy(copy) == 2
    with ProjectFile.open(copy) as file:
        assert file.history.last_edit_id() == 2
    monkeypatch.setattr(ProjectFile, "write_edit", write)
    assert storage.close(), "it is tried once more"
    assert in_file(path) == contents_of(session.project)
    assert hooked == [ValueError]


def test_after_a_bug_the_window_says_what_the_file_does_not_hold(qtbot, path, monkeypatch) -> None:
    hooked = []
    monkeypatch.setattr(sys, "excepthook", lambda kind, error, trace: hooked.append(kind))
    storage, session = opened(path)
    write = ProjectFile.write_edit

    def broken(self, *_):
        raise ValueError("a gap")

    monkeypatch.setattr(ProjectFile, "write_edit", broken)
    session.apply(clear_tokens(session.project, 0, 0, 0))
    qtbot.waitUntil(lambda: session.saving.read_only, timeout=10_000)
    assert session.saving.state == "failed"
    assert hooked == [ValueError]
    monkeypatch.setattr(ProjectFile, "write_edit", write)
    with qtbot.waitSignal(storage.writable):
        storage.try_again()
    session.apply(clear_tokens(session.project, 0, 1, 1))
    saved(qtbot, session)
    storage.close()
    assert in_file(path) == contents_of(session.project)


def test_trying_again_in_vain_says_why(qtbot, path, monkeypatch) -> None:
    storage, session = opened(path)

    def full(self):
        raise DiskFullError(self.path, "still full")

    monkeypatch.setattr(ProjectFile, "probe", full)
    with qtbot.waitSignal(storage.failed) as received:
        storage.try_again()
    assert "Still full" in received.args[0]
    assert session.saving.read_only
    storage.close()


def test_a_project_that_can_only_be_read_stays_so(qtbot, path) -> None:
    with read_only(path.parent):
        storage, session = opened(path)
        with qtbot.waitSignal(storage.failed) as received:
            storage.try_again()
        assert "opy it to a folder of your own" in received.args[0]
        assert session.apply(clear_tokens(session.project, 0, 1, 1)) is None
        assert storage.close()


def test_a_file_that_cannot_be_opened_says_why_to_the_caller(tmp_path) -> None:
    storage = StorageThread(open_project_file(tmp_path / "none.tagwright"))
    with pytest.raises(MissingError):
        storage.wait_until_open()
    assert storage.close()


def test_an_error_of_a_call_comes_back_to_its_caller(path) -> None:
    storage = StorageThread(open_project_file(path))
    storage.wait_until_open()

    def broken(_):
        raise KeyError("x")

    with pytest.raises(KeyError):
        storage.call(broken)
    assert storage.call(lambda file: file.load().settings) == ProjectSettings()
    assert storage.close()
    assert storage.close()


def test_a_history_that_cannot_be_read_ends_undo_and_nothing_else(qtbot, path, monkeypatch) -> None:
    storage, session = opened(path)

    def damaged(self, *_):
        raise DamagedError(self._database.path, "torn")

    monkeypatch.setattr(StoredHistory, "recent_edits", damaged)
    with qtbot.waitSignal(storage.older_steps) as received:
        session.undo()
    assert received.args == [[]]
    session.redo()
    saved(qtbot, session)
    storage.close()


def test_closing_writes_what_waits(qtbot, path) -> None:
    storage, session = opened(path)
    for token in range(3):
        session.apply(clear_tokens(session.project, 0, token, token))
    assert storage.close()
    assert in_file(path) == contents_of(session.project)


EDIT_ACTIONS = (
    lambda session: session.apply(label_span(session.project, 0, 0, 1, 1)),
    lambda session: session.apply(add_label(session.project, "ORG")),
    lambda session: session.apply(label_span(session.project, 1, 0, 0, 3)),
    lambda session: session.undo(),
    lambda session: session.redo(),
    lambda session: session.apply(rename_label(session.project, 3, "FIRM")),
    lambda session: session.apply(
        change_settings(session.project, replace(session.project.settings, c2=0.25))
    ),
    lambda session: go_back(session, 3),
)


def go_back(session, n_steps):
    """Undo several steps at once."""
    steps = session.history.steps()[-n_steps:][::-1]
    composition = Composition()
    for step in steps:
        composition.add(step.inverse())
    assert session.go_through(steps, composition.edit("history"), back=True)


def state_of(session):
    """Return the project's image, and which steps can be undone or redone."""
    again = [(step.id, True) for step in session.history.again_up_to(2**62)]
    return contents_of(session.project), sorted(
        [(step.id, False) for step in session.history.steps()] + again
    )


def state_in(path):
    with ProjectFile.open(path) as file:
        steps = sorted((step.id, undone) for step, undone in file.history.recent_edits())
        return contents_of(file.load()), steps


def test_what_was_called_saved_is_there_wherever_it_is_killed(path, tmp_path):
    """Every kind of step is one transaction, and reported as saved only after it."""
    with ProjectFile.open(path) as file:
        session = Session(file.load(), annotator="Ben", history=first_history(file), next_edit=2)
    states = [state_of(session)]
    for edit_action in EDIT_ACTIONS:
        edit_action(session)
        states.append(state_of(session))
    folder = tmp_path / "folder"
    report_path = folder / "told"
    folder.mkdir()
    path = path.rename(folder / path.name)

    def job():
        storage, session = opened(path)
        report_path.write_bytes(b"")
        with report_path.open("ab", buffering=0) as report:
            storage.saved.connect(
                lambda revision: report.write(bytes([revision])),
                Qt.ConnectionType.DirectConnection,
            )
            for edit_action in EDIT_ACTIONS:
                edit_action(session)
            assert storage.close()

    for step in kills(job, folder, every=3):
        reported = report_path.read_bytes() if report_path.exists() else b""
        report_path.unlink(missing_ok=True)
        assert state_in(path) in states[max(reported, default=0) :], step
    assert reported[-1] == len(EDIT_ACTIONS)


class Large:
    """Something that a job refers to."""


def test_a_step_is_written_after_the_key_has_been_answered(qtbot, path, monkeypatch) -> None:
    events = []
    write = storage_thread._apply

    class Key:
        def give(self) -> None:
            events.append("waited")

    def apply(*arguments) -> None:
        events.append("written")
        write(*arguments)

    monkeypatch.setattr(storage_thread, "UI_PRIORITY", Key())
    monkeypatch.setattr(storage_thread, "_apply", apply)
    storage, session = opened(path)
    session.apply(clear_tokens(session.project, 0, 0, 0))
    saved(qtbot, session)
    assert storage.close()
    assert events == ["waited", "written"]


def test_a_job_that_is_done_holds_nothing(qtbot, path):
    storage, _ = opened(path)
    try:
        large = Large()
        alive = weakref.ref(large)
        storage.post(lambda file, held=large: None)
        del large
        qtbot.waitUntil(lambda: alive() is None)
    finally:
        storage.close()


def test_steps_are_brought_into_the_file_when_nothing_comes_for_a_while(
    qtbot, path, monkeypatch
) -> None:
    monkeypatch.setattr("app.services.storage_thread.IDLE_SECONDS", 0.01)
    storage, session = opened(path)
    log = path.with_name(path.name + "-wal")
    session.apply(clear_tokens(session.project, 0, 0, 0))
    saved(qtbot, session)
    qtbot.waitUntil(lambda: log.stat().st_size == 0, timeout=10_000)
    copy = path.with_name("copy.tagwright")
    copy.write_bytes(path.read_bytes())
    with ProjectFile.open(copy, without_log=True) as file:
        assert contents_of(file.load()) == contents_of(session.project)
    session.apply(clear_tokens(session.project, 0, 1, 1))
    saved(qtbot, session)
    assert storage.close()


def test_a_log_that_cannot_be_brought_in_stays(qtbot, path, monkeypatch) -> None:
    refused = []

    def full(self):
        self.log_holds_steps = False
        refused.append(1)
        raise DiskFullError(self.path, "the disk is full")

    monkeypatch.setattr("app.services.storage_thread.IDLE_SECONDS", 0.01)
    monkeypatch.setattr(ProjectDatabase, "checkpoint_log", full)
    storage, session = opened(path)
    session.apply(clear_tokens(session.project, 0, 0, 0))
    saved(qtbot, session)
    qtbot.waitUntil(lambda: bool(refused), timeout=10_000)
    session.apply(clear_tokens(session.project, 0, 1, 1))
    saved(qtbot, session)
    assert storage.close()
    assert in_file(path) == contents_of(session.project)


def overwrite(path):
    path.write_bytes(path.read_bytes()[:5000])
    return path.read_bytes()


def test_an_overwritten_file_keeps_its_steps_waiting(qtbot, path, monkeypatch, caplog) -> None:
    monkeypatch.setattr("app.services.storage_thread.IDLE_SECONDS", 60.0)
    storage, session = opened(path)
    session.apply(clear_tokens(session.project, 0, 0, 0))
    saved(qtbot, session)
    left = overwrite(path)
    session.apply(clear_tokens(session.project, 0, 1, 1))
    with qtbot.waitSignal(storage.failed) as received:
        storage.try_again()
    assert "overwritten while it was open" in received.args[0]
    assert session.saving.n_unsaved == 1
    with pytest.raises(OverwrittenError):
        storage.save_copy(path.with_name("copy.tagwright"))
    assert not storage.close()
    assert "overwritten" in caplog.text
    assert path.read_bytes() == left


def test_an_overwritten_file_is_told_of_at_once(qtbot, path, monkeypatch, caplog) -> None:
    monkeypatch.setattr("app.services.storage_thread.IDLE_SECONDS", 0.01)
    storage, session = opened(path)
    session.apply(clear_tokens(session.project, 0, 0, 0))
    storage.call(lambda _: overwrite(path))
    qtbot.waitUntil(lambda: session.saving.state == "failed", timeout=10_000)
    assert session.saving.read_only
    assert not storage.close()
    assert "overwritten" in caplog.text


def test_a_file_overwritten_before_closing_is_told_of(qtbot, path, monkeypatch, caplog) -> None:
    monkeypatch.setattr("app.services.storage_thread.IDLE_SECONDS", 60.0)
    storage, session = opened(path)
    session.apply(clear_tokens(session.project, 0, 0, 0))
    saved(qtbot, session)
    left = overwrite(path)
    assert not storage.close()
    assert "overwritten while it was open" in caplog.text
    assert path.read_bytes() == left


# ---- a disk that does not respond


class Stalled:
    """A disk that writes a step only when it may."""

    def __init__(self, monkeypatch) -> None:
        self.free = threading.Event()
        self.reached = threading.Event()
        write = ProjectFile.write_edit

        def stalled(file, *arguments):
            self.reached.set()
            assert self.free.wait(120)
            write(file, *arguments)

        monkeypatch.setattr(ProjectFile, "write_edit", stalled)


def test_closing_waits_no_longer_than_its_limit_for_a_stalled_disk(qtbot, path, monkeypatch):
    monkeypatch.setattr("app.services.storage_thread.CLOSE_SECONDS", 0.05)
    disk = Stalled(monkeypatch)
    storage, session = opened(path)
    session.apply(clear_tokens(session.project, 0, 0, 0))
    session.apply(clear_tokens(session.project, 0, 1, 2))
    names = [step_name(step) for step in session.saving.unsaved_steps()]
    assert names == ["Anna: PER → open", "lives in: no label → open"]
    assert disk.reached.wait(60)
    assert not storage.close()
    assert not storage.ended
    disk.free.set()
    qtbot.waitUntil(lambda: storage.ended, timeout=20_000)
    assert storage.close()
    assert in_file(path) == contents_of(session.project)


def test_a_slow_disk_that_moves_is_waited_for(qtbot, path, monkeypatch):
    storage, session = opened(path)
    session.apply(clear_tokens(session.project, 0, 0, 0))
    saved(qtbot, session)
    moved = []
    monkeypatch.setattr(storage.limit, "moved", lambda: moved.append(1))
    session.apply(clear_tokens(session.project, 0, 1, 2))
    saved(qtbot, session)
    qtbot.waitUntil(lambda: bool(moved), timeout=20_000)
    assert storage.close()
