"""The chip in the status line: what the model is doing, or of what it is, in a few words."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, QTimer
from PySide6.QtGui import QColor, QIcon, QPainter, QPen, QPixmap
from PySide6.QtWidgets import QToolButton, QWidget

from app.services.trainer import Trainer
from app.views.panels import model_words as words
from app.views.panels.listing import name_widget
from app.views.plain_text import on_a_button, set_tip
from app.views.theme import Theme, theme_of

SIGN = 12
"""Pixels of the sign before the words."""

CALM_MILLISECONDS = 1500
"""A training that is over sooner is told by its sign alone: words that flicker disturb."""


class ModelChip(QToolButton):
    """Says in a few words how it is with the model; a click, Enter or Space opens what is known."""

    def __init__(self, trainer: Trainer, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        name_widget(self, "model_chip", self.tr("Model"), "")
        self._trainer = trainer
        self._key = ""
        self.setAutoRaise(True)
        self.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.setIconSize(QSize(SIGN, SIGN))
        # A click here must not take the keys away from the sentence.
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._calm = QTimer(self, singleShot=True, interval=CALM_MILLISECONDS)
        self._calm.timeout.connect(self._set_text)
        trainer.status_changed.connect(self.refresh)
        self.refresh()

    def show_shortcut(self, key: str) -> None:
        """Name the key that opens what is known of the model."""
        self._key = key
        self._explain()

    def refresh(self) -> None:
        """Show the trainer's status; words of a training wait until it takes a while."""
        status = self._trainer.status
        self.setIcon(QIcon(sign(words.mood(status), theme_of(self.palette()), self._scale())))
        if status.state == "training" and status.model_number:
            if not self._calm.isActive() and not self._shows_training():
                self._calm.start()
                self._set_text(words.at_rest(status))
            elif self._shows_training():
                self._set_text()
        else:
            self._calm.stop()
            self._set_text()

    def changeEvent(self, event: QEvent) -> None:  # noqa: D102 (Qt's own)
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and hasattr(self, "_calm"):
            self.refresh()

    def _shows_training(self) -> bool:
        return self.property("training") is True

    def _set_text(self, text: str = "") -> None:
        status = self._trainer.status
        self.setProperty("training", status.state == "training" and not text)
        text = text or words.in_short(status, self._trainer.session)
        if text != self.accessibleName():
            self.setText(on_a_button(text))
            self.setAccessibleName(text)
        self._explain()

    def _explain(self) -> None:
        status = self._trainer.status
        tip = self.tr("State of the model and its training data. Click for details")
        if self._key:
            tip = self.tr("{text} ({key})").format(text=tip, key=self._key)
        if status.model_number:
            tip += "\n" + words.explained(status)
        if tip != self.toolTip():
            set_tip(self, tip)
            self.setAccessibleDescription(tip)

    def _scale(self) -> float:
        return self.devicePixelRatioF()


def sign(mood: str, theme: Theme, scale: float) -> QPixmap:
    """Draw how it is with the model: a disc, a ring, a ring being filled, two bars, or an alarm."""
    picture = QPixmap(round(SIGN * scale), round(SIGN * scale))
    picture.setDevicePixelRatio(scale)
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    box = QRectF(2, 2, SIGN - 4, SIGN - 4)
    colours: dict[str, QColor] = {
        words.NONE: theme.faint,
        words.BUSY: theme.accent,
        words.READY: theme.good,
        words.PAUSED: theme.muted,
        words.WRONG: theme.bad,
    }
    colour = colours[mood]
    painter.setPen(QPen(colour, 1.75))
    if mood == words.READY:
        painter.setBrush(colour)
        painter.drawEllipse(box)
    elif mood == words.PAUSED:
        for x in (box.left() + 1.5, box.right() - 1.5):
            painter.drawLine(QPointF(x, box.top()), QPointF(x, box.bottom()))
    elif mood == words.WRONG:
        painter.drawPolygon(
            [box.bottomLeft(), QPointF(box.center().x(), box.top()), box.bottomRight()]
        )
    else:
        painter.drawEllipse(box)
        if mood == words.BUSY:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(colour)
            painter.drawPie(box, 90 * 16, -180 * 16)
    painter.end()
    return picture
