"""A model that arrives around Enter, in the real window: nothing is confirmed unread."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtWidgets import QApplication

from app.domain.labels import Label
from app.domain.proposals import ProposalSlice
from app.domain.settings import ProjectSettings
from app.jobs.importing.documents import ImportOptions, Use
from app.lab.benchmarks.gui_session import GuiSession
from app.lab.benchmarks.player import wait_for
from app.storage.project_file import ProjectFile
from app.views.workspace.seen_labels import NOTICE_SECONDS

pytestmark = [pytest.mark.gui, pytest.mark.journey, pytest.mark.usefixtures("qapp")]

Key = Qt.Key
TEXT = "\n\n".join(f"{who} gave it .".replace(" ", "\n") for who in ("Ada", "Bo", "Cy", "Dan"))


def arrive(gui_session: GuiSession, tags: str) -> None:
    """Let a model propose tags for the sentence in work."""
    session, sentence_index = (
        gui_session.project.session,
        gui_session.workspace.caret.sentence_index,
    )
    known = [session.project.tag_id(tag) for tag in tags.split()]
    chances = np.full(len(known), 0.9, np.float32)
    number = int(session.proposals.models[sentence_index]) + 1
    news = ProposalSlice(
        np.array([sentence_index]), np.array(known, np.int32), chances, number, session.revision
    )
    session.propose(news)


LATER = 1e9
"""A time of the clock that is after anything on the screen."""


class AtMoment(QObject):
    """Does something when the window is told of a key, before it takes it."""

    def __init__(self, gui_session: GuiSession, moment: QEvent.Type, tags: str) -> None:
        super().__init__()
        self._gui_session, self._moment, self._tags = gui_session, moment, tags
        QApplication.instance().installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == self._moment and watched is self._gui_session.window.sentence_view:
            QApplication.instance().removeEventFilter(self)
            arrive(self._gui_session, self._tags)
        return False


@pytest.fixture
def gui_session(tmp_path: Path) -> Iterator[GuiSession]:
    """Open the window on four sentences without a label; what proposes is the test."""
    path, text = tmp_path / "p.tagwright", tmp_path / "t.conll"
    text.write_text(TEXT + "\n")
    settings = ProjectSettings(learning_paused=True)
    ProjectFile.create(path, settings, [Label(1, "WHO", 1, "1", 1)]).close()
    with GuiSession(path) as gui_session:
        options = ImportOptions("columns", ("word",), Use.TEXT)
        gui_session.finish(gui_session.project.exchange.import_files([text], options))
        gui_session.window.sentence_view.setFocus()
        wait_for(gui_session.window.sentence_view.hasFocus, "the focus")
        gui_session.settle()
        gui_session.workspace.caret.select(0, 0)  # a person has clicked the first word
        pass_time(gui_session, 0.0)
        yield gui_session


def pass_time(gui_session: GuiSession, now: float) -> None:
    """Set the seconds that have passed for the person."""
    gui_session.workspace.seen_labels._clock = lambda: LATER + now


def test_one_enter_accepts_the_first_suggestions_once_they_have_been_shown(
    gui_session: GuiSession,
) -> None:
    session, workspace = gui_session.project.session, gui_session.workspace
    sentence_index = workspace.caret.sentence_index
    arrive(gui_session, "B-WHO O O O")
    gui_session.settle()
    pass_time(gui_session, NOTICE_SECONDS)
    gui_session.player.press(Key.Key_Return)
    assert session.is_done(sentence_index)
    assert session.token_display(sentence_index)[0].tag == "B-WHO"


@pytest.mark.parametrize("moment", ["painted", "a moment before", "with the key"])
def test_enter_shows_what_a_model_has_just_changed(gui_session: GuiSession, moment: str) -> None:
    session, workspace = gui_session.project.session, gui_session.workspace
    sentence_index, message = workspace.caret.sentence_index, gui_session.window.messages.text
    arrive(gui_session, "O O O O")

    if moment == "with the key":
        at_key = AtMoment(gui_session, QEvent.Type.ShortcutOverride, "B-WHO O O O")
    else:
        arrive(gui_session, "B-WHO O O O")
    if moment == "painted":
        gui_session.settle()
    gui_session.player.press(Key.Key_Return)
    assert session.open_tokens[sentence_index] == 4
    assert workspace.caret.sentence_index == sentence_index
    wait_for(lambda: "“Ada” no label → WHO" in message.text(), "it says so")
    assert session.propagation.tokens(sentence_index) == [0]
    gui_session.settle()

    gui_session.player.press(Key.Key_Return)
    assert session.is_done(sentence_index)
    assert session.token_display(sentence_index)[0].tag == "B-WHO"
    gui_session.player.press(Key.Key_Return)
    assert session.state.progress().confirmed_tokens == 8, "one press where nothing has changed"
    if moment == "with the key":
        at_key.deleteLater()
    gui_session.settle()


def test_esc_brings_back_nothing_that_an_undone_label_had_led_to(gui_session: GuiSession) -> None:
    session, workspace, window = (
        gui_session.project.session,
        gui_session.workspace,
        gui_session.window,
    )
    arrive(gui_session, "O O O O")
    gui_session.settle()
    gui_session.player.press(Key.Key_1)
    arrive(gui_session, "B-WHO O B-WHO O")
    wait_for(lambda: not window.status.changed.isHidden(), "what changed is told")
    gui_session.player.press(Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    arrive(gui_session, "O O O O")
    gui_session.settle()
    assert window.status.changed.isHidden(), "the undo has changed it"
    gui_session.player.press(Key.Key_Escape)
    assert [record.tag for record in session.token_display(workspace.caret.sentence_index)] == [
        "O"
    ] * 4
