"""Id, time and annotator of a new edit."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime

import numpy as np

from app.domain.edits import Edit, TokenChange, TokenChanges, TokenValues, compact
from app.domain.history import THIS_EDIT


def stamped(edit: Edit, number: int, annotator: str) -> Edit:
    """Return an edit with its id, time and annotator."""
    return replace(
        edit,
        id=number,
        made_at=datetime.now(UTC).isoformat(timespec="milliseconds"),
        annotator=annotator,
        tokens=_with_edit(edit.tokens, number),
    )


def _with_edit(changes: Sequence[TokenChange], number: int) -> Sequence[TokenChange]:
    """Return changes with the id of their edit."""
    changes = compact(changes)
    if isinstance(changes, TokenChanges):
        return replace(changes, after=_named(changes.after, number))
    return tuple(replace(change, after=_named(change.after, number)) for change in changes)


def _named(values: TokenValues, number: int) -> TokenValues:
    if len(values.edits) and values.edits.strides == (0,) and values.edits[0] == THIS_EDIT:
        # A broadcast array: all have the same id.
        named = np.broadcast_to(np.int64(number), values.edits.shape)
        return TokenValues(values.tag_sets, values.states, named)
    edits = np.where(values.edits == THIS_EDIT, np.int64(number), values.edits)
    return TokenValues(values.tag_sets, values.states, edits)
