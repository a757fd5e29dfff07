"""The dialog for the name of a gazetteer made from words of a sentence."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QLineEdit, QWidget

from app.views.dialogs.dialog_with_help import DialogWithHelp
from app.views.theme import GRID


class GazetteerName(DialogWithHelp):
    """Asks for the name of a new gazetteer; modal.

    Signals
    -------
    named(str)
        The name that was typed; never empty.
    """

    named = Signal(str)

    def __init__(self, phrase: str, label: str, parent: QWidget | None = None) -> None:
        super().__init__(
            "gazetteer_name",
            self.tr("New gazetteer"),
            self.tr("Name of the new gazetteer that starts with these words"),
            parent,
        )
        text = (
            self.tr("A list of words and phrases labelled {label}; “{phrase}” is its first entry.")
            if label
            else self.tr("A list of words and phrases; “{phrase}” is its first entry.")
        )
        self.add_lead(text.format(phrase=phrase, label=label))
        self.name = QLineEdit(label or self.tr("phrases"), self)
        self.name.setAccessibleName(self.tr("Name of the gazetteer"))
        self.name.selectAll()
        self.add_form().addRow(self.tr("&Name"), self.name)
        self.add_buttons(self.tr("&Add"))
        self.name.textChanged.connect(
            lambda name: self.accept_button.setEnabled(bool(name.strip()))
        )
        self.make_modal()
        self.keep_width(52 * GRID)
        self.accepted.connect(lambda: self.named.emit(self.name.text().strip()))
