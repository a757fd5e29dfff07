"""What is painted by hand and means something: to a screen reader it is a picture with a text."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QRectF, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen, QPixmap
from PySide6.QtWidgets import QLabel, QWidget

from app.views.theme import RADIUS, theme_of


class Drawing(QLabel):
    """A widget of which a screen reader says that it is a picture, and its name and description.

    Of any other widget it says "filler", or nothing. Qt takes a label for a picture if it has
    one, so this one has a pixel that nobody sees.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        pixel = QPixmap(1, 1)
        pixel.fill(Qt.GlobalColor.transparent)
        self.setPixmap(pixel)


class Pane(Drawing):
    """Lies over a widget that others have painted, and takes the focus in its place, with a ring.

    It lets the mouse through.
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
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(theme.accent, theme.ring))
        inset = theme.ring / 2
        ring = QRectF(self.rect()).adjusted(inset, inset, -inset, -inset)
        painter.drawRoundedRect(ring, RADIUS, RADIUS)
        painter.end()
