"""The penalised likelihood of a locally normalised chain, with its gradient.

Σ −log P(known labels given x) + c2·Σw². Where all labels are known, that is a sum over tokens of
log Z_t(y_{t-1}) − s_t(y_t) − τ_t(y_{t-1}, y_t), and each feature's derivative is its expectation
less its count, given the label before (000, section 2.3). Where labels are open, previous labels
are weighted by their posterior probabilities given the known labels (textbook chapter VII.4.1),
which is exact too.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from crfcore.arrays import FloatArray, IdArray, MaskArray, OffsetArray
from crfcore.features.dataset import Dataset
from crfcore.features.targets import Targets
from crfcore.inference.lattice import lattice, sentence_runs
from crfcore.inference.posterior_chain import posterior_chains
from crfcore.inference.potentials import padded_width
from crfcore.inference.sentence_pass import NoLabellingError
from crfcore.training.feature_index import FeatureIndex
from crfcore.training.indexed_dataset import IndexedDataset
from crfcore.training.linear_model import LinearModel
from crfcore.training.local_model import LocalModel, first_tokens, normalised
from crfcore.training.monitor import TrainingCancelled
from crfcore.training.token_features import TokenFeatures, token_features

TOKENS_AT_ONCE = 4096
"""Tokens per batch."""

ENTRIES_AT_ONCE = 2**20
"""Tokens × labels² per batch where previous labels are open."""


class Expectations(NamedTuple):
    """Sums of features over all tokens.

    Attributes
    ----------
    value : float
        Σ −log P(known labels given x).
    observed, expected : (F,) arrays
        Of each feature: its count, or expected count given the known labels; and the model's
        expectation given previous labels.
    """

    value: float
    observed: FloatArray
    expected: FloatArray


class _Point(NamedTuple):
    """Weights (F,) of the index, and of first labels (L,), −∞ for impossible ones."""

    weights: FloatArray
    start: FloatArray


class LocalObjective:
    """Value and gradient of the objective at given weights.

    Parameters
    ----------
    dataset : Dataset
    targets : Targets
    index : FeatureIndex
    start_labels : (S,) array
        The possible first labels of a sentence.
    c2 : float
        Factor of Σ w²; the weights of first labels are penalised like the others.
    cancelled : callable, optional
        True ends an evaluation with `TrainingCancelled`.
    sentence_weights : (N,) array, optional
        Factor of each sentence's log-likelihood.

    Attributes
    ----------
    n_weights : int
        F: the weights of the index, then one for each of `start_labels`.
    """

    def __init__(
        self,
        dataset: Dataset,
        targets: Targets,
        index: FeatureIndex,
        start_labels: IdArray,
        *,
        c2: float = 1.0,
        cancelled: Callable[[], bool] | None = None,
        sentence_weights: FloatArray | None = None,
    ) -> None:
        self.index = index
        self.start_labels = start_labels
        self.n_weights = index.n_weights + len(start_labels)
        self.c2 = float(c2)
        self._cancelled = cancelled
        if sentence_weights is None:
            sentence_weights = np.ones(dataset.n_sentences)
        known, others = _divided(dataset, targets, by_position=len(index.edge_pairs) > 0)
        self._shares: list[_KnownShare | _OpenShare] = [
            kind(
                dataset.select(positions),
                targets.select(dataset.offsets, positions),
                index,
                sentence_weights[positions],
                positions,
            )
            for kind, positions in ((_KnownShare, known), (_OpenShare, others))
            if len(positions)
        ]

    def model(self, weights: FloatArray) -> LocalModel:
        """Return the model with weights (F,)."""
        point = self._point(weights)
        return LocalModel(LinearModel(self.index, point.weights.copy()), point.start)

    def _point(self, weights: FloatArray) -> _Point:
        n = self.index.n_weights
        start = np.full(self.index.n_labels, -np.inf)
        start[self.start_labels] = weights[n:]
        return _Point(weights[:n], start)

    def __call__(self, weights: FloatArray, gradient: FloatArray) -> float:
        """Return the objective and write its gradient.

        Raises
        ------
        TrainingCancelled
            The gradient is then undefined.
        """
        found = self.expectations(weights)
        gradient[:] = found.expected - found.observed + 2.0 * self.c2 * weights
        return found.value + self.penalty(weights)

    def penalty(self, weights: FloatArray) -> float:
        """Return c2·Σw²."""
        return self.c2 * float(np.sum(weights * weights))

    def expectations(self, weights: FloatArray) -> Expectations:
        """Return observed and expected features at weights (F,)."""
        observed, expected = _Sums(self.index), _Sums(self.index)
        point = self._point(weights)
        value = 0.0
        for share in self._shares:
            value += share.add(point, observed, expected, self._check)
        parts = [
            np.concatenate([sums.finished(), sums.pairs[-1, self.start_labels]])
            for sums in (observed, expected)
        ]
        return Expectations(value, *parts)

    def max_feature_sum(self) -> float:
        """Return the greatest sum of features of a token with its transition (f# of GIS)."""
        return max((share.max_feature_sum() for share in self._shares), default=1.0)

    def least_value(self) -> float:
        """Return the least value of an attribute."""
        return min((share.least_value() for share in self._shares), default=1.0)

    def _check(self) -> None:
        if self._cancelled is not None and self._cancelled():
            raise TrainingCancelled


def _divided(
    dataset: Dataset, targets: Targets, *, by_position: bool
) -> tuple[OffsetArray, OffsetArray]:
    """Return the indices of fully labelled sentences, and of partially labelled ones.

    Where transitions differ by position, all are treated as partially labelled.
    """
    n_labels = targets.n_labels
    lengths = np.diff(dataset.offsets)
    owners = np.repeat(np.arange(dataset.n_sentences), lengths)
    n_known = np.bincount(owners[targets.label_sets < n_labels], minlength=dataset.n_sentences)
    is_informative = (
        np.bincount(owners[targets.label_sets != n_labels], minlength=dataset.n_sentences) > 0
    )
    is_known = (n_known == lengths) & is_informative & (not by_position)
    return np.flatnonzero(is_known), np.flatnonzero(is_informative & ~is_known)


class _Sums:
    """Sums of features: state and edge weights, and pairs, with the start as the last row."""

    def __init__(self, index: FeatureIndex) -> None:
        self.index = index
        self.weights = np.zeros(index.n_weights)
        self.pairs = np.zeros((index.n_labels + 1, index.n_labels))

    def finished(self) -> FloatArray:
        flat = self.pairs[:-1].ravel()
        self.index.transition_part(self.weights)[:] += flat[self.index.transition_pairs]
        return self.weights


class _Share:
    """Some of the sentences, with their indices among all; attributes are arranged for speed."""

    def __init__(
        self,
        dataset: Dataset,
        targets: Targets,
        index: FeatureIndex,
        sentence_weights: FloatArray,
        numbers: OffsetArray,
    ) -> None:
        self._sentence_weights = sentence_weights
        self._numbers = numbers
        self._token_weights = np.repeat(sentence_weights, np.diff(dataset.offsets))
        self._dataset = dataset
        self._targets = targets
        self._index = index
        self._indexed = IndexedDataset(dataset, index)
        order = np.arange(dataset.n_tokens, dtype=np.int64)
        self._features: TokenFeatures = token_features(dataset, index, order)
        self._width = padded_width(index.n_labels)
        self._prepare()

    def _prepare(self) -> None:
        """Compute what does not depend on the weights."""

    def max_feature_sum(self) -> float:
        dataset = self._dataset
        values = dataset.values if dataset.has_values else np.ones(len(dataset.attributes))
        owners = np.repeat(np.arange(dataset.n_tokens), np.diff(dataset.indptr))
        sums = np.bincount(owners, values, dataset.n_tokens)
        if dataset.n_edge_attributes:
            sums = sums + np.diff(dataset.edge_indptr)
        return float(sums.max(initial=0.0)) + 1.0

    def least_value(self) -> float:
        return float(self._dataset.values.min(initial=1.0))

    def _scores(self, first: int, last: int, point: _Point, rows: FloatArray) -> FloatArray:
        scores = np.empty((last - first, self._width))
        self._features.score(first, last, point.weights, rows, scores)
        return scores[:, : self._index.n_labels]

    def _padded(self, probabilities: FloatArray) -> FloatArray:
        padded = np.zeros((len(probabilities), self._width))
        padded[:, : self._index.n_labels] = probabilities
        return padded


class _KnownShare(_Share):
    """Fully labelled sentences, with transitions shared by all tokens."""

    def _prepare(self) -> None:
        dataset, index = self._dataset, self._index
        n_labels, n_tokens = index.n_labels, dataset.n_tokens
        self._labels = self._targets.label_sets
        self._before = np.empty(n_tokens, dtype=np.int64)
        self._before[1:] = self._labels[:-1]
        self._before[first_tokens(dataset.offsets, 0, n_tokens)] = n_labels
        self._observed = _Sums(index)
        np.add.at(self._observed.pairs, (self._before, self._labels), self._token_weights)
        rows = self._features.empty_rows()
        for first in range(0, n_tokens, TOKENS_AT_ONCE):
            last = min(first + TOKENS_AT_ONCE, n_tokens)
            seen = np.zeros((last - first, self._width))
            seen[np.arange(last - first), self._labels[first:last]] = self._token_weights[
                first:last
            ]
            self._features.add(first, last, seen, self._observed.weights, rows)
        self._features.store(rows, self._observed.weights)

    def add(
        self,
        point: _Point,
        observed: _Sums,
        expected: _Sums,
        check: Callable[[], None],
    ) -> float:
        observed.weights += self._observed.weights
        observed.pairs += self._observed.pairs
        steps = np.vstack([self._index.transition_matrix(point.weights), point.start])
        rows = self._features.empty_rows()
        self._features.load(point.weights, rows)
        row_sums, weight_sums = self._features.empty_rows(), np.zeros_like(point.weights)
        value = 0.0
        n_tokens = self._dataset.n_tokens
        for first in range(0, n_tokens, TOKENS_AT_ONCE):
            check()
            last = min(first + TOKENS_AT_ONCE, n_tokens)
            before, labels = self._before[first:last], self._labels[first:last]
            logs = normalised(self._scores(first, last, point, rows) + steps[before])
            weights = self._token_weights[first:last]
            value -= float(np.sum(weights * logs[np.arange(last - first), labels]))
            probabilities = np.exp(logs) * weights[:, np.newaxis]
            self._features.add(first, last, self._padded(probabilities), weight_sums, row_sums)
            expected.pairs += _summed_by(before, probabilities, len(expected.pairs))
        self._features.store(row_sums, weight_sums)
        expected.weights += weight_sums
        return value


def _summed_by(groups: OffsetArray, rows: FloatArray, n_groups: int) -> FloatArray:
    """Return the sums of the rows (T, L) of each group, (n_groups, L)."""
    order = np.argsort(groups, kind="stable")
    groups = groups[order]
    begins = np.flatnonzero(np.diff(groups, prepend=-1))
    sums = np.zeros((n_groups, rows.shape[1]))
    sums[groups[begins]] = np.add.reduceat(rows[order], begins, axis=0)
    return sums


class _OpenShare(_Share):
    """Sentences in general: open labels, transitions by position."""

    def _prepare(self) -> None:
        self._allowed: MaskArray = self._targets.allowed_by_set()
        limit = max(ENTRIES_AT_ONCE // self._index.n_labels**2, 1)
        self._runs = sentence_runs(self._dataset.offsets, limit)

    def add(
        self,
        point: _Point,
        observed: _Sums,
        expected: _Sums,
        check: Callable[[], None],
    ) -> float:
        rows = self._features.empty_rows()
        self._features.load(point.weights, rows)
        own = [_Sums(self._index), _Sums(self._index)]
        row_sums = [self._features.empty_rows() for _ in own]
        value = 0.0
        for run in self._runs:
            check()
            start, stop = (int(self._dataset.offsets[position]) for position in run)
            scores = self._scores(start, stop, point, rows)
            starts = first_tokens(self._dataset.offsets, start, stop)
            steps = self._steps(start, stop, point, scores)
            begun = np.zeros_like(scores)
            begun[starts] = normalised(scores[starts] + point.start)
            steps[starts] = 0.0
            log_z, pairs, labels = self._posterior(run, begun, steps)
            value -= log_z
            weights = self._token_weights[start:stop, np.newaxis]
            labels *= weights
            pairs *= weights[:, :, np.newaxis]
            before = np.zeros_like(labels)
            before[1:] = labels[:-1]
            # The model's expectation given the previous label, weighted by its probability.
            ahead = np.exp(steps) * before[:, :, np.newaxis]
            first_ones = np.exp(begun[starts]) * weights[starts]
            ahead[starts] = 0.0
            states = ahead.sum(axis=1)
            states[starts] = first_ones
            self._put(start, stop, pairs, labels, starts, own[0], row_sums[0])
            self._put(start, stop, ahead, states, starts, own[1], row_sums[1])
        for sums, part, rows in zip((observed, expected), own, row_sums, strict=True):
            self._features.store(rows, part.weights)
            sums.weights += part.weights
            sums.pairs += part.pairs
        return value

    def _steps(self, start: int, stop: int, point: _Point, scores: FloatArray) -> FloatArray:
        """Return log P(y given q, x_t), (T, L, L)."""
        shared = self._index.transition_matrix(point.weights)
        steps = np.empty((stop - start, *shared.shape))
        if self._dataset.n_edge_attributes == 0:
            steps[:] = shared
        else:
            self._indexed.transitions(start, stop, point.weights, shared, steps)
        steps += scores[:, np.newaxis, :]
        return normalised(steps)

    def _posterior(
        self, run: tuple[int, int], begun: FloatArray, steps: FloatArray
    ) -> tuple[float, FloatArray, FloatArray]:
        """Return log P(known labels), and expected pairs and labels."""
        offsets = self._dataset.offsets[run[0] : run[1] + 1]
        start, stop = int(offsets[0]), int(offsets[-1])
        allowed = self._allowed[self._targets.label_sets[start:stop]]
        checked = lattice(begun, steps, offsets - start, allowed)
        log_z, pairs, labels = 0.0, np.zeros_like(steps), np.zeros_like(begun)
        try:
            for first, chain in posterior_chains(checked):
                at = int(checked.offsets[first])
                tokens = slice(at, at + chain.n_tokens)
                labels[tokens] = chain.marginals(pairs[tokens])
                weights = self._sentence_weights[run[0] + first :][: len(chain.log_z)]
                log_z += float(np.sum(weights * chain.log_z))
        except NoLabellingError as error:
            number = int(self._numbers[run[0] + error.sentence])
            raise NoLabellingError(number, error.token) from None
        return log_z, pairs, labels

    def _put(
        self,
        start: int,
        stop: int,
        pairs: FloatArray,
        labels: FloatArray,
        starts: OffsetArray,
        sums: _Sums,
        row_sums: FloatArray,
    ) -> None:
        """Add expected labels and pairs to the sums of their features."""
        self._features.add(start, stop, self._padded(labels), sums.weights, row_sums)
        sums.pairs[-1] += labels[starts].sum(axis=0)
        if self._dataset.n_edge_attributes == 0:
            sums.pairs[:-1] += pairs.sum(axis=0)
        else:
            self._indexed.add_pairs(start, stop, pairs, sums.weights, sums.pairs[:-1])
