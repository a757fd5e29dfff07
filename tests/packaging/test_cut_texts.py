"""Which texts of a window count as cut."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QApplication,
    QComboBox,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QScrollArea,
    QTabBar,
    QTreeWidget,
    QWidget,
)

from app.views.widgets.elided import ElidedLabel
from tests.packaging.scripts import script_module

LONG = "A text that is much longer than the room that it is given"
cut_texts = script_module("cut_texts")


def label() -> QLabel:
    return QLabel(LONG)


def wrapped() -> QLabel:
    made = QLabel(LONG)
    made.setWordWrap(True)
    made.setFixedHeight(made.fontMetrics().height())
    return made


def elided() -> QLabel:
    return ElidedLabel(LONG)


def button() -> QPushButton:
    return QPushButton(LONG)


def combo_box() -> QComboBox:
    made = QComboBox()
    made.addItem(LONG)
    return made


def line() -> QLineEdit:
    made = QLineEdit()
    made.setPlaceholderText(LONG)
    return made


def tabs() -> QTabBar:
    made = QTabBar()
    made.addTab(LONG)
    made.setElideMode(Qt.TextElideMode.ElideRight)
    made.setUsesScrollButtons(False)
    return made


def table() -> QTreeWidget:
    made = QTreeWidget()
    made.setHeaderLabels([LONG, "short"])
    return made


@pytest.mark.parametrize(
    "make", [label, wrapped, elided, button, combo_box, line, tabs, table], ids=lambda f: f.__name__
)
def test_a_text_with_too_little_room_is_listed_and_one_with_enough_is_not(make, qtbot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    window.setObjectName("small")
    widget = make()
    layout = QHBoxLayout(window)
    layout.addWidget(widget)
    widget.setFixedWidth(90)
    window.show()
    QApplication.processEvents()
    (found,) = cut_texts.cut_texts(window)
    assert found.endswith(f"in small: “{LONG}”")
    widget.setFixedWidth(3000)
    if isinstance(widget, QTreeWidget):
        widget.resizeColumnToContents(0)
    QApplication.processEvents()
    assert cut_texts.cut_texts(window) == []
    widget.setFixedWidth(90)
    widget.hide()
    assert cut_texts.cut_texts(window) == []


def test_a_field_that_juts_out_of_the_widget_around_it_is_listed(qtbot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    window.setObjectName("around")
    field = QPushButton("OK", window)
    window.resize(200, 60)
    field.setGeometry(120, 10, 80, 30)
    window.show()
    QApplication.processEvents()
    assert cut_texts.cut_texts(window) == []
    field.move(130, 10)
    (found,) = cut_texts.cut_texts(window)
    assert found.endswith("“OK”")
    # What is scrolled may be wider than what is seen.
    scrolled = QScrollArea()
    qtbot.addWidget(scrolled)
    scrolled.setWidget(window)
    scrolled.resize(100, 100)
    scrolled.show()
    field.move(120, 10)
    QApplication.processEvents()
    assert cut_texts.cut_texts(scrolled) == []
