"""What the session hands to the storage thread, step by step."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from app.domain.edits import Edit
from app.domain.sentences import Additions

THIS_EDIT = -1
"""Stands in `TokenValues.edits` for the edit itself, until the session has given it its id."""


class Action(StrEnum):
    """What a step does with its edit."""

    EDIT = "edit"
    """Apply it and put it at the end of the history."""
    UNDO = "undo"
    """Take it back and mark it undone."""
    REDO = "redo"
    """Apply it again and mark it done."""
    IMPORT = "import"
    """Finish the import of the document that it shows; the rows are in the file already."""


@dataclass(frozen=True, slots=True, eq=False)
class HistoryStep:
    """One step in the order in which it was made.

    ``edit`` is the edit as it stands in the history, ``applied`` what it does to the rows this
    time: the edit itself, or its inverse where ``action`` is `Action.UNDO`. ``tokens_name`` is the
    id that the tokens of an import name where that is not the step's own, else 0.
    """

    revision: int
    action: Action
    edit: Edit
    additions: Additions
    tokens_name: int = 0

    @property
    def applied(self) -> Edit:
        """What is to be done to the rows."""
        return self.edit.inverse() if self.action == Action.UNDO else self.edit
