"""Scaling with the amount of data: evaluation and extraction of several copies."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from statistics import median

import numpy as np

from app.lab.benchmarks.figures import Figure
from app.lab.corpora.conll2000 import read_tagged
from crfcore.features.column_table import Column, ColumnTable
from crfcore.features.dataset import Dataset
from crfcore.features.extraction import TemplateExtractor
from crfcore.features.presets import template_named
from crfcore.features.segments import offsets_of
from crfcore.features.targets import Targets

COPIES = (1, 2, 4, 8)
TRIALS = 5


def scaling_figures(path: Path) -> dict[str, Figure]:
    """Return seconds of processor time per copy, for 1, 2, 4 and 8 copies of the corpus."""
    text = read_tagged(path)
    # The first extraction of a process takes a fifth longer.
    _times(text.table, text.tags, 1)
    figures = {}
    for copies in COPIES:
        table = _copied(text.table, copies)
        times = _times(table, text.tags, copies)
        for name, seconds in times.items():
            figures[f"{name}_per_copy_x{copies}"] = Figure(seconds / copies, None, "s", TRIALS)
    return figures


def _copied(table: ColumnTable, copies: int) -> ColumnTable:
    columns = tuple(Column(np.tile(ids, copies), values) for ids, values in table.columns)
    return ColumnTable(columns, offsets_of(np.tile(np.diff(table.offsets), copies)))


def _times(table: ColumnTable, tags: list[list[str]], copies: int) -> dict[str, float]:
    from crfcore.training.feature_index import feature_index
    from crfcore.training.folding import folding_of
    from crfcore.training.given_labels import targets_for
    from crfcore.training.objectives.objective import Objective

    def extracted() -> TemplateExtractor:
        extractor = TemplateExtractor(template_named("chunking"))
        extractor.fit(table)
        return extractor

    extraction = _median(extracted)
    dataset = Dataset.of(extracted().transform(table))
    one_copy = dataset.select(np.arange(len(tags)))
    targets, _ = targets_for(tags, None, one_copy)
    targets = Targets(np.tile(targets.label_sets, copies), targets.sets, targets.n_labels)
    index = feature_index(dataset, targets)
    folding = folding_of(dataset, index)
    with Objective(dataset, targets, index, folding=folding) as objective:
        objective.precision = "single"
        weights = 0.1 * np.random.default_rng(0).normal(size=objective.n_weights)
        gradient = np.empty_like(weights)
        return {
            "extraction_seconds": extraction,
            "evaluation_seconds": _median(lambda: objective(weights, gradient)),
        }


def _median(work: Callable[[], object]) -> float:
    """Return the median processor time of several trials, after a discarded one."""
    times = []
    for _ in range(TRIALS + 1):
        start = time.process_time()
        work()
        times.append(time.process_time() - start)
    return float(median(times[1:]))
