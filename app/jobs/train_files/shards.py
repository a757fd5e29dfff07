"""Training on files in shards, on the command line."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from app.jobs.data.templates import template_for
from app.jobs.kernels import load_kernels
from app.jobs.labelled_files.labelled_data import LabelledData, load
from app.jobs.train_files.cluster import cluster_client, watching_workers
from app.jobs.train_files.options import TrainingOptions
from app.jobs.train_files.train import Training
from crfcore.errors import DataError
from crfcore.machine import peak_memory
from crfcore.messages import counted
from crfcore.text.tag_schemes import detect_scheme
from crfcore.training.defaults import DEFAULT_C2

if TYPE_CHECKING:
    from crfcore.crf import LinearChainCRF
    from crfcore.training.monitor import Monitor
    from crfcore.training.shards.texts import LabelledTable

TOLD_EACH = 10.0
"""Seconds between two reports of how many files have been read."""


def read_labelled(path: Path, columns: Sequence[str] = ()) -> LabelledTable:
    """Read a labelled file of any format; DataError for a project."""
    from app.formats.output import is_project
    from crfcore.training.shards.texts import LabelledTable

    if is_project(path):
        raise DataError(
            "This is a project, and shards are made of files; export it first.", path=path
        )
    data = load(path, columns)
    note: dict[str, Any] = {"columns": list(data.columns)}
    if data.attribute:
        note["label_attribute"] = data.attribute
    return LabelledTable(data.table, data.tags, data.labels, note)


class ReportingReader:
    """Reads labelled files, and reports every `TOLD_EACH` seconds how many have been read."""

    def __init__(
        self, columns: Sequence[str], n_files: int, report: Callable[[str], object]
    ) -> None:
        self._columns = columns
        self._n_files = n_files
        self._report = report
        self._n_read = 0
        self._told_at = time.monotonic()

    def __call__(self, path: Path) -> LabelledTable:
        """Read a file; see `read_labelled`."""
        table = read_labelled(path, self._columns)
        self._n_read += 1
        now = time.monotonic()
        if now - self._told_at >= TOLD_EACH and self._n_read < self._n_files:
            self._told_at = now
            self._report(f"{self._n_read:,} of {self._n_files:,} files read …")
        return table


def train_on_shards(
    data: Path,
    columns: Sequence[str],
    options: TrainingOptions,
    monitor: Monitor | None = None,
    report: Callable[[str], object] | None = None,
    *,
    out_of_core: Path | None = None,
    shard_tokens: int | None = None,
    checkpoint: Path | None = None,
    resume: Path | None = None,
    workers: int | None = None,
    scheduler: str | None = None,
    dashboard: bool = False,
) -> Training:
    """Train on a file, or on all files that match a pattern.

    ``checkpoint`` gets the state of the training every ten iterations, ``resume`` is such a file.
    ``workers`` processes of this machine evaluate the shards, or those of a ``scheduler``.
    """
    from crfcore.crf import LinearChainCRF
    from crfcore.estimator.checkpoints import read_checkpoint
    from crfcore.training.shards.plan import SHARD_TOKENS
    from crfcore.training.shards.source import Shards

    shards = Shards.from_files(
        data,
        shard_tokens=shard_tokens or SHARD_TOKENS,
        out_of_core=out_of_core,
        read=partial(read_labelled, columns=tuple(columns)),
    )
    template = template_for(options.template, "") if isinstance(options.template, str) else None
    state = None if resume is None else read_checkpoint(resume)
    seconds_compile = load_kernels("labelling", report=report)
    started = time.perf_counter()
    crf = LinearChainCRF(
        c1=options.c1,
        c2=_penalty(options, state),
        template=template or options.template,
        min_count=options.min_count,
        max_iterations=options.max_iterations,
        all_possible_states=options.all_states,
        threads=options.threads,
        initial=options.initial,
    )
    with cluster_client(workers, scheduler, dashboard=dashboard, report=report) as client:
        if report is not None and client is None:
            reader = ReportingReader(tuple(columns), len(shards.paths), report)
            shards = replace(shards, read=reader)
        if report is not None:
            report(f"Reading {counted(len(shards.paths), 'file')} into shards …")
        crf.fit(
            shards,
            monitor=watching_workers(client, monitor, report),
            state=state,
            keep_state=options.keep_state,
            new_labels=True,
            client=client,
            checkpoint=checkpoint,
        )
    crf.metadata_ |= {"template": str(crf.template), "scheme": detect_scheme([crf.classes_])}
    seconds = time.perf_counter() - started
    return Training(crf, _figures(crf, len(shards.paths), seconds, seconds_compile))


def _figures(
    crf: LinearChainCRF, n_files: int, seconds: float, seconds_compile: float
) -> dict[str, Any]:
    """Return the figures of a training for the JSON."""
    record = crf.training_
    return {
        "algorithm": record.algorithm,
        "objective": record.objective,
        "iterations": record.iterations,
        "evaluations": record.evaluations,
        "seconds": record.seconds,
        "seconds_features": seconds - record.seconds,
        "seconds_compile": seconds_compile,
        "n_files": n_files,
        "n_sentences": record.n_sentences,
        "n_tokens": record.n_tokens,
        "n_attributes": record.n_attributes,
        "n_features": record.n_features,
        "n_labels": record.n_labels,
        "peak_rss_bytes": peak_memory(),
        "converged": record.converged,
        "reason": record.reason,
        **({"n_nonzero": crf.n_nonzero_} if crf.c1 else {}),
    }


def _penalty(options: TrainingOptions, state: Any) -> float:
    """Return the given L2 regularisation, or that of the training to resume, or the default."""
    if options.c2 is not None:
        return options.c2
    return DEFAULT_C2 if state is None else float(state.c2)


def like_shards(training: Training) -> LabelledData:
    """Return labelled data without a sentence, with the columns of a model's files."""
    from app.jobs.train_files.expected_text import no_labelled_data

    metadata = training.crf.metadata_
    return replace(
        no_labelled_data(),
        columns=tuple(metadata["columns"]),
        attribute=metadata.get("label_attribute", ""),
    )
