"""Estimates for unseen words by their attributes: the maximum entropy model of EP2.

Zhu et al., "Closed Form Maximum Likelihood Estimator of Conditional Random Fields", section 3.7.2:
u(y, x) = exp Σ_j λ_j f_j(y, x) / Σ_y' exp Σ_j λ_j f_j(y', x), fitted to the tokens of seen words
and used for unseen ones. Features are pairs of a label and an attribute that is not a key, and a
bias for each label, because a word may have no attribute.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from crfcore.arrays import FloatArray, MaskArray
from crfcore.features.dataset import Dataset
from crfcore.features.segments import offsets_of
from crfcore.features.targets import Targets
from crfcore.training.linear_model import LinearModel


@dataclass(frozen=True, slots=True, eq=False)
class UnseenWords:
    """A maximum entropy model of labels given the attributes that are not keys.

    Attributes
    ----------
    model : LinearModel
        With one more attribute: the last one is the bias.
    """

    model: LinearModel

    @property
    def n_attributes(self) -> int:
        """The number of token attributes."""
        return self.model.index.n_attributes - 1

    def with_labels(self, n_labels: int) -> UnseenWords:
        """Return the same with further labels, impossible for unseen words."""
        old = self.model.index
        new = np.arange(old.n_labels, n_labels, dtype=np.int32)
        # The bias is the last attribute.
        indptr = old.state_indptr.copy()
        indptr[-1] += len(new)
        labels = np.concatenate([old.state_labels, new])
        index = replace(old, n_labels=n_labels, state_indptr=indptr, state_labels=labels)
        weights = np.concatenate([self.model.weights, np.full(len(new), -np.inf)])
        return UnseenWords(LinearModel(index, weights))

    def scores(self, dataset: Dataset, tokens: NDArray[np.int64]) -> FloatArray:
        """Return log u(y, x) of some tokens, (n, L)."""
        single = tokens_alone(dataset, tokens, None, self.n_attributes)
        scores = self.model.scores(single, 0, single.n_tokens)
        greatest = scores.max(axis=1, keepdims=True)
        sums = np.exp(scores - greatest).sum(axis=1, keepdims=True)
        return np.asarray(scores - greatest - np.log(sums))


def tokens_alone(
    dataset: Dataset, tokens: NDArray[np.int64], is_key: MaskArray | None, n_attributes: int
) -> Dataset:
    """Return tokens as sentences of their own, without keys and with a bias attribute.

    Parameters
    ----------
    dataset : Dataset
    tokens : (n,) array
    is_key : (A,) array of 0 and 1, optional
        Attributes to leave out.
    n_attributes : int
        The id of the bias; attributes from this id on are left out too.
    """
    lengths = dataset.indptr[tokens + 1] - dataset.indptr[tokens]
    rows = np.repeat(np.arange(len(tokens)), lengths)
    first = np.cumsum(lengths) - lengths
    positions = np.repeat(dataset.indptr[tokens] - first, lengths) + np.arange(int(lengths.sum()))
    attributes = dataset.attributes[positions]
    kept = attributes < n_attributes
    if is_key is not None:
        kept &= is_key[attributes] == 0
    sizes = np.bincount(rows[kept], minlength=len(tokens)) + 1
    indptr = offsets_of(sizes)
    filled = np.empty(int(indptr[-1]), np.int32)
    is_last = np.zeros(len(filled), np.bool_)
    is_last[indptr[1:] - 1] = True
    filled[is_last] = n_attributes
    filled[~is_last] = attributes[kept]
    offsets = np.arange(len(tokens) + 1, dtype=np.int64)
    return Dataset(offsets, indptr, filled, n_attributes + 1)


Fit = Callable[[Dataset, Targets, FloatArray], LinearModel]
"""From sentences of one token, targets and weights to a model."""


def fitted_unseen_words(
    dataset: Dataset, targets: Targets, is_key: MaskArray, fit: Fit
) -> UnseenWords:
    """Fit a model to the confirmed tokens that have a key.

    Tokens with the same attributes and the same label are merged into a weighted one.

    Parameters
    ----------
    dataset : Dataset
    targets : Targets
    is_key : (A,) array of 0 and 1
    fit : callable
    """
    tokens = np.flatnonzero(targets.label_sets < targets.n_labels)
    single = tokens_alone(dataset, tokens, is_key, dataset.n_attributes)
    labels = targets.label_sets[tokens]
    positions, counts = _distinct(single, labels)
    alike = replace(targets, label_sets=labels[positions], sets=targets.sets[:0])
    return UnseenWords(fit(single.select(positions), alike, counts))


def _distinct(dataset: Dataset, labels: NDArray[np.int32]) -> tuple[NDArray[np.int64], FloatArray]:
    """Return one token of each kind, in their order, and the number of tokens of the kind."""
    # Sets of attributes are identified by sums of random numbers; the seed does not matter.
    marks = np.random.default_rng(0).integers(0, 2**63, size=(2, dataset.n_attributes))
    kinds = np.add.reduceat(marks[:, dataset.attributes], dataset.indptr[:-1], axis=1)
    table = np.stack([*kinds, labels.astype(np.int64)], axis=1)
    _, positions, counts = np.unique(table, axis=0, return_index=True, return_counts=True)
    order = np.argsort(positions)
    return positions[order], counts[order].astype(np.float64)
