"""Exact inference in chains tied by names.

Given the types of its groups a sentence is independent of the others. So the types of the groups
are the variables of a graph, and each sentence is a factor: log Z of the sentence, or the score of
its best labelling, for each choice of the types of its groups.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from crfcore.arrays import FloatArray, IdArray, MaskArray
from crfcore.errors import CrfError
from crfcore.graphs.tied_chains import TiedChains, weighted
from crfcore.inference.forward_backward import marginals
from crfcore.inference.given_paths import log_z_or_nothing
from crfcore.inference.viterbi import viterbi

MAX_ENTRIES = 2**20
"""Limit of the choices of types that are enumerated."""


class _Factor(NamedTuple):
    """A sentence with its groups, (n,), and a value for each choice of their types, (K, …, K)."""

    tokens: IdArray
    groups: IdArray
    values: FloatArray


def marginals_of(chains: TiedChains) -> tuple[FloatArray, FloatArray, float]:
    """Return the probabilities of labels (T, L) and of the groups' types (G, K), and log Z.

    Raises
    ------
    CrfError
        Too many choices of types, or a sentence without labelling.
    """
    factors = _factors(chains, best=False)
    joint = _joint(chains, factors)
    greatest = joint.max()
    if greatest == -np.inf:
        raise CrfError("No labelling agrees with the ties; leave out labels that are confirmed.")
    total = float(greatest + np.log(np.exp(joint - greatest).sum()))
    beliefs = np.exp(joint - total)
    every = np.arange(chains.ties.n_groups)
    groups = np.zeros((chains.ties.n_groups, len(chains.table.types)))
    for group in every.tolist():
        groups[group] = beliefs.sum(axis=tuple(every[every != group].tolist()))
    labels = np.zeros_like(chains.scores)
    for factor in factors:
        others = tuple(np.setdiff1d(every, factor.groups).tolist())
        _add_marginals(chains, factor, beliefs.sum(axis=others), labels)
    return labels, groups, total


def labels_of(chains: TiedChains) -> IdArray:
    """Return the labels (T,) of the labels and types of highest score; errors: `marginals_of`."""
    joint = _joint(chains, _factors(chains, best=True))
    hidden = np.array(np.unravel_index(int(joint.argmax()), joint.shape), np.int32)
    scores = chains.given_groups(hidden)
    return viterbi(scores, chains.pairs, chains.offsets, chains.allowed)[0]


def _factors(chains: TiedChains, *, best: bool) -> list[_Factor]:
    """Return a factor for each sentence, with log Z or the best score for each choice."""
    found = []
    for sentence in range(chains.n_sentences):
        tokens, _ = chains.tokens_of(np.array([sentence]))
        groups = chains.groups_of(np.array([sentence]))
        shape = (len(chains.table.types),) * len(groups)
        _check_size(shape)
        values = np.full(int(np.prod(shape)), -np.inf)
        for choice in range(len(values)):
            scores, pairs, allowed = _given(chains, tokens, groups, np.unravel_index(choice, shape))
            offsets = np.array([0, len(tokens)])
            values[choice] = log_z_or_nothing(scores, pairs, offsets, allowed)[0]
            if best and values[choice] > -np.inf:
                values[choice] = viterbi(scores, pairs, offsets, allowed)[1][0]
        found.append(_Factor(tokens, groups, values.reshape(shape)))
    return found


def _given(
    chains: TiedChains, tokens: IdArray, groups: IdArray, choice: tuple[np.intp, ...]
) -> tuple[FloatArray, FloatArray, MaskArray | None]:
    """Return scores, transitions and mask of a sentence for one choice of types."""
    scores, pairs, allowed = chains.arrays_of(tokens)
    for group, kind in zip(groups.tolist(), choice, strict=True):
        rows = chains.ties.group_of[tokens] == group
        rates = weighted(chains.strengths[group], chains.table.rates[kind])
        scores[rows] += rates[chains.type_of]
    return scores, pairs, allowed


def _joint(chains: TiedChains, factors: list[_Factor]) -> FloatArray:
    """Return the sum of all factors and log P(z), (K, …, K), an axis for each group."""
    n_groups, n_types = chains.ties.n_groups, len(chains.table.types)
    shape = (n_types,) * n_groups
    _check_size(shape)
    joint = np.zeros(shape)
    prior = np.log(chains.table.groups)
    for group in range(n_groups):
        joint += prior.reshape([n_types if axis == group else 1 for axis in range(n_groups)])
    for factor in factors:
        own = [n_types if axis in factor.groups else 1 for axis in range(n_groups)]
        joint += factor.values.reshape(own)
    return joint


def _add_marginals(
    chains: TiedChains, factor: _Factor, beliefs: FloatArray, labels: FloatArray
) -> None:
    """Add the marginals of a sentence's labels, weighted by the beliefs of its choices."""
    offsets = np.array([0, len(factor.tokens)])
    for choice in np.ndindex(*beliefs.shape):
        if beliefs[choice] > 0.0 and len(factor.tokens):
            given = _given(chains, factor.tokens, factor.groups, choice)
            found = marginals(given[0], given[1], offsets, given[2])
            labels[factor.tokens] += beliefs[choice] * found


def _check_size(shape: tuple[int, ...]) -> None:
    entries = float(np.prod([float(size) for size in shape]))
    if entries > MAX_ENTRIES:
        raise CrfError(
            f"Exact inference would need {entries:,.0f} choices of types for {len(shape)} groups, "
            f"and at most {MAX_ENTRIES:,} are possible; use method='bp' or fewer sentences."
        )
