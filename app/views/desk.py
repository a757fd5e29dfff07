"""What the commands beside labelling do: open dialogs, and hand on what was chosen in them.

A dialog is imported when it is first wanted: the window is on the screen sooner without them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QApplication, QDialog, QFileDialog, QMessageBox, QWidget

from app.domain.rules import rule_text, rule_title
from app.edits.rules import add_rules, change_rule, set_costs
from app.item_models.rules import translated
from app.services.task import TaskState
from app.views.actions import KeyOf, usual_key, with_key
from app.views.dialogs.new_project import SUFFIX, NewProjectDialog
from app.views.panels.messages import Messages
from app.views.told_steps import ToldSteps

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from app.domain.edits import Edit
    from app.domain.fixes import Fix
    from app.domain.rule_findings import RuleFinding
    from app.domain.rules import ProjectRule
    from app.jobs.import_report import ReadFiles
    from app.jobs.rule_files import ReadRules
    from app.jobs.rule_mining import MinedRule
    from app.services.exchange import ExportOutcome
    from app.services.projects import OpenProject
    from app.views.dialogs.export import ExportChoice
    from app.views.dialogs.label_editor import LabelEditor
    from app.views.dialogs.rule_editor import RuleEditor


NAMES_SHOWN = 8
"""So many names of files a question lists."""


class Desk(QObject):
    """Carries out the commands that need a dialog or a service, for one open project.

    Signals
    -------
    open_wanted : Path
        Open this project instead.
    new_wanted : NewProject
        Make this project and open it instead.
    close_wanted : ()
        Go back to the welcome page.
    quit_wanted : ()
        End the program.
    annotator_named : str
        The annotator's name was typed.
    document_wanted : int
        Go to the document with this id.
    place_wanted : int, int
        Go to the sentence at this place, and to this token in it.
    """

    open_wanted = Signal(object)
    new_wanted = Signal(object)
    close_wanted = Signal()
    quit_wanted = Signal()
    annotator_named = Signal(str)
    document_wanted = Signal(int)
    place_wanted = Signal(int, int)

    def __init__(
        self,
        project: OpenProject,
        messages: Messages,
        read_log: Callable[[], str],
        window: QWidget,
    ) -> None:
        super().__init__(window)
        self._project = project
        self._messages = messages
        self._read_log = read_log
        self._window = window
        self._folder = project.path.parent
        self._new_rule: int | None = None
        self._told = ToldSteps(project.session, messages, self)
        self._key_of: KeyOf = usual_key
        self.fix_here: Callable[[], Fix | None] = lambda: None
        """What has been said of the selected tokens, None if nothing."""

    def say_keys(self, key_of: KeyOf) -> None:
        """Name the keys that hold."""
        self._key_of = key_of

    def greet(self) -> None:
        """Say what a person has to know of the project that was just opened."""
        if self._project.backup_made is not None:
            self._messages.show_message(
                self.tr(
                    "The project is now in the format of this version; a copy of the file as it "
                    "was is kept: {path}"
                ).format(path=self._project.backup_made),
                "done",
            )
        if self._project.session.read_only:
            self._messages.show_message(
                self.tr(
                    "This project can only be read, because its file or folder cannot be written: "
                    "save a copy elsewhere and open that to go on labelling."
                ),
                "error",
                self.tr("Save a copy…"),
                self.save_copy,
            )

    # ---- projects

    def new_project(self) -> None:
        """Ask what the new project needs."""
        dialog = NewProjectDialog(self._folder, self._window)
        dialog.wanted.connect(self.new_wanted)
        dialog.show()

    def open_project(self) -> None:
        """Ask which project to open."""
        name, _ = QFileDialog.getOpenFileName(
            self._window, self.tr("Open project"), str(self._folder), self._project_files()
        )
        if name:
            self.open_wanted.emit(Path(name))

    def save_copy(self) -> None:
        """Ask where the copy goes, and write it."""
        proposed = self._folder / f"{self._project.path.stem} {self.tr('copy')}{SUFFIX}"
        path = self._save_name(self.tr("Save a copy"), proposed, self._project_files())
        if path is not None:
            self._announce(
                self._project.exchange.save_copy(path),
                lambda _: self.tr("The copy is written: {path}").format(path=path),
            )

    def close_project(self) -> None:
        """Go back to the welcome page."""
        self.close_wanted.emit()

    def quit(self) -> None:
        """End the program."""
        self.quit_wanted.emit()

    # ---- in and out

    def import_files(self) -> None:
        """Ask for files, and how they are to be read."""
        names, _ = QFileDialog.getOpenFileNames(
            self._window,
            self.tr("Import texts"),
            str(self._folder),
            self._text_files(),
        )
        self.take_files([Path(name) for name in names])

    def take_files(self, paths: Iterable[Path]) -> None:
        """Take files that were chosen or dropped: a project is opened, texts are imported."""
        from app.views.dialogs.import_options import ImportDialog

        texts = []
        for path in paths:
            if path.suffix == SUFFIX:
                self.open_wanted.emit(path)
                return
            texts.append(path)
        if texts:
            self._folder = texts[0].parent
            exchange = self._project.exchange
            dialog = ImportDialog(texts, self._project.session.project, self._window)
            dialog.read_wanted.connect(
                lambda paths, options: dialog.follow(exchange.read_files(paths, options))
            )
            dialog.wanted.connect(self._import)
            dialog.show()

    def export_corpus(self) -> None:
        """Ask what is to be written, and where."""
        from app.views.dialogs.export import ExportDialog

        shown = [d for d in self._project.session.project.documents.values() if not d.removed]
        if not shown:
            self._messages.show_message(
                self.tr("There is nothing to export yet: import a text first."), "info"
            )
            return
        dialog = ExportDialog(len(shown), self._window, self._n_against_rules())
        exchange = self._project.exchange
        dialog.report_wanted.connect(
            lambda choice: dialog.follow(exchange.report_export(choice.form, folder=choice.folder))
        )
        dialog.wanted.connect(self._export)
        dialog.show()

    def export_model(self) -> None:
        """Ask where the newest model goes, and from what it is to have learnt, and write it."""
        if self._project.trainer.model is None:
            self._messages.show_message(
                self.tr("There is no model yet: label a sentence and accept it first."), "info"
            )
            return
        _, n_labelled = self._project.measurements.sample()
        if not n_labelled:
            self._export_model(control=False)
            return
        from app.views.dialogs.export_model import ExportModelDialog

        dialog = ExportModelDialog(n_labelled, self._window)
        dialog.wanted.connect(lambda control: self._export_model(control=control))
        dialog.show()

    def _export_model(self, *, control: bool) -> None:
        proposed = self._folder / f"{self._project.path.stem}.crf"
        path = self._save_name(
            self.tr("Export the model"), proposed, self.tr("Models (*.crf);;All files (*)")
        )
        if path is not None:
            self._announce(
                self._project.exchange.export_model(path, control=control),
                lambda _: self.tr("The model is written: {path}").format(path=path),
            )

    # ---- labels, settings, model

    def edit_labels(self) -> LabelEditor:
        """Open the label editor."""
        return self._editor()

    def edit_label(self, label: int) -> None:
        """Open the label editor at one label."""
        self._editor().choose(label)

    def new_label(self) -> None:
        """Open the label editor at a new label."""
        self._editor().begin_new()

    def say_elsewhere(self) -> None:
        """List where else the words stand that are selected, or of which something was said last.

        What was said last of the selected words, and is offered already, comes first.
        """
        from app.domain.fixes import Occurrences
        from app.views.dialogs.occurrences import OccurrencesDialog

        offer, here = self._project.occurrences.offer, self.fix_here()
        if offer is not None and (here is None or here.overlaps(offer.fix)):
            shown = offer
        elif here is not None:
            shown = Occurrences(here, reach=self._project.occurrences.reach)
        else:
            self._messages.show_message(
                self.tr("There is nothing to say elsewhere: first label or correct a word."), "info"
            )
            return
        for old in self._window.findChildren(OccurrencesDialog):
            old.close()
        occurrences = self._project.occurrences
        fix, awaited = shown.fix, shown is not offer
        dialog = OccurrencesDialog(self._project.session, shown, self._window, awaited=awaited)
        dialog.apply_wanted.connect(lambda where: occurrences.sayer.say(fix, where))
        dialog.reach_wanted.connect(lambda reach: occurrences.look_with(fix, reach))
        occurrences.looked.connect(dialog.show_found)
        dialog.place_wanted.connect(self.place_wanted)
        _bring_forward(dialog)
        if awaited:
            occurrences.look_with(fix, shown.reach)

    def accept_sure(self) -> None:
        """Show what is proposed with much certainty, to be accepted all at once."""
        from app.views.dialogs.accept_sure import AcceptSureDialog

        finder = self._project.sure
        there = self._window.findChild(AcceptSureDialog)
        if there is not None:
            _bring_forward(there)
            return
        dialog = AcceptSureDialog(self._project.session, self._window)
        dialog.asked.connect(finder.look)
        dialog.accept_wanted.connect(finder.accept)
        dialog.rejected.connect(finder.stop)
        dialog.place_wanted.connect(self.place_wanted)
        finder.found.connect(dialog.show_found)
        _bring_forward(dialog)
        finder.look(dialog.choice())

    def tell_accepted(self, edit: Edit) -> None:
        """Say what was accepted all at once, and offer to take it back."""
        self._told.tell(edit, self.tr("Done: {what}.").format(what=edit.summary))

    def tell_outdated(self) -> None:
        """Say that nothing of what was listed could be accepted."""
        self._messages.show_message(
            self.tr("Nothing was accepted: these sentences have changed. Look at the list again."),
            "info",
        )

    def tell_unsaid(self) -> None:
        """Say that nothing of what was listed could be said."""
        self._messages.show_message(
            self.tr("Nothing has changed: it was all said already. Look at the list again."), "info"
        )

    def add_rule(self) -> None:
        """Open the form of a new rule."""
        self.edit_rule(None)

    def edit_rule(self, rule: ProjectRule | None) -> RuleEditor | None:
        """Open the form of a rule, or of a new one."""
        from app.views.dialogs.rule_editor import RuleEditor
        from app.views.dialogs.rule_forms import form_of

        session = self._project.session
        if not session.project.visible_labels():
            self._messages.show_message(
                self.tr("Rules speak of labels: make a label first."),
                "info",
                self.tr("New label…"),
                self.new_label,
            )
            return None
        if rule is not None and form_of(rule.kind, rule.fields) < 0:
            text = self.tr(
                "This version has no form for “{rule}”; it can be removed or switched off."
            )
            self._messages.show_message(text.format(rule=rule_title(rule, translated)), "info")
            return None
        editor = RuleEditor(session.project, rule, self._window)
        editor.wanted.connect(self._keep_rule)
        editor.show()
        return editor

    def tell_new_rule(self, findings: Mapping[int, RuleFinding]) -> None:
        """Say of a rule that has just been made what it changes, once that is counted."""
        rule = self._project.session.project.rules.get(self._new_rule or 0)
        if rule is None or rule.id not in findings or not findings[rule.id].has_model:
            return
        self._new_rule = None
        changed = findings[rule.id].changed
        title = rule_title(rule, translated)
        if not rule.on or findings[rule.id].trouble:
            return
        if not len(changed):
            text = self.tr("“{rule}” changes no proposal at present.").format(rule=title)
            self._messages.show_message(text, "info")
            return
        one = self.tr("“{rule}” changes 1 sentence.")
        many = self.tr("“{rule}” changes {n} sentences.")
        self._messages.show_message(
            (one if len(changed) == 1 else many).format(rule=title, n=f"{len(changed):,}"),
            "done",
            self.tr("Show them…"),
            lambda: self.list_sentences(self.tr("Changed by “{rule}”").format(rule=title), changed),
        )

    def list_sentences(self, title: str, places: NDArray[np.int64]) -> None:
        """List some sentences; a click on one goes there."""
        from app.views.dialogs.sentence_list import SentenceListDialog

        for old in self._window.findChildren(SentenceListDialog):
            old.close()
        dialog = SentenceListDialog(self._project.session, title, places, self._window)
        dialog.place_wanted.connect(lambda place: self.place_wanted.emit(place, 0))
        _bring_forward(dialog)

    def find_rules(self) -> None:
        """Look for rules in what is confirmed, and add them, switched off."""
        self._project.exchange.find_rules().finished.connect(self._take_found)

    def learn_costs(self) -> None:
        """Learn from what is confirmed what breaking each soft rule should cost."""
        self._project.exchange.learn_costs().finished.connect(self._take_costs)

    def import_rules(self) -> None:
        """Ask for a file of rules, and add what stands in it."""
        name, _ = QFileDialog.getOpenFileName(
            self._window, self.tr("Import rules"), str(self._folder), self._rule_files()
        )
        if name:
            self._project.exchange.read_rules(Path(name)).finished.connect(self._take_rules)

    def export_rules(self) -> None:
        """Ask where the rules go, and write them."""
        if not self._project.session.project.rules:
            self._messages.show_message(self.tr("There are no rules to export yet."), "info")
            return
        proposed = self._folder / f"{self._project.path.stem}-{self.tr('rules')}.json"
        path = self._save_name(self.tr("Export rules"), proposed, self._rule_files())
        if path is not None:
            self._announce(
                self._project.exchange.write_rules(path),
                lambda n: (
                    self.tr("1 rule is written: {path}").format(path=path)
                    if n == 1
                    else self.tr("{n} rules are written: {path}").format(n=n, path=path)
                ),
            )

    def project_settings(self) -> None:
        """Open the project's settings."""
        from app.views.dialogs.project_settings import ProjectSettingsDialog

        ProjectSettingsDialog(self._project.session, self._window).show()

    def train_now(self) -> None:
        """Learn from what is labelled now."""
        if self._project.session.project.settings.learning_paused:
            self._messages.show_message(
                self.tr("Learning is paused."),
                "info",
                self.tr("Go on learning"),
                self._project.trainer.resume,
            )
            return
        self._project.trainer.train_now()

    def cancel_training(self) -> None:
        """Stop the training that is running."""
        self._project.trainer.cancel()

    def pause_learning(self, paused: bool) -> None:  # noqa: FBT001 (Qt's slot)
        """Keep the present model, or learn again."""
        if paused:
            self._project.trainer.pause()
        else:
            self._project.trainer.resume()

    # ---- help

    def show_manual(self) -> None:
        """Open the manual at the page about the panel in use."""
        from app.views.dialogs.manual import open_manual, page_for

        open_manual(page_for(QApplication.focusWidget()), self._window)

    def set_annotator(self) -> None:
        """Ask for the annotator's name."""
        from app.views.dialogs.annotator import AnnotatorDialog

        dialog = AnnotatorDialog(self._project.session.annotator, self._window)
        dialog.named.connect(self.annotator_named)
        dialog.show()

    def show_log(self) -> None:
        """Show what the program has noted."""
        from app.views.dialogs.log import LogDialog

        LogDialog(self._read_log(), parent=self._window).show()

    def show_error(self, error: str) -> None:
        """Show an unexpected error with the log."""
        from app.views.dialogs.log import LogDialog

        LogDialog(self._read_log(), error, self._window).show()

    def about(self) -> None:
        """Show version and licence."""
        from app.views.dialogs.about import AboutDialog

        AboutDialog(self._window).show()

    # ---- inside

    def _editor(self) -> LabelEditor:
        from app.views.dialogs.label_editor import LabelEditor

        open_one = self._window.findChild(LabelEditor)
        editor = open_one or LabelEditor(self._project.session, self._window)
        _bring_forward(editor)
        return editor

    def _keep_rule(self, rule: ProjectRule) -> None:
        session = self._project.session
        now = session.project.rules.get(rule.id)
        if now is not None:
            # Its switch and its place are not in the form, and may have changed beside it.
            edit = change_rule(session.project, replace(rule, on=now.on, position=now.position))
        else:
            edit = add_rules(session.project, [rule])
            if edit.empty:
                self._messages.show_message(self.tr("There is such a rule already."), "info")
        if session.apply(edit, self) is not None:
            self._new_rule = next(c.after.id for c in edit.rules if c.after is not None)

    def _take_found(self, found: list[MinedRule]) -> None:
        session = self._project.session
        if not found:
            self._messages.show_message(
                self.tr("Nothing new was seen often enough, and without exception, to be a rule."),
                "info",
            )
            return
        edit = session.apply(add_rules(session.project, [one.rule for one in found]), self)
        if edit is None:  # refused, and said; or somebody has made these rules meanwhile
            return
        listed = "; ".join(
            self.tr("{rule} ({n} of {n})").format(rule=rule_text(one.rule, translated), n=one.times)
            for one in found
        )
        text = self.tr("Found, and still switched off: {rules}. Tick those that are true.")
        self._told.tell(edit, text.format(rules=listed))

    def _take_costs(self, costs: dict[int, float]) -> None:
        session = self._project.session
        wanted = set_costs(session.project, costs)
        if wanted.empty:
            self._messages.show_message(
                self.tr("What the rules cost fits what is confirmed: nothing has changed."), "info"
            )
            return
        edit = session.apply(wanted, self)
        if edit is None:
            return
        rules = session.project.rules
        listed = "; ".join(
            self.tr("{rule}: {cost}").format(
                rule=rule_title(rules[number], translated), cost=f"{cost:g}"
            )
            for number, cost in costs.items()
            if number in rules
        )
        self._told.tell(edit, self.tr("Learned what rules cost. {rules}.").format(rules=listed))

    def _take_rules(self, found: ReadRules) -> None:
        session = self._project.session
        edit = add_rules(session.project, found.rules)
        if session.apply(edit, self) is None and not edit.empty:
            return  # refused, and said
        n_added = len(edit.rules)
        text = self.tr("Rules added: {n}.").format(n=n_added)
        if n_added < len(found.rules):
            known = len(found.rules) - n_added
            text += " " + self.tr("There already: {n}.").format(n=known)
        if found.n_sentences:
            text += " " + self.tr("What the file says of single sentences was left out.")
        self._messages.show_message(text, "done")

    def _rule_files(self) -> str:
        return self.tr("Rules (*.json);;All files (*)")

    def _import(self, read: ReadFiles, scheme: str) -> None:
        task = self._project.exchange.import_read(read, scheme)
        task.finished.connect(self._say_imported)

    def _say_imported(self, n_documents: int) -> None:
        """Say what has come, and offer to go there from where the annotator is at work."""
        project = self._project.session.project
        listed = [document for document in project.documents.values() if not document.removed]
        come = sorted(listed, key=lambda document: document.id)[-n_documents:]
        n = int(np.isin(project.corpus.documents, [document.id for document in come]).sum())
        names = ", ".join(document.name for document in come[:NAMES_SHOWN])
        if len(come) > NAMES_SHOWN:
            more = len(come) - NAMES_SHOWN
            names = self.tr("{names} and {n} more").format(names=names, n=f"{more:,}")
        action, do = "", None
        if len(listed) > len(come):
            action, do = self.tr("Go there"), lambda: self.document_wanted.emit(come[0].id)
        text = self.tr("Imported: {names}, {n} sentences.").format(names=names, n=f"{n:,}")
        if not self._project.session.progress().confirmed_tokens and project.visible_labels():
            first = self.tr(
                "Click a word and press the key of its label; accept a sentence that is right."
            )
            text = f"{text} {with_key(first, self._key_of('accept'))}"
        self._messages.show_message(text, "done", action, do)

    def _export(self, choice: ExportChoice) -> None:
        from app.formats.table import format_named

        title = self.tr("Export labelled text")
        path: Path | None
        if choice.folder:
            name = QFileDialog.getExistingDirectory(self._window, title, str(self._folder))
            may = bool(name) and self._may_write_into(Path(name), choice.format)
            path = Path(name) if may else None
        else:
            suffix = format_named(choice.format or "columns").suffixes[0]
            proposed = self._folder / f"{self._project.path.stem}{suffix}"
            path = self._save_name(title, proposed, self.tr("All files (*)"))
        if path is not None:
            task = self._project.exchange.export(
                path,
                which=choice.which,
                format_name=choice.format,
                on_breach=choice.on_breach,
                scheme=choice.scheme,
            )
            task.finished.connect(lambda outcome: self._say_exported(path, outcome))

    def _say_exported(self, path: Path, outcome: ExportOutcome) -> None:
        """Say what was written, and what breaks rules in it."""
        from app.jobs.rule_breaches import places_of, wording

        written = self.tr("{n} sentences are written: {path}").format(
            n=f"{outcome.n_sentences:,}", path=path
        )
        if not outcome.breaches:
            self._messages.show_message(written, "done")
            return
        said = wording(self._project.session.project, outcome.breaches)
        if outcome.refused:
            written = self.tr("Nothing is written.")
        self._messages.show_message(
            f"{written} {said}",
            "error" if outcome.refused else "done",
            self.tr("Show them…"),
            lambda: self.list_sentences(
                self.tr("Labels against rules"), places_of(outcome.breaches)
            ),
        )

    def _n_against_rules(self) -> int | None:
        """Return how many confirmed sentences break rules that must hold, None without any."""
        findings = self._project.rule_counts.findings
        rules = [rule for rule in self._project.session.project.rules_in_force() if rule.hard]
        if not rules:
            return None
        found = [findings[rule.id] for rule in rules if rule.id in findings]
        return len({place for finding in found for place in finding.broken.tolist()})

    def _may_write_into(self, folder: Path, format_name: str) -> bool:
        """Ask before files are replaced: they may be the very texts that were imported."""
        from app.jobs.export import files_in

        paths = files_in(self._project.session.project, folder, format_name)
        there = [path.name for path in paths if path.exists()]
        if not there:
            return True
        text = self.tr("{folder} has files of these names already. Replace them?\n\n{names}")
        shown = "\n".join(there[:NAMES_SHOWN]) + ("\n…" if len(there) > NAMES_SHOWN else "")
        box = QMessageBox(self._window)
        box.setIcon(QMessageBox.Icon.Warning)
        box.setWindowTitle(self.tr("Export labelled text"))
        box.setText(text.format(folder=folder, names=shown))
        replace = box.addButton(self.tr("Replace"), QMessageBox.ButtonRole.DestructiveRole)
        box.setDefaultButton(box.addButton(self.tr("Cancel"), QMessageBox.ButtonRole.RejectRole))
        box.exec()
        return box.clickedButton() is replace

    def _announce(self, task: TaskState, done: Callable[[object], str]) -> None:
        """Say what came of a job when it is finished."""
        task.finished.connect(lambda result: self._messages.show_message(done(result), "done"))

    def _save_name(self, title: str, proposed: Path, files: str) -> Path | None:
        name, _ = QFileDialog.getSaveFileName(self._window, title, str(proposed), files)
        if not name:
            return None
        path = Path(name)
        self._folder = path.parent
        return path if path.suffix else path.with_suffix(proposed.suffix)

    def _text_files(self) -> str:
        from app.formats.table import suffixes

        return self.tr("Texts ({suffixes});;All files (*)").format(
            suffixes=" ".join(f"*{suffix}" for suffix in suffixes())
        )

    def _project_files(self) -> str:
        return self.tr("Projects (*{suffix})").format(suffix=SUFFIX)


def _bring_forward(dialog: QDialog) -> None:
    dialog.show()
    dialog.raise_()
    dialog.activateWindow()
