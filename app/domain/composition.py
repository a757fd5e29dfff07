"""Composition of several edits into one."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from app.domain.changes import no_sentences
from app.domain.edits import (
    DocumentChange,
    Edit,
    FlagChange,
    GazetteerChange,
    LabelChange,
    PhraseChange,
    RoleChange,
    RowChange,
    RuleChange,
    SettingsChange,
    TagChange,
    TokenChanges,
    TokenValues,
    compact,
)


@dataclass(slots=True)
class Composition:
    """Collects edits in their order, and composes them.

    Where several change the same thing, the first ``before`` and the last ``after`` count.
    """

    _tokens: list[TokenChanges] = field(default_factory=list)
    _labels: dict[Hashable, LabelChange] = field(default_factory=dict)
    _rules: dict[Hashable, RuleChange] = field(default_factory=dict)
    _gazetteers: dict[Hashable, GazetteerChange] = field(default_factory=dict)
    _tags: dict[Hashable, TagChange] = field(default_factory=dict)
    _documents: dict[Hashable, DocumentChange] = field(default_factory=dict)
    _flags: dict[Hashable, FlagChange] = field(default_factory=dict)
    _phrases: dict[int, dict[str, tuple[str | None, str | None]]] = field(default_factory=dict)
    _settings: SettingsChange | None = None
    _roles: list[RoleChange] = field(default_factory=list)

    def add(self, edit: Edit) -> None:
        """Add the next edit."""
        self._tokens.append(TokenChanges.in_order(edit.tokens))
        _join(self._labels, edit.labels, _number)
        _join(self._rules, edit.rules, _number)
        _join(self._gazetteers, edit.gazetteers, _number)
        _join(self._tags, edit.tags, lambda change: change.tag)
        _join(self._documents, edit.documents, lambda change: change.after.id)
        _join(self._flags, edit.flags, lambda change: change.sentence)
        for phrases in edit.phrases:
            self._add_phrases(phrases)
        if edit.settings is not None:
            first = edit.settings if self._settings is None else self._settings
            self._settings = replace(first, after=edit.settings.after)
        if edit.roles is not None:
            self._roles.append(edit.roles)

    def edit(self, kind: str) -> Edit:
        """Return the composition of all edits."""
        return Edit(
            kind,
            tokens=compact(_one(self._tokens)),
            labels=tuple(self._labels.values()),
            tags=tuple(self._tags.values()),
            documents=tuple(self._documents.values()),
            rules=tuple(self._rules.values()),
            gazetteers=tuple(self._gazetteers.values()),
            phrases=tuple(
                PhraseChange(
                    number,
                    tuple(phrases),
                    tuple(before for before, _ in phrases.values()),
                    tuple(after for _, after in phrases.values()),
                )
                for number, phrases in self._phrases.items()
            ),
            flags=tuple(self._flags.values()),
            settings=self._settings,
            roles=_one_role(self._roles),
        )

    def _add_phrases(self, change: PhraseChange) -> None:
        kept = self._phrases.setdefault(change.gazetteer, {})
        for phrase, before, after in zip(change.phrases, change.before, change.after, strict=True):
            kept[phrase] = (kept[phrase][0] if phrase in kept else before, after)


def _join(kept: dict[Hashable, Any], changes: Iterable[Any], key: Any) -> None:
    for change in changes:
        at = key(change)
        kept[at] = replace(kept[at], after=change.after) if at in kept else change


def _number(change: RowChange) -> int:
    row = change.after if change.after is not None else change.before
    return 0 if row is None else row.id


def _one(parts: Sequence[TokenChanges]) -> TokenChanges:
    """Return the changes of several edits as those of one."""
    if len(parts) == 1:
        return TokenChanges.of(parts[0])
    sentences = np.concatenate([no_sentences(), *(np.repeat(p.sentences, p.sizes) for p in parts)])
    tokens = np.concatenate([np.zeros(0, np.int32), *(part.tokens for part in parts)])
    # A stable sort: changes of one token become neighbours, in the order of the edits.
    order = np.lexsort((tokens, sentences))
    sentences, tokens = sentences[order], tokens[order]
    new_sentence = np.diff(sentences, prepend=-1) != 0
    new_token = new_sentence | (np.diff(tokens, prepend=-1) != 0)
    firsts = np.flatnonzero(new_token)
    lasts = np.append(firsts, len(order))[1:] - 1
    return TokenChanges(
        sentences[new_sentence],
        np.append(np.flatnonzero(new_sentence[firsts]), len(firsts)),
        tokens[firsts],
        TokenValues.joined([part.before for part in parts]).at(order[firsts]),
        TokenValues.joined([part.after for part in parts]).at(order[lasts]),
    )


def _one_role(changes: Sequence[RoleChange]) -> RoleChange | None:
    if not changes:
        return None
    sentences = np.concatenate([change.sentences for change in changes])
    kept, firsts = np.unique(sentences, return_index=True)
    lasts = len(sentences) - 1 - np.unique(sentences[::-1], return_index=True)[1]
    before = np.concatenate([change.before for change in changes])
    after = np.concatenate([change.after for change in changes])
    return RoleChange(kept, before[firsts], after[lasts])
