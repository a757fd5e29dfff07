"""A new step gets its id, its time and its maker, and so do the tokens that it touches."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from datetime import UTC, datetime
from itertools import accumulate

import numpy as np

from app.domain.collector import collector_paused
from app.domain.edits import Edit, TokenChange, TokenValues
from app.domain.history import THIS_EDIT

MANY_SENTENCES = 1_000
"""A step on more of them makes so many objects that Python's search for cycles is felt."""


def stamped(edit: Edit, number: int, annotator: str) -> Edit:
    """Return an edit as it stands in the history."""
    return replace(
        edit,
        id=number,
        made_at=datetime.now(UTC).isoformat(timespec="milliseconds"),
        annotator=annotator,
        tokens=_with_edit(edit.tokens, number),
    )


def unhurried(edit: Edit) -> AbstractContextManager[None]:
    """Let no search for cycles stop the window while a step on very many sentences is made."""
    return collector_paused() if len(edit.tokens) > MANY_SENTENCES else nullcontext()


def _with_edit(changes: Sequence[TokenChange], number: int) -> tuple[TokenChange, ...]:
    """Return changes that name the step which makes them; quick for very many, too."""
    if not changes:
        return ()
    edits = np.concatenate([change.after.edits for change in changes])
    edits = np.where(edits == THIS_EDIT, number, edits).astype(np.int64)
    stops = accumulate(len(change.tokens) for change in changes)
    return tuple(
        TokenChange(
            change.sentence,
            change.tokens,
            change.before,
            TokenValues(
                change.after.tag_sets,
                change.after.states,
                edits[stop - len(change.tokens) : stop],
            ),
        )
        for change, stop in zip(changes, stops, strict=True)
    )
