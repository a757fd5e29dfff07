"""The chip in the status line: the state of the model in a few words."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, QTimer
from PySide6.QtGui import QColor, QIcon, QPainter, QPen, QPixmap
from PySide6.QtWidgets import QWidget

from app.services.trainer import Trainer
from app.views.panels import model_words as words
from app.views.plain_text import on_a_button, set_tip
from app.views.theme import Theme, theme_of
from app.views.widgets.elided import ElidedButton
from app.views.widgets.listing import name_widget

SIGN = 12
"""Size of the icon in pixels."""

TEXT_DELAY_MILLISECONDS = 1500
"""A shorter training changes only the icon: text that flickers disturbs."""


class ModelChip(ElidedButton):
    """Shows the state of the model; a click, Enter or Space opens its panel."""

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
        self._text_delay = QTimer(self, singleShot=True, interval=TEXT_DELAY_MILLISECONDS)
        self._text_delay.timeout.connect(self._set_text)
        trainer.status_changed.connect(self.refresh)
        self.refresh()

    def show_shortcut(self, key: str) -> None:
        """Show the key that opens the model's panel."""
        self._key = key
        self._explain()

    def refresh(self) -> None:
        """Show the trainer's status; the text of a training is delayed."""
        status = self._trainer.status
        theme, scale = theme_of(self.palette()), self.devicePixelRatioF()
        self.setIcon(QIcon(sign(words.condition(status), theme, scale)))
        if status.state == "training" and status.model_number:
            if not self._text_delay.isActive() and not self._shows_training():
                self._text_delay.start()
                self._set_text(words.model_size(status))
            elif self._shows_training():
                self._set_text()
        else:
            self._text_delay.stop()
            self._set_text()

    def changeEvent(self, event: QEvent) -> None:  # noqa: D102 (Qt's own)
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and hasattr(self, "_text_delay"):
            self.refresh()

    def _shows_training(self) -> bool:
        return self.property("training") is True

    def _set_text(self, text: str = "") -> None:
        status = self._trainer.status
        self.setProperty("training", status.state == "training" and not text)
        text = text or words.chip_text(status, self._trainer.session)
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
            tip += "\n" + words.model_note(status)
        if tip != self.toolTip():
            set_tip(self, tip)
            self.setAccessibleDescription(tip)


def sign(condition: str, theme: Theme, scale: float) -> QPixmap:
    """Return the icon of a condition: disc, ring, half-filled ring, two bars or triangle."""
    picture = QPixmap(round(SIGN * scale), round(SIGN * scale))
    picture.setDevicePixelRatio(scale)
    picture.fill(Qt.GlobalColor.transparent)
    with QPainter(picture) as painter:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        box = QRectF(2, 2, SIGN - 4, SIGN - 4)
        colours: dict[str, QColor] = {
            words.NONE: theme.faint,
            words.BUSY: theme.accent,
            words.READY: theme.good,
            words.PAUSED: theme.muted,
            words.WRONG: theme.bad,
        }
        colour = colours[condition]
        painter.setPen(QPen(colour, 1.75))
        if condition == words.READY:
            painter.setBrush(colour)
            painter.drawEllipse(box)
        elif condition == words.PAUSED:
            for x in (box.left() + 1.5, box.right() - 1.5):
                painter.drawLine(QPointF(x, box.top()), QPointF(x, box.bottom()))
        elif condition == words.WRONG:
            painter.drawPolygon(
                [box.bottomLeft(), QPointF(box.center().x(), box.top()), box.bottomRight()]
            )
        else:
            painter.drawEllipse(box)
            if condition == words.BUSY:
                painter.setPen(Qt.PenStyle.NoPen)
                painter.setBrush(colour)
                painter.drawPie(box, 90 * 16, -180 * 16)
    return picture
