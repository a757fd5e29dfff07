"""Besag's pseudo-likelihood: each label given its neighbours.

J. Besag 1975, "Statistical analysis of non-lattice data": Σ_t −log P(y_t given y_{t−1}, y_{t+1},
x). With s the scores of the token and T the transitions, P(y given its neighbours) is proportional
to exp(s_t(y) + T(y_{t−1}, y) + T(y, y_{t+1})): a sum over the labels of one token instead of all
labellings. R. Gupta uses the name for `marginal_likelihood`. Tokens count if they are not open and
the labels beside them are known; for a set of labels it is the probability of the set.
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


class PseudoLikelihood:
    """The terms of Besag's pseudo-likelihood; see `Terms`."""

    takes_single = False
    only_open = False

    def add(self, run: ScoredRun, by_scores: FloatArray, by_transitions: FloatArray) -> float:
        """Return Σ_t −log P(y_t given its neighbours, x), and write its derivatives."""
        before, after, counts = _neighbours(run)
        local = _local_scores(run, before, after)
        sums = log_sums(local, 1)
        by_scores[:] = normalised(local, sums)
        known = run.label_sets < run.n_labels
        rows = np.flatnonzero(known)
        labels = run.label_sets[rows]
        reached = np.zeros(len(local))
        reached[rows] = local[rows, labels]
        by_scores[rows, labels] -= 1.0
        rows = np.flatnonzero(~known & counts)
        possible = masked(local[rows], run.allowed_by_set[run.label_sets[rows]])
        reached[rows] = log_sums(possible, 1)
        by_scores[rows] -= normalised(possible, reached[rows])
        by_scores[~counts] = 0.0
        _spread(run, before, after, by_scores, by_transitions)
        return float(np.sum((sums - reached)[counts]))

    def expect(self, run: ScoredRun, by_scores: FloatArray, by_transitions: FloatArray) -> None:
        """Write P(y given the neighbours of token t, x), and the expected transitions."""
        before, after, counts = _neighbours(run)
        local = _local_scores(run, before, after)
        by_scores[:] = normalised(local, log_sums(local, 1))
        by_scores[~counts] = 0.0
        _spread(run, before, after, by_scores, by_transitions)


def _neighbours(
    run: ScoredRun,
) -> tuple[IdArray, IdArray, np.ndarray[tuple[int], np.dtype[np.bool_]]]:
    """Return the labels beside each token, −1 where missing or open, and the tokens that count."""
    labels, n_labels = run.label_sets, run.n_labels
    begins = run.is_first() != 0
    ends = np.ones(len(labels), dtype=np.bool_)
    ends[:-1] = begins[1:]
    before = np.full(len(labels), -1, dtype=np.int32)
    after = before.copy()
    before[1:] = labels[:-1]
    after[:-1] = labels[1:]
    before[begins] = after[ends] = -1
    counts = (before < n_labels) & (after < n_labels) & (labels != n_labels)
    before[before >= n_labels] = -1
    after[after >= n_labels] = -1
    return before, after, counts


def _local_scores(run: ScoredRun, before: IdArray, after: IdArray) -> FloatArray:
    """Return the score of each label of each token given its neighbours, (n, L)."""
    local = run.scores.copy()
    rows, columns = np.flatnonzero(before >= 0), np.flatnonzero(after >= 0)
    if run.by_position:
        local[rows] += run.transitions[rows, before[rows]]
        local[columns] += run.transitions[columns + 1, :, after[columns]]
    else:
        shared = run.transitions[0]
        local[rows] += shared[before[rows]]
        local[columns] += np.ascontiguousarray(shared.T)[after[columns]]
    return local


def _spread(
    run: ScoredRun,
    before: IdArray,
    after: IdArray,
    by_scores: FloatArray,
    by_transitions: FloatArray,
) -> None:
    """Add tokens' amounts to the transitions into and out of them."""
    if run.by_position:
        rows, columns = np.flatnonzero(before >= 0), np.flatnonzero(after >= 0)
        by_transitions[rows, before[rows]] += by_scores[rows]
        by_transitions[columns + 1, :, after[columns]] += by_scores[columns]
    else:
        by_transitions[0] += sums_by_group(before, by_scores, run.n_labels)
        by_transitions[0] += sums_by_group(after, by_scores, run.n_labels).T
