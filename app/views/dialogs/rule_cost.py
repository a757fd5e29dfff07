"""The field for the strength of a rule: hard, or soft with a penalty."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QButtonGroup, QDoubleSpinBox, QRadioButton, QWidget

from app.views.layouts import NO_MARGINS, in_row
from app.views.plain_text import set_tip
from app.views.theme import GRID
from app.views.widgets.base_dialog import with_margin

DEFAULT_COST = 2.0
MAX_COST = 1000.0


class CostField(QWidget):
    """Two radio buttons and a number.

    Signals
    -------
    chosen(object)
        The penalty, None for a hard rule.
    """

    chosen = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.hard = QRadioButton(self.tr("&Hard"), self)
        self.soft = QRadioButton(self.tr("&Soft"), self)
        self.cost = QDoubleSpinBox(self)
        self.cost.setRange(0.0, MAX_COST)
        self.cost.setDecimals(2)
        self.cost.setSingleStep(0.5)
        self.cost.setKeyboardTracking(False)
        self.cost.setAccessibleName(self.tr("Penalty"))
        self.cost.setPrefix(self.tr("Penalty") + " ")
        set_tip(
            self.cost,
            self.tr("Penalty for violating the rule (2 = weak, 10 = almost never violated)"),
        )
        with_margin(self.cost)
        group = QButtonGroup(self)
        row = in_row(within=self, margins=NO_MARGINS, spacing=GRID)
        for button in (self.hard, self.soft):
            group.addButton(button)
            row.addWidget(button)
        row.addWidget(self.cost)
        self.show_cost(None)
        self.hard.clicked.connect(self._emit_changed)
        self.soft.clicked.connect(self._emit_changed)
        self.cost.valueChanged.connect(self._emit_changed)

    @property
    def value(self) -> float | None:
        """The penalty, None for a hard rule."""
        return self.cost.value() if self.soft.isChecked() else None

    def show_cost(self, cost: float | None) -> None:
        """Show a rule's penalty, without emitting a signal."""
        self.cost.blockSignals(True)
        self.hard.setChecked(cost is None)
        self.soft.setChecked(cost is not None)
        if cost is not None or not self.cost.value():
            self.cost.setValue(DEFAULT_COST if cost is None else cost)
        self.cost.setEnabled(cost is not None)
        self.cost.blockSignals(False)

    def _emit_changed(self) -> None:
        self.cost.setEnabled(self.soft.isChecked())
        self.chosen.emit(self.value)
