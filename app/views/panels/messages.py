"""The line under the sentences: errors, finished and running work, each with what can be done."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from PySide6.QtCore import QElapsedTimer, QEvent, Qt, QTimer, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QApplication,
    QFrame,
    QGridLayout,
    QProgressBar,
    QPushButton,
    QToolButton,
    QWidget,
)

from app.services.task import TaskState
from app.views.actions import KeyOf, usual_key, with_key
from app.views.ages import in_words
from app.views.icons import pixmap
from app.views.panels.listing import name_widget
from app.views.plain_text import LONGEST_SENTENCE, PlainLabel, set_tip, shortened
from app.views.theme import GRID, HALF_GRID, Theme, theme_of

PASSING = 6_000
"""Milliseconds after which a remark that asks for nothing goes by itself."""
PATIENCE = 500
"""Milliseconds that a job may take before it is shown."""

GRAVE = frozenset({"warning", "error"})
"""Kinds of messages that no remark covers."""

NARROW = 50 * GRID
"""In a line of less width the button stands below the text."""

ICONS = {"info": "info", "done": "done", "warning": "error", "error": "error"}
ICON_SIZE = 20


@dataclass(frozen=True, slots=True)
class Message:
    """One sentence for the user. ``kind`` is "info", "done", "warning" or "error".

    What ``steps_back`` goes with the next sentence, once it was there to be read.
    """

    text: str
    kind: str = "info"
    action: str = ""
    do: Callable[[], object] | None = None
    steps_back: bool = False


class Messages(QFrame):
    """Shows one message at a time; those that matter stay until they are closed.

    Signals
    -------
    shown(str)
        A text has appeared.
    left()
        The line has gone while it had the focus: whoever works goes on elsewhere.
    """

    shown = Signal(str)
    left = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        name_widget(
            self,
            "messages",
            self.tr("Messages"),
            self.tr("Notifications"),
        )
        self._waiting: list[Message] = []
        self._tasks: list[TaskState] = []
        self._begun = 0.0
        self._passing = QTimer(self, singleShot=True, interval=PASSING)
        self._patience = QTimer(self, singleShot=True, interval=PATIENCE)
        self._read = QElapsedTimer()
        self._read.start()
        # What was said of the sentence by an earlier key: the next step makes it untrue.
        self._remark = ""
        self._passing.timeout.connect(self._pass)
        self._patience.timeout.connect(self._show_task)
        self._icon = PlainLabel("", self)
        self._icon.setFixedSize(ICON_SIZE, ICON_SIZE)
        self.text = PlainLabel("", self)
        self.text.setObjectName("message_text")
        self.text.setWordWrap(True)
        self.text.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse
            | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.bar = QProgressBar(self)
        self.bar.setTextVisible(False)
        self.bar.setFixedSize(16 * GRID, GRID)
        self.bar.setAccessibleName(self.tr("Progress"))
        self.action = QPushButton(self)
        self.action.setAutoDefault(False)
        # A click here must not take the keys away from the sentence.
        self.action.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.action.setAccessibleDescription(self.tr("Actions"))
        self.close_button = QToolButton(self)
        self.close_button.setAutoRaise(True)
        self.close_button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.show_shortcuts(usual_key)
        self.close_button.setAccessibleName(self.tr("Close this message"))
        self._arrange()
        self.action.clicked.connect(self._act)
        self.close_button.clicked.connect(self.dismiss)
        self.hide()

    def show_shortcuts(self, key_of: KeyOf) -> None:
        """Name the keys that hold."""
        tip = self.tr("Close this message")
        set_tip(self.close_button, with_key(tip, key_of("take_back_propagation")))

    @property
    def line_height(self) -> int:
        """How high the line is that has a text of one line, with a button or without."""
        # Not the text's own height: it may have several lines now.
        heights = [self.text.fontMetrics().height()]
        for button in (self.action, self.close_button):
            button.ensurePolished()  # until it is shown it knows no style sheet
            heights.append(button.sizeHint().height())
        return max(heights) + GRID

    def be_as_high_as(self, height: int) -> None:
        """Have so much room at least, and more for a text of several lines."""
        layout = self.layout()
        if isinstance(layout, QGridLayout):
            layout.setRowMinimumHeight(0, height - 2 * HALF_GRID)

    @property
    def message(self) -> Message | None:
        """The message on the screen."""
        return self._waiting[-1] if self._waiting else None

    def show_message(
        self,
        text: str,
        kind: str = "info",
        action: str = "",
        do: Callable[[], object] | None = None,
        *,
        steps_back: bool = False,
    ) -> None:
        """Show a sentence, and a button for what can be done; remarks never cover an error."""
        message = Message(text, kind, action, do, steps_back)
        self._waiting = [other for other in self._waiting if _stays(other) and other != message]
        # What only offers something waits for a moment while a remark says what a key has done.
        if _stays(message) or not any(other.kind in GRAVE for other in self._waiting):
            self._waiting.append(message)
            self._read.start()
        self._refresh()

    def follow(self, task: TaskState) -> None:
        """Show a job once it takes long enough to be noticed, until it ends."""
        self._tasks.append(task)
        task.listen(
            progress=lambda done, total, text: self._progress(task, done, total, text),
            failed=lambda text: self.show_message(text, "error"),
            ended=lambda: self._task_ended(task),
            by=self,
        )
        if len(self._tasks) == 1:
            self._begin_task()

    def report_when_done(self, task: TaskState, message_of: Callable[[Any], str]) -> None:
        """Say what came of a job when it is finished: what ``message_of`` makes of its result."""
        task.listen(finished=lambda result: self.show_message(message_of(result), "done"), by=self)

    def dismiss(self) -> bool:
        """Close the message on the screen; the one before it comes back. Say if there was one."""
        closed = bool(self._waiting) and not self._busy
        if closed:
            self._waiting.pop()
        self._refresh()
        return closed

    def show_remark(self, text: str) -> None:
        """Say something of the sentence as it is now; it goes with the next step or sentence."""
        self.show_message(text, "info")

        def keep() -> None:
            self._remark = text

        # Behind what the same key still does.
        QTimer.singleShot(0, self, keep)

    def drop_remark(self) -> None:
        """Take away what was said of the sentence as it was."""
        if self._remark:
            remark, self._remark = self._remark, ""
            self.withdraw(remark)

    def withdraw(self, text: str) -> None:
        """Take a message away that is true no longer."""
        self._waiting = [message for message in self._waiting if message.text != text]
        self._refresh()

    def reword(self, text: str, instead: str) -> None:
        """Say something else in the place of a message that has not been closed."""
        if all(message.text != text for message in self._waiting):
            return
        self._waiting = [
            replace(message, text=instead) if message.text == text else message
            for message in self._waiting
        ]
        self._refresh()

    def sentence_left(self) -> None:
        """Drop remarks about the sentence that the annotator has just left.

        And what was there to be read: what is done, where nothing can be done about it any more,
        and a question that need not be answered.
        """
        self.drop_remark()
        kept = [message for message in self._waiting if message.kind != "warning"]
        if kept and _may_go(kept[-1]) and self._read.elapsed() >= PASSING:
            kept.pop()
        if len(kept) != len(self._waiting):
            self._waiting = kept
            self._refresh()

    def changeEvent(self, event: QEvent) -> None:  # noqa: D102 (Qt's own)
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and hasattr(self, "close_button"):
            self._colour(theme_of(self.palette()))

    def _arrange(self) -> None:
        layout = QGridLayout(self)
        layout.setContentsMargins(2 * GRID, HALF_GRID, GRID, HALF_GRID)
        layout.setHorizontalSpacing(GRID)
        layout.setVerticalSpacing(HALF_GRID)
        for column, widget in enumerate((self._icon, self.text, self.bar)):
            layout.addWidget(widget, 0, column)
        layout.addWidget(self.close_button, 0, 4)
        layout.setColumnStretch(1, 1)
        self._place_action(below=False)

    def _place_action(self, *, below: bool) -> None:
        """Put the button beside the text, or below it where the text would have no room."""
        self._below = below
        layout = self.layout()
        if isinstance(layout, QGridLayout):
            layout.removeWidget(self.action)
            row, column = (1, 1) if below else (0, 3)
            side = Qt.AlignmentFlag.AlignLeft if below else Qt.AlignmentFlag(0)
            layout.addWidget(self.action, row, column, side)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: D102 (Qt's own)
        super().resizeEvent(event)
        below = self.width() < NARROW
        if below != self._below:
            self._place_action(below=below)

    def _refresh(self) -> None:
        if self._busy:
            return
        message = self.message
        self._passing.stop()
        if message is None:
            self._go_away()
            return
        self.show()
        self.bar.hide()
        self.close_button.show()
        self._icon.show()
        self._set_text(message.text)
        self.action.setText(message.action)
        self.action.setVisible(bool(message.action))
        self._colour(theme_of(self.palette()))
        if message.kind == "info" and not message.action:
            self._passing.start()

    def _go_away(self) -> None:
        focused = self._has_focus()
        self.hide()
        if focused:
            self.left.emit()

    def _has_focus(self) -> bool:
        widget = QApplication.focusWidget()
        return widget is not None and self.isAncestorOf(widget)

    def _set_text(self, text: str) -> None:
        if (shown := shortened(text, LONGEST_SENTENCE)) != self.text.text():
            self.text.setText(shown)
        self.text.setAccessibleName(text)
        self.shown.emit(text)

    def _colour(self, theme: Theme) -> None:
        kind = self.message.kind if self.message is not None else "info"
        colours = {
            "info": theme.muted,
            "done": theme.good,
            "warning": theme.warning,
            "error": theme.bad,
        }
        scale = self.devicePixelRatioF()
        self._icon.setPixmap(pixmap(ICONS[kind], ICON_SIZE, colours[kind], scale))
        self.close_button.setIcon(pixmap("close", 16, theme.muted, scale))

    def _pass(self) -> None:
        if self.message is not None and not _stays(self.message):
            self.dismiss()

    def _act(self) -> None:
        if self._busy:
            self._tasks[0].cancel()
            self.action.setEnabled(False)
            return
        message = self.message
        self.dismiss()
        if message is not None and message.do is not None:
            message.do()

    @property
    def _busy(self) -> bool:
        """Whether a job is on the screen."""
        return bool(self._tasks) and not self._patience.isActive()

    def _begin_task(self) -> None:
        self._begun = time.monotonic()
        self.bar.setRange(0, 0)
        self._patience.start()

    def _show_task(self) -> None:
        if not self._tasks:
            return
        self._icon.hide()
        self.close_button.hide()
        self.bar.show()
        self.action.setText(self.tr("Cancel"))
        self.action.setEnabled(True)
        self.action.show()
        self._set_text(f"{self._tasks[0].title} …")
        self.show()

    def _progress(self, task: TaskState, done: int, total: int, text: str) -> None:
        if not self._busy or task is not self._tasks[0]:
            return
        self.bar.setRange(0, total)
        self.bar.setValue(done)
        spent = time.monotonic() - self._begun
        shown_text = f"{task.title} {text}".rstrip()
        if total and done:
            rest = spent * (total - done) / done
            shown_text = self.tr("{job}: about {time} left").format(
                job=shown_text, time=in_words(rest)
            )
        self.text.setText(shown_text)

    def _task_ended(self, task: TaskState) -> None:
        self._tasks = [other for other in self._tasks if other is not task]
        self._patience.stop()
        self.action.setEnabled(True)
        if self._tasks:
            self._begin_task()
        self._refresh()


def _may_go(message: Message) -> bool:
    return message.steps_back or (message.kind == "done" and not message.action)


def _stays(message: Message) -> bool:
    return message.kind != "info" or bool(message.action)
