"""Minimum Bayes risk decoding: the labels with the fewest expected errors."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from crfcore.arrays import FloatArray, IdArray, MaskArray, OffsetArray
from crfcore.errors import CrfError
from crfcore.inference.forward_backward import marginals
from crfcore.inference.lattice import lattice
from crfcore.inference.viterbi import viterbi


class PosteriorDecoding(NamedTuple):
    """Labels of minimum risk.

    Attributes
    ----------
    labels : (T,) array
    probabilities : (T,) array
        P(y_t = label given x); their sum is the expected number of correct labels.
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
    ways: MaskArray | None = None,
) -> PosteriorDecoding:
    """Return the labels that minimise the expected number of wrong tokens.

    Parameters
    ----------
    scores, transitions, offsets, allowed
        As for `crfcore.inference.log_z`.
    keep_transitions : bool
        Choose among possible labellings. Otherwise each token gets its most probable label,
        possibly with forbidden transitions.
    ways : (L, L) array of 0 and 1, optional
        With `keep_transitions`: further restrictions of label pairs, such as those of a scheme.
        They do not change the probabilities.

    Raises
    ------
    CrfError
        A sentence has no labelling, with the sentence and the token; or `ways` has a wrong shape,
        or is given without `keep_transitions`.

    Notes
    -----
    Of equal probabilities the lower label wins.
    """
    checked = lattice(scores, transitions, offsets, allowed)
    rows = marginals(scores, transitions, offsets, allowed)
    follows = _checked_ways(ways, checked.n_labels, keep_transitions=keep_transitions)
    if keep_transitions:
        possible = checked.scores > -np.inf
        if len(checked.allowed):
            possible &= checked.allowed != 0
        with_ways = np.where((checked.transitions > -np.inf) & follows, 0.0, -np.inf)
        labels, _ = viterbi(
            rows,
            with_ways if len(with_ways) > 1 else with_ways[0],
            checked.offsets,
            possible.astype(np.uint8),
        )
    else:
        labels = np.argmax(rows, axis=1).astype(np.int32)
    positions = labels[:, np.newaxis].astype(np.int64)
    return PosteriorDecoding(labels, np.take_along_axis(rows, positions, axis=1)[:, 0])


def _checked_ways(
    ways: MaskArray | None, n_labels: int, *, keep_transitions: bool
) -> NDArray[np.bool_]:
    if ways is None:
        return np.ones((n_labels, n_labels), dtype=np.bool_)
    if not keep_transitions:
        raise CrfError("ways say what may follow what; they need keep_transitions=True.")
    follows = np.asarray(np.asarray(ways) != 0, dtype=np.bool_)
    if follows.shape != (n_labels, n_labels):
        raise CrfError(f"ways must have the shape ({n_labels}, {n_labels}), not {follows.shape}.")
    return follows
