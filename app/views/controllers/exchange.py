"""Commands that import and export.

Dialogs are imported on first use, so that the window opens sooner.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QMimeData, QObject, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget

from app.domain.changes import Changes
from app.domain.invisible import escaped_line
from app.domain.numbers import decimal, grouped
from app.domain.segments import WHY_TOKENS
from app.item_models.report_words import report_words
from app.item_models.rules import translated as rule_words
from app.translation import translated_message
from app.views.actions import KeyOf, default_key
from app.views.controllers.import_report import MAX_NAMES, ImportReport
from app.views.controllers.project import ProjectController
from app.views.dialogs.new_project import SUFFIX
from app.views.file_names import FileNames, may_replace, text_files
from app.views.panels import model_words
from app.views.panels.messages import Messages
from app.views.panels.model_words import tokens_and_size
from app.views.widgets.base_dialog import is_shown, open_one
from crfcore.errors import as_text

if TYPE_CHECKING:
    from app.jobs.importing.documents import ImportOptions
    from app.jobs.importing.report import ReadFiles
    from app.jobs.labelled_files.combine_models import CombinedModel
    from app.services.exchange import ExportOutcome
    from app.services.projects import OpenProject
    from app.services.unlabelled_texts import AddedTexts
    from app.views.dialogs.combine_models import CombineModelsDialog
    from app.views.dialogs.export import ExportChoice
    from app.views.dialogs.import_options import ImportDialog
    from app.views.dialogs.unlabelled_text import UnlabelledTextDialog


MAX_PASTED = 5_000_000
"""Maximum number of characters to paste as a document."""


class ExchangeController(QObject):
    """Imports texts, and exports labelled text and models, of one open project.

    Signals
    -------
    open_requested : Path
        Open this project in place of the current one.
        document_requested : int
        Go to the document with this id.
    sample_requested : ()
        Show where a test sample is created.
    cancelled : ()
        An import was cancelled, in its dialog or while it ran.
    """

    open_requested = Signal(object)
    document_requested = Signal(int)
    sample_requested = Signal()
    cancelled = Signal()

    def __init__(
        self,
        project: OpenProject,
        project_controller: ProjectController,
        messages: Messages,
        files: FileNames,
        window: QWidget,
    ) -> None:
        """Act on a project; ``project_controller`` lists sentences."""
        super().__init__(window)
        self._project = project
        self._project_controller = project_controller
        self._messages = messages
        self._files = files
        self._window = window
        self._key_of: KeyOf = default_key
        self._imports = ImportReport(project.session, messages, self)
        self._report = ""
        self._not_combined: tuple[Path, ...] = ()
        project.session.project_changed.connect(self._withdraw_report)

    def show_shortcuts(self, key_of: KeyOf) -> None:
        """Show the current shortcuts in texts and tips."""
        self._key_of = key_of

    # ---- import

    def import_files(self) -> None:
        """Ask for files, and how to import them."""
        from app.views.dialogs.import_options import ImportDialog

        if open_one(ImportDialog, self._window) is None:
            names = self._files.several_to_open(self.tr("Import texts"), text_files())
            self.take_files(names)

    def show_unlabelled_text(self) -> None:
        """List the texts that are only learned from; more can be added there."""
        from app.views.dialogs.unlabelled_text import UnlabelledTextDialog

        if open_one(UnlabelledTextDialog, self._window) is None:
            dialog = UnlabelledTextDialog(self._project.session, self._window)
            dialog.wanted.connect(lambda options: self._add_beside(dialog, options))
            dialog.bring_forward()

    def _add_beside(self, dialog: UnlabelledTextDialog, options: ImportOptions) -> None:
        """Add texts, and go back to the list: a closed file dialog activates the main window."""
        title = self.tr("Add unlabelled text")
        paths = self._files.several_to_open(title, text_files())
        dialog.bring_forward()
        if not paths or self._importing():
            return
        task = self._project.exchange.import_unlabelled(paths, options)
        dialog.follow_task(task)
        task.listen(
            finished=lambda added: self._report_added(added, dialog),
            failed=lambda text: self._report_failed(text, dialog),
            by=self,
        )

    def _report_added(self, added: AddedTexts, dialog: UnlabelledTextDialog) -> None:
        """Report how many texts were added; errors in the window only without the dialog."""
        self._report = self._words_of(added)
        if self._report:
            self._messages.show_message(self._report, "info")
        if is_shown(dialog):
            dialog.show_result(self._report, added.troubles)
        elif added.troubles:
            self._messages.show_message(" ".join(added.troubles), "error")

    def _words_of(self, added: AddedTexts) -> str:
        """Return how many texts were added, with their size, and how many were there already."""
        new = self.tr("Added {n} unlabelled texts: {size}.", None, added.n_added)
        if added.n_added == 1:
            new = self.tr("Added 1 unlabelled text: {size}.")
        known = self.tr("{n} texts were there already.", None, added.n_known)
        if added.n_known == 1:
            known = self.tr("1 text was there already.")
        new = new.format(n=grouped(added.n_added), size=tokens_and_size(added.n_tokens))
        shown = [new] * bool(added.n_added)
        shown += [known.format(n=grouped(added.n_known))] * bool(added.n_known)
        return " ".join(shown)

    def _report_failed(self, text: str, dialog: UnlabelledTextDialog) -> None:
        """Show in the window an error that no dialog shows."""
        if not is_shown(dialog):
            self._messages.show_message(text, "error")

    def _withdraw_report(self, changes: Changes) -> None:
        """Withdraw what was reported of texts when some are added or removed."""
        if self._report and (changes.documents or changes.structure):
            self._messages.withdraw(self._report)
            self._report = ""

    def take_files(self, paths: Iterable[Path]) -> None:
        """Open a project, or import texts, from chosen or dropped files.

        For several texts the options are asked once.
        """
        texts = []
        for path in paths:
            if path.suffix == SUFFIX:
                self.open_requested.emit(path)
                return
            texts.append(path)
        if texts and not self._importing():
            self._files.folder = texts[0].parent
            self._ask_options(texts)

    def paste_text(self) -> None:
        """Import the text of the clipboard, or the files copied to it."""
        # None if nothing was ever copied.
        copied = QGuiApplication.clipboard().mimeData() or QMimeData()
        paths = [Path(url.toLocalFile()) for url in copied.urls() if url.isLocalFile()]
        if paths:
            self.take_files(paths)
            return
        if self._importing():
            return
        text = copied.text()
        if not text.strip():
            self._messages.show_message(
                self.tr("There is no text to paste: first copy some in another program."), "info"
            )
        elif len(text) > MAX_PASTED:
            self._messages.show_message(
                self.tr(
                    "The copied text has {n} characters, and up to {most} can be pasted: save it "
                    "as a file, and import that.",
                    None,
                    len(text),
                ).format(n=grouped(len(text)), most=grouped(MAX_PASTED)),
                "warning",
            )
        else:
            task = self._project.exchange.keep_text(self._free_name(), text)
            task.listen(finished=self._import_pasted, by=self)

    def _free_name(self) -> str:
        """Return an unused name for a pasted text."""
        taken = {document.name for document in self._project.session.project.documents.values()}
        numbers = range(1, len(taken) + 2)
        names = (self.tr("Pasted text {n}").format(n=number) for number in numbers)
        return next(name for name in names if name not in taken)

    def _import_pasted(self, path: Path) -> None:
        exchange = self._project.exchange
        if self._importing():
            exchange.drop_text(path)
            return
        self._ask_options([path], pasted=True).finished.connect(lambda: exchange.drop_text(path))

    def _importing(self) -> bool:
        """Return whether an import dialog is open, and bring it to the front."""
        from app.views.dialogs.import_options import ImportDialog

        if open_one(ImportDialog, self._window) is None:
            return False
        text = self.tr("Another import is open: finish or cancel it first.")
        self._messages.show_message(text, "info")
        return True

    def _ask_options(self, texts: list[Path], *, pasted: bool = False) -> ImportDialog:
        from app.views.dialogs.import_options import ImportDialog

        exchange = self._project.exchange
        project = self._project.session.project
        dialog = ImportDialog(texts, project, self._window, pasted=pasted)
        dialog.read_requested.connect(
            lambda paths, options: dialog.follow(exchange.read_files(paths, options))
        )
        dialog.wanted.connect(self._import)
        dialog.rejected.connect(self.cancelled)
        dialog.show()
        return dialog

    def _import(self, read: ReadFiles, scheme: str) -> None:
        task = self._project.exchange.import_read(read, scheme)
        task.finished.connect(self._report_imported)
        task.cancelled.connect(self.cancelled)

    def _report_imported(self, n_documents: int) -> None:
        self._imports.show(
            n_documents,
            self._key_of,
            self.document_requested.emit,
            self.sample_requested.emit,
        )

    # ---- export

    def export_corpus(self) -> None:
        """Ask what to export, and where."""
        from app.jobs.exporting.unfinished import usual_which
        from app.views.dialogs.export import ExportDialog

        if open_one(ExportDialog, self._window) is not None:
            return
        shown = [d for d in self._project.session.project.documents.values() if d.listed]
        if not shown:
            self._messages.show_message(
                self.tr("Nothing to export yet. Import a text first."), "info"
            )
            return
        project = self._project.session.project
        dialog = ExportDialog(
            len(shown),
            self._window,
            self._n_against_rules(),
            lambda name: usual_which(project, name),
            {document.layout.format for document in shown},
        )
        exchange = self._project.exchange
        dialog.report_requested.connect(
            lambda choice: dialog.follow(exchange.report_export(choice.form, folder=choice.folder))
        )
        dialog.wanted.connect(self._export)
        dialog.show()

    def _export(self, choice: ExportChoice) -> None:
        from app.jobs.exporting.documents import shown_documents
        from app.jobs.exporting.names import usual_suffix

        title = self.tr("Export labelled text")
        path: Path | None
        if choice.folder:
            path = self._files.folder_to_fill(title)
            if path is not None and not self._may_replace(path, choice):
                return
        else:
            documents = shown_documents(self._project.session.project)
            suffix = usual_suffix(documents, choice.format)
            proposed = self._files.folder / f"{self._project.path.stem}{suffix}"
            path = self._files.to_save(title, proposed, self.tr("All files (*)"))
            if path is not None and not self._may_replace(path, choice):
                return
        if path is not None:
            task = self._project.exchange.export(
                path,
                which=choice.which,
                format_name=choice.format,
                on_violation=choice.on_violation,
                scheme=choice.scheme,
            )
            task.finished.connect(lambda outcome: self._report_exported(path, outcome))

    def _may_replace(self, out: Path, choice: ExportChoice) -> bool:
        """Ask before replacing files that the person has not named."""
        from app.jobs.exporting.documents import files_to_replace

        project = self._project.session.project
        there = files_to_replace(project, out, choice.format, choice.which)
        if not there:
            return True
        text = self.tr("{folder} already contains {names}. Replace it?")
        if len(there) > 1:
            text = self.tr("{folder} already contains these files. Replace them?\n\n{names}")
        rest = ["…"] if len(there) > MAX_NAMES else []
        shown = "\n".join([*map(as_text, there[:MAX_NAMES]), *rest])
        folder = out if out.is_dir() else out.parent
        question = text.format(folder=as_text(folder), names=shown)
        return may_replace(self.tr("Export labelled text"), question, self._window)

    def _n_against_rules(self) -> int | None:
        """Return how many confirmed sentences violate hard rules, None without such rules."""
        findings = self._project.rule_counts.findings
        rules = [rule for rule in self._project.session.project.rules_in_force() if rule.hard]
        if not rules:
            return None
        found = [findings[rule.id] for rule in rules if rule.id in findings]
        return len(
            {sentence_index for finding in found for sentence_index in finding.broken.tolist()}
        )

    def _report_exported(self, path: Path, outcome: ExportOutcome) -> None:
        """Report what was exported, and which rules it violates."""
        from app.jobs.exporting.unfinished import left_open
        from app.jobs.exporting.violations import first_tokens, sentence_indices_of, wording

        written = self.tr("Exported {n} sentences to {path}{left}.", None, outcome.n_sentences)
        if outcome.n_sentences == 1:
            written = self.tr("Exported 1 sentence to {path}{left}.")
        left = left_open(outcome.which, outcome.n_open, report_words)
        written = written.format(
            n=grouped(outcome.n_sentences), left=f"; {left}" if left else "", path=as_text(path)
        )
        kind = "flawed" if outcome.violations else "done"
        if outcome.refused:
            kind, written = "error", self.tr("Nothing was exported.")
        if outcome.unused:
            written = f"{written} {translated_message(outcome.unused)}"
        if not outcome.violations:
            self._messages.show_message(written, kind)
            return
        violations_text = wording(
            self._project.session.project, outcome.violations, report_words, rule_words
        )
        found = sentence_indices_of(outcome.violations)
        self._messages.show_message(
            f"{written} {violations_text}",
            kind,
            self.tr("Show it…") if len(found) == 1 else self.tr("Show them…"),
            lambda: self._project_controller.list_sentences(
                self.tr("Rule violations"), found, first_tokens(outcome.violations)
            ),
        )

    def export_model(self) -> None:
        """Ask for training data and file of the exported model, and export it."""
        if self._project.trainer.model is None:
            self._messages.show_message(
                self.tr("No model yet. Label and accept a sentence first."), "info"
            )
            return
        _, n_labelled = self._project.measurements.sample()
        if not n_labelled:
            self._export_model(control=False)
            return
        from app.views.dialogs.export_model import ExportModelDialog

        if open_one(ExportModelDialog, self._window) is not None:
            return
        dialog = ExportModelDialog(n_labelled, self._window)
        dialog.wanted.connect(lambda control: self._export_model(control=control))
        dialog.show()

    def _export_model(self, *, control: bool) -> None:
        proposed = self._files.folder / f"{self._project.path.stem}.crf"
        path = self._files.to_save(
            self.tr("Export the model"), proposed, self.tr("Models (*.crf);;All files (*)")
        )
        if path is not None:
            self._messages.report_when_done(
                self._project.exchange.export_model(path, control=control),
                lambda why_tokens: self._exported(path, why_tokens),
            )

    def _exported(self, path: Path, why_tokens: str) -> str:
        """Return the message, and why the model scores tokens where segments were chosen."""
        text = self.tr("Model exported to {path}.").format(path=as_text(path))
        return f"{text} {model_words.tr(WHY_TOKENS[why_tokens])}" if why_tokens else text

    def combine_models(self) -> None:
        """Ask for model files, and make one of them."""
        from app.views.dialogs.combine_models import CombineModelsDialog

        if open_one(CombineModelsDialog, self._window) is not None:
            return
        n_confirmed = self._project.session.state.progress().confirmed_tokens
        dialog = CombineModelsDialog(n_confirmed, self._window)
        dialog.files_wanted.connect(lambda: self._add_models(dialog))
        dialog.wanted.connect(self._combine)
        dialog.add_files(self._not_combined)
        dialog.show()

    def _add_models(self, dialog: CombineModelsDialog) -> None:
        title = self.tr("Models to combine")
        paths = self._files.several_to_open(title, self.tr("Models (*.crf);;All files (*)"))
        dialog.bring_forward()
        if paths:
            task = self._project.exchange.find_unreadable_models(paths)
            task.listen(finished=lambda refused: dialog.add_files(paths, refused), by=dialog)

    def _combine(self, paths: tuple[Path, ...], learn: bool) -> None:  # noqa: FBT001 - a signal's
        proposed = self._files.folder / "combined.crf"
        out = self._files.to_save(
            self.tr("Save the combined model"),
            proposed,
            self.tr("Models (*.crf);;All files (*)"),
        )
        # The dialog opens with them again, until they are combined.
        self._not_combined = paths
        if out is not None:
            self._messages.report_when_done(
                self._project.exchange.combine_models(paths, out, learn=learn),
                lambda combined: self._combined(paths, out, combined),
            )

    def _combined(self, paths: tuple[Path, ...], out: Path, combined: CombinedModel) -> str:
        """Return the message about a combined model."""
        self._not_combined = ()
        weights = ", ".join(
            f"{escaped_line(path.name)} {decimal(weight, 2)}"
            for path, weight in zip(paths, combined.weights, strict=True)
        )
        text = self.tr(
            "Combined {n} models into {path}; their weights: {weights}.",
            None,
            len(combined.weights),
        )
        return text.format(n=len(combined.weights), path=as_text(out), weights=weights)
