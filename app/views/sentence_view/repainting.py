"""Repainting of the current sentence and the text around it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from PySide6.QtCore import QObject, QPoint, QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QRegion
from PySide6.QtWidgets import QAbstractItemView

from app.item_models.tokens import TokensModel
from app.views.actions import KeyOf, default_key, with_key
from app.views.sentence_view.arrangement import Arrangement
from app.views.sentence_view.page import MARGIN, Page
from app.views.sentence_view.painting import (
    PULSE_REACH,
    Focus,
    paint_bar,
    paint_dragged,
    paint_grip,
    paint_pulse,
    paint_ring,
    paint_sentence,
    selected_region,
)
from app.views.sentence_view.pictures import Pictures
from app.views.sentence_view.pointer import Pointer
from app.views.sentence_view.pulse import Pulse
from app.views.sentence_view.selection import Selection
from app.views.theme import theme_of


class Repainter(QObject):
    """Paints what has changed.

    Signals
    -------
    painted :
        A paint has ended.
    """

    painted = Signal()

    def __init__(
        self,
        view: QAbstractItemView,
        tokens: TokensModel,
        page: Page,
        selection: Selection,
        pointer: Pointer,
    ) -> None:
        """Paint a page onto the viewport of a view."""
        super().__init__(view)
        self._view = view
        self._tokens = tokens
        self._page = page
        self._selection = selection
        self._pointer = pointer
        self._key_of: KeyOf = default_key
        self._theme = theme_of(view.palette())
        # Rectangles of the viewport of the last painted sentence and pulse.
        self._drawn = QRect()
        self._pulsed = QRect()
        self._pictures = Pictures()
        self._at_once = False
        self._pulse = Pulse(self)
        self._pulse.moved.connect(self._paint_pulse_again)
        pointer.edge_changed.connect(self.paint_again)

    def show_shortcuts(self, key_of: KeyOf) -> None:
        """Name the keys that hold, where there is no sentence."""
        self._key_of = key_of
        self._view.viewport().update()

    def take_palette(self) -> None:
        """Use the theme of the view's palette."""
        self._theme = theme_of(self._view.palette())
        self._view.viewport().update()

    def pulse(self, tokens: Sequence[int]) -> None:
        """Animate tokens that changed automatically, unless motion is reduced."""
        self._pulse.start(tokens)

    def begin_sentence(self) -> None:
        """Paint another sentence: in a document only the old and the new one, else everything."""
        self._pulse.stop()
        if self._page.document_mode:
            self._view.viewport().update(self._drawn)
            self.paint_again()
        else:
            self._view.viewport().update()

    def paint_again(self) -> None:
        """Paint the current sentence again."""
        if self._tokens.rowCount():
            self._view.viewport().update(self._page.sentence_strip())
        else:
            self._view.viewport().update()

    def paint_changes(self) -> None:
        """Paint what looks different in the current sentence."""
        viewport = self._view.viewport()
        # Qt cannot paint a widget while it is painting it.
        is_painting = viewport.testAttribute(Qt.WidgetAttribute.WA_WState_InPaintEvent)
        area = QRegion(viewport.rect())  # if something fails
        try:
            area = self._page.changed_area()
            if self._at_once and not is_painting:
                viewport.repaint(area)
                # `painted` is emitted after what follows, and also if nothing follows.
                area = QRegion(QRect(area.boundingRect().topLeft(), QSize(1, 1)))
        finally:
            viewport.update(area)

    @contextmanager
    def at_once(self) -> Iterator[None]:
        """Paint the changes made in this context immediately, before what follows from them."""
        before, self._at_once = self._at_once, True
        try:
            yield
        finally:
            self._at_once = before

    def paint_ahead(self, arrangement: Arrangement, *, quiet: bool = False) -> bool:
        """Paint the picture of a sentence, if needed; return whether it was."""
        self._pictures.use(self._theme, self._view.devicePixelRatioF())
        return self._pictures.add(arrangement, quiet=quiet)

    def paint(self, exposed: QRegion) -> None:
        """Paint a part of the viewport."""
        if not self._page.prepare_paint():
            self._view.viewport().update()
        # Qt crashes if an exception leaves a painter behind.
        with QPainter(self._view.viewport()) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            if not self._tokens.rowCount():
                self._paint_nothing(painter)
            else:
                self._paint_text(painter, exposed)
        if not self._at_once:
            self.painted.emit()

    # ---- inside

    def _paint_text(self, painter: QPainter, exposed: QRegion) -> None:
        origin, around = self._page.origin(), QRectF(exposed.boundingRect())
        self._pictures.use(self._theme, self._view.devicePixelRatioF())
        for one in self._page.placed(around):
            if not exposed.intersects(self._page.strip(one.top, one.bottom)):
                continue  # between two sentences that have changed
            at = QPoint(round(origin.x()), round(origin.y() + one.top))
            if one.quiet:
                # Painted again with each message above them, and each change of the current one.
                self._pictures.add(one.arrangement, quiet=True)
            if not self._pictures.draw(painter, at, one.arrangement):
                painter.save()
                painter.translate(at)
                visible = around.translated(-at.x(), -at.y())
                paint_sentence(
                    painter, one.arrangement, self._theme, None, visible, quiet=one.quiet
                )
                painter.restore()
        self._drawn = self._page.sentence_strip()
        if exposed.intersects(self._drawn):
            self._paint_current(painter, origin, around)

    def _paint_current(self, painter: QPainter, origin: QPointF, exposed: QRectF) -> None:
        arrangement, focus = self._page.arrangement(), self._focus()
        geometry, pointer = arrangement.geometry, self._pointer
        has_picture = self._pictures.draw(painter, origin.toPoint(), arrangement)
        painter.translate(origin)
        visible = exposed.translated(-origin)
        if self._page.document_mode:
            paint_bar(painter, geometry, self._theme, MARGIN)
        if not has_picture:
            paint_sentence(painter, arrangement, self._theme, focus, visible)
        elif focus is not None and focus.first != focus.last:
            self._paint_selected(painter, arrangement, focus, visible)
        if focus is not None:
            paint_ring(painter, geometry, self._theme, focus)
        if pointer.dragged is not None:
            paint_dragged(painter, geometry, self._theme, pointer.dragged)
        elif pointer.edge is not None:
            paint_grip(painter, geometry, self._theme, pointer.edge)
        if self._pulse.tokens:
            paint_pulse(painter, geometry, self._theme, self._pulse.tokens, self._pulse.age)

    def _paint_selected(
        self, painter: QPainter, arrangement: Arrangement, focus: Focus, visible: QRectF
    ) -> None:
        """Paint the selected tokens over the picture of a sentence without a selection."""
        selected = selected_region(arrangement.geometry, focus)
        painter.save()
        painter.setClipRegion(selected, Qt.ClipOperation.IntersectClip)
        around = QRectF(selected.boundingRect())
        painter.fillRect(around, self._theme.base)
        paint_sentence(painter, arrangement, self._theme, focus, around & visible)
        painter.restore()

    def _paint_nothing(self, painter: QPainter) -> None:
        painter.setPen(self._theme.faint)
        rect = self._view.viewport().rect().adjusted(MARGIN, MARGIN, -MARGIN, -MARGIN)
        painter.drawText(
            rect,
            Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap,
            with_key(
                self.tr("Nothing to label yet. Import a text to begin."),
                self._key_of("import_files"),
            ),
        )

    def _focus(self) -> Focus | None:
        token = self._selection.token
        if token < 0:
            return None
        return Focus(token, *self._selection.selected, active=self._view.hasFocus())

    def _paint_pulse_again(self) -> None:
        """Paint only the surroundings of the pulse, which moves sixty times a second."""
        before, self._pulsed = self._pulsed, QRect()
        for token in self._pulse.tokens:
            token_rect = self._page.rect_of(token)
            if not token_rect.isNull():
                reach = PULSE_REACH
                self._pulsed |= token_rect.adjusted(-reach, -reach, reach, reach)
        if touched := before | self._pulsed:
            self._view.viewport().update(touched)
