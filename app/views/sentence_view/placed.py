"""Where things are in the view: the current sentence, what surrounds it, and what is scrolled."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import (
    QItemSelection,
    QModelIndex,
    QPersistentModelIndex,
    QPoint,
    QPointF,
    QRect,
    QRectF,
    Qt,
    Signal,
)
from PySide6.QtGui import QRegion, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QStyle, QWidget

from app.item_models.tokens import TokensModel
from app.session import Session
from app.views.sentence_view.arrangement import Arrangement, arrange
from app.views.sentence_view.geometry import SentenceGeometry
from app.views.sentence_view.painting import REACH
from app.views.sentence_view.scaled import ScaledView
from app.views.sentence_view.surroundings import Placed, Surroundings
from app.views.theme import GRID

MARGIN = 4 * GRID
WIDEST_COLUMN = 38
"""In heights of a line of text: about eighty letters, what an eye follows at ease."""
Index = QModelIndex | QPersistentModelIndex


class PlacedView(ScaledView):
    """Lays the current sentence out, and around it its neighbours, or its whole document.

    Coordinates of the text count from the top left corner of the current sentence.

    Signals
    -------
    sight_changed : ()
        Other sentences than before may be seen.
    """

    sight_changed = Signal()

    def __init__(
        self, model: TokensModel, parent: QWidget | None = None, session: Session | None = None
    ) -> None:
        super().__init__(model, parent)
        self._arranged: Arrangement | None = None
        # Whether size or letters have changed since everything was laid out, and at which height
        # of the viewport the current sentence is to stay.
        self._due = True
        self._kept_at: float | None = None
        self._around = Surroundings(session) if session is not None else None
        self._room: QWidget | None = None
        self._adjusting = False
        # Left end and width of the column of text, once they have been asked for.
        self._extent: tuple[float, float] | None = None
        self._column_x: float | None = None

    # ---- what is shown

    @property
    def geometry_of_sentence(self) -> SentenceGeometry:
        """Where the tokens stand, relative to the column of text."""
        return self._geometry()

    @property
    def document_mode(self) -> bool:
        """Whether the whole document is shown."""
        return self._around is not None and self._around.shows_document

    def set_document_mode(self, wanted: bool) -> None:  # noqa: FBT001 (Qt's slot)
        """Show the whole document around the current sentence, or a few neighbours."""
        if self._around is None or wanted == self.document_mode:
            return
        self._lay_out_anew()
        self._around.show_document(wanted=wanted)

    def stand_in(self, room: QWidget) -> None:
        """Place the text by the height of ``room``, of which a message below may take a strip.

        Without this the text would jump whenever a message comes or goes.
        """
        self._room = room
        self._lay_out_anew()

    def sentences_in_sight(self) -> list[int]:
        """Return the places of the sentences that can be seen, the current one first."""
        self._catch_up()
        places = [one.place for one in self._placed(QRectF(self.viewport().rect()))]
        return [self._tokens.place, *places] if self._tokens.rowCount() else []

    def is_out_of_sight(self) -> bool:
        """Say whether the current token has been scrolled out of the viewport."""
        if not self.document_mode or not self.isVisible():
            return False
        spot = self.visualRect(self.currentIndex())
        return not self.viewport().rect().contains(spot.center())

    # ---- the layout

    def _arrangement(self) -> Arrangement:
        sentence = self._tokens.sentence
        if self._arranged is None or self._arranged.sentence is not sentence:
            if self._around is not None:
                self._measure_around()
                self._arranged = self._around.current(sentence)
            else:
                self._arranged = arrange(
                    sentence, self._metrics, self._column_width(), self._arranged
                )
        return self._arranged

    def _geometry(self) -> SentenceGeometry:
        """Return where the tokens stand, which what is said of them does not change."""
        made = self._arranged
        if made is None or made.sentence.place != self._tokens.place:
            made = self._arrangement()
        return made.geometry

    def _measure_around(self) -> None:
        if self._around is not None:
            self._around.measure(self._metrics, self._small, self._column_width())

    def _placed(self, seen: QRectF) -> Iterator[Placed]:
        """Give the other sentences in a rectangle of the viewport."""
        if self._around is not None and self._tokens.rowCount():
            height = self._geometry().height
            origin = self._origin().y()
            yield from self._around.around(height, seen.top() - origin, seen.bottom() - origin)

    def _placed_at(self, point: QPointF) -> Placed | None:
        at = point - self._origin()
        if 0 <= at.x() <= self._column_width():
            for one in self._placed(QRectF(point.x(), point.y() - 1, 1, 2)):
                if one.top <= at.y() < one.bottom:
                    return one
        return None

    def _lay_out_anew(self) -> None:
        """Have everything laid out before the next paint, once, whatever changes until then."""
        if not self._due and self._arranged is not None:
            self._kept_at = self._origin().y()
        self._due = True
        self._arranged = None
        self._column_x = None
        self._extent = None
        self.viewport().update()

    def _catch_up(self, *, painting: bool = False) -> None:
        """Lay everything out if that is due, with the current sentence where it was, if possible.

        Before it is shown a view has sizes at which nobody sees it.
        """
        if not self._due or not (painting or self.isVisible()):
            return
        self._due = False
        height, self._kept_at = self._kept_at, None
        self._measure_around()
        self._set_range()
        if height is not None and self.document_mode:
            self._scroll_so_that(height)
        if self.currentIndex().isValid():
            self.scrollTo(self.currentIndex())
        self._settle()
        self.sight_changed.emit()

    def _column(self) -> tuple[float, float]:
        """Return left end and width of the text, with room for the scroll bar in any case."""
        if self._extent is None:
            bar = self.style().pixelMetric(QStyle.PixelMetric.PM_ScrollBarExtent, None, self)
            available = self.contentsRect().width() - bar
            widest = WIDEST_COLUMN * (self._metrics.ascent + self._metrics.descent)
            width = max(float(MARGIN), min(widest, available - 2.0 * MARGIN))
            self._extent = float(round(max(MARGIN, (available - width) / 2))), width
        return self._extent

    def _column_width(self) -> float:
        return self._column()[1]

    def _origin(self) -> QPointF:
        """Return where the current sentence begins in the viewport."""
        self._catch_up()
        left = self._column()[0]
        top = self._first_top()
        if self._around is not None and self.document_mode:
            top = MARGIN + round(self._around.current_top())
        return QPointF(left, top - self.verticalScrollBar().value())

    def _first_top(self) -> int:
        """Return where the first line begins: a third down, if a line fits into a third."""
        tall = self.viewport().height() if self._room is None else self._room.height()
        return round(min(tall / 3, max(GRID, (tall - self._line_height()) / 2)))

    def _line_height(self) -> float:
        return self._metrics.line_height if self._geometry().lines else 0.0

    def _strip(self, top: float, bottom: float) -> QRect:
        """Return what of the viewport is painted on between two heights of the text."""
        top = self._origin().y() + top
        tall = bottom - top + self._origin().y() + 2 * REACH
        return QRectF(0, top - REACH, self.viewport().width(), tall).toAlignedRect()

    def _sentence_strip(self) -> QRect:
        if self._due:
            return self.viewport().rect()
        geometry = self._geometry()
        return self._strip(0.0, geometry.height + geometry.metrics.caption_row)

    def _tokens_strip(self, first: int, last: int) -> QRect:
        """Return the lines in which tokens of the current sentence stand."""
        if self._due:
            return self.viewport().rect()
        geometry = self._geometry()
        if not 0 <= first <= last < geometry.n_tokens:
            return self._sentence_strip()
        top = geometry.lines[geometry.line_of(first)].top
        end = geometry.lines[geometry.pieces(last)[-1].line].bottom
        return self._strip(top, end - geometry.metrics.row_gap + geometry.metrics.caption_row)

    # ---- scrolling

    def _settle(self) -> bool:
        """Lay out what can be seen of a document; say whether what was seen keeps its place."""
        around = self._around
        if around is None or around.column is None or self._adjusting or self._due:
            return True
        self._arrangement()
        bar, tall = self.verticalScrollBar(), self.viewport().height()
        self._adjusting = True
        kept = True
        while True:
            wanted = round(around.settle(bar.value() - MARGIN, tall)) + MARGIN
            self._set_range()
            bar.setValue(wanted)
            if bar.value() == wanted:
                break
            kept = False  # the document ends before that
            if not around.settle_needed(bar.value() - MARGIN, tall):
                break
        self._adjusting = False
        return kept

    def _set_range(self) -> None:
        bar, tall = self.verticalScrollBar(), self.viewport().height()
        policy = Qt.ScrollBarPolicy
        if self._around is not None and self._around.column is not None:
            beyond = max(0, round(self._around.column.height) + 2 * MARGIN - tall)
            fits = beyond == 0
        else:
            height = self._geometry().height
            room = max(2 * tall / 3 - self._first_top(), self._line_height())
            beyond = max(0, round(height + self._metrics.row_gap - room))
            fits = self._first_top() + height <= tall
        bar.setRange(0, beyond)
        bar.setPageStep(tall)
        bar.setSingleStep(max(1, round(self._metrics.line_height / 2)))
        self.setVerticalScrollBarPolicy(
            policy.ScrollBarAlwaysOff if fits else policy.ScrollBarAsNeeded
        )

    def _scroll_so_that(self, height: float) -> None:
        """Scroll until the current sentence begins at a height of the viewport."""
        self._set_range()
        bar = self.verticalScrollBar()
        bar.setValue(round(bar.value() + self._origin().y() - height))

    def scrollTo(
        self,
        index: Index,
        _hint: QAbstractItemView.ScrollHint = QAbstractItemView.ScrollHint.EnsureVisible,
    ) -> None:
        """Scroll so far, and no further, that the token's line can be read.

        A sentence alone is kept in the middle third; one of a document that is not near is brought
        to a third of the height. Where nothing is laid out yet, that scrolls to the current token.
        """
        self._catch_up()
        if self._due:
            return
        geometry = self._geometry()
        if not index.isValid() or index.row() >= geometry.n_tokens:
            return
        line, tall = geometry.lines[geometry.line_of(index.row())], self.viewport().height()
        bar, origin = self.verticalScrollBar(), self._origin().y()
        if not self.document_mode:
            top, bottom = origin + line.top, origin + line.bottom
            lower, upper = 2 * tall / 3, tall / 3
        else:
            whole = geometry.height <= tall / 2
            top = origin + (0 if whole else line.top)
            bottom = origin + (geometry.height if whole else line.bottom) + self._metrics.row_gap
            if bottom < -tall or top > 2 * tall:
                self._scroll_so_that(tall / 3)
                return
            upper = min(self._metrics.line_height, tall / 4)
            lower = tall - upper
        if top < upper:
            bar.setValue(bar.value() + round(top - upper))
        elif bottom > lower:
            bar.setValue(bar.value() + round(bottom - lower))

    def scrollContentsBy(self, _dx: int, dy: int) -> None:  # noqa: D102 (Qt's own)
        if self._adjusting:
            return
        if self.document_mode and self._settle() and abs(dy) < self.viewport().height():
            self.viewport().scroll(0, dy)  # what has been painted already is moved
        else:
            self.viewport().update()
        self.sight_changed.emit()

    # ---- what Qt asks

    def visualRect(self, index: Index) -> QRect:  # noqa: D102 (Qt's own)
        geometry = self._geometry()
        if not index.isValid() or index.row() >= geometry.n_tokens:
            return QRect()
        return geometry.rect(index.row()).translated(self._origin()).toAlignedRect()

    def indexAt(self, point: QPoint) -> QModelIndex:  # noqa: D102 (Qt's own)
        at = QPointF(point) - self._origin()
        token = self._geometry().token_at(at.x(), at.y())
        return self._tokens.index(token) if token >= 0 else QModelIndex()

    def visualRegionForSelection(self, selection: QItemSelection) -> QRegion:  # noqa: D102
        region = QRegion()
        for index in selection.indexes():
            region += self.visualRect(index)
        return region

    def isIndexHidden(self, _index: Index) -> bool:  # noqa: D102 (Qt's own)
        return False

    def horizontalOffset(self) -> int:  # noqa: D102 (Qt's own)
        return 0

    def verticalOffset(self) -> int:  # noqa: D102 (Qt's own)
        return self.verticalScrollBar().value()

    def updateGeometries(self) -> None:  # noqa: D102 (Qt's own)
        if not self._due:
            self._set_range()

    def doItemsLayout(self) -> None:  # noqa: D102 (Qt's own)
        # The list's own would ask for the size of each of 5,000 items, and paint everything.
        self.updateGeometries()

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: D102 (Qt's own)
        super().resizeEvent(event)
        self._extent = None
        wider = self._arranged is None or self._arranged.geometry.width != self._column_width()
        if wider:
            self._lay_out_anew()
        else:
            self.updateGeometries()
            self._settle()
