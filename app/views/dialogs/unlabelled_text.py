"""The dialog with the texts that models learn from and that are not to be labelled."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QHBoxLayout, QListWidget, QListWidgetItem, QPushButton, QWidget

from app.domain.changes import Changes
from app.domain.invisible import escaped_line
from app.edits.documents import remove_document
from app.jobs.training.word_clusters import LEAST_TOKENS
from app.services.task import TaskState
from app.session import Session
from app.views.dialogs.dialog_with_help import DialogWithHelp
from app.views.dialogs.import_boxes import token_box
from app.views.layouts import in_row
from app.views.panels.model_words import tokens
from app.views.theme import GRID
from app.views.widgets.base_dialog import quiet
from app.views.widgets.listing import name_widget

ROLE = Qt.ItemDataRole.UserRole


class UnlabelledTextDialog(DialogWithHelp):
    """Lists these texts, adds some and removes some; each change can be undone.

    Signals
    -------
    wanted(str)
        Ask for files, and add them with these tokens, as in the import dialog.
    """

    wanted = Signal(str)

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
        self.column.addWidget(self.view, 1)
        self.tokens = token_box(self)
        self.add_form().addRow(self.tr("&Tokens"), self.tokens)
        self.add = QPushButton(self.tr("A&dd…"), self)
        self.add.clicked.connect(lambda: self.wanted.emit(self.tokens.currentData()))
        self.remove = QPushButton(self.tr("Re&move"), self)
        self.remove.clicked.connect(self._remove)
        row = QHBoxLayout()
        row.setSpacing(GRID)
        for button in (self.add, self.remove):
            button.setAutoDefault(False)
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
        delete = QShortcut(QKeySequence(QKeySequence.StandardKey.Delete), self.view)
        delete.setContext(Qt.ShortcutContext.WidgetShortcut)
        delete.activated.connect(self._remove)
        self.add_buttons(enter_closes=False)
        self.resize(64 * GRID, 46 * GRID)
        session.changed.connect(self._follow)
        self._show()

    def follow_task(self, task: TaskState) -> None:
        """Show the progress of an import here, where a person looks, and its error."""
        self._task = task
        self.add.setEnabled(False)
        self.cancel.show()
        self.progress.setText(f"{task.title}…")
        task.cancelled.connect(self._note_cancelled)
        task.listen(
            progress=self._show_progress, failed=self.progress.setText, ended=self._end, by=self
        )

    def show_result(self, text: str) -> None:
        """Show what an import has added."""
        self.progress.setText(text)

    def _show_progress(self, done: int, total: int, text: str) -> None:
        share = f" {done * 100 // total}%" if total else "…"
        self.progress.setText(f"{text or self.tr('Importing')}{share}")

    def _cancel(self) -> None:
        if self._task is not None:
            self._task.cancel()

    def _note_cancelled(self) -> None:
        self.progress.setText(self.tr("Cancelled."))

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
                text = f"{escaped_line(one.name)} · {tokens(int(sizes[one.id]))}"
                item = QListWidgetItem(text, self.view)
                item.setData(ROLE, one.id)
        self.view.setCurrentRow(min(row, self.view.count() - 1))
        n_tokens = int(sizes[[one.id for one in kept]].sum()) if kept else 0
        self.lead.setText(self._explanation(n_tokens))
        self._allow_removal()

    def _explanation(self, n_tokens: int) -> str:
        if not self._session.project.settings.learn_from_text:
            return self.tr("Learning from unlabelled text is turned off in the project settings.")
        if n_tokens < LEAST_TOKENS:
            text = self.tr(
                "The model learns from all text of the project once there are {least}; now there "
                "are {n}. More text of the same kind need not be labelled."
            )
            return text.format(least=tokens(LEAST_TOKENS), n=tokens(n_tokens))
        text = self.tr("The model learns from all text of the project: {n}.")
        return text.format(n=tokens(n_tokens))

    def _follow(self, changes: Changes) -> None:
        if changes.structure or changes.documents or changes.settings:
            if self._task is None:
                self.progress.clear()  # it is about an earlier change
            self._show()

    def _remove(self) -> None:
        item = self.view.currentItem()
        if item is not None:
            self._session.apply(remove_document(self._session.project, item.data(ROLE)))

    def _allow_removal(self) -> None:
        self.remove.setEnabled(self.view.currentRow() >= 0)
