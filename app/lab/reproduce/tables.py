"""Tables by name."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from app.lab.reproduce.table import Table

TABLES: dict[str, str] = {
    "wallach-2.2": "wallach_tagging",
    "wallach-4.3": "wallach_training",
    "zhu-1": "zhu_label_bias",
    "zhu-ttp": "zhu_ttp",
    "zhu-2": "zhu_brown",
    "zhu-3": "zhu_brown",
    "zhu-4": "zhu_brown",
    "zhu-5": "zhu_brown",
    "zhu-6": "zhu_brown",
    "zhu-7": "zhu_dutch",
    "maskey-chunking": "maskey_chunking",
    "kristjansson": "kristjansson",
}
"""Name to module, in the order of the page; a module has a function ``table(name)``."""


def table_named(name: str) -> Table:
    """Return a table; its module is imported."""
    module = importlib.import_module(f"app.lab.reproduce.{TABLES[name]}")
    table: Table = module.table(name)
    return table
