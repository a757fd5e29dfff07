"""An afternoon of labelling for the pictures of the manual: the sample's texts, in the real window.

The player knows the answers and labels what the queue brings by keys, control sentences and others.
It is quick; the clock by which steps are stamped is not, and says what a person would have taken.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime, timedelta, tzinfo
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from app.lab.benchmarks.gui_session import GuiSession

ROOT = Path(__file__).resolve().parent.parent
SAMPLE = ROOT / "resources" / "sample"
CONTROL = 60
"""So many control sentences the project has."""
STOPS = (16, 30, 45, 66, 96, 135, 180)
"""After so many sentences the player waits for a model, which is a point of the learning curve."""
KEY_SECONDS = 1.2
TOKEN_SECONDS = 0.6
"""What a key takes, and reading a token."""
MODEL_SECONDS = 300.0


class Clock(datetime):
    """Tells the time of a person at work: it goes on when a key is pressed or something read."""

    passed = 0.0
    begun = datetime.now(UTC)

    @classmethod
    def now(cls, tz: tzinfo | None = None) -> datetime:  # type: ignore[override]
        """Return the time of that person."""
        return (cls.begun + timedelta(seconds=cls.passed)).astimezone(tz)

    @classmethod
    def wait(cls, seconds: float) -> None:
        """Let time go by."""
        cls.passed += seconds


def answers_of(files: Iterable[Path]) -> dict[str, list[str]]:
    """Return the right tags of each sentence, by its words."""
    from crfcore.text.columns import parse_columns

    return {
        " ".join(row[0] for row in sentence.fields): [row[1] for row in sentence.fields]
        for path in files
        for sentence in parse_columns(path.read_text(encoding="utf-8")).sentences
    }


def play_afternoon(gui_session: GuiSession) -> None:
    """Label what the queue brings, and wait for a model now and then."""
    from PySide6.QtCore import Qt

    from app.domain.display import DisplayKind
    from app.session import stamping

    stamping.datetime = Clock  # type: ignore[attr-defined]
    answers = answers_of([SAMPLE / "labelled.conll", SAMPLE / "answers.conll"])
    player, done = gui_session.player, 0
    player.press(Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    for stop in STOPS:
        while done < stop:
            answer, keys = answers[gui_session.text()], player.keys
            Clock.wait(TOKEN_SECONDS * len(answer))
            if DisplayKind.PROPOSAL in {
                record.kind for record in gui_session.workspace.caret.tokens()
            }:
                player.label_sentence(answer)
            else:
                label_spans(gui_session, answer)
            Clock.wait(KEY_SECONDS * (player.keys + 1 - keys))
            player.accept()
            done += 1
        gui_session.rest(MODEL_SECONDS)
    stamping.datetime = datetime  # type: ignore[attr-defined]


def label_spans(gui_session: GuiSession, answer: Sequence[str]) -> None:
    """Give the spans of a sentence their labels; to accept it says that the rest has none."""
    for first, tag in enumerate(answer):
        if tag.startswith("B-"):
            last = first
            while last + 1 < len(answer) and answer[last + 1].startswith("I-"):
                last += 1
            gui_session.player.label(first, last, tag[2:])
