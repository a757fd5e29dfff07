"""Checkpoints of a simulated run: scores, points of its curve, and the state to resume from."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from crfcore.active_learning.query_threshold import NO_ANSWERS, QueryThreshold
from crfcore.active_learning.simulated_annotator import FAST_READING, MEASURED, Effort
from crfcore.arrays import FloatArray, IdArray, OffsetArray


@dataclass(frozen=True, slots=True)
class Scores:
    """Scores of a model on the test text.

    Attributes
    ----------
    f1, token_accuracy : float
        F1 of spans; with one label per token, each token that is not O is a span.
    """

    f1: float
    token_accuracy: float


@dataclass(frozen=True, slots=True)
class Point:
    """A point of a run's learning curve: the annotator's effort so far, and the model's scores.

    Attributes
    ----------
    sentences, tokens, tokens_read, corrections, actions : int
        As in `Effort`, since the start.
    seconds : float
        Under the time model `MEASURED`.
    seconds_fast_reading : float
        Under the time model `FAST_READING`.
    f1, token_accuracy : float
        As in `Scores`.
    """

    sentences: int
    tokens: int
    tokens_read: int
    corrections: int
    actions: int
    seconds: float
    seconds_fast_reading: float
    f1: float
    token_accuracy: float

    @classmethod
    def of(cls, effort: Effort, scores: Scores) -> Point:
        """Return the point of an effort and its scores."""
        return cls(
            effort.sentences,
            effort.tokens,
            effort.tokens_read,
            effort.corrections,
            effort.actions,
            MEASURED.seconds(effort),
            FAST_READING.seconds(effort),
            scores.f1,
            scores.token_accuracy,
        )

    @property
    def effort(self) -> Effort:
        """The annotator's effort."""
        return Effort(self.sentences, self.tokens, self.tokens_read, self.corrections, self.actions)


@dataclass(frozen=True, slots=True, eq=False)
class Checkpoint:
    """The state from which a run resumes with bitwise the same results.

    Attributes
    ----------
    points : tuple of Point
    places : (n,) array
        Indices of the labelled sentences, in the order of labelling.
    label_sets : (t,) array
        Known labels of their tokens, as in `Targets`.
    weights : (F,) array
        Weights of the newest model, from which the next training starts; empty after the last step.
    threshold : QueryThreshold
        What the answers have shown, where single tokens are queried.
    """

    points: tuple[Point, ...]
    places: OffsetArray
    label_sets: IdArray
    weights: FloatArray
    threshold: QueryThreshold = NO_ANSWERS

    @property
    def finished(self) -> Checkpoint:
        """The checkpoint without what only a next step needs."""
        return replace(self, weights=np.zeros(0))


NOTHING_DONE = Checkpoint((), np.zeros(0, np.int64), np.zeros(0, np.int32), np.zeros(0))
