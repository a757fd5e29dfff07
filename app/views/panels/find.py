"""The panel that searches the project: a query, its matches in context, bulk actions."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import (
    QItemSelection,
    QItemSelectionModel,
    QModelIndex,
    QRect,
    Qt,
    QTimer,
    Signal,
)
from PySide6.QtGui import QKeyEvent, QRegion, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QComboBox,
    QHBoxLayout,
    QLineEdit,
    QStyle,
    QStyleOptionFrame,
    QWidget,
)

from app.domain.changes import Changes
from app.domain.numbers import grouped
from app.domain.queue_filter import FoundSentences, QueueFilter, QueueKind
from app.domain.search import BulkAction, Findings, Order, unknown_labels, unknown_people
from app.domain.search_line import with_term
from app.item_models.matches import MatchesModel
from app.services.finder import Finder
from app.views.actions import KeyOf, default_key, with_key
from app.views.layouts import NO_MARGINS, in_column, in_row
from app.views.panels import find_words as words
from app.views.panels.bulk_menu import BulkActionButton
from app.views.panels.find_rows import FindDelegate
from app.views.panels.search_menu import CARET, SearchMenuButton
from app.views.plain_text import PlainLabel, set_tip
from app.views.theme import GRID, HALF_GRID
from app.views.widgets.listing import Listing, name_widget
from app.views.widgets.picker import Picker
from app.views.workspace import Workspace

TYPING_PAUSE = 250
"""Milliseconds without a key after which the search starts."""

MAX_RUNS = 1_000
"""Maximum number of runs of rows that stay selected when the list changes."""

STATUS_DELAY = 400
"""Milliseconds that a search may take before the status says so."""


class QueryField(QLineEdit):
    """A line edit with a signal for the down key, and with the longest hint that has room."""

    down = Signal()

    def __init__(self, hints: Sequence[str], parent: QWidget | None = None) -> None:
        """``hints`` are from the longest to the shortest."""
        super().__init__(parent)
        self._hints = hints

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: D102 (Qt's own)
        super().resizeEvent(event)
        option = QStyleOptionFrame()
        self.initStyleOption(option)
        inside = QStyle.SubElement.SE_LineEditContents
        room = self.style().subElementRect(inside, option, self).width() - 4  # Qt's own margins
        width = self.fontMetrics().horizontalAdvance
        fitting = (hint for hint in self._hints if width(hint) <= room)
        self.setPlaceholderText(next(fitting, self._hints[-1]))

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: D102 (Qt's own)
        # No event filter: it would be called for every event, also during destruction.
        if event.key() == Qt.Key.Key_Down:
            self.down.emit()
        else:
            super().keyPressEvent(event)


class FindPanel(QWidget):
    """A field for the query, the matches in context, and a button for bulk actions.

    Signals
    -------
    left()
        The annotator chose a match and wants to work on it.
    queue_requested(object)
        Restrict the queue to this `QueueFilter`: sentences that were found.
    """

    left = Signal()
    queue_requested = Signal(object)

    def __init__(
        self,
        workspace: Workspace,
        finder: Finder,
        people: Iterable[str] = (),
        parent: QWidget | None = None,
    ) -> None:
        """Search with a finder; ``people`` are those who have worked on the project."""
        super().__init__(parent)
        name_widget(
            self,
            "find",
            self.tr("Find"),
            self.tr("Search the project for words, labels and more, and act on the matches"),
        )
        self._workspace = workspace
        self._finder = finder
        self._wrong = (-1, -1)
        self._refused = ""
        self._searching = False
        # Whether Enter was pressed while the search was running.
        self._enters_list = False
        self._key_of: KeyOf = default_key
        self.model = MatchesModel(workspace.session, self)
        self.query = self._query_field()
        self.add = SearchMenuButton(workspace.session, people, self)
        self.order = self._order_field()
        self.status = PlainLabel("", self)
        self.status.setObjectName("told")
        self.status.setWordWrap(True)
        self.bulk_button = BulkActionButton(workspace.session, self)
        self.view = self._list()
        self.listing = Listing(self.view, "", self)
        self._pause = QTimer(self, singleShot=True, interval=TYPING_PAUSE)
        self._status_delay = QTimer(self, singleShot=True, interval=STATUS_DELAY)
        self._arrange()
        self._connect()
        self._show(None)
        self.show_shortcuts(default_key)

    def focus_query(self) -> None:
        """Focus the query field."""
        self.query.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.query.selectAll()

    def search_for(self, line: str) -> None:
        """Set the query and search."""
        self.query.setText(line)
        self._look()

    def go_to_row(self, row: int) -> None:
        """Go to a match, and select its tokens in the sentence."""
        sentence_index, first, last = self.model.where(row)
        self._workspace.caret.go_to(sentence_index, first)
        if not self.model.found.whole:
            self._workspace.caret.select(first, last)
        self.view.show_row(row)

    def chosen(self) -> Findings:
        """Return the selected matches, or all if fewer than two are selected."""
        rows = self._selected()
        return self.model.found if len(rows) < 2 else self.model.found.rows(rows)

    # ---- widgets

    def _query_field(self) -> QueryField:
        long, short = (
            self.tr('Words, "a phrase", label:NAME, p<60 …'),
            self.tr("Words, label:NAME …"),
        )
        field = QueryField((long, short, self.tr("Words …")), self)
        field.setClearButtonEnabled(True)
        name_widget(
            field, "query", self.tr("Query"), self.tr("What to look for in the whole project")
        )
        field.down.connect(self._enter_list)
        return field

    def _order_field(self) -> QComboBox:
        field = QComboBox(self)
        field.addItem(self.tr("Document order"), Order.TEXT)
        field.addItem(self.tr("By match"), Order.MIDDLE)
        field.addItem(self.tr("By left context"), Order.LEFT)
        field.addItem(self.tr("By right context"), Order.RIGHT)
        set_tip(field, self.tr("Sort order"))
        name_widget(field, "hit_order", self.tr("Sort by"), field.toolTip())
        return field

    def _list(self) -> MatchList:
        view = MatchList(self)
        view.setModel(self.model)
        view.setItemDelegate(FindDelegate(view))
        name_widget(
            view,
            "hits",
            self.tr("Matches"),
            self.tr("Arrows go from match to match, Enter to its tokens, Shift selects several"),
        )
        return view

    def _arrange(self) -> None:
        line = in_row(
            (self.query, 1), self.add, margins=(2 * GRID, HALF_GRID, 2 * GRID, 0), spacing=GRID
        )
        below = QHBoxLayout()
        below.setContentsMargins(2 * GRID, 0, 2 * GRID, 0)
        below.setSpacing(GRID)
        below.addWidget(self.status, 1)
        below.addWidget(self.order)
        below.addWidget(self.bulk_button)
        in_column(
            line, below, (self.listing, 1), within=self, margins=NO_MARGINS, spacing=HALF_GRID
        )

    def _connect(self) -> None:
        self._pause.timeout.connect(self._look)
        self._status_delay.timeout.connect(self._show_searching)
        self.query.textChanged.connect(self._typed)
        self.query.returnPressed.connect(self._entered)
        self.order.currentIndexChanged.connect(self._look)
        self.add.term_requested.connect(self._add_term)
        self.add.text_requested.connect(self._add_text)
        self.bulk_button.menu().aboutToShow.connect(self._finder.note_seen)
        self.bulk_button.bulk_action_requested.connect(self._do)
        self.bulk_button.queue_requested.connect(self._queue)
        self.view.picked.connect(lambda index: self.go_to_row(index.row()))
        self.view.chosen.connect(self._choose)
        self.view.selectionModel().selectionChanged.connect(self._count)
        self._finder.begun.connect(self._begun)
        self._finder.found.connect(self._show)
        self._finder.failed.connect(self._refuse)
        self._workspace.session.project_changed.connect(self._changed)

    # ---- the query

    def _typed(self) -> None:
        self._enters_list = False
        self._disable_bulk_button()
        self._pause.start()

    def _disable_bulk_button(self) -> None:
        """Prevent bulk actions while the list does not match the query."""
        if self.bulk_button.hasFocus():
            # A disabled widget loses the focus: keep it in the panel.
            self.query.setFocus(Qt.FocusReason.OtherFocusReason)
        self.bulk_button.setEnabled(False)

    def _look(self) -> None:
        self._pause.stop()
        self._wrong = (-1, -1)
        self._refused = ""
        self._finder.look(self.query.text(), Order(self.order.currentData()))

    def _entered(self) -> None:
        """Search at once; select the error in the query, or focus the list."""
        if self._pause.isActive() or self._finder.query is None:
            self._look()
        if self._wrong[0] >= 0:
            self.query.setSelection(self._wrong[0], max(self._wrong[1] - self._wrong[0], 1))
        else:
            self._enters_list = self._searching
            if not self._searching:
                self._enter_list()

    def _enter_list(self) -> None:
        if len(self.model.found):
            if not self.view.currentIndex().isValid():
                self.go_to_row(0)
            self.view.setFocus(Qt.FocusReason.TabFocusReason)

    def _add_term(self, term: str) -> None:
        self.query.setText(with_term(self.query.text(), term))
        self._look()
        self.query.setFocus(Qt.FocusReason.OtherFocusReason)

    def _add_text(self, text: str) -> None:
        line, at = self.query.text(), self.query.cursorPosition()
        gap = " " if line[:at] and not line[:at].endswith((" ", "(")) else ""
        caret = at + len(gap) + text.index(CARET)
        self.query.setText(f"{line[:at]}{gap}{text.replace(CARET, '')}{line[at:]}")
        self.query.setFocus(Qt.FocusReason.OtherFocusReason)
        self.query.setCursorPosition(caret)

    # ---- matches

    def _begun(self) -> None:
        self._searching = True
        self._disable_bulk_button()
        self._explain_empty(None)
        # Most searches end before anybody could read that they are running.
        self._status_delay.start()

    def _show_searching(self) -> None:
        if self._finder.query is not None:
            self.status.setText(self.tr("Searching…"))

    def _show(self, found: Findings | None) -> None:
        self._searching = False
        self._status_delay.stop()
        at = self.view.currentIndex()
        current = self.model.where(at.row()) if at.isValid() else None
        selected = self.model.found.rows(self._selected())
        if self.model.show_findings(found):
            row = self.model.row_of(*current) if current is not None else None
            if row is not None:
                self.view.show_row(row)
            if len(selected) > 1:
                self._select(self.model.rows_of(selected))
        self._explain_empty(found)
        self._count()
        if self._enters_list and self.query.hasFocus():
            self._enter_list()
        self._enters_list = False

    def _count(self) -> None:
        found, session = self.model.found, self._workspace.session
        selected = len(self._selected())
        if not len(found):
            self._disable_bulk_button()
        self.bulk_button.show_matches(len(found), selected=selected, whole=found.whole)
        if self._finder.query is None and self._wrong == (-1, -1) and not self.query.text():
            self.status.setText("")
        elif self._finder.findings is not None:
            self.status.setText(self._counted(found, len(session.visible)))

    def _counted(self, found: Findings, n_visible: int) -> str:
        if not len(found):
            return ""  # the list itself says so
        if found.whole:
            return self.tr("{n} of {all} sentences").format(
                n=grouped(len(found)), all=grouped(n_visible)
            )
        if len(found) == 1:
            return self.tr("1 match")
        many = self.tr("{n} matches in {sentences} sentences", None, len(found))
        one = self.tr("{n} matches in 1 sentence", None, len(found))
        return (one if found.n_sentences == 1 else many).format(
            n=grouped(len(found)), sentences=grouped(found.n_sentences)
        )

    def _refuse(self, sentence: str, start: int, end: int) -> None:
        if self._finder.query is None:  # not an action that was refused
            self._searching = self._enters_list = False
        self._status_delay.stop()
        self._wrong = (start, end)
        self.status.setText(sentence)
        self._refused = words.refused()
        self._explain_empty(None)

    def _explain_empty(self, found: Findings | None) -> None:
        if not len(self._workspace.session.visible):
            hint = self.tr("There is no text to search yet: import one first.")
            hint = with_key(hint, self._key_of("import_files"))
        elif found is not None:
            label, person = self._unknown_label(), self._unknown_person()
            hint = words.nothing_found(label, person, self._finder.people)
        elif self._finder.query is not None:
            hint = words.looking()
        else:
            hint = self._refused or words.no_query()
        self.listing.set_hint(hint)

    def _unknown_label(self) -> str:
        """Return a label of the query that the project does not have, "" without one."""
        project, query = self._workspace.session.project, self._finder.query
        known = [label.name for label in project.visible_labels()]
        return "" if query is None else next(unknown_labels(query, known), "")

    def _unknown_person(self) -> str:
        """Return an annotator of the query who has changed nothing, "" without one.

        The name that changes get from now on is known: “Add” offers it, too.
        """
        query = self._finder.query
        known = self._finder.people | {self._workspace.session.annotator}
        return "" if query is None else next(unknown_people(query, known), "")

    def _selected(self) -> NDArray[np.int64]:
        """Return the selected rows."""
        selection = self.view.selectionModel().selection()
        chosen = np.zeros(self.model.rowCount(), np.bool_)
        for number in range(selection.count()):
            one = selection.at(number)
            chosen[one.top() : one.bottom() + 1] = True
        return np.flatnonzero(chosen)

    def _select(self, rows: NDArray[np.int64]) -> None:
        """Select some rows, run by run."""
        selection = QItemSelection()
        ends = np.flatnonzero(np.diff(rows) > 1) + 1
        # Nobody selects more runs one by one, and Qt would be slow.
        for run in np.split(rows, ends) if len(ends) < MAX_RUNS else ():
            if len(run):
                first, last = (self.model.index(int(run[at]), 0) for at in (0, -1))
                selection.select(first, last)
        flag = QItemSelectionModel.SelectionFlag.ClearAndSelect
        self.view.selectionModel().select(selection, flag)

    def _choose(self, index: QModelIndex) -> None:
        self.go_to_row(index.row())
        self.left.emit()

    def _do(self, bulk_action: BulkAction) -> None:
        self._finder.act(bulk_action, self.chosen())

    def _queue(self) -> None:
        chosen = self.chosen()
        firsts = () if chosen.whole else chosen.firsts
        found = FoundSentences(chosen.sentence_indices, np.array(firsts, np.int64))
        self.queue_requested.emit(QueueFilter(QueueKind.FOUND, found=found))

    def show_shortcuts(self, key_of: KeyOf) -> None:
        """Show the current shortcuts in texts and tips."""
        self._key_of = key_of
        tip = self.tr(
            "All words must occur in the sentence. Use “Add” for labels and other "
            "conditions; see the manual for the query syntax"
        )
        set_tip(self.query, with_key(tip, key_of("show_manual")))
        self._explain_empty(self._finder.findings)

    def _changed(self, changes: Changes) -> None:
        if changes.structure:
            self._explain_empty(self._finder.findings)


class MatchList(Picker):
    """A list with multiple selection, fast also for a hundred thousand rows."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)

    def setSelection(  # noqa: D102 (Qt's own)
        self, rect: QRect, command: QItemSelectionModel.SelectionFlag
    ) -> None:
        rows = self.model().rowCount()
        box = rect.normalized()
        first, last = (
            (y + self.verticalOffset()) // self.row_height() for y in (box.top(), box.bottom())
        )
        selection = QItemSelection()
        if last >= 0 and first < rows:
            first, last = max(first, 0), min(last, rows - 1)
            selection.select(self.model().index(first, 0), self.model().index(last, 0))
        self.selectionModel().select(selection, command)

    def visualRegionForSelection(self, selection: QItemSelection) -> QRegion:  # noqa: D102
        region = QRegion()
        for number in range(selection.count()):
            rows = selection.at(number)
            model = self.model()
            first, last = (model.index(row, 0) for row in (rows.top(), rows.bottom()))
            region = region.united(QRegion(self.visualRect(first) | self.visualRect(last)))
        return region
