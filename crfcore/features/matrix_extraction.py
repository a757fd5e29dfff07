"""Extractor for the columns of a matrix."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from crfcore.arrays import IdArray
from crfcore.errors import CrfError, DataError, NotFittedError, shown
from crfcore.features.extraction import State
from crfcore.features.extraction_kernels import count_numbers
from crfcore.features.matrix import MAX_COLUMNS, Matrix
from crfcore.features.matrix_kernels import translate_rows
from crfcore.features.segments import MISSING
from crfcore.features.string_arrays import pack_strings, unpack_strings
from crfcore.features.token_attributes import TokenAttributes, WithoutEdges


class MatrixExtractor(WithoutEdges):
    """Extractor whose attributes are the non-zero columns of a matrix.

    Parameters
    ----------
    min_count : int
        Columns with fewer non-zero entries get no id.
    """

    has_transitions = True
    """Whether label pairs have weights."""

    def __init__(self, min_count: int = 1) -> None:
        self.min_count = min_count
        self._n_columns = -1
        self._prefix = "x"
        self._names: list[str] | None = None
        self._columns = np.zeros(0, np.int32)

    @property
    def n_attributes(self) -> int:
        """The number of columns with an id."""
        return len(self._columns)

    def fit(self, sentences: Any) -> TokenAttributes:
        """Give ids to all columns with entries, by descending frequency.

        Parameters
        ----------
        sentences : Matrix, or what it is made of

        Raises
        ------
        DataError
            The matrix has no sentence lengths.
        """
        matrix = as_matrix(sentences)
        counts = np.zeros(matrix.n_columns, np.int64)
        count_numbers(matrix.columns, counts)
        order = np.argsort(-counts, kind="stable")
        n_kept = int(np.count_nonzero(counts >= max(self.min_count, 1)))
        self._columns = order[:n_kept].astype(np.int32)
        self._n_columns = matrix.n_columns
        self._prefix = matrix.prefix
        self._names = None
        if matrix.names is not None:
            self._names = [matrix.names[column] for column in self._columns.tolist()]
        return self._rows(matrix)

    def transform(self, sentences: Any) -> TokenAttributes:
        """Return the columns that have ids; others are left out.

        Parameters
        ----------
        sentences : Matrix, or what it is made of

        Raises
        ------
        NotFittedError
            The extractor is not fitted.
        DataError
            The number or the names of columns differ from those of `fit`.
        """
        self._check_fitted()
        matrix = as_matrix(sentences)
        if matrix.n_columns != self._n_columns:
            raise DataError(
                f"The matrix has {matrix.n_columns} columns, and this model has learned from "
                f"{self._n_columns}; give the same columns in the same order."
            )
        if matrix.names is not None and self._names is not None:
            for column, name in zip(self._columns.tolist(), self._names, strict=True):
                if matrix.names[column] != name:
                    raise DataError(
                        f"Column {column} of the matrix is called {shown(matrix.names[column])}, "
                        f"and "
                        f"{shown(name)} where this model has learned; give the same columns in the "
                        "same order."
                    )
        return self._rows(matrix)

    def _rows(self, matrix: Matrix) -> TokenAttributes:
        if matrix.offsets is None:
            raise DataError(
                "A matrix of all tokens needs the lengths of its sentences: "
                "Matrix(rows, lengths=[…]); or give a list of matrices, one a sentence."
            )
        ids = np.full(self._n_columns, MISSING, np.int32)
        ids[self._columns] = np.arange(len(self._columns), dtype=np.int32)
        indptr = np.empty(matrix.n_tokens + 1, np.int64)
        attributes = np.empty(len(matrix.columns), np.int32)
        values = np.empty(len(matrix.columns))
        n_entries = translate_rows(
            matrix.indptr, matrix.columns, matrix.values, ids, indptr, attributes, values
        )
        if n_entries < len(attributes):
            attributes, values = attributes[:n_entries].copy(), values[:n_entries].copy()
        if np.all(values == 1.0):
            values = np.zeros(0)
        return TokenAttributes(matrix.offsets, indptr, attributes, self.n_attributes, values)

    def _check_fitted(self) -> None:
        if self._n_columns < 0:
            message = "The extractor knows no attributes yet; call fit with sentences first."
            raise NotFittedError(message)

    def attribute_names(self) -> list[str]:
        """Return the names of columns in the order of their ids."""
        if self._names is not None:
            return list(self._names)
        return [f"{self._prefix}[{column}]" for column in self._columns.tolist()]

    def ids_in(self, other: MatrixExtractor) -> tuple[IdArray, IdArray]:
        """Return the ids of columns of the same name in another extractor.

        Returns
        -------
        int32 (A,), int32 (0,)
            -1 for names unknown to the other one; there are no edge attributes.
        """
        there = {name: number for number, name in enumerate(other.attribute_names())}
        names = self.attribute_names()
        ids = np.fromiter((there.get(name, MISSING) for name in names), np.int32, len(names))
        return ids, np.zeros(0, np.int32)

    def key_attributes(self) -> IdArray:
        """Return the attributes that are the token's word: none."""
        return np.zeros(0, np.int32)

    def compact(
        self, keep: NDArray[np.bool_], keep_edges: NDArray[np.bool_] | None = None
    ) -> MatrixExtractor:
        """Return an extractor with some of the columns, renumbered in the same order.

        Parameters
        ----------
        keep : bool (A,)
        keep_edges : bool (0,), optional
            Ignored: there are no edge attributes.
        """
        del keep_edges
        self._check_fitted()
        smaller = MatrixExtractor(self.min_count)
        smaller._n_columns = self._n_columns
        smaller._prefix = self._prefix
        smaller._columns = self._columns[keep]
        if self._names is not None:
            smaller._names = [self._names[position] for position in np.flatnonzero(keep).tolist()]
        return smaller

    def joined(self, other: MatrixExtractor) -> MatrixExtractor:
        """Return an extractor of the columns of this one and of another.

        Raises
        ------
        CrfError
            The two have learned from different matrices.
        """
        self._check_fitted()
        own = dict(zip(self._columns.tolist(), self.attribute_names(), strict=True))
        theirs = dict(zip(other._columns.tolist(), other.attribute_names(), strict=True))
        joined = own | theirs
        names = list(joined.values())
        agree = self._n_columns == other._n_columns and theirs | own == joined
        named = (self._names is None) == (other._names is None)
        if not agree or not named or len(set(names)) < len(names):
            raise CrfError(
                "The models read matrices with different columns; train them on matrices with the "
                "same columns in the same order."
            )
        larger = MatrixExtractor(self.min_count)
        larger._n_columns, larger._prefix = self._n_columns, self._prefix
        larger._columns = np.array(list(joined), np.int32)
        larger._names = None if self._names is None else names
        return larger

    def state(self) -> State:
        """Return the state for `from_state`: a JSON object and named arrays."""
        self._check_fitted()
        header = {"kind": "matrix", "n_columns": self._n_columns, "prefix": self._prefix}
        arrays: dict[str, NDArray[Any]] = {"columns": self._columns}
        if self._names is not None:
            arrays["names"], arrays["name_offsets"] = pack_strings(self._names)
        return header, arrays

    @classmethod
    def from_state(
        cls, header: Mapping[str, Any], arrays: Mapping[str, NDArray[Any]]
    ) -> MatrixExtractor:
        """Return the extractor of a `state`; ValueError if it is invalid."""
        extractor = cls()
        extractor._n_columns = n_columns = int(header["n_columns"])
        extractor._prefix = str(header["prefix"])
        if arrays["columns"].dtype.kind not in "iu":
            raise ValueError("its columns are no whole numbers")
        extractor._columns = columns = np.array(arrays["columns"], np.int32)
        distinct = len(np.unique(columns)) == columns.size
        inside = not columns.size or 0 <= int(columns.min()) <= int(columns.max()) < n_columns
        if columns.ndim != 1 or not distinct or not inside or not 0 <= n_columns <= MAX_COLUMNS:
            raise ValueError(f"its columns are not among {n_columns}")
        if "names" in arrays:
            extractor._names = unpack_strings(arrays["names"], arrays["name_offsets"])
            if len(extractor._names) != len(columns):
                raise ValueError("its columns and their names are not as many")
        return extractor


def as_matrix(sentences: Any) -> Matrix:
    """Return sentences as a matrix; DataError if they are not one."""
    return sentences if isinstance(sentences, Matrix) else Matrix(sentences)
