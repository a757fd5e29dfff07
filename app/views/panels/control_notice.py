"""The line above a test sentence that says what it is."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from app.domain.changes import Changes
from app.domain.tokens import Role
from app.views.actions import KeyOf, default_key, with_key
from app.views.plain_text import set_tip
from app.views.widgets.listing import name_widget
from app.views.widgets.notice_line import NoticeLine
from app.views.workspace import NOWHERE, Workspace


class ControlNotice(NoticeLine):
    """Shown above the sentence view while the current sentence is a test sentence."""

    def __init__(self, workspace: Workspace, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        name_widget(
            self,
            "control_notice",
            self.tr("Test sentence"),
            self.tr("Shown when the current sentence is a test sentence"),
        )
        self._workspace = workspace
        self.show_texts(
            self.tr("Test sentence: label it without suggestions"),
            self.tr("The model suggests nothing here and is never trained on it."),
        )
        self.show_shortcuts(default_key)
        workspace.caret.current_changed.connect(self._show)
        workspace.session.changed.connect(self._changed)
        self._show(workspace.caret.sentence_index)

    def show_shortcuts(self, key_of: KeyOf) -> None:
        """Show the current shortcuts in texts and tips."""
        tip = self.tr(
            "Randomly drawn to measure model quality. Label all spans yourself, then accept "
            "the sentence."
        )
        set_tip(self, with_key(tip, key_of("accept")))

    def _show(self, sentence_index: int) -> None:
        corpus = self._workspace.session.corpus
        self.setVisible(
            sentence_index != NOWHERE and bool(corpus.roles[sentence_index] == Role.CONTROL)
        )

    def _changed(self, changes: Changes) -> None:
        if self._workspace.caret.sentence_index in changes.sentences or changes.structure:
            self._show(self._workspace.caret.sentence_index)
