"""Exact and approximate inference in factor graphs by one function."""

from __future__ import annotations

from dataclasses import dataclass
from numbers import Integral, Real
from typing import Any

import numpy as np

from crfcore.errors import CrfError, shown
from crfcore.graphs.belief_propagation import (
    SCHEDULES,
    Passing,
    max_product,
    reweighted,
    sum_product,
)
from crfcore.graphs.beliefs import Beliefs
from crfcore.graphs.cuts import expansion
from crfcore.graphs.factor_graph import FactorGraph, WidthError
from crfcore.graphs.junction_tree import MAX_ENTRIES, JunctionTree
from crfcore.graphs.local_polytope import relaxed
from crfcore.graphs.sites import COOLING, gibbs, mean_field

METHODS = (
    "junction-tree",
    "bp",
    "max-product",
    "trw",
    "mean-field",
    "gibbs",
    "lp",
    "expansion",
)


MAX_SWEEPS = 10_000_000
"""Limit of sweeps and passes."""


@dataclass(frozen=True, slots=True)
class _Options:
    """The parameters of `infer`, checked."""

    max_entries: int
    max_iterations: int
    tolerance: float
    damping: float
    schedule: str
    time_limit: float | None
    integral: bool
    n_samples: int
    burn_in: int
    thin: int
    cooling: str | None
    start: Any

    def __post_init__(self) -> None:
        for name, least, most in (
            ("max_entries", 1, 2**40),
            ("max_iterations", 1, MAX_SWEEPS),
            ("n_samples", 1, MAX_SWEEPS),
            ("burn_in", 0, MAX_SWEEPS),
            ("thin", 1, MAX_SWEEPS),
        ):
            value: Any = getattr(self, name)
            is_integer = isinstance(value, Integral) and not isinstance(value, bool)
            if not is_integer or not least <= value <= most:
                raise CrfError(
                    f"{name} must be an integer from {least} on, at most {most:,}, not "
                    f"{shown(value)}."
                )
        for name, below in (("tolerance", np.inf), ("damping", 1.0)):
            value = getattr(self, name)
            number = float(value) if isinstance(value, Real) else np.nan
            if not 0.0 <= number < below:
                limit = "" if below == np.inf else f" and below {below:g}"
                raise CrfError(f"{name} must be a number from 0 on{limit}, not {shown(value)}.")
        for name, choices in (("schedule", SCHEDULES), ("cooling", COOLING)):
            value = getattr(self, name)
            if not (value is None or isinstance(value, str)) or value not in choices:
                raise CrfError(
                    f"{name} must be one of {', '.join(map(repr, choices))}, not {shown(value)}."
                )
        if not isinstance(self.integral, bool | np.bool_):
            raise CrfError(f"integral must be True or False, not {shown(self.integral)}.")
        seconds = self.time_limit
        if seconds is not None and not (isinstance(seconds, Real) and seconds > 0.0):
            raise CrfError(f"time_limit must be seconds above 0, or None, not {shown(seconds)}.")

    @property
    def passing(self) -> Passing:
        return Passing(self.max_iterations, self.tolerance, self.damping, self.schedule)


def infer(
    graph: FactorGraph,
    method: str | None = None,
    *,
    max_entries: int = MAX_ENTRIES,
    max_iterations: int = 200,
    tolerance: float = 1e-6,
    damping: float = 0.0,
    schedule: str = "tree",
    time_limit: float | None = None,
    integral: bool = False,
    n_samples: int = 1000,
    burn_in: int = 100,
    thin: int = 1,
    cooling: str | None = None,
    start: Any = None,
    rng: np.random.Generator | int | None = None,
) -> Beliefs:
    """Return probabilities and the best states of a factor graph.

    Parameters
    ----------
    graph : FactorGraph
    method : str, optional
        "junction-tree" is exact. "bp" (sum-product propagation) approximates marginals and log Z,
        "max-product" the best states; both are exact without cycles. "trw" gives an upper bound of
        log Z and "mean-field" a lower one. "gibbs" samples. "lp" gives the best states with a bound
        of the best score. "expansion" gives good states for factors that reward agreement (the best
        ones for two states). By default the junction tree if `max_entries` allows it, else "bp".
    max_entries : int
        Limit of the entries of the junction tree's tables.
    max_iterations : int
        Most passes over all messages, sweeps of mean field, or rounds of expansion.
    tolerance : float
        Greatest change of a message or probability at which to stop.
    damping : float
        The part of an old message that is kept; at least 0.5 after 50 iterations.
    schedule : str
        "tree", "sequential" or "residual": the order of messages.
    time_limit : float, optional
        Seconds for "lp".
    integral : bool
        Whether "lp" solves the integer program instead of the relaxation.
    n_samples, burn_in, thin : int
        For "gibbs": sweeps that count, sweeps before them, and every which one is counted.
    cooling : str, optional
        "linear": simulated annealing by "gibbs".
    start : (V,) array, optional
        First states of "gibbs".
    rng : numpy.random.Generator or int, optional
        For "gibbs"; needed there.

    Returns
    -------
    Beliefs

    Raises
    ------
    WidthError
        The junction tree that was asked for needs too many entries.
    NotAssociativeError
        "expansion" is not possible for these factors.
    NoStatesError
        No assignment is possible.
    CrfError
        A parameter is out of its range, or the method is not for this graph.
    """
    if not isinstance(graph, FactorGraph):
        raise CrfError(f"The graph must be a FactorGraph, not {shown(graph)}.")
    options = _Options(
        max_entries,
        max_iterations,
        tolerance,
        damping,
        schedule,
        time_limit,
        integral,
        n_samples,
        burn_in,
        thin,
        cooling,
        start,
    )
    if method is None:
        try:
            return JunctionTree(graph, max_entries).beliefs()
        except WidthError:
            method = "bp"
    given: Any = method
    if not isinstance(given, str) or given not in METHODS:
        raise CrfError(f"method must be one of {', '.join(METHODS)}, not {shown(method)}.")
    if method == "gibbs":
        if rng is None:
            raise CrfError("Gibbs sampling draws at random; give rng, a generator or a seed.")
        try:
            generator = np.random.default_rng(rng)
        except (TypeError, ValueError) as error:
            message = f"rng must be a generator or a whole number from 0 on, not {shown(rng)}."
            raise CrfError(message) from error
        return _sampled(graph, generator, options)
    return _by_method(graph, method, options)


def _sampled(graph: FactorGraph, rng: np.random.Generator, options: _Options) -> Beliefs:
    return gibbs(
        graph,
        rng,
        n_samples=options.n_samples,
        burn_in=options.burn_in,
        thin=options.thin,
        cooling=options.cooling,
        start=options.start,
    )


def _by_method(graph: FactorGraph, method: str, options: _Options) -> Beliefs:
    if method == "junction-tree":
        return JunctionTree(graph, options.max_entries).beliefs()
    if method == "mean-field":
        return mean_field(graph, options.max_iterations, options.tolerance)
    if method == "lp":
        return relaxed(graph, integral=options.integral, time_limit=options.time_limit)
    if method == "expansion":
        return expansion(graph, options.max_iterations)
    passed = {"bp": sum_product, "max-product": max_product, "trw": reweighted}
    return passed[method](graph, options.passing)
