"""The dialog with version and licence of the program."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from app.views.dialogs.dialog_with_help import DialogWithHelp
from app.views.icons import pixmap
from app.views.layouts import in_column, in_row
from app.views.plain_text import PlainLabel
from app.views.theme import GRID
from app.views.widgets.base_dialog import quiet

LOGO_SIZE = 72


class AboutDialog(DialogWithHelp):
    """Shows what Tagwright is, its version and licence."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(
            "about",
            self.tr("About Tagwright"),
            self.tr("Version and licence of the program"),
            parent,
        )
        logo = PlainLabel("", self)
        logo.setPixmap(
            pixmap("tagwright", LOGO_SIZE, self.palette().text().color(), self.devicePixelRatioF())
        )
        logo.setAlignment(Qt.AlignmentFlag.AlignTop)
        title = PlainLabel("Tagwright", self)
        font = title.font()
        font.setPointSizeF(1.6 * font.pointSizeF())
        font.setWeight(font.Weight.DemiBold)
        title.setFont(font)
        text = in_column(title, spacing=GRID)
        if number := program_version():
            text.addWidget(PlainLabel(self.tr("Version {number}").format(number=number), self))
        text.addWidget(
            quiet(
                self.tr(
                    "Label text token by token while a conditional random field learns in the "
                    "background and suggests the rest. Everything stays on this computer."
                ),
                self,
            )
        )
        text.addWidget(quiet(self.tr("Free software under the BSD 3-clause licence."), self))
        row = in_row(logo, (text, 1), spacing=3 * GRID)
        self.column.addLayout(row)
        self.add_buttons()
        self.keep_width(58 * GRID)


def program_version() -> str:
    """Return the installed version, "" for a checkout that is not installed."""
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version("tagwright")
    except PackageNotFoundError:
        return ""
