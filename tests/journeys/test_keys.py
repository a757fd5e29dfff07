"""Labelling with other keys than the usual ones, and by names, in the real window."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from app.domain.tokens import TokenState
from app.jobs.create_project import create_sample
from app.lab.benchmarks.player import wait_for
from app.lab.benchmarks.sitting import Sitting
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


def tags(sitting: Sitting) -> list[str | None]:
    return [record.tag for record in sitting.workspace.caret.tokens()]


def find(sitting: Sitting, typed: str) -> None:
    """Carry out by Ctrl+K what some letters find."""
    sitting.player.press(Key.Key_K, CONTROL)
    palette = sitting.window.findChildren(Chooser, "palette")[-1]
    QTest.keyClicks(palette.line, typed)
    QTest.keyClick(palette.line, Key.Key_Return)


def choose_preset(sitting: Sitting, name: str) -> KeyEditor:
    find(sitting, "edit shortcuts")
    editor = journey.shown(sitting.window, KeyEditor)
    editor.presets.setFocus()
    QTest.keyClicks(editor.presets, name)
    return editor


def back_to_work(sitting: Sitting, dialog: KeyEditor | KeysDialog) -> None:
    dialog.close()
    sitting.window.activateWindow()
    sitting.window.sentence_view.setFocus()
    wait_for(sitting.window.sentence_view.hasFocus, "the sentence view has the focus")


def label_as_in_prodigy(sitting: Sitting) -> None:
    player, workspace = sitting.player, sitting.workspace
    names = [label.name for label in sitting.project.session.project.visible_labels()]
    place = workspace.caret.place
    player.press(Key.Key_A, CONTROL)
    player.press(Key.Key_N)
    player.press(Key.Key_Home, CONTROL)
    player.press(Key.Key_2)
    assert tags(sitting)[0] == f"B-{names[1]}"
    player.press(Key.Key_Backspace)
    assert tags(sitting)[0] == "O"
    player.press(Key.Key_2)
    sitting.rest(MODEL_SECONDS)  # a model that arrives changes what is accepted
    player.press(Key.Key_A)
    assert sitting.project.session.is_done(place)
    assert workspace.caret.place != place
    left = workspace.caret.place
    player.press(Key.Key_Space)
    assert workspace.caret.place != left
    assert not sitting.project.session.is_done(left)


def label_as_in_brat(sitting: Sitting) -> None:
    player, workspace = sitting.player, sitting.workspace
    names = [label.name for label in sitting.project.session.project.visible_labels()]
    player.press(Key.Key_Home, CONTROL)
    player.press(Key.Key_Right, SHIFT)
    player.press(Key.Key_1)
    assert tags(sitting)[:2] == [f"B-{names[0]}", f"I-{names[0]}"]
    player.press(Key.Key_Home, CONTROL)
    player.press(Key.Key_Insert)
    assert (workspace.caret.first, workspace.caret.last) == (0, 1)
    player.press(Key.Key_3)
    assert tags(sitting)[:2] == [f"B-{names[2]}", f"I-{names[2]}"]
    player.press(Key.Key_Right, times=2)
    player.press(Key.Key_H, CONTROL)
    assert names[2] in str(tags(sitting)[workspace.caret.token])
    player.press(Key.Key_Delete)
    corpus = sitting.project.session.corpus
    states = corpus.states[corpus.span(workspace.caret.place)]
    assert states[workspace.caret.token] != TokenState.CONFIRMED


def test_labelling_with_keys_of_other_tools_and_one_s_own(tmp_path: Path) -> None:
    path = tmp_path / "sample.tagwright"
    create_sample(path)
    with Sitting(path) as sitting:
        session = sitting.project.session
        before = digest(session.project)
        editor = choose_preset(sitting, "Prodigy")
        editor.search.setText("postpone")
        editor.set_key.click()
        QTest.keyClick(editor.catcher, Key.Key_L, CONTROL)
        assert "Edit labels" in editor.question.text()
        editor.agree.click()
        back_to_work(sitting, editor)
        label_as_in_prodigy(sitting)
        left = sitting.workspace.caret.place
        sitting.player.press(Key.Key_L, CONTROL)
        assert sitting.workspace.caret.place != left
        sitting.player.press(Key.Key_H)
        back_to_work(sitting, journey.shown(sitting.window, KeysDialog))
        back_to_work(sitting, choose_preset(sitting, "brat"))
        label_as_in_brat(sitting)
        sitting.player.press(Key.Key_Slash)
        chooser = sitting.window.findChildren(Chooser, "label_chooser")[-1]
        name = session.project.visible_labels()[-1].name
        QTest.keyClicks(chooser.line, name[:3].lower())
        QTest.keyClick(chooser.line, Key.Key_Return)
        assert name in str(tags(sitting)[sitting.workspace.caret.token])
        find(sitting, "12")
        assert sitting.window.panels.sentences.model.number_of(sitting.workspace.caret.place) == 12
        while undo_text(session) is not None and digest(session.project) != before:
            sitting.player.press(Key.Key_Z, CONTROL)
        assert digest(session.project) == before
    with Sitting(path) as sitting:
        actions = sitting.window.actions_
        assert actions.keymap.preset == "brat"
        assert actions.keys_of("later") == ("Ctrl+L",)
        assert actions.keys_of("edit_labels") == ()
