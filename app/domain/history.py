"""The history of a project: steps on their way to the file, and as they are listed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum, StrEnum

from app.domain.edits import Edit, Origin
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
    BACK = "back"
    """Take several steps back at once."""
    FORWARD = "forward"
    """Make several steps again at once."""


@dataclass(frozen=True, slots=True, eq=False)
class HistoryStep:
    """One step in the order in which it was made.

    ``edit`` is the edit as it stands in the history, ``applied`` what it does to the rows this
    time: the edit itself, or its inverse where ``action`` is `Action.UNDO`. ``tokens_name`` is the
    id that the tokens of an import name where that is not the step's own, else 0. Where several
    steps are taken back or made again, ``steps`` are these in that order, and ``edit``, which does
    not stand in the history itself, is what they come to.
    """

    revision: int
    action: Action
    edit: Edit
    applied: Edit
    additions: Additions
    tokens_name: int = 0
    steps: tuple[Edit, ...] = ()


class StepState(IntEnum):
    """How a step of the history stands."""

    DONE = 0
    """In force."""
    UNDONE = 1
    """Taken back, and can come again."""
    GIVEN_UP = 2
    """Taken back, and given up for a step that was made afterwards."""


class StepGroup(StrEnum):
    """What a step is about."""

    WORDS = "words"
    ACCEPTED = "accepted"
    FLAGS = "marks"
    DOCUMENTS = "documents"
    LABELS = "labels"
    RULES = "rules"
    GAZETTEERS = "gazetteers"
    SETTINGS = "settings"


KINDS: Mapping[StepGroup, tuple[str, ...]] = {
    StepGroup.ACCEPTED: ("accept", "accept_part", "accept_sure", "answer"),
    StepGroup.FLAGS: ("mark",),
    StepGroup.DOCUMENTS: (
        "import_document",
        "rename_document",
        "remove_document",
        "restore_document",
    ),
    StepGroup.LABELS: (
        "add_label",
        "rename_label",
        "change_label",
        "reorder_labels",
        "delete_label",
        "merge_labels",
    ),
    StepGroup.RULES: ("add_rules", "change_rule", "set_costs", "remove_rule", "reorder_rules"),
    StepGroup.GAZETTEERS: (
        "add_gazetteer",
        "change_gazetteer",
        "remove_gazetteer",
        "set_phrase",
        "change_phrase",
        "remove_phrases",
    ),
    StepGroup.SETTINGS: ("settings",),
}
"""The kinds of edits of each group; what stands in none says something of words."""


def group_of(kind: str) -> StepGroup:
    """Return what an edit of some kind is about."""
    return next((group for group, kinds in KINDS.items() if kind in kinds), StepGroup.WORDS)


@dataclass(frozen=True, slots=True)
class Author:
    """Who made a step, when (ISO 8601, UTC), and from what the decision came."""

    annotator: str
    made_at: str
    origin: Origin


@dataclass(frozen=True, slots=True)
class StepTarget:
    """Where a step was made: the first sentence, by its id, a token, and whether there are more."""

    sentence: int
    token: int = 0
    more: bool = False


@dataclass(frozen=True, slots=True)
class HistoryEntry:
    """One step as it is listed: all but what it changed."""

    id: int
    made_at: str
    annotator: str
    kind: str
    summary: str
    state: StepState
    target: StepTarget | None = None


@dataclass(frozen=True, slots=True)
class HistoryFilter:
    """Which steps are listed: those of a person, and about something; None for all.

    Steps of nobody in particular are those of ``annotator`` "".
    """

    annotator: str | None = None
    group: StepGroup | None = None

    def passes(self, entry: HistoryEntry) -> bool:
        """Say whether a step is listed."""
        person = self.annotator is None or entry.annotator == self.annotator
        return person and (self.group is None or group_of(entry.kind) is self.group)


def entry_of(edit: Edit) -> HistoryEntry:
    """Return a step that has just been made as it is listed."""
    target = None
    if edit.tokens:
        first = edit.tokens[0]
        target = StepTarget(first.sentence, int(first.tokens[0]), len(edit.tokens) > 1)
    elif edit.flags:
        target = StepTarget(edit.flags[0].sentence, more=len(edit.flags) > 1)
    return HistoryEntry(
        edit.id, edit.made_at, edit.annotator, edit.kind, edit.summary, StepState.DONE, target
    )
