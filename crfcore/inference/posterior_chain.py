"""The posterior of a sentence's labels as a Markov chain."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from crfcore.arrays import FloatArray, OffsetArray
from crfcore.inference.forward_backward import NoLabellingError
from crfcore.inference.lattice import TOKENS_AT_ONCE, Lattice
from crfcore.inference.posterior_chain_kernels import (
    ChainArrays,
    chain_marginals,
    first_dead_end,
    make_chain,
    row_potentials,
)

ENTRIES_AT_ONCE = 2**20
"""Tokens × labels² per batch where something differs by position."""

NO_PAIRS: FloatArray = np.zeros((0, 0, 0))
"""Passed as pairs if they are not needed."""


@dataclass(frozen=True, slots=True)
class StepPotentials:
    """Transitions prepared for the chain.

    Attributes
    ----------
    transitions : (K, L, L) array
    potentials : (K, L, L) array
        exp(transitions − maximum of the row).
    greatest : (K, L) array
    """

    transitions: FloatArray
    potentials: FloatArray
    greatest: FloatArray


def step_potentials(transitions: FloatArray) -> StepPotentials:
    """Exponentiate transition scores (K, L, L)."""
    ready = StepPotentials(
        transitions, np.empty(transitions.shape), np.empty(transitions.shape[:2])
    )
    row_potentials(transitions, ready.potentials, ready.greatest)
    return ready


@dataclass(frozen=True, slots=True)
class PosteriorChain:
    """The chain of a batch of sentences; see `posterior_chain_kernels` for the arrays.

    Attributes
    ----------
    offsets : (N + 1,) array
    steps : StepPotentials
    arrays : ChainArrays
    log_z : (N,) array
    """

    offsets: OffsetArray
    steps: StepPotentials
    arrays: ChainArrays
    log_z: FloatArray

    @property
    def n_tokens(self) -> int:
        """T."""
        return len(self.arrays.messages)

    def marginals(self, pairs: FloatArray = NO_PAIRS) -> FloatArray:
        """Return P(y_t = y given x), (T, L); write the pairs, if given."""
        result = np.empty(self.arrays.messages.shape)
        chain_marginals(self.offsets, self.arrays, result, pairs)
        return result


def posterior_chain(run: Lattice, steps: StepPotentials) -> PosteriorChain:
    """Run the backward pass.

    Raises
    ------
    NoLabellingError
        A sentence has no labelling; with its index in the run.
    """
    shape = len(run.scores), run.n_labels
    messages = (np.empty(shape) for _ in range(4))
    arrays = ChainArrays(steps.transitions, steps.potentials, steps.greatest, *messages)
    chain = PosteriorChain(run.offsets, steps, arrays, np.empty(run.n_sentences))
    bad = make_chain(run.offsets, run.scores, run.allowed, arrays, chain.log_z)
    if bad >= 0:
        raise no_labelling_in(run, bad)
    return chain


def no_labelling_in(run: Lattice, sentence: int) -> NoLabellingError:
    """Return the error of a sentence without labelling, which names the token."""
    start, stop = int(run.offsets[sentence]), int(run.offsets[sentence + 1])
    token = first_dead_end(start, stop, run.scores, run.allowed, run.transitions)
    return NoLabellingError(sentence, token - start)


def posterior_chains(
    checked: Lattice, *, by_pair: bool = False
) -> Iterator[tuple[int, PosteriorChain]]:
    """Yield (index of the first sentence, chain) for batches of sentences.

    Parameters
    ----------
    checked : Lattice
    by_pair : bool
        Whether the caller makes (T, L, L) arrays of each batch, which is then smaller.

    Raises
    ------
    NoLabellingError
        With the sentence's index in the whole lattice.
    """
    shared = step_potentials(checked.transitions) if len(checked.transitions) == 1 else None
    n_tokens = TOKENS_AT_ONCE
    if by_pair or shared is None:
        n_tokens = min(n_tokens, max(ENTRIES_AT_ONCE // checked.n_labels**2, 1))
    for first, run in checked.slices(n_tokens):
        try:
            yield first, posterior_chain(run, shared or step_potentials(run.transitions))
        except NoLabellingError as error:
            raise NoLabellingError(first + error.sentence, error.token) from None
