"""The sentence view: a list view of tokens, shown as running text."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import (
    QEvent,
    QItemSelection,
    QModelIndex,
    QPoint,
    QPointF,
    QRect,
    Qt,
    Signal,
)
from PySide6.QtGui import (
    QAccessible,
    QAccessibleEvent,
    QContextMenuEvent,
    QFocusEvent,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QMoveEvent,
    QPaintEvent,
    QRegion,
    QResizeEvent,
    QShortcut,
    QWheelEvent,
)
from PySide6.QtWidgets import QAbstractItemView, QFrame, QListView, QWidget

from app.item_models.tokens import TokensModel
from app.session import Session
from app.views.keymap import MENU_KEY
from app.views.screen_reader import announce_current, announce_entered, announce_selection
from app.views.sentence_view.keys import Keys
from app.views.sentence_view.letters import Letters
from app.views.sentence_view.page import Index, Page
from app.views.sentence_view.pointer import Pointer
from app.views.sentence_view.popup_keys import PopupKeys
from app.views.sentence_view.repainting import Repainter
from app.views.sentence_view.selection import Selection
from app.views.theme import GRID


class SentenceView(QListView):
    """Shows one sentence as running text with a chip for each label, and the text around it.

    That is its neighbours, paler, or in document mode the whole document. Each token of the
    sentence is an item of the list, with a name and a position for screen readers. The view edits
    nothing: its parts emit signals about the person's input. It passes Qt's events to ``letters``,
    ``page`` (the layout), ``selection``, ``pointer`` (the mouse), ``keys`` and ``painter``. Without
    a session there is nothing around the sentence.

    Signals
    -------
    answer_requested :
        A key or a mouse button was pressed, and its result has to be painted soon.
    """

    answer_requested = Signal()

    def __init__(
        self, model: TokensModel, parent: QWidget | None = None, session: Session | None = None
    ) -> None:
        super().__init__(parent)
        self.letters: Letters = Letters(self)
        self.page: Page = Page(self, model, self.letters, session)
        self.selection: Selection = Selection(self, model, self.page)
        self.pointer: Pointer = Pointer(self, model, self.page, self.selection)
        self.keys: Keys = Keys(self, model, self.page, self.selection, self.pointer)
        self.painter: Repainter = Repainter(self, model, self.page, self.selection, self.pointer)
        self._popup_keys = PopupKeys(self)
        self._tokens = model
        self._set_up()
        # Qt sends no event for this key on every system.
        menu_key = QShortcut(QKeySequence(MENU_KEY), self)
        menu_key.setContext(Qt.ShortcutContext.WidgetShortcut)
        menu_key.activated.connect(self.pointer.ask_for_menu_by_key)
        self.setModel(model)

    def _set_up(self) -> None:
        self.setObjectName("sentence_view")
        self.setAccessibleName(self.tr("Sentence"))
        self.setAccessibleDescription(
            self.tr("The tokens of the current sentence, with their labels and suggestions.")
        )
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ContiguousSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setTabKeyNavigation(False)
        self.setAutoScroll(False)  # `Selection.show` scrolls
        self.setMouseTracking(True)
        self.setMinimumSize(34 * GRID, 16 * GRID)

    # ---- what changes

    def reset(self) -> None:  # noqa: D102 (Qt's own)
        super().reset()
        self.pointer.release_edge()
        self.selection.forget_anchor()
        self.page.begin_sentence()
        self.painter.begin_sentence()
        self.page.sight_changed.emit()

    def dataChanged(  # noqa: D102 (Qt's own)
        self, first: Index, last: Index, _roles: Sequence[int] = ()
    ) -> None:
        if QAccessible.isActive():
            # Not the list's own, which would lay out and paint all items.
            QAbstractItemView.dataChanged(self, first, last, [])
        self.pointer.release_edge()
        self.painter.paint_changes()
        token = self.selection.token
        if first.row() <= token <= last.row() and QAccessible.isActive():
            event = QAccessibleEvent(self, QAccessible.Event.NameChanged)
            event.setChild(token)
            QAccessible.updateAccessibility(event)

    # Not Qt's own for these two, which would paint again what `Selection.show` does.

    def currentChanged(  # noqa: D102 (Qt's own)
        self, _current: Index, _previous: Index
    ) -> None:
        announce_current(self)

    def selectionChanged(  # noqa: D102 (Qt's own)
        self, selected: QItemSelection, deselected: QItemSelection
    ) -> None:
        announce_selection(self, selected, deselected)

    def changeEvent(self, event: QEvent) -> None:  # noqa: D102 (Qt's own)
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self.painter.take_palette()
        elif event.type() in {QEvent.Type.FontChange, QEvent.Type.StyleChange}:
            self.letters.measure()

    def focusInEvent(self, event: QFocusEvent) -> None:  # noqa: D102 (Qt's own)
        super().focusInEvent(event)
        announce_entered(self)
        self.painter.paint_again()

    def focusOutEvent(self, event: QFocusEvent) -> None:  # noqa: D102 (Qt's own)
        super().focusOutEvent(event)
        self.pointer.release_edge()
        self.painter.paint_again()

    # ---- layout, scrolling, paint

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: D102 (Qt's own)
        self.painter.paint(event.region())

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: D102 (Qt's own)
        super().resizeEvent(event)
        self.page.resized(event.oldSize().height())

    def moveEvent(self, event: QMoveEvent) -> None:  # noqa: D102 (Qt's own)
        super().moveEvent(event)
        if self.isVisible() and self.page.document_mode:
            # A line above that comes or goes does not move the text under the pointer.
            bar = self.verticalScrollBar()
            bar.setValue(bar.value() + event.pos().y() - event.oldPos().y())

    def updateGeometries(self) -> None:  # noqa: D102 (Qt's own)
        self.page.update_range()

    def doItemsLayout(self) -> None:  # noqa: D102 (Qt's own)
        # The list's own would ask for the size of each of 5,000 items, and paint everything.
        self.page.update_range()

    def scrollTo(  # noqa: D102 (Qt's own)
        self,
        index: Index,
        _hint: QAbstractItemView.ScrollHint = QAbstractItemView.ScrollHint.EnsureVisible,
    ) -> None:
        self.page.scroll_to(index)

    def scrollContentsBy(self, _dx: int, dy: int) -> None:  # noqa: D102 (Qt's own)
        self.page.scrolled(dy)

    def visualRect(self, index: Index) -> QRect:  # noqa: D102 (Qt's own)
        return self.page.rect_of(index.row())

    def indexAt(self, point: QPoint) -> QModelIndex:  # noqa: D102 (Qt's own)
        token = self.page.token_at(QPointF(point))
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

    # ---- the keyboard

    def event(self, event: QEvent) -> bool:  # noqa: D102 (Qt's own)
        if isinstance(event, QFocusEvent):
            self._popup_keys.note_focus(event)
        # Sent before every key.
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            self.answer_requested.emit()
            if self.keys.overrides(event):
                event.accept()
                return True
        return super().event(event)

    def keyboardSearch(self, _search: str) -> None:
        """Do nothing: letter keys label here, they do not search."""

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: D102 (Qt's own)
        self.keys.press(event)

    def moveCursor(  # noqa: D102 (Qt's own)
        self, action: QAbstractItemView.CursorAction, modifiers: Qt.KeyboardModifier
    ) -> QModelIndex:
        return self._tokens.index(self.keys.target(action, modifiers))

    # ---- the mouse

    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: D102 (Qt's own)
        self.answer_requested.emit()
        self.pointer.press(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:  # noqa: D102 (Qt's own)
        self.pointer.move(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:  # noqa: D102 (Qt's own)
        self.pointer.release(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:  # noqa: D102 (Qt's own)
        self.pointer.double_click(event)

    def leaveEvent(self, event: QEvent) -> None:  # noqa: D102 (Qt's own)
        super().leaveEvent(event)
        self.pointer.leave()

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:  # noqa: D102 (Qt's own)
        self.pointer.ask_for_menu(event)

    def wheelEvent(self, event: QWheelEvent) -> None:  # noqa: D102 (Qt's own)
        if not event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            super().wheelEvent(event)
            return
        turn = event.angleDelta().y() / 120.0
        if turn:
            self.letters.zoom_by(turn)
        event.accept()
