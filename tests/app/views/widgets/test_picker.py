"""Rows of one height: their places, the keys, and a hundred thousand of them."""

import pytest
from PySide6.QtCore import QAbstractListModel, QEvent, QModelIndex, QPoint, Qt
from PySide6.QtGui import QAccessible, QFocusEvent, QFont
from PySide6.QtWidgets import QAbstractItemView, QApplication, QStyle, QStyledItemDelegate

from app.services.threads import UI_PRIORITY
from app.views.widgets import picker
from app.views.widgets.picker import Picker

MANY = 100_000

HAS_FOCUS = QStyle.StateFlag.State_HasFocus


class Counting(QAbstractListModel):
    """Counts how often it is asked."""

    def __init__(self, rows):
        super().__init__()
        self.rows = rows
        self.requests = 0

    def rowCount(self, parent=QModelIndex()):  # noqa: B008
        self.requests += 1
        return 0 if parent.isValid() else self.rows

    def data(self, index, role=Qt.ItemDataRole.DisplayRole):
        self.requests += 1
        return f"row {index.row()}" if role == Qt.ItemDataRole.DisplayRole else None

    def renew(self, rows):
        self.beginResetModel()
        self.rows = rows
        self.endResetModel()

    def drop(self, row):
        self.beginRemoveRows(QModelIndex(), row, row)
        self.rows -= 1
        self.endRemoveRows()


@pytest.fixture
def model(qapp):
    return Counting(MANY)


@pytest.fixture
def view(model, qtbot):
    view = Picker()
    view.setModel(model)
    qtbot.addWidget(view)
    view.resize(200, 300)
    view.show()
    view.viewport().repaint()
    model.requests = 0
    return view


def paint(view):
    view.viewport().repaint()


@pytest.mark.parametrize("change", ["data", "reset", "remove", "current", "scroll", "resize"])
def test_nothing_walks_through_all_rows(view, model, qapp, change):
    if change == "data":
        model.dataChanged.emit(model.index(5), model.index(5))
    elif change == "reset":
        model.renew(MANY - 1)
    elif change == "remove":
        model.drop(7)
    elif change == "current":
        view.show_row(MANY - 1)
    elif change == "scroll":
        view.verticalScrollBar().setValue(10_000)
    else:
        view.resize(220, 320)
    qapp.processEvents()
    paint(view)
    assert model.requests < 2_000


def test_what_is_at_a_point_is_what_is_drawn_there(view, model):
    for row in (0, 5, MANY - 1):
        index = model.index(row)
        view.scrollTo(index)
        rect = view.visualRect(index)
        assert view.viewport().rect().contains(rect)
        assert view.indexAt(rect.center()) == index
        assert view.indexAt(rect.topLeft()) == index
        assert view.indexAt(rect.bottomLeft()) == index


def test_below_the_last_row_there_is_nothing(view, model, qapp):
    model.renew(2)
    qapp.processEvents()
    assert not view.indexAt(QPoint(10, 290)).isValid()
    assert view.verticalScrollBar().maximum() == 0


def test_the_last_row_is_reached(view, model):
    bar = view.verticalScrollBar()
    bar.setValue(bar.maximum())
    assert view.visualRect(model.index(MANY - 1)).bottom() == view.viewport().rect().bottom()


def test_a_row_that_has_just_come_is_reached_at_once(view, model):
    model.renew(5)
    model.renew(MANY)
    view.show_row(MANY - 1)
    assert view.viewport().rect().contains(view.visualRect(model.index(MANY - 1)))


def test_centred_and_top(view, model):
    hint = QAbstractItemView.ScrollHint
    view.scrollTo(model.index(500), hint.PositionAtTop)
    assert view.visualRect(model.index(500)).top() == 0
    view.scrollTo(model.index(500), hint.PositionAtCenter)
    middle = view.viewport().rect().center().y()
    assert abs(view.visualRect(model.index(500)).center().y() - middle) <= 1


