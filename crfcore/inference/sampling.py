"""Samples of labellings from the posterior."""

from __future__ import annotations

from numbers import Integral
from typing import Any

import numpy as np

from crfcore.arrays import FloatArray, IdArray, MaskArray, OffsetArray
from crfcore.errors import CrfError, shown
from crfcore.inference.lattice import lattice
from crfcore.inference.posterior_chain import posterior_chains
from crfcore.inference.sampling_kernels import draw_paths
from crfcore.messages import counted

MAX_ENTRIES = 1 << 28
"""Limit of labellings × tokens, which are drawn at once."""


def check_number(n: Any, n_tokens: int) -> None:
    """Raise CrfError for an invalid number of labellings."""
    if isinstance(n, bool) or not (isinstance(n, Integral) and int(n) >= 0):
        raise CrfError(f"n={shown(n)} labellings cannot be drawn; ask for 0 or more.")
    if int(n) * max(n_tokens, 1) > MAX_ENTRIES:
        raise CrfError(
            f"n={shown(n)} labellings of {counted(n_tokens, 'token')} are too many at once; ask "
            "for fewer, or for those of fewer sentences."
        )


def random_numbers(rng: Any, name: str = "rng") -> np.random.Generator:
    """Return a generator, or that of a seed; CrfError if it is neither."""
    try:
        return np.random.default_rng(rng)
    except (TypeError, ValueError):
        raise CrfError(
            f"{name}={shown(rng)} is neither a random generator nor a seed; give "
            "numpy.random.default_rng(…), or a whole number from 0 on."
        ) from None


def sample(
    scores: FloatArray,
    transitions: FloatArray,
    offsets: OffsetArray,
    n: int,
    rng: np.random.Generator | int,
    allowed: MaskArray | None = None,
) -> IdArray:
    """Draw independent samples of labellings of every sentence.

    Parameters
    ----------
    scores, transitions, offsets, allowed
        As for `crfcore.inference.log_z`.
    n : int
        Number of samples of each sentence.
    rng : numpy.random.Generator or int
        A generator, or the seed of a new one. One number is drawn for each token and sample,
        token by token; so its state determines the result.

    Returns
    -------
    (n, T) array
        Row s has the s-th labelling of each sentence.

    Raises
    ------
    CrfError
        A sentence has no labelling; names the sentence and the token.

    Notes
    -----
    Backward filtering, forward sampling (S. L. Scott, 2002, with the direction of time reversed).
    """
    checked = lattice(scores, transitions, offsets, allowed)
    check_number(n, len(checked.scores))
    generator = random_numbers(rng)
    labels = np.empty((n, len(checked.scores)), dtype=np.int32)
    for first, chain in posterior_chains(checked):
        start = int(checked.offsets[first])
        n_tokens = chain.n_tokens
        part = np.empty((n, n_tokens), dtype=np.int32)
        draw_paths(chain.offsets, chain.arrays, generator.random((n_tokens, n)), part)
        labels[:, start : start + n_tokens] = part
    return labels
