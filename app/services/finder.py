"""Search for a query on a worker, and bulk actions on its matches."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QObject, Signal

from app.domain.changes import Changes
from app.domain.history import HistoryStep
from app.domain.search import (
    ANNOTATION_FIELDS,
    AUTHOR_FIELDS,
    Act,
    Atom,
    BulkAction,
    Condition,
    Field,
    Findings,
    Order,
    Query,
    QueryError,
    atoms,
)
from app.domain.search_line import read_query
from app.edits.bulk_actions import apply_to_matches
from app.jobs.copies import Copies
from app.jobs.search.find import find
from app.jobs.search.find_question import NO_AUTHORS, Authors, FindQuestion, find_question
from app.services.latest_query import LatestQuery
from app.services.match_action import MatchAction
from app.services.storage_thread import StorageThread
from app.services.task import TaskState
from app.session import Session
from app.translation import translated_message

AGAIN_MILLISECONDS = 300
"""The interval of searches while labels and proposals change."""

REST = 2.0
"""Pause after a search, in multiples of its time: each model triggers one."""


class Finder(QObject):
    """Finds the matches of a query, again after changes; applies bulk actions to them.

    ``findings`` are the last ones, None while there is no query.

    Signals
    -------
    begun : ()
        The search of a new query begins.
    found : Findings or None
        The present matches; None without a query.
    failed : str, int, int
        The error of a query, and its position in the line (-1, -1 for none).
    started : TaskState
        A bulk action has started.
    bulk_done : BulkResult, Edit or None
        A bulk action is done, as one edit, None if nothing was changed.
    """

    begun = Signal()
    found = Signal(object)
    failed = Signal(str, int, int)
    started = Signal(object)
    bulk_done = Signal(object, object)

    def __init__(
        self,
        session: Session,
        storage: StorageThread | None = None,
        parent: QObject | None = None,
    ) -> None:
        """Watch a session; does nothing before `look`.

        ``storage`` has the authors of edits of earlier sessions.
        """
        super().__init__(parent)
        self.findings: Findings | None = None
        self.query: Query | None = None
        self._session = session
        self._storage = storage
        # Annotators and origins by edit; those of earlier sessions after reading.
        self._people: dict[int, str] = {}
        self._origins: dict[int, str] = {}
        self._reading: TaskState | None = None
        self._copies = Copies()
        self._order = Order.TEXT
        self._query = LatestQuery(
            self._question,
            lambda question, run: find(question, run.cancelled),
            lambda _, found: self._show(found),
            failed=self._refuse,
            milliseconds=AGAIN_MILLISECONDS,
            rest=REST,
            parent=self,
        )
        # Sentences whose suggestions have changed since the person looked at the list.
        self._unseen: set[int] = set()
        self._action = MatchAction(session, self)
        self._action.started.connect(self.started)
        self._action.applied.connect(self.bulk_done)
        self._action.outdated.connect(self._report_outdated)
        self._closed = False
        session.changed.connect(self._session_changed)
        session.recorded.connect(self._note_author)

    def look(self, line: str, order: Order = Order.TEXT) -> None:
        """Search for the query in a line, now and after changes."""
        self._query.cancel()
        self.query = None
        try:
            query = read_query(line)
        except QueryError as error:
            self._show(None)
            self.failed.emit(translated_message(error), error.start, error.end)
            return
        self.query, self._order = query, order
        if query is None:
            self._show(None)
        else:
            self.begun.emit()
            if _reads(query, AUTHOR_FIELDS):
                self._read_authors()
            self._query.ask()

    def note_seen(self) -> None:
        """Record that a person has seen the present list."""
        self._unseen.clear()

    def act(self, bulk_action: BulkAction, chosen: Findings) -> None:
        """Apply an action to some matches, except in sentences edited meanwhile.

        Only suggestions that a person has seen are accepted.
        """
        if not len(chosen):
            return
        session = self._session
        if self.query is not None and _reads(self.query, ANNOTATION_FIELDS):
            # The list may not have the last edits yet.
            fresh = ~session.state.touched_since(chosen.sentence_indices, chosen.revision)
            chosen = chosen.rows(np.flatnonzero(fresh))
        n_unseen = 0
        if bulk_action.act is Act.ACCEPT and self._unseen:
            unseen = np.isin(chosen.sentence_indices, list(self._unseen))
            n_unseen = len(np.unique(chosen.sentence_indices[unseen]))
            chosen = chosen.rows(np.flatnonzero(~unseen))
        self._action.start(
            self.tr("Applying to matches"),
            lambda project, proposals, report: apply_to_matches(
                project, proposals, bulk_action, chosen, report
            ),
            n_left_out=n_unseen,
        )

    def stop(self) -> list[TaskState]:
        """Stop, and wait for computations; return tasks that may wait for the disk."""
        self._closed = True
        self._query.close()
        self._action.close()
        if self._reading is None:
            return []
        self._reading.cancel()
        return [self._reading]

    def close(self) -> None:
        """Stop, and wait for the threads."""
        for task in self.stop():
            task.wait()

    # ---- search

    def _session_changed(self, changes: Changes) -> None:
        if self.query is None or self._closed:
            return
        self._unseen.update(changes.proposals.tolist())
        labels_changed = len(changes.sentences) or len(changes.proposals) or changes.labels
        again = (
            changes.structure
            or changes.documents
            or changes.settings
            or (labels_changed and _reads(self.query, ANNOTATION_FIELDS))
            or (len(changes.flags) and _reads(self.query, {Field.FLAG}))
        )
        if again:
            self._query.ask_again()

    def _question(self) -> FindQuestion | None:
        session = self._session
        if self.query is None:
            return None
        return find_question(
            session.project,
            session.proposals,
            session.visible,
            self.query,
            order=self._order,
            authors=self._authors(self.query),
            revision=session.revision,
            copied=self._copies.of,
        )

    def _refuse(self, sentence: str) -> None:
        self.query = None
        self._show(None)
        self.failed.emit(sentence, -1, -1)

    def _show(self, findings: Findings | None) -> None:
        self.findings = findings
        self._unseen.clear()
        self.found.emit(findings)

    def _report_outdated(self, why: str) -> None:
        if why:
            self.failed.emit(why, -1, -1)

    # ---- authors

    @property
    def people(self) -> set[str]:
        """The annotators of all changes, once a query about annotators has read them."""
        return set(self._people.values())

    def _authors(self, query: Query) -> Authors:
        """Return copies of the authors, to which every step is added."""
        if not _reads(query, AUTHOR_FIELDS):
            return NO_AUTHORS
        return Authors(dict(self._people), dict(self._origins))

    def _note_author(self, step: HistoryStep) -> None:
        for number in {step.edit.id, step.tokens_name} - {0}:
            self._people[number] = step.edit.annotator
            self._origins[number] = step.edit.origin.value

    def _read_authors(self) -> None:
        """Read the authors of edits of earlier sessions, once."""
        storage = self._storage
        if storage is None or self._reading is not None:
            return
        self._reading = TaskState(self.tr("Loading annotators"), self)
        self._reading.listen(
            finished=self._take_authors, failed=lambda text: self.failed.emit(text, -1, -1)
        )
        self._reading.start(lambda state: _earlier_authors(state, storage))

    def _take_authors(self, rows: list[tuple[int, str, str]]) -> None:
        self._people = {number: name for number, name, _ in rows} | self._people
        self._origins = {number: origin for number, _, origin in rows} | self._origins
        self._query.ask()


def _reads(query: Query, fields: frozenset[Field] | set[Field]) -> bool:
    """Return whether a query depends on any of these fields."""

    def does(atom: Atom) -> bool:
        return isinstance(atom, Condition) and atom.field in fields

    return any(map(does, atoms(query)))


def _earlier_authors(state: TaskState, storage: StorageThread) -> list[tuple[int, str, str]]:
    rows: list[tuple[int, str, str]] = []
    while True:
        state.report(len(rows))
        # In pages, so that steps to be saved do not wait long.
        after = rows[-1][0] if rows else 0
        page = storage.call(lambda file: file.history.edit_authors(after))  # noqa: B023
        if not page:
            return rows
        rows += page
