"""Kernels of tables of counts: rows of members by owner, with changed rows stored separately.

The row of an owner is among the changed ones if the hash table has the owner, else in the base: at
the owner's index, or, if ``codes`` is not empty, at the owner's position in these.
"""

from __future__ import annotations

from typing import NamedTuple

from crfcore.arrays import FloatArray, IdArray, OffsetArray
from crfcore.jit import kernel
from crfcore.training.feature_index_kernels import sort_small


class CountArrays(NamedTuple):
    """The arrays of a `CountTable`: the base, then the changes."""

    codes: OffsetArray
    indptr: OffsetArray
    members: IdArray
    counts: FloatArray
    owners: OffsetArray
    starts: OffsetArray
    sizes: OffsetArray
    changed_members: IdArray
    changed_counts: FloatArray


DONE, NO_ROOM, NOT_THERE = 0, 1, 2
"""Results of `add_counts`."""


@kernel
def place_of(owner: int, owners: OffsetArray) -> int:
    """Return the slot of an owner in a hash table, or the empty slot for it.

    The number of slots is a power of two, and at least one is empty (−1).
    """
    mask = owners.shape[0] - 1
    place = ((owner >> 32) * 40_503 + (owner & 0xFFFFFFFF)) & mask
    while owners[place] != owner and owners[place] >= 0:
        place = (place + 1) & mask
    return int(place)


@kernel
def first_code(owner: int, codes: OffsetArray) -> int:
    """Return the position of the first code that is not below an owner's."""
    low, high = 0, codes.shape[0]
    while low < high:
        middle = (low + high) // 2
        if codes[middle] < owner:
            low = middle + 1
        else:
            high = middle
    return low


@kernel
def base_row(owner: int, codes: OffsetArray, n_rows: int) -> int:
    """Return the index of an owner's row in the base, −1 if it has none."""
    if codes.shape[0] == 0:
        return owner if owner < n_rows else -1
    row = first_code(owner, codes)
    return row if row < codes.shape[0] and codes[row] == owner else -1


@kernel
def add_counts(
    begin: int,
    new_owners: OffsetArray,
    new_members: IdArray,
    amounts: FloatArray,
    table: CountArrays,
    filled: OffsetArray,
) -> int:
    """Add amounts to counts, from index ``begin`` on; affected rows move to the changed ones.

    Parameters
    ----------
    new_owners, new_members, amounts : (n,) arrays
    table : CountArrays, whose changes are written
    filled : (4,) array, written
        Used rows and entries, the index of the next addition, and the difference to the base of the
        number of non-zero counts.

    Returns
    -------
    int
        `DONE`; `NO_ROOM`: continue at ``filled[2]`` with more room; `NOT_THERE`: a count would be
        negative.
    """
    codes, indptr, members, counts, owners, starts, sizes, changed_members, changed_counts = table
    for n in range(begin, new_owners.shape[0]):
        filled[2] = n
        owner, member = new_owners[n], new_members[n]
        h = place_of(owner, owners)
        if owners[h] < 0:
            row = base_row(owner, codes, indptr.shape[0] - 1)
            first = indptr[row] if row >= 0 else 0
            size = indptr[row + 1] - first if row >= 0 else 0
            # One slot stays empty, and one more entry is for a new member.
            if filled[0] + 2 > owners.shape[0] or filled[1] + size + 1 > changed_members.shape[0]:
                return NO_ROOM
            owners[h] = owner
            starts[h] = filled[1]
            sizes[h] = size
            for k in range(size):
                changed_members[filled[1] + k] = members[first + k]
                changed_counts[filled[1] + k] = counts[first + k]
            filled[0] += 1
            filled[1] += size
        at = starts[h]
        end = at + sizes[h]
        while at < end and changed_members[at] != member:
            at += 1
        if at == end:
            if amounts[n] < 0.0:
                return NOT_THERE
            if end != filled[1]:
                # The row is not the last one: it moves to the end, and leaves a gap.
                size = sizes[h]
                if filled[1] + size + 1 > changed_members.shape[0]:
                    return NO_ROOM
                for k in range(size):
                    changed_members[filled[1] + k] = changed_members[starts[h] + k]
                    changed_counts[filled[1] + k] = changed_counts[starts[h] + k]
                starts[h] = filled[1]
                filled[1] += size
                at = filled[1]
            if filled[1] + 1 > changed_members.shape[0]:
                return NO_ROOM
            changed_members[at] = member
            changed_counts[at] = 0.0
            sizes[h] += 1
            filled[1] += 1
        before = changed_counts[at]
        changed_counts[at] = before + amounts[n]
        if changed_counts[at] < 0.0:
            return NOT_THERE
        if before == 0.0 and changed_counts[at] > 0.0:
            filled[3] += 1
        if before > 0.0 and changed_counts[at] == 0.0:
            filled[3] -= 1
    return DONE


