"""Tests of quotation marks."""

import pytest

from app.domain.quotes import DOUBLE, SINGLE, in_quotes

GERMAN = {DOUBLE: "„{}“", SINGLE: "‚{}‘"}
FRENCH = {DOUBLE: "«\u202f{}\u202f»", SINGLE: "“{}”"}


@pytest.mark.parametrize(
    ("text", "marks", "quoted"),
    [
        ("York", {}, "“York”"),
        ("“York”, “Ulm”: always X", {}, "“‘York’, ‘Ulm’: always X”"),
        ("“York” annehmen", GERMAN, "„‚York‘ annehmen“"),
        ("„York“ und „Ulm“", GERMAN, "„‚York‘ und ‚Ulm‘“"),
        ("accepter «\u202fYork\u202f»", FRENCH, "«\u202faccepter “York”\u202f»"),
        (r"\1 {} \g<0>", GERMAN, r"„\1 {} \g<0>“"),
        ("5“", {}, "“5“”"),
        ("", {}, "“”"),
    ],
)
def test_quotations_in_a_quotation_have_the_other_marks(text, marks, quoted) -> None:
    assert in_quotes(text, lambda one: marks.get(one, one)) == quoted
