"""The sentence view of a workspace: what is done in the one is done in the other."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import QObject, QTimer, Signal
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
    """A sentence view that is bound to a workspace."""

    def __init__(self, workspace: Workspace, parent: QWidget | None = None) -> None:
        tokens = TokensModel(workspace.session)
        super().__init__(tokens, parent, workspace.session)
        self.setItemDelegate(PlainTips(self))
        self.workspace = workspace
        self.binding = Binding(self, tokens, workspace)


class Binding(QObject):
    """Shows in a view where the workspace is, and tells the workspace where the person goes.

    Signals
    -------
    sight_told : object
        Places of the sentences that can be seen (list of int), once scrolling has come to rest.
    """

    sight_told = Signal(object)

    def __init__(self, view: SentenceView, tokens: TokensModel, workspace: Workspace) -> None:
        """Bind a view, and the tokens that it shows, to a workspace."""
        super().__init__(view)
        self._view = view
        self._tokens = tokens
        self._workspace = workspace
        self._looking = QTimer(self, singleShot=True, interval=SETTLED_MILLISECONDS)
        self._looking.timeout.connect(self._tell_sight)
        self._coming: Iterator[int] = iter(())
        self._idle = QTimer(self, singleShot=True, interval=0)
        self._idle.timeout.connect(self._lay_out_ahead)
        self._follow_person()
        self._follow_workspace()
        self._show_sentence(workspace.caret.place)
        self._show_selection()

    def _follow_person(self) -> None:
        view, workspace = self._view, self._workspace
        view.selection.made.connect(workspace.caret.select)
        view.pointer.span_dragged.connect(workspace.spans.resize_to)
        view.pointer.neighbour_chosen.connect(workspace.caret.go_to)
        view.keys.end_passed.connect(workspace.caret.move)
        view.keys.line_passed.connect(self._go_past_line)
        view.page.sight_changed.connect(self._looking.start)
        view.painter.painted.connect(workspace.sight.note_painted)

    def _follow_workspace(self) -> None:
        view, workspace = self._view, self._workspace
        workspace.session.changed.connect(self._follow_session)
        workspace.caret.current_changed.connect(self._show_sentence)
        workspace.caret.selection_changed.connect(self._show_selection)
        workspace.propagated.connect(self._show_propagated)
        page = view.page
        workspace.sight.be_shown(view.isVisible, page.is_out_of_sight, page.tokens_in_view)
        workspace.sight.scroll_wanted.connect(page.scroll_to_current)
        workspace.sight.more_wanted.connect(page.scroll_on_to)
        workspace.sight.look_wanted.connect(view.viewport().repaint)

    def _follow_session(self, changes: Changes) -> None:
        self._view.page.follow(changes)
        if changes.queue:
            self._looking.start()

    def _show_sentence(self, place: int) -> None:
        around = self._view.page.around
        if around is not None and around.go_to(place):
            self._view.viewport().update()
        self._tokens.show(place)

    def _show_selection(self) -> None:
        caret = self._workspace.caret
        self._view.selection.show(caret.anchor, caret.token)

    def _show_propagated(self, place: int, tokens: list[int]) -> None:
        if place == self._tokens.place:
            self._view.painter.pulse(tokens)

    def _go_past_line(self, step: int, x: float) -> None:
        """Go to the last line of the sentence above, or the first of the one below."""
        around = self._view.page.around
        place = around.neighbour(step) if around is not None else NOWHERE
        if around is None or place == NOWHERE:
            return
        geometry = around.whole(place).geometry
        line = geometry.lines[0 if step > 0 else -1]
        token = geometry.token_at(x, (line.top + line.chip_bottom) / 2, nearest=True)
        self._workspace.caret.go_to(place, max(0, token))

    def _tell_sight(self) -> None:
        page = self._view.page
        if page.is_due:
            return  # it is told when all is laid out
        self.sight_told.emit(page.sentences_in_sight())
        # Next comes what the queue asks for next: its page is laid out while nobody waits.
        asked = self._workspace.session.queue.asked[:2].tolist()
        place = next((one for one in asked if one != self._tokens.place), NOWHERE)
        if page.around is not None:
            self._coming = page.around.prepare(place, self._view.viewport().height())
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
