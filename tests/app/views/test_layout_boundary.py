"""News of a widget's size stay with it, unless it needs another room."""

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QObject, QPoint, QPointF, QRect, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from app.views.layout_boundary import MIN_HEIGHT, LayoutBoundary


class Requests(QObject):
    """Counts how often a widget is asked to lay itself out."""

    def __init__(self, watched: QWidget) -> None:
        super().__init__()
        self.n = 0
        watched.installEventFilter(self)

    def eventFilter(self, _watched, event) -> bool:
        self.n += event.type() == QEvent.Type.LayoutRequest
        return False


def settle() -> None:
    """Let everything be laid out that waits for it; one thing may ask for another."""
    for _ in range(10):
        QCoreApplication.sendPostedEvents()
        QCoreApplication.processEvents()


@pytest.fixture
def label(qapp):
    return QLabel("one")


@pytest.fixture
def shown(label, qtbot):
    """A window with an island in which a label stands in a layout of its own."""

    def make(**options):
        window, inner = QWidget(), QWidget()
        QHBoxLayout(inner).addWidget(label)
        boundary = LayoutBoundary(inner, **options)
        column = QVBoxLayout(window)
        column.addWidget(boundary)
        column.addWidget(QLabel("beside"))
        qtbot.addWidget(window)
        with qtbot.waitExposed(window):
            window.show()
        settle()
        return window, boundary

    return make


def test_another_text_of_the_same_size_leaves_the_window_alone(shown, label):
    window, _ = shown()
    label.setMinimumWidth(200)
    settle()
    requests = Requests(window)
    label.setText("two")
    settle()
    assert not requests.n
    assert label.width() >= 200


def test_who_needs_more_room_gets_it_and_gives_it_back(shown, label, qtbot):
    window, boundary = shown()
    before = boundary.minimumSizeHint().width()
    label.setMinimumWidth(500)
    qtbot.waitUntil(lambda: window.width() >= 500)
    assert label.width() >= 500
    label.setMinimumWidth(0)
    qtbot.waitUntil(lambda: boundary.minimumSizeHint().width() == before)


def test_room_is_kept_where_that_is_wanted(shown, label, qtbot):
    _, boundary = shown(keeps_room=True)
    label.setMinimumWidth(500)
    qtbot.waitUntil(lambda: boundary.minimumSizeHint().width() >= 500)
    label.setMinimumWidth(0)
    settle()
    assert boundary.minimumSizeHint().width() >= 500


def test_another_font_forgets_the_room_of_the_old_one(shown, label, qtbot):
    window, boundary = shown(keeps_room=True)
    font = window.font()
    font.setPointSize(40)
    window.setFont(font)
    qtbot.waitUntil(lambda: boundary.minimumSizeHint().height() >= 40)
    font.setPointSize(8)
    window.setFont(font)
    qtbot.waitUntil(lambda: boundary.minimumSizeHint().height() < 40)


def test_the_widget_fills_its_island(shown, label):
    window, boundary = shown()
    window.resize(700, 300)
    assert label.parentWidget().size() == boundary.size()


@pytest.fixture
def low(qtbot):
    """An island of 80 points, with three buttons one below the other that need more."""
    panel = QWidget()
    column = QVBoxLayout(panel)
    buttons = [QPushButton(name) for name in ("one", "two", "three")]
    for button in buttons:
        button.setFixedHeight(40)
        column.addWidget(button)
    window = QWidget()
    boundary = LayoutBoundary(panel, window, scrolls=True)
    boundary.setGeometry(0, 0, 200, 80)
    qtbot.addWidget(window)
    with qtbot.waitExposed(window):
        window.show()
    settle()
    return window, boundary, panel, buttons


def seen(boundary: LayoutBoundary, widget: QWidget) -> bool:
    """Say whether all of a widget is within the island's room."""
    return boundary.rect().contains(QRect(widget.mapTo(boundary, QPoint()), widget.size()))


def test_an_island_that_is_too_low_scrolls(low):
    _window, boundary, panel, buttons = low
    assert boundary.minimumSizeHint().height() == MIN_HEIGHT
    assert panel.height() == panel.minimumSizeHint().height() > boundary.height()
    assert boundary.bar.isVisible()
    assert panel.width() + boundary.bar.width() == boundary.width(), "nothing lies under the bar"
    assert [seen(boundary, button) for button in buttons] == [True, False, False]
    boundary.bar.setValue(boundary.bar.maximum())
    assert [seen(boundary, button) for button in buttons] == [False, False, True]
    boundary.resize(200, panel.minimumSizeHint().height())
    assert not boundary.bar.isVisible()
    assert panel.geometry() == boundary.rect()


def test_what_gets_the_focus_in_a_low_island_comes_into_sight(low):
    _window, boundary, _, buttons = low
    for button in (*buttons, *reversed(buttons)):
        button.setFocus()
        assert seen(boundary, button)


def test_the_wheel_scrolls_a_low_island(low):
    _window, boundary, panel, _ = low
    wheel = QWheelEvent(
        QPointF(10, 10),
        QPointF(boundary.mapToGlobal(QPoint(10, 10))),
        QPoint(),
        QPoint(0, -120),
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QCoreApplication.sendEvent(boundary, wheel)
    assert panel.y() < 0
