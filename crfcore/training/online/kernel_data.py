"""What the kernels of online training are given: arrays by name."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from crfcore.arrays import FloatArray, IdArray, MaskArray, OffsetArray


class Sentences(NamedTuple):
    """What is given: attributes, and what is known of labels.

    Attributes
    ----------
    offsets, indptr, attributes, values, edge_indptr, edge_attributes
        As in `Dataset`.
    label_sets : (T,) array
        As in `Targets`.
    allowed : (L + 1 + S, L) array
        ``allowed[label_sets[t]]`` is what is possible at token t.
    kinds : (N,) array
        `NOTHING_KNOWN`, `PARTLY_KNOWN` or `KNOWN`.
    """

    offsets: OffsetArray
    indptr: OffsetArray
    attributes: IdArray
    values: FloatArray
    edge_indptr: OffsetArray
    edge_attributes: IdArray
    label_sets: IdArray
    allowed: MaskArray
    kinds: MaskArray


class Layout(NamedTuple):
    """Which weight stands where.

    Attributes
    ----------
    n_labels : int
    row_of : (A,) array
        The row of each attribute in `Weights.rows`, or −1.
    state_indptr, state_labels, transition_pairs, edge_starts, edge_pairs
        As in `FeatureIndex`.
    state_places : (F_s,) array
        Where each state weight stands in ``rows.ravel()``, or −1 where it stands in ``pairs``.
    transition_numbers : (W, W) array
        The number of each transition weight in the weight vector, or −1.
    row_masks : (R, W) array
        1 where a row has a weight.
    transition_mask : (W, W) array
        1 where there is a transition weight.
    """

    n_labels: int
    row_of: IdArray
    state_indptr: OffsetArray
    state_labels: IdArray
    transition_pairs: IdArray
    edge_starts: OffsetArray
    edge_pairs: IdArray
    state_places: OffsetArray
    transition_numbers: OffsetArray
    row_masks: MaskArray
    transition_mask: MaskArray


class Weights(NamedTuple):
    """Weights of single or double precision, as kernels change them.

    Attributes
    ----------
    rows : (R, W) array
        All labels of the attributes that were seen with many.
    pairs : (F_s,) array
        The weights of the other attributes, in the places of the index.
    transitions : (W, W) array
    edges : (F_e,) array
    """

    rows: NDArray[np.floating]
    pairs: NDArray[np.floating]
    transitions: NDArray[np.floating]
    edges: NDArray[np.floating]


class Workspace(NamedTuple):
    """Arrays for one sentence at a time, of n ≥ its length; K = n by position, else 1.

    Attributes
    ----------
    scores, potentials, alpha, posteriors, targets : (n, W) arrays
    scales : (n,) array
    transitions, transition_potentials, pairs, target_pairs : (K, W, W) arrays
    flat_potentials, flat_transition_potentials : (n · W,), (K · W · W,) arrays
        The same numbers as in `potentials` and `transition_potentials`.
    bits, floats : arrays
        The same bytes as 64-bit integers and as doubles, for a sentence or a matrix.
    truth, path : (n,) arrays
        Labels that should be and labels that the model finds best.
    row_list : array
        As long as the longest list of a token's attributes.
    """

    scores: NDArray[np.floating]
    potentials: NDArray[np.floating]
    alpha: NDArray[np.floating]
    posteriors: NDArray[np.floating]
    targets: NDArray[np.floating]
    scales: NDArray[np.floating]
    transitions: NDArray[np.floating]
    transition_potentials: NDArray[np.floating]
    pairs: NDArray[np.floating]
    target_pairs: NDArray[np.floating]
    flat_potentials: NDArray[np.floating]
    flat_transition_potentials: NDArray[np.floating]
    bits: NDArray[np.int64]
    floats: FloatArray
    truth: IdArray
    path: IdArray
    row_list: IdArray
