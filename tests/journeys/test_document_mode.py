"""A whole document on the page: shown by a key, worked in by the usual keys, kept for tomorrow."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from app.domain.tokens import TokenState
from app.jobs.projects.create import create_sample
from app.lab.benchmarks.gui_session import GuiSession
from app.lab.benchmarks.player import wait_for
from app.views.sentence_view.pane import SentencePane
from tests.soak.state import digest

pytestmark = [pytest.mark.gui, pytest.mark.journey, pytest.mark.usefixtures("qapp")]

Key = Qt.Key
CONTROL = Qt.KeyboardModifier.ControlModifier


def states(gui_session: GuiSession, sentence_index: int) -> list[int]:
    corpus = gui_session.project.session.corpus
    return list(corpus.states[corpus.span(sentence_index)].tolist())


def show_document(gui_session: GuiSession) -> SentencePane:
    view = gui_session.window.sentence_view
    assert not view.page.document_mode
    gui_session.player.press(Key.Key_D, CONTROL)
    assert view.page.document_mode
    assert gui_session.window.actions_["show_document"].isChecked()
    return view


def label_on_the_way(gui_session: GuiSession) -> None:
    """Go into the next sentence by arrows, label a word there, and take it back."""
    workspace, player = gui_session.workspace, gui_session.player
    sentence_index = workspace.caret.sentence_index
    player.press(Key.Key_End, CONTROL)
    player.press(Key.Key_Right)
    assert (workspace.caret.sentence_index, workspace.caret.token) == (sentence_index + 1, 0)
    before = digest(gui_session.project.session.project)
    player.press(Key.Key_1)
    assert states(gui_session, sentence_index + 1)[0] == TokenState.CONFIRMED
    player.press(Key.Key_Z, CONTROL)
    assert digest(gui_session.project.session.project) == before


def scrolled_away_nothing_is_said(gui_session: GuiSession, view: SentencePane) -> None:
    """Scroll the sentence out of sight: a key brings it back before it says anything."""
    bar, sentence_index = view.verticalScrollBar(), gui_session.workspace.caret.sentence_index
    bar.setValue(bar.maximum())
    wait_for(view.page.is_out_of_view, "the sentence is out of sight")
    before = digest(gui_session.project.session.project)
    gui_session.player.press(Key.Key_1)
    assert digest(gui_session.project.session.project) == before
    assert not view.page.is_out_of_view()
    text = gui_session.window.messages.text
    wait_for(lambda: "out of view" in text.text(), "the message about what is out of view")
    gui_session.player.press(Key.Key_1)
    assert (
        states(gui_session, sentence_index)[gui_session.workspace.caret.first]
        == TokenState.CONFIRMED
    )
    bar.setValue(bar.maximum())
    gui_session.player.press(Key.Key_Z, CONTROL)
    assert digest(gui_session.project.session.project) == before, "undo acts from anywhere"


def scrolled_away_the_mouse_says_nothing_either(
    gui_session: GuiSession, view: SentencePane
) -> None:
    """Scroll the sentence out of sight: a click on a label brings it back before it labels."""
    bar, labels = view.verticalScrollBar(), gui_session.window.panels.labels.view
    spot = labels.visualRect(labels.model().index(0, 0)).center()
    bar.setValue(bar.maximum())
    wait_for(view.page.is_out_of_view, "the sentence is out of sight")
    before = digest(gui_session.project.session.project)
    QTest.mouseClick(labels.viewport(), Qt.MouseButton.LeftButton, pos=spot)
    assert digest(gui_session.project.session.project) == before
    assert not view.page.is_out_of_view()
    assert "out of view" in gui_session.window.messages.text.text()
    QTest.mouseClick(labels.viewport(), Qt.MouseButton.LeftButton, pos=spot)
    assert digest(gui_session.project.session.project) != before
    gui_session.player.press(Key.Key_Z, CONTROL)
    assert digest(gui_session.project.session.project) == before


def test_a_document_is_worked_in_by_keys_and_is_there_tomorrow(tmp_path: Path) -> None:
    project = tmp_path / "sample.tagwright"
    create_sample(project)
    with GuiSession(project) as gui_session:
        gui_session.workspace.caret.go_to(int(gui_session.project.session.visible[5]))
        view = show_document(gui_session)
        label_on_the_way(gui_session)
        scrolled_away_nothing_is_said(gui_session, view)
        scrolled_away_the_mouse_says_nothing_either(gui_session, view)
        sentence_index = gui_session.workspace.caret.sentence_index
        spot = next(
            one
            for one in view.page.sentences_in_sight()
            if one not in (sentence_index, sentence_index + 1)
        )
        gui_session.workspace.caret.go_to(spot)
        gui_session.player.press(Key.Key_Return)  # a first look, where a model has come meanwhile
        wait_for(lambda: view.page.document_mode, "the document is still there")
        gui_session.window.sentence_view.grab()
        assert not view.page.is_out_of_view()

    with GuiSession(project) as gui_session:
        view = gui_session.window.sentence_view
        assert view.page.document_mode
        assert gui_session.window.actions_["show_document"].isChecked()
        QTest.keyClick(gui_session.window.windowHandle(), Key.Key_D, CONTROL)
        assert not view.page.document_mode
