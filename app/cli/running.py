"""Running a sub-command: whatever is bad is said in one sentence."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

import click

from app.cli.group import commands
from app.cli.status import BAD_INPUT, DONE, INTERRUPTED, WRONG_USAGE
from app.storage.errors import ProjectFileError
from crfcore.errors import CrfError


def run(arguments: Sequence[str]) -> int:
    """Run a sub-command and return the exit status; whatever is bad is said in one sentence."""
    try:
        status = commands.main(list(arguments), "tagwright", standalone_mode=False)
        sys.stdout.flush()
    except click.exceptions.Exit as leaving:
        return leaving.exit_code
    except click.ClickException as error:
        error.show()
        return error.exit_code
    except (click.Abort, KeyboardInterrupt):
        click.echo("Interrupted; nothing half-written is left.", err=True)
        return INTERRUPTED
    except (CrfError, ProjectFileError) as error:
        click.echo(str(error), err=True)
        return BAD_INPUT
    except BrokenPipeError:
        return _leave_closed_output()
    except OSError as error:
        from app.formats.output import why_unwritable

        click.echo(f"{error.filename or 'standard output'}: {why_unwritable(error)}", err=True)
        return _leave_closed_output()
    return status if isinstance(status, int) else DONE


def _leave_closed_output() -> int:
    """Leave without another try at an output that nobody reads, or that takes no more."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return BAD_INPUT


def refuse_arguments(arguments: Sequence[str]) -> int:
    """Say that the window opens one project."""
    click.echo(
        f"tagwright opens one project, and {len(arguments)} names were given; "
        f"“{arguments[0]}” is no sub-command. See tagwright --help.",
        err=True,
    )
    return WRONG_USAGE
