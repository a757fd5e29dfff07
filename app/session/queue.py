"""The queue of open sentences."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from app.domain.changes import FEW, are_among, no_sentences, union
from app.domain.control_sample import interleaved, labelled_others
from app.domain.edits import Edit
from app.domain.queue_filter import FilteredQueue, QueueFilter
from app.domain.queue_numbers import QueueNumbers
from app.domain.sentence_flags import SentenceFlags
from app.domain.tokens import Role
from app.session.project_state import ProjectState


class Queue:
    """The open sentences in the order of the query strategy, and those that pass the filter.

    ``drawn`` are sentences with a random position, ``numbers`` those by which the others are
    sorted; ``filtered`` is None while there is no filter. ``order_number`` grows with each new
    order.
    """

    def __init__(self, state: ProjectState) -> None:
        """Begin empty; `set` gives an order."""
        self._state = state
        self.sentence_indices: NDArray[np.int64] = no_sentences()
        self.drawn: frozenset[int] = frozenset()
        self.numbers = QueueNumbers()
        self.filtered: FilteredQueue | None = None
        self.order_number = 0
        # The sentences finished one by one since the last test sentence.
        self._since_control: set[int] = set()

    @property
    def queried(self) -> NDArray[np.int64]:
        """Indices of the sentences that pass the filter, in order."""
        return self.sentence_indices if self.filtered is None else self.filtered.sentence_indices

    def waits(self, sentence_indices: NDArray[np.int64]) -> NDArray[np.bool_]:
        """Return which sentences belong in the queue: open, and neither skipped nor answered.

        A partly answered one belongs in the queue again when another token becomes uncertain.
        """
        project = self._state.project
        waiting = np.asarray(self._state.open_tokens[sentence_indices] > 0)
        if project.flags:
            confident = (
                self._state.proposals.lowest[sentence_indices] >= project.settings.uncertain_below
            )
            waiting &= ~project.with_flags(SentenceFlags.SKIPPED)[sentence_indices]
            waiting &= ~(project.with_flags(SentenceFlags.ANSWERED)[sentence_indices] & confident)
        return waiting

    def has_uncertain_tokens(self, sentence_indices: NDArray[np.int64]) -> NDArray[np.bool_]:
        """Return which sentences are queried where only uncertain tokens are."""
        state = self._state
        confident = (
            state.proposals.lowest[sentence_indices] >= state.project.settings.uncertain_below
        )
        helped = state.corpus.roles[sentence_indices] != Role.CONTROL
        return np.asarray(~(confident & helped & (state.proposals.models[sentence_indices] > 0)))

    def set(
        self,
        sentence_indices: NDArray[np.int64],
        drawn: NDArray[np.int64] | None = None,
        numbers: QueueNumbers | None = None,
    ) -> None:
        """Set a new order; sentences finished or hidden meanwhile are left out."""
        before = self.queried
        known = self._state.shown(sentence_indices)
        self.sentence_indices = self._interleaved(np.asarray(known[self.waits(known)], np.int64))
        self.drawn = frozenset(drawn.tolist()) if drawn is not None else frozenset()
        self.numbers = numbers or QueueNumbers()
        self._count_order(before)

    def set_filtered(self, found: FilteredQueue | None) -> None:
        """Filter the queue, or remove the filter; sentences finished meanwhile are left out."""
        before = self.queried
        self.filtered = found
        if found is not None:
            known = self._state.shown(found.sentence_indices)
            self.filtered = replace(found, sentence_indices=self._still_queued(known, found.filter))
        self._count_order(before)

    def _count_order(self, before: NDArray[np.int64]) -> None:
        self.order_number += not np.array_equal(before, self.queried)

    def follow(
        self,
        applied: Edit,
        sentence_indices: NDArray[np.int64],
        flagged: NDArray[np.int64],
        *,
        structure: bool,
    ) -> bool:
        """Update the queue after an edit, and return whether it has changed.

        The edit changed tokens of ``sentence_indices`` and flags of ``flagged``.
        """
        finished = self._count_since_control(applied)
        changed = self._requeue(sentence_indices, flagged) or structure or applied.roles is not None
        if structure:
            self.order_number += 1
            self.sentence_indices = self.sentence_indices[
                np.isin(self.sentence_indices, self._state.visible)
            ]
        if applied.roles is not None or finished:
            # A finished sentence counts wherever a newer order has put it.
            self.sentence_indices = self._interleaved(self.sentence_indices)
        if self.filtered is not None:
            kept = self._still_queued(self.filtered.sentence_indices, self.filtered.filter)
            if structure:
                kept = kept[np.isin(kept, self._state.visible)]
            changed = changed or len(kept) != len(self.filtered.sentence_indices)
            self.filtered = replace(self.filtered, sentence_indices=kept)
        return changed

    def _still_queued(
        self, sentence_indices: NDArray[np.int64], wanted: QueueFilter
    ) -> NDArray[np.int64]:
        return (
            sentence_indices
            if wanted.reviews
            else sentence_indices[self._state.open_tokens[sentence_indices] > 0]
        )

    def _count_since_control(self, applied: Edit) -> bool:
        """Count sentences finished one by one since the last test sentence.

        Return whether this edit finished one. A later change of one that is done does not.
        """
        if not applied.by_hand:
            return False
        corpus, change = self._state.corpus, applied.tokens[0]
        sentence_index = corpus.sentence_index_of(change.sentence)
        is_open = bool(self._state.open_tokens[sentence_index])
        finished = applied.answers or (applied.labels_open and not is_open)
        if finished and corpus.roles[sentence_index] == Role.CONTROL:
            self._since_control.clear()
        elif finished:
            self._since_control.add(change.sentence)
        elif is_open:
            self._since_control.discard(change.sentence)
        return finished

    def _interleaved(self, sentence_indices: NDArray[np.int64]) -> NDArray[np.int64]:
        """Insert test sentences at the project's interval."""
        project = self._state.project
        later = project.with_flags(SentenceFlags.LATER) if project.flags else None
        every, state = project.settings.control_every, self._state
        labelled = labelled_others(project, state.visible, state.open_tokens)
        return interleaved(
            project.corpus, sentence_indices, every, len(self._since_control), labelled, later
        )

    def _requeue(self, sentence_indices: NDArray[np.int64], flagged: NDArray[np.int64]) -> bool:
        """Remove finished and skipped sentences from the queue, and insert reopened ones.

        They go to its head, postponed ones to its end.
        """
        if not len(sentence_indices) and not len(flagged):
            return False
        before = self.sentence_indices
        done = sentence_indices[self._state.open_tokens[sentence_indices] == 0]
        queue = before[~are_among(before, done)] if len(done) else before
        opened = union(sentence_indices, flagged) if len(flagged) else sentence_indices
        opened = opened[self.waits(opened)]
        if len(flagged):
            queue = queue[~are_among(queue, flagged)]
        opened = opened[~_are_queued(opened, queue)]
        self.numbers.forget(opened)
        if len(opened) and len(before):
            project = self._state.project
            later = np.zeros(len(opened), np.bool_)
            if project.flags:
                later = project.with_flags(SentenceFlags.LATER)[opened]
            queue = np.concatenate([opened[~later], queue, opened[later]])
        self.sentence_indices = queue
        return len(queue) != len(before) or bool(len(flagged))


def _are_queued(sentence_indices: NDArray[np.int64], queue: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Return which sentences are in the queue; fast if they are few."""
    if len(sentence_indices) > FEW:
        return np.isin(sentence_indices, queue)
    return np.array(
        [bool((queue == sentence_index).any()) for sentence_index in sentence_indices.tolist()],
        np.bool_,
    )
