"""Decoding by the marginal probabilities: the labels with the fewest errors to be expected."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from crfcore.arrays import FloatArray, IdArray, MaskArray, OffsetArray
from crfcore.inference.forward_backward import marginals
from crfcore.inference.lattice import lattice
from crfcore.inference.viterbi import viterbi


class PosteriorDecoding(NamedTuple):
    """Labels of least risk.

    Attributes
    ----------
    labels : (T,) array
    probabilities : (T,) array
        P(y_t = label given x); their sum is the expected number of right labels.
    """

    labels: IdArray
    probabilities: FloatArray


def posterior_decode(
    scores: FloatArray,
    transitions: FloatArray,
    offsets: OffsetArray,
    allowed: MaskArray | None = None,
    *,
    keep_transitions: bool = False,
) -> PosteriorDecoding:
    """Return the labels that make the expected number of wrong tokens least.

    Parameters
    ----------
    scores, transitions, offsets, allowed
        As for `crfcore.inference.log_z`.
    keep_transitions : bool
        Choose among the labellings that are possible as a whole. Otherwise each token gets its
        most probable label, which may follow its neighbour by a forbidden transition.

    Raises
    ------
    CrfError
        When a sentence has no labelling; names the sentence and the token.

    Notes
    -----
    Of equal probabilities the lower label wins.
    """
    rows = marginals(scores, transitions, offsets, allowed)
    if keep_transitions:
        checked = lattice(scores, transitions, offsets, allowed)
        possible = checked.scores > -np.inf
        if len(checked.allowed):
            possible &= checked.allowed != 0
        with_ways = np.where(checked.transitions > -np.inf, 0.0, -np.inf)
        labels, _ = viterbi(
            rows,
            with_ways if len(with_ways) > 1 else with_ways[0],
            checked.offsets,
            possible.astype(np.uint8),
        )
    else:
        labels = np.argmax(rows, axis=1).astype(np.int32)
    places = labels[:, np.newaxis].astype(np.int64)
    return PosteriorDecoding(labels, np.take_along_axis(rows, places, axis=1)[:, 0])
