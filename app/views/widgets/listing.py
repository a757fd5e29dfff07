"""Shared parts of lists: painting of rows, and the hint of an empty list."""

from __future__ import annotations

from PySide6.QtCore import (
    QAbstractItemModel,
    QEvent,
    QPoint,
    QPointF,
    QRect,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import (
    QFocusEvent,
    QFont,
    QFontMetrics,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
)
from PySide6.QtWidgets import (
    QFrame,
    QScrollArea,
    QStackedWidget,
    QStyle,
    QStyleOptionViewItem,
    QWidget,
)

from app.domain.invisible import listed_text
from app.item_models.rows import Index
from app.views.layouts import in_column
from app.views.plain_text import PlainLabel, PlainTips
from app.views.sentence_view.offsets import begins_right_to_left
from app.views.theme import GRID, HALF_GRID, RADIUS, Theme, theme_of
from app.views.widgets.picker import Picker

BOX = 14
TEXT_AT = BOX + GRID
"""Side of a check box, and the offset of the text beside it, in pixels."""

DOTS = "…"
"""Stands for what there is no room for."""

_CENTRED = Qt.AlignmentFlag.AlignAbsolute | Qt.AlignmentFlag.AlignVCenter
TO_THE_LEFT = int(Qt.AlignmentFlag.AlignLeft | _CENTRED)
TO_THE_RIGHT = int(Qt.AlignmentFlag.AlignRight | _CENTRED)
"""Alignments of a line."""


class RowDelegate(PlainTips):
    """Paints rows with hover, rounded selection and focus ring in the theme's colours."""

    lines = 1

    def sizeHint(  # noqa: D102 (Qt's own)
        self, option: QStyleOptionViewItem, index: Index
    ) -> QSize:
        height = self.lines * QFontMetrics(option.font).height() + (self.lines - 1) * 2
        return QSize(8 * GRID, height + GRID + HALF_GRID)

    def paint(  # noqa: D102 (Qt's own)
        self, painter: QPainter, option: QStyleOptionViewItem, index: Index
    ) -> None:
        theme = theme_of(option.palette)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._paint_ground(painter, option, theme)
        painter.setFont(option.font)
        inner = option.rect.adjusted(2 * GRID, 0, -2 * GRID, 0)
        self.paint_row(painter, inner, index, theme)
        painter.restore()

    def paint_row(self, painter: QPainter, rect: QRect, index: Index, theme: Theme) -> None:
        """Paint the content of the row within ``rect``."""
        raise NotImplementedError

    def _paint_ground(self, painter: QPainter, option: QStyleOptionViewItem, theme: Theme) -> None:
        """Paint selection, hover and focus ring."""
        state = option.state
        rect = option.rect.adjusted(HALF_GRID, 1, -HALF_GRID, -1)
        selected = bool(state & QStyle.StateFlag.State_Selected)
        focused = bool(state & QStyle.StateFlag.State_HasFocus)
        if not (selected or focused or state & QStyle.StateFlag.State_MouseOver):
            return
        painter.setPen(Qt.PenStyle.NoPen)
        if selected:
            painter.setBrush(theme.picked)
        elif state & QStyle.StateFlag.State_MouseOver:
            painter.setBrush(theme.hovered)
        else:
            painter.setBrush(Qt.BrushStyle.NoBrush)
        if focused:
            painter.setPen(QPen(theme.accent, theme.ring - 0.5))
        elif selected and theme.high:  # a tint alone does not stand out
            painter.setPen(QPen(theme.text, 1))
        painter.drawRoundedRect(rect, RADIUS, RADIUS)


class TickDelegate(RowDelegate):
    """Rows with a check box before the text.

    Signals
    -------
    switched(int)
        The box in this row was clicked, or Space was pressed.
    """

    switched = Signal(int)

    def editorEvent(  # noqa: D102 (Qt's own)
        self, event: QEvent, _model: QAbstractItemModel, option: QStyleOptionViewItem, index: Index
    ) -> bool:
        if isinstance(event, QKeyEvent):
            wanted = event.key() == Qt.Key.Key_Space
        else:
            click = left_click(event)
            wanted = click is not None and click.x() < option.rect.left() + GRID + TEXT_AT
        if wanted:
            self.switched.emit(index.row())
        return wanted


def left_click(event: QEvent) -> QPointF | None:
    """Return the position of a left click, None for any other event."""
    if (
        isinstance(event, QMouseEvent)
        and event.type() == QEvent.Type.MouseButtonRelease
        and event.button() == Qt.MouseButton.LeftButton
    ):
        return event.position()
    return None


def two_lines(painter: QPainter, rect: QRect, indent: int = 0) -> tuple[QRect, QRect]:
    """Return the rectangles of a row's two lines; ``indent`` in pixels."""
    line = painter.fontMetrics().height()
    upper = QRect(rect.left() + indent, rect.top() + HALF_GRID + 1, rect.width() - indent, line)
    return upper, upper.translated(0, line + 2)


def paint_elided(painter: QPainter, rect: QRect, text: str, *, right: bool = False) -> int:
    """Paint one line of text as `paint_line` does; return its width."""
    shown = paint_line(painter, rect, text, right=right)
    return painter.fontMetrics().horizontalAdvance(shown)


def paint_line(painter: QPainter, rect: QRect, text: str, *, right: bool = False) -> str:
    """Paint one line of text, elided if necessary; return what is shown of it.

    A right-to-left text is aligned right. Invisible characters are shown as a thin bar.
    """
    return _paint_line(painter, rect, listed_text(text), right=right)


def _paint_line(painter: QPainter, rect: QRect, text: str, *, right: bool) -> str:
    shown = painter.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, rect.width())
    if begins_right_to_left(text):
        painter.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
        painter.drawText(rect, TO_THE_RIGHT, shown)
        painter.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
    else:
        painter.drawText(rect, TO_THE_RIGHT if right else TO_THE_LEFT, shown)
    return shown


