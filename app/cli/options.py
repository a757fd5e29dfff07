"""Options that several sub-commands take."""

from __future__ import annotations

from pathlib import Path

import click

CORPORA = "TAGWRIGHT_CORPORA"
PATH = click.Path(path_type=Path)
FORMATS = click.Choice(["text", "columns", "conllu"])


def names(_: click.Context, __: click.Parameter, value: str | None) -> tuple[str, ...]:
    """Split a list given with commas."""
    return tuple(name.strip() for name in value.split(",")) if value else ()


columns_option = click.option(
    "--columns",
    callback=names,
    metavar="NAMES",
    help="Names of the columns, for example word,pos,label; “_” for one not to be read.",
)
json_option = click.option(
    "--json", "as_json", is_flag=True, help="Print the result as one JSON object."
)
threads_option = click.option(
    "--threads", type=click.IntRange(1), default=1, help="How many processor cores to use."
)
