"""Tests of finding sentence indices among few others and many."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from app.domain.changes import are_among

sentence_indices = st.lists(st.integers(0, 30), max_size=30).map(
    lambda found: np.array(found, np.int64)
)


@given(sentence_indices, sentence_indices)
def test_are_among_is_what_sorting_says(some, others):
    assert are_among(some, others).tolist() == np.isin(some, others).tolist()
