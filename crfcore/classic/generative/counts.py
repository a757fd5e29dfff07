"""Counts of initial labels, transitions, final labels and emissions."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from crfcore.arrays import FloatArray, IdArray, OffsetArray


@dataclass(frozen=True, slots=True, eq=False)
class Counts:
    """Counts of a corpus, or expected counts.

    Attributes
    ----------
    steps : (L + 1, L + 1) array
        Transitions from y to y'; the last row is the start of a sentence, the last column its end
        (zeros where ends are not modelled).
    emissions : (L, V + 1) array
        Symbols of each label; the last column is for unknown symbols.
    """

    steps: FloatArray
    emissions: FloatArray


def count(
    symbols: IdArray,
    label_sets: IdArray,
    offsets: OffsetArray,
    n_symbols: int,
    n_labels: int,
    *,
    ends: bool,
) -> Counts:
    """Count confirmed tokens, and pairs of confirmed neighbours.

    Parameters
    ----------
    symbols : (T,) array
    label_sets : (T,) array
        As in `Targets`.
    offsets : (N + 1,) array
    n_symbols : int
        V.
    n_labels : int
        L.
    ends : bool
        Whether to count ends.
    """
    known = label_sets < n_labels
    emissions = np.bincount(
        label_sets[known].astype(np.int64) * (n_symbols + 1) + symbols[known],
        minlength=n_labels * (n_symbols + 1),
    )
    # Labels with a border before each sentence; −1 where not confirmed.
    full = offsets[:-1] < offsets[1:]
    begins, lasts = offsets[:-1][full], offsets[1:][full] - 1
    labels = np.where(known, label_sets, -1).astype(np.int64)
    before = np.empty_like(labels)
    before[1:] = labels[:-1]
    before[begins] = n_labels
    both = (before >= 0) & (labels >= 0)
    width = n_labels + 1
    steps = np.bincount(before[both] * width + labels[both], minlength=width * width)
    counts = Counts(
        steps.reshape(width, width).astype(np.float64),
        emissions.reshape(n_labels, n_symbols + 1).astype(np.float64),
    )
    if ends:
        found = labels[lasts]
        np.add.at(counts.steps[:, n_labels], found[found >= 0], 1.0)
    return counts
