"""The editor of labels."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, Qt, QTimer
from PySide6.QtGui import QKeyEvent, QWheelEvent
from PySide6.QtWidgets import (
    QApplication,
    QComboBox,
    QFormLayout,
    QHBoxLayout,
    QLineEdit,
    QMenu,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from app.domain.changes import Changes
from app.domain.edits import Edit
from app.domain.labels import LABEL_KEYS, Label, note_on_case
from app.domain.numbers import grouped
from app.domain.step_texts import filled
from app.edits.label_rows import (
    LabelNameError,
    add_label,
    as_description,
    change_label,
    check_name,
    delete_label,
    label_use,
    merge_labels,
    names_listed,
    rename_label,
    reorder_labels,
)
from app.item_models.labels import LabelsModel
from app.session import Session
from app.translation import translated_message
from app.views.dialogs.colour_grid import ColourGrid
from app.views.dialogs.description_field import DescriptionField
from app.views.dialogs.dialog_with_help import DialogWithHelp
from app.views.layouts import in_column, in_row
from app.views.panels.labels import LabelDelegate
from app.views.plain_text import add_named, set_tip
from app.views.theme import GRID
from app.views.widgets.base_dialog import colour_error, quiet
from app.views.widgets.listing import Listing, name_widget
from app.views.widgets.picker import Picker

USE_LINES = 3
"""Lines of the text about the use of a label."""


class KeyBox(QComboBox):
    """A list of keys that arrow keys open: a choice takes a key from another label."""

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: D102 (Qt's own)
        if event.key() in (Qt.Key.Key_Up, Qt.Key.Key_Down):
            self.showPopup()
        else:
            super().keyPressEvent(event)

    def wheelEvent(self, event: QWheelEvent) -> None:  # noqa: D102 (Qt's own)
        event.ignore()


class LabelEditor(DialogWithHelp):
    """The labels at the left, the current one at the right; each change is applied at once."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(
            "label_editor",
            self.tr("Labels"),
            self.tr("Add, rename, recolour, merge or delete labels; each change can be undone"),
            parent,
        )
        self._session = session
        self._label: int | None = None
        self._begun: int | None = None
        self.model = LabelsModel(session, self, no_label=False)
        self.view = self._list()
        self.name = QLineEdit(self)
        self.key = KeyBox(self)
        self.meaning = DescriptionField(self)
        self.colours = ColourGrid(self)
        self.error = quiet("", self)
        self.use = quiet("", self)
        # So that the buttons below stay where they are.
        self.use.setMinimumHeight(USE_LINES * self.use.fontMetrics().lineSpacing())
        self.use.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.note = quiet("", self)
        self.undo_button = QPushButton(self.tr("Und&o"), self)
        self._undoable: Edit | None = None
        self.add = QPushButton(self.tr("Ne&w label"), self)
        self.up = QPushButton(self.tr("Move &up"), self)
        self.down = QPushButton(self.tr("Move &down"), self)
        self.merge = QPushButton(self.tr("&Merge into"), self)
        self.delete = QPushButton(self.tr("Dele&te"), self)
        self._arrange()
        self._connect()
        self.choose(next((label.id for label in session.project.visible_labels()), None))

    def choose(self, label: int | None) -> None:
        """Edit a label by its id, None if there is none."""
        self._label = label
        self.view.show_row(None if label is None else self.model.row_of(label))
        self._show_label()

    def begin_new(self) -> None:
        """Add a label with an unused name, and focus the name."""
        taken = {label.name for label in self._session.project.visible_labels()}
        stem = self.tr("LABEL")
        names = (f"{stem}{number}" if number > 1 else stem for number in range(1, len(taken) + 2))
        name = next(name for name in names if name not in taken)
        if self._apply(add_label(self._session.project, name)):
            self._begun = self._session.project.visible_labels()[-1].id
            self.choose(self._begun)
            self.name.setFocus(Qt.FocusReason.OtherFocusReason)
            self.name.selectAll()

    def _list(self) -> Picker:
        view = Picker(self, self.model, LabelDelegate())
        view.setMinimumWidth(26 * GRID)
        name_widget(view, "label_editor_list", self.tr("Labels"), self.tr("Selected label"))
        return view

    def _arrange(self) -> None:
        self.name.setAccessibleName(self.tr("Name"))
        set_tip(
            self.name,
            self.tr("Separate names with spaces to add several labels"),
        )
        self.key.setAccessibleName(self.tr("Key"))
        self.meaning.setAccessibleName(self.tr("Description"))
        self.meaning.setPlaceholderText(
            self.tr("When to use this label and when not, with an example of each")
        )
        self.key.addItem(self.tr("None"), "")
        for key in LABEL_KEYS:
            self.key.addItem(key, key)
        self.merge.setMenu(QMenu(self.merge))
        for button in (self.add, self.up, self.down, self.merge, self.delete, self.undo_button):
            button.setAutoDefault(False)
        self._show_done(None, "")
        left = QVBoxLayout()
        left.setSpacing(GRID)
        hint = self.tr("Your labels will be listed here: make the first.")
        left.addWidget(Listing(self.view, hint, self), 1)
        left.addWidget(self.add)
        row = in_row((left, 2), (self._right(), 3), spacing=3 * GRID)
        self.column.addLayout(row, 1)
        self.add_buttons(enter_closes=False)
        self.set_usual_size(80 * GRID, 56 * GRID)

    def _right(self) -> QVBoxLayout:
        form = QFormLayout()
        form.setHorizontalSpacing(2 * GRID)
        form.setVerticalSpacing(GRID + GRID // 2)
        form.addRow(self.tr("&Name"), self.name)
        form.addRow("", self.error)
        form.addRow(self.tr("&Key"), self.key)
        form.addRow(self.tr("D&escription"), self.meaning)
        form.addRow(self.tr("&Colour"), self.colours)
        form.addRow(self.tr("Used"), self.use)
        moves = QHBoxLayout()
        moves.setSpacing(GRID)
        ends = QHBoxLayout()
        ends.setSpacing(GRID)
        for button in (self.up, self.down):
            moves.addWidget(button)
        for button in (self.merge, self.delete):
            ends.addWidget(button)
        moves.addStretch()
        ends.addStretch()
        return in_column(
            form, None, in_row((self.note, 1), self.undo_button), moves, ends, spacing=GRID
        )

    def _connect(self) -> None:
        self.view.picked.connect(self._picked)
        self.name.editingFinished.connect(self._rename)
        self.name.textEdited.connect(lambda: self._show_error(self._case_note()))
        self.key.activated.connect(self._rekey)
        self.meaning.edited.connect(self._describe)
        self.colours.picked.connect(self._recolour)
        self.add.clicked.connect(self.begin_new)
        self.up.clicked.connect(lambda: self._move(-1))
        self.down.clicked.connect(lambda: self._move(1))
        self.delete.clicked.connect(self._delete)
        self.undo_button.clicked.connect(self._undo)
        self._session.changed.connect(self._changed)

    def _picked(self, index: QModelIndex) -> None:
        label = self.model.label(index.row())
        self.choose(label.id if label is not None else None)

    def _shown(self) -> Label | None:
        label = self._session.project.labels.get(self._label) if self._label else None
        return None if label is None or label.removed else label

    def _show_label(self) -> None:
        label = self._shown()
        self._show_error("")
        fields = (
            self.name,
            self.key,
            self.meaning,
            self.colours,
            self.merge,
            self.delete,
            self.up,
            self.down,
        )
        for field in fields:
            field.setEnabled(label is not None)
        self.use.setText(self._used(label))
        if label is None:
            self.name.clear()
            self.key.setCurrentIndex(-1)
            self.meaning.show_text("")
            return
        self.name.setText(label.name)
        self.key.setCurrentIndex(max(0, self.key.findData(label.key)))
        self.meaning.show_text(as_description(label.description))
        self.colours.show_colour(label.colour)
        row = self.model.row_of(label.id)
        self.up.setEnabled(bool(row))
        self.down.setEnabled(row is not None and row + 1 < self.model.n_labels)
        self._fill_merge(label)

    def _used(self, label: Label | None) -> str:
        if label is None:
            return ""
        tokens = label_use(self._session.project, label.id)
        if not tokens:
            return self.tr("Not used yet.")
        text = self.tr(
            "{:span|spans}, {:token|tokens}. Merging relabels them; deleting opens them again."
        )
        return filled(text, (str(_n_spans(self._session, label)), str(tokens)), self.tr)

    def _fill_merge(self, label: Label) -> None:
        menu = self.merge.menu()
        menu.clear()
        for other in self._session.project.visible_labels():
            if other.id != label.id:
                action = add_named(menu, other.name)
                action.triggered.connect(lambda _=False, into=other.id: self._merge(into))
        self.merge.setEnabled(not menu.isEmpty())

    def _rename(self) -> None:
        label = self._shown()
        if label is None or self.name.text().strip() == label.name:
            return
        names, note = (
            _names_in(self.name.text(), several=label.id == self._begun),
            self._case_note(),
        )
        project = self._session.project
        try:
            for name in names:
                check_name(project, name, label.id)
            edit = rename_label(project, label.id, names[0])
        except LabelNameError as error:
            self._show_error(translated_message(error))
            return
        self._apply(edit)
        for name in dict.fromkeys(names[1:]):
            if name != names[0]:
                self._apply(add_label(project, name))
        self._show_error(note)

    def _case_note(self) -> str:
        """Return which labels the name in the field differs from by case alone."""
        names = _names_in(self.name.text(), several=self._label == self._begun)
        others = (one for one in self._session.project.visible_labels() if one.id != self._label)
        return translated_message(note_on_case(names, [one.name for one in others]))

    def _rekey(self) -> None:
        if (label := self._shown()) is not None:
            project, key = self._session.project, self.key.currentData()
            before = next((one for one in project.visible_labels() if one.key == key), None)
            edit = self._session.apply(change_label(project, label.id, key=key))
            if edit is not None and before is not None and key:
                now = project.labels[before.id].key
                given = self.tr("Key {key} was that of {name}, which now has {now}.")
                taken = self.tr("Key {key} was that of {name}, which now has none.")
                text = (given if now else taken).format(key=key, name=before.name, now=now)
                self._show_done(edit, text)

    def _describe(self, text: str) -> None:
        if (label := self._shown()) is not None:
            self._apply(change_label(self._session.project, label.id, description=text))

    def _recolour(self, colour: int) -> None:
        if (label := self._shown()) is not None:
            self._apply(change_label(self._session.project, label.id, colour=colour))

    def _move(self, step: int) -> None:
        label = self._shown()
        row = self.model.row_of(label.id) if label is not None else None
        if row is None:
            return
        order = [other.id for other in self._session.project.visible_labels()]
        order.insert(row + step, order.pop(row))
        self._apply(reorder_labels(self._session.project, order))

    def _merge(self, into: int) -> None:
        label = self._shown()
        if label is None:
            return
        project, n_spans = self._session.project, _n_spans(self._session, label)
        edit = self._session.apply(merge_labels(project, label.id, into))
        if edit is not None:
            self.choose(into)
            text = self.tr("{name} merged into {into}: {n} spans relabelled.", None, n_spans)
            if n_spans == 1:
                text = self.tr("{name} merged into {into}: 1 span relabelled.")
            if not n_spans:
                text = self.tr("{name} merged into {into}.")
            other = project.labels[into].name
            self._show_done(edit, text.format(name=label.name, into=other, n=grouped(n_spans)))

    def _delete(self) -> None:
        """Delete the label, and select the next one, which a double click must not delete."""
        label = self._shown()
        if label is None:
            return
        n_spans, row = _n_spans(self._session, label), self.model.row_of(label.id) or 0
        edit = self._session.apply(delete_label(self._session.project, label.id))
        if edit is None:
            return
        left = self._session.project.visible_labels()
        self.choose(left[min(row, len(left) - 1)].id if left else None)
        self.view.setFocus()
        self.delete.setEnabled(False)
        QTimer.singleShot(QApplication.doubleClickInterval(), self, self._show_delete)
        text = self.tr("{name} deleted. {n} spans are open again.", None, n_spans)
        if n_spans == 1:
            text = self.tr("{name} deleted. 1 span is open again.")
        if not n_spans:
            text = self.tr("{name} deleted.")
        self._show_done(edit, text.format(name=label.name, n=grouped(n_spans)))

    def _show_delete(self) -> None:
        self.delete.setEnabled(self._shown() is not None)

    def _show_done(self, edit: Edit | None, text: str) -> None:
        """Show what the newest change did to labels, with a button to undo it."""
        self._undoable = edit
        self.note.setText(text)
        self.note.setVisible(edit is not None)
        self.undo_button.setVisible(edit is not None)

    def _undo(self) -> None:
        newest = self._session.history.newest()
        if newest is not None and self._undoable is not None and newest.id == self._undoable.id:
            self._session.undo()

    def _apply(self, edit: Edit) -> bool:
        return self._session.apply(edit) is not None

    def _changed(self, changes: Changes) -> None:
        if changes.history:
            self._show_done(None, "")
        if changes.labels:
            if self._shown() is None:
                left = self._session.project.visible_labels()
                self._label = left[0].id if left else None
            self.choose(self._label)

    def _show_error(self, text: str) -> None:
        colour_error(self.error)
        self.error.setText(text)
        self.error.setVisible(bool(text))


def _names_in(text: str, *, several: bool) -> list[str]:
    """Return the name in a text, or ``several``, as for a label that was just added."""
    names = names_listed(text)
    return names if several and len(names) > 1 else [text.strip()]


def _n_spans(session: Session, label: Label) -> int:
    return session.state.label_counts().get(label.id, 0)
