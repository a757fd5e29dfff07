"""Commands about keys, and the palettes of labels and commands."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol

from PySide6.QtCore import QObject, QPoint, Signal
from PySide6.QtWidgets import QWidget

from app.domain.tagging import has_outside
from app.item_models.choices import Choice
from app.views.chooser import Chooser
from app.views.command_palette import Palette, label_choice
from app.views.keymap import Keymap
from app.views.panels.messages import Messages
from app.views.theme import GRID
from app.views.widgets.base_dialog import open_one
from app.views.workspace import NOWHERE, Workspace

if TYPE_CHECKING:
    from app.views.actions import Actions, KeyOf
    from app.views.dialogs.key_editor import KeyEditor
    from app.views.panels.hints import Hints
    from app.views.panels.legend import Legend

LABELS_WIDTH = 40 * GRID
PALETTE_WIDTH = 72 * GRID
PALETTE_TOP = 10 * GRID


class ShowsShortcuts(Protocol):
    """A part of the window with texts that name keys."""

    def show_shortcuts(self, key_of: KeyOf) -> None:
        """Show the current shortcuts in texts and tips."""


class KeysController(QObject):
    """Carries out the commands about keys, and those that find labels and commands by name.

    Signals
    -------
    keys_chosen : Keymap
        The keys have been changed, and have to be stored.
        line_chosen : str, bool
        Whether to show a line below the sentence: "legend", the labels while their panel is
        hidden, or "hints", the most useful keys.
    """

    keys_chosen = Signal(object)
    line_chosen = Signal(str, bool)

    def __init__(
        self,
        workspace: Workspace,
        actions: Actions,
        messages: Messages,
        lines: tuple[Legend, Hints],
        window: QWidget,
        *,
        spot: Callable[[], QPoint],
        new_label: Callable[[], object],
        go_to_document: Callable[[int], object],
        go_to_sentence: Callable[[int], object],
        recent: Callable[[], list[Choice]],
    ) -> None:
        """Act on a window; ``lines`` are below its sentence.

        ``spot`` returns the screen position below the current token; ``new_label`` opens the label
        editor at a new label. ``go_to_document`` and ``go_to_sentence`` show a document or sentence
        and give the focus to the sentence. ``recent`` returns choices that open other projects.
        """
        super().__init__(window)
        self._workspace = workspace
        self._actions = actions
        self._messages = messages
        self._legend, self._hints = lines
        self._window = window
        self._spot = spot
        self._new_label = new_label
        self.palette = Palette(workspace, actions, go_to_document, go_to_sentence, recent)
        self._legend.more_requested.connect(self.label_by_name)
        self._hints.closed.connect(lambda: self.show_hints(False))
        self.show_lines(legend=True, hints=True)

    def show_shortcuts_in(self, *parts: ShowsShortcuts) -> None:
        """Update the shortcuts in the texts of some parts, now and whenever they change."""

        def show() -> None:
            for part in parts:
                part.show_shortcuts(self._actions.key_of)

        self._actions.keys_changed.connect(show)
        show()

    def show_keys(self) -> None:
        """Open the dialog with all shortcuts."""
        from app.views.dialogs.keys import KeysDialog

        for old in self._window.findChildren(KeysDialog):
            old.close()
        labels = self._workspace.session.project.visible_labels()
        KeysDialog(labels, self._window, self._actions.keymap).show()

    def show_label_guide(self) -> None:
        """Open the label guide."""
        from app.views.dialogs.label_guide import LabelGuide

        guide = open_one(LabelGuide, self._window) or LabelGuide(
            self._workspace.session,
            self._actions.keys_of_labels,
            self._actions["edit_labels"],
            self._window,
        )
        guide.bring_forward()

    def change_keys(self) -> KeyEditor:
        """Open the editor of shortcuts."""
        from app.views.dialogs.key_editor import KeyEditor

        opened = open_one(KeyEditor, self._window)
        if opened is not None:
            return opened
        labels = self._workspace.session.project.visible_labels()
        editor = KeyEditor(self._actions.keymap, labels, self._window)
        editor.keys_chosen.connect(self.choose_keys)
        editor.show()
        return editor

    def choose_keys(self, keymap: Keymap) -> None:
        """Apply other keys, and emit ``keys_chosen``."""
        self._actions.use(keymap)
        self.keys_chosen.emit(keymap)

    def label_by_name(self) -> Chooser | None:
        """Open the chooser of labels at the caret."""
        if self._workspace.caret.sentence_index == NOWHERE:
            return None
        if not self._workspace.session.project.visible_labels():
            self._messages.show_message(
                self.tr("There are no labels yet: make the first."),
                "info",
                self.tr("New label…"),
                self._new_label,
            )
            return None
        chooser = Chooser(
            (
                "label_chooser",
                self.tr("Label"),
                self.tr("Find a label by name; Enter applies it"),
            ),
            self._label_choices(),
            self._window,
            placeholder=self.tr("Label…"),
            hint=self.tr("Enter applies the label, Shift+Enter rejects it."),
            nothing=self.tr("No matching label."),
        )
        chooser.open_at(self._window.mapFromGlobal(self._spot()), LABELS_WIDTH)
        return chooser

    def show_legend(self, wanted: bool) -> None:  # noqa: FBT001 (Qt's slot)
        """Show the legend below the sentence while the panel of labels is hidden, or not."""
        self._legend.set_wanted(wanted=wanted)
        self._actions["show_legend"].setChecked(wanted)
        self.line_chosen.emit("legend", wanted)

    def show_hints(self, wanted: bool) -> None:  # noqa: FBT001 (Qt's slot)
        """Show the key hints below the sentence, or not."""
        self._hints.set_wanted(wanted=wanted)
        self._actions["show_hints"].setChecked(wanted)
        self.line_chosen.emit("hints", wanted)

    def show_lines(self, *, legend: bool, hints: bool) -> None:
        """Show or hide both lines."""
        self.show_legend(legend)
        self.show_hints(hints)

    def find_command(self) -> Chooser:
        """Open the palette of commands."""
        chooser = Chooser(
            (
                "palette",
                self.tr("Find a command"),
                self.tr("Type a command, a label, a document or the number of a sentence"),
            ),
            self.palette.choices(),
            self._window,
            placeholder=self.tr("A command, a label, a document, or the number of a sentence"),
            nothing=self.tr("No matches."),
            more=self.palette.sentence,
        )
        left = (self._window.width() - PALETTE_WIDTH) // 2
        chooser.open_at(QPoint(left, PALETTE_TOP), PALETTE_WIDTH)
        return chooser

    # ---- inside

    def _label_choices(self) -> list[Choice]:
        project = self._workspace.session.project
        keys = self._actions.keys_of_labels()
        found = [
            label_choice(label, keys[label.id], self._workspace)
            for label in project.visible_labels()
        ]
        if has_outside(project):
            found.append(
                Choice(
                    self.tr("No label"),
                    self._workspace.labeller.no_label,
                    key=self._actions.key_of("no_label"),
                    is_label=True,
                    do_shifted=lambda: self._workspace.message.emit(
                        self.tr("“No label” cannot be rejected."), "info"
                    ),
                )
            )
        return found
