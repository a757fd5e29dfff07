"""Lengths of time in words."""

import pytest

from app.views.durations import age_of, in_words, next_change


@pytest.mark.parametrize(
    ("seconds", "words"),
    [(0, "0 s"), (8.9, "8 s"), (60, "1 min"), (3599, "59 min"), (7300, "2 h"), (200_000, "2 d")],
)
def test_the_largest_whole_unit(seconds, words):
    assert in_words(seconds) == words


def test_an_age_is_never_negative():
    assert age_of(100.0, now=108.0) == 8.0
    assert age_of(100.0, now=90.0) == 0.0


def test_seconds_are_counted_only_while_they_are_shown():
    assert next_change(5) == 1000
    assert next_change(500) > 1000
