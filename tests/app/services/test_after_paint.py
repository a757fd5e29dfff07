"""What may wait for the paint of a key's answer, and what may not."""

from collections.abc import Iterator

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QWidget
from shiboken6 import isValid

from app.domain.changes import Changes
from app.services import after_paint
from app.services.after_paint import AfterPaint, ChangesAfterPaint
from app.services.threads import UI_PRIORITY
from app.session import Session
from tests.sentences_on_screen import session_of


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


def test_in_quick_succession_updates_are_gathered(later, events, qtbot, monkeypatch) -> None:
    monkeypatch.setattr(after_paint, "GATHERING_MILLISECONDS", 60)
    monkeypatch.setattr(UI_PRIORITY, "in_succession", True)
    UI_PRIORITY.claim()
    later.start()
    qtbot.wait(1)
    later.start()
    assert events == []
    qtbot.waitUntil(lambda: bool(events))
    assert events == ["done"]


def test_a_single_key_after_a_quick_succession_waits_for_its_paint_only(
    later, events, qapp, monkeypatch
) -> None:
    monkeypatch.setattr(UI_PRIORITY, "in_succession", True)
    UI_PRIORITY.claim()
    later.start()
    monkeypatch.setattr(UI_PRIORITY, "in_succession", False)
    later.start()
    qapp.processEvents()
    assert events == ["done"]


@pytest.fixture
def session(qapp) -> Session:
    return session_of("One two .", "Three four .")


@pytest.fixture
def received(monkeypatch) -> Iterator[list[Changes]]:
    # Keys of another test may have come a moment before.
    monkeypatch.setattr(UI_PRIORITY, "in_succession", False)
    yield []
    UI_PRIORITY.release()


@pytest.fixture
def following(widget, session, received) -> ChangesAfterPaint:
    return ChangesAfterPaint(session, received.append, widget)


def sentences(*sentence_indices: int) -> Changes:
    return Changes(sentences=np.array(sentence_indices, np.int64))


def test_changes_between_keys_come_at_once(following, session, received) -> None:
    session.changed.emit(sentences(1))
    assert [changes.sentences.tolist() for changes in received] == [[1]]


def test_changes_of_a_key_come_together_after_the_paint(following, session, received, qapp) -> None:
    UI_PRIORITY.claim()
    session.changed.emit(sentences(1))
    session.changed.emit(Changes(queue=True))
    session.changed.emit(sentences(0))
    assert received == []
    qapp.processEvents()
    (changes,) = received
    assert changes.sentences.tolist() == [0, 1]
    assert changes.queue


def test_a_change_of_indices_comes_at_once_with_those_before(following, session, received) -> None:
    UI_PRIORITY.claim()
    session.changed.emit(sentences(1))
    session.changed.emit(Changes(structure=True))
    (changes,) = received
    assert changes.sentences.tolist() == [1]
    assert changes.structure
