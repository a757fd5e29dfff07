"""Softmax-margin: the likelihood of scores to which costs of wrong labels are added.

Σ_i log Σ_y exp(s(y) + L_i(y)) − log Σ_{y allowed} exp(s(y)), with L_i(y) = Σ_t cost(y_it, y_t)
(K. Gimpel and N. A. Smith, "Softmax-margin CRFs: training log-linear models with cost functions",
NAACL 2010). A set of possible labels costs its cheapest member, an unknown token nothing.

A label costs nothing where it is right, and costs are not negative. Hence L_i is 0 for all allowed
labellings, and the value is log Z(all) − log Z(allowed) of the scores s + L_i: costs need no
`Terms` of their own, only to be added to the scores of tokens, also before those of rules.
"""

from __future__ import annotations

import numpy as np

from crfcore.arrays import AnyFloatArray, FloatArray, IdArray, MaskArray
from crfcore.inference.potentials import padded_width


def cost_rows(costs: FloatArray, allowed_by_set: MaskArray) -> FloatArray:
    """Return the costs of labels for each value of `Targets.label_sets`, (L + 1 + S, W).

    Parameters
    ----------
    costs, allowed_by_set : arrays
        As for `CostRows`.
    """
    n_sets, n_labels = allowed_by_set.shape
    most = float(np.max(costs, initial=0.0))
    rows = np.zeros((n_sets, padded_width(n_labels)))
    rows[:n_labels, :n_labels] = costs
    # All labels are possible for an unknown token, so that each costs nothing.
    for number in range(n_labels + 1, n_sets):
        members = allowed_by_set[number, :, np.newaxis] != 0
        rows[number, :n_labels] = np.min(costs, axis=0, where=members, initial=most)
    return rows


class CostRows:
    """The costs of all labels, for each label or set of labels that a token may have.

    Parameters
    ----------
    costs : (L, L) array
        Of predicting the second label where the first one is right: 0 on the diagonal, and nowhere
        negative.
    allowed_by_set : (L + 1 + S, L) array
        As in `Targets`.
    """

    def __init__(self, costs: FloatArray, allowed_by_set: MaskArray) -> None:
        rows = cost_rows(costs, allowed_by_set)
        self._double: FloatArray = rows
        self._single: AnyFloatArray = rows.astype(np.float32)

    def add(self, label_sets: IdArray, scores: AnyFloatArray) -> None:
        """Add the costs to the scores of some tokens.

        Parameters
        ----------
        label_sets : (n,) array
            As in `Targets`.
        scores : (n, W) array, changed
        """
        # Another mode would check the numbers first.
        rows = self._single if scores.dtype == np.float32 else self._double
        scores += np.take(rows, label_sets, axis=0, mode="clip")
