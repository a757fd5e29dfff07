"""The history of a project: steps to be written, and entries to be listed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum, StrEnum

from app.domain.edits import Edit, Origin
from app.domain.sentences import Additions

THIS_EDIT = -1
"""The placeholder in `TokenValues.edits` for the edit itself, until it gets its id."""


class Action(StrEnum):
    """What a step does with its edit."""

    EDIT = "edit"
    """Apply it and put it at the end of the history."""
    UNDO = "undo"
    """Reverse it and mark it undone."""
    REDO = "redo"
    """Apply it again and mark it done."""
    IMPORT = "import"
    """Finish the import of a document, whose rows are in the file already."""
    BACK = "back"
    """Undo several steps at once."""
    FORWARD = "forward"
    """Redo several steps at once."""


@dataclass(frozen=True, slots=True, eq=False)
class HistoryStep:
    """One step in the order in which it was made.

    ``edit`` is the edit as recorded in the history, ``applied`` what changes the rows this time:
    the edit itself, or its inverse for `Action.UNDO`. ``tokens_name`` is the id that the tokens of
    an import have where that is not the step's own, else 0. If several steps are undone or redone,
    ``steps`` are these in order, and ``edit``, which is not in the history, is their composition.
    """

    revision: int
    action: Action
    edit: Edit
    applied: Edit
    additions: Additions
    tokens_name: int = 0
    steps: tuple[Edit, ...] = ()


class StepState(IntEnum):
    """The state of a step of the history."""

    DONE = 0
    """In force."""
    UNDONE = 1
    """Undone, and can be redone."""
    DISCARDED = 2
    """Undone, and discarded by a later step."""


class StepGroup(StrEnum):
    """The subject of a step."""

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
"""The kinds of edits of each group; all others are of `StepGroup.WORDS`."""


def group_of(kind: str) -> StepGroup:
    """Return the group of a kind of edits."""
    return next((group for group, kinds in KINDS.items() if kind in kinds), StepGroup.WORDS)


@dataclass(frozen=True, slots=True)
class Author:
    """Who made a step, when (ISO 8601, UTC), and its origin."""

    annotator: str
    made_at: str
    origin: Origin


@dataclass(frozen=True, slots=True)
class StepTarget:
    """The first sentence (id) and token of a step, and whether it has more."""

    sentence: int
    token: int = 0
    more: bool = False


@dataclass(frozen=True, slots=True)
class HistoryEntry:
    """One step as it is listed, without what it changed."""

    id: int
    made_at: str
    annotator: str
    kind: str
    summary: str
    state: StepState
    target: StepTarget | None = None


@dataclass(frozen=True, slots=True)
class HistoryFilter:
    """Which steps are listed: those of an annotator and of a group; None for all.

    The ``annotator`` "" is for steps without a name.
    """

    annotator: str | None = None
    group: StepGroup | None = None

    def passes(self, entry: HistoryEntry) -> bool:
        """Return whether a step is listed."""
        person = self.annotator is None or entry.annotator == self.annotator
        return person and (self.group is None or group_of(entry.kind) is self.group)


def entry_of(edit: Edit) -> HistoryEntry:
    """Return the list entry of a new step."""
    target = None
    if edit.tokens:
        first = edit.tokens[0]
        target = StepTarget(first.sentence, int(first.tokens[0]), len(edit.tokens) > 1)
    elif edit.flags:
        target = StepTarget(edit.flags[0].sentence, more=len(edit.flags) > 1)
    return HistoryEntry(
        edit.id, edit.made_at, edit.annotator, edit.kind, edit.summary, StepState.DONE, target
    )
