"""The picture of a list's visible rows, of which only outdated rows are drawn again."""

from __future__ import annotations

import math
import time
from collections.abc import Callable

from PySide6.QtCore import QPoint, QRect, QSize, QSizeF, Qt
from PySide6.QtGui import QPainter, QPixmap, QRegion
from PySide6.QtWidgets import QStyle

DrawRow = Callable[[QPainter, int], None]
"""Draws a row, if there is one, with a painter in coordinates of the viewport."""

States = dict[int, QStyle.StateFlag]
"""The state of each visible row: selected, focused, under the pointer."""


class RowPicture:
    """Rows of one height as they were drawn, and which of them are outdated.

    Parts are kept in coordinates of the whole list, so that they stay right while it is scrolled.
    """

    def __init__(self) -> None:
        self._pixmap = QPixmap()
        self._outdated = QRegion()
        self._offset = 0
        self._states: States = {}

    @property
    def pixmap(self) -> QPixmap:
        """The picture; null before the first drawing."""
        return self._pixmap

    def is_drawn_at(self, offset: int) -> bool:
        """Return whether the picture shows the rows at this offset of the list."""
        return self._offset == offset

    def clear(self) -> None:
        """Forget all that was drawn."""
        self._pixmap = QPixmap()

    def outdate(self, part: QRect | QRegion, offset: int) -> None:
        """Have a part of the viewport drawn again."""
        self._outdated = self._outdated.united(QRegion(part).translated(0, offset))

    def outdate_all(self) -> None:
        """Have all that was drawn drawn again; what a scroll brings into view is drawn anyway."""
        self._outdated = QRegion(QRect(QPoint(0, self._offset), self._size()))
        self._states = {}

    def fits(self, size: QSize, scale: float) -> bool:
        """Return whether the picture has the viewport's size; otherwise create a new one."""
        wanted = (QSizeF(size) * scale).toSize()
        if self._pixmap.size() == wanted and self._pixmap.devicePixelRatio() == scale:
            return True
        self._pixmap = QPixmap(wanted)
        self._pixmap.setDevicePixelRatio(scale)
        self._pixmap.fill(Qt.GlobalColor.transparent)
        self.outdate_all()
        return False

    def outdated(self, offset: int) -> QRegion:
        """Return the outdated part of the viewport."""
        return self._outdated.translated(0, -offset)

    def scroll_to(self, offset: int) -> None:
        """Move the rows to another offset; those that come into view are outdated."""
        if self._offset == offset:
            return
        room = self._size()
        moved = self._offset - offset
        pixels = moved * self._pixmap.devicePixelRatio()
        self._offset = offset
        if abs(moved) >= room.height() or pixels != int(pixels):
            self.outdate_all()
            return
        self._pixmap.scroll(0, int(pixels), self._pixmap.rect())
        top = 0 if moved > 0 else room.height() + moved
        self.outdate(QRect(0, top, room.width(), abs(moved)), offset)

    def _size(self) -> QSize:
        """Return the size of the picture in pixels of the viewport."""
        size = QSizeF(self._pixmap.size()) / self._pixmap.devicePixelRatio()
        return QSize(math.ceil(size.width()), math.ceil(size.height()))

    def draw(self, states: States, height: int, draw_row: DrawRow, seconds: float) -> bool:
        """Draw outdated rows, and those in another state, until the time is over.

        ``states`` are all rows in view, ``height`` is that of each. Return whether rows are left.
        """
        until = time.monotonic() + seconds
        width = self._pixmap.width()
        for row, state in states.items():
            if self._states.get(row, state) != state:
                self._outdated += QRect(0, row * height, width, height)
        self._states = states
        with QPainter(self._pixmap) as painter:
            painter.setClipRegion(self.outdated(self._offset))
            for row in states:
                rect = QRect(0, row * height, width, height)
                if not self._outdated.intersects(rect):
                    continue
                _erase(painter, rect.translated(0, -self._offset))
                draw_row(painter, row)
                self._outdated -= QRegion(rect)
                if time.monotonic() >= until:
                    return not self._outdated.isEmpty()
        self._outdated = QRegion()
        return False


def _erase(painter: QPainter, rect: QRect) -> None:
    painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_Clear)
    painter.fillRect(rect, Qt.GlobalColor.transparent)
    painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_SourceOver)
