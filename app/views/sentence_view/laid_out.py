"""Sentences that were laid out once, kept for as long as their text has the same size."""

from __future__ import annotations

import numpy as np

from app.domain.changes import Changes
from app.item_models.shown import NOWHERE, ShownSentence
from app.session import Session
from app.views.sentence_view.arrangement import Arrangement, arrange
from app.views.sentence_view.metrics import Metrics

MAX_KEPT = 400
"""So many sentences are kept; those that were looked at longest ago go first."""

Tokens = tuple[int, int]
"""First and last token of what is shown of a sentence."""

_Key = tuple[int, Tokens | None]


class LaidOut:
    """Lays sentences out when they are asked for; what is said of one later moves no word of it."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._metrics: Metrics | None = None
        self._width = 0.0
        self._kept: dict[_Key, Arrangement] = {}
        self._stale: set[_Key] = set()
        self._helped = True

    def show_suggestions(self, *, wanted: bool) -> bool:
        """Show suggestions from now on, or labels alone; say whether that changes anything."""
        if wanted == self._helped:
            return False
        self._helped = wanted
        self._stale = set(self._kept)
        return True

    def measure(self, metrics: Metrics, width: float) -> None:
        """Lay out with these sizes from now on, in a column of this width."""
        if metrics is not self._metrics or width != self._width:
            self._metrics, self._width = metrics, width
            self._kept.clear()
            self._stale.clear()

    def of(self, sentence_index: int, part: Tokens | None = None) -> Arrangement:
        """Return a sentence, or some of its tokens, as they are to be seen now."""
        key = (sentence_index, part)
        kept = self._kept.pop(key, None)
        if kept is None or key in self._stale:
            kept = self._made(
                ShownSentence(self._session, sentence_index, part, helped=self._helped), kept
            )
            self._stale.discard(key)
        self._kept[key] = kept
        return kept

    def current(self, sentence: ShownSentence) -> Arrangement:
        """Return the sentence that a model has at hand."""
        key = (sentence.sentence_index, None)
        kept = self._kept.pop(key, None)
        if kept is None or kept.sentence is not sentence:
            kept = self._made(sentence, kept)
        self._stale.discard(key)
        if sentence.sentence_index != NOWHERE:
            self._kept[key] = kept
        return kept

    def follow(self, changes: Changes) -> None:
        """Take note of what has changed, so that it is shown when it is asked for next."""
        if changes.labels or changes.settings or changes.order or changes.structure:
            self._stale = set(self._kept)
            return
        if self._kept and (len(changes.sentences) or len(changes.proposals)):
            keys = list(self._kept)
            sentence_indices = np.array([sentence_index for sentence_index, _ in keys])
            news = np.isin(sentence_indices, changes.sentences) | np.isin(
                sentence_indices, changes.proposals
            )
            self._stale.update(keys[at] for at in np.flatnonzero(news).tolist())

    def _made(self, sentence: ShownSentence, before: Arrangement | None) -> Arrangement:
        if self._metrics is None:
            raise RuntimeError("sizes come first")
        while len(self._kept) >= MAX_KEPT:
            oldest = next(iter(self._kept))
            del self._kept[oldest]
            self._stale.discard(oldest)
        return arrange(sentence, self._metrics, self._width, before)
