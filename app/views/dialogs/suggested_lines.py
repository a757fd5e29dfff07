"""The list of lines that would help the template."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QListWidgetItem, QPushButton, QWidget

from app.domain.invisible import escaped_line
from app.domain.numbers import decimal, grouped
from app.edits.settings import change_settings
from app.jobs.kernels import PREPARING
from app.jobs.measuring.suggested_lines import ENOUGH_SENTENCES, SuggestedLines, with_line
from app.services.suggested_lines import SuggestedLinesSearch
from app.session import Session
from app.translation import translated_message
from app.views.dialogs.dialog_with_help import DialogWithHelp
from app.views.theme import GRID
from app.views.widgets.filled_list import FilledList
from app.views.widgets.listing import name_widget

if TYPE_CHECKING:
    from crfcore.feature_induction import LineSuggestion

ROLE = Qt.ItemDataRole.UserRole


class SuggestedLinesDialog(DialogWithHelp):
    """Lists lines with their gains and examples, and adds one to the template."""

    def __init__(
        self, session: Session, search: SuggestedLinesSearch, parent: QWidget | None = None
    ) -> None:
        """Search for lines for the session's project."""
        super().__init__(
            "suggested_lines",
            self.tr("Suggested template lines"),
            self.tr("Lines that would help the feature template"),
            parent,
        )
        self._session = session
        self._search_service = search
        self.lead = self.add_lead("")
        self.view = FilledList(self)
        name_widget(
            self.view,
            "suggested_lines_list",
            self.tr("Lines"),
            self.tr("Lines that would help the template, the best first"),
        )
        self.view.setWordWrap(True)
        self.view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.view.currentRowChanged.connect(lambda _: self._allow())
        self.column.addWidget(self.view, 1)
        self.add = QPushButton(self.tr("&Add to the template"), self)
        self.add.setAutoDefault(False)
        self.add.clicked.connect(self._add)
        row = QHBoxLayout()
        row.addWidget(self.add)
        row.addStretch()
        self.column.addLayout(row)
        self.add_buttons(enter_closes=False)
        self.set_usual_size(72 * GRID, 60 * GRID)
        search.found.connect(self._show)
        search.failed.connect(self.lead.setText)
        self.finished.connect(search.cancel)
        self.begin()

    def begin(self) -> None:
        """Search anew, for the template and the labels as they are now."""
        self.view.clear()
        self.view.show_if_filled()
        self._allow()
        self.lead.setText(
            self.tr("Training on parts of the labelled sentences…")
            if self._search_service.ready
            else translated_message(PREPARING)
        )
        self._search_service.request()

    def _show(self, found: SuggestedLines) -> None:
        self.view.clear()
        for one in found.lines:
            item = QListWidgetItem(self._text(one), self.view)
            item.setData(ROLE, one.line)
        self.lead.setText(self._explanation(found))
        self.view.setCurrentRow(0 if found.lines else -1)
        self.view.show_if_filled()
        self._allow()

    def _explanation(self, found: SuggestedLines) -> str:
        if found.has_few_labels:
            text = self.tr(
                "At least {least} labelled sentences are needed; there are {n}.",
                None,
                found.n_sentences,
            )
            if found.n_sentences == 1:
                text = self.tr("At least {least} labelled sentences are needed; there is 1.")
            return text.format(least=ENOUGH_SENTENCES, n=grouped(found.n_sentences))
        if not found.lines:
            return self.tr("No additional line would improve the template.")
        return self.tr(
            "Each line would help your template: it shows the model two of its lines together. The "
            "gain in log-likelihood is measured on held-out labelled sentences. Add one, and look "
            "again."
        )

    def _text(self, one: LineSuggestion) -> str:
        """Return a line, its gain and its examples."""
        examples = []
        for example in one.examples:
            text = self.tr("{cells} for {label}")
            if example.weight < 0.0:
                text = self.tr("{cells} against {label}")
            examples.append(
                text.format(cells=escaped_line(example.text), label=escaped_line(example.label))
            )
        gain = self.tr("log-likelihood +{n}").format(n=decimal(one.gain, 0))
        return f"{escaped_line(one.line)} · {gain}\n{'; '.join(examples)}"

    def _add(self) -> None:
        item = self.view.currentItem()
        if item is None:
            return
        project = self._session.project
        template = with_line(project.settings.template, item.data(ROLE))
        edit = change_settings(project, replace(project.settings, template=template))
        self._session.apply(edit)
        self.begin()

    def _allow(self) -> None:
        self.add.setEnabled(self.view.currentRow() >= 0)
