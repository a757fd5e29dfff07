"""What a person has just said of a few tokens, so that the same can be said of them elsewhere."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

from app.domain.changes import no_sentences
from app.domain.project import Project
from app.domain.tagging import OUTSIDE, TOKENS, all_tags, known_tags, tags_of_label
from app.domain.tokens import TokenState
from crfcore.text.tag_schemes import Span, encode


class FixKind(StrEnum):
    """What a fix says."""

    LABEL = "label"
    """The tokens are one span of a label."""
    NO_LABEL = "no_label"
    """The tokens stand in no span."""
    FORBID = "forbid"
    """The tokens have none of these labels."""
    CLEAR = "clear"
    """What a person had said of the tokens is said no longer."""


@dataclass(frozen=True, slots=True)
class Correction:
    """Tokens ``first`` … ``last`` of the sentence at ``place``, and what was said of them.

    ``labels`` are the ids of the label given, or of those ruled out. ``taken`` are the ids of
    labels that these tokens bore as one span, on a person's word, until the fix took them away:
    the same words under the same label elsewhere are no decision against it.
    """

    kind: FixKind
    place: int
    first: int
    last: int
    labels: tuple[int, ...] = ()
    taken: tuple[int, ...] = ()

    @property
    def n_tokens(self) -> int:
        """How many tokens it speaks of."""
        return self.last - self.first + 1

    def overlaps(self, other: Correction) -> bool:
        """Say whether it speaks of a token of which another fix speaks as well."""
        beside = self.last < other.first or other.last < self.first
        return self.place == other.place and not beside


@dataclass(frozen=True, slots=True)
class Reach:
    """Where the words of a fix are looked for, and which words count as the same.

    ``document``: in the document of the fix alone; ``any_case``: capitals or not.
    """

    document: bool = False
    any_case: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Occurrences:
    """Where else the words of a fix stand, with something else shown there (K of them).

    ``places`` and ``firsts`` (int64) are sentences and tokens in them, in the order of the text.
    At ``left_places`` and ``left_firsts`` a person has said otherwise, and nothing is offered. In
    ``n_alike`` further places the same is shown already. At ``alike_places`` and ``alike_firsts``
    it is suggested already, and nobody has confirmed it.
    """

    fix: Correction
    places: NDArray[np.int64] = field(default_factory=no_sentences)
    firsts: NDArray[np.int64] = field(default_factory=no_sentences)
    left_places: NDArray[np.int64] = field(default_factory=no_sentences)
    left_firsts: NDArray[np.int64] = field(default_factory=no_sentences)
    reach: Reach = Reach()
    n_alike: int = 0
    alike_places: NDArray[np.int64] = field(default_factory=no_sentences)
    alike_firsts: NDArray[np.int64] = field(default_factory=no_sentences)


def tags_left(project: Project, fix: Correction) -> list[frozenset[int]]:
    """Return the tag ids that each token of a fix can have when it is true."""
    everything = frozenset(all_tags(project))
    if fix.kind is FixKind.CLEAR:
        return [everything] * fix.n_tokens
    labels = [project.labels[label] for label in fix.labels]
    if fix.kind is FixKind.FORBID:
        gone = {tag for label in labels for tag in tags_of_label(project, label)}
        return [everything - gone] * fix.n_tokens
    scheme = project.settings.scheme
    name = OUTSIDE if fix.kind is FixKind.NO_LABEL else labels[0].name
    if scheme == TOKENS or name == OUTSIDE:
        return [frozenset(known_tags(project, [name]))] * fix.n_tokens
    encoded = encode([Span(0, fix.n_tokens, name)], fix.n_tokens, scheme)
    tags = [[tag] for tag in encoded]
    if scheme == "iob1":  # how it begins depends on what stands ahead of it
        tags[0].append(f"B-{name}")
    return [frozenset(known_tags(project, one)) for one in tags]


def has_labels(project: Project, fix: Correction) -> bool:
    """Say whether the labels that a fix gives or rules out are still there."""
    return all(
        label in project.labels and not project.labels[label].removed for label in fix.labels
    )


def holds(project: Project, fix: Correction) -> bool:
    """Say whether what was said is still true: it may have been taken back."""
    if fix.place >= project.corpus.n_sentences or not has_labels(project, fix):
        return False
    at = project.corpus.span(fix.place).start + fix.first
    if fix.kind is FixKind.CLEAR:
        states = project.corpus.states[at : at + fix.n_tokens]
        return not (states == TokenState.CONFIRMED).any()
    for token, left in enumerate(tags_left(project, fix), at):
        members = project.tag_sets[int(project.corpus.tag_sets[token])]
        state = project.corpus.states[token]
        if state not in (TokenState.CONFIRMED, TokenState.NARROWED) or not left.issuperset(members):
            return False
    return True
