"""What is painted of the current sentence and of what surrounds it, and when."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest

from PySide6.QtCore import QItemSelection, QItemSelectionModel, QRect, QRectF, Qt, Signal
from PySide6.QtGui import QAccessible, QAccessibleEvent, QFocusEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractItemView, QWidget

from app.domain.changes import Changes
from app.item_models.tokens import TokensModel
from app.session import Session
from app.views.actions import KeyOf, usual_key, with_key
from app.views.sentence_view.edges import Edge, Tokens
from app.views.sentence_view.painting import (
    PULSE_REACH,
    Focus,
    paint_bar,
    paint_dragged,
    paint_grip,
    paint_pulse,
    paint_sentence,
)
from app.views.sentence_view.placed import MARGIN, Index, PlacedView
from app.views.sentence_view.pulse import Pulse
from app.views.spoken import tell_current, tell_entered, tell_selection


class PaintedView(PlacedView):
    """Paints what has changed, and nothing else.

    Signals
    -------
    painted :
        A paint has ended; what was to be shown is on the screen.
    """

    painted = Signal()

    def __init__(
        self, model: TokensModel, parent: QWidget | None = None, session: Session | None = None
    ) -> None:
        super().__init__(model, parent, session)
        self._key_of: KeyOf = usual_key
        self._anchor = 0
        # The edge of a span under the mouse, and what the span would become by its dragging.
        self._edge: Edge | None = None
        self._dragged: Tokens | None = None
        # What of the viewport the current sentence, and the pulse, were painted on last.
        self._drawn = QRect()
        self._pulsed = QRect()
        self._pulse = Pulse(self)
        self._pulse.moved.connect(self._paint_pulse_again)

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

    def set_selection(self, anchor: int, token: int) -> None:
        """Show a selection from ``anchor`` to ``token``, which gets the ring."""
        if not 0 <= token < self._tokens.rowCount():
            return
        before = self.selected
        self._anchor = min(max(anchor, 0), self._tokens.rowCount() - 1)
        first, last = min(self._anchor, token), max(self._anchor, token)
        index = self._tokens.index(token)
        chosen = QItemSelection(self._tokens.index(first), self._tokens.index(last))
        flag = QItemSelectionModel.SelectionFlag
        self.selectionModel().setCurrentIndex(index, flag.NoUpdate)
        self.selectionModel().select(chosen, flag.ClearAndSelect)
        self.scrollTo(index)
        if before[0] >= 0:
            self.viewport().update(self._tokens_strip(*before))
        self.viewport().update(self._tokens_strip(first, last))

    def pulse(self, tokens: Sequence[int]) -> None:
        """Let tokens that changed by themselves pulse once, unless less motion is asked for."""
        self._pulse.start(tokens)

    # ---- what has changed

    def reset(self) -> None:  # noqa: D102 (Qt's own)
        super().reset()
        self._let_go()
        self._anchor = 0
        self._pulse.stop()
        self._arranged = None
        self._column_x = None
        if self.document_mode:
            self.updateGeometries()
            self.viewport().update(self._drawn)
            self._paint_again()
        else:
            self.verticalScrollBar().setValue(0)
            self.updateGeometries()
            self.viewport().update()
        self.sight_changed.emit()

    def dataChanged(  # noqa: D102 (Qt's own)
        self, first: Index, last: Index, _roles: Sequence[int] = ()
    ) -> None:
        if QAccessible.isActive():
            # Not the list's own, which would lay all items out anew, and paint all of them.
            QAbstractItemView.dataChanged(self, first, last, [])
        self._let_go()
        self.viewport().update(self._tokens_strip(first.row(), last.row()))
        if first.row() <= self.token <= last.row():
            self._tell_reader()

    def follow(self, changes: Changes) -> None:
        """Paint the other sentences again of which something has changed."""
        if self._around is None:
            return
        self._around.follow(changes)
        if changes.structure:
            self._lay_out_anew()
        elif changes.labels or changes.settings or changes.order:
            self.viewport().update()
        elif len(changes.sentences) or len(changes.proposals):
            changed = {*changes.sentences.tolist(), *changes.proposals.tolist()}
            for one in () if self._due else self._placed(QRectF(self.viewport().rect())):
                if one.place in changed:
                    self.viewport().update(self._strip(one.top, one.bottom))

    def _tell_reader(self) -> None:
        """Let a screen reader say what the current token has become."""
        if QAccessible.isActive():
            event = QAccessibleEvent(self, QAccessible.Event.NameChanged)
            event.setChild(self.token)
            QAccessible.updateAccessibility(event)

    # ---- painting

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: D102 (Qt's own)
        self._catch_up(painting=True)
        if not self._settle():
            self.viewport().update()
        painter = QPainter(self.viewport())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if not self._tokens.rowCount():
            self._paint_nothing(painter)
        else:
            self._paint_text(painter, event.rect())
        painter.end()
        self.painted.emit()

    def _paint_text(self, painter: QPainter, exposed: QRect) -> None:
        origin = self._origin()
        for one in self._placed(QRectF(exposed)):
            painter.save()
            painter.translate(origin.x(), origin.y() + one.top)
            visible = QRectF(exposed).translated(-origin.x(), -origin.y() - one.top)
            paint_sentence(
                painter, one.arrangement, self._theme, None, (), visible, quiet=one.quiet
            )
            painter.restore()
        self._drawn = self._sentence_strip()
        if exposed.intersects(self._drawn):
            painter.translate(origin)
            self._paint_current(painter, QRectF(exposed).translated(-origin))

    def _paint_current(self, painter: QPainter, visible: QRectF) -> None:
        arrangement = self._arrangement()
        geometry = arrangement.geometry
        if self.document_mode:
            paint_bar(painter, geometry, self._theme, MARGIN)
        paint_sentence(painter, arrangement, self._theme, self._focus(), self._marked(), visible)
        if self._dragged is not None:
            paint_dragged(painter, geometry, self._theme, self._dragged)
        elif self._edge is not None:
            paint_grip(painter, geometry, self._theme, self._edge)
        if self._pulse.tokens:
            paint_pulse(painter, geometry, self._theme, self._pulse.tokens, self._pulse.age)

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
                self.tr("Nothing to label yet. Import a text to begin."),
                self._key_of("import_files"),
            ),
        )

    def _focus(self) -> Focus | None:
        if self.token < 0:
            return None
        return Focus(self.token, *self.selected, active=self.hasFocus())

    def _paint_again(self) -> None:
        """Paint the current sentence again, and nothing else."""
        if self._tokens.rowCount():
            self.viewport().update(self._sentence_strip())
        else:
            self.viewport().update()

    def _paint_pulse_again(self) -> None:
        """Paint what the pulse reaches: it moves sixty times a second, beside the keys."""
        before, self._pulsed = self._pulsed, QRect()
        for token in self._pulse.tokens:
            geometry = self._arrangement().geometry
            if token < geometry.n_tokens:
                place = geometry.rect(token).translated(self._origin()).toAlignedRect()
                reach = PULSE_REACH
                self._pulsed |= place.adjusted(-reach, -reach, reach, reach)
        if touched := before | self._pulsed:
            self.viewport().update(touched)

    def currentChanged(  # noqa: D102 (Qt's own)
        self, current: Index, previous: Index
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
        self._paint_again()

    def focusOutEvent(self, event: QFocusEvent) -> None:  # noqa: D102 (Qt's own)
        super().focusOutEvent(event)
        self._let_go()
        self._paint_again()

    def _let_go(self) -> None:
        """Drag no edge any more; nothing has come of it."""
        if self._edge is not None:
            self._edge = self._dragged = None
            self.viewport().unsetCursor()
            self._paint_again()
