"""Token accuracy."""

from __future__ import annotations

from collections.abc import Sequence
from operator import eq

from crfcore.metrics.spans import check_aligned


def token_accuracy(gold: Sequence[Sequence[str]], predicted: Sequence[Sequence[str]]) -> float:
    """Return the share of tokens with the correct tag.

    Parameters
    ----------
    gold, predicted : sequences of sequences of str
        Tags of each sentence.

    Returns
    -------
    float
        0 … 1; 0 without tokens.

    Raises
    ------
    CrfError
        The two have different numbers of sentences, or of tokens in a sentence.
    """
    check_aligned(gold, predicted)
    right = sum(sum(map(eq, one, other)) for one, other in zip(gold, predicted, strict=True))
    n_tokens = sum(map(len, gold))
    return right / n_tokens if n_tokens else 0.0
