"""The fewest key presses that label some tokens, found out by pressing the keys of the window."""

from __future__ import annotations

from collections import deque

from PySide6.QtCore import Qt

from app.lab.benchmarks.gui_session import GuiSession
from app.lab.benchmarks.player import NO_KEYS, SHIFT, PlayError

CONTROL = Qt.KeyboardModifier.ControlModifier
MAX_KEYS = 20
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


def way_to(gui_session: GuiSession, first: int, last: int) -> list[Press]:
    """Return the fewest presses that select some tokens of the current sentence, from here.

    Each press that is tried is one of the window, where it is taken back at once: moves change
    nothing but the selection. A press that leaves the sentence is no way.
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
    """Give tokens a label by the fewest keys from here, and return how many these are."""
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
