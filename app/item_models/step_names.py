"""What a step is called in the window: its text from its kind and its data, translated."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QCoreApplication

from app.domain.edits import Edit
from app.domain.history import HistoryEntry
from app.domain.step_texts import headline, step_text

translate = partial(QCoreApplication.translate, "Steps")


def step_name(step: Edit | HistoryEntry) -> str:
    """Return what a step is called in a menu or in a sentence."""
    return step_text(step.kind, step.summary, translate)


def step_headline(step: HistoryEntry) -> str:
    """Return what a step is called in a row of its own."""
    return headline(step.kind, step.summary, translate)
