"""Tables of counts that change sentence by sentence, each version for itself.

A table is never changed: what is added or taken away gives a new one, which shares its base with
the old one and holds the touched rows beside it. So whoever reads the old one, on whatever thread,
goes on reading it; and the new one costs what it touches. When much has been touched, the rows are
made one base again.
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

MIN_ENTRIES = 2**13
"""As many changed entries are no burden whatever the base is like."""

ENTRIES_BY_ROOT = 90
"""Changed entries, in square roots of the base's, at which a new base is worth its making.

A new version copies the changed entries, a new base all of them, and a sentence touches some two
thousand: the sum of both is least near this number.
"""


@dataclass(frozen=True, slots=True, eq=False)
class CountTable:
    """How often members were seen with owners.

    Attributes
    ----------
    codes : (R,) array or empty
        The owners of the base's rows, rising; where it is empty row r is that of owner r. A table
        of codes has an empty row at least, that of −1, so that it is known for what it is.
    indptr, members, counts : (R + 1,), (F,), (F,) arrays
        The base: owner r was seen with ``members[indptr[r]:indptr[r + 1]]``, so often, and more
        than zero times.
    owners, starts, sizes : (H,) arrays
        A hash table of the owners whose rows have changed; −1 where it is empty.
    changed_members, changed_counts : (C,) arrays
        Their rows, as the starts and sizes say. A count may be zero.
    filled : (4,) array
        How many changed rows and entries there are; a number of no account; and how many more
        counts than in the base are not zero.
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
        """Return a table in which amounts have been added, in their order.

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
                raise DataError(
                    "A sentence is to be taken away that was not counted so; give the sentence "
                    "and the labels with which it was counted."
                )
            begin = int(table.filled[2])
            table = table.with_room(len(new_owners), 2 * len(table.changed_members) + 1)
            end = add_counts(begin, new_owners, new_members, amounts, table.arrays, table.filled)
        return table

    def merged(self, n_rows: int = 0) -> CountTable:
        """Return the same counts as a base alone, without those that are zero.

        Parameters
        ----------
        n_rows : int
            As many rows at least, where rows are numbered.
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
        """How many counts are not zero."""
        return len(self.counts) + int(self.filled[3])

    @property
    def arrays(self) -> CountArrays:
        """The base and what has changed, as kernels take them; `filled` is not among them."""
        return CountArrays(*(getattr(self, name) for name in CountArrays._fields))

    def with_room(self, more_rows: int, more_entries: int) -> CountTable:
        """Return a copy of what has changed, with room for as many rows and entries more."""
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
