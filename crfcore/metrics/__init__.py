"""Scores of labellings, from sequences of tags.

`flat_*` and `sequence_accuracy_score` are those of sklearn_crfsuite.metrics; `span_scores` counts
spans as conlleval or, strictly, as seqeval. `expected_calibration_error` and others measure
calibration.
"""

from __future__ import annotations

from crfcore.metrics.calibration import (
    Reliability,
    brier_score,
    expected_calibration_error,
    reliability_curve,
)
from crfcore.metrics.flat import (
    flat_accuracy_score,
    flat_classification_report,
    flat_f1_score,
    flat_fbeta_score,
    flat_precision_score,
    flat_recall_score,
    flatten,
)
from crfcore.metrics.sequences import sequence_accuracy_score
from crfcore.metrics.spans import Counts, SpanScores, span_f1_score, span_scores
from crfcore.metrics.tokens import token_accuracy

__all__ = [
    "Counts",
    "Reliability",
    "SpanScores",
    "brier_score",
    "expected_calibration_error",
    "flat_accuracy_score",
    "flat_classification_report",
    "flat_f1_score",
    "flat_fbeta_score",
    "flat_precision_score",
    "flat_recall_score",
    "flatten",
    "reliability_curve",
    "sequence_accuracy_score",
    "span_f1_score",
    "span_scores",
    "token_accuracy",
]
