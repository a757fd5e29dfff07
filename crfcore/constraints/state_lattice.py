"""Inference in the lattice over label and automaton state."""

from __future__ import annotations

import numpy as np

from crfcore.arrays import FloatArray, IdArray, MaskArray, OffsetArray
from crfcore.constraints.automaton import Automaton
from crfcore.constraints.composite import composite
from crfcore.constraints.nodes import nodes_of
from crfcore.constraints.state_lattice_kernels import (
    NodeArrays,
    best_state_paths,
    refused_paths,
    state_sums,
)
from crfcore.inference.forward_backward import NoLabellingError, log_z, marginals
from crfcore.inference.lattice import Lattice
from crfcore.inference.pairs import pair_marginals
from crfcore.inference.potentials import LANES, WIDEST_SPREAD

NO_MARKS: OffsetArray = np.zeros(0, dtype=np.int64)
NO_PAIRS: FloatArray = np.zeros((0, 0, 0))


def best_paths(
    checked: Lattice, automaton: Automaton, marks: OffsetArray = NO_MARKS
) -> tuple[IdArray, FloatArray]:
    """Return the labelling of highest score minus costs of every sentence.

    Parameters
    ----------
    checked : Lattice
        N sentences with T tokens in all.
    automaton : Automaton
    marks : (T,) array, or (0,) for zeros

    Returns
    -------
    labels : (T,) array
    path_scores : (N,) array

    Raises
    ------
    NoLabellingError
    """
    nodes = nodes_of(automaton)
    _check_scores(checked)
    labels = np.empty(len(checked.scores), dtype=np.int32)
    path_scores = np.empty(checked.n_sentences)
    transitions = _in_whole_vectors(checked.transitions, -np.inf)
    targets = np.where(nodes.successors >= 0, nodes.successors, np.int32(len(nodes)))
    bad = best_state_paths(
        checked.offsets,
        _masked(checked),
        transitions,
        marks,
        NodeArrays(targets, nodes.costs, nodes.labels, nodes.first, nodes.final),
        np.empty((_longest(checked), len(nodes) + 1)),
        np.empty(transitions.shape[2]),
        labels,
        path_scores,
    )
    if bad >= 0:
        raise _nothing_at(bad, checked)
    return labels, path_scores


def refused(
    offsets: OffsetArray, labels: IdArray, automaton: Automaton, marks: OffsetArray = NO_MARKS
) -> MaskArray:
    """Return whether an automaton forbids the labelling of each sentence, (N,)."""
    result = np.empty(len(offsets) - 1, dtype=np.uint8)
    following = np.ascontiguousarray(automaton.next)
    refused_paths(offsets, labels, marks, following, automaton.final, result)
    return result


