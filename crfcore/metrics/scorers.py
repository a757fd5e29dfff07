"""Scores under the names of sklearn_crfsuite.scorers, for ``scoring=`` of a search."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from crfcore.metrics.flat import flat_accuracy_score
from crfcore.metrics.sequences import sequence_accuracy_score


def flat_accuracy(estimator: Any, X: Any, y: Sequence[Sequence[str]]) -> float:  # noqa: N803
    """Return the token accuracy of an estimator."""
    return float(flat_accuracy_score(y, estimator.predict(X)))


def sequence_accuracy(estimator: Any, X: Any, y: Sequence[Sequence[str]]) -> float:  # noqa: N803
    """Return the share of sentences whose labels are all correct."""
    return float(sequence_accuracy_score(y, estimator.predict(X)))
