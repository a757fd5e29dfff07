"""Edits: every change to a project is one of these, and carries its own inverse.

An edit is plain data: what it touched, before and after. The session applies it to the image in
memory, storage writes it to the file, and undo applies the same record the other way round.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

from app.domain.documents import Document
from app.domain.gazetteers import Gazetteer
from app.domain.labels import Label
from app.domain.marks import Mark
from app.domain.rules import ProjectRule
from app.domain.settings import ProjectSettings


class Origin(StrEnum):
    """From what a decision came."""

    TYPED = "typed"
    ACCEPTED = "accepted"
    RULE = "rule"
    IMPORT = "import"


@dataclass(frozen=True, slots=True)
class TokenValues:
    """What is known of some tokens, as three arrays of one length.

    ``tag_sets`` (int32) are ids of the project's interned sets, ``states`` (uint8) are
    `TokenState`, ``edits`` (int64) are the ids of the edits that said so (0: nobody).
    """

    tag_sets: NDArray[np.int32]
    states: NDArray[np.uint8]
    edits: NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class TokenChange:
    """Tokens of one sentence, before and after.

    ``sentence`` is the sentence's id in the project file, ``tokens`` (int32) are places in it.
    """

    sentence: int
    tokens: NDArray[np.int32]
    before: TokenValues
    after: TokenValues


@dataclass(frozen=True, slots=True)
class LabelChange:
    """A label row before and after; None where there was none, or is none any more."""

    before: Label | None
    after: Label | None


@dataclass(frozen=True, slots=True)
class RuleChange:
    """A rule before and after; None where there was none, or is none any more."""

    before: ProjectRule | None
    after: ProjectRule | None


@dataclass(frozen=True, slots=True)
class GazetteerChange:
    """A gazetteer before and after; None where there was none, or is none any more."""

    before: Gazetteer | None
    after: Gazetteer | None


@dataclass(frozen=True, slots=True, eq=False)
class PhraseChange:
    """Phrases of one gazetteer, before and after.

    ``before`` and ``after`` have a label ("" for none) for each of ``phrases``, None where the
    gazetteer had, or has, no such phrase.
    """

    gazetteer: int
    phrases: tuple[str, ...]
    before: tuple[str | None, ...]
    after: tuple[str | None, ...]


@dataclass(frozen=True, slots=True)
class MarkChange:
    """What is noted of a sentence, by its id in the project file, before and after."""

    sentence: int
    before: Mark
    after: Mark


@dataclass(frozen=True, slots=True)
class DocumentChange:
    """A document row before and after; import and removal set its ``removed`` mark."""

    before: Document
    after: Document


@dataclass(frozen=True, slots=True)
class TagChange:
    """The name of a tag before and after, for a label that is renamed."""

    tag: int
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class SettingsChange:
    """The project's settings before and after."""

    before: ProjectSettings
    after: ProjectSettings

    @property
    def beside_learning(self) -> bool:
        """Whether nothing changes but what is asked for, its order, or the goal."""
        return self.after.learns_like(self.before)


@dataclass(frozen=True, slots=True, eq=False)
class RoleChange:
    """What sentences serve for, before and after.

    ``sentences`` (int64) are ids, ``before`` and ``after`` (uint8) are `Role`.
    """

    sentences: NDArray[np.int64]
    before: NDArray[np.uint8]
    after: NDArray[np.uint8]


@dataclass(frozen=True, slots=True, eq=False)
class Edit:
    """One step of the history.

    ``kind`` names the function of `app.edits` that made it; ``summary`` is the text of the undo
    menu ("label 2 tokens DRUG"). ``id``, ``made_at`` (ISO 8601, UTC) and ``annotator`` are set by
    the session when it is applied.
    """

    kind: str
    summary: str
    origin: Origin = Origin.TYPED
    tokens: tuple[TokenChange, ...] = ()
    labels: tuple[LabelChange, ...] = ()
    tags: tuple[TagChange, ...] = ()
    documents: tuple[DocumentChange, ...] = ()
    rules: tuple[RuleChange, ...] = ()
    gazetteers: tuple[GazetteerChange, ...] = ()
    phrases: tuple[PhraseChange, ...] = ()
    marks: tuple[MarkChange, ...] = ()
    settings: SettingsChange | None = None
    roles: RoleChange | None = None
    id: int = 0
    made_at: str = ""
    annotator: str = ""

    @property
    def empty(self) -> bool:
        """Whether the edit changes nothing and must leave no step."""
        changes = (self.tokens, self.labels, self.tags, self.documents, self.rules)
        listed = (self.gazetteers, self.phrases, self.marks)
        single = (self.settings, self.roles)
        return not any(changes) and not any(listed) and single == (None, None)

    @property
    def answers(self) -> bool:
        """Whether it says what was asked of a sentence, and leaves the rest of it open."""
        return any(c.after & ~c.before & Mark.ANSWERED for c in self.marks)

    def inverse(self) -> Edit:
        """Return the edit that takes this one back; its id is the same."""
        return replace(
            self,
            tokens=tuple(
                TokenChange(c.sentence, c.tokens, c.after, c.before) for c in reversed(self.tokens)
            ),
            labels=tuple(LabelChange(c.after, c.before) for c in reversed(self.labels)),
            tags=tuple(TagChange(c.tag, c.after, c.before) for c in reversed(self.tags)),
            documents=tuple(DocumentChange(c.after, c.before) for c in reversed(self.documents)),
            rules=tuple(RuleChange(c.after, c.before) for c in reversed(self.rules)),
            gazetteers=tuple(GazetteerChange(c.after, c.before) for c in reversed(self.gazetteers)),
            phrases=tuple(
                PhraseChange(c.gazetteer, c.phrases, c.after, c.before)
                for c in reversed(self.phrases)
            ),
            marks=tuple(MarkChange(c.sentence, c.after, c.before) for c in reversed(self.marks)),
            settings=(
                SettingsChange(self.settings.after, self.settings.before)
                if self.settings is not None
                else None
            ),
            roles=(
                RoleChange(self.roles.sentences, self.roles.after, self.roles.before)
                if self.roles is not None
                else None
            ),
        )
