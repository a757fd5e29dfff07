"""The dialog that asks whether to train the exported model on test sentences, too."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QCheckBox, QWidget

from app.domain.numbers import grouped
from app.views.dialogs.dialog_with_help import DialogWithHelp
from app.views.theme import GRID
from app.views.widgets.base_dialog import quiet


class ExportModelDialog(DialogWithHelp):
    """Shown before the choice of a file if there are labelled test sentences.

    Signals
    -------
    wanted(bool)
        Export; whether to train on the test sentences first.
    """

    wanted = Signal(bool)

    def __init__(self, n_control: int, parent: QWidget | None = None) -> None:
        super().__init__(
            "export_model",
            self.tr("Export the model"),
            self.tr("Training data of the exported model"),
            parent,
        )
        self.add_lead(
            self.tr(
                "The current model was not trained on the test sentences, so they can measure its "
                "quality."
            )
        )
        text = self.tr("&Also train on the {n} labelled test sentences", None, n_control)
        if n_control == 1:
            text = self.tr("&Also train on the labelled test sentence")
        self.control = QCheckBox(text.format(n=grouped(n_control)), self)
        self.column.addWidget(self.control)
        explained = self.tr(
            "Trains once more for the exported file only. Probably slightly better, but its "
            "quality can no longer be measured. The project's model is unchanged."
        )
        self.column.addWidget(quiet(explained, self))
        self.column.addStretch()
        self.add_buttons(self.tr("&Export…"))
        self.keep_width(56 * GRID)
        self.accepted.connect(lambda: self.wanted.emit(self.control.isChecked()))
