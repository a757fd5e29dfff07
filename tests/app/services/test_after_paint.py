"""What may wait for the paint of a key's answer, and what may not."""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QWidget
from shiboken6 import isValid

from app.services.after_paint import AfterPaint
from app.services.threads import UI_PRIORITY


class Painted(QWidget):
    """Notes when it is painted."""

    def __init__(self, events: list[str]) -> None:
        super().__init__()
        self._events = events

    def paintEvent(self, _event) -> None:
        self._events.append("painted")


@pytest.fixture
def events() -> list[str]:
    return []


@pytest.fixture
def widget(events, qtbot) -> Painted:
    widget = Painted(events)
    qtbot.addWidget(widget)
    widget.show()
    qtbot.waitUntil(lambda: "painted" in events)
    events.clear()
    return widget


@pytest.fixture
def later(widget, events) -> Iterator[AfterPaint]:
    yield AfterPaint(lambda: events.append("done"), widget)
    UI_PRIORITY.release()


def test_between_keys_it_is_done_at_once(later, events) -> None:
    later.start()
    assert events == ["done"]


def test_while_a_key_is_answered_it_is_done_once_and_after_the_paint(
    widget, later, events, qtbot
) -> None:
    UI_PRIORITY.claim()
    later.start()
    widget.update()
    later.start()
    assert events == []
    qtbot.waitUntil(lambda: "done" in events)
    qtbot.wait(1)
    assert events == ["painted", "done"]


def test_what_is_done_at_once_is_not_done_again(later, events, qapp) -> None:
    UI_PRIORITY.claim()
    later.start()
    UI_PRIORITY.release()
    later.start()
    qapp.processEvents()
    assert events == ["done"]


def test_it_is_not_done_for_a_window_that_is_gone(events, qapp) -> None:
    parent = QObject()
    later = AfterPaint(lambda: events.append("done"), parent)
    UI_PRIORITY.claim()
    try:
        later.start()
        parent.deleteLater()
        qapp.sendPostedEvents(parent, QEvent.Type.DeferredDelete)
        qapp.processEvents()
        assert not isValid(later)
        assert events == []
    finally:
        UI_PRIORITY.release()
