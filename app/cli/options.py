"""Options that several sub-commands take."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click
from click.shell_completion import CompletionItem

if TYPE_CHECKING:
    _Text = click.ParamType[str]
else:
    # Generic for type checkers alone: older versions can't be subscripted.
    _Text = click.ParamType

CORPORA = "TAGWRIGHT_CORPORA"
PATH = click.Path(path_type=Path)


class FormatName(_Text):
    """The name of a format of files; the table of formats is loaded only where one is needed."""

    name = "format"

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Return the name, or say which there are."""
        return str(_choice().convert(value, param, ctx))

    def get_metavar(self, param: click.Parameter, ctx: click.Context | None = None) -> str:
        """Return the list of names for the help."""
        return f"[{'|'.join(_choice().choices)}]"

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """Return the names that begin so."""
        return _choice().shell_complete(ctx, param, incomplete)


def _choice() -> click.Choice[str]:
    from app.formats.table import FORMATS

    return click.Choice(list(FORMATS))


FORMATS = FormatName()


def names(_: click.Context, __: click.Parameter, value: str | None) -> tuple[str, ...]:
    """Split a list given with commas."""
    return tuple(name.strip() for name in value.split(",")) if value else ()


columns_option = click.option(
    "--columns",
    callback=names,
    metavar="NAMES",
    help="Names of the columns, for example word,pos,label; “_” for one not to be read; in CoNLL-U "
    "the one that is the label, or misc:NE for an attribute of the last.",
)
json_option = click.option(
    "--json", "as_json", is_flag=True, help="Print the result as one JSON object."
)
threads_option = click.option(
    "--threads", type=click.IntRange(1), default=1, help="How many processor cores to use."
)
