"""The n best labellings."""

from __future__ import annotations

from typing import NamedTuple

from crfcore.arrays import OffsetArray
from crfcore.estimator.constrained_answers import ranked_labellings
from crfcore.estimator.prediction_input import PredictionInput
from crfcore.inference import NBest
from crfcore.inference.nbest import check_number

LABELLINGS_AT_ONCE = 2**23
"""Tokens × labellings per batch."""


class Prediction(NamedTuple):
    """The best labelling of a sentence with its score and probability.

    Attributes
    ----------
    labels : list of str
    score : float
        The sum of its weights minus costs of soft rules, independent of the temperature.
    log_probability : float
        log P(labels given x).
    margin : float
        Its score minus that of the second-best labelling; +inf if there is no other.
    """

    labels: list[str]
    score: float
    log_probability: float
    margin: float


def ranked(inputs: PredictionInput, n: int) -> list[tuple[OffsetArray, NBest]]:
    """Return the n best labellings of batches of sentences, each with its offsets."""
    check_number(n)
    fitted, dataset, mask = inputs.fitted, inputs.dataset, inputs.mask
    n_tokens = max(LABELLINGS_AT_ONCE // n, 1)
    if inputs.dataset_rules is not None:
        return ranked_labellings(inputs.dataset_rules, dataset, mask, n, n_tokens, inputs.threads)
    return fitted.ranked(dataset, mask, n, n_tokens, inputs.threads)
