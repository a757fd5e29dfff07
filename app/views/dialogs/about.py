"""What the program is, its version and its licence."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from app.views.dialogs.frame import Frame
from app.views.dialogs.sheet import quiet
from app.views.icons import pixmap
from app.views.plain_text import PlainLabel
from app.views.theme import GRID

MARK = 72


class AboutDialog(Frame):
    """Says what Tagwright is."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(
            "about",
            self.tr("About Tagwright"),
            self.tr("Version and licence of the program"),
            parent,
        )
        mark = PlainLabel("", self)
        mark.setPixmap(
            pixmap("tagwright", MARK, self.palette().text().color(), self.devicePixelRatioF())
        )
        mark.setAlignment(Qt.AlignmentFlag.AlignTop)
        title = PlainLabel("Tagwright", self)
        font = title.font()
        font.setPointSizeF(1.6 * font.pointSizeF())
        font.setWeight(font.Weight.DemiBold)
        title.setFont(font)
        text = QVBoxLayout()
        text.setSpacing(GRID)
        text.addWidget(title)
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
        row = QHBoxLayout()
        row.setSpacing(3 * GRID)
        row.addWidget(mark)
        row.addLayout(text, 1)
        self.column.addLayout(row)
        self.add_buttons()
        self.setFixedWidth(58 * GRID)


def program_version() -> str:
    """Return the version that is installed; a checkout that is not installed has none."""
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version("tagwright")
    except PackageNotFoundError:
        return ""
