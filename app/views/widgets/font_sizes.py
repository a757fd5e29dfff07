"""Sizes of widgets that grow with the font of the window."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject
from PySide6.QtGui import QFont, QFontDatabase
from PySide6.QtWidgets import QWidget

from app.views.theme import GRID

USUAL_HEIGHT = 16
"""Height in pixels of the font that widths in pixels are chosen for."""
_FONT_CHANGES = frozenset(
    (QEvent.Type.FontChange, QEvent.Type.ApplicationFontChange, QEvent.Type.StyleChange)
)


def font_factor(widget: QWidget) -> float:
    """Return by how much the font of a widget is larger than the usual one, at least 1."""
    return max(1.0, widget.fontMetrics().height() / USUAL_HEIGHT)


def scaled(widget: QWidget, pixels: int) -> int:
    """Return a size in pixels, enlarged for a larger font."""
    return round(pixels * font_factor(widget))


def fixed_font(widget: QWidget) -> QFont:
    """Return the system's font for code, as large as that of a widget."""
    font = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
    font.setPointSizeF(widget.font().pointSizeF())
    return font


def keep_width(field: QWidget, pixels: int) -> None:
    """Fix the width of a field, now and when the font changes: not narrower than its texts."""
    _KeptWidth(field, pixels)


class _KeptWidth(QObject):
    """Fixes the width of a field again when its font has changed."""

    def __init__(self, field: QWidget, pixels: int) -> None:
        super().__init__(field)
        self._field = field
        self._pixels = pixels
        self._set()
        field.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        done = super().eventFilter(watched, event)
        if event.type() in _FONT_CHANGES or event.type() == QEvent.Type.Polish:
            self._set()
        return done

    def _set(self) -> None:
        wanted = self._pixels
        if font_factor(self._field) > 1.0:
            # The hint of a spin box has no room for the margin of its text.
            wanted = max(wanted, self._field.sizeHint().width() + GRID)
        if self._field.width() != wanted or self._field.minimumWidth() != wanted:
            self._field.setFixedWidth(wanted)
