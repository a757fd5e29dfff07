"""Checks of an estimator's parameters from a file."""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from math import isfinite
from typing import Any

from crfcore.errors import shown
from crfcore.estimator.costs import check_cost
from crfcore.estimator.parameters import SWITCHES, check_numbers
from crfcore.training.defaults import MAX_REAL

NOT_IN_FILES = ("initial", "template", "trainer_cls", "model_filename", "hierarchy", "segments")
"""Parameters that are never written: other objects, file names, and what the model contains."""

_LONGEST = 1_000
_PLAIN = {"bool": bool, "int": int, "float": float, "str": str, "None": type(None)}


def checked_params(estimator: type, params: Any) -> Mapping[str, Any]:
    """Return the parameters of an estimator from a file.

    Parameters
    ----------
    estimator : type
        Its constructor defines the parameters and their types.
    params : object
        The content of the file.

    Returns
    -------
    mapping
        Without files and objects.

    Raises
    ------
    ValueError, CrfError
        A parameter is unknown, never written, or has an invalid value.
    """
    if not isinstance(params, dict):
        raise ValueError("its parameters are no object")  # noqa: TRY004 - not Python's text
    known = inspect.signature(estimator).parameters
    for name, value in params.items():
        if name in NOT_IN_FILES:
            raise ValueError(f"its file says {name}, which no file may")
        if name not in known:
            raise ValueError(f"its parameter {shown(name)} is unknown")
        if name == "cost":
            # It may be an object, or rows of numbers.
            check_cost(value)
        elif not (
            (value is None and name in SWITCHES) or _is_possible(value, known[name].annotation)
        ):
            raise ValueError(f"its parameter {name} is {shown(value)}")
    check_numbers(params)
    return params


def _is_possible(value: Any, annotation: Any) -> bool:
    """Return whether a value has one of the plain types of an annotation, and is not huge."""
    named = annotation.split(" | ") if isinstance(annotation, str) else ["Any"]
    kinds = [_PLAIN[kind] for kind in (_PLAIN if "Any" in named else named) if kind in _PLAIN]
    if isinstance(value, bool):
        return bool in kinds or int in kinds or float in kinds
    if isinstance(value, (int, float)):
        # Code written for other libraries uses 0 and 1 as booleans.
        numeric = int in kinds or float in kinds or (bool in kinds and value in (0, 1))
        return numeric and isfinite(value) and abs(value) <= MAX_REAL
    if isinstance(value, str):
        return str in kinds and len(value) <= _LONGEST
    return value is None and (type(None) in kinds)
