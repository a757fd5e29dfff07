"""The dialog for the annotator's name."""

from __future__ import annotations

import os

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QLineEdit, QWidget

from app.domain.invisible import as_name
from app.views.dialogs.dialog_with_help import DialogWithHelp
from app.views.theme import GRID


class AnnotatorDialog(DialogWithHelp):
    """Asks for the annotator's name; modal.

    Signals
    -------
    named(str)
        The name that was typed.
    """

    named = Signal(str)

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(
            "annotator", self.tr("Your name"), self.tr("The name recorded with your labels"), parent
        )
        self.add_lead(
            self.tr(
                "Your name is recorded with every change, so that teams can see who did what. "
                "It is stored on this computer and in the project file only."
            )
        )
        self.name = QLineEdit(name or account_name(), self)
        self.name.selectAll()
        self.name.setPlaceholderText(self.tr("e.g. your initials"))
        self.name.setAccessibleName(self.tr("Your name"))
        self.add_form().addRow(self.tr("&Name"), self.name)
        self.add_buttons(self.tr("&Save"))
        self.make_modal()
        self.keep_width(52 * GRID)
        self.accepted.connect(lambda: self.named.emit(self.name.text().strip()))


def account_name() -> str:
    """Return the name of the system's account, "" if the environment does not have it.

    The system's list of accounts is not read: on some networks that takes seconds.
    """
    names = map(os.environ.get, ("LOGNAME", "USER", "USERNAME"))
    return as_name(next(filter(None, names), ""))
