"""Marginal likelihood: Σ_t −log P(y_t given x).

R. Gupta, "Conditional Random Fields", equation 34 (called pseudo-likelihood there), after
S. Kakade, Y. W. Teh and S. Roweis 2002, "An alternate objective function for Markovian fields".

The gradient is Σ_t (E[F given x] − E[F given y_t, x]) (equation 36, with its missing F). The sum of
the second expectations takes linear time: marginals are the gradient of log Z, whose Hessian is
symmetric, so that the gradient of Σ_t Σ_y c_t(y) · P(y_t = y given x) for fixed c is the
directional derivative of the marginals along c. Here c_t(y_t) = −1 / P(y_t given x);
`chain_derivatives` computes it without overflow and cancellation.
"""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from crfcore.arrays import FloatArray, MaskArray
from crfcore.inference.lattice import Lattice
from crfcore.inference.posterior_chain import (
    PosteriorChain,
    StepPotentials,
    posterior_chain,
    step_potentials,
)
from crfcore.training.objectives.run_chains import (
    EVERYTHING,
    chain_of,
    expected_in,
    write_derivatives,
)
from crfcore.training.objectives.terms import ScoredRun

MIN_MASS = 1e-280
"""Sentences with a less probable label are computed label by label."""


class MarginalLikelihood:
    """The terms of the marginal likelihood; see `Terms`.

    For a token with a set of labels it is the probability of the set; 1 for an open token.
    """

    takes_single = False
    only_open = False

    def add(self, run: ScoredRun, by_scores: FloatArray, by_transitions: FloatArray) -> float:
        """Return Σ_t −log P(y_t given x), and write its derivatives."""
        chain = chain_of(run)
        allowed = run.allowed()
        mass = np.sum(chain.marginals() * allowed, axis=1)
        # Open tokens have derivative 0.
        counts = run.label_sets != run.n_labels
        possible = (mass > MIN_MASS) | ~counts
        lost = [
            (start, stop)
            for start, stop in pairwise(run.offsets.tolist())
            if not np.all(possible[start:stop])
        ]
        for start, stop in lost:
            counts[start:stop] = False
        mass[~counts] = 1.0
        along = np.where(counts[:, np.newaxis] & (allowed != 0), -1.0 / mass[:, np.newaxis], 0.0)
        write_derivatives(chain, along, by_scores, by_transitions)
        value = -float(np.sum(np.log(mass)))
        for start, stop in lost:
            value += _label_by_label(run, start, stop, by_scores, by_transitions)
        return value

    def expect(self, run: ScoredRun, by_scores: FloatArray, by_transitions: FloatArray) -> None:
        """Write the marginal probabilities of labels and of transitions."""
        by_scores[:] = expected_in(chain_of(run), by_transitions)


def _label_by_label(
    run: ScoredRun, start: int, stop: int, by_scores: FloatArray, by_transitions: FloatArray
) -> float:
    """Add the terms of a sentence as log Z − log Z(y_t allowed), a pass for each label.

    Slow, but correct for labels of any probability.
    """
    positions = slice(start, stop) if run.by_position else slice(0, 1)
    transitions = run.transitions[positions]
    steps = step_potentials(transitions)
    n_tokens = stop - start
    value = 0.0
    everything = _passed(run, start, stop, steps, EVERYTHING)
    pairs = np.zeros(transitions.shape)
    expected = expected_in(everything, pairs)
    for t in np.flatnonzero(run.label_sets[start:stop] != run.n_labels).tolist():
        mask = np.ones((n_tokens, run.n_labels), dtype=np.uint8)
        mask[t] = run.allowed_by_set[run.label_sets[start + t]]
        known = _passed(run, start, stop, steps, mask)
        known_pairs = np.zeros(transitions.shape)
        by_scores[start:stop] += expected - expected_in(known, known_pairs)
        by_transitions[positions] += pairs - known_pairs
        value += float(everything.log_z[0] - known.log_z[0])
    return value


def _passed(
    run: ScoredRun, start: int, stop: int, steps: StepPotentials, mask: MaskArray
) -> PosteriorChain:
    """Return the chain of one sentence under a mask."""
    offsets = np.array([0, stop - start], dtype=np.int64)
    return posterior_chain(Lattice(run.scores[start:stop], steps.transitions, offsets, mask), steps)
