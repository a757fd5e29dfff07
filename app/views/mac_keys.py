"""Keys on macOS: what the system has taken, and how texts name the keys that act there.

Qt takes the key ⌘ for Ctrl, and the key Control for Meta. It writes shortcuts as macOS does; this
module does so in texts that name keys, such as those of the manual.
"""

from __future__ import annotations

import re
import sys

from PySide6.QtCore import QCoreApplication

INSTEAD = {"Ctrl+H": "Ctrl+Shift+H", "Ctrl+M": "Ctrl+Shift+M", "F11": "Meta+Ctrl+F"}
"""Default keys that hide or minimise windows on macOS or show the desktop, and those there instead.

⌃⌘F is the key for the full screen in other programs.
"""

RESERVED = frozenset({"Ctrl+H", "Ctrl+Alt+H", "Ctrl+M", "Ctrl+Tab", "Ctrl+Space", "F11"})
"""Keys that macOS keeps for itself."""

SYMBOLS = {"Meta": "⌃", "Alt": "⌥", "Shift": "⇧", "Ctrl": "⌘"}
"""The symbols of the keys held down, in the order in which macOS writes them."""

_KEY = re.compile(
    r"(?P<held>(?:(?:Meta|Ctrl|Alt|Shift)\+)+)(?P<last>[A-Za-z0-9]+|[^\s*|)])"
    r"|\bF11\b|\b(?:Ctrl|Alt)\b(?!\+)"
)
"""A key with others held down, one that is another on macOS, or the name of one held down."""


def is_mac() -> bool:
    """Return whether this is macOS."""
    return sys.platform == "darwin"


def own_key(key: str) -> str:
    """Return the key that has the place of a default key on this system."""
    return INSTEAD.get(key, key) if is_mac() else key


def as_here(text: str) -> str:
    """Return a text with its keys written as on this system."""
    return _KEY.sub(lambda found: _symbols(found[0]), _in_english(text)) if is_mac() else text


def _in_english(text: str) -> str:
    """Return a translated text with the names of the keys held down as `SYMBOLS` has them."""
    for name in SYMBOLS:
        own = QCoreApplication.translate("QShortcut", name)
        text = re.sub(rf"\b{re.escape(own)}\+", f"{name}+", text)
    return text


def _symbols(key: str) -> str:
    key = INSTEAD.get(key, key)
    if key in SYMBOLS:
        return SYMBOLS[key]
    *held, last = key.split("+") if not key.endswith("++") else [*key[:-2].split("+"), "+"]
    if last.islower() and len(last) > 1:
        last = f"-{last}"  # what the mouse does: ⌘-wheel
    return "".join(symbol for name, symbol in SYMBOLS.items() if name in held) + last
