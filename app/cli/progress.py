"""Progress bars and lines on a terminal."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import click

from app.cli.output import print_remark
from app.domain.invisible import escaped_line
from app.jobs.progress import Monitor
from crfcore.interrupts import raise_if_lost


def print_remark_under_bar(sentence: str) -> None:
    """Print a remark on a line of its own while a bar is shown."""
    if sys.stderr.isatty():
        click.echo(err=True)
    print_remark(sentence)


@contextmanager
def simulation_progress() -> Iterator[Any]:
    """Show the progress of a simulation on a terminal, and nothing elsewhere."""
    if not sys.stderr.isatty():
        yield _stop_if_interrupted
        return
    parts = 1_000
    with click.progressbar(
        length=parts,
        label="Simulating",
        width=30,
        item_show_func=lambda doing: doing or "",
        show_eta=False,
        file=sys.stderr,
    ) as bar:

        def monitor(progress: Any) -> None:
            raise_if_lost()
            doing = f"{progress.way} seed {progress.seed}: {progress.sentences:,} sentences"
            bar.update(max(int(parts * progress.done) - bar.pos, 0), doing if progress.way else "")
            bar.render_progress()

        yield monitor


@contextmanager
def progress_bar(label: str) -> Iterator[Monitor | None]:
    """Show a bar on a terminal, and nothing elsewhere."""
    if not sys.stderr.isatty():
        yield None
        return
    with click.progressbar(length=1, label=escaped_line(label), file=sys.stderr) as bar:

        def monitor(done: int, total: int) -> None:
            bar.length = max(total, 1)
            bar.update(done - bar.pos)

        yield monitor


@contextmanager
def collection_progress() -> Iterator[Any]:
    """Show the share of bytes, tokens per second and the time left on a terminal."""
    if not sys.stderr.isatty():
        yield _stop_if_interrupted
        return
    start = time.monotonic()
    with click.progressbar(
        length=1, label="Tagging", item_show_func=lambda speed: speed or "", file=sys.stderr
    ) as bar:

        def watch(done: int, total: int, tokens: int) -> None:
            raise_if_lost()
            bar.length = max(total, 1)
            speed = tokens / max(time.monotonic() - start, 1e-9)
            bar.update(done - bar.pos, f"{speed:,.0f} tokens per second")

        yield watch


@contextmanager
def training_progress() -> Iterator[Any]:
    """Show iteration and training loss on a terminal, ten times a second, and nothing elsewhere."""
    if not sys.stderr.isatty():
        yield _stop_if_interrupted
        return
    shown = 0.0

    def monitor(progress: Any) -> None:
        nonlocal shown
        raise_if_lost()
        if time.monotonic() - shown >= 0.1:
            shown = time.monotonic()
            line = f"iteration {progress.iteration:5}  training loss {progress.objective:16,.2f}"
            click.echo(f"\r{line}", err=True, nl=False)

    try:
        yield monitor
    finally:
        if shown:
            click.echo(err=True)


def _stop_if_interrupted(*_: object) -> None:
    """Show nothing; KeyboardInterrupt if Ctrl+C was pressed and other code swallowed it."""
    raise_if_lost()
