"""Options of a training over shards: out of core, with checkpoints, on several processes."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, TypeVar

import click

from app.cli.options import OUTPUT, PATH, count_from, scheduler_option
from app.cli.output import check_output, print_remark
from app.cli.progress import print_remark_under_bar, training_progress
from app.cli.training_checks import naming_state
from crfcore.errors import CrfError, DataError

F = TypeVar("F", bound=Callable[..., Any])

NAMES = (
    *("out_of_core", "shard_tokens", "checkpoint", "resume"),
    *("workers", "scheduler", "dashboard"),
)
"""The options by their parameters."""

POSSIBLE = frozenset(
    {
        *("template", "c1", "c2", "min_count", "max_iterations", "all_states", "threads"),
        *("seed", "algorithm", "initial", "keep_state"),
    }
)
"""Other options of a training that shards have, too."""

DEFAULTS = {"expect_weight": 10.0, "segments": "segments", "jobs": 1, "tokens": "words"}
"""Defaults of other options that are not empty."""


def shard_options(command: F) -> F:
    """Add the options of a training over shards."""
    out_of_core = click.option(
        "--out-of-core",
        type=PATH,
        metavar="DIR",
        help="Train on more text than fits into memory: DATA, which may be a pattern such as "
        "'corpus/*.gz', is cut into shards, files in this folder of which one at a time is used.",
    )
    shard_tokens = click.option(
        "--shard-tokens",
        type=count_from(1),
        metavar="N",
        help="How many tokens a shard of DATA has, about (200,000 if not given).",
    )
    checkpoint = click.option(
        "--checkpoint",
        type=OUTPUT,
        metavar="FILE",
        help="Write the state of a training over shards to this file every ten iterations.",
    )
    resume = click.option(
        "--resume",
        type=PATH,
        metavar="FILE",
        help="Go on from this checkpoint, on the same data and with the same options, but for "
        "--initial.",
    )
    return out_of_core(shard_tokens(checkpoint(resume(_cluster_options(command)))))


def _cluster_options(command: F) -> F:
    workers = click.option(
        "--workers",
        type=count_from(1),
        metavar="N",
        help="The number of processes of this machine that train. Needs the extra “cluster”.",
    )
    dashboard = click.option(
        "--dashboard", is_flag=True, help="With --workers: show what they do at a local address."
    )
    return workers(scheduler_option(dashboard(command)))


def taken(choices: dict[str, Any]) -> dict[str, Any]:
    """Remove the options of shards from all others; return those that are given."""
    found = {name: choices.pop(name) for name in NAMES}
    return {name: value for name, value in found.items() if value not in (None, False)}


def _check_together(shards: Mapping[str, Any]) -> None:
    given = [name for name in ("workers", "scheduler", "out_of_core") if name in shards]
    if len(given) > 1:
        one, other = (name.replace("_", "-") for name in given[:2])
        raise click.UsageError(f"--{one} cannot be combined with --{other}; leave one of them out.")
    if "dashboard" in shards and "workers" not in shards:
        raise click.UsageError("--dashboard is for --workers; add it.")


def check_shard_choices(
    shards: Mapping[str, Any], choices: Mapping[str, Any], **others: object
) -> None:
    """Check that nothing is given that a training over shards does not have."""
    _check_together(shards)
    if "resume" in shards and choices["initial"] != "auto":
        raise click.UsageError(
            "--initial cannot be combined with --resume, which goes on from the weights of the "
            "checkpoint; leave one of them out."
        )
    given = {**choices, **others}
    refused = [
        name
        for name, value in given.items()
        if name not in POSSIBLE and value and value != DEFAULTS.get(name)
    ]
    refused += ["algorithm"] * (choices["algorithm"] != "lbfgs")
    refused += ["initial"] * (choices["initial"] in ("empirical", "passes"))
    if refused:
        name = {"gazetteers": "gazetteer", "grammars": "grammar", "state_path": "state"}.get(
            refused[0], refused[0]
        )
        raise click.UsageError(
            f"--{name.replace('_', '-')} is not available over shards, where L-BFGS maximises the "
            "likelihood; leave it out, or train without shards."
        )


def train_over_shards(
    data: Path, columns: tuple[str, ...], choices: dict[str, Any], shards: Mapping[str, Any]
) -> Any:
    """Return the `Training` on files in shards."""
    from app.jobs.train_files.options import TrainingOptions
    from app.jobs.train_files.shards import train_on_shards

    checkpoint = shards.get("checkpoint")
    without_initial = " (without --initial)" if choices["initial"] != "auto" else ""
    before = _written_at(checkpoint)
    n_iterations = 0

    def report(sentence: str) -> None:
        (print_remark_under_bar if n_iterations else print_remark)(sentence)

    try:
        with training_progress() as monitor, naming_state(shards.get("resume"), "--resume"):

            def watch(progress: Any) -> None:
                nonlocal n_iterations
                n_iterations = progress.iteration
                monitor(progress)

            options = TrainingOptions(**choices)
            return train_on_shards(data, columns, options, watch, report, **shards)
    except (KeyboardInterrupt, CrfError, MemoryError, OSError) as end:
        if _written_at(checkpoint) != before:
            print_remark(
                f"The state is in {checkpoint}; the same command with --resume {checkpoint} goes "
                f"on{without_initial}."
            )
        elif checkpoint is None and n_iterations and not isinstance(end, KeyboardInterrupt):
            print_remark(
                "Nothing is kept of this training; with --checkpoint FILE its state is written "
                "every ten iterations, from which --resume FILE goes on."
            )
        raise


def check_checkpoint(checkpoint: Path | None, model_path: Path, *inputs: Path | None) -> None:
    """Check before a long task that a checkpoint can be written, and only over another one.

    Raises
    ------
    DataError
        It has the name of an input, of the model or of any file that is no checkpoint, or its
        folder cannot be written.
    """
    from crfcore.estimator.checkpoints import is_checkpoint

    if checkpoint is None:
        return
    if os.path.realpath(checkpoint) == os.path.realpath(model_path):
        raise DataError(
            "The model and the checkpoint have the same name; choose another for one.",
            path=checkpoint,
        )
    check_output(checkpoint, model_path, *inputs)
    if checkpoint.is_file() and checkpoint.stat().st_size and not is_checkpoint(checkpoint):
        raise DataError(
            "This is no checkpoint, and would be replaced by one; choose another name.",
            path=checkpoint,
        )


def _written_at(path: Path | None) -> int | None:
    try:
        return None if path is None else path.stat().st_mtime_ns
    except OSError:
        return None
