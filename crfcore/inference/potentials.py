"""Potentials: exponentials of scores, shifted so that none overflows.

The scaled pass is exact up to rounding unless relevant mass underflows. With every potential of a
sentence between exp(−200) and 1, or exactly 0 where forbidden, a forward message can only become
inexact below 1e-200, which is checked after each token. A sentence that fails either test is
recomputed in the log domain.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from crfcore.arrays import FloatArray, MaskArray, OffsetArray
from crfcore.inference.potentials_kernels import pad_transitions, transition_range

WIDEST_SPREAD = 200.0
"""Limit of the range of scores in one step for the scaled pass."""

LANES = 8
"""Labels are padded to a multiple of this: the widest vector of doubles."""


def padded_width(n_labels: int) -> int:
    """Return the number of columns of padded arrays."""
    return -(-n_labels // LANES) * LANES


@dataclass(frozen=True, slots=True)
class TransitionPotentials:
    """Transitions prepared for kernels.

    Attributes
    ----------
    log_potentials : (K, W, W) array
        Scores − greatest one; −inf in the padding. K = 1 for shared transitions.
    potentials : (K, W, W) array
        Their exponentials.
    greatest : float
        The subtracted maximum.
    spread : float
        Range of the finite scores.
    """

    log_potentials: FloatArray
    potentials: FloatArray
    greatest: float
    spread: float


def used_transitions(transitions: FloatArray, offsets: OffsetArray) -> MaskArray:
    """Return the mask of used entries of transitions (K, L, L).

    By position, the entries of first tokens are unused.
    """
    used = np.ones(len(transitions), dtype=np.uint8)
    if len(transitions) > 1 or offsets[-1] == 1:
        starts = offsets[:-1]
        used[starts[starts < offsets[1:]]] = 0
    return used


def transition_potentials(transitions: FloatArray, offsets: OffsetArray) -> TransitionPotentials:
    """Exponentiate transition scores (K, L, L) of sentences with these offsets (N + 1,)."""
    width = padded_width(transitions.shape[1])
    used = used_transitions(transitions, offsets)
    least, greatest = transition_range(transitions, used)
    padded = np.empty((len(transitions), width, width))
    pad_transitions(transitions, used, greatest, padded)
    with np.errstate(under="ignore"):
        return TransitionPotentials(padded, np.exp(padded), greatest, greatest - least)
