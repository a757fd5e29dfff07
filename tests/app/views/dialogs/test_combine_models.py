"""The choice of models to combine."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from app.views.dialogs.combine_models import CombineModelsDialog


@pytest.fixture
def window(qtbot):
    """What the dialog belongs to, which deletes itself when it closes."""
    made = QWidget()
    qtbot.addWidget(made)
    return made


@pytest.fixture
def dialog(window):
    made = CombineModelsDialog(3, window)
    made.show()
    return made


def test_two_models_are_needed(dialog, qtbot):
    assert not dialog.accept_button.isEnabled()
    assert not dialog.remove.isEnabled()
    assert dialog.empty.text() == "No models yet. Add at least two."
    with qtbot.waitSignal(dialog.files_wanted):
        dialog.add.click()
    dialog.add_files([Path("a.crf"), Path("b.crf"), Path("a.crf")])
    assert dialog.paths == (Path("a.crf"), Path("b.crf"))
    assert dialog.accept_button.isEnabled()
    assert dialog.empty.text() == ""
    dialog.view.setCurrentRow(0)
    dialog.remove.click()
    assert dialog.paths == (Path("b.crf"),)
    assert not dialog.accept_button.isEnabled()


def test_delete_removes_a_model_from_the_list(dialog, qtbot):
    dialog.add_files([Path("a.crf"), Path("b.crf")])
    dialog.view.setFocus()
    qtbot.keyClick(dialog.view, Qt.Key.Key_Delete)
    assert dialog.paths == (Path("a.crf"),)
    qtbot.keyClick(dialog.view, Qt.Key.Key_Delete)
    qtbot.keyClick(dialog.view, Qt.Key.Key_Delete)  # nothing is left
    assert dialog.paths == ()


def test_files_of_other_kinds_are_refused_at_once(dialog):
    others = (Path("notes.txt"), Path("more.crf"))
    dialog.add_files([Path("a.crf"), *others, Path("model")], others)
    assert dialog.paths == (Path("a.crf"), Path("model"))
    assert dialog.empty.text() == (
        "Only model files can be combined. Not added: notes.txt, more.crf."
    )
    dialog.remove.click()
    assert dialog.empty.text() == ""


def test_what_is_chosen_is_sent(dialog, qtbot):
    dialog.add_files([Path("a.crf"), Path("b.crf")])
    dialog.learn.setChecked(True)
    with qtbot.waitSignal(dialog.wanted) as seen:
        dialog.accept_button.click()
    assert seen.args == [(Path("a.crf"), Path("b.crf")), True]


def test_nothing_is_learned_without_labels(qtbot):
    made = CombineModelsDialog(0)
    qtbot.addWidget(made)
    assert not made.learn.isEnabled()
