"""Tests of the fast tokenizers, against the one regular expression."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from app.formats import plain_tokens
from app.formats.plain_text import sentence_tokens
from app.formats.plain_tokens import TOKEN, token_positions

_PIECES = (
    "Dr. Osei J. É. Smith approx. U.S. e.g. isn't Anna's Anna’s a-b 3.14 10:30 1,000 x_1 ... --- "
    "!? https://a.b/c?d=(e). www.x.org, me@x.org a@b http:// […] 12/3. naïve 北京 ภาษา カタカナ "
    "👩\u200d👩\u200d👧 J. A. . , ' 's \" ( ) @ _ __ =~* etc. Jan. No. ß."
)
SIGNS = ("\u0301e", "\x1c", "\x85", "\u00a0", "\u200b", "\u2028", "\ufeff", "\x00", "\uff21.")
PIECES = (*_PIECES.split(), *SIGNS)
BETWEEN = (" ", " ", "\n", "", "  ", "\t", "\r\n", "\n\n", " " * 120, "\x0b", "\u00a0")
TEXTS = st.lists(st.tuples(st.sampled_from(PIECES), st.sampled_from(BETWEEN)), max_size=40).map(
    lambda pairs: "".join(piece + gap for piece, gap in pairs)
)


def obviously_right(text):
    return [match.span() for match in TOKEN.finditer(text) if not match.lastgroup]


def quickly(text, watch=None):
    return [position for positions in token_positions(text, watch) for position in positions]


@given(TEXTS | st.text(max_size=60))
@example("J.\nÉ J.\n\nAnna\n")
@example("naïve J. Smith and J.\nSmith")
@example("J." + " " * 100 + "A é")
def test_both_ways_find_the_same(text):
    assert quickly(text) == obviously_right(text)


@given(TEXTS, st.integers(1, 9))
@example("J.\nDr. ", 1)
@example("J.\n\nÉmile", 1)
@example("J." + "\n" * 100 + "A", 1)
@example("J." + "\n" * 101 + "A", 1)
def test_the_same_is_found_in_small_pieces(text, size):
    patch = pytest.MonkeyPatch()
    with patch.context() as context:
        context.setattr(plain_tokens, "_BATCH", size)
        context.setattr(plain_tokens, "_MAX_RUNS", 2)
        assert quickly(text) == obviously_right(text)


@pytest.mark.parametrize("body", ["a. " * 40_000, "é " * 100_000, "a+" * 50_000, "é+" * 50_000])
def test_reading_looks_now_and_then_whether_to_end(body):
    looks = []
    assert quickly(body, lambda: looks.append(1))
    assert len(looks) > 20


def test_each_line_ends_a_sentence_only_where_lines_end_like_one():
    lines = "It began.\nIt went on?\nIt ended!\n"
    assert [len(tokens) for tokens in sentence_tokens(lines)] == [3, 4, 3]
    assert len(list(sentence_tokens("one line of\nthree without\nan end"))) == 1
