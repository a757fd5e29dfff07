"""The targets of arrow keys in running text, in visual order."""

from __future__ import annotations

from collections.abc import Collection

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractItemView

from app.views.sentence_view.geometry import SentenceGeometry

Move = QAbstractItemView.CursorAction

KEYS = {
    Qt.Key.Key_Left: Move.MoveLeft,
    Qt.Key.Key_Right: Move.MoveRight,
    Qt.Key.Key_Up: Move.MoveUp,
    Qt.Key.Key_Down: Move.MoveDown,
    Qt.Key.Key_Home: Move.MoveHome,
    Qt.Key.Key_End: Move.MoveEnd,
}
HORIZONTAL = {Move.MoveLeft, Move.MoveRight}
VERTICAL = {Move.MoveUp, Move.MoveDown}
LEAP = 5
"""Maximum number of tokens that Ctrl with an arrow moves."""
_FORWARDS = {Move.MoveRight, Move.MoveDown, Move.MoveEnd, Move.MoveNext}


def target(
    geometry: SentenceGeometry,
    token: int,
    move: Move,
    *,
    whole: bool = False,
    column: float | None = None,
) -> int:
    """Return the token that a move leads to.

    With ``whole``, Home and End are those of the sentence, not of the line. Up and down use the x
    position ``column``, by default that of the token.
    """
    step = 1 if move in _FORWARDS else -1
    if move in HORIZONTAL:
        return geometry.beside(token, step)
    if move in VERTICAL:
        return geometry.above_or_below(token, step, column)
    if move in {Move.MoveHome, Move.MoveEnd}:
        if whole:
            return geometry.n_tokens - 1 if step > 0 else 0
        return geometry.edge_of_line(token, end=step > 0)
    if move in {Move.MoveNext, Move.MovePrevious}:
        return min(max(token + step, 0), geometry.n_tokens - 1)
    return token


def leap(geometry: SentenceGeometry, token: int, move: Move, stops: Collection[int]) -> int:
    """Return the token that Ctrl with an arrow leads to.

    It is the next of ``stops``, at most `LEAP` tokens away.
    """
    step = 1 if move in _FORWARDS else -1
    for _ in range(LEAP):
        token = geometry.beside(token, step)
        if token in stops:
            break
    return token


def past_the_end(geometry: SentenceGeometry, move: Move) -> int:
    """Return the direction of a move at an end of the text: on (1), back (-1), or neither (0)."""
    if move not in HORIZONTAL:
        return 0
    return 1 if (move == Move.MoveRight) == geometry.rightwards else -1
