import string
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crfcore.features.wapiti_regexps import (
    Regexp,
    RegexpError,
    from_bytes,
    lower_case,
    matched_part,
    matches,
    to_bytes,
)

CLASSES = {
    "a": string.ascii_letters,
    "d": string.digits,
    "l": string.ascii_lowercase,
    "p": string.punctuation,
    "s": string.whitespace,
    "u": string.ascii_uppercase,
    "w": string.ascii_letters + string.digits,
}


class SlowTwin:
    """A matcher as described in the manual: byte by byte, with a running count."""

    def __init__(self, pattern):
        self.pattern = pattern
        self.count = 0

    def one(self, atom, text):
        if not text:
            return False
        if atom == ".":
            return True
        if atom.startswith("\\"):
            letter = atom[1]
            if letter.lower() in CLASSES and letter.isascii():
                return (text[0] in CLASSES[letter.lower()]) == letter.islower()
            return text[0] == letter
        return text[0] == atom

    def here(self, pattern, text):
        if not pattern:
            return True
        if pattern == "$":
            return not text
        width = 2 if pattern[0] == "\\" else 1
        atom, rest = pattern[:width], pattern[width:]
        if rest.startswith("*"):
            while True:
                saved = self.count
                if self.here(rest[1:], text):
                    return True
                self.count = saved + 1
                if not self.one(atom, text):
                    return False
                text = text[1:]
        if rest.startswith("?"):
            if self.one(atom, text):
                self.count += 1
                if self.here(rest[1:], text[1:]):
                    return True
                self.count -= 1
            return self.here(rest[1:], text)
        self.count += 1
        return self.one(atom, text) and self.here(rest, text[1:])

    def search(self, text):
        if self.pattern.startswith("^"):
            return (0, self.count) if self.here(self.pattern[1:], text) else None
        for start in range(len(text) + 1):
            self.count = 0
            if self.here(self.pattern, text[start:]):
                return start, self.count
        return None


atoms = st.sampled_from(["a", "b", ".", "\\d", "\\D", "\\u", "\\.", "\\*", "\\\\", "\\$", "^", "$"])
pieces = st.tuples(atoms, st.sampled_from(["", "", "*", "?"])).map("".join)
patterns = st.tuples(
    st.sampled_from(["", "^"]),
    st.lists(pieces, max_size=6).map("".join),
    st.sampled_from(["", "$"]),
).map("".join)
patterns = patterns.filter(lambda pattern: pattern[:2] not in {"^*", "^?"})


@given(patterns, st.text("abA1.$^*\\", max_size=7))
def test_answers_are_those_of_the_slow_twin(pattern, text):
    found = Regexp(pattern).search(text.encode())
    assert found == SlowTwin(pattern).search(text)
    start, length = found or (0, 0)
    assert matched_part(text, pattern) == text[start : start + length]
    assert matches(text, pattern) == ("false" if found is None else "true")


@given(patterns, st.text("abA1", max_size=6))
def test_only_patterns_that_may_count_too_much_do(pattern, text):
    regexp = Regexp(pattern)
    if not regexp.may_count_too_much and (found := regexp.search(text.encode())):
        assert sum(found) <= len(text)


@pytest.mark.parametrize(
    ("pattern", "text", "part"),
    [
        (r"^.?.?.?", "unhappy", "unh"),
        (r".?.?.?$", "unhappy", "ppy"),
        (r"\d\d*$", "in1998", "1998"),
        (r"\d*", "1998", ""),
        (r"\u\l", "McDonald", "Mc"),
        (r"\p", "12.50", "."),
        (r"-", "no", ""),
        (r"", "no", ""),
        (r"^a", "ba", ""),
        (r"a$b", "a$b", "a$b"),
        (r"b^", "b^", "b^"),
        # A byte was matched and released by backtracking, and still counts.
        (r"a?ab", "abc", "abc"),
    ],
)
def test_parts_by_hand(pattern, text, part):
    assert matched_part(text, pattern) == part


def test_what_is_not_ascii_is_bytes():
    assert matches("é", r"^..$") == "true"
    assert matches("é", r"\a") == "false"
    assert matches("É", r"^\U\L$") == "true"
    part = matched_part("été", "^.")
    assert to_bytes(part) == "é".encode()[:1]
    assert from_bytes(to_bytes(part) + "é".encode()[1:]) == "é"
    assert lower_case("ÉTÉ A") == "ÉtÉ a"
    assert to_bytes("\ud800") == b"\xed\xa0\x80"


@pytest.mark.parametrize(
    ("pattern", "words"),
    [
        ("*a", r"nothing that \* could repeat"),
        ("a**", r"nothing that \* could repeat"),
        ("a?*", r"nothing that \* could repeat"),
        ("^?", r"nothing that \? could repeat"),
        ("a\\", "escapes nothing"),
        ("a" * 201, "200 bytes"),
    ],
)
def test_anything_but_a_regexp_is_reported(pattern, words):
    with pytest.raises(RegexpError, match=words):
        Regexp(pattern)


def test_no_regexp_takes_long():
    start = time.process_time()
    assert matches("a" * 500, "a*" * 50 + "b") == "false"
    assert time.process_time() - start < 1.0
