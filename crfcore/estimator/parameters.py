"""Checks of the estimator's parameters, and the training settings made of them.

The parameters are a mapping, ``get_params()`` of the estimator.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from numbers import Integral, Real
from os import PathLike
from typing import Any

import numpy as np

from crfcore.arrays import plain_number
from crfcore.errors import CrfError, shown
from crfcore.estimator.costs import check_cost_of, costs_of
from crfcore.estimator.counting_parameters import check_counting
from crfcore.estimator.dev_scores import DEV_SCORES
from crfcore.estimator.extractors import Extractor
from crfcore.estimator.learned import Learned
from crfcore.estimator.transitions import allowed_transitions
from crfcore.messages import message
from crfcore.training.defaults import DEFAULT_C2, MAX_REAL, MAX_THREADS, MIN_REAL
from crfcore.training.fitting import FeatureChoice
from crfcore.training.objectives.names import MAX_MARGIN, OBJECTIVES
from crfcore.training.online.dual_methods import DUAL_ALGORITHMS, MARGIN_ALGORITHMS
from crfcore.training.online.dual_variables import DualSettings
from crfcore.training.online.gradient import Calibration
from crfcore.training.online.passive_aggressive import Aggression
from crfcore.training.online_fitting import ONLINE_ALGORITHMS, WITHOUT_DUAL, OnlineSettings
from crfcore.training.optimisation import OPTIMISERS, SCALINGS, Optimisation
from crfcore.training.optimisers.minimisation import Stopping

ALGORITHMS = (*OPTIMISERS, "empirical", *ONLINE_ALGORITHMS)
"""Training algorithms."""

ALGORITHMS_OF_LIKELIHOOD = (*SCALINGS, "empirical", *WITHOUT_DUAL)
"""Algorithms that support only the likelihood as objective."""

INITIALS = ("auto", "zeros", "empirical", "passes")
"""Initial weights of an optimiser, besides another model."""

PASSES_OF_DUAL, GAP_OF_DUAL = 30, 0.01
"""Defaults of max_iterations and epsilon for methods on dual variables; F1 often stands after 20
passes, where the gap is still wide."""

LINE_SEARCHES = (None, "MoreThuente", "Backtracking", "StrongBacktracking")
"""CRFsuite's names; here each means the search for the strong Wolfe conditions."""

NOT_AVAILABLE = ("trainer_cls",)
"""Unsupported parameters of sklearn_crfsuite, which must be None."""

_MINIMA = {
    "c1": 0.0,
    "c2": 0.0,
    "min_freq": 0.0,
    "min_count": 1,
    "max_iterations": 0,
    "num_memories": 1,
    "epsilon": 0.0,
    "period": 0,
    "delta": 0.0,
    "max_linesearch": 1,
    "calibration_samples": 1,
    "calibration_candidates": 1,
    "calibration_max_trials": 1,
    "pa_type": 0,
    "threads": 1,
    "seed": 0,
    "patience": 1,
    "longest": 1,
}
"""The least value of each number."""

MAX_LONGEST = 10_000
"""Limit of the tokens of a segment, also in a file."""

_MAXIMA = {
    "num_memories": 10_000,
    "threads": MAX_THREADS,
    "seed": MAX_REAL,
    "longest": MAX_LONGEST,
}
"""The greatest value of some numbers; of others, `_MAX_WHOLE` or `MAX_REAL`."""

_MAX_WHOLE = 2**63 - 1

_NEVER_NONE = ("threads", "seed")
"""Numbers that must not be None."""

_NO_BOOLS = ("threads", "longest", "num_memories")
"""Numbers that must not be booleans, for kernels or files refuse them."""

SWITCHES = (
    "all_possible_states",
    "all_possible_transitions",
    "error_sensitive",
    "averaging",
    "verbose",
    "keep_tempfiles",
    "correction",
    "ends",
)
"""Parameters that are true or false; None means the default."""

_POSITIVE = ("calibration_eta", "calibration_rate", "c", "variance", "gamma", "relative_change")
"""Numbers that must be greater than 0."""

_NOT_TINY = ("c2", "c", "variance", "gamma", "calibration_eta", "calibration_rate")
"""Numbers that algorithms divide by."""

_REALS = (*_POSITIVE, "c2", "epsilon", "delta")
"""Numbers that kernels need as floats: Python's integers may be too large for them."""

_ARRAYS = ("allowed_transitions", "code", "cost")
"""Parameters that may be arrays."""


