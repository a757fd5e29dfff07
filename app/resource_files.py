"""Files that come with the program: icons, themes, the sample, the manual.

They are in `app/_resources` in an installed package, in `resources` beside `app` in a checkout, and
in either folder in a frozen build.
"""

from __future__ import annotations

import sys
from functools import cache
from pathlib import Path


@cache
def folder() -> Path:
    """Return the folder of resources; FileNotFoundError if it is missing."""
    app = Path(__file__).resolve().parent
    frozen = Path(getattr(sys, "_MEIPASS", app.parent))
    folders = (app / "_resources", app.parent / "resources", frozen / "app" / "_resources")
    for folder_path in (*folders, frozen / "resources"):
        if folder_path.is_dir():
            return folder_path
    raise FileNotFoundError(f"the program's own files are missing; looked for {folders[0]}")


def path(name: str) -> Path:
    """Return the path of a resource, named with forward slashes ("sample/labelled.conll")."""
    return folder().joinpath(*name.split("/"))


def text(name: str) -> str:
    """Return the content of a resource."""
    return path(name).read_text(encoding="utf-8")
