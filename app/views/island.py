"""A widget around another one that keeps news of its size from the window."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QSize
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QWidget


class Island(QWidget):
    """Holds one widget, and tells those around it only when that needs more or less room.

    A label that shows another text has another size, and Qt lays out everything above it, up to
    the main window with all its docks: some milliseconds, several times for every key. Here the
    widget alone is laid out, in the room that it has. With ``keeps_room`` it never needs less room
    than it has needed before, so that what comes and goes in it does not move the rest.
    """

    def __init__(
        self, inner: QWidget, parent: QWidget | None = None, *, keeps_room: bool = False
    ) -> None:
        super().__init__(parent)
        self._inner = inner
        self._keeps_room = keeps_room
        inner.setParent(self)
        # What lies below is hidden: no need to paint it, too, whenever something here changes.
        self.setAutoFillBackground(True)
        self.setSizePolicy(inner.sizePolicy())
        self._needed = inner.minimumSizeHint()

    def sizeHint(self) -> QSize:  # noqa: D102 (Qt's own)
        return self._inner.sizeHint().expandedTo(self._needed)

    def minimumSizeHint(self) -> QSize:  # noqa: D102 (Qt's own)
        return self._needed.expandedTo(self._inner.minimumSize())

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: D102 (Qt's own)
        super().resizeEvent(event)
        self._inner.setGeometry(self.rect())

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
