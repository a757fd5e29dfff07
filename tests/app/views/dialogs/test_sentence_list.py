"""A list of sentences beside the window: a click or an arrow key goes there."""

import numpy as np
import pytest
from PySide6.QtCore import Qt
from pytestqt.modeltest import ModelTester

from app.item_models.sentence_list import SentenceListRole
from app.session import Session
from app.views.dialogs.sentence_list import SentenceListDialog
from tests.memory_projects import project_of


@pytest.fixture
def dialog(qtbot):
    session = Session(project_of([["a"], ["b"], ["c"], ["d"]]))
    dialog = SentenceListDialog(session, "Against “No DRUG”", np.array([1, 3]))
    qtbot.addWidget(dialog)
    dialog.show()
    return dialog


def test_sentences_stand_with_their_numbers(dialog, qtbot):
    model = dialog.model
    ModelTester(qtbot).check(model)
    rows = [model.index(row) for row in range(model.rowCount())]
    assert [model.data(row, SentenceListRole.NUMBER) for row in rows] == ["2", "4"]
    assert [model.data(row) for row in rows] == ["b", "d"]
    assert model.data(rows[0], Qt.ItemDataRole.FontRole) is None
    assert model.data(model.index(7)) is None
    assert dialog.windowTitle() == "Against “No DRUG”"


def test_nothing_in_a_sentence_is_taken_for_something_else(qtbot):
    session = Session(project_of([["a\nb", "\u202ec"]]))
    dialog = SentenceListDialog(session, "All", np.array([0]))
    qtbot.addWidget(dialog)
    row = dialog.model.index(0)
    assert row.data() == "a b \u202ec"
    assert row.data(Qt.ItemDataRole.ToolTipRole) == "a\nb ▯c"


def test_a_click_goes_there_and_the_list_stays(dialog, qtbot):
    at = dialog.view.visualRect(dialog.model.index(1)).center()
    with qtbot.waitSignal(dialog.sentence_requested) as seen:
        qtbot.mouseClick(dialog.view.viewport(), Qt.MouseButton.LeftButton, pos=at)
    assert seen.args == [3]
    assert dialog.isVisible()


def test_arrow_keys_go_there(dialog, qtbot):
    dialog.view.setFocus()
    dialog.view.show_row(0)
    with qtbot.waitSignal(dialog.sentence_requested) as seen:
        qtbot.keyClick(dialog.view, Qt.Key.Key_Down)
    assert seen.args == [3]


def test_enter_goes_to_the_first_sentence_and_the_list_stays(dialog, qtbot):
    dialog.view.setFocus()
    with qtbot.waitSignal(dialog.sentence_requested) as seen:
        qtbot.keyClick(dialog.view, Qt.Key.Key_Return)
    assert seen.args == [1]
    assert dialog.isVisible()
