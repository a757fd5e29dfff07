"""A tour of six steps: each shows a note beside a widget and waits for an action.

Steps that are done already, or not possible now, are left out. The tour blocks nothing but Enter,
which goes to the next step, and accepts the sentence only where the step says so. Esc ends it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QSize, Qt, QTimer, Signal
from PySide6.QtGui import (
    QAccessible,
    QAccessibleAnnouncementEvent,
    QKeyEvent,
    QPainter,
    QPaintEvent,
    QPen,
)
from PySide6.QtWidgets import QFrame, QPushButton, QVBoxLayout, QWidget

from app.domain.corrections import Correction, CorrectionKind
from app.domain.history import Action, HistoryStep
from app.views.layouts import in_row
from app.views.plain_text import PlainLabel, set_tip
from app.views.theme import GRID, RADIUS, theme_of
from app.views.tour_steps import Step, first_sentence, steps
from app.views.widgets.listing import name_widget
from app.views.workspace import NOWHERE

if TYPE_CHECKING:
    from app.views.main_window import MainWindow

ACCEPT = "accept"
"""The action of accepting a sentence, with Enter."""

WIDTH = 38 * GRID
"""Width of a note in pixels."""

TEXT_MARGIN = 3 * GRID
"""Width in pixels that is free of text at the left of the sentences."""


class Tour(QObject):
    """Shows the notes; a controller of the main window.

    Signals
    -------
    ended : ()
        The tour was finished or cancelled.
    """

    ended = Signal()

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        self._steps: tuple[Step, ...] = ()
        self._left: list[Step] = []
        """Steps that are neither done nor skipped, with the current one."""
        self._shown: Step | None = None
        self._at = 0
        self._note: Note | None = None
        self._follow(window)
        window.sentence_view.installEventFilter(self)

    @property
    def step(self) -> Step | None:
        """The current step, None without a tour."""
        return self._shown if self._note is not None else None

    @property
    def at(self) -> int:
        """The number of the current step from 1 on, 0 without a tour."""
        return self._at if self._note is not None else 0

    @property
    def note(self) -> Note | None:
        """The note shown."""
        return self._note

    def show_tour(self) -> None:
        """Start the tour, or start it again."""
        window = self._window
        if (
            window.workspace.caret.sentence_index == NOWHERE
            or not window.workspace.session.project.labels
        ):
            text = self.tr("The tour needs a text and labels: import a text, or open the sample.")
            window.messages.show_message(text, "info")
            return
        self._remove_note()
        first = first_sentence(window.workspace.session, window.workspace.caret.sentence_index)
        if first != window.workspace.caret.sentence_index:
            window.workspace.caret.place_at(first)
        self._steps = steps(window)
        self._left = list(self._steps)
        self._note = Note(window)
        self._note.skip.clicked.connect(self._skip)
        self._note.end.clicked.connect(self.end_tour)
        window.sentence_view.setFocus()
        self._shown = None
        self._go_on()

    def end_tour(self) -> bool:
        """End the tour; False if there was none."""
        running = self._note is not None
        if running:
            self._remove_note()
            self._window.sentence_view.setFocus()
            self.ended.emit()
        return running

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Take Enter from the sentence: it would accept what the person has not come to yet."""
        if isinstance(event, QKeyEvent) and self._goes_on(event):
            if event.type() == QEvent.Type.KeyPress and not event.isAutoRepeat():
                QTimer.singleShot(0, self, self._skip)
            event.accept()
            return True
        return super().eventFilter(watched, event)

    # ---- inside

    def _goes_on(self, event: QKeyEvent) -> bool:
        """Return whether a key is Enter in a step that does not ask for it."""
        step, key = self.step, event.key()
        is_enter = key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and not (
            event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        )
        return is_enter and step is not None and ACCEPT not in step.ended_by

    def _follow(self, window: MainWindow) -> None:
        """Follow what the person does."""
        window.workspace.labeller.corrected.connect(self._corrected)
        window.workspace.acceptance.settled.connect(lambda: self._done(ACCEPT))
        window.workspace.session.recorded.connect(self._recorded)
        window.panels.queue.view.clicked.connect(lambda _: self._done("queue"))
        for command, action in (("next_uncertain", "uncertain"), ("next_in_queue", "queue")):
            window.actions_[command].triggered.connect(lambda _=False, a=action: self._done(a))

    def _corrected(self, correction: Correction) -> None:
        if correction.kind is CorrectionKind.LABEL:
            self._done("label")
        self._done("correct")

    def _recorded(self, step: HistoryStep) -> None:
        if step.action is Action.UNDO:
            self._done("undo")

    def _done(self, action: str) -> None:
        """Note an action of the person."""
        if self.step is None:
            return
        ends = action in self.step.ended_by
        # A later step is left out only if this action alone ends it.
        self._left = [one for one in self._left if one is self._shown or one.ended_by != {action}]
        if ends:
            # Later: the result is painted first, and one action ends one step.
            QTimer.singleShot(0, self, self._go_on)

    def _go_on(self) -> None:
        """Show the next step that is possible now."""
        self._leave()
        self._show(next((one for one in self._left if one.possible(self._window)), None))

    def _skip(self) -> None:
        """Show the next step, possible or not, after the button "Next"."""
        self._leave()
        self._show(next(iter(self._left), None))

    def _leave(self) -> None:
        if self._shown in self._left:
            self._left.remove(self._shown)

    def _show(self, step: Step | None) -> None:
        """Show a step; None ends the tour."""
        if self._note is None:
            return
        if step is None:
            self.end_tour()
            self._window.messages.show_message(
                self.tr("Tour finished. Restart it from Help → Tour; F1 opens the manual."),
                "done",
            )
            return
        self._shown = step
        self._at = 1 + len(self._steps) - len(self._left)
        dock = self._window.docks.get(step.widget(self._window).objectName())
        if dock is not None:
            dock.show()
            dock.raise_()
        counter = self.tr("{n} of {all}").format(n=self._at, all=len(self._steps))
        self._note.show_note(counter, step.title, step.text, step.widget(self._window))
        last, by_enter = len(self._left) == 1, ACCEPT not in step.ended_by
        self._note.name_button(last=last, by_enter=by_enter)
        does = self.tr("end the tour") if last else self.tr("next note")
        self._window.hints.show_instead_of_accept(does if by_enter else "")

    def _remove_note(self) -> None:
        note, self._note = self._note, None
        self._window.hints.show_instead_of_accept("")
        if note is not None:
            note.remove()


