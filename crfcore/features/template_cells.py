"""The cells of a template's lines for all tokens of a table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from crfcore.arrays import IdArray, MaskArray, OffsetArray
from crfcore.features.cell_values import CellValues
from crfcore.features.column_table import ColumnTable
from crfcore.features.extraction_kernels import fixed_cells, shift_cells
from crfcore.features.lookup_kernels import pad_sentences, place_tokens
from crfcore.features.segments import MISSING
from crfcore.features.template import Dialect, Feature, Macro, border_string


class TemplateCells:
    """The cells of one table, with a cache of shifted columns."""

    def __init__(
        self, table: ColumnTable, values: CellValues, dialect: Dialect, *, edges: bool = False
    ) -> None:
        self._table = table
        self._values = values
        self._dialect = dialect
        self._edges = edges
        self._columns: dict[Macro, IdArray] = {}
        self._offsets = np.array(table.offsets, np.int64)

    @property
    def n_tokens(self) -> int:
        """T."""
        return self._table.n_tokens

    def of(self, feature: Feature) -> list[IdArray]:
        """Return the cells of a line for every token, int32 (T,) each, -1 if missing."""
        columns = [self._column(macro) for macro in feature.macros]
        if self._edges:
            # No edge leads into the first token of a sentence; one missing cell is enough.
            columns[0] = columns[0].copy()
            starts, ends = self._offsets[:-1], self._offsets[1:]
            columns[0][starts[starts < ends]] = MISSING
        return columns

    @property
    def n_strings(self) -> int:
        """The number of strings."""
        return len(self._values.alphabet)

    def padded(self, macros: Sequence[Macro], reach: int) -> tuple[IdArray, OffsetArray]:
        """Return columns padded outside of sentences, and the position of each token.

        Parameters
        ----------
        macros : sequence of Macro
            One for each column, of row 0 or absolute.
        reach : int
            The greatest distance of cells outside a sentence.

        Returns
        -------
        int32 (at least 1, ·), int64 (T,)
        """
        n_cells = self.n_tokens + 2 * reach * (len(self._offsets) - 1)
        columns = np.zeros((max(len(macros), 1), n_cells), np.int32)
        for position, macro in enumerate(macros):
            before, behind = (self._borders(macro, sign, reach) for sign in (-1, 1))
            borders = np.concatenate([before[::-1], behind])
            pad_sentences(self._column(macro), self._offsets, borders, columns[position])
        positions = np.empty(self.n_tokens, np.int64)
        place_tokens(self._offsets, reach, positions)
        return columns, positions

    def starts_of_edges(self) -> MaskArray:
        """Return the mask of tokens without an edge into them, uint8 (T,); (0,) for token lines."""
        starts = np.zeros(self.n_tokens if self._edges else 0, np.uint8)
        if self._edges:
            first, end = self._offsets[:-1], self._offsets[1:]
            starts[first[first < end]] = 1
        return starts

    def _column(self, macro: Macro) -> IdArray:
        if macro not in self._columns:
            self._columns[macro] = self._fixed(macro) if macro.absolute else self._shifted(macro)
        return self._columns[macro]

    def _shifted(self, macro: Macro) -> IdArray:
        if macro.row:
            cells = self._column(replace(macro, row=0))
            borders = self._borders(macro, -1 if macro.row < 0 else 1, abs(macro.row))
            shifted = np.empty(len(cells), np.int32)
            shift_cells(cells, self._offsets, macro.row, borders, shifted)
            return shifted
        column = self._table.columns[macro.column]
        return self._values.cells(column, macro.function, macro.column, macro.length, macro.regexp)

    def _fixed(self, macro: Macro) -> IdArray:
        cells = self._column(replace(macro, row=0, absolute=False))
        before, behind = (self._borders(macro, sign, abs(macro.row) + 1) for sign in (-1, 1))
        fixed = np.empty(len(cells), np.int32)
        fixed_cells(cells, self._offsets, macro.row, before, behind, fixed)
        return fixed

    def _borders(self, macro: Macro, sign: int, distance: int) -> IdArray:
        """Return the values of a macro at distances 1, 2 … outside a sentence, on one side."""
        positions = range(1, distance + 1)
        return self._values.of_strings(
            [border_string(self._dialect, sign * position, macro) for position in positions]
        )
