"""Regular expressions over labels: what they match, and how they fail."""

from __future__ import annotations

import re
from itertools import product
from time import process_time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crfcore.constraints import label_regex
from crfcore.constraints.alphabet import Alphabet, alphabet_of
from crfcore.constraints.automaton import minimised
from crfcore.constraints.label_regex import automaton_of_regex, matches, names_in, with_names
from crfcore.errors import CrfError, UnknownLabelError

LABELS = ("O", "B-A", "I-A", "B")
LETTERS = "oaib"
TEXTS = {"o": "O", "a": "B-A", "i": "I-A", "b": "B"}


def accepts(automaton, labels):
    return automaton.read(labels) == 0.0


def expressions():
    """Draw pairs of an expression over letters, for Python, and the same over labels."""
    atoms = st.sampled_from([(letter, TEXTS[letter]) for letter in LETTERS])
    sets = st.sampled_from(
        [(".", "."), ("[oa]", "[O B-A]"), ("[^oa]", "[^O B-A]"), ("[ai]", "A"), ("(?:)", "()")]
    )

    def larger(inner):
        suffixes = st.sampled_from(["*", "+", "?", "{2}", "{1,}", "{0,2}"])
        groups = inner.map(lambda pair: (f"(?:{pair[0]})", f"({pair[1]})"))
        return st.one_of(
            st.tuples(groups, suffixes).map(lambda p: (p[0][0] + p[1], p[0][1] + p[1])),
            st.tuples(inner, inner).map(lambda p: (p[0][0] + p[1][0], f"{p[0][1]} {p[1][1]}")),
            st.tuples(groups, groups).map(
                lambda p: (f"(?:{p[0][0]}|{p[1][0]})", f"({p[0][1]} | {p[1][1]})")
            ),
        )

    return st.recursive(st.one_of(atoms, sets), larger, max_leaves=5)


@settings(max_examples=60, deadline=None)
@given(expressions())
def test_it_matches_what_pythons_expressions_match(pair):
    over_letters, over_labels = pair
    automaton = automaton_of_regex(over_labels, Alphabet(LABELS))
    for length in range(4):
        for path in product(range(4), repeat=length):
            text = "".join(LETTERS[label] for label in path)
            expected = re.fullmatch(over_letters, text) is not None
            assert accepts(automaton, path) == expected, (over_labels, text)


def test_labels_may_be_quoted_and_nothing_matches_an_empty_sentence():
    odd = Alphabet(("O", "a b", "x|y"))
    assert accepts(automaton_of_regex("'a b' 'x|y'*", odd), [1, 2, 2])
    assert accepts(automaton_of_regex("", odd), [])
    assert not accepts(automaton_of_regex("", odd), [0])
    assert accepts(automaton_of_regex("O | ", odd), [])


@pytest.mark.parametrize(
    ("regex", "says"),
    [
        ("(O", "character 1, at '\\(O': this bracket is never closed"),
        ("O)", "character 2, at '\\)': this bracket was never opened"),
        ("*", "a label, a bracket or a point is expected"),
        ("O | *", "expected here"),
        ("[O", "a set is"),
        ("[]", "a set is"),
        ("[O (]", "a set is"),
        ("O ]", "expected here"),
        ("'O", "not closed, or has no meaning"),
        ("O {", "not closed, or has no meaning"),
        ("O{x}", "a number of times is"),
        ("O{3,2}", "second number is smaller"),
        ("O{" + "9" * 40 + "}", "a number of times is"),
        ("O" + "*" * 11, "more than 10 repetitions"),
        ("(" * 101 + ")" * 101, "more than 100 brackets"),
        ("O" * 10_001, "10,001 characters"),
        ("O{99999}", "10,000 states"),
        ("O{100}{100}{100}", "10,000 states"),
        (".* O .{12}", "2,000 states"),
        ("(.* O){400} (. . .){500}", "2,000 states"),
    ],
)
def test_what_cannot_be_read_or_is_too_large_is_rejected_soon(regex, says):
    started = process_time()
    with pytest.raises(CrfError, match=says):
        automaton_of_regex(regex, Alphabet(LABELS))
    assert process_time() - started < 20


def test_chains_of_states_are_made_small_soon():
    started = process_time()
    for regex in ("O{1900}", "O .{900} O | B-A .{900} B-A", "(O | B-A I-A*){400}"):
        minimised(automaton_of_regex(regex, Alphabet(LABELS)))
    assert process_time() - started < 30


@given(
    st.lists(st.integers(0, 3), max_size=5), st.sampled_from(["O* .", "(A|B-A)* O?", "C* O", ""])
)
def test_one_labelling_is_read_without_an_automaton(path, regex):
    names = [LABELS[label] for label in path]
    automaton = automaton_of_regex(regex, Alphabet(LABELS, lenient=True))
    assert matches(regex, names) == accepts(automaton, path)


def test_what_is_too_large_for_an_automaton_can_be_read():
    assert matches(".* O .{12}", ["O"] * 13)
    assert not matches(".* O .{12}", ["O"] * 12)


def test_unknown_labels_are_named():
    with pytest.raises(UnknownLabelError, match="'C'"):
        automaton_of_regex("C*", Alphabet(LABELS))
    assert accepts(automaton_of_regex("C* O", Alphabet(LABELS, lenient=True)), [0])


@pytest.mark.parametrize(
    ("regex", "names", "changed"),
    [
        ("O* (B-A  I-A*)?", ["O", "B-A", "I-A"], "o* (b-a  i-a*)?"),
        ("[^B-A 'I A']{2,} | .", ["B-A", "I A"], "[^b-a 'i a']{2,} | ."),
        ("'B-A' o 'b'", ["B-A", "o", "b"], "b-a o 'b'"),
        ("(A", ["A"], "(a"),
        ("A }", ["A"], "a }"),
        ("", [], ""),
    ],
)
def test_names_can_be_changed_and_all_else_stays(regex, names, changed):
    assert names_in(regex) == names
    assert with_names(regex, str.lower) == changed
    assert with_names(regex, str) == regex


def test_a_row_of_very_many_labels_is_not_finished_once_it_is_too_much(monkeypatch):
    closures = []
    closure = label_regex._closure
    monkeypatch.setattr(label_regex, "_closure", lambda *args: closures.append(1) or closure(*args))
    monkeypatch.setattr(label_regex, "MAX_STEPS", 1_000)
    labels = alphabet_of(tuple(f"L{number}" for number in range(500)), lenient=True)
    with pytest.raises(CrfError, match="write a simpler one"):
        label_regex.automaton_of_regex("(.*)*" * 50, labels)
    assert len(closures) < 50
