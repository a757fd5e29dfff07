"""The panel that lists the queue: open sentences, most useful first."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QToolButton, QVBoxLayout, QWidget

from app.domain.changes import Changes
from app.domain.numbers import grouped
from app.domain.query_choices import (
    DEFAULT_WRAPPER,
    FIXED_ORDERS,
    QUERY_STRATEGIES,
    QUERY_UNITS,
    QUERY_WRAPPERS,
    QueryChoice,
)
from app.domain.queue_filter import QueueFilter
from app.edits.settings import change_order
from app.item_models.queue import QueueModel
from app.services.after_paint import AfterPaint, ChangesAfterPaint
from app.views.actions import KeyOf, default_key, with_key
from app.views.layouts import in_column, in_row
from app.views.panels.described_choices import DescribedComboBox
from app.views.panels.queue_filter import QueueFilterButton
from app.views.panels.queue_rows import QueueDelegate
from app.views.plain_text import PlainLabel, set_tip
from app.views.theme import GRID, HALF_GRID
from app.views.widgets.listing import Listing, name_widget
from app.views.widgets.picker import Picker
from app.views.workspace import Workspace


class QueuePanel(QWidget):
    """Lists the open sentences of the queue, with a choice of query strategy.

    Picking a sentence goes to its uncertain token.

    Signals
    -------
    left()
        The annotator chose a sentence and wants to work on it.
    filter_requested(object)
        List only what passes this `QueueFilter`.
    """

    left = Signal()
    filter_requested = Signal(object)

    def __init__(self, workspace: Workspace, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        name_widget(
            self,
            "queue",
            self.tr("Queue"),
            self.tr("Open sentences, most useful first"),
        )
        self._workspace = workspace
        self.model = QueueModel(workspace.session, self)
        self.order = PlainLabel("", self)
        self.order.setObjectName("order")
        self.order.setForegroundRole(self.palette().ColorRole.PlaceholderText)
        self.strategy = DescribedComboBox(
            "strategy",
            self.tr("Query strategy"),
            self.tr("How the queue ranks sentences"),
            QUERY_STRATEGIES,
            self,
        )
        self.more = self._more_button()
        self.wrapper = DescribedComboBox(
            "wrapper",
            self.tr("Adjustment"),
            self.tr("How the query strategy is adjusted"),
            QUERY_WRAPPERS,
            self,
        )
        self.unit = DescribedComboBox(
            "unit",
            self.tr("What to check"),
            self.tr("Whole sentences, or uncertain tokens only"),
            QUERY_UNITS,
            self,
        )
        self.all = self._all_button()
        self.filter = QueueFilterButton(workspace.session, self)
        self.filter.filter_requested.connect(self.filter_requested)
        self.view = self._list()
        self._key_of: KeyOf = default_key
        self.listing = Listing(self.view, "", self)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(HALF_GRID)
        layout.addLayout(self._choices())
        layout.addLayout(self._line())
        layout.addWidget(self.listing, 1)
        self.strategy.option_chosen.connect(lambda name: self._ask(strategy=name))
        self.wrapper.option_chosen.connect(lambda name: self._ask(wrapper=name))
        self.unit.option_chosen.connect(lambda name: self._ask(unit=name))
        self.view.picked.connect(self._go)
        self.view.clicked.connect(self.left)
        self.view.chosen.connect(self.left)
        self.model.modelReset.connect(self._refresh)
        self.model.rowsRemoved.connect(self._refresh)
        self._current_later = AfterPaint(self._show_current, self)
        self._changes_later = ChangesAfterPaint(workspace.session, self._changed, self)
        workspace.caret.current_changed.connect(self._current_later.start)
        self._show_choices()
        self._refresh()

    def _choices(self) -> QVBoxLayout:
        rows = in_column(margins=(2 * GRID, HALF_GRID, 2 * GRID, 0), spacing=HALF_GRID)
        first = in_row((self.strategy, 1), self.more, spacing=HALF_GRID)
        rows.addLayout(first)
        rows.addWidget(self.wrapper)
        rows.addWidget(self.unit)
        return rows

    def _more_button(self) -> QToolButton:
        button = QToolButton(self)
        name_widget(
            button,
            "more_choices",
            self.tr("More options"),
            self.tr("Adjustment of the query strategy, and what to check"),
        )
        button.setAutoRaise(True)
        button.setCheckable(True)
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        button.clicked.connect(lambda unfolded: self._fold(folded=not unfolded))
        return button

    def _fold(self, *, folded: bool) -> None:
        """Hide or show the second and the third box."""
        for box in (self.wrapper, self.unit):
            box.setHidden(folded)
        self.more.setChecked(not folded)
        self.more.setArrowType(Qt.ArrowType.DownArrow if folded else Qt.ArrowType.UpArrow)
        set_tip(
            self.more,
            self.tr("{order} · {asked}\nShow options").format(
                order=self.wrapper.currentText(), asked=self.unit.currentText()
            )
            if folded
            else self.tr("Hide the options below"),
        )

    def _line(self) -> QHBoxLayout:
        """Return the line between strategy and list: the number of sentences, and the filter."""
        return in_row(
            self.order, None, self.all, self.filter, margins=(2 * GRID, 0, GRID, 0), spacing=GRID
        )

    def show_filter(self, wanted: QueueFilter) -> None:
        """Show the filter of the queue."""
        self.filter.show_filter(wanted)
        self.all.setVisible(wanted.active)
        self._refresh()
        self.view.scrollToTop()

    def _all_button(self) -> QToolButton:
        button = QToolButton(self)
        button.setText(self.tr("Show all"))
        button.setAutoRaise(True)
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        set_tip(button, self.tr("Clear the filter"))
        button.setVisible(False)
        button.clicked.connect(lambda: self.filter_requested.emit(QueueFilter()))
        return button

    def _ask(self, *, strategy: str = "", wrapper: str = "", unit: str = "") -> None:
        """Change strategy, wrapper or unit of the queue."""
        session = self._workspace.session
        present = session.project.settings.query_choice
        # A fixed order has no adjustment, and the next one begins with the default.
        before = DEFAULT_WRAPPER if present.strategy in FIXED_ORDERS else present.wrapper
        wanted = QueryChoice.of(
            strategy or present.strategy,
            wrapper or before,
            unit or present.unit,
            present.accept_from,
        )
        session.apply(change_order(session.project, wanted))
        self._show_choices()

    def _show_choices(self) -> None:
        query_choice = self._workspace.session.project.settings.query_choice
        self.strategy.show_choice(query_choice.strategy)
        self.wrapper.show_choice(query_choice.wrapper)
        self.unit.show_choice(query_choice.unit)
        self.wrapper.setEnabled(query_choice.strategy not in FIXED_ORDERS)
        self._fold(folded=not self.more.isChecked())

    def _list(self) -> Picker:
        view = Picker(self, self.model, QueueDelegate(self.model))
        name_widget(
            view,
            "queue_list",
            self.tr("Queue"),
            self.tr("Arrows go from sentence to sentence, Enter goes to its tokens"),
        )
        return view

    def _go(self, index: QModelIndex) -> None:
        self._workspace.uncertainty.go_to_uncertain(*self.model.where(index.row()))

    def _show_current(self) -> None:
        # The head of the queue stays in sight wherever the annotator is.
        row = self.model.row_of(self._workspace.caret.sentence_index)
        if row is None:
            self.view.show_row(None)
        else:
            self.view.show_head(row)

    def _changed(self, changes: Changes) -> None:
        if changes.structure or changes.order or changes.settings:
            self._show_choices()
        if changes.structure or changes.order or changes.queue:
            self._refresh()

    def _refresh(self) -> None:
        n_open = self.model.rowCount()
        filtered = self._workspace.session.queue.filtered is not None
        text = self.tr("{n} listed") if filtered else self.tr("{n} open")
        self.order.setText(text.format(n=grouped(n_open)))
        if not n_open:
            self.listing.set_hint(self._hint())
        self._show_current()

    def show_shortcuts(self, key_of: KeyOf) -> None:
        """Show the current shortcuts in texts and tips."""
        self._key_of = key_of
        self.listing.set_hint(self._hint())

    def _hint(self) -> str:
        session = self._workspace.session
        if session.queue.filtered is not None:
            return self.tr("No sentences match the filter. Click “Show all” to clear it.")
        if not len(session.visible):
            hint = self.tr(
                "The most useful sentences to label will appear here. Import a text first."
            )
            return with_key(hint, self._key_of("import_files"))
        progress = session.state.progress()
        if progress.sentences and progress.confirmed_sentences == progress.sentences:
            return self.tr("All done: every sentence is confirmed.")
        if progress.confirmed_tokens and not session.queue.waits(session.visible).any():
            return self.tr(
                "The queue is empty. Remaining sentences were skipped or partly answered; "
                "use the filter to see them."
            )
        hint = self.tr(
            "The most useful sentences to label next will appear here. Accept a few "
            "sentences first."
        )
        return with_key(hint, self._key_of("accept"))
