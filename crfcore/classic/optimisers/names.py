"""Optimisers for smooth functions, by name."""

from __future__ import annotations

import numpy as np

from crfcore.arrays import FloatArray
from crfcore.classic.optimisers.conjugate_gradient import (
    Formula,
    minimise_by_conjugate_gradients,
)
from crfcore.classic.optimisers.event_totals import (
    ChainEvents,
    events_of,
    max_totals,
    n_events_of,
    observed_counts,
)
from crfcore.classic.optimisers.iterative_scaling import minimise_by_gis, minimise_by_iis
from crfcore.classic.optimisers.newton import minimise_by_newton
from crfcore.classic.optimisers.steepest_descent import minimise_by_steepest_descent
from crfcore.training.monitor import Monitor
from crfcore.training.optimisation import SCALINGS, LabelledData, Optimisation, SmoothFunction
from crfcore.training.optimisers.minimisation import Minimum

FORMULAS: dict[str, Formula] = {"cg-fr": "fletcher-reeves", "cg-pr": "polak-ribiere"}
"""Formulas of conjugate gradients by algorithm."""


def minimised_by_name(
    objective: SmoothFunction,
    x: FloatArray,
    wanted: Optimisation,
    data: LabelledData,
    monitor: Monitor | None = None,
) -> Minimum:
    """Minimise an objective; see `crfcore.training.optimisation.minimised_by_name`."""
    stopping, refine, norms = wanted.stopping, objective.refine, objective.norms
    if wanted.algorithm in SCALINGS:
        return _scaled(objective, x, wanted, data, monitor)
    if wanted.algorithm in FORMULAS:
        formula = FORMULAS[wanted.algorithm]
        return minimise_by_conjugate_gradients(
            objective, x, formula, stopping=stopping, monitor=monitor, refine=refine, norms=norms
        )
    if wanted.algorithm == "newton":
        return minimise_by_newton(
            objective, x, stopping=stopping, monitor=monitor, refine=refine, norms=norms
        )
    return minimise_by_steepest_descent(
        objective, x, stopping=stopping, monitor=monitor, refine=refine, norms=norms
    )


def _scaled(
    objective: SmoothFunction,
    x: FloatArray,
    wanted: Optimisation,
    data: LabelledData,
    monitor: Monitor | None,
) -> Minimum:
    """Minimise by generalised or improved iterative scaling."""
    events = events_of(wanted.algorithm, data.dataset, data.targets, data.sentence_weights)
    observed = observed_counts(events, data.index)
    if wanted.algorithm == "iis":
        by_total = ChainEvents(events, data.index, observed, c2=wanted.c2, cancelled=data.cancelled)
        return minimise_by_iis(
            by_total, x, observed, wanted.c2, stopping=wanted.stopping, monitor=monitor
        )
    totals = max_totals(events.dataset, data.index)
    return minimise_by_gis(
        objective,
        x,
        observed,
        # Sentences without any feature would make a total of 0.
        max(float(np.max(totals, initial=0.0)), 1.0),
        wanted.c2,
        n_events=n_events_of(events) if wanted.correction else None,
        stopping=wanted.stopping,
        monitor=monitor,
    )
