"""Models of counts: the empirical estimates EP1 and EP2.

Z. Zhu, D. Hiemstra, P. Apers, A. Wombacher, "Closed Form Maximum Likelihood Estimator of
Conditional Random Fields", equations 12 and 13 and section 3.7.

P(y given x) is proportional to Π_t psi(y_t, x_t) · Π_t phi(y_{t-1}, y_t, x_{t-1}, x_t), where
psi(y, x) = P~(y given x) and phi is a co-occurrence rate. Choices where the paper is not specific:

- A token has one key (its word) and other attributes. Key seen: psi = P~(y given key), and labels
unseen with it are impossible. Key unseen: the mean over its attributes seen in training of
  P~(y given attribute) (EP1), or a maximum entropy model of these attributes (EP2); either raised
  to the power mu. The paper's mu is a factor, which has no effect.
- Rates of labels are P~(y, y') / (P~(y) P~(y')); with "words" those of equation 13 where the pair
of keys was seen. Unseen pairs have a small rate, so that every sentence has a path. The product is
normalised over all labellings.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from crfcore.arrays import FloatArray, IdArray, MaskArray, OffsetArray
from crfcore.features.dataset import Dataset
from crfcore.training.empirical_counts import EmpiricalCounts, codes_of_pairs
from crfcore.training.empirical_kernels import empirical_scores, word_rates
from crfcore.training.unseen_words import UnseenWords

UNSEEN_RATE = 1e-4
"""The co-occurrence rate of an unseen label pair, so that every sentence has a path."""

Edges: TypeAlias = Literal["labels", "words"]
"""Whether rates are of labels, or of labels and keys."""


@dataclass(frozen=True, slots=True, eq=False)
class EmpiricalModel:
    """A chain made of counts.

    Attributes
    ----------
    counts : EmpiricalCounts
        With counts of pairs of keys, for rates of equation 13.
    is_key : (A,) array of 0 and 1
        The attributes that are keys of tokens.
    exponent : float
        mu: for tokens whose key is unseen.
    unseen_rate : float
        For unseen label pairs; 0 forbids them.
    unseen : UnseenWords or None
        The maximum entropy model of EP2; None for EP1.
    """

    counts: EmpiricalCounts
    is_key: MaskArray
    exponent: float = 1.0
    unseen_rate: float = UNSEEN_RATE
    unseen: UnseenWords | None = None
    _rates: FloatArray | None = field(default=None, init=False, repr=False)

    @property
    def by_position(self) -> bool:
        """Whether transitions differ by position."""
        return self.counts.pairs is not None

    @property
    def edges(self) -> Edges:
        """The kind of rates."""
        return "words" if self.by_position else "labels"

    @property
    def rates(self) -> FloatArray:
        """The logarithms of the co-occurrence rates of labels, (L, L)."""
        if self._rates is None:
            # Thread-safe: each thread gets the same result.
            object.__setattr__(self, "_rates", _logarithm(self.counts.rates(self.unseen_rate)))
        return np.asarray(self._rates)

    def log_probabilities(self) -> tuple[OffsetArray, IdArray, FloatArray]:
        """Return (indptr, labels, log P~(label given attribute)), grouped by attribute."""
        table = self.counts.states.merged(len(self.is_key))
        totals = np.bincount(
            np.repeat(np.arange(len(self.is_key)), np.diff(table.indptr)),
            weights=table.counts,
            minlength=len(self.is_key),
        )
        totals = np.repeat(totals, np.diff(table.indptr))
        return table.indptr, table.members, np.log(table.counts / totals)

    @property
    def n_features(self) -> int:
        """The number of counts, and of weights of unseen words."""
        counts = self.counts
        n_features = counts.states.n_entries + counts.neighbours.size
        if counts.pairs is not None:
            n_features += counts.pairs.n_entries
        if self.unseen is not None:
            n_features += self.unseen.model.index.n_weights
        return n_features

    def with_labels(self, n_labels: int) -> EmpiricalModel:
        """Return the model with further labels, unseen, after the known ones."""
        unseen = None if self.unseen is None else self.unseen.with_labels(n_labels)
        return replace(self, counts=self.counts.with_labels(n_labels), unseen=unseen)

    def scores(self, dataset: Dataset, first: int, last: int) -> FloatArray:
        """Return log psi of tokens first..last-1, (last − first, L)."""
        return self.scores_and_unseen(dataset, first, last)[0]

    def scores_and_unseen(
        self, dataset: Dataset, first: int, last: int
    ) -> tuple[FloatArray, NDArray[np.bool_]]:
        """Return log psi of tokens first..last-1, and the mask of those without a known key."""
        scores = np.empty((last - first, self.counts.n_labels))
        is_unseen = np.empty(last - first, np.uint8)
        empirical_scores(
            first,
            last,
            dataset.indptr,
            dataset.attributes,
            self.is_key,
            self.counts.states.arrays,
            self.counts.prior(),
            self.exponent,
            scores,
            is_unseen,
        )
        unseen = is_unseen.astype(np.bool_)
        if self.unseen is not None and unseen.any():
            tokens = np.flatnonzero(unseen)
            scores[tokens] = self.exponent * self.unseen.scores(dataset, first + tokens)
        return scores, unseen

    def transitions(self, dataset: Dataset, first: int, last: int) -> FloatArray:
        """Return log phi: (L, L), or (last − first, L, L) by position."""
        if self.counts.pairs is None:
            return self.rates
        n_labels = self.counts.n_labels
        rates = np.empty((last - first, n_labels, n_labels))
        rates[:] = self.rates
        starts = np.zeros(last - first + 1, np.bool_)
        offsets = dataset.offsets
        inside = offsets[(offsets >= first) & (offsets <= last)]
        starts[inside - first] = True
        second = np.flatnonzero(~starts[:-1])
        pairs = np.full(last - first, -1, np.int64)
        pairs[second] = codes_of_pairs(dataset, self.is_key, first + second)
        scores = self.scores(dataset, first, last)
        unseen = float(_logarithm(np.array(self.unseen_rate)))
        word_rates(pairs, self.counts.pairs.arrays, scores, unseen, rates)
        return rates


def _logarithm(rates: FloatArray) -> FloatArray:
    with np.errstate(divide="ignore"):
        return np.log(rates)
