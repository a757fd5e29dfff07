"""Scores of all sentences by the query strategy, with the numbers of their models."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from app.domain.query_choices import QueryChoice
from app.jobs.queue.order import UNRATED
from app.session import Session

NEVER = 0
"""The model's number of a sentence that was not rated."""


class Ratings:
    """Scores of the sentences of a session, kept until there are newer ones.

    After a change of the strategy the old scores are used until every sentence has a new one.

    Attributes
    ----------
    query_choice : QueryChoice
        The query strategy, wrapper and unit.
    worth : float64 (N,)
        The scores in use, `UNRATED` for none yet.
    """

    def __init__(self, session: Session) -> None:
        self._session = session
        self.query_choice = session.project.settings.query_choice
        self.worth = np.zeros(0)
        self._models = np.zeros(0, np.int32)
        self._fresh: NDArray[np.float64] | None = None
        self._grow()

    @property
    def needed(self) -> bool:
        """Whether the strategy needs scores."""
        return self.query_choice.needs_ratings

    @property
    def renewing(self) -> bool:
        """Whether scores of a new strategy are still being computed."""
        return self._fresh is not None

    def ask(self, query_choice: QueryChoice) -> None:
        """Change the strategy."""
        before, self.query_choice = self.query_choice, query_choice
        if query_choice.needs_ratings and query_choice.rating != before.rating:
            self._grow()
            self._fresh = np.full(len(self.worth), UNRATED)
            self._models[:] = NEVER
        elif not query_choice.needs_ratings:
            self._fresh = None

    def outdated(self, sentence_indices: NDArray[np.int64], model: int) -> NDArray[np.bool_]:
        """Return which sentences are to be rated by the model of this number."""
        self._grow()
        own = self._models[sentence_indices]
        return np.asarray(own == NEVER if self.renewing else own != model)

    def forget(self, sentence_indices: NDArray[np.int64]) -> None:
        """Mark sentences to be rated again; their scores stay for now."""
        self._grow()
        self._models[sentence_indices] = NEVER

    def take(
        self, sentence_indices: NDArray[np.int64], worth: NDArray[np.float64], model: int
    ) -> None:
        """Store the scores by a model."""
        self._grow()
        target = self.worth if self._fresh is None else self._fresh
        target[sentence_indices] = worth
        self._models[sentence_indices] = model

    def settle(self) -> bool:
        """Use the scores of a new strategy, now that they are complete; False without any."""
        if self._fresh is None:
            return False
        self.worth, self._fresh = self._fresh, None
        return True

    def _grow(self) -> None:
        n_new = self._session.corpus.n_sentences - len(self._models)
        if n_new > 0:
            more = np.full(n_new, UNRATED)
            self.worth = np.concatenate([self.worth, more])
            self._models = np.concatenate([self._models, np.zeros(n_new, np.int32)])
            if self._fresh is not None:
                self._fresh = np.concatenate([self._fresh, more])