def check_parameters(params: Mapping[str, Any]) -> None:
    """Raise CrfError, with the name and value of a parameter, if it is invalid."""
    _check_no_arrays(params)
    if params["algorithm"] not in (None, *ALGORITHMS):
        raise CrfError(
            f"The algorithm {shown(params['algorithm'])} is not available; "
            f"choose one of {', '.join(ALGORITHMS)}."
        )
    _check_unsupported(params)
    check_numbers(params)
    _check_tiny(params)
    _check_online(params)
    if params["algorithm"] in DUAL_ALGORITHMS:
        _check_dual(params)
    check_counting(params)
    if params["dev_score"] not in DEV_SCORES:
        raise CrfError(
            f"dev_score={shown(params['dev_score'])} is unknown; use one of "
            f"{', '.join(DEV_SCORES)}."
        )
    _check_objective(params)
    _check_penalties(params)
    if params["correction"] and params["algorithm"] != "gis":
        raise CrfError(
            f"correction={shown(params['correction'])} is not possible with "
            f"algorithm={shown(params['algorithm'])}: only 'gis' has a correction feature; leave "
            f"it out."
        )
    name = params["model_filename"]
    if name is not None and not isinstance(name, str | PathLike):
        raise CrfError(f"model_filename={shown(name)} is not possible; it must be a file's name.")
    initial = params["initial"]
    if not (isinstance(initial, Learned) or (isinstance(initial, str) and initial in INITIALS)):
        raise CrfError(
            f"initial={shown(initial)} is unknown; use one of {', '.join(INITIALS)}, or another "
            f"model."
        )


def _check_no_arrays(params: Mapping[str, Any]) -> None:
    """Raise CrfError for an array, which can be compared to no single value."""
    for name, value in params.items():
        if isinstance(value, np.ndarray) and name not in _ARRAYS:
            raise CrfError(
                f"{name}={shown(value)} is not possible; it must be a single value, not an array."
            )


def _check_objective(params: Mapping[str, Any]) -> None:
    algorithm, objective = params["algorithm"], params["objective"]
    known = (*OBJECTIVES, MAX_MARGIN)
    if objective not in known:
        raise CrfError(f"objective={shown(objective)} is unknown; use one of {', '.join(known)}.")
    possible: Sequence[str] = OBJECTIVES
    if algorithm in DUAL_ALGORITHMS:
        possible = ("likelihood", MAX_MARGIN)
    elif algorithm in ALGORITHMS_OF_LIKELIHOOD:
        possible = ("likelihood",)
    if objective not in possible:
        better = "bcfw" if objective == MAX_MARGIN else "lbfgs"
        raise CrfError(
            f"algorithm={shown(algorithm)} does not minimise objective={shown(objective)}; "
            f"use algorithm={better!r}."
        )
    check_cost_of(params)


def check_numbers(params: Mapping[str, Any]) -> None:
    """Raise CrfError for a number that is none or out of range, or a switch that is no boolean."""
    for name, given in params.items():
        if name in SWITCHES and not _is_switch(given):
            raise CrfError(f"{name}={shown(given)} is not possible; it must be True or False.")
        value, least = plain_number(given), _MINIMA.get(name)
        if least is None or (value is None and name not in _NEVER_NONE):
            continue
        is_whole = isinstance(least, int)
        kind, called = (Integral, "whole number") if is_whole else (Real, "number")
        most = _MAXIMA.get(name, _MAX_WHOLE if is_whole else MAX_REAL)
        is_kind = isinstance(value, kind) and not (
            isinstance(given, np.bool_) or (name in _NO_BOOLS and isinstance(value, bool))
        )
        if not (is_kind and least <= value <= most):
            also = "" if not is_kind or value < least else f" and at most {most:g}"
            raise CrfError(
                f"{name}={shown(value)} is not possible; it must be a {called}, at least {least}"
                f"{also}."
            )


def _check_tiny(params: Mapping[str, Any]) -> None:
    """Raise CrfError for a number so small that divisions by it overflow."""
    for name in _NOT_TINY:
        value = plain_number(params[name])
        is_number = isinstance(value, Real)
        if is_number and 0.0 < value < MIN_REAL:
            raise CrfError(
                message(
                    "{name}={value} is too small; give at least {least:g}.",
                    name=name,
                    value=shown(value),
                    least=MIN_REAL,
                )
            )


