"""The table of retired words finds what it is for, and leaves the field's words alone."""

import pytest

from tests.retired_words import RETIRED, retired_in


@pytest.mark.parametrize(
    "text",
    [
        "Accept everything sure",
        "the most doubtful word",
        "This proposal has changed",
        "Put off this sentence",
        "a rule that must hold",
        "the same words elsewhere",
        "Take back the last step",
        "Undo takes each step back",
        "Under {n} %",
        "All &keys on one page",
        "what was said",
        "Confirm what is shown",
        "{n} hits stay as they are.",
        "Learn from test sentences, too",
        "a key in place of a click",
        "the popover of the status bar",
        "a phrase with another label than most",
    ],
)
def test_retired_words_are_found(text):
    assert retired_in(text)


@pytest.mark.parametrize(
    "text",
    [
        "Save a copy elsewhere",
        "too many columns, too few rows",
        "“O” stands for no label",
        "{right}, predicted as {proposed}",
        "Use the arrow keys",
        "Make sure that the file exists",
        "Understand the standard",
        "brat standoff",
        "The model is 60% confident",
        "Reject this label",
        "instead of a click, put it in place",
        "an exponent other than 1",
    ],
)
def test_words_of_the_field_stay(text):
    assert retired_in(text) == []


def test_a_line_names_the_word_and_its_replacement():
    assert retired_in("Put off a sentence") == ["“Put off” in “…Put off a sentence…”: postpone"]


def test_each_word_has_a_replacement():
    assert all(pattern and instead for pattern, instead in RETIRED)
