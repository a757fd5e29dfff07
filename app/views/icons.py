"""Icons drawn in the text's colour, whatever that is."""

from __future__ import annotations

from PySide6.QtCore import QByteArray, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QIcon, QPainter, QPalette, QPixmap
from PySide6.QtSvg import QSvgRenderer

from app import resource_files

SIZES = (16, 20, 24)
SCALES = (1, 2)
"""Device pixels for each pixel of an icon; screens between are scaled down from 2."""


def icon(name: str, palette: QPalette) -> QIcon:
    """Return an icon of `resources/icons` in the palette's colours for text."""
    group = QPalette.ColorGroup
    drawn = QIcon()
    for mode, colours in ((QIcon.Mode.Normal, group.Active), (QIcon.Mode.Disabled, group.Disabled)):
        colour = palette.color(colours, QPalette.ColorRole.ButtonText)
        for size in SIZES:
            for scale in SCALES:
                drawn.addPixmap(pixmap(name, size, colour, scale), mode)
    return drawn


def pixmap(name: str, size: int, colour: QColor, scale: float = 1.0) -> QPixmap:
    """Return an icon as a picture of ``size`` pixels a side, in one colour."""
    svg = resource_files.text(f"icons/{name}.svg").replace("currentColor", colour.name())
    side = round(size * scale)
    picture = QPixmap(QSize(side, side))
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    QSvgRenderer(QByteArray(svg.encode())).render(painter, QRectF(0, 0, side, side))
    painter.end()
    picture.setDevicePixelRatio(scale)
    return picture
