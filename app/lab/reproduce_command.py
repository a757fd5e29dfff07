"""The sub-command `reproduce`."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from app.cli.group import commands
from app.cli.options import (
    CORPORA,
    KEPT,
    MAX_THREADS,
    PATH,
    OneOf,
    WholeNumber,
    count_from,
    json_option,
)
from app.cli.output import check_output, print_json, print_lines, print_remark
from app.lab.reproduce.tables import TABLES

if TYPE_CHECKING:
    from app.lab.reproduce.context import Listener


HELP = f"""Reproduce a table from the literature, next to the published figures.

NAME is one of {", ".join(TABLES)}.
"""


@commands.command(help=HELP)
@click.argument("name", metavar="NAME", type=OneOf(TABLES))
@click.option("--corpora", type=PATH, envvar=CORPORA, help=f"Corpora folder (default: ${CORPORA}).")
@click.option(
    "--limit",
    type=count_from(1),
    metavar="N",
    help="Take the first N sentences of each part of the data only.",
)
@click.option(
    "--seeds", type=count_from(1), metavar="N", help="How many draws of random data to make."
)
@click.option(
    "--threads",
    type=WholeNumber(1, MAX_THREADS),
    default=2,
    show_default=True,
    help="How many processor cores to use.",
)
@click.option(
    "--resume",
    type=KEPT,
    metavar="FILE",
    help="Checkpoint file; resumes if it exists.",
)
@click.option(
    "--page",
    type=KEPT,
    metavar="FILE",
    help="Write the table into this page (Markdown), in the place of an older one.",
)
@json_option
def reproduce(
    name: str,
    page: Path | None,
    resume: Path | None,
    as_json: bool,  # noqa: FBT001 - click's flag
    **choices: Any,
) -> None:
    """Reproduce a table."""
    from app.lab.reproduce.context import Context
    from app.lab.reproduce.page import write_section
    from app.lab.reproduce.report import compute, kept_outcomes, warning
    from app.lab.reproduce.tables import table_named

    table = table_named(name)
    context = Context(**choices)
    if context.seeds is not None and not table.draws:
        raise click.BadParameter(
            f"{name} draws no random data; leave the option out.", param_hint="--seeds"
        )
    if page is not None:
        check_output(page)
    context.kept = kept_outcomes(resume, table, context)
    text = warning(table, context)
    if text is not None:
        print_remark(text)
    with reproduction_progress(table.name, table.minutes) as context.listener:
        report = compute(table, context)
    if page is not None:
        write_section(page, report)
    if as_json:
        print_json(report.as_json())
    else:
        print_lines(report.as_text())


@contextmanager
def reproduction_progress(name: str, minutes: float) -> Iterator[Listener]:
    """Show a progress bar of a table's minutes and the current task, on a terminal only."""
    if not sys.stderr.isatty():
        yield lambda _minutes, _doing: None
        return
    parts = 1_000
    room = max(shutil.get_terminal_size().columns - len(name) - 50, 10)

    def fitting(doing: str | None) -> str:
        return (doing or "")[:room]

    with click.progressbar(
        length=parts, label=name, width=30, item_show_func=fitting, show_eta=False, file=sys.stderr
    ) as bar:

        def listener(done: float, doing: str) -> None:
            reached = min(int(parts * done / minutes), parts) if minutes > 0.0 else 0
            bar.update(max(reached - bar.pos, 0), doing)
            # An update of 0 steps draws nothing, but the current task has changed.
            bar.render_progress()

        yield listener
