import pytest
from PySide6.QtGui import QFont

from app.views.sentence_view.geometry import SentenceGeometry
from app.views.sentence_view.metrics import Metrics
from app.views.sentence_view.movement import KEYS, LEAP, Move, leap, past_the_end, target
from tests.sentences_on_screen import ARABIC, CLINICAL

pytestmark = pytest.mark.usefixtures("qapp")


def laid_out(text: str, width: float = 400.0) -> SentenceGeometry:
    tokens, at = [], 0
    for word in text.split(" "):
        tokens.append((at, at + len(word)))
        at += len(word) + 1
    return SentenceGeometry(text, tokens, Metrics.of(QFont(), 1.0), width)


@pytest.mark.parametrize(
    ("move", "whole", "expected"),
    [
        (Move.MoveNext, False, 4),
        (Move.MovePrevious, False, 2),
        (Move.MoveRight, False, 4),
        (Move.MoveLeft, False, 2),
        (Move.MoveHome, True, 0),
        (Move.MoveEnd, True, 34),
        (Move.MovePageDown, False, 3),
    ],
)
def test_moves_in_text_read_rightwards(move: Move, whole: bool, expected: int):
    assert target(laid_out(CLINICAL), 3, move, whole=whole) == expected


def test_left_and_right_are_the_eye_s_in_arabic():
    geometry = laid_out(ARABIC, 2000.0)
    assert target(geometry, 3, Move.MoveLeft) == 4
    assert target(geometry, 3, Move.MoveRight) == 2
    assert target(geometry, 3, Move.MoveNext) == 4


def test_a_leap_ends_at_a_span_or_after_some_tokens():
    english, arabic = laid_out(CLINICAL), laid_out(ARABIC, 2000.0)
    last = english.n_tokens - 1
    assert leap(english, 3, Move.MoveRight, {3, 5, 6}) == 5
    assert leap(english, 3, Move.MoveRight, {20}) == 3 + LEAP
    assert leap(english, 9, Move.MoveLeft, {7}) == 7
    assert leap(english, 2, Move.MoveLeft, ()) == 0
    assert leap(english, last - 1, Move.MoveRight, ()) == last
    assert leap(arabic, 1, Move.MoveLeft, {3}) == 3


def test_every_move_stays_in_the_sentence():
    geometry = laid_out(CLINICAL)
    for move in [*KEYS.values(), Move.MoveNext, Move.MovePrevious]:
        for token in range(geometry.n_tokens):
            assert 0 <= target(geometry, token, move) < geometry.n_tokens


def test_past_the_end_is_where_one_reads_on():
    english, arabic = laid_out(CLINICAL), laid_out(ARABIC)
    assert past_the_end(english, Move.MoveRight) == past_the_end(arabic, Move.MoveLeft) == 1
    assert past_the_end(english, Move.MoveLeft) == past_the_end(arabic, Move.MoveRight) == -1
    assert past_the_end(english, Move.MoveDown) == 0
