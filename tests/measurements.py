"""Measurements as a test wants them, without a model."""

from __future__ import annotations

import numpy as np

from app.domain.measurement import (
    Calibration,
    Confusion,
    CurvePoint,
    Forecast,
    LabelScore,
    Measurement,
    ReliabilityBins,
)


def point_at(sentences: int, score: float = 0.8) -> CurvePoint:
    """Return a point of a curve."""
    return CurvePoint(sentences, 10 * sentences, score, score - 0.05, score + 0.05, 40, 1.0)


def bins(error: float) -> ReliabilityBins:
    """Return three bins."""
    return ReliabilityBins(
        np.array([0.4, 0.8, 0.99]), np.array([0.3, 0.7, 0.99]), np.array([9, 9, 9]), error
    )


def measurement(
    sentences: int = 120,
    score: float | None = 0.8,
    *,
    temperature: float | None = None,
    is_f1: bool = True,
) -> Measurement:
    """Return what a test sample of 60 sentences, 40 of them labelled, could say."""
    return Measurement(
        is_f1=is_f1,
        n_control=60,
        n_labelled=40,
        point=None if score is None else point_at(sentences, score),
        twice=0.036,
        per_label=(LabelScore("DOSE", 0.5, 0.25, 1 / 3, 8, 4), LabelScore("DRUG", 1, 1, 1, 3, 3)),
        confusion=Confusion(
            ("DOSE", "DRUG", ""),
            np.array([0, 0, 0, 1, 2], np.int32),
            np.array([0, 2, 2, 1, 2], np.int32),
            np.array([0, 1, 2, 2, 2]),
        ),
        calibration=Calibration(bins(0.051), bins(0.018), temperature, 50),
        found=np.zeros(7, np.int32),
    )


FORECAST = Forecast((0.012, 0.003, 0.021), (240.0, 110.0, np.inf), 0.984, 4)
