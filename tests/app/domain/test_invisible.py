"""Characters that nobody sees: named, and shown in lists."""

from hypothesis import given
from hypothesis import strategies as st

from app.domain.invisible import INVISIBLE, listed_text, names_of_invisible


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
