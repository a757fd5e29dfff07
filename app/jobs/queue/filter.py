"""Filtering of the queue, on a snapshot of the project."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from app.domain.project import Project
from app.domain.proposals import NO_TAG, Proposals, only_tags
from app.domain.queue_filter import Disagreement, FilteredQueue, QueueFilter, QueueKind
from app.domain.sentence_flags import SentenceFlags
from app.domain.tagging import tags_of_label, tags_without_label
from app.domain.tokens import Role, TokenState
from app.jobs.data.snapshot import TrainingData, snapshot, tokens_at
from app.jobs.measuring.held_out import HeldOut
from app.jobs.progress import Cancelled, Monitor, report
from app.jobs.search.names import NamesQuestion, TiedTokens, inconsistent_names, names_question
from app.jobs.suggestions.gazetteers import ListedModel, propose_listed
from app.jobs.suggestions.propose import ProposedTags, Sentences
from crfcore.arrays import counts_before

CONFIDENT = 0.9
"""The least probability of a proposal that contradicts a confirmed label."""

SENTENCES_AT_ONCE = 100

Proposer = Callable[[Sentences], ProposedTags]


@dataclass(frozen=True, slots=True, eq=False)
class QueueQuestion:
    """A filter, and copies of the data for it; N sentences, T tokens.

    ``order`` is the queue, ``visible`` are all visible sentences; ``tags`` and ``probabilities``
    (T,), empty if the filter does not read them, and ``lowest`` and ``models`` (N,) are those of
    the proposals; ``marked`` bool (N,) are the sentences with the filter's flag; ``label_tags`` are
    the tags of its label; ``gone`` are tags of deleted labels; ``names`` is for the names with
    different labels, None if the filter is not about these.
    """

    filter: QueueFilter
    data: TrainingData
    order: NDArray[np.int64]
    visible: NDArray[np.int64]
    tags: NDArray[np.int32]
    probabilities: NDArray[np.float32]
    lowest: NDArray[np.float32]
    models: NDArray[np.int32]
    marked: NDArray[np.bool_]
    label_tags: tuple[int, ...]
    gone: frozenset[int]
    uncertain_below: float
    lists: ListedModel
    names: NamesQuestion | None = None


def filtered_queue(
    question: QueueQuestion,
    held: HeldOut | None = None,
    cancelled: Cancelled = lambda: False,
    monitor: Monitor | None = None,
) -> FilteredQueue | None:
    """Return the sentences that pass a filter, in the order of the queue; None if cancelled.

    Finished sentences are in the order of the text, but those with inconsistent names begin with
    the most inconsistent ones. ``held`` are proposals of models of other
    folds.
    """
    wanted = question.filter
    sentence_indices = _candidates(question)
    if wanted.document is not None:
        sentence_indices = sentence_indices[
            question.data.documents[sentence_indices] == wanted.document
        ]
    if wanted.label is not None:
        sentence_indices = sentence_indices[_has_label(question, sentence_indices)]
    if question.names is not None:
        names = inconsistent_names(question.names)
        worth = names.worth(sentence_indices)
        order = np.argsort(-worth, kind="stable")
        return FilteredQueue(wanted, sentence_indices[order[worth[order] > 0]], names=names)
    if wanted.kind not in (QueueKind.DISAGREE, QueueKind.CONTRADICTED):
        return FilteredQueue(wanted, sentence_indices)
    found: dict[int, Disagreement] = {}
    proposer = _proposer(question, held)
    if proposer is not None:
        for done, chunk in _slices(sentence_indices):
            if cancelled():
                return None
            report(monitor, done, len(sentence_indices))
            found |= _disagreements(question, chunk, proposer)
    kept = np.array(
        [sentence_index for sentence_index in sentence_indices.tolist() if sentence_index in found],
        np.int64,
    )
    return FilteredQueue(wanted, kept, found)


def _candidates(question: QueueQuestion) -> NDArray[np.int64]:
    """Return the sentences that meet the conditions on whole sentences."""
    kind, data, order = question.filter.kind, question.data, question.order
    helped = np.asarray(data.roles != Role.CONTROL)
    if kind is QueueKind.ALL:
        return order
    if kind in (QueueKind.FLAGGED, QueueKind.SKIPPED, QueueKind.ANSWERED):
        return _those(question.visible, question.marked)
    if kind is QueueKind.FOUND:
        found = np.zeros(len(data.roles), np.bool_)
        if question.filter.found is not None:
            found[question.filter.found.sentence_indices] = True
        return _those(question.visible, found)
    if kind is QueueKind.LATER:
        return _those(order, question.marked)
    if kind is QueueKind.CONTRADICTED:
        confirmed = counts_before(data.confirmed())[data.text.offsets]
        return _those(question.visible, (np.diff(confirmed) > 0) & helped & ~question.marked)
    if kind is QueueKind.INCONSISTENT:
        return _those(question.visible, helped & ~question.marked)
    proposed = helped & (question.models > 0)
    if kind is QueueKind.UNCERTAIN:
        return _those(order, proposed & (question.lowest < question.uncertain_below))
    if kind is QueueKind.CONFIDENT:
        return _those(order, proposed & (question.lowest >= question.uncertain_below))
    return _those(order, proposed)


def _those(sentence_indices: NDArray[np.int64], wanted: NDArray[np.bool_]) -> NDArray[np.int64]:
    """Return those of some sentences that are ``wanted``, bool (N,)."""
    kept: NDArray[np.int64] = sentence_indices[wanted[sentence_indices]]
    return kept


def _has_label(question: QueueQuestion, sentence_indices: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Return in which sentences the label is shown: confirmed, imported or proposed."""
    data = question.data
    at = tokens_at(data.text.offsets, sentence_indices)
    wanted = np.zeros(len(data.tags) + 1, np.bool_)
    wanted[list(question.label_tags)] = True  # the last entry is for no tag
    has_label = np.array(
        [any(wanted[tag] for tag in one) and len(one) == 1 for one in data.members]
    )
    proposed = (
        wanted[question.tags[at]]
        & (data.roles != Role.CONTROL).repeat(np.diff(data.text.offsets))[at]
    )
    shown = np.where(data.states[at] == TokenState.UNKNOWN, proposed, has_label[data.tag_sets[at]])
    shown |= (data.states[at] == TokenState.NARROWED) & proposed
    lengths = data.text.offsets[sentence_indices + 1] - data.text.offsets[sentence_indices]
    before = counts_before(shown)
    ends = np.cumsum(lengths)
    return np.asarray(before[ends] > before[ends - lengths])


