"""A widget around another one that keeps news of its size from the window."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPoint, QSize
from PySide6.QtGui import QResizeEvent, QWheelEvent
from PySide6.QtWidgets import QApplication, QScrollBar, QWidget

from app.views.theme import GRID

LEAST = 6 * GRID
"""So low a widget that scrolls may be made."""


class LayoutBoundary(QWidget):
    """Holds one widget, and tells those around it only when that needs more or less room.

    A label that shows another text has another size, and Qt lays out everything above it, up to
    the main window with all its docks: some milliseconds, several times for every key. Here the
    widget alone is laid out, in the room that it has. With ``keeps_room`` it never needs less room
    than it has needed before, so that what comes and goes in it does not move the rest. One that
    ``scrolls`` may be made lower than it needs: on a small screen, or where everything is large.
    """

    def __init__(
        self,
        inner: QWidget,
        parent: QWidget | None = None,
        *,
        keeps_room: bool = False,
        scrolls: bool = False,
    ) -> None:
        super().__init__(parent)
        self._inner = inner
        self._keeps_room = keeps_room
        self._scrolls = scrolls
        self.bar: QScrollBar | None = None
        """Made when it is needed first: most windows are high enough."""
        inner.setParent(self)
        # What lies below is hidden: no need to paint it, too, whenever something here changes.
        self.setAutoFillBackground(True)
        self.setSizePolicy(inner.sizePolicy())
        self._needed = inner.minimumSizeHint()

    def sizeHint(self) -> QSize:  # noqa: D102 (Qt's own)
        return self._inner.sizeHint().expandedTo(self._needed)

    def minimumSizeHint(self) -> QSize:  # noqa: D102 (Qt's own)
        least = self._least
        return least.boundedTo(QSize(least.width(), LEAST)) if self._scrolls else least

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: D102 (Qt's own)
        super().resizeEvent(event)
        self._arrange()

    def wheelEvent(self, event: QWheelEvent) -> None:  # noqa: D102 (Qt's own)
        if self._lack > 0 and self.bar is not None:
            QApplication.sendEvent(self.bar, event)
        else:
            super().wheelEvent(event)

    @property
    def _least(self) -> QSize:
        return self._needed.expandedTo(self._inner.minimumSize())

    @property
    def _lack(self) -> int:
        """How much higher the widget has to be than there is room for it."""
        return max(0, self._least.height() - self.height()) if self._scrolls else 0

    def _arrange(self) -> None:
        """Put the widget into all the room; or as high as it has to be, beside a scroll bar."""
        lack = self._lack
        if lack and self.bar is None:
            self.bar = QScrollBar(self)
            self.bar.valueChanged.connect(self._arrange)
            application = QApplication.instance()
            if isinstance(application, QApplication):
                application.focusChanged.connect(self._reveal)
        room = self.rect()
        if self.bar is not None:
            self.bar.setVisible(bool(lack))
            self.bar.setRange(0, lack)
            self.bar.setPageStep(self.height())
            self.bar.setSingleStep(2 * GRID)
        if lack and self.bar is not None:
            width = self.bar.sizeHint().width()
            self.bar.setGeometry(room.width() - width, 0, width, room.height())
            room.setSize(QSize(room.width() - width, room.height() + lack))
            room.moveTop(-self.bar.value())
        self._inner.setGeometry(room)

    def _reveal(self, _: QWidget | None, now: QWidget | None) -> None:
        """Bring what has got the focus into sight."""
        if now is None or self.bar is None or not self._lack or not self._inner.isAncestorOf(now):
            return
        top = now.mapTo(self._inner, QPoint()).y()
        bottom = top + min(now.height(), self.height())
        value = self.bar.value()
        self.bar.setValue(min(max(value, bottom - self.height()), top))

    def event(self, event: QEvent) -> bool:  # noqa: D102 (Qt's own)
        if event.type() == QEvent.Type.LayoutRequest:
            self._follow()
            return True
        return super().event(event)

    def changeEvent(self, event: QEvent) -> None:  # noqa: D102 (Qt's own)
        super().changeEvent(event)
        if event.type() in {QEvent.Type.FontChange, QEvent.Type.StyleChange}:
            self._needed = QSize()
            self._follow()

    def _follow(self) -> None:
        needed = self._inner.minimumSizeHint()
        if self._keeps_room:
            needed = needed.expandedTo(self._needed)
        if needed != self._needed:
            self._needed = needed
            self.updateGeometry()
            if self._scrolls:
                self._arrange()
