"""What the labels of words say about shares that are expected of them."""

from __future__ import annotations

import math
from collections.abc import Collection
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from app.domain.tokens import TokenState
from app.jobs.data.snapshot import TrainingData, TrainingTargets, tokens_at

TOKENS_BEHIND_IT = 100
"""How many labelled words an expected share counts for."""

UNUSUAL = 0.1
"""How probable it is that a share is any number, before a word is labelled: in notes about drugs
most numbers are doses."""


@dataclass(frozen=True)
class LabelledWords:
    """The words of the labelled sentences of a project; ``wanted`` is None if they are too few."""

    data: TrainingData
    wanted: TrainingTargets | None

    @cached_property
    def at(self) -> NDArray[np.int64]:
        """The positions of their tokens."""
        indices = np.zeros(0, np.int64) if self.wanted is None else self.wanted.sentence_indices
        return tokens_at(self.data.text.offsets, indices)

    @cached_property
    def done(self) -> NDArray[np.int64]:
        """The positions of tokens in sentences that are done.

        In others a person may have confirmed the names and left out the words around them.
        """
        at, offsets = self.at, self.data.text.offsets
        sentences = np.searchsorted(offsets, at, side="right")
        is_open = self.data.states[at] != TokenState.CONFIRMED
        return np.asarray(at[~np.isin(sentences, sentences[is_open])])

    def count(self, tokens: NDArray[np.bool_], tags: Collection[str]) -> tuple[int, int]:
        """Return how many of some tokens are done and have one of the tags, and how many are done.

        ``tokens`` has a value for each token of the project.
        """
        data, own = self.data, self.done[tokens[self.done]]
        ids = {number for number, tag in enumerate(data.tags) if tag in tags}
        sets = [n for n, found in enumerate(data.members) if len(found) == 1 and found[0] in ids]
        return int(np.isin(data.tag_sets[own], sets).sum()), len(own)


def contradict(share: float, n_with: int, n_labelled: int) -> bool:
    """Return whether labelled words make a share improbable; ``n_with`` of them belong to it.

    Either the true share is near it, with a beta distribution of `TOKENS_BEHIND_IT` words, or, in
    texts of another kind, any number. The more probable of the two is taken, by Bayes' rule.
    """
    with_it, without = _behind(share)
    n_other = n_labelled - n_with
    usual = _log_beta(with_it + n_with, without + n_other) - _log_beta(with_it, without)
    unusual = _log_beta(1.0 + n_with, 1.0 + n_other)
    return unusual - usual > math.log((1.0 - UNUSUAL) / UNUSUAL)


def with_labelled(share: float, n_with: int, n_labelled: int) -> float:
    """Return a share with labelled words added; theirs alone where they contradict it."""
    if contradict(share, n_with, n_labelled):
        return (1.0 + n_with) / (2.0 + n_labelled)
    return (_behind(share)[0] + n_with) / (TOKENS_BEHIND_IT + n_labelled)


def _behind(share: float) -> tuple[float, float]:
    # Trainings take shares beyond for these.
    share = min(max(share, 0.01), 0.99)
    return TOKENS_BEHIND_IT * share, TOKENS_BEHIND_IT * (1.0 - share)


def _log_beta(one: float, other: float) -> float:
    """Return the logarithm of the beta function."""
    return math.lgamma(one) + math.lgamma(other) - math.lgamma(one + other)
