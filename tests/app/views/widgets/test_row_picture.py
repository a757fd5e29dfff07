"""A list that is scrolled shows what one that is drawn anew shows, with fewer rows drawn."""

import random

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QColor, QPainter, QRegion, QStandardItem, QStandardItemModel
from PySide6.QtWidgets import QStyle, QStyledItemDelegate

from app.views.widgets import picker
from app.views.widgets.picker import Picker
from app.views.widgets.row_picture import RowPicture

ROWS = 300
PLAIN = QStyle.StateFlag.State_None


class Delegate(QStyledItemDelegate):
    """Paints rows in colours of their texts and states."""

    def __init__(self):
        super().__init__()
        self.drawn = []

    def paint(self, painter, option, index):
        self.drawn.append(index.row())
        colour = QColor.fromHsv(hash(index.data()) % 360, 200, 255)
        painter.fillRect(option.rect, colour)
        if option.state & QStyle.StateFlag.State_Selected:
            painter.fillRect(option.rect.adjusted(4, 4, -4, -4), Qt.GlobalColor.black)
        if option.state & QStyle.StateFlag.State_HasFocus:
            painter.fillRect(option.rect.adjusted(8, 8, -8, -8), Qt.GlobalColor.red)
        if option.state & QStyle.StateFlag.State_MouseOver:
            painter.fillRect(option.rect.adjusted(0, 0, -80, 0), Qt.GlobalColor.blue)


@pytest.fixture
def model(qapp):
    model = QStandardItemModel()
    for row in range(ROWS):
        model.appendRow(QStandardItem(f"row {row}"))
    return model


@pytest.fixture
def delegate():
    return Delegate()


@pytest.fixture
def view(model, delegate, qtbot, monkeypatch):
    view = Picker(None, model, delegate)
    qtbot.addWidget(view)
    monkeypatch.setattr(view, "_hovered", lambda: -1)  # offscreen the pointer may be anywhere
    view.resize(120, 300)
    view.show()
    qtbot.waitUntil(view.hasFocus)
    view.viewport().repaint()
    delegate.drawn.clear()
    return view


def image_of(view):
    return view.viewport().grab().toImage()


def drawn_anew(view):
    view._picture.clear()
    return image_of(view)


def some_action(view, model, chance):
    bar = view.verticalScrollBar()
    row = chance.randrange(max(1, model.rowCount()))
    return chance.choice(
        [
            lambda: bar.setValue(bar.value() + chance.randint(-90, 90)),
            lambda: bar.setValue(bar.value() + chance.randint(-90, 90)),
            lambda: bar.setValue(chance.randint(0, bar.maximum())),
            lambda: view.setCurrentIndex(model.index(row, 0)),
            lambda: view.show_row(row),
            lambda: model.item(row) and model.item(row).setText(f"other {chance.random()}"),
            lambda: model.insertRow(row, QStandardItem(f"new {chance.random()}")),
            lambda: model.removeRow(row),
            lambda: view.resize(120, chance.randint(100, 300)),
            view.clearFocus,
            view.setFocus,
        ]
    )


@pytest.mark.parametrize("seed", range(12))
def test_after_any_actions_all_is_shown_as_if_drawn_anew(view, model, qapp, monkeypatch, seed):
    chance = random.Random(seed)
    hovered = [-1]
    monkeypatch.setattr(view, "_hovered", lambda: hovered[0])
    monkeypatch.setattr(picker, "SECONDS_OF_DRAWING", 60.0)
    for step in range(60):
        for _ in range(chance.randint(1, 3)):
            some_action(view, model, chance)()
            hovered[0] = chance.randrange(-1, ROWS)
        if chance.random() < 0.5:
            qapp.processEvents()
        view._catch_up()
        assert image_of(view) == drawn_anew(view), step


def test_scrolling_draws_only_the_rows_that_come_into_view(view, delegate, qapp):
    height = view.row_height()
    in_view = view.viewport().height() // height
    view.verticalScrollBar().setValue(3 * height)
    qapp.processEvents()
    assert set(delegate.drawn) <= set(range(in_view - 1, in_view + 5))
    assert in_view + 2 in delegate.drawn


def test_a_jump_draws_every_row(view, delegate, qapp):
    view.verticalScrollBar().setValue(100 * view.row_height())
    qapp.processEvents()
    assert set(range(100, 100 + view.viewport().height() // view.row_height())) <= {*delegate.drawn}


def test_a_change_before_a_scroll_is_drawn_where_its_row_is_now(view, model, delegate, qapp):
    view.verticalScrollBar().setValue(10 * view.row_height())
    qapp.processEvents()
    delegate.drawn.clear()
    model.item(12).setText("changed")
    view.verticalScrollBar().setValue(8 * view.row_height())
    qapp.processEvents()
    assert 12 in delegate.drawn
    assert 14 not in delegate.drawn


def test_half_pixels_are_not_scrolled():
    picture = RowPicture()
    picture.fits(QRect(0, 0, 50, 60).size(), 1.5)
    assert not picture.draw(dict.fromkeys(range(3), PLAIN), 20, lambda *_: None, 10.0)
    picture.scroll_to(1)
    assert picture.outdated(1) == QRegion(0, 0, 50, 60)


def test_rows_that_are_left_are_drawn_next_time():
    picture, drawn = RowPicture(), []

    def draw_row(painter, row):
        assert isinstance(painter, QPainter)
        drawn.append(row)

    picture.fits(QRect(0, 0, 50, 60).size(), 1.0)
    states = dict.fromkeys(range(3), PLAIN)
    assert picture.draw(states, 20, draw_row, 0.0)
    assert drawn == [0]
    assert not picture.outdated(0).contains(QPoint(1, 1))
    assert not picture.draw(states, 20, draw_row, 10.0)
    assert drawn == [0, 1, 2]
