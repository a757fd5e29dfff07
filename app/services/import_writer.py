"""Writing of imported documents to the project file, and showing them."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import partial
from typing import Any

import numpy as np
from PySide6.QtCore import QObject, Signal

from app.edits.imports import show_document
from app.jobs.data.control_sample import numbers_to_draw, with_control_sample
from app.jobs.importing.documents import PreparedDocument
from app.jobs.importing.ids import (
    NumberedDocument,
    WordIds,
    count_open,
    number_document,
    reserved,
    store_in_slices,
)
from app.services.storage_thread import StorageThread
from app.services.task import CancelledError, TaskState
from app.session import Extension, Session
from app.storage.errors import ProjectFileError
from app.storage.project_file import ProjectFile


class ImportWriter(QObject):
    """Writes documents one after the other, and shows each as soon as it is written.

    Ids are assigned on the window's thread; rows are written on the storage thread, some at a time
    between edits. There is one import at a time.
    """

    _on_window = Signal(object)

    def __init__(self, session: Session, storage: StorageThread, parent: QObject) -> None:
        """Serve the imports of one open project."""
        super().__init__(parent)
        self._session = session
        self._storage = storage
        self._left: deque[PreparedDocument] = deque()
        self._to_draw: deque[int] = deque()
        self._rng = np.random.default_rng()
        self._n_documents = 0
        self._result: object = None
        self._word_ids: WordIds | None = None
        self._closed = False
        self._on_window.connect(lambda function: function())

    def write(
        self, task: TaskState, documents: Iterable[PreparedDocument], result: object = None
    ) -> None:
        """Write documents and show them; the task ends with ``result``."""
        self._left = deque(documents)
        self._n_documents = len(self._left)
        # Before anything is shown, so that no sentence loses suggestions that were seen.
        self._to_draw = deque(self._numbers_to_draw())
        self._result = result
        self._word_ids = WordIds(self._session.project) if self._n_documents > 1 else None
        self._begin_next(task)

    def close(self) -> None:
        """Show no more documents: rows not shown are deleted when the project is opened."""
        self._closed = True

    # ---- on the window's thread

    def _numbers_to_draw(self) -> list[int]:
        """Return how many test sentences to draw from each document."""
        n_open = [count_open(one) for one in self._left]
        return numbers_to_draw(self._session.project, n_open, self._rng)

    def _begin_next(self, task: TaskState) -> None:
        if not self._left:
            task.run(lambda _: self._result)
        elif self._closed or task.is_cancelled or self._session.saving.refuses():
            task.run(_stop)
        else:
            task.run(lambda _: self._numbered(self._left.popleft()), partial(self._write, task))

    def _numbered(self, prepared: PreparedDocument) -> NumberedDocument:
        """Return a document with its ids in the project."""
        session = self._session
        numbered = number_document(
            session.project,
            prepared,
            session.history.reserve(),
            annotator=session.annotator,
            word_ids=self._word_ids,
        )
        if not self._left:
            self._word_ids = None  # it takes the memory of a dictionary of all words
        return reserved(session.project, numbered)

    def _write(self, task: TaskState, numbered: NumberedDocument) -> None:
        task.show_progress(0, 0, numbered.document.name)
        is_first = len(self._left) + 1 == self._n_documents
        following = tuple(self._left) if is_first else ()
        # Filled by the first slice; each slice posts the next.
        slices: list[Iterator[int]] = []

        def begin(file: ProjectFile) -> Iterator[int]:
            return store_in_slices(file, numbered, following, is_first=is_first)

        self._storage.post(lambda file: self._write_slice(file, task, numbered, slices, begin))

    def _show(self, task: TaskState, numbered: NumberedDocument, extension: Extension) -> None:
        """Show a document, which ends its import."""
        session = self._session
        if self._closed:
            task.run(_stop)
            return
        edit = show_document(session.project, numbered.edit)
        edit = with_control_sample(edit, numbered.corpus, self._to_draw.popleft(), self._rng)
        shown = session.add_document(numbered.document, extension, edit, numbered.new_words)
        if shown is None:
            task.run(_stop)
            return
        task.show_progress(
            self._n_documents - len(self._left), self._n_documents, numbered.document.name
        )
        self._begin_next(task)

    # ---- on the storage thread

    def _write_slice(
        self,
        file: ProjectFile,
        task: TaskState,
        numbered: NumberedDocument,
        slices: list[Iterator[int]],
        begin: Callable[[ProjectFile], Iterator[int]],
    ) -> None:
        try:
            if not slices:
                slices.append(begin(file))
            if task.is_cancelled:
                file.imports.discard_unfinished()
                self._run_on_window(lambda: task.run(_stop))
                return
            done = next(slices[0], None)
            if done is None:
                extension = self._session.state.extension(numbered.corpus)
                self._run_on_window(partial(self._show, task, numbered, extension))
                return
        except Exception as error:  # noqa: BLE001 - raised again as the end of the task
            # On a full disk, the next import or opening does this.
            with suppress(ProjectFileError):
                file.imports.discard_unfinished()
            self._run_on_window(partial(task.run, partial(_fail, error)))
            return
        task.show_progress(done, numbered.corpus.n_sentences, numbered.document.name)
        self._storage.post(lambda file: self._write_slice(file, task, numbered, slices, begin))

    def _run_on_window(self, function: Callable[[], object]) -> None:
        self._on_window.emit(function)


def _stop(_: TaskState) -> Any:
    raise CancelledError


def _fail(error: Exception, _: TaskState) -> Any:
    raise error
