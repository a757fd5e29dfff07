"""The label guide: key, meaning and example of each label."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QAction, QIcon, QPainter, QPixmap, QResizeEvent, QShowEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QDialogButtonBox,
    QHeaderView,
    QStyleOptionViewItem,
    QTableWidget,
    QTableWidgetItem,
    QWidget,
)

from app.domain.changes import Changes
from app.domain.control_sample import is_control
from app.domain.display import DisplayKind
from app.domain.invisible import escaped_line
from app.domain.labels import Label
from app.domain.spacing import excerpt
from app.domain.tagging import label_name
from app.item_models.rows import Index
from app.session import Session
from app.views.dialogs.dialog_with_help import DialogWithHelp
from app.views.keymap import native
from app.views.panels.labels import SWATCH, paint_swatch
from app.views.plain_text import PlainTips
from app.views.theme import GRID, Theme, theme_of
from app.views.widgets.listing import bold, name_widget

KeysOfLabels = Callable[[], Mapping[int, tuple[str, ...]]]

MAX_CHECKED = 300
"""Number of done sentences searched for examples."""

WORDS_AROUND = 3
"""Words of an example on either side of its span."""

EXAMPLE_WIDTH = 34 * GRID

NAME, KEY, MEANING, EXAMPLE = range(4)


class LabelGuide(DialogWithHelp):
    """Lists the labels with their meanings; modeless."""

    def __init__(
        self,
        session: Session,
        keys: KeysOfLabels,
        edit_labels: QAction,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(
            "label_guide",
            self.tr("Label guide"),
            self.tr("What each label means, its key, and an example"),
            parent,
        )
        self._session = session
        self._keys = keys
        self.lead = self.add_lead("")
        self.table = self._table()
        self.column.addWidget(self.table, 1)
        role = QDialogButtonBox.ButtonRole.ResetRole
        self.edit = self.add_buttons().addButton(edit_labels.text(), role)
        self.edit.setAutoDefault(False)
        self.edit.clicked.connect(edit_labels.trigger)
        session.changed.connect(self._changed)
        self.fill()
        self.set_usual_size(112 * GRID, 76 * GRID)
        self.table.setFocus()

    def fill(self) -> None:
        """List the current labels."""
        labels = self._session.project.visible_labels()
        self.lead.setText(self._advice(labels))
        keys, found = self._keys(), examples(self._session)
        self.table.setRowCount(len(labels))
        for row, label in enumerate(labels):
            key = " ".join(native(one) for one in keys.get(label.id, ())[:1])
            meaning = escaped_line(label.description)
            texts = (label.name, key, meaning, found.get(label.id, ""))
            for column, text in enumerate(texts):
                self.table.setItem(row, column, self._item(label, column, text))
        for column in (NAME, KEY):
            self.table.resizeColumnToContents(column)
            self.table.setColumnWidth(column, self.table.columnWidth(column) + 2 * GRID)
        self.table.resizeRowsToContents()

    def _advice(self, labels: Sequence[Label]) -> str:
        if not labels:
            return self.tr("No labels yet. Add the first with “Edit labels…”.")
        if not any(label.description for label in labels):
            return self.tr(
                "The labels have no descriptions yet. Use “Edit labels…” to describe what "
                "belongs to each label and what does not."
            )
        return self.tr("Examples are from your labelled sentences.")

    def showEvent(self, event: QShowEvent) -> None:  # noqa: D102 (Qt's own)
        super().showEvent(event)
        # Before, the column of descriptions had not got its width.
        self.table.resizeRowsToContents()

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: D102 (Qt's own)
        super().resizeEvent(event)
        self.table.resizeRowsToContents()

    def _table(self) -> QTableWidget:
        table = QTableWidget(0, 4, self)
        name_widget(
            table, "label_guide_table", self.tr("Label guide"), self.accessibleDescription()
        )
        table.setHorizontalHeaderLabels(
            [self.tr("Label"), self.tr("Key"), self.tr("Description"), self.tr("Example")]
        )
        table.setItemDelegate(_PaddedRows(table))
        table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        table.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        table.setTabKeyNavigation(False)
        table.setShowGrid(False)
        table.setIconSize(QSize(SWATCH, SWATCH))
        table.setWordWrap(True)
        table.verticalHeader().hide()
        header = table.horizontalHeader()
        header.setHighlightSections(False)
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeading | Qt.AlignmentFlag.AlignVCenter)
        header.setSectionResizeMode(MEANING, QHeaderView.ResizeMode.Stretch)
        table.setColumnWidth(EXAMPLE, EXAMPLE_WIDTH)
        header.sectionResized.connect(lambda *_: table.resizeRowsToContents())
        return table

    def _item(self, label: Label, column: int, text: str) -> QTableWidgetItem:
        item = QTableWidgetItem(text)
        item.setTextAlignment(Qt.AlignmentFlag.AlignLeading | Qt.AlignmentFlag.AlignVCenter)
        item.setFlags(Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemIsEnabled)
        if column == NAME:
            item.setIcon(swatch(label.colour, theme_of(self.palette())))
            item.setFont(bold(self.table.font()))
        return item

    def _changed(self, changes: Changes) -> None:
        if changes.labels:
            self.fill()


class _PaddedRows(PlainTips):
    """Adds space above and below the texts of a row."""

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return super().sizeHint(option, index) + QSize(0, 2 * GRID)


def swatch(colour: int, theme: Theme) -> QIcon:
    """Return an icon with a disc of a label's colour, with its pattern."""
    scale = 2
    picture = QPixmap(SWATCH * scale, SWATCH * scale)
    picture.setDevicePixelRatio(scale)
    picture.fill(Qt.GlobalColor.transparent)
    with QPainter(picture) as painter:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        box = QRectF(0.5, 0.5, SWATCH - 1, SWATCH - 1)
        paint_swatch(painter, box, theme.label(colour), theme)
    return QIcon(picture)


def examples(session: Session) -> dict[int, str]:
    """Return by label id its first confirmed span, with some words around it.

    Test sentences are left out: like the model, who reads the guide should not know them.
    """
    project = session.project
    names = {label.name: label.id for label in project.visible_labels()}
    visible = session.visible[~is_control(session.corpus, session.visible)]
    done = visible[session.open_tokens[visible] == 0]
    found: dict[int, str] = {}
    for sentence_index in done[:MAX_CHECKED].tolist():
        records = session.token_display(sentence_index)
        for record in records:
            if record.kind is not DisplayKind.PERSON or record.span != record.index:
                continue
            name = label_name(record.tag or "", project.settings.scheme)
            if (number := names.get(name)) is None or number in found:
                continue
            last = max(one.index for one in records if one.span == record.span)
            before, span, behind = excerpt(
                project, sentence_index, record.index, last, WORDS_AROUND, WORDS_AROUND
            )
            found[number] = f"{before}[{span}]{behind}"
        if len(found) == len(names):
            break
    return found
