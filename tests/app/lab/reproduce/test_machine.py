"""The description of the machine."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.lab.reproduce import machine


def test_the_processor_is_named_where_the_system_tells(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    info = tmp_path / "cpuinfo"
    monkeypatch.setattr(machine, "_CPUINFO", info)
    monkeypatch.setattr(machine.os, "cpu_count", lambda: 1)
    assert ", 1 core, " in machine.kind_of_machine()
    info.write_text("processor : 0\nmodel name\t: Made  Up 3000\nmodel name : Other\n")
    assert machine.kind_of_machine().startswith("Made Up 3000, 1 core, ")
