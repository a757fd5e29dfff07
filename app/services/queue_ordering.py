"""Sorting of the queue: its data, and applying the result."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from app.domain.control_sample import is_control
from app.domain.query_choices import EXPECTED_CORRECTIONS, INCONSISTENT_NAMES, MIN_MARGINAL
from app.domain.queue_numbers import QueueNumbers
from app.domain.sentence_flags import SentenceFlags
from app.domain.timings import Timings
from app.domain.tokens import Role
from app.jobs.copies import Copies
from app.jobs.data.snapshot import ProjectText
from app.jobs.queue.order import QueueOrder, Waiting, Work
from app.jobs.search.names import NamesQuestion, TiedTokens, names_question
from app.services.ratings import Ratings
from app.services.trainer import NumberedModel
from app.session import Session


@dataclass(frozen=True, slots=True, eq=False)
class Ordering:
    """The data for sorting the queue."""

    waiting: Waiting
    model: NumberedModel | None


def wants_help(session: Session, sentence_indices: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Return which sentences are open, and labelled with suggestions."""
    helped = session.corpus.roles[sentence_indices] != Role.CONTROL
    return np.asarray((session.open_tokens[sentence_indices] > 0) & helped)


class QueueOrdering:
    """Makes the data for sorting the queue of a session, and applies the result."""

    def __init__(self, session: Session, ratings: Ratings, timings: Timings) -> None:
        """Sort by ``ratings`` and ``timings``."""
        self._session = session
        self._ratings = ratings
        self._timings = timings
        self._copies = Copies()
        # Used by the worker only.
        self._tied = TiedTokens()

    def begin(self) -> None:
        """Sort the queue in the order of the text, until there is a model."""
        self._session.set_queue(np.concatenate([self._queued(), self._control()]))

    def ordering(self, model: NumberedModel | None, *, rated: bool) -> Ordering:
        """Return the data for sorting the queue; ``rated``: by the ratings."""
        session = self._session
        sentence_indices = self._queued()
        worth, work, strategy = self._worth(sentence_indices, rated=rated)
        waiting = Waiting(
            sentence_indices,
            session.corpus.ids[sentence_indices],
            worth,
            session.project.with_flags(SentenceFlags.LATER)[sentence_indices],
            len(session.visible) - len(sentence_indices),
            self._ratings.query_choice,
            ProjectText.of(session.project),
            work,
            strategy,
            self._names(),
        )
        return Ordering(waiting, model)

    def take(self, order: QueueOrder) -> None:
        """Apply a new order; some sentences may have become test sentences meanwhile."""
        numbers = QueueNumbers.of(order.measure, order.sentence_indices, order.numbers, order.names)
        corpus, sentence_indices = self._session.corpus, order.sentence_indices
        sentence_indices = sentence_indices[sentence_indices < corpus.n_sentences]
        sentence_indices = sentence_indices[~is_control(corpus, sentence_indices)]
        self._session.set_queue(
            np.concatenate([sentence_indices, self._control()]), order.drawn, numbers
        )

    def _names(self) -> NamesQuestion | None:
        """Return the data for inconsistent names, None if the strategy does not need them."""
        if self._ratings.query_choice.strategy != INCONSISTENT_NAMES:
            return None
        session = self._session
        return names_question(
            session.project,
            session.proposals,
            session.visible,
            self._tied,
            copied=self._copies.of,
        )

    def _queued(self) -> NDArray[np.int64]:
        """Return the waiting sentences that are labelled with suggestions."""
        session, visible = self._session, self._session.visible
        return visible[wants_help(session, visible) & session.queue.waits(visible)]

    def _control(self) -> NDArray[np.int64]:
        """Return the test sentences, which no strategy ranks."""
        visible = self._session.visible
        return visible[is_control(self._session.corpus, visible)]

    def _worth(
        self, sentence_indices: NDArray[np.int64], *, rated: bool
    ) -> tuple[NDArray[np.float64], Work | None, str]:
        """Return scores of sentences, the expected work if not included, and the strategy."""
        query_choice = self._ratings.query_choice
        if rated:
            return self._ratings.worth[sentence_indices], None, query_choice.strategy
        proposals = self._session.proposals
        corrections = proposals.expected_errors[sentence_indices].astype(np.float64)
        work = Work(
            self._session.corpus.lengths(sentence_indices), corrections, self._timings.to_fit()
        )
        if query_choice.strategy in {EXPECTED_CORRECTIONS, INCONSISTENT_NAMES}:
            # Instead of the latter's, the worker finds the names.
            return corrections, work, query_choice.strategy
        return 1.0 - proposals.lowest[sentence_indices].astype(np.float64), work, MIN_MARGINAL
