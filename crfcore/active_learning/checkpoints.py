"""Checkpoints of a simulated run: scores, points of its curve, and the state to resume from."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from crfcore.active_learning.simulated_annotator import FAST_READING, MEASURED, Effort
from crfcore.arrays import FloatArray, IdArray, OffsetArray


@dataclass(frozen=True, slots=True)
class Scores:
    """How good a model is on the test text.

    Attributes
    ----------
    f1, token_accuracy : float
        F1 of spans; with one label a token, tokens that are not O are the spans.
    """

    f1: float
    token_accuracy: float


@dataclass(frozen=True, slots=True)
class Point:
    """A checkpoint of a run: what the person has done until then, and what the model learned.

    Attributes
    ----------
    sentences, tokens, tokens_read, corrections, actions : int
        As in `Effort`, from the start.
    seconds : float
        By the time model `MEASURED`.
    seconds_fast_reading : float
        By the time model `FAST_READING`.
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
        """Make the point of an effort and what it led to."""
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
        """What the person has done."""
        return Effort(self.sentences, self.tokens, self.tokens_read, self.corrections, self.actions)


@dataclass(frozen=True, slots=True, eq=False)
class Checkpoint:
    """All that a run needs to go on with the same bits.

    Attributes
    ----------
    points : tuple of Point
    places : (n,) array
        The sentences that are labelled, in the order of labelling.
    label_sets : (t,) array
        What is known of their tokens, as in `Targets`.
    weights : (F,) array
        Of the newest model; the next training starts there. Empty where the run is over.
    """

    points: tuple[Point, ...]
    places: OffsetArray
    label_sets: IdArray
    weights: FloatArray

    @property
    def finished(self) -> Checkpoint:
        """The same without what only a next step needs."""
        return replace(self, weights=np.zeros(0))


NOTHING_DONE = Checkpoint((), np.zeros(0, np.int64), np.zeros(0, np.int32), np.zeros(0))
