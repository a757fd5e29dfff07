"""A simulated afternoon of labelling the sample's texts, for the pictures of the manual.

The player labels the sentences of the queue by keys in the real window, test sentences too. Changes
are stamped by a simulated clock, with the time that a person would need.
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
"""Number of test sentences of the project."""
STOPS = (16, 30, 45, 66, 96, 135, 180)
"""Numbers of sentences after which the player waits for a model, for points of the learning
curve."""
KEY_SECONDS = 1.2
TOKEN_SECONDS = 0.6
"""Seconds for a key, and for reading a token."""
MODEL_SECONDS = 300.0


class Clock(datetime):
    """A simulated clock, which advances with keys and reading."""

    passed = 0.0
    begun = datetime.now(UTC)

    @classmethod
    def now(cls, tz: tzinfo | None = None) -> datetime:  # type: ignore[override]
        """Return the simulated time."""
        return (cls.begun + timedelta(seconds=cls.passed)).astimezone(tz)

    @classmethod
    def wait(cls, seconds: float) -> None:
        """Advance the time."""
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
    """Label the sentences of the queue, sometimes waiting for a model."""
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
    """Label the spans of a sentence; accepting it confirms that accept, rest without label."""
    for first, tag in enumerate(answer):
        if tag.startswith("B-"):
            last = first
            while last + 1 < len(answer) and answer[last + 1].startswith("I-"):
                last += 1
            gui_session.player.label(first, last, tag[2:])
