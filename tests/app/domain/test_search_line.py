"""Tests of parsing a query line, and of its errors with their columns."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.domain.search import (
    AllOf,
    AnyOf,
    Condition,
    Field,
    Not,
    Pattern,
    Phrase,
    QueryError,
    alternatives,
    atoms,
    unknown_labels,
    unknown_people,
)
from app.domain.search_line import quoted, read_query, with_term
from crfcore.errors import CrfError

A, B, C = (Phrase((word,)) for word in "abc")


@pytest.mark.parametrize(
    ("line", "query"),
    [
        ("", None),
        ("  ", None),
        ("a", A),
        ("a b", AllOf((A, B))),
        ("a AND b", AllOf((A, B))),
        ("a OR b c", AnyOf((A, AllOf((B, C))))),
        ("a | b", AnyOf((A, B))),
        ("(a OR b) c", AllOf((AnyOf((A, B)), C))),
        ("-a", Not(A)),
        ("NOT (a b)", Not(AllOf((A, B)))),
        ("a - b", AllOf((A, Phrase(("-",)), B))),
        ("(a OR -)", AnyOf((A, Phrase(("-",))))),
        ('"5 mg"', Phrase(("5", "mg"))),
        (r'"a\"b"', Phrase(('a"b',))),
        ("case:Bank", Phrase(("Bank",), exact=True)),
        ('case:"Bank of"', Phrase(("Bank", "of"), exact=True)),
        ("/a b/", Pattern("a b")),
        (r"/a\/b/i", Pattern("a/b", ignore_case=True)),
        ("LABEL:DOSE", Condition(Field.LABEL, "DOSE")),
        ('label:"none"', Condition(Field.LABEL, "none", literal=True)),
        ("state:Done", Condition(Field.STATE, "done")),
        # Words of earlier versions.
        ("token:narrowed", Condition(Field.TOKEN, "rejected")),
        ("mark:Later", Condition(Field.FLAG, "postponed")),
        ("control:yes", Condition(Field.CONTROL, "yes")),
        ("p<60", Condition(Field.CONFIDENCE, highest=0.6, highest_met=False)),
        ("p <= 60 %", Condition(Field.CONFIDENCE, highest=0.6)),
        ("p>12,5", Condition(Field.CONFIDENCE, lowest=0.125, lowest_met=False)),
        ("p:40-60", Condition(Field.CONFIDENCE, lowest=0.4, highest=0.6)),
        ("12:30", Phrase(("12:30",))),
        ("p", Phrase(("p",))),
    ],
)
def test_lines_are_read(line, query):
    assert read_query(line) == query


@pytest.mark.parametrize(
    ("line", "position", "shown_text"),
    [
        ("a (b", (2, 3), "Missing closing bracket"),
        ("a) b", (1, 2), "Unmatched closing bracket"),
        ("a OR", (3, 4), "missing"),
        ("()", (0, 2), "missing"),
        ('a "b', (2, 4), "Missing closing quotation mark"),
        ('""', (0, 2), "no word"),
        ("/a", (0, 2), "Missing closing “/”"),
        ("//", (0, 2), "Empty regular expression"),
        ("/a/x", (3, 4), "Only the flag “i”"),
        ("labl:x", (0, 5), "label:"),
        ("http://x", (0, 5), "in quotes"),
        ("label: x", (0, 6), "needs a value"),
        ("state:ready", (6, 11), "todo, partial, done, open"),
        ("p:many", (2, 6), "p<60"),
        ("p:60-40", (2, 7), "lower"),
        ("p<", (0, 2), "p<60"),
        ("dose p<abc", (5, 10), "use quotes"),
        ("p >= x", (0, 4), "p<60"),
        ("p<60x", (0, 5), "p<60"),
        ("p<200", (2, 5), "must be 0–100"),
        ("(" * 60 + "a", (51, 52), "brackets"),
    ],
)
def test_what_is_wrong_is_told_with_its_place(line, position, shown_text):
    with pytest.raises(QueryError) as caught:
        read_query(line)
    assert (caught.value.start, caught.value.end) == position
    assert shown_text in str(caught.value)
    assert f"(at character {position[0] + 1})" in str(caught.value)


@given(st.text(alphabet='ab "/\\-()|:p<%label0OR', max_size=20))
def test_every_line_is_read_or_refused_at_a_place_in_it(line):
    positions = [(0, 0)]
    try:
        read_query(line)
    except QueryError as error:
        positions.append((error.start, error.end))
    assert all(0 <= start <= end <= len(line) for start, end in positions)


@given(st.text(min_size=1, max_size=10))
def test_any_name_can_be_asked_for(name):
    assert read_query(f"label:{quoted(name)}").value == name


def test_terms_are_added_or_take_the_place_of_their_like():
    assert with_term("", "label:X") == "label:X"
    assert with_term("a label:X b", "label:Y") == "a label:Y b"
    assert with_term("a -label:X", "label:Y") == "a label:Y"
    assert with_term("a p<60", "p:40-60") == "a p:40-60"
    assert with_term("a OR b", "label:X") == "(a OR b) label:X"
    assert with_term('a "b', "label:X") == 'a "b label:X'
    assert with_term("a", "-mark:later") == "a -mark:later"


def test_a_query_is_taken_apart_into_the_ways_in_which_it_is_true():
    ways = alternatives(read_query("(a OR b) -(c OR a)"))
    assert [(way.met, way.unmet) for way in ways] == [((A,), (C, A)), ((B,), (C, A))]
    assert list(atoms(read_query("(a OR b) -c"))) == [A, B, C]
    with pytest.raises(CrfError, match="64 ways"):
        alternatives(read_query(" ".join(["(a OR b)"] * 7)))


def test_labels_that_are_none_are_named():
    query = read_query('label:drug has:X label:* label:none label:"none" -label:D*')
    assert list(unknown_labels(query, ["DRUG"])) == ["X", "none"]


def test_annotators_who_changed_nothing_are_named():
    query = read_query('by:ann by:Bob by:* by:none by:"none" -by:Carl by:B*')
    assert list(unknown_people(query, ["Ann"])) == ["Bob", "none", "Carl"]
