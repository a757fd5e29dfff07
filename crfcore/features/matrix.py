"""Tokens as rows of sparse or dense matrices, one for all sentences or one for each."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from crfcore.arrays import FloatArray, IdArray, OffsetArray
from crfcore.errors import CrfError, DataError, shown
from crfcore.features.matrix_kernels import count_nonzero, pack_block
from crfcore.features.segments import offsets_of
from crfcore.messages import counted

_ROWS_AT_ONCE = 16_384
MAX_COLUMNS = 2**31 - 1
"""Attribute ids are 32-bit integers."""


def is_matrix(rows: Any) -> bool:
    """Whether something is a matrix: scipy's sparse or numpy's two-dimensional arrays."""
    return hasattr(rows, "tocsr") or (isinstance(rows, np.ndarray) and rows.ndim == 2)


def is_list_of_matrices(rows: Any) -> bool:
    """Whether something is a list that begins with a matrix."""
    return isinstance(rows, (list, tuple)) and len(rows) > 0 and is_matrix(rows[0])


def refuse_rows(sentences: Any, wanted: str) -> None:
    """Raise CrfError for matrices and blocks, if a model was trained on other input."""
    if isinstance(sentences, Rows) or is_matrix(sentences) or is_list_of_matrices(sentences):
        raise CrfError(f"This model was trained on {wanted}; give it these, not matrices.")


class Rows:
    """Base of `Matrix` and `Blocks`, which only their own extractors read."""


class Matrix(Rows):
    """Sentences whose tokens are rows of a matrix: each column is an attribute with that value.

    Entries of 0 are ignored; they get no weight, even with ``all_possible_states``.

    Parameters
    ----------
    rows : scipy sparse matrix or array, or numpy array (T, K); or a list of these, one per sentence
        Numbers or booleans.
    lengths : int (N,), optional
        The number of tokens of each sentence.
    offsets : int (N + 1,), optional
        Instead of lengths: tokens of sentence i are ``offsets[i]:offsets[i + 1]``. A list of
        matrices needs neither, nor does a block among others (`Blocks`).
    names : sequence of K str, optional
        Names of the columns; by default "x[0]", "x[1]" …
    prefix : str
        Prefix of default names.

    Attributes
    ----------
    offsets : int64 (N + 1,) or None
    indptr : int64 (T + 1,)
    columns : int32 (n,)
    values : float64 (n,)
        Compressed sparse rows.
    n_columns : int
        K.
    names : tuple of str or None
    prefix : str

    Raises
    ------
    DataError
        Shapes, lengths or names do not match; or an entry is not a finite number, with its row and
        column.
    """

    def __init__(
        self,
        rows: Any,
        *,
        lengths: Any = None,
        offsets: Any = None,
        names: Sequence[str] | None = None,
        prefix: str = "x",
    ) -> None:
        self.prefix = prefix
        parts = [rows] if is_matrix(rows) else _listed(rows)
        self.n_columns = _common_width(parts)
        packed = [_packed(part, f"matrix {position + 1}, ") for position, part in enumerate(parts)]
        if is_matrix(rows):
            packed = [_packed(rows, "")]
            self.offsets = _given_offsets(lengths, offsets, rows.shape[0])
        elif lengths is not None or offsets is not None:
            raise DataError(
                "A list of matrices says itself where sentences end; leave out lengths and offsets."
            )
        else:
            self.offsets = offsets_of(np.array([len(part[0]) - 1 for part in packed], np.int64))
        self.indptr, self.columns, self.values = _joined(packed)
        self.names = None if names is None else tuple(names)
        if self.names is not None:
            _check_names(self.names, self.n_columns)

    @property
    def n_tokens(self) -> int:
        """T."""
        return len(self.indptr) - 1

    def with_offsets(self, offsets: OffsetArray) -> Matrix:
        """Return the same rows with other sentence offsets, for as many tokens."""
        other = object.__new__(Matrix)
        other.__dict__.update(self.__dict__)
        other.offsets = _given_offsets(None, offsets, self.n_tokens)
        return other

    def with_prefix(self, prefix: str) -> Matrix:
        """Return the same matrix with another prefix of default names."""
        other = object.__new__(Matrix)
        other.__dict__.update(self.__dict__)
        other.prefix = prefix
        return other

    def name_of(self, column: int) -> str:
        """Return the name of a column."""
        return f"{self.prefix}[{column}]" if self.names is None else self.names[column]


_Rows = tuple[OffsetArray, IdArray, FloatArray]


def _listed(rows: Any) -> list[Any]:
    if not isinstance(rows, (list, tuple)):
        raise DataError(
            "A matrix of tokens is a scipy sparse matrix, a numpy array of two dimensions, or a "
            f"list of them, one a sentence; found {_described(rows)}."
        )
    for number, part in enumerate(rows):
        if not is_matrix(part):
            raise DataError(
                f"Sentence {number + 1} is {_described(part)}; a matrix with a row for each of its "
                "tokens was expected."
            )
    if not rows:
        raise DataError("The list of matrices is empty; one for each sentence was expected.")
    return list(rows)


def _described(rows: Any) -> str:
    if isinstance(rows, np.ndarray):
        return f"an array of the shape {rows.shape}"
    return f"{type(rows).__name__}"


def _common_width(parts: Sequence[Any]) -> int:
    width = int(parts[0].shape[1])
    for position, part in enumerate(parts):
        if part.shape[1] != width:
            raise DataError(
                f"The matrix of sentence {position + 1} has {part.shape[1]} columns and that of "
                f"sentence 1 has {width}; all need the same."
            )
    if width > MAX_COLUMNS:
        raise DataError(f"The matrix has {width:,} columns; {MAX_COLUMNS:,} are possible.")
    return width


def _given_offsets(lengths: Any, offsets: Any, n_tokens: int) -> OffsetArray | None:
    if lengths is None and offsets is None:
        return None
    if lengths is not None and offsets is not None:
        raise DataError("Give lengths of sentences or their offsets, not both.")
    if offsets is not None:
        given = _whole_numbers(offsets, "offsets")
        if not len(given) or given[0] != 0 or np.any(given[1:] < given[:-1]):
            raise DataError(
                "The offsets of sentences begin with 0 and never fall: where each begins, and "
                f"where the last ends; found {_shown(given)}."
            )
    else:
        given = _whole_numbers(lengths, "lengths")
        if np.any(given < 0):
            raise DataError(f"The length of a sentence cannot be {int(given.min())}.")
        given = offsets_of(given)
    if given[-1] != n_tokens:
        raise DataError(
            f"The sentences have {int(given[-1]):,} tokens together, and the matrix has "
            f"{n_tokens:,} rows; each token needs one."
        )
    return given


def _whole_numbers(numbers: Any, what: str) -> OffsetArray:
    try:
        array = np.asarray(numbers)
    except ValueError:
        array = np.zeros(1, object)
    if array.ndim != 1 or (array.size and array.dtype.kind not in "iu"):
        raise DataError(f"The {what} of sentences are whole numbers in one list or array.")
    return np.array(array, np.int64)


def _shown(numbers: OffsetArray) -> str:
    first = ", ".join(map(str, numbers[:6].tolist()))
    return f"{first} …" if len(numbers) > 6 else first or "nothing"


def _check_names(names: tuple[str, ...], n_columns: int) -> None:
    if len(names) != n_columns:
        raise DataError(
            f"The matrix has {counted(n_columns, 'column')} and {counted(len(names), 'name')}; "
            "each column needs one."
        )
    for name in names:
        if not isinstance(name, str):
            raise DataError(f"The name of a column must be a string; found {shown(name)}.")
    if len(set(names)) < len(names):
        twice = next(name for position, name in enumerate(names) if name in names[:position])
        raise DataError(
            f"Two columns of the matrix are called {shown(twice)}; give each its own name."
        )


def _packed(rows: Any, where: str) -> _Rows:
    return _packed_sparse(rows, where) if hasattr(rows, "tocsr") else _packed_dense(rows, where)


def _packed_sparse(rows: Any, where: str) -> _Rows:
    sparse = rows.tocsr()
    values = _as_numbers(sparse.data)
    indptr = np.require(sparse.indptr, np.int64, ["C", "W"])
    indices = np.asarray(sparse.indices)
    wrong = np.flatnonzero(~np.isfinite(values))
    if len(wrong):
        at = int(wrong[0])
        row = int(np.searchsorted(indptr, at, side="right")) - 1
        raise _not_finite(values[at], where, row, int(indices[at]))
    fits = len(indptr) == rows.shape[0] + 1 and indptr[0] == 0 and indptr[-1] <= len(indices)
    if not fits or np.any(indptr[1:] < indptr[:-1]):
        raise DataError("The row pointers of the sparse matrix do not fit its entries.")
    values, indices = values[: indptr[-1]], indices[: indptr[-1]]
    if len(indices) and not 0 <= int(indices.min()) <= int(indices.max()) < rows.shape[1]:
        raise DataError(
            f"The sparse matrix has {rows.shape[1]} columns and an entry in column "
            f"{int(indices.max()) if int(indices.min()) >= 0 else int(indices.min())}."
        )
    is_nonzero = values != 0.0
    if np.all(is_nonzero):
        return indptr, np.require(indices, np.int32, ["C", "W"]), values
    before = offsets_of(is_nonzero.astype(np.int64))
    return before[indptr], indices[is_nonzero].astype(np.int32), values[is_nonzero]


def _packed_dense(rows: NDArray[Any], where: str) -> _Rows:
    n_rows = rows.shape[0]
    starts = range(0, n_rows, _ROWS_AT_ONCE)
    n_entries = 0
    for start in starts:
        block = _as_numbers(rows[start : start + _ROWS_AT_ONCE])
        if not np.all(np.isfinite(block)):
            row, column = (int(position[0]) for position in np.nonzero(~np.isfinite(block)))
            raise _not_finite(block[row, column], where, start + row, column)
        n_entries += count_nonzero(block)
    indptr = np.zeros(n_rows + 1, np.int64)
    columns, values = np.empty(n_entries, np.int32), np.empty(n_entries)
    position = 0
    for start in starts:
        block = _as_numbers(rows[start : start + _ROWS_AT_ONCE])
        ends = indptr[start + 1 : start + 1 + len(block)]
        position = pack_block(block, position, ends, columns, values)
    return indptr, columns, values


def _as_numbers(entries: NDArray[Any]) -> FloatArray:
    if entries.dtype.kind not in "buif":
        raise DataError(
            f"The entries of a matrix are numbers; this one holds {entries.dtype}. Strings belong "
            "in columns with a template, or in attribute items."
        )
    # Copied only if needed: kernels are compiled for writable arrays.
    return np.require(entries, np.float64, ["C", "W"])


def _not_finite(value: float, where: str, row: int, column: int) -> DataError:
    return DataError(
        f"The entry of the matrix in {where}row {row}, column {column} (both from 0) is {value}; "
        "a finite number was expected."
    )


def _joined(parts: Sequence[_Rows]) -> _Rows:
    if len(parts) == 1:
        return parts[0]
    lengths = np.concatenate([np.diff(indptr) for indptr, _, _ in parts])
    return (
        offsets_of(lengths),
        np.concatenate([columns for _, columns, _ in parts]),
        np.concatenate([values for _, _, values in parts]),
    )