def without_beginning(text: str, metrics: QFontMetrics, room: int) -> str:
    """Return the words at the end of a text for which there is room in pixels."""
    shown = metrics.elidedText(text, Qt.TextElideMode.ElideLeft, room)
    cut = shown.removeprefix(DOTS)
    is_whole = cut.startswith(" ") or text.removesuffix(cut).endswith(" ")
    if shown == text or is_whole or " " not in cut.strip():
        return shown
    return f"{DOTS} {cut.partition(' ')[2]}"


def without_end(text: str, metrics: QFontMetrics, room: int) -> str:
    """Return the words at the beginning of a text for which there is room in pixels."""
    shown = metrics.elidedText(text, Qt.TextElideMode.ElideRight, room)
    cut = shown.removesuffix(DOTS)
    is_whole = cut.endswith(" ") or text.removeprefix(cut).startswith(" ")
    if shown == text or is_whole or " " not in cut.strip():
        return shown
    return f"{cut.rpartition(' ')[0]} {DOTS}"


def paint_excerpt(
    painter: QPainter, rect: QRect, excerpt: tuple[str, str, str], theme: Theme
) -> None:
    """Paint the texts before, of and after a match so that the match is cut last."""
    before, middle, behind = (listed_text(text) for text in excerpt)
    font = painter.font()
    metrics = painter.fontMetrics()
    painter.setFont(bold(font))
    width = painter.fontMetrics().horizontalAdvance(middle)
    room = max(0, min(rect.width() - width, rect.width() // 2))
    shown = without_beginning(before, metrics, room)
    mirrored = begins_right_to_left("".join(excerpt))
    at = QRect(rect)
    for text, heavy in ((shown, False), (middle, True), (behind, False)):
        if not text.strip() or at.width() <= 2 * GRID:
            continue
        painter.setFont(bold(font) if heavy else font)
        painter.setPen(theme.text if heavy else theme.muted)
        if not heavy:
            text = without_end(text, metrics, at.width())
        drawn = _paint_line(painter, at, text, right=mirrored)
        width = painter.fontMetrics().horizontalAdvance(drawn)
        at = at.adjusted(0, 0, -width, 0) if mirrored else at.adjusted(width, 0, 0, 0)
    painter.setFont(font)


def paint_box(painter: QPainter, box: QRectF, theme: Theme, *, ticked: bool) -> None:
    """Paint a check box like those of the style sheet."""
    painter.setPen(QPen(theme.accent if ticked else theme.muted, 1))
    painter.setBrush(theme.accent if ticked else Qt.BrushStyle.NoBrush)
    painter.drawRoundedRect(box, 3, 3)
    if ticked:
        painter.setPen(QPen(theme.base, 1.75))
        x, y = box.left(), box.top()
        painter.drawPolyline(
            [
                QPoint(round(x + 3), round(y + 7)),
                QPoint(round(x + 6), round(y + 10)),
                QPoint(round(x + 11), round(y + 4)),
            ]
        )


def bold(font: QFont) -> QFont:
    """Return a semi-bold copy of the font."""
    heavy = QFont(font)
    heavy.setWeight(QFont.Weight.DemiBold)
    return heavy


class EmptyHint(PlainLabel):
    """A hint in place of an empty list, with a ring while it has the focus."""

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: D102 (Qt's own)
        super().paintEvent(event)
        if not self.hasFocus():
            return
        theme = theme_of(self.palette())
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(QPen(theme.accent, theme.ring - 0.5))
            painter.drawRoundedRect(self.rect().adjusted(1, 1, -1, -1), RADIUS, RADIUS)

    def focusInEvent(self, event: QFocusEvent) -> None:  # noqa: D102 (Qt's own)
        super().focusInEvent(event)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:  # noqa: D102 (Qt's own)
        super().focusOutEvent(event)
        self.update()


class Listing(QStackedWidget):
    """A list, or while it is empty a hint about what will be there and what to do first."""

    def __init__(self, view: Picker, hint: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.view = view
        self._hint = EmptyHint(hint)
        self._hint.setObjectName("hint")
        self._hint.setWordWrap(True)
        self._hint.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        self._hint.setForegroundRole(self._hint.palette().ColorRole.PlaceholderText)
        page = QWidget()
        # Room within the ring of the focus.
        self._hint.setContentsMargins(GRID + HALF_GRID, HALF_GRID, GRID + HALF_GRID, HALF_GRID)
        in_column(self._hint, None, within=page, margins=(HALF_GRID,) * 4)
        self.addWidget(view)
        self.addWidget(page)
        model = view.model()
        for signal in (model.modelReset, model.rowsInserted, model.rowsRemoved):
            signal.connect(self._refresh)
        self._refresh()

    def set_hint(self, hint: str) -> None:
        """Set the text shown while the list is empty."""
        self._hint.setText(hint)

    @property
    def hint(self) -> str:
        """The text shown while the list is empty."""
        return self._hint.text()

    @property
    def entry(self) -> QWidget:
        """The list, or while it is empty the hint: what gets the focus."""
        return self.view if self.view.n_rows() else self._hint

    def _refresh(self) -> None:
        model: QAbstractItemModel = self.view.model()
        has_focus = self.view.hasFocus() or self._hint.hasFocus()
        self.setCurrentIndex(0 if model.rowCount() else 1)
        if has_focus:
            self.entry.setFocus()


def scrolled(content: QWidget, title: str, parent: QWidget) -> QScrollArea:
    """Return a vertical scroll area for a page of texts."""
    area = QScrollArea(parent)
    area.setAccessibleName(title)
    area.setFrameShape(QFrame.Shape.NoFrame)
    area.setWidgetResizable(True)
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    area.setWidget(content)
    return area


def name_widget(widget: QWidget, name: str, title: str, description: str) -> None:
    """Set a widget's object name, accessible name and accessible description."""
    widget.setObjectName(name)
    widget.setAccessibleName(title)
    widget.setAccessibleDescription(description)
