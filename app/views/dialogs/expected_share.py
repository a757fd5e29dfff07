"""The field for the expected share of a gazetteer's words that have its label, or none."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QSpinBox, QWidget

from app.views.plain_text import PlainLabel, set_tip
from app.views.theme import GRID
from app.views.widgets.base_dialog import with_margin

USUAL_SHARE = 0.8


class ShareField(QWidget):
    """A box that switches the expectation on, and a percentage.

    Signals
    -------
    chosen(object)
        The share, of 1; None for no expectation.
    """

    chosen = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.expects = QCheckBox(self)
        set_tip(
            self.expects,
            self.tr(
                "The model learns this from unlabelled text, before anything is labelled and while "
                "little is"
            ),
        )
        self.percent = QSpinBox(self)
        self.percent.setRange(1, 99)
        self.percent.setSuffix("%")
        self.percent.setKeyboardTracking(False)
        with_margin(self.percent)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(GRID)
        row.addWidget(self.expects)
        row.addWidget(self.percent)
        row.addWidget(PlainLabel(self.tr("of the words"), self))
        row.addStretch()
        self.show_share(None, has_label=True)
        self.expects.clicked.connect(self._emit_chosen)
        self.percent.valueChanged.connect(self._emit_chosen)

    @property
    def value(self) -> float | None:
        """The share, None for no expectation."""
        return self.percent.value() / 100 if self.expects.isChecked() else None

    def show_share(self, share: float | None, *, has_label: bool) -> None:
        """Show a gazetteer's share, without emitting a signal.

        Without a label of its phrases, it is the share of words that have none.
        """
        self.expects.setText(
            self.tr("E&xpect the label for") if has_label else self.tr("E&xpect no label for")
        )
        self.percent.setAccessibleName(
            self.tr("Share of the words that have the label")
            if has_label
            else self.tr("Share of the words that have no label")
        )
        self.percent.blockSignals(True)
        self.expects.setChecked(share is not None)
        if share is not None or self.percent.value() == self.percent.minimum():
            self.percent.setValue(round(100 * (USUAL_SHARE if share is None else share)))
        self.percent.setEnabled(share is not None)
        self.percent.blockSignals(False)

    def _emit_chosen(self) -> None:
        self.percent.setEnabled(self.expects.isChecked())
        self.chosen.emit(self.value)
