from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from crfcore.features import columns_of_tokens
from crfcore.features.columns_of_tokens import NoTextError, numbered_columns, numbered_words

field = st.one_of(
    st.sampled_from(["", "a", "b", "ab", "the", "\ud83d\ude00", "\ud83d", "\U0001f600", "é"]),
    st.text(max_size=4),
)


@given(
    st.integers(1, 3).flatmap(lambda n: st.lists(st.tuples(*[field] * n), max_size=30)),
    st.integers(1, 5),
)
def test_numbers_follow_first_appearance(tokens, size):
    n_columns = len(tokens[0]) if tokens else 2
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(columns_of_tokens, "_SLICE", size)
        found = numbered_columns(tokens, n_columns)
    assert len(found) == n_columns
    for column, (ids, values) in enumerate(found):
        strings = [token[column] for token in tokens]
        assert values == list(dict.fromkeys(strings))
        assert [values[number] for number in ids.tolist()] == strings
        assert ids.dtype == np.int32


@given(st.lists(field, max_size=30))
def test_words_are_one_column(words):
    ids, values = numbered_words(words)
    assert values == list(dict.fromkeys(words))
    assert [values[number] for number in ids.tolist()] == words


def test_the_table_of_distinct_fields_grows():
    words = [f"w{number // 2}" for number in range(4000)]
    ids, values = numbered_words(words)
    assert ids.tolist() == [number // 2 for number in range(4000)]
    assert len(values) == 2000


def test_equal_hashes_are_no_equal_fields(monkeypatch):
    # With bytes alone in the hash, these would be one: FNV-1a of 32 bits gives them one number.
    one, other = "costarring", "liquid"
    ids, values = numbered_words([one, other, one])
    assert ids.tolist() == [0, 1, 0]
    assert values == [one, other]


def test_what_holds_the_separator_is_numbered_all_the_same():
    assert numbered_words(["a\nb", "a", "a\nb"])[0].tolist() == [0, 1, 0]
    (ids, values), _ = numbered_columns([("a\n", "x"), ("a", "y")], 2)
    assert values == ["a\n", "a"]
    assert ids.tolist() == [0, 1]


def test_fields_that_are_no_strings_are_refused():
    with pytest.raises(NoTextError):
        numbered_columns([(1, "x"), (2, "y"), (1, "x")], 2)
    with pytest.raises(NoTextError):
        numbered_words(["a", None])


def test_tokens_without_fields_have_no_columns():
    assert numbered_columns([(), ()], 0) == []
