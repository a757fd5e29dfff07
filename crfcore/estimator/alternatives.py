"""The n best labellings."""

from __future__ import annotations

from typing import NamedTuple

from crfcore.arrays import OffsetArray
from crfcore.estimator.prediction_input import PredictionInput
from crfcore.inference import NBest, log_z, nbest
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
    if inputs.ruling is not None:
        return inputs.ruling.in_lattices(
            dataset,
            lambda lattice, offsets: (offsets, lattice.nbest(n)),
            mask,
            inputs.threads,
            n_tokens,
        )

    def part(first: int, last: int) -> tuple[OffsetArray, NBest]:
        scores, transitions, offsets, own = fitted.untempered.lattice(dataset, mask, first, last)
        found = nbest(scores, transitions, offsets, n, own)
        if fitted.temperature is not None:
            log_sums = log_z(*fitted.lattice(dataset, mask, first, last))
            found = NBest(found.labels, found.path_scores / fitted.temperature, log_sums)
        return offsets, found

    return fitted.in_slices(dataset, part, inputs.threads, n_tokens)
