"""The list of words that are worth adding to a gazetteer."""

from __future__ import annotations

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import QListWidget, QListWidgetItem, QWidget

from app.domain.changes import Changes
from app.domain.invisible import escaped_line
from app.jobs.gazetteers.uncertain_words import UncertainWord
from app.services.uncertain_words import UncertainWordsSearch
from app.session import Session
from app.views.dialogs.dialog_with_help import DialogWithHelp
from app.views.theme import GRID
from app.views.widgets.listing import name_widget

ROLE = Qt.ItemDataRole.UserRole

REFRESH_MILLISECONDS = 500
"""After so long without a change the words are listed anew."""


class UncertainWordsDialog(DialogWithHelp):
    """Lists frequent words of uncertain label beside the window; modeless.

    Signals
    -------
    chosen(str, str)
        Add this word to a gazetteer; with its suggested label, "" for none.
    """

    chosen = Signal(str, str)

    def __init__(
        self, session: Session, search: UncertainWordsSearch, parent: QWidget | None = None
    ) -> None:
        """List words of the session's project."""
        super().__init__(
            "uncertain_words",
            self.tr("Words for a gazetteer"),
            self.tr("Frequent words whose labels are uncertain"),
            parent,
        )
        self._session = session
        self._search = search
        self._has_model = False
        self.lead = self.add_lead(self.tr("Looking for words…"))
        self.view = QListWidget(self)
        name_widget(
            self.view,
            "uncertain_words_list",
            self.tr("Words"),
            self.tr("Enter or a double click adds the word to a gazetteer"),
        )
        self.view.itemActivated.connect(self._choose)
        self.column.addWidget(self.view, 1)
        self.add_buttons(enter_closes=False)
        self.resize(64 * GRID, 56 * GRID)
        self._later = QTimer(self, singleShot=True, interval=REFRESH_MILLISECONDS)
        self._later.timeout.connect(self.list_words)
        session.changed.connect(self._follow)
        search.found.connect(self._show)
        self.finished.connect(search.cancel)
        self.list_words()

    def list_words(self) -> None:
        """List the words as of now, on a worker; those listed stay until then."""
        self._search.search()

    def _show(self, words: list[UncertainWord]) -> None:
        """List words; the current word stays current."""
        has_model = bool((self._session.proposals.models > 0).any())
        if self._has_model and not has_model and self.view.count():
            return  # a new model is on its way: its suggestions bring the next list
        self._has_model = has_model
        row = self.view.currentRow()
        word = self.view.item(row).data(ROLE).word if row >= 0 else None
        row = max(0, row)
        self.view.clear()
        for number, one in enumerate(words):
            item = QListWidgetItem(self._line(one), self.view)
            item.setData(ROLE, one)
            row = number if one.word == word else row
        self.lead.setText(
            self.tr(
                "Frequent words whose labels are uncertain. Enter or a double click "
                "adds one to a gazetteer."
            )
            if self.view.count()
            else self.tr("No open word occurs twice and is uncertain.")
        )
        self.view.setCurrentRow(min(row, self.view.count() - 1))

    def _line(self, one: UncertainWord) -> str:
        parts = [escaped_line(one.word), self.tr("{n} open").format(n=f"{one.n_open:,}")]
        if self._has_model:
            errors = self.tr("expected errors: {n}")
            parts.append(errors.format(n=f"{one.expected_errors:.1f}"))
        if one.label:
            parts.append(self.tr("mostly {label}").format(label=escaped_line(one.label)))
        return " · ".join(parts)

    def _follow(self, changes: Changes) -> None:
        if changes.gazetteers:
            self._later.stop()
            self._drop_known()
            self.list_words()
        else:
            self._later.start()

    def _drop_known(self) -> None:
        """Remove words that are in a gazetteer now: Enter must not choose one again."""
        known = self._session.project.phrases.values()
        for row in reversed(range(self.view.count())):
            if any(self.view.item(row).data(ROLE).word in phrases for phrases in known):
                self.view.takeItem(row)

    def _choose(self, item: QListWidgetItem) -> None:
        one = item.data(ROLE)
        self.chosen.emit(one.word, one.label)
