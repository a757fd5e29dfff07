"""Layout and scrolling of the sentence view."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from PySide6.QtCore import (
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QPointF,
    QRect,
    QRectF,
    Qt,
    Signal,
)
from PySide6.QtGui import QRegion
from PySide6.QtWidgets import QAbstractItemView, QStyle, QWidget

from app.domain.changes import Changes
from app.item_models.displayed_sentence import ShownSentence
from app.item_models.tokens import TokensModel
from app.session import Session
from app.views.sentence_view.arrangement import Arrangement, arrange
from app.views.sentence_view.geometry import SentenceGeometry
from app.views.sentence_view.letters import Letters
from app.views.sentence_view.painting import REACH
from app.views.sentence_view.surroundings import LaidOut, Placed, Surroundings
from app.views.theme import GRID

MARGIN = 4 * GRID
WIDEST_COLUMN = 38
"""Maximum width of the column, in heights of a line of text: about eighty letters."""
Index = QModelIndex | QPersistentModelIndex


class Page(QObject):
    """Lays out the current sentence, and around it its neighbours or its document.

    Coordinates of the text are relative to the top left corner of the current sentence.

    Signals
    -------
    sight_changed : ()
        Other sentences may be visible.
        lines_changed : ()
        The current sentence has other lines, or another one is current.
    """

    sight_changed = Signal()
    lines_changed = Signal()

    def __init__(
        self,
        view: QAbstractItemView,
        tokens: TokensModel,
        letters: Letters,
        session: Session | None,
    ) -> None:
        """Lay out tokens in a view; without a session there is nothing around them."""
        super().__init__(view)
        self._view = view
        self._tokens = tokens
        self._letters = letters
        self._arranged: Arrangement | None = None
        # The snapshot that it shows; its own one may be earlier, and looks the same.
        self._arranged_sentence: ShownSentence | None = None
        # Whether a new layout is due, and at which height of the viewport the current sentence
        # has to stay.
        self.is_due = True
        self._old_top: float | None = None
        self.around = Surroundings(session) if session is not None else None
        self._room: QWidget | None = None
        self._adjusting = False
        # Where sentences of the document were last painted: their tops in the viewport.
        self._painted: dict[int, float] = {}
        # Left end and width of the column of text, once computed.
        self._extent: tuple[float, float] | None = None
        letters.changed.connect(self.request_layout)

    # ---- content

    @property
    def document_mode(self) -> bool:
        """Whether the whole document is shown."""
        return self.around is not None and self.around.shows_document

    def set_document_mode(self, wanted: bool) -> None:  # noqa: FBT001 (Qt's slot)
        """Show the whole document around the current sentence, or a few neighbours."""
        if self.around is None or wanted == self.document_mode:
            return
        self.request_layout()
        self.around.show_document(wanted=wanted)

    def place_within(self, room: QWidget) -> None:
        """Place the text by the height of ``room``, which contains the view and the messages.

        Otherwise the text would move whenever a message appears or disappears.
        """
        self._room = room
        self.request_layout()

    def sentences_in_sight(self) -> list[int]:
        """Return the indices of the visible sentences, the current one first."""
        self._catch_up()
        sentence_indices = [
            one.sentence_index for one in self.placed(QRectF(self._view.viewport().rect()))
        ]
        return [self._tokens.sentence_index, *sentence_indices] if self._tokens.rowCount() else []

    def is_out_of_view(self) -> bool:
        """Return whether the current token has been scrolled out of the viewport."""
        if not self.document_mode or not self._view.isVisible():
            return False
        geometry, token = self.geometry, self._view.currentIndex().row()
        if not 0 <= token < geometry.n_tokens:
            return False
        line = geometry.lines[geometry.line_of(token)]
        middle = self.origin().y() + (line.top + line.chip_bottom) / 2
        return not 0.0 <= middle < self._view.viewport().height()

    def tokens_in_view(self) -> Collection[int]:
        """Return the tokens of the current sentence that are visible with their labels."""
        geometry, tall = self.geometry, self._view.viewport().height()
        top = self.origin().y()
        if top >= 0 and top + geometry.height <= tall:
            return range(geometry.n_tokens)
        # Of lines higher than the view, a part is enough.
        most = max(0.0, self._line_height() - tall)
        lines = (
            line
            for line in geometry.lines
            if top + line.top >= -most and top + line.chip_bottom <= tall + most
        )
        return {token for line in lines for token in line.tokens()}

    # ---- layout

    def arrangement(self) -> Arrangement:
        """Return the layout of the current sentence, with its labels."""
        sentence = self._tokens.sentence
        if self._arranged is None or self._arranged_sentence is not sentence:
            if self.around is not None:
                self._measure_around()
                self._arranged = self.around.current(sentence)
            else:
                self._arranged = arrange(
                    sentence, self._letters.metrics, self._column_width(), self._arranged
                )
            self._arranged_sentence = sentence
        return self._arranged

    @property
    def geometry(self) -> SentenceGeometry:
        """The positions of the tokens, which do not depend on labels."""
        made = self._arranged
        if made is None or made.sentence.sentence_index != self._tokens.sentence_index:
            made = self.arrangement()
        return made.geometry

    def _measure_around(self) -> None:
        if self.around is not None:
            self.around.measure(self._letters.metrics, self._letters.small, self._column_width())

    def placed(self, seen: QRectF) -> Iterator[Placed]:
        """Yield the other sentences in a rectangle of the viewport."""
        if self.around is not None and self._tokens.rowCount():
            height = self.geometry.height
            origin = self.origin().y()
            yield from self.around.around(height, seen.top() - origin, seen.bottom() - origin)

    def others_in_sight(self) -> list[LaidOut]:
        """Return the layouts of the other sentences of which something is in the viewport."""
        seen = QRectF(self._view.viewport().rect())
        return [LaidOut(one.arrangement, quiet=one.quiet) for one in self.placed(seen)]

    def placed_at(self, point: QPointF) -> Placed | None:
        """Return the other sentence at a point of the viewport."""
        at = point - self.origin()
        if 0 <= at.x() <= self._column_width():
            for one in self.placed(QRectF(point.x(), point.y() - 1, 1, 2)):
                if one.top <= at.y() < one.bottom:
                    return one
        return None

    def request_layout(self) -> None:
        """Request a new layout before the next paint."""
        if not self.is_due and self._arranged is not None:
            self._old_top = self.origin().y()
        self.is_due = True
        self._arranged = None
        self.lines_changed.emit()
        self._extent = None
        self.repaint()

    def repaint(self) -> None:
        """Paint everything, wherever it was before."""
        self._painted = {}
        self._view.viewport().update()

    def _catch_up(self, *, painting: bool = False) -> None:
        """Lay out everything if that is due, with the current sentence at its old height.

        Not before the view is shown: until then it has sizes that are never seen.
        """
        if not self.is_due or not (painting or self._view.isVisible()):
            return
        self.is_due = False
        height, self._old_top = self._old_top, None
        self._measure_around()
        self._set_range()
        if height is not None and self.document_mode:
            self._scroll_so_that(height)
        if self._view.currentIndex().isValid():
            self.scroll_to_current()
        self._settle()
        self.sight_changed.emit()

    def prepare_paint(self) -> bool:
        """Lay out what will be painted; return whether the text painted before is in its place."""
        self._catch_up(painting=True)
        kept = self._settle()
        return not self._has_moved() and kept

    def _has_moved(self, dy: int = 0) -> bool:
        """Return whether painted sentences of a document have moved otherwise than by ``dy``.

        A sentence that is laid out for the first time moves those after it if its height was
        estimated.
        """
        bar, tall = self._view.verticalScrollBar(), self._view.viewport().height()
        before = {sentence_index: top + dy for sentence_index, top in self._painted.items()}
        now = self.around.tops(bar.value() - MARGIN, tall) if self.around is not None else {}
        self._painted = now
        seen = {one for one, top in before.items() if one in now or 0 <= top < tall}
        return bool(before) and (not seen or any(before[one] != now.get(one) for one in seen))

    def _column(self) -> tuple[float, float]:
        """Return left end and width of the column, always with space for the scroll bar."""
        if self._extent is None:
            bar = self._view.style().pixelMetric(
                QStyle.PixelMetric.PM_ScrollBarExtent, None, self._view
            )
            available = self._view.contentsRect().width() - bar
            widest = WIDEST_COLUMN * (self._letters.metrics.ascent + self._letters.metrics.descent)
            width = max(float(MARGIN), min(widest, available - 2.0 * MARGIN))
            self._extent = float(round(max(MARGIN, (available - width) / 2))), width
        return self._extent

    def _column_width(self) -> float:
        return self._column()[1]

    def origin(self) -> QPointF:
        """Return the top left corner of the current sentence in the viewport."""
        self._catch_up()
        around = self.around
        if around is not None and around.shows_document:
            top = MARGIN + round(around.current_top())
        else:
            top = self._first_top()
        return QPointF(self._column()[0], top - self._view.verticalScrollBar().value())

    def _first_top(self) -> int:
        """Return the top of the first line: a third down, if a line fits into a third."""
        tall = self._view.viewport().height() if self._room is None else self._room.height()
        return round(min(tall / 3, max(GRID, (tall - self._line_height()) / 2)))

    def _line_height(self) -> float:
        return self._letters.metrics.line_height if self.geometry.lines else 0.0

    def strip(self, top: float, bottom: float) -> QRect:
        """Return the part of the viewport between two heights of the text."""
        begin = self.origin().y() + top - REACH
        tall = bottom - top + 2 * REACH
        return QRectF(0, begin, self._view.viewport().width(), tall).toAlignedRect()

    def sentence_strip(self) -> QRect:
        """Return the part of the viewport with the current sentence."""
        if self.is_due:
            return self._view.viewport().rect()
        geometry = self.geometry
        return self.strip(0.0, geometry.height + geometry.metrics.caption_row)

    def changed_area(self) -> QRegion:
        """Return the part of the viewport where the current sentence looks different now."""
        before = self._arranged
        if self.is_due or before is None:
            return QRegion(self._view.viewport().rect())
        origin, changed = self.origin(), QRegion()
        reach = max(REACH, self._letters.metrics.radius)  # marks grow with the letters
        for area in self.arrangement().changed_since(before):
            area.adjust(-reach, -reach, reach, reach)
            changed += area.translated(origin).toAlignedRect()
        return changed

    def selection_area(self, first: int, last: int) -> QRect:
        """Return the part of the viewport where a selection of some tokens is drawn."""
        if self.is_due:
            return self._view.viewport().rect()
        geometry = self.geometry
        if not 0 <= first <= last < geometry.n_tokens:
            return self.sentence_strip()
        if geometry.line_of(first) != geometry.pieces(last)[-1].line:
            return self.sentence_strip()
        area = geometry.rect(first)
        for token in range(first + 1, last + 1):
            area |= geometry.rect(token)
        area.adjust(-REACH, -REACH, REACH, REACH)
        return area.translated(self.origin()).toAlignedRect()

    # ---- scrolling

    def _settle(self) -> bool:
        """Lay out the visible part of a document; return whether visible text stays in place."""
        around = self.around
        if around is None or around.column is None or self._adjusting or self.is_due:
            return True
        self.arrangement()
        bar, tall = self._view.verticalScrollBar(), self._view.viewport().height()
        self._adjusting = True
        kept = True
        while True:
            wanted = round(around.settle(bar.value() - MARGIN, tall)) + MARGIN
            self._set_range()
            bar.setValue(wanted)
            if bar.value() == wanted:
                break
            kept = False  # the document ends before
            if not around.settle_needed(bar.value() - MARGIN, tall):
                break
        self._adjusting = False
        return kept

    def _set_range(self) -> None:
        """Set the range of the scroll bar."""
        bar, tall = self._view.verticalScrollBar(), self._view.viewport().height()
        policy = Qt.ScrollBarPolicy
        if self.around is not None and self.around.column is not None:
            beyond = max(0, round(self.around.column.height) + 2 * MARGIN - tall)
            fits = beyond == 0
        else:
            height = self.geometry.height
            room = max(2 * tall / 3 - self._first_top(), self._line_height())
            beyond = max(0, round(height + self._letters.metrics.row_gap - room))
            fits = self._first_top() + height <= tall
        bar.setRange(0, beyond)
        bar.setPageStep(tall)
        bar.setSingleStep(max(1, round(self._letters.metrics.line_height / 2)))
        self._view.setVerticalScrollBarPolicy(
            policy.ScrollBarAlwaysOff if fits else policy.ScrollBarAsNeeded
        )

    def _scroll_so_that(self, height: float) -> None:
        """Scroll the top of the current sentence to a height of the viewport."""
        self._set_range()
        bar = self._view.verticalScrollBar()
        bar.setValue(round(bar.value() + self.origin().y() - height))

    def scroll_to_current(self) -> None:
        """Scroll to the current token."""
        self.scroll_to(self._view.currentIndex())

    def scroll_to(self, index: Index) -> None:
        """Scroll no further than necessary to show the token's line.

        A sentence alone is kept in the middle third; a distant one of a document is scrolled to a
        third of the height. A pending layout scrolls to the current token instead.
        """
        self._catch_up()
        if self.is_due:
            return
        geometry = self.geometry
        if not index.isValid() or index.row() >= geometry.n_tokens:
            return
        line, tall = geometry.lines[geometry.line_of(index.row())], self._view.viewport().height()
        bar, origin = self._view.verticalScrollBar(), self.origin().y()
        if not self.document_mode:
            top, bottom = origin + line.top, origin + line.bottom
            lower, upper = 2 * tall / 3, tall / 3
        else:
            whole = geometry.height <= tall / 2
            top = origin + (0 if whole else line.top)
            bottom = (
                origin + (geometry.height if whole else line.bottom) + self._letters.metrics.row_gap
            )
            if bottom < -tall or top > 2 * tall:
                # The beginning of a long sentence, if the line is visible then.
                deep = tall / 3 + line.bottom > tall
                self._scroll_so_that(tall / 3 - (line.top if deep and not whole else 0))
                return
            upper = min(self._letters.metrics.line_height, tall / 4)
            lower = tall - upper
        if top < upper:
            bar.setValue(bar.value() + round(top - upper))
        elif bottom > lower:
            bar.setValue(bar.value() + round(bottom - lower))

    def scroll_on_to(self, token: int) -> None:
        """Scroll a token's line to the top, or below the line before it in a high view."""
        self._catch_up()
        geometry = self.geometry
        if not self.is_due and 0 <= token < geometry.n_tokens:
            before = int(self._view.viewport().height() >= 3 * self._line_height())
            first = max(0, geometry.line_of(token) - before)
            self._scroll_so_that(-geometry.lines[first].top)

    def scrolled(self, dy: int) -> None:
        """Follow the scroll bar: move painted text, lay out and paint the rest."""
        if self._adjusting:
            return
        near = abs(dy) < self._view.viewport().height()
        if self.document_mode and self._settle() and near and not self._has_moved(dy):
            self._view.viewport().scroll(0, dy)  # moves painted text
        else:
            self.repaint()
        self.sight_changed.emit()

    # ---- changes

    def begin_sentence(self) -> None:
        """Show another sentence: from its top, or at its position in the document."""
        self._arranged = None
        self.lines_changed.emit()
        if not self.document_mode:
            self._view.verticalScrollBar().setValue(0)
        self.update_range()

    def update_range(self) -> None:
        """Set the range of the scroll bar, unless a new layout is due."""
        if not self.is_due:
            self._set_range()

    def resized(self, old_height: int) -> None:
        """Follow the size of the view; request a new layout if the column's width has changed.

        A panel or a message below does not cover the current token, if it was visible.
        """
        self._extent = None
        if self._arranged is None or self._arranged.geometry.width != self._column_width():
            self.request_layout()
            return
        self.update_range()
        self._settle()
        token = self._view.currentIndex().row()
        if not self.is_due and 0 <= token < self.geometry.n_tokens:
            line = self.geometry.lines[self.geometry.line_of(token)]
            top, tall = self.origin().y(), self._view.viewport().height()
            was_visible = top + line.chip_bottom <= old_height
            bottom = top + line.bottom - self._letters.metrics.row_gap
            if was_visible and tall < min(old_height, bottom):
                self.scroll_to_current()

    def follow(self, changes: Changes) -> None:
        """Paint other sentences that have changed."""
        if self.around is None:
            return
        all_others = self.around.follow(changes)
        if changes.structure:
            self.request_layout()
        elif all_others or changes.labels or changes.settings or changes.order:
            self._view.viewport().update()
        elif len(changes.sentences) or len(changes.proposals):
            if self.is_due or changes.are_only_of(self._tokens.sentence_index):
                return
            placed = list(self.placed(QRectF(self._view.viewport().rect())))
            changed = changes.changed_among(one.sentence_index for one in placed)
            for one in placed:
                if one.sentence_index in changed:
                    self._view.viewport().update(self.strip(one.top, one.bottom))

    # ---- positions of tokens

    def rect_of(self, token: int) -> QRect:
        """Return the rectangle of a token in the viewport, an empty one for an invalid token."""
        geometry = self.geometry
        if not 0 <= token < geometry.n_tokens:
            return QRect()
        return geometry.rect(token).translated(self.origin()).toAlignedRect()

    def token_at(self, point: QPointF, *, nearest: bool = False) -> int:
        """Return the token at a point of the viewport, -1 for none, or the nearest one."""
        at = point - self.origin()
        return self.geometry.token_at(at.x(), at.y(), nearest=nearest)
