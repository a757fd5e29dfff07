"""The selection of the sentence view: an anchor, and the current token, which has the ring."""

from __future__ import annotations

from PySide6.QtCore import QItemSelection, QItemSelectionModel, QObject, Signal
from PySide6.QtWidgets import QAbstractItemView

from app.item_models.tokens import TokensModel
from app.views.sentence_view.page import Page


class Selection(QObject):
    """Shows the selected tokens, and emits which ones the person selects.

    Signals
    -------
    made : int, int
        The person selected from one token (the anchor) to another (the current one).
    """

    made = Signal(int, int)

    def __init__(self, view: QAbstractItemView, tokens: TokensModel, page: Page) -> None:
        """Select tokens in a view with a page."""
        super().__init__(view)
        self._view = view
        self._tokens = tokens
        self._page = page
        self._anchor = 0

    @property
    def token(self) -> int:
        """The current token, -1 for none."""
        return self._view.currentIndex().row()

    @property
    def anchor(self) -> int:
        """The other end of the selection."""
        return self._anchor

    @property
    def selected(self) -> tuple[int, int]:
        """First and last selected token."""
        return min(self._anchor, self.token), max(self._anchor, self.token)

    def show(self, anchor: int, token: int) -> None:
        """Show a selection from ``anchor`` to ``token``, which gets the ring."""
        if not 0 <= token < self._tokens.rowCount():
            return
        before, anchor = self.selected, min(max(anchor, 0), self._tokens.rowCount() - 1)
        if (anchor, token) == (self._anchor, self.token):
            self._page.scroll_to(self._view.currentIndex())
            return
        self._anchor = anchor
        first, last = min(self._anchor, token), max(self._anchor, token)
        index = self._tokens.index(token)
        chosen = QItemSelection(self._tokens.index(first), self._tokens.index(last))
        flag = QItemSelectionModel.SelectionFlag
        self._view.selectionModel().setCurrentIndex(index, flag.NoUpdate)
        self._view.selectionModel().select(chosen, flag.ClearAndSelect)
        self._page.scroll_to(index)
        if before[0] >= 0:
            self._view.viewport().update(self._page.selection_area(*before))
        self._view.viewport().update(self._page.selection_area(first, last))

    def choose(self, anchor: int, token: int) -> None:
        """Select tokens on behalf of the person."""
        if self._tokens.rowCount():
            self.show(anchor, token)
            self.made.emit(self._anchor, token)

    def choose_all(self) -> None:
        """Select every token on behalf of the person."""
        self.choose(0, self._tokens.rowCount() - 1)

    def forget_anchor(self) -> None:
        """Reset the anchor for another sentence."""
        self._anchor = 0
