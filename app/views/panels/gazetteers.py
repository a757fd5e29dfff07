"""The panel that lists gazetteers: size, number of occurrences, and a box for each use."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import (
    QAbstractItemModel,
    QEvent,
    QModelIndex,
    QRect,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QFontMetrics, QKeyEvent, QKeySequence, QPainter, QShortcut
from PySide6.QtWidgets import QMenu, QStyleOptionViewItem, QVBoxLayout, QWidget

from app.domain.gazetteers import Gazetteer, Use
from app.domain.rule_findings import RuleFinding
from app.edits.gazetteers import remove_gazetteer, switch_use
from app.item_models.gazetteers import GazetteerRole, GazetteersModel, use_name
from app.item_models.rows import Index
from app.views.panels.rules import Commands
from app.views.theme import GRID, HALF_GRID, Theme
from app.views.widgets.buttons import AddingButton, button_row, menu_button
from app.views.widgets.listing import (
    BOX,
    Listing,
    RowDelegate,
    bold,
    left_click,
    name_widget,
    paint_box,
    paint_elided,
)
from app.views.widgets.picker import Picker
from app.views.workspace import Workspace


class GazetteersPanel(QWidget):
    """Lists gazetteers; a click on a box, or the keys 1 to 3, switches a use on or off.

    Signals
    -------
    left()
        The annotator wants to return to the sentence.
    edit_requested(int)
        Open the editor of the gazetteer with this id.
    export_requested(int)
        Write this gazetteer to a file.
    removed(Edit, str)
        The gazetteer with this name was removed.
    """

    left = Signal()
    edit_requested = Signal(int)
    export_requested = Signal(int)
    removed = Signal(object, str)

    def __init__(
        self, workspace: Workspace, actions: Commands, parent: QWidget | None = None
    ) -> None:
        """List the gazetteers of a project; ``actions`` are those that add, import and export."""
        super().__init__(parent)
        name_widget(
            self,
            "gazetteers",
            self.tr("Gazetteers"),
            self.tr("Phrase lists and how they are used"),
        )
        self._workspace = workspace
        self.model = GazetteersModel(workspace.session, self)
        self.view = self._list()
        hint = self.tr(
            "No gazetteers yet. Import lists of names, drugs or places, or write a grammar, to get "
            "suggestions, improve the model, or enforce labels."
        )
        self.listing = Listing(self.view, hint, self)
        self.add = AddingButton(actions["import_gazetteer"], self, "import")
        self.more = menu_button(
            self.tr("More"),
            self.tr("Create a gazetteer or a grammar, or export one"),
            (actions["new_gazetteer"], actions["new_grammar"], actions["export_gazetteer"]),
            self,
        )
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.listing, 1)
        layout.addLayout(button_row(self.add, self.more))
        self.view.chosen.connect(lambda index: self.edit_requested.emit(self._of(index).id))
        self.view.offer_menu(lambda at: self.menu(at.row()) if at.isValid() else None)

    @property
    def current(self) -> int | None:
        """Id of the current or only gazetteer, None without one."""
        row = self.view.currentIndex().row()
        if row < 0 and self.model.rowCount() == 1:
            row = 0
        return self.model.gazetteer(row).id if row >= 0 else None

    def go_to(self, gazetteer_id: int) -> None:
        """Make a gazetteer current."""
        rows = range(self.model.rowCount())
        ids = [self.model.gazetteer(row).id for row in rows]
        if gazetteer_id in ids:
            self.view.show_row(ids.index(gazetteer_id))

    def show_counts(self, counts: Mapping[int, int | str]) -> None:
        """Show the number of occurrences of each gazetteer, by its id."""
        self.model.show_counts(counts)

    def show_findings(self, findings: Mapping[int, RuleFinding]) -> None:
        """Show the findings of each gazetteer's rule, by its id."""
        self.model.show_findings(findings)

    def menu(self, row: int) -> QMenu:
        """Return the menu for the gazetteer in a row."""
        own, finding = self.model.gazetteer(row), self.model.finding(row)
        menu = QMenu(self)
        edit = menu.addAction(self.tr("&Edit…"))
        edit.triggered.connect(lambda: self.edit_requested.emit(own.id))
        menu.addSeparator()
        for use, text in (
            (Use.RULE, self.tr("As a &rule")),
            (Use.FEATURES, self.tr("As &model features")),
            (Use.PROPOSALS, self.tr("As early &suggestions, while little is labelled")),
        ):
            if use not in own.possible_uses:
                continue
            switch = menu.addAction(text)
            switch.setCheckable(True)
            switch.setChecked(use in self.model.uses(row))
            switch.setEnabled(self.model.can(row, use))
            switch.triggered.connect(lambda _=False, what=use: self._switch(row, what))
        menu.addSeparator()
        broken = menu.addAction(self.tr("&Next violation"))
        broken.setEnabled(finding is not None and len(finding.broken) > 0)
        broken.triggered.connect(lambda: self.go_to_broken(row))
        export = menu.addAction(self.tr("E&xport…"))
        export.triggered.connect(lambda: self.export_requested.emit(own.id))
        menu.addSeparator()
        remove = menu.addAction(self.tr("Remo&ve"))
        remove.triggered.connect(lambda: self._remove(row))
        return menu

    def go_to_broken(self, row: int) -> None:
        """Go to the next sentence whose confirmed labels violate a gazetteer's rule."""
        finding = self.model.finding(row)
        if finding is None:
            return
        broken, tokens = finding.broken.tolist(), finding.broken_at.tolist()
        if self._workspace.caret.go_round(broken, tokens):
            self.left.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: D102 (Qt's own)
        row = self.view.currentIndex().row()
        if event.key() == Qt.Key.Key_Delete and row >= 0:
            self._remove(row)
        else:
            super().keyPressEvent(event)

    # ---- inside

    def _list(self) -> Picker:
        delegate = GazetteerDelegate()
        delegate.switched.connect(self._switch)
        delegate.count_clicked.connect(self.go_to_broken)
        view = Picker(self, self.model, delegate)
        name_widget(
            view,
            "gazetteer_list",
            self.tr("Gazetteers"),
            self.tr("1, 2 and 3 switch uses on or off, Enter opens the phrases, Delete removes"),
        )
        for key, use in zip("123", Use, strict=True):
            shortcut = QShortcut(QKeySequence(key), view)
            shortcut.setContext(Qt.ShortcutContext.WidgetShortcut)
            shortcut.activated.connect(
                lambda what=use: self._switch(self.view.currentIndex().row(), what)
            )
        return view

    def _of(self, index: QModelIndex) -> Gazetteer:
        return self.model.gazetteer(index.row())

    def _switch(self, row: int, use: Use) -> None:
        if row < 0:
            return
        session, own = self._workspace.session, self.model.gazetteer(row)
        if self.model.can(row, use):
            session.apply(switch_use(session.project, own.id, use, on=not own.uses(use)))

    def _remove(self, row: int) -> None:
        session, own = self._workspace.session, self.model.gazetteer(row)
        edit = session.apply(remove_gazetteer(session.project, own.id))
        if edit is not None:
            self.removed.emit(edit, own.name)
        left = self.model.rowCount()
        self.view.show_row(min(row, left - 1) if left else None)


class GazetteerDelegate(RowDelegate):
    """Paints a gazetteer: name, expected share, numbers, and a named box for each use.

    Signals
    -------
    switched(int, Use)
        The box of a use in this row was clicked.
    count_clicked(int)
        The numbers of this row were clicked, and there are violations.
    """

    switched = Signal(int, object)
    count_clicked = Signal(int)
    lines = 4

    def sizeHint(  # noqa: D102 (Qt's own)
        self, option: QStyleOptionViewItem, index: Index
    ) -> QSize:
        return super().sizeHint(option, index) + QSize(0, HALF_GRID + 2)

    def editorEvent(  # noqa: D102 (Qt's own)
        self, event: QEvent, _model: QAbstractItemModel, option: QStyleOptionViewItem, index: Index
    ) -> bool:
        click = left_click(event)
        if click is None:
            return False
        at = click.toPoint()
        uses = index.data(GazetteerRole.GAZETTEER).possible_uses
        _, numbers, *boxes = self._parts(
            option.rect.adjusted(2 * GRID, 0, -2 * GRID, 0), QFontMetrics(option.font), uses
        )
        for use, box in zip(uses, boxes, strict=True):
            if box.adjusted(-HALF_GRID, -2, HALF_GRID, HALF_GRID).contains(at):
                self.switched.emit(index.row(), use)
                return True
        if index.data(GazetteerRole.BROKEN) and numbers.contains(at):
            self.count_clicked.emit(index.row())
            return True
        return False

    def paint_row(  # noqa: D102 (described by the base)
        self, painter: QPainter, rect: QRect, index: Index, theme: Theme
    ) -> None:
        own: Gazetteer = index.data(GazetteerRole.GAZETTEER)
        name, numbers, *boxes = self._parts(rect, painter.fontMetrics(), own.possible_uses)
        uses = index.data(GazetteerRole.USES)
        plain = painter.font()
        painter.setPen(theme.muted)
        if share := index.data(GazetteerRole.SHARE):
            width = paint_elided(painter, name, share, right=True)
            name.adjust(0, 0, -width - GRID, 0)
        painter.setFont(bold(plain))
        painter.setPen(theme.text)
        paint_elided(painter, name, own.name)
        painter.setFont(plain)
        painter.setPen(theme.bad if index.data(GazetteerRole.BROKEN) else theme.faint)
        paint_elided(painter, numbers, index.data(GazetteerRole.NOTE))
        for use, box_rect in zip(own.possible_uses, boxes, strict=True):
            top = box_rect.center().y() - BOX / 2 + 0.5
            box = QRectF(box_rect.left() + 0.5, top, BOX, BOX)
            paint_box(painter, box, theme, ticked=use in uses)
            painter.setPen(theme.text if use in uses else theme.muted)
            words = box_rect.adjusted(BOX + HALF_GRID, 0, 0, 0)
            paint_elided(painter, words, use_name(use))

    def _parts(
        self, rect: QRect, metrics: QFontMetrics, uses: Sequence[Use] = tuple(Use)
    ) -> list[QRect]:
        """Return the rectangles of name, numbers and boxes in a row."""
        line, top = metrics.height(), rect.top() + HALF_GRID + 1
        lines = [
            QRect(rect.left(), top + number * (line + 2), rect.width(), line) for number in range(2)
        ]
        at = rect.left()
        for use in uses:
            # The one with the long name has a line of its own.
            own_line = use is Use.PROPOSALS
            left = rect.left() if own_line else at
            width = BOX + HALF_GRID + metrics.horizontalAdvance(use_name(use)) + 1
            width = max(0, min(width, rect.right() + 1 - left))
            below = top + (3 if own_line else 2) * (line + 2) + HALF_GRID
            lines.append(QRect(left, below, width, line))
            at += 0 if own_line else width + GRID + HALF_GRID
        return lines
