"""The sentences that a person has finished, and the steps that finished them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from app.domain.edits import Edit
from app.domain.project import Project

FINISHING = frozenset({"accept", "answer"})
"""Kinds of steps that finish a sentence, or its queried tokens."""


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


def finishing_steps(own: Sequence[Edit], finished: Finished) -> set[int]:
    """Return which of the steps finished a sentence.

    That is the step that accepted it, or, if its tokens were labelled one by one until it was done,
    the last step on it.
    """
    finishing = {number for number, step in enumerate(own) if step.kind in FINISHING}
    accepted = {own[number].tokens[0].sentence for number in finishing}
    last = {step.tokens[0].sentence: number for number, step in enumerate(own)}
    return finishing | {
        number
        for sentence, number in last.items()
        if sentence not in accepted and finished.done[finished.sentence_index_of(sentence)]
    }
