from __future__ import annotations

import os
import tempfile

import pytest

from app.services import loaded_project as module
from app.services.loaded_project import load
from app.services.projects import OpenProject, Projects
from app.services.storage_thread import StorageThread, open_project_file
from app.storage import file_lock
from app.storage.errors import BusyError, DamagedError, ReadOnlyError
from app.storage.project_file import ProjectFile
from app.storage.sqlite_errors import READ_ONLY
from tests.fake_learning import FakeLearning
from tests.project_files import small_project
from tests.window_parts import CompiledKernels

pytestmark = pytest.mark.gui


@pytest.fixture
def path(tmp_path):
    project_path = tmp_path / "p.tagwright"
    small_project(project_path)
    return project_path


@pytest.fixture
def asked(monkeypatch):
    """Answer for another window of the user; return the projects that were asked for."""
    paths = []

    def ask(path, **_):
        paths.append(path)
        return True

    monkeypatch.setattr(module, "ask_to_show", ask)
    return paths


def loaded(path):
    storage = StorageThread(open_project_file(path))
    try:
        return load(path, storage)
    finally:
        storage.close()


def test_a_project_is_read_with_its_steps(path, asked) -> None:
    read = loaded(path)
    assert (read.path, read.read_only) == (path, False)
    assert read.next_edit == len(read.history) + 1
    assert len(read.project.documents) == 1
    assert asked == [], "it is not open elsewhere"


def test_a_project_that_is_open_elsewhere_is_left_to_its_window(path, asked) -> None:
    with ProjectFile.open(path):
        assert loaded(path) is None
    assert asked == [path]


def test_it_is_busy_if_no_window_answers(path, asked, monkeypatch) -> None:
    monkeypatch.setattr(module, "ask_to_show", lambda _: False)
    with ProjectFile.open(path), pytest.raises(BusyError, match="close it there first"):
        loaded(path)


def test_a_project_that_can_only_be_read_is_shown_once(path, asked, monkeypatch) -> None:
    def refuse(path):
        raise ReadOnlyError(path, READ_ONLY)

    monkeypatch.setattr(file_lock, "locked", refuse)
    assert loaded(path) is None
    assert asked == [path]
    monkeypatch.setattr(module, "ask_to_show", lambda *_, may_be_opening: may_be_opening)
    assert loaded(path).read_only, "there is no lock that says that a window may be opening"


@pytest.mark.skipif(os.name == "nt", reason="its pipes have no folder of the session")
def test_the_window_of_a_project_that_can_only_be_read_answers(qtbot, path, monkeypatch) -> None:
    def refuse(path):
        raise ReadOnlyError(path, READ_ONLY)

    monkeypatch.setattr(file_lock, "locked", refuse)
    projects = Projects(FakeLearning, lambda: "Ann", lambda _: None)
    with tempfile.TemporaryDirectory(dir="/tmp") as folder:
        monkeypatch.setenv("XDG_RUNTIME_DIR", folder)
        with qtbot.waitSignal(projects.opened) as received:
            projects.open(path)
        project = received.args[0]
        assert project.session.saving.read_only
        project.begin_learning(CompiledKernels())
        qtbot.waitUntil(lambda: project.show_requests._server is not None)
        with (
            qtbot.waitSignal(projects.shown_elsewhere),
            qtbot.waitSignal(project.show_requests.received),
        ):
            projects.open(path)
        qtbot.waitUntil(lambda: not projects.busy)
        assert projects.findChildren(OpenProject) == [project]
        assert project.close()
    assert projects.close()


def test_nobody_is_asked_for_a_project_with_another_error(path, asked) -> None:
    path.write_bytes(path.read_bytes()[:100])
    with pytest.raises(DamagedError):
        loaded(path)
    assert asked == []


def test_the_listener_is_told_of_the_other_window(qtbot, path, asked) -> None:
    projects = Projects(FakeLearning, lambda: "Ann", lambda _: None)
    failures = []
    projects.failed.connect(lambda *said: failures.append(said))
    with ProjectFile.open(path), qtbot.waitSignal(projects.shown_elsewhere) as received:
        projects.open(path)
    assert received.args == [path]
    qtbot.waitUntil(lambda: not projects.busy)
    assert projects.close()
    assert failures == []
