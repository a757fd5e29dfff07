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
from crfcore.graphs.factor_graph import FactorGraph
from crfcore.graphs.inference import infer
from crfcore.graphs.tied_chains import TiedChains, weighted
from crfcore.inference.forward_backward import marginals
from crfcore.inference.given_paths import log_z_or_nothing
from crfcore.inference.viterbi import viterbi

MAX_CHOICES = 2**14
"""Limit of the choices of types of the groups of a sentence, each of which is a forward pass."""


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
    tied = [factor for factor in factors if len(factor.groups)]
    found = infer(_graph(chains, tied), "junction-tree")
    labels = np.zeros_like(chains.scores)
    for number, factor in enumerate(tied):
        _add_marginals(chains, factor, found.factor(number), labels)
    # Sentences without ties have one choice, of nothing.
    alone = [factor for factor in factors if not len(factor.groups)]
    for factor in alone:
        _add_marginals(chains, factor, np.ones(()), labels)
    total = found.log_z + sum(float(factor.values) for factor in alone)
    return labels, found.marginals, total


def labels_of(chains: TiedChains) -> IdArray:
    """Return the labels (T,) of the labels and types of highest score; errors: `marginals_of`."""
    tied = [factor for factor in _factors(chains, best=True) if len(factor.groups)]
    found = infer(_graph(chains, tied), "junction-tree")
    hidden = found.states.astype(np.int32)
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


def _graph(chains: TiedChains, tied: list[_Factor]) -> FactorGraph:
    """Return the graph of the groups' types, with log P(z) and a factor for each sentence."""
    unary = np.tile(np.log(chains.table.groups), (chains.ties.n_groups, 1))
    return FactorGraph.of(unary, [(factor.groups.tolist(), factor.values) for factor in tied])


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
    if entries > MAX_CHOICES:
        raise CrfError(
            f"Exact inference would need {entries:,.0f} choices of types for {len(shape)} groups, "
            f"and at most {MAX_CHOICES:,} are possible; use method='bp' or fewer sentences."
        )
