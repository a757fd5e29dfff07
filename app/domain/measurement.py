"""What the test sample says of a model, and what a person's work says of the person."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

MIN_SENTENCES = 10
"""Fewer test sentences say next to nothing of a model."""

FORECAST_SENTENCES = 100
"""What the gain of so many further sentences would be is told."""


@dataclass(frozen=True, slots=True)
class CurvePoint:
    """How good a model was; ``n_control`` sentences said so.

    ``sentences`` and ``tokens`` are what the model had learnt from, ``score`` (0 to 1) lies between
    ``low`` and ``high`` in 95 of 100 cases. ``made_at`` is seconds since the epoch.
    """

    sentences: int
    tokens: int
    score: float
    low: float
    high: float
    n_control: int
    made_at: float


@dataclass(frozen=True, slots=True)
class LabelScore:
    """How well one label is found; ``n_right`` times it is right, ``n_proposed`` proposed."""

    label: str
    precision: float
    recall: float
    f1: float
    n_right: int
    n_proposed: int


@dataclass(frozen=True, slots=True, eq=False)
class Confusion:
    """Which label tokens have, and which is proposed; "" is no label.

    ``right`` and ``proposed`` int32 (T,) are places in ``labels``, ``sentence_indices`` int64 (T,)
    those of the tokens' sentences.
    """

    labels: tuple[str, ...]
    right: NDArray[np.int32]
    proposed: NDArray[np.int32]
    sentence_indices: NDArray[np.int64]

    def counts(self) -> NDArray[np.int64]:
        """Return how many tokens of each label (rows) are proposed as each label (L, L)."""
        size = len(self.labels)
        flat = np.bincount(self.right * size + self.proposed, minlength=size * size)
        return flat.reshape(size, size).astype(np.int64)

    def sentences(self, right: int, proposed: int) -> NDArray[np.int64]:
        """Return the sentences with a token of one label that is proposed as another."""
        return np.unique(self.sentence_indices[(self.right == right) & (self.proposed == proposed)])


@dataclass(frozen=True, slots=True, eq=False)
class ReliabilityBins:
    """How sure the model was of tokens, and how often it was right, bin by bin (B,)."""

    confidence: NDArray[np.float64]
    accuracy: NDArray[np.float64]
    counts: NDArray[np.int64]
    error: float
    """The expected calibration error: the mean distance between the two."""


@dataclass(frozen=True, slots=True, eq=False)
class Calibration:
    """What a temperature makes of the model's probabilities.

    ``before`` is without, ``after`` with temperatures that were fitted on other sentences than they
    are judged by. ``temperature`` is what the model carries, None where it carries none, because
    there are fewer than ``enough`` sentences.
    """

    before: ReliabilityBins
    after: ReliabilityBins
    temperature: float | None
    enough: int


@dataclass(frozen=True, slots=True, eq=False)
class Measurement:
    """What the test sample says of one model.

    ``is_f1`` says whether the score is the F1 of spans, or else the accuracy of tokens.
    ``n_labelled`` of ``n_control`` sentences are labelled as a whole, and count. ``point`` is None
    where they are too few; ``twice`` is half the width of the interval that twice as many would
    give. ``found`` are the tags (int32) proposed for the whole sample, labelled or not.
    """

    is_f1: bool
    n_control: int
    n_labelled: int
    point: CurvePoint | None
    twice: float
    per_label: tuple[LabelScore, ...]
    confusion: Confusion
    calibration: Calibration | None
    found: NDArray[np.int32]


@dataclass(frozen=True, slots=True)
class Forecast:
    """What the points of the curve, and the last models, say of going on.

    ``gain``, between ``gain_low`` and ``gain_high``, is what the next hundred sentences are
    expected to bring; ``needed``, between ``needed_low`` and ``needed_high``, are sentences still
    to be labelled for a score, infinity where none are enough. All are None while there are too few
    points. ``agreement`` is the share of tokens of which the last ``n_models`` propose the same,
    None for a single one.
    """

    gain: tuple[float, float, float] | None = None
    needed: tuple[float, float, float] | None = None
    agreement: float | None = None
    n_models: int = 0


MIN_SECONDS = 30.0
"""After less work than this a pace is chance."""


@dataclass(frozen=True, slots=True)
class Pace:
    """How fast a person works, pauses left out.

    ``n_labels`` tokens got a label in ``seconds``, and ``n_sentences`` were finished. Of
    ``n_helped`` sentences that showed proposals, ``n_unchanged`` were accepted as they were.
    """

    n_labels: int = 0
    n_sentences: int = 0
    seconds: float = 0.0
    n_helped: int = 0
    n_unchanged: int = 0

    @property
    def labels_an_hour(self) -> float | None:
        """Labels an hour, None while too little was timed."""
        return 3600.0 * self.n_labels / self.seconds if self.seconds >= MIN_SECONDS else None

    @property
    def seconds_a_sentence(self) -> float | None:
        """Seconds for a sentence, None while none was finished or too little was timed."""
        timed = self.seconds >= MIN_SECONDS and self.n_sentences
        return self.seconds / self.n_sentences if timed else None


@dataclass(frozen=True, slots=True)
class Saving:
    """How many seconds proposals have saved, as far as sentences without them tell.

    ``seconds``, negative where they cost time, lie between ``low`` and ``high`` in 95 of 100 cases.
    The ``n_helped`` sentences that showed proposals took ``helped_pace`` seconds a token; the
    ``n_alone`` that showed none took ``alone_pace``, and so would the others have.
    """

    seconds: float
    low: float
    high: float
    n_helped: int
    n_alone: int
    helped_pace: float
    alone_pace: float
