import re
from itertools import pairwise
from math import inf

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PySide6.QtGui import QFont, QFontMetricsF

from app.views.sentence_view.edges import edges_of
from app.views.sentence_view.geometry import SentenceGeometry
from app.views.sentence_view.metrics import Metrics
from tests.sentences_on_screen import ARABIC, CHINESE, CLINICAL, EMOJI, ENGLISH, MIXED

SENTENCES = {
    "English": ENGLISH,
    "clinical": CLINICAL,
    "Arabic": ARABIC,
    "mixed": MIXED,
    "emoji": EMOJI,
    "Chinese": CHINESE,
}
every_sentence = pytest.mark.parametrize("text", SENTENCES.values(), ids=SENTENCES.keys())
every_width = pytest.mark.parametrize("width", [90.0, 300.0, 2000.0])


def tokens_of(text: str) -> list[tuple[int, int]]:
    return [match.span() for match in re.finditer(r"\S+", text)]


def laid_out(text: str, width: float = 700.0, tokens=None) -> SentenceGeometry:
    metrics = Metrics.of(QFont(), 1.0)
    return SentenceGeometry(text, tokens or tokens_of(text), metrics, width)


pytestmark = pytest.mark.usefixtures("qapp")


@every_sentence
@every_width
def test_the_middle_of_a_token_is_that_token(text: str, width: float):
    geometry = laid_out(text, width)
    for token in range(geometry.n_tokens):
        middle = geometry.rect(token).center()
        assert geometry.token_at(middle.x(), middle.y()) == token


@every_sentence
@every_width
def test_every_token_has_a_place_and_no_two_overlap(text: str, width: float):
    geometry = laid_out(text, width)
    for line in geometry.lines:
        for before, behind in pairwise(line.pieces):
            assert before.outer_right <= behind.outer_left + 0.01
    assert all(geometry.pieces(token) for token in range(geometry.n_tokens))


@every_sentence
def test_lines_follow_one_another_with_room_for_captions(text: str):
    geometry = laid_out(text, 200.0)
    sizes = geometry.metrics
    assert len(geometry.lines) > 1
    for above, below in pairwise(geometry.lines):
        assert above.bottom == below.top
        assert above.bottom - above.chip_bottom >= sizes.caption_height + sizes.caption_gap
    assert geometry.height == geometry.lines[-1].bottom - sizes.row_gap


def test_text_is_read_rightwards_from_the_left_margin():
    geometry = laid_out(ENGLISH)
    lefts = [geometry.rect(token).left() for token in range(geometry.n_tokens)]
    assert lefts == sorted(lefts)
    assert geometry.rightwards
    assert geometry.pieces(0)[0].left == 0


def test_arabic_begins_at_the_right_margin():
    geometry = laid_out(ARABIC)
    rights = [geometry.rect(token).right() for token in range(geometry.n_tokens)]
    assert rights == sorted(rights, reverse=True)
    assert not geometry.rightwards
    assert geometry.pieces(0)[0].right == pytest.approx(700, abs=1)


def test_latin_inside_arabic_runs_rightwards():
    geometry = laid_out(MIXED)
    latin, drug = MIXED.split().index("warfarin"), MIXED.split().index("sodium")
    assert geometry.pieces(latin)[0].rightwards
    assert geometry.rect(latin).right() < geometry.rect(drug).left()
    assert geometry.rect(latin).left() > geometry.rect(drug + 1).right()


@pytest.mark.parametrize("text", [ENGLISH, EMOJI])
def test_arrows_visit_every_token_in_order(text: str):
    geometry = laid_out(text, 160.0)
    visited = [0]
    while (following := geometry.beside(visited[-1], 1)) != visited[-1]:
        visited.append(following)
    assert visited == list(range(geometry.n_tokens))
    assert geometry.beside(0, -1) == 0


def test_left_goes_on_reading_in_arabic_also_over_the_line_s_end():
    geometry = laid_out(ARABIC, 200.0)
    visited = [0]
    while (following := geometry.beside(visited[-1], -1)) != visited[-1]:
        visited.append(following)
    assert visited == list(range(geometry.n_tokens))
    assert geometry.beside(0, 1) == 0


def test_arrows_follow_the_eye_in_mixed_text():
    geometry = laid_out(MIXED, 2000.0)
    visited = [0]
    while (following := geometry.beside(visited[-1], -1)) != visited[-1]:
        visited.append(following)
    assert sorted(visited) == list(range(geometry.n_tokens))
    middles = [geometry.rect(token).center().x() for token in visited]
    assert middles == sorted(middles, reverse=True)
    words = MIXED.split()
    assert visited.index(words.index("sodium")) < visited.index(words.index("warfarin"))


