"""Query strategies by gradients of the log-likelihood and Fisher information."""

from __future__ import annotations

import numpy as np

from crfcore.active_learning.gradient_kernels import (
    Expectations,
    Features,
    Met,
    add_informations,
    gradient_lengths,
    information_gains,
    pairs_in_sentences,
)
from crfcore.active_learning.labellings import N_BEST
from crfcore.active_learning.pool import Pool, Run
from crfcore.arrays import FloatArray, IdArray, OffsetArray
from crfcore.constraints.constrained_inference import ConstrainedLattice, ConstrainedRun
from crfcore.errors import CrfError
from crfcore.features.dataset import Dataset
from crfcore.inference.lattice import lattice
from crfcore.inference.posterior_chain import posterior_chains
from crfcore.training.feature_index import FeatureIndex
from crfcore.training.feature_index_kernels import translate_weights
from crfcore.training.linear_model import LinearModel

DAMPING = 1e-4
"""δ, added to the Fisher information of each weight."""

ENTRIES_AT_ONCE = 2**22
"""Limit of sentences (or tokens, where edges have attributes) × labels² in one batch."""

MAX_KEPT = 2**25
"""Limit of the probabilities of a pool that are cached."""

_NO_PAIRS: FloatArray = np.zeros((0, 0, 0))


def expected_gradient_length(pool: Pool, rng: np.random.Generator) -> FloatArray:
    """Score sentences by expected gradient length: Σ_y P(y|x)·‖F(x, y) − E F(x, ·)‖.

    The sum is over the 10 best labellings y; the norm is the length of the gradient of log P(y|x),
    over the features that have weights (B. Settles and M. Craven, EMNLP 2008, section 3.3).
    """
    features = _FeaturesInUse(pool.dataset, _linear_model(pool, "expected_gradient_length").index)

    def part(constrained: ConstrainedLattice, run: Run) -> FloatArray:
        best = constrained.nbest(N_BEST)
        found = expectations(constrained, pool.offsets_in(run), by_token=features.has_edges)
        lengths = np.empty(run.n_sentences)
        gradient_lengths(
            pool.offsets_in(run),
            run.tokens.start,
            found,
            best.labels,
            np.exp(best.log_probabilities),
            *features.arguments,
            lengths,
        )
        return lengths

    parts = pool.in_lattices(part, threads=1, n_tokens=features.at_once)
    return np.concatenate([np.zeros(0), *parts])


def fisher_ratio(pool: Pool, rng: np.random.Generator) -> FloatArray:
    """Score sentences by the ratio of Fisher information.

    B. Settles and M. Craven, EMNLP 2008, section 3.5, minimise Σ_k I_pool,k / (I_x,k + δ) with δ =
    1e-4, over the diagonal of the Fisher information. Returned is the decrease compared to a
    sentence without information, Σ_k I_pool,k·(1/δ − 1/(I_x,k + δ)): the same order, in time
    proportional to the sentence's own features. I_x,k is the sum of the variances of feature k at
    the tokens of x, taken as independent (exact for features that occur once); I_pool,k is its
    mean over the pool. A part of a pool is compared with the whole.
    """
    model = _linear_model(pool, "fisher_ratio")
    information, survey = _information_of_whole(pool, model)
    features = _FeaturesInUse(pool.dataset, model.index)

    def gains(run: Run, found: Expectations) -> FloatArray:
        result = np.empty(run.n_sentences)
        information_gains(
            pool.offsets_in(run),
            run.tokens.start,
            found,
            information,
            DAMPING,
            *features.arguments,
            result,
        )
        return result

    def part(constrained: ConstrainedLattice, run: Run) -> FloatArray:
        offsets = pool.offsets_in(run)
        return gains(run, expectations(constrained, offsets, by_token=features.has_edges))

    parts = [gains(*one) for one in survey]
    parts = parts or pool.in_lattices(part, threads=1, n_tokens=features.at_once)
    return np.concatenate([np.zeros(0), *parts])


def expectations(
    constrained: ConstrainedLattice, offsets: OffsetArray, *, by_token: bool
) -> Expectations:
    """Return the expected features under rules, for sentences with these offsets (N + 1,)."""
    if by_token or any(run.automaton is not None for run in constrained.runs):
        return _expectations_by_token(constrained, offsets, keep=by_token)
    found = [_expectations_of_run(run) for run in constrained.runs]
    if len(found) == 1:
        return found[0]
    n_labels = found[0].posteriors.shape[1]
    n_sentences = len(offsets) - 1
    result = Expectations(
        np.empty((int(offsets[-1]), n_labels)),
        np.empty((n_sentences, n_labels**2)),
        np.empty((n_sentences, n_labels**2)),
        _NO_PAIRS,
    )
    for run, one in zip(constrained.runs, found, strict=True):
        result.posteriors[run.tokens] = one.posteriors
        result.pairs[run.sentences] = one.pairs
        result.variances[run.sentences] = one.variances
    return result


def _expectations_of_run(run: ConstrainedRun) -> Expectations:
    checked = lattice(*run.arguments)
    shape = checked.n_sentences, checked.n_labels**2
    result = Expectations(
        np.empty(checked.scores.shape), np.empty(shape), np.empty(shape), _NO_PAIRS
    )
    for first, chain in posterior_chains(checked):
        sentences = slice(first, first + len(chain.log_z))
        start = int(checked.offsets[first])
        marginals = chain.marginals()
        result.posteriors[start : start + len(marginals)] = marginals
        pairs_in_sentences(
            chain.offsets,
            chain.arrays,
            marginals,
            result.pairs[sentences],
            result.variances[sentences],
        )
    return result


