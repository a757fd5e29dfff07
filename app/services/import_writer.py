"""Writes what an import has read into the project file, and shows it."""

from __future__ import annotations

import queue
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QObject, Signal

from app.edits.imports import show_document
from app.jobs.control_sample import with_control_sample
from app.jobs.import_documents import (
    Adoption,
    PreparedDocument,
    adopt,
    reserved,
    store_in_slices,
)
from app.services.storage_thread import StorageThread
from app.services.task import CancelledError, TaskState
from app.session import Extension, Session
from app.storage.errors import ProjectFileError
from app.storage.project_file import ProjectFile


@dataclass(frozen=True, slots=True, eq=False)
class _Stored:
    """How the writing of one document ended."""

    error: Exception | None = None
    cancelled: bool = False


class ImportWriter(QObject):
    """Takes one document after the other: ids on the GUI thread, rows on the storage thread."""

    _read = Signal(object, object, object)

    def __init__(self, session: Session, storage: StorageThread, parent: QObject) -> None:
        """Serve the imports of one open project, of which one is under way at a time."""
        super().__init__(parent)
        self._session = session
        self._storage = storage
        self._waiting: queue.SimpleQueue[_Stored] | None = None
        self._closed = False
        self._read.connect(self._take_in)

    def store(self, task: TaskState, prepared: PreparedDocument) -> None:
        """Write a document and show it; waits for that, on the task's thread."""
        answer: queue.SimpleQueue[_Stored] = queue.SimpleQueue()
        # Noted before the look at `_closed`, which `close` sets before it looks at this.
        self._waiting = answer
        if self._closed:
            raise CancelledError
        self._read.emit(task, prepared, answer)
        stored = answer.get()
        self._waiting = None
        if stored.error is not None:
            raise stored.error
        if stored.cancelled:
            raise CancelledError

    def close(self) -> None:
        """Let whoever waits go: neither the window nor the storage thread may answer any more."""
        self._closed = True
        if (waiting := self._waiting) is not None:
            waiting.put(_Stored(cancelled=True))

    def _take_in(
        self, task: TaskState, prepared: PreparedDocument, answer: queue.SimpleQueue[_Stored]
    ) -> None:
        if self._session.saving.read_only:
            answer.put(_Stored(cancelled=True))
            self._session.saving.refuse()
            return
        session = self._session
        adoption = adopt(
            session.project, prepared, session.history.reserve(), annotator=session.annotator
        )
        adoption = reserved(session.project, adoption)
        _Writing(self._session, self._storage, task, adoption, answer, self).begin()


class _Writing(QObject):
    """The rows of one document on their way into the file, a few at a time between edits."""

    _written = Signal(object)
    _stopped = Signal()

    def __init__(
        self,
        session: Session,
        storage: StorageThread,
        task: TaskState,
        adoption: Adoption,
        answer: queue.SimpleQueue[_Stored],
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._session = session
        self._storage = storage
        self._task = task
        self._adoption = adoption
        self._answer = answer
        self._slices: Iterator[int] | None = None
        self._written.connect(self._show)
        self._stopped.connect(self.deleteLater)

    def begin(self) -> None:
        """Write the first slice behind what waits; each slice asks for the next."""
        self._storage.post(self._write)

    def _write(self, file: ProjectFile) -> None:
        try:
            if self._slices is None:
                self._slices = store_in_slices(file, self._adoption)
            if self._task.is_cancelled:
                file.discard_unfinished()
                self._answer.put(_Stored(cancelled=True))
                return
            done = next(self._slices, None)
        except Exception as error:  # noqa: BLE001 - raised again on the task's thread
            # On a full disk the next import, or the next opening, does this.
            with suppress(ProjectFileError):
                file.discard_unfinished()
            self._stopped.emit()
            self._answer.put(_Stored(error=error))
            return
        if done is None:
            self._written.emit(self._session.state.extension(self._adoption.corpus))
            return
        self._task.progress.emit(
            done, self._adoption.corpus.n_sentences, self._adoption.document.name
        )
        self._storage.post(self._write)

    def _show(self, extension: Extension) -> None:
        """Show the document: the last step of the import, on the GUI thread."""
        edit = show_document(self._session.project, self._adoption.edit)
        edit = with_control_sample(
            self._session.project,
            edit,
            self._adoption.corpus,
            np.random.default_rng(),
            self._session.suggestions.in_work,
        )
        adoption = self._adoption
        shown = self._session.add_document(adoption.document, extension, edit, adoption.new_words)
        self._answer.put(_Stored(cancelled=shown is None))
        self.deleteLater()
