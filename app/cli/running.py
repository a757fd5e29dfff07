"""Running a sub-command: whatever is bad is said in one sentence."""

from __future__ import annotations

import errno
import io
import logging
import os
import sys
from collections.abc import Sequence
from pathlib import Path

import click

from app.cli.group import commands
from app.cli.output import print_lines, print_remark, show_unencodable
from app.cli.status import BAD_INPUT, DONE, INTERRUPTED, WRONG_USAGE
from app.domain.invisible import escaped_line
from app.jobs.log_lines import LogLines
from app.storage.errors import ProjectFileError
from crfcore.errors import CrfError
from crfcore.text.lines import reading_streams


def run(arguments: Sequence[str]) -> int:
    """Run a sub-command and return the exit status; whatever is bad is said in one sentence."""
    _stand_in_for_closed_outputs()
    show_unencodable()
    if logging.lastResort is not None:
        logging.lastResort.setFormatter(LogLines())
    try:
        # Whoever names a pipe to a command means it.
        with reading_streams(_say_waiting):
            status = commands.main(list(arguments), "tagwright", standalone_mode=False)
        sys.stdout.flush()
    except click.exceptions.Exit as leaving:
        return leaving.exit_code
    except click.ClickException as error:
        return _print_usage_error(error)
    except (click.Abort, KeyboardInterrupt):
        print_remark("Interrupted; nothing half-written is left.")
        return INTERRUPTED
    except (CrfError, ProjectFileError) as error:
        print_remark(str(error))
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
        from app.formats.output import why_unwritable

        print_remark(f"{error.filename or 'standard output'}: {why_unwritable(error)}")
        return _leave_closed_output()
    return status if isinstance(status, int) else DONE


def _say_waiting(path: Path) -> None:
    print_remark(f"{path}: nothing has arrived yet; still waiting (Ctrl+C stops).")


def _print_usage_error(error: click.ClickException) -> int:
    """Say what is wrong with a value, or with the words of a command also how it is used."""
    if isinstance(error, click.BadParameter) and not isinstance(error, click.MissingParameter):
        print_remark(f"{_name_of(error)}{error.message}")
        return error.exit_code
    shown = io.StringIO()
    error.show(shown)
    detail = error.format_message()
    print_lines(shown.getvalue().removesuffix("\n").replace(detail, escaped_line(detail)), err=True)
    return error.exit_code


def _name_of(error: click.BadParameter) -> str:
    """Return the option that has a bad value, as the name of a file stands ahead of a message."""
    if isinstance(error.param_hint, str):
        return f"{error.param_hint}: "
    if isinstance(error.param, click.Option):
        return f"{max(error.param.opts, key=len)}: "
    return "" if error.param is None else f"{error.param.human_readable_name}: "


class _ClosedOutput(io.TextIOBase):
    """Stands where a command was started with its output closed, and takes nothing."""

    def write(self, _: str) -> int:
        raise OSError(errno.EBADF, os.strerror(errno.EBADF))


def _stand_in_for_closed_outputs() -> None:
    """Let no file that is opened later take the number of a closed output and be written into."""
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            # The lowest number that is free, which is this one.
            os.open(os.devnull, os.O_RDWR)
    if sys.stdout is None:
        sys.stdout = _ClosedOutput()
    if sys.stderr is None:
        sys.stderr = io.StringIO()


def _leave_closed_output() -> int:
    """Leave without another try at an output that nobody reads, or that takes no more."""
    if not isinstance(sys.stdout, _ClosedOutput):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return BAD_INPUT


def refuse_arguments(arguments: Sequence[str]) -> int:
    """Say that the window opens one project."""
    show_unencodable()
    print_remark(
        f"tagwright opens one project, and {len(arguments)} names were given; "
        f"“{arguments[0]}” is no sub-command. See tagwright --help."
    )
    return WRONG_USAGE
