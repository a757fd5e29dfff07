"""The fewest key presses that label some tokens, found out by pressing the keys of the window."""

from __future__ import annotations

from collections import deque

from PySide6.QtCore import Qt

from app.lab.benchmarks.player import NO_KEYS, SHIFT, PlayError
from app.lab.benchmarks.sitting import Sitting

CONTROL = Qt.KeyboardModifier.ControlModifier
MOST_KEYS = 20
"""A way that takes more presses is not looked for."""

Press = tuple[Qt.Key, Qt.KeyboardModifier]
Selection = tuple[int, int]
"""Anchor and current token."""

MOVES: tuple[Press, ...] = (
    (Qt.Key.Key_Tab, NO_KEYS),
    (Qt.Key.Key_Tab, SHIFT),
    *(
        (arrow, held)
        for arrow in (Qt.Key.Key_Right, Qt.Key.Key_Left)
        for held in (NO_KEYS, SHIFT, CONTROL, CONTROL | SHIFT)
    ),
)
"""What leads about in a sentence and selects."""


def way_to(sitting: Sitting, first: int, last: int) -> list[Press]:
    """Return the fewest presses that select some tokens of the current sentence, from here.

    Each press that is tried is one of the window, where it is taken back at once: moves change
    nothing but the selection. A press that leaves the sentence is no way.
    """
    workspace = sitting.workspace
    start = (workspace.caret.anchor, workspace.caret.token)
    ways: dict[Selection, list[Press]] = {start: []}
    waiting = deque([start])
    while waiting:
        here = waiting.popleft()
        if (min(here), max(here)) == (first, last):
            _return(sitting, start)
            return ways[here]
        if len(ways[here]) == MOST_KEYS - 1:
            break
        for press in MOVES:
            there = _pressed(sitting, here, press)
            if there is not None and there not in ways:
                ways[there] = [*ways[here], press]
                waiting.append(there)
    raise PlayError(f"No {MOST_KEYS} keys lead to tokens {first} to {last}.")


def label_by_fewest_keys(sitting: Sitting, first: int, last: int, label: str | None) -> int:
    """Give tokens a label by the fewest keys from here, and return how many these are."""
    player = sitting.player
    way = way_to(sitting, first, last)
    before = player.keys
    for key, held in way:
        player.press(key, held)
    player.say_here(label)
    return player.keys - before


def _pressed(sitting: Sitting, here: Selection, press: Press) -> Selection | None:
    workspace, place = sitting.workspace, sitting.workspace.caret.place
    _return(sitting, here)
    sitting.player.press(*press)
    if workspace.caret.place != place:
        workspace.caret.go_to(place)
        return None
    return workspace.caret.anchor, workspace.caret.token


def _return(sitting: Sitting, selection: Selection) -> None:
    sitting.workspace.caret.select(*selection)
