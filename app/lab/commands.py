"""The sub-commands of the lab, imported by `app.cli.lab` by name."""

# Each import adds its sub-command to the group.
from app.lab import benchmark_command, reproduce_command

__all__ = ["benchmark_command", "reproduce_command"]
