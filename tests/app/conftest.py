"""Fixtures for the application's tests: no message about the compiler."""

from __future__ import annotations

import pytest

from app.jobs import kernels


@pytest.fixture(autouse=True)
def _nothing_to_compile(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make output independent of which kernels this machine has compiled."""
    monkeypatch.setattr(kernels, "missing_parts", lambda _: [])
