"""The sub-commands of `tagwright`.

Exit status: 0 success, 1 bad input (one sentence on standard error), 2 wrong usage, 130
interrupted. Results go to standard output, progress to standard error.
"""

# These modules add their sub-commands to the group.
from app.cli import combining, installation, projects, simulation, tagging, training, unlabelled
from app.cli.group import commands
from app.cli.lab import add_lab_commands
from app.cli.running import refuse_arguments, run

__all__ = [
    "combining",
    "commands",
    "installation",
    "projects",
    "refuse_arguments",
    "run",
    "simulation",
    "tagging",
    "training",
    "unlabelled",
]

add_lab_commands()
