"""How fast a person works, from the steps of the history."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from itertools import pairwise

import numpy as np

from app.domain.edits import Edit, Origin
from app.domain.measurement import Pace
from app.domain.tokens import TokenState

IDLE_SECONDS = 120.0
"""Whoever does nothing for longer has done something else: such a pause does not count."""

FINISHING = frozenset({"accept", "answer"})
"""Kinds of the steps that finish a sentence, or what is asked of it."""

AGREEING = FINISHING | {"accept_part"}
"""Kinds of the steps that change nothing that is shown."""


def pace_of(edits: Sequence[Edit], control: frozenset[int], helped_since: float = 0.0) -> Pace:
    """Return how fast the steps were made, oldest first; those of bulks count for nothing.

    ``control`` are the ids of test sentences: they show no proposal that could be accepted.
    Before ``helped_since``, in seconds since the epoch, there was no model to propose anything.
    """
    own = [edit for edit in edits if is_work(edit)]
    times = [datetime.fromisoformat(edit.made_at).timestamp() for edit in own]
    # The first step after a pause took its time, too, but nobody knows how much.
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
    """Say whether a step was made on one sentence, by hand."""
    return step.by_hand and step.origin in (Origin.TYPED, Origin.ACCEPTED, Origin.NOTHING)


def _helped(own: Sequence[Edit], control: frozenset[int]) -> tuple[int, int]:
    """Return how many sentences were finished with help, and how many of them without a change."""
    typed = {edit.tokens[0].sentence for edit in own if edit.kind not in AGREEING}
    accepted = {edit.tokens[0].sentence for edit in own if edit.kind in FINISHING} - control
    return len(accepted), len(accepted - typed)


def _n_labels(edit: Edit) -> int:
    states = edit.tokens[0].after.states
    return int(np.count_nonzero(states == TokenState.CONFIRMED))
