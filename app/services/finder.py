"""Looks on a worker for what a query asks for, and does the same with all that was found."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QObject, Signal

from app.domain.changes import Changes
from app.domain.history import HistoryStep
from app.domain.query_line import read_query
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
from app.edits.bulk_actions import apply_to_matches
from app.jobs.copies import Copies
from app.jobs.find import find
from app.jobs.find_question import NO_AUTHORS, Authors, FindQuestion, find_question
from app.services.latest_query import LatestQuery
from app.services.match_action import MatchAction
from app.services.storage_thread import StorageThread
from app.services.task import TaskState
from app.session import Session

AGAIN_MILLISECONDS = 300
"""While labels and proposals change the search is made again and again, this far apart."""

REST = 2.0
"""Searching comes with every model: it may take a third of a core while somebody types."""


class Finder(QObject):
    """Answers a query, again whenever the answer may have changed; acts on what it found.

    ``findings`` is what was found last, None while there is no query.

    Signals
    -------
    begun : ()
        A new query is looked for.
    found : Findings or None
        What there is now; None where no query is left.
    failed : str, int, int
        A sentence: why there is no answer, and where in the line that lies (-1, -1: nowhere).
    started : TaskState
        Something is being done with the hits; with a progress, and to be cancelled.
    bulk_done : BulkResult, Edit or None
        It is done, in one step; no edit where nothing was left to be done.
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
        """Watch a session; nothing is begun before something is asked.

        ``storage`` knows who made the edits of earlier sittings.
        """
        super().__init__(parent)
        self.findings: Findings | None = None
        self.query: Query | None = None
        self._session = session
        self._storage = storage
        # By edit, who made it and from what it came; those of earlier sittings once they are read.
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
        # Places where something else is suggested than when the person looked at the list.
        self._unseen: set[int] = set()
        self._action = MatchAction(session, self)
        self._action.started.connect(self.started)
        self._action.applied.connect(self.bulk_done)
        self._action.outdated.connect(self._report_outdated)
        self._closed = False
        session.changed.connect(self._session_changed)
        session.recorded.connect(self._note_author)

    def look(self, line: str, order: Order = Order.TEXT) -> None:
        """Look for what a line asks for, now and whenever something changes."""
        self._query.cancel()
        self.query = None
        try:
            query = read_query(line)
        except QueryError as error:
            self._show(None)
            self.failed.emit(str(error), error.start, error.end)
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
        """Note that a person looks at the list as it is now."""
        self._unseen.clear()

    def act(self, bulk_action: BulkAction, chosen: Findings) -> None:
        """Do the same with some hits; sentences edited meanwhile stay as they are.

        Suggestions are accepted where they are still those that a person has seen.
        """
        if not len(chosen):
            return
        session = self._session
        if self.query is not None and _reads(self.query, ANNOTATION_FIELDS):
            # What was said a moment ago may not be in the list yet.
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
        """Stop, and wait for what only computes; return what may have to wait for the disk."""
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

    # ---- looking

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

    # ---- who said it

    def _authors(self, query: Query) -> Authors:
        """Return who made which edit, as it is now: every step adds itself to these tables."""
        if not _reads(query, AUTHOR_FIELDS):
            return NO_AUTHORS
        return Authors(dict(self._people), dict(self._origins))

    def _note_author(self, step: HistoryStep) -> None:
        for number in {step.edit.id, step.tokens_name} - {0}:
            self._people[number] = step.edit.annotator
            self._origins[number] = step.edit.origin.value

    def _read_authors(self) -> None:
        """Read once who made the edits of earlier sittings, as soon as somebody asks."""
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
    """Say whether the answer depends on any of some fields."""

    def does(atom: Atom) -> bool:
        return isinstance(atom, Condition) and atom.field in fields

    return any(map(does, atoms(query)))


def _earlier_authors(state: TaskState, storage: StorageThread) -> list[tuple[int, str, str]]:
    rows: list[tuple[int, str, str]] = []
    while True:
        state.report(len(rows))
        # Page by page: a step that is to be saved meanwhile waits for one of them at most.
        after = rows[-1][0] if rows else 0
        page = storage.call(lambda file: file.history.edit_authors(after))  # noqa: B023
        if not page:
            return rows
        rows += page
