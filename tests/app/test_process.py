"""Settings of the window's process."""

from __future__ import annotations

import sys

import pytest

from app import process


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have a display")
def test_without_a_display_it_ends_with_a_sentence(monkeypatch):
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"):
        monkeypatch.delenv(name, raising=False)
    with pytest.raises(SystemExit, match="There is no display for the window"):
        process.prepare_process()
