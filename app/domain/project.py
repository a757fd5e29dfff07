"""A project in memory: flat arrays for the tokens, small objects for the rest."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field, fields
from itertools import chain
from typing import Any

import numpy as np
from numpy.typing import NDArray

from app.domain.documents import Document
from app.domain.gazetteers import NO_PHRASES, Effect, Gazetteer, Listed, Use, listed_rule
from app.domain.labels import TOKENS, Label
from app.domain.rules import ProjectRule
from app.domain.sentence_flags import SentenceFlags
from app.domain.settings import ProjectSettings
from app.domain.tokens import UNKNOWN_SET, TokenState
from crfcore.arrays import counts_before
from crfcore.text.tag_schemes import tags_for

Copier = Callable[[NDArray[Any]], NDArray[Any]]
"""Copies an array."""


@dataclass(slots=True, eq=False)
class Corpus:
    """All sentences of a project, in the order of their ids.

    N sentences, T tokens in all. The tokens of sentence i are ``offsets[i]:offsets[i + 1]`` of each
    array of length T. The *index* of a sentence is its position here; its *id* (`ids`, rising) is
    its row in the project file. Sentences of removed documents stay, hidden by `Project.visible`.

    Attributes
    ----------
    ids : int64 (N,)
    documents : int32 (N,)
        Id of the document.
    roles : uint8 (N,)
        `Role`.
    texts : list of N str
    offsets : int64 (N + 1,)
    starts, ends : int32 (T,)
        Unicode code points in the sentence's text, end exclusive.
    columns : int32 (C, T)
        Row 0 is the word, further rows are the other columns of imported files; each is an id in
        `Project.words`, -1 where the document has no such column.
    tag_sets : int32 (T,)
    states : uint8 (T,)
    edits : int64 (T,)
    """

    ids: NDArray[np.int64]
    documents: NDArray[np.int32]
    roles: NDArray[np.uint8]
    texts: list[str]
    offsets: NDArray[np.int64]
    starts: NDArray[np.int32]
    ends: NDArray[np.int32]
    columns: NDArray[np.int32]
    tag_sets: NDArray[np.int32]
    states: NDArray[np.uint8]
    edits: NDArray[np.int64]

    @classmethod
    def empty(cls) -> Corpus:
        """Return a corpus without sentences."""
        return cls(
            ids=np.zeros(0, np.int64),
            documents=np.zeros(0, np.int32),
            roles=np.zeros(0, np.uint8),
            texts=[],
            offsets=np.zeros(1, np.int64),
            starts=np.zeros(0, np.int32),
            ends=np.zeros(0, np.int32),
            columns=np.zeros((1, 0), np.int32),
            tag_sets=np.zeros(0, np.int32),
            states=np.zeros(0, np.uint8),
            edits=np.zeros(0, np.int64),
        )

    @property
    def n_sentences(self) -> int:
        """How many sentences there are, hidden ones included."""
        return len(self.texts)

    @property
    def n_tokens(self) -> int:
        """How many tokens there are, hidden ones included."""
        return int(self.offsets[-1])

    def span(self, sentence_index: int) -> slice:
        """Return the slice of a sentence's tokens in the flat arrays."""
        return slice(int(self.offsets[sentence_index]), int(self.offsets[sentence_index + 1]))

    def lengths(self, sentence_indices: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return the number of tokens of each of these sentences."""
        return self.offsets[sentence_indices + 1] - self.offsets[sentence_indices]

    def sentence_index_of(self, sentence_id: int) -> int:
        """Return the index of a sentence; KeyError if the project has no such id."""
        sentence_index = int(np.searchsorted(self.ids, sentence_id))
        if sentence_index == len(self.ids) or int(self.ids[sentence_index]) != sentence_id:
            raise KeyError(sentence_id)
        return sentence_index

    def sentence_indices_of(self, sentence_ids: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return the indices of sentences that the project has, by their ids."""
        if len(self.ids):
            # Ids are mostly consecutive, which needs no search.
            guess = np.clip(sentence_ids - self.ids[0], 0, len(self.ids) - 1)
            if (self.ids[guess] == sentence_ids).all():
                return np.asarray(guess, np.int64)
        return np.asarray(np.searchsorted(self.ids, sentence_ids), np.int64)

    def words_of(self, sentence_index: int) -> list[str]:
        """Return the words of one sentence."""
        text = self.texts[sentence_index]
        at = self.span(sentence_index)
        starts, ends = self.starts[at].tolist(), self.ends[at].tolist()
        return [text[start:end] for start, end in zip(starts, ends, strict=True)]

    @classmethod
    def joined(cls, parts: Sequence[Corpus]) -> Corpus:
        """Return several corpora concatenated; their ids must rise."""
        if not parts:
            return cls.empty()
        rows = max(len(part.columns) for part in parts)
        lengths = [np.diff(part.offsets) for part in parts]
        return cls(
            ids=np.concatenate([part.ids for part in parts]),
            documents=np.concatenate([part.documents for part in parts]),
            roles=np.concatenate([part.roles for part in parts]),
            texts=list(chain.from_iterable(part.texts for part in parts)),
            offsets=np.concatenate([[0], np.cumsum(np.concatenate(lengths))]).astype(np.int64),
            starts=np.concatenate([part.starts for part in parts]),
            ends=np.concatenate([part.ends for part in parts]),
            columns=np.concatenate([_with_rows(part.columns, rows) for part in parts], axis=1),
            tag_sets=np.concatenate([part.tag_sets for part in parts]),
            states=np.concatenate([part.states for part in parts]),
            edits=np.concatenate([part.edits for part in parts]),
        )

    def append(self, other: Corpus) -> None:
        """Append the sentences of another corpus; their ids must be higher."""
        self.replace_by(Corpus.joined([self, other]))

    def replace_by(self, other: Corpus) -> None:
        """Take the sentences of another corpus instead, sharing its arrays."""
        for one in fields(self):
            setattr(self, one.name, getattr(other, one.name))

    def snapshot(self, copied: Copier = np.copy, without: Collection[str] = ()) -> Corpus:
        """Return a copy that later edits do not change; ``copied`` copies an array.

        Only arrays that edits write into are copied: the others are replaced, never changed in
        place. Arrays named in ``without`` are left empty.
        """
        same = copy(self)
        for name in ("roles", "tag_sets", "states", "edits"):
            own = getattr(self, name)
            setattr(same, name, own[:0].copy() if name in without else copied(own))
        return same


def _with_rows(columns: NDArray[np.int32], rows: int) -> NDArray[np.int32]:
    missing = rows - len(columns)
    if not missing:
        return columns
    return np.concatenate([columns, np.full((missing, columns.shape[1]), -1, np.int32)])


@dataclass(slots=True, eq=False)
class Project:
    """Everything a window needs of a project file.

    ``words[i]`` is the string of word id i; ``tags[i]`` the name of tag id i ("B-DRUG", "O");
    ``tag_sets[i]`` the tag ids of the interned set i, rising; set 0 is empty and means "any tag"
    (`UNKNOWN_SET`). The three lists only grow; `tags` entries are renamed with their label. They
    have every tag of the labels, and the set of each alone.
    """

    settings: ProjectSettings = field(default_factory=ProjectSettings)
    labels: dict[int, Label] = field(default_factory=dict)
    documents: dict[int, Document] = field(default_factory=dict)
    rules: dict[int, ProjectRule] = field(default_factory=dict)
    gazetteers: dict[int, Gazetteer] = field(default_factory=dict)
    phrases: dict[int, Mapping[str, str]] = field(default_factory=dict)
    """By gazetteer, phrase to label; an edit replaces the mapping and does not change it."""
    flags: dict[int, SentenceFlags] = field(default_factory=dict)
    """By sentence id; sentences without flags have no entry."""
    words: list[str] = field(default_factory=list)
    tags: list[str] = field(default_factory=list)
    tag_sets: list[tuple[int, ...]] = field(default_factory=lambda: [()])
    corpus: Corpus = field(default_factory=Corpus.empty)
    tag_ids: dict[str, int] = field(init=False)
    set_ids: dict[tuple[int, ...], int] = field(init=False)
    written: tuple[int, int, int] = field(init=False)
    """How many words, tags and tag sets are in the project file or being written."""
    _listed: dict[int, Listed] = field(default_factory=dict, repr=False)

    def __post_init__(self) -> None:
        self.tag_ids = {name: tag for tag, name in enumerate(self.tags)}
        self.set_ids = {members: number for number, members in enumerate(self.tag_sets)}
        self.written = self.n_names
        self.add_own_tags()

    @property
    def n_names(self) -> tuple[int, int, int]:
        """How many words, tags and tag sets there are."""
        return len(self.words), len(self.tags), len(self.tag_sets)

    def own_tags(self) -> list[str]:
        """Return the names of the labels' tags under the project's scheme."""
        names = [label.name for label in self.visible_labels()]
        scheme = self.settings.scheme
        return names if scheme == TOKENS else tags_for(names, scheme)

    def add_own_tags(self) -> None:
        """Assign ids to the labels' tags, and to the set of each alone.

        To be called whenever labels, their names or the scheme have changed.
        """
        for name in self.own_tags():
            self.set_id((self.tag_id(name),))

    def tag_id(self, name: str) -> int:
        """Return the id of a tag, adding it if it is new; not while an edit is being built."""
        if name not in self.tag_ids:
            self.tag_ids[name] = len(self.tags)
            self.tags.append(name)
        return self.tag_ids[name]

    def set_id(self, tags: tuple[int, ...]) -> int:
        """Return the id of a set of tag ids, adding it if it is new, like `tag_id`."""
        members = tuple(sorted(set(tags)))
        if members not in self.set_ids:
            self.set_ids[members] = len(self.tag_sets)
            self.tag_sets.append(members)
        return self.set_ids[members]

    def tag_of(self, tag_set: int) -> str | None:
        """Return the only tag of a set, None if it has none or several."""
        members = self.tag_sets[tag_set]
        return self.tags[members[0]] if len(members) == 1 else None

    def tags_of(self, sentence_index: int) -> list[str | None]:
        """Return the confirmed tags of a sentence, None for tokens without one."""
        at = self.corpus.span(sentence_index)
        pairs = zip(self.corpus.tag_sets[at].tolist(), self.corpus.states[at].tolist(), strict=True)
        return [
            self.tag_of(tag_set) if state == TokenState.CONFIRMED else None
            for tag_set, state in pairs
        ]

    def flags_of(self, sentence_index: int) -> SentenceFlags:
        """Return the flags of a sentence."""
        return (
            self.flags.get(int(self.corpus.ids[sentence_index]), SentenceFlags.NONE)
            if self.flags
            else SentenceFlags.NONE
        )

    def with_flags(self, flag: SentenceFlags) -> NDArray[np.bool_]:
        """Return which sentences have any of these flags (N,)."""
        result = np.zeros(self.corpus.n_sentences, np.bool_)
        ids = [number for number, one in self.flags.items() if one & flag]
        sentence_indices = np.searchsorted(self.corpus.ids, np.array(ids, np.int64))
        result[sentence_indices[sentence_indices < len(result)]] = True
        return result

    def visible_labels(self) -> list[Label]:
        """Return the labels in the palette's order, without removed ones."""
        kept = [label for label in self.labels.values() if not label.removed]
        return sorted(kept, key=lambda label: (label.position, label.id))

    def ordered_rules(self) -> tuple[ProjectRule, ...]:
        """Return the rules in the order of their list."""
        return tuple(sorted(self.rules.values(), key=lambda rule: (rule.position, rule.id)))

    def rules_in_force(self) -> tuple[ProjectRule, ...]:
        """Return the rules that are on, in the order of their list; then those of gazetteers."""
        own = tuple(rule for rule in self.ordered_rules() if rule.on)
        return (*own, *self.listed_rules())

    def listed_rules(self) -> tuple[ProjectRule, ...]:
        """Return the rules of gazetteers."""
        return tuple(map(listed_rule, self.listed_for(Use.RULE)))

    def ordered_gazetteers(self) -> tuple[Gazetteer, ...]:
        """Return the gazetteers in the order of their list."""
        return tuple(sorted(self.gazetteers.values(), key=lambda one: (one.position, one.id)))

    def listed(self, gazetteer: int) -> Listed:
        """Return a gazetteer with its phrases: the same object until one of the two changes."""
        own, phrases = self.gazetteers[gazetteer], self.phrases.get(gazetteer, NO_PHRASES)
        new = self.as_listed(own)
        known = self._listed.get(gazetteer)
        if (
            known is None
            or known.gazetteer is not own
            or known.phrases is not phrases
            or (known.types, known.reads) != (new.types, new.reads)
        ):
            known = self._listed[gazetteer] = new
        return known

    def as_listed(self, own: Gazetteer) -> Listed:
        """Return a gazetteer, which need not be in the project, with what it finds."""
        phrases = self.phrases.get(own.id, NO_PHRASES)
        if not own.grammar:
            return Listed(own, phrases)
        types = tuple(label.name for label in self.visible_labels())
        named = (one for one in self.phrase_gazetteers() if one.name in own.grammar)
        return Listed(own, phrases, types, tuple(self.listed(one.id) for one in named))

    def phrase_gazetteers(self) -> tuple[Gazetteer, ...]:
        """Return the gazetteers that are no grammars, in the order of their list."""
        return tuple(one for one in self.ordered_gazetteers() if not one.grammar)

    def listed_for(self, use: Use) -> tuple[Listed, ...]:
        """Return the gazetteers with a use, in the order of their list."""
        return tuple(self.listed(one.id) for one in self.ordered_gazetteers() if one.uses(use))

    def proposing(self) -> tuple[Listed, ...]:
        """Return the gazetteers that propose: not those that forbid their own label."""
        return tuple(
            one
            for one in self.listed_for(Use.PROPOSALS)
            if not (one.gazetteer.uses(Use.RULE) and one.gazetteer.effect == Effect.FORBIDS)
        )

    def visible(self) -> NDArray[np.int64]:
        """Return the indices of the sentences of listed documents."""
        shown = [d.id for d in self.documents.values() if d.listed]
        return np.flatnonzero(np.isin(self.corpus.documents, shown))

    def snapshot(self) -> Project:
        """Return a copy that later edits do not change.

        Texts, words and offsets are shared: they are only replaced or appended to.
        """
        same = copy(self)
        for name in (
            *("labels", "documents", "flags", "rules", "gazetteers", "phrases", "_listed"),
            *("tags", "tag_sets", "tag_ids", "set_ids"),
        ):
            setattr(same, name, copy(getattr(self, name)))
        same.corpus = self.corpus.snapshot()
        return same

    def confirmed_sentences(self) -> NDArray[np.bool_]:
        """Return which sentences have all tokens confirmed (N,)."""
        done = counts_before(self.corpus.states == TokenState.CONFIRMED)
        offsets = self.corpus.offsets
        return np.asarray(np.diff(done[offsets]) == np.diff(offsets))


__all__ = ["UNKNOWN_SET", "Corpus", "Project"]
