"""The field for the expected share of a gazetteer's words that have its label, or none."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QSpinBox, QWidget

from app.domain.numbers import percentage
from app.jobs.data.snapshot import ENOUGH_LABELLED
from app.views.plain_text import PlainLabel, set_tip
from app.views.theme import GRID
from app.views.widgets.base_dialog import with_margin

USUAL_SHARE = 0.8
"""Of the words of a good list with a label."""

USUAL_WITHOUT_LABEL = 0.95
"""Of the words of a list without a label: it is made of words that have none."""


def usual_share(*, has_label: bool) -> float:
    """Return the share of a list with a label, or without one, that is expected at first."""
    return USUAL_SHARE if has_label else USUAL_WITHOUT_LABEL


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
                "The model learns this from unlabelled text while fewer than {n} sentences are "
                "labelled"
            ).format(n=ENOUGH_LABELLED),
        )
        self.percent = QSpinBox(self)
        self.percent.setRange(1, 99)
        self.percent.setSuffix(percentage(""))
        self.percent.setKeyboardTracking(False)
        with_margin(self.percent)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(GRID)
        row.addWidget(self.expects)
        row.addWidget(self.percent)
        row.addWidget(PlainLabel(self.tr("of the words"), self))
        row.addStretch()
        self._is_typed = self._took_usual = False
        self.show_share(None, has_label=True)
        self.expects.clicked.connect(self._switch)
        self.percent.valueChanged.connect(self._take_typed)

    @property
    def value(self) -> float | None:
        """The share, None for no expectation."""
        return self.percent.value() / 100 if self.expects.isChecked() else None

    def show_share(self, share: float | None, *, has_label: bool) -> None:
        """Show a gazetteer's share, without emitting a signal.

        Without a label of its phrases, it is the share of words that have none. Where nothing is
        expected, a percentage that a person has typed stays in the field.
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
        if share is not None:
            self.percent.setValue(round(100 * share))
            self._is_typed |= share not in (USUAL_SHARE, USUAL_WITHOUT_LABEL)
        elif not self._is_typed:
            self.percent.setValue(round(100 * usual_share(has_label=has_label)))
        self.percent.setEnabled(share is not None)
        self.percent.blockSignals(False)

    def with_label(self, share: float | None, *, has_label: bool) -> float | None:
        """Return a share after a change of labels: the usual one, if the person has typed none."""
        taken = self._took_usual and not self._is_typed
        return usual_share(has_label=has_label) if share is not None and taken else share

    def _take_typed(self) -> None:
        self._is_typed = True
        self._emit_chosen()

    def _switch(self) -> None:
        self._took_usual = self.expects.isChecked()
        self._emit_chosen()

    def _emit_chosen(self) -> None:
        self.percent.setEnabled(self.expects.isChecked())
        self.chosen.emit(self.value)
