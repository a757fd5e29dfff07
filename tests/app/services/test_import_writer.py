"""Tests of writing an import, and of what ends it."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.jobs.importing.documents import ImportOptions, prepare_all
from app.services.import_writer import ImportWriter
from app.services.task import TaskState
from app.session import Session
from app.storage.errors import ProjectFileError
from tests.memory_projects import project_of
from tests.step_names import undo_text


class PausedStorage:
    """A storage thread that works on demand, on a file that rejects everything."""

    def __init__(self) -> None:
        self.jobs = []

    def post(self, job) -> None:
        self.jobs.append(job)

    def work(self) -> None:
        while self.jobs:
            self.jobs.pop(0)(Refusing())


class Refusing:
    @property
    def imports(self):
        return self

    def __getattr__(self, name):
        def refuse(*_, **__):
            raise ProjectFileError(Path("p"), "the disk is full")

        return refuse


@pytest.fixture
def writer(qapp):
    session = Session(project_of())
    return ImportWriter(session, PausedStorage(), session)


@pytest.fixture
def documents(tmp_path):
    path = tmp_path / "a.txt"
    path.write_text("One two.\n")
    return prepare_all([path], ImportOptions())


def ends_of(task):
    ends = []
    task.listen(
        finished=lambda result: ends.append(("finished", result)),
        failed=lambda reason: ends.append(("failed", reason)),
        ended=lambda: ends.append("ended"),
    )
    task.cancelled.connect(lambda: ends.append("cancelled"))
    return ends


def test_nothing_to_write_is_done(writer) -> None:
    task = TaskState("import")
    ends = ends_of(task)
    writer.write(task, [], 0)
    assert ends == [("finished", 0), "ended"]
    assert task.over


def test_what_the_file_refuses_is_said_in_a_sentence(writer, documents) -> None:
    task = TaskState("import")
    ends = ends_of(task)
    writer.write(task, documents, 1)
    assert ends == []
    writer._storage.work()
    (kind, reason), ended = ends
    assert (kind, ended) == ("failed", "ended")
    assert "The disk is full" in reason
    assert undo_text(writer._session) is None


def test_the_room_is_that_for_all_documents(writer, documents, monkeypatch) -> None:
    asked = []

    def slices(_, numbered, following, *, is_first):
        asked.append((numbered.prepared, following, is_first))
        raise ProjectFileError(Path("p"), "the disk is full")

    monkeypatch.setattr("app.services.import_writer.store_in_slices", slices)
    task = TaskState("import")
    ends_of(task)
    writer.write(task, documents * 3, 3)
    writer._storage.work()
    assert asked == [(documents[0], documents * 2, True)]


def test_a_project_that_cannot_be_changed_takes_no_document(writer, documents) -> None:
    writer._session.saving.read_only = True
    refused = []
    writer._session.refused.connect(refused.append)
    task = TaskState("import")
    ends = ends_of(task)
    writer.write(task, documents, 1)
    assert ends == ["cancelled", "ended"]
    assert len(refused) == 1
    assert writer._storage.jobs == []


def test_after_the_end_nothing_is_taken_and_nothing_shown(writer, documents) -> None:
    waiting = TaskState("import")
    ends = ends_of(waiting)
    writer.write(waiting, documents, 1)
    writer.close()
    writer._show(waiting, None, None)
    assert ends == ["cancelled", "ended"]
    late = TaskState("import")
    ends = ends_of(late)
    writer.write(late, documents, 1)
    assert ends == ["cancelled", "ended"]
    assert undo_text(writer._session) is None
