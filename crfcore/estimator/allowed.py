"""The argument `allowed`, as a mask for inference."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain, repeat
from typing import Any

import numpy as np

from crfcore.arrays import MaskArray
from crfcore.errors import CrfError, shown
from crfcore.features.column_table import ColumnTable
from crfcore.features.dataset import Dataset
from crfcore.features.targets import Targets
from crfcore.training.given_labels import aligned_labels


def allowed_mask(
    allowed: Any, labels: Sequence[str], dataset: Dataset | ColumnTable
) -> MaskArray | None:
    """Return the mask of allowed labels, (T, L), or None for all.

    Parameters
    ----------
    allowed : array, or sentences; or None
        A (T, L) array of 0 and 1. Or for each sentence None, which allows all labels, or for each
        of its tokens a label, a set of labels, or None for all.
    labels : sequence of str
        L.
    dataset : Dataset or ColumnTable

    Raises
    ------
    CrfError
        The shape is wrong, the number of sentences or tokens differs, a label is unknown, or a set
        is empty; names the sentence and the token.
    """
    if allowed is None:
        return None
    if isinstance(allowed, np.ndarray) and allowed.dtype != object:
        shape = dataset.n_tokens, len(labels)
        if allowed.shape != shape:
            raise CrfError(f"allowed must have the shape {shape}, not {allowed.shape}.")
        return np.asarray(allowed != 0, dtype=np.uint8)
    if not isinstance(allowed, Iterable):
        raise CrfError(
            f"allowed={shown(allowed)} is not possible; it must be an array, or a list with an "
            "entry for each sentence."
        )
    lengths = chain(np.diff(dataset.offsets).tolist(), repeat(0))
    sentences = [
        [None] * length if tokens is None else tokens
        for tokens, length in zip(allowed, lengths, strict=False)
    ]
    targets = Targets.from_labels(aligned_labels(sentences, dataset), labels)
    return targets.allowed_by_set()[targets.label_sets]
