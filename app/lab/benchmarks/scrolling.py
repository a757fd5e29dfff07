"""Frame times of scrolling through a project in its window."""

from __future__ import annotations

import time
from collections.abc import Callable

import numpy as np
from PySide6.QtCore import QCoreApplication, QEvent, QObject, QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QAbstractItemView, QWidget

from app.lab.benchmarks.gui_session import GuiSession
from app.lab.benchmarks.player import PlayError

WHEEL_NOTCHES = 100
"""Wheel notches over a list; a notch is three rows."""
NOTCH = 120
DOCUMENT_NOTCHES = 400
"""Wheel notches over a document, whose scroll bar is moved in `SENTENCES` steps."""
STOPS = 300
"""Steps in which the scroll bar of a list is moved from beginning to end."""
SENTENCES = 100
"""Number of sentences to visit, at even distances, besides the longest one."""
FRAME_SECONDS = 30.0
"""Timeout of a frame."""

PLAIN = Qt.KeyboardModifier.NoModifier


class FrameClock(QObject):
    """Records the time from an action to the end of the paint of a widget."""

    def __init__(self, window: QWidget, widget: QWidget) -> None:
        super().__init__()
        self._window, self._widget = window, widget
        self._painted = self._over = False
        self.frames: list[float] = []
        window.installEventFilter(self)
        widget.installEventFilter(self)

    def stop(self) -> None:
        """Stop watching."""
        self._window.removeEventFilter(self)
        self._widget.removeEventFilter(self)

    def frame(self, act: Callable[[], object]) -> None:
        """Do something visible, and wait until it is painted."""
        self._painted = self._over = False
        began = time.perf_counter()
        act()
        while not self._over:
            QCoreApplication.processEvents()
            if time.perf_counter() - began > FRAME_SECONDS:
                raise PlayError("What was scrolled was not painted.")
        self.frames.append(time.perf_counter() - began)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Let the window repaint within this call, and check whether the widget was painted."""
        if event.type() == QEvent.Type.Paint and watched is self._widget:
            self._painted = True
        if event.type() == QEvent.Type.UpdateRequest and watched is self._window:
            watched.event(event)
            self._over = self._painted
            return True
        return False


def scroll_frames(gui_session: GuiSession) -> list[float]:
    """Scroll through both long lists and through the sentences; return the seconds of each frame.

    Turns of the wheel at the end of a list, without a move, are not counted.
    """
    window = gui_session.window
    frames: list[float] = []
    for name, view in (
        ("sentences", window.panels.sentences.view),
        ("queue", window.panels.queue.view),
    ):
        window.show_panel(name)
        gui_session.settle()
        frames += _through_list(window, view)
    window.sentence_view.setFocus()
    gui_session.settle()
    return frames + _through_sentences(gui_session)


def document_frames(gui_session: GuiSession) -> list[float]:
    """Scroll through the document of the current sentence; return the seconds of each frame.

    First by the wheel, from the beginning, then by the scroll bar to the end.
    """
    view = gui_session.window.sentence_view
    clock, bar = FrameClock(gui_session.window, view.viewport()), view.verticalScrollBar()
    bar.setValue(0)
    gui_session.settle()
    for _ in range(DOCUMENT_NOTCHES):
        if bar.value() == bar.maximum():
            break
        clock.frame(lambda: _turn_wheel(view.viewport()))
    for stop in np.linspace(0, bar.maximum(), SENTENCES).astype(int).tolist():
        # The height of the document is first an estimate.
        if min(stop, bar.maximum()) != bar.value():
            clock.frame(lambda: bar.setValue(stop))  # noqa: B023 - carried out at once
    clock.stop()
    return clock.frames


def _through_list(window: QWidget, view: QAbstractItemView) -> list[float]:
    clock, bar = FrameClock(window, view.viewport()), view.verticalScrollBar()
    bar.setValue(0)
    QCoreApplication.processEvents()
    for _ in range(WHEEL_NOTCHES):
        if bar.value() == bar.maximum():
            break
        clock.frame(lambda: _turn_wheel(view.viewport()))
    for stop in np.linspace(0, bar.maximum(), STOPS).astype(int).tolist():
        if stop != bar.value():
            clock.frame(lambda: bar.setValue(stop))  # noqa: B023 - carried out at once
    clock.stop()
    return clock.frames


def _through_sentences(gui_session: GuiSession) -> list[float]:
    workspace = gui_session.workspace
    visible = workspace.session.visible
    longest = visible[int(np.argmax(workspace.session.corpus.lengths(visible)))]
    evenly = visible[np.linspace(0, len(visible) - 1, SENTENCES).astype(int)]
    clock = FrameClock(gui_session.window, gui_session.window.sentence_view.viewport())
    for sentence_index in [*dict.fromkeys(evenly.tolist()), int(longest)]:
        if sentence_index != workspace.caret.sentence_index:
            clock.frame(lambda: workspace.caret.go_to(sentence_index))  # noqa: B023 - carried out at once
    clock.stop()
    return clock.frames


def _turn_wheel(viewport: QWidget) -> None:
    at = QPointF(viewport.rect().center())
    event = QWheelEvent(
        at,
        QPointF(viewport.mapToGlobal(at.toPoint())),
        QPoint(),
        QPoint(0, -NOTCH),
        Qt.MouseButton.NoButton,
        PLAIN,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QCoreApplication.sendEvent(viewport, event)
