"""Accuracy of whole sentences."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any


def sequence_accuracy_score(
    y_true: Sequence[Sequence[Any]], y_pred: Sequence[Sequence[Any]]
) -> float:
    """Return the share of sentences whose labels are all correct.

    Parameters
    ----------
    y_true, y_pred : sequences of sequences of labels
        One for each sentence.

    Returns
    -------
    float
        0 without sentences.

    Raises
    ------
    CrfError
        The two have different numbers of sentences.
    """
    right = sum(list(one) == list(other) for one, other in zip(y_true, y_pred, strict=True))
    return right / len(y_true) if len(y_true) else 0.0
