"""A container that keeps layout requests of its widget from the window."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPoint, QSize
from PySide6.QtGui import QResizeEvent, QWheelEvent
from PySide6.QtWidgets import QApplication, QScrollBar, QWidget

from app.views.theme import GRID

MIN_HEIGHT = 6 * GRID
"""Minimum height of a widget that scrolls."""


class LayoutBoundary(QWidget):
    """Holds one widget, and passes layout requests on only if its minimum size has changed.

    A label with a new text has a new size, and Qt lays out all its ancestors up to the main window
    with all docks: some milliseconds, several times for every key. Here only the widget is laid
    out. With ``keeps_room`` the minimum size never shrinks, so that parts that come and go do not
    move the rest. One that ``scrolls`` may be lower than its minimum size, on a small screen.
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
        """Created when first needed."""
        inner.setParent(self)
        # Opaque, so that Qt does not paint the widgets below.
        self.setAutoFillBackground(True)
        self.setSizePolicy(inner.sizePolicy())
        self._needed = inner.minimumSizeHint()

    def sizeHint(self) -> QSize:  # noqa: D102 (Qt's own)
        return self._inner.sizeHint().expandedTo(self._needed)

    def minimumSizeHint(self) -> QSize:  # noqa: D102 (Qt's own)
        minimum = self._minimum
        return minimum.boundedTo(QSize(minimum.width(), MIN_HEIGHT)) if self._scrolls else minimum

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: D102 (Qt's own)
        super().resizeEvent(event)
        self._arrange()

    def wheelEvent(self, event: QWheelEvent) -> None:  # noqa: D102 (Qt's own)
        if self._missing > 0 and self.bar is not None:
            QApplication.sendEvent(self.bar, event)
        else:
            super().wheelEvent(event)

    @property
    def _minimum(self) -> QSize:
        return self._needed.expandedTo(self._inner.minimumSize())

    @property
    def _missing(self) -> int:
        """Missing height in pixels."""
        return max(0, self._minimum.height() - self.height()) if self._scrolls else 0

    def _arrange(self) -> None:
        """Fill the space with the widget, or give it its minimum height beside a scroll bar."""
        missing = self._missing
        if missing and self.bar is None:
            self.bar = QScrollBar(self)
            self.bar.valueChanged.connect(self._arrange)
            application = QApplication.instance()
            if isinstance(application, QApplication):
                application.focusChanged.connect(self._reveal)
        room = self.rect()
        if self.bar is not None:
            self.bar.setVisible(bool(missing))
            self.bar.setRange(0, missing)
            self.bar.setPageStep(self.height())
            self.bar.setSingleStep(2 * GRID)
        if missing and self.bar is not None:
            width = self.bar.sizeHint().width()
            self.bar.setGeometry(room.width() - width, 0, width, room.height())
            room.setSize(QSize(room.width() - width, room.height() + missing))
            room.moveTop(-self.bar.value())
        self._inner.setGeometry(room)

    def _reveal(self, _: QWidget | None, now: QWidget | None) -> None:
        """Scroll to the focused widget."""
        if (
            now is None
            or self.bar is None
            or not self._missing
            or not self._inner.isAncestorOf(now)
        ):
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