def test_up_and_down_keep_to_the_column():
    geometry = laid_out(CLINICAL, 400.0)
    start = geometry.lines[0].pieces[2].token
    below = geometry.above_or_below(start, 1)
    assert geometry.line_of(below) == 1
    assert geometry.above_or_below(start, -1) == start
    last = geometry.n_tokens - 1
    assert geometry.above_or_below(last, 1) == last
    x = geometry.rect(start).center().x()
    nearest = min(
        geometry.lines[1].pieces,
        key=lambda piece: max(piece.left - x, x - piece.right, 0.0),
    )
    assert below == nearest.token


def test_home_and_end_are_those_of_the_line():
    geometry = laid_out(CLINICAL, 400.0)
    line = geometry.lines[1].pieces
    token = line[1].token
    assert geometry.edge_of_line(token, end=False) == line[0].token
    assert geometry.edge_of_line(token, end=True) == line[-1].token
    arabic = laid_out(ARABIC, 2000.0)
    assert arabic.edge_of_line(4, end=False) == 0
    assert arabic.edge_of_line(4, end=True) == arabic.n_tokens - 1


def test_a_span_is_one_run_in_a_line():
    geometry = laid_out(CLINICAL, 3000.0)
    (run,) = geometry.runs(2, 5)
    assert run.left == geometry.rect(2).left()
    assert run.right == geometry.rect(5).right()
    assert run.left_closed
    assert run.right_closed


def test_a_span_over_a_line_s_end_is_open_there():
    geometry = laid_out(CLINICAL, 400.0)
    last = geometry.lines[0].pieces[-1].token
    above, below = geometry.runs(last, last + 1)
    assert (above.line, below.line) == (0, 1)
    assert (above.left_closed, above.right_closed) == (True, False)
    assert (below.left_closed, below.right_closed) == (False, True)


@pytest.mark.parametrize("first", [0, 1])
@pytest.mark.parametrize("last", [1, 2])
def test_a_token_over_a_line_s_end_is_open_there(first: int, last: int):
    text = "It is Noord-Brabant today"
    tokens = [(0, 5), (6, 19), (20, 25)]
    wide = laid_out(text, tokens=tokens)
    before = wide.layout.lineAt(0).cursorToX(text.index("Brabant"))[0]
    geometry = laid_out(text, before + 2.0, tokens)
    assert [piece.line for piece in geometry.pieces(1)] == [0, 1]
    runs = geometry.runs(first, last)
    assert [run.left_closed for run in runs] == [True] + [False] * (len(runs) - 1)
    assert [run.right_closed for run in runs] == [False] * (len(runs) - 1) + [True]
    edges = edges_of(geometry, (first, last))
    assert [edge.is_end for edge in edges] == [False, True]


def test_in_arabic_a_span_over_a_line_s_end_is_open_at_the_left():
    geometry = laid_out(ARABIC, 200.0)
    last = geometry.lines[0].pieces[0].token
    above, below = geometry.runs(last, last + 1)
    assert (above.left_closed, above.right_closed) == (False, True)
    assert (below.left_closed, below.right_closed) == (True, False)


def test_a_span_that_bidirectional_text_tears_apart_is_several_runs():
    words = MIXED.split()
    geometry = laid_out(MIXED, 2000.0)
    first, last = words.index("دواء"), words.index("warfarin")
    runs = geometry.runs(first, last)
    covered = sum(run.right - run.left for run in runs)
    alone = sum(geometry.rect(token).width() for token in (first, last))
    assert len(runs) == 2
    assert covered == pytest.approx(alone)


@pytest.mark.parametrize("text", ["Dr.,", "王医生复查", "שלום,ב"])
def test_tokens_that_touch_get_air_between_them(text: str):
    tokens = [(sentence_index, sentence_index + 1) for sentence_index in range(len(text))]
    geometry = laid_out(text, tokens=tokens)
    pieces = geometry.lines[0].pieces
    for before, behind in pairwise(pieces):
        assert behind.left - before.right == pytest.approx(geometry.metrics.touching_air, abs=0.6)


def test_letters_that_join_are_not_torn_apart():
    text = "وكتاب"
    whole, parted = laid_out(text, tokens=[(0, 5)]), laid_out(text, tokens=[(0, 2), (2, 5)])
    width = whole.pieces(0)[0].right - whole.pieces(0)[0].left
    pieces = parted.lines[0].pieces
    assert pieces[-1].right - pieces[0].left == pytest.approx(width, abs=0.6)


def test_a_combining_mark_of_its_own_can_still_be_hit():
    geometry = laid_out("e\u0301 x", tokens=[(0, 1), (1, 2), (3, 4)])
    for token in range(3):
        assert geometry.rect(token).width() >= 2


def test_astral_characters_move_nothing():
    geometry = laid_out(EMOJI)
    start, length = geometry.units(8, 8)
    assert EMOJI.encode("utf-16-le")[2 * start : 2 * (start + length)].decode("utf-16-le") == (
        "𝐁erlin"
    )


