"""The dialog with the texts that models learn from and that are not to be labelled."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QHBoxLayout,
    QListWidget,
    QListWidgetItem,
    QPlainTextEdit,
    QPushButton,
    QStackedWidget,
    QWidget,
)

from app.domain.changes import Changes
from app.domain.documents import Document
from app.domain.edits import DocumentChange
from app.domain.invisible import escaped_line
from app.domain.numbers import grouped, percentage
from app.edits.documents import remove_document
from app.formats.plain_text import TOKENS_OPTION, WORDS
from app.formats.table import FORMATS
from app.item_models.report_words import report_words
from app.jobs.importing.documents import ENCODING_OPTION, ImportOptions, Use
from app.jobs.training.word_clusters import GROWTH, LEAST_TOKENS
from app.services.task import TaskState
from app.session import Session
from app.views.dialogs.dialog_with_help import DialogWithHelp
from app.views.dialogs.import_boxes import encoding_box, format_box, token_box
from app.views.layouts import in_column, in_row
from app.views.panels.model_words import megabytes, tokens, tokens_and_size
from app.views.theme import GRID
from app.views.widgets.base_dialog import CommandKeys, quiet
from app.views.widgets.listing import name_widget
from crfcore.text.lines import UTF_8

ROLE = Qt.ItemDataRole.UserRole

_PLAIN_TEXT = "text"

LARGE = 10
"""From so many megabytes on, the dialog tells what they mean for backups."""


class UnlabelledTextDialog(DialogWithHelp):
    """Lists these texts, adds some and removes some; each change can be undone.

    Signals
    -------
    wanted(object)
        Ask for files, and add them with these `ImportOptions`.
    """

    wanted = Signal(object)

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        """List the texts of the session's project."""
        super().__init__(
            "unlabelled_text",
            self.tr("Unlabelled text"),
            self.tr("Texts that the model learns from, besides those to be labelled"),
            parent,
        )
        self._session = session
        self.lead = self.add_lead("")
        self.view = QListWidget(self)
        name_widget(
            self.view,
            "unlabelled_text_list",
            self.tr("Unlabelled texts"),
            self.tr("Texts of this project that are not to be labelled; Delete removes one"),
        )
        self.view.currentRowChanged.connect(lambda _: self._allow_removal())
        self._add_pages()
        self.notice = quiet("", self)
        self.column.addWidget(self.notice)
        self._add_choices()
        self.add = QPushButton(self.tr("A&dd…"), self)
        self.add.clicked.connect(lambda: self.wanted.emit(self.options()))
        self.remove = QPushButton(self.tr("Re&move"), self)
        self.remove.clicked.connect(self._remove)
        row = QHBoxLayout()
        row.setSpacing(GRID)
        for button in (self.add, self.remove):
            button.setAutoDefault(button is self.add)
            row.addWidget(button)
        row.addStretch()
        self.column.addLayout(row)
        self._task: TaskState | None = None
        self.progress = quiet("", self)
        self.cancel = QPushButton(self.tr("&Cancel import"), self)
        self.cancel.setAutoDefault(False)
        self.cancel.clicked.connect(self._cancel)
        self.cancel.hide()
        self.column.addLayout(in_row((self.progress, 1), self.cancel, spacing=GRID))
        self._add_troubles()
        CommandKeys(self, "undo", "Ctrl+Z", self._undo)
        CommandKeys(self, "redo", "Ctrl+Shift+Z", self._redo)
        delete = QShortcut(QKeySequence(QKeySequence.StandardKey.Delete), self.view)
        delete.setContext(Qt.ShortcutContext.WidgetShortcut)
        delete.activated.connect(self._remove)
        self.add_buttons(enter_closes=False)
        self.set_usual_size(64 * GRID, 54 * GRID)
        session.changed.connect(self._follow)
        self._show()
        self.add.setFocus()

    def _add_pages(self) -> None:
        """Add the list, or while it is empty a hint in its place."""
        self.hint = quiet(
            self.tr(
                "No texts yet. Add files with text of the same kind: they need not be labelled, "
                "and appear in no list, queue or export."
            ),
            self,
        )
        page = QWidget(self)
        in_column(self.hint, None, within=page, margins=(2 * GRID, GRID, 2 * GRID, GRID))
        self._pages = QStackedWidget(self)
        self._pages.addWidget(self.view)
        self._pages.addWidget(page)
        self.column.addWidget(self._pages, 1)

    def _add_choices(self) -> None:
        """Add how files are read, with the boxes of the import dialog."""
        self.format = format_box(self)
        self.encoding = encoding_box(self)
        self.tokens = token_box(self)
        form = self.add_form()
        form.addRow(self.tr("&Format"), self.format)
        form.addRow(self.tr("&Encoding"), self.encoding)
        form.addRow(self.tr("&Tokens"), self.tokens)
        self.other_format = quiet(
            self.tr(
                "To read a text in another format, remove it, choose the format here and add it "
                "again."
            ),
            self,
        )
        self.column.addWidget(self.other_format)
        self.format.currentIndexChanged.connect(
            lambda: self.tokens.setEnabled(self.format.currentData() in ("", _PLAIN_TEXT))
        )

    def options(self) -> ImportOptions:
        """Return how to read the files; with other tokens than words they are plain text."""
        name, encoding = self.format.currentData(), self.encoding.currentData()
        tokens = self.tokens.currentData() if self.tokens.isEnabled() else WORDS
        chosen = [(TOKENS_OPTION, tokens)] * (tokens != WORDS)
        chosen += [(ENCODING_OPTION, encoding)] * (encoding != UTF_8)
        if tokens != WORDS:
            name = _PLAIN_TEXT
        return ImportOptions(name, (), Use.TEXT, tuple(chosen))

    def _add_troubles(self) -> None:
        """Add the list of files that could not be read, which is hidden without any."""
        self.troubles = QPlainTextEdit(self)
        self.troubles.setReadOnly(True)
        self.troubles.setTabChangesFocus(True)
        self.troubles.setFixedHeight(11 * GRID)
        self.troubles.setAccessibleName(self.tr("Files that were not added"))
        self.troubles.hide()
        self.column.addWidget(self.troubles)

    def follow_task(self, task: TaskState) -> None:
        """Show the progress of an import here, where a person looks, and its error."""
        self._task = task
        self.add.setEnabled(False)
        self.cancel.show()
        self.progress.setText(f"{task.title}…")
        self.troubles.hide()
        task.cancelled.connect(self._note_cancelled)
        task.listen(
            progress=self._show_progress, failed=self.progress.setText, ended=self._end, by=self
        )

    def show_result(self, text: str, troubles: Sequence[str] = ()) -> None:
        """Show what an import has added, and why files were not."""
        n = len(troubles)
        left = self.tr("{n} files were not added:", None, n).format(n=grouped(n))
        if n == 1:
            left = self.tr("1 file was not added:")
        self.progress.setText(" ".join([text] * bool(text) + [left] * bool(n)))
        self.troubles.setPlainText("\n".join(map(escaped_line, troubles)))
        self.troubles.setVisible(bool(n))

    def _show_progress(self, done: int, total: int, text: str) -> None:
        share = f" {percentage(done * 100 // total)}" if total else "…"
        self.progress.setText(f"{text or self.tr('Importing')}{share}")

    def _cancel(self) -> None:
        if self._task is not None:
            self._task.cancel()

    def _note_cancelled(self) -> None:
        """Say that an import is over, and why if the project takes no changes."""
        saving = self._session.saving
        self.progress.setText(saving.refusal() if saving.read_only else self.tr("Cancelled."))

    def _end(self) -> None:
        self._task = None
        self.cancel.hide()
        self.add.setEnabled(True)

    def _show(self) -> None:
        project, corpus = self._session.project, self._session.corpus
        sizes = np.bincount(
            corpus.documents, np.diff(corpus.offsets), max(project.documents, default=0) + 1
        )
        kept = [one for one in project.documents.values() if not one.removed]
        row = max(0, self.view.currentRow())
        self.view.clear()
        for one in sorted(kept, key=lambda one: (one.position, one.id)):
            if one.for_learning:
                item = QListWidgetItem(self._line(one, int(sizes[one.id])), self.view)
                item.setData(ROLE, one.id)
        self.view.setCurrentRow(min(row, self.view.count() - 1))
        if not self.view.count() and self.view.hasFocus():
            self.add.setFocus(Qt.FocusReason.OtherFocusReason)  # the hint takes no keys
        self._pages.setCurrentIndex(0 if self.view.count() else 1)
        self.other_format.setVisible(bool(self.view.count()))
        self._show_notice(sum(int(sizes[one.id]) for one in kept if one.for_learning))
        n_tokens = int(sizes[[one.id for one in kept]].sum()) if kept else 0
        self.lead.setText(self._explanation(n_tokens))
        self._allow_removal()

    def _line(self, one: Document, n_tokens: int) -> str:
        """Return the name of a text, its size, and the format that it was read in."""
        form = report_words(FORMATS[one.layout.format].title)
        return " · ".join([escaped_line(one.name), tokens_and_size(n_tokens), form])

    def _show_notice(self, n_tokens: int) -> None:
        """Tell what long texts mean for backups."""
        size = megabytes(n_tokens)
        text = self.tr("These texts take about {n} MB of the project, and of each of its backups.")
        self.notice.setText(text.format(n=grouped(size)))
        self.notice.setVisible(size >= LARGE)

    def _explanation(self, n_tokens: int) -> str:
        if not self._session.project.settings.learn_from_text:
            return self.tr("Learning from unlabelled text is turned off in the project settings.")
        if n_tokens < LEAST_TOKENS:
            text = self.tr(
                "From {least} on, the model also learns from text without labels. The project "
                "has {n}."
            )
            return text.format(least=tokens(LEAST_TOKENS), n=grouped(n_tokens))
        text = self.tr(
            "The model also learns from text without labels: {n} now, and again whenever they have "
            "grown by {percent}%."
        )
        return text.format(n=tokens(n_tokens), percent=round(100 * (GROWTH - 1)))

    def _follow(self, changes: Changes) -> None:
        if changes.structure or changes.documents or changes.settings:
            if self._task is None:
                self.progress.clear()  # it is about an earlier change
                self.troubles.hide()
            self._show()

    def _remove(self) -> None:
        item = self.view.currentItem()
        if item is not None:
            self._session.apply(remove_document(self._session.project, item.data(ROLE)))

    def _undo(self) -> None:
        """Undo the newest change, if it has added or removed such a text."""
        newest = self._session.history.newest()
        changed = () if newest is None else newest.documents
        if self._task is None and any(_for_learning(one) for one in changed):
            self._session.undo()
        elif self._task is None:
            self.progress.setText(
                self.tr("The last change is not about these texts: undo it in the window.")
            )

    def _redo(self) -> None:
        """Redo the next change, if it adds or removes such a text."""
        following = self._session.history.next_again()
        changed = () if following is None else following.documents
        if self._task is None and any(_for_learning(one) for one in changed):
            self._session.redo()
        elif self._task is None:
            self.progress.setText(self.tr("There is no change of these texts to redo."))

    def _allow_removal(self) -> None:
        self.remove.setEnabled(self.view.currentRow() >= 0)


def _for_learning(change: DocumentChange) -> bool:
    """Return whether a change is about a text that is only learned from."""
    return change.before.for_learning or change.after.for_learning
