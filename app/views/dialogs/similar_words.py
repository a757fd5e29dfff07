"""The list of words that occur in the same contexts as a word."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QDialogButtonBox, QListWidgetItem, QWidget

from app.domain.invisible import escaped_line
from app.domain.numbers import percentage
from app.jobs.kernels import PREPARING
from app.jobs.search.similar_words import LEAST_TOKENS, SimilarWords
from app.services.similar_words import SimilarWordsSearch
from app.translation import translated_message
from app.views.dialogs.dialog_with_help import DialogWithHelp
from app.views.panels.model_words import tokens
from app.views.plain_text import shortened
from app.views.theme import GRID
from app.views.widgets.filled_list import FilledList
from app.views.widgets.listing import name_widget


class SimilarWordsDialog(DialogWithHelp):
    """Lists similar words beside the window; modeless.

    Signals
    -------
    word_requested(str)
        Find this word in the project.
    """

    word_requested = Signal(str)

    def __init__(
        self, search: SimilarWordsSearch, word: str, parent: QWidget | None = None
    ) -> None:
        super().__init__(
            "similar_words",
            self.tr("Words like this one"),
            self.tr("Words with similar neighbours, the most similar first"),
            parent,
        )
        self._search = search
        self._word = word
        self.lead = self.add_lead("")
        self.view = FilledList(self)
        name_widget(
            self.view,
            "similar_words_list",
            self.tr("Similar words"),
            self.tr("Enter or a double click finds the word in the project"),
        )
        self.view.itemActivated.connect(self._activate)
        self.column.addWidget(self.view, 1)
        role = QDialogButtonBox.ButtonRole.ActionRole
        box = self.add_buttons(enter_closes=False)
        self.find_button = box.addButton(self.tr("&Find in the project"), role)
        self.find_button.setAutoDefault(False)
        self.find_button.clicked.connect(lambda: self._activate(self.view.currentItem()))
        self.set_usual_size(46 * GRID, 50 * GRID)
        search.found.connect(self._show)
        search.failed.connect(self.lead.setText)
        search.progressed.connect(self._show_progress)
        self.finished.connect(search.cancel)
        self._begin()

    def show_words_like(self, word: str) -> None:
        """List the words like another word."""
        self._word = word
        self._begin()

    def _begin(self) -> None:
        self.view.clear()
        self.view.show_if_filled()
        self.find_button.setEnabled(False)
        self.lead.setText(
            self.tr("Comparing words…") if self._search.ready else translated_message(PREPARING)
        )
        self._search.search(self._word)

    def _show_progress(self, done: int, total: int) -> None:
        if total:
            text = self.tr("Comparing words · {n}%")
            self.lead.setText(text.format(n=100 * done // total))

    def _show(self, found: SimilarWords) -> None:
        self.view.clear()
        for word, cosine in found.nearest:
            likeness = self.tr("{percentage} similar")
            likeness = likeness.format(percentage=percentage(round(100 * cosine)))
            item = QListWidgetItem(f"{escaped_line(word)} · {likeness}", self.view)
            item.setData(Qt.ItemDataRole.UserRole, word)
        self.lead.setText(self._explanation(found))
        self.find_button.setEnabled(bool(found.nearest))
        if found.nearest:
            self.view.setCurrentRow(0)
        self.view.show_if_filled()

    def _explanation(self, found: SimilarWords) -> str:
        word = shortened(escaped_line(found.word))
        if found.is_too_short:
            text = self.tr(
                "Words are compared by their neighbours in the whole text. This needs at least "
                "{least}; this project has {tokens}. Project → Unlabelled text… adds more."
            )
            return text.format(least=tokens(LEAST_TOKENS), tokens=tokens(found.n_tokens))
        if not found.nearest:
            return self.tr("No word has neighbours like those of “{word}”.").format(word=word)
        return self.tr(
            "Words whose neighbours are most similar to those of “{word}”. Enter finds one in the "
            "project."
        ).format(word=word)

    def _activate(self, item: QListWidgetItem | None) -> None:
        if item is not None:
            self.word_requested.emit(item.data(Qt.ItemDataRole.UserRole))
