"""Pictures of sentences, painted before they are needed."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QPointF, QRect, QRectF
from PySide6.QtGui import QPainter, QPixmap

from app.views.sentence_view.arrangement import Arrangement
from app.views.sentence_view.painting import REACH, paint_sentence
from app.views.theme import Theme

MAX_BYTES = 24_000_000
"""Maximum memory of all pictures; the least recently used are removed first."""
TALLEST = 600
"""Maximum height of a sentence with a picture in pixels: of a longer one, a part is painted."""
BYTES_OF_A_PIXEL = 4


class Pictures:
    """Keeps pictures of sentences without a selection.

    A picture of a line of text with its labels is drawn many times as fast as the line. A sentence
    gets another arrangement with its next change, which then has no picture.
    """

    def __init__(self) -> None:
        self._theme: Theme | None = None
        self._ratio = 1.0
        self._kept: dict[Arrangement, QPixmap] = {}
        self._bytes = 0

    def use(self, theme: Theme, ratio: float) -> None:
        """Paint with a theme, for a ratio of device pixels to logical pixels."""
        if theme is not self._theme or ratio != self._ratio:
            self._theme, self._ratio = theme, ratio
            self._kept.clear()
            self._bytes = 0

    def add(self, arrangement: Arrangement, *, quiet: bool = False) -> bool:
        """Paint the picture of a sentence, unless there is one or the sentence is very long.

        A ``quiet`` one is a neighbour. Return whether it was painted.
        """
        if arrangement in self._kept or self._theme is None:
            return False
        room = _room_of(arrangement)
        if room.height() > TALLEST:
            return False
        picture = QPixmap(room.size() * self._ratio)
        picture.setDevicePixelRatio(self._ratio)
        # Text on a transparent ground would have other letters than the current sentence.
        picture.fill(self._theme.base)
        with QPainter(picture) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.translate(-room.topLeft())
            paint_sentence(painter, arrangement, self._theme, None, QRectF(room), quiet=quiet)
        self._kept[arrangement] = picture
        self._bytes += _bytes_of(picture)
        while self._bytes > MAX_BYTES:
            self._bytes -= _bytes_of(self._kept.pop(next(iter(self._kept))))
        return True

    def draw(self, painter: QPainter, origin: QPoint, arrangement: Arrangement) -> bool:
        """Draw a sentence at a point; return False if it has no picture, or it would be blurred."""
        picture = self._kept.pop(arrangement, None)
        if picture is None:
            return False
        self._kept[arrangement] = picture  # now the most recently used
        at = QPointF(origin + _room_of(arrangement).topLeft())
        if any(not (side * self._ratio).is_integer() for side in (at.x(), at.y())):
            return False
        painter.drawPixmap(at, picture)
        return True


def _room_of(arrangement: Arrangement) -> QRect:
    """Return the rectangle in which a sentence is drawn, without that of the next sentence."""
    geometry, reach = arrangement.geometry, int(REACH)
    margin = int(geometry.metrics.overhang) + reach
    width, height = round(geometry.width), round(geometry.height + geometry.metrics.row_gap)
    return QRect(-margin, -reach, width + 2 * margin, height + 2 * reach)


def _bytes_of(picture: QPixmap) -> int:
    return picture.width() * picture.height() * BYTES_OF_A_PIXEL
