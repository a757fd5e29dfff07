"""In which order sentences are asked for, and how that changes as they are finished."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from app.domain.changes import FEW, are_among, no_sentences
from app.domain.control_sample import interleaved, labelled_others
from app.domain.edits import Edit
from app.domain.marks import Mark
from app.domain.queue_filter import FilteredQueue, QueueFilter
from app.domain.queue_numbers import QueueNumbers
from app.domain.tokens import Role
from app.session.project_state import ProjectState


class Queue:
    """The sentences that are to be asked for, in order, and those that pass its filter.

    ``places`` are open sentences only, ``drawn`` those that stand where they do by chance,
    ``numbers`` are those that the others are in order by, and ``filtered`` is None while there is
    no filter.
    """

    def __init__(self, state: ProjectState) -> None:
        """Begin empty: an order comes by `set`."""
        self._state = state
        self.places: NDArray[np.int64] = no_sentences()
        self.drawn: frozenset[int] = frozenset()
        self.numbers = QueueNumbers()
        self.filtered: FilteredQueue | None = None
        self._since_control = 0

    @property
    def asked(self) -> NDArray[np.int64]:
        """Places of the sentences to ask for: those of the queue that pass its filter."""
        return self.places if self.filtered is None else self.filtered.places

    def waits(self, places: NDArray[np.int64]) -> NDArray[np.bool_]:
        """Say which sentences are to be asked for: open, and neither skipped nor answered.

        One that was answered in part waits again as soon as the model doubts other tokens of it.
        """
        project = self._state.project
        waiting = np.asarray(self._state.open_tokens[places] > 0)
        if project.marks:
            sure = self._state.proposals.lowest[places] >= project.settings.uncertain_below
            waiting &= ~project.marked(Mark.SKIPPED)[places]
            waiting &= ~(project.marked(Mark.ANSWERED)[places] & sure)
        return waiting

    def has_doubts(self, places: NDArray[np.int64]) -> NDArray[np.bool_]:
        """Say in which sentences something is to be asked, where doubtful tokens alone are."""
        state = self._state
        sure = state.proposals.lowest[places] >= state.project.settings.uncertain_below
        helped = state.corpus.roles[places] != Role.CONTROL
        return np.asarray(~(sure & helped & (state.proposals.models[places] > 0)))

    def set(
        self,
        places: NDArray[np.int64],
        drawn: NDArray[np.int64] | None = None,
        numbers: QueueNumbers | None = None,
    ) -> None:
        """Take over a new order; sentences that were finished or hidden meanwhile are left out."""
        known = self._state.shown(places)
        self.places = self._interleaved(np.asarray(known[self.waits(known)], np.int64))
        self.drawn = frozenset(drawn.tolist()) if drawn is not None else frozenset()
        self.numbers = numbers or QueueNumbers()

    def set_filtered(self, found: FilteredQueue | None) -> None:
        """List only some sentences of the queue, or all; sentences finished meanwhile go out."""
        self.filtered = found
        if found is not None:
            known = self._state.shown(found.places)
            self.filtered = replace(found, places=self._still_asked(known, found.filter))

    def follow(
        self,
        applied: Edit,
        places: NDArray[np.int64],
        marked: NDArray[np.int64],
        *,
        structure: bool,
    ) -> bool:
        """Bring the queue up to date after a step, and say whether it is another now.

        The step changed tokens at ``places`` and noted something of the sentences at ``marked``.
        """
        finished = self._count_since_control(applied)
        changed = self._requeue(places, marked) or structure or applied.roles is not None
        if structure:
            self.places = self.places[np.isin(self.places, self._state.visible)]
        if applied.roles is not None or finished:
            # Whoever works on a sentence that a newer order has put further back has its turn, too.
            self.places = self._interleaved(self.places)
        if self.filtered is not None:
            kept = self._still_asked(self.filtered.places, self.filtered.filter)
            if structure:
                kept = kept[np.isin(kept, self._state.visible)]
            changed = changed or len(kept) != len(self.filtered.places)
            self.filtered = replace(self.filtered, places=kept)
        return changed

    def _still_asked(self, places: NDArray[np.int64], wanted: QueueFilter) -> NDArray[np.int64]:
        return places if wanted.reviews else places[self._state.open_tokens[places] > 0]

    def _count_since_control(self, applied: Edit) -> bool:
        """Count sentences that a person finishes one by one, from one of the test sample on.

        Say whether this is one.
        """
        if not applied.by_hand:
            return False
        corpus = self._state.corpus
        place = corpus.place_of(applied.tokens[0].sentence)
        finished = not self._state.open_tokens[place] or applied.answers
        if finished:
            control = corpus.roles[place] == Role.CONTROL
            self._since_control = 0 if control else self._since_control + 1
        return finished

    def _interleaved(self, places: NDArray[np.int64]) -> NDArray[np.int64]:
        """Let every so-many-th sentence be one of the test sample."""
        project = self._state.project
        later = project.marked(Mark.LATER) if project.marks else None
        every, state = project.settings.control_every, self._state
        labelled = labelled_others(project, state.visible, state.open_tokens)
        return interleaved(project.corpus, places, every, self._since_control, labelled, later)

    def _requeue(self, places: NDArray[np.int64], marked: NDArray[np.int64]) -> bool:
        """Take finished and skipped sentences out of the queue, and put reopened ones at its head.

        One that was put off goes to its end.
        """
        if not len(places) and not len(marked):
            return False
        before = self.places
        done = places[self._state.open_tokens[places] == 0]
        queue = before[~are_among(before, done)] if len(done) else before
        opened = np.union1d(places, marked) if len(marked) else places
        opened = opened[self.waits(opened)]
        if len(marked):
            queue = queue[~are_among(queue, marked)]
        opened = opened[~_are_queued(opened, queue)]
        self.numbers.forget(opened)
        if len(opened) and len(before):
            project = self._state.project
            later = np.zeros(len(opened), np.bool_)
            if project.marks:
                later = project.marked(Mark.LATER)[opened]
            queue = np.concatenate([opened[~later], queue, opened[later]])
        self.places = queue
        return len(queue) != len(before) or bool(len(marked))


def _are_queued(places: NDArray[np.int64], queue: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Return which of some places are in the queue; quick where the places are few."""
    if len(places) > FEW:
        return np.isin(places, queue)
    return np.array([bool((queue == place).any()) for place in places.tolist()], np.bool_)
