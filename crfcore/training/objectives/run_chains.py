"""The posterior chain of a scored run: label probabilities, and how they change with the scores."""

from __future__ import annotations

import numpy as np

from crfcore.arrays import FloatArray, MaskArray
from crfcore.inference.directional_kernels import chain_derivatives, chain_expectations
from crfcore.inference.lattice import Lattice
from crfcore.inference.posterior_chain import PosteriorChain, posterior_chain, step_potentials
from crfcore.training.objectives.terms import ScoredRun

EVERYTHING: MaskArray = np.zeros((0, 0), dtype=np.uint8)
"""The mask that allows every label."""


def chain_of(run: ScoredRun) -> PosteriorChain:
    """Return the chain of all labellings."""
    lattice = Lattice(run.scores, run.transitions, run.offsets, EVERYTHING)
    return posterior_chain(lattice, step_potentials(run.transitions))


def expected_in(chain: PosteriorChain, pairs: FloatArray) -> FloatArray:
    """Return the marginal probabilities, (n, L); those of transitions are added to pairs."""
    expected = np.empty(chain.arrays.messages.shape)
    factors = np.ones(len(chain.log_z))
    chain_expectations(chain.offsets, chain.arrays, factors, expected, pairs)
    return expected


def write_derivatives(
    chain: PosteriorChain, along: FloatArray, by_scores: FloatArray, by_transitions: FloatArray
) -> None:
    """Write how marginals and transitions change along a direction of the scores, (n, L)."""
    n_sentences = len(chain.log_z)
    changes = np.empty(along.shape)
    chain_derivatives(
        chain.offsets,
        chain.arrays,
        along,
        np.zeros(by_transitions.shape),
        np.ones(n_sentences),
        np.empty(along.shape),
        np.empty(n_sentences),
        changes,
        by_transitions,
    )
    by_scores[:] = changes
