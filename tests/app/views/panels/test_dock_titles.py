"""The frame of a panel: a title where it has no tab, and buttons that come when they are wanted."""

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QCursor, QEnterEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QMainWindow, QToolButton

from app.views.panels.dock_layout import LEFT, RIGHT, DockPosition, dock_panels, set_widths
from app.views.panels.dock_titles import Buttons, DockTitles
from app.views.theme import theme_of


@pytest.fixture
def window(qtbot):
    window = QMainWindow()
    qtbot.addWidget(window)
    window.setCentralWidget(QLineEdit(window))
    panels = []
    for name in ("Queue", "Documents", "Labels"):
        panel = QLineEdit(window)
        panel.setObjectName(name.lower())
        panel.setAccessibleName(name)
        panels.append(panel)
    positions = (DockPosition(LEFT), DockPosition(behind="queue"), DockPosition(RIGHT))
    window.docks = dock_panels(window, zip(panels, positions, strict=True))
    window.dock_titles = DockTitles(window, window.docks.values())
    window.resize(1000, 500)
    set_widths(window, window.docks.values())
    QCursor.setPos(500, 300)
    window.show()
    qtbot.waitActive(window)
    window.centralWidget().setFocus()
    qtbot.waitUntil(lambda: ends(window) is not None and ends(window).width() > 0)
    return window


def tab_bar(window):
    return next(iter(window.dock_titles.tab_bars()), None)


def ends(window):
    """Return the buttons at the end of the tabs."""
    bar = tab_bar(window)
    return None if bar is None else bar.findChild(Buttons)


def drawn(buttons):
    return [
        button.objectName() for button in buttons.findChildren(QToolButton) if button.isVisible()
    ]


BOTH = ["float_panel", "close_panel"]


def title_of(window, name):
    return window.dock_titles.titles[window.docks[name]]


def test_a_panel_with_a_tab_has_no_second_title(window, qtbot):
    qtbot.waitUntil(lambda: title_of(window, "queue").height() == 0)
    assert title_of(window, "labels").height() > 0
    window.docks["documents"].hide()
    qtbot.waitUntil(lambda: title_of(window, "queue").height() > 0)
    window.docks["documents"].show()
    qtbot.waitUntil(lambda: title_of(window, "queue").height() == 0)


def test_a_panel_apart_has_its_title_and_its_buttons(window, qtbot):
    window.docks["documents"].setFloating(True)
    window.docks["documents"].widget().findChild(QLineEdit).setFocus()
    qtbot.waitUntil(lambda: title_of(window, "documents").height() > 0)
    qtbot.waitUntil(lambda: title_of(window, "queue").height() > 0)
    window.docks["documents"].setFloating(False)
    qtbot.waitUntil(lambda: title_of(window, "documents").height() == 0)


def test_buttons_come_with_the_keyboard(window, qtbot):
    buttons = ends(window)
    qtbot.waitUntil(lambda: drawn(buttons) == [])
    window.docks["queue"].widget().findChild(QLineEdit).setFocus()
    qtbot.waitUntil(lambda: drawn(buttons) == BOTH)
    window.docks["labels"].widget().findChild(QLineEdit).setFocus()
    qtbot.waitUntil(lambda: drawn(buttons) == [])
    assert drawn(title_of(window, "labels").buttons) == BOTH


def test_buttons_come_with_the_mouse_over_the_tabs(window, qtbot):
    bar = tab_bar(window)
    buttons = ends(window)
    at = QPointF(5, 5)
    bar.setAttribute(Qt.WidgetAttribute.WA_UnderMouse)
    QApplication.sendEvent(bar, QEnterEvent(at, at, bar.mapToGlobal(at)))
    assert drawn(buttons) == BOTH
    bar.setAttribute(Qt.WidgetAttribute.WA_UnderMouse, on=False)
    QApplication.sendEvent(bar, QEvent(QEvent.Type.Leave))
    assert drawn(buttons) == []


def test_the_buttons_act_on_the_panel_in_front(window, qtbot):
    buttons = ends(window)
    window.docks["documents"].raise_()
    window.docks["documents"].widget().findChild(QLineEdit).setFocus()
    qtbot.waitUntil(lambda: "Documents" in buttons.close_.toolTip())
    QTest.mouseClick(buttons.close_, Qt.MouseButton.LeftButton, pos=QPoint(4, 4))
    assert window.docks["documents"].isHidden()
    assert not window.docks["queue"].isHidden()
    window.docks["queue"].widget().findChild(QLineEdit).setFocus()
    title = title_of(window, "queue")
    qtbot.waitUntil(lambda: drawn(title.buttons) == BOTH)
    QTest.mouseClick(title.buttons.float, Qt.MouseButton.LeftButton, pos=QPoint(4, 4))
    queue = window.docks["queue"]
    assert queue.isFloating()
    picture = queue.grab().toImage()
    assert picture.pixelColor(0, picture.height() // 2) == theme_of(queue.palette()).muted
    queue.toggle_floating()
    assert not queue.isFloating()


def test_the_buttons_hide_no_tab(window, qtbot):
    bar = tab_bar(window)
    buttons = ends(window)
    window.docks["queue"].widget().findChild(QLineEdit).setFocus()
    qtbot.waitUntil(lambda: drawn(buttons) == BOTH)
    assert buttons.x() > bar.tabRect(1).right()
    window.resizeDocks([window.docks["queue"]], [120], Qt.Orientation.Horizontal)
    qtbot.waitUntil(lambda: drawn(buttons) == [])


def test_tabs_without_room_scroll_and_are_not_cut(window, qtbot):
    bar = tab_bar(window)
    wide = bar.tabRect(1).width()
    window.docks["queue"].widget().findChild(QLineEdit).setFocus()
    window.resizeDocks([window.docks["queue"]], [120], Qt.Orientation.Horizontal)
    arrows = bar.findChildren(QToolButton, options=Qt.FindChildOption.FindDirectChildrenOnly)
    qtbot.waitUntil(lambda: all(arrow.isVisible() for arrow in arrows))
    assert bar.tabRect(1).width() == wide
    assert drawn(ends(window)) == []
    right = max(arrows, key=lambda arrow: arrow.x())
    assert bar.childAt(right.geometry().center()) is right, "the buttons cover no arrow"


def test_from_right_to_left_the_buttons_stand_at_the_left(window, qtbot):
    window.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    window.docks["queue"].widget().findChild(QLineEdit).setFocus()
    window.dock_titles.refresh()
    bar = tab_bar(window)
    qtbot.waitUntil(lambda: ends(window).x() == 0)
    assert not ends(window).geometry().intersects(bar.tabRect(0).united(bar.tabRect(1)))


def test_a_tab_is_pulled_out_with_the_mouse(window):
    bar, documents = tab_bar(window), window.docks["documents"]
    grip = bar.tabRect(1).center()
    QTest.mousePress(bar, Qt.MouseButton.LeftButton, pos=grip)
    for step in (4, 12, 20):
        QTest.mouseMove(bar, grip + QPoint(step, 0))
    assert not documents.isFloating(), "along the row, tabs change their order"
    QTest.mouseMove(bar, grip + QPoint(60, 200))
    assert documents.isFloating()
    assert not window.docks["queue"].isFloating()
    QTest.mouseRelease(bar, Qt.MouseButton.LeftButton, pos=grip + QPoint(60, 200))
