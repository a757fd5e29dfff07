"""The editor of shortcuts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from PySide6.QtCore import QRect, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLineEdit, QPushButton, QWidget

from app.domain.labels import Label
from app.item_models.commands import CommandRole, CommandRow, CommandsModel
from app.item_models.rows import Index
from app.views.actions import COMMANDS
from app.views.commands.command import MENUS, translated
from app.views.dialogs.dialog_with_help import DialogWithHelp
from app.views.dialogs.key_catcher import KeyCatcher
from app.views.keymap import OBJECTIONS, PRESETS, Keymap, native, objection, portable
from app.views.layouts import in_row
from app.views.plain_text import PlainLabel
from app.views.theme import GRID, Theme
from app.views.widgets.base_dialog import quiet
from app.views.widgets.listing import Listing, RowDelegate, bold, name_widget, paint_elided
from app.views.widgets.picker import Picker


class KeyEditor(DialogWithHelp):
    """Lists commands with their keys; each change is applied at once.

    Signals
    -------
    keys_chosen : Keymap
        The keys have been changed.
    """

    keys_chosen = Signal(object)

    def __init__(
        self, keymap: Keymap, labels: Iterable[Label] = (), parent: QWidget | None = None
    ) -> None:
        super().__init__(
            "key_editor",
            self.tr("Edit shortcuts"),
            self.tr("Changes apply immediately"),
            parent,
        )
        self.keymap = keymap
        self._labels = list(labels)
        self._adding = False
        self._agreed: Callable[[], None] = lambda: None
        self.model = CommandsModel(self)
        self._make_presets()
        self.search = QLineEdit(self)
        self.search.setPlaceholderText(self.tr("Find a command or a shortcut"))
        self.search.setClearButtonEnabled(True)
        self.search.setAccessibleName(self.tr("Find a command or a shortcut"))
        self.view = self._list()
        hint = self.tr("No matching command or shortcut.")
        self.column.addWidget(self.search)
        self.column.addWidget(Listing(self.view, hint, self), 1)
        self._make_catcher()
        self._make_question()
        self._make_buttons()
        self.add_buttons(enter_closes=False)
        self.search.textChanged.connect(self._find)
        self.view.chosen.connect(lambda _: self._begin(adding=False))
        self.view.selectionModel().currentChanged.connect(self._allow)
        self._show()
        self.view.show_row(0)
        self._allow()
        self.view.setFocus()
        self.set_usual_size(84 * GRID, 76 * GRID)

    @property
    def command(self) -> str:
        """Id of the current command, "" for none."""
        row = self.model.row(self.view.currentIndex().row())
        return "" if row is None else row.id

    def choose(self, command: str) -> None:
        """Make a command current, by its id."""
        self.view.show_row(self.model.row_of(command))

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: D102 (Qt's own)
        if event.key() == Qt.Key.Key_Escape and self.agree.isVisible():
            self._end()
        else:
            super().keyPressEvent(event)

    # ---- widgets

    def _make_presets(self) -> None:
        self.presets = QComboBox(self)
        self.presets.setAccessibleName(self.tr("Preset"))
        for name, preset in PRESETS.items():
            self.presets.addItem(translated(preset.title), name)
        self.presets.setCurrentIndex(max(0, self.presets.findData(self.keymap.preset)))
        self.about = quiet("", self)
        self.add_field(self.add_form(), self.tr("&Preset"), self.presets, self.about)
        self.presets.currentIndexChanged.connect(self._choose_preset)

    def _list(self) -> Picker:
        view = Picker(self, self.model, CommandDelegate())
        name_widget(
            view,
            "command_list",
            self.tr("Commands"),
            self.tr("Press Enter to change a shortcut"),
        )
        return view

    def _make_catcher(self) -> None:
        self.catcher = KeyCatcher(self)
        self.catcher.setAccessibleName(self.tr("New shortcut"))
        self.catcher.setAccessibleDescription(self.tr("Press the new shortcut (Esc cancels)"))
        self.catcher.caught.connect(self._take)
        self.catcher.given_up.connect(self._end)
        self.catcher.hide()
        self.column.addWidget(self.catcher)

    def _make_question(self) -> None:
        self.question = PlainLabel("", self)
        self.question.setWordWrap(True)
        self.agree = QPushButton(self)
        self.refuse = QPushButton(self.tr("Cancel"), self)
        for button in (self.agree, self.refuse):
            button.setAutoDefault(False)
        self.agree.clicked.connect(self._do_agreed)
        self.refuse.clicked.connect(self._end)
        row = in_row((self.question, 1), self.agree, self.refuse, spacing=GRID)
        self.column.addLayout(row)
        self._show_status("")

    def _make_buttons(self) -> None:
        self.set_key = QPushButton(self.tr("Re&cord shortcut…"), self)
        self.add_key = QPushButton(self.tr("&Add shortcut…"), self)
        self.no_key = QPushButton(self.tr("Re&move shortcut"), self)
        self.reset = QPushButton(self.tr("R&eset"), self)
        self.reset_all = QPushButton(self.tr("Reset a&ll…"), self)
        row = QHBoxLayout()
        row.setSpacing(GRID)
        for button in (self.set_key, self.add_key, self.no_key, self.reset):
            row.addWidget(button)
        row.addStretch()
        row.addWidget(self.reset_all)
        for button in (self.set_key, self.add_key, self.no_key, self.reset, self.reset_all):
            button.setAutoDefault(False)
        self.column.addLayout(row)
        self.set_key.clicked.connect(lambda: self._begin(adding=False))
        self.add_key.clicked.connect(lambda: self._begin(adding=True))
        self.no_key.clicked.connect(lambda: self._change(self.keymap.with_keys(self.command, ())))
        self.reset.clicked.connect(self._reset)
        self.reset_all.clicked.connect(self._ask_reset_all)

    # ---- recording a key

    def _begin(self, *, adding: bool) -> None:
        if not self.command:
            return
        self._adding = adding
        self._show_status("")
        self.catcher.setText(
            self.tr("Press the shortcut for “{command}” (Esc cancels).").format(
                command=_text_of(self.command)
            )
        )
        self.catcher.show()
        self.catcher.setFocus(Qt.FocusReason.OtherFocusReason)
        self.column.activate()
        self.view.scrollTo(self.view.currentIndex())

    def _take(self, spelt: Sequence[str]) -> None:
        """Assign a key to the command, or ask first if it is assigned to another."""
        keys = [portable(key) for key in spelt]
        reason = next((objection(key) for key in keys if objection(key)), "")
        command = self.command
        self._end()
        if reason or not all(keys):
            text = translated(OBJECTIONS[reason or "unknown"])
            self._show_status(text.format(key=native(spelt[-1])))
            return
        holders = [self._holder_of(key) for key in keys]
        holder = next((one for one in holders if one), "")
        if not holder:
            self._give(command, keys)
            return
        text = self.tr("{key} is already used for {holder}. Reassign it to “{command}”?")
        self._ask(
            text.format(key=native(keys[-1]), holder=holder, command=_text_of(command)),
            self.tr("&Reassign"),
            lambda: self._give(command, keys),
        )

    def _holder_of(self, key: str) -> str:
        """Return the name of another command or label that has a key, "" without one."""
        command = self.keymap.holder(key, COMMANDS)
        if command and command != self.command:
            return self.tr("“{command}”").format(command=_text_of(command))
        given = self.keymap.label_keys(self._labels, COMMANDS)
        for label in self._labels:
            if key in given[label.id]:
                return self.tr("the label {label}").format(label=label.name)
        return ""

    def _give(self, command: str, keys: Sequence[str]) -> None:
        had = self.keymap.keys(COMMANDS)[command] if self._adding else ()
        self._change(self.keymap.with_keys(command, tuple(dict.fromkeys((*had, *keys)))))
        self.choose(command)

    def _end(self) -> None:
        """Stop recording or asking."""
        if self.catcher.isVisible():
            self.catcher.blockSignals(True)  # it emits given_up when hidden
            self.catcher.hide()
            self.catcher.blockSignals(False)
        self._show_status("")
        self.view.setFocus(Qt.FocusReason.OtherFocusReason)

    # ---- questions

    def _show_status(self, text: str) -> None:
        self.question.setText(text)
        self.question.setVisible(bool(text))
        self.agree.hide()
        self.refuse.hide()

    def _ask(self, text: str, agree: str, agreed: Callable[[], None]) -> None:
        self._show_status(text)
        self._agreed = agreed
        self.agree.setText(agree)
        self.agree.show()
        self.refuse.show()
        self.agree.setFocus(Qt.FocusReason.OtherFocusReason)

    def _do_agreed(self) -> None:
        agreed = self._agreed
        self._end()
        agreed()

    # ---- changes

    def _reset(self) -> None:
        command = self.command
        self._change(self.keymap.without(command))
        usual = Keymap(self.keymap.preset).keys(COMMANDS)[command]
        lost = [key for key in usual if key not in self.keymap.keys(COMMANDS)[command]]
        if lost:
            holder = _text_of(self.keymap.holder(lost[0], COMMANDS))
            text = self.tr("{key} is now assigned to “{holder}”. Reset that command as well.")
            self._show_status(text.format(key=native(lost[0]), holder=holder))

    def _ask_reset_all(self) -> None:
        n = len(self.keymap.own)
        one = self.tr("Discard your 1 change?")
        many = self.tr("Discard your {n} changes?", None, n)
        self._ask(
            one if n == 1 else many.format(n=n),
            self.tr("&Discard"),
            lambda: self._change(Keymap(self.keymap.preset)),
        )

    def _choose_preset(self) -> None:
        self._change(self.keymap.with_preset(self.presets.currentData()))

    def _change(self, keymap: Keymap) -> None:
        self.keymap = keymap
        self._show_status("")
        self._show()
        self.keys_chosen.emit(keymap)

    # ---- list

    def _show(self) -> None:
        chosen = self.command
        keys = self.keymap.keys(COMMANDS)
        self.model.show_rows(
            CommandRow(
                command.id,
                _text_of(command.id),
                translated(MENUS[command.menu]).replace("&", ""),
                tuple(native(key) for key in keys[command.id]),
                self.keymap.is_changed(command.id),
            )
            for command in COMMANDS
        )
        self.about.setText(translated(PRESETS[self.keymap.preset].about))
        self.choose(chosen)
        self._allow()

    def _find(self, text: str) -> None:
        chosen = self.command
        self.model.find(text)
        row = self.model.row_of(chosen)
        self.view.show_row(row if row is not None else (0 if self.model.rowCount() else None))
        self._allow()

    def _allow(self) -> None:
        command = self.command
        for button in (self.set_key, self.add_key):
            button.setEnabled(bool(command))
        self.no_key.setEnabled(bool(command) and bool(self.keymap.keys(COMMANDS)[command]))
        self.reset.setEnabled(self.keymap.is_changed(command))
        self.reset_all.setEnabled(bool(self.keymap.own))


class CommandDelegate(RowDelegate):
    """Paints a command, its menu, and its keys at the right, bold if changed."""

    def paint_row(  # noqa: D102 (described by the base)
        self, painter: QPainter, rect: QRect, index: Index, theme: Theme
    ) -> None:
        row: CommandRow = index.data(CommandRole.ROW)
        font = painter.font()
        if row.changed:
            painter.setFont(bold(font))
        painter.setPen(theme.text if row.keys else theme.faint)
        width = paint_elided(painter, rect, ", ".join(row.keys) or "–", right=True)
        painter.setFont(font)
        inner = rect.adjusted(0, 0, -width - 2 * GRID, 0)
        painter.setPen(theme.text)
        width = paint_elided(painter, inner, row.text)
        rest = inner.adjusted(width + 2 * GRID, 0, 0, 0)
        if rest.width() > 4 * GRID:
            painter.setPen(theme.faint)
            paint_elided(painter, rest, row.menu)


def _text_of(command: str) -> str:
    text = next((one.text for one in COMMANDS if one.id == command), "")
    return translated(text).replace("&", "").rstrip("…")
