"""What all lists of the window share: how rows are painted, and saying why a list is empty."""

from __future__ import annotations

from PySide6.QtCore import (
    QAbstractItemModel,
    QModelIndex,
    QPersistentModelIndex,
    QRect,
    QSize,
    Qt,
)
from PySide6.QtGui import QFont, QFontMetrics, QPainter, QPen
from PySide6.QtWidgets import (
    QLabel,
    QStackedWidget,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from app.views.colours import mix
from app.views.panels.picker import Picker
from app.views.sentence_view.offsets import begins_right_to_left
from app.views.theme import GRID, HALF_GRID, RADIUS, Theme, theme_of


class RowDelegate(QStyledItemDelegate):
    """Paints rows on the grid: quiet hover, rounded selection, colours of the theme."""

    lines = 1

    def sizeHint(  # noqa: D102 (Qt's own)
        self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> QSize:
        height = self.lines * QFontMetrics(option.font).height() + (self.lines - 1) * 2
        return QSize(8 * GRID, height + GRID + HALF_GRID)

    def paint(  # noqa: D102 (Qt's own)
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        theme = theme_of(option.palette)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._paint_ground(painter, option, theme)
        painter.setFont(option.font)
        inner = option.rect.adjusted(2 * GRID, 0, -2 * GRID, 0)
        self.paint_row(painter, inner, index, theme)
        painter.restore()

    def paint_row(
        self,
        painter: QPainter,
        rect: QRect,
        index: QModelIndex | QPersistentModelIndex,
        theme: Theme,
    ) -> None:
        """Paint what the row says within ``rect``."""
        raise NotImplementedError

    def _paint_ground(self, painter: QPainter, option: QStyleOptionViewItem, theme: Theme) -> None:
        """Paint selection, hover and the focus ring; text stays readable on all of them."""
        state = option.state
        rect = option.rect.adjusted(HALF_GRID, 1, -HALF_GRID, -1)
        selected = bool(state & QStyle.StateFlag.State_Selected)
        focused = bool(state & QStyle.StateFlag.State_HasFocus)
        painter.setPen(Qt.PenStyle.NoPen)
        if selected:
            painter.setBrush(mix(theme.window, theme.accent, 0.16))
        elif state & QStyle.StateFlag.State_MouseOver:
            painter.setBrush(mix(theme.window, theme.text, 0.05))
        else:
            painter.setBrush(Qt.BrushStyle.NoBrush)
        if focused:
            painter.setPen(QPen(theme.accent, 1.5))
        painter.drawRoundedRect(rect, RADIUS, RADIUS)


def paint_elided(painter: QPainter, rect: QRect, text: str, *, right: bool = False) -> int:
    """Paint one line of text, shortened with an ellipsis if need be; return its width.

    A text that begins from right to left is read, and stands, from the right.
    """
    metrics = painter.fontMetrics()
    shown = metrics.elidedText(text, Qt.TextElideMode.ElideRight, rect.width())
    mirrored = begins_right_to_left(text)
    side = Qt.AlignmentFlag.AlignRight if right or mirrored else Qt.AlignmentFlag.AlignLeft
    direction = Qt.LayoutDirection
    painter.setLayoutDirection(direction.RightToLeft if mirrored else direction.LeftToRight)
    flags = side | Qt.AlignmentFlag.AlignAbsolute | Qt.AlignmentFlag.AlignVCenter
    painter.drawText(rect, flags, shown)
    painter.setLayoutDirection(direction.LeftToRight)
    return metrics.horizontalAdvance(shown)


def bold(font: QFont) -> QFont:
    """Return the font in its heavier cut."""
    heavy = QFont(font)
    heavy.setWeight(QFont.Weight.DemiBold)
    return heavy


class Listing(QStackedWidget):
    """A list, or while it is empty one sentence about what will be there and what to do first."""

    def __init__(self, view: Picker, hint: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.view = view
        self._hint = QLabel(hint)
        self._hint.setObjectName("hint")
        self._hint.setWordWrap(True)
        self._hint.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        self._hint.setForegroundRole(self._hint.palette().ColorRole.PlaceholderText)
        page = QWidget()
        layout = QVBoxLayout(page)
        layout.setContentsMargins(2 * GRID, GRID, 2 * GRID, GRID)
        layout.addWidget(self._hint)
        layout.addStretch()
        self.addWidget(view)
        self.addWidget(page)
        model = view.model()
        for signal in (model.modelReset, model.rowsInserted, model.rowsRemoved):
            signal.connect(self._refresh)
        self._refresh()

    def set_hint(self, hint: str) -> None:
        """Say something else while the list is empty."""
        self._hint.setText(hint)

    @property
    def hint(self) -> str:
        """What is said while the list is empty."""
        return self._hint.text()

    def _refresh(self) -> None:
        model: QAbstractItemModel = self.view.model()
        self.setCurrentIndex(0 if model.rowCount() else 1)


def name_widget(widget: QWidget, name: str, title: str, description: str) -> None:
    """Give a widget the names by which code, screen readers and tests know it."""
    widget.setObjectName(name)
    widget.setAccessibleName(title)
    widget.setAccessibleDescription(description)
