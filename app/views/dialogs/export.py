"""What is written out, and how; the file itself is chosen in the system's dialog."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QButtonGroup, QComboBox, QRadioButton, QVBoxLayout, QWidget

from app.jobs.export import Which
from app.views.dialogs.frame import Frame
from app.views.theme import GRID


@dataclass(frozen=True, slots=True)
class ExportChoice:
    """``format`` is "" for that of import; ``folder``: each document into a file of its own."""

    format: str
    which: Which
    folder: bool


class ExportDialog(Frame):
    """Takes the options of an export.

    Signals
    -------
    wanted(object)
        Write out as this `ExportChoice` says.
    """

    wanted = Signal(object)

    def __init__(self, n_documents: int, parent: QWidget | None = None) -> None:
        super().__init__(
            "export",
            self.tr("Export labelled text"),
            self.tr("What is written out, and how"),
            parent,
        )
        self.target = QComboBox(self)
        self.target.setAccessibleName(self.tr("Where to"))
        self.target.addItem(self.tr("One file"), False)
        self.target.addItem(self.tr("A folder, with a file for each document"), True)
        self.target.setCurrentIndex(int(n_documents > 1))
        self.format = QComboBox(self)
        self.format.setAccessibleName(self.tr("Format"))
        self.format.addItem(self.tr("As it was imported"), "")
        self.format.addItem(self.tr("Columns: word and label"), "columns")
        self._which = QButtonGroup(self)
        form = self.add_form()
        form.addRow(self.tr("&Format"), self.format)
        form.addRow(self.tr("&Into"), self.target)
        form.addRow(self.tr("Labels"), self._choices())
        self.column.addStretch()
        self.add_buttons(self.tr("Export…"))
        self.setFixedWidth(60 * GRID)
        self.accepted.connect(lambda: self.wanted.emit(self.choice()))

    def choice(self) -> ExportChoice:
        """Return the options as they stand in the fields."""
        which = [Which(b.property("which")) for b in self._which.buttons() if b.isChecked()]
        return ExportChoice(self.format.currentData(), which[0], self.target.currentData())

    def _choices(self) -> QWidget:
        page = QWidget(self)
        layout = QVBoxLayout(page)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(GRID // 2)
        texts = {
            Which.CONFIRMED: self.tr("&confirmed: only what people have decided"),
            Which.ALL: self.tr("&all that is shown, proposals of the model too"),
        }
        for which, text in texts.items():
            button = QRadioButton(text, page)
            button.setProperty("which", which.value)
            button.setChecked(which is Which.CONFIRMED)
            self._which.addButton(button)
            layout.addWidget(button)
        return page
