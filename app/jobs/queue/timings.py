"""Timings of sentences in earlier sessions, from the steps of the history."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from app.domain.edits import Edit
from app.domain.timings import Timed, Timings
from app.jobs.queue.finished import Finished, finishing_steps
from app.jobs.queue.pace import is_work

STEPS = 1_000
"""The number of newest steps used."""


def earlier_timings(steps: Sequence[Edit], annotator: str, finished: Finished) -> tuple[Timed, ...]:
    """Return the timings of an annotator's sentences, from done steps, oldest first.

    Sentences with a negative time, because of a changed clock, are left out.
    """
    own = [step for step in steps if step.annotator == annotator and is_work(step)]
    finishing = finishing_steps(own, finished)
    timings = Timings()
    for number, step in enumerate(own):
        if number in finishing:
            at = datetime.fromisoformat(step.made_at).timestamp()
            sentence_index = finished.sentence_index_of(step.tokens[0].sentence)
            timings.finish(at, int(finished.lengths[sentence_index]))
        else:
            timings.correct()
    return tuple(one for one in timings.kept if one.seconds >= 0.0)
