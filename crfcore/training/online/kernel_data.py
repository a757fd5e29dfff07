"""Arguments of the kernels of online training, as named tuples of arrays."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from crfcore.arrays import FloatArray, IdArray, MaskArray, OffsetArray


class Sentences(NamedTuple):
    """The training data: attributes and known labels.

    Attributes
    ----------
    offsets, indptr, attributes, values, edge_indptr, edge_attributes
        As in `Dataset`.
    label_sets : (T,) array
        As in `Targets`.
    allowed : (L + 1 + S, L) array
        ``allowed[label_sets[t]]`` is the mask of possible labels of token t.
    kinds : (N,) array
        `NOTHING_KNOWN`, `PARTLY_KNOWN` or `KNOWN`.
    costs : (L + 1 + S, W) array
        ``costs[label_sets[t]]`` are the costs of labels of token t; no rows: all are 0.
    vector_rows : (T, M) array
        The rows of `vectors` that each token has besides its attributes, -1 for none.
    vectors : (D, K) array
        In the precision of the weights; without rows where vectors are among the attributes.
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
    costs: FloatArray
    vector_rows: IdArray
    vectors: NDArray[np.floating]


class Layout(NamedTuple):
    """The layout of weights.

    Attributes
    ----------
    n_labels : int
    row_of : (A,) array
        The row of each attribute in `Weights.rows`, or −1.
    state_indptr, state_labels, transition_pairs, edge_starts, edge_pairs
        As in `FeatureIndex`.
    state_places : (F_s,) array
        Position of each state weight in ``rows.ravel()``, or −1 if it is in ``pairs``.
    transition_numbers : (W, W) array
        The index of each transition weight in the weight vector, or −1.
    row_masks : (R, W) array
        1 where a row has a weight.
    transition_mask : (W, W) array
        1 where there is a transition weight.
    vector_starts : (M,) array
        The row in `Weights.rows` of the first dimension of each vector; the others follow.
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
    vector_starts: OffsetArray


class Weights(NamedTuple):
    """Weights in single or double precision, in the layout of kernels.

    Attributes
    ----------
    rows : (R, W) array
        All labels of attributes seen with many labels.
    pairs : (F_s,) array
        The weights of the other attributes, at the positions of the index.
    transitions : (W, W) array
    edges : (F_e,) array
    """

    rows: NDArray[np.floating]
    pairs: NDArray[np.floating]
    transitions: NDArray[np.floating]
    edges: NDArray[np.floating]


class Workspace(NamedTuple):
    """Buffers for one sentence of length ≤ n; K = n with transitions by position, else 1.

    Attributes
    ----------
    scores, potentials, alpha, posteriors, targets : (n, W) arrays
    scales : (n,) array
    transitions, transition_potentials, pairs, target_pairs : (K, W, W) arrays
    flat_potentials, flat_transition_potentials : (n · W,), (K · W · W,) arrays
        Views of `potentials` and `transition_potentials`.
    bits, floats : arrays
        The same memory as 64-bit integers and as doubles, for a sentence or a matrix.
    truth, path : (n,) arrays
        Gold labels, and the model's best labels.
    row_list : array
        Of the length of the longest list of a token's attributes.
    vectors, products : (n, K), (max(n, K), W) arrays
        The vectors of tokens, and their products.
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
    vectors: NDArray[np.floating]
    products: NDArray[np.floating]
