"""Whether a labelling exists, beside all labellings of small sentences."""

from __future__ import annotations

from itertools import product

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from crfcore.constraints.conflict_kernels import has_labelling


def _slowly(allowed, may_step, following, marks, may_stop):
    for labels in product(range(allowed.shape[1]), repeat=len(allowed)):
        state = 0
        for t, label in enumerate(labels):
            step = may_step[t if len(may_step) > 1 else 0]
            if not allowed[t, label] or (t and not step[labels[t - 1], label]):
                break
            state = following[marks[t], state, label]
            if state < 0:
                break
        else:
            if may_stop[state]:
                return True
    return False


@given(
    st.integers(0, 2**32 - 1),
    st.integers(2, 4),
    st.integers(1, 3),
    st.integers(1, 4),
    st.booleans(),
)
def test_a_labelling_is_found_where_one_of_all_is_accepted(seed, n_tokens, n_labels, n_states, own):
    rng = np.random.default_rng(seed)
    arrays = (
        (rng.random((n_tokens, n_labels)) < 0.7).astype(np.uint8),
        (rng.random((n_tokens if own else 1, n_labels, n_labels)) < 0.6).astype(np.uint8),
        rng.integers(-1, n_states, (2, n_states, n_labels), np.int32),
        rng.integers(0, 2, n_tokens),
        (rng.random(n_states) < 0.5).astype(np.uint8),
    )
    assert has_labelling(*arrays) == _slowly(*arrays)
