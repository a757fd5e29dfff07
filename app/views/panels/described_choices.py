"""A combo box whose choices have a title and a sentence below it."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRect, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QComboBox,
    QListView,
    QSizePolicy,
    QStyle,
    QStyleOptionComboBox,
    QStylePainter,
    QWidget,
)

from app.domain.query_choices import QueryOption
from app.item_models.query_choices import QueryOptionModel, QueryOptionRole
from app.item_models.rows import Index
from app.views.plain_text import set_tip
from app.views.theme import GRID, Theme
from app.views.widgets.listing import RowDelegate, name_widget, paint_elided, two_lines


class DescribedComboBox(QComboBox):
    """Chooses one of the options of the queue, such as the query strategy.

    Signals
    -------
    option_chosen(str)
        A person has chosen the option of this name.
    """

    option_chosen = Signal(str)

    def __init__(
        self,
        name: str,
        title: str,
        tip: str,
        choices: Sequence[QueryOption],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._tip = tip
        self.choices = QueryOptionModel(choices, self)
        self.setModel(self.choices)
        view = QListView(self)
        view.setItemDelegate(_ChoiceDelegate(view))
        view.setUniformItemSizes(True)
        view.setMinimumWidth(_width(self.choices, view))
        self.setView(view)
        self.setMaxVisibleItems(8)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        name_widget(self, name, title, tip)
        self.activated.connect(lambda row: self.option_chosen.emit(self.choices.choice(row).name))

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: D102 (Qt's own)
        painter, option = QStylePainter(self), QStyleOptionComboBox()
        self.initStyleOption(option)
        painter.drawComplexControl(QStyle.ComplexControl.CC_ComboBox, option)
        room = self.style().subControlRect(
            QStyle.ComplexControl.CC_ComboBox,
            option,
            QStyle.SubControl.SC_ComboBoxEditField,
            self,
        )
        mode = Qt.TextElideMode.ElideRight
        option.currentText = self.fontMetrics().elidedText(option.currentText, mode, room.width())
        painter.drawControl(QStyle.ControlElement.CE_ComboBoxLabel, option)

    def show_choice(self, name: str) -> None:
        """Show an option as chosen, without emitting a signal."""
        row = self.choices.row_of(name)
        self.setCurrentIndex(row)
        sentence = self.choices.index(row).data(QueryOptionRole.SENTENCE)
        set_tip(self, f"{self._tip}\n{sentence}")


def _width(choices: QueryOptionModel, view: QListView) -> int:
    """Return the width of the list for its longest sentence, with a limit."""
    metrics = view.fontMetrics()
    texts = [
        str(choices.index(row).data(QueryOptionRole.SENTENCE)) for row in range(choices.rowCount())
    ]
    return min(72 * GRID, max(map(metrics.horizontalAdvance, texts), default=0) + 7 * GRID)


class _ChoiceDelegate(RowDelegate):
    """Paints a title and, fainter, its sentence."""

    lines = 2

    def paint_row(self, painter: QPainter, rect: QRect, index: Index, theme: Theme) -> None:
        upper, lower = two_lines(painter, rect)
        enabled = bool(index.flags() & Qt.ItemFlag.ItemIsEnabled)
        painter.setPen(theme.text if enabled else theme.faint)
        paint_elided(painter, upper, index.data())
        painter.setPen(theme.faint)
        paint_elided(painter, lower, index.data(QueryOptionRole.SENTENCE))
