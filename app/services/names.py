"""The names of the current document, counted on a worker."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from app.domain.changes import Changes
from app.domain.names import NameGroup
from app.jobs.copies import Copies
from app.jobs.search.names import NamesQuestion, TiedTokens, name_groups, names_question
from app.services.latest_query import LatestQuery, Run
from app.services.queue_ordering import wants_help
from app.session import Session

AGAIN_MILLISECONDS = 250
"""The interval of counting while labels and proposals change."""

REST = 2.0
"""Pause after counting, in multiples of its time."""


class Names(QObject):
    """Counts the names of a document while somebody watches, again after changes.

    Signals
    -------
    counted : list of NameGroup, or None
        The names of the document; None while they are not known.
    """

    counted = Signal(object)

    def __init__(self, session: Session, parent: QObject | None = None) -> None:
        """Watch a session; does nothing before `watch`."""
        super().__init__(parent)
        self._session = session
        self._document: int | None = None
        self._watched = self._closed = False
        self._copies = Copies()
        # Used by the worker only.
        self._tied = TiedTokens()
        self._query: LatestQuery[NamesQuestion, list[NameGroup]] = LatestQuery(
            self._question,
            self._count,
            lambda _question, groups: self.counted.emit(groups),
            milliseconds=AGAIN_MILLISECONDS,
            rest=REST,
            # Behind lengthy work the panel would show old labels for seconds.
            parent=self,
        )
        session.changed.connect(self._session_changed)

    def watch(self, *, wanted: bool) -> None:
        """Count from now on, or no longer."""
        self._watched = wanted
        if wanted:
            self._query.ask()
        else:
            self._query.cancel()

    def show_document(self, document: int | None) -> None:
        """Count the names of another document, None for none."""
        if document == self._document:
            return
        self._document = document
        self._forget()
        if self._watched:
            self._query.ask()

    def close(self) -> None:
        """Stop, and wait for running work."""
        self._closed = True
        self._query.close()

    def _session_changed(self, changes: Changes) -> None:
        if self._closed:
            return
        if changes.structure:
            # An index may mean another sentence now.
            self._query.cancel()
            self._forget()
        if self._watched and (
            len(changes.sentences)
            or len(changes.proposals)
            or changes.structure
            or changes.labels
            or changes.settings
        ):
            self._query.ask_again()

    def _forget(self) -> None:
        """List nothing until the names are counted."""
        self.counted.emit([] if self._document is None else None)

    def _is_loading(self) -> bool:
        """Return whether suggestions of the stored model for the document are to come."""
        session = self._session
        if not session.suggestions.loading:
            return False
        visible = session.visible
        own = visible[session.corpus.documents[visible] == self._document]
        own = own[wants_help(session, own)]
        return bool((session.proposals.models[own] <= 0).any())

    def _question(self) -> NamesQuestion | None:
        session = self._session
        if self._document is None:
            return None
        if self._is_loading():
            self._query.ask_again()
            return None
        return names_question(
            session.project,
            session.proposals,
            session.visible,
            self._tied,
            self._document,
            self._copies.of,
        )

    # ---- on a worker

    def _count(self, question: NamesQuestion, _run: Run) -> list[NameGroup]:
        return name_groups(question)
