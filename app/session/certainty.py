"""How sure the model is of what is still open in a sentence: its lowest marginal, its doubts."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from app.domain.project import Corpus
from app.domain.proposals import Proposals
from app.domain.tokens import TokenState
from app.session.token_ranges import TokenRanges

NOTHING_UNCERTAIN = 2.0
"""The lowest marginal of a sentence in which nothing is open: above every probability."""


def renew_certainty_of(corpus: Corpus, proposals: Proposals, place: int) -> None:
    """Bring the lowest marginal and the doubts of one sentence up to date."""
    at = corpus.span(place)
    seen = (corpus.states[at] != TokenState.CONFIRMED) & (proposals.tags[at] >= 0)
    chances = proposals.probabilities[at][seen]
    proposals.lowest[place] = chances.min() if len(chances) else NOTHING_UNCERTAIN
    proposals.expected_errors[place] = len(chances) - chances.sum()


def renew_certainty(
    corpus: Corpus,
    proposals: Proposals,
    places: NDArray[np.int64],
    ranges: TokenRanges | None = None,
) -> None:
    """Do the same for many sentences; ``ranges`` is where their tokens stand."""
    ranges = TokenRanges.over(corpus, places) if ranges is None else ranges
    seen = corpus.states[ranges.at] != TokenState.CONFIRMED
    seen &= proposals.tags[ranges.at] >= 0
    if not seen.any():
        proposals.lowest[places] = NOTHING_UNCERTAIN
        proposals.expected_errors[places] = 0.0
        return
    chances = np.where(seen, proposals.probabilities[ranges.at], np.float32(NOTHING_UNCERTAIN))
    lowest = ranges.reduced(np.minimum, chances, NOTHING_UNCERTAIN, np.float32)
    proposals.lowest[places] = lowest
    doubts = np.where(seen, 1.0 - chances, np.float32(0.0))
    proposals.expected_errors[places] = ranges.reduced(np.add, doubts, 0.0, np.float32)
