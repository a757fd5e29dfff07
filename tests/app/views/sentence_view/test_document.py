from itertools import pairwise

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from app.views.sentence_view.document import DocumentColumn

heights = st.lists(st.floats(1, 500), min_size=1, max_size=30)


def column_of(guesses: list[float]) -> DocumentColumn:
    return DocumentColumn(np.arange(10, 10 + len(guesses)), np.array(guesses))


@given(heights, st.data())
def test_sentences_stand_one_below_the_other_whatever_becomes_known(guesses, data):
    column = column_of(guesses)
    rows = st.integers(0, len(guesses) - 1)
    for row, height in data.draw(st.lists(st.tuples(rows, st.floats(1, 500)), max_size=10)):
        column.set_height(row, height)
        assert column.is_known(row)
        assert column.top(row + 1) - column.top(row) == np.ceil(height)
    edges = [column.top(row) for row in range(len(guesses) + 1)]
    assert edges[0] == 0
    assert edges[-1] == column.height
    assert all(below > above for above, below in pairwise(edges))


@given(heights, st.floats(-100, 5000), st.floats(0, 1000))
def test_the_rows_between_two_heights_are_those_that_reach_into_them(guesses, top, tall):
    column = column_of(guesses)
    expected = [
        row
        for row in range(len(guesses))
        if column.top(row + 1) > top and column.top(row) < top + tall
    ]
    assert set(expected) <= set(column.rows(top, top + tall))
    assert len(column.rows(top, top + tall)) <= len(expected) + 1


def test_a_sentence_of_another_document_has_no_row():
    column = column_of([10.0, 20.0])
    assert [column.row_of(sentence_index) for sentence_index in (9, 10, 11, 12)] == [-1, 0, 1, -1]
    assert not column.is_known(0)
