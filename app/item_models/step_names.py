"""Translated texts of steps."""

from __future__ import annotations

from app.domain.edits import Edit
from app.domain.history import HistoryEntry
from app.domain.quotes import in_quotes
from app.domain.step_texts import headline, step_text, with_quoted
from app.translation import translator

translate = translator("Steps")


def step_name(step: Edit | HistoryEntry) -> str:
    """Return the text of a step for a menu or a sentence."""
    return step_text(step.kind, step.summary, translate)


def quoting_name(step: Edit) -> str:
    """Return the text of a step that begins with words of the project, these in quotes."""
    quoted = with_quoted(step.summary, lambda words: in_quotes(words, translate))
    return step_text(step.kind, quoted, translate)


def step_headline(step: HistoryEntry) -> str:
    """Return the text of a step for a row."""
    return headline(step.kind, step.summary, translate)