def _expectations_by_token(
    constrained: ConstrainedLattice, offsets: OffsetArray, *, keep: bool
) -> Expectations:
    posteriors, pairs = constrained.sums().posteriors, constrained.pair_marginals()
    shape = len(offsets) - 1, posteriors.shape[1] ** 2
    expected, variances = np.zeros(shape), np.zeros(shape)
    filled = np.flatnonzero(np.diff(offsets) > 0)
    if len(filled):
        flat = pairs.reshape(len(pairs), -1)
        expected[filled] = np.add.reduceat(flat, offsets[filled])
        variances[filled] = np.add.reduceat(flat * (1.0 - flat), offsets[filled])
    return Expectations(posteriors, expected, variances, pairs if keep else _NO_PAIRS)


def information_of(pool: Pool) -> FloatArray:
    """Return I_pool (F,): the mean Fisher information of the pool's sentences by weight."""
    return pool.cached("information", lambda: _survey(pool)[0])


def _survey(pool: Pool) -> tuple[FloatArray, list[tuple[Run, Expectations]]]:
    """Return I_pool, and the expectations of the sentences unless they are too large."""
    index = _linear_model(pool, "fisher_ratio").index
    features = _FeaturesInUse(pool.dataset, index)
    result = np.zeros(index.n_weights)
    seen: list[tuple[Run, Expectations]] = []
    room = MAX_KEPT

    def part(constrained: ConstrainedLattice, run: Run) -> None:
        nonlocal room
        found = expectations(constrained, pool.offsets_in(run), by_token=features.has_edges)
        add_informations(found, run.tokens.start, *features.arguments[:2], result)
        index.transition_part(result)[:] += found.variances.sum(axis=0)[index.transition_pairs]
        room -= sum(array.size for array in found)
        if room >= 0:
            seen.append((run, found))
        else:
            seen.clear()

    pool.in_lattices(part, threads=1, n_tokens=features.at_once)
    return result / max(pool.n_sentences, 1), seen


def _information_of_whole(
    pool: Pool, model: LinearModel
) -> tuple[FloatArray, list[tuple[Run, Expectations]]]:
    """Return I_pool of the pool of which this is a part, for the weights of this one's model.

    Also the expectations of this pool, where they were computed on the way.

    The whole pool's value is computed once, under its own model. Where attribute ids differ, the
    part is used instead of the whole.
    """
    whole = pool.whole
    if whole is pool or not _has_same_attributes(pool, whole):
        information, survey = _survey(pool)
        return pool.cached("information", lambda: information), survey
    earlier = whole.fitted
    assert isinstance(earlier.model, LinearModel)
    if earlier.model.index is model.index:
        return information_of(whole), []
    numbers = {name: number for number, name in enumerate(earlier.labels)}
    old_labels = np.array([numbers.get(name, -1) for name in pool.fitted.labels], dtype=np.int32)
    old, new = earlier.model.index, model.index
    return _translated(information_of(whole), old, new, old_labels), []


def _has_same_attributes(pool: Pool, whole: Pool) -> bool:
    """Whether attributes have the same ids in a part as in the whole."""
    if not whole.is_fitted or not isinstance(whole.fitted.model, LinearModel):
        return False
    counts = [(one.dataset.n_attributes, one.dataset.n_edge_attributes) for one in (pool, whole)]
    return counts[0] == counts[1]


def _translated(
    amounts: FloatArray, old: FeatureIndex, new: FeatureIndex, old_labels: IdArray
) -> FloatArray:
    """Map values by weight from one feature index to another; 0 for new weights."""
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
            f"{strategy} needs the weights of a log-linear chain, which this model does not "
            "have; use another strategy, or a LinearChainCRF trained by an optimiser."
        )
    return model


class _FeaturesInUse:
    """Arrays that kernels read and write, for a dataset and a feature index."""

    def __init__(self, dataset: Dataset, index: FeatureIndex) -> None:
        self.has_edges = dataset.n_edge_attributes > 0
        n_pairs, n_weights = index.n_labels**2, len(index.transition_pairs)
        pair_numbers: IdArray = np.full(n_pairs, -1, dtype=np.int32)
        pair_numbers[index.transition_pairs] = index.n_states + np.arange(n_weights)
        states = Features(
            dataset.indptr,
            dataset.attributes,
            dataset.values,
            index.state_indptr,
            index.state_labels,
            0,
        )
        edges = Features(
            dataset.edge_indptr,
            dataset.edge_attributes,
            np.zeros(0),
            index.edge_indptr,
            index.edge_pairs,
            index.n_states + n_weights,
        )
        self.arguments = (
            states,
            edges,
            pair_numbers,
            _none_met(states, dataset.offsets),
            _none_met(edges, dataset.offsets),
            np.empty(index.n_weights),
        )
        # Runs are of the usual size where only sums by sentence are stored.
        self.at_once = max(ENTRIES_AT_ONCE // n_pairs, 1)


def _none_met(features: Features, offsets: OffsetArray) -> Met:
    """Return visit marks that match no sentence, with room for the longest."""
    longest = (
        int(np.max(np.diff(features.indptr[offsets]), initial=0)) if len(features.indptr) else 0
    )
    return Met(np.full(len(features.starts) - 1, -1, np.int32), np.empty(longest, np.int32))
