"""The panel that lists rules: on or off, their text, and what they affect."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from PySide6.QtCore import (
    QAbstractItemModel,
    QEvent,
    QModelIndex,
    QRect,
    QRectF,
    Qt,
    Signal,
)
from PySide6.QtGui import QAction, QKeyEvent, QPainter
from PySide6.QtWidgets import (
    QLabel,
    QMenu,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from app.domain.changes import Changes
from app.domain.rule_findings import RuleFinding, RuleStates
from app.domain.rules import ProjectRule, title_in_quotes
from app.edits.rules import remove_rule, reorder_rules, switch_rule
from app.item_models.rows import Index
from app.item_models.rules import RuleRole, RulesModel, translated
from app.views.plain_text import PlainLabel, set_tip
from app.views.theme import GRID, HALF_GRID, Theme
from app.views.widgets.buttons import AddingButton, button_row, menu_button
from app.views.widgets.listing import (
    BOX,
    TEXT_AT,
    Listing,
    TickDelegate,
    left_click,
    name_widget,
    paint_box,
    paint_elided,
    two_lines,
)
from app.views.widgets.picker import Picker
from app.views.workspace import Workspace


class Commands(Protocol):
    """A mapping from the id of a command to its action."""

    def __getitem__(self, command: str) -> QAction:
        """Return the action of a command."""


class RulesPanel(QWidget):
    """Lists rules; a click on the box, or Space, switches one on or off.

    Signals
    -------
    left()
        The annotator wants to return to the sentence.
    edit_requested(object)
        Open the form of this `ProjectRule`.
    list_requested(str, object, object)
        List the sentences with these indices (an array) under this title; each opens at its token
        in the dict, or at the first.
    removed(object, object)
        This edit has removed this `ProjectRule`.
    """

    left = Signal()
    edit_requested = Signal(object)
    list_requested = Signal(str, object, object)
    removed = Signal(object, object)

    def __init__(
        self,
        workspace: Workspace,
        actions: Commands,
        parent: QWidget | None = None,
    ) -> None:
        """List the rules of a project; ``actions`` are those that add, find, import, export."""
        super().__init__(parent)
        name_widget(
            self,
            "rules",
            self.tr("Rules"),
            self.tr("Constraints that all labels must satisfy"),
        )
        self._workspace = workspace
        self.model = RulesModel(workspace.session, self)
        self.view = self._list()
        hint = self.tr(
            "No rules yet. Rules such as “a TITLE is followed by a PERSON” constrain all "
            "suggestions. Click “New rule” to add one."
        )
        self.listing = Listing(self.view, hint, self)
        self.add = AddingButton(actions["add_rule"], self)
        self.more = menu_button(
            self.tr("More"),
            self.tr("Find, import, export rules; learn penalties"),
            (
                actions[name]
                for name in ("find_rules", "learn_costs", "import_rules", "export_rules")
            ),
            self,
        )
        self.cost = self._cost_line()
        self._progress = ""
        self._arrange()
        workspace.session.project_changed.connect(self._session_changed)
        self.view.chosen.connect(self._edit)
        self.view.offer_menu(lambda at: self.menu(at.row()) if at.isValid() else None)

    def show_findings(self, findings: Mapping[int, RuleFinding]) -> None:
        """Show the findings of each rule, by its id."""
        self.model.show_findings(findings)

    def show_states(self, states: RuleStates) -> None:
        """Show the cost of the rules."""
        self.model.show_states(states)
        self._refresh_cost()

    def show_progress(self, done: int, total: int) -> None:
        """Show the progress of counting; 0 of 0 if there is none."""
        self._progress = self.tr("counting {n}%").format(n=100 * done // total) if total else ""
        self._refresh_cost()

    def menu(self, row: int) -> QMenu:
        """Return the menu for the rule in a row."""
        rule, finding = self.model.rule(row), self.model.finding(row)
        menu = QMenu(self)
        switch = menu.addAction(self.tr("Switch &off") if rule.on else self.tr("Switch &on"))
        switch.triggered.connect(lambda: self._switch(rule))
        edit = menu.addAction(self.tr("&Edit…"))
        edit.triggered.connect(lambda: self.edit_requested.emit(rule))
        menu.addSeparator()
        self._add_lists(menu, rule, finding)
        menu.addSeparator()
        broken = menu.addAction(self.tr("&Next violation"))
        broken.setEnabled(finding is not None and len(finding.broken) > 0)
        broken.triggered.connect(lambda: self.go_to_broken(row))
        changed = menu.addAction(self.tr("Next affected &sentence"))
        changed.setEnabled(finding is not None and len(finding.changed) > 0)
        changed.triggered.connect(lambda: self.go_to_changed(row))
        menu.addSeparator()
        for text, step in ((self.tr("Move &up"), -1), (self.tr("Move &down"), 1)):
            move = menu.addAction(text)
            move.setEnabled(0 <= row + step < self.model.rowCount())
            move.triggered.connect(lambda _=False, by=step: self._move(row, by))
        menu.addSeparator()
        remove = menu.addAction(self.tr("&Remove"))
        remove.triggered.connect(lambda: self._remove(rule))
        return menu

    def go_to_broken(self, row: int) -> None:
        """Go to the next sentence whose confirmed labels violate a rule."""
        finding = self.model.finding(row)
        if finding is None:
            return
        broken, tokens = finding.broken.tolist(), finding.broken_at.tolist()
        if self._workspace.caret.go_round(broken, tokens):
            self.left.emit()

    def go_to_changed(self, row: int) -> None:
        """Go to the next sentence that a rule changes."""
        finding = self.model.finding(row)
        if finding is not None and self._workspace.caret.go_round(finding.changed.tolist()):
            self.left.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: D102 (Qt's own)
        row = self.view.currentIndex().row()
        if event.key() == Qt.Key.Key_Delete and row >= 0:
            self._remove(self.model.rule(row))
        else:
            super().keyPressEvent(event)

    # ---- inside

    def _add_lists(self, menu: QMenu, rule: ProjectRule, finding: RuleFinding | None) -> None:
        title = title_in_quotes(rule, translated)
        found = RuleFinding() if finding is None else finding
        violations, affected = self.tr("Violations of {rule}"), self.tr("Affected by {rule}")
        first: dict[int, int] = {}
        lists = (
            (self.tr("List &violations…"), violations, found.broken, found.tokens()),
            (self.tr("List &affected sentences…"), affected, found.changed, first),
        )
        for text, heading, sentence_indices, tokens in lists:
            action = menu.addAction(text)
            action.setEnabled(len(sentence_indices) > 0)
            action.triggered.connect(
                lambda _=False, h=heading, p=sentence_indices, t=tokens: self.list_requested.emit(
                    h.format(rule=title), p, t
                )
            )

    def _cost_line(self) -> QLabel:
        line = PlainLabel("", self)
        line.setObjectName("cost")
        line.setWordWrap(True)  # otherwise a long text would widen the whole column
        line.setForegroundRole(line.palette().ColorRole.PlaceholderText)
        line.setContentsMargins(2 * GRID, HALF_GRID, 2 * GRID, 0)
        set_tip(
            line,
            self.tr(
                "Combined cost of all active rules for a typical sentence (states per "
                "label); more states mean slower suggestions"
            ),
        )
        line.hide()
        return line

    def _session_changed(self, changes: Changes) -> None:
        if changes.rules:
            self._refresh_cost()

    def _refresh_cost(self) -> None:
        together = self.model.together()
        parts = [self.tr("Total: {cost}").format(cost=together)] if together else []
        parts += [self._progress] if self._progress else []
        self.cost.setText(" · ".join(parts))
        self.cost.setVisible(bool(parts))

    def _list(self) -> Picker:
        delegate = RuleDelegate()
        delegate.switched.connect(lambda row: self._switch(self.model.rule(row)))
        delegate.count_clicked.connect(self.go_to_broken)
        view = Picker(self, self.model, delegate)
        name_widget(
            view,
            "rule_list",
            self.tr("Rules"),
            self.tr("Space switches a rule on or off, Enter edits it, Delete removes it"),
        )
        return view

    def _arrange(self) -> None:
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.listing, 1)
        layout.addWidget(self.cost)
        layout.addLayout(button_row(self.add, self.more))

    def _edit(self, index: QModelIndex) -> None:
        self.edit_requested.emit(self.model.rule(index.row()))

    def _switch(self, rule: ProjectRule) -> None:
        session = self._workspace.session
        session.apply(switch_rule(session.project, rule.id, on=not rule.on))

    def _remove(self, rule: ProjectRule) -> None:
        session = self._workspace.session
        row = self.model.row_of(rule.id) or 0
        edit = session.apply(remove_rule(session.project, rule.id))
        if edit is not None:
            self.removed.emit(edit, rule)
        left = self.model.rowCount()
        self.view.show_row(min(row, left - 1) if left else None)

    def _move(self, row: int, step: int) -> None:
        session = self._workspace.session
        order = [rule.id for rule in session.project.ordered_rules()]
        order.insert(row + step, order.pop(row))
        session.apply(reorder_rules(session.project, order))
        self.view.show_row(row + step)


class RuleDelegate(TickDelegate):
    """Paints a rule: a check box, its text, and what it affects.

    Signals
    -------
    count_clicked(int)
        The second line of this row was clicked, and there are violations.
    """

    count_clicked = Signal(int)
    lines = 2

    def editorEvent(  # noqa: D102 (Qt's own)
        self, event: QEvent, model: QAbstractItemModel, option: QStyleOptionViewItem, index: Index
    ) -> bool:
        if super().editorEvent(event, model, option, index):
            return True
        click = left_click(event)
        if click is None or not index.data(RuleRole.BROKEN):
            return False
        if click.y() <= option.rect.center().y():
            return False
        self.count_clicked.emit(index.row())
        return True

    def paint_row(  # noqa: D102 (described by the base)
        self, painter: QPainter, rect: QRect, index: Index, theme: Theme
    ) -> None:
        rule: ProjectRule = index.data(RuleRole.RULE)
        inner = rect.adjusted(0, HALF_GRID, 0, -HALF_GRID)
        upper, lower = two_lines(painter, rect, TEXT_AT)
        box = QRectF(inner.left() + 0.5, upper.center().y() - BOX / 2 + 0.5, BOX, BOX)
        paint_box(painter, box, theme, ticked=rule.on)
        painter.setPen(theme.text if rule.on else theme.muted)
        paint_elided(painter, upper, index.data())
        painter.setPen(theme.bad if rule.on and index.data(RuleRole.BROKEN) else theme.faint)
        width = paint_elided(painter, lower, index.data(RuleRole.NOTE))
        cost = index.data(RuleRole.COST)
        # Without room for both, only the tool tip has the cost.
        if width + GRID + painter.fontMetrics().horizontalAdvance(cost) <= lower.width():
            painter.setPen(theme.faint)
            paint_elided(painter, lower, cost, right=True)
