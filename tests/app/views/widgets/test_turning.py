"""Rows that become columns where there is no room."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QPushButton, QWidget
from pytestqt.qtbot import QtBot

from app.views.widgets.turning import TurningRow

pytestmark = pytest.mark.gui


def test_the_row_turns_with_its_width_and_is_as_narrow_as_its_widest_widget(qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    row = TurningRow((8, 4, 8, 4), 8, 2, window)
    short, long = QPushButton("Short", row), QPushButton("A much longer button", row)
    row.add(short, 1)
    row.add(long, 1)
    least = long.minimumSizeHint().width() + 16
    assert row.minimumSizeHint().width() == least
    window.show()
    row.resize(1000, 100)
    qtbot.waitUntil(lambda: short.y() == long.y() and short.x() < long.x())
    row.resize(least, 100)
    qtbot.waitUntil(lambda: short.y() < long.y() and short.x() == long.x())
    assert row.minimumSizeHint().width() == least
    row.resize(1000, 100)
    qtbot.waitUntil(lambda: short.y() == long.y())
