"""Labelling with other keys than the usual ones, and by names, in the real window."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from app.domain.tokens import TokenState
from app.jobs.projects.create import create_sample
from app.lab.benchmarks.gui_session import GuiSession
from app.lab.benchmarks.player import wait_for
from app.views.chooser import Chooser
from app.views.dialogs.key_editor import KeyEditor
from app.views.dialogs.keys import KeysDialog
from tests.journeys import journey
from tests.journeys.test_queue import MODEL_SECONDS
from tests.soak.state import digest
from tests.step_names import undo_text

pytestmark = [pytest.mark.gui, pytest.mark.journey, pytest.mark.usefixtures("qapp")]

Key = Qt.Key
CONTROL = Qt.KeyboardModifier.ControlModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier


def tags(gui_session: GuiSession) -> list[str | None]:
    return [record.tag for record in gui_session.workspace.caret.tokens()]


def find(gui_session: GuiSession, typed: str) -> None:
    """Carry out by Ctrl+K what some letters find."""
    gui_session.player.press(Key.Key_K, CONTROL)
    palette = gui_session.window.findChildren(Chooser, "palette")[-1]
    QTest.keyClicks(palette.line, typed)
    QTest.keyClick(palette.line, Key.Key_Return)


def choose_preset(gui_session: GuiSession, name: str) -> KeyEditor:
    find(gui_session, "edit shortcuts")
    editor = journey.shown(gui_session.window, KeyEditor)
    editor.presets.setFocus()
    QTest.keyClicks(editor.presets, name)
    return editor


def back_to_work(gui_session: GuiSession, dialog: KeyEditor | KeysDialog) -> None:
    dialog.close()
    gui_session.window.activateWindow()
    gui_session.window.sentence_view.setFocus()
    wait_for(gui_session.window.sentence_view.hasFocus, "the sentence view has the focus")


def label_as_in_prodigy(gui_session: GuiSession) -> None:
    player, workspace = gui_session.player, gui_session.workspace
    names = [label.name for label in gui_session.project.session.project.visible_labels()]
    sentence_index = workspace.caret.sentence_index
    player.press(Key.Key_A, CONTROL)
    player.press(Key.Key_N)
    player.press(Key.Key_Home, CONTROL)
    player.press(Key.Key_2)
    assert tags(gui_session)[0] == f"B-{names[1]}"
    player.press(Key.Key_Backspace)
    assert tags(gui_session)[0] == "O"
    player.press(Key.Key_2)
    gui_session.rest(MODEL_SECONDS)  # a model that arrives changes what is accepted
    player.press(Key.Key_A)
    assert gui_session.project.session.is_done(sentence_index)
    assert workspace.caret.sentence_index != sentence_index
    left = workspace.caret.sentence_index
    player.press(Key.Key_Space)
    assert workspace.caret.sentence_index != left
    assert not gui_session.project.session.is_done(left)


def label_as_in_brat(gui_session: GuiSession) -> None:
    player, workspace = gui_session.player, gui_session.workspace
    names = [label.name for label in gui_session.project.session.project.visible_labels()]
    player.press(Key.Key_Home, CONTROL)
    player.press(Key.Key_Right, SHIFT)
    player.press(Key.Key_1)
    assert tags(gui_session)[:2] == [f"B-{names[0]}", f"I-{names[0]}"]
    player.press(Key.Key_Home, CONTROL)
    player.press(Key.Key_Insert)
    assert (workspace.caret.first, workspace.caret.last) == (0, 1)
    player.press(Key.Key_3)
    assert tags(gui_session)[:2] == [f"B-{names[2]}", f"I-{names[2]}"]
    player.press(Key.Key_Right, times=2)
    player.press(Key.Key_H, CONTROL)
    assert names[2] in str(tags(gui_session)[workspace.caret.token])
    player.press(Key.Key_Delete)
    corpus = gui_session.project.session.corpus
    states = corpus.states[corpus.span(workspace.caret.sentence_index)]
    assert states[workspace.caret.token] != TokenState.CONFIRMED


def test_labelling_with_keys_of_other_tools_and_one_s_own(tmp_path: Path) -> None:
    path = tmp_path / "sample.tagwright"
    create_sample(path)
    with GuiSession(path) as gui_session:
        session = gui_session.project.session
        before = digest(session.project)
        editor = choose_preset(gui_session, "Prodigy")
        editor.search.setText("postpone")
        editor.set_key.click()
        QTest.keyClick(editor.catcher, Key.Key_L, CONTROL)
        assert "Edit labels" in editor.question.text()
        editor.agree.click()
        back_to_work(gui_session, editor)
        label_as_in_prodigy(gui_session)
        left = gui_session.workspace.caret.sentence_index
        gui_session.player.press(Key.Key_L, CONTROL)
        assert gui_session.workspace.caret.sentence_index != left
        gui_session.player.press(Key.Key_H)
        back_to_work(gui_session, journey.shown(gui_session.window, KeysDialog))
        back_to_work(gui_session, choose_preset(gui_session, "brat"))
        label_as_in_brat(gui_session)
        gui_session.player.press(Key.Key_Slash)
        chooser = gui_session.window.findChildren(Chooser, "label_chooser")[-1]
        name = session.project.visible_labels()[-1].name
        QTest.keyClicks(chooser.line, name[:3].lower())
        QTest.keyClick(chooser.line, Key.Key_Return)
        assert name in str(tags(gui_session)[gui_session.workspace.caret.token])
        find(gui_session, "12")
        assert (
            gui_session.window.panels.sentences.model.number_of(
                gui_session.workspace.caret.sentence_index
            )
            == 12
        )
        while undo_text(session) is not None and digest(session.project) != before:
            gui_session.player.press(Key.Key_Z, CONTROL)
        assert digest(session.project) == before
    with GuiSession(path) as gui_session:
        actions = gui_session.window.actions_
        assert actions.keymap.preset == "brat"
        assert actions.keys_of("later") == ("Ctrl+L",)
        assert actions.keys_of("edit_labels") == ()
