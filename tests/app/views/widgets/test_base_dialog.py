"""Dialogs on a screen that is too small for them."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QApplication, QComboBox, QLineEdit, QWidget
from pytestqt.qtbot import QtBot

from app.views.widgets.base_dialog import BaseDialog, scroll_to

pytestmark = pytest.mark.gui


def test_content_that_outgrows_the_screen_stays_visible_and_keeps_the_focus(qtbot: QtBot) -> None:
    dialog = BaseDialog("dialog", "Dialog", "A dialog")
    qtbot.addWidget(dialog)
    field, large = QLineEdit(dialog), QWidget(dialog)
    large.hide()
    large.setMinimumHeight(10_000)
    dialog.column.addWidget(field)
    dialog.column.addWidget(large)
    dialog.add_buttons("Go")
    dialog.show()
    qtbot.waitExposed(dialog)
    field.setFocus()
    qtbot.waitUntil(field.hasFocus)
    large.show()
    # The very event that makes the content scroll, without another turn of the event loop.
    QApplication.sendEvent(dialog, QEvent(QEvent.Type.LayoutRequest))
    assert dialog.height() < 10_000
    assert field.isVisible()
    assert large.isVisible()
    assert dialog.accept_button.isVisible()
    assert dialog.focusWidget() is field


def test_a_dialog_that_grows_after_it_was_shown_is_moved_to_stay_on_the_screen(
    qtbot: QtBot,
) -> None:
    dialog = BaseDialog("dialog", "Dialog", "A dialog")
    qtbot.addWidget(dialog)
    large = QWidget(dialog)
    large.hide()
    dialog.column.addWidget(large)
    dialog.add_buttons("Go")
    dialog.show()
    qtbot.waitExposed(dialog)
    room = dialog.screen().availableGeometry()
    dialog.move(room.x() + 10, room.bottom() - 200)
    large.setMinimumHeight(400)
    large.show()
    qtbot.waitUntil(lambda: dialog.height() > 400)
    assert room.contains(dialog.frameGeometry())
    assert dialog.frameGeometry().x() == room.x() + 10


def test_a_dialog_grows_with_its_font_though_fields_have_a_minimum_height(qtbot: QtBot) -> None:
    dialog = BaseDialog("dialog", "Dialog", "A dialog")
    qtbot.addWidget(dialog)
    fields = [QComboBox(dialog) for _ in range(6)]
    for field in fields:
        field.addItem("A choice")
        field.setMinimumHeight(12)  # as by the style sheet
        dialog.column.addWidget(field)
    dialog.add_buttons("Go")
    dialog.show()
    qtbot.waitExposed(dialog)
    font = dialog.font()
    font.setPointSizeF(2.5 * font.pointSizeF())
    dialog.setFont(font)
    qtbot.waitUntil(lambda: all(one.height() >= one.sizeHint().height() > 30 for one in fields))


def test_a_widget_below_the_fold_is_brought_into_view(qtbot: QtBot) -> None:
    dialog = BaseDialog("dialog", "Dialog", "A dialog")
    qtbot.addWidget(dialog)
    large, below = QWidget(dialog), QLineEdit(dialog)
    large.setMinimumHeight(10_000)
    dialog.column.addWidget(large)
    dialog.column.addWidget(below)
    dialog.add_buttons("Go")
    dialog.show()
    qtbot.waitExposed(dialog)
    assert below.visibleRegion().isEmpty()
    scroll_to(dialog, below)
    qtbot.waitUntil(lambda: not below.visibleRegion().isEmpty())
