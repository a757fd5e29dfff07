"""A list view with rows of equal height, fast for a hundred thousand rows."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from PySide6.QtCore import (
    QAbstractItemModel,
    QEvent,
    QItemSelection,
    QItemSelectionModel,
    QModelIndex,
    QPoint,
    QRect,
    Qt,
    QTimer,
    Signal,
)
from PySide6.QtGui import (
    QAccessible,
    QCursor,
    QFocusEvent,
    QKeyEvent,
    QKeySequence,
    QPainter,
    QPaintEvent,
    QRegion,
    QResizeEvent,
    QShortcut,
)
from PySide6.QtWidgets import (
    QAbstractItemDelegate,
    QAbstractItemView,
    QListView,
    QMenu,
    QStyle,
    QStyleOptionViewItem,
    QWidget,
)

from app.item_models.rows import Index
from app.services.after_paint import release_after_paint
from app.services.threads import UI_PRIORITY
from app.views.keymap import MENU_KEY
from app.views.screen_reader import announce_current, announce_entered, announce_selection
from app.views.widgets.row_picture import RowPicture, States

Action = QAbstractItemView.CursorAction

CATCH_UP_MILLISECONDS = 100
"""Maximum age of what a list shows while a person works elsewhere: some key repeats."""

SECONDS_OF_DRAWING = 0.003
"""The time after which the rest of the rows is left for later, so that no key waits for them."""
_LETTERS = frozenset({QEvent.Type.FontChange, QEvent.Type.StyleChange})


class Picker(QListView):
    """A list that emits what a person picks, never what the program selects.

    Qt's own list walks through all rows, and asks the model about each, whenever one changes:
    half a second a key at 45,000 sentences. All rows have the same height here, so that a row's
    position is a product.

    Rows are painted into a picture. While a person works in the sentence, a key changes rows in
    every list around it; these show their old picture first and paint all changes together later,
    a few rows at a time, so that the sentence is painted first.

    Signals
    -------
    picked(QModelIndex)
        A row was clicked, or reached with the keys.
    chosen(QModelIndex)
        A row was clicked twice, or Enter was pressed on it.
    end_requested()
        A key goes to the last row: a model that is read in pages may have more.
    """

    picked = Signal(QModelIndex)
    chosen = Signal(QModelIndex)
    end_requested = Signal()

    def __init__(
        self,
        parent: QWidget | None = None,
        model: QAbstractItemModel | None = None,
        delegate: QAbstractItemDelegate | None = None,
    ) -> None:
        super().__init__(parent)
        self._row_height = 0
        self._picture = RowPicture()
        self._catching_up = False
        self._later = QTimer(self, singleShot=True)
        self._later.timeout.connect(self._catch_up)
        self.setUniformItemSizes(True)
        self.setFrameShape(QListView.Shape.NoFrame)
        self.setMouseTracking(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setTabKeyNavigation(False)
        # Only the sentence has a white background.
        self.viewport().setAutoFillBackground(False)
        self.clicked.connect(self.picked)
        self.activated.connect(self.chosen)
        if model is not None:
            self.setModel(model)
        if delegate is not None:
            delegate.setParent(self)
            self.setItemDelegate(delegate)

    def offer_menu(self, menu_at: Callable[[QModelIndex], QMenu | None]) -> None:
        """Open what `menu_at` returns for the row that is asked for with the mouse or a key."""

        def show(at: QPoint) -> None:
            menu = menu_at(self.indexAt(at))
            if menu is not None:
                menu.popup(self.viewport().mapToGlobal(at))

        def show_by_key() -> None:
            current = self.currentIndex()
            if current.isValid():
                self.scrollTo(current)
                show(self.visualRect(current).center())

        # Qt sends no event for the second one on every system.
        key = QShortcut(QKeySequence(MENU_KEY), self)
        key.setContext(Qt.ShortcutContext.WidgetShortcut)
        key.activated.connect(show_by_key)

        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.customContextMenuRequested.connect(show)

    def show_row(self, row: int | None) -> None:
        """Make a row current without picking it, and scroll to it; None: no row."""
        if row is None:
            self.clearSelection()
            self.setCurrentIndex(QModelIndex())
            return
        index = self.model().index(row, 0)
        if index == self.currentIndex():
            return
        self._set_quietly(index)
        if not self.viewport().rect().contains(self.visualRect(index)):
            # After a jump, show rows before and after it.
            self.scrollTo(index, QAbstractItemView.ScrollHint.PositionAtCenter)
            bar = self.verticalScrollBar()
            if bar.value() < bar.maximum():
                bar.setValue(bar.value() // self.row_height() * self.row_height())

    def show_head(self, row: int) -> None:
        """Make a row current without picking it; scroll to the top if it is visible from there."""
        self._set_quietly(self.model().index(row, 0))
        if (row + 1) * self.row_height() <= self.viewport().height():
            self.verticalScrollBar().setValue(0)

    def _set_quietly(self, index: QModelIndex) -> None:
        self.setAutoScroll(False)
        self.setCurrentIndex(index)
        self.setAutoScroll(True)

    def row_height(self) -> int:
        """Return the height of each row; measured once for each font."""
        if not self._row_height:
            option = QStyleOptionViewItem()
            self.initViewItemOption(option)
            self._row_height = max(1, self.itemDelegate().sizeHint(option, QModelIndex()).height())
        return self._row_height

    def n_rows(self) -> int:
        """Return the number of rows."""
        return self.model().rowCount() if self.model() is not None else 0

    # ---- geometry

    def visualRect(self, index: Index) -> QRect:  # noqa: D102 (Qt's own)
        if not index.isValid():
            return QRect()
        height = self.row_height()
        top = index.row() * height - self.verticalOffset()
        return QRect(0, top, self.viewport().width(), height)

    def indexAt(self, point: QPoint) -> QModelIndex:  # noqa: D102 (Qt's own)
        row = (point.y() + self.verticalOffset()) // self.row_height()
        return self.model().index(row, 0) if 0 <= row < self.n_rows() else QModelIndex()

    def verticalOffset(self) -> int:  # noqa: D102 (Qt's own)
        return self.verticalScrollBar().value()

    def horizontalOffset(self) -> int:  # noqa: D102 (Qt's own)
        return 0

    def scrollTo(  # noqa: D102 (Qt's own)
        self,
        index: Index,
        hint: QAbstractItemView.ScrollHint = QAbstractItemView.ScrollHint.EnsureVisible,
    ) -> None:
        if not index.isValid():
            return
        # New rows must be in the range before Qt updates it.
        self.updateGeometries()
        rect, bar, room = self.visualRect(index), self.verticalScrollBar(), self.viewport().height()
        if hint == QAbstractItemView.ScrollHint.PositionAtCenter:
            bar.setValue(bar.value() + rect.center().y() - room // 2)
        elif rect.top() < 0 or hint == QAbstractItemView.ScrollHint.PositionAtTop:
            bar.setValue(bar.value() + rect.top())
        elif rect.bottom() >= room or hint == QAbstractItemView.ScrollHint.PositionAtBottom:
            bar.setValue(bar.value() + rect.bottom() + 1 - room)

    def updateGeometries(self) -> None:  # noqa: D102 (Qt's own)
        bar, room, height = self.verticalScrollBar(), self.viewport().height(), self.row_height()
        bar.setRange(0, max(0, self.n_rows() * height - room))
        bar.setPageStep(room)
        bar.setSingleStep(height)
        QAbstractItemView.updateGeometries(self)

    def doItemsLayout(self) -> None:  # noqa: D102 (Qt's own)
        self._picture.outdate_all()
        QAbstractItemView.doItemsLayout(self)

    def dataChanged(  # noqa: D102 (Qt's own)
        self, first: Index, last: Index, roles: Sequence[int] = ()
    ) -> None:
        # Qt's own would paint every row for a change of more than one.
        if first == last and QAccessible.isActive():
            QAbstractItemView.dataChanged(self, first, last, list(roles))
        self._draw_again(self.visualRect(first).united(self.visualRect(last)))

    def rowsAboutToBeRemoved(  # noqa: D102 (Qt's own)
        self, parent: Index, first: int, last: int
    ) -> None:
        # Qt makes a neighbour current and would scroll to it.
        self.setAutoScroll(False)
        super().rowsAboutToBeRemoved(parent, first, last)
        self.setAutoScroll(True)

    def currentChanged(self, current: Index, previous: Index) -> None:  # noqa: D102 (Qt's own)
        QAbstractItemView.currentChanged(self, current, previous)
        announce_current(self)

    def selectionChanged(  # noqa: D102 (Qt's own)
        self, selected: QItemSelection, deselected: QItemSelection
    ) -> None:
        QAbstractItemView.selectionChanged(self, selected, deselected)
        announce_selection(self, selected, deselected)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: D102 (Qt's own)
        QAbstractItemView.resizeEvent(self, event)
        self.updateGeometries()
        if self._is_seen(QRect(QPoint(), event.oldSize())):
            self.scrollTo(self.currentIndex())

    def changeEvent(self, event: QEvent) -> None:  # noqa: D102 (Qt's own)
        seen = event.type() in _LETTERS and self._is_seen(self.viewport().rect())
        if event.type() in _LETTERS:
            self._row_height = 0
        if event.type() in {*_LETTERS, QEvent.Type.PaletteChange}:
            self._picture.clear()  # nothing of it is right in another font or theme
        super().changeEvent(event)
        if seen:
            self.scrollTo(self.currentIndex())

    def _is_seen(self, room: QRect) -> bool:
        """Return whether the current row is in a part of the viewport, with the old row height."""
        return bool(self._row_height) and room.contains(self.visualRect(self.currentIndex()))

    def setItemDelegate(self, delegate: QAbstractItemDelegate) -> None:  # noqa: D102 (Qt's own)
        self._row_height = 0
        self._picture.clear()
        super().setItemDelegate(delegate)

    def scrollContentsBy(self, _dx: int, _dy: int) -> None:  # noqa: D102 (Qt's own)
        UI_PRIORITY.claim_for_scroll()
        self.viewport().update()
        release_after_paint(self)

    def isIndexHidden(self, _index: Index) -> bool:  # noqa: D102 (Qt's own)
        return False

    def visualRegionForSelection(self, selection: QItemSelection) -> QRegion:  # noqa: D102
        region = QRegion()
        for index in selection.indexes():
            region = region.united(QRegion(self.visualRect(index)))
        return region

    def setSelection(  # noqa: D102 (Qt's own)
        self, rect: QRect, command: QItemSelectionModel.SelectionFlag
    ) -> None:
        index = self.indexAt(rect.normalized().center())
        self.selectionModel().select(QItemSelection(index, index), command)

    # ---- painting

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: D102 (Qt's own)
        self.executeDelayedItemsLayout()  # rows that were added or removed
        if self._picture.is_drawn_at(self.verticalOffset()):
            self._outdate(event.region())
        room = self.viewport().size()
        if self._picture.fits(room, self.devicePixelRatioF()) and self._may_wait():
            if not self._later.isActive():
                self._later.start(CATCH_UP_MILLISECONDS)
        else:
            seconds = SECONDS_OF_DRAWING if self._catching_up else math.inf
            are_left = self._draw(seconds)
            self._catching_up = False
            if are_left:
                self._later.start(0)
        with QPainter(self.viewport()) as painter:
            painter.drawPixmap(0, 0, self._picture.pixmap)

    def _draw_again(self, part: QRect) -> None:
        """Draw a part again: with the next paint, or later if it may wait.

        A paint without a new picture would also paint the widgets below the list.
        """
        part = part.intersected(self.viewport().rect())
        if part.isEmpty():
            return
        self._outdate(part)
        if self._may_wait() and not self._picture.pixmap.isNull():
            if not self._later.isActive():
                self._later.start(CATCH_UP_MILLISECONDS)
        else:
            self.viewport().update(part)

    def _outdate(self, part: QRect | QRegion) -> None:
        self._picture.outdate(part, self.verticalOffset())

    def _may_wait(self) -> bool:
        """Return whether the person works elsewhere, so that the picture may be outdated."""
        in_use = self.hasFocus() or self.underMouse()
        return not (in_use or self._catching_up)

    def _catch_up(self) -> None:
        self._catching_up = True
        if self._picture.is_drawn_at(self.verticalOffset()):
            self.viewport().update(self._picture.outdated(self.verticalOffset()))
        else:
            self.viewport().update()

    def _draw(self, seconds: float) -> bool:
        """Draw outdated rows until the time is over; return whether rows are left."""
        option = QStyleOptionViewItem()
        self.initViewItemOption(option)
        model, delegate, n_rows = self.model(), self.itemDelegate(), self.n_rows()
        states = self._states(option.state)

        def draw_row(painter: QPainter, row: int) -> None:
            if row < n_rows:
                index = model.index(row, 0)
                option.rect, option.state = self.visualRect(index), states[row]
                delegate.paint(painter, option, index)

        self._picture.scroll_to(self.verticalOffset())
        return self._picture.draw(states, self.row_height(), draw_row, seconds)

    def _states(self, plain: QStyle.StateFlag) -> States:
        """Return the state of each row in view, and of those that there is room for."""
        offset, height = self.verticalOffset(), self.row_height()
        first, last = offset // height, (offset + self.viewport().height() - 1) // height
        hovered = self._hovered()
        focused = framed_index(self) if self.n_rows() else QModelIndex()
        states = dict.fromkeys(range(first, last + 1), plain)
        for row in range(first, min(last + 1, self.n_rows())):
            index = self.model().index(row, 0)
            states[row] |= self._state(index, index == focused, row == hovered)
        return states

    def _state(self, index: QModelIndex, focused: bool, hovered: bool) -> QStyle.StateFlag:  # noqa: FBT001
        state = QStyle.StateFlag.State_None
        if self.selectionModel().isSelected(index):
            state |= QStyle.StateFlag.State_Selected
        if focused and self.hasFocus():
            state |= QStyle.StateFlag.State_HasFocus
        if hovered:
            state |= QStyle.StateFlag.State_MouseOver
        return state

    def _hovered(self) -> int:
        if not self.viewport().underMouse():
            return -1
        return self.indexAt(self.viewport().mapFromGlobal(QCursor.pos())).row()

    # ---- keys

    def focusInEvent(self, event: QFocusEvent) -> None:  # noqa: D102 (Qt's own)
        super().focusInEvent(event)
        if event.reason() != Qt.FocusReason.MouseFocusReason:
            # The current row must be visible for navigation with keys.
            self.scrollTo(self.currentIndex())
        announce_entered(self)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: D102 (Qt's own)
        before = self.currentIndex().row()
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and before < 0 and self.n_rows():
            # The row with the frame is opened, as by an arrow key.
            self.setCurrentIndex(_entry_index(self))
            self.picked.emit(self.currentIndex())
        super().keyPressEvent(event)
        if event.key() in NAVIGATION and self.currentIndex().row() != before:
            self.picked.emit(self.currentIndex())

    def keyboardSearch(self, _search: str) -> None:
        """Do nothing: Qt would read the text of each row; the filter above the list is faster."""

    def moveCursor(  # noqa: D102 (Qt's own)
        self, action: Action, _modifiers: Qt.KeyboardModifier
    ) -> QModelIndex:
        rows, row = self.n_rows(), self.currentIndex().row()
        if not rows:
            return QModelIndex()
        if row < 0 and action not in (Action.MoveHome, Action.MoveEnd):
            return _entry_index(self)
        if action is Action.MoveEnd:
            self.end_requested.emit()
        page = max(1, self.viewport().height() // self.row_height() - 1)
        steps = {
            Action.MoveUp: -1,
            Action.MovePrevious: -1,
            Action.MoveDown: 1,
            Action.MoveNext: 1,
            Action.MovePageUp: -page,
            Action.MovePageDown: page,
            Action.MoveHome: -rows,
            Action.MoveEnd: rows,
        }
        return self.model().index(min(max(row + steps.get(action, 0), 0), rows - 1), 0)


def _entry_row(view: Picker) -> int:
    """Return the first row in view: where the keys begin if no row is current."""
    return math.ceil(view.verticalOffset() / view.row_height())


def framed_index(picker: Picker) -> QModelIndex:
    """Return the row that has the frame with the focus: the current one, or the first seen."""
    current = picker.currentIndex()
    return current if current.isValid() else _entry_index(picker)


def _entry_index(view: Picker) -> QModelIndex:
    return view.model().index(min(_entry_row(view), view.n_rows() - 1), 0)


NAVIGATION = (
    Qt.Key.Key_Up,
    Qt.Key.Key_Down,
    Qt.Key.Key_PageUp,
    Qt.Key.Key_PageDown,
    Qt.Key.Key_Home,
    Qt.Key.Key_End,
)
