"""The line of messages: errors, finished and running tasks, each with an optional button."""

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

from app.services.after_paint import AfterPaint
from app.services.task import TaskState
from app.views.actions import KeyOf, default_key, with_key
from app.views.durations import in_words
from app.views.icons import pixmap
from app.views.plain_text import LONGEST_SENTENCE, PlainLabel, set_tip, shortened
from app.views.theme import GRID, HALF_GRID, Theme, theme_of
from app.views.widgets.listing import name_widget

REMARK_MILLISECONDS = 6_000
"""Milliseconds after which a message that needs no action disappears."""
TASK_DELAY = 500
"""Milliseconds that a task may take before it is shown."""

PROBLEMS = frozenset({"warning", "error"})
"""Kinds of messages that come back after a newer one, unless they could be read before it."""

NARROW = 50 * GRID
"""Below this width the button is below the text."""
MOST_LINES = 2
"""With more lines beside it the button is below the text."""
LARGEST_SHARE = 0.4
"""Maximum share of the window's height that a text takes from others."""

ICONS = {
    "info": "info",
    "done": "done",
    "flawed": "error",
    "warning": "error",
    "error": "error",
}
ICON_SIZE = 20


@dataclass(frozen=True, slots=True)
class Message:
    """A text for the user. ``kind`` is "info", "done", "flawed", "warning" or "error".

    Something "flawed" was done, but is to be looked at; "warning" is about the current sentence.

    With ``temporary`` it disappears with the next label or sentence, once it could be read.
    """

    text: str
    kind: str = "info"
    action: str = ""
    do: Callable[[], object] | None = None
    temporary: bool = False


