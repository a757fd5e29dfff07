"""The dialog with version and licence of the program, and of Qt."""

from __future__ import annotations

import PySide6
from PySide6.QtCore import Qt, qVersion
from PySide6.QtWidgets import QDialogButtonBox, QWidget

from app.views.dialogs.dialog_with_help import DialogWithHelp
from app.views.icons import pixmap
from app.views.layouts import in_column, in_row
from app.views.plain_text import PlainLabel
from app.views.theme import GRID
from app.views.widgets.base_dialog import open_one, quiet

LOGO_SIZE = 72
SOURCES = (
    "https://download.qt.io/official_releases/qt/",
    "https://download.qt.io/official_releases/QtForPython/",
)
"""Where the sources of Qt and of PySide6 are."""


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
        text.addWidget(
            quiet(
                self.tr(
                    "Uses Qt {qt} and PySide6 {pyside} under the GNU Lesser General Public "
                    "License, version 3. They are separate libraries that you may replace; the "
                    "licences say how. Their sources:"
                ).format(qt=qVersion(), pyside=PySide6.__version__),
                self,
            )
        )
        sources = quiet("\n".join(SOURCES), self)
        sources.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse
            | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        sources.setAccessibleName(self.tr("Addresses of the sources"))
        text.addWidget(sources)
        row = in_row(logo, (text, 1), spacing=3 * GRID)
        self.column.addLayout(row)
        self.licences = self.add_buttons().addButton(
            self.tr("&Licences…"), QDialogButtonBox.ButtonRole.ActionRole
        )
        self.licences.setAutoDefault(False)
        self.licences.clicked.connect(self.show_licences)
        self.keep_width(62 * GRID)

    def show_licences(self) -> None:
        """Open the licences of everything that comes with the program."""
        from app.views.dialogs.licences import LicencesDialog

        window = self.parentWidget()
        if open_one(LicencesDialog, window) is None:
            LicencesDialog(window).show()


def program_version() -> str:
    """Return the installed version, "" for a checkout that is not installed."""
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version("tagwright")
    except PackageNotFoundError:
        return ""
