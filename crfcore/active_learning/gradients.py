"""Query strategies that ask what a label would change in the weights."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TypeAlias, TypeVar

import numpy as np

from crfcore.active_learning.gradient_kernels import gradient_lengths, informations
from crfcore.active_learning.labellings import N_BEST
from crfcore.active_learning.pool import Pool, Run
from crfcore.arrays import FloatArray, IdArray, OffsetArray
from crfcore.constraints.ruled import RuledLattice
from crfcore.errors import CrfError
from crfcore.features.dataset import Dataset
from crfcore.training.feature_index import FeatureIndex
from crfcore.training.feature_index_kernels import translate_weights
from crfcore.training.linear_model import LinearModel

DAMPING = 1e-4
"""What a sentence is taken to tell of every weight, whatever its attributes."""

ENTRIES_AT_ONCE = 2**20
"""Tokens × labels² of which the probabilities are held at a time."""

Part = TypeVar("Part")

_NOTHING: FloatArray = np.zeros(0)

_Features: TypeAlias = tuple[
    OffsetArray,
    IdArray,
    FloatArray,
    OffsetArray,
    IdArray,
    IdArray,
    OffsetArray,
    IdArray,
    OffsetArray,
    IdArray,
    int,
    OffsetArray,
    OffsetArray,
    IdArray,
    IdArray,
    FloatArray,
]
"""What the kernels read of a dataset and of an index, and their workspaces."""


def expected_gradient_length(pool: Pool, rng: np.random.Generator) -> FloatArray:
    """Ask where a label would change the weights most: Σ_y P(y|x)·‖F(x, y) − E F(x, ·)‖.

    The sum is over the 10 best labellings y; the norm is the length of the gradient of log P(y|x),
    over the features that have weights (B. Settles and M. Craven, EMNLP 2008, section 3.3).
    """
    model = _linear_model(pool, "expected_gradient_length")
    best = pool.nbest(N_BEST)
    probabilities = np.exp(best.log_probabilities)
    features = _features(pool.dataset, model.index)

    def part(ruled: RuledLattice, run: Run) -> FloatArray:
        posteriors, pairs = ruled.sums().posteriors, ruled.pair_marginals()
        lengths = np.empty(run.sentences.stop - run.sentences.start)
        gradient_lengths(
            pool.offsets[run.sentences.start : run.sentences.stop + 1] - run.tokens.start,
            run.tokens.start,
            posteriors,
            pairs,
            np.ascontiguousarray(best.labels[:, run.tokens]),
            probabilities[run.sentences],
            *features,
            lengths,
        )
        return lengths

    return np.concatenate([np.zeros(0), *_one_by_one(pool, part)])


def fisher_ratio(pool: Pool, rng: np.random.Generator) -> FloatArray:
    """Ask for what tells most of the weights on which the pool depends.

    B. Settles and M. Craven, EMNLP 2008, section 3.5, ask for the least
    Σ_k I_pool,k / (I_x,k + δ) with δ = 1e-4, over the diagonal of Fisher's information. Returned is
    by how much x makes it less than a sentence that tells nothing, Σ_k I_pool,k·(1/δ − 1/(I_x,k +
    δ)): the same order, in time proportional to the sentence's own features. I_x,k is the sum of
    the variances of feature k at the tokens of x, each token's own (exactly the variance of what
    occurs once); I_pool,k is its mean over the pool. A part of a pool is compared with the whole.
    """
    model = _linear_model(pool, "fisher_ratio")
    information = _information_of_whole(pool, model)
    features = _features(pool.dataset, model.index)

    def part(ruled: RuledLattice, run: Run) -> FloatArray:
        posteriors, pairs = ruled.sums().posteriors, ruled.pair_marginals()
        gains = np.empty(run.sentences.stop - run.sentences.start)
        offsets = pool.offsets[run.sentences.start : run.sentences.stop + 1] - run.tokens.start
        informations(
            offsets,
            run.tokens.start,
            posteriors,
            pairs,
            information,
            DAMPING,
            *features,
            _NOTHING,
            gains,
        )
        return gains

    return np.concatenate([np.zeros(0), *_one_by_one(pool, part)])


def information_of(pool: Pool) -> FloatArray:
    """Return I_pool (F,): what a sentence tells of each weight, on the mean of the pool."""
    return pool.kept("information", partial(_information, pool))


def _information(pool: Pool) -> FloatArray:
    model = _linear_model(pool, "fisher_ratio")
    features = _features(pool.dataset, model.index)
    result = np.zeros(model.index.n_weights)

    def part(ruled: RuledLattice, run: Run) -> None:
        posteriors, pairs = ruled.sums().posteriors, ruled.pair_marginals()
        offsets = pool.offsets[run.sentences.start : run.sentences.stop + 1] - run.tokens.start
        informations(
            offsets,
            run.tokens.start,
            posteriors,
            pairs,
            _NOTHING,
            DAMPING,
            *features,
            result,
            _NOTHING,
        )

    _one_by_one(pool, part)
    return result / max(pool.n_sentences, 1)


def _information_of_whole(pool: Pool, model: LinearModel) -> FloatArray:
    """Return I_pool of the pool of which this is a part, for the weights of this one's model.

    The whole keeps what it knew under its own model: to compute it anew would take as long as to
    rank everything. Where attributes have other numbers by now, the part stands for the whole.
    """
    whole = pool.whole
    if whole is pool or not whole.is_fitted:
        return information_of(pool)
    earlier = whole.fitted.model
    if not isinstance(earlier, LinearModel) or (
        whole.dataset.n_attributes,
        whole.dataset.n_edge_attributes,
    ) != (pool.dataset.n_attributes, pool.dataset.n_edge_attributes):
        return information_of(pool)
    if earlier.index is model.index:
        return information_of(whole)
    numbers = {name: number for number, name in enumerate(whole.fitted.labels)}
    old_labels = np.array([numbers.get(name, -1) for name in pool.fitted.labels], dtype=np.int32)
    return _translated(information_of(whole), earlier.index, model.index, old_labels)


def _translated(
    amounts: FloatArray, old: FeatureIndex, new: FeatureIndex, old_labels: IdArray
) -> FloatArray:
    """Return amounts of the weights of one index for those of another; 0 for what is new."""
    result = np.zeros(new.n_weights)
    known = old_labels >= 0
    pairs = old_labels[:, np.newaxis] * old.n_labels + old_labels
    old_pairs = np.where(known[:, np.newaxis] & known, pairs, -1).ravel().astype(np.int32)
    translate_weights(
        np.arange(new.n_attributes, dtype=np.int32),
        old_labels,
        new.state_indptr,
        new.state_labels,
        old.state_indptr,
        old.state_labels,
        old.state_part(amounts),
        new.state_part(result),
    )
    translate_weights(
        np.arange(len(new.edge_indptr) - 1, dtype=np.int32),
        old_pairs,
        new.edge_indptr,
        new.edge_pairs,
        old.edge_indptr,
        old.edge_pairs,
        old.edge_part(amounts),
        new.edge_part(result),
    )
    source = old_pairs[new.transition_pairs]
    matrix = old.unrestricted_matrix(old.transition_part(amounts)).ravel()
    new.transition_part(result)[:] = np.where(source >= 0, matrix[source], 0.0)
    return result


def _linear_model(pool: Pool, strategy: str) -> LinearModel:
    model = pool.fitted.model
    if not isinstance(model, LinearModel):
        raise CrfError(
            f"{strategy} is about the weights of a log-linear chain, which this model does not "
            "have; take another strategy, or a LinearChainCRF trained by an optimiser."
        )
    return model


def _features(dataset: Dataset, index: FeatureIndex) -> _Features:
    pair_numbers = np.full(index.n_labels**2, -1, dtype=np.int32)
    n_pairs = len(index.transition_pairs)
    pair_numbers[index.transition_pairs] = index.n_states + np.arange(n_pairs, dtype=np.int32)
    longest = int(np.max(np.diff(dataset.indptr[dataset.offsets]), initial=0))
    longest_edges = 0
    if dataset.n_edge_attributes:
        longest_edges = int(np.max(np.diff(dataset.edge_indptr[dataset.offsets]), initial=0))
    return (
        dataset.indptr,
        dataset.attributes,
        dataset.values,
        index.state_indptr,
        index.state_labels,
        pair_numbers,
        dataset.edge_indptr,
        dataset.edge_attributes,
        index.edge_indptr,
        index.edge_pairs,
        index.n_states + n_pairs,
        np.full(index.n_attributes, -1, dtype=np.int64),
        np.full(len(index.edge_indptr) - 1, -1, dtype=np.int64),
        np.empty(longest, dtype=np.int32),
        np.empty(longest_edges, dtype=np.int32),
        np.empty(index.n_weights),
    )


def _one_by_one(pool: Pool, part: Callable[[RuledLattice, Run], Part]) -> list[Part]:
    """Go through a pool on one thread, for the kernels share their workspaces."""
    n_labels = len(pool.fitted.labels)
    return pool.in_lattices(part, threads=1, n_tokens=max(ENTRIES_AT_ONCE // n_labels**2, 1))
