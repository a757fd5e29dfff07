"""Lowest marginals and expected errors of sentences."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from app.domain.project import Corpus
from app.domain.proposals import Proposals
from app.domain.tokens import TokenState
from app.session.token_ranges import TokenRanges

NOTHING_UNCERTAIN = 2.0
"""The lowest marginal of a sentence without open tokens: above every probability."""


def renew_certainty_of(corpus: Corpus, proposals: Proposals, sentence_index: int) -> None:
    """Update the lowest marginal and the expected errors of one sentence."""
    at = corpus.span(sentence_index)
    seen = (corpus.states[at] != TokenState.CONFIRMED) & (proposals.tags[at] >= 0)
    chances = proposals.chances(at)[seen]
    proposals.lowest[sentence_index] = chances.min() if len(chances) else NOTHING_UNCERTAIN
    proposals.expected_errors[sentence_index] = len(chances) - chances.sum()


def renew_certainty(
    corpus: Corpus,
    proposals: Proposals,
    sentence_indices: NDArray[np.int64],
    ranges: TokenRanges | None = None,
) -> None:
    """Do the same for many sentences; ``ranges`` are those of their tokens."""
    ranges = TokenRanges.over(corpus, sentence_indices) if ranges is None else ranges
    seen = corpus.states[ranges.at] != TokenState.CONFIRMED
    seen &= proposals.tags[ranges.at] >= 0
    if not seen.any():
        proposals.lowest[sentence_indices] = NOTHING_UNCERTAIN
        proposals.expected_errors[sentence_indices] = 0.0
        return
    chances = np.where(seen, proposals.chances(ranges.at), np.float32(NOTHING_UNCERTAIN))
    lowest = ranges.reduced(np.minimum, chances, NOTHING_UNCERTAIN, np.float32)
    proposals.lowest[sentence_indices] = lowest
    error_chances = np.where(seen, 1.0 - chances, np.float32(0.0))
    proposals.expected_errors[sentence_indices] = ranges.reduced(
        np.add, error_chances, 0.0, np.float32
    )
