"""Products with the Hessian of a chain's likelihood, and expected counts of its features.

The gradient of Σ_i [log Z_i(all) − log Z_i(allowed)] is a difference of expected features; its
derivative along a direction of the weights is the difference of their derivatives, which
`crfcore.inference.directional` computes exactly. The work is divided as in
`crfcore.training.objectives.objective`: the result does not depend on the number of threads.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor

import numpy as np

from crfcore.arrays import FloatArray, MaskArray, OffsetArray, counts_before
from crfcore.features.dataset import Dataset
from crfcore.features.targets import Targets
from crfcore.inference.directional_kernels import chain_derivatives, chain_expectations
from crfcore.inference.lattice import Lattice, sentence_runs
from crfcore.inference.posterior_chain import (
    ENTRIES_AT_ONCE,
    PosteriorChain,
    posterior_chain,
    step_potentials,
)
from crfcore.training.feature_index import FeatureIndex
from crfcore.training.hessian_kernels import score_along
from crfcore.training.indexed_dataset import IndexedDataset

MAX_LANES = 8
"""Maximum of lanes; more do not help."""

MIN_TOKENS_OF_LANE = 4096
"""Minimum of tokens in a lane, below which adding lanes costs more than it saves."""

MAX_BYTES_OF_LANES = 2**28
"""Limit of memory for the sums of lanes; very large models get fewer lanes."""

TOKENS_AT_ONCE = 1024
"""Tokens per run."""

_EVERYTHING: MaskArray = np.zeros((0, 0), dtype=np.uint8)


class Curvature:
    """The Hessian of the likelihood and expected features, as functions of the weights.

    Parameters
    ----------
    dataset : Dataset
    targets : Targets
    index : FeatureIndex
    threads : int
    sentence_weights : (N,) array, optional
        Factors of the log-likelihood of each sentence.
    """

    def __init__(
        self,
        dataset: Dataset,
        targets: Targets,
        index: FeatureIndex,
        *,
        threads: int = 1,
        sentence_weights: FloatArray | None = None,
    ) -> None:
        self._dataset = dataset
        self._targets = targets
        self._index = index
        self._indexed = IndexedDataset(dataset, index)
        self._threads = threads
        self._allowed_by_set = targets.allowed_by_set()
        self._factors = np.ones(dataset.n_sentences)
        if sentence_weights is not None:
            self._factors = np.ascontiguousarray(sentence_weights, dtype=np.float64)
        self._is_partial = _partial_sentences(dataset.offsets, targets)
        self._by_position = len(index.edge_pairs) > 0
        n_tokens = TOKENS_AT_ONCE
        if self._by_position:
            n_tokens = max(ENTRIES_AT_ONCE // index.n_labels**2, 1)
        self._shares = _shares(dataset.offsets, n_tokens, index.n_weights)

    def product(self, weights: FloatArray, direction: FloatArray) -> FloatArray:
        """Return H·direction, H the Hessian of Σ −log p(known labels given x) at the weights."""

        def run(first: int, last: int, total: FloatArray) -> None:
            lattice, d_scores, d_transitions = self._lattices(first, last, weights, direction)
            factors = self._factors[first:last]
            chain = posterior_chain(lattice, step_potentials(lattice.transitions))
            self._add_derivatives(chain, first, d_scores, d_transitions, factors, total)
            partial = self._is_partial[first:last]
            if np.any(partial):
                start, stop = self._tokens(first, last)
                allowed = self._allowed_by_set[self._targets.label_sets[start:stop]]
                narrow = Lattice(lattice.scores, lattice.transitions, lattice.offsets, allowed)
                # For a fully labelled sentence the second term is constant.
                factors = -factors * partial
                chain = posterior_chain(narrow, chain.steps)
                self._add_derivatives(chain, first, d_scores, d_transitions, factors, total)

        return self._summed(run)

    def expected(self, weights: FloatArray) -> FloatArray:
        """Return the expected count of each feature over all labellings, (F,)."""

        def run(first: int, last: int, total: FloatArray) -> None:
            lattice, amounts, _ = self._lattices(first, last, weights, weights)
            chain = posterior_chain(lattice, step_potentials(lattice.transitions))
            pairs = np.zeros(lattice.transitions.shape)
            chain_expectations(
                chain.offsets, chain.arrays, self._factors[first:last], amounts, pairs
            )
            self._add(first, last, amounts, pairs, total)

        return self._summed(run)

    def _tokens(self, first: int, last: int) -> tuple[int, int]:
        return int(self._dataset.offsets[first]), int(self._dataset.offsets[last])

    def _lattices(
        self, first: int, last: int, weights: FloatArray, direction: FloatArray
    ) -> tuple[Lattice, FloatArray, FloatArray]:
        """Return the lattice of a run, and the derivatives of its scores and transitions."""
        start, stop = self._tokens(first, last)
        dataset, index = self._dataset, self._index
        scores = np.empty((stop - start, index.n_labels))
        d_scores = np.empty((stop - start, index.n_labels))
        score_along(
            start,
            stop,
            dataset.indptr,
            dataset.attributes,
            dataset.values,
            index.state_indptr,
            index.state_labels,
            weights,
            direction,
            scores,
            d_scores,
        )
        offsets = dataset.offsets[first : last + 1] - start
        transitions = self._transitions(start, stop, weights, index.transition_matrix(weights))
        # Forbidden transitions have derivative 0.
        changes = index.unrestricted_matrix(index.transition_part(direction))
        lattice = Lattice(scores, transitions, offsets, _EVERYTHING)
        return lattice, d_scores, self._transitions(start, stop, direction, changes)

    def _transitions(
        self, start: int, stop: int, weights: FloatArray, shared: FloatArray
    ) -> FloatArray:
        if not self._by_position:
            return shared[np.newaxis]
        return self._indexed.transitions(start, stop, weights, shared)

    def _add_derivatives(
        self,
        chain: PosteriorChain,
        first: int,
        d_scores: FloatArray,
        d_transitions: FloatArray,
        factors: FloatArray,
        total: FloatArray,
    ) -> None:
        shape = chain.arrays.messages.shape
        amounts, pairs = np.empty(shape), np.zeros(d_transitions.shape)
        chain_derivatives(
            chain.offsets,
            chain.arrays,
            d_scores,
            d_transitions,
            factors,
            np.empty(shape),
            np.empty(len(factors)),
            amounts,
            pairs,
        )
        self._add(first, first + len(factors), amounts, pairs, total)

    def _add(
        self, first: int, last: int, amounts: FloatArray, pairs: FloatArray, total: FloatArray
    ) -> None:
        """Add amounts of tokens and transitions to the weights that score them."""
        self._indexed.add(*self._tokens(first, last), amounts, pairs, total)

    def _summed(self, run: Callable[[int, int, FloatArray], None]) -> FloatArray:
        """Process every run of every lane; add the lanes in their order."""

        def lane(runs: list[tuple[int, int]]) -> FloatArray:
            total = np.zeros(self._index.n_weights)
            for first, last in runs:
                run(first, last, total)
            return total

        n_threads = min(self._threads, len(self._shares))
        if n_threads <= 1:
            return _sum(map(lane, self._shares), self._index.n_weights)
        with ThreadPoolExecutor(n_threads) as executor:
            return _sum(executor.map(lane, self._shares), self._index.n_weights)


def _sum(lanes: Iterable[FloatArray], n_weights: int) -> FloatArray:
    total = np.zeros(n_weights)
    for found in lanes:
        total += found
    return total


def _partial_sentences(offsets: OffsetArray, targets: Targets) -> MaskArray:
    """Return the mask of sentences with an open token, (N,)."""
    opened = counts_before(targets.label_sets >= targets.n_labels)
    return (opened[offsets[1:]] > opened[offsets[:-1]]).astype(np.uint8)


def _shares(offsets: OffsetArray, n_tokens: int, n_weights: int) -> list[list[tuple[int, int]]]:
    """Split sentences into runs, and assign neighbouring runs to lanes, independent of threads."""
    total = max(int(offsets[-1]), 1)
    by_memory = MAX_BYTES_OF_LANES // max(8 * n_weights, 1)
    n_lanes = max(min(MAX_LANES, total // MIN_TOKENS_OF_LANE, by_memory), 1)
    shares: list[list[tuple[int, int]]] = [[] for _ in range(n_lanes)]
    for first, last in sentence_runs(offsets, n_tokens):
        middle = int(offsets[first] + offsets[last]) // 2
        shares[min(middle * n_lanes // total, n_lanes - 1)].append((first, last))
    return shares
