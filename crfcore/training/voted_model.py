"""The model of a voted perceptron."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from crfcore.arrays import FloatArray, OffsetArray
from crfcore.features.dataset import Dataset
from crfcore.inference.viterbi import viterbi
from crfcore.training.indexed_dataset import IndexedDataset
from crfcore.training.linear_model import LinearModel

MIN_SHARE = 1e-9
"""Least share of votes, so that every label is possible."""


@dataclass(frozen=True, slots=True, eq=False)
class VotedModel(LinearModel):
    """Weight vectors that vote on each token: the score of a label is the log of its share.

    So the best labelling is the majority at each token, and the probability of a label its share of
    the votes. Each vector is the previous one with a few changes. Voting decodes with each vector;
    their mean, `weights`, is nearly as good, and is the value of `state_features_`.

    Attributes
    ----------
    index : FeatureIndex
    weights : (F,) array
        The mean of the vectors, weighted by their votes.
    first_vector : (F,) array
        The first vector.
    change_indptr : (K,) array
        Vector k is vector k − 1 plus the changes ``change_indptr[k − 1]`` to
        ``change_indptr[k] − 1``; K vectors in all.
    change_numbers, change_values : (C,) arrays
        The changed weights, and the changes.
    votes : (K,) array
        The number of visits that each vector survived.
    """

    first_vector: FloatArray
    change_indptr: OffsetArray
    change_numbers: OffsetArray
    change_values: FloatArray
    votes: FloatArray

    @property
    def by_position(self) -> bool:
        """Whether transitions differ by position: no, votes are by token."""
        return False

    def scores(self, dataset: Dataset, first: int, last: int) -> FloatArray:
        """Return the logarithms of the shares of the votes of tokens first..last-1."""
        # Decoding needs whole sentences.
        begin = max(int(np.searchsorted(dataset.offsets, first, side="right")) - 1, 0)
        end = max(int(np.searchsorted(dataset.offsets, last, side="left")), begin)
        start = int(dataset.offsets[begin])
        cast = self._cast(dataset, begin, end)[first - start : last - start]
        share = cast / float(np.sum(self.votes))
        return np.asarray(np.log((share + MIN_SHARE) / (1.0 + MIN_SHARE * share.shape[1])))

    def transitions(self, dataset: Dataset, first: int, last: int) -> FloatArray:
        """Return zeros (L, L)."""
        del dataset, first, last
        return np.zeros((self.index.n_labels, self.index.n_labels))

    def _cast(self, dataset: Dataset, begin: int, end: int) -> FloatArray:
        """Return the votes for each label of the tokens of sentences begin..end-1, (n, L)."""
        offsets = dataset.offsets[begin : end + 1] - dataset.offsets[begin]
        rows = np.arange(int(offsets[-1]))
        cast = np.zeros((len(rows), self.index.n_labels))
        if len(rows) == 0:
            return cast
        search = _Search(self, dataset, int(dataset.offsets[begin]), int(dataset.offsets[end]))
        ends = [0, *self.change_indptr.tolist()]
        labels = viterbi(search.scores, search.transitions(), offsets)[0]
        for number, (first, last) in enumerate(pairwise(ends)):
            if number > 0 and search.change(first, last):
                labels = viterbi(search.scores, search.transitions(), offsets)[0]
            cast[rows, labels] += self.votes[number]
        return cast


class _Search:
    """Scores and transitions under successive vectors."""

    def __init__(self, model: VotedModel, dataset: Dataset, start: int, stop: int) -> None:
        self._model = model
        self._dataset = dataset
        self._start, self._stop = start, stop
        self._vector = model.first_vector.copy()
        first = LinearModel(model.index, model.first_vector)
        self.scores = np.ascontiguousarray(first.scores(dataset, start, stop))
        entries = slice(int(dataset.indptr[start]), int(dataset.indptr[stop]))
        attributes = dataset.attributes[entries]
        order = np.argsort(attributes, kind="stable")
        counts = np.diff(dataset.indptr[start : stop + 1])
        self._attributes = attributes[order]
        self._tokens = np.repeat(np.arange(stop - start), counts)[order]
        values = dataset.values[entries] if dataset.has_values else np.ones(len(attributes))
        self._values = values[order]
        self._owners = np.repeat(
            np.arange(model.index.n_attributes), np.diff(model.index.state_indptr)
        )

    def change(self, first: int, last: int) -> bool:
        """Change to the next vector; return whether that changes scores here."""
        index = self._model.index
        numbers = self._model.change_numbers[first:last]
        values = self._model.change_values[first:last]
        self._vector[numbers] += values
        is_state = numbers < index.n_states
        states = numbers[is_state]
        owners = self._owners[states]
        starts = np.searchsorted(self._attributes, owners, side="left")
        counts = np.searchsorted(self._attributes, owners, side="right") - starts
        firsts = np.repeat(np.cumsum(counts) - counts, counts)
        positions = np.repeat(starts, counts) + np.arange(len(firsts)) - firsts
        labels = np.repeat(index.state_labels[states], counts)
        amounts = np.repeat(values[is_state], counts) * self._values[positions]
        np.add.at(self.scores, (self._tokens[positions], labels), amounts)
        return len(positions) > 0 or not bool(np.all(is_state))

    def transitions(self) -> FloatArray:
        """Return the transitions under this vector: (L, L), or (n, L, L) by position."""
        index, dataset = self._model.index, self._dataset
        shared = index.transition_matrix(self._vector)
        if len(index.edge_pairs) == 0 or dataset.n_edge_attributes == 0:
            return shared
        own = IndexedDataset(dataset, index)
        return own.transitions(self._start, self._stop, self._vector, shared)
