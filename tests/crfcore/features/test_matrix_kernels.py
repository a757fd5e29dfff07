from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from crfcore.features.matrix_kernels import translate_rows

ROWS = st.lists(st.lists(st.integers(0, 4), max_size=5), max_size=6)


@given(rows=ROWS, kept=st.sets(st.integers(0, 4)), valued=st.booleans())
def test_columns_without_an_id_are_left_out_and_the_others_renumbered(rows, kept, valued):
    flat = np.array([column for row in rows for column in row], np.int32)
    indptr = np.cumsum([0, *map(len, rows)]).astype(np.int64)
    values = np.arange(len(flat), dtype=np.float64) if valued else np.zeros(0)
    ids = np.array([10 - column if column in kept else -1 for column in range(5)], np.int32)
    out = np.empty_like(indptr), np.empty_like(flat), np.empty_like(values)
    n = translate_rows(indptr, flat, values, ids, *out)
    expected = [[10 - column for column in row if column in kept] for row in rows]
    assert out[0].tolist() == np.cumsum([0, *map(len, expected)]).tolist()
    assert out[1][:n].tolist() == [number for row in expected for number in row]
    if valued:
        assert out[2][:n].tolist() == np.flatnonzero(ids[flat] >= 0).tolist()