def _proposer(question: QueueQuestion, held: HeldOut | None) -> Proposer | None:
    """Return the source of contradictions: gazetteers, or models of other folds."""
    if question.filter.kind is QueueKind.DISAGREE:
        lists = question.lists
        return (lambda own: propose_listed(lists, own)) if lists.lists else None
    if held is None:
        return None
    offsets = question.data.text.offsets
    return lambda own: ProposedTags(*held.of_tokens(tokens_at(offsets, own.sentence_indices)))


def _slices(sentence_indices: NDArray[np.int64]) -> Iterator[tuple[int, NDArray[np.int64]]]:
    for first in range(0, len(sentence_indices), SENTENCES_AT_ONCE):
        yield first, sentence_indices[first : first + SENTENCES_AT_ONCE]


def _disagreements(
    question: QueueQuestion, sentence_indices: NDArray[np.int64], proposer: Proposer
) -> dict[int, Disagreement]:
    """Return for sentences with contradictions the token with the most probable one."""
    data = question.data
    offsets = data.text.offsets
    at = tokens_at(offsets, sentence_indices)
    nothing = np.zeros(len(at), np.int32)
    found = proposer(
        Sentences(data.text, sentence_indices, nothing, {}, list(data.tags), question.gone)
    )
    confirmed = question.filter.kind is QueueKind.CONTRADICTED
    if confirmed:
        current = np.where(data.confirmed()[at], only_tags(data.members)[data.tag_sets[at]], NO_TAG)
        proposed, chances = found.tags, found.probabilities
        least = CONFIDENT
    else:
        is_open = data.states[at] != TokenState.CONFIRMED
        current = np.where(is_open, found.tags, NO_TAG)
        proposed, chances = question.tags[at], question.probabilities[at]
        least = 0.0
    differs = (
        (current != NO_TAG) & (proposed != NO_TAG) & (current != proposed) & (chances >= least)
    )
    owners = np.repeat(
        np.arange(len(sentence_indices)), offsets[sentence_indices + 1] - offsets[sentence_indices]
    )
    result: dict[int, Disagreement] = {}
    for token in np.flatnonzero(differs).tolist():
        sentence_index = int(sentence_indices[owners[token]])
        chance = float(chances[token])
        if sentence_index not in result or chance > result[sentence_index].probability:
            own = int(at[token] - offsets[sentence_index])
            tags = data.tags[int(current[token])], data.tags[int(proposed[token])]
            result[sentence_index] = Disagreement(own, *tags, chance, confirmed=confirmed)
    return result


def queue_question(
    project: Project,
    proposals: Proposals,
    order: NDArray[np.int64],
    visible: NDArray[np.int64],
    wanted: QueueFilter,
    tied: TiedTokens | None = None,
) -> QueueQuestion:
    """Return the data for a filter; copies only what edits and proposals change.

    ``tied`` is reused, and belongs to one thread.
    """
    names = None
    if wanted.kind is QueueKind.INCONSISTENT:
        names = names_question(project, proposals, visible, tied or TiedTokens())
    label = project.labels.get(wanted.label) if wanted.label is not None else None
    label_tags = tags_of_label(project, label) if label is not None else ()
    lists = tuple(project.listed(one.id) for one in project.phrase_gazetteers())
    # The arrays are large, and most filters read neither of them.
    reads_tags = wanted.label is not None or wanted.kind is QueueKind.DISAGREE
    # Skipped sentences are left out, except by their own filter.
    flag = _FLAGS.get(wanted.kind, SentenceFlags.SKIPPED)
    return QueueQuestion(
        wanted,
        snapshot(project),
        order,
        visible,
        _copy(proposals.tags, reads_tags),
        _copy(proposals.probabilities, reads_tags),
        proposals.lowest.copy(),
        proposals.models.copy(),
        project.with_flags(flag),
        label_tags,
        tags_without_label(project, range(len(project.tags))),
        project.settings.uncertain_below,
        ListedModel(lists, project.settings.scheme),
        names,
    )


def _copy(array: NDArray[Any], wanted: bool) -> NDArray[Any]:  # noqa: FBT001 - read on one line
    return array.copy() if wanted else array[:0]


_FLAGS = {
    QueueKind.FLAGGED: SentenceFlags.FLAGGED,
    QueueKind.LATER: SentenceFlags.LATER,
    QueueKind.ANSWERED: SentenceFlags.ANSWERED,
}
