"""The sentence view of a workspace: what is done in the one is done in the other."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QWidget

from app.domain.changes import Changes
from app.item_models.shown import NOWHERE
from app.item_models.tokens import TokensModel
from app.services.threads import UI_PRIORITY
from app.views.plain_text import PlainTips
from app.views.sentence_view.view import SentenceView
from app.views.workspace import Workspace

SETTLED_MILLISECONDS = 60
"""After so long without scrolling it is told what can be seen."""


class SentencePane(SentenceView):
    """Shows where the workspace is, and tells it where the person goes.

    Signals
    -------
    sight_told : object
        Places of the sentences that can be seen (list of int), once scrolling has come to rest.
    """

    sight_told = Signal(object)

    def __init__(self, workspace: Workspace, parent: QWidget | None = None) -> None:
        super().__init__(TokensModel(workspace.session), parent, workspace.session)
        self._workspace = workspace
        self.setItemDelegate(PlainTips(self))
        self.selection_made.connect(workspace.caret.select)
        self.span_dragged.connect(workspace.spans.resize_to)
        self.end_passed.connect(workspace.caret.move)
        self.neighbour_chosen.connect(workspace.caret.go_to)
        self.line_passed.connect(self._go_past_line)
        workspace.session.changed.connect(self._follow_session)
        self._looking = QTimer(self, singleShot=True, interval=SETTLED_MILLISECONDS)
        self._looking.timeout.connect(self._say_sight)
        self.sight_changed.connect(self._looking.start)
        self._coming: Iterator[int] = iter(())
        self._idle = QTimer(self, singleShot=True, interval=0)
        self._idle.timeout.connect(self._lay_out_ahead)
        workspace.caret.current_changed.connect(self._show_sentence)
        workspace.caret.selection_changed.connect(self._show_selection)
        workspace.propagated.connect(self._show_propagated)
        workspace.sight.be_shown(self.isVisible, self.is_out_of_sight)
        workspace.sight.scroll_wanted.connect(lambda: self.scrollTo(self.currentIndex()))
        workspace.sight.look_wanted.connect(self.viewport().repaint)
        self.painted.connect(workspace.sight.note_painted)
        self._show_sentence(workspace.caret.place)
        self._show_selection()

    def _follow_session(self, changes: Changes) -> None:
        self.follow(changes)
        if changes.queue:
            self._looking.start()

    def _show_sentence(self, place: int) -> None:
        if self._around is not None:
            self._around.go_to(place)
        self._tokens.show(place)

    def _show_selection(self) -> None:
        self.set_selection(self._workspace.caret.anchor, self._workspace.caret.token)

    def _show_propagated(self, place: int, tokens: list[int]) -> None:
        if place == self._tokens.place:
            self.pulse(tokens)

    def _go_past_line(self, step: int, x: float) -> None:
        """Go to the last line of the sentence above, or the first of the one below."""
        place = self._around.neighbour(step) if self._around is not None else NOWHERE
        if self._around is None or place == NOWHERE:
            return
        geometry = self._around.whole(place).geometry
        line = geometry.lines[0 if step > 0 else -1]
        token = geometry.token_at(x, (line.top + line.chip_bottom) / 2, nearest=True)
        self._workspace.caret.go_to(place, max(0, token))

    def _say_sight(self) -> None:
        if self._due:
            return  # it is told when all is laid out
        self.sight_told.emit(self.sentences_in_sight())
        # Next comes what the queue asks for next: its page is laid out while nobody waits.
        asked = self._workspace.session.queue.asked[:2].tolist()
        place = next((one for one in asked if one != self._tokens.place), NOWHERE)
        if self._around is not None:
            self._coming = self._around.prepare(place, self.viewport().height())
            self._idle.start()

    def _lay_out_ahead(self) -> None:
        """Lay out one sentence of the next page, unless a key is being answered."""
        if UI_PRIORITY.claimed:
            self._looking.start()
            return
        UI_PRIORITY.claim()
        try:
            left = next(self._coming, None) is not None
        finally:
            UI_PRIORITY.release()
        if left:
            self._idle.start()
