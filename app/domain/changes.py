"""What a step has changed, so that each view redraws that and nothing else."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

FEW = 8
"""So many places are looked for one by one; more of them all at once."""


def no_sentences() -> NDArray[np.int64]:
    """Return an empty array of places."""
    return np.zeros(0, dtype=np.int64)


def are_among(sentence_indices: NDArray[np.int64], few: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Return which places are among others; quicker than a sort where the others are few."""
    if len(few) > FEW:
        return np.isin(sentence_indices, few)
    found = np.zeros(len(sentence_indices), np.bool_)
    for sentence_index in few.tolist():
        found |= sentence_indices == sentence_index
    return found


@dataclass(frozen=True, slots=True, eq=False)
class Changes:
    """The announcement after an edit, an undo, an import or a finished training.

    ``sentences`` and ``proposals`` are places of sentences in the corpus (not ids) whose tokens,
    or whose proposals, have changed; ``flags`` of those of which something else is noted now.
    ``structure`` says that sentences appeared or disappeared, so that every place may have a new
    meaning. ``order`` says that something else is to be asked for, or in another order, ``goal``
    that another score is to be reached; these alone are no change of ``settings``. ``by_hand``
    says that a person made it with a key of the sentence in work: it is neither a bulk step nor an
    undo. ``initiator`` is the object that has set the queue's filter.
    """

    sentences: NDArray[np.int64] = field(default_factory=no_sentences)
    proposals: NDArray[np.int64] = field(default_factory=no_sentences)
    flags: NDArray[np.int64] = field(default_factory=no_sentences)
    structure: bool = False
    documents: bool = False
    labels: bool = False
    settings: bool = False
    order: bool = False
    goal: bool = False
    rules: bool = False
    gazetteers: bool = False
    model: bool = False
    queue: bool = False
    history: bool = False
    initiator: object | None = None
    by_hand: bool = False
