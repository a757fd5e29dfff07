"""The sub-command `benchmark`."""

from __future__ import annotations

import importlib
import os
from collections.abc import Mapping
from pathlib import Path

import click

from app.cli.group import commands
from app.cli.options import (
    CORPORA,
    PATH,
    OneOf,
    check_places,
    count_from,
    jobs_option,
    json_option,
    scheduler_option,
)
from app.cli.output import print_json, print_line, print_remark

BENCHMARKS = (
    *("training", "tagging", "large-labels", "empirical", "warm-start", "constraints"),
    *("active-learning", "calibration", "formats", "window", "retraining", "by-hand"),
    *("missed-entities", "little-data", "tokens-read", "cluster", "growth"),
)

HELP = f"""Measure Tagwright, some benchmarks against python-crfsuite.

NAME is one of {", ".join(BENCHMARKS)}.
"""

OF_SOME = {
    "tokens": ("constraints", "formats", "window", "cluster", "growth"),
    "keys": ("constraints", "window"),
    "long": ("large-labels", "growth"),
}
"""The benchmarks that have an option."""

KEYS = 400


def _check_options(name: str, given: Mapping[str, object]) -> None:
    """Check that a benchmark has the options that are given."""
    for option, value in given.items():
        if value and name not in OF_SOME[option]:
            raise click.UsageError(
                f"--{option} is for {' or '.join(OF_SOME[option])} alone; leave it out."
            )


@commands.command(help=HELP)
@click.argument("name", metavar="NAME", type=OneOf(BENCHMARKS))
@click.option("--corpora", type=PATH, envvar=CORPORA, help=f"Corpora folder (default: ${CORPORA}).")
@click.option(
    "--tokens",
    type=count_from(1),
    help="Size of the text (constraints, formats, window, cluster, growth).",
)
@click.option(
    "--keys",
    type=count_from(1),
    help=f"How many keys (constraints, window); {KEYS} if not given.",
)
@click.option(
    "--runs",
    type=count_from(1),
    help="How often each is measured [1; warm-start, calibration, little-data, tokens-read: 5].",
)
@click.option(
    "--long",
    is_flag=True,
    help="Also train the whole task (large-labels), or on larger texts (growth), for minutes.",
)
@jobs_option
@scheduler_option
@json_option
def benchmark(
    name: str,
    corpora: Path | None,
    tokens: int | None,
    keys: int | None,
    runs: int | None,
    long: bool,  # noqa: FBT001 - click's flags
    jobs: int,
    scheduler: str | None,
    as_json: bool,  # noqa: FBT001
) -> None:
    """Measure Tagwright."""
    _check_options(name, {"tokens": tokens, "keys": keys, "long": long})
    # Shipped kernels are for any processor, and this machine's own would be compiled meanwhile.
    os.environ.setdefault("CRFCORE_OWN_KERNELS", "1")
    from app.jobs.train_files.cluster import cluster_client
    from app.lab.benchmarks.figures import BenchmarkOptions

    # Imported by name, because one needs Qt, which no other sub-command may load.
    module = importlib.import_module(f"app.lab.benchmarks.{name.replace('-', '_')}")
    usual: int = getattr(module, "RUNS", 1)
    check_places(jobs, scheduler)
    if (jobs > 1 or scheduler) and not getattr(module, "SIDE_BY_SIDE", False):
        option = "--jobs" if scheduler is None else "--scheduler"
        raise click.UsageError(f"{option} would disturb what {name} measures; leave it out.")
    with cluster_client(None, scheduler, report=print_remark) as client:
        options = BenchmarkOptions(
            *(corpora, runs or usual, keys or KEYS, tokens, long),
            report=print_remark,
            jobs=jobs,
            client=client,
        )
        figures = {figure: one.as_json() for figure, one in module.measure(options).items()}
    if as_json:
        print_json(figures)
        return
    for figure, one in figures.items():
        peer = "" if one["peer"] is None else f"  peer {one['peer']:.6g}"
        # Ratios to 0 are undefined.
        peer += "" if one["ratio"] is None else f", ratio {one['ratio']:.3g}"
        print_line(f"{figure:40}{one['ours']:14.6g} {one['unit']}{peer}")
