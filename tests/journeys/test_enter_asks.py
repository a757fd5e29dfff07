"""Enter asks before it says "no label" of what nobody may have looked at, in the real window."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QGuiApplication, QKeyEvent

from app.domain.labels import Label
from app.domain.settings import ProjectSettings
from app.domain.tokens import Role
from app.jobs.importing.documents import ImportOptions, Use
from app.jobs.project_models.project_learning import ProjectLearning
from app.lab.benchmarks.gui_session import GuiSession
from app.lab.benchmarks.player import wait_for
from app.storage.project_file import ProjectFile
from app.views.workspace.key_again import READ_SECONDS

pytestmark = [pytest.mark.gui, pytest.mark.journey, pytest.mark.usefixtures("qapp")]

Key = Qt.Key
ENTER_CODE = 36
"""The code of the key on X11."""

NAMES = ("Ada", "Bo", "Cy", "Dan", "Eve", "Flo")
TEXT = "\n\n".join(f"{who} gave it .".replace(" ", "\n") for who in NAMES)


def hold_enter(gui_session: GuiSession, times: int, *, marked: bool) -> None:
    """Send what a keyboard sends while Enter is held: one press, and its repetitions.

    On X11 each is a release and a press of the same moment, which Qt does not always mark.
    """
    window = gui_session.window.windowHandle()

    def send(kind: QEvent.Type, moment: int, *, again: bool = False) -> None:
        held = Qt.KeyboardModifier.NoModifier
        event = QKeyEvent(kind, Key.Key_Return, held, ENTER_CODE, 0, 0, "\r", autorep=again)
        event.setTimestamp(moment)
        QGuiApplication.sendEvent(window, event)

    for moment in range(1, times + 1):
        send(QEvent.Type.KeyPress, moment, again=marked and moment > 1)
        send(QEvent.Type.KeyRelease, moment + 1, again=marked)


def message(gui_session: GuiSession) -> str:
    shown = gui_session.window.messages.text
    return shown.text() if shown.isVisible() else ""


def wait_until_read(gui_session: GuiSession) -> None:
    requests = gui_session.workspace._question
    wait_for(lambda: requests._clock() - requests._asked_at >= READ_SECONDS, "the question is read")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Return a project of six sentences in which no model learns."""
    path, text = tmp_path / "p.tagwright", tmp_path / "t.conll"
    text.write_text(TEXT + "\n")
    settings = ProjectSettings(learning_paused=True)
    ProjectFile.create(path, settings, [Label(1, "WHO", 1, "1", 1)]).close()
    with GuiSession(path) as gui_session:
        options = ImportOptions("columns", ("word",), Use.TEXT)
        gui_session.finish(gui_session.project.exchange.import_files([text], options))
    return path


@pytest.fixture
def gui_session(path: Path) -> Iterator[GuiSession]:
    """Open the window on these; the third and fifth are test sentences."""
    with GuiSession(path) as gui_session:
        gui_session.project.session.corpus.roles[[2, 4]] = Role.CONTROL
        gui_session.workspace.caret.go_to(1)
        gui_session.settle()
        yield gui_session


def test_a_test_sentence_is_not_accepted_by_going_on_pressing_enter(
    gui_session: GuiSession,
) -> None:
    session, workspace = gui_session.project.session, gui_session.workspace
    workspace.caret.go_to(2)
    gui_session.player.press(Key.Key_Return)
    assert not session.is_done(2)
    wait_for(lambda: "Nothing is labelled in this test sentence" in message(gui_session), "it asks")
    gui_session.player.press(Key.Key_Return, times=5)
    assert (session.is_done(2), workspace.caret.sentence_index) == (False, 2)
    wait_until_read(gui_session)
    gui_session.player.press(Key.Key_Return)
    assert session.is_done(2)

    workspace.caret.go_to(4)
    gui_session.player.press(Key.Key_1)
    gui_session.player.press(Key.Key_Return)
    assert session.is_done(4), "it was touched"


def test_a_player_reads_the_question_and_accepts(gui_session: GuiSession) -> None:
    gui_session.workspace.caret.go_to(2)
    gui_session.player.accept()
    assert gui_session.project.session.is_done(2)


@pytest.mark.parametrize("marked", [True, False])
def test_enter_that_is_held_accepts_one_sentence(gui_session: GuiSession, marked: bool) -> None:
    session = gui_session.project.session
    gui_session.workspace.seen_labels.look()
    hold_enter(gui_session, 30, marked=marked)
    assert session.is_done(1)
    assert int((session.open_tokens > 0).sum()) == len(NAMES) - 1


def test_enter_waits_for_the_suggestions_of_a_model_that_is_being_read(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with GuiSession(path) as gui_session:
        gui_session.player.press(Key.Key_1)
        gui_session.player.press(Key.Key_Return)
        gui_session.project.trainer.resume()
        gui_session.rest(120.0)
    go, read = threading.Event(), ProjectLearning.from_bytes

    def read_late(learning: ProjectLearning, data: bytes) -> object:
        go.wait()
        return read(learning, data)

    monkeypatch.setattr(ProjectLearning, "from_bytes", read_late)
    try:
        with GuiSession(path) as gui_session:
            session, sentence_index = (
                gui_session.project.session,
                gui_session.workspace.caret.sentence_index,
            )
            wait_for(lambda: gui_session.project.trainer.status.state == "loading", "it is read")
            gui_session.player.press(Key.Key_Return)
            assert not session.is_done(sentence_index)
            wait_for(lambda: "Suggestions are still loading" in message(gui_session), "it says so")
            go.set()
            wait_for(lambda: session.proposals.models[sentence_index] > 0, "suggestions")
            gui_session.player.press(Key.Key_Return)
            gui_session.player.accept()
            assert session.is_done(sentence_index)
    finally:
        go.set()
