from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crfcore.errors import DataError
from crfcore.training import count_table
from crfcore.training.count_table import CountTable

FAR = 2**32
"""Owners of tables with codes are pairs of numbers."""


def table_of(counted, *, coded):
    """Return a table of a dict of (owner, member) to count."""
    owners = sorted({owner for owner, _ in counted})
    if not coded:
        owners = list(range(max(owners, default=-1) + 1))
    rows = [sorted((m, n) for (o, m), n in counted.items() if o == owner) for owner in owners]
    if coded:
        owners, rows = [-1, *owners], [[], *rows]
    flat = [entry for row in rows for entry in row]
    indptr = np.concatenate([[0], np.cumsum([len(row) for row in rows])]).astype(np.int64)
    return CountTable.of_rows(
        indptr,
        np.array([member for member, _ in flat], np.int32),
        np.array([n for _, n in flat], np.float64),
        np.array(owners, np.int64) if coded else None,
    )


def as_dict(table):
    merged = table.merged()
    rows = len(merged.indptr) - 1
    owners = merged.codes if len(merged.codes) else np.arange(rows)
    owners = np.repeat(owners, np.diff(merged.indptr)).tolist()
    found = list(zip(owners, merged.members.tolist(), strict=True))
    assert len(set(found)) == len(found)
    return dict(zip(found, merged.counts.tolist(), strict=True))


def changed(table, additions, amount=1.0):
    owners, members = np.array(additions, np.int64).reshape(-1, 2).T
    amounts = np.full(len(owners), amount)
    return table.changed(np.ascontiguousarray(owners), members.astype(np.int32), amounts)


OWNERS = st.integers(0, 5)
ENTRIES = st.lists(st.tuples(OWNERS, st.integers(0, 4)), max_size=12)


@settings(deadline=None)
@given(
    base=ENTRIES,
    steps=st.lists(st.tuples(st.booleans(), ENTRIES), max_size=6),
    coded=st.booleans(),
    merge_at=st.sampled_from([0, 3, 10**6]),
)
def test_it_counts_as_a_dictionary_does(base, steps, coded, merge_at):
    far = FAR if coded else 1
    wanted: dict[tuple[int, int], int] = {}
    for owner, member in base:
        key = owner * far, member
        wanted[key] = wanted.get(key, 0) + 1
    table = table_of(wanted, coded=coded)
    versions = [(table, dict(wanted))]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(count_table, "MIN_ENTRIES", merge_at)
        patch.setattr(count_table, "ENTRIES_BY_ROOT", 0)
        for is_addition, entries in steps:
            keys = [(owner * far, member) for owner, member in entries]
            if not is_addition:
                keys = [key for key in dict.fromkeys(keys) if wanted.get(key)]
            for key in keys:
                wanted[key] = wanted.get(key, 0) + (1 if is_addition else -1)
            wanted = {key: n for key, n in wanted.items() if n}
            table = changed(table, keys, 1.0 if is_addition else -1.0)
            versions.append((table, dict(wanted)))
    for version, counted in versions:
        assert as_dict(version) == counted
        assert version.n_entries == len(counted)


@pytest.mark.parametrize("coded", [False, True])
def test_what_was_not_counted_cannot_be_taken_away(coded):
    table = table_of({(0, 1): 2}, coded=coded)
    for wrong in ([(0, 2)], [(0, 1)] * 3, [(7, 1)]):
        with pytest.raises(DataError, match="not counted so"):
            changed(table, wrong, -1.0)
    assert as_dict(table) == {(0, 1): 2.0}


def test_rows_longer_than_their_room_find_more():
    table = table_of({(0, member): 1 for member in range(50)}, coded=False)
    grown = changed(table, [(0, 0)])
    grown = changed(grown, [(1, 0), (0, 99), (0, 98), (1, 1)])
    counted = {(0, member): 1.0 + (member == 0) for member in range(50)}
    assert as_dict(grown) == {**counted, (0, 98): 1, (0, 99): 1, (1, 0): 1, (1, 1): 1}


def test_the_last_row_may_outgrow_its_room_too():
    counted = {(0, member): 1.0 for member in range(7)}
    grown = changed(table_of(counted, coded=False), [(0, 7), (0, 8)])
    assert as_dict(grown) == {**counted, (0, 7): 1.0, (0, 8): 1.0}


def test_merging_gives_rows_to_owners_without_any():
    assert len(table_of({(1, 0): 1}, coded=False).merged(5).indptr) == 6
