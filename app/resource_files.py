"""Where the bundled files lie: in a checkout, an installed package, or a frozen program."""

from __future__ import annotations

from pathlib import Path

_HERE = Path(__file__).resolve().parent


def folder() -> Path:
    """Return the folder of icons, templates, the sample project and the manual."""
    installed = _HERE / "_resources"
    return installed if installed.is_dir() else _HERE.parent / "resources"


def path(name: str) -> Path:
    """Return the path of a bundled file, named relative to the resources."""
    return folder() / name


def text(name: str) -> str:
    """Return the text of a bundled file."""
    return path(name).read_text(encoding="utf-8")
