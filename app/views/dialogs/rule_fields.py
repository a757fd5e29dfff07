"""The fields of a rule's form, one class for each type of parameter."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QPlainTextEdit,
    QSpinBox,
    QWidget,
)

from app.views.dialogs.rule_forms import FieldSpec, translated
from app.views.layouts import NO_MARGINS, in_row
from app.views.theme import GRID
from app.views.widgets.base_dialog import name_by_both, with_margin
from crfcore.text.tag_schemes import SCHEMES

MAX_NUMBER = 1_000_000
"""Maximum of a number; every sentence has fewer tokens."""

LINES_HIGH = 11 * GRID


class Field(QWidget):
    """One field; ``value`` is None while it is empty.

    Signals
    -------
    edited()
        The value has changed.
    """

    edited = Signal()

    def __init__(
        self, spec: FieldSpec, names: Sequence[str], parent: QWidget | None = None
    ) -> None:
        """Make the field of one parameter; ``names`` are the labels and tags."""
        super().__init__(parent)
        self.spec = spec
        self._row = in_row(within=self, margins=NO_MARGINS, spacing=GRID)
        self._build(names)

    @property
    def title(self) -> str:
        """The name of the field, without the letter for Alt."""
        return translated(self.spec.title).replace("&", "")

    @property
    def value(self) -> Any:
        """The value, as a rule's parameter."""
        return self._read()

    def show_value(self, value: Any) -> None:
        """Show a parameter."""
        self._write(value)

    def _build(self, names: Sequence[str]) -> None:
        raise NotImplementedError

    def _read(self) -> Any:
        raise NotImplementedError

    def _write(self, value: Any) -> None:
        raise NotImplementedError

    def _arrange(self, widget: QWidget) -> None:
        name_by_both(widget, self.title)
        self._row.addWidget(widget, 1)
        self.setFocusProxy(widget)
        # Without a focus policy, setTabOrder ignores the field. Qt sets the widget's as well.
        self.setFocusPolicy(widget.focusPolicy())


class Choice(Field):
    """One of several: a label or tag, a scheme, or one of the given choices."""

    def _build(self, names: Sequence[str]) -> None:
        self.box = QComboBox(self)
        if self.spec.what == "unit":
            choices: Sequence[tuple[str, str]] = [(name, name) for name in names]
        elif self.spec.what == "scheme":
            choices = [(name, name.upper()) for name in SCHEMES if name != "tokens"]
        else:
            choices = [(value, translated(text)) for value, text in self.spec.choices]
        for value, text in choices:
            self.box.addItem(text, value)
        if self.spec.what != "choice":
            # None at first: Enter in a new form would add an unwanted rule.
            is_unit = self.spec.what == "unit"
            hint = self.tr("Choose a label") if is_unit else self.tr("Choose a scheme")
            self.box.setPlaceholderText(hint)
            self.box.setCurrentIndex(-1)
        self.box.currentIndexChanged.connect(self.edited)
        self._arrange(self.box)

    def _read(self) -> Any:
        return self.box.currentData()

    def _write(self, value: Any) -> None:
        if self.box.findData(value) < 0 and value:
            # A label that the project no longer has.
            self.box.addItem(str(value), value)
        self.box.setCurrentIndex(self.box.findData(value))


class Labels(Field):
    """Several labels, each with a check box."""

    def _build(self, names: Sequence[str]) -> None:
        self.list = QListWidget(self)
        self.list.setFixedHeight(LINES_HIGH)
        for name in names:
            self._add(name)
        self.list.itemChanged.connect(self.edited)
        self._arrange(self.list)

    def _read(self) -> Any:
        items = (self.list.item(row) for row in range(self.list.count()))
        ticked = [i.text() for i in items if i.checkState() == Qt.CheckState.Checked]
        return ticked or None

    def _write(self, value: Any) -> None:
        wanted = list(value or ())
        there = [self.list.item(row).text() for row in range(self.list.count())]
        for name in wanted:
            if name not in there:
                self._add(name)
        for row in range(self.list.count()):
            item = self.list.item(row)
            ticked = item.text() in wanted
            item.setCheckState(Qt.CheckState.Checked if ticked else Qt.CheckState.Unchecked)

    def _add(self, name: str) -> None:
        item = QListWidgetItem(name, self.list)
        item.setFlags(item.flags() | Qt.ItemFlag.ItemIsUserCheckable)
        item.setCheckState(Qt.CheckState.Unchecked)


class Number(Field):
    """A number, optional."""

    def _build(self, names: Sequence[str]) -> None:
        self.wanted = QCheckBox(self)
        self.wanted.setAccessibleName(self.title)
        self.box = QSpinBox(self)
        self.box.setRange(0, MAX_NUMBER)
        self.box.setValue(1)
        self.box.setEnabled(False)
        with_margin(self.box)
        self.wanted.toggled.connect(self.box.setEnabled)
        self.wanted.toggled.connect(self.edited)
        self.box.valueChanged.connect(self.edited)
        self._row.addWidget(self.wanted)
        self._arrange(self.box)
        # Alt with the letter of the title: the number takes no focus before it is wanted.
        self.setFocusProxy(self.wanted)

    def _read(self) -> Any:
        return self.box.value() if self.wanted.isChecked() else None

    def _write(self, value: Any) -> None:
        self.wanted.setChecked(value is not None)
        if value is not None:
            self.box.setValue(min(int(value), MAX_NUMBER))


class Line(Field):
    """One line of text."""

    def _build(self, names: Sequence[str]) -> None:
        self.line = QLineEdit(self)
        self.line.textChanged.connect(self.edited)
        self._arrange(self.line)

    def _read(self) -> Any:
        return self.line.text().strip() or None

    def _write(self, value: Any) -> None:
        self.line.setText(str(value or ""))


class Lines(Field):
    """Words, or phrases of several words, one per line."""

    def _build(self, names: Sequence[str]) -> None:
        self.text = QPlainTextEdit(self)
        self.text.setFixedHeight(LINES_HIGH)
        self.text.setTabChangesFocus(True)
        hint = self.spec.hint
        self.text.setPlaceholderText(translated(hint) if hint else self.tr("One per line"))
        self.text.textChanged.connect(self.edited)
        self._arrange(self.text)

    def _read(self) -> Any:
        lines = [line.split() for line in self.text.toPlainText().splitlines()]
        if self.spec.what == "phrases":
            return [words for words in lines if words] or None
        return [word for words in lines for word in words] or None

    def _write(self, value: Any) -> None:
        lines = [one if isinstance(one, str) else " ".join(one) for one in value or ()]
        self.text.setPlainText("\n".join(lines))


class Tick(Field):
    """Yes or no."""

    def _build(self, names: Sequence[str]) -> None:
        self.box = QCheckBox(translated(self.spec.title), self)
        self.box.toggled.connect(self.edited)
        self._arrange(self.box)

    def _read(self) -> Any:
        return True if self.box.isChecked() else None

    def _write(self, value: Any) -> None:
        self.box.setChecked(bool(value))


FIELDS: dict[str, type[Field]] = {
    "unit": Choice,
    "scheme": Choice,
    "choice": Choice,
    "labels": Labels,
    "number": Number,
    "text": Line,
    "words": Lines,
    "phrases": Lines,
    "check": Tick,
}
"""The field class of each type of parameter."""
