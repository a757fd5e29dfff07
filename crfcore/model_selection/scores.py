"""Scores of a model; greater is better."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from crfcore.crf import LinearChainCRF
from crfcore.errors import CrfError, shown
from crfcore.metrics.spans import span_scores

Labels = Sequence[Sequence[Any]]
"""By sentence: a label, None if unknown, or a set."""


def span_f1(crf: LinearChainCRF, X: Any, y: Labels) -> float:  # noqa: N803
    """Return the F1 of spans, as in conlleval.

    Raises
    ------
    CrfError
        The label of a token is unknown.
    """
    for number, sentence in enumerate(y):
        if not all(isinstance(label, str) for label in sentence):
            raise CrfError(
                f"Spans cannot be scored in sentence {number + 1}: the label of a token is not "
                "known; use the score 'token_accuracy' or 'log_likelihood'."
            )
    return span_scores(y, crf.predict(X)).f1


def token_accuracy(crf: LinearChainCRF, X: Any, y: Labels) -> float:  # noqa: N803
    """Return the token accuracy; see `LinearChainCRF.score`."""
    return crf.score(X, y)


def log_likelihood(crf: LinearChainCRF, X: Any, y: Labels) -> float:  # noqa: N803
    """Return Σ log P(y given x); −∞ if a label is unknown to the model."""
    return crf.log_likelihood(X, y)


Score = Callable[[LinearChainCRF, Any, Labels], float]

SCORES: Mapping[str, Score] = {
    "span_f1": span_f1,
    "token_accuracy": token_accuracy,
    "log_likelihood": log_likelihood,
}
"""The scores by name."""


def score_named(name: str) -> Score:
    """Return a score; CrfError for an unknown name."""
    if name not in SCORES:
        raise CrfError(f"The score {shown(name)} is unknown; choose one of {', '.join(SCORES)}.")
    return SCORES[name]
