"""Projects that are closed behind whatever is shown then."""

from types import SimpleNamespace

import pytest
from PySide6.QtCore import QObject, Signal

from app.views.closing_projects import ClosingProjects

pytestmark = pytest.mark.gui


class Backups(QObject):
    failed = Signal(str)
    damaged = Signal(str)


class LeftProject(QObject):
    """A project that is left, and closed when the test says so."""

    left = Signal(bool)
    gone = Signal()

    def __init__(self, path, *, ended=True):
        super().__init__()
        self.path, self.backups, self.ended = path, Backups(), ended
        self.leaves = 0

    def leave(self):
        self.leaves += 1

    def close(self):
        return False


class Window:
    def __init__(self):
        self.shown = []
        self.messages = SimpleNamespace(show_message=lambda *received: self.shown.append(received))


@pytest.fixture
def window():
    return Window()


@pytest.fixture
def closing(qapp, window):
    return ClosingProjects(lambda: (None, window))


def test_what_needs_the_file_waits_until_it_is_closed(closing, window, tmp_path):
    done, project = [], LeftProject(tmp_path / "a.tagwright")
    closing.leave(project)
    closing.once_closed(tmp_path / "b.tagwright", lambda: done.append("b"))
    assert (done, window.shown) == (["b"], [])
    closing.once_closed(project.path, lambda: done.append("a"))
    assert (done, closing.has_waiting, project.leaves) == (["b"], True, 1)
    assert "a.tagwright" in window.shown[0][0]
    project.left.emit(True)
    assert (done, closing.has_waiting, len(window.shown)) == (["b", "a"], False, 1)


def test_lost_steps_and_backups_are_told_where_something_is_shown(
    closing, window, tmp_path, caplog
):
    project = LeftProject(tmp_path / "a.tagwright")
    closing.leave(project)
    project.backups.failed.emit("the disk is full.")
    project.left.emit(False)
    assert window.shown == [
        ("Could not back up a.tagwright on closing: the disk is full.", "error"),
        ("The last changes of a.tagwright were not saved.", "error"),
    ]
    assert "the last steps were not saved" in caplog.text


@pytest.mark.parametrize("ended", [True, False])
def test_the_end_says_what_was_lost_and_what_still_runs(closing, tmp_path, ended, caplog):
    closing.leave(LeftProject(tmp_path / "a.tagwright", ended=ended))
    closing.once_closed(tmp_path / "a.tagwright", pytest.fail)
    assert closing.close() == (False, ended)
    assert "the last steps were not saved" in caplog.text
