"""Tests of strict JSON, and of rewriting only the changed part of a line."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.formats.json_lines import first_objects, read_line
from crfcore.errors import DataError

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3)
    ),
    max_leaves=8,
)


@pytest.mark.parametrize(
    ("raw", "message"),
    [
        ('{"a": 1, "a": 2}', "“a” is in one object twice"),
        ('{"a": {"b": 1, "b": 2}}', "“b” is in one object twice"),
        ('{"a": NaN}', "NaN is no number"),
        ('{"a": -Infinity}', "-Infinity is no number"),
        ('{"a": ' + "[" * 100_000 + "}", "nested too deeply"),
        ('{"a": ' + "9" * 5000 + "}", "larger than can be read"),
        ('{"a": 1e999}', "larger than can be read"),
        ('{"a": "\\ud83d"}', "Unpaired surrogate"),
        ('{"\\udc00": 1}', "Unpaired surrogate"),
        ('{"a": [{"b": "\\ud83d"}]}', "Unpaired surrogate"),
        ("[1]", "column 1: “{” was expected"),
        ('{"a": 1,}', "was expected"),
        ('{"a" 1}', "“:” was expected"),
        ('{"a": 1} {}', "Unexpected text after the JSON object"),
        ('{"a": tru}', "not one object in JSON"),
        ('{"a": "b', "not one object in JSON"),
        ("{", "not one object in JSON"),
        ("", "not one object in JSON"),
    ],
)
def test_what_is_no_strict_json_is_refused_with_its_line(raw, message):
    with pytest.raises(DataError, match=message) as error:
        read_line(raw, None, 7)
    assert error.value.line == 7


@given(st.dictionaries(st.text(max_size=4), VALUES, max_size=5), VALUES, st.booleans())
def test_one_value_is_rewritten_and_nothing_else(members, value, ascii_only):
    raw = " " + json.dumps(members, ensure_ascii=ascii_only) + " \r\n"
    line = read_line(raw)
    assert {name: piece.value for name, piece in line.members.items()} == members
    assert {name: json.loads(raw[p.start : p.end]) for name, p in line.members.items()} == members
    for name in [*members, "new name"]:
        written = line.with_members({name: json.dumps(value)})
        assert json.loads(written) == {**members, name: value}
        assert written.endswith(" \r\n")
        if name in members:
            piece = line.members[name]
            assert written.startswith(raw[: piece.start])
            assert written.endswith(raw[piece.end :])


@given(st.lists(VALUES))
def test_elements_of_a_list_are_found_where_they_stand(values):
    raw = json.dumps({"a": values}, indent=1).replace("\n", "\r")
    pieces = read_line(raw).elements("a")
    assert [piece.value for piece in pieces] == values
    assert [json.loads(raw[piece.start : piece.end]) for piece in pieces] == values


def test_several_members_are_rewritten_at_once():
    line = read_line('{"b": 1, "a": [], "c": 2}')
    assert line.with_members({"a": "[5]", "b": '"x"', "d": "0", "e": "1"}) == (
        '{"b": "x", "a": [5], "c": 2, "d": 0, "e": 1}'
    )
    assert read_line("{}").with_members({"d": "0"}) == '{"d": 0}'


def test_the_beginning_of_a_file_is_looked_at():
    assert [line.get("a") for line in first_objects('\ufeff{"a": 1}\n\n{"a": 2}\nx')] == [1, 2]
    assert first_objects("Some text.\n") == []
