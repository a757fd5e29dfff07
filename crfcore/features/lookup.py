"""Hash tables from the cells of a template's lines to attributes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from crfcore.arrays import IdArray, MaskArray, OffsetArray
from crfcore.features.conjunctions import Conjunctions
from crfcore.features.lookup_kernels import find_pairs, insert_pairs, look_up
from crfcore.features.template import Feature, Macro

IN_DIRECT, NOTHING_YET, CONSTANT = -1, -2, -3
"""Codes in place of the bits of a hash table (see `look_up`)."""

_FEWEST_BITS = 4

_NUMBERED = np.zeros(0, np.int32)
"""Passed as ids if pairs get consecutive ones."""


@dataclass(frozen=True, eq=False)
class TupleTable:
    """A map from tuples of cells to values, for all lines with the same literals.

    Attributes
    ----------
    direct : int32 (n,)
        For tuples of one cell: −1, then the value of each cell, or −1.
    steps : tuple of int32 (2 ** bits, 3)
        For longer tuples: hash tables of pairs, see `crfcore.features.lookup_kernels`.
    constant : int
        The value of the tuple without a cell, or −1.
    n_tuples : int
        The number of distinct tuples.
    """

    direct: IdArray
    steps: tuple[IdArray, ...]
    constant: int
    n_tuples: int

    @classmethod
    def of(cls, found: Conjunctions, n_strings: int) -> TupleTable:
        """Return the table of conjunctions with cells below n_strings."""
        direct = np.zeros(0, np.int32)
        if found.n_cells == 0:
            constant = int(found.attributes[0]) if len(found.attributes) else -1
            return cls(direct, (), constant, min(len(found.attributes), 1))
        if found.n_cells == 1:
            direct = np.full(n_strings + 1, -1, np.int32)
            direct[found.cells[:, 0] + 1] = found.attributes
            return cls(direct, (), -1, int(np.count_nonzero(direct >= 0)))
        columns = [np.ascontiguousarray(found.cells[:, m]) for m in range(found.n_cells)]
        firsts = columns[0]
        steps = []
        for column in columns[1:-1]:
            firsts, slots = _pairs(firsts, column)
            steps.append(slots)
        _, slots = _pairs(firsts, columns[-1], found.attributes)
        n_tuples = int(np.count_nonzero(slots[:, 0] >= 0))
        return cls(direct, (*steps, slots), -1, n_tuples)

    def find(self, cells: Sequence[IdArray], n: int) -> IdArray:
        """Return the value of each tuple, −1 if it is unknown or a cell is missing.

        Parameters
        ----------
        cells : M arrays int32 (n,)
        n : int

        Returns
        -------
        int32 (n,)
        """
        if not cells:
            return np.full(n, self.constant, np.int32)
        if len(cells) == 1:
            return self.direct[cells[0] + 1]
        found = np.array(cells[0], np.int32)
        for slots, column in zip(self.steps, cells[1:], strict=True):
            find_pairs(found, np.ascontiguousarray(column), n, slots, 0, _bits_of(slots))
        return found


def _pairs(
    firsts: IdArray, seconds: IdArray, numbers: IdArray = _NUMBERED
) -> tuple[IdArray, IdArray]:
    """Return the value of each pair, and the table of the pairs."""
    found = np.empty(len(firsts), np.int32)
    slots = _filled(firsts, seconds, numbers, found, len(firsts))
    n_distinct = int(np.count_nonzero(slots[:, 0] >= 0))
    if 4 * n_distinct < len(firsts):
        # As small as possible, to stay in the cache.
        slots = _filled(firsts, seconds, numbers, found, n_distinct)
    return found, slots


def _filled(
    firsts: IdArray, seconds: IdArray, numbers: IdArray, found: IdArray, n_distinct: int
) -> IdArray:
    bits = max(_FEWEST_BITS, (2 * n_distinct).bit_length())
    slots = np.full((1 << bits, 3), -1, np.int32)
    insert_pairs(firsts, seconds, numbers, bits, slots, found)
    return slots


def _bits_of(slots: IdArray) -> int:
    return len(slots).bit_length() - 1


@dataclass(frozen=True, eq=False)
class TemplateLookup:
    """The tables of all lines of a template, for one pass over the tokens.

    Attributes
    ----------
    macros : tuple of Macro
        The macros of the columns of `rows`: of row 0, or absolute.
    reach : int
        The greatest distance of a cell from its token.
    lines, cells, tables, direct, slots : arrays
        As for `look_up`.
    """

    macros: tuple[Macro, ...]
    reach: int
    lines: OffsetArray
    cells: NDArray[np.int64]
    tables: NDArray[np.int64]
    direct: IdArray
    slots: IdArray

    @classmethod
    def of(
        cls, features: Sequence[Feature], found: Mapping[tuple[str, ...], TupleTable]
    ) -> TemplateLookup:
        """Concatenate the tables of lines."""
        direct = _Pool([found[literals].direct for literals in found])
        slots = _Pool([step for table in found.values() for step in table.steps])
        positions: dict[Macro, int] = {}
        lines, cells, tables = [0], [], []
        for feature in features:
            table = found[feature.literals]
            for macro in feature.macros:
                column = positions.setdefault(_at_token(macro), len(positions))
                cells.append((column, _row(macro)))
            if not feature.macros:
                cells.append((0, 0))
                tables.append((table.constant, CONSTANT))
            elif not table.steps:
                tables.append((direct.start_of(table.direct), IN_DIRECT))
            else:
                tables.append((0, NOTHING_YET))
                tables += [(slots.start_of(step), _bits_of(step)) for step in table.steps]
            lines.append(len(cells))
        rows = [abs(_row(macro)) for feature in features for macro in feature.macros]
        return cls(
            tuple(positions),
            max(rows, default=0),
            np.array(lines, np.int64),
            np.array(cells, np.int64).reshape(-1, 2),
            np.array(tables, np.int64).reshape(-1, 2),
            direct.joined(np.zeros(0, np.int32)),
            slots.joined(np.zeros((0, 3), np.int32)),
        )

    def rows(
        self, columns: IdArray, positions: OffsetArray, is_start: MaskArray
    ) -> tuple[OffsetArray, IdArray]:
        """Return the known attributes of all tokens, as compressed sparse rows.

        Parameters
        ----------
        columns : int32 (C, ·)
            The columns of `macros`, padded; at least one.
        positions : int64 (T,)
            The position of each token in them.
        is_start : uint8 (T,) or (0,)
            1 where a token has no attributes.

        Returns
        -------
        indptr : int64 (T + 1,)
        attributes : int32 (indptr[T],)
        """
        indptr = np.empty(len(positions) + 1, np.int64)
        attributes = np.empty(len(positions) * (len(self.lines) - 1), np.int32)
        n_found = look_up(
            columns,
            positions,
            self.lines,
            self.cells,
            self.tables,
            self.direct,
            self.slots,
            is_start,
            indptr,
            attributes,
        )
        # A copy, because most of the buffer may be unused.
        return indptr, attributes if n_found == len(attributes) else attributes[:n_found].copy()


def _at_token(macro: Macro) -> Macro:
    return macro if macro.absolute else replace(macro, row=0)


def _row(macro: Macro) -> int:
    """Return the row of a macro's cell relative to the token; 0 if absolute."""
    return 0 if macro.absolute else macro.row


class _Pool:
    """Arrays concatenated to a larger one."""

    def __init__(self, arrays: Sequence[IdArray]) -> None:
        self._arrays = arrays
        self._starts: dict[int, int] = {}
        start = 0
        for array in arrays:
            self._starts[id(array)] = start
            start += len(array)

    def start_of(self, array: IdArray) -> int:
        return self._starts[id(array)]

    def joined(self, nothing: IdArray) -> IdArray:
        return np.concatenate([nothing, *self._arrays])
