"""Measurements that anybody can repeat: ours and a peer in turn, in one run.

A module of the table is imported when it is asked for: it may need Qt, or a peer that only the
`bench` extra installs.
"""

from __future__ import annotations

import importlib
from typing import Any

from app.benchmarks.figures import BenchmarkError, BenchmarkOptions, Figure

BENCHMARKS: dict[str, str] = {
    "training": "app.benchmarks.training",
    "window": "app.benchmarks.window",
}
"""Name of a benchmark → the module whose ``measure(options)`` returns its figures."""


def run_benchmark(name: str, options: BenchmarkOptions) -> dict[str, dict[str, Any]]:
    """Measure, and return each figure as JSON writes it."""
    if name not in BENCHMARKS:
        known = ", ".join(sorted(BENCHMARKS))
        raise BenchmarkError(f"There is no benchmark '{name}'; there are {known}.")
    module = importlib.import_module(BENCHMARKS[name])
    figures: dict[str, Figure] = module.measure(options)
    return {figure: value.as_json() for figure, value in figures.items()}


__all__ = ["BENCHMARKS", "BenchmarkError", "BenchmarkOptions", "Figure", "run_benchmark"]
