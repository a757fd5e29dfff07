"""Commands of gazetteers and grammars: dialogs, files, and adding words of a sentence."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QPoint, Signal
from PySide6.QtWidgets import QApplication, QMenu, QWidget

from app.domain.gazetteers import Gazetteer, Use, lists_for, lists_of_no_label, normal_phrase
from app.domain.numbers import grouped
from app.domain.tokens import Role
from app.edits.gazetteers import add_gazetteer, set_phrase
from app.edits.grammars import set_grammar
from app.edits.label_rows import LabelNameError
from app.translation import translated_message
from app.views.actions import KeyOf, default_key, with_key
from app.views.file_names import FileNames
from app.views.panels.messages import Messages
from app.views.plain_text import add_named
from app.views.undoable_messages import UndoableMessages
from app.views.widgets.base_dialog import open_one
from app.views.widgets.label_keys import Keys
from app.views.workspace import NOWHERE, Workspace
from crfcore.errors import as_text

if TYPE_CHECKING:
    from app.domain.edits import Edit
    from app.jobs.gazetteers.files import ReadGazetteer
    from app.services.projects import OpenProject
    from app.views.dialogs.gazetteer_editor import GazetteerEditor
    from app.views.dialogs.grammar_editor import GrammarEditor
    from app.views.dialogs.uncertain_words import UncertainWordsDialog


class GazetteerController(QObject):
    """Carries out the commands of gazetteers for one open project.

    Signals
    -------
    added(str)
        A phrase was added to a gazetteer; the sentence that reports it.
    imported(int)
        A gazetteer was imported; its id.
    """

    added = Signal(str)
    imported = Signal(int)

    def __init__(
        self,
        project: OpenProject,
        workspace: Workspace,
        messages: Messages,
        files: FileNames,
        window: QWidget,
        *,
        keys: Keys,
        chosen: Callable[[], int | None],
        spot: Callable[[], QPoint],
    ) -> None:
        """Act on a project; ``keys`` are those of labels.

        ``chosen`` returns the id of the panel's current gazetteer, None without one; ``spot`` the
        screen position of the current token, for a menu.
        """
        super().__init__(window)
        self._project = project
        self._workspace = workspace
        self._messages = messages
        self._window = window
        self._files = files
        self._undoable = UndoableMessages(project.session, messages, self)
        self._keys = keys
        self._chosen = chosen
        self._spot = spot
        self._key_of: KeyOf = default_key

    def show_shortcuts(self, key_of: KeyOf) -> None:
        """Show the current shortcuts in texts and tips."""
        self._key_of = key_of

    # ---- commands

    def new_gazetteer(self) -> None:
        """Open the editor of a new gazetteer, unless an empty one is open already."""
        from app.views.dialogs.gazetteer_editor import GazetteerEditor

        phrases = self._project.session.project.phrases
        if open_one(GazetteerEditor, self._window, lambda one: not phrases.get(one.gazetteer_id)):
            return
        session, name = self._project.session, self.tr("phrases")
        editor = GazetteerEditor(session, 0, self._window, name=name)
        editor.name.selectAll()  # it is only a suggestion
        editor.bring_forward()

    def edit_gazetteer(self, number: int) -> GazetteerEditor | GrammarEditor:
        """Open the editor of a gazetteer or a grammar."""
        from app.views.dialogs.gazetteer_editor import GazetteerEditor

        own = self._project.session.project.gazetteers[number]
        if own.grammar:
            return self.edit_grammar(own)
        opened = open_one(GazetteerEditor, self._window, lambda one: one.gazetteer_id == number)
        editor = opened or GazetteerEditor(self._project.session, number, self._window)
        editor.bring_forward()
        return editor

    def new_grammar(self) -> None:
        """Open the editor of a new grammar, unless it is open already."""
        self.edit_grammar(Gazetteer(0, self.tr("grammar")))

    def import_gazetteer(self) -> None:
        """Ask for a file of phrases, and preview it."""
        from app.views.dialogs.gazetteer_import import GazetteerImport

        if open_one(GazetteerImport, self._window) is not None:
            return
        path = self._files.to_open(
            self.tr("Import a gazetteer"),
            self.tr("Phrases (*.txt *.tsv *.lst *.jsonl);;All files (*)"),
        )
        if path is not None:
            self.read_gazetteer(path)

    def read_gazetteer(self, path: Path) -> None:
        """Read a file of phrases in the background; a preview follows."""
        self._project.exchange.read_gazetteer(path).finished.connect(self._preview)

    def export_gazetteer(self, number: int | None = None) -> None:
        """Ask for a file, and export the phrases of a gazetteer."""
        project = self._project.session.project
        number = self._chosen() if number is None else number
        if number is None:
            self._messages.show_message(
                self.tr("Select the gazetteer to export in the panel “Gazetteers” first."), "info"
            )
            return
        name = project.gazetteers[number].name
        if grammar := project.gazetteers[number].grammar:
            self._export_grammar(None, name, grammar)
            return
        path = self._files.to_save(
            self.tr("Export the gazetteer"),
            self._files.folder / f"{name.replace('/', '-')}.tsv",
            self.tr("Phrases (*.txt *.tsv *.lst);;All files (*)"),
        )
        if path is not None:
            self._messages.report_when_done(
                self._project.exchange.write_gazetteer(path, project.listed(number)),
                lambda n: (
                    self.tr("Exported 1 phrase to {path}.")
                    if n == 1
                    else self.tr("Exported {n} phrases to {path}.", None, n)
                ).format(n=grouped(n), path=as_text(path)),
            )

    def add_to_gazetteer(self) -> None:
        """Add the selected words to the only gazetteer, or ask to which or for a new name."""
        phrase, label = self._selected()
        if not phrase or self._refuses_control_sentence():
            return
        self._add_where_asked(phrase, label, self._spot())

    def show_uncertain_words(self) -> None:
        """List words that are worth adding to a gazetteer."""
        from app.views.dialogs.uncertain_words import UncertainWordsDialog

        if not len(self._project.session.visible):
            text = with_key(self.tr("No text yet. Import one first."), self._key_of("import_files"))
            self._messages.show_message(text, "info")
            return
        if open_one(UncertainWordsDialog, self._window) is not None:
            return
        dialog = UncertainWordsDialog(
            self._project.session, self._project.uncertain_words, self._keys, self._window
        )
        dialog.chosen.connect(lambda word, label: self._add_word(dialog, word, label))
        self.added.connect(dialog.show_result)
        dialog.bring_forward()

    def _add_word(self, dialog: UncertainWordsDialog, word: str, label: str) -> None:
        """Add a word to the gazetteer of a label, to one of several, or to a new one."""
        project = self._project.session.project
        lists = [project.listed(one.id) for one in project.phrase_gazetteers()]
        without = lists_of_no_label(self.tr("No label"), lists)
        rows = lists_for(label, lists) if label else without
        if len(rows) == 1:
            self._add_phrase(rows[0].id, word, label)
        elif rows:
            menu = self.menu(word, label, rows)
            menu.popup(dialog.view.mapToGlobal(dialog.view.rect().center()))
            menu.setActiveAction(menu.actions()[0])
        else:
            self._begin_for_label(word, label)

    def _begin_for_label(self, word: str, label: str) -> None:
        """Add a gazetteer with the name of a label, and a word in it.

        Beside others with an expectation, it has the usual one: without, the word would tell the
        model far less.
        """
        from app.views.dialogs.expected_share import usual_share

        name = label or self.tr("No label")
        project = self._project.session.project
        expects = any(one.gazetteer.share is not None for one in project.listed_for(Use.FEATURES))
        share = usual_share(has_label=bool(label)) if expects else None
        added = self._add(Gazetteer(0, name, label=label, share=share), {word: ""})
        if added is None:
            return
        edit, number = added
        text = self.tr("Added “{phrase}” to the new gazetteer “{name}”.")
        hint = ""
        if share is not None:
            hint = self.tr("It expects no label for {n}% of its words; its editor can change this.")
            if label:
                hint = self.tr(
                    "It expects the label for {n}% of its words; its editor can change this."
                )
            hint = hint.replace("{n}", f"{100 * share:.0f}")
        elif not label:
            hint = self.tr(
                "In its editor, you can say how many of its words you expect to have no label."
            )
        text = f"{text} {hint}".rstrip()
        name = self._project.session.project.gazetteers[number].name
        self._show_added(edit, text.format(phrase=word, name=name))

    def _show_added(self, edit: Edit, text: str) -> None:
        self._undoable.show(edit, text)
        self.added.emit(text)

    def show_removed(self, edit: Edit, name: str) -> None:
        """Report that a gazetteer or grammar was removed, with a button that brings it back."""
        self._undoable.show(edit, self.tr("Removed “{name}”.").format(name=name))

    def begin_gazetteer(self, phrase: str, label: str) -> None:
        """Ask for the name of a new gazetteer with one phrase."""
        from app.views.dialogs.gazetteer_name import GazetteerName

        if open_one(GazetteerName, self._window) is not None:
            return
        # Above the dialog that it was opened from: the keyboard goes back there when it closes.
        active = QApplication.activeWindow()
        owned = active is not None and active.parent() is self._window
        dialog = GazetteerName(phrase, label, active if owned else self._window)
        dialog.named.connect(lambda name: self._begin(name, phrase, label))
        dialog.show()

    def _add_where_asked(self, phrase: str, label: str, spot: QPoint) -> None:
        """Add a phrase to the only gazetteer, or ask at a spot to which, or for a new name."""
        rows = self._project.session.project.phrase_gazetteers()
        if not rows:
            self.begin_gazetteer(phrase, label)
        elif len(rows) == 1:
            self._add_phrase(rows[0].id, phrase, label)
        else:
            menu = self.menu(phrase, label)
            menu.popup(spot)
            menu.setActiveAction(menu.actions()[0])

    def _refuses_control_sentence(self) -> bool:
        """Refuse, with a message, to add words of a test sentence."""
        session, sentence_index = self._project.session, self._workspace.caret.sentence_index
        if session.corpus.roles[sentence_index] != Role.CONTROL:
            return False
        self._messages.show_message(
            self.tr(
                "This is a test sentence. Adding its words to a gazetteer would bias the test; add "
                "them from another sentence, or in the editor of the gazetteer."
            ),
            "info",
        )
        return True

    def menu(self, phrase: str, label: str, rows: Sequence[Gazetteer] = ()) -> QMenu:
        """Return the menu that asks to which gazetteer, or one of some, to add a phrase."""
        menu = QMenu(self._window)
        menu.setObjectName("gazetteer_menu")
        for row in rows or self._project.session.project.phrase_gazetteers():
            action = add_named(menu, row.name)
            action.triggered.connect(
                lambda _=False, number=row.id: self._add_phrase(number, phrase, label)
            )
        menu.addSeparator()
        new = menu.addAction(self.tr("New gazetteer…"))
        new.triggered.connect(lambda: self.begin_gazetteer(phrase, label))
        menu.aboutToHide.connect(menu.deleteLater)
        return menu

    # ---- grammars

    def edit_grammar(self, own: Gazetteer) -> GrammarEditor:
        """Open the editor of a grammar, which is new if it is not in the project."""
        from app.views.dialogs.grammar_editor import GrammarEditor

        opened = open_one(GrammarEditor, self._window, lambda one: one.gazetteer_id == own.id)
        if opened is not None:
            return opened
        project = self._project
        editor = GrammarEditor(project.session, project.grammar_trials, own, self._window)
        editor.wanted.connect(lambda grammar, labels: self._keep_grammar(editor, grammar, labels))
        editor.import_requested.connect(lambda: self._import_grammar(editor))
        editor.export_requested.connect(lambda name, text: self._export_grammar(editor, name, text))
        editor.learning_requested.connect(
            lambda listed: self._project.exchange.learn_grammar(listed).listen(
                finished=editor.show_learned, failed=editor.show_problem, by=editor
            )
        )
        editor.bring_forward()
        return editor

    def _keep_grammar(
        self, editor: GrammarEditor, grammar: Gazetteer, labels: Sequence[str]
    ) -> None:
        session = self._project.session
        if session.saving.read_only:
            editor.show_problem(session.saving.refusal())
            return
        try:
            edit = session.apply(set_grammar(session.project, grammar, labels))
        except LabelNameError as error:
            editor.show_problem(translated_message(error))
            return
        if edit is not None:
            text = self.tr("Saved the grammar “{name}”.").format(name=grammar.name)
            self._undoable.show(edit, text)

    def _import_grammar(self, editor: GrammarEditor) -> None:
        path = self._files.to_open(
            self.tr("Import a grammar"),
            self.tr("Grammars (*.txt *.grammar);;All files (*)"),
            editor,
        )
        if path is not None:
            task = self._project.exchange.read_grammar(path)
            task.listen(finished=editor.set_text, failed=editor.show_problem, by=editor)

    def _export_grammar(self, editor: GrammarEditor | None, name: str, text: str) -> None:
        path = self._files.to_save(
            self.tr("Export the grammar"),
            self._files.folder / f"{name.replace('/', '-')}.txt",
            self.tr("Grammars (*.txt *.grammar);;All files (*)"),
            editor,
        )
        if path is not None:
            self._messages.report_when_done(
                self._project.exchange.write_grammar(path, text),
                lambda _: self.tr("Exported the grammar to {path}.").format(path=as_text(path)),
            )

    # ---- inside

    def _selected(self) -> tuple[str, str]:
        """Return the selected words, and their label, "" without one."""
        workspace = self._workspace
        if workspace.caret.sentence_index == NOWHERE:
            return "", ""
        records = workspace.caret.tokens()[workspace.caret.first : workspace.caret.last + 1]
        phrase = normal_phrase(" ".join(record.word for record in records))
        labels = {record.label for record in records}
        own = labels.pop() if len(labels) == 1 else None
        known = self._project.session.project.labels
        return phrase, known[own].name if own is not None and own in known else ""

    def _begin(self, name: str, phrase: str, label: str) -> None:
        added = self._add(Gazetteer(0, name, label=label), {phrase: ""})
        if added is not None:
            self._report_added(*added, phrase)

    def _add_phrase(self, number: int, phrase: str, label: str) -> None:
        session = self._project.session
        row, known = session.project.gazetteers[number], session.project.phrases.get(number, {})
        if phrase in known:
            text = self.tr("“{phrase}” is in “{name}” already.")
            self._messages.show_remark(text.format(phrase=phrase, name=row.name))
            return
        # The phrase gets its own label only in a gazetteer with labels.
        labelled = bool(row.label) or any(known.values())
        own = label if labelled and label != row.label else ""
        edit = session.apply(set_phrase(session.project, number, phrase, own))
        if edit is not None:
            without = labelled and not (row.label or own)
            self._report_added(edit, number, phrase, own, without=without)

    def _report_added(
        self, edit: Edit, number: int, phrase: str, own: str = "", *, without: bool = False
    ) -> None:
        """Report a phrase, and its label if it is not the gazetteer's."""
        added_text = self.tr("Added “{phrase}” to “{name}”.")
        if own:
            added_text = self.tr("Added “{phrase}” to “{name}” as {label}.")
        elif without:
            added_text = self.tr("Added “{phrase}” to “{name}” (no label).")
        name = self._project.session.project.gazetteers[number].name
        self._show_added(edit, added_text.format(phrase=phrase, name=name, label=own))

    def _preview(self, found: ReadGazetteer) -> None:
        from app.views.dialogs.gazetteer_import import GazetteerImport

        if open_one(GazetteerImport, self._window) is not None:
            text = self.tr("Another gazetteer is being imported: finish or cancel that first.")
            self._messages.show_message(text, "info")
            return
        labels = [label.name for label in self._project.session.project.visible_labels()]
        dialog = GazetteerImport(found, labels, self._window)
        dialog.wanted.connect(self._import)
        dialog.show()

    def _import(self, row: Gazetteer, phrases: Mapping[str, str]) -> None:
        added = self._add(row, phrases)
        if added is not None:
            edit, number = added
            name = self._project.session.project.gazetteers[number].name
            text = self.tr("Imported {n} phrases into “{name}”.", None, len(phrases))
            if len(phrases) == 1:
                text = self.tr("Imported 1 phrase into “{name}”.")
            self._undoable.show(edit, text.format(name=name, n=grouped(len(phrases))))
            self.imported.emit(number)

    def _add(self, row: Gazetteer, phrases: Mapping[str, str]) -> tuple[Edit, int] | None:
        """Add a gazetteer; return the edit and the gazetteer's id, None if refused."""
        session = self._project.session
        edit = session.apply(add_gazetteer(session.project, row, phrases))
        if edit is None or edit.gazetteers[0].after is None:
            return None
        return edit, edit.gazetteers[0].after.id
