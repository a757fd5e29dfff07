"""The editor of a gazetteer: phrases, matching, uses."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from PySide6.QtCore import QEvent, QModelIndex, QObject, QRect, Qt, QTimer
from PySide6.QtGui import QKeyEvent, QPainter
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QGridLayout,
    QHBoxLayout,
    QLineEdit,
    QMenu,
    QPushButton,
    QToolButton,
    QWidget,
)

from app.domain.changes import Changes
from app.domain.gazetteers import Effect, Gazetteer, Use, normal_phrase
from app.domain.numbers import grouped
from app.domain.tagging import OUTSIDE, has_outside
from app.edits.gazetteers import (
    add_gazetteer,
    change_gazetteer,
    change_phrase,
    free_name,
    remove_phrases,
    set_phrase,
    switch_use,
)
from app.item_models.phrases import PhraseRole, PhrasesModel
from app.item_models.rows import Index
from app.session import Session
from app.views.dialogs.dialog_with_help import DialogWithHelp
from app.views.dialogs.expected_share import ShareField
from app.views.dialogs.rule_cost import CostField
from app.views.layouts import in_column, in_row
from app.views.plain_text import PlainLabel, add_named, set_tip
from app.views.theme import GRID, HALF_GRID, Theme
from app.views.widgets.base_dialog import name_by_both, quiet
from app.views.widgets.buttons import press_focused
from app.views.widgets.listing import RowDelegate, name_widget, paint_elided
from app.views.widgets.picker import Picker

SEARCH_MILLISECONDS = 120
"""Pause in typing after which the list is filtered."""

ROWS_SHOWN = 9


class GazetteerEditor(DialogWithHelp):
    """Edits one gazetteer; each change is applied at once and can be undone.

    The first change adds a new gazetteer.
    """

    def __init__(
        self, session: Session, gazetteer_id: int, parent: QWidget | None = None, *, name: str = ""
    ) -> None:
        """Edit a gazetteer of the session's project, by its id; 0 for a new one, with its name."""
        super().__init__(
            "gazetteer_editor",
            self.tr("Gazetteer"),
            self.tr("Phrases of the gazetteer and how they are used"),
            parent,
        )
        self._session = session
        self.gazetteer_id = gazetteer_id
        self._new = Gazetteer(0, free_name(session.project, name))
        self._editing = ""
        self.phrases = PhrasesModel(self)
        self._make_fields()
        self._arrange()
        self._connect()
        self._show()
        session.changed.connect(self._follow)

    @property
    def gazetteer(self) -> Gazetteer:
        """The gazetteer as it is now."""
        if not self.gazetteer_id:
            return self._new
        return self._session.project.gazetteers[self.gazetteer_id]

    @property
    def is_gone(self) -> bool:
        """Whether the gazetteer was removed."""
        return self.gazetteer_id not in {0, *self._session.project.gazetteers}

    def unsaved(self) -> str:
        """Return a sentence about a phrase that is typed and not added."""
        phrase = normal_phrase(self.phrase.text())
        label = self.own_label.currentText().strip()
        known = self._session.project.phrases.get(self.gazetteer_id, {})
        if not phrase or self.is_gone or known.get(phrase) == label:
            return ""
        text = self.tr("The phrase “{phrase}” is typed, but not in the gazetteer “{name}”.")
        if phrase in known:
            text = self.tr("The label of “{phrase}” in the gazetteer “{name}” is not saved.")
        return text.format(phrase=phrase, name=self.gazetteer.name)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: D102 (Qt's own)
        # Enter in a field has its own slot, and never closes the dialog.
        if press_focused(event, self) or event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            return
        if event.key() == Qt.Key.Key_Escape and self._editing:
            self._begin_new()
            return
        super().keyPressEvent(event)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: D102 (Qt's own)
        if (
            watched is self.view
            and isinstance(event, QKeyEvent)
            and event.type() == QEvent.Type.KeyPress
            and event.key() == Qt.Key.Key_Delete
        ):
            self._remove()
            return True
        return False

    # ---- building

    def _make_fields(self) -> None:
        self.name = QLineEdit(self)
        self.name.setAccessibleName(self.tr("Name"))
        self.label = QComboBox(self)
        set_tip(self.label, self.tr("Default label"))
        self.ignore_case = QCheckBox(self.tr("Ignore c&ase"), self)
        self.uses = {Use.RULE: QCheckBox(self.tr("As a &rule: give each occurrence"), self)}
        self.effect = QComboBox(self)
        name_by_both(self.effect, self.tr("Rule"))
        for effect, text in (
            (Effect.IMPLIES, self.tr("this label")),
            (Effect.ALLOWS, self.tr("one of these labels")),
            (Effect.FORBIDS, self.tr("never this label")),
        ):
            self.effect.addItem(text, effect.value)
        self.others = QToolButton(self)
        self.others.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        set_tip(self.others, self.tr("Further labels (allowed or rejected)"))
        self.others.setMenu(QMenu(self.others))
        self.cost = CostField(self)
        self.uses[Use.FEATURES] = QCheckBox(self.tr("As model &features"), self)
        self.share = ShareField(self)
        self.uses[Use.PROPOSALS] = QCheckBox(
            self.tr("As early su&ggestions, while little is labelled"), self
        )
        self.search = QLineEdit(self)
        self.search.setClearButtonEnabled(True)
        self.search.setPlaceholderText(self.tr("Find a phrase"))
        self.search.setAccessibleName(self.tr("Find a phrase"))
        self.phrases = PhrasesModel(self)
        self.view = Picker(self, self.phrases, PhraseDelegate())
        self.view.setMinimumHeight(ROWS_SHOWN * self.view.row_height())
        self.view.installEventFilter(self)
        name_widget(
            self.view,
            "phrase_list",
            self.tr("Phrases"),
            self.tr("Enter changes a phrase, Delete removes it"),
        )
        self.count = quiet("", self)
        self.phrase = QLineEdit(self)
        self.phrase.setPlaceholderText(self.tr("A word or a phrase"))
        self.phrase.setAccessibleName(self.tr("Phrase"))
        self.own_line = QLineEdit(self)
        self.own_label = QComboBox(self)
        self.own_label.setEditable(True)
        self.own_label.setLineEdit(self.own_line)
        name_by_both(self.own_label, self.tr("Label of this phrase"))
        self.own_line.setAccessibleName(self.tr("Label of this phrase"))
        self.own_line.setPlaceholderText(self.tr("Default label"))
        self.apply = QPushButton(self.tr("A&dd"), self)
        self.remove = QPushButton(self.tr("Re&move"), self)
        for button in (self.apply, self.remove):
            button.setAutoDefault(False)

    def _arrange(self) -> None:
        form = self.add_form()
        self.add_field(form, self.tr("&Name"), self.name)
        self.add_field(form, self.tr("Default &label"), self.label)
        form.addRow("", self.ignore_case)
        use = QGridLayout()
        use.setVerticalSpacing(GRID)
        rule = QHBoxLayout()
        rule.setSpacing(GRID)
        for widget in (self.uses[Use.RULE], self.effect, self.others):
            rule.addWidget(widget)
        rule.addStretch()
        strength, share = (
            in_row(one, None, margins=(3 * GRID, 0, 0, 0)) for one in (self.cost, self.share)
        )
        features, early = self.uses[Use.FEATURES], self.uses[Use.PROPOSALS]
        column = in_column(rule, strength, features, share, early, spacing=GRID)
        form.addRow(PlainLabel(self.tr("Use"), self), column)
        box = in_column(self.search, (self.view, 1), self.count, spacing=HALF_GRID)
        self.column.addLayout(box, 1)
        line = in_row((self.phrase, 3), (self.own_label, 2), self.apply, self.remove, spacing=GRID)
        self.column.addLayout(line)
        self.add_buttons()
        self.set_usual_size(74 * GRID, 84 * GRID)

    def _connect(self) -> None:
        self.name.editingFinished.connect(self._rename)
        self.ignore_case.toggled.connect(lambda on: self._change(ignore_case=on))
        self.label.activated.connect(lambda _: self._choose_label())
        for use, box in self.uses.items():
            box.toggled.connect(lambda on, what=use: self._switch(what, on=on))
        self.effect.activated.connect(
            lambda _: self._change(effect=Effect(self.effect.currentData()))
        )
        self.cost.chosen.connect(lambda cost: self._change(cost=cost))
        self.share.chosen.connect(
            lambda share: self._replace(replace(self.gazetteer, share=share), "expect")
        )
        self._later = QTimer(self, singleShot=True, interval=SEARCH_MILLISECONDS)
        self._later.timeout.connect(self._search)
        self.search.textChanged.connect(lambda _: self._later.start())
        self.view.chosen.connect(self._begin_change)
        self.phrase.textChanged.connect(lambda _: self._name_button())
        for line in (self.phrase, self.own_line):
            line.returnPressed.connect(self._save_phrase)
        self.apply.clicked.connect(self._save_phrase)
        self.remove.clicked.connect(self._remove)
        self.view.selectionModel().currentChanged.connect(lambda *_: self._allow_removal())

    # ---- showing

    def _show(self) -> None:
        own = self.gazetteer
        self.setWindowTitle(self.tr("Gazetteer “{name}”").format(name=own.name))
        labels = [label.name for label in self._session.project.visible_labels()]
        fields = (self.name, self.ignore_case, self.label, self.effect, *self.uses.values())
        for field in fields:
            field.blockSignals(True)
        if not self.name.hasFocus() or not self.name.isModified():
            self.name.setText(own.name)
        self.ignore_case.setChecked(own.ignore_case)
        _fill(self.label, labels, own.label, self.tr("None"))
        self.effect.setCurrentIndex(self.effect.findData(str(own.effect)))
        for use, box in self.uses.items():
            box.setChecked(own.uses(use))
        for field in fields:
            field.blockSignals(False)
        self.cost.show_cost(own.cost)
        project = self._session.project
        listed = project.listed(self.gazetteer_id) if self.gazetteer_id else project.as_listed(own)
        self._allow_suggestions(has_label=listed.has_label)
        self.share.show_share(own.share, has_label=listed.has_label)
        self.share.setEnabled(own.as_features and (listed.has_label or has_outside(project)))
        self._fill_others(labels)
        for widget in (self.effect, self.others, self.cost):
            widget.setEnabled(own.as_rule)
        self.others.setVisible(own.effect != Effect.IMPLIES)
        typed = self.own_label.currentText()
        self.own_label.clear()
        self.own_label.addItems(["", *labels])
        self.own_label.setCurrentText(typed)
        self.phrases.show_phrases(listed.phrases)
        self._show_count()
        self._name_button()
        self._allow_removal()

    def _allow_suggestions(self, *, has_label: bool) -> None:
        """Turn early suggestions off, for as long as no phrase has a label to suggest."""
        box = self.uses[Use.PROPOSALS]
        box.setEnabled(has_label)
        box.blockSignals(True)
        box.setChecked(has_label and self.gazetteer.as_proposals)
        box.blockSignals(False)
        set_tip(box, "" if has_label else self.tr("Needs a label, of the list or of a phrase"))

    def _fill_others(self, labels: list[str]) -> None:
        own = self.gazetteer
        menu = self.others.menu()
        menu.clear()
        for name in dict.fromkeys([OUTSIDE, *labels, *own.others]):
            action = add_named(menu, name)
            action.setCheckable(True)
            action.setChecked(name in own.others)
            action.toggled.connect(lambda on, what=name: self._choose_other(what, on=on))
        names, is_allowed = ", ".join(own.others), own.effect == Effect.ALLOWS
        text = self.tr("its own, {names}") if is_allowed else self.tr("nor {names}")
        nothing = self.tr("its own") if is_allowed else self.tr("None")
        self.others.setText(text.format(names=names) if names else nothing)

    def _show_count(self) -> None:
        n_all, n_listed = (
            len(self._session.project.phrases.get(self.gazetteer_id, ())),
            self.phrases.rowCount(),
        )
        many = self.tr("{n} phrases", None, n_all).format(n=grouped(n_all))
        text = self.tr("1 phrase") if n_all == 1 else many
        if n_listed != n_all:
            text = self.tr("{n} of {all} phrases").format(n=grouped(n_listed), all=grouped(n_all))
        elif not n_all:
            text = self.tr("No phrases yet. Type one below.")
        self.count.setText(text)

    def _follow(self, changes: Changes) -> None:
        if self.is_gone:
            self.close()
        elif changes.gazetteers or changes.labels:
            self._show()

    # ---- changing

    def _change(self, **news: object) -> None:
        self._replace(replace(self.gazetteer, **news))  # type: ignore[arg-type]

    def _replace(self, after: Gazetteer, case: str = "") -> None:
        """Change the gazetteer; a new one is added once it is another than it was opened with."""
        if self.gazetteer_id:
            self._session.apply(change_gazetteer(self._session.project, after, case))
        elif after != self._new:
            self._add(after, {})

    def _add(self, own: Gazetteer, phrases: Mapping[str, str]) -> None:
        """Add the new gazetteer, which is edited from now on unless it is refused."""
        edit = self._session.apply(add_gazetteer(self._session.project, own, phrases))
        added = edit.gazetteers[0].after if edit is not None else None
        if added is not None:
            self.gazetteer_id = added.id
        self._show()

    def _choose_label(self) -> None:
        label = str(self.label.currentData() or "")
        phrases = self._session.project.phrases.get(self.gazetteer_id, {})
        has_label = bool(label or any(phrases.values()))
        share = self.share.with_label(self.gazetteer.share, has_label=has_label)
        self._change(label=label, share=share)

    def _rename(self) -> None:
        # The field is also left when the dialog is closed because the gazetteer is gone.
        if not self.is_gone:
            self._change(name=self.name.text().strip() or self.gazetteer.name)

    def _switch(self, use: Use, *, on: bool) -> None:
        if not self.gazetteer_id:
            self._add(self._new, {})
        if self.gazetteer_id:
            self._session.apply(switch_use(self._session.project, self.gazetteer_id, use, on=on))

    def _choose_other(self, name: str, *, on: bool) -> None:
        others = [one for one in self.gazetteer.others if one != name]
        self._change(others=(*others, name) if on else tuple(others))

    def _search(self) -> None:
        self.phrases.search(self.search.text())
        self._show_count()
        self._allow_removal()

    def _begin_change(self, index: QModelIndex) -> None:
        phrase = self.phrases.phrase(index.row())
        label = self.phrases.label(index.row())
        self._editing = phrase
        self.phrase.setText(phrase)
        self.own_label.setCurrentText(label)
        self.phrase.setFocus(Qt.FocusReason.OtherFocusReason)
        self.phrase.selectAll()
        self._name_button()

    def _begin_new(self) -> None:
        self._editing = ""
        self.phrase.clear()
        self.own_label.setCurrentText("")
        self._name_button()

    def _save_phrase(self) -> None:
        text, label = normal_phrase(self.phrase.text()), self.own_label.currentText().strip()
        if not text:
            return
        project, number = self._session.project, self.gazetteer_id
        if not number:
            self._add(self._new, {text: label})
        elif self._editing and self._editing in project.phrases.get(number, {}):
            self._session.apply(change_phrase(project, number, self._editing, text, label))
        else:
            self._session.apply(set_phrase(project, number, text, label))
        self._editing = ""
        self.phrase.clear()
        self.phrase.setFocus(Qt.FocusReason.OtherFocusReason)
        self.view.show_row(self.phrases.row_of(text))

    def _remove(self) -> None:
        row = self.view.currentIndex().row()
        if not 0 <= row < self.phrases.rowCount():
            return
        phrase = self.phrases.phrase(row)
        self._session.apply(remove_phrases(self._session.project, self.gazetteer_id, [phrase]))
        left = self.phrases.rowCount()
        self.view.show_row(min(row, left - 1) if left else None)

    def _name_button(self) -> None:
        text = normal_phrase(self.phrase.text())
        known = self._editing or text in self._session.project.phrases.get(self.gazetteer_id, {})
        self.apply.setText(self.tr("C&hange") if known else self.tr("A&dd"))
        self.apply.setEnabled(bool(text))

    def _allow_removal(self) -> None:
        self.remove.setEnabled(0 <= self.view.currentIndex().row() < self.phrases.rowCount())


def _fill(box: QComboBox, labels: list[str], chosen: str, none: str) -> None:
    """List labels in a box, after an item for none, and choose one."""
    box.clear()
    box.addItem(none, "")
    for label in [*labels, *([chosen] if chosen and chosen not in labels else [])]:
        box.addItem(label, label)
    box.setCurrentIndex(box.findData(chosen))


class PhraseDelegate(RowDelegate):
    """Paints a phrase, with its own label at the right."""

    def paint_row(  # noqa: D102 (described by the base)
        self, painter: QPainter, rect: QRect, index: Index, theme: Theme
    ) -> None:
        label = index.data(PhraseRole.LABEL)
        room = rect.width()
        if label:
            painter.setPen(theme.muted)
            width = min(painter.fontMetrics().horizontalAdvance(label), room // 2)
            paint_elided(
                painter, QRect(rect.right() - width, rect.top(), width + 1, rect.height()), label
            )
            room -= width + 2 * GRID
        painter.setPen(theme.text)
        paint_elided(painter, QRect(rect.left(), rect.top(), room, rect.height()), index.data())
