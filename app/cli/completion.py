"""Completion of commands and options by a shell: Click's own, as a script for each shell.

The script calls `tagwright` at each Tab key, with `VARIABLE` set; neither Qt nor numpy is loaded.
"""

from __future__ import annotations

import os
from collections.abc import Sequence

import click
from click.shell_completion import CompletionItem, ShellComplete, get_completion_class

PROGRAM = "tagwright"
VARIABLE = "_TAGWRIGHT_COMPLETE"
SHELLS = ("bash", "zsh", "fish")

_ADVICE = "unset it to run the program."


def completion_script(commands: click.Command, shell: str) -> str:
    """Return the script with which a shell completes the words of a command."""
    kind = get_completion_class(shell)
    if kind is None:
        raise ValueError(f"there is no completion for {shell}; expected {', '.join(SHELLS)}")
    # Not Bash's own method, which runs Bash to see its version: it may be another machine's.
    return ShellComplete.source(kind(commands, {}, PROGRAM, VARIABLE)).strip() + "\n"


def check_request(commands: click.Command) -> None:
    """Refuse a request to complete that no shell makes.

    Without the words that a shell sends, Click's answer would be a traceback, or nothing at all.
    """
    request = os.environ.get(VARIABLE, "")
    shell, _, wanted = request.partition("_")
    kind = get_completion_class(shell) if wanted in ("source", "complete") else None
    try:
        if kind is not None and wanted == "complete":
            kind(commands, {}, PROGRAM, VARIABLE).get_completion_args()
        elif request and kind is None:
            expected = ", ".join(f"{name}_complete" for name in SHELLS)
            trouble = f"found {request!a}, but a shell sets it to {expected}"
            raise click.BadParameter(f"{trouble}; {_ADVICE}", param_hint=VARIABLE)
    except (LookupError, ValueError):
        trouble = "a shell also sets COMP_WORDS and COMP_CWORD, to the words to complete"
        raise click.BadParameter(f"{trouble}; {_ADVICE}", param_hint=VARIABLE) from None


def with_files(
    incomplete: str, completions: Sequence[CompletionItem[str]]
) -> list[CompletionItem[str]]:
    """Return completions of the first word, which may be a project, too."""
    if incomplete.startswith("-"):
        return list(completions)
    # First: Bash forgets what came before it, and offers files if nothing comes after.
    return [CompletionItem(incomplete, type="file"), *completions]


def print_script(ctx: click.Context, _parameter: click.Parameter, shell: str | None) -> None:
    """Print the script for a shell, and end."""
    if shell is not None and not ctx.resilient_parsing:
        click.echo(completion_script(ctx.command, shell), nl=False)
        ctx.exit()
