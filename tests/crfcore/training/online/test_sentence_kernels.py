from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from crfcore.training.online.sentence_kernels import leave_out

ROWS = st.lists(st.lists(st.integers(0, 4), max_size=5), max_size=6)


@given(rows=ROWS, kept=st.sets(st.integers(0, 4)), valued=st.booleans())
def test_attributes_are_left_out_in_order(rows, kept, valued):
    flat = np.array([attribute for row in rows for attribute in row], np.int32)
    indptr = np.cumsum([0, *map(len, rows)]).astype(np.int64)
    values = np.arange(len(flat), dtype=np.float64) if valued else np.zeros(0)
    is_kept = np.array([attribute in kept for attribute in range(5)], np.uint8)
    out = np.empty_like(indptr), np.empty_like(flat), np.empty_like(values)
    n = leave_out(is_kept, indptr, flat, values, *out)
    expected = [[attribute for attribute in row if attribute in kept] for row in rows]
    assert out[0].tolist() == np.cumsum([0, *map(len, expected)]).tolist()
    assert out[1][:n].tolist() == [attribute for row in expected for attribute in row]
    if valued:
        assert out[2][:n].tolist() == np.flatnonzero(is_kept[flat]).tolist()
