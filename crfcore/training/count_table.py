"""Immutable tables of counts with cheap updates.

An update returns a new table, which shares its base with the old one and stores changed rows
separately. So other threads can read the old one, and an update costs what it changes. After many
changes the rows are merged into a new base.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from crfcore.arrays import FloatArray, IdArray, OffsetArray
from crfcore.errors import DataError
from crfcore.training.count_table_kernels import (
    DONE,
    NOT_THERE,
    CountArrays,
    add_counts,
    merge_rows,
    move_owners,
)

NOT_COUNTED = (
    "A sentence is to be taken away that was not counted so; give the sentence and the labels with "
    "which it was counted."
)
"""What an error says."""

MIN_ENTRIES = 2**13
"""Number of changed entries that never causes a new base."""

ENTRIES_BY_ROOT = 90
"""Changed entries, as multiple of the square root of the base's, that cause a new base.

A version copies the changed entries, a new base all of them, and a sentence changes some two
thousand: the total cost is minimal near this number.
"""


@dataclass(frozen=True, slots=True, eq=False)
class CountTable:
    """Counts of members by owner.

    Attributes
    ----------
    codes : (R,) array or empty
        The owners of the base's rows, in increasing order; if empty, row r is that of owner r. A
        table of codes always has an empty row for −1, so that it is not empty.
    indptr, members, counts : (R + 1,), (F,), (F,) arrays
        The base: owner r has the members ``members[indptr[r]:indptr[r + 1]]``, with positive
        counts.
    owners, starts, sizes : (H,) arrays
        A hash table of the owners with changed rows; −1 for empty slots.
    changed_members, changed_counts : (C,) arrays
        Their rows, by starts and sizes. A count may be zero.
    filled : (4,) array
        Numbers of changed rows and entries; an unused number; and the difference to the base of the
        number of non-zero counts.
    """

    codes: OffsetArray
    indptr: OffsetArray
    members: IdArray
    counts: FloatArray
    owners: OffsetArray
    starts: OffsetArray
    sizes: OffsetArray
    changed_members: IdArray
    changed_counts: FloatArray
    filled: OffsetArray

    @classmethod
    def of_rows(
        cls,
        indptr: OffsetArray,
        members: IdArray,
        counts: FloatArray,
        codes: OffsetArray | None = None,
    ) -> CountTable:
        """Return the table of some rows."""
        return cls(
            np.zeros(0, np.int64) if codes is None else codes,
            indptr,
            members,
            counts,
            np.full(1, -1, np.int64),
            np.zeros(1, np.int64),
            np.zeros(1, np.int64),
            np.zeros(0, np.int32),
            np.zeros(0),
            np.zeros(4, np.int64),
        )

    def changed(
        self, new_owners: OffsetArray, new_members: IdArray, amounts: FloatArray
    ) -> CountTable:
        """Return a table with amounts added, in their order.

        Parameters
        ----------
        new_owners, new_members, amounts : (n,) arrays

        Raises
        ------
        DataError
            A count would fall below zero.
        """
        table = self
        if self.filled[1] > MIN_ENTRIES + ENTRIES_BY_ROOT * np.sqrt(len(self.members)):
            table = self.merged()
        table = table.with_room(len(new_owners), 4 * len(new_owners))
        end = add_counts(0, new_owners, new_members, amounts, table.arrays, table.filled)
        while end != DONE:
            if end == NOT_THERE:
                raise DataError(NOT_COUNTED)
            begin = int(table.filled[2])
            table = table.with_room(len(new_owners), 2 * len(table.changed_members) + 1)
            end = add_counts(begin, new_owners, new_members, amounts, table.arrays, table.filled)
        return table

    def merged(self, n_rows: int = 0) -> CountTable:
        """Return the same counts as one base, without zeros.

        Parameters
        ----------
        n_rows : int
            Minimum of rows, for tables without codes.
        """
        if self.filled[0] == 0 and (len(self.codes) or len(self.indptr) > n_rows):
            return self
        changed = np.sort(self.owners[self.owners >= 0])
        if len(self.codes):
            n_rows = len(np.union1d(self.codes, changed))
        else:
            n_rows = max(len(self.indptr) - 1, int(changed.max(initial=-1)) + 1, n_rows)
        codes = np.empty(n_rows if len(self.codes) else 0, np.int64)
        indptr = np.empty(n_rows + 1, np.int64)
        members, counts = np.empty(self.n_entries, np.int32), np.empty(self.n_entries)
        merge_rows(changed, self.arrays, codes, indptr, members, counts)
        return CountTable.of_rows(indptr, members, counts, codes)

    @property
    def n_entries(self) -> int:
        """The number of non-zero counts."""
        return len(self.counts) + int(self.filled[3])

    @property
    def arrays(self) -> CountArrays:
        """The arrays of base and changes for kernels, without `filled`."""
        return CountArrays(*(getattr(self, name) for name in CountArrays._fields))

    def with_room(self, more_rows: int, more_entries: int) -> CountTable:
        """Return a copy of the changes, with room for further rows and entries."""
        n_rows, n_entries = int(self.filled[0]), int(self.filled[1])
        n_places = 1 << (2 * (n_rows + more_rows + 1)).bit_length()
        if n_places > len(self.owners):
            owners = np.full(n_places, -1, np.int64)
            starts, sizes = np.zeros(n_places, np.int64), np.zeros(n_places, np.int64)
            move_owners(self.owners, self.starts, self.sizes, owners, starts, sizes)
        else:
            owners, starts, sizes = self.owners.copy(), self.starts.copy(), self.sizes.copy()
        members = np.empty(n_entries + more_entries, np.int32)
        counts = np.empty(len(members))
        members[:n_entries] = self.changed_members[:n_entries]
        counts[:n_entries] = self.changed_counts[:n_entries]
        return replace(
            self,
            owners=owners,
            starts=starts,
            sizes=sizes,
            changed_members=members,
            changed_counts=counts,
            filled=self.filled.copy(),
        )
