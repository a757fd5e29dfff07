"""The sentence view of a workspace: what is done in the one is done in the other."""

from __future__ import annotations

import numpy as np
from PySide6.QtWidgets import QWidget

from app.domain.spacing import readable, readable_text
from app.item_models.shown import NOWHERE
from app.item_models.tokens import TokensModel
from app.views.plain_text import PlainTips
from app.views.sentence_view.neighbours import MOST, Neighbour
from app.views.sentence_view.view import SentenceView
from app.views.workspace import Workspace


class SentencePane(SentenceView):
    """Shows where the workspace is, and tells it where the person goes."""

    def __init__(self, workspace: Workspace, parent: QWidget | None = None) -> None:
        super().__init__(TokensModel(workspace.session), parent)
        self._workspace = workspace
        self.setItemDelegate(PlainTips(self))
        self.selection_made.connect(workspace.select)
        self.span_dragged.connect(workspace.resize_to)
        self.end_passed.connect(workspace.move)
        self.neighbour_chosen.connect(self._go_to_word)
        workspace.current_changed.connect(self._show_sentence)
        workspace.selection_changed.connect(self._show_selection)
        workspace.propagated.connect(self._show_propagated)
        workspace.be_shown(self.isVisible)
        workspace.look_wanted.connect(self.viewport().repaint)
        self.painted.connect(workspace.note_painted)
        self._show_sentence(workspace.place)
        self._show_selection()

    def _show_sentence(self, place: int) -> None:
        self._tokens.show(place)
        self.set_neighbours(self._near(place, -1), self._near(place, 1))

    def _show_selection(self) -> None:
        self.set_selection(self._workspace.anchor, self._workspace.token)

    def _show_propagated(self, place: int, tokens: list[int]) -> None:
        if place == self._tokens.place:
            self.pulse(tokens)

    def _go_to_word(self, place: int, character: int) -> None:
        """Go to the word of a sentence at a character, or to the one before that."""
        starts = readable(self._workspace.session.project, place).starts
        token = int(np.searchsorted(starts, character, side="right")) - 1
        self._workspace.go_to(place, max(0, token))

    def _near(self, place: int, step: int) -> list[Neighbour]:
        """Return the sentences of the same document beside a place, the nearest first."""
        if place == NOWHERE:
            return []
        session = self._workspace.session
        visible, corpus = session.visible, session.corpus
        at = int(np.searchsorted(visible, place))
        rows = range(at + step, at + step * (MOST + 1), step)
        places = [int(visible[row]) for row in rows if 0 <= row < len(visible)]
        return [
            Neighbour(near, readable_text(session.project, near))
            for near in places
            if corpus.documents[near] == corpus.documents[place]
        ]
