"""A simulated user, who knows the right labels and presses keys in the window."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Sequence
from math import ceil

from PySide6.QtCore import QEventLoop, Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from app.views.workspace import Workspace
from app.views.workspace.key_again import READ_SECONDS

OUTSIDE = "O"
MAX_CORRECTIONS = 60
"""Limit of corrections of one sentence, after which a key must have failed."""

MAX_LOOKS = 5
"""Limit of changes of a sentence while it is about to be accepted."""

LOOK_MILLISECONDS = 10
"""Interval of checks while waiting."""

PATIENCE_SECONDS = 120.0
"""Default timeout on an idle machine."""

NO_KEYS = Qt.KeyboardModifier.NoModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier


class PlayError(Exception):
    """The window did not react to keys as expected."""


def wait_for(condition: Callable[[], bool], what: str, seconds: float = PATIENCE_SECONDS) -> None:
    """Run the event loop until a condition holds.

    The timeout is counted in checks, so that it is longer on a busy machine.
    """
    looks = iter(range(round(seconds * 1000 / LOOK_MILLISECONDS)))
    loop = QEventLoop()
    look = QTimer(interval=LOOK_MILLISECONDS)
    seen: list[bool | Exception] = []

    def look_up() -> None:
        try:
            found = condition()
        except Exception as error:  # noqa: BLE001 - raised again outside of Qt's loop
            seen.append(error)
        else:
            if not found and next(looks, None) is not None:
                return
            seen.append(found)
        look.stop()
        loop.quit()

    look.timeout.connect(look_up)
    QTimer.singleShot(0, look_up)
    look.start()
    loop.exec()
    # The function refers to the timer: otherwise both would live on, with all that it checks.
    look.timeout.disconnect(look_up)
    if isinstance(seen[0], Exception):
        raise seen[0]
    if not seen[0]:
        raise PlayError(f"Waited {seconds:g} s or longer in vain: {what}.")


class Player:
    """Labels sentences in a window by key presses only.

    It reads the state from the workspace, like a person from the screen.
    """

    def __init__(self, window: QWidget, workspace: Workspace) -> None:
        """Control a window that shows the workspace."""
        self.window = window
        self.workspace = workspace
        self.keys = 0
        self.sentences = 0

    def press(self, key: Qt.Key, modifiers: Qt.KeyboardModifier = NO_KEYS, times: int = 1) -> None:
        """Press and release a key, a number of times."""
        for _ in range(times):
            if key == Qt.Key.Key_Return:
                # Nothing is confirmed before it is painted, and seen.
                self.workspace.seen_labels.look()
                if self.workspace.seen_labels.seconds_to_wait:
                    QTest.qWait(ceil(1000 * self.workspace.seen_labels.seconds_to_wait))
            QTest.keyClick(self.window.windowHandle(), key, modifiers)
            self.keys += 1

    def shown(self) -> list[str | None]:
        """Return the tags shown in the current sentence; None where there is none."""
        return [record.tag for record in self.workspace.caret.tokens()]

    def select(self, first: int, last: int) -> None:
        """Move to a token by the arrow keys and select up to another one."""
        ahead, back = Qt.Key.Key_Right, Qt.Key.Key_Left
        if runs_leftwards(self.workspace.session.corpus.texts[self.workspace.caret.sentence_index]):
            ahead, back = back, ahead
        if self.workspace.caret.first != self.workspace.caret.last:
            # An arrow moves to that end of the selection.
            self.press(back if first <= self.workspace.caret.first else ahead)
        step = first - self.workspace.caret.token
        self.press(ahead if step > 0 else back, times=abs(step))
        self.press(ahead, SHIFT, times=last - first)
        caret = self.workspace.caret
        if (caret.first, caret.last) != (first, last):
            raise PlayError(
                f"Selected tokens {caret.first} to {caret.last} by the arrow keys, "
                f"wanted {first} to {last}."
            )

    def label(self, first: int, last: int, label: str | None) -> None:
        """Label tokens by key; None is no label."""
        self.select(first, last)
        self.label_here(label)

    def label_here(self, label: str | None) -> None:
        """Label the selection by key; None is no label."""
        self.press(Qt.Key.Key_0 if label is None else self._key_of(label))

    def label_sentence(self, answer: Sequence[str]) -> int:
        """Correct the current sentence until it is right; return the number of corrections."""
        for corrections in range(MAX_CORRECTIONS):
            mistake = first_mistake(self.shown(), answer)
            if mistake is None:
                return corrections
            self.label(*mistake)
        raise PlayError(f"The sentence still shows {self.shown()} where {list(answer)} was keyed.")

    def accept(self, answer: Sequence[str] | None = None) -> None:
        """Accept the sentence and go on, after checking for changes meanwhile."""
        sentence_index, session = self.workspace.caret.sentence_index, self.workspace.session
        for _ in range(1 + MAX_LOOKS):
            self.workspace.seen_labels.look()
            if answer is not None:
                self.label_sentence(answer)
            self.press(Qt.Key.Key_Return)
            if (
                self.workspace.caret.sentence_index != sentence_index
                or not session.open_tokens[sentence_index]
            ):
                break
            # A question may have appeared, which the next Enter answers after some time.
            QTest.qWait(round(1000 * READ_SECONDS))
        self.sentences += 1

    def _key_of(self, label: str) -> Qt.Key:
        for known in self.workspace.session.project.visible_labels():
            if known.name == label and known.key:
                return Qt.Key(ord(known.key.upper()))
        raise PlayError(f"No key gives the label {label}.")


def runs_leftwards(text: str) -> bool:
    """Return whether a sentence is right-to-left, by its first letter."""
    directions = (unicodedata.bidirectional(character) for character in text)
    return next((kind for kind in directions if kind in {"L", "R", "AL"}), "L") != "L"


def first_mistake(
    shown: Sequence[str | None], answer: Sequence[str]
) -> tuple[int, int, str | None] | None:
    """Return the first tokens with a wrong label, and their right label.

    Tags are IOB2. A span is returned as a whole, tokens without a label as far as they are wrong.
    """
    for token, (seen, right) in enumerate(zip(shown, answer, strict=True)):
        if seen == right:
            continue
        if right == OUTSIDE:
            last = token
            while last + 1 < len(answer) and _wrongly_labelled(shown, answer, last + 1):
                last += 1
            return token, last, None
        first = token
        while answer[first].startswith("I-"):
            first -= 1
        last = first
        while last + 1 < len(answer) and answer[last + 1].startswith("I-"):
            last += 1
        return first, last, right[2:]
    return None


def _wrongly_labelled(shown: Sequence[str | None], answer: Sequence[str], token: int) -> bool:
    return answer[token] == OUTSIDE and shown[token] != OUTSIDE
