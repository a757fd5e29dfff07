"""The pace of a person, from the steps of the history."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from itertools import pairwise

import numpy as np

from app.domain.edits import Edit, Origin
from app.domain.measurement import Pace
from app.domain.tokens import TokenState
from app.jobs.queue.finished import FINISHING, Finished, finishing_steps

IDLE_SECONDS = 120.0
"""Longer pauses are not counted as work."""

AGREEING = FINISHING | {"accept_part"}
"""Kinds of steps that confirm what is shown."""


def pace_of(
    edits: Sequence[Edit], control: frozenset[int], finished: Finished, helped_since: float = 0.0
) -> Pace:
    """Return the pace of steps, given oldest first; bulk actions are not counted.

    ``control`` are the ids of test sentences, which show no proposals. Before ``helped_since``, in
    seconds since the epoch, there was no model.
    """
    own = [edit for edit in edits if is_work(edit)]
    times = [datetime.fromisoformat(edit.made_at).timestamp() for edit in own]
    # The time of the first step after a pause is unknown.
    timed = [later - earlier for earlier, later in pairwise(times)]
    kept = [n for n, seconds in enumerate(timed, 1) if 0.0 <= seconds <= IDLE_SECONDS]
    finishing = finishing_steps(own, finished)
    counted = {own[n].tokens[0].sentence for n in finishing & {*kept}}
    with_help = {n for n, at in enumerate(times) if at >= helped_since}
    helped, unchanged = _helped(own, with_help, finishing, control)
    return Pace(
        sum(_n_labels(own[n]) for n in kept),
        len(counted),
        sum(timed[n - 1] for n in kept),
        helped,
        unchanged,
    )


def is_work(step: Edit) -> bool:
    """Return whether a step was made on one sentence, by hand."""
    return step.by_hand and step.origin in (Origin.TYPED, Origin.ACCEPTED, Origin.NOTHING)


def _helped(
    own: Sequence[Edit], with_help: set[int], finishing: set[int], control: frozenset[int]
) -> tuple[int, int]:
    """Return the number of sentences finished with suggestions, and of those unchanged."""
    typed = {own[n].tokens[0].sentence for n in with_help if own[n].kind not in AGREEING}
    helped = {own[n].tokens[0].sentence for n in with_help & finishing} - control
    return len(helped), len(helped - typed)


def _n_labels(edit: Edit) -> int:
    states = edit.tokens[0].after.states
    return int(np.count_nonzero(states == TokenState.CONFIRMED))
