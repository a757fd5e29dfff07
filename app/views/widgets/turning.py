"""Widgets side by side, or one below the other where there is no room."""

from __future__ import annotations

from PySide6.QtCore import QSize
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QWidget

from app.views.layouts import in_row

_WAYS = QBoxLayout.Direction


class TurningRow(QWidget):
    """Widgets in a row, or in a column where the row would be too narrow for their texts.

    It makes no window wider than its widest widget does.
    """

    def __init__(
        self,
        margins: tuple[int, int, int, int],
        spacing: int,
        spacing_below: int,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._spacing = spacing
        self._spacing_below = spacing_below
        self._box = in_row(within=self, margins=margins, spacing=spacing)

    def add(self, widget: QWidget, stretch: int = 0) -> None:
        """Add a widget at the end."""
        self._box.addWidget(widget, stretch)

    def minimumSizeHint(self) -> QSize:  # noqa: D102 (Qt's own)
        least = [widget.minimumSizeHint().width() for widget in self._widgets()]
        return QSize(max(least, default=0) + self._margins(), super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: D102 (Qt's own)
        super().resizeEvent(event)
        self.turn()

    def turn(self) -> None:
        """Arrange the widgets for their current texts and the current width."""
        widths = [widget.sizeHint().width() for widget in self._widgets()]
        needed = sum(widths) + self._spacing * (len(widths) - 1) + self._margins()
        beside = needed <= self.width()
        way = _WAYS.LeftToRight if beside else _WAYS.TopToBottom
        if self._box.direction() != way:
            self._box.setDirection(way)
            self._box.setSpacing(self._spacing if beside else self._spacing_below)

    def _widgets(self) -> list[QWidget]:
        items = (self._box.itemAt(index) for index in range(self._box.count()))
        return [widget for item in items if item is not None and (widget := item.widget())]

    def _margins(self) -> int:
        margins = self._box.contentsMargins()
        return margins.left() + margins.right()
