"""A whole document on the page: shown by a key, worked in by the usual keys, kept for tomorrow."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from app.domain.tokens import TokenState
from app.jobs.create_project import create_sample
from app.lab.benchmarks.player import wait_for
from app.lab.benchmarks.sitting import Sitting
from app.views.sentence_view.pane import SentencePane
from tests.soak.state import digest

pytestmark = [pytest.mark.gui, pytest.mark.journey, pytest.mark.usefixtures("qapp")]

Key = Qt.Key
CONTROL = Qt.KeyboardModifier.ControlModifier


def states(sitting: Sitting, place: int) -> list[int]:
    corpus = sitting.project.session.corpus
    return list(corpus.states[corpus.span(place)].tolist())


def show_document(sitting: Sitting) -> SentencePane:
    view = sitting.window.sentence_view
    assert not view.page.document_mode
    sitting.player.press(Key.Key_D, CONTROL)
    assert view.page.document_mode
    assert sitting.window.actions_["show_document"].isChecked()
    return view


def label_on_the_way(sitting: Sitting) -> None:
    """Go into the next sentence by arrows, label a word there, and take it back."""
    workspace, player = sitting.workspace, sitting.player
    place = workspace.caret.place
    player.press(Key.Key_End, CONTROL)
    player.press(Key.Key_Right)
    assert (workspace.caret.place, workspace.caret.token) == (place + 1, 0)
    before = digest(sitting.project.session.project)
    player.press(Key.Key_1)
    assert states(sitting, place + 1)[0] == TokenState.CONFIRMED
    player.press(Key.Key_Z, CONTROL)
    assert digest(sitting.project.session.project) == before


def scrolled_away_nothing_is_said(sitting: Sitting, view: SentencePane) -> None:
    """Scroll the sentence out of sight: a key brings it back before it says anything."""
    bar, place = view.verticalScrollBar(), sitting.workspace.caret.place
    bar.setValue(bar.maximum())
    wait_for(view.page.is_out_of_sight, "the sentence is out of sight")
    before = digest(sitting.project.session.project)
    sitting.player.press(Key.Key_1)
    assert digest(sitting.project.session.project) == before
    assert not view.page.is_out_of_sight()
    sitting.player.press(Key.Key_1)
    assert states(sitting, place)[sitting.workspace.caret.first] == TokenState.CONFIRMED
    bar.setValue(bar.maximum())
    sitting.player.press(Key.Key_Z, CONTROL)
    assert digest(sitting.project.session.project) == before, "undo acts from anywhere"


def scrolled_away_the_mouse_says_nothing_either(sitting: Sitting, view: SentencePane) -> None:
    """Scroll the sentence out of sight: a click on a label brings it back before it labels."""
    bar, labels = view.verticalScrollBar(), sitting.window.panels.labels.view
    spot = labels.visualRect(labels.model().index(0, 0)).center()
    bar.setValue(bar.maximum())
    wait_for(view.page.is_out_of_sight, "the sentence is out of sight")
    before = digest(sitting.project.session.project)
    QTest.mouseClick(labels.viewport(), Qt.MouseButton.LeftButton, pos=spot)
    assert digest(sitting.project.session.project) == before
    assert not view.page.is_out_of_sight()
    assert "out of sight" in sitting.window.messages.text.text()
    QTest.mouseClick(labels.viewport(), Qt.MouseButton.LeftButton, pos=spot)
    assert digest(sitting.project.session.project) != before
    sitting.player.press(Key.Key_Z, CONTROL)
    assert digest(sitting.project.session.project) == before


def test_a_document_is_worked_in_by_keys_and_is_there_tomorrow(tmp_path: Path) -> None:
    project = tmp_path / "sample.tagwright"
    create_sample(project)
    with Sitting(project) as sitting:
        sitting.workspace.caret.go_to(int(sitting.project.session.visible[5]))
        view = show_document(sitting)
        label_on_the_way(sitting)
        scrolled_away_nothing_is_said(sitting, view)
        scrolled_away_the_mouse_says_nothing_either(sitting, view)
        place = sitting.workspace.caret.place
        spot = next(one for one in view.page.sentences_in_sight() if one not in (place, place + 1))
        sitting.workspace.caret.go_to(spot)
        sitting.player.press(Key.Key_Return)  # a first look, where a model has come meanwhile
        wait_for(lambda: view.page.document_mode, "the document is still there")
        sitting.window.sentence_view.grab()
        assert not view.page.is_out_of_sight()

    with Sitting(project) as sitting:
        view = sitting.window.sentence_view
        assert view.page.document_mode
        assert sitting.window.actions_["show_document"].isChecked()
        QTest.keyClick(sitting.window.windowHandle(), Key.Key_D, CONTROL)
        assert not view.page.document_mode
