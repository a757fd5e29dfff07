"""Iterative classification of linked things (Q. Lu and L. Getoor, Link-based classification, 2003).

The class of a mention is argmax_c P(c | own)·P(c | links)/P(c): a classifier of its own attributes
and one of the classes of its neighbours, each by a model that is handed in. Documents are
independent, so that the mentions of different documents are classified together.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from crfcore.arrays import FloatArray, IdArray, OffsetArray
from crfcore.errors import CrfError, shown
from crfcore.graphs.beliefs import table_belief
from crfcore.graphs.mentions import KINDS, Links

LINK_COUNTS = ("count", "mode", "presence")
"""How classes of neighbours are counted: each, only the most frequent, or whether any has it."""

BoolArray = NDArray[np.bool_]

OfLinks = Callable[[FloatArray], FloatArray]
"""A classifier: counts (n, 2·K), by kind of link and class, to log P(class | links), (n, K)."""


def link_attributes(types: IdArray, links: Links, n_types: int, how: str = "count") -> FloatArray:
    """Return the classes of the neighbours of each mention.

    Parameters
    ----------
    types : (N,) array
        −1: unknown, not counted.
    links : Links
    n_types : int
    how : str
        One of `LINK_COUNTS`.

    Returns
    -------
    (N, 2·K) array
        Column kind·K + class.
    """
    if how not in LINK_COUNTS:
        raise CrfError(f"how must be one of {', '.join(LINK_COUNTS)}, not {shown(how)}.")
    counts = np.zeros((len(types), len(KINDS), n_types))
    for here, there in ((0, 1), (1, 0)):
        neighbour = types[links.pairs[:, there]]
        known = neighbour >= 0
        places = links.pairs[known, here], links.kinds[known], neighbour[known]
        np.add.at(counts, places, 1.0)
    return _counted(counts, how)


def _counted(counts: FloatArray, how: str) -> FloatArray:
    """Return counts (N, 2, K) in another form, (N, 2·K)."""
    if how == "presence":
        counts = (counts > 0.0).astype(np.float64)
    elif how == "mode":
        best = counts.argmax(axis=2)
        counts = np.eye(counts.shape[2])[best] * (counts.max(axis=2) > 0.0)[:, :, np.newaxis]
    return counts.reshape(len(counts), -1)


@dataclass(frozen=True, slots=True, eq=False)
class Classified:
    """The result of `classify_iteratively`.

    Attributes
    ----------
    types : (N,) array
    marginals : (N, K) array
        P(class | own, links) at the end; for "gibbs" frequencies.
    rounds : int
        Rounds or sweeps.
    converged : bool
        Whether the last round changed nothing.
    """

    types: IdArray
    marginals: FloatArray
    rounds: int
    converged: bool


def classify_iteratively(
    log_own: FloatArray,
    documents: Sequence[int] | OffsetArray,
    links: Links,
    of_links: OfLinks,
    log_prior: FloatArray,
    *,
    how: str = "count",
    max_rounds: int = 10,
) -> Classified:
    """Classify mentions by their own attributes, then again and again by their neighbours' classes.

    Parameters
    ----------
    log_own : (N, K) array
        log P(class | own attributes).
    documents : (N,) sequence of int
        Links are within documents.
    links : Links
    of_links : callable
        Gets counts by kind of link and class, an array (n, 2·K), and returns log P(class | links),
        an array (n, K).
    log_prior : (K,) array
        log P(class).
    how : str
        One of `LINK_COUNTS`, as in the training of `of_links`.
    max_rounds : int

    Returns
    -------
    Classified
        If classes go round in circles, those of the best pseudo-likelihood.

    Notes
    -----
    Mentions are classified in the order of falling confidence of their own attributes, each by the
    classes that its neighbours have then.
    """
    state = _State(log_own, documents, links, of_links, log_prior, how)
    best, best_value = state.types.copy(), -np.inf
    converged, rounds = False, 0
    while not converged and rounds < max_rounds:
        rounds += 1
        before = state.types.copy()
        for turn in state.turns:
            state.types[turn.members] = state.log_scores(turn).argmax(axis=1)
        converged = bool(np.array_equal(before, state.types))
        value = state.pseudo_likelihood()
        if value > best_value:
            best, best_value = state.types.copy(), value
    state.types = best
    marginals = _normalised(state.log_scores(state.everything))
    return Classified(best, marginals, rounds, converged)


def classify_by_sampling(
    log_own: FloatArray,
    documents: Sequence[int] | OffsetArray,
    links: Links,
    of_links: OfLinks,
    log_prior: FloatArray,
    rng: np.random.Generator | int,
    *,
    how: str = "count",
    n_samples: int = 1000,
    burn_in: int = 100,
) -> Classified:
    """Classify mentions by Gibbs sampling: classes are drawn instead of chosen.

    Parameters
    ----------
    log_own, documents, links, of_links, log_prior, how
        As for `classify_iteratively`.
    rng : numpy.random.Generator or int
        One number is drawn for each mention and sweep.
    n_samples, burn_in : int
        Sweeps that count, and sweeps before them.
    """
    generator = np.random.default_rng(rng)
    state = _State(log_own, documents, links, of_links, log_prior, how)
    counts = np.zeros(np.shape(log_own))
    for sweep in range(burn_in + n_samples):
        uniforms = generator.random(len(counts))
        for turn in state.turns:
            cumulative = np.cumsum(_normalised(state.log_scores(turn)), axis=1)
            own = uniforms[turn.members].reshape(-1, 1)
            drawn = np.count_nonzero(cumulative < own, axis=1)
            state.types[turn.members] = np.minimum(drawn, log_own.shape[1] - 1)
        if sweep >= burn_in:
            counts[np.arange(len(counts)), state.types] += 1.0
    marginals = counts / max(n_samples, 1)
    types = marginals.argmax(axis=1).astype(np.int32)
    return Classified(types, marginals, burn_in + n_samples, converged=False)


class _Turn(NamedTuple):
    """Mentions that are classified together, and all their neighbours.

    ``rows`` is the place in ``members`` of the mention of each neighbour, ``columns`` the kind of
    link times K.
    """

    members: OffsetArray
    rows: OffsetArray
    neighbours: IdArray
    columns: IdArray
    has_links: BoolArray


class _State:
    """The classes of all mentions, and the order in which they are changed."""

    def __init__(
        self,
        log_own: FloatArray,
        documents: Sequence[int] | OffsetArray,
        links: Links,
        of_links: OfLinks,
        log_prior: FloatArray,
        how: str,
    ) -> None:
        self._own = np.asarray(log_own, dtype=np.float64)
        self._prior, self._of_links, self._how = np.asarray(log_prior), of_links, how
        n, self._n_types = self._own.shape
        self.types = self._own.argmax(axis=1).astype(np.int32)
        # Also checks `how`.
        attributes = link_attributes(self.types, links, self._n_types, how)
        has_links = np.asarray(attributes.max(axis=1, initial=0.0) > 0.0)
        ends = np.concatenate([links.pairs, links.pairs[:, ::-1]])
        order = np.argsort(ends[:, 0], kind="stable")
        self._neighbours = ends[order, 1]
        self._columns = np.concatenate([links.kinds, links.kinds])[order] * self._n_types
        self._indptr = np.searchsorted(ends[order, 0], np.arange(n + 1))
        certainty = np.array([table_belief(row).max() for row in self._own])
        self.turns = [
            self._turn(members) for members in _turns(np.asarray(documents), certainty, has_links)
        ]
        self.everything = self._turn(np.arange(n))

    def _turn(self, members: OffsetArray) -> _Turn:
        lengths = self._indptr[members + 1] - self._indptr[members]
        rows = np.repeat(np.arange(len(members)), lengths)
        first = np.cumsum(lengths) - lengths
        places = np.repeat(self._indptr[members] - first, lengths) + np.arange(len(rows))
        columns = self._columns[places]
        return _Turn(members, rows, self._neighbours[places], columns, lengths > 0)

    def log_scores(self, turn: _Turn) -> FloatArray:
        """Return log P(c | own) + log P(c | links) − log P(c) of some mentions."""
        scores = self._own[turn.members]
        if not len(turn.rows):
            return scores
        width = 2 * self._n_types
        cells = turn.rows * width + turn.columns + self.types[turn.neighbours]
        counts = np.bincount(cells, minlength=len(scores) * width).astype(np.float64)
        attributes = _counted(counts.reshape(len(scores), 2, self._n_types), self._how)
        linked = turn.has_links
        scores[linked] += self._of_links(attributes[linked]) - self._prior
        return scores

    def pseudo_likelihood(self) -> float:
        """Return Σ log P(class | own, links)."""
        probabilities = _normalised(self.log_scores(self.everything))
        chosen = probabilities[np.arange(len(self.types)), self.types]
        return float(np.log(np.maximum(chosen, 1e-300)).sum())


def _turns(
    documents: OffsetArray, certainty: FloatArray, has_links: BoolArray
) -> list[OffsetArray]:
    """Return mentions to classify together: the n-th most certain of each document."""
    order = np.lexsort((np.arange(len(documents)), -certainty, documents))
    order = order[has_links[order]]
    own = documents[order]
    starts = np.flatnonzero(np.concatenate([[True], own[1:] != own[:-1]])) if len(own) else own
    rank = np.arange(len(own)) - np.repeat(starts, np.diff(np.append(starts, len(own))))
    return [order[rank == turn] for turn in range(int(rank.max(initial=-1)) + 1)]


def _normalised(log_weights: FloatArray) -> FloatArray:
    weights = np.exp(log_weights - log_weights.max(axis=1, keepdims=True))
    return np.asarray(weights / weights.sum(axis=1, keepdims=True))
