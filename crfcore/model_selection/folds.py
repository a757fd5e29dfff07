"""The sentences of each fold."""

from __future__ import annotations

import numpy as np

from crfcore.arrays import OffsetArray
from crfcore.errors import CrfError


def sentence_folds(n_sentences: int, folds: int, seed: int) -> list[OffsetArray]:
    """Deal sentences to folds at random, as evenly as possible.

    Parameters
    ----------
    n_sentences : int
    folds : int
        At least 2 and at most as many as there are sentences.
    seed : int
        Of `numpy.random.default_rng`.

    Returns
    -------
    list of (m,) arrays
        The places of the sentences of each fold, rising; each sentence is in one of them.
    """
    if not 2 <= folds <= n_sentences:
        raise CrfError(
            f"folds={folds} is not possible with {n_sentences:,} sentences; it must be at least 2 "
            "and at most as many as there are sentences."
        )
    order = np.random.default_rng(seed).permutation(n_sentences).astype(np.int64)
    return [np.sort(part) for part in np.array_split(order, folds)]
