"""The panel that lists all changes of the project, with buttons to undo or redo up to one."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, QRect, QSize, Qt, Signal
from PySide6.QtGui import QAction, QFont, QFontMetrics, QHideEvent, QPainter, QPen, QShowEvent
from PySide6.QtWidgets import QComboBox, QMenu, QPushButton, QWidget

from app.domain.history import HistoryEntry, HistoryFilter, StepGroup, StepState
from app.domain.step_texts import ARROW
from app.item_models.history import HistoryModel, HistoryRole
from app.item_models.rows import Index
from app.views.layouts import NO_MARGINS, in_column
from app.views.plain_text import set_tip
from app.views.theme import GRID, HALF_GRID, Theme
from app.views.widgets.listing import Listing, RowDelegate, bold, name_widget, paint_elided
from app.views.widgets.picker import Picker
from app.views.widgets.turning import TurningRow
from app.views.workspace import Workspace

if TYPE_CHECKING:
    from app.services.history import History

SPARE = 2
"""Spare pixels added to the measured width of a text: without them it may be cut."""

FROM_END = 3
"""Distance from the end of the list, in heights of it, at which the next page is read."""


class HistoryPanel(QWidget):
    """Lists changes with author and time; picking one goes to where it was made.

    Signals
    -------
    back_requested(int)
        Undo every change with an id above this one.
    forward_requested(int)
        Redo every change up to this one.
    left()
        The annotator chose a change and wants to work where it was made.
    """

    back_requested = Signal(int)
    forward_requested = Signal(int)
    left = Signal()

    def __init__(
        self,
        workspace: Workspace,
        history: History,
        people: Callable[[], Sequence[str]],
        parent: QWidget | None = None,
    ) -> None:
        """List the changes of a project; ``people`` returns its annotators."""
        super().__init__(parent)
        name_widget(
            self,
            "history",
            self.tr("History"),
            self.tr("All changes of the project: what, who, where and when"),
        )
        self._workspace = workspace
        self._people = people
        self._to_list = False
        self.model = HistoryModel(workspace.session, history, self)
        self.person = self._person_field()
        self.group = self._group_field()
        self.view = self._list()
        self.listing = Listing(self.view, "", self)
        self._back_here = self.tr("Undo to here")
        self._forward_here = self.tr("Redo to here")
        self.here = QAction(self)
        self.before = QAction(self.tr("Undo this and later"), self)
        self.here_button = self._button("history_here", self.here)
        self.before_button = self._button("history_before", self.before)
        self._arrange()
        self._connect()
        self._row_changed()

    def showEvent(self, event: QShowEvent) -> None:  # noqa: D102 (Qt's own)
        self._list_people()
        self.model.set_active(True)
        super().showEvent(event)

    def hideEvent(self, event: QHideEvent) -> None:  # noqa: D102 (Qt's own)
        self.model.set_active(False)
        super().hideEvent(event)

    def menu(self) -> QMenu:
        """Return the menu for the current row."""
        menu = QMenu(self)
        menu.addActions([self.here, self.before])
        return menu

    def entry(self) -> QWidget:
        """Return the widget to focus: the list, or a filter while the list is still empty."""
        self._to_list = not self.model.rowCount()
        return self.person if self._to_list else self.view

    # ---- inside

    def _person_field(self) -> QComboBox:
        field = QComboBox(self)
        field.addItem(self.tr("All annotators"), None)
        set_tip(field, self.tr("Changes of this annotator"))
        whose = self.tr("Whose changes are listed")
        name_widget(field, "history_person", self.tr("Annotator"), whose)
        _show_first_item(field)
        return field

    def _group_field(self) -> QComboBox:
        field = QComboBox(self)
        field.addItem(self.tr("All changes"), None)
        names = {
            StepGroup.WORDS: self.tr("Labels"),
            StepGroup.ACCEPTED: self.tr("Accepted"),
            StepGroup.FLAGS: self.tr("Flags and notes"),
            StepGroup.DOCUMENTS: self.tr("Documents"),
            StepGroup.LABELS: self.tr("List of labels"),
            StepGroup.RULES: self.tr("Rules"),
            StepGroup.GAZETTEERS: self.tr("Gazetteers"),
            StepGroup.SETTINGS: self.tr("Settings"),
        }
        for group, name in names.items():
            field.addItem(name, group)
        set_tip(field, self.tr("Changes of this type"))
        name_widget(field, "history_group", self.tr("Type"), self.tr("Which changes are listed"))
        _show_first_item(field)
        return field

    def _list(self) -> Picker:
        view = Picker(self, self.model, HistoryDelegate())
        name_widget(
            view,
            "history_list",
            self.tr("History"),
            self.tr("Arrows go from change to change and to where each was made, newest first"),
        )
        return view

    def _button(self, name: str, action: QAction) -> QPushButton:
        # All texts of both buttons, so that the panel's width does not depend on the row.
        button = SteadyButton((self._back_here, self._forward_here, self.before.text()), self)
        button.setAutoDefault(False)
        name_widget(button, name, action.text(), "")
        button.clicked.connect(action.trigger)
        return button

    def _arrange(self) -> None:
        filters = TurningRow((2 * GRID, HALF_GRID, 2 * GRID, HALF_GRID), GRID, HALF_GRID, self)
        filters.add(self.person, 1)
        filters.add(self.group, 1)
        buttons = TurningRow((2 * GRID, HALF_GRID, 2 * GRID, GRID), GRID, HALF_GRID, self)
        buttons.add(self.here_button, 1)
        buttons.add(self.before_button, 1)
        in_column(filters, (self.listing, 1), buttons, within=self, margins=NO_MARGINS, spacing=0)

    def _connect(self) -> None:
        for field in (self.person, self.group):
            field.activated.connect(self._filter)
        self.view.picked.connect(self._go)
        self.view.chosen.connect(self._leave)
        self.view.offer_menu(self._menu_at)
        self.view.verticalScrollBar().valueChanged.connect(self._scrolled)
        self.view.end_requested.connect(self.model.read_to_end)
        self.model.rowsInserted.connect(self._follow_end)
        self.view.selectionModel().currentChanged.connect(self._row_changed)
        self.model.modelReset.connect(self._listed)
        self.model.dataChanged.connect(self._row_changed)
        self.model.rowsInserted.connect(self._row_changed)
        self.here.triggered.connect(self._go_here)
        self.before.triggered.connect(self._go_before)

    def _list_people(self) -> None:
        session = self._workspace.session
        names = dict.fromkeys(filter(None, (*self._people(), session.annotator)))
        chosen = self.person.currentData()
        self.person.clear()
        self.person.addItem(self.tr("All annotators"), None)
        for name in names:
            self.person.addItem(name, name)
        self.person.setCurrentIndex(max(0, self.person.findData(chosen)))

    def _filter(self) -> None:
        self.model.set_filter(HistoryFilter(self.person.currentData(), self.group.currentData()))

    def _listed(self) -> None:
        """Move the focus to the list if it was requested while the list was empty."""
        if self.model.rowCount() and self._to_list:
            self._to_list = False
            if self.person.hasFocus():
                self.view.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self._row_changed()

    def _follow_end(self, _parent: QModelIndex, first: int, last: int) -> None:
        """Stay at the end, if End was pressed, while older pages are added below."""
        current = self.view.currentIndex().row()
        if self.model.reads_to_end and current == first - 1 and last == self.model.rowCount() - 1:
            self.view.setCurrentIndex(self.model.index(last, 0))

    def _scrolled(self, value: int) -> None:
        bar = self.view.verticalScrollBar()
        if value >= bar.maximum() - FROM_END * bar.pageStep():
            self.model.read_more()

    def _current(self) -> HistoryEntry | None:
        return self.model.entry(self.view.currentIndex().row())

    def _go(self, index: QModelIndex) -> None:
        at = self.model.target(index.row())
        if at is not None:
            self._workspace.caret.go_to(*at)

    def _leave(self, index: QModelIndex) -> None:
        self._go(index)
        self.left.emit()

    def _menu_at(self, index: QModelIndex) -> QMenu:
        if index.isValid():
            self.view.setCurrentIndex(index)
        return self.menu()

    def _go_here(self) -> None:
        entry = self._current()
        if entry is not None and entry.state is StepState.UNDONE:
            self.forward_requested.emit(entry.id)
        elif entry is not None:
            self.back_requested.emit(entry.id)

    def _go_before(self) -> None:
        entry = self._current()
        if entry is not None:
            self.back_requested.emit(entry.id - 1)

    def _row_changed(self) -> None:
        """Enable the actions of the current row, and explain them in tips."""
        entry = self._current()
        state = entry.state if entry is not None else None
        forward = state is StepState.UNDONE
        newest = self._workspace.session.history.steps()[-1:]
        is_newest = entry is not None and bool(newest) and newest[0].id == entry.id
        self.here.setText(self._forward_here if forward else self._back_here)
        if state is StepState.DISCARDED:
            tip = self.tr("Discarded: a newer change replaced this one, so it cannot be redone")
        elif forward:
            tip = self.tr("Redo everything up to this change")
        elif is_newest:
            tip = self.tr("Current state of the project")
        else:
            tip = self.tr("Undo every change after this one")
        set_tip(self.here, tip)
        self.here.setEnabled(forward or (state is StepState.DONE and not is_newest))
        set_tip(self.before, self.tr("Undo this change and all later ones"))
        self.before.setEnabled(state is StepState.DONE)
        pairs = ((self.here_button, self.here), (self.before_button, self.before))
        for button, action in pairs:
            button.setText(action.text())
            if button.hasFocus() and not action.isEnabled():
                # Not to the other button, which a second press would carry out.
                self.view.setFocus(Qt.FocusReason.OtherFocusReason)
            button.setEnabled(action.isEnabled())
            set_tip(button, action.toolTip())
            button.setAccessibleName(action.text())
            button.setAccessibleDescription(action.toolTip())
        self.listing.set_hint(self._hint())

    def _hint(self) -> str:
        if self.model.reading:
            return self.tr("Loading history…")
        if self.model.filter != HistoryFilter():
            return self.tr(
                "No change passes the filter: choose “All annotators” and “All changes”."
            )
        return self.tr(
            "Every change will be listed here, with who made it and when: label a word, or accept "
            "a sentence with {enter}."
        ).format(enter=self.tr("Enter"))


def _show_first_item(field: QComboBox) -> None:
    """Make a field as wide as its first item, which stands for all; longer ones are cut."""
    advance = field.fontMetrics().horizontalAdvance
    field.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
    # Qt counts the length in letters X.
    field.setMinimumContentsLength(math.ceil(advance(field.itemText(0)) / advance("X")))


class SteadyButton(QPushButton):
    """A button that is always as wide as the longest of its texts."""

    def __init__(self, texts: Sequence[str], parent: QWidget) -> None:
        super().__init__(parent)
        self._texts = texts

    def sizeHint(self) -> QSize:  # noqa: D102 (Qt's own)
        advance = self.fontMetrics().horizontalAdvance
        more = max(map(advance, self._texts)) - advance(self.text())
        return super().sizeHint() + QSize(max(more, 0), 0)

    def minimumSizeHint(self) -> QSize:  # noqa: D102 (Qt's own)
        return self.sizeHint()


class HistoryDelegate(RowDelegate):
    """Paints a change: what above, who, where and when below, and the day on its first row."""

    lines = 2

    def paint_row(  # noqa: D102 (described by the base)
        self, painter: QPainter, rect: QRect, index: Index, theme: Theme
    ) -> None:
        in_force = index.data(HistoryRole.ENTRY).state is StepState.DONE
        state, day = index.data(HistoryRole.STATE), index.data(HistoryRole.DAY)
        inner = rect.adjusted(0, HALF_GRID, 0, -HALF_GRID)
        line = painter.fontMetrics().height()
        upper = QRect(inner.left(), inner.top() + 1, inner.width(), line)
        lower = QRect(inner.left(), upper.bottom() + 2, inner.width(), line)
        if day and index.row():
            painter.setPen(QPen(theme.faint, 1))
            painter.drawLine(rect.topLeft(), rect.topRight())
        painter.setPen(theme.text if in_force else theme.faint)
        _paint_headline(painter, upper, index.data())
        painter.setPen(theme.muted)
        width = paint_elided(painter, lower, index.data(HistoryRole.TIME), right=True) + GRID
        if day:
            width += _paint_day(painter, upper, lower.adjusted(0, 0, -width, 0), index)
        lower.adjust(0, 0, -width, 0)
        if state:
            painter.setPen(theme.muted)
            lower.adjust(paint_elided(painter, lower, f"{state} · "), 0, 0, 0)
        painter.setPen(theme.faint)
        paint_elided(painter, lower, index.data(HistoryRole.WHO_WHERE))


def _paint_day(painter: QPainter, upper: QRect, lower: QRect, index: Index) -> int:
    """Paint the day at the right: above if the headline leaves room; return the width below."""
    font, day = painter.font(), index.data(HistoryRole.DAY)
    left = upper.left() + _headline_width(font, index.data()) + GRID
    painter.setFont(bold(font))
    width = 0
    if left + painter.fontMetrics().horizontalAdvance(day) <= upper.right():
        paint_elided(painter, upper, day, right=True)
    else:
        width = paint_elided(painter, lower, day, right=True) + GRID
    painter.setFont(font)
    return width


def _headline_width(font: QFont, text: str) -> int:
    """Return the width of the text of a change, whose part after the arrow is bold."""
    words, arrow, after = text.partition(ARROW)
    plain = QFontMetrics(font).horizontalAdvance(words + arrow)
    return plain + QFontMetrics(bold(font)).horizontalAdvance(after) + SPARE


def _paint_headline(painter: QPainter, rect: QRect, text: str) -> None:
    """Paint the text of a change; what follows the arrow is bold, and cut last."""
    words, arrow, after = text.partition(ARROW)
    if not arrow:
        paint_elided(painter, rect, text)
        return
    plain, strong = painter.font(), bold(painter.font())
    taken = QFontMetrics(strong).horizontalAdvance(after)
    taken += painter.fontMetrics().horizontalAdvance(arrow)
    # The parts are painted one by one, so that the arrow points right in any script.
    room = painter.fontMetrics().horizontalAdvance(words) + SPARE
    room = min(room, max(rect.width() - taken, rect.width() // 3))
    at = QRect(rect.left(), rect.top(), room, rect.height())
    rest = rect.adjusted(paint_elided(painter, at, words), 0, 0, 0)
    rest.adjust(paint_elided(painter, rest, arrow), 0, 0, 0)
    painter.setFont(strong)
    paint_elided(painter, rest, after)
    painter.setFont(plain)
