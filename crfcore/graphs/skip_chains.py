"""Skip-chains: chains of sentences whose equal words are joined in pairs.

score(y) = Σ chains + Σ_e [w(k, l) + [k = l]·g_e(k)] with k, l the types of the labels of both ends
of edge e: C. Sutton and A. McCallum, Collective segmentation and labeling of distant entities in
information extraction, ICML workshop on statistical relational learning, 2004.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from crfcore.arrays import FloatArray, IdArray, MaskArray, OffsetArray
from crfcore.errors import CrfError
from crfcore.features.dataset import Dataset
from crfcore.features.segments import offsets_of
from crfcore.graphs.collective_kernels import add_messages
from crfcore.graphs.factor_graph import FactorGraph
from crfcore.graphs.skip_kernels import (
    skip_beliefs,
    skip_messages,
    sum_messages,
    type_marginals,
)
from crfcore.graphs.ties import Ties
from crfcore.inference.forward_backward import expectations, marginals

TOLERANCE = 1e-4
"""Change of a message, as a probability, below which a document is finished."""

MAX_PASSES = 50

MAX_EDGES = 1_000_000
"""Edges of documents that are processed together."""

DAMPING = 0.3
UNDAMPED_PASSES = 10
"""Messages are damped after these passes."""


@dataclass(frozen=True, slots=True, eq=False)
class SkipEdges:
    """Pairs of tokens, and the attributes of both ends.

    Attributes
    ----------
    ends : int32 (E, 2)
        Two different tokens of one document, the earlier one first.
    indptr, attributes : int64 (E + 1,), int32
        The attributes of edge e are ``attributes[indptr[e]:indptr[e + 1]]``: those that either end
        has, each once. Empty if edges have no attributes.
    """

    ends: IdArray
    indptr: OffsetArray
    attributes: IdArray

    @property
    def n_edges(self) -> int:
        """The number of edges."""
        return len(self.ends)


def skip_edges(ties: Ties, dataset: Dataset | None = None, reach: int | None = None) -> SkipEdges:
    """Return edges between the tokens of each group.

    Parameters
    ----------
    ties : Ties
    dataset : Dataset, optional
        Of the same tokens: edges then have the attributes of their ends.
    reach : int, optional
        How many later tokens of its group each one is joined with; by default all.

    Raises
    ------
    CrfError
        There would be more than `MAX_EDGES`.
    """
    sizes = np.diff(ties.indptr)
    reaches = np.maximum(sizes - 1 if reach is None else np.minimum(sizes - 1, reach), 0)
    n_edges = int((reaches * sizes - reaches * (reaches + 1) // 2).sum())
    if n_edges > MAX_EDGES:
        raise CrfError(
            f"Equal words would be joined by {n_edges:,} edges, and at most {MAX_EDGES:,} are "
            "possible; join each with fewer (reach=1), or only names."
        )
    found = [np.zeros((0, 2), np.int32)]
    for group, most in enumerate(reaches.tolist()):
        tokens = ties.tokens(group)
        found += [np.stack([tokens[:-k], tokens[k:]], axis=1) for k in range(1, most + 1)]
    ends = np.concatenate(found)
    ends = ends[np.lexsort((ends[:, 1], ends[:, 0]))]
    if dataset is None:
        return SkipEdges(ends, np.zeros(len(ends) + 1, np.int64), np.zeros(0, np.int32))
    sizes = np.diff(dataset.indptr)[ends].ravel()
    starts = np.repeat(dataset.indptr[ends].ravel() - (np.cumsum(sizes) - sizes), sizes)
    listed = dataset.attributes[starts + np.arange(len(starts))]
    edges = np.repeat(np.arange(len(ends)).repeat(2), sizes)
    n_attributes = int(listed.max(initial=-1)) + 1
    keys = np.unique(edges * n_attributes + listed)
    owners, attributes = np.divmod(keys, max(n_attributes, 1))
    counts = np.bincount(owners, minlength=len(ends))
    return SkipEdges(ends, offsets_of(counts), attributes.astype(np.int32))


@dataclass(frozen=True, slots=True, eq=False)
class SkipChains:
    """A skip-chain model of some documents; N sentences, T tokens, L labels, K types, E edges.

    Attributes
    ----------
    scores : (T, L) array
    transitions : (L, L) array, or (T, L, L)
    offsets : int64 (N + 1,)
    allowed : uint8 (T, L), or None
    documents : int64 (N,)
        The number of each sentence's document, from 0 on.
    type_of : int32 (L,)
        The type of each label; see `crfcore.graphs.ties.types_of`.
    ends : int32 (E, 2)
        As in `SkipEdges`.
    pairs : (K, K) array
        w: scores of the types of the first and the second end.
    gains : (E, K) array
        Added where both ends are of type k.
    """

    scores: FloatArray
    transitions: FloatArray
    offsets: OffsetArray
    allowed: MaskArray | None
    documents: OffsetArray
    type_of: IdArray
    ends: IdArray
    pairs: FloatArray
    gains: FloatArray

    def graph(self) -> FactorGraph:
        """Return the same model as a factor graph: a variable for each token."""
        chain = FactorGraph.from_lattice(self.scores, self.transitions, self.offsets, self.allowed)
        n_labels = len(self.type_of)
        factors: list[tuple[list[int], FloatArray]] = [
            (chain.scope_of(number).tolist(), chain.table(number))
            for number in range(chain.n_factors)
        ]
        for ends, gain in zip(self.ends.tolist(), self.gains, strict=True):
            table = self.pairs + np.diag(gain)
            factors.append((ends, table[np.ix_(self.type_of, self.type_of)]))
        return FactorGraph.of(chain.unary.reshape(-1, n_labels), factors)


class SkipExpectations(NamedTuple):
    """What a skip-chain expects.

    Attributes
    ----------
    log_z : float
        The Bethe value, of all documents.
    posteriors : (T, L) array
    transitions : (L, L) array, or (T, L, L)
        As of `crfcore.inference.forward_backward.expectations`.
    pairs : (K, K) array
        Expected number of edges by the types of their ends.
    gains : (E, K) array
        P(both ends are of type k).
    """

    log_z: float
    posteriors: FloatArray
    transitions: FloatArray
    pairs: FloatArray
    gains: FloatArray


class SkipPropagation:
    """Loopy sum-product in skip-chains: exact in each sentence, along edges in turn.

    A pass computes the marginals of the sentences under the messages of their edges by
    forward–backward, and from these the messages of all edges. Without loops that is exact.
    Documents do not depend on each other, and each ends when its messages no longer change.

    Parameters
    ----------
    chains : SkipChains

    Attributes
    ----------
    messages : (E, 2, K) array
        Logarithms of the messages to both ends, of sum one.
    sums : (T, K) array
        The sum of the log messages to each token.
    converged : bool
        Whether the messages of all documents ended within the tolerance.
    passes : int
    """

    def __init__(self, chains: SkipChains) -> None:
        self.chains = chains
        n_types = len(chains.pairs)
        self.messages = np.full((len(chains.ends), 2, n_types), -np.log(n_types))
        self.sums = np.zeros((len(chains.scores), n_types))
        self.converged = not len(chains.ends)
        self.passes = 0
        self._marginals = np.zeros_like(self.sums)
        lengths = np.diff(chains.offsets)
        self._document_of = np.repeat(chains.documents, lengths)
        self._sentence_of = np.repeat(np.arange(len(lengths)), lengths)
        self._is_end = np.zeros(len(chains.scores), np.bool_)
        self._is_end[chains.ends] = True

    def run(self, *, tolerance: float = TOLERANCE, max_passes: int = MAX_PASSES) -> None:
        """Pass messages until none changes by more than the tolerance."""
        chains = self.chains
        every = np.arange(len(chains.ends), dtype=np.int32)
        document_of_edge = self._document_of[chains.ends[:, 0]]
        is_active = np.zeros(int(chains.documents.max(initial=-1)) + 1, np.bool_)
        is_active[document_of_edge] = True
        changes = np.zeros(len(every))
        for passed in range(max_passes):
            edges = every[is_active[document_of_edge]]
            self.converged = not len(edges)
            if self.converged:
                break
            tokens = np.flatnonzero(self._is_end & is_active[self._document_of]).astype(np.int32)
            self._refresh(tokens)
            skip_messages(
                edges,
                chains.ends,
                chains.pairs,
                chains.gains,
                self._marginals,
                DAMPING if passed >= UNDAMPED_PASSES else 0.0,
                self.messages,
                changes,
            )
            sum_messages(tokens, edges, chains.ends, self.messages, self.sums)
            is_active[:] = False
            is_active[document_of_edge[edges[changes[edges] > tolerance]]] = True
            self.passes = passed + 1
        self.converged = not is_active.any()

    def scores(self) -> FloatArray:
        """Return the scores of all labels under the messages, (T, L)."""
        found = self.chains.scores.copy()
        every = np.arange(len(found), dtype=np.int32)
        add_messages(every, self.chains.type_of, self.sums, found)
        return found

    def expectations(self) -> SkipExpectations:
        """Return log Z and what is expected under the messages at hand.

        The Bethe value of log Z is the sum of log Z of the chains, under the messages of the edges,
        and of log Σ ψ(k, l)·P_i(k)/m_i(k)·P_j(l)/m_j(l) of each edge: the terms of the tokens are
        then 0 (J. S. Yedidia, W. T. Freeman and Y. Weiss 2005, with a sentence as one region). If
        messages have converged, its derivatives by the scores are these expectations.
        """
        chains = self.chains
        log_z, posteriors, transitions = expectations(
            self.scores(), chains.transitions, chains.offsets, chains.allowed
        )
        every = np.arange(len(posteriors), dtype=np.int32)
        type_marginals(every, posteriors, chains.type_of, self._marginals)
        pairs, gains = np.zeros_like(chains.pairs), np.zeros_like(chains.gains)
        of_edges = skip_beliefs(
            chains.ends,
            chains.pairs,
            chains.gains,
            self._marginals,
            self.messages,
            pairs,
            gains,
        )
        return SkipExpectations(
            float(log_z.sum()) + of_edges, posteriors, transitions, pairs, gains
        )

    def _refresh(self, tokens: IdArray) -> None:
        """Compute the marginals of the types of some tokens, by their sentences."""
        chains = self.chains
        sentences = np.unique(self._sentence_of[tokens])
        starts = chains.offsets[sentences]
        offsets = offsets_of(chains.offsets[sentences + 1] - starts)
        own = np.arange(offsets[-1]) + np.repeat(starts - offsets[:-1], np.diff(offsets))
        own = own.astype(np.int32)
        scores = chains.scores[own]
        add_messages(own, chains.type_of, self.sums, scores)
        transitions = chains.transitions
        found = marginals(
            scores,
            transitions if transitions.ndim == 2 else transitions[own],
            offsets,
            None if chains.allowed is None else chains.allowed[own],
        )
        type_marginals(own, found, chains.type_of, self._marginals)
