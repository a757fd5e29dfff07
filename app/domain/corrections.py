"""Corrections, and the other occurrences of their words to which they can be applied."""

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
    """What a correction does."""

    LABEL = "label"
    """Makes the tokens one span of a label."""
    NO_LABEL = "no_label"
    """Gives the tokens no label."""
    FORBID = "forbid"
    """Rejects labels on the tokens."""
    CLEAR = "clear"
    """Removes a person's labels from the tokens."""


@dataclass(frozen=True, slots=True)
class Correction:
    """Tokens ``first`` … ``last`` of the sentence at ``sentence_index``, and their correction.

    ``labels`` are the ids of the label set, or of those rejected. ``taken`` are the ids of
    confirmed labels that the correction removed from exactly these tokens: occurrences with the
    same label do not contradict it.
    """

    kind: CorrectionKind
    sentence_index: int
    first: int
    last: int
    labels: tuple[int, ...] = ()
    taken: tuple[int, ...] = ()

    @property
    def n_tokens(self) -> int:
        """Number of tokens corrected."""
        return self.last - self.first + 1

    def overlaps(self, other: Correction) -> bool:
        """Return whether two corrections have a token in common."""
        beside = self.last < other.first or other.last < self.first
        return self.sentence_index == other.sentence_index and not beside


@dataclass(frozen=True, slots=True)
class Reach:
    """Where occurrences are searched: in the same ``document`` only, in ``any_case`` or not."""

    document: bool = False
    any_case: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Occurrences:
    """Other occurrences of the words of a correction where something else is shown (K of them).

    ``sentence_indices`` and ``firsts`` (int64) are sentences and first tokens, in the order of the
    text; the last ``n_inside`` are parts of longer spans, which are perhaps other names. At
    ``left_sentence_indices`` and ``left_firsts`` a person has decided otherwise.
    ``n_alike`` further occurrences show the same already; at ``alike_sentence_indices`` and
    ``alike_firsts`` it is suggested but not confirmed.
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
    n_inside: int = 0


def tags_allowed(project: Project, correction: Correction) -> list[frozenset[int]]:
    """Return the tag ids that each token of a correction can have under it."""
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
    if scheme == "iob1":  # the first tag depends on the previous token
        tags[0].append(f"B-{name}")
    return [frozenset(known_tags(project, one)) for one in tags]


def has_labels(project: Project, correction: Correction) -> bool:
    """Return whether the labels of a correction still exist."""
    return all(
        label in project.labels and not project.labels[label].removed for label in correction.labels
    )


def still_holds(project: Project, correction: Correction) -> bool:
    """Return whether a correction still holds: it may have been undone."""
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