class Note(QFrame):
    """A note over the window, with a ring around the widget that it is about."""

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._about: QWidget = window
        self.ring = Ring(window)
        self.setAutoFillBackground(True)
        self.setFixedWidth(WIDTH)
        self.counter = PlainLabel("", self)
        self.counter.setForegroundRole(self.counter.palette().ColorRole.PlaceholderText)
        self.title = PlainLabel("", self)
        font = self.title.font()
        font.setWeight(font.Weight.DemiBold)
        self.title.setFont(font)
        self.text = PlainLabel("", self)
        self.text.setWordWrap(True)
        self.skip = QPushButton(self.tr("Next"), self)
        set_tip(self.skip, self.tr("Skip this step"))
        self.end = QPushButton(self.tr("End the tour (Esc)"), self)
        for button in (self.skip, self.end):
            # A click must not take the keys away from the sentence.
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            button.setAutoDefault(False)
        self._arrange()
        window.installEventFilter(self)

    def show_note(self, counter: str, title: str, text: str, about: QWidget) -> None:
        """Show a text beside a widget, and announce it."""
        name_widget(self, "tour_note", title, text)
        self.counter.setText(counter)
        self.title.setText(title)
        self.text.setText(text)
        self._about = about
        self.show()
        self.raise_()
        self._place()
        QTimer.singleShot(0, self, self._place)  # after a hidden dock is placed
        announcement = QAccessibleAnnouncementEvent(self, f"{title}. {text}")
        QAccessible.updateAccessibility(announcement)

    def name_button(self, *, last: bool, by_enter: bool) -> None:
        """Name the button for the last step, or for one before it, with its key if it has one."""
        names = {
            (False, False): self.tr("Next"),
            (False, True): self.tr("Next (Enter)"),
            (True, False): self.tr("Finish"),
            (True, True): self.tr("Finish (Enter)"),
        }
        self.skip.setText(names[last, by_enter])
        self.end.setHidden(last)  # the other button ends it
        set_tip(self.skip, self.tr("Finish the tour") if last else self.tr("Skip this step"))

    def remove(self) -> None:
        """Delete the note and its ring."""
        self.window().removeEventFilter(self)
        for widget in (self.ring, self):
            widget.hide()
            widget.deleteLater()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Move with the widget when the window changes."""
        if event.type() in (QEvent.Type.Resize, QEvent.Type.LayoutRequest) and self.isVisible():
            QTimer.singleShot(0, self, self._place)
        return super().eventFilter(watched, event)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: D102 (Qt's own)
        theme = theme_of(self.palette())
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setBrush(theme.raised)
            painter.setPen(QPen(theme.accent, 2))
            painter.drawRoundedRect(self.rect().adjusted(1, 1, -1, -1), RADIUS, RADIUS)

    def _arrange(self) -> None:
        column = self._column = QVBoxLayout(self)
        column.setContentsMargins(2 * GRID, 2 * GRID, 2 * GRID, 2 * GRID)
        column.setSpacing(GRID)
        head = in_row((self.title, 1), self.counter)
        column.addLayout(head)
        column.addWidget(self.text)
        buttons = in_row(None, self.skip, self.end, spacing=GRID)
        column.addLayout(buttons)

    def _place(self) -> None:
        window = self.window()
        about = QRect(self._about.mapTo(window, QPoint(0, 0)), self._about.size())
        self.ring.around(about)
        height = self._column.totalHeightForWidth(WIDTH)
        self.setFixedHeight(height)
        self.move(place_beside(about, QSize(WIDTH, height), window.rect()))
        self.raise_()


class Ring(QWidget):
    """A line around a widget, transparent for the mouse."""

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)

    def around(self, rect: QRect) -> None:
        """Show the ring around a part of the window."""
        self.setGeometry(rect)
        self.show()
        self.raise_()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: D102 (Qt's own)
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(QPen(theme_of(self.palette()).accent, 2))
            painter.drawRoundedRect(self.rect().adjusted(1, 1, -1, -1), RADIUS, RADIUS)


def place_beside(about: QRect, size: QSize, window: QRect) -> QPoint:
    """Return the position of a note: left or right of a narrow widget, else above its lower end.

    Beside sentences it is over the column at their left, if it covers none of their text.
    """
    room = window.adjusted(GRID, GRID, -GRID, -GRID)
    if about.left() - size.width() >= window.width() // 3:
        spot = QRect(QPoint(about.left() - size.width() - GRID, about.top()), size)
    elif about.width() < window.width() // 3 and about.height() >= 2 * size.height():
        spot = QRect(QPoint(about.right() + GRID, about.top()), size)
    elif about.height() < 2 * size.height():
        spot = QRect(QPoint(about.left() + GRID, about.top() - size.height() - GRID), size)
    elif room.left() + size.width() <= about.left() + TEXT_MARGIN:
        spot = QRect(QPoint(room.left(), about.bottom() - size.height() - GRID), size)
    else:
        spot = QRect(
            QPoint(about.center().x() - size.width() // 2, about.bottom() - size.height() - GRID),
            size,
        )
    spot.moveRight(min(spot.right(), room.right()))
    spot.moveBottom(min(spot.bottom(), room.bottom()))
    spot.moveLeft(max(spot.left(), room.left()))
    spot.moveTop(max(spot.top(), room.top()))
    return spot.topLeft()
