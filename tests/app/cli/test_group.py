"""Tests of the command group."""

from __future__ import annotations

from click.testing import CliRunner

from app.cli.group import commands


def test_descriptions_of_commands_are_whole() -> None:
    result = CliRunner().invoke(commands, ["--help"], terminal_width=80)
    listed = result.stdout.partition("Commands:")[2]
    assert "..." not in listed
    assert "whose probabilities are their product." in " ".join(listed.split())
