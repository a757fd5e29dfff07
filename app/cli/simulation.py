"""The sub-command simulate."""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click
from click.core import ParameterSource

from app.cli.group import commands
from app.cli.options import (
    KEPT,
    OUTPUT,
    PATH,
    SEED,
    Strength,
    check_places,
    count_from,
    jobs_option,
    json_option,
    not_empty,
    scheduler_option,
    training_options,
)
from app.cli.output import (
    check_apart,
    check_output,
    print_json,
    print_lines,
    print_remark,
    printing_beside,
)
from app.cli.progress import print_remark_under_bar, simulation_progress
from crfcore.errors import CrfError


def _ways(_: click.Context, __: click.Parameter, values: tuple[str, ...]) -> tuple[str, ...]:
    """Refuse invalid names of strategies."""
    from app.jobs.simulate import way_of

    for value in values:
        try:
            way_of(value)
        except CrfError as error:
            raise click.BadParameter(str(error)) from None
    return values


def _check_choices(choices: Mapping[str, Any]) -> None:
    """Check, before anything is read, that the options go together."""
    given = click.get_current_context().get_parameter_source("until")
    if choices["budget"] is not None and given is not ParameterSource.DEFAULT:
        raise click.UsageError("--budget and --until cannot go together; leave one of them out.")
    for option, values in (("strategy", choices["strategies"]), ("seed", choices["seeds"])):
        for value in values:
            if values.count(value) > 1:
                raise click.UsageError(f"--{option} {value} is given twice; give it once.")


@commands.command()
@click.argument("data", type=PATH)
@click.option(
    "--test", "test_path", type=PATH, required=True, help="The file that models are scored on."
)
@click.option(
    "--strategy",
    "strategies",
    multiple=True,
    required=True,
    callback=_ways,
    metavar="S",
    help="A query strategy, such as random or min_marginal; may be given several times. Append "
    "+per_second (benefit per second of annotation time), +diverse (no near-duplicates), "
    "+mixed=0.2 (a fifth at random), +unaided (no suggestions), +partial (only uncertain tokens "
    "are asked about; the threshold follows the answers) or +partial=0.9 (only tokens below 90%), "
    "and after that +accept=0.99 (other tokens are accepted from 99%).",
)
@click.option(
    "--budget",
    type=count_from(1),
    metavar="N",
    help="Label N sentences; if not given, as many as --until needs.",
)
@click.option(
    "--until",
    type=Strength(1, above=True),
    default=0.99,
    show_default=True,
    metavar="SHARE",
    help="Without a budget: which share of the score with all sentences is enough.",
)
@click.option(
    "--seed",
    "seeds",
    type=SEED,
    multiple=True,
    default=(0,),
    metavar="N",
    help="Decides what is drawn at random; may be given several times.",
)
@click.option(
    "--error-rate",
    type=Strength(1),
    default=0.0,
    metavar="SHARE",
    help="Error rate of the simulated annotator.",
)
@click.option(
    "--template",
    callback=not_empty,
    default="",
    help="A preset (basic, basic-pos, ner, pos, chunking) or a file; as for train.",
)
@training_options
@jobs_option
@scheduler_option
@click.option(
    "--resume",
    type=KEPT,
    metavar="FILE",
    help="Checkpoint file; resumes if it exists.",
)
@click.option("--csv", "csv_path", type=OUTPUT, metavar="FILE", help="Write all points as a table.")
@click.option("--png", "png_path", type=OUTPUT, metavar="FILE", help="Draw the learning curves.")
@json_option
def simulate(
    data: Path,
    test_path: Path,
    columns: tuple[str, ...],
    scheduler: str | None,
    resume: Path | None,
    csv_path: Path | None,
    png_path: Path | None,
    as_json: bool,  # noqa: FBT001 - click's flag
    **choices: Any,
) -> None:
    """Compare query strategies: a simulated annotator labels DATA, and models learn from it."""
    from app.jobs import simulate as job
    from app.jobs.train_files.cluster import cluster_client
    from crfcore.active_learning.simulation_plan import Plan

    _check_choices(choices)
    check_places(choices["jobs"], scheduler)
    check_apart({"--resume": resume, "--csv": csv_path, "--png": png_path})
    for path in (resume, csv_path, png_path):
        if path is not None:
            check_output(path, data, test_path)
    first = Plan().start
    if choices["budget"] is not None and choices["budget"] <= first:
        print_remark(
            f"The first {first} sentences are drawn at random, so that no strategy chooses any; "
            "give a greater --budget to compare strategies."
        )
    pool, test = job.load_parts(data, test_path, columns)
    if choices["c2"] is None:
        choices["c2"] = pool.c2
    options = job.SimulationOptions(**choices)
    material = job.material_of(pool, test, options.template)
    try:
        with (
            cluster_client(None, scheduler, report=print_remark) as client,
            simulation_progress() as monitor,
        ):
            found = job.simulate_on(
                material,
                options,
                resume=resume,
                monitor=monitor,
                report=print_remark_under_bar,
                client=client,
            )
    except KeyboardInterrupt:
        if resume is not None:
            print_remark(f"What is done is in {resume}; the same command goes on from there.")
        raise
    if csv_path is not None:
        job.write_csv(csv_path, found)
    if png_path is not None:
        # Imported by name, because other sub-commands must not load Qt.
        picture = importlib.import_module("app.views.simulation_picture")
        picture.write_png(png_path, found)
    with printing_beside(csv_path, png_path, as_json=as_json):
        if as_json:
            print_json(job.as_json(found))
        else:
            print_lines(job.as_text(found))
