"""The entropy of labellings."""

from __future__ import annotations

import numpy as np

from crfcore.arrays import FloatArray, MaskArray, OffsetArray
from crfcore.inference.entropy_kernels import chain_entropies
from crfcore.inference.lattice import lattice
from crfcore.inference.posterior_chain import posterior_chains


def entropy(
    scores: FloatArray,
    transitions: FloatArray,
    offsets: OffsetArray,
    allowed: MaskArray | None = None,
) -> FloatArray:
    """Return the entropy of the labellings of each sentence, −Σ_y P(y) log P(y), in nats.

    Parameters
    ----------
    scores, transitions, offsets, allowed
        As for `crfcore.inference.log_z`.

    Returns
    -------
    (N,) array
        Between 0 (one labelling has all the mass) and the logarithm of the number of labellings.

    Raises
    ------
    CrfError
        A sentence has no labelling; names the sentence and the token.

    Notes
    -----
    Exact, in time proportional to the number of tokens, by the chain rule of entropies (D.
    Hernando, V. Crespi and G. Cybenko, 2005, for hidden Markov models).
    """
    checked = lattice(scores, transitions, offsets, allowed)
    result = np.empty(checked.n_sentences)
    for first, chain in posterior_chains(checked):
        entropies = result[first : first + len(chain.log_z)]
        chain_entropies(chain.offsets, chain.arrays, entropies)
    return result