def _is_switch(value: Any) -> bool:
    """Return whether a value is a boolean, or 0 or 1, as code for other libraries has them."""
    if value is None or isinstance(value, bool | np.bool_):
        return True
    return isinstance(value, Integral) and value in (0, 1)


def check_chain(crf: Any, **numbers: tuple[Any, float]) -> None:
    """Raise CrfError unless a model is a LinearChainCRF, and each number is at least the second.

    Those of whole least numbers must be whole themselves.
    """
    if not isinstance(crf, Learned) or crf.KIND != "LinearChainCRF":
        raise CrfError(f"A LinearChainCRF is needed, and {shown(crf)} is none; give one.")
    for name, (value, least) in numbers.items():
        kind = Integral if isinstance(least, int) else Real
        if not (isinstance(value, kind) and least <= plain_number(value) <= MAX_REAL):
            wanted = "whole number" if isinstance(least, int) else "number"
            raise CrfError(
                f"{name}={shown(value)} is not possible; it must be a {wanted} from {least} to "
                f"{MAX_REAL:g}."
            )


def check_range(name: str, value: Any, least: float, most: float) -> None:
    """Raise CrfError unless a parameter is a number in a range."""
    is_number = isinstance(value, Real) and not isinstance(value, bool)
    if not (is_number and least <= value <= most):
        raise CrfError(
            f"{name}={shown(value)} is not possible; it must be a number from {least:g} to "
            f"{most:g}."
        )


def check_whole(name: str, value: Any, least: int, most: int) -> None:
    """Raise CrfError unless a parameter is a whole number in a range."""
    is_whole = isinstance(value, Integral) and not isinstance(value, bool)
    if not (is_whole and least <= value <= most):
        raise CrfError(
            f"{name}={shown(value)} is not possible; it must be a whole number from {least} to "
            f"{most:,}."
        )


def generator(seed: int) -> np.random.Generator:
    """Return the random numbers of a seed; CrfError if it is not a whole number from 0 on."""
    if not (isinstance(seed, Integral) and seed >= 0):
        raise CrfError(f"seed={shown(seed)} is not possible; it must be a whole number from 0 on.")
    return np.random.default_rng(int(seed))


def check_choice(
    params: Mapping[str, Any], name: str, possible: Sequence[Any], other: str = ""
) -> None:
    """Raise CrfError unless a parameter is one of some values; ``other`` names further ones."""
    value = params[name]
    if not any(value is one or (isinstance(value, str) and value == one) for one in possible):
        one_of = "one of " if len(possible) > 1 else ""
        raise CrfError(
            f"{name}={shown(value)} is not possible; use {one_of}"
            f"{', '.join(map(repr, possible))}{other}."
        )


def _check_online(params: Mapping[str, Any]) -> None:
    wanted = params["allowed_transitions"]
    is_restricted = not (isinstance(wanted, str) and wanted == "all")
    if is_restricted and params["algorithm"] not in {None, *OPTIMISERS}:
        raise CrfError(
            f"algorithm={shown(params['algorithm'])} does not heed allowed_transitions; use "
            "algorithm='lbfgs'."
        )
    for name in _POSITIVE:
        value = params[name]
        if value is not None and not (
            isinstance(value, Real) and 0.0 < plain_number(value) <= MAX_REAL
        ):
            raise CrfError(f"{name}={shown(value)} is not possible; it must be a number above 0.")
    if params["pa_type"] not in (None, 0, 1, 2):
        raise CrfError(f"pa_type={shown(params['pa_type'])} is not possible; it must be 0, 1 or 2.")
    has_objective = params["algorithm"] in {None, "l2sgd", *OPTIMISERS}
    if params["relative_change"] is not None and not has_objective:
        raise CrfError(
            f"relative_change={shown(params['relative_change'])} is not possible with "
            f"algorithm={shown(params['algorithm'])}, which has no objective; leave it out."
        )


def _check_penalties(params: Mapping[str, Any]) -> None:
    """Raise CrfError for an L1 penalty that an algorithm does not have."""
    algorithm = params["algorithm"]
    if algorithm not in {None, "lbfgs", "empirical"} and params["c1"]:
        raise CrfError(
            f"c1={shown(params['c1'])} is not possible with algorithm={shown(algorithm)}; use "
            "algorithm='lbfgs' for the L1 penalty."
        )


