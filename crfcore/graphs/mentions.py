"""Mentions of a document whose types should agree (001, sections 6 and 7).

The variables of a mention graph are spans, its states their types. Factors reward equal types of
equal phrases, and of phrases of which one contains the other. Unlike tags, types are associative:
every expansion is a minimum cut (B. Taskar, V. Chatalbashev and D. Koller, Learning associative
Markov networks, ICML 2004).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from crfcore.arrays import FloatArray, IdArray, OffsetArray
from crfcore.errors import CrfError
from crfcore.graphs.cuts import expansion
from crfcore.graphs.factor_graph import FactorGraph

KINDS = ("equal", "contained")
"""Kinds of links: equal phrases, and one phrase within another."""

BORDER_COST = -float(np.log(0.01))
"""Cost of a token of equal phrases of which one is no span there, in nats (Finkel et al. 2005)."""


@dataclass(frozen=True, slots=True, eq=False)
class Links:
    """Linked mentions of the same document.

    Attributes
    ----------
    pairs : (P, 2) array
        Indices of mentions, the lower first.
    kinds : (P,) array
        Indices of `KINDS`.
    """

    pairs: IdArray
    kinds: IdArray


def links_of(documents: Sequence[int] | OffsetArray, phrases: Sequence[Sequence[str]]) -> Links:
    """Return the links of mentions.

    Parameters
    ----------
    documents : sequence of int
        The document of each mention.
    phrases : sequence of sequences of str
        The words of each mention.

    Raises
    ------
    CrfError
        There are not as many documents as phrases, or a phrase has no words.
    """
    if len(documents) != len(phrases) or not all(len(phrase) for phrase in phrases):
        raise CrfError(
            f"links_of needs a document and at least one word for each mention; there are "
            f"{len(documents)} documents and {len(phrases)} phrases."
        )
    by_phrase: dict[int, dict[tuple[str, ...], list[int]]] = defaultdict(lambda: defaultdict(list))
    for mention, (document, phrase) in enumerate(zip(documents, phrases, strict=True)):
        by_phrase[int(document)][tuple(phrase)].append(mention)
    equal: list[tuple[int, int]] = []
    contained: list[tuple[int, int]] = []
    for found in by_phrase.values():
        for phrase, members in found.items():
            equal += combinations(members, 2)
            for inner in set(_parts(phrase)) & found.keys():
                contained += (
                    (min(one, other), max(one, other)) for one in members for other in found[inner]
                )
    pairs = np.array([*equal, *contained], dtype=np.int32).reshape(-1, 2)
    return Links(pairs, np.repeat(np.arange(2, dtype=np.int32), [len(equal), len(contained)]))


def _parts(phrase: tuple[str, ...]) -> Iterable[tuple[str, ...]]:
    """Yield the proper parts of a phrase, in its order of words."""
    n = len(phrase)
    for length in range(1, n):
        for start in range(n - length + 1):
            yield phrase[start : start + length]


def mention_graph(log_own: FloatArray, links: Links, gains: Any) -> FactorGraph:
    """Return the graph of mentions.

    Parameters
    ----------
    log_own : (N, K) array
        log P(type) of each mention alone; −inf where it is impossible.
    links : Links
    gains : float, or (2, K) array
        Added where linked mentions have the same type: by kind and type, or a number for equal
        phrases, of which contained ones get half.
    """
    n_types = np.shape(log_own)[1]
    by_kind = np.asarray(gains, dtype=np.float64)
    if by_kind.ndim == 0:
        by_kind = np.multiply.outer(np.array([1.0, 0.5]), np.full(n_types, float(by_kind)))
    if by_kind.shape != (2, n_types):
        raise CrfError(f"gains must be a number, or have the shape (2, {n_types}).")
    n_links = len(links.pairs)
    return FactorGraph(
        np.asarray(log_own, dtype=np.float64),
        2 * np.arange(n_links + 1),
        links.pairs.ravel(),
        links.kinds,
        np.concatenate([np.diag(own).ravel() for own in by_kind]),
        np.arange(2) * n_types**2,
        np.zeros(1, np.int64),
        np.zeros(0, np.int32),
        np.zeros((0, n_types)),
    )


class LabelledMentions(NamedTuple):
    """Mentions of a document for training: log P alone (N, K), right types (N,), links."""

    log_own: FloatArray
    types: IdArray
    links: Links


def associative_gains(
    documents: Sequence[LabelledMentions], *, penalty: float = 1.0, passes: int = 20
) -> FloatArray:
    """Return gains that separate the right types from all others by a margin.

    Parameters
    ----------
    documents : sequence of LabelledMentions
        log P alone must be of a model that was not trained on these mentions.
    penalty : float
        λ of λ/2·Σ gain² + mean over documents of max_y [score(y) + wrong types of y] −
        score(right types).
    passes : int
        Passes over the documents; the gains of the second half are averaged.

    Returns
    -------
    (2, K) array
        Gains from 0 on, for `mention_graph`.

    Raises
    ------
    CrfError
        There is no document, or a parameter is out of its range.

    Notes
    -----
    Subgradient steps 1/(λt) with the best y by expansion, and gains clipped at 0 (N. Ratliff,
    J. A. Bagnell and M. Zinkevich, (Online) subgradient methods for structured prediction, 2007).
    """
    if not len(documents) or not penalty > 0.0 or passes < 1:
        raise CrfError("associative_gains needs documents, a penalty above 0 and at least 1 pass.")
    n_types = documents[0].log_own.shape[1]
    gains = np.zeros((2, n_types))
    total = np.zeros_like(gains)
    n_steps = 0
    for number in range(passes):
        for one in documents:
            n_steps += 1
            loss = np.ones_like(one.log_own)
            loss[np.arange(len(loss)), one.types] = 0.0
            worst = expansion(mention_graph(one.log_own + loss, one.links, gains)).states
            slope = agreements(worst, one.links, n_types) - agreements(
                one.types, one.links, n_types
            )
            # As after one pass: the first steps would be of many nats.
            step = 1.0 / (penalty * (n_steps + len(documents)))
            gains = np.maximum(gains - step * (penalty * gains + slope), 0.0)
            if number >= passes // 2:
                total += gains
    return total / (len(documents) * (passes - passes // 2))


def agreements(types: IdArray, links: Links, n_types: int) -> FloatArray:
    """Return how many links of each kind have the same type on both sides, (2, K)."""
    one, other = types[links.pairs[:, 0]], types[links.pairs[:, 1]]
    counts = np.zeros((2, n_types))
    np.add.at(counts, (links.kinds[one == other], one[one == other]), 1.0)
    return counts


def penalty_table(counts: FloatArray, length: int = 1, *, other: int | None = None) -> FloatArray:
    """Return scores of the types of two equal phrases by how often such types were together.

    Parameters
    ----------
    counts : (K, K) array
        How often a phrase of type a had an occurrence of type b in its document.
    length : int
        Words of the phrase.
    other : int, optional
        The state of a span that is no mention: its penalty is −log 0.01 a token beside a type.

    Returns
    -------
    (K, K) array
        ½·length·(log(c_ab/c_a) + log(c_ba/c_b)) for a ≠ b: the penalty is written for ordered
        pairs, hence halved. 0 on the diagonal.

    Notes
    -----
    J. R. Finkel, T. Grenager and C. Manning, ACL 2005, section 4.
    """
    seen = np.asarray(counts, dtype=np.float64)
    shares = seen / np.maximum(seen.sum(axis=1, keepdims=True), 1e-300)
    with np.errstate(divide="ignore"):
        logs = np.log(shares)
    scores = np.asarray(0.5 * length * (logs + logs.T))
    if other is not None:
        scores[other, :] = scores[:, other] = -length * BORDER_COST
    np.fill_diagonal(scores, 0.0)
    return scores


class Candidates(NamedTuple):
    """Spans that may be mentions: tokens start..end-1 of each, and log P of none and each type."""

    starts: IdArray
    ends: IdArray
    log_own: FloatArray


def candidate_spans(probabilities: Sequence[FloatArray], *, least: float = 0.05) -> Candidates:
    """Return the spans to which a chain gives more than a probability.

    Parameters
    ----------
    probabilities : sequence of (T, longest) arrays
        For each type what `crfcore.inference.all_span_marginals` returns: entry (t, n) is of the
        span of tokens t..t + n.
    least : float
        Least probability of a span, summed over types.

    Returns
    -------
    Candidates
        By first token, then length; the first column of ``log_own`` is for no mention.
    """
    stacked: NDArray[np.float64] = np.stack([np.asarray(own) for own in probabilities], axis=-1)
    starts, lengths = np.nonzero(stacked.sum(axis=-1) > least)
    own = stacked[starts, lengths]
    none = np.maximum(1.0 - own.sum(axis=1, keepdims=True), 1e-12)
    with np.errstate(divide="ignore"):
        log_own = np.log(np.concatenate([none, own], axis=1))
    return Candidates(starts.astype(np.int32), (starts + lengths + 1).astype(np.int32), log_own)
