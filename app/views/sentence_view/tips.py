"""The tool tips of the sentences around the current one, made when the pointer rests."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QObject, QPoint, QPointF, QRect, Signal
from PySide6.QtGui import QHelpEvent
from PySide6.QtWidgets import QAbstractItemView, QToolTip

from app.domain.consistency import ConfirmedNames
from app.item_models.displayed_sentence import NOWHERE, ShownSentence
from app.item_models.token_tips import TokenTips
from app.session import Session
from app.views.plain_text import in_lines
from app.views.sentence_view.page import Page


@dataclass(frozen=True, slots=True)
class _Pointed:
    """A token under the resting pointer, and where it is in the viewport."""

    sentence_index: int
    token: int
    position: QPoint
    rect: QRect


class Tips(QObject):
    """Shows the tool tips of tokens outside the current sentence.

    A tip is shown at once, and once more when it is known which confirmed names speak about the
    suggestion.

    Signals
    -------
    names_wanted : int
        The pointer rests on this sentence: find the confirmed names; `NOWHERE`: no longer.
    """

    names_wanted = Signal(int)

    def __init__(self, view: QAbstractItemView, page: Page, session: Session) -> None:
        """Show tips of the sentences that a page places around the current one."""
        super().__init__(view)
        self._view = view
        self._page = page
        self._session = session
        self._tips = TokenTips(session)
        self._pointed: _Pointed | None = None
        self._named = NOWHERE
        self._names: ConfirmedNames = {}

    def show_at(self, event: QHelpEvent) -> bool:
        """Show the tip of the token under the pointer; False if there is none."""
        self._pointed = self._token_at(event)
        if self._pointed is None:
            self.leave()
            return False
        if self._pointed.sentence_index != self._named:
            self._named, self._names = self._pointed.sentence_index, {}
            self.names_wanted.emit(self._named)
        self._show(self._pointed)
        return True

    def show_names(self, sentence_index: int, names: ConfirmedNames) -> None:
        """Show which confirmed names speak about a sentence, if its tip is still shown."""
        if sentence_index != self._named or names == self._names:
            return
        self._names = names
        if self._pointed is not None and QToolTip.isVisible():
            self._show(self._pointed)

    def leave(self) -> None:
        """Forget the token: the pointer is elsewhere."""
        self._pointed = None
        if self._named != NOWHERE:
            self._named, self._names = NOWHERE, {}
            self.names_wanted.emit(NOWHERE)

    def _token_at(self, event: QHelpEvent) -> _Pointed | None:
        point = QPointF(event.pos())
        other = self._page.placed_at(point)
        if other is None:
            return None
        origin, geometry = self._page.origin() + QPointF(0, other.top), other.arrangement.geometry
        at = point - origin
        token = geometry.token_at(at.x(), at.y())
        if token < 0:
            return None
        rect = geometry.rect(token).translated(origin).toAlignedRect()
        return _Pointed(other.sentence_index, other.first + token, event.globalPos(), rect)

    def _show(self, pointed: _Pointed) -> None:
        helped = self._page.around is None or self._page.around.shows_suggestions
        # The whole sentence, of which a page may show a part.
        shown = ShownSentence(self._session, pointed.sentence_index, helped=helped)
        if pointed.token >= len(shown.records):
            return
        tip = self._tips.tip(shown, shown.records[pointed.token], self._names if helped else {})
        QToolTip.showText(pointed.position, in_lines(tip), self._view.viewport(), pointed.rect)