@pytest.mark.parametrize(
    ("key", "row"),
    [
        (Qt.Key.Key_Down, 51),
        (Qt.Key.Key_Up, 49),
        (Qt.Key.Key_Home, 0),
        (Qt.Key.Key_End, MANY - 1),
    ],
)
def test_keys(view, qtbot, key, row):
    view.show_row(50)
    qtbot.keyClick(view, key)
    assert view.currentIndex().row() == row
    assert view.viewport().rect().contains(view.visualRect(view.currentIndex()))


def test_pages(view, qtbot):
    view.show_row(0)
    qtbot.keyClick(view, Qt.Key.Key_PageDown)
    page = view.currentIndex().row()
    assert 1 < page <= 300 // view.row_height()
    qtbot.keyClick(view, Qt.Key.Key_PageUp)
    assert view.currentIndex().row() == 0


def test_letters_look_for_nothing(view, model, qtbot):
    view.show_row(0)
    model.requests = 0
    qtbot.keyClicks(view, "row 9")
    assert view.currentIndex().row() == 0
    assert model.requests < 2_000


def test_a_row_out_of_sight_is_shown_in_the_middle(view, model):
    view.show_row(5_000)
    middle = view.viewport().rect().center().y()
    rect = view.visualRect(model.index(5_000))
    assert abs(rect.center().y() - middle) <= rect.height()
    assert view.verticalScrollBar().value() % rect.height() == 0
    at = view.verticalScrollBar().value()
    view.show_row(5_001)
    assert view.verticalScrollBar().value() == at


def test_the_head_stays_in_sight(view):
    view.show_head(5_000)
    assert view.currentIndex().row() == 5_000
    assert view.verticalScrollBar().value() == 0
    view.verticalScrollBar().setValue(1_000)
    view.show_head(5_001)
    assert view.verticalScrollBar().value() == 1_000
    view.show_head(0)
    assert view.verticalScrollBar().value() == 0


def test_who_comes_with_the_keys_sees_the_row(view, model):
    view.show_head(5_000)
    view.setFocus(Qt.FocusReason.TabFocusReason)
    QApplication.sendEvent(view, QFocusEvent(QEvent.Type.FocusIn, Qt.FocusReason.TabFocusReason))
    assert view.viewport().rect().contains(view.visualRect(model.index(5_000)))


def test_without_a_current_row_keys_begin_at_the_first_row_in_view(view, qtbot):
    qtbot.waitActive(view)
    view.setFocus()
    view.show_row(None)
    view.verticalScrollBar().setValue(view.row_height() * 7 - 3)
    plain = QStyle.StateFlag.State_Enabled
    focused = [row for row, state in view._states(plain).items() if state & HAS_FOCUS]
    assert focused == [7]
    with qtbot.waitSignal(view.picked) as received:
        qtbot.keyClick(view, Qt.Key.Key_Down)
    assert received.args[0].row() == 7


def test_enter_without_a_current_row_opens_the_one_with_the_frame(view, qtbot):
    picked, chosen = [], []
    view.picked.connect(lambda index: picked.append(index.row()))
    view.chosen.connect(lambda index: chosen.append(index.row()))
    qtbot.waitActive(view)
    view.setFocus()
    view.show_row(None)
    view.verticalScrollBar().setValue(view.row_height() * 50)
    for _ in range(2):
        qtbot.keyClick(view, Qt.Key.Key_Return)
    assert (picked, chosen) == ([50], [50, 50])
    view.show_row(None)
    view.model().renew(0)
    qtbot.keyClick(view, Qt.Key.Key_Return)
    assert len(picked) == 1


def test_a_row_that_goes_takes_nobody_along(view, model):
    view.show_head(5_000)
    model.drop(5_000)
    assert view.verticalScrollBar().value() == 0


def test_a_larger_font_makes_higher_rows(view, qapp):
    before = view.row_height()
    font = QFont(view.font())
    font.setPointSizeF(2 * font.pointSizeF())
    view.setFont(font)
    qapp.sendEvent(view, QEvent(QEvent.Type.FontChange))
    assert view.row_height() > before


