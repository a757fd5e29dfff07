"""A chain made of binary chains, one for each bit of a code of the labels.

With Q (L, s) of 0 and 1, label y has the bits Q_y1 … Q_ys, and P(y given x) is proportional to the
product of P_j(bits j of y given x) over the binary chains j (T. Cohn, A. Smith and M. Osborne,
"Scaling conditional random fields using error-correcting codes", ACL 2005; R. Gupta, "Conditional
Random Fields", section 4.1). A sum of scores of bits is a score of the label: with
U_tj = s_j(t, 1) − s_j(t, 0), the scores are U·Qᵀ up to a constant of the token, and the transition
from x to y is Σ_j τ_j(Q_xj, Q_yj). So the product is a chain too, and one matrix product makes it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from crfcore.arrays import FloatArray, IdArray, MaskArray, OffsetArray
from crfcore.features.dataset import Dataset
from crfcore.inference.forward_backward import marginals
from crfcore.inference.viterbi import viterbi
from crfcore.training.array_checks import Arrays, check_dtypes, check_finite, check_shape
from crfcore.training.linear_model import LinearModel

MAX_BITS = 4_096
"""Limit of bits."""

_DTYPES: dict[str, type] = {
    "code": np.uint8,
    "bit_transitions": np.float64,
    "bit_errors": np.float64,
}
"""The arrays of a file besides those of the linear model."""


@dataclass(frozen=True, slots=True, eq=False)
class CodedModel:
    """Binary chains whose product scores the labels.

    Attributes
    ----------
    bits : LinearModel
        Its "labels" are the s bits, and its scores U: how much better 1 is than 0. It has no
        transitions.
    code : (L, s) array of 0 and 1
    bit_transitions : (s, 2, 2) array
        τ_j: scores of a bit after a bit.
    bit_errors : (s,) array
        The share of the known tokens of the training that each binary chain gets wrong.
    """

    bits: LinearModel
    code: MaskArray
    bit_transitions: FloatArray
    bit_errors: FloatArray

    @property
    def weights(self) -> FloatArray:
        """The weights of all binary chains."""
        return np.concatenate([self.bits.weights, self.bit_transitions.ravel()])

    @property
    def by_position(self) -> bool:
        """Whether transitions differ by position: no."""
        return False

    @property
    def pair_scores(self) -> FloatArray:
        """The score of each label after each label, (L, L)."""
        code = self.code.astype(np.float64)
        plain = 1.0 - code
        transitions = self.bit_transitions
        scores = np.zeros((len(code), len(code)))
        for before, first in enumerate((plain, code)):
            for after, second in enumerate((plain, code)):
                scores += (first * transitions[:, before, after]) @ second.T
        return scores

    @property
    def state_weights(self) -> tuple[OffsetArray, IdArray, FloatArray]:
        """The weight of each label with each attribute: (indptr, labels, weights)."""
        index, n_labels = self.bits.index, len(self.code)
        owners = np.repeat(np.arange(index.n_attributes), np.diff(index.state_indptr))
        by_bit = np.zeros((index.n_attributes, index.n_labels))
        by_bit[owners, index.state_labels] = index.state_part(self.bits.weights)
        weights = by_bit @ self.code.T.astype(np.float64)
        indptr = np.arange(index.n_attributes + 1, dtype=np.int64) * n_labels
        labels = np.tile(np.arange(n_labels, dtype=np.int32), index.n_attributes)
        return indptr, labels, weights.ravel()

    def scores(self, dataset: Dataset, first: int, last: int) -> FloatArray:
        """Return the scores of tokens first..last-1, (last − first, L)."""
        by_bit = self.bits.scores(dataset, first, last)
        return np.ascontiguousarray(by_bit @ self.code.T.astype(np.float64))

    def transitions(self, dataset: Dataset, first: int, last: int) -> FloatArray:
        """Return the transition scores, (L, L)."""
        del dataset, first, last
        return self.pair_scores

    def best_bits(self, dataset: Dataset) -> MaskArray:
        """Return the bits of the best labelling of each binary chain, (T, s)."""
        found = np.zeros((dataset.n_tokens, self.code.shape[1]), np.uint8)
        for bit, scores in enumerate(self._scores_of_bits(dataset)):
            found[:, bit] = viterbi(scores, self.bit_transitions[bit], dataset.offsets)[0]
        return found

    def bit_probabilities(self, dataset: Dataset) -> FloatArray:
        """Return the probability that each bit is 1, by its own binary chain, (T, s)."""
        found = np.zeros((dataset.n_tokens, self.code.shape[1]))
        for bit, scores in enumerate(self._scores_of_bits(dataset)):
            found[:, bit] = marginals(scores, self.bit_transitions[bit], dataset.offsets)[:, 1]
        return found

    def _scores_of_bits(self, dataset: Dataset) -> list[FloatArray]:
        by_bit = self.bits.scores(dataset, 0, dataset.n_tokens)
        nothing = np.zeros(len(by_bit))
        return [np.stack([nothing, column], axis=1) for column in by_bit.T]

    def useful_attributes(self) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
        """Return the masks of token and edge attributes with a non-zero weight."""
        return self.bits.useful_attributes()

    def kept(self, keep: NDArray[np.bool_], keep_edges: NDArray[np.bool_]) -> CodedModel:
        """Return the model with some of its attributes, renumbered, without weights of 0."""
        bits = self.bits.kept(keep, keep_edges)
        return CodedModel(bits, self.code, self.bit_transitions, self.bit_errors)

    def arrays(self) -> dict[str, NDArray[Any]]:
        """Return the arrays for a file, besides those of the linear model."""
        return {name: getattr(self, name) for name in _DTYPES}


def number_of_bits(arrays: Arrays, n_labels: int) -> int:
    """Return s of a file's code.

    Raises
    ------
    ValueError, KeyError
        The code is missing, of another shape or type, or no code.
    """
    check_dtypes(arrays, _DTYPES)
    code = arrays["code"]
    if code.ndim != 2 or code.shape[0] != n_labels or code.shape[1] == 0:
        message = f"code has the shape {code.shape}, not one row for each of {n_labels} labels"
        raise ValueError(message)
    if code.shape[1] > MAX_BITS:
        raise ValueError(f"code has {code.shape[1]} bits, and {MAX_BITS} are possible")
    if not np.all(code <= 1) or least_distance(code) == 0:
        raise ValueError("code holds numbers other than 0 and 1, or the same row twice")
    return int(code.shape[1])


def coded_from_arrays(bits: LinearModel, arrays: Arrays) -> CodedModel:
    """Return the model of named arrays, of which `number_of_bits` has checked the code.

    Raises
    ------
    ValueError, KeyError
        Arrays are missing or inconsistent.
    """
    n_bits = bits.index.n_labels
    check_shape(arrays, "bit_transitions", (n_bits, 2, 2))
    check_shape(arrays, "bit_errors", (n_bits,))
    check_finite(arrays, ("bit_transitions",))
    check_finite(arrays, ("bit_errors",), 0.0)
    if not np.all(np.isfinite(bits.weights)):
        raise ValueError("weights holds something that is not a finite number")
    return CodedModel(bits, *(arrays[name] for name in _DTYPES))


def least_distance(code: MaskArray) -> int:
    """Return the least number of bits in which two rows of a code (L, s) differ."""
    ones = code.astype(np.float64)
    counts = ones.sum(axis=1)
    distances = counts[:, np.newaxis] + counts - 2.0 * (ones @ ones.T)
    np.fill_diagonal(distances, np.inf)
    least = float(distances.min(initial=np.inf))
    return code.shape[1] if least == np.inf else round(least)


def nearest_labels(code: MaskArray, bits: NDArray[Any]) -> IdArray:
    """Return the label with the nearest code for each row, (T,): of equal ones the first.

    Parameters
    ----------
    code : (L, s) array
    bits : (T, s) array
        Bits, or probabilities of 1; distances are sums of absolute differences. Up to
        ⌊(d − 1)/2⌋ wrong bits do no harm, d being the least distance of two codes.
    """
    found = bits.astype(np.float64)
    ones = code.astype(np.float64)
    # |q − b| = b + q·(1 − 2b) for q of 0 and 1; the first is the same for all labels.
    distances = (1.0 - 2.0 * found) @ ones.T
    return np.asarray(np.argmin(distances, axis=1), dtype=np.int32)
