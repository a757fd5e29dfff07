"""The thread that reads an import, while the project closes."""

from __future__ import annotations

import threading

import pytest
from PySide6.QtCore import Qt

from app.services.import_writer import ImportWriter
from app.services.task import CancelledError, TaskState
from app.session import Session
from tests.memory_projects import project_of


class Silent:
    """A storage thread that never answers."""

    def __init__(self) -> None:
        self.jobs = []

    def post(self, job) -> None:
        self.jobs.append(job)


@pytest.fixture
def writer(qapp):
    session = Session(project_of())
    return ImportWriter(session, Silent(), session)


def test_who_waits_for_an_answer_is_let_go_when_the_project_closes(writer) -> None:
    ended, asked = [], threading.Event()
    writer._read.disconnect()

    def wait() -> None:
        with pytest.raises(CancelledError):
            writer.store(TaskState("import"), None)
        ended.append(True)

    def look(*_) -> None:
        asked.set()

    writer._read.connect(look, Qt.ConnectionType.DirectConnection)
    thread = threading.Thread(target=wait)
    thread.start()
    asked.wait()
    writer.close()
    thread.join()
    assert ended == [True]


def test_after_the_end_nothing_is_taken(writer) -> None:
    writer.close()
    with pytest.raises(CancelledError):
        writer.store(TaskState("import"), None)
