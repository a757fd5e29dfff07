"""Proposals for labelled sentences by models trained on other folds."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from app.domain.proposals import NO_TAG
from app.jobs.data.snapshot import TrainingData, TrainingTargets, tokens_at, training_targets
from app.jobs.progress import Cancelled, Monitor, report
from app.jobs.suggestions.propose import Sentences, propose
from app.jobs.training.train import Extraction, train

FOLDS = 5
"""The number of folds."""

SEED = 0
"""Fixed, so that folds are the same each time."""


@dataclass(frozen=True, slots=True, eq=False)
class HeldOut:
    """Tags and their probabilities (T,), `NO_TAG` for tokens without a proposal."""

    tags: NDArray[np.int32]
    probabilities: NDArray[np.float32]

    @classmethod
    def none(cls, n_tokens: int) -> HeldOut:
        """Return empty proposals."""
        return cls(np.full(n_tokens, NO_TAG, np.int32), np.zeros(n_tokens, np.float32))

    def of_tokens(self, at: NDArray[np.int64]) -> tuple[NDArray[np.int32], NDArray[np.float32]]:
        """Return tags and probabilities of some tokens; later tokens have none."""
        found = HeldOut.none(len(at))
        known = at < len(self.tags)
        found.tags[known] = self.tags[at[known]]
        found.probabilities[known] = self.probabilities[at[known]]
        return found.tags, found.probabilities


def held_out(
    data: TrainingData,
    extraction: Extraction,
    gone: frozenset[int] = frozenset(),
    cancelled: Cancelled = lambda: False,
    monitor: Monitor | None = None,
) -> HeldOut | None:
    """Train a model without each fold, and propose with it for the fold.

    ``gone`` are tags of deleted labels, which are not proposed. None if cancelled.
    """
    from crfcore.model_selection.folds import sentence_folds

    offsets = data.text.offsets
    found = HeldOut.none(int(offsets[-1]))
    wanted = training_targets(data)
    if wanted is None or len(wanted.sentence_indices) < FOLDS:
        return found
    folds = sentence_folds(len(wanted.sentence_indices), FOLDS, SEED)
    for number, fold in enumerate(folds):
        report(monitor, number, FOLDS)
        others = np.delete(np.arange(len(wanted.sentence_indices)), fold)
        part = part_of(wanted, extraction, others)
        model = train(data, extraction, cancelled=cancelled, wanted=part)
        if model is None or cancelled():
            return None
        sentence_indices = wanted.sentence_indices[fold]
        at = tokens_at(offsets, sentence_indices)
        proposed = propose(model, without_labels(data, sentence_indices, gone))
        found.tags[at] = proposed.tags
        found.probabilities[at] = proposed.probabilities
    return found


def part_of(
    wanted: TrainingTargets, extraction: Extraction, kept: NDArray[np.int64]
) -> TrainingTargets:
    """Return the targets of some sentences, by their indices; the labels stay the same."""
    offsets = extraction.dataset.offsets_of(wanted.sentence_indices)
    return wanted.of_sentences(offsets, kept)


def without_labels(
    data: TrainingData, sentence_indices: NDArray[np.int64], gone: Iterable[int] = ()
) -> Sentences:
    """Return sentences as if nothing were labelled; ``gone`` are tags of deleted labels."""
    lengths = np.diff(data.text.offsets)[sentence_indices]
    nothing = np.zeros(int(lengths.sum()), np.int32)
    return Sentences(data.text, sentence_indices, nothing, {}, list(data.tags), frozenset(gone))
