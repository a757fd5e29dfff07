"""Confident proposals, and the changes that accept them, from a snapshot."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from app.domain.confident_proposals import (
    MIN_CONFIDENCE,
    ConfidenceChoice,
    ConfidenceCurve,
    ConfidentProposals,
)
from app.domain.edits import TokenChanges, TokenValues
from app.domain.history import THIS_EDIT
from app.domain.project import Project
from app.domain.proposals import NO_TAG, Proposals, only_tags
from app.domain.span_forms import form_tags, forms_of
from app.domain.tagging import OUTSIDE, TOKENS, label_name, tags_without_label
from app.domain.tokens import UNKNOWN_SET, Role, TokenState
from app.jobs.data.snapshot import TrainingData, snapshot, tokens_at
from crfcore.text.tag_schemes import continues

Mask = NDArray[np.bool_]


@dataclass(frozen=True, slots=True, eq=False)
class ConfidenceQuestion:
    """Copies of the data for the search; N sentences, T tokens.

    ``sentence_indices`` are the sentences that may be accepted; ``ids`` (N,) those in the project
    file; ``edits``, ``tags`` and ``probabilities`` (T,). ``set_ids`` maps each tag to the set of it
    alone; ``gone`` are tags of deleted labels; ``revision`` is the session's.
    """

    data: TrainingData
    sentence_indices: NDArray[np.int64]
    ids: NDArray[np.int64]
    edits: NDArray[np.int64]
    tags: NDArray[np.int32]
    probabilities: NDArray[np.float32]
    set_ids: dict[str, int]
    gone: frozenset[int]
    revision: int
    calibrated: bool


def confidence_question(
    project: Project,
    proposals: Proposals,
    sentence_indices: NDArray[np.int64],
    revision: int,
    *,
    calibrated: bool,
) -> ConfidenceQuestion:
    """Return the data for the search in sentences with proposals of a model.

    Test sentences are left out: they are labelled without suggestions. Spans that a gazetteer or
    grammar has added are no confident ones.
    """
    corpus = project.corpus
    sets = ((name, project.set_ids.get((tag,))) for tag, name in enumerate(project.tags))
    set_ids = {name: number for name, number in sets if number is not None}
    helped = (corpus.roles[sentence_indices] != Role.CONTROL) & (
        proposals.models[sentence_indices] > 0
    )
    return ConfidenceQuestion(
        snapshot(project),
        sentence_indices[helped],
        corpus.ids,
        corpus.edits.copy(),
        proposals.by_models(),
        proposals.probabilities.copy(),
        set_ids,
        tags_without_label(project, range(len(project.tags))),
        revision,
        calibrated,
    )


def confident_proposals(
    question: ConfidenceQuestion, choice: ConfidenceChoice
) -> ConfidentProposals:
    """Return the proposals that are at least as probable as the threshold.

    For whole sentences every open token has to be, else every token of a span. Rejected labels, and
    those that contradict an imported suggestion, are never accepted.
    """
    offsets = question.data.text.offsets
    sentence_indices = np.sort(question.sentence_indices)
    sentence_indices = sentence_indices[offsets[sentence_indices + 1] > offsets[sentence_indices]]
    at = tokens_at(offsets, sentence_indices)
    lengths = offsets[sentence_indices + 1] - offsets[sentence_indices]
    heads = np.cumsum(lengths) - lengths
    is_open = question.data.states[at] != TokenState.CONFIRMED
    possible = is_open & _possible(question, at)
    # In single precision, as the probabilities.
    confident = possible & (question.probabilities[at] >= np.float32(choice.threshold))
    starts = heads if choice.whole else _span_starts(question, at, heads, possible)
    uncertain = _any(is_open & ~confident, starts)
    taken = confident & ~np.repeat(uncertain, np.diff(np.append(starts, len(at))))
    proposals = _proposals(question, choice, (sentence_indices, at, heads, lengths), taken)
    chances = np.where(possible, question.probabilities[at], np.float32(0.0))
    return replace(proposals, curve=_curve(chances, is_open, starts))


def _curve(
    chances: NDArray[np.float32], is_open: Mask, starts: NDArray[np.int64]
) -> ConfidenceCurve:
    """Return what each threshold accepts of groups that begin at ``starts``."""
    if not len(starts):
        return ConfidenceCurve()
    error_chances = np.where(
        is_open, np.maximum(np.float32(1.0) - chances, np.float32(0.0)), np.float32(0.0)
    )
    most = np.maximum.reduceat(error_chances, starts)
    n_open = np.add.reduceat(is_open.astype(np.int64), starts)
    errors = np.add.reduceat(error_chances.astype(np.float64), starts)
    kept = np.flatnonzero((n_open > 0) & (most <= np.float32(1.0 - MIN_CONFIDENCE)))
    order = kept[np.argsort(most[kept], kind="stable")]
    return ConfidenceCurve(most[order], np.cumsum(n_open[order]), np.cumsum(errors[order]))


def _proposals(
    question: ConfidenceQuestion,
    choice: ConfidenceChoice,
    laid_out: tuple[NDArray[np.int64], ...],
    taken: Mask,
) -> ConfidentProposals:
    sentence_indices, at, heads, lengths = laid_out
    kept = _any(taken, heads)
    if not kept.any():
        return ConfidentProposals(
            choice, n_candidates=len(sentence_indices), calibrated=question.calibrated
        )
    chances = np.where(taken, question.probabilities[at].astype(np.float64), 2.0)
    error_chances = np.where(taken, np.maximum(1.0 - chances, 0.0), 0.0)
    expected = np.add.reduceat(error_chances, heads)[kept]
    lowest = np.minimum.reduceat(chances, heads)
    is_least = np.flatnonzero(taken & (chances == np.repeat(lowest, lengths)))
    owners = np.searchsorted(heads, is_least, side="right") - 1
    least = np.zeros(len(sentence_indices), np.int64)
    least[owners[::-1]] = (is_least - heads[owners])[::-1]
    order = np.argsort(-expected, kind="stable")
    return ConfidentProposals(
        choice,
        sentence_indices[kept][order],
        expected[order],
        least[kept][order],
        at[taken],
        len(sentence_indices),
        question.calibrated,
    )


def changes_of(question: ConfidenceQuestion, confident: ConfidentProposals) -> TokenChanges:
    """Return the changes that accept the proposals.

    As for a single sentence, the spans shown are confirmed: for "O I-DRUG" that is "O B-DRUG".
    """
    data, offsets = question.data, question.data.text.offsets
    sentence_indices, tokens = np.sort(confident.sentence_indices), confident.tokens
    cuts = np.append(np.searchsorted(tokens, offsets[sentence_indices]), len(tokens))
    at = tokens_at(offsets, sentence_indices)
    taken = np.zeros(int(offsets[-1]), np.bool_)
    taken[tokens] = True
    sets = _sets_to_confirm(
        question, at, np.cumsum(offsets[sentence_indices + 1] - offsets[sentence_indices])
    )
    return TokenChanges(
        question.ids[sentence_indices],
        cuts,
        (tokens - np.repeat(offsets[sentence_indices], np.diff(cuts))).astype(np.int32),
        TokenValues(data.tag_sets[tokens], data.states[tokens], question.edits[tokens]),
        TokenValues(
            sets[taken[at]],
            # Broadcast arrays, which take no memory.
            np.broadcast_to(np.uint8(TokenState.CONFIRMED), tokens.shape),
            np.broadcast_to(np.int64(THIS_EDIT), tokens.shape),
        ),
    )


def _sets_to_confirm(
    question: ConfidenceQuestion, at: NDArray[np.int64], ends: NDArray[np.int64]
) -> NDArray[np.int32]:
    """Return the set of each token's shown tag, as spans of the scheme.

    ``ends`` are the ends of the sentences in ``at``.
    """
    data = question.data
    shown = _shown(question, at)
    names = [*data.tags, OUTSIDE]  # the last one is for no tag
    numbers = [question.set_ids.get(name, UNKNOWN_SET) for name in names]
    if data.scheme == TOKENS:
        return np.array(numbers, np.int32)[shown]
    labels = np.array([_label_number(names, name, data.scheme) for name in names])[shown]
    inside, touches = np.zeros(len(at) + 1, np.bool_), np.zeros(len(at), np.bool_)
    inside[1:-1] = _continue_table(data)[shown[:-1], shown[1:]]
    touches[1:] = labels[1:] == labels[:-1]
    inside[ends] = touches[ends[ends < len(at)]] = False
    table = np.array(
        [[question.set_ids.get(tag, UNKNOWN_SET) for tag in _by_form(data, name)] for name in names]
    )
    sets: NDArray[np.int32] = table.astype(np.int32)[shown, forms_of(inside, touches)]
    return sets


def _label_number(names: Sequence[str], name: str, scheme: str) -> int:
    """Return a number that is equal for tags of the same label."""
    label = label_name(name, scheme)
    return next(number for number, other in enumerate(names) if label_name(other, scheme) == label)


def _by_form(data: TrainingData, name: str) -> Sequence[str]:
    label = label_name(name, data.scheme)
    return form_tags(label, data.scheme) if label else [OUTSIDE] * 6


def _possible(question: ConfidenceQuestion, at: NDArray[np.int64]) -> Mask:
    """Return which proposals may be accepted."""
    data = question.data
    tags, sets = question.tags[at], data.tag_sets[at]
    deleted = np.zeros(len(data.tags) + 1, np.bool_)
    deleted[list(question.gone)] = True
    possible = (tags != NO_TAG) & ~deleted[tags]
    bound = np.flatnonzero(possible & (sets != UNKNOWN_SET))
    codes, own = np.unique(
        sets[bound].astype(np.int64) * len(data.tags) + tags[bound], return_inverse=True
    )
    members = [
        tag in data.members[number]
        for number, tag in (divmod(code, max(len(data.tags), 1)) for code in codes.tolist())
    ]
    possible[bound] = np.array(members, np.bool_)[own]
    return np.asarray(possible)


def _shown(question: ConfidenceQuestion, at: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the tag shown on each token: the confirmed one, or an acceptable proposal."""
    data = question.data
    proposed = np.where(_possible(question, at), question.tags[at], NO_TAG)
    confirmed = data.states[at] == TokenState.CONFIRMED
    return np.where(confirmed, only_tags(data.members)[data.tag_sets[at]], proposed)


def _span_starts(
    question: ConfidenceQuestion, at: NDArray[np.int64], heads: NDArray[np.int64], possible: Mask
) -> NDArray[np.int64]:
    """Return the starts of spans, and of tokens outside of spans, in ``at``."""
    data = question.data
    begins = np.ones(len(at), np.bool_)
    if data.scheme != TOKENS:
        shown = _shown(question, at)
        begins[1:] = ~_continue_table(data)[shown[:-1], shown[1:]]
        begins[heads] = True
    return np.flatnonzero(begins)


def _continue_table(data: TrainingData) -> Mask:
    """Return for (tag, next tag) whether the next continues the span; the last is no tag."""
    names = [*data.tags, OUTSIDE]
    return np.array([[continues(one, other) for other in names] for one in names])


def _any(mask: Mask, starts: NDArray[np.int64]) -> Mask:
    """Return for each run of tokens whether the mask is true for any of them."""
    if not len(starts):
        return np.zeros(0, np.bool_)
    return np.asarray(np.logical_or.reduceat(mask, starts))
