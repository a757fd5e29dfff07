"""The division of sentences into lanes and batches, independent of the number of threads."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from crfcore.arrays import FloatArray, OffsetArray, counts_before
from crfcore.errors import CrfError
from crfcore.features.dataset import Dataset
from crfcore.features.targets import Targets
from crfcore.inference.lattice import sentence_runs
from crfcore.inference.potentials import padded_width
from crfcore.inference.step_major import Batch, batches_of
from crfcore.messages import there_are
from crfcore.training.feature_index import FeatureIndex
from crfcore.training.objective_kernels import count_weighted_transitions
from crfcore.training.objectives.sentence_shares import Run

MAX_LANES = 8
"""Maximum of lanes; more do not help."""

MIN_TOKENS_OF_LANE = 4096
"""Minimum of tokens in a lane, below which adding lanes costs more than it saves."""

MAX_BYTES_OF_LANES = 2**28
"""Limit of memory for the gradients of lanes; very large models get fewer lanes."""

LABELS_AT_ONCE = 49_152
"""Tokens × padded labels of a batch, whose arrays fit a core's cache."""

MIN_TOKENS_AT_ONCE = 1024
"""Minimum of tokens of a batch, for efficient matrix products."""

LABELS_AT_ONCE_OF_RUN = 24_576
"""The same for runs, which are processed sentence by sentence."""

LABELS_AT_ONCE_OF_TERMS = 2**17
"""The same for runs processed by numpy functions."""

MATRIX_ENTRIES_AT_ONCE = 2**20
"""Tokens × padded labels² of a run with transitions by position."""


@dataclass(frozen=True, slots=True)
class Useful:
    """The sentences with known labels, the fully labelled ones first.

    Attributes
    ----------
    dataset : Dataset
    targets : Targets
    n_complete : int
        The number of fully labelled ones.
    sentence_weights : (N,) array, or (0,)
        Empty if all are one.
    order : (N,) array
        Their indices among the given sentences.
    """

    dataset: Dataset
    targets: Targets
    n_complete: int
    sentence_weights: FloatArray
    order: OffsetArray


def useful_sentences(
    dataset: Dataset, targets: Targets, sentence_weights: FloatArray | None
) -> Useful:
    """Leave out sentences without a known label or of weight 0, and sort the others.

    Raises
    ------
    CrfError
        A weight is negative or not a finite number, or their number is wrong.
    """
    weights = np.ones(dataset.n_sentences)
    if sentence_weights is not None:
        weights = np.ascontiguousarray(sentence_weights, dtype=np.float64)
        _check_weights(weights, dataset.n_sentences)
    offsets = dataset.offsets
    lengths = np.diff(offsets)
    open_tokens = counts_before(targets.label_sets >= targets.n_labels)
    unknown_tokens = counts_before(targets.label_sets == targets.n_labels)
    n_open = open_tokens[offsets[1:]] - open_tokens[offsets[:-1]]
    n_unknown = unknown_tokens[offsets[1:]] - unknown_tokens[offsets[:-1]]
    is_informative = (n_unknown < lengths) & (weights > 0.0)
    complete = np.flatnonzero(is_informative & (n_open == 0))
    partial = np.flatnonzero(is_informative & (n_open > 0))
    order = np.concatenate([complete, partial]).astype(np.int64)
    weights = weights[order]
    if bool(np.all(weights == 1.0)):
        weights = np.zeros(0)
    if len(order) == dataset.n_sentences and len(partial) == 0:
        return Useful(dataset, targets, len(complete), weights, order)
    chosen = targets.select(offsets, order)
    return Useful(dataset.select(order), chosen, len(complete), weights, order)


def _check_weights(weights: FloatArray, n_sentences: int) -> None:
    if weights.shape != (n_sentences,):
        raise CrfError(
            f"{there_are(n_sentences, 'sentence')}, and weights of the shape {weights.shape}; each "
            "sentence needs one number."
        )
    wrong = np.flatnonzero(~(np.isfinite(weights) & (weights >= 0.0)))
    if len(wrong):
        raise CrfError(
            f"The weight of sentence {wrong[0] + 1} is {weights[wrong[0]]}; weights are finite "
            "numbers from 0 on."
        )


@dataclass(frozen=True, slots=True)
class Plan:
    """The assignment of sentences to lanes.

    Attributes
    ----------
    order : (T,) array
        The token at each position.
    batches : list of lists of Batch
        For each lane: batches of fully labelled sentences.
    runs : list of lists of Run
        For each lane: all other sentences.
    observed_pairs : (L, L) array
        Weighted counts of transitions in the sentences of the batches.
    lanes : (T,) array
        The lane of each position.
    """

    order: OffsetArray
    batches: list[list[Batch]]
    runs: list[list[Run]]
    observed_pairs: FloatArray
    lanes: OffsetArray


