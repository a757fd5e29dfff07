"""Running of sub-commands, with errors as one sentence."""

from __future__ import annotations

import errno
import io
import logging
import os
import sys
from collections.abc import Sequence
from difflib import get_close_matches
from pathlib import Path

import click

from app.cli.completion import check_request
from app.cli.group import commands
from app.cli.options import STANDARD_OUTPUT
from app.cli.output import (
    ClosedOutput,
    UnprintedError,
    print_lines,
    print_remark,
    show_unencodable,
)
from app.cli.status import BAD_INPUT, DONE, INTERRUPTED, WRONG_USAGE
from app.domain.invisible import escaped_line
from app.jobs.log_lines import LogLines
from app.storage.errors import ProjectFileError
from crfcore.errors import CrfError, DataError, OtherKindError
from crfcore.interrupts import is_noted, raise_if_lost
from crfcore.text.lines import reading_streams
from crfcore.whole_files import RefusedError


def run(arguments: Sequence[str]) -> int:
    """Run a sub-command and return the exit status; errors are printed as one sentence."""
    try:
        return _run(arguments)
    except Exception as error:
        # In place of the interrupt, as compiled code may raise it, or what stopped the tidying up.
        if not is_noted():
            raise
        what = escaped_line(f"{type(error).__name__}: {error}")
        print_remark(f"Interrupted, and then failed ({what}); look for half-written files.")
        return INTERRUPTED


def _run(arguments: Sequence[str]) -> int:
    _stand_in_for_closed_outputs()
    show_unencodable()
    if logging.lastResort is not None:
        logging.lastResort.setFormatter(LogLines())
    try:
        check_request(commands)
        # A pipe named on the command line is intended.
        with reading_streams(_print_waiting):
            status = commands.main(list(arguments), "tagwright", standalone_mode=False)
            raise_if_lost()
        sys.stdout.flush()
    except click.exceptions.Exit as leaving:
        return leaving.exit_code
    except click.ClickException as error:
        return _print_usage_error(error)
    except (click.Abort, KeyboardInterrupt):
        print_remark("Interrupted; nothing half-written is left.")
        return INTERRUPTED
    except (CrfError, ProjectFileError) as error:
        print_remark(_sentence_of(error))
        return BAD_INPUT
    except UnicodeError as error:
        print_remark(
            f"The text holds a character that UTF-8 has no bytes for; nothing is written: {error}."
        )
        return BAD_INPUT
    except MemoryError:
        print_remark("There is not enough memory for this; nothing half-written is left.")
        return BAD_INPUT
    except BrokenPipeError:
        return _leave_closed_output()
    except OSError as error:
        print_remark(_why_unwritable(error))
        return _leave_closed_output()
    return status if isinstance(status, int) else DONE


def _sentence_of(error: CrfError | ProjectFileError) -> str:
    """Return the message of an error; a failure of “-” is told like one of what is printed."""
    if isinstance(error, OtherKindError):
        return error.for_commands
    if isinstance(error, DataError) and error.path == STANDARD_OUTPUT:
        cause, reason = error.__cause__, error.reason
        if isinstance(cause, OSError) and not isinstance(cause, RefusedError):
            reason = _why_unprinted(cause)
        return f"standard output: {reason}"
    return str(error)


def _why_unwritable(error: OSError) -> str:
    from app.formats.output import why_unwritable

    try:
        Path.cwd()
    except OSError:
        return "The current folder was deleted; change to another one, and try again."
    if error.filename:
        return f"{error.filename}: {why_unwritable(error)}"
    return f"standard output: {_why_unprinted(error)}"


def _why_unprinted(error: OSError) -> str:
    cause, advice = f"Writing failed ({error.strerror or error})", "give it a file or a terminal"
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        cause, advice = "The disk is full", "free some space and try again"
    elif error.errno == errno.EBADF:
        cause = "It is closed"
    if isinstance(error, UnprintedError) and error.written:
        advice = f"written: {', '.join(map(str, error.written))}"
    return f"{cause}, so not everything was printed; {advice}."


def _print_waiting(path: Path) -> None:
    print_remark(f"{path}: nothing has arrived yet; still waiting (Ctrl+C stops).")


def _print_usage_error(error: click.ClickException) -> int:
    """Print the error of a value; for other errors also the usage."""
    if isinstance(error, click.BadParameter) and not isinstance(error, click.MissingParameter):
        print_remark(f"{_name_of(error)}{error.message}")
        return error.exit_code
    shown = io.StringIO()
    error.show(shown)
    detail = error.format_message()
    print_lines(shown.getvalue().removesuffix("\n").replace(detail, escaped_line(detail)), err=True)
    return error.exit_code


def _name_of(error: click.BadParameter) -> str:
    """Return the name of the option with a bad value, as the beginning of a message."""
    if isinstance(error.param_hint, str):
        return f"{error.param_hint}: "
    if isinstance(error.param, click.Option):
        return f"{max(error.param.opts, key=len)}: "
    return "" if error.param is None else f"{error.param.human_readable_name}: "


def _stand_in_for_closed_outputs() -> None:
    """Replace closed standard streams, so that no other file gets their descriptors."""
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            # The lowest free descriptor is this one.
            os.open(os.devnull, os.O_RDWR)
    if sys.stdout is None:
        sys.stdout = ClosedOutput()
    if sys.stderr is None:
        sys.stderr = io.StringIO()


def _leave_closed_output() -> int:
    """Leave without flushing an output that is closed or full."""
    if not isinstance(sys.stdout, ClosedOutput):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return BAD_INPUT


def refuse_arguments(arguments: Sequence[str]) -> int:
    """Print that the first word is no sub-command and no project, and the most similar command."""
    show_unencodable()
    name = arguments[0]
    if len(arguments) > 1:
        text = (
            f"tagwright opens one project, and {len(arguments)} names were given; “{name}” is no "
            "command."
        )
    else:
        text = f"There is no command and no project “{name}”."
    similar = get_close_matches(name, sorted(commands.commands), 1)
    hint = f" Did you mean “{similar[0]}”?" if similar else ""
    print_remark(f"{text}{hint} See tagwright --help.")
    return WRONG_USAGE
