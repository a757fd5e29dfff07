"""The mouse: selects words, goes to other sentences, and drags the edges of spans."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPoint, QPointF, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QMouseEvent, QWheelEvent
from PySide6.QtWidgets import QWidget

from app.item_models.tokens import TokensModel
from app.session import Session
from app.views.sentence_view.edges import Edge, dragged, edge_at
from app.views.sentence_view.painted import PaintedView
from app.views.sentence_view.scaled import ZOOM_STEP
from app.views.sentence_view.surroundings import Placed


class PointedView(PaintedView):
    """Says by signals what the person did with the mouse.

    Signals
    -------
    selection_made : int, int
        The person selected from one token (the anchor) to another (the current one).
    span_asked_for : int
        The person double-clicked a token: they mean its whole span.
    neighbour_chosen : int, int
        Place of another sentence that was clicked, and the token there.
    span_dragged : object, object
        The person dragged an edge of a span: its first and last token, and what they are to be.
    menu_wanted : QPoint
        The person asked for a menu of the selected tokens at this place of the screen.
    answer_wanted :
        A key or a button of the mouse was pressed; what it changes is not painted yet.
    """

    selection_made = Signal(int, int)
    span_asked_for = Signal(int)
    neighbour_chosen = Signal(int, int)
    span_dragged = Signal(object, object)
    menu_wanted = Signal(QPoint)
    answer_wanted = Signal()

    def __init__(
        self, model: TokensModel, parent: QWidget | None = None, session: Session | None = None
    ) -> None:
        super().__init__(model, parent, session)
        self._pressed_on: int | None = None

    def _choose(self, anchor: int, token: int) -> None:
        if not self._tokens.rowCount():
            return
        self._column_x = None
        self.set_selection(anchor, token)
        self.selection_made.emit(self._anchor, token)

    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: D102 (Qt's own)
        self.answer_wanted.emit()
        token = self.indexAt(event.position().toPoint()).row()
        if token < 0 and (other := self._placed_at(event.position())) is not None:
            token = self._choose_in(other, event)
            if token < 0:
                return
        if event.button() == Qt.MouseButton.RightButton:
            first, last = self.selected
            if token >= 0 and not first <= token <= last:
                self._choose(token, token)  # a menu acts on what it is opened over
            return
        if event.button() != Qt.MouseButton.LeftButton:
            return
        extend = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        self._edge = None if extend else self._edge_at(event.position())
        if self._edge is not None:
            self._dragged = self._edge.span
            self._paint_again()
            return
        self._pressed_on = token if token >= 0 else None
        if token >= 0:
            self._choose(self._anchor if extend else token, token)

    def _choose_in(self, other: Placed, event: QMouseEvent) -> int:
        """Go to a word of another sentence; return which token it is, -1 if that is all.

        A neighbour jumps away from under the mouse; a sentence of a document stays where it is, so
        that the press goes on as one in it.
        """
        buttons = (Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton)
        if event.button() not in buttons[: 1 if other.quiet else 2]:
            return -1
        at = event.position() - self._origin()
        token = other.token_at(at.x(), at.y())
        self.neighbour_chosen.emit(other.place, token)
        return -1 if other.quiet else token

    def mouseMoveEvent(self, event: QMouseEvent) -> None:  # noqa: D102 (Qt's own)
        if self._edge is not None and self._dragged is not None:
            self._drag(self._edge, event.position())
            return
        if self._pressed_on is None or not event.buttons() & Qt.MouseButton.LeftButton:
            self._hover(event.position())
            return
        at = event.position() - self._origin()
        token = self._arrangement().geometry.token_at(at.x(), at.y(), nearest=True)
        if token >= 0 and token != self.token:
            self._choose(self._anchor, token)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:  # noqa: D102 (Qt's own)
        self._pressed_on = None
        edge, new = self._edge, self._dragged
        if edge is None or new is None or event.button() != Qt.MouseButton.LeftButton:
            return
        self._let_go()
        if new != edge.span:
            self.span_dragged.emit(edge.span, new)
        else:  # a click, no more
            token = edge.span[1 if edge.is_end else 0]
            self._choose(token, token)

    def _hover(self, point: QPointF) -> None:
        """Show what the mouse would do here."""
        edge, shape = self._edge_at(point), Qt.CursorShape
        if edge is not None:
            self.viewport().setCursor(shape.SizeHorCursor)
        elif (other := self._placed_at(point)) is not None and other.quiet:
            self.viewport().setCursor(shape.PointingHandCursor)
        else:
            self.viewport().setCursor(shape.ArrowCursor)
        if edge != self._edge:
            self._edge = edge
            self._paint_again()

    def _edge_at(self, point: QPointF) -> Edge | None:
        at = point - self._origin()
        return edge_at(self._arrangement().geometry, self._tokens.sentence.spans, at.x(), at.y())

    def _drag(self, edge: Edge, point: QPointF) -> None:
        at = point - self._origin()
        new = dragged(self._arrangement().geometry, edge, at.x(), at.y())
        if new != self._dragged:
            self._dragged = new
            self._paint_again()

    def leaveEvent(self, event: QEvent) -> None:  # noqa: D102 (Qt's own)
        super().leaveEvent(event)
        if self._dragged is None:
            self._let_go()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:  # noqa: D102 (Qt's own)
        token = self.indexAt(event.position().toPoint()).row()
        if token < 0 or event.button() != Qt.MouseButton.LeftButton:
            return
        self._pressed_on = None
        self._let_go()
        first, last = self._span_at(token)
        self._choose(first, last)
        self.span_asked_for.emit(token)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:  # noqa: D102 (Qt's own)
        if self.token < 0:
            return
        at = event.globalPos()
        if event.reason() == QContextMenuEvent.Reason.Keyboard:
            at = self.viewport().mapToGlobal(self.visualRect(self.currentIndex()).bottomLeft())
        elif self._placed_at(QPointF(event.pos())) is not None:
            return
        self.menu_wanted.emit(at)

    def wheelEvent(self, event: QWheelEvent) -> None:  # noqa: D102 (Qt's own)
        if not event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            super().wheelEvent(event)
            return
        turn = event.angleDelta().y() / 120.0
        if turn:
            self.set_zoom(self._zoom + ZOOM_STEP * turn)
        event.accept()

    def _span_at(self, token: int) -> tuple[int, int]:
        records = self._tokens.records
        span = records[token].span
        if span < 0:
            return token, token
        members = [record.index for record in records if record.span == span]
        return members[0], members[-1]
