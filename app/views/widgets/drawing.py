"""Painted widgets that a screen reader announces as pictures."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QRectF, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen, QPixmap
from PySide6.QtWidgets import QLabel, QWidget

from app.views.theme import RADIUS, theme_of


class Drawing(QLabel):
    """A widget that a screen reader announces as a picture, with name and description.

    Any other painted widget would be a "filler", or silent. Qt treats a label with a pixmap as a
    picture, so this one has a transparent pixel.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        pixel = QPixmap(1, 1)
        pixel.fill(Qt.GlobalColor.transparent)
        self.setPixmap(pixel)


class FocusOverlay(Drawing):
    """Covers a widget that is painted elsewhere, and takes the focus for it, with a focus ring.

    Mouse events pass through.
    """

    def __init__(self, over: QWidget) -> None:
        super().__init__(over)
        self._over = over
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        over.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        over.setFocusProxy(self)
        over.installEventFilter(self)
        self.setGeometry(over.rect())

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: D102 (Qt's own)
        if watched is self._over and event.type() == QEvent.Type.Resize:
            self.setGeometry(self._over.rect())
        return super().eventFilter(watched, event)

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: D102 (Qt's own)
        if not self.hasFocus():
            return
        theme = theme_of(self.palette())
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(QPen(theme.accent, theme.ring))
            inset = theme.ring / 2
            ring = QRectF(self.rect()).adjusted(inset, inset, -inset, -inset)
            painter.drawRoundedRect(ring, RADIUS, RADIUS)
