"""The parameter `cost` of margins: its checks, and its matrix."""

from __future__ import annotations

from collections.abc import Mapping
from numbers import Real
from typing import Any

import numpy as np

from crfcore.arrays import FloatArray
from crfcore.errors import CrfError, shown
from crfcore.text.tag_schemes import OUTSIDE
from crfcore.training.objectives.names import MAX_MARGIN, SOFTMAX_MARGIN
from crfcore.training.online.dual_methods import MARGIN_ALGORITHMS

HAMMING = "hamming"
"""Every wrong label costs 1."""

MISTAKES = ("missed", "invented", "confused")
"""Kinds of wrong labels: "O" where another label is right, another label where "O" is right, and
one of two others for the other."""

MAX_COST = 1_000.0
"""Greatest cost of a label, far beyond differences of scores."""


def check_cost(cost: Any) -> None:
    """Raise CrfError for a cost that is not possible with any labels."""
    if isinstance(cost, Mapping):
        _check_mistakes(cost)
    elif isinstance(cost, str):
        if cost != HAMMING:
            raise _impossible(cost)
    elif cost is not None:
        _matrix(cost)


def check_cost_of(params: Mapping[str, Any]) -> None:
    """Raise CrfError for a cost that the objective does not have, or that is not possible."""
    cost = params["cost"]
    if cost is not None and not has_costs(params):
        raise CrfError(
            f"cost={shown(cost)} is for objective='softmax-margin' or 'max-margin', not for "
            f"{shown(params['objective'])}; leave it out."
        )
    check_cost(cost)


def has_costs(params: Mapping[str, Any]) -> bool:
    """Return whether the objective has costs; some algorithms have no other."""
    has_margin = params["objective"] in (SOFTMAX_MARGIN, MAX_MARGIN)
    return has_margin or params["algorithm"] in MARGIN_ALGORITHMS


def costs_of(params: Mapping[str, Any], names: tuple[str, ...]) -> FloatArray | None:
    """Return the cost of each right and predicted label, None for another objective.

    Parameters
    ----------
    params : mapping
        Checked by `check_cost_of`.
    names : tuple of str
        The labels.

    Returns
    -------
    (L, L) array, or None

    Raises
    ------
    CrfError
        The cost does not suit the labels.
    """
    if not has_costs(params):
        return None
    cost = params["cost"]
    n_labels = len(names)
    if isinstance(cost, Mapping):
        return _costs_of_mistakes(cost, names)
    if cost is None or isinstance(cost, str):
        return 1.0 - np.eye(n_labels)
    costs = _matrix(cost)
    if costs.shape != (n_labels, n_labels):
        raise CrfError(
            f"The cost matrix has the shape {costs.shape}; it must be ({n_labels}, {n_labels}), "
            f"for the labels {shown(', '.join(names))}."
        )
    return costs


def plain_cost(cost: Any) -> Any:
    """Return a checked cost as JSON: None, a string, numbers by mistake, or rows of numbers."""
    if cost is None or isinstance(cost, str):
        return cost
    if isinstance(cost, Mapping):
        return {str(name): float(value) for name, value in cost.items()}
    return _matrix(cost).tolist()


def _costs_of_mistakes(cost: Mapping[str, Any], names: tuple[str, ...]) -> FloatArray:
    if OUTSIDE not in names:
        raise CrfError(
            f"cost={shown(dict(cost))} tells {shown(OUTSIDE)} from other labels, and the labels "
            f"are {_first(names)}; use 'hamming' or a matrix."
        )
    outside = names.index(OUTSIDE)
    missed, invented, confused = (float(cost.get(name, 1.0)) for name in MISTAKES)
    costs = np.full((len(names), len(names)), confused)
    costs[:, outside] = missed
    costs[outside] = invented
    np.fill_diagonal(costs, 0.0)
    return costs


def _first(names: tuple[str, ...]) -> str:
    """Return the first labels in words, each of them whole."""
    more = f" and {len(names) - 10} more" if len(names) > 10 else ""
    return ", ".join(map(shown, names[:10])) + more


def _check_mistakes(cost: Mapping[Any, Any]) -> None:
    for name, value in cost.items():
        if name not in MISTAKES:
            raise CrfError(f"cost has {shown(name)}; it may have {', '.join(MISTAKES)}.")
        is_number = isinstance(value, Real) and not isinstance(value, bool)
        if not (is_number and 0.0 <= value <= MAX_COST):
            raise CrfError(
                f"The cost {name!r} is {shown(value)}; it must be a number from 0 to {MAX_COST:g}."
            )


def _matrix(cost: Any) -> FloatArray:
    """Return a square matrix of costs; CrfError if it is none."""
    try:
        costs = np.array(cost, dtype=np.float64)
    except (TypeError, ValueError, OverflowError):
        raise _impossible(cost) from None
    if costs.ndim != 2 or costs.shape[0] != costs.shape[1]:
        raise _impossible(cost)
    wrong = np.argwhere(~((costs >= 0.0) & (costs <= MAX_COST)))
    if len(wrong):
        row, column = wrong[0].tolist()
        raise CrfError(
            f"The cost in row {row + 1} and column {column + 1} is {costs[row, column]:g}; it must "
            f"be a number from 0 to {MAX_COST:g}."
        )
    unequal = np.flatnonzero(np.diagonal(costs))
    if len(unequal):
        at = int(unequal[0])
        raise CrfError(
            f"The cost of a right label must be 0, and in row {at + 1} of the cost matrix it is "
            f"{costs[at, at]:g}."
        )
    return costs


def _impossible(cost: Any) -> CrfError:
    return CrfError(
        f"cost={shown(cost)} is not possible; it must be 'hamming', numbers for 'missed', "
        "'invented' and 'confused', or a matrix with a row for each right and a column for each "
        "predicted label."
    )
