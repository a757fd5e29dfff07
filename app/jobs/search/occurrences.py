"""Search for other occurrences of the words of a correction."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from app.domain.corrections import Correction, CorrectionKind, Occurrences, Reach, tags_allowed
from app.domain.project import Copier, Corpus, Project
from app.domain.proposals import NO_TAG, Proposals, only_tags
from app.domain.tagging import OUTSIDE, TOKENS, tags_without_label
from app.domain.tokens import Role, TokenState
from crfcore.text.tag_schemes import continues, split_tag

Tags = NDArray[np.int64]
Mask = NDArray[np.bool_]


class Folds:
    """Words of a project by their case-folded form; grows with its words."""

    def __init__(self) -> None:
        self._same: dict[str, list[int]] = defaultdict(list)
        self._n_known = 0

    def like(self, words: Sequence[str], word: int) -> list[int]:
        """Return the ids of all words that are equal to this one, ignoring case."""
        for number in range(self._n_known, len(words)):
            self._same[words[number].casefold()].append(number)
        self._n_known = max(self._n_known, len(words))
        return self._same[words[word].casefold()]


@dataclass(frozen=True, slots=True, eq=False)
class OccurrenceQuestion:
    """A correction, and the project's arrays to search.

    Arrays that edits and proposals change are copied; ``words`` is shared and only grows.
    """

    correction: Correction
    reach: Reach
    folds: Folds
    words: Sequence[str]
    corpus: Corpus
    visible: NDArray[np.int64]
    proposed: NDArray[np.int32]
    left: tuple[frozenset[int], ...]
    taken: tuple[str, ...]
    members: tuple[tuple[int, ...], ...]
    tags: tuple[str, ...]
    gone: frozenset[int]
    scheme: str


def occurrence_question(
    project: Project,
    proposals: Proposals,
    visible: NDArray[np.int64],
    correction: Correction,
    reach: Reach = Reach(),  # noqa: B008 (frozen)
    folds: Folds | None = None,
    copied: Copier = np.copy,
) -> OccurrenceQuestion:
    """Return the data for a search.

    ``folds`` are reused, and belong to one thread; ``copied`` copies an array.
    """
    left = tuple(tags_allowed(project, correction))
    return OccurrenceQuestion(
        correction,
        reach,
        folds or Folds(),
        project.words,
        project.corpus.snapshot(copied, ["edits"]),
        visible,
        copied(proposals.tags),
        left,
        tuple(project.labels[label].name for label in correction.taken),
        tuple(project.tag_sets),
        tuple(project.tags),
        tags_without_label(project, range(len(project.tags))),
        project.settings.scheme,
    )


def find_occurrences(question: OccurrenceQuestion) -> Occurrences:
    """Return other occurrences of the words of a correction, without test sentences."""
    correction, corpus = question.correction, question.corpus
    at, sentence_indices = _same_words(question)
    if not len(at):
        return Occurrences(correction, reach=question.reach)
    # Rows are occurrences; a column for each token, and one for either neighbour.
    flat = at[:, np.newaxis] + np.arange(-1, correction.n_tokens + 1)
    inside = (flat >= corpus.offsets[sentence_indices][:, np.newaxis]) & (
        flat < corpus.offsets[sentence_indices + 1][:, np.newaxis]
    )
    flat = np.where(inside, flat, 0)
    states = np.where(inside, corpus.states[flat], TokenState.UNKNOWN)
    sets = np.where(inside, corpus.tag_sets[flat], 0)
    single_tags = only_tags(question.members[:])[sets]
    n_alike, suggested, within = 0, np.zeros(len(at), np.bool_), np.zeros(len(at), np.bool_)
    if correction.kind is CorrectionKind.CLEAR:
        wanted, left = _to_clear(question, states, single_tags)
    else:
        proposed = np.where(inside, question.proposed[flat], NO_TAG)
        shown = shown_tags(question, states, sets, single_tags, proposed)
        other = ~_as_corrected(question, shown)
        decided = _decided(question, states, sets, single_tags)
        decided &= ~_taken_here(
            question, np.where(states == TokenState.CONFIRMED, single_tags, NO_TAG)
        )
        wanted, left = other & ~decided, other & decided
        suggested = ~other & _is_suggested(question, states[:, 1:-1], shown[:, 1:-1])
        n_alike = int(np.count_nonzero(~other & ~suggested))
        if correction.kind is not CorrectionKind.FORBID:
            within = wanted & _is_within_longer(question, shown)
    order = np.concatenate([np.flatnonzero(wanted & ~within), np.flatnonzero(within)])
    firsts = at - corpus.offsets[sentence_indices]
    return Occurrences(
        correction,
        sentence_indices[order],
        firsts[order],
        sentence_indices[left],
        firsts[left],
        question.reach,
        n_alike,
        sentence_indices[suggested],
        firsts[suggested],
        int(np.count_nonzero(within)),
    )


def _is_within_longer(question: OccurrenceQuestion, shown: Tags) -> Mask:
    """Return where the tokens are shown as a part of one longer span."""
    if question.scheme == TOKENS:
        return np.zeros(len(shown), np.bool_)
    used, numbers = np.unique(shown, return_inverse=True)
    names = [question.tags[tag] if tag != NO_TAG else OUTSIDE for tag in used.tolist()]
    goes_on = np.array([[continues(name, behind) for behind in names] for name in names])
    numbers = numbers.reshape(shown.shape)
    joined = goes_on[numbers[:, :-1], numbers[:, 1:]]
    return np.asarray((joined[:, 0] | joined[:, -1]) & joined[:, 1:-1].all(axis=1))


def _is_suggested(question: OccurrenceQuestion, states: Tags, shown: Tags) -> Mask:
    """Return where every token shows a tag and not all are confirmed.

    For a rejection there is nothing to accept.
    """
    if question.correction.kind is CorrectionKind.FORBID:
        return np.zeros(len(states), np.bool_)
    confirmed = states == TokenState.CONFIRMED
    return np.asarray((shown != NO_TAG).all(axis=1) & ~confirmed.all(axis=1))


def _same_words(question: OccurrenceQuestion) -> tuple[Tags, Tags]:
    """Return the first tokens of the same words elsewhere, and their sentences."""
    correction, corpus = question.correction, question.corpus
    words = corpus.columns[0]
    begin = int(corpus.offsets[correction.sentence_index]) + correction.first
    last = len(words) - correction.n_tokens + 1
    at = np.flatnonzero(_is_word(question, words[:last], int(words[begin])))
    for step in range(1, correction.n_tokens):
        at = at[_is_word(question, words[at + step], int(words[begin + step]))]
    sentence_indices = np.searchsorted(corpus.offsets, at, side="right") - 1
    fits = (at + correction.n_tokens <= corpus.offsets[sentence_indices + 1]) & (
        abs(at - begin) >= correction.n_tokens
    )
    fits &= np.isin(sentence_indices, question.visible) & (
        corpus.roles[sentence_indices] != Role.CONTROL
    )
    if question.reach.document:
        fits &= corpus.documents[sentence_indices] == corpus.documents[correction.sentence_index]
    return at[fits], sentence_indices[fits]


def _is_word(question: OccurrenceQuestion, words: NDArray[np.int32], word: int) -> Mask:
    """Return which words are equal to one word, ignoring case if wanted."""
    same = words == word
    if question.reach.any_case:
        for other in question.folds.like(question.words, word):
            same |= words == other
    return np.asarray(same)


def _to_clear(question: OccurrenceQuestion, states: Tags, single_tags: Tags) -> tuple[Mask, Mask]:
    """Return where the removed label is the whole span, and where it is part of a longer one."""
    spoken = (states == TokenState.CONFIRMED) | (states == TokenState.SUGGESTED)
    spoken_tags = np.where(spoken, single_tags, NO_TAG)
    wanted = _taken_here(question, spoken_tags)
    own = [tag for name in question.taken for tag in _tags_of(question, name)]
    return wanted, np.isin(spoken_tags[:, 1:-1], own).any(axis=1) & ~wanted


def _taken_here(question: OccurrenceQuestion, tags: Tags) -> Mask:
    """Return where the tokens are one span of a label that the correction removes."""
    found = np.zeros(len(tags), np.bool_)
    for name in question.taken:
        if question.scheme == TOKENS:
            found |= np.isin(tags[:, 1:-1], _tags_of(question, name)).all(axis=1)
        else:
            found |= _is_span(question, tags, name)
    return found


def _tags_of(question: OccurrenceQuestion, label: str) -> list[int]:
    whole = question.scheme == TOKENS
    names = enumerate(question.tags)
    return [tag for tag, name in names if (name if whole else split_tag(name)[1]) == label]


class TagSets(Protocol):
    """What is needed to find the tag shown on a token.

    ``members`` are the tags of each interned set, ``gone`` tags of deleted labels.
    """

    @property
    def members(self) -> tuple[tuple[int, ...], ...]:
        """The tags of each interned set."""

    @property
    def gone(self) -> frozenset[int]:
        """The tags of deleted labels."""


def shown_tags(
    question: TagSets,
    states: NDArray[Any],
    sets: NDArray[Any],
    single_tags: Tags,
    proposed: NDArray[Any],
) -> Tags:
    """Return the tag shown on each token, as in `app.domain.display`; `NO_TAG` for none.

    Arrays of any shape, for each token: its state, its interned set, the only tag of that set, and
    the tag proposed.
    """
    shown = np.where(np.isin(proposed, list(question.gone)), NO_TAG, proposed)
    narrowed = (states == TokenState.NARROWED) & (shown != NO_TAG)
    for place in zip(*np.nonzero(narrowed), strict=True):
        if shown[place] not in question.members[sets[place]]:
            shown[place] = NO_TAG
    spoken = (states == TokenState.CONFIRMED) | (states == TokenState.SUGGESTED)
    return np.where(spoken, single_tags, shown)


def _decided(question: OccurrenceQuestion, states: Tags, sets: Tags, single_tags: Tags) -> Mask:
    """Return where a person's decision contradicts the correction."""
    correction, tags = question.correction, question.tags
    against = np.zeros(len(states), np.bool_)
    for token, left in enumerate(question.left, 1):
        confirmed = states[:, token] == TokenState.CONFIRMED
        against |= confirmed & ~np.isin(single_tags[:, token], list(left))
        for row in np.flatnonzero(states[:, token] == TokenState.NARROWED).tolist():
            against[row] |= left.isdisjoint(question.members[sets[row, token]])
    if correction.kind is CorrectionKind.LABEL and question.scheme != TOKENS:
        # A person has extended the span.
        ends = {tag for end in question.left[-1] for tag in _continuations(tags, tags[end])}
        confirmed = states[:, -1] == TokenState.CONFIRMED
        against |= confirmed & np.isin(single_tags[:, -1], list(ends))
    return against


def _as_corrected(question: OccurrenceQuestion, shown: Tags) -> Mask:
    """Return where the shown tags agree with the correction."""
    gives_label = question.correction.kind is CorrectionKind.LABEL
    if gives_label and question.scheme != TOKENS:
        label = split_tag(question.tags[min(question.left[0])])[1]
        return _is_span(question, shown, label)
    as_said = np.ones(len(shown), np.bool_)
    for token, left in enumerate(question.left, 1):
        fits = np.isin(shown[:, token], list(left))
        # Showing nothing agrees with no label.
        as_said &= fits if gives_label else fits | (shown[:, token] == NO_TAG)
    return as_said


def _is_span(question: OccurrenceQuestion, shown: Tags, label: str) -> Mask:
    """Return where exactly these tokens are shown as one span of a label."""
    own = _tags_of(question, label)
    # Tags of the label are numbered from 1; the table has which pairs continue a span.
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
