"""The command that lists words like the current one."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QWidget

from app.domain.search_line import EXACT, in_quotes
from app.services.similar_words import SimilarWordsSearch
from app.views.panels.messages import Messages
from app.views.widgets.base_dialog import BaseDialog, keep_off, open_one
from app.views.workspace import NOWHERE, Workspace


class SimilarWordsController(QObject):
    """Lists words like the current one, and finds them in the project."""

    def __init__(
        self,
        search: SimilarWordsSearch,
        workspace: Workspace,
        messages: Messages,
        window: QWidget,
        find: Callable[[str], object],
        results: QWidget,
    ) -> None:
        """Open the list over ``window``; ``find`` searches the project, and shows ``results``."""
        super().__init__(window)
        self._search = search
        self._workspace = workspace
        self._messages = messages
        self._window = window
        self._find = find
        self._results = results

    def show_similar_words(self) -> None:
        """List the words like the first selected one."""
        from app.views.dialogs.similar_words import SimilarWordsDialog

        caret = self._workspace.caret
        if caret.sentence_index == NOWHERE:
            self._messages.show_message(self.tr("There is no word: import a text first."), "info")
            return
        words = self._workspace.session.corpus.words_of(caret.sentence_index)
        word = words[caret.first]
        shown = open_one(SimilarWordsDialog, self._window)
        if isinstance(shown, SimilarWordsDialog):
            shown.show_words_like(word)
            return
        dialog = SimilarWordsDialog(self._search, word, self._window)
        dialog.word_requested.connect(lambda wanted: self._find_word(dialog, wanted))
        dialog.bring_forward()

    def _find_word(self, dialog: BaseDialog, word: str) -> None:
        # The list has words of other case as others.
        self._find(f"{EXACT}:{in_quotes(word)}")
        # After the panel has got its place.
        QTimer.singleShot(0, dialog, lambda: keep_off(dialog, self._results))
