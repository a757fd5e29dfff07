"""The editor of a rule, with a form for each kind."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QComboBox, QLineEdit, QWidget

from app.domain.project import Project
from app.domain.quotes import in_quotes
from app.domain.rules import ProjectRule, names_in, parameters_of, rule_text
from app.domain.tagging import OUTSIDE, TOKENS
from app.item_models.rules import translated as rule_words
from app.jobs.rules.conversion import expression_error
from app.views.dialogs.dialog_with_help import DialogWithHelp
from app.views.dialogs.rule_cost import CostField
from app.views.dialogs.rule_fields import FIELDS, Field
from app.views.dialogs.rule_forms import FORMS, Form, form_of, translated
from app.views.layouts import in_row
from app.views.plain_text import PlainLabel
from app.views.theme import GRID
from app.views.widgets.base_dialog import minimum_height, quiet
from crfcore.text.tag_schemes import tags_for

_TALL = {"labels", "words", "phrases"}
TALLEST = max(
    range(len(FORMS)),
    key=lambda i: sum(1 + 2 * (spec.what in _TALL) for spec in FORMS[i].field_specs),
)
"""The index of the form with the tallest fields."""
_EXPRESSIONS = {"pattern", "regex"}
_OPTIONAL = {"at_least", "at_most", "ignore_case", "by_type"}


class RuleEditor(DialogWithHelp):
    """Adds or edits one rule; modeless.

    Signals
    -------
    wanted(object)
        Add this `ProjectRule` (if its id is 0), or replace the one with its id.
    """

    wanted = Signal(object)

    def __init__(
        self, project: Project, rule: ProjectRule | None = None, parent: QWidget | None = None
    ) -> None:
        """Edit a rule, None for a new one."""
        super().__init__(
            "rule_editor",
            self.tr("Edit rule") if rule else self.tr("New rule"),
            self.tr("Constraints that all labels must satisfy"),
            parent,
        )
        self._project = project
        self._rule = rule
        self.rule_id = None if rule is None else rule.id
        self._names = unit_names(project)
        self._scheme = project.settings.scheme
        self._fields: list[Field] = []
        self._fields_of: dict[int, list[Field]] = {}
        self.kind = QComboBox(self)
        self.kind.setAccessibleName(self.tr("Type"))
        self.kind.setMaxVisibleItems(len(FORMS))
        for form in FORMS:
            self.kind.addItem(translated(form.title))
        self.example = quiet("", self)
        self.name = QLineEdit(self)
        self.name.setAccessibleName(self.tr("Name"))
        self.name.setPlaceholderText(self.tr("(generated from the rule)"))
        self.holds = CostField(self)
        self.text = PlainLabel("", self)
        self.text.setWordWrap(True)
        self._arrange()
        # That of the tallest form: the buttons stay in place when another type is chosen.
        self.least_height = self._height_of(TALLEST)
        self.kind.currentIndexChanged.connect(self._show_form)
        self.accepted.connect(self._apply)
        self.show_rule(rule)
        self._opened = self._entries()

    @property
    def form(self) -> Form:
        """The current form."""
        return FORMS[self.kind.currentIndex()]

    def field(self, name: str) -> Field:
        """Return the field of a parameter; KeyError if the form has none."""
        for field in self._fields:
            if field.spec.field == name:
                return field
        raise KeyError(name)

    def show_rule(self, rule: ProjectRule | None) -> None:
        """Show a rule in the fields, None for a new one."""
        given = rule.fields if rule is not None else {}
        form_index = form_of(rule.kind, given) if rule is not None else 0
        if form_index == self.kind.currentIndex():
            self._show_form()
        self.kind.setCurrentIndex(max(0, form_index))
        if rule is not None:
            values = {**given, **given.get("matcher", {})}
            if "phrases" not in values and "words" in values:
                values["phrases"] = values["words"]
            for field in self._fields:
                field.show_value(values.get(field.spec.field))
            self.name.setText(rule.name)
        self.holds.show_cost(rule.cost if rule is not None else None)
        self._changed()

    def rule(self) -> ProjectRule | None:
        """Return the rule in the fields, None while something is missing."""
        if self.problem():
            return None
        form = self.form
        given: dict[str, Any] = {field.spec.field: field.value for field in self._fields}
        given |= dict(form.fixed)
        if form.matcher:
            matched = {"kind": form.matcher}
            for name in ("phrases", "pattern", "ignore_case"):
                if given.pop(name, None) is not None:
                    matched[name] = self.field(name).value
            given["matcher"] = matched
        base = self._rule or ProjectRule(0, form.kind, "{}")
        return replace(
            base,
            kind=form.kind,
            parameters=parameters_of(given),
            name=self.name.text().strip(),
            cost=self.holds.value,
        )

    def unsaved(self) -> str:
        """Return a sentence about a rule that is not saved."""
        return self.tr("The rule in its form is not saved.") if self._differs() else ""

    def problem(self) -> str:
        """Return a text about the first field that is missing or wrong, "" if none is."""
        for field in self._fields:
            if field.value is None and self._is_needed(field):
                title = field.title
                if field.spec.what == "labels":
                    return self.tr("Select at least one label.")
                if field.spec.what == "unit":
                    return self.tr("Choose a label in “{field}”.").format(field=title)
                if field.spec.what == "scheme":
                    return self.tr("Choose a scheme in “{field}”.").format(field=title)
                return self.tr("Fill in “{field}”.").format(field=title)
            is_expression = field.spec.field in _EXPRESSIONS and field.value is not None
            if is_expression and (error := expression_error(field.spec.field, field.value)):
                return error
        given = {field.spec.field: field.value for field in self._fields}
        least, most = given.get("at_least"), given.get("at_most")
        if self.form.kind == "count" and least is None and most is None:
            return self.tr("Tick “At least” or “At most”, or both.")
        if least is not None and most is not None and least > most:
            return self.tr("“At least” is more than “At most”.")
        if given.get("effect") == "implies" and len(given["labels"]) > 1:
            return self.tr("“always” takes one label; for several choose “only (one of these)”.")
        return ""

    # ---- inside

    def _entries(self) -> tuple[object, ...]:
        """Return what is entered, to compare it."""
        values = tuple(field.value for field in self._fields)
        return self.kind.currentIndex(), values, self.name.text(), self.holds.value

    def _differs(self) -> bool:
        return self._entries() != self._opened

    def _is_needed(self, field: Field) -> bool:
        every_word = self.form.kind == "same_word_same_label" and field.spec.field == "words"
        return field.spec.field not in _OPTIONAL and not every_word

    def _arrange(self) -> None:
        self._rows = self.add_form()
        self.add_field(self._rows, self.tr("Rule &type"), self.kind, self.example)
        row = in_row(self.holds, None)
        self._rows.addRow(self.tr("Strength"), row)
        self.add_field(self._rows, self.tr("&Name"), self.name)
        self.column.addWidget(self.text)
        self.column.addStretch()
        self.buttons = self.add_buttons(self.tr("&Apply") if self._rule else self.tr("&Add"))

        self.holds.chosen.connect(self._changed)
        self.setMinimumWidth(64 * GRID)

    def _show_form(self) -> None:
        # Rows are hidden, not removed: PySide keeps a wrapper of each inserted item, and takes
        # whatever object later gets the address of a deleted one for that item.
        for field in self._fields:
            self._rows.setRowVisible(field, False)
        form_index = self.kind.currentIndex()
        if form_index not in self._fields_of:
            self._fields_of[form_index] = self._make_fields(FORMS[form_index])
        given = {field.spec: field.value for field in self._fields}
        self._fields = self._fields_of[form_index]
        for field in self._fields:
            self._rows.setRowVisible(field, True)
            if given.get(field.spec) is not None:
                field.show_value(given[field.spec])
        self._show_example()
        self._order_tabs()
        self._changed()

    def _make_fields(self, form: Form) -> list[Field]:
        fields = [FIELDS[spec.what](spec, self._names, self) for spec in form.field_specs]
        for row, field in enumerate(fields, 1):
            title = "" if field.spec.what == "check" else translated(field.spec.title)
            label = PlainLabel(title, self)
            label.setBuddy(field)
            self._rows.insertRow(row, label, field)
            field.edited.connect(self._changed)
            if field.spec.field == "at_most":
                field.show_value(1)
            elif field.spec.what == "scheme" and self._scheme != TOKENS:
                field.show_value(self._scheme)
        return fields

    def _show_example(self) -> None:
        example = translated(self.form.example)
        self.example.setText(self.tr("Example: {sentence}").format(sentence=example))

    def _order_tabs(self) -> None:
        """Set the tab order from top to bottom: fields created later would come last."""
        parts = [part for row in (*self._fields, self.holds) for part in _stops(row)]
        # The buttons are last already; moved, they would come before their box, which passes the
        # focus on to the first of them.
        order = [self.kind, *parts, self.name]
        for before, after in pairwise(order):
            QWidget.setTabOrder(before, after)

    def _height_of(self, form_index: int) -> int:
        """Return the height that a form needs, and leave it in the dialog."""
        self.kind.setCurrentIndex(form_index)
        self._show_form()
        for widget in self.findChildren(QWidget):
            widget.ensurePolished()  # the style sheet is not applied before it is shown
        return minimum_height(self.column, self.minimumWidth())

    def _changed(self) -> None:
        rule = self.rule()
        self.accept_button.setEnabled(rule is not None)
        sentence = self.problem() if rule is None else rule_text(rule, rule_words) + "."
        self.text.setText(sentence + (self._warning(rule) if rule is not None else ""))

    def _warning(self, rule: ProjectRule) -> str:
        """Return a sentence about a valid rule that the project's labels cannot satisfy."""
        scheme = rule.fields.get("scheme", self._scheme)
        if scheme != self._scheme:
            if self._scheme == TOKENS:
                return " " + self.tr("This project has no tags of a scheme.")
            own = self._scheme.upper()
            return " " + self.tr("The tags of this project are {scheme}.").format(scheme=own)
        known = {OUTSIDE, *self._names}
        unknown = [in_quotes(name, rule_words) for name in names_in(rule) if name not in known]
        if unknown:
            names = ", ".join(unknown)
            return " " + self.tr("The project has no label {names}.").format(names=names)
        return ""

    def _apply(self) -> None:
        rule = self.rule()
        if rule is not None:
            self.wanted.emit(rule)


def _stops(row: QWidget) -> list[QWidget]:
    """Return the widgets of a field that Tab reaches, from left to right.

    A field stands for the last of them, to which it passes the focus on.
    """
    parts = row.findChildren(QWidget, options=Qt.FindChildOption.FindDirectChildrenOnly)
    stops = [part for part in parts if part.focusPolicy() & Qt.FocusPolicy.TabFocus]
    return [row if part is row.focusProxy() else part for part in stops]


def unit_names(project: Project) -> list[str]:
    """Return the names a rule can use: labels, then tags of the scheme."""
    labels = [label.name for label in project.visible_labels()]
    scheme = project.settings.scheme
    if scheme == TOKENS:
        return labels
    tags = tags_for(labels, scheme)
    return [*labels, OUTSIDE, *(tag for tag in tags if tag != OUTSIDE)]