class Messages(QFrame):
    """Shows one message at a time; those that matter stay until they are closed.

    Signals
    -------
    shown(str)
        A text is shown.
    left()
        The line was hidden while it had the focus, which has to go elsewhere.
    height_changing()
        Another height is about to be taken from the widgets around, or given back.
    """

    shown = Signal(str)
    left = Signal()
    height_changing = Signal()

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
        self._expiry = QTimer(self, singleShot=True, interval=REMARK_MILLISECONDS)
        self._task_delay = QTimer(self, singleShot=True, interval=TASK_DELAY)
        # A message that goes as soon as it could be read.
        self._leaving: Message | None = None
        self._departure = QTimer(self, singleShot=True)
        self._departure.timeout.connect(self._depart)
        self._shown_since = QElapsedTimer()
        self._shown_since.start()
        # Another height of the messages lays out the page again.
        self._refreshing = AfterPaint(self._refresh, self)
        # A text about the current sentence that the next change makes untrue.
        self._remark = ""
        self._expiry.timeout.connect(self._expire)
        self._task_delay.timeout.connect(self._show_task)
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
        self.show_shortcuts(default_key)
        self.close_button.setAccessibleName(self.tr("Close this message"))
        self._arrange()
        self.action.clicked.connect(self._act)
        self.close_button.clicked.connect(self.dismiss)
        self.hide()

    def show_shortcuts(self, key_of: KeyOf) -> None:
        """Show the current shortcuts in texts and tips."""
        tip = self.tr("Close this message")
        set_tip(self.close_button, with_key(tip, key_of("take_back_propagation")))

    @property
    def line_height(self) -> int:
        """The height of the widget with a text of one line, with or without a button."""
        # Not the text's own height: it may have several lines.
        heights = [self.text.fontMetrics().height()]
        for button in (self.action, self.close_button):
            button.ensurePolished()  # the style sheet is not applied before it is shown
            heights.append(button.sizeHint().height())
        return max(heights) + GRID

    def set_line_height(self, height: int) -> None:
        """Set the minimum height; a text of several lines takes more."""
        layout = self.layout()
        if isinstance(layout, QGridLayout):
            layout.setRowMinimumHeight(0, height - 2 * HALF_GRID)

    @property
    def message(self) -> Message | None:
        """The message shown."""
        return self._waiting[-1] if self._waiting else None

    def show_message(
        self,
        text: str,
        kind: str = "info",
        action: str = "",
        do: Callable[[], object] | None = None,
        *,
        temporary: bool = False,
    ) -> None:
        """Show a text, and a button if ``action`` is given.

        Without a button, an "info" never covers a problem.
        """
        message = Message(text, kind, action, do, temporary)
        waiting = any(other.kind in PROBLEMS for other in self._waiting)
        self._show(message, covered=waiting and not _stays(message))

    def _show(self, message: Message, *, covered: bool = False) -> None:
        if _stays(message) and self.message is not None and self._is_settled(self.message):
            self._waiting.pop()
        # A message with a button comes back after a short remark about a key.
        self._waiting = [other for other in self._waiting if _returns(other) and other != message]
        if not covered:
            self._waiting.append(message)
            self._shown_since.start()
        self._refreshing.start()

    def follow(self, task: TaskState) -> None:
        """Show the progress of a task that takes long enough to be noticed."""
        self._tasks.append(task)
        task.listen(
            progress=lambda done, total, text: self._progress(task, done, total, text),
            failed=None if task.in_dialog else lambda text: self.show_message(text, "error"),
            ended=lambda: self._task_ended(task),
            by=self,
        )
        if len(self._tasks) == 1:
            self._begin_task()

    def report_when_done(self, task: TaskState, message_of: Callable[[Any], str]) -> None:
        """Show ``message_of(result)`` when a task has finished."""
        task.listen(finished=lambda result: self.show_message(message_of(result), "done"), by=self)

    def dismiss(self) -> bool:
        """Close the message shown; of those before it only problems come back. False for none."""
        closed = bool(self._waiting) and not self._busy
        if closed:
            self._waiting = [one for one in self._waiting[:-1] if one.kind in PROBLEMS]
        self._refresh()
        return closed

    def show_remark(self, text: str) -> None:
        """Show a text about the current sentence until the next change or sentence.

        It answers a key that had no other effect, so it covers even a problem, for a moment.
        """
        self._show(Message(text))

        def keep() -> None:
            self._remark = text

        # Later, because the same key may still call `drop_remark`.
        QTimer.singleShot(0, self, keep)

    def drop_remark(self) -> None:
        """Remove the text about the current sentence."""
        if self._remark:
            remark, self._remark = self._remark, ""
            self.withdraw(remark)

    def withdraw(self, text: str) -> None:
        """Remove a message that is no longer true."""
        self._waiting = [message for message in self._waiting if message.text != text]
        self._refreshing.start()

    def withdraw_offers(self, do: Callable[[], object]) -> None:
        """Remove the messages with a button that does this."""
        self._waiting = [message for message in self._waiting if message.do != do]
        self._refreshing.start()

    def reword(self, text: str, instead: str) -> None:
        """Replace the text of a message, unless it has been closed."""
        if all(message.text != text for message in self._waiting):
            return
        self._waiting = [
            replace(message, text=instead) if message.text == text else message
            for message in self._waiting
        ]
        self._refreshing.start()

    def sentence_left(self) -> None:
        """Remove messages about the sentence that the annotator has just left.

        Also one that needs no answer, once it could be read.
        """
        self.drop_remark()
        kept = [message for message in self._waiting if message.kind != "warning"]
        if len(kept) != len(self._waiting):
            self._waiting = kept
            self._refreshing.start()
        self.work_continued()

    def work_continued(self) -> None:
        """Remove a message that needs no answer, once it could be read: the annotator goes on."""
        message = self.message
        if message is None or not _ends_with_work(message):
            return
        self._leaving = message
        if self._has_been_read:
            self._depart()
        else:
            self._departure.start(REMARK_MILLISECONDS - self._shown_since.elapsed())

    def changeEvent(self, event: QEvent) -> None:  # noqa: D102 (Qt's own)
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and hasattr(self, "close_button"):
            self._colour(theme_of(self.palette()))
        if event.type() in {QEvent.Type.FontChange, QEvent.Type.StyleChange} and self.layout():
            self._fit()

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
        """Put the button beside the text, or below it."""
        self._below = below
        layout = self.layout()
        if isinstance(layout, QGridLayout):
            layout.removeWidget(self.action)
            row, column = (1, 1) if below else (0, 3)
            side = Qt.AlignmentFlag.AlignLeft if below else Qt.AlignmentFlag(0)
            layout.addWidget(self.action, row, column, side)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: D102 (Qt's own)
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        """Put the button where it fits, and take the height of the text.

        Qt's windows with panels do not ask how high a text is that wraps.
        """
        layout, tallest = self.layout(), 0
        if layout is not None and not self.isHidden():
            lines = self.text.heightForWidth(self._width_beside())
            many = lines > MOST_LINES * self.text.fontMetrics().lineSpacing() + HALF_GRID
            below = self.width() < NARROW or many
            if below != self._below:
                self._place_action(below=below)
            tallest = round(LARGEST_SHARE * self.window().height())
            tallest = max(0, min(layout.heightForWidth(self.width()), tallest))
        if tallest != self.minimumHeight():
            self.height_changing.emit()
            self.setMinimumHeight(tallest)

    def _width_beside(self) -> int:
        """Return the width of the text with the button beside it."""
        beside = (self._icon, self.bar, self.action, self.close_button)
        taken = sum(one.sizeHint().width() + GRID for one in beside if not one.isHidden())
        return max(1, self.width() - 3 * GRID - taken)

    def _refresh(self) -> None:
        if self._busy:
            return
        message = self.message
        self._expiry.stop()
        if message is None:
            self._hide()
            return
        self._appear()
        self.bar.hide()
        self.close_button.show()
        self._icon.show()
        self._set_text(message.text)
        self.action.setText(message.action)
        self.action.setVisible(bool(message.action))
        self._fit()
        self._colour(theme_of(self.palette()))
        if message.kind == "info" and not message.action:
            self._expiry.start()

    def _appear(self) -> None:
        if self.isHidden():
            self.height_changing.emit()
            self.show()

    def _hide(self) -> None:
        focused = self._has_focus()
        self.hide()
        self._fit()
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
            "flawed": theme.warning,
            "warning": theme.warning,
            "error": theme.bad,
        }
        scale = self.devicePixelRatioF()
        self._icon.setPixmap(pixmap(ICONS[kind], ICON_SIZE, colours[kind], scale))
        self.close_button.setIcon(pixmap("close", 16, theme.muted, scale))

    def _expire(self) -> None:
        if self.message is not None and not _stays(self.message) and not self._busy:
            self._waiting.pop()  # one with a button comes back
            self._refresh()

    def _depart(self) -> None:
        self._departure.stop()
        self._waiting = [message for message in self._waiting if message is not self._leaving]
        self._leaving = None
        self._refreshing.start()

    @property
    def _has_been_read(self) -> bool:
        """Whether the message shown could be read by now."""
        return self._shown_since.elapsed() >= REMARK_MILLISECONDS

    def _is_settled(self, message: Message) -> bool:
        """Return whether a message, which is shown, could be read, and has no button to press."""
        return not message.action and self._has_been_read

    def _act(self) -> None:
        if self._busy:
            self._tasks[0].cancel()
            self.action.setEnabled(False)
            return
        message, focused = self.message, self._has_focus()
        self.dismiss()
        if message is not None and message.do is not None:
            message.do()
        if focused and self._has_focus():
            self.left.emit()  # another message has come into its place

    @property
    def _busy(self) -> bool:
        """Whether a task is shown."""
        return bool(self._tasks) and not self._task_delay.isActive()

    def _begin_task(self) -> None:
        self._begun = time.monotonic()
        self.bar.setRange(0, 0)
        self._task_delay.start()

    def _show_task(self) -> None:
        if not self._tasks:
            return
        self._icon.hide()
        self.close_button.hide()
        self.bar.show()
        self.action.setText(self.tr("Cancel"))
        self.action.setEnabled(True)
        self.action.show()
        self._set_text(f"{self._tasks[0].title}…")
        self._appear()
        self._fit()

    def _progress(self, task: TaskState, done: int, total: int, text: str) -> None:
        if not self._busy or task is not self._tasks[0]:
            return
        self.bar.setRange(0, total)
        self.bar.setValue(done)
        spent = time.monotonic() - self._begun
        shown_text = f"{task.title} {text}".rstrip()
        rest = spent * (total - done) / done if total and done else 0.0
        if rest >= 1.0:
            shown_text = self.tr("{job}: about {time} left").format(
                job=shown_text, time=in_words(rest)
            )
        self.text.setText(shown_text)
        self._fit()

    def _task_ended(self, task: TaskState) -> None:
        self._tasks = [other for other in self._tasks if other is not task]
        self._task_delay.stop()
        self.action.setEnabled(True)
        if self._tasks:
            self._begin_task()
        self._refresh()


def _ends_with_work(message: Message) -> bool:
    return message.temporary or (message.kind == "done" and not message.action)


def _returns(message: Message) -> bool:
    return message.kind in PROBLEMS or bool(message.action)


def _stays(message: Message) -> bool:
    return message.kind != "info" or bool(message.action)
