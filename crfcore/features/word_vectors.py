"""Word vectors of one's own text: words that occur in the same contexts have similar vectors.

Positive pointwise mutual information (PPMI) of words and contexts, and its truncated singular
value decomposition: O. Levy and Y. Goldberg, *Neural word embedding as implicit matrix
factorization*, NIPS 2014; smoothed contexts: O. Levy, Y. Goldberg and I. Dagan, TACL 3, 2015. The
decomposition is a randomised subspace iteration: N. Halko, P.-G. Martinsson and J. A. Tropp,
SIAM Review 53, 2011.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import repeat
from numbers import Integral, Real
from typing import Any, ClassVar, Self

import numpy as np
from numpy.typing import NDArray

from crfcore.arrays import Float32Array, FloatArray, IdArray, OffsetArray, counts_before
from crfcore.errors import CrfError, DataError, shown
from crfcore.features.column_table import Column
from crfcore.features.long_computation import StepMonitor, Steps, check_counts
from crfcore.features.matrix import Matrix
from crfcore.features.segments import MISSING
from crfcore.features.string_arrays import pack_strings, unpack_alphabet
from crfcore.features.word_contexts import (
    N_OFFSETS,
    ContextRows,
    by_frequency,
    context_weights,
    count_rows,
    distinct_values,
    frequencies,
    orthonormal,
    projected,
    renumbered,
    squared_product,
    to_ppmi,
    word_column,
)
from crfcore.features.word_files import Kept, State, float_array

MAX_DIMENSIONS = 300
MAX_CONTEXTS = 20_000
MIN_LENGTH, MAX_LENGTH = 1e-6, 1e6
_MOST_THREADS = 4_096
MAX_WORDS = 500_000
"""The most words that get a vector; others get one from their contexts wherever they occur."""

_GREATEST_WEIGHT = 1_000.0
"""A logarithm of a number of tokens is far smaller."""

_LARGEST = float(np.finfo(np.float32).max)

_ITERATIONS = 20
_MORE_DIMENSIONS = 14
"""Further dimensions of the subspace, so that the last ones of the result converge."""
_SMALLEST = 1e-6
"""Singular values smaller than this share of the greatest one count as 0."""


@dataclass(frozen=True, eq=False)
class WordVectors(Kept):
    """Vectors of the words of a text, and what gives a vector to words that it lacks.

    Made by `learn_vectors`.

    Attributes
    ----------
    words : list of W str
        The most frequent first; the first ones are the contexts.
    vectors : float32 (W, K)
        All of one length, or 0 where a word has no informative context.
    n_contexts : int
        C.
    weights : float64 (4 (C + 1),)
        The PPMI of a word and a context is the logarithm of the context's share of the word's
        contexts plus this weight, or 0 if that is negative.
        Columns are the offsets −2, −1, 1, 2, each with the C contexts and the end of a sentence.
    projection : float32 (4 (C + 1), K)
        From PPMI to a vector, before it is scaled.
    length : float
        Euclidean length of vectors.
    """

    NOUN: ClassVar[str] = "file of word vectors"

    words: list[str]
    vectors: Float32Array
    n_contexts: int
    weights: FloatArray
    projection: Float32Array
    length: float

    @property
    def n_dimensions(self) -> int:
        """K."""
        return int(self.vectors.shape[1])

    @cached_property
    def _rows(self) -> dict[str, int]:
        return {word: row for row, word in enumerate(self.words)}

    def __contains__(self, word: str) -> bool:
        return word in self._rows

    def vector(self, word: str) -> Float32Array:
        """Return the vector of a word, float32 (K,); CrfError for one that the text lacks."""
        row = self._rows.get(word)
        if row is None:
            raise CrfError(f"The word {shown(word)} has no vector; choose a word of the text.")
        vector: Float32Array = self.vectors[row]
        return vector

    def similar(self, word: str, n: int = 10) -> list[tuple[str, float]]:
        """Return the words whose vectors are nearest to that of a word.

        Parameters
        ----------
        word : str
        n : int
            At most as many.

        Returns
        -------
        list of (str, float)
            Words with the cosine of their vectors, the greatest first; none for a word whose
            vector is 0.

        Raises
        ------
        CrfError
            The text lacks the word, or n is no number of words.
        """
        if not isinstance(n, Integral) or n < 0:
            raise CrfError(f"n={shown(n)} is no number of words; give 0 or more.")
        vector = self.vector(word)
        cosines = self.vectors @ vector / np.float32(self.length**2)
        row = self._rows[word]
        order = np.argsort(-cosines, kind="stable")[: n + 1]
        found = [at for at in order.tolist() if at != row and vector.any()][:n]
        return [(self.words[at], float(cosines[at])) for at in found]

    def of_tokens(
        self, column: Column, offsets: OffsetArray, threads: int = 1
    ) -> tuple[IdArray, Float32Array]:
        """Return the vectors of the tokens of a text.

        Words that were not in the text from which vectors were learned get one from their contexts
        in this text.

        Parameters
        ----------
        column : Column
            The words.
        offsets : int64 (N + 1,)
            Tokens of sentence i are ``offsets[i]:offsets[i + 1]``.
        threads : int

        Returns
        -------
        int32 (T,), float32 (D, K)
            The row of each token, -1 where it has no word, and the vectors of the distinct words.
        """
        order = distinct_values(column)
        known = self._known(column.values, order)
        is_new = known < 0
        vectors = np.zeros((len(order), self.n_dimensions), np.float32)
        vectors[~is_new] = self.vectors[known[~is_new]]
        ids = renumbered(column.ids, order)
        if np.any(is_new):
            vectors[is_new] = self._folded(ids, is_new, known, offsets, threads)
        return ids, vectors

    def _known(self, values: Sequence[str], order: OffsetArray) -> IdArray:
        words = (values[at] for at in order.tolist())
        return np.fromiter(map(self._rows.get, words, repeat(MISSING)), np.int32, len(order))

    def _folded(
        self,
        ids: IdArray,
        is_new: NDArray[np.bool_],
        known: IdArray,
        offsets: OffsetArray,
        threads: int,
    ) -> Float32Array:
        """Return the vectors of unknown words by their contexts."""
        rows_of_words = np.append(
            np.where(is_new, counts_before(is_new)[:-1], MISSING).astype(np.int32),
            np.int32(MISSING),
        )
        contexts = np.append(known, np.int32(MISSING))
        contexts[contexts >= self.n_contexts] = MISSING
        steps = Steps(0, threads=threads)
        rows = count_rows(
            rows_of_words[ids],
            np.ascontiguousarray(offsets, np.int64),
            int(np.count_nonzero(is_new)),
            contexts[ids],
            self.n_contexts + 1,
            steps,
        )
        to_ppmi(rows, self.weights, steps)
        return projected(rows, self.projection, self.length, steps)

    def matrix(self, sentences: Any) -> Matrix:
        """Return the vectors of the tokens of sentences as a block beside others.

        Parameters
        ----------
        sentences : ColumnTable, or sequence of sequences of str

        Returns
        -------
        Matrix
            ``Blocks(table, vectors.matrix(table))`` has the attributes ``vector[0]`` …
        """
        column, offsets = word_column(sentences)
        ids, vectors = self.of_tokens(column, offsets)
        # One more row, the last, so that the id -1 reads it.
        padded = np.vstack([vectors, np.zeros((1, self.n_dimensions), np.float32)])
        return Matrix(padded[ids], offsets=offsets, prefix="vector")

    def turned_to(self, other: WordVectors) -> WordVectors:
        """Return the same vectors, turned so that they are near to those of an earlier computation.

        By the orthogonal matrix that brings the words that both have nearest to each other
        (orthogonal Procrustes); angles between vectors stay what they are, and weights that were
        learned with the earlier vectors are a start for these.

        Parameters
        ----------
        other : WordVectors
            Of as many dimensions.

        Raises
        ------
        CrfError
            It has another number of dimensions.
        """
        _check_dimensions(other, self.n_dimensions)
        theirs = np.array([other._rows.get(word, MISSING) for word in self.words], np.int64)
        mine = np.flatnonzero(theirs >= 0)
        products = _product(
            self.vectors[mine].astype(np.float64).T, other.vectors[theirs[mine]].astype(np.float64)
        )
        left, _, right = np.linalg.svd(products)
        rotation = left @ right
        return replace(
            self,
            vectors=_product(self.vectors.astype(np.float64), rotation).astype(np.float32),
            projection=_product(self.projection.astype(np.float64), rotation).astype(np.float32),
        )

    def state(self) -> State:
        """Return everything that `from_state` needs: a JSON object and named arrays."""
        text, offsets = pack_strings(self.words)
        header = {"n_contexts": self.n_contexts, "length": self.length}
        arrays: dict[str, NDArray[Any]] = {
            "words": text,
            "word_offsets": offsets,
            "vectors": self.vectors,
            "weights": self.weights,
            "projection": self.projection,
        }
        return header, arrays

    @classmethod
    def from_state(cls, header: Mapping[str, Any], arrays: Mapping[str, NDArray[Any]]) -> Self:
        """Make the vectors again whose `state` this is; ValueError if the parts do not fit."""
        words = unpack_alphabet(arrays["words"], arrays["word_offsets"])
        n_contexts, length = header["n_contexts"], float(header["length"])
        n_dimensions = arrays["vectors"].shape[1]
        fits = type(n_contexts) is int and 0 <= n_contexts <= min(len(words), MAX_CONTEXTS)
        fits = fits and MIN_LENGTH <= length <= MAX_LENGTH
        if not fits or not 0 < n_dimensions <= MAX_DIMENSIONS:
            raise ValueError("its numbers are none that learn_vectors leaves")
        n_columns = N_OFFSETS * (n_contexts + 1)
        return cls(
            words,
            float_array(arrays, "vectors", np.float32, (len(words), n_dimensions), 1.001 * length),
            n_contexts,
            float_array(arrays, "weights", np.float64, (n_columns,), _GREATEST_WEIGHT),
            float_array(arrays, "projection", np.float32, (n_columns, n_dimensions), _LARGEST),
            length,
        )


def learn_vectors(
    sentences: Any,
    n: int = 50,
    contexts: int = 1000,
    length: float = 2.0,
    seed: int = 0,
    threads: int = 1,
    *,
    like: WordVectors | None = None,
    monitor: StepMonitor | None = None,
    cancelled: Callable[[], bool] | None = None,
) -> WordVectors:
    """Learn a vector for each word of a text from the words around it.

    With A the PPMI of words and contexts, A ≈ U·S·Vᵀ of rank n, the vector of word w is U_w·√S,
    scaled to one length. A context is one of the most frequent words, or a cell before or after the
    sentence, at one of the offsets −2, −1, 1, 2; frequencies of contexts are raised to the power
    0.75 in the PPMI.

    Parameters
    ----------
    sentences : ColumnTable, or sequence of sequences of str
        Of a table, column 0. No label is needed.
    n : int
        Dimensions of vectors, 1 to 300. Of a text with fewer contexts the last ones are 0.
    contexts : int
        The number of words that are contexts, 1 to 20,000.
    length : float
        Euclidean length of vectors, which sets their weight beside attributes of value 1.
    seed : int
    threads : int
        No result depends on it. With more than 80 dimensions the last digits depend on the number
        of threads of BLAS, which is set by the environment.
    like : WordVectors, optional
        An earlier computation to which vectors are turned (`WordVectors.turned_to`).
    monitor : callable, optional
        Called with (steps done, steps in all) after each step; True stops.
    cancelled : callable, optional
        Called every few milliseconds; True stops.

    Returns
    -------
    WordVectors
        All words of the text, also those that occur once; of a text with more than 500,000
        different words, the most frequent ones. Others are like words that the text lacks.

    Raises
    ------
    DataError
        There is no word, or a token is no string.
    CrfError
        A parameter is not possible.
    TrainingCancelled
        The monitor or `cancelled` returned True.
    """
    check_counts([("n", n, 1, MAX_DIMENSIONS), ("contexts", contexts, 1, MAX_CONTEXTS)])
    check_counts([("seed", seed, 0, 2**63 - 1), ("threads", threads, 1, _MOST_THREADS)])
    given: Any = length
    if not isinstance(given, Real) or not MIN_LENGTH <= length <= MAX_LENGTH:
        raise CrfError(
            f"length={shown(length)} is not possible; give a number from {MIN_LENGTH:g} to "
            f"{MAX_LENGTH:,.0f}."
        )
    if like is not None:
        _check_dimensions(like, n)
    steps = Steps(_ITERATIONS + 2, monitor, cancelled, threads)
    column, offsets = word_column(sentences)
    order = by_frequency(frequencies(column))[:MAX_WORDS]
    if not len(order):
        raise DataError("There is no word to learn a vector for; give sentences with words.")
    ids = renumbered(column.ids, order)
    n_contexts = min(contexts, len(order))
    context_ids = np.where(ids < n_contexts, ids, MISSING).astype(np.int32)
    rows = count_rows(ids, offsets, len(order), context_ids, n_contexts + 1, steps)
    weights = context_weights(rows.totals)
    to_ppmi(rows, weights, steps)
    steps.step()
    projection = _projection(rows, n, seed, steps)
    vectors = projected(rows, projection, length, steps)
    words = [column.values[at] for at in order.tolist()]
    found = WordVectors(words, vectors, n_contexts, weights, projection, float(length))
    steps.step()
    return found if like is None else found.turned_to(like)


def _check_dimensions(earlier: WordVectors, n: int) -> None:
    if not isinstance(earlier, WordVectors):
        raise CrfError(
            f"The earlier vectors are {shown(earlier)}; give what learn_vectors or "
            "WordVectors.load returned."
        )
    if earlier.n_dimensions != n:
        raise CrfError(
            f"The earlier vectors have {earlier.n_dimensions} dimensions and these have {n}; "
            "learn as many."
        )


def _projection(rows: ContextRows, n: int, seed: int, steps: Steps) -> Float32Array:
    """Return V·S^(−½) of the n greatest singular values, float32 (4 (C + 1), n)."""
    n_columns = len(rows.totals)
    size = min(n + _MORE_DIMENSIONS, n_columns)
    basis = np.random.default_rng(seed).standard_normal((n_columns, size))
    # Columns that never occur have no part in any product.
    basis[rows.totals == 0] = 0.0
    found = basis
    for _ in range(_ITERATIONS):
        basis = orthonormal(found)
        found = squared_product(rows, basis, steps)
        steps.step()
    squares, rotation = np.linalg.eigh(_symmetric(_product(basis.T, found)))
    squares, rotation = squares[::-1][:n], rotation[:, ::-1][:, :n]
    vectors = _product(basis, rotation)
    vectors *= _signs(vectors)
    kept = squares > max(float(squares[0]), 0.0) * _SMALLEST**2
    scale = np.where(kept, np.maximum(squares, np.finfo(np.float64).tiny) ** -0.25, 0.0)
    projection = np.zeros((n_columns, n), np.float32)
    projection[:, : len(scale)] = vectors * scale
    return projection


def _product(left: FloatArray, right: FloatArray) -> FloatArray:
    """Return a product of matrices, the same bits with any number of threads of BLAS."""
    return np.asarray(np.einsum("ij,jk->ik", left, right), np.float64)


def _symmetric(matrix: FloatArray) -> FloatArray:
    return np.asarray((matrix + matrix.T) / 2.0)


def _signs(vectors: FloatArray) -> FloatArray:
    """Return 1 or −1 for each column, by the sign of its entry that is greatest in size."""
    greatest = np.abs(vectors).argmax(axis=0)
    return np.where(vectors[greatest, np.arange(vectors.shape[1])] < 0.0, -1.0, 1.0)
