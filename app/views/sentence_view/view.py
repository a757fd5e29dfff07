"""The view itself: a list of tokens that reads as flowing text."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest

from PySide6.QtCore import (
    QEvent,
    QItemSelection,
    QItemSelectionModel,
    QModelIndex,
    QPersistentModelIndex,
    QPoint,
    QPointF,
    QRect,
    QRectF,
    Qt,
    Signal,
)
from PySide6.QtGui import (
    QAccessible,
    QAccessibleEvent,
    QContextMenuEvent,
    QFocusEvent,
    QFont,
    QGuiApplication,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QRegion,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QAbstractItemView, QFrame, QListView, QStyle, QWidget

from app.item_models.tokens import TokensModel
from app.views.actions import KeyOf, usual_key, with_key
from app.views.sentence_view.arrangement import Arrangement, arrange
from app.views.sentence_view.edges import Edge, Tokens, dragged, edge_at
from app.views.sentence_view.geometry import SentenceGeometry
from app.views.sentence_view.metrics import DEFAULT_POINTS, Metrics
from app.views.sentence_view.movement import (
    HORIZONTAL,
    KEYS,
    VERTICAL,
    Move,
    leap,
    past_the_end,
    target,
)
from app.views.sentence_view.neighbours import (
    LaidOut,
    Neighbour,
    lay_out_neighbours,
    paint_neighbours,
)
from app.views.sentence_view.painting import (
    PULSE_REACH,
    Focus,
    paint_dragged,
    paint_grip,
    paint_pulse,
    paint_sentence,
)
from app.views.sentence_view.pulse import Pulse
from app.views.spoken import tell_current, tell_entered, tell_selection
from app.views.theme import GRID, theme_of

MARGIN = 4 * GRID
WIDEST_COLUMN = 38
"""In heights of a line of text: about eighty letters, what an eye follows at ease."""
SMALLEST_ZOOM, LARGEST_ZOOM, ZOOM_STEP = 0.5, 3.0, 0.1

_Index = QModelIndex | QPersistentModelIndex


class SentenceView(QListView):
    """Shows one sentence as running text with a chip for each label, and its neighbours dimmed.

    Each token is an item of the list, so that screen readers find it with its name and place. The
    view changes nothing: it says by signals what the person did, and shows what it is told.

    Signals
    -------
    selection_made : int, int
        The person selected from one token (the anchor) to another (the current one).
    span_asked_for : int
        The person double-clicked a token: they mean its whole span.
    end_passed : int
        An arrow key went past the sentence's end (1) or its beginning (-1).
    neighbour_chosen : int, int
        Place of the neighbouring sentence that was clicked, and the character there.
    span_dragged : object, object
        The person dragged an edge of a span: its first and last token, and what they are to be.
    menu_wanted : QPoint
        The person asked for a menu of the selected tokens at this place of the screen.
    zoom_changed : float
        The size of the text; 1 is 16 points.
    answer_wanted :
        A key or a button of the mouse was pressed; what it changes is not painted yet.
    painted :
        A paint has ended; what was to be shown is on the screen.
    """

    selection_made = Signal(int, int)
    span_asked_for = Signal(int)
    end_passed = Signal(int)
    neighbour_chosen = Signal(int, int)
    span_dragged = Signal(object, object)
    menu_wanted = Signal(QPoint)
    zoom_changed = Signal(float)
    answer_wanted = Signal()
    painted = Signal()

    def __init__(self, model: TokensModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._tokens = model
        self._zoom = 1.0
        self._key_of: KeyOf = usual_key
        self._family, self._points = "", DEFAULT_POINTS
        self._metrics = self._measured()
        self._theme = theme_of(self.palette())
        self._arranged: Arrangement | None = None
        self._stale = False
        self._before: Sequence[Neighbour] = ()
        self._behind: Sequence[Neighbour] = ()
        self._around: list[LaidOut] | None = None
        self._anchor = 0
        self._column_x: float | None = None
        self._pressed_on: int | None = None
        # The edge of a span under the mouse, and what the span would become by its dragging.
        self._edge: Edge | None = None
        self._dragged: Tokens | None = None
        self._room: QWidget | None = None
        self._pulse = Pulse(self)
        self._pulse.moved.connect(self._paint_pulse_again)
        # Where the pulse was painted last.
        self._pulsed = QRect()
        self._set_up()
        self.setModel(model)

    def _set_up(self) -> None:
        self.setObjectName("sentence_view")
        self.setAccessibleName(self.tr("Sentence"))
        self.setAccessibleDescription(
            self.tr("The tokens of the current sentence, with their labels and proposals.")
        )
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ContiguousSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setTabKeyNavigation(False)
        self.setMouseTracking(True)
        self.setMinimumSize(34 * GRID, 16 * GRID)

    # ---- what is shown

    @property
    def zoom(self) -> float:
        """The size of the text; 1 is 16 points."""
        return self._zoom

    @property
    def geometry_of_sentence(self) -> SentenceGeometry:
        """Where the tokens stand, relative to the column of text."""
        return self._arrangement().geometry

    @property
    def token(self) -> int:
        """The current token, -1 for none."""
        return self.currentIndex().row()

    @property
    def selected(self) -> tuple[int, int]:
        """First and last selected token."""
        return min(self._anchor, self.token), max(self._anchor, self.token)

    def say_keys(self, key_of: KeyOf) -> None:
        """Name the keys that hold, where there is no sentence."""
        self._key_of = key_of
        self.viewport().update()

    def stand_in(self, room: QWidget) -> None:
        """Place the text by the height of ``room``, of which a message below may take a strip.

        Without this the text would jump whenever a message comes or goes.
        """
        self._room = room
        self._lay_out_anew()

    def set_selection(self, anchor: int, token: int) -> None:
        """Show a selection from ``anchor`` to ``token``, which gets the ring."""
        if not 0 <= token < self._tokens.rowCount():
            return
        self._anchor = min(max(anchor, 0), self._tokens.rowCount() - 1)
        first, last = min(self._anchor, token), max(self._anchor, token)
        index = self._tokens.index(token)
        chosen = QItemSelection(self._tokens.index(first), self._tokens.index(last))
        flag = QItemSelectionModel.SelectionFlag
        self.selectionModel().setCurrentIndex(index, flag.NoUpdate)
        self.selectionModel().select(chosen, flag.ClearAndSelect)
        self.scrollTo(index)
        self.viewport().update()

    def set_neighbours(self, before: Sequence[Neighbour], behind: Sequence[Neighbour]) -> None:
        """Show these sentences above (nearest first) and below."""
        self._before, self._behind = before, behind
        self._around = None
        self.viewport().update()

    def set_zoom(self, zoom: float) -> None:
        """Show the text larger or smaller; 1 is 16 points."""
        zoom = round(min(max(zoom, SMALLEST_ZOOM), LARGEST_ZOOM), 2)
        if zoom != self._zoom:
            self._zoom = zoom
            self._lay_out_anew()
            self.zoom_changed.emit(zoom)

    def set_letters(self, family: str, points: float) -> None:
        """Show the text in another font ("" for the window's) and, at a zoom of 1, size (0: 16)."""
        wanted = (family, points or DEFAULT_POINTS)
        if wanted != (self._family, self._points):
            self._family, self._points = wanted
            self._lay_out_anew()

    def _measured(self) -> Metrics:
        font = QFont(self.font())
        if self._family:
            font.setFamilies([self._family, *font.families()])
        return Metrics.of(font, self._zoom * self._points / DEFAULT_POINTS)

    def zoom_in(self) -> None:
        """Show the text one step larger."""
        self.set_zoom(self._zoom + ZOOM_STEP)

    def zoom_out(self) -> None:
        """Show the text one step smaller."""
        self.set_zoom(self._zoom - ZOOM_STEP)

    def reset_zoom(self) -> None:
        """Show the text at its usual size."""
        self.set_zoom(1.0)

    def pulse(self, tokens: Sequence[int]) -> None:
        """Let tokens that changed by themselves pulse once, unless less motion is asked for."""
        self._pulse.start(tokens)

    def copy(self) -> None:
        """Copy the selected tokens, as they stand in the text, to the clipboard."""
        first, last = self.selected
        records = self._tokens.records
        if 0 <= first < len(records):
            text = self._tokens.sentence.text[records[first].start : records[last].end]
            QGuiApplication.clipboard().setText(text)

    # ---- geometry

    def _arrangement(self) -> Arrangement:
        if self._arranged is None or self._stale:
            previous = self._arranged
            self._arranged = arrange(
                self._tokens.sentence, self._metrics, self._column_width(), previous
            )
            self._stale = False
            if previous is None or previous.geometry.height != self._arranged.geometry.height:
                self._around = None
        return self._arranged

    def _neighbours(self) -> list[LaidOut]:
        if self._around is None:
            self._around = lay_out_neighbours(
                self._before,
                self._behind,
                self._metrics,
                self._column_width(),
                self._arrangement().geometry.height,
            )
        return self._around

    def _lay_out_anew(self) -> None:
        """Forget all places: another sentence, font or width."""
        self._metrics = self._measured()
        self._arranged = None
        self._around = None
        self._column_x = None
        self.updateGeometries()
        if self.currentIndex().isValid():
            self.scrollTo(self.currentIndex())
        self.viewport().update()

    def _available(self) -> int:
        """Return the width without the scroll bar, whether or not that is shown."""
        bar = self.style().pixelMetric(QStyle.PixelMetric.PM_ScrollBarExtent, None, self)
        return self.contentsRect().width() - bar

    def _column_width(self) -> float:
        widest = WIDEST_COLUMN * (self._metrics.ascent + self._metrics.descent)
        return max(float(MARGIN), min(widest, self._available() - 2.0 * MARGIN))

    def _origin(self) -> QPointF:
        """Return where the column of text begins in the viewport."""
        left = round(max(MARGIN, (self._available() - self._column_width()) / 2))
        return QPointF(left, self._first_top() - self.verticalScrollBar().value())

    def _first_top(self) -> int:
        """Return where the first line begins: a third down, if a line fits into a third."""
        tall = self.viewport().height() if self._room is None else self._room.height()
        return round(min(tall / 3, max(GRID, (tall - self._line_height()) / 2)))

    def _line_height(self) -> float:
        lines = self._arrangement().geometry.lines
        return lines[0].bottom - lines[0].top if lines else 0.0

    def visualRect(self, index: _Index) -> QRect:  # noqa: D102 (Qt's own)
        geometry = self._arrangement().geometry
        if not index.isValid() or index.row() >= geometry.n_tokens:
            return QRect()
        return geometry.rect(index.row()).translated(self._origin()).toAlignedRect()

    def indexAt(self, point: QPoint) -> QModelIndex:  # noqa: D102 (Qt's own)
        at = QPointF(point) - self._origin()
        token = self._arrangement().geometry.token_at(at.x(), at.y())
        return self._tokens.index(token) if token >= 0 else QModelIndex()

    def visualRegionForSelection(self, selection: QItemSelection) -> QRegion:  # noqa: D102
        region = QRegion()
        for index in selection.indexes():
            region += self.visualRect(index)
        return region

    def isIndexHidden(self, _index: _Index) -> bool:  # noqa: D102 (Qt's own)
        return False

    def horizontalOffset(self) -> int:  # noqa: D102 (Qt's own)
        return 0

    def verticalOffset(self) -> int:  # noqa: D102 (Qt's own)
        return self.verticalScrollBar().value()

    def scrollTo(
        self,
        index: _Index,
        _hint: QAbstractItemView.ScrollHint = QAbstractItemView.ScrollHint.EnsureVisible,
    ) -> None:
        """Scroll so far, and no further, that the token's line stands in the middle third."""
        geometry = self._arrangement().geometry
        if not index.isValid() or index.row() >= geometry.n_tokens:
            return
        line = geometry.lines[geometry.line_of(index.row())]
        bar = self.verticalScrollBar()
        tall = self.viewport().height()
        upper = self._first_top()
        lower = max(2 * tall / 3, upper + line.bottom - line.top)
        top, bottom = upper + line.top - bar.value(), upper + line.bottom - bar.value()
        if top < upper:
            bar.setValue(bar.value() + round(top - upper))
        elif bottom > lower:
            bar.setValue(bar.value() + round(bottom - lower))

    def updateGeometries(self) -> None:  # noqa: D102 (Qt's own)
        tall, height = self.viewport().height(), self._arrangement().geometry.height
        bar = self.verticalScrollBar()
        room = max(2 * tall / 3 - self._first_top(), self._line_height())
        beyond = max(0, round(height + self._metrics.row_gap - room))
        bar.setRange(0, beyond)
        bar.setPageStep(tall)
        bar.setSingleStep(max(1, round(self._line_height() / 2)))
        fits = self._first_top() + height <= tall
        policy = Qt.ScrollBarPolicy
        self.setVerticalScrollBarPolicy(
            policy.ScrollBarAlwaysOff if fits else policy.ScrollBarAsNeeded
        )

    def doItemsLayout(self) -> None:  # noqa: D102 (Qt's own)
        # The list's own layout would ask for the size of each of 5,000 items.
        QAbstractItemView.doItemsLayout(self)

    # ---- what Qt tells

    def reset(self) -> None:  # noqa: D102 (Qt's own)
        super().reset()
        self._let_go()
        self._anchor = 0
        self._pulse.stop()
        self.verticalScrollBar().setValue(0)
        self._lay_out_anew()

    def dataChanged(  # noqa: D102 (Qt's own)
        self, first: _Index, last: _Index, _roles: Sequence[int] = ()
    ) -> None:
        super().dataChanged(first, last, [])
        self._stale = True
        self._let_go()
        self.updateGeometries()
        self.viewport().update()
        if first.row() <= self.token <= last.row():
            self._tell_reader()

    def _tell_reader(self) -> None:
        """Let a screen reader say what the current token has become."""
        if QAccessible.isActive():
            event = QAccessibleEvent(self, QAccessible.Event.NameChanged)
            event.setChild(self.token)
            QAccessible.updateAccessibility(event)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: D102 (Qt's own)
        super().resizeEvent(event)
        wider = self._arranged is None or self._arranged.geometry.width != self._column_width()
        if wider:
            self._lay_out_anew()
        else:
            self.updateGeometries()

    def scrollContentsBy(self, _dx: int, _dy: int) -> None:  # noqa: D102 (Qt's own)
        self.viewport().update()

    def changeEvent(self, event: QEvent) -> None:  # noqa: D102 (Qt's own)
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self._theme = theme_of(self.palette())
            self.viewport().update()
        elif event.type() in {QEvent.Type.FontChange, QEvent.Type.StyleChange}:
            self._lay_out_anew()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: D102 (Qt's own)
        painter = QPainter(self.viewport())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if not self._tokens.rowCount():
            self._paint_nothing(painter)
        else:
            self._paint_text(painter, event.rect())
        painter.end()
        self.painted.emit()

    def _paint_text(self, painter: QPainter, exposed: QRect) -> None:
        arrangement = self._arrangement()
        origin = self._origin()
        painter.translate(origin)
        visible = QRectF(exposed).translated(-origin)
        paint_neighbours(painter, self._neighbours(), self._theme, visible)
        marked = self._marked()
        paint_sentence(painter, arrangement, self._theme, self._focus(), marked, visible)
        if self._dragged is not None:
            paint_dragged(painter, arrangement.geometry, self._theme, self._dragged)
        elif self._edge is not None:
            paint_grip(painter, arrangement.geometry, self._theme, self._edge)
        if self._pulse.tokens:
            paint_pulse(
                painter, arrangement.geometry, self._theme, self._pulse.tokens, self._pulse.age
            )

    def _marked(self) -> list[int]:
        """Return the tokens with the mark of a change by itself, of a span the last one."""
        records = self._tokens.records
        return [
            record.index
            for record, behind in zip_longest(records, records[1:])
            if record.propagated
            and not (behind and behind.propagated and behind.span == record.span >= 0)
        ]

    def _paint_nothing(self, painter: QPainter) -> None:
        painter.setPen(self._theme.faint)
        rect = self.viewport().rect().adjusted(MARGIN, MARGIN, -MARGIN, -MARGIN)
        painter.drawText(
            rect,
            Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap,
            with_key(
                self.tr("The sentence to label will be shown here. To begin, import a text."),
                self._key_of("import_files"),
            ),
        )

    def _focus(self) -> Focus | None:
        if self.token < 0:
            return None
        return Focus(self.token, *self.selected, active=self.hasFocus())

    def _paint_again(self) -> None:
        self.viewport().update()

    def _paint_pulse_again(self) -> None:
        """Paint what the pulse reaches: it moves sixty times a second, beside the keys."""
        geometry = self._arrangement().geometry
        before, self._pulsed = self._pulsed, QRect()
        for token in self._pulse.tokens:
            if token < geometry.n_tokens:
                place = geometry.rect(token).translated(self._origin()).toAlignedRect()
                reach = PULSE_REACH
                self._pulsed |= place.adjusted(-reach, -reach, reach, reach)
        if touched := before | self._pulsed:
            self.viewport().update(touched)

    def currentChanged(  # noqa: D102 (Qt's own)
        self, current: _Index, previous: _Index
    ) -> None:
        QAbstractItemView.currentChanged(self, current, previous)
        tell_current(self)

    def selectionChanged(  # noqa: D102 (Qt's own)
        self, selected: QItemSelection, deselected: QItemSelection
    ) -> None:
        QAbstractItemView.selectionChanged(self, selected, deselected)
        tell_selection(self, selected, deselected)

    def focusInEvent(self, event: QFocusEvent) -> None:  # noqa: D102 (Qt's own)
        super().focusInEvent(event)
        tell_entered(self)
        self.viewport().update()

    def focusOutEvent(self, event: QFocusEvent) -> None:  # noqa: D102 (Qt's own)
        super().focusOutEvent(event)
        self._let_go()
        self.viewport().update()

    # ---- the keyboard

    def event(self, event: QEvent) -> bool:  # noqa: D102 (Qt's own)
        # Ahead of every key, whatever it will do.
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            self.answer_wanted.emit()
            # While an edge is dragged Esc gives that up, whatever else it does.
            if event.key() == Qt.Key.Key_Escape and self._dragged is not None:
                event.accept()
                return True
        return super().event(event)

    def keyboardSearch(self, _search: str) -> None:
        """Do nothing: letters give labels here, they do not look for words."""

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: D102 (Qt's own)
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy()
        elif event.matches(QKeySequence.StandardKey.SelectAll):
            self._choose(0, self._tokens.rowCount() - 1)
        elif event.key() == Qt.Key.Key_Escape and self._dragged is not None:
            self._let_go()
        elif event.key() in KEYS and self.token >= 0:
            self._move(KEYS[Qt.Key(event.key())], event.modifiers())
        else:
            event.ignore()

    def moveCursor(  # noqa: D102 (Qt's own)
        self, action: QAbstractItemView.CursorAction, modifiers: Qt.KeyboardModifier
    ) -> QModelIndex:
        if self.token < 0:
            return self._tokens.index(0)
        whole = bool(modifiers & Qt.KeyboardModifier.ControlModifier)
        return self._tokens.index(
            target(self.geometry_of_sentence, self.token, action, whole=whole)
        )

    def _move(self, move: Move, modifiers: Qt.KeyboardModifier) -> None:
        geometry = self._arrangement().geometry
        column = self._column_x if move in VERTICAL else None
        if move in VERTICAL and column is None:
            column = geometry.rect(self.token).center().x()
        whole = bool(modifiers & Qt.KeyboardModifier.ControlModifier)
        if whole and move in HORIZONTAL:
            token = leap(
                geometry, self.token, move, {first for first, _ in self._tokens.sentence.spans}
            )
        else:
            token = target(geometry, self.token, move, whole=whole, column=column)
        extend = bool(modifiers & Qt.KeyboardModifier.ShiftModifier)
        if extend:
            self._choose(self._anchor, token)
        elif token != self.token or self._anchor != self.token:
            self._choose(token, token)
        elif end := past_the_end(geometry, move):
            self.end_passed.emit(end)
        self._column_x = column

    def _choose(self, anchor: int, token: int) -> None:
        if not self._tokens.rowCount():
            return
        self._column_x = None
        self.set_selection(anchor, token)
        self.selection_made.emit(self._anchor, token)

    # ---- the mouse

    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: D102 (Qt's own)
        self.answer_wanted.emit()
        token = self.indexAt(event.position().toPoint()).row()
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
        elif (neighbour := self._neighbour_at(event.position())) is not None:
            at = event.position() - self._origin()
            character = neighbour.character_at(at.x(), at.y())
            self.neighbour_chosen.emit(neighbour.neighbour.place, character)

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
        elif self._neighbour_at(point) is not None:
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

    def _let_go(self) -> None:
        """Drag no edge any more; nothing has come of it."""
        if self._edge is not None:
            self._edge = self._dragged = None
            self.viewport().unsetCursor()
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
        elif self._neighbour_at(QPointF(event.pos())) is not None:
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

    def _neighbour_at(self, point: QPointF) -> LaidOut | None:
        at = point - self._origin()
        if not self._tokens.rowCount() or not 0 <= at.x() <= self._column_width():
            return None
        for one in self._neighbours():
            if one.top <= at.y() < one.bottom:
                return one
        return None

    def _span_at(self, token: int) -> tuple[int, int]:
        records = self._tokens.records
        span = records[token].span
        if span < 0:
            return token, token
        members = [record.index for record in records if record.span == span]
        return members[0], members[-1]
