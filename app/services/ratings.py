"""How much every sentence of a project is worth asking for, and under which model that was said."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from app.domain.asking import Asking
from app.jobs.queue_order import UNRATED
from app.session import Session

NEVER = 0
"""Stands for the number of a model where a sentence has not been rated."""


class Ratings:
    """Numbers for the sentences of a session, kept until there are newer ones.

    Numbers of two strategies do not compare: after a change of the strategy the old ones stay in
    force until every sentence has a new one.

    Attributes
    ----------
    asking : Asking
        In which order sentences are to be asked for.
    worth : float64 (N,)
        The numbers in force, `UNRATED` where there is none yet.
    """

    def __init__(self, session: Session) -> None:
        self._session = session
        self.asking = session.project.settings.asking
        self.worth = np.zeros(0)
        self._models = np.zeros(0, np.int32)
        self._fresh: NDArray[np.float64] | None = None
        self._grow()

    @property
    def needed(self) -> bool:
        """Whether the order asks for numbers at all."""
        return self.asking.needs_ratings

    @property
    def renewing(self) -> bool:
        """Whether numbers of a new strategy are still being gathered."""
        return self._fresh is not None

    def ask(self, asking: Asking) -> None:
        """Ask for sentences in another order."""
        before, self.asking = self.asking, asking
        if asking.needs_ratings and asking.rating != before.rating:
            self._grow()
            self._fresh = np.full(len(self.worth), UNRATED)
            self._models[:] = NEVER
        elif not asking.needs_ratings:
            self._fresh = None

    def outdated(self, sentence_indices: NDArray[np.int64], model: int) -> NDArray[np.bool_]:
        """Say which sentences are to be rated, under the model of this number."""
        self._grow()
        own = self._models[sentence_indices]
        return np.asarray(own == NEVER if self.renewing else own != model)

    def forget(self, sentence_indices: NDArray[np.int64]) -> None:
        """Note that other things are known of some sentences now; their numbers stay as yet."""
        self._grow()
        self._models[sentence_indices] = NEVER

    def take(
        self, sentence_indices: NDArray[np.int64], worth: NDArray[np.float64], model: int
    ) -> None:
        """Take in what a model's answers are worth."""
        self._grow()
        target = self.worth if self._fresh is None else self._fresh
        target[sentence_indices] = worth
        self._models[sentence_indices] = model

    def settle(self) -> bool:
        """Let the numbers of a new strategy count: every sentence has one. False without any."""
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
