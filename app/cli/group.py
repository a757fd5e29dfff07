"""The command group `tagwright`."""

from __future__ import annotations

import click

from app import __version__


@click.group(
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="Without a sub-command: tagwright [PROJECT] opens the window.",
)
@click.version_option(__version__, package_name="tagwright")
def commands() -> None:
    """Label text token by token while a model learns from your labels."""
