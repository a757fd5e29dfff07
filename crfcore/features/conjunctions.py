"""Attributes of the lines of a template that differ only in their cells."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from crfcore.arrays import IdArray, OffsetArray
from crfcore.features.interning import interned, pair_keys, split_pairs


@dataclass(frozen=True, eq=False)
class Conjunctions:
    """Distinct tuples of cell values, each of which is an attribute.

    Attributes
    ----------
    cells : int32 (n, M)
        The values of the M cells of each tuple; M may be 0 (a constant) or 1.
    attributes : int32 (n,)
        The attribute id of each tuple.
    """

    cells: IdArray
    attributes: IdArray

    @property
    def n_cells(self) -> int:
        """The number of cells of a tuple."""
        return int(self.cells.shape[1])

    @classmethod
    def collect(cls, cells: Sequence[IdArray], n: int) -> tuple[Conjunctions, IdArray]:
        """Assign ids to distinct tuples.

        Parameters
        ----------
        cells : M arrays int32 (n,)
            Values of the cells; a tuple with a missing cell, -1, is left out.
        n : int
            Length of the arrays, needed for M = 0.

        Returns
        -------
        Conjunctions
            Attribute ids are the ids of the tuples until `with_attributes`.
        numbers : int32 (n,)
            Id of each tuple, -1 if there is none.
        """
        keys = _first_keys(cells, n)
        numbers, distinct = interned(keys)
        found = [distinct]
        for column in cells[2:]:
            numbers, distinct = interned(pair_keys(numbers, column))
            found.append(distinct)
        tuples = _tuples_of(found, len(cells))
        ids = np.arange(len(tuples), dtype=np.int32)
        return cls(tuples, ids), numbers

    def with_attributes(self, attributes: IdArray) -> Conjunctions:
        """Return the same tuples with other attribute ids."""
        return replace(self, attributes=attributes)

    def keep(self, new_ids: IdArray) -> Conjunctions:
        """Return the tuples of some attributes.

        Parameters
        ----------
        new_ids : int32 (A,)
            New id of each attribute, -1 for removed ones.
        """
        attributes = new_ids[self.attributes]
        stays = attributes >= 0
        return Conjunctions(self.cells[stays], attributes[stays])

    def translate_cells(self, new_numbers: IdArray) -> Conjunctions:
        """Return the same tuples with renumbered values of cells (int32)."""
        return Conjunctions(new_numbers[self.cells], self.attributes)


def _first_keys(cells: Sequence[IdArray], n: int) -> OffsetArray:
    if not cells:
        return np.zeros(n, np.int64)
    if len(cells) == 1:
        return cells[0].astype(np.int64)
    return pair_keys(cells[0], cells[1])


def _tuples_of(found: Sequence[OffsetArray], n_cells: int) -> IdArray:
    """Return the tuples (n, M) of the keys of each step."""
    keys = found[-1]
    columns: list[IdArray] = []
    for earlier in reversed(found[:-1]):
        numbers, last = split_pairs(keys)
        columns.append(last)
        keys = earlier[numbers]
    if n_cells == 1:
        columns.append(keys.astype(np.int32))
    elif n_cells > 1:
        columns.extend(reversed(split_pairs(keys)))
    tuples = np.empty((len(found[-1]), n_cells), np.int32)
    for m, column in enumerate(reversed(columns)):
        tuples[:, m] = column
    return tuples
