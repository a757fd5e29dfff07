"""Totals of features, and expected counts by total, for iterative scaling.

An event is a sentence with a labelling; its total T(x, y) is the sum of its features' values. T(x)
is the maximum over labellings (J. Lafferty, A. McCallum, F. Pereira 2001, algorithm T; H. M.
Wallach 2002, equation 3.40), rounded up, which is still a bound and gives fewer distinct totals.
Expected counts of a feature are separated by T(x) (her equation 3.43).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import pairwise

import numpy as np

from crfcore.arrays import FloatArray, IdArray, OffsetArray
from crfcore.classic.optimisers.update_equations import Totals
from crfcore.errors import CrfError
from crfcore.features.dataset import Dataset
from crfcore.features.targets import Targets
from crfcore.inference.batched import EVERYTHING, forward_backward_for
from crfcore.inference.lattice import TOKENS_AT_ONCE, sentence_runs
from crfcore.inference.potentials import transition_potentials
from crfcore.inference.viterbi import viterbi
from crfcore.training.feature_index import FeatureIndex
from crfcore.training.indexed_dataset import IndexedDataset
from crfcore.training.linear_model import LinearModel
from crfcore.training.monitor import TrainingCancelled
from crfcore.training.objectives.shares_plan import Useful, useful_sentences


def events_of(
    algorithm: str, dataset: Dataset, targets: Targets, sentence_weights: FloatArray | None
) -> Useful:
    """Return the sentences for iterative scaling.

    Raises
    ------
    CrfError
        A label is open, or a value of an attribute is negative.
    """
    useful = useful_sentences(dataset, targets, sentence_weights)
    if useful.n_complete < useful.dataset.n_sentences:
        raise CrfError(
            f"algorithm={algorithm!r} needs sentences that are labelled from end to end (or not "
            "at all); use algorithm='lbfgs' where labels are open."
        )
    least = float(np.min(dataset.values, initial=0.0))
    if least < 0.0:
        raise CrfError(
            f"algorithm={algorithm!r} needs values of attributes from 0 on, and found {least}; "
            "shift them, or use algorithm='lbfgs'."
        )
    return useful


def max_totals(dataset: Dataset, index: FeatureIndex) -> FloatArray:
    """Return the maximum over labellings of the sum of features of each sentence, (N,).

    It is the score of the best labelling with all weights 1; it is computed once and does not count
    as an evaluation.
    """
    ones = LinearModel(index, np.ones(index.n_weights))
    totals = np.zeros(dataset.n_sentences)
    for first, last in _runs(dataset.offsets, index):
        start, stop = int(dataset.offsets[first]), int(dataset.offsets[last])
        totals[first:last] = viterbi(
            ones.scores(dataset, start, stop),
            ones.transitions(dataset, start, stop),
            dataset.offsets[first : last + 1] - start,
        )[1]
    return totals


def observed_counts(events: Useful, index: FeatureIndex) -> FloatArray:
    """Return the sum of each feature over labelled sentences, (F,)."""
    dataset, labels = events.dataset, events.targets.label_sets
    factors = _factors(events)
    counts = np.zeros(index.n_weights)
    indexed = IndexedDataset(dataset, index)
    for first, last in _runs(dataset.offsets, index):
        start, stop = int(dataset.offsets[first]), int(dataset.offsets[last])
        lengths = np.diff(dataset.offsets[first : last + 1])
        weights = np.repeat(factors[first:last], lengths)
        positions = np.arange(stop - start)
        amounts = np.zeros((stop - start, index.n_labels))
        amounts[positions, labels[start:stop]] = weights
        pairs = np.zeros((stop - start, index.n_labels, index.n_labels))
        is_later = np.ones(stop - start, dtype=bool)
        is_later[(dataset.offsets[first:last] - start)[lengths > 0]] = False
        later = positions[is_later]
        pairs[later, labels[start + later - 1], labels[start + later]] = weights[later]
        indexed.add(start, stop, amounts, pairs, counts)
    return counts


def _factors(events: Useful) -> FloatArray:
    weights = events.sentence_weights
    return weights if len(weights) else np.ones(events.dataset.n_sentences)


def n_events_of(events: Useful) -> float:
    """Return the weighted number of sentences."""
    return float(_factors(events).sum())


def _runs(offsets: OffsetArray, index: FeatureIndex) -> Iterator[tuple[int, int]]:
    entries = index.n_labels**2
    return iter(sentence_runs(offsets, max(min(TOKENS_AT_ONCE, 2**20 // entries), 1)))


class _Split:
    """Attributes separated by the total of their sentence: each pair is a new attribute.

    Attributes
    ----------
    ids : (K,) array
        The new ids of the attributes of tokens.
    indptr : (P + 1,) array
    sources : (F',) array
        Position of each pair's member in the attribute's list.
    kinds : (F',) array
        The index of its total.
    """

    def __init__(self, attributes: IdArray, kinds: OffsetArray, indptr: OffsetArray) -> None:
        n_attributes = max(len(indptr) - 1, 1)
        pairs, ids = np.unique(kinds * n_attributes + attributes, return_inverse=True)
        owners = pairs % n_attributes
        sizes = indptr[owners + 1] - indptr[owners]
        self.ids = ids.astype(np.int32)
        self.indptr = np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64)
        within = np.arange(int(self.indptr[-1])) - np.repeat(self.indptr[:-1], sizes)
        self.sources = np.repeat(indptr[owners], sizes) + within
        self.kinds = np.repeat(pairs // n_attributes, sizes)


class ChainEvents:
    """−log-likelihood + c2·Σw² of labelled sentences, with expected counts by total.

    Parameters
    ----------
    events : Useful
        Fully labelled.
    index : FeatureIndex
    observed : (F,) array
        `observed_counts`.
    c2 : float
    cancelled : callable, optional
        Called between batches of tokens.

    Attributes
    ----------
    totals : Totals
    amounts : (K,) array
        Expected counts by feature and total at the last point evaluated.
    """

    def __init__(
        self,
        events: Useful,
        index: FeatureIndex,
        observed: FloatArray,
        *,
        c2: float,
        cancelled: Callable[[], bool] | None = None,
    ) -> None:
        totals = np.ceil(max_totals(events.dataset, index))
        order = np.lexsort((_factors(events), totals)).astype(np.int64)
        dataset = events.dataset.select(order)
        self._index = index
        self._observed = observed
        self._c2 = c2
        self._cancelled = cancelled
        self._factors = _factors(events)[order]
        self._offsets = dataset.offsets
        self._dataset = dataset
        kinds, kind_of = np.unique(totals[order], return_inverse=True)
        # Sentences of a run have the same total and weight.
        changes = (np.diff(kind_of) != 0) | (np.diff(self._factors) != 0.0)
        ends = [0, *(np.flatnonzero(changes) + 1).tolist(), len(order)]
        self._runs = [
            (int(kind_of[start]), start + first, start + last)
            for start, end in pairwise(ends)
            for first, last in _runs(
                dataset.offsets[start : end + 1] - dataset.offsets[start], index
            )
        ]
        longest = [
            int(dataset.offsets[last] - dataset.offsets[first]) for _, first, last in self._runs
        ]
        self._worker = forward_backward_for(
            max(longest, default=0),
            index.n_labels,
            n_sentences=len(order) // max(len(self._runs), 1),
            by_position=len(index.edge_pairs) > 0,
        )
        self._arrange(dataset, kinds, kind_of)
        self.amounts = np.zeros(len(self.totals.features))

    def _arrange(self, dataset: Dataset, kinds: FloatArray, kind_of: OffsetArray) -> None:
        """Allocate each feature for each total, and find their order by feature."""
        index = self._index
        of_token = np.repeat(kind_of, np.diff(dataset.offsets))
        of_edge = np.zeros(0, np.int64)
        if len(dataset.edge_indptr):
            of_edge = np.repeat(of_token, np.diff(dataset.edge_indptr))
        of_attribute = np.repeat(of_token, np.diff(dataset.indptr))
        states = _Split(dataset.attributes, of_attribute, index.state_indptr)
        edges = _Split(dataset.edge_attributes, of_edge, index.edge_indptr)
        split = FeatureIndex(
            index.n_labels,
            states.indptr,
            index.state_labels[states.sources],
            np.zeros(0, np.int32),
            edges.indptr,
            index.edge_pairs[edges.sources],
        )
        renumbered = replace(
            dataset,
            attributes=states.ids,
            n_attributes=len(states.indptr) - 1,
            edge_attributes=edges.ids,
            n_edge_attributes=len(edges.indptr) - 1,
        )
        n_transitions, n_kinds = len(index.transition_pairs), len(kinds)
        transitions = np.tile(np.arange(n_transitions), n_kinds)
        before_edges = index.n_states + n_transitions
        features = [states.sources, before_edges + edges.sources, index.n_states + transitions]
        positions = [states.kinds, edges.kinds, np.repeat(np.arange(n_kinds), n_transitions)]
        by_place = np.concatenate(features), kinds[np.concatenate(positions)]
        order = np.lexsort(by_place[::-1])
        # Without any feature the value is constant.
        self._order = order[by_place[1][order] > 0.0]
        self.totals = Totals(by_place[0][self._order], by_place[1][self._order], index.n_weights)
        self._raw = np.zeros(len(order))
        self._indexed = IndexedDataset(renumbered, split)
        self._counts = self._raw[: split.n_weights]
        self._pairs = self._raw[split.n_weights :].reshape(n_kinds, n_transitions)

    def __call__(self, x: FloatArray, gradient: FloatArray) -> float:
        """Return the value and write the gradient.

        Raises
        ------
        TrainingCancelled
        """
        self._raw[:] = 0.0
        value = 0.0
        model = LinearModel(self._index, x)
        for kind, first, last in self._runs:
            if self._cancelled is not None and self._cancelled():
                raise TrainingCancelled
            value += self._add(kind, first, last, model)
        self.amounts = self._raw[self._order]
        gradient[:] = self.totals.expected(self.amounts)
        gradient -= self._observed
        gradient += 2.0 * self._c2 * x
        return value - float(self._observed @ x) + self._c2 * float(x @ x)

    def _add(self, kind: int, first: int, last: int, model: LinearModel) -> float:
        """Add expected counts of sentences with one total; return their weighted log Z."""
        start, stop = int(self._offsets[first]), int(self._offsets[last])
        offsets = self._offsets[first : last + 1] - start
        n_labels, factor = self._index.n_labels, float(self._factors[first])
        transitions = model.transitions(self._dataset, start, stop)
        potentials = transition_potentials(transitions.reshape(-1, n_labels, n_labels), offsets)
        pairs = np.zeros(potentials.potentials.shape)
        log_z = self._worker.run(
            model.scores(self._dataset, start, stop),
            potentials,
            offsets,
            EVERYTHING,
            pair_counts=pairs,
            sign=factor,
        )
        amounts = np.multiply(
            factor, self._worker.posteriors[: stop - start, :n_labels], dtype=float
        )
        pairs = np.ascontiguousarray(pairs[:, :n_labels, :n_labels])
        sums = self._indexed.add(start, stop, amounts, pairs, self._counts)
        self._pairs[kind] += sums.ravel()[self._index.transition_pairs]
        return factor * float(log_z.sum())
