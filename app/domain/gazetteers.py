"""Gazetteers of a project: lists of known phrases or grammars, and their uses."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType

from app.domain.rules import ProjectRule, parameters_of

LONGEST_GRAMMAR = 200_000
"""Limit of the characters of a grammar's text, as in `crfcore.grammars.grammar_text`."""


class Effect(StrEnum):
    """What a gazetteer enforces as a rule."""

    IMPLIES = "implies"
    ALLOWS = "allows"
    FORBIDS = "forbids"


class Use(StrEnum):
    """The uses of a gazetteer, in the order of their boxes and keys.

    Each is a boolean field of `Gazetteer`.
    """

    RULE = "as_rule"
    FEATURES = "as_features"
    PROPOSALS = "as_proposals"


@dataclass(frozen=True, slots=True)
class Gazetteer:
    """One gazetteer of a project, without its phrases, which are in `Project.phrases`.

    ``id`` never changes; ``position`` orders the list. ``label`` is that of phrases without their
    own, "" for none. As a rule it has an ``effect``; ``others`` are names that are allowed or
    forbidden beside the phrase's label ("O"); ``cost`` is None for a hard rule. As a feature it may
    have the ``share`` of its words, of 1, that are expected to have its label. With the text of a
    ``grammar`` it finds the spans of its rules instead of phrases, and is no rule.
    """

    id: int
    name: str
    ignore_case: bool = False
    label: str = ""
    as_rule: bool = False
    as_proposals: bool = True
    as_features: bool = True
    effect: str = Effect.IMPLIES
    others: tuple[str, ...] = ()
    cost: float | None = None
    position: int = 0
    share: float | None = None
    grammar: str = ""

    @property
    def possible_uses(self) -> tuple[Use, ...]:
        """The uses that it can have: a grammar is no rule."""
        return tuple(use for use in Use if not (self.grammar and use is Use.RULE))

    def uses(self, use: Use) -> bool:
        """Return whether it has this use."""
        return bool(getattr(self, use)) and use in self.possible_uses


NO_PHRASES: Mapping[str, str] = MappingProxyType({})
"""A gazetteer without phrases."""


@dataclass(frozen=True, slots=True, eq=False)
class Listed:
    """A gazetteer with its phrases; the same object until one of the two changes.

    ``phrases`` maps texts, with single spaces between words, to their label or "". A grammar has
    the names of the project's labels as ``types``, and ``reads`` gazetteers that it may name.
    """

    gazetteer: Gazetteer
    phrases: Mapping[str, str]
    types: tuple[str, ...] = ()
    reads: tuple[Listed, ...] = ()

    @property
    def is_grammar(self) -> bool:
        """Whether it finds the spans of a grammar."""
        return bool(self.gazetteer.grammar)

    @property
    def has_label(self) -> bool:
        """Whether at least one phrase has a label; spans of a grammar have."""
        return bool(self.gazetteer.label or self.is_grammar or any(self.phrases.values()))

    @property
    def labels(self) -> set[str]:
        """The labels of its phrases; of a grammar all that its spans may have."""
        return {self.gazetteer.label, *self.phrases.values(), *self.types} - {""}

    def finds_as(self, other: Listed) -> bool:
        """Return whether it finds the same phrases with the same labels."""
        mine, its = self.gazetteer, other.gazetteer
        return (
            self.phrases is other.phrases
            and (mine.name, mine.label, mine.ignore_case, mine.grammar)
            == (its.name, its.label, its.ignore_case, its.grammar)
            and self.types == other.types
            and find_alike(self.reads, other.reads)
        )


def find_alike(some: Sequence[Listed], others: Sequence[Listed]) -> bool:
    """Return whether gazetteers find the same phrases as others, in the same order."""
    return len(some) == len(others) and all(
        mine.finds_as(its) for mine, its in zip(some, others, strict=True)
    )


def learn_alike(some: Sequence[Listed], others: Sequence[Listed]) -> bool:
    """Return whether a model learns the same from gazetteers as from others."""
    shares, other_shares = ([one.gazetteer.share for one in lists] for lists in (some, others))
    return shares == other_shares and find_alike(some, others)


def lists_for(label: str, lists: Iterable[Listed]) -> tuple[Gazetteer, ...]:
    """Return the gazetteers that a word with a label belongs to.

    Those of this label alone, or else those whose phrases have various labels, this one among them;
    none that say what is never labelled so.
    """
    usual = [
        one
        for one in lists
        if not one.is_grammar
        and not (one.gazetteer.uses(Use.RULE) and one.gazetteer.effect == Effect.FORBIDS)
    ]
    own = [one for one in usual if one.gazetteer.label == label]
    mixed = [one for one in usual if label in one.phrases.values()]
    return tuple(one.gazetteer for one in own or mixed)


def lists_of_no_label(name: str, lists: Iterable[Listed]) -> tuple[Gazetteer, ...]:
    """Return the gazetteers that a word without a label belongs to.

    No phrase of theirs has a label, and this is expected, or they have this name: others may be
    for features alone.
    """
    return tuple(
        one.gazetteer
        for one in lists
        if not one.has_label and (one.gazetteer.share is not None or one.gazetteer.name == name)
    )


def can_teach(expecting: Sequence[Listed], *, has_outside: bool) -> bool:
    """Return whether models can be learned from expectations about these gazetteers alone.

    A model needs two labels. Where a token can have no label, that is one of them.
    """
    if has_outside:
        return any(one.has_label for one in expecting)
    return len(set[str]().union(*(one.labels for one in expecting))) > 1


@dataclass(frozen=True, slots=True)
class ListedRule(ProjectRule):
    """The rule of a gazetteer; its id is negative."""

    listed: Listed = field(default_factory=lambda: Listed(Gazetteer(0, ""), NO_PHRASES))


def listed_rule(listed: Listed) -> ListedRule:
    """Return a gazetteer as a rule."""
    own = listed.gazetteer
    fields = {"effect": str(own.effect), "others": list(own.others), "gazetteer": own.id}
    return ListedRule(
        rule_id_of(own.id),
        "lexical",
        parameters_of(fields),
        own.name,
        on=own.as_rule,
        cost=own.cost,
        position=own.position,
        listed=listed,
    )


def rule_id_of(gazetteer: int) -> int:
    """Return the id of a gazetteer's rule among the rules of the project."""
    return -gazetteer


def normal_phrase(text: str) -> str:
    """Return a phrase with single spaces between its words."""
    return " ".join(text.split())


def label_of(gazetteer: Gazetteer, own: str) -> str:
    """Return the label of a phrase whose own label is ``own`` ("" for none)."""
    return own or gazetteer.label


def others_text(gazetteer: Gazetteer) -> str:
    """Return the other names as JSON."""
    return json.dumps(list(gazetteer.others), ensure_ascii=False)
