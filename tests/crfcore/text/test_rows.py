import pytest
from hypothesis import given
from hypothesis import strategies as st

from crfcore.errors import DataError
from crfcore.text.rows import (
    RawFile,
    RawSentence,
    field_at,
    is_blank,
    line_content,
    numbered_lines,
    replace_field,
    shortened,
    split_fields,
)

words = st.text(
    st.characters(blacklist_characters=" \t\r\n", blacklist_categories=["Cs"]), min_size=1
)
gaps = st.text(" \t", min_size=1, max_size=3)
ends = st.sampled_from(["", "\n", "\r\n"])


@given(st.text())
def test_lines_end_at_line_feeds_only_and_nothing_is_lost(text):
    lines = list(numbered_lines(text))
    assert "".join(line for _, line in lines) == text
    assert [number for number, _ in lines] == list(range(1, len(lines) + 1))
    assert all("\n" not in line[:-1] for _, line in lines)


def test_other_line_ends_of_unicode_are_text():
    text = "a\x0bb\x0cc\x1cd\x85e\u2028f\u2029g\rh\n"
    assert list(numbered_lines(text)) == [(1, text)]


@pytest.mark.parametrize(
    ("line", "blank"), [("", True), (" \t", True), ("\xa0", False), ("\x0c", False)]
)
def test_only_spaces_and_tabs_are_blank(line, blank):
    assert is_blank(line) is blank


def test_carriage_returns_belong_to_the_line_end():
    assert line_content("a b\r\r\n") == "a b"


@pytest.mark.parametrize(
    ("content", "separator", "fields"),
    [
        ("a b c", "space", ("a", "b", "c")),
        ("  a  b\tc ", "space", ("a", "b", "c")),
        ("New York\tB-LOC", "tab", ("New York", "B-LOC")),
        ("a \t\t b ", "tab", ("a", "", "b")),
        ("a\xa0b\u2028c d", "space", ("a\xa0b\u2028c", "d")),
    ],
)
def test_fields(content, separator, fields):
    assert split_fields(content, separator) == fields
    for column in range(-len(fields), len(fields)):
        assert field_at(content, column, separator) == fields[column]
    for column in (-len(fields) - 1, len(fields)):
        with pytest.raises(IndexError):
            field_at(content, column, separator)


@given(st.lists(words, min_size=1, max_size=5), st.data(), words, ends)
def test_one_field_is_replaced_and_nothing_else(fields, data, value, end):
    column = data.draw(st.integers(0, len(fields) - 1))
    pieces = [data.draw(st.text(" \t", max_size=2))]
    for field in fields:
        pieces += [field, data.draw(gaps)]
    line = "".join(pieces) + end
    replaced = replace_field(line, column, value, "space")
    expected = list(pieces)
    expected[1 + 2 * column] = value
    assert replaced == "".join(expected) + end
    assert replace_field(line, column - len(fields), value, "space") == replaced
    assert replace_field(line, column, fields[column], "space") == line


@given(st.lists(st.text("ab é", max_size=3), min_size=1, max_size=5), st.data(), ends)
def test_one_tabbed_field_is_replaced_and_nothing_else(fields, data, end):
    column = data.draw(st.integers(0, len(fields) - 1))
    line = "\t".join(fields) + end
    replaced = replace_field(line, column, "B-X Y", "tab")
    after = replaced.removesuffix(end).split("\t")
    assert after[:column] == fields[:column]
    assert after[column + 1 :] == fields[column + 1 :]
    assert after[column].strip(" ") == "B-X Y"
    assert len(after[column]) - len("B-X Y") == len(fields[column]) - len(fields[column].strip(" "))


def test_an_empty_field_of_spaces_takes_a_value():
    assert replace_field("a\t  \tc\n", 1, "b", "tab") == "a\tb  \tc\n"


@pytest.mark.parametrize("value", ["", "a\tb", "a\n", " a"])
@pytest.mark.parametrize("separator", ["tab", "space"])
def test_a_value_that_would_break_the_row_is_rejected(value, separator):
    with pytest.raises(DataError, match="cannot be written to"):
        replace_field("a\tb", 1, value, separator)


def test_a_space_breaks_a_row_of_spaces_only():
    assert replace_field("a\tb", 1, "c d", "tab") == "a\tc d"
    with pytest.raises(DataError, match="cannot be written to"):
        replace_field("a b", 1, "c d", "space")


@pytest.mark.parametrize("column", [2, -3])
def test_a_field_that_is_not_there_is_named(column):
    with pytest.raises(DataError, match=f"has 2 fields and no field {column}"):
        replace_field("a b\n", column, "c", "space")


def test_a_file_is_its_parts():
    sentence = RawSentence("# c\n", ("a\n", "-\n"), (0,), (("a",),), 2)
    file = RawFile(bom=True, separator="space", n_columns=1, sentences=(sentence,), tail="\n")
    assert file.text == "\ufeff# c\na\n-\n\n"


def test_long_values_are_cut_in_messages():
    assert shortened("a" * 99) == repr("a" * 40 + "…")
