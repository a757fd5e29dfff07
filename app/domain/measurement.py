"""Scores of a model on the test sample, and measures of a person's work."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

MIN_SENTENCES = 10
"""Fewer test sentences give no useful score."""

FORECAST_SENTENCES = 100
"""The number of further sentences for which the gain is forecast."""


@dataclass(frozen=True, slots=True)
class CurvePoint:
    """The score of a model on ``n_control`` test sentences.

    ``sentences`` and ``tokens`` are the size of its training data, ``low`` and ``high`` the 95% CI
    of the ``score`` (0 to 1). ``made_at`` is in seconds since the epoch.
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
    """The scores of one label; ``n_right`` of the true spans, ``n_proposed`` proposed."""

    label: str
    precision: float
    recall: float
    f1: float
    n_right: int
    n_proposed: int


@dataclass(frozen=True, slots=True, eq=False)
class Confusion:
    """The true and the proposed label of tokens; "" is no label.

    ``right`` and ``proposed``, int32 (T,), are indices in ``labels``, ``sentence_indices``, int64
    (T,), the sentences of the tokens.
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
    """Mean confidence and accuracy of tokens by bin (B,)."""

    confidence: NDArray[np.float64]
    accuracy: NDArray[np.float64]
    counts: NDArray[np.int64]
    error: float
    """The expected calibration error: the mean distance between the two."""


@dataclass(frozen=True, slots=True, eq=False)
class Calibration:
    """Calibration of the model's probabilities by a temperature.

    ``before`` is without, ``after`` with temperatures fitted on other sentences than they are
    tested on. ``temperature`` is that of the model, None if there are fewer than ``enough``
    sentences.
    """

    before: ReliabilityBins
    after: ReliabilityBins
    temperature: float | None
    enough: int


@dataclass(frozen=True, slots=True, eq=False)
class Measurement:
    """The scores of one model on the test sample.

    ``is_f1``: the score is the F1 of spans, else the accuracy of tokens. ``n_labelled`` of
    ``n_control`` sentences are fully labelled, and count. ``point`` is None if they are too few;
    ``twice`` is half the width of the interval that twice as many would give. ``found`` are the
    tags (int32) proposed for the whole sample, labelled or not.
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
    """The forecast from the points of the learning curve and the last models.

    ``gain`` (estimate, low, high) is that expected of the next ``n_ahead`` sentences; ``needed``
    the number of sentences still to be labelled for a score, infinity if none are enough; None with
    too few points. ``agreement`` is the share of tokens for which the last ``n_models`` propose the
    same, None for a single model.
    """

    gain: tuple[float, float, float] | None = None
    needed: tuple[float, float, float] | None = None
    agreement: float | None = None
    n_models: int = 0
    n_ahead: int = FORECAST_SENTENCES


MIN_SECONDS = 30.0
"""The least time over which a pace is computed."""


@dataclass(frozen=True, slots=True)
class Pace:
    """How fast a person works, without pauses.

    ``n_labels`` tokens were labelled in ``seconds``, and ``n_sentences`` finished. Of ``n_helped``
    sentences with proposals, ``n_unchanged`` were accepted unchanged.
    """

    n_labels: int = 0
    n_sentences: int = 0
    seconds: float = 0.0
    n_helped: int = 0
    n_unchanged: int = 0

    @property
    def labels_an_hour(self) -> float | None:
        """Labels per hour, None while too little was timed."""
        return 3600.0 * self.n_labels / self.seconds if self.seconds >= MIN_SECONDS else None

    @property
    def seconds_a_sentence(self) -> float | None:
        """Seconds per sentence, None while none was finished or too little was timed."""
        timed = self.seconds >= MIN_SECONDS and self.n_sentences
        return self.seconds / self.n_sentences if timed else None


@dataclass(frozen=True, slots=True)
class Saving:
    """The seconds that proposals have saved, estimated from sentences without them.

    ``seconds``, negative where they cost time, has the 95% CI from ``low`` to ``high``. The
    ``n_helped`` sentences with proposals took ``helped_pace`` seconds per token, the ``n_alone``
    without ``alone_pace``.
    """

    seconds: float
    low: float
    high: float
    n_helped: int
    n_alone: int
    helped_pace: float
    alone_pace: float
