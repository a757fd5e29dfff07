"""The dialog that chooses model files to combine into one."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QCheckBox,
    QHBoxLayout,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QWidget,
)

from app.domain.invisible import escaped_line
from app.views.dialogs.dialog_with_help import DialogWithHelp
from app.views.plain_text import set_tip
from app.views.theme import GRID
from app.views.widgets.base_dialog import quiet
from app.views.widgets.listing import name_widget

LEAST_MODELS = 2


class CombineModelsDialog(DialogWithHelp):
    """Lists model files, and asks how much weight each of them gets.

    Signals
    -------
    files_wanted()
        Ask for files, and give them to `add_files`.
    wanted(tuple of Path, bool)
        Combine these models; whether to learn their weights.
    """

    files_wanted = Signal()
    wanted = Signal(object, bool)

    def __init__(self, n_confirmed: int, parent: QWidget | None = None) -> None:
        """Offer to learn the weights if the project has ``n_confirmed`` sentences."""
        super().__init__(
            "combine_models",
            self.tr("Combine models"),
            self.tr("Model files that become one model"),
            parent,
        )
        self._paths: list[Path] = []
        self.add_lead(
            self.tr(
                "This makes one model of several, such as those of colleagues whose texts you may "
                "not see. All need the same labels; models of segments cannot be combined, and "
                "only one may have learned from the unlabelled text of its project. Where all "
                "texts can be in one project, train on them together: that is better."
            )
        )
        self.view = QListWidget(self)
        name_widget(
            self.view,
            "combined_models",
            self.tr("Models"),
            self.tr("The model files that are combined; Delete removes one from the list"),
        )
        self.view.currentRowChanged.connect(lambda _: self._allow())
        self.column.addWidget(self.view, 1)
        self.add = QPushButton(self.tr("A&dd…"), self)
        self.add.clicked.connect(self.files_wanted.emit)
        self.remove = QPushButton(self.tr("Re&move"), self)
        self.remove.clicked.connect(self._remove)
        delete = QShortcut(QKeySequence(QKeySequence.StandardKey.Delete), self.view)
        delete.setContext(Qt.ShortcutContext.WidgetShortcut)
        delete.activated.connect(self._remove)
        row = QHBoxLayout()
        row.setSpacing(GRID)
        for button in (self.add, self.remove):
            button.setAutoDefault(False)
            row.addWidget(button)
        self.empty = quiet("", self)
        row.addWidget(self.empty, 1)
        self.column.addLayout(row)
        self.learn = QCheckBox(self.tr("&Learn their weights from this project"), self)
        self.learn.setEnabled(n_confirmed > 0)
        self.column.addWidget(self.learn)
        self.column.addWidget(
            quiet(
                self.tr(
                    "Models that explain your confirmed labels better get more weight. Leave this "
                    "off if one of the models was trained on this project."
                ),
                self,
            )
        )
        self.add_buttons(self.tr("&Combine…"))
        self.set_usual_size(60 * GRID, 50 * GRID)
        self.accepted.connect(self._send)
        self._allow()

    @property
    def paths(self) -> tuple[Path, ...]:
        """The chosen files."""
        return tuple(self._paths)

    def add_files(self, paths: Iterable[Path], refused: Collection[Path] = ()) -> None:
        """Add files that are not listed yet; say that those ``refused`` are no models."""
        for path in paths:
            if path not in self._paths and path not in refused:
                self._paths.append(path)
                item = QListWidgetItem(_name(path), self.view)
                set_tip(item, escaped_line(str(path)))
                self.view.setCurrentItem(item)
        self._allow()
        if refused:
            text = self.tr("Only model files can be combined. Not added: {names}.")
            self.empty.setText(text.format(names=", ".join(_name(path) for path in refused)))

    def _remove(self) -> None:
        row = self.view.currentRow()
        if row >= 0:
            del self._paths[row]
            self.view.takeItem(row)
        self._allow()

    def _allow(self) -> None:
        self.remove.setEnabled(self.view.currentRow() >= 0)
        self.empty.setText("" if self._paths else self.tr("No models yet. Add at least two."))
        self.accept_button.setEnabled(len(self._paths) >= LEAST_MODELS)

    def _send(self) -> None:
        self.wanted.emit(self.paths, self.learn.isChecked())


def _name(path: Path) -> str:
    return escaped_line(path.name)
