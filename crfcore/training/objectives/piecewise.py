"""Piecewise training: each pair of neighbouring labels is normalised by itself.

C. Sutton and A. McCallum 2005, "Piecewise training of undirected models"; Z. Zhu et al., section 3.6,
equations 21 and 22. The pieces of a chain are its edges. The piece that ends in token t scores a pair of
labels by T(x, y) + s_t(y), the features f(y_{t−1}, y_t, x, t) of the chain at t, and the first token is a
piece of its own, so that the pieces' scores sum to the chain's. Hence the objective

    Σ_t [log Σ_{x,y} exp(T(x, y) + s_t(y)) − T(y_{t−1}, y_t) − s_t(y_t)]

is an upper bound of −log P(y given x), and with C(y) = Σ_x exp T(x, y) it costs no more than a classifier of
single tokens: log Σ_y exp(s_t(y) + log C(y)).

Of sets of labels it is the probability of all pairs that they allow.
"""

from __future__ import annotations

import numpy as np

from crfcore.arrays import FloatArray, IdArray
from crfcore.training.objectives.terms import (
    ScoredRun,
    log_sums,
    masked,
    normalised,
    sums_by_group,
)


class Piecewise:
    """The terms of the piecewise likelihood; see `Terms`."""

    def add(self, run: ScoredRun, by_scores: FloatArray, by_transitions: FloatArray) -> float:
        """Return Σ_t −log P(y_{t−1}, y_t given x) by pieces, and write its derivatives."""
        steps = _steps(run)
        every = steps.scores_after_all()
        sums = log_sums(every, 1)
        by_scores[:] = normalised(every, sums)
        steps.add_pairs_after_all(by_scores, by_transitions)
        possible = steps.scores_after_known()
        known = run.label_sets < run.n_labels
        rows = np.flatnonzero(known)
        labels = run.label_sets[rows]
        reached = np.empty(len(sums))
        reached[rows] = possible[rows, labels]
        weights = np.zeros(possible.shape)
        weights[rows, labels] = 1.0
        rows = np.flatnonzero(~known)
        partly = masked(possible[rows], run.allowed_by_set[run.label_sets[rows]])
        reached[rows] = log_sums(partly, 1)
        weights[rows] = normalised(partly, reached[rows])
        by_scores -= weights
        steps.subtract_pairs_after_known(weights, by_transitions)
        return float(np.sum(sums - reached))

    def expect(self, run: ScoredRun, by_scores: FloatArray, by_transitions: FloatArray) -> None:
        """Write the probabilities of labels and pairs by pieces."""
        steps = _steps(run)
        every = steps.scores_after_all()
        by_scores[:] = normalised(every, log_sums(every, 1))
        steps.add_pairs_after_all(by_scores, by_transitions)


def _steps(run: ScoredRun) -> _SharedSteps | _StepsByPosition:
    return _StepsByPosition(run) if run.by_position else _SharedSteps(run)


def _sets_before(run: ScoredRun) -> IdArray:
    """Return what is known of the label before each token, as in `label_sets`; −1 for none."""
    before = np.full(len(run.label_sets), -1, dtype=np.int32)
    before[1:] = run.label_sets[:-1]
    before[run.is_first() != 0] = -1
    return before


class _SharedSteps:
    """Pieces whose transitions all tokens share: what they sum to is looked up in a table.

    Attributes
    ----------
    table : (L + 1 + S, L) array
        log Σ_x exp T(x, y) over the labels x that a set allows.
    """

    def __init__(self, run: ScoredRun) -> None:
        self._run = run
        self._before = _sets_before(run)
        transitions, n_labels = run.transitions[0], run.n_labels
        self.table = np.concatenate([transitions, np.empty((len(run.allowed_by_set) - n_labels, n_labels))])
        for number in range(n_labels, len(self.table)):
            mask = run.allowed_by_set[number][:, np.newaxis]
            self.table[number] = log_sums(masked(transitions, mask), 0)

    def scores_after_all(self) -> FloatArray:
        """Return log of the summed pieces that end in each label, (n, L)."""
        after_all = self.table[self._run.n_labels]
        return self._run.scores + np.where(self._before[:, np.newaxis] >= 0, after_all, 0.0)

    def scores_after_known(self) -> FloatArray:
        """Return the same over what is known of the label before."""
        scores = self._run.scores.copy()
        rows = np.flatnonzero(self._before >= 0)
        scores[rows] += self.table[self._before[rows]]
        return scores

    def add_pairs_after_all(self, ends: FloatArray, pairs: FloatArray) -> None:
        """Add the probabilities of pairs, given those of the labels in which they end (n, L)."""
        n_labels = self._run.n_labels
        total = np.sum(ends[self._before >= 0], axis=0)
        pairs[0] += self._given_end(n_labels) * total

    def subtract_pairs_after_known(self, ends: FloatArray, pairs: FloatArray) -> None:
        """Subtract the same over what is known of the label before."""
        n_labels = self._run.n_labels
        totals = sums_by_group(self._before, ends, len(self.table))
        pairs[0] -= totals[:n_labels]
        for number in range(n_labels, len(self.table)):
            if np.any(totals[number]):
                pairs[0] -= self._given_end(number) * totals[number]

    def _given_end(self, number: int) -> FloatArray:
        """Return P(label before = x given label y, and that x is in a set), (L, L)."""
        mask = self._run.allowed_by_set[number][:, np.newaxis]
        values = masked(self._run.transitions[0], mask)
        return normalised(values.T, self.table[number]).T


class _StepsByPosition:
    """Pieces that have transitions of their own."""

    def __init__(self, run: ScoredRun) -> None:
        self._run = run
        before = _sets_before(run)
        self._rows = np.flatnonzero(before >= 0)
        self._every = run.transitions[self._rows]
        allowed = run.allowed_by_set[before[self._rows]]
        self._possible = masked(self._every, allowed[:, :, np.newaxis])

    def scores_after_all(self) -> FloatArray:
        """See `_SharedSteps`."""
        return self._after(self._every)

    def scores_after_known(self) -> FloatArray:
        """See `_SharedSteps`."""
        return self._after(self._possible)

    def add_pairs_after_all(self, ends: FloatArray, pairs: FloatArray) -> None:
        """See `_SharedSteps`."""
        pairs[self._rows] += self._given_end(self._every) * ends[self._rows, np.newaxis]

    def subtract_pairs_after_known(self, ends: FloatArray, pairs: FloatArray) -> None:
        """See `_SharedSteps`."""
        pairs[self._rows] -= self._given_end(self._possible) * ends[self._rows, np.newaxis]

    def _after(self, transitions: FloatArray) -> FloatArray:
        scores = self._run.scores.copy()
        scores[self._rows] += log_sums(transitions, 1)
        return scores

    def _given_end(self, transitions: FloatArray) -> FloatArray:
        by_end = np.swapaxes(transitions, 1, 2)
        return np.swapaxes(normalised(by_end, log_sums(transitions, 1)), 1, 2)
