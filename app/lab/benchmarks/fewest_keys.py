"""Search for the fewest key presses that label some tokens in the window."""

from __future__ import annotations

from collections import deque

from PySide6.QtCore import Qt

from app.lab.benchmarks.gui_session import GuiSession
from app.lab.benchmarks.player import NO_KEYS, SHIFT, PlayError

CONTROL = Qt.KeyboardModifier.ControlModifier
MAX_KEYS = 20
"""Limit of the search."""

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
"""Keys that move and select in a sentence."""


def way_to(gui_session: GuiSession, first: int, last: int) -> list[Press]:
    """Return the fewest presses that select some tokens of the current sentence.

    Breadth-first search with real key presses, whose changes of the selection are reverted. Presses
    that leave the sentence are excluded.
    """
    workspace = gui_session.workspace
    start = (workspace.caret.anchor, workspace.caret.token)
    ways: dict[Selection, list[Press]] = {start: []}
    waiting = deque([start])
    while waiting:
        here = waiting.popleft()
        if (min(here), max(here)) == (first, last):
            _return(gui_session, start)
            return ways[here]
        if len(ways[here]) == MAX_KEYS - 1:
            break
        for press in MOVES:
            there = _pressed(gui_session, here, press)
            if there is not None and there not in ways:
                ways[there] = [*ways[here], press]
                waiting.append(there)
    raise PlayError(f"No {MAX_KEYS} keys lead to tokens {first} to {last}.")


def label_by_fewest_keys(gui_session: GuiSession, first: int, last: int, label: str | None) -> int:
    """Label tokens by the fewest keys, and return their number."""
    player = gui_session.player
    way = way_to(gui_session, first, last)
    before = player.keys
    for key, held in way:
        player.press(key, held)
    player.label_here(label)
    return player.keys - before


def _pressed(gui_session: GuiSession, here: Selection, press: Press) -> Selection | None:
    workspace, sentence_index = gui_session.workspace, gui_session.workspace.caret.sentence_index
    _return(gui_session, here)
    gui_session.player.press(*press)
    if workspace.caret.sentence_index != sentence_index:
        workspace.caret.go_to(sentence_index)
        return None
    return workspace.caret.anchor, workspace.caret.token


def _return(gui_session: GuiSession, selection: Selection) -> None:
    gui_session.workspace.caret.select(*selection)
