"""The fields for the unit of queries, and for the tokens that are not queried."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QComboBox, QSpinBox, QWidget

from app.domain.numbers import percentage
from app.domain.query_choices import QUERY_UNITS, TOKENS_ALONE, USUAL_ACCEPTANCE
from app.item_models.query_choices import translated
from app.views.layouts import NO_MARGINS, in_row
from app.views.plain_text import set_tip
from app.views.theme import GRID
from app.views.widgets.base_dialog import name_by_both, quiet, with_margin
from app.views.widgets.font_sizes import keep_width


class UnitBox(QComboBox):
    """The unit of queries, whole sentences or uncertain tokens; tool tips explain the choices."""

    def __init__(self, unit: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(self.tr("In the queue"))
        for row, choice in enumerate(QUERY_UNITS):
            self.addItem(translated(choice.title), choice.name)
            self.setItemData(row, translated(choice.sentence), Qt.ItemDataRole.ToolTipRole)
        self.currentIndexChanged.connect(self._explain)
        self.setCurrentIndex(max(0, self.findData(unit)))
        self._explain()

    @property
    def tokens_alone(self) -> bool:
        """Whether only uncertain tokens are queried."""
        return bool(self.currentData() == TOKENS_ALONE)

    def _explain(self) -> None:
        set_tip(self, translated(QUERY_UNITS[self.currentIndex()].sentence))


class RestBox(QWidget):
    """Whether tokens that are not queried stay open, or are accepted from a probability on."""

    def __init__(self, accept_from: float, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.choice = QComboBox(self)
        name_by_both(self.choice, self.tr("Remaining tokens"))
        self.choice.addItem(self.tr("Stay open"))
        self.choice.addItem(self.tr("Are accepted from"))
        self.percent = QSpinBox(self)
        self.percent.setRange(50, 99)
        self.percent.setSuffix(percentage(""))
        self.percent.setAccessibleName(self.tr("Accepted from"))
        keep_width(self.percent, 12 * GRID)
        with_margin(self.percent)
        self.percent.setValue(round(100 * (accept_from or USUAL_ACCEPTANCE)))
        self.choice.setCurrentIndex(int(accept_from > 0.0))
        self.explanation = quiet(self.tr("Open tokens are treated as unknown in training."), parent)
        in_row((self.choice, 1), self.percent, within=self, margins=NO_MARGINS, spacing=GRID)
        self.setFocusProxy(self.choice)
        self.choice.currentIndexChanged.connect(self._follow)
        self._follow()

    def value(self) -> float:
        """Return the probability from which on the rest is accepted, 0 for never."""
        return self.percent.value() / 100 if self.choice.currentIndex() else 0.0

    def _follow(self) -> None:
        self.percent.setEnabled(bool(self.choice.currentIndex()))
