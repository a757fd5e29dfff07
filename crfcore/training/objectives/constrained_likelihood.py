"""The likelihood under rules.

Σ_i log Z_i(all) − log Z_i(known labels and hard rules). With ``normalise="rules"`` the first sum
too is over the labellings that obey the rules: the model learns only what the rules leave open.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from crfcore.arrays import FloatArray, MaskArray, OffsetArray
from crfcore.constraints.compiled import Compiled
from crfcore.constraints.constrained_inference import ConstrainedLattice
from crfcore.inference.lattice import sentence_runs
from crfcore.training.objectives.terms import ScoredRun

ENTRIES_AT_ONCE = 2**21
"""Tokens × labels² per batch."""

Ready = Sequence[Compiled | None]


class ConstrainedLikelihood:
    """The terms of the likelihood under rules; see `Terms`.

    Parameters
    ----------
    known : sequence of Compiled or None
        For each training sentence the rules besides its labels, or None.
    possible : sequence of Compiled or None
        For each sentence the rules of all labellings, or None.
    only_open : bool
        Whether fully labelled sentences have no rules.
    """

    takes_single = False

    def __init__(self, known: Ready, possible: Ready, *, only_open: bool = False) -> None:
        self._known = known
        self._possible = possible
        self.only_open = only_open

    def select(self, positions: OffsetArray) -> ConstrainedLikelihood:
        """Return the terms of some sentences."""
        chosen = positions.tolist()
        return ConstrainedLikelihood(
            [self._known[position] for position in chosen],
            [self._possible[position] for position in chosen],
            only_open=self.only_open,
        )

    def add(self, run: ScoredRun, by_scores: FloatArray, by_transitions: FloatArray) -> float:
        """Return Σ log Z(possible) − log Z(known), and write its derivatives."""
        by_scores[:] = 0.0
        value = _summed(run, self._possible, None, 1.0, by_scores, by_transitions)
        value += _summed(run, self._known, run.allowed(), -1.0, by_scores, by_transitions)
        return value

    def expect(self, run: ScoredRun, by_scores: FloatArray, by_transitions: FloatArray) -> None:
        """Write the probabilities of labels and of transitions over possible labellings."""
        by_scores[:] = 0.0
        _summed(run, self._possible, None, 1.0, by_scores, by_transitions)


def _summed(
    run: ScoredRun,
    rules: Ready,
    allowed: MaskArray | None,
    sign: float,
    by_scores: FloatArray,
    by_transitions: FloatArray,
) -> float:
    """Return sign · Σ log Z, and add its derivatives."""
    value = 0.0
    numbers = run.sentences.tolist()
    for first, last in sentence_runs(run.offsets, max(ENTRIES_AT_ONCE // run.n_labels**2, 1)):
        start, stop = int(run.offsets[first]), int(run.offsets[last])
        log_z, posteriors, pairs = ConstrainedLattice(
            run.scores[start:stop],
            run.transitions[start:stop] if run.by_position else run.transitions[0],
            run.offsets[first : last + 1] - start,
            None if allowed is None else allowed[start:stop],
            [rules[number] for number in numbers[first:last]],
        ).expectations()
        value += sign * float(np.sum(log_z))
        by_scores[start:stop] += sign * posteriors
        into = by_transitions[start:stop] if run.by_position else by_transitions[0]
        into += sign * pairs
    return value