@kernel
def move_owners(
    owners: OffsetArray,
    starts: OffsetArray,
    sizes: OffsetArray,
    new_owners: OffsetArray,
    new_starts: OffsetArray,
    new_sizes: OffsetArray,
) -> None:
    """Copy a hash table into a greater, empty one (−1)."""
    for h in range(owners.shape[0]):
        if owners[h] >= 0:
            to = place_of(owners[h], new_owners)
            new_owners[to] = owners[h]
            new_starts[to] = starts[h]
            new_sizes[to] = sizes[h]


@kernel
def merge_rows(
    changed: OffsetArray,
    table: CountArrays,
    new_codes: OffsetArray,
    new_indptr: OffsetArray,
    new_members: IdArray,
    new_counts: FloatArray,
) -> None:
    """Write all rows, concatenated, without zero counts.

    Rows between two changed ones are copied together.

    Parameters
    ----------
    changed : (n,) array
        The owners of changed rows, in increasing order.
    table : CountArrays
    new_codes : (R,) array, written
        Empty if ``codes`` is.
    new_indptr : (R + 1,) array, written
    new_members, new_counts : arrays, written
        Of exactly the needed length.
    """
    codes, indptr, members, counts, owners, starts, sizes, changed_members, changed_counts = table
    has_codes = codes.shape[0] > 0
    n_rows = indptr.shape[0] - 1
    c, row, to, n = 0, 0, 0, 0
    new_indptr[0] = 0
    while True:
        stop = n_rows
        if c < changed.shape[0]:
            stop = first_code(changed[c], codes) if has_codes else min(changed[c], n_rows)
        first = indptr[row]
        for k in range(indptr[stop] - first):
            new_members[n + k] = members[first + k]
            new_counts[n + k] = counts[first + k]
        for k in range(stop - row):
            new_indptr[to + k + 1] = n + indptr[row + k + 1] - first
        if has_codes:
            for k in range(stop - row):
                new_codes[to + k] = codes[row + k]
        n += indptr[stop] - first
        to += stop - row
        row = stop
        if c == changed.shape[0]:
            break
        if has_codes:
            new_codes[to] = changed[c]
            is_known = row < n_rows and codes[row] == changed[c]
        else:
            is_known = row < n_rows
            while to < changed[c]:
                new_indptr[to + 1] = n
                to += 1
        h = place_of(changed[c], owners)
        for k in range(starts[h], starts[h] + sizes[h]):
            if changed_counts[k] > 0.0:
                new_members[n] = changed_members[k]
                new_counts[n] = changed_counts[k]
                n += 1
        new_indptr[to + 1] = n
        to += 1
        if is_known:
            row += 1
        c += 1
    while to + 1 < new_indptr.shape[0]:
        new_indptr[to + 1] = n
        to += 1


@kernel
def count_members(
    starts: OffsetArray,
    tokens: IdArray,
    label_sets: IdArray,
    n_labels: int,
    frequency: FloatArray,
    touched: IdArray,
    indptr: OffsetArray,
    members: IdArray,
    counts: FloatArray,
) -> int:
    """Count the labels of the confirmed tokens of each attribute, sorted within a row.

    Parameters
    ----------
    starts : (A + 1,) array
        Tokens of attribute a are ``tokens[starts[a]:starts[a + 1]]``.
    label_sets : (T,) array
        Labels; values from n_labels on are not confirmed.
    frequency, touched : (L,) arrays, workspace
        The first has zeros, before and after.
    indptr : (A + 1,) array, written
    members, counts : (n,) arrays, written
        n is the maximum number of pairs.

    Returns
    -------
    int
        The number of pairs.
    """
    n = 0
    indptr[0] = 0
    for a in range(starts.shape[0] - 1):
        n_touched = 0
        for k in range(starts[a], starts[a + 1]):
            label = label_sets[tokens[k]]
            if label < n_labels:
                if frequency[label] == 0.0:
                    touched[n_touched] = label
                    n_touched += 1
                frequency[label] += 1.0
        sort_small(touched, n_touched)
        for k in range(n_touched):
            members[n] = touched[k]
            counts[n] = frequency[touched[k]]
            frequency[touched[k]] = 0.0
            n += 1
        indptr[a + 1] = n
    return n
