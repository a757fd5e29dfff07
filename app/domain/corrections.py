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


class CorrectionKind(StrEnum):
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
    """Tokens ``first`` … ``last`` of the sentence at ``sentence_index``, and what was said of them.

    ``labels`` are the ids of the label given, or of those ruled out. ``taken`` are the ids of
    labels that these tokens bore as one span, on a person's word, until the fix took them away:
    the same words under the same label elsewhere are no decision against it.
    """

    kind: CorrectionKind
    sentence_index: int
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
        return self.sentence_index == other.sentence_index and not beside


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

    ``sentence_indices`` and ``firsts`` (int64) are sentences and tokens in them, in the order of
    the text. At ``left_sentence_indices`` and ``left_firsts`` a person has said otherwise, and
    nothing is offered. In ``n_alike`` further places the same is shown already. At
    ``alike_sentence_indices`` and ``alike_firsts`` it is suggested already, and nobody has
    confirmed it.
    """

    correction: Correction
    sentence_indices: NDArray[np.int64] = field(default_factory=no_sentences)
    firsts: NDArray[np.int64] = field(default_factory=no_sentences)
    left_sentence_indices: NDArray[np.int64] = field(default_factory=no_sentences)
    left_firsts: NDArray[np.int64] = field(default_factory=no_sentences)
    reach: Reach = Reach()
    n_alike: int = 0
    alike_sentence_indices: NDArray[np.int64] = field(default_factory=no_sentences)
    alike_firsts: NDArray[np.int64] = field(default_factory=no_sentences)


def tags_allowed(project: Project, correction: Correction) -> list[frozenset[int]]:
    """Return the tag ids that each token of a fix can have when it is true."""
    everything = frozenset(all_tags(project))
    if correction.kind is CorrectionKind.CLEAR:
        return [everything] * correction.n_tokens
    labels = [project.labels[label] for label in correction.labels]
    if correction.kind is CorrectionKind.FORBID:
        gone = {tag for label in labels for tag in tags_of_label(project, label)}
        return [everything - gone] * correction.n_tokens
    scheme = project.settings.scheme
    name = OUTSIDE if correction.kind is CorrectionKind.NO_LABEL else labels[0].name
    if scheme == TOKENS or name == OUTSIDE:
        return [frozenset(known_tags(project, [name]))] * correction.n_tokens
    encoded = encode([Span(0, correction.n_tokens, name)], correction.n_tokens, scheme)
    tags = [[tag] for tag in encoded]
    if scheme == "iob1":  # how it begins depends on what stands ahead of it
        tags[0].append(f"B-{name}")
    return [frozenset(known_tags(project, one)) for one in tags]


def has_labels(project: Project, correction: Correction) -> bool:
    """Say whether the labels that a fix gives or rules out are still there."""
    return all(
        label in project.labels and not project.labels[label].removed for label in correction.labels
    )


def still_holds(project: Project, correction: Correction) -> bool:
    """Say whether what was said is still true: it may have been taken back."""
    if correction.sentence_index >= project.corpus.n_sentences or not has_labels(
        project, correction
    ):
        return False
    at = project.corpus.span(correction.sentence_index).start + correction.first
    if correction.kind is CorrectionKind.CLEAR:
        states = project.corpus.states[at : at + correction.n_tokens]
        return not (states == TokenState.CONFIRMED).any()
    for token, left in enumerate(tags_allowed(project, correction), at):
        members = project.tag_sets[int(project.corpus.tag_sets[token])]
        state = project.corpus.states[token]
        if state not in (TokenState.CONFIRMED, TokenState.NARROWED) or not left.issuperset(members):
            return False
    return True
