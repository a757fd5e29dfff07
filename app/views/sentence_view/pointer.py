"""The mouse in the sentence view: selects, goes to other sentences, drags edges of spans."""

from __future__ import annotations

from PySide6.QtCore import QObject, QPoint, QPointF, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QMouseEvent
from PySide6.QtWidgets import QAbstractItemView

from app.item_models.tokens import TokensModel
from app.views.sentence_view.edges import Edge, Tokens, dragged, edge_at
from app.views.sentence_view.page import Page
from app.views.sentence_view.selection import Selection
from app.views.sentence_view.surroundings import Placed


class Pointer(QObject):
    """Handles mouse events.

    Attributes: ``edge`` is the edge of a span under the mouse, ``dragged`` what the span would
    become; each None while there is none.

    Signals
    -------
    edge_changed : ()
        Another edge is under the mouse, or it was dragged.
        neighbour_chosen : int, int
        Index of another sentence that was clicked, and the token there.
        span_dragged : object, object
        An edge was dragged: old and new first and last token of the span.
        menu_requested : QPoint
        A context menu of the selected tokens was requested at this point of the screen.
    """

    edge_changed = Signal()

    neighbour_chosen = Signal(int, int)
    span_dragged = Signal(object, object)
    menu_requested = Signal(QPoint)

    def __init__(
        self, view: QAbstractItemView, tokens: TokensModel, page: Page, selection: Selection
    ) -> None:
        """Handle the mouse events passed on by a view."""
        super().__init__(view)
        self._view = view
        self._tokens = tokens
        self._page = page
        self._selection = selection
        self.edge: Edge | None = None
        self.dragged: Tokens | None = None
        self._pressed_on: int | None = None

    def press(self, event: QMouseEvent) -> None:
        """Select the token under the mouse, start to drag an edge, or go to another sentence."""
        token = self._page.token_at(event.position())
        if token < 0 and (other := self._page.placed_at(event.position())) is not None:
            token = self._choose_in(other, event)
            if token < 0:
                return
        if event.button() == Qt.MouseButton.RightButton:
            first, last = self._selection.selected
            if token >= 0 and not first <= token <= last:
                self._selection.choose(token, token)  # a menu acts on what it is opened over
            return
        if event.button() != Qt.MouseButton.LeftButton:
            return
        extend = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        self.edge = None if extend else self._edge_at(event.position())
        if self.edge is not None:
            self.dragged = self.edge.span
            self.edge_changed.emit()
            return
        self._pressed_on = token if token >= 0 else None
        if token >= 0:
            self._selection.choose(self._selection.anchor if extend else token, token)

    def move(self, event: QMouseEvent) -> None:
        """Drag the edge, select up to the token under the mouse, or show what a press does."""
        if self.edge is not None and self.dragged is not None:
            self._drag(self.edge, event.position())
            return
        if self._pressed_on is None or not event.buttons() & Qt.MouseButton.LeftButton:
            self._hover(event.position())
            return
        token = self._page.token_at(event.position(), nearest=True)
        if token >= 0 and token != self._selection.token:
            self._selection.choose(self._selection.anchor, token)

    def release(self, event: QMouseEvent) -> None:
        """End the dragging of an edge or a selection."""
        self._pressed_on = None
        edge, new = self.edge, self.dragged
        if edge is None or new is None or event.button() != Qt.MouseButton.LeftButton:
            return
        self.release_edge()
        if new != edge.span:
            self.span_dragged.emit(edge.span, new)
        else:  # a click
            token = edge.span[1 if edge.is_end else 0]
            self._selection.choose(token, token)

    def double_click(self, event: QMouseEvent) -> None:
        """Select the whole span of a token."""
        token = self._page.token_at(event.position())
        if token < 0 or event.button() != Qt.MouseButton.LeftButton:
            return
        self._pressed_on = None
        self.release_edge()
        self._selection.choose(*self._span_at(token))

    def leave(self) -> None:
        """Forget the edge, because the mouse has left the view."""
        if self.dragged is None:
            self.release_edge()

    def ask_for_menu(self, event: QContextMenuEvent) -> None:
        """Request a context menu, at the mouse or below the current token."""
        if event.reason() == QContextMenuEvent.Reason.Keyboard:
            self.ask_for_menu_by_key()
        elif self._selection.token >= 0 and self._page.placed_at(QPointF(event.pos())) is None:
            self.menu_requested.emit(event.globalPos())

    def ask_for_menu_by_key(self) -> None:
        """Request a context menu below the current token."""
        if self._selection.token >= 0:
            spot = self._page.rect_of(self._selection.token)
            self.menu_requested.emit(self._view.viewport().mapToGlobal(spot.bottomLeft()))

    def release_edge(self) -> None:
        """Stop dragging an edge, without a change."""
        if self.edge is not None:
            self.edge = self.dragged = None
            self._view.viewport().unsetCursor()
            self.edge_changed.emit()

    # ---- inside

    def _choose_in(self, other: Placed, event: QMouseEvent) -> int:
        """Go to a token of another sentence; return it, -1 if the press is handled.

        A neighbour moves away from under the mouse; a sentence of a document does not, so that the
        press is then handled as one in it.
        """
        buttons = (Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton)
        if event.button() not in buttons[: 1 if other.quiet else 2]:
            return -1
        at = event.position() - self._page.origin()
        token = other.token_at(at.x(), at.y())
        self.neighbour_chosen.emit(other.sentence_index, token)
        return -1 if other.quiet else token

    def _hover(self, point: QPointF) -> None:
        """Set the cursor shape for what a press would do."""
        edge, shape = self._edge_at(point), Qt.CursorShape
        if edge is not None:
            self._view.viewport().setCursor(shape.SizeHorCursor)
        elif (other := self._page.placed_at(point)) is not None and other.quiet:
            self._view.viewport().setCursor(shape.PointingHandCursor)
        else:
            self._view.viewport().setCursor(shape.ArrowCursor)
        if edge != self.edge:
            self.edge = edge
            self.edge_changed.emit()

    def _edge_at(self, point: QPointF) -> Edge | None:
        at = point - self._page.origin()
        geometry = self._page.arrangement().geometry
        return edge_at(geometry, self._tokens.sentence.spans, at.x(), at.y())

    def _drag(self, edge: Edge, point: QPointF) -> None:
        at = point - self._page.origin()
        new = dragged(self._page.arrangement().geometry, edge, at.x(), at.y())
        if new != self.dragged:
            self.dragged = new
            self.edge_changed.emit()

    def _span_at(self, token: int) -> tuple[int, int]:
        records = self._tokens.records
        span = records[token].span
        if span < 0:
            return token, token
        members = [record.index for record in records if record.span == span]
        return members[0], members[-1]
