"""The sub-commands of the extra `lab`, or replacements that say how to install it."""

from __future__ import annotations

import importlib

import click

from app.cli.group import commands
from crfcore.children import is_frozen
from crfcore.errors import CrfError

_COMMANDS = {
    "benchmark": "Measure Tagwright, some benchmarks against python-crfsuite.",
    "reproduce": "Reproduce a table from the literature, next to the published figures.",
}
_MODULE = "app.lab.commands"
_UNREAD = {"ignore_unknown_options": True}


def add_lab_commands() -> None:
    """Add the commands if the extra is installed, else their replacements."""
    try:
        importlib.import_module(_MODULE)
    except ModuleNotFoundError as error:
        if error.name not in ("app.lab", _MODULE):
            raise
        for name, purpose in _COMMANDS.items():
            _add_missing(name, f"{purpose} Needs the extra lab.")


def _add_missing(name: str, purpose: str) -> None:
    @commands.command(name, help=purpose, context_settings=_UNREAD)
    @click.argument("words", nargs=-1, type=click.UNPROCESSED)
    def missing(words: tuple[str, ...]) -> None:
        del words
        if is_frozen():
            raise CrfError(
                f"tagwright {name} is only in the Python package; install that beside this "
                "program with pipx install 'tagwright[lab]' or uv tool install 'tagwright[lab]'."
            )
        raise CrfError(
            f"tagwright {name} needs the extra “lab”, which is not installed; install it with "
            "pip install 'tagwright[lab]', pipx install --force 'tagwright[lab]' or "
            "uv tool install 'tagwright[lab]', whichever installed tagwright."
        )
