"""Lists tell what a person picks, and say what is missing."""

import pytest
from PySide6.QtCore import QEvent, QRect, QStringListModel, Qt
from PySide6.QtGui import (
    QFontMetrics,
    QHelpEvent,
    QImage,
    QPainter,
    QStandardItem,
    QStandardItemModel,
)
from PySide6.QtWidgets import QApplication, QToolTip

from app.views.plain_text import in_lines
from app.views.widgets.listing import (
    DOTS,
    Listing,
    RowDelegate,
    paint_elided,
    without_beginning,
    without_end,
)
from app.views.widgets.picker import Picker


@pytest.fixture
def view(qtbot):
    view = Picker()
    view.setModel(QStringListModel(["a", "b", "c"]))
    qtbot.addWidget(view)
    view.show()
    return view


def test_the_program_s_own_choice_is_no_pick(view, qtbot):
    with qtbot.assertNotEmitted(view.picked):
        view.show_row(2)
        view.show_row(None)
        view.model().removeRow(0)


def test_keys_pick(view, qtbot):
    view.show_row(0)
    with qtbot.waitSignal(view.picked) as seen:
        qtbot.keyClick(view, Qt.Key.Key_Down)
    assert seen.args[0].row() == 1
    with qtbot.assertNotEmitted(view.picked):
        qtbot.keyClick(view, Qt.Key.Key_X)


def test_at_the_end_nothing_is_picked_again(view, qtbot):
    view.show_row(2)
    with qtbot.assertNotEmitted(view.picked):
        qtbot.keyClick(view, Qt.Key.Key_Down)


def test_a_click_picks(view, qtbot):
    at = view.visualRect(view.model().index(1, 0)).center()
    with qtbot.waitSignal(view.picked) as seen:
        qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=at)
    assert seen.args[0].row() == 1


def test_an_empty_list_says_why(qtbot):
    view = Picker()
    view.setModel(QStringListModel(["a"]))
    listing = Listing(view, "Nothing yet: import a text first.")
    qtbot.addWidget(listing)
    assert listing.currentWidget() is view
    view.model().setStringList([])
    assert listing.currentWidget() is not view
    assert listing.hint == "Nothing yet: import a text first."


def test_the_focus_stays_in_a_list_that_becomes_empty_or_filled(qtbot):
    view = Picker()
    view.setModel(QStringListModel(["a"]))
    listing = Listing(view, "Nothing yet: import a text first.")
    qtbot.addWidget(listing)
    listing.show()
    view.setFocus()
    qtbot.waitUntil(view.hasFocus)
    view.model().removeRow(0)
    assert QApplication.focusWidget().text() == listing.hint
    view.model().setStringList(["a"])
    assert view.hasFocus()


@pytest.mark.parametrize(
    ("text", "right", "from_left"),
    [("on", False, True), ("on", True, False), ("في", False, False), ("في", True, False)],
)
def test_a_text_stands_at_the_side_where_it_begins(qapp, text, right, from_left):
    picture = QImage(200, 40, QImage.Format.Format_RGB32)
    picture.fill(Qt.GlobalColor.white)
    painter = QPainter(picture)
    paint_elided(painter, QRect(0, 0, 200, 40), text, right=right)
    painter.end()
    inked = [
        x
        for x in range(200)
        if any(picture.pixelColor(x, y) != Qt.GlobalColor.white for y in range(40))
    ]
    assert inked
    assert (max(inked) < 100) == from_left


def test_a_tip_says_the_text_as_it_is_and_in_lines(qtbot):
    view, model, item = Picker(), QStandardItemModel(), QStandardItem("a")
    item.setToolTip("<b>5 mg</b> & more\nthan that")
    model.appendRow(item)
    view.setModel(model)
    view.setItemDelegate(RowDelegate(view))
    qtbot.addWidget(view)
    view.show()
    at = view.visualRect(model.index(0, 0)).center()
    there = view.viewport().mapToGlobal(at)
    QApplication.sendEvent(view.viewport(), QHelpEvent(QEvent.Type.ToolTip, at, there))
    assert QToolTip.text() == in_lines(item.toolTip())
    assert "&lt;b&gt;5 mg&lt;/b&gt; &amp; more\nthan that" in QToolTip.text()
    QToolTip.hideText()


def test_a_context_is_cut_between_words(qapp):
    metrics = QFontMetrics(QApplication.font())
    text = "The patient was given five milligrams yesterday"
    words = text.split()
    seen = set()
    for room in range(20, metrics.horizontalAdvance(text) + 20):
        for cut, ends in ((without_end, words), (without_beginning, words[::-1])):
            shown = cut(text, metrics, room)
            assert metrics.horizontalAdvance(shown) <= room
            kept = shown.replace(DOTS, " ").split()
            whole = [one for one in kept if one in words]
            if len(kept) > 1:
                assert whole == kept
                assert set(kept) == set(ends[: len(kept)])
                seen.add(len(kept))
    assert seen == set(range(2, len(words) + 1))
    assert without_end(text, metrics, 10_000) == text == without_beginning(text, metrics, 10_000)
    long = "x" * 200
    assert DOTS in without_end(long, metrics, 100)
    assert DOTS in without_beginning(long, metrics, 100)
