"""Tests of naming invisible characters, and of showing them in lists."""

from hypothesis import given
from hypothesis import strategies as st

from app.domain.invisible import (
    INVISIBLE,
    LONGEST_NAME,
    as_name,
    escaped,
    listed_text,
    names_of_invisible,
)


def test_each_is_named_once():
    assert names_of_invisible("plain") == []
    assert names_of_invisible("می\u200cخواهم") == []
    assert names_of_invisible("a\u200fb\u200f\u2067c") == [
        "right-to-left mark (U+200F)",
        "right-to-left isolate (U+2067)",
    ]
    assert all(len(names_of_invisible(one)) == 1 for one in INVISIBLE)


def test_a_bar_tells_of_it_and_an_override_is_taken_out():
    assert listed_text("plain") == "plain"
    assert listed_text("a\u200fb") == "a¦\u200fb"
    assert listed_text("abc \u202eevil\u202c") == "abc ▯evil¦\u202c"


@given(st.text())
def test_everything_else_stays(text):
    kept = "".join(c for c in listed_text(text) if c not in INVISIBLE and c not in "¦▯")
    assert kept == "".join(c for c in text if c not in INVISIBLE and c not in "¦▯")


def test_what_a_terminal_would_obey_is_escaped():
    assert escaped("plain\n\ttext é 名 \u200f") == "plain\n\ttext é 名 \u200f"
    assert escaped("\x1b[2J\r\0\x7f\x85\x9b") == r"\u001b[2J\u000d\u0000\u007f\u0085\u009b"
    assert escaped("\u2028\u2029\u202a\u202e\u2066\u2069") == (
        r"\u2028\u2029\u202a\u202e\u2066\u2069"
    )
    assert escaped("\udcff\ud800") == r"\xff\ud800"


@given(st.text(st.characters()))
def test_what_is_escaped_can_be_written_and_does_nothing(text):
    shown = escaped(text)
    shown.encode("utf-8")
    assert not any(ord(one) < 32 and one not in "\n\t" for one in shown)
    assert escaped(shown) == shown


def test_a_name_has_no_control_characters_and_an_end():
    assert as_name("R&D <b> \u202e é 药") == "R&D <b> \u202e é 药"
    assert as_name("a\x00b\x1b[31m\x7f\x9b\r\n\tc") == "ab[31mc"
    assert as_name("a\ud800b") == "ab"
    assert len(as_name("x" * 10_000)) == LONGEST_NAME
