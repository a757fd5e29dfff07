"""The tool bar stays where it is while its commands change their words."""

import pytest
from PySide6.QtGui import QAction, QIcon, QPixmap
from PySide6.QtWidgets import QMainWindow

from app.views.tool_bar import ToolBar
from tests.app.views.test_island import Requests, settle


@pytest.fixture
def window(qtbot):
    window = QMainWindow()
    qtbot.addWidget(window)
    bar = ToolBar("Tools", window)
    pixmap = QPixmap(20, 20)
    pixmap.fill("black")
    for name in ("Undo", "Redo"):
        bar.addAction(QAction(QIcon(pixmap), name, bar))
    bar.addSeparator()
    window.addToolBar(bar)
    window.bar = bar
    with qtbot.waitExposed(window):
        window.show()
    settle()
    return window


def button(window):
    return window.bar.widgetForAction(window.bar.actions()[0])


def test_another_text_and_tip_lay_nothing_out(window):
    requests = Requests(window)
    action = window.bar.actions()[0]
    action.setText("Undo: label a great many tokens")
    action.setToolTip("Takes back what was done last")
    settle()
    assert not requests.n
    assert button(window).toolTip() == "Takes back what was done last"
    assert button(window).text() == "Undo: label a great many tokens"


def test_buttons_follow_enabling(window):
    window.bar.actions()[0].setEnabled(False)
    assert not button(window).isEnabled()


def test_larger_icons_make_larger_buttons(window, qtbot):
    before = button(window).width()
    window.bar.setIconSize(2 * window.bar.iconSize())
    qtbot.waitUntil(lambda: button(window).width() > before)


def test_what_is_added_later_is_there(window):
    action = QAction("Save", window.bar)
    window.bar.addAction(action)
    assert window.bar.widgetForAction(action) is not None
    window.bar.removeAction(action)
    assert window.bar.widgetForAction(action) is None
