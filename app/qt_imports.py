"""Qt for Python without its check of every module that is imported after it."""

from __future__ import annotations

from contextlib import suppress
from importlib import import_module
from types import ModuleType

CHECK = "_mod_uses_pyside"
"""The name of the check, which is private: another version may have none."""


def skip_feature_checks() -> None:
    """Import Qt, and let it take later modules for ones that do not select its features.

    Otherwise it looks for its name in the source of each module that is imported after it, and
    Python keeps the lines that were read: 42 MB for the window and the compiler. The answer would
    matter only with ``from __feature__ import``, which nothing here uses.
    """
    import_module("PySide6.QtCore")
    with suppress(ImportError):
        feature = import_module("shibokensupport.feature")
        if hasattr(feature, CHECK):
            setattr(feature, CHECK, _selects_features)


def _selects_features(_module: ModuleType) -> bool:
    return False