def plan_of(useful: Useful, index: FeatureIndex, *, with_terms: bool = False) -> Plan:
    """Assign sentences to lanes; all of them as runs for an objective with terms."""
    offsets = useful.dataset.offsets
    by_position = len(index.edge_pairs) > 0
    n_batched = 0 if by_position or with_terms else useful.n_complete
    n_lanes = _n_lanes(int(offsets[-1]), index.n_weights)
    width = padded_width(index.n_labels)
    shares, order = _dealt_batches(offsets[: n_batched + 1], n_lanes, width)
    n_entries = LABELS_AT_ONCE_OF_TERMS if with_terms else LABELS_AT_ONCE_OF_RUN
    runs = _runs(useful, n_batched, width, n_entries, by_position=by_position)
    observed_pairs = np.zeros((index.n_labels, index.n_labels))
    count_weighted_transitions(
        offsets[: n_batched + 1],
        useful.targets.label_sets,
        useful.sentence_weights,
        observed_pairs,
    )
    rest = np.arange(len(order), int(offsets[-1]), dtype=np.int64)
    dealt = _dealt_runs(runs, offsets, n_lanes)
    lanes = _lanes_of_positions(shares, dealt, offsets)
    return Plan(np.concatenate([order, rest]), shares, dealt, observed_pairs, lanes)


def _lanes_of_positions(
    batches: list[list[Batch]], runs: list[list[Run]], offsets: OffsetArray
) -> OffsetArray:
    lanes = np.zeros(int(offsets[-1]), np.int64)
    for lane, (own_batches, own_runs) in enumerate(zip(batches, runs, strict=True)):
        for batch in own_batches:
            lanes[batch.first : batch.last] = lane
        for run in own_runs:
            lanes[offsets[run.first] : offsets[run.last]] = lane
    return lanes


def _n_lanes(n_tokens: int, n_weights: int) -> int:
    by_memory = MAX_BYTES_OF_LANES // max(8 * n_weights, 1)
    by_tokens = n_tokens // MIN_TOKENS_OF_LANE
    return max(min(MAX_LANES, by_tokens, by_memory), 1)


def _dealt_batches(
    offsets: OffsetArray, n_lanes: int, width: int
) -> tuple[list[list[Batch]], OffsetArray]:
    """Give each lane neighbouring sentences with about as many tokens, in batches."""
    n_at_once = max(LABELS_AT_ONCE // width, MIN_TOKENS_AT_ONCE)
    bounds = np.linspace(0, int(offsets[-1]), n_lanes + 1)
    cuts = np.searchsorted(offsets, bounds)
    cuts[0], cuts[-1] = 0, len(offsets) - 1
    shares, orders = [], [np.zeros(0, dtype=np.int64)]
    for first, last in pairwise(cuts.tolist()):
        sentences = np.arange(first, last, dtype=np.int64)
        batches, order = batches_of(offsets, sentences, n_at_once, int(offsets[first]))
        shares.append(batches)
        orders.append(order)
    return shares, np.concatenate(orders)


def _runs(
    useful: Useful, first: int, width: int, n_entries: int, *, by_position: bool
) -> list[Run]:
    """Split the sentences from `first` on into runs of one kind and one weight."""
    tokens = max(n_entries // width, MIN_TOKENS_AT_ONCE)
    if by_position:
        tokens = max(min(LABELS_AT_ONCE_OF_RUN // width, MATRIX_ENTRIES_AT_ONCE // width**2), 1)
    offsets, weights = useful.dataset.offsets, useful.sentence_weights
    n_sentences = useful.dataset.n_sentences
    changes = np.flatnonzero(np.diff(weights)) + 1
    borders = sorted({first, useful.n_complete, n_sentences, *changes.tolist()})
    runs = []
    for start, stop in pairwise(borders):
        if start < first:
            continue
        weight = float(weights[start]) if len(weights) else 1.0
        runs += [
            Run(start + one, start + end, start >= useful.n_complete, weight)
            for one, end in sentence_runs(offsets[start : stop + 1], tokens)
        ]
    return runs


def _dealt_runs(runs: list[Run], offsets: OffsetArray, n_lanes: int) -> list[list[Run]]:
    """Give each lane neighbouring runs with about as many tokens."""
    shares: list[list[Run]] = [[] for _ in range(n_lanes)]
    if runs:
        start = int(offsets[runs[0].first])
        n_tokens = max(int(offsets[-1]) - start, 1)
        for run in runs:
            middle = int(offsets[run.first] + offsets[run.last]) // 2 - start
            shares[min(middle * n_lanes // n_tokens, n_lanes - 1)].append(run)
    return shares
