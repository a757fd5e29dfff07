"""The command that checks an installation."""

from __future__ import annotations

from app.cli.group import commands
from app.cli.output import print_line


@commands.command("check-installation")
def check_installation() -> None:
    """Label a word of the sample in a window without a screen, and export it.

    Shows that window, models and files work here. It does not read or change your projects and
    settings.
    """
    from app.installation_check import label_and_export

    print_line(label_and_export())
