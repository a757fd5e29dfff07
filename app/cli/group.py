"""The command group `tagwright`."""

from __future__ import annotations

from collections import Counter

import click
from click.shell_completion import CompletionItem

from app import __version__
from app.cli.completion import SHELLS, print_script, with_files
from app.cli.options import NamedPath

_WHOLE = 1000
"""More characters than any description of a command has."""


class Command(click.Command):
    """A command that refuses an option of one file that is given twice.

    Click takes the last one: a training would read one of two files without a word. Numbers and
    names are replaced by later ones, as scripts expect.
    """

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:  # noqa: D102 (click's)
        if ctx.resilient_parsing:  # the shell completes a line
            return super().parse_args(ctx, args)
        _, _, given = self.make_parser(ctx).parse_args(args=list(args))
        for parameter, n_times in Counter(given).items():
            is_file = isinstance(parameter.type, NamedPath) and not parameter.multiple
            if n_times > 1 and is_file and isinstance(parameter, click.Option):
                name = max(parameter.opts, key=len)
                raise click.UsageError(
                    f"The option {name} is given {n_times} times; give it once.", ctx
                )
        return super().parse_args(ctx, args)


class Group(click.Group):
    """A group of such commands."""

    command_class = Command

    def shell_complete(  # noqa: D102 (click's)
        self, ctx: click.Context, incomplete: str
    ) -> list[CompletionItem[str]]:
        return with_files(incomplete, super().shell_complete(ctx, incomplete))

    def format_commands(  # noqa: D102 (click's)
        self, ctx: click.Context, formatter: click.HelpFormatter
    ) -> None:
        # Click cuts descriptions at the terminal's width; these are continued on the next line.
        rows = [
            (name, command.get_short_help_str(limit=_WHOLE))
            for name, command in sorted(self.commands.items())
            if not command.hidden
        ]
        with formatter.section("Commands"):
            formatter.write_dl(rows)


@click.group(
    cls=Group,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="Without a command: tagwright [PROJECT] opens the window.",
)
@click.version_option(__version__, package_name="tagwright")
@click.option(
    "--completion",
    type=click.Choice(SHELLS),
    callback=print_script,
    expose_value=False,
    is_eager=True,
    help="Print the script with which a shell completes commands and options, and exit.",
)
def commands() -> None:
    """Label text token by token while a model learns from your labels."""
