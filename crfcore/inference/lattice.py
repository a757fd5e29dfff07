"""The input of inference: checked scores, transitions, offsets and mask."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from crfcore.arrays import FloatArray, MaskArray, OffsetArray
from crfcore.errors import CrfError, cut
from crfcore.inference.potentials import used_transitions
from crfcore.inference.potentials_kernels import transition_range

TOKENS_AT_ONCE = 2048
"""Tokens per batch of a kernel, so that arrays fit a core's cache."""

T = TypeVar("T", bound=np.generic)


@dataclass(frozen=True, slots=True)
class Lattice:
    """Scores of all labellings of N sentences with T tokens in all.

    The score of a labelling y of a sentence is Σ_t scores[t, y_t] + Σ_t transitions[y_{t-1}, y_t],
    and its probability is proportional to exp(score) among the allowed labellings.

    Attributes
    ----------
    scores : (T, L) array
    transitions : (1, L, L) array, or (T, L, L)
        Shared, or entry t leads into token t (entries of first tokens are not used).
    offsets : (N + 1,) array
        Sentence i is tokens ``offsets[i]`` to ``offsets[i + 1] - 1``.
    allowed : (T, L) array of 0 and 1, or (0, 0)
        Empty if everything is allowed.
    """

    scores: FloatArray
    transitions: FloatArray
    offsets: OffsetArray
    allowed: MaskArray

    @property
    def n_labels(self) -> int:
        """The number of labels."""
        return int(self.scores.shape[1])

    @property
    def n_sentences(self) -> int:
        """The number of sentences."""
        return len(self.offsets) - 1

    @property
    def by_position(self) -> bool:
        """Whether transitions differ by position."""
        return len(self.transitions) > 1 or len(self.scores) == 1

    def sentences(self, first: int, last: int) -> Lattice:
        """Return only sentences first..last-1."""
        start, stop = int(self.offsets[first]), int(self.offsets[last])
        return Lattice(
            self.scores[start:stop],
            self.transitions[start:stop] if self.by_position else self.transitions,
            self.offsets[first : last + 1] - start,
            self.allowed[start:stop],
        )

    def slices(self, n_tokens: int = TOKENS_AT_ONCE) -> Iterator[tuple[int, Lattice]]:
        """Yield (index of the first sentence, lattice) for batches of sentences."""
        for first, last in sentence_runs(self.offsets, n_tokens):
            yield first, self.sentences(first, last)


def lattice(
    scores: FloatArray,
    transitions: FloatArray,
    offsets: OffsetArray,
    allowed: MaskArray | None = None,
) -> Lattice:
    """Check and normalise the arrays of a lattice.

    Parameters
    ----------
    scores : (T, L) array
    transitions : (L, L) array, or (T, L, L)
    offsets : (N + 1,) array of integers
    allowed : (T, L) array of 0 and 1, optional

    Raises
    ------
    CrfError
        Something is no array of numbers, shapes do not match, or a transition is NaN or +inf;
        names the array.
    """
    scores = _numbers("scores", scores, np.float64)
    transitions = _numbers("transitions", transitions, np.float64)
    offsets = _numbers("offsets", offsets, np.int64)
    if scores.ndim != 2 or scores.shape[1] == 0:
        raise CrfError(f"scores must have the shape (tokens, labels), not {scores.shape}.")
    n_tokens, n_labels = scores.shape
    _check_offsets(offsets, n_tokens)
    if transitions.ndim == 2:
        transitions = transitions[np.newaxis]
    elif transitions.ndim != 3:
        raise CrfError(
            f"transitions must have two dimensions, or three by position, not {transitions.ndim}."
        )
    elif len(transitions) != n_tokens:
        raise CrfError(
            f"transitions by position must have one entry for each of {n_tokens} tokens, "
            f"not {len(transitions)}."
        )
    if transitions.shape[1:] != (n_labels, n_labels):
        raise CrfError(
            f"transitions must have the shape ({n_labels}, {n_labels}) for {n_labels} labels, "
            f"not {transitions.shape[1:]}."
        )
    if transition_range(transitions, used_transitions(transitions, offsets))[1] == np.inf:
        raise CrfError("transitions must be numbers, or −inf for what is forbidden: not NaN, +inf.")
    if allowed is None:
        mask = np.zeros((0, 0), dtype=np.uint8)
    else:
        mask = _numbers("allowed", allowed, np.uint8)
        if mask.shape != scores.shape:
            raise CrfError(f"allowed must have the shape {scores.shape}, not {mask.shape}.")
    return Lattice(scores, transitions, offsets, mask)


def _numbers(name: str, values: ArrayLike, dtype: type[T]) -> NDArray[T]:
    try:
        return np.ascontiguousarray(values, dtype=dtype)
    except (TypeError, ValueError, OverflowError):
        raise CrfError(f"{name} must be an array of numbers, not {cut(repr(values))}.") from None


def _check_offsets(offsets: OffsetArray, n_tokens: int) -> None:
    if offsets.ndim != 1 or len(offsets) == 0 or offsets[0] != 0 or offsets[-1] != n_tokens:
        raise CrfError(f"offsets must begin with 0 and end with the number of tokens, {n_tokens}.")
    if bool(np.any(offsets[1:] < offsets[:-1])):
        raise CrfError("offsets must not fall from one sentence to the next.")


def sentence_runs(offsets: OffsetArray, n_tokens: int) -> list[tuple[int, int]]:
    """Split sentences into runs of about n_tokens tokens; a longer sentence is its own run.

    Returns
    -------
    list of (first, last)
        Sentence indices, the last exclusive, independent of threads.
    """
    runs = []
    first = 0
    n_sentences = len(offsets) - 1
    while first < n_sentences:
        limit = int(offsets[first]) + n_tokens
        last = int(np.searchsorted(offsets, limit, side="right")) - 1
        last = min(max(last, first + 1), n_sentences)
        runs.append((first, last))
        first = last
    return runs
