"""A tour of six steps: each note stands beside its widget and waits for an action.

It follows the person: what was done already is not asked for, nor what is not possible now. Nothing
is held up, and Esc ends the tour.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from app.domain.corrections import Correction, CorrectionKind
from app.domain.history import Action, HistoryStep
from app.views.panels.listing import name_widget
from app.views.plain_text import PlainLabel, set_tip
from app.views.theme import GRID, RADIUS, theme_of
from app.views.tour_steps import Step, steps, where_to_begin
from app.views.workspace import NOWHERE

if TYPE_CHECKING:
    from app.views.main_window import MainWindow

WIDTH = 40 * GRID
"""Pixels that a note is wide."""


class Tour(QObject):
    """Shows one note after the other; a controller of the main window.

    Signals
    -------
    ended : ()
        It was played to its end, or given up.
    """

    ended = Signal()

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        self._steps: tuple[Step, ...] = ()
        self._left: list[Step] = []
        """Steps that are neither done nor passed over, the one on the screen among them."""
        self._shown: Step | None = None
        self._at = 0
        self._note: Note | None = None
        self._follow(window)

    @property
    def step(self) -> Step | None:
        """The step that waits for its action, None while there is no tour."""
        return self._shown if self._note is not None else None

    @property
    def at(self) -> int:
        """The number of the step, counted from 1; 0 while there is no tour."""
        return self._at if self._note is not None else 0

    @property
    def note(self) -> Note | None:
        """The note on the screen."""
        return self._note

    def show_tour(self) -> None:
        """Begin the tour, or begin it again."""
        window = self._window
        if (
            window.workspace.caret.sentence_index == NOWHERE
            or not window.workspace.session.project.labels
        ):
            text = self.tr("The tour needs a text and labels: import a text, or open the sample.")
            window.messages.show_message(text, "info")
            return
        self._put_away()
        begin = where_to_begin(window.workspace.session, window.workspace.caret.sentence_index)
        if begin != window.workspace.caret.sentence_index:
            window.workspace.caret.place_at(begin)
        self._steps = steps(window)
        self._left = list(self._steps)
        self._note = Note(window)
        self._note.skip.clicked.connect(self._read_on)
        self._note.end.clicked.connect(self.end_tour)
        window.sentence_view.setFocus()
        self._shown = None
        self._go_on()

    def end_tour(self) -> bool:
        """Give the tour up; say if there was one."""
        running = self._note is not None
        if running:
            self._put_away()
            self._window.sentence_view.setFocus()
            self.ended.emit()
        return running

    # ---- inside

    def _follow(self, window: MainWindow) -> None:
        """Follow what the person does."""
        window.workspace.labeller.corrected.connect(self._corrected)
        window.workspace.acceptance.settled.connect(lambda: self._done("accept"))
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
        """Note what a person has done: it need not be asked for any more."""
        if self.step is None:
            return
        ends = action in self.step.ended_by
        # What comes later is only known for what it asks for if that is its own action alone.
        self._left = [one for one in self._left if one is self._shown or one.ended_by != {action}]
        if ends:
            # Not at once: what was done is painted first, and one action ends one step.
            QTimer.singleShot(0, self, self._go_on)

    def _go_on(self) -> None:
        """Show the next step that is possible now, after the action that ended the one shown."""
        self._leave()
        self._show(next((one for one in self._left if one.possible(self._window)), None))

    def _read_on(self) -> None:
        """Show the next step, possible or not, to somebody who only reads."""
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

    def _put_away(self) -> None:
        note, self._note = self._note, None
        if note is not None:
            note.put_away()


class Note(QFrame):
    """One note over the window, with a ring around the widget of which it speaks."""

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
        """Say something beside a widget, to those who cannot see it as well."""
        name_widget(self, "tour_note", title, text)
        self.counter.setText(counter)
        self.title.setText(title)
        self.text.setText(text)
        self._about = about
        self.show()
        self.raise_()
        self._stand()
        QTimer.singleShot(0, self, self._stand)  # a dock that was hidden gets its place first
        announcement = QAccessibleAnnouncementEvent(self, f"{title}. {text}")
        QAccessible.updateAccessibility(announcement)

    def put_away(self) -> None:
        """Take the note and its ring off the window."""
        self.window().removeEventFilter(self)
        for widget in (self.ring, self):
            widget.hide()
            widget.deleteLater()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Stay beside the widget when the window changes."""
        if event.type() in (QEvent.Type.Resize, QEvent.Type.LayoutRequest) and self.isVisible():
            QTimer.singleShot(0, self, self._stand)
        return super().eventFilter(watched, event)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: D102 (Qt's own)
        theme = theme_of(self.palette())
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setBrush(theme.raised)
        painter.setPen(QPen(theme.accent, 2))
        painter.drawRoundedRect(self.rect().adjusted(1, 1, -1, -1), RADIUS, RADIUS)

    def _arrange(self) -> None:
        column = self._column = QVBoxLayout(self)
        column.setContentsMargins(2 * GRID, 2 * GRID, 2 * GRID, 2 * GRID)
        column.setSpacing(GRID)
        head = QHBoxLayout()
        head.addWidget(self.title, 1)
        head.addWidget(self.counter)
        column.addLayout(head)
        column.addWidget(self.text)
        buttons = QHBoxLayout()
        buttons.setSpacing(GRID)
        buttons.addStretch()
        buttons.addWidget(self.skip)
        buttons.addWidget(self.end)
        column.addLayout(buttons)

    def _stand(self) -> None:
        window = self.window()
        about = QRect(self._about.mapTo(window, QPoint(0, 0)), self._about.size())
        self.ring.around(about)
        height = self._column.totalHeightForWidth(WIDTH)
        self.setFixedHeight(height)
        self.move(_beside(about, QSize(WIDTH, height), window.rect()))
        self.raise_()


class Ring(QWidget):
    """A line around a widget; the mouse goes through it."""

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)

    def around(self, rect: QRect) -> None:
        """Stand around a part of the window."""
        self.setGeometry(rect)
        self.show()
        self.raise_()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: D102 (Qt's own)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(theme_of(self.palette()).accent, 2))
        painter.drawRoundedRect(self.rect().adjusted(1, 1, -1, -1), RADIUS, RADIUS)


def _beside(about: QRect, size: QSize, window: QRect) -> QPoint:
    """Return where a note stands: left or right of a narrow widget, else over its lower end."""
    room = window.adjusted(GRID, GRID, -GRID, -GRID)
    if about.left() - size.width() >= window.width() // 3:
        spot = QRect(QPoint(about.left() - size.width() - GRID, about.top()), size)
    elif about.width() < window.width() // 3 and about.height() >= 2 * size.height():
        spot = QRect(QPoint(about.right() + GRID, about.top()), size)
    elif about.height() < 2 * size.height():
        spot = QRect(QPoint(about.left() + GRID, about.top() - size.height() - GRID), size)
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
