"""The sub-commands of the lab, which `app.cli.lab` looks for by name."""

# Each of these adds its sub-command to the group.
from app.lab import benchmark_command, reproduce_command

__all__ = ["benchmark_command", "reproduce_command"]
