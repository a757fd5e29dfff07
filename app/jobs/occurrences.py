"""Finding where else the words of a correction stand, and are shown with something else."""

from __future__ import annotations

from copy import copy
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from app.domain.fixes import MOST_OCCURRENCES, Fix, FixKind, Occurrences, tags_left
from app.domain.project import Corpus, Project
from app.domain.proposals import NO_TAG, Proposals
from app.domain.tagging import TOKENS, tags_without_label
from app.domain.tokens import Role, TokenState
from crfcore.text.tag_schemes import continues, split_tag

Tags = NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class OccurrenceQuestion:
    """A fix, and the project's arrays to look in.

    The arrays are the project's own, not copies, so that asking costs a key nothing: an edit made
    meanwhile asks anew.
    """

    fix: Fix
    corpus: Corpus
    visible: NDArray[np.int64]
    proposed: NDArray[np.int32]
    left: tuple[frozenset[int], ...]
    members: list[tuple[int, ...]]
    tags: tuple[str, ...]
    gone: frozenset[int]
    scheme: str


def occurrence_question(
    project: Project, proposals: Proposals, visible: NDArray[np.int64], fix: Fix
) -> OccurrenceQuestion:
    """Return what it takes to look for the words of a fix; takes a moment."""
    left = tuple(tags_left(project, fix))
    return OccurrenceQuestion(
        fix,
        copy(project.corpus),  # an import makes new arrays; these stay as long as each other
        visible,
        proposals.tags,
        left,
        project.tag_sets,
        tuple(project.tags),
        tags_without_label(project, range(len(project.tags))),
        project.settings.scheme,
    )


def find_occurrences(question: OccurrenceQuestion) -> Occurrences:
    """Return where the words of a fix stand elsewhere, shown otherwise and not yet decided.

    The control sample is left out: it is labelled without help.
    """
    fix, corpus = question.fix, question.corpus
    at, places = _same_words(question)
    if not len(at):
        return Occurrences(fix)
    # Rows are occurrences; a column for each token, and one for either neighbour.
    flat = at[:, np.newaxis] + np.arange(-1, fix.n_tokens + 1)
    inside = (flat >= corpus.offsets[places][:, np.newaxis]) & (
        flat < corpus.offsets[places + 1][:, np.newaxis]
    )
    flat = np.where(inside, flat, 0)
    states = np.where(inside, corpus.states[flat], TokenState.UNKNOWN)
    sets = np.where(inside, corpus.tag_sets[flat], 0)
    said = _single(question)[sets]
    shown = _shown(question, states, sets, said, np.where(inside, question.proposed[flat], NO_TAG))
    decided = _decided(question, states, sets, said)
    other = ~_as_said(question, shown)
    wanted = other & ~decided
    found = places[wanted]
    left_alone = np.setdiff1d(places[other & decided], found)
    return Occurrences(
        fix,
        found[:MOST_OCCURRENCES],
        (at[wanted] - corpus.offsets[found])[:MOST_OCCURRENCES],
        len(np.unique(found)),
        len(left_alone),
    )


def _same_words(question: OccurrenceQuestion) -> tuple[Tags, Tags]:
    """Return where the same words begin in other sentences, and in which."""
    fix, corpus = question.fix, question.corpus
    words = corpus.columns[0]
    begin = int(corpus.offsets[fix.place]) + fix.first
    last = len(words) - fix.n_tokens + 1
    at = np.flatnonzero(words[:last] == words[begin])
    for step in range(1, fix.n_tokens):
        at = at[words[at + step] == words[begin + step]]
    places = np.searchsorted(corpus.offsets, at, side="right") - 1
    fits = (at + fix.n_tokens <= corpus.offsets[places + 1]) & (places != fix.place)
    fits &= np.isin(places, question.visible) & (corpus.roles[places] != Role.CONTROL)
    return at[fits], places[fits]


def _single(question: OccurrenceQuestion) -> Tags:
    """Return the one tag of each interned set, `NO_TAG` where it has none or several."""
    members = question.members[:]
    return np.array([one[0] if len(one) == 1 else NO_TAG for one in members], np.int64)


def _shown(
    question: OccurrenceQuestion, states: Tags, sets: Tags, said: Tags, proposed: Tags
) -> Tags:
    """Return the tag that is shown on each token, as `app.domain.display` has it."""
    shown = np.where(np.isin(proposed, list(question.gone)), NO_TAG, proposed)
    for row, column in np.argwhere((states == TokenState.NARROWED) & (shown != NO_TAG)).tolist():
        if shown[row, column] not in question.members[sets[row, column]]:
            shown[row, column] = NO_TAG
    spoken = (states == TokenState.CONFIRMED) | (states == TokenState.SUGGESTED)
    return np.where(spoken, said, shown)


def _decided(
    question: OccurrenceQuestion, states: Tags, sets: Tags, said: Tags
) -> NDArray[np.bool_]:
    """Say where a person's word stands against the fix."""
    fix, tags = question.fix, question.tags
    against = np.zeros(len(states), np.bool_)
    for token, left in enumerate(question.left, 1):
        confirmed = states[:, token] == TokenState.CONFIRMED
        against |= confirmed & ~np.isin(said[:, token], list(left))
        for row in np.flatnonzero(states[:, token] == TokenState.NARROWED).tolist():
            against[row] |= left.isdisjoint(question.members[sets[row, token]])
    if fix.kind is FixKind.LABEL and question.scheme != TOKENS:
        # A span that a person has made longer.
        ends = {tag for end in question.left[-1] for tag in _continuations(tags, tags[end])}
        confirmed = states[:, -1] == TokenState.CONFIRMED
        against |= confirmed & np.isin(said[:, -1], list(ends))
    return against


def _as_said(question: OccurrenceQuestion, shown: Tags) -> NDArray[np.bool_]:
    """Say where what is shown is what the fix says."""
    gives_label = question.fix.kind is FixKind.LABEL
    if gives_label and question.scheme != TOKENS:
        return _is_span(question, shown)
    as_said = np.ones(len(shown), np.bool_)
    for token, left in enumerate(question.left, 1):
        fits = np.isin(shown[:, token], list(left))
        # Where nothing is shown, nothing has to go.
        as_said &= fits if gives_label else fits | (shown[:, token] == NO_TAG)
    return as_said


def _is_span(question: OccurrenceQuestion, shown: Tags) -> NDArray[np.bool_]:
    """Say where exactly the tokens of the fix are shown as one span of its label."""
    label = split_tag(question.tags[min(question.left[0])])[1]
    own = [tag for tag, name in enumerate(question.tags) if split_tag(name)[1] == label]
    # Tags of the label get numbers from 1; a pair goes on, or does not.
    numbers = np.zeros(len(question.tags) + 1, np.int64)
    numbers[np.array(own, np.int64) + 1] = np.arange(1, len(own) + 1)
    goes_on = np.zeros((len(own) + 1, len(own) + 1), np.bool_)
    for row, tag in enumerate(own, 1):
        for column, behind in enumerate(own, 1):
            goes_on[row, column] = continues(question.tags[tag], question.tags[behind])
    rows = numbers[shown + 1]
    joined = goes_on[rows[:, :-1], rows[:, 1:]]
    return np.asarray(
        (rows[:, 1:-1] > 0).all(axis=1)
        & joined[:, 1:-1].all(axis=1)
        & ~joined[:, 0]
        & ~joined[:, -1]
    )


def _continuations(tags: tuple[str, ...], tag: str) -> set[int]:
    return {number for number, behind in enumerate(tags) if continues(tag, behind)}
