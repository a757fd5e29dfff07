"""What steps are called, for tests of what undo and redo would do."""

from __future__ import annotations

from app.domain.edits import Edit
from app.domain.history import HistoryEntry
from app.domain.step_texts import step_text
from app.session import Session


def step_name(step: Edit | HistoryEntry) -> str:
    """Return what a step is called in the history."""
    return step_text(step.kind, step.summary)


def undo_text(session: Session) -> str | None:
    """Return what undo would take back, None if nothing."""
    newest = session.history.newest()
    return newest and step_name(newest)


def redo_text(session: Session) -> str | None:
    """Return what redo would do again, None if nothing."""
    again = session.history.next_again()
    return again and step_name(again)
