"""How sure the model is of what is still open in a sentence: its lowest marginal, its doubts."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from app.domain.project import Corpus
from app.domain.proposals import Proposals
from app.domain.tokens import TokenState

NOTHING_UNCERTAIN = 2.0
"""The lowest marginal of a sentence in which nothing is open: above every probability."""


def renew_certainty_of(corpus: Corpus, proposals: Proposals, place: int) -> None:
    """Bring the lowest marginal and the doubts of one sentence up to date."""
    at = corpus.span(place)
    seen = (corpus.states[at] != TokenState.CONFIRMED) & (proposals.tags[at] >= 0)
    chances = proposals.probabilities[at][seen]
    proposals.lowest[place] = chances.min() if len(chances) else NOTHING_UNCERTAIN
    proposals.doubts[place] = len(chances) - chances.sum()


def renew_certainty(
    corpus: Corpus, proposals: Proposals, places: NDArray[np.int64], at: NDArray[np.int64]
) -> None:
    """Do the same for many sentences; ``at`` are the places of their tokens in the flat arrays."""
    lengths = corpus.lengths(places)
    seen = (corpus.states[at] != TokenState.CONFIRMED) & (proposals.tags[at] >= 0)
    chances = np.where(seen, proposals.probabilities[at], np.float32(NOTHING_UNCERTAIN))
    filled = lengths > 0
    heads = (np.cumsum(lengths) - lengths)[filled]
    proposals.lowest[places] = NOTHING_UNCERTAIN
    proposals.doubts[places] = 0.0
    if len(heads):
        proposals.lowest[places[filled]] = np.minimum.reduceat(chances, heads)
        doubts = np.where(seen, 1.0 - chances, np.float32(0.0))
        proposals.doubts[places[filled]] = np.add.reduceat(doubts, heads)
