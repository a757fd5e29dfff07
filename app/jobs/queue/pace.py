"""The pace of a person, from the steps of the history."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from itertools import pairwise

import numpy as np

from app.domain.edits import Edit, Origin
from app.domain.measurement import Pace
from app.domain.tokens import TokenState

IDLE_SECONDS = 120.0
"""Longer pauses are not counted as work."""

FINISHING = frozenset({"accept", "answer"})
"""Kinds of steps that finish a sentence, or its queried tokens."""

AGREEING = FINISHING | {"accept_part"}
"""Kinds of steps that confirm what is shown."""


def pace_of(edits: Sequence[Edit], control: frozenset[int], helped_since: float = 0.0) -> Pace:
    """Return the pace of steps, given oldest first; bulk actions are not counted.

    ``control`` are the ids of test sentences, which show no proposals. Before ``helped_since``, in
    seconds since the epoch, there was no model.
    """
    own = [edit for edit in edits if is_work(edit)]
    times = [datetime.fromisoformat(edit.made_at).timestamp() for edit in own]
    # The time of the first step after a pause is unknown.
    timed = [later - earlier for earlier, later in pairwise(times)]
    kept = [n for n, seconds in enumerate(timed, 1) if 0.0 <= seconds <= IDLE_SECONDS]
    finished = {own[n].tokens[0].sentence for n in kept if own[n].kind in FINISHING}
    with_help = [edit for edit, at in zip(own, times, strict=True) if at >= helped_since]
    helped, unchanged = _helped(with_help, control)
    return Pace(
        sum(_n_labels(own[n]) for n in kept),
        len(finished),
        sum(timed[n - 1] for n in kept),
        helped,
        unchanged,
    )


def is_work(step: Edit) -> bool:
    """Return whether a step was made on one sentence, by hand."""
    return step.by_hand and step.origin in (Origin.TYPED, Origin.ACCEPTED, Origin.NOTHING)


def _helped(own: Sequence[Edit], control: frozenset[int]) -> tuple[int, int]:
    """Return the number of sentences finished with suggestions, and of those unchanged."""
    typed = {edit.tokens[0].sentence for edit in own if edit.kind not in AGREEING}
    accepted = {edit.tokens[0].sentence for edit in own if edit.kind in FINISHING} - control
    return len(accepted), len(accepted - typed)


def _n_labels(edit: Edit) -> int:
    states = edit.tokens[0].after.states
    return int(np.count_nonzero(states == TokenState.CONFIRMED))
