"""The parameters of algorithm "empirical" and their checks."""

from __future__ import annotations

from collections.abc import Mapping
from numbers import Real
from typing import Any, cast, get_args

from crfcore.arrays import plain_number
from crfcore.errors import CrfError, shown
from crfcore.estimator.dev_scores import dev_score_of
from crfcore.estimator.extractors import Extractor
from crfcore.training.counting import Counting, ExponentScore, OutOfVocabulary
from crfcore.training.defaults import MAX_REAL
from crfcore.training.empirical import UNSEEN_RATE, Edges

HELD_OUT = "held-out"
"""The exponent is tuned on held-out sentences."""

_DEFAULTS: dict[str, Any] = {
    "edges": "labels",
    "unseen_rate": UNSEEN_RATE,
    "exponent": 1.0,
    "oov": "mean",
}
"""Defaults of parameters that no other algorithm uses."""


def check_counting(params: Mapping[str, Any]) -> None:
    """Raise CrfError, with the name and value of a parameter, if it is invalid."""
    for name, kind in (("edges", Edges), ("oov", OutOfVocabulary)):
        if params[name] not in get_args(kind):
            raise CrfError(
                f"{name}={shown(params[name])} is unknown; use one of {', '.join(get_args(kind))}."
            )
    key = params["key"]
    if key is not None and not isinstance(key, str):
        raise CrfError(f"key={shown(key)} is not possible; it must be a string.")
    rate, exponent = params["unseen_rate"], params["exponent"]
    if not (isinstance(rate, Real) and 0.0 <= plain_number(rate) <= MAX_REAL):
        raise CrfError(
            f"unseen_rate={shown(rate)} is not possible; it must be a number, at least 0, which "
            "forbids pairs of labels never seen."
        )
    is_held_out = isinstance(exponent, str) and exponent == HELD_OUT
    if not (
        is_held_out or (isinstance(exponent, Real) and 0.0 < plain_number(exponent) <= MAX_REAL)
    ):
        raise CrfError(
            f"exponent={shown(exponent)} is not possible; it must be a number above 0, or "
            f"{shown(HELD_OUT)}."
        )
    for name, default in _DEFAULTS.items():
        if params["algorithm"] != "empirical" and params[name] != default:
            raise CrfError(
                f"{name}={shown(params[name])} is for algorithm='empirical' alone, not for "
                f"{shown(params['algorithm'])}; leave it out."
            )


def counting_of(params: Mapping[str, Any]) -> Counting:
    """Return the settings of counting."""
    exponent = params["exponent"]
    return Counting(
        params["edges"],
        float(params["unseen_rate"]),
        1.0 if isinstance(exponent, str) else float(exponent),
        params["oov"],
    )


def exponent_score_of(
    params: Mapping[str, Any],
    sentences: Any,
    y: Any,
    extractor: Extractor,
    names: tuple[str, ...],
) -> ExponentScore | None:
    """Return the score for tuning the exponent, token accuracy; None where it is given.

    Raises
    ------
    CrfError
        Tuning lacks held-out sentences.
    """
    if not isinstance(params["exponent"], str):
        return None
    if sentences is None:
        raise CrfError(
            f"exponent={shown(HELD_OUT)} needs held-out sentences: fit(X, y, X_dev, y_dev)."
        )
    score = dev_score_of("token_accuracy", sentences, y, extractor, names, params["threads"])
    return cast("ExponentScore", score)
