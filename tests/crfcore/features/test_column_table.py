import re
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from crfcore.errors import DataError, shown
from crfcore.features.column_table import Column, ColumnTable

words = st.sampled_from(["a", "b", "", "é", "a b"])
tables = st.lists(st.lists(st.tuples(words, words), max_size=4), max_size=6)


def fields_of(table: ColumnTable) -> list[list[tuple[str, ...]]]:
    columns = [[column.values[i] for i in column.ids.tolist()] for column in table.columns]
    tokens = list(zip(*columns, strict=True))
    ends = table.offsets.tolist()
    return [tokens[start:end] for start, end in pairwise(ends)]


@given(tables)
def test_a_table_holds_its_sentences(sentences):
    table = ColumnTable.from_sentences(sentences)
    assert table.n_sentences == len(sentences)
    assert table.n_tokens == sum(map(len, sentences))
    if table.n_tokens:
        assert fields_of(table) == sentences
        assert all(column.ids.dtype == np.int32 for column in table.columns)
        assert all(len(set(column.values)) == len(column.values) for column in table.columns)


@given(tables.filter(any), st.data())
def test_sentences_are_selected_in_any_order(sentences, data):
    places = data.draw(st.lists(st.integers(0, len(sentences) - 1), max_size=8))
    table = ColumnTable.from_sentences(sentences)
    selected = table.select(np.array(places, np.int64))
    assert fields_of(selected) == [sentences[place] for place in places]
    assert selected.columns[0].values is table.columns[0].values


def test_words_alone_make_one_column():
    table = ColumnTable.from_words([["a", "b"], [], ["a"]])
    assert fields_of(table) == [[("a",), ("b",)], [], [("a",)]]
    assert table.n_columns == 1


def test_ragged_tokens_are_named():
    with pytest.raises(DataError, match="Token 2 of sentence 3 has 1 field; the first token has 2"):
        ColumnTable.from_sentences([[("a", "X")], [], [("b", "Y"), ("c",)]])


def test_columns_must_fit_the_offsets():
    column = Column(np.zeros(3, np.int32), ["a"])
    with pytest.raises(ValueError, match="Column 0 has 3 tokens where the offsets promise 2"):
        ColumnTable((column,), np.array([0, 2], np.int64))


@pytest.mark.parametrize("places", [[-1], [2], [0, 5]])
def test_indices_out_of_range_are_rejected(places):
    table = ColumnTable.from_words([["a"], ["b"]])
    with pytest.raises(IndexError, match="Sentence indices are 0 to 1; found"):
        table.select(places)


def test_sentences_and_tokens_of_tables_may_be_any_iterables_and_nothing_else():
    found = ColumnTable.from_sentences((token for token in one) for one in [[["a"], ["b"]]])
    assert (found.n_tokens, found.columns[0].values) == (2, ["a", "b"])
    for wrong in (None, [None], [[["a"]], 7]):
        with pytest.raises(DataError, match="Sentences are a list of lists of tokens; found"):
            ColumnTable.from_sentences(wrong)
    with pytest.raises(DataError, match="tokens that are sequences of fields; found 1"):
        ColumnTable.from_sentences([[1]])


NO_FIELDS = [None, 5, 1.5, b"a", ["a"], {"a": 1}, [["a"]]]


@pytest.mark.parametrize("field", NO_FIELDS)
def test_a_field_that_is_no_string_is_named_with_its_place(field):
    message = re.escape(f"Sentence 3, token 2: field 2 must be a string; found {shown(field)}.")
    with pytest.raises(DataError, match=message):
        ColumnTable.from_sentences([[["a", "b"]], [], [["a", "b"], ["a", field]]])
    with pytest.raises(DataError, match="Sentence 1, token 2: field 1 must be a string; found"):
        ColumnTable.from_words([["a", field]])
