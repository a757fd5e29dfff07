"""Labels: names that differ by case alone."""

import pytest

from app.domain.labels import note_on_case


@pytest.mark.parametrize(
    ("names", "known", "found"),
    [
        (["person"], ["DRUG", "PERSON"], "PERSON"),
        (["PERSON", "drug", "Person"], [], "PERSON"),
        (["person", "drug"], ["PERSON", "Drug"], "PERSON, Drug"),
        (["straße"], ["STRASSE"], "STRASSE"),
    ],
)
def test_names_that_differ_by_case_alone_are_named(names, known, found):
    note = note_on_case(names, known)
    assert note == f"There is {found} already. Labels differ by case."


def test_other_names_and_the_same_name_are_not():
    assert note_on_case(["PERSON", "PLACE", ""], ["PERSON", "PERSONS"]) == ""
