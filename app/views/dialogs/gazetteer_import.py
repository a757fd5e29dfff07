"""The dialog that previews a file of phrases, and asks how to use it."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QCheckBox, QComboBox, QLineEdit, QPlainTextEdit, QWidget

from app.domain.gazetteers import Gazetteer
from app.domain.numbers import grouped
from app.item_models.phrases import PhrasesModel
from app.jobs.gazetteers.files import ReadGazetteer
from app.translation import translated_message
from app.views.dialogs.dialog_with_help import DialogWithHelp
from app.views.dialogs.gazetteer_editor import PhraseDelegate
from app.views.plain_text import PlainLabel
from app.views.theme import GRID
from app.views.widgets.base_dialog import quiet
from app.views.widgets.listing import name_widget
from app.views.widgets.picker import Picker

ROWS_SHOWN = 7


class GazetteerImport(DialogWithHelp):
    """Previews a gazetteer; nothing is imported before the button is pressed.

    Signals
    -------
    wanted(Gazetteer, object)
        Add this gazetteer, with these phrases and their labels.
    """

    wanted = Signal(object, object)

    def __init__(
        self, found: ReadGazetteer, labels: Sequence[str], parent: QWidget | None = None
    ) -> None:
        """Show a gazetteer read from a file; ``labels`` are the project's."""
        super().__init__(
            "gazetteer_import",
            self.tr("Import a gazetteer"),
            self.tr("Contents of the file and how to use them"),
            parent,
        )
        self._found = found
        self.name = QLineEdit(found.name, self)
        self.label = QComboBox(self)
        self.label.addItem(self.tr("None"), "")
        for label in labels:
            self.label.addItem(label, label)
        self.label.setCurrentIndex(self.label.findData(_label_named(found.name, labels)))
        self.ignore_case = QCheckBox(self.tr("Ignore c&ase"), self)
        self.ignore_case.setChecked(found.any_case)
        self.features = QCheckBox(self.tr("As &model features"), self)
        self.proposals = QCheckBox(self.tr("As &early suggestions, while little is labelled"), self)
        for box in (self.proposals, self.features):
            box.setChecked(True)
        self._arrange(labels)
        self.accepted.connect(self._emit_chosen)

    def gazetteer(self) -> Gazetteer:
        """Return the gazetteer with the chosen options, without its phrases."""
        return Gazetteer(
            0,
            self.name.text().strip() or self._found.name or self.tr("phrases"),
            ignore_case=self.ignore_case.isChecked(),
            label=str(self.label.currentData() or ""),
            as_proposals=self.proposals.isChecked(),
            as_features=self.features.isChecked(),
        )

    def _arrange(self, labels: Sequence[str]) -> None:
        self.summary = PlainLabel(self._summary(), self)
        self.summary.setWordWrap(True)
        self.column.addWidget(self.summary)
        self.phrases = PhrasesModel(self)
        self.phrases.show_phrases(self._found.phrases)
        view = Picker(self, self.phrases, PhraseDelegate())
        view.setMinimumHeight(ROWS_SHOWN * view.row_height())
        name_widget(view, "phrase_preview", self.tr("Phrases"), self.tr("What would be imported"))
        self.column.addWidget(view, 1)
        self.troubles = QPlainTextEdit(
            "\n".join(map(translated_message, self._found.troubles)), self
        )
        self.troubles.setReadOnly(True)
        self.troubles.setTabChangesFocus(True)
        self.troubles.setFixedHeight(14 * GRID)
        self.troubles.setAccessibleName(self.tr("Skipped lines"))
        self.troubles.setVisible(bool(self._found.troubles))
        self.column.addWidget(self.troubles)
        form = self.add_form()
        self.add_field(form, self.tr("&Name"), self.name)
        unknown = [label for label in self._found.labels if label not in labels]
        about = quiet(self._about(unknown), self)
        self.add_field(form, self.tr("Default &label"), self.label, about)
        for box in (self.ignore_case, self.features):
            form.addRow("", box)
        self.needs_label = quiet(self.tr("Choose a default label to get suggestions."), self)
        self.add_field(form, "", self.proposals, self.needs_label)
        self.add_buttons(self.tr("&Import"))
        self.accept_button.setEnabled(bool(self._found.phrases))
        self.label.currentIndexChanged.connect(lambda _: self._allow_suggestions())
        self._allow_suggestions()
        self.set_usual_size(70 * GRID, 74 * GRID)

    def _allow_suggestions(self) -> None:
        """Allow early suggestions only if there is a label to suggest."""
        can = bool(self.label.currentData() or self._found.labels)
        self.proposals.setEnabled(can)
        self.needs_label.setVisible(not can)

    def _summary(self) -> str:
        found = self._found
        many = self.tr("{n} phrases", None, len(found.phrases)).format(
            n=grouped(len(found.phrases))
        )
        parts = [self.tr("1 phrase") if len(found.phrases) == 1 else many]
        if found.n_duplicates:
            many = self.tr("{n} duplicates", None, found.n_duplicates).format(
                n=grouped(found.n_duplicates)
            )
            parts.append(self.tr("1 duplicate") if found.n_duplicates == 1 else many)
        if found.n_bad:
            many = self.tr("{n} lines skipped (see below)", None, found.n_bad).format(
                n=grouped(found.n_bad)
            )
            parts.append(self.tr("1 line skipped (see below)") if found.n_bad == 1 else many)
        if not found.phrases:
            parts.append(self.tr("Nothing to import (one phrase per line is expected)"))
        return " · ".join(parts)

    def _about(self, unknown: Sequence[str]) -> str:
        if not unknown:
            return self.tr("Labels in the file take precedence.")
        shown = ", ".join(unknown[:6]) + (" …" if len(unknown) > 6 else "")
        return self.tr(
            "This project has no label {names}. Create it; otherwise these phrases serve as "
            "features only."
        ).format(names=shown)

    def _emit_chosen(self) -> None:
        self.wanted.emit(self.gazetteer(), self._found.phrases)


def _label_named(name: str, labels: Sequence[str]) -> str:
    """Return the label that a file is named after, as “drugs.txt” after “DRUG”, or ""."""
    wanted = name.casefold()
    return next((label for label in labels if wanted in _names(label)), "")


def _names(label: str) -> tuple[str, str]:
    name = label.casefold()
    return name, f"{name}s"
