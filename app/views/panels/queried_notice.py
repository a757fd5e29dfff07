"""The line above a sentence with queried tokens: how many there are, and what Enter will do."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from app.domain.changes import Changes
from app.domain.numbers import general
from app.domain.queried_tokens import Answer
from app.views.actions import KeyOf, default_key
from app.views.plain_text import set_tip
from app.views.widgets.listing import name_widget
from app.views.widgets.notice_line import NoticeLine
from app.views.workspace import Workspace


class QueriedNotice(NoticeLine):
    """Shown above the sentence view while only uncertain tokens of the sentence are queried."""

    def __init__(self, workspace: Workspace, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        name_widget(
            self,
            "asked_notice",
            self.tr("Tokens to check"),
            self.tr("How many tokens to check, and what accepting confirms"),
        )
        self._workspace = workspace
        self._key_of: KeyOf = default_key
        workspace.caret.current_changed.connect(lambda _: self._show())
        workspace.session.changed.connect(self._changed)
        self._show()

    def show_shortcuts(self, key_of: KeyOf) -> None:
        """Show the current shortcuts in texts and tips."""
        self._key_of = key_of
        on, enter = key_of("next_uncertain"), key_of("accept")
        tip = self.tr(
            "Only uncertain tokens, marked “?”, need checking. Correct them, or leave "
            "them{on}; accepting{enter} confirms them. To check whole sentences, change the "
            "setting in the queue."
        )
        set_tip(self, tip.format(on=f" ({on})" if on else "", enter=f" ({enter})" if enter else ""))
        self._show()

    def _show(self) -> None:
        asks = self._workspace.pieces.queries_tokens
        if asks:
            answer = self._workspace.pieces.answer()
            self.show_texts(self._title_text(answer), self._consequence_text(answer))
        self.setVisible(asks)

    def _title_text(self, answer: Answer) -> str:
        if not answer.queried:
            return self.tr("Nothing to check here")
        many = self.tr("{n} tokens to check", None, len(answer.queried))
        one = self.tr("1 token to check")
        return one if len(answer.queried) == 1 else many.format(n=len(answer.queried))

    def _consequence_text(self, answer: Answer) -> str:
        parts = []
        if answer.queried:
            one = self.tr("{enter} confirms it as shown")
            many = self.tr("{enter} confirms them as shown")
            parts.append(one if len(answer.queried) == 1 else many)
        else:
            parts.append(self.tr("{enter} goes on"))
        if answer.accepted:
            accept_from = self._workspace.session.project.settings.query_choice.accept_from
            text = self.tr("accepts {n} from {percent}%")
            parts.append(text.format(n=len(answer.accepted), percent=general(100 * accept_from)))
        enter = self._key_of("accept") or self.tr("Accepting")
        consequences = ", ".join(parts).format(enter=enter)
        if not answer.n_open:
            return self.tr("{what}.").format(what=consequences)
        one = self.tr("{what}; 1 token stays open.")
        many = self.tr("{what}; {n} tokens stay open.", None, answer.n_open)
        return (one if answer.n_open == 1 else many).format(what=consequences, n=answer.n_open)

    def _changed(self, changes: Changes) -> None:
        sentence_index = self._workspace.caret.sentence_index
        here = sentence_index in changes.sentences or sentence_index in changes.proposals
        if here or changes.structure or changes.settings or changes.order:
            self._show()
