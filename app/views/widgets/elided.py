"""Labels and buttons of the status line, whose texts are cut where there is no room for them."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtGui import QHelpEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QSizePolicy,
    QStyle,
    QStyleOptionToolButton,
    QStylePainter,
    QToolButton,
    QToolTip,
    QWidget,
)

from app.views.plain_text import PlainLabel, in_lines
from app.views.theme import GRID

LEAST_WIDTH = 12 * GRID
"""A button is not cut to less, in pixels."""


class ElidedLabel(PlainLabel):
    """A label that is cut, and makes no window wider; its tip then has the whole text."""

    @property
    def shown_text(self) -> str:
        """The text as far as there is room."""
        return self.fontMetrics().elidedText(self.text(), Qt.TextElideMode.ElideRight, self.width())

    @property
    def least_text(self) -> str:
        """What is shown at least."""
        return ""

    def minimumSizeHint(self) -> QSize:  # noqa: D102 (Qt's own)
        width = self.fontMetrics().horizontalAdvance(self.least_text)
        return QSize(width, super().minimumSizeHint().height())

    def paintEvent(self, _: QPaintEvent) -> None:  # noqa: D102 (Qt's own)
        with QPainter(self) as painter:
            painter.setPen(self.palette().color(self.foregroundRole()))
            painter.drawText(self.rect(), Qt.AlignmentFlag.AlignVCenter, self.shown_text)

    def event(self, event: QEvent) -> bool:  # noqa: D102 (Qt's own)
        return _shows_whole(self, event, self.text(), self.shown_text) or super().event(event)


class NumberLabel(ElidedLabel):
    """A label that is cut after its first word at most: half a number would be another one."""

    @property
    def shown_text(self) -> str:
        """The text, or its numbers alone."""
        fits = self.fontMetrics().horizontalAdvance(self.text()) <= self.width()
        return self.text() if fits else self.least_text

    @property
    def least_text(self) -> str:
        """What follows the first word."""
        return self.text().partition(" ")[2]


class ElidedButton(QToolButton):
    """A button whose text is cut at the end; its tip then has the whole text.

    Attributes
    ----------
    ending : str
        The end of the text, such as a key, which is never cut.
    """

    ending = ""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)

    @property
    def shown_text(self) -> str:
        """The text as far as there is room."""
        metrics, missing = self.fontMetrics(), self.sizeHint().width() - self.width()
        if missing <= 0:
            return self.text()
        room = metrics.horizontalAdvance(self.text()) - missing
        start = self.text().removesuffix(self.ending)
        room -= metrics.horizontalAdvance(self.ending)
        return metrics.elidedText(start, Qt.TextElideMode.ElideRight, room) + self.ending

    def minimumSizeHint(self) -> QSize:  # noqa: D102 (Qt's own)
        return self.sizeHint().boundedTo(QSize(LEAST_WIDTH, self.sizeHint().height()))

    def paintEvent(self, _: QPaintEvent) -> None:  # noqa: D102 (Qt's own)
        option = QStyleOptionToolButton()
        self.initStyleOption(option)
        option.text = self.shown_text
        painter = QStylePainter(self)
        painter.drawComplexControl(QStyle.ComplexControl.CC_ToolButton, option)
        painter.end()

    def event(self, event: QEvent) -> bool:  # noqa: D102 (Qt's own)
        return _shows_whole(self, event, self.text(), self.shown_text) or super().event(event)


def _shows_whole(widget: QWidget, event: QEvent, text: str, shown: str) -> bool:
    """Show the whole text above the tip, if it is cut; return whether that was asked for."""
    if event.type() != QEvent.Type.ToolTip or text == shown or not isinstance(event, QHelpEvent):
        return False
    QToolTip.showText(event.globalPos(), in_lines(f"{text}\n{widget.toolTip()}"), widget)
    return True
