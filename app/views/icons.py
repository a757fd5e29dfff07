"""Icons drawn in the colours of a palette."""

from __future__ import annotations

from functools import lru_cache

from PySide6.QtCore import QByteArray, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QIcon, QPainter, QPalette, QPixmap, QPixmapCache
from PySide6.QtSvg import QSvgRenderer

from app import resource_files

SIZES = (16, 20)
"""Menus and tool bars."""


def icon(name: str, palette: QPalette, scale: float = 2.0) -> QIcon:
    """Return an icon of `resources/icons` in a palette's colours, for a screen's scale."""
    group = QPalette.ColorGroup
    drawn = QIcon()
    for mode, colours in ((QIcon.Mode.Normal, group.Active), (QIcon.Mode.Disabled, group.Disabled)):
        colour = palette.color(colours, QPalette.ColorRole.ButtonText)
        for size in SIZES:
            drawn.addPixmap(pixmap(name, size, colour, scale), mode)
    return drawn


def pixmap(name: str, size: int, colour: QColor, scale: float = 1.0) -> QPixmap:
    """Return an icon as a pixmap of ``size`` pixels a side, in one colour."""
    key = f"tagwright {name} {size} {colour.name()} {scale}"
    drawn = QPixmap()
    if not QPixmapCache.find(key, drawn):
        drawn = _drawn(name, size, colour, scale)
        QPixmapCache.insert(key, drawn)
    return drawn


@lru_cache(maxsize=128)
def _source(name: str) -> str:
    return resource_files.text(f"icons/{name}.svg")


def _drawn(name: str, size: int, colour: QColor, scale: float) -> QPixmap:
    svg = _source(name).replace("currentColor", colour.name())
    side = round(size * scale)
    picture = QPixmap(QSize(side, side))
    picture.fill(Qt.GlobalColor.transparent)
    with QPainter(picture) as painter:
        QSvgRenderer(QByteArray(svg.encode())).render(painter, QRectF(0, 0, side, side))
    picture.setDevicePixelRatio(scale)
    return picture
