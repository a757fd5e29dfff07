"""Edits: the changes to a project, as plain data with the values before and after.

The session applies an edit in memory, storage writes it to the file, undo applies its inverse.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import overload

import numpy as np
from numpy.typing import NDArray

from app.domain.documents import Document
from app.domain.gazetteers import Gazetteer
from app.domain.labels import Label
from app.domain.rules import ProjectRule
from app.domain.sentence_flags import SentenceFlags
from app.domain.settings import ProjectSettings
from app.domain.tokens import TokenState
from crfcore.messages import message


class Origin(StrEnum):
    """How a label was set."""

    TYPED = "typed"
    ACCEPTED = "accepted"
    NOTHING = "nothing"
    """Accepted where nothing was shown."""
    RULE = "rule"
    IMPORT = "import"


LABELLING = frozenset(["label", "no_label", "clear", "forbid", "resize", "split", "join"])
"""Kinds of edits after which a person goes on in the same sentence."""

BY_HAND = LABELLING | {"accept", "accept_part", "answer"}
"""Kinds of edits made with a key in the current sentence, not by a bulk action."""

BLOCK = 8192
"""Sentences processed at a time, so that intermediate arrays stay in the cache."""


@dataclass(frozen=True, slots=True)
class TokenValues:
    """Values of some tokens, as three arrays of one length.

    ``tag_sets`` (int32) are ids of the project's interned sets, ``states`` (uint8) are
    `TokenState`, ``edits`` (int64) the ids of the edits that set them (0: none).
    """

    tag_sets: NDArray[np.int32]
    states: NDArray[np.uint8]
    edits: NDArray[np.int64]

    def at(self, index: slice | NDArray[np.int64] | NDArray[np.bool_]) -> TokenValues:
        """Return the values of some of these tokens."""
        return TokenValues(self.tag_sets[index], self.states[index], self.edits[index])

    @classmethod
    def joined(cls, parts: Sequence[TokenValues]) -> TokenValues:
        """Return the values of several parts, concatenated."""
        return cls(
            np.concatenate([np.zeros(0, np.int32), *(part.tag_sets for part in parts)]),
            np.concatenate([np.zeros(0, np.uint8), *(part.states for part in parts)]),
            np.concatenate([np.zeros(0, np.int64), *(part.edits for part in parts)]),
        )


@dataclass(frozen=True, slots=True, eq=False)
class TokenChange:
    """Tokens of one sentence, before and after.

    ``sentence`` is the sentence's id in the project file, ``tokens`` (int32) are indices in it.
    """

    sentence: int
    tokens: NDArray[np.int32]
    before: TokenValues
    after: TokenValues


@dataclass(frozen=True, slots=True, eq=False)
class TokenChanges(Sequence[TokenChange]):
    """Changes of many sentences as columns: a sequence that makes its items on access.

    Iterating over a hundred thousand objects takes half a second; the columns do not. M sentences,
    K tokens.

    Attributes
    ----------
    sentences : int64 (M,)
        Ids in the project file, rising, without duplicates.
    offsets : int64 (M + 1,)
        The tokens of sentence i are ``offsets[i]:offsets[i + 1]``.
    tokens : int32 (K,)
        Indices in their sentences.
    before, after : TokenValues (K,)
    """

    sentences: NDArray[np.int64]
    offsets: NDArray[np.int64]
    tokens: NDArray[np.int32]
    before: TokenValues
    after: TokenValues

    @classmethod
    def of(cls, changes: Sequence[TokenChange]) -> TokenChanges:
        """Return changes as columns; ValueError if a sentence occurs twice."""
        if isinstance(changes, TokenChanges):
            return changes
        return cls.in_order(changes).rising()

    @classmethod
    def in_order(cls, changes: Sequence[TokenChange]) -> TokenChanges:
        """Return the columns of changes in the given order, unchecked."""
        if isinstance(changes, TokenChanges):
            return changes
        return cls(
            np.array([change.sentence for change in changes], np.int64),
            np.cumsum([0, *(len(change.tokens) for change in changes)], dtype=np.int64),
            np.concatenate([np.zeros(0, np.int32), *(change.tokens for change in changes)]),
            TokenValues.joined([change.before for change in changes]),
            TokenValues.joined([change.after for change in changes]),
        )

    @classmethod
    def together(cls, parts: Sequence[TokenChanges]) -> TokenChanges:
        """Return the changes of several parts as one; they share no sentence."""
        sizes = np.concatenate([np.zeros(0, np.int64), *(part.sizes for part in parts)])
        columns = cls(
            np.concatenate([np.zeros(0, np.int64), *(part.sentences for part in parts)]),
            np.append(0, np.cumsum(sizes)),
            np.concatenate([np.zeros(0, np.int32), *(part.tokens for part in parts)]),
            TokenValues.joined([part.before for part in parts]),
            TokenValues.joined([part.after for part in parts]),
        )
        return columns.rising()

    @property
    def sizes(self) -> NDArray[np.int64]:
        """How many tokens of each sentence there are (M,)."""
        return np.diff(self.offsets)

    def __len__(self) -> int:
        return len(self.sentences)

    def __iter__(self) -> Iterator[TokenChange]:
        return map(self._item, range(len(self)))

    @overload
    def __getitem__(self, index: int) -> TokenChange: ...

    @overload
    def __getitem__(self, index: slice) -> TokenChanges: ...

    def __getitem__(self, index: int | slice) -> TokenChange | TokenChanges:
        """Return one change, or some of them as columns."""
        if isinstance(index, slice):
            return self.taken(np.arange(len(self))[index])
        return self._item(range(len(self))[index])

    def of_sentence(self, sentence: int) -> TokenChange | None:
        """Return the change of one sentence, None if there is none."""
        at = int(np.searchsorted(self.sentences, sentence))
        there = at < len(self.sentences) and int(self.sentences[at]) == sentence
        return self._item(at) if there else None

    def where(self, kept: NDArray[np.bool_]) -> TokenChanges:
        """Return the changes of some sentences, ``kept`` (M,)."""
        return self if kept.all() else self.taken(np.flatnonzero(kept))

    def blocks(self, size: int = BLOCK) -> Iterator[TokenChanges]:
        """Return slices of ``size`` sentences, which share the columns."""
        for first in range(0, len(self), size):
            offsets = self.offsets[first : first + size + 1]
            own = slice(int(offsets[0]), int(offsets[-1]))
            sentences, tokens = self.sentences[first : first + size], self.tokens[own]
            before, after = self.before.at(own), self.after.at(own)
            yield TokenChanges(sentences, offsets - offsets[0], tokens, before, after)

    def inverse(self) -> TokenChanges:
        """Return the inverse changes."""
        return replace(self, before=self.after, after=self.before)

    def _item(self, at: int) -> TokenChange:
        own = slice(int(self.offsets[at]), int(self.offsets[at + 1]))
        return TokenChange(
            int(self.sentences[at]), self.tokens[own], self.before.at(own), self.after.at(own)
        )

    def rising(self) -> TokenChanges:
        """Return the changes sorted by sentence; ValueError if one occurs twice."""
        if (np.diff(self.sentences) > 0).all():
            return self
        order = np.argsort(self.sentences, kind="stable")
        if not np.diff(self.sentences[order]).all():
            raise ValueError(message("one step changes a sentence twice"))
        return self.taken(order)

    def taken(self, which: NDArray[np.int64]) -> TokenChanges:
        """Return some of the changes, by their indices."""
        sizes = self.sizes[which]
        offsets = np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64)
        own = np.arange(int(offsets[-1])) + np.repeat(self.offsets[which] - offsets[:-1], sizes)
        tokens = self.tokens[own]
        return TokenChanges(
            self.sentences[which], offsets, tokens, self.before.at(own), self.after.at(own)
        )


GATHERED = 256

MANY_CHANGES = 32
"""From so many sentences on changes are kept as columns."""


def compact(changes: Sequence[TokenChange]) -> Sequence[TokenChange]:
    """Return many changes as columns, few as a tuple."""
    return TokenChanges.of(changes) if len(changes) > MANY_CHANGES else tuple(changes)


class ChangeCollector:
    """Collects changes, and turns them into columns a few hundred at a time.

    Joining a hundred thousand objects at once, and garbage collection among them, would stop every
    thread for a while.
    """

    def __init__(self) -> None:
        """Begin with nothing."""
        self._few: list[TokenChange] = []
        self._parts: list[TokenChanges] = []

    def add(self, changes: Iterable[TokenChange]) -> None:
        """Add changes of further sentences."""
        self._few += changes
        if len(self._few) >= GATHERED:
            self._parts.append(TokenChanges.in_order(self._few))
            self._few = []

    def changes(self) -> TokenChanges:
        """Return all of them."""
        return TokenChanges.together([*self._parts, TokenChanges.in_order(self._few)])


@dataclass(frozen=True, slots=True)
class LabelChange:
    """A label row before and after; None if it did not exist, or is removed."""

    before: Label | None
    after: Label | None


@dataclass(frozen=True, slots=True)
class RuleChange:
    """A rule before and after; None if it did not exist, or is removed."""

    before: ProjectRule | None
    after: ProjectRule | None


@dataclass(frozen=True, slots=True)
class GazetteerChange:
    """A gazetteer before and after; None if it did not exist, or is removed."""

    before: Gazetteer | None
    after: Gazetteer | None


RowChange = LabelChange | RuleChange | GazetteerChange


@dataclass(frozen=True, slots=True, eq=False)
class PhraseChange:
    """Phrases of one gazetteer, before and after.

    ``before`` and ``after`` have a label ("" for none) for each of ``phrases``, None where the
    gazetteer does not have the phrase.
    """

    gazetteer: int
    phrases: tuple[str, ...]
    before: tuple[str | None, ...]
    after: tuple[str | None, ...]


@dataclass(frozen=True, slots=True)
class FlagChange:
    """The flags of a sentence, by its id in the project file, before and after."""

    sentence: int
    before: SentenceFlags
    after: SentenceFlags


@dataclass(frozen=True, slots=True)
class DocumentChange:
    """A document row before and after; import and removal set ``removed``."""

    before: Document
    after: Document


@dataclass(frozen=True, slots=True)
class TagChange:
    """The name of a tag before and after its label is renamed."""

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
        """Whether only the query settings, the schedule or the goal change."""
        return self.after.learns_like(self.before)


@dataclass(frozen=True, slots=True, eq=False)
class RoleChange:
    """The roles of sentences, before and after.

    ``sentences`` (int64) are ids, ``before`` and ``after`` (uint8) are `Role`.
    """

    sentences: NDArray[np.int64]
    before: NDArray[np.uint8]
    after: NDArray[np.uint8]


FIRST_NEW = 1 << 30
"""Ids of tags and tag sets that an edit adds begin here."""


@dataclass(frozen=True, slots=True)
class NewNames:
    """Tags and tag sets that an edit needs and its project lacks.

    In the edit their ids are `FIRST_NEW` plus the index here. The project assigns its own ids when
    the edit is applied.
    """

    tags: tuple[str, ...] = ()
    tag_sets: tuple[tuple[int, ...], ...] = ()


NO_NEW_NAMES = NewNames()


@dataclass(frozen=True, slots=True, eq=False)
class Edit:
    """One change in the history.

    ``kind`` names the function of `app.edits` that made it; ``summary`` has the data of the text in
    the undo menu, as `step_data` returns them. ``tokens`` are a tuple if they are few,
    `TokenChanges` if many; ``new_names`` are those that they need. ``id``, ``made_at`` (ISO 8601,
    UTC) and ``annotator`` are set by the session when it is applied.
    """

    kind: str
    summary: str = ""
    origin: Origin = Origin.TYPED
    tokens: Sequence[TokenChange] = ()
    labels: tuple[LabelChange, ...] = ()
    tags: tuple[TagChange, ...] = ()
    documents: tuple[DocumentChange, ...] = ()
    rules: tuple[RuleChange, ...] = ()
    gazetteers: tuple[GazetteerChange, ...] = ()
    phrases: tuple[PhraseChange, ...] = ()
    flags: tuple[FlagChange, ...] = ()
    settings: SettingsChange | None = None
    roles: RoleChange | None = None
    new_names: NewNames = NO_NEW_NAMES
    id: int = 0
    made_at: str = ""
    annotator: str = ""

    @property
    def empty(self) -> bool:
        """Whether the edit changes nothing and must not enter the history."""
        changes = (self.tokens, self.labels, self.tags, self.documents, self.rules)
        listed = (self.gazetteers, self.phrases, self.flags)
        single = (self.settings, self.roles)
        return not any(changes) and not any(listed) and single == (None, None)

    @property
    def by_hand(self) -> bool:
        """Whether a person made it with a key in the current sentence."""
        return self.kind in BY_HAND and len(self.tokens) == 1

    @property
    def labels_only(self) -> bool:
        """Whether the sentence stays the current one after it."""
        return self.kind in LABELLING

    @property
    def labels_open(self) -> bool:
        """Whether one of the tokens in the first sentence that it changes was open before it."""
        return any((c.before.states != TokenState.CONFIRMED).any() for c in self.tokens[:1])

    @property
    def answers(self) -> bool:
        """Whether it confirms the queried tokens of a sentence, and leaves the rest open."""
        return any(c.after & ~c.before & SentenceFlags.ANSWERED for c in self.flags)

    def inverse(self) -> Edit:
        """Return the inverse edit, with the same id."""
        return replace(
            self,
            tokens=_taken_back(self.tokens),
            labels=tuple(LabelChange(c.after, c.before) for c in reversed(self.labels)),
            tags=tuple(TagChange(c.tag, c.after, c.before) for c in reversed(self.tags)),
            documents=tuple(DocumentChange(c.after, c.before) for c in reversed(self.documents)),
            rules=tuple(RuleChange(c.after, c.before) for c in reversed(self.rules)),
            gazetteers=tuple(GazetteerChange(c.after, c.before) for c in reversed(self.gazetteers)),
            phrases=tuple(
                PhraseChange(c.gazetteer, c.phrases, c.after, c.before)
                for c in reversed(self.phrases)
            ),
            flags=tuple(FlagChange(c.sentence, c.after, c.before) for c in reversed(self.flags)),
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


def _taken_back(changes: Sequence[TokenChange]) -> Sequence[TokenChange]:
    if isinstance(changes, TokenChanges):
        return changes.inverse()
    return tuple(TokenChange(c.sentence, c.tokens, c.after, c.before) for c in reversed(changes))