@pytest.mark.parametrize("symbol", ["😀", "🇺🇦", "👩‍👩‍👧", "e\u0301"])
@pytest.mark.parametrize("words", ["{} .", "x {} !", "שלום {} ."])
def test_a_character_of_several_units_is_spaced_as_a_whole(symbol: str, words: str):
    text = words.format(symbol).replace(" .", ".").replace(" !", "!")
    at = text.index(symbol)
    geometry = laid_out(text, tokens=[(at, at + len(symbol)), (len(text) - 1, len(text))])
    units = len(text[:at].encode("utf-16-le")) // 2, len(symbol.encode("utf-16-le")) // 2
    ((start, length),) = [(one.start, one.length) for one in geometry.layout.formats()]
    assert (start, length) in (units, (units[0] + units[1], 1))  # with the letter after it


def test_a_word_wider_than_the_column_has_a_piece_in_each_line():
    for n_letters in range(200, 240):  # whatever the font, there is room behind some word
        geometry = laid_out(f"tiny {'a' * n_letters} tail", 300.0)
        pieces = geometry.pieces(1)
        assert len({piece.line for piece in pieces}) == len(pieces) > 2
        if geometry.line_of(2) == pieces[-1].line:
            break
    else:
        pytest.fail("the next word stands in a line of its own behind every long one")
    for piece in pieces:
        middle = (piece.left + piece.right) / 2
        top = geometry.lines[piece.line].top + 1
        assert geometry.token_at(middle, top) == 1
    assert geometry.above_or_below(0, 1) == 1


def test_beside_the_text_there_is_no_token_but_a_nearest():
    geometry = laid_out(ENGLISH)
    last = geometry.n_tokens - 1
    right = geometry.rect(last).right()
    assert geometry.token_at(right + 100, 5) == -1
    assert geometry.token_at(right + 100, 5, nearest=True) == last
    assert geometry.token_at(5, -50) == -1
    assert geometry.token_at(5, -50, nearest=True) == 0
    assert geometry.token_at(5, 5000) == -1


def test_a_sentence_without_tokens_is_empty():
    geometry = SentenceGeometry("", [], Metrics.of(QFont(), 1.0), 300.0)
    assert geometry.n_tokens == 0
    assert geometry.token_at(1, 1, nearest=True) == -1


@settings(max_examples=40)
@given(
    st.lists(st.text("abcשלום123.😀é", min_size=1, max_size=8), min_size=1, max_size=12),
    st.floats(120.0, 900.0),
)
def test_any_token_of_any_text_can_be_hit(words: list[str], width: float):
    geometry = laid_out(" ".join(words), width)
    for token in range(geometry.n_tokens):
        middle = geometry.rect(token).center()
        assert geometry.token_at(middle.x(), middle.y()) == token


@pytest.mark.usefixtures("qapp")
def test_a_character_without_a_shape_has_a_pin_where_it_stands():
    geometry = laid_out("a\u200fb \u2066c\u2069 d")
    assert [pin.character for pin in geometry.pins] == ["\u200f", "\u2066", "\u2069"]
    mark = geometry.pins[0]
    rect = geometry.rect(0)
    assert mark.line == 0
    assert rect.left() < mark.x < rect.right()
    assert laid_out("plain").pins == ()


@pytest.mark.parametrize("text", ["isn't 5mg", "a.b,c"])
def test_tokens_that_touch_read_as_one_word_and_can_still_be_told_apart(text: str):
    tokens = [match.span() for match in re.finditer(r"n't|is|\d+|\w+|[.,]", text)]
    geometry = laid_out(text, tokens=tokens)
    blank = QFontMetricsF(geometry.metrics.font).horizontalAdvance(" ")
    for before, behind in pairwise(geometry.lines[0].pieces):
        gap = behind.left - before.right
        touch = tokens[before.token][1] == tokens[behind.token][0]
        assert 0 < gap < blank / 3 if touch else gap >= blank
        assert geometry.token_at(before.right - 0.5, 10) == before.token
        assert geometry.token_at(behind.left + 0.5, 10) == behind.token


def test_the_room_beside_a_token_is_that_to_the_letters_beside_it():
    geometry = laid_out("one two")
    one, two = geometry.lines[0].pieces
    assert geometry.room_beside(one) == (inf, two.left - one.right)
    assert geometry.room_beside(two) == (two.left - one.right, inf)


def test_the_frame_of_a_chip_stays_off_the_letters_of_a_word_before_a_full_stop():
    geometry = laid_out("murmur.", tokens=[(0, 6), (6, 7)])
    piece = geometry.lines[0].pieces[0]
    assert piece.outer_right - piece.right >= geometry.metrics.stroke
