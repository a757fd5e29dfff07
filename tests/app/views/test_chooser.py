"""The line and the list over the window: typed in, gone through, chosen from, left."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.item_models.choices import Choice
from app.views.chooser import MAX_ROWS, Chooser

Key = Qt.Key
SHIFT = Qt.KeyboardModifier.ShiftModifier


@pytest.fixture
def done():
    return []


@pytest.fixture
def window(qtbot):
    window, inside = QWidget(), QWidget()
    window.inside = inside
    inside.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    QVBoxLayout(window).addWidget(inside)
    qtbot.addWidget(window)
    window.resize(800, 600)
    window.show()
    qtbot.waitActive(window)
    inside.setFocus()
    return window


@pytest.fixture
def chooser(window, done):
    choices = [
        Choice("DRUG", lambda: done.append("drug"), key="1", colour=0, is_label=True,
               do_shifted=lambda: done.append("not drug")),
        Choice("DOSE", lambda: done.append("dose"), colour=1, is_label=True),
        Choice("Undo", lambda: done.append("undo"), kind="Edit", trouble="Nothing to undo."),
    ]  # fmt: skip
    chooser = Chooser(
        ("chooser", "Label", "Type its name"),
        choices,
        window,
        placeholder="Label…",
        hint="Enter gives it.",
        nothing="No matches.",
    )
    chooser.open_at(QPoint(300, 200), 320)
    return chooser


def press(chooser, key, modifiers=Qt.KeyboardModifier.NoModifier):
    QTest.keyClick(chooser.line, key, modifiers)


def test_typing_and_enter_choose(chooser, window, done, qtbot):
    assert chooser.line.hasFocus()
    QTest.keyClicks(chooser.line, "dos")
    with qtbot.waitSignal(chooser.closed):
        press(chooser, Key.Key_Return)
    assert done == ["dose"]
    assert window.inside.hasFocus()


def test_shift_means_the_other_thing_where_there_is_one(chooser, done):
    press(chooser, Key.Key_Return, SHIFT)
    assert done == ["not drug"]


def test_shift_alone_changes_nothing(chooser, done):
    press(chooser, Key.Key_Down)
    press(chooser, Key.Key_Enter, SHIFT)
    assert done == ["dose"]


def test_keys_go_round_the_list(chooser):
    press(chooser, Key.Key_Up)
    assert chooser.view.currentIndex().row() == 2
    press(chooser, Key.Key_Down)
    assert chooser.view.currentIndex().row() == 0
    press(chooser, Key.Key_PageDown)
    assert chooser.view.currentIndex().row() == 2
    press(chooser, Key.Key_Backtab)
    assert chooser.view.currentIndex().row() == 1


def test_what_cannot_be_done_says_why_and_stays(chooser, done):
    QTest.keyClicks(chooser.line, "undo")
    press(chooser, Key.Key_Return)
    assert done == []
    assert chooser.isVisible()
    assert chooser.hint.text() == "Nothing to undo."


def test_nothing_that_fits_is_said(chooser, done):
    QTest.keyClicks(chooser.line, "zzz")
    assert chooser.hint.text() == "No matches."
    assert not chooser.view.isVisible()
    press(chooser, Key.Key_Return)
    press(chooser, Key.Key_Down)
    assert done == []
    QTest.keyClick(chooser.line, Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    press(chooser, Key.Key_Delete)
    assert chooser.hint.text() == "Enter gives it."


def test_escape_and_a_focus_elsewhere_close_it(chooser, window, done, qtbot):
    with qtbot.waitSignal(chooser.closed):
        press(chooser, Key.Key_Escape)
    assert window.inside.hasFocus()
    assert done == []


def test_the_focus_may_go_elsewhere(chooser, window, qtbot):
    with qtbot.waitSignal(chooser.closed):
        window.inside.setFocus()
    assert window.inside.hasFocus()


def test_a_click_beside_it_closes_it(chooser, window, done, qtbot):
    with qtbot.waitSignal(chooser.closed):
        qtbot.mouseClick(window, Qt.MouseButton.LeftButton, pos=QPoint(2, 2))
    assert done == []
    assert window.inside.hasFocus()


def test_a_click_chooses(chooser, done, qtbot):
    rect = chooser.view.visualRect(chooser.model.index(1))
    qtbot.mouseClick(chooser.view.viewport(), Qt.MouseButton.LeftButton, pos=rect.center())
    assert done == ["dose"]


@pytest.mark.parametrize("corner", [QPoint(790, 590), QPoint(-50, -50), QPoint(300, 580)])
def test_it_stays_in_the_window(window, corner):
    many = [Choice(f"L{i}", str) for i in range(40)]
    chooser = Chooser(("chooser", "Label", "…"), many, window, placeholder="")
    chooser.open_at(corner, 900)
    assert window.rect().contains(chooser.geometry())
    assert chooser.view.height() == MAX_ROWS * chooser.view.row_height()
    chooser.close_it()