def test_the_current_row_stays_in_sight_in_another_font_and_another_size(view, qapp):
    room = view.viewport().height() // view.row_height()
    view.show_row(room - 2)
    view.setFont(QFont(view.font().family(), 30))
    qapp.processEvents()
    current = view.visualRect(view.currentIndex())
    assert view.viewport().rect().contains(current)
    view.resize(view.width(), current.top() + current.height() // 2)
    qapp.processEvents()
    assert view.viewport().rect().contains(view.visualRect(view.currentIndex()))


def test_a_screen_reader_finds_rows_and_their_places(view, model):
    list_ = QAccessible.queryAccessibleInterface(view)
    assert list_.role() == QAccessible.Role.List
    assert list_.childCount() == MANY
    row = list_.child(3)
    assert row.text(QAccessible.Text.Name) == "row 3"
    rect = view.visualRect(model.index(3))
    assert row.rect().size() == rect.size()


def test_a_click_selects_one_row(view, qtbot):
    at = view.visualRect(view.model().index(2, 0)).center()
    qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=at)
    assert [index.row() for index in view.selectedIndexes()] == [2]


@pytest.fixture
def drawn(view, qtbot, qapp, monkeypatch):
    """Rows as they are drawn, while the person works elsewhere."""
    drawn = []

    class Delegate(QStyledItemDelegate):
        def paint(self, painter, option, index):
            drawn.append(index.row())

    view.setItemDelegate(Delegate(view))
    qtbot.waitUntil(view.hasFocus)
    paint(view)
    assert drawn, "with the focus, changes are drawn at once"
    view.clearFocus()
    # Offscreen the pointer may be anywhere.
    monkeypatch.setattr(view, "underMouse", lambda: False)
    monkeypatch.setattr(picker, "CATCH_UP_MILLISECONDS", 60_000)
    qapp.processEvents()
    drawn.clear()
    return drawn


def test_a_change_that_may_wait_paints_nothing(view, model, drawn, qapp, monkeypatch):
    painted = []
    monkeypatch.setattr(view, "paintEvent", lambda _event: painted.append(True))
    model.dataChanged.emit(model.index(3, 0), model.index(4, 0))
    qapp.processEvents()
    assert painted == []
    monkeypatch.undo()
    monkeypatch.setattr(view, "underMouse", lambda: False)
    view._later.timeout.emit()
    paint(view)
    assert {3, 4} <= {*drawn}


def test_a_change_out_of_sight_is_not_waited_for(view, model, drawn):
    view._later.stop()
    model.dataChanged.emit(model.index(MANY - 1, 0), model.index(MANY - 1, 0))
    assert not view._later.isActive()


def test_while_a_person_works_elsewhere_many_changes_are_drawn_at_once(view, model, drawn):
    for _ in range(5):
        model.dataChanged.emit(model.index(3, 0), model.index(3, 0))
        paint(view)
    assert drawn == []
    view._later.timeout.emit()
    paint(view)
    assert drawn.count(3) == 1


def test_outdated_rows_are_drawn_a_few_at_a_time(view, model, drawn, qtbot, monkeypatch):
    monkeypatch.setattr(picker, "SECONDS_OF_DRAWING", 0.0)
    model.dataChanged.emit(model.index(2, 0), model.index(4, 0))
    view._catch_up()
    paint(view)
    assert drawn == [0], "a key may come between two rows"
    qtbot.waitUntil(lambda: 5 in drawn)
    assert drawn[:6] == [0, 1, 2, 3, 4, 5]


def test_other_colours_are_shown_at_once(view, model):
    paint(view)
    model.requests = 0
    palette = view.palette()
    palette.setColor(palette.ColorRole.Base, Qt.GlobalColor.black)
    view.setPalette(palette)
    paint(view)
    assert model.requests


def test_a_list_that_scrolls_pauses_what_computes_until_it_is_painted(view, qtbot):
    view.verticalScrollBar().setValue(view.row_height() * 50)
    assert UI_PRIORITY.claimed
    qtbot.waitUntil(lambda: not UI_PRIORITY.claimed)
