"""Probabilities of spans, and of labels of neighbouring tokens."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from crfcore.arrays import FloatArray, IdArray, MaskArray, OffsetArray
from crfcore.errors import CrfError
from crfcore.inference.lattice import Lattice, lattice
from crfcore.inference.posterior_chain import posterior_chains
from crfcore.inference.spans_kernels import all_spans, chosen_spans, labelled_spans


@dataclass(frozen=True, slots=True, eq=False)
class SpanKind:
    """The definition of a span of a type, in a tagging scheme.

    Attributes
    ----------
    members : (L,) array of 0 and 1
        The labels that a token of such a span may have.
    goes_on : (L, L) array of 0 and 1
        1 where label y after label x continues the span of x. A span is a maximal run of tokens
        with labels of `members`, each of which continues the one before it.
    """

    members: MaskArray
    goes_on: MaskArray


def labelled_span_marginals(
    scores: FloatArray,
    transitions: FloatArray,
    offsets: OffsetArray,
    pieces: Sequence[tuple[int, Sequence[int]]],
    allowed: MaskArray | None = None,
) -> FloatArray:
    """Return the probabilities of given labels of neighbouring tokens.

    Parameters
    ----------
    scores, transitions, offsets, allowed
        As for `crfcore.inference.log_z`.
    pieces : sequence of (start, labels)
        The first token, counted over all sentences, and the labels from there on: S pieces, each
        not empty and inside one sentence.

    Returns
    -------
    (S,) array

    Raises
    ------
    CrfError
        A piece exceeds its sentence or has an unknown label, or a sentence has no labelling.
    """
    checked = lattice(scores, transitions, offsets, allowed)
    starts = np.array([start for start, _ in pieces], dtype=np.int64)
    ends = np.array([start + len(labels) for start, labels in pieces], dtype=np.int64)
    _sentences_of(checked, starts, ends, shortest=1)
    flat = [np.asarray(labels, dtype=np.int32) for _, labels in pieces]
    _check_labels(np.concatenate([np.zeros(0, np.int32), *flat]), checked.n_labels)
    result = np.empty(len(pieces))
    for first, chain in posterior_chains(checked):
        token = int(checked.offsets[first])
        here = np.flatnonzero((starts >= token) & (starts < token + chain.n_tokens))
        if len(here) == 0:
            continue
        lengths = [0, *(len(flat[piece]) for piece in here)]
        probabilities = np.empty(len(here))
        labelled_spans(
            starts[here] - token,
            np.cumsum(lengths, dtype=np.int64),
            np.concatenate([flat[piece] for piece in here]),
            chain.marginals(),
            chain.arrays,
            probabilities,
        )
        result[here] = probabilities
    return result


def span_marginals(
    scores: FloatArray,
    transitions: FloatArray,
    offsets: OffsetArray,
    kind: SpanKind,
    spans: ArrayLike,
    allowed: MaskArray | None = None,
) -> FloatArray:
    """Return the probabilities of spans of a kind with given bounds.

    Parameters
    ----------
    scores, transitions, offsets, allowed
        As for `crfcore.inference.log_z`.
    kind : SpanKind
    spans : (S, 2) array of integers
        First token and end (exclusive) of each, counted over all sentences.

    Returns
    -------
    (S,) array
        The probability that a span has exactly these tokens.

    Raises
    ------
    CrfError
        A span is empty or exceeds its sentence, or a sentence has no labelling.
    """
    checked = lattice(scores, transitions, offsets, allowed)
    members, goes_on = _checked_kind(kind, checked.n_labels)
    positions = np.asarray(spans, dtype=np.int64).reshape(-1, 2)
    starts, ends = np.ascontiguousarray(positions[:, 0]), np.ascontiguousarray(positions[:, 1])
    sentences = _sentences_of(checked, starts, ends, shortest=1)
    firsts, stops = checked.offsets[sentences], checked.offsets[sentences + 1]
    workspace = np.empty(int(np.max(ends - starts, initial=0)))
    result = np.empty(len(positions))
    for first, chain in posterior_chains(checked):
        token = int(checked.offsets[first])
        here = np.flatnonzero((starts >= token) & (starts < token + chain.n_tokens))
        if len(here) == 0:
            continue
        probabilities = np.empty(len(here))
        chosen_spans(
            starts[here] - token,
            ends[here] - token,
            firsts[here] - token,
            stops[here] - token,
            members,
            goes_on,
            chain.marginals(),
            chain.arrays,
            workspace,
            probabilities,
        )
        result[here] = probabilities
    return result


def all_span_marginals(
    scores: FloatArray,
    transitions: FloatArray,
    offsets: OffsetArray,
    kind: SpanKind,
    longest: int,
    allowed: MaskArray | None = None,
) -> FloatArray:
    """Return the probability of every span of a kind, up to a length.

    Parameters
    ----------
    scores, transitions, offsets, allowed
        As for `crfcore.inference.log_z`.
    kind : SpanKind
    longest : int
        At least 1.

    Returns
    -------
    (T, longest) array
        [t, n - 1]: the probability that a span of the kind begins at token t and has exactly n
        tokens; 0 where it would exceed the sentence. If `longest` is the length of the longest
        sentence, the sum is the expected number of such spans.
    """
    checked = lattice(scores, transitions, offsets, allowed)
    members, goes_on = _checked_kind(kind, checked.n_labels)
    if longest < 1:
        raise CrfError(f"longest={longest}: a span has at least one token; ask for 1 or more.")
    result = np.empty((len(checked.scores), longest))
    for first, chain in posterior_chains(checked):
        start = int(checked.offsets[first])
        part = result[start : start + chain.n_tokens]
        all_spans(chain.offsets, longest, members, goes_on, chain.marginals(), chain.arrays, part)
    return result


def _checked_kind(kind: SpanKind, n_labels: int) -> tuple[MaskArray, MaskArray]:
    members = np.ascontiguousarray(kind.members, dtype=np.uint8)
    goes_on = np.ascontiguousarray(kind.goes_on, dtype=np.uint8)
    if members.shape != (n_labels,) or goes_on.shape != (n_labels, n_labels):
        raise CrfError(
            f"A kind of spans over {n_labels} labels needs members of the shape ({n_labels},) and "
            f"goes_on of ({n_labels}, {n_labels}), not {members.shape} and {goes_on.shape}."
        )
    return members, goes_on


def _sentences_of(
    checked: Lattice, starts: OffsetArray, ends: OffsetArray, shortest: int
) -> OffsetArray:
    """Return the sentence of each span; CrfError for a span in none."""
    n_tokens = len(checked.scores)
    inside = (starts >= 0) & (starts < n_tokens)
    found = np.searchsorted(checked.offsets, np.where(inside, starts, 0), side="right") - 1
    sentences = np.minimum(found, max(checked.n_sentences - 1, 0))
    limits = np.append(checked.offsets, n_tokens)[sentences + 1]
    wrong = np.flatnonzero(~inside | (ends > limits) | (ends - starts < shortest))
    if len(wrong):
        at = int(wrong[0])
        raise CrfError(
            f"Span {at + 1}, tokens {starts[at]} to {ends[at]} (exclusive), must be inside one "
            f"sentence of these {n_tokens} tokens and have at least {shortest} of them."
        )
    return sentences.astype(np.int64)


def _check_labels(labels: IdArray, n_labels: int) -> None:
    if len(labels) and not 0 <= int(labels.min()) <= int(labels.max()) < n_labels:
        raise CrfError(
            f"Labels are numbers from 0 to {n_labels - 1}; found {int(labels.min())} to "
            f"{int(labels.max())}."
        )
