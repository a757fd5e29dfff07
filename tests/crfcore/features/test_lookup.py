from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from crfcore.features.conjunctions import Conjunctions
from crfcore.features.lookup import TupleTable

N_STRINGS = 9
cells = st.integers(-1, N_STRINGS - 1)


@st.composite
def tuples(draw, n_cells):
    """Draw distinct tuples of known cells, and any tuples to look up, unknown ones among them."""
    known_cell = st.integers(0, N_STRINGS - 1)
    known = draw(st.lists(st.tuples(*[known_cell] * n_cells), max_size=25, unique=True))
    asked = draw(st.lists(st.tuples(*[cells] * n_cells), max_size=25))
    return known, [*known, *asked]


@pytest.mark.parametrize("n_cells", [0, 1, 2, 3, 4])
@given(data=st.data())
def test_what_each_tuple_has_is_found_again(n_cells, data):
    known, asked = data.draw(tuples(n_cells))
    ids = np.arange(len(known), dtype=np.int32)[::-1].copy()
    found = Conjunctions(np.array(known, np.int32).reshape(len(known), n_cells), ids)
    table = TupleTable.of(found, N_STRINGS)
    columns = [np.array([one[m] for one in asked], np.int32) for m in range(n_cells)]
    numbers = dict(zip(known, ids.tolist(), strict=True))
    assert table.find(columns, len(asked)).tolist() == [numbers.get(one, -1) for one in asked]
    assert table.n_tuples == len(known)


def test_a_tuple_that_is_repeated_counts_once():
    for n_cells in (0, 1, 2, 3):
        found = Conjunctions(np.full((2, n_cells), 4, np.int32), np.array([0, 1], np.int32))
        assert TupleTable.of(found, N_STRINGS).n_tuples == 1


def test_tables_of_many_tuples_with_few_beginnings():
    rng = np.random.default_rng(2)
    distinct = np.unique(rng.integers(0, 50, size=(3000, 3)).astype(np.int32) % [4, 5, 50], axis=0)
    distinct = distinct.astype(np.int32)
    ids = rng.permutation(len(distinct)).astype(np.int32)
    table = TupleTable.of(Conjunctions(distinct, ids), 50)
    columns = [np.ascontiguousarray(distinct[:, m]) for m in range(3)]
    assert np.array_equal(table.find(columns, len(distinct)), ids)
    assert len(table.steps[0]) <= 64
