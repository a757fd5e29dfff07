"""The time saved by proposals, from timings of sentences with and without them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from datetime import datetime
from math import isnan, nan
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from app.domain.edits import Edit
from app.domain.measurement import MIN_SECONDS, MIN_SENTENCES, Saving
from app.jobs.queue.finished import Finished, finishing_steps
from app.jobs.queue.pace import IDLE_SECONDS, is_work

IN_PART = "answer"
"""The kind of the step that finishes a sentence without confirming all of it."""

NORMAL_95 = 1.96


class _Work(NamedTuple):
    """One sentence: its tokens, the seconds it took, and whether proposals were shown."""

    tokens: int
    seconds: float
    helped: bool


def saving_of(
    steps: Sequence[Edit],
    annotator: str,
    finished: Finished,
    control: frozenset[int],
    helped_since: float,
) -> Saving | None:
    """Return the time that proposals have saved an annotator, None while too little was timed.

    ``steps`` are the done ones, oldest first. ``control`` are the ids of sentences without
    proposals; before ``helped_since``, in seconds since the epoch, none had any. Sentences with a
    pause, or an unknown beginning, are left out.
    """
    works = _works([s for s in steps if s.annotator == annotator], finished, control, helped_since)
    table = np.array([(tokens, seconds) for tokens, seconds, _ in works]).reshape(-1, 2)
    helped = np.array([work.helped for work in works], bool)
    alone, aided = table[~helped], table[helped]
    if min(len(alone), len(aided)) < MIN_SENTENCES:
        return None
    if min(alone[:, 1].sum(), aided[:, 1].sum()) < MIN_SECONDS:
        return None
    n_tokens, seconds = aided.sum(axis=0).tolist()
    rate, error = _rate(alone)
    saved, spread = rate * n_tokens - seconds, NORMAL_95 * error * n_tokens
    return Saving(
        seconds=saved,
        low=saved - spread,
        high=saved + spread,
        n_helped=len(aided),
        n_alone=len(alone),
        helped_pace=seconds / n_tokens,
        alone_pace=rate,
    )


def _rate(table: NDArray[np.float64]) -> tuple[float, float]:
    """Return the seconds per token, and their standard error: a ratio of sums over sentences."""
    tokens, seconds = table.T
    rate = seconds.sum() / tokens.sum()
    n = len(table)
    off = seconds - rate * tokens
    return float(rate), float(np.sqrt(n / (n - 1) * (off**2).sum()) / tokens.sum())


def _works(
    own: Sequence[Edit], finished: Finished, control: frozenset[int], helped_since: float
) -> list[_Work]:
    works: list[_Work] = []
    work = [step for step in own if is_work(step)]
    finishing = {id(work[n]) for n in finishing_steps(work, finished)}
    spent: dict[int, float] = defaultdict(float)
    before = nan
    for step in own:
        at = datetime.fromisoformat(step.made_at).timestamp()
        gap, before = at - before, at
        if not is_work(step):
            before = nan  # the beginning of the next step is unknown
            continue
        sentence = step.tokens[0].sentence
        # NaN if any part is unknown.
        spent[sentence] += gap if 0.0 <= gap <= IDLE_SECONDS else nan
        if id(step) in finishing and step.kind != IN_PART:
            seconds = spent.pop(sentence)
            tokens = int(finished.lengths[finished.sentence_index_of(sentence)])
            if not isnan(seconds) and tokens:
                works.append(_Work(tokens, seconds, at >= helped_since and sentence not in control))
    return works
