"""Timings of sentences in earlier sessions, from the steps of the history."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

import numpy as np
from numpy.typing import NDArray

from app.domain.edits import Edit
from app.domain.project import Project
from app.domain.timings import Timed, Timings
from app.jobs.queue.pace import FINISHING, is_work

STEPS = 1_000
"""The number of newest steps used."""


@dataclass(frozen=True, slots=True, eq=False)
class Finished:
    """Ids (rising) and lengths of sentences, and which are done."""

    ids: NDArray[np.int64]
    lengths: NDArray[np.int64]
    done: NDArray[np.bool_]

    @classmethod
    def of(cls, project: Project, open_tokens: NDArray[np.int32]) -> Finished:
        """Return those of a project; ``open_tokens`` (N,) is the number of open tokens in each."""
        corpus = project.corpus
        return cls(corpus.ids, np.diff(corpus.offsets), open_tokens == 0)

    def sentence_index_of(self, sentence: int) -> int:
        """Return the index of a sentence by its id."""
        return int(np.searchsorted(self.ids, sentence))


def earlier_timings(steps: Sequence[Edit], annotator: str, finished: Finished) -> tuple[Timed, ...]:
    """Return the timings of an annotator's sentences, from done steps, oldest first.

    A sentence was finished by the step that accepted it, or, if it is done, by the last step on it.
    Sentences with a negative time, because of a changed clock, are left out.
    """
    own = [step for step in steps if step.annotator == annotator and is_work(step)]
    finishing = _finishing(own, finished)
    timings = Timings()
    for number, step in enumerate(own):
        if number in finishing:
            at = datetime.fromisoformat(step.made_at).timestamp()
            sentence_index = finished.sentence_index_of(step.tokens[0].sentence)
            timings.finish(at, int(finished.lengths[sentence_index]))
        else:
            timings.correct()
    return tuple(one for one in timings.kept if one.seconds >= 0.0)


def _finishing(own: Sequence[Edit], finished: Finished) -> set[int]:
    """Return which of the steps finished a sentence."""
    finishing = {number for number, step in enumerate(own) if step.kind in FINISHING}
    accepted = {own[number].tokens[0].sentence for number in finishing}
    last = {step.tokens[0].sentence: number for number, step in enumerate(own)}
    return finishing | {
        number
        for sentence, number in last.items()
        if sentence not in accepted and finished.done[finished.sentence_index_of(sentence)]
    }