def _check_dual(params: Mapping[str, Any]) -> None:
    algorithm, initial = shown(params["algorithm"]), params["initial"]
    if params["c2"] == 0:
        raise CrfError(
            f"c2=0 is not possible with algorithm={algorithm}: without a penalty there are no "
            "dual variables; give c2 above 0."
        )
    if not (isinstance(initial, str) and initial in {"auto", "zeros"}):
        raise CrfError(
            f"initial={shown(initial)} is not possible with algorithm={algorithm}, whose dual "
            "variables begin with weights of 0; leave it out."
        )


def _check_unsupported(params: Mapping[str, Any]) -> None:
    for name in NOT_AVAILABLE:
        if params[name] is not None:
            raise CrfError(
                f"The parameter {name}={shown(params[name])} belongs to something that is not "
                "available here; leave it out."
            )
    if params["linesearch"] not in LINE_SEARCHES:
        raise CrfError(
            f"linesearch={shown(params['linesearch'])} is unknown; leave it out, or use one of "
            f"{', '.join(filter(None, LINE_SEARCHES))}, which are all the same here."
        )


def feature_choice(
    params: Mapping[str, Any], extractor: Extractor, names: tuple[str, ...]
) -> FeatureChoice:
    """Return the choice of weights; names are those of the labels."""
    return FeatureChoice(
        bool(params["all_possible_states"]),
        bool(params["all_possible_transitions"]),
        float(params["min_freq"] or 0.0),
        transitions=extractor.has_transitions,
        allowed_transitions=allowed_transitions(params["allowed_transitions"], names),
    )


def optimisation(params: Mapping[str, Any], names: tuple[str, ...] = ()) -> Optimisation:
    """Return the settings of an optimiser; None means the default.

    Parameters
    ----------
    params : mapping
    names : tuple of str
        The labels, if the objective may have costs.
    """
    limits = {
        name: params[name]
        for name in ("max_iterations", "max_linesearch")
        if params[name] is not None
    }
    given = {
        name: params[name] for name in ("epsilon", "period", "delta") if params[name] is not None
    }
    stopping = Stopping(**given, **limits)
    if params["relative_change"] is not None:
        stopping = Stopping.at_relative_change(float(params["relative_change"]), **limits)
    return Optimisation(
        c1=float(params["c1"] or 0.0),
        c2=DEFAULT_C2 if params["c2"] is None else float(params["c2"]),
        memory=6 if params["num_memories"] is None else params["num_memories"],
        stopping=stopping,
        threads=params["threads"],
        seed=params["seed"],
        objective=params["objective"],
        algorithm=params["algorithm"] or "lbfgs",
        correction=bool(params["correction"]),
        costs=costs_of(params, names),
    )


def online_settings(params: Mapping[str, Any], names: tuple[str, ...]) -> OnlineSettings:
    """Return the settings of an online method; None means the default.

    Parameters
    ----------
    params : mapping
    names : tuple of str
        The labels.
    """
    algorithm = params["algorithm"]

    def given(**names: str) -> dict[str, Any]:
        """Return the parameters that are not None, under the names of a record's fields."""
        plain = {field: plain_number(params[name]) for field, name in names.items()}
        return {
            field: float(value) if names[field] in _REALS else value
            for field, value in plain.items()
            if value is not None
        }

    passes: dict[str, Any] = {"max_iterations": 1000 if algorithm == "l2sgd" else 100}
    if algorithm in DUAL_ALGORITHMS:
        passes = {"max_iterations": PASSES_OF_DUAL, "epsilon": GAP_OF_DUAL}
    is_margin = params["objective"] == MAX_MARGIN or algorithm in MARGIN_ALGORITHMS
    stopping = ("max_iterations", "epsilon", "period", "delta", "c2", "variance", "gamma", "seed")
    if params["relative_change"] is not None:
        params = {**params, "period": 1, "delta": params["relative_change"]}
    return OnlineSettings(
        algorithm=algorithm,
        dual=DualSettings(entropic=not is_margin, **given(averaging="averaging")),
        costs=costs_of(params, names),
        calibration=Calibration(
            **given(
                eta="calibration_eta",
                rate="calibration_rate",
                samples="calibration_samples",
                candidates="calibration_candidates",
                max_trials="calibration_max_trials",
            )
        ),
        aggression=Aggression(
            **given(kind="pa_type", c="c", error_sensitive="error_sensitive", averaging="averaging")
        ),
        **{**passes, **given(**{name: name for name in stopping})},
    )
