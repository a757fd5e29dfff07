"""What a person does on the bare system."""

from __future__ import annotations

from tests.packaging.scripts import PACKAGING, script_module

session = script_module("trial.session")


def test_the_command_of_the_desktop_entry_is_started() -> None:
    [entry] = (PACKAGING.parent / "resources/share/applications").glob("*.desktop")
    assert session.words_of(entry.read_text(encoding="utf-8")) == ["tagwright"]
    quoted = '[Desktop Entry]\nExec="/opt/a b/tagwright" --x %U\n[Other]\nExec=none\n'
    assert session.words_of(quoted) == ["/opt/a b/tagwright", "--x"]