def sums(
    checked: Lattice,
    automaton: Automaton,
    marks: OffsetArray = NO_MARKS,
    *,
    backwards: bool = True,
    pairs: bool = False,
) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Return log Z of every sentence, and the probabilities of labels and of neighbouring labels.

    Parameters
    ----------
    checked, automaton, marks
        As for `best_paths`.
    backwards, pairs : bool
        Whether to compute posteriors, and pairs too.

    Returns
    -------
    log_z : (N,) array
    posteriors : (T, L) array
    pairs : (T, L, L) array, or (0, 0, 0)
        Entry t is the distribution of (label of t − 1, label of t); zeros at a first token.

    Raises
    ------
    NoLabellingError
    """
    _check_scores(checked)
    nodes = nodes_of(automaton)
    shifted, maxima, spreads = _shifted(checked)
    ways, greatest, spread = _exponentials(checked)
    costs = nodes.costs[nodes.successors >= 0]
    spread += float(np.ptp(costs)) if len(costs) else 0.0
    reliable = (spreads + spread <= WIDEST_SPREAD).astype(np.uint8)
    n_tokens, n_labels = checked.scores.shape
    posteriors = np.zeros((n_tokens, n_labels))
    pair_table = np.zeros((n_tokens, n_labels, n_labels)) if pairs else NO_PAIRS
    result = np.empty(checked.n_sentences)
    longest = _longest(checked)
    with np.errstate(under="ignore", over="ignore"):
        weights = np.exp(-nodes.costs)
        endings = np.exp(-nodes.final)
    n_failed = state_sums(
        checked.offsets,
        reliable,
        shifted,
        ways,
        marks,
        NodeArrays(nodes.successors, weights, nodes.labels, nodes.first, endings),
        np.empty(ways.shape[2]),
        np.empty((longest, len(nodes))),
        np.empty(longest),
        np.empty((2, len(nodes))),
        posteriors,
        pair_table,
        result,
        backwards,
    )
    lengths = np.diff(checked.offsets)
    result += _sums_by_sentence(maxima, checked.offsets)
    result += greatest * np.maximum(lengths - 1, 0)
    if n_failed:
        for sentence in np.flatnonzero((reliable == 0) & (lengths > 0)).tolist():
            part = slice(int(checked.offsets[sentence]), int(checked.offsets[sentence + 1]))
            own = checked.sentences(sentence, sentence + 1)
            found = _by_composite(own, automaton, marks[part], sentence)
            result[sentence] = found[0]
            posteriors[part] = found[1]
            if pairs:
                pair_table[part] = found[2]
    return result, posteriors, pair_table


def _by_composite(
    own: Lattice, automaton: Automaton, marks: OffsetArray, sentence: int
) -> tuple[float, FloatArray, FloatArray]:
    """Return the result of `sums` for one sentence, by the composite lattice."""
    joined = composite(own, automaton, marks)
    n_labels = own.n_labels
    belongs = np.zeros((len(joined.labels), n_labels))
    belongs[np.arange(len(joined.labels)), joined.labels] = 1.0
    try:
        value = float(log_z(*joined.arguments)[0])
    except NoLabellingError as error:
        raise NoLabellingError(sentence, error.token) from None
    pairs = pair_marginals(*joined.arguments)
    folded = np.einsum("tij,ix,jy->txy", pairs, belongs, belongs, optimize=True)
    return value, marginals(*joined.arguments) @ belongs, folded


def _masked(checked: Lattice) -> FloatArray:
    """Return scores with −inf for forbidden labels."""
    if not len(checked.allowed):
        return checked.scores
    return np.where(checked.allowed != 0, checked.scores, -np.inf)


def _shifted(checked: Lattice) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Return exp(scores − maximum of each token), the maxima (T,), and widest ranges by sentence.

    Forbidden entries become 0.
    """
    scores = _masked(checked)
    n_tokens = len(scores)
    maxima = scores.max(axis=1, initial=-np.inf)
    is_finite = scores > -np.inf
    least = np.where(is_finite, scores, np.inf).min(axis=1, initial=np.inf)
    # A token without any label: the slow path names its sentence.
    lost = maxima == -np.inf
    maxima = np.where(lost, 0.0, maxima)
    spread = np.where(lost, np.inf, maxima - least)
    with np.errstate(under="ignore"):
        potentials = np.exp(scores - maxima[:, np.newaxis])
    spreads = np.zeros(checked.n_sentences)
    filled = np.flatnonzero(np.diff(checked.offsets) > 0)
    if n_tokens:
        spreads[filled] = np.maximum.reduceat(spread, checked.offsets[filled])
    return potentials, maxima, spreads


def _sums_by_sentence(values: FloatArray, offsets: OffsetArray) -> FloatArray:
    result = np.zeros(len(offsets) - 1)
    filled = np.flatnonzero(np.diff(offsets) > 0)
    if len(filled):
        result[filled] = np.add.reduceat(values, offsets[filled])
    return result


def _exponentials(checked: Lattice) -> tuple[FloatArray, float, float]:
    """Return exp(transitions − maximum), the maximum, and the range."""
    transitions = checked.transitions
    if checked.by_position:
        # Entries of first tokens are not used.
        transitions = transitions.copy()
        firsts = checked.offsets[:-1]
        transitions[firsts[firsts < len(transitions)]] = -np.inf
    finite = transitions[transitions > -np.inf]
    greatest = float(finite.max()) if len(finite) else 0.0
    spread = greatest - float(finite.min()) if len(finite) else 0.0
    padded = _in_whole_vectors(transitions - greatest, -np.inf)
    with np.errstate(under="ignore"):
        return np.exp(padded), greatest, spread


def _in_whole_vectors(transitions: FloatArray, fill: float) -> FloatArray:
    """Return transitions with columns padded to a whole number of vectors."""
    n_labels = transitions.shape[2]
    missing = -n_labels % LANES
    if missing == 0 or len(transitions) > 1:
        return np.ascontiguousarray(transitions)
    return np.pad(transitions, ((0, 0), (0, 0), (0, missing)), constant_values=fill)


def _longest(checked: Lattice) -> int:
    return int(np.max(np.diff(checked.offsets), initial=1))


def _check_scores(checked: Lattice) -> None:
    """Reject scores of NaN and +inf for allowed labels."""
    wrong = ~(checked.scores < np.inf)
    if len(checked.allowed):
        wrong &= checked.allowed != 0
    if wrong.any():
        raise _nothing_at(int(np.flatnonzero(wrong.any(axis=1))[0]), checked)


def _nothing_at(token: int, checked: Lattice) -> NoLabellingError:
    sentence = int(np.searchsorted(checked.offsets, token, side="right")) - 1
    return NoLabellingError(sentence, token - int(checked.offsets[sentence]))


__all__ = ["NO_MARKS", "best_paths", "refused", "sums"]
