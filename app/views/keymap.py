"""The keys of commands and labels: defaults, presets, and the person's own.

A person's keys take precedence over a preset, a preset over the table of commands, and commands
over labels. No key is assigned twice: a command or label of lower precedence goes without it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from PySide6.QtGui import QKeySequence

from app.domain.labels import Label
from app.views.commands.command import MENUS, QT_TRANSLATE_NOOP, Command
from app.views.mac_keys import RESERVED, is_mac, own_key

DEFAULT_PRESET = "tagwright"
"""Name of the default preset."""

MAX_KEYS = 6
"""Maximum number of keys of a command in the preferences."""

_ARROWS = ("Left", "Right", "Up", "Down", "Home", "End")
VIEW_KEYS = frozenset(
    [
        *(f"{modifiers}{key}" for modifiers in ("", "Shift+") for key in _ARROWS),
        *(f"{modifiers}{key}" for modifiers in ("Ctrl+", "Ctrl+Shift+") for key in ("Home", "End")),
        "Ctrl+C",
        "Ctrl+Ins",
    ]
)
"""Keys of the sentence view, to move, select and copy."""

MENU_KEY = "Shift+F10"
"""Opens the menu of the current row or token, as the menu key does."""


@dataclass(frozen=True, slots=True)
class Preset:
    """A set of keys.

    ``keys`` are those that differ from the defaults, by command id; ``label_keys`` are assigned to
    labels in their order, before the labels' own keys.
    """

    title: str
    about: str
    keys: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    label_keys: tuple[str, ...] = ()


_DIGITS = tuple("1234567890")

PRESETS: Mapping[str, Preset] = {
    DEFAULT_PRESET: Preset(
        QT_TRANSLATE_NOOP("Actions", "Tagwright"),
        QT_TRANSLATE_NOOP("Actions", "Digits and letters set labels; Enter accepts and continues."),
    ),
    "prodigy": Preset(
        QT_TRANSLATE_NOOP("Actions", "Prodigy-like"),
        QT_TRANSLATE_NOOP(
            "Actions",
            "A accepts, X rejects, Space skips, Backspace undoes, F flags, H shows "
            "shortcuts. Labels: 1–0, then Shift+digit, then Shift+Alt+digit.",
        ),
        {
            "accept": ("A", "Enter", "Return"),
            "forbid": ("X", "-"),
            "skip": ("Space", "Shift+Enter", "Shift+Return"),
            "undo": ("Backspace", "Del", "Ctrl+Z"),
            "clear": ("Shift+Backspace", "Shift+Del"),
            "no_label": ("N",),
            "flag": ("F", "Ctrl+M"),
            "show_keys": ("H", "?", "Ctrl+F1"),
            "select_span": ("S", "Shift+Space"),
        },
        (
            *_DIGITS,
            *(f"Shift+{digit}" for digit in _DIGITS),
            *(f"Alt+Shift+{digit}" for digit in _DIGITS),
        ),
    ),
    "brat": Preset(
        QT_TRANSLATE_NOOP("Actions", "brat-like"),
        QT_TRANSLATE_NOOP(
            "Actions",
            "Digits and letters set labels, Delete clears, Insert selects the span, Ctrl+H "
            "repeats the last action.",
        ),
        {
            "clear": ("Del", "Backspace"),
            "select_span": ("Ins", "Space"),
            "repeat_last": ("Ctrl+H", "."),
            "show_history": ("Ctrl+Shift+H",),
        },
    ),
}
"""The presets by their names in the preferences."""


def portable(key: str) -> str:
    """Return a key in Qt's portable form, "" if it is invalid."""
    if not key or " " in key:
        return ""
    sequence = QKeySequence(key)
    if sequence.count() != 1:
        return ""
    return sequence.toString(QKeySequence.SequenceFormat.PortableText)


def native(key: str) -> str:
    """Return a key as the platform writes it."""
    return QKeySequence(key).toString(QKeySequence.SequenceFormat.NativeText)


def is_single(key: str) -> bool:
    """Return whether a key would type a character, or move, in a text field."""
    *modifiers, last = key.split("+") if key not in {"+", "Shift++"} else [key]
    return not {"Ctrl", "Alt", "Meta"} & set(modifiers) and not last[1:].isdigit()


@dataclass(frozen=True, slots=True)
class Keymap:
    """A preset, and a person's own keys by command id.

    An empty tuple in ``own`` is a command without a key.
    """

    preset: str = DEFAULT_PRESET
    own: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    @classmethod
    def of(cls, preset: str, shortcuts: Mapping[str, str]) -> Keymap:
        """Return the keymap of preferences; invalid ones are ignored."""
        own = {}
        for command, text in shortcuts.items():
            keys = [portable(key) for key in text.split()[:MAX_KEYS]]
            if all(keys):
                own[command] = tuple(dict.fromkeys(keys))
        return cls(preset if preset in PRESETS else DEFAULT_PRESET, own)

    def shortcuts(self) -> dict[str, str]:
        """Return the own keys as stored in the preferences."""
        return {command: " ".join(keys) for command, keys in self.own.items()}

    # ---- keys

    def keys(self, commands: Sequence[Command]) -> dict[str, tuple[str, ...]]:
        """Return the keys of each command, by id; the first is the one to show."""
        preset = PRESETS[self.preset].keys
        given: dict[str, tuple[str, ...]] = {}
        taken: set[str] = set()
        for level in (self.own, preset, {command.id: command.keys for command in commands}):
            for command in commands:
                if command.id in level and command.id not in given:
                    wanted = level[command.id]
                    if level is not self.own:
                        wanted = tuple(map(own_key, wanted))
                    keys = dict.fromkeys(map(portable, wanted))
                    given[command.id] = tuple(key for key in keys if key not in taken)
                    taken.update(keys)
        return given

    def label_keys(
        self, labels: Iterable[Label], commands: Sequence[Command]
    ) -> dict[int, tuple[str, ...]]:
        """Return the keys of each label, by id, without those of commands."""
        shown = list(labels)
        taken = {key for keys in self.keys(commands).values() for key in keys}
        found: dict[int, list[str]] = {label.id: [] for label in shown}
        preset_keys = PRESETS[self.preset].label_keys
        candidates = [
            *((label.id, key) for label, key in zip(shown, preset_keys, strict=False)),
            *((label.id, label.key) for label in shown if label.key),
        ]
        for label_id, key in candidates:
            if key not in taken:
                found[label_id].append(key)
                taken.add(key)
        return {label_id: tuple(keys) for label_id, keys in found.items()}

    def holder(self, key: str, commands: Sequence[Command]) -> str:
        """Return the id of the command with a key, "" without one."""
        given = self.keys(commands)
        return next((command for command, keys in given.items() if key in keys), "")

    def is_changed(self, command: str) -> bool:
        """Return whether the keys of a command are the person's own."""
        return command in self.own

    # ---- changes

    def with_preset(self, preset: str) -> Keymap:
        """Return a copy with another preset."""
        return replace(self, preset=preset)

    def with_keys(self, command: str, keys: Sequence[str]) -> Keymap:
        """Return a copy with other keys for a command, removed from other commands' own keys."""
        own = {
            other: tuple(key for key in theirs if key not in keys)
            for other, theirs in self.own.items()
            if other != command
        }
        return replace(self, own={**own, command: tuple(keys)})

    def without(self, command: str) -> Keymap:
        """Return a copy without own keys for a command."""
        return replace(
            self, own={other: keys for other, keys in self.own.items() if other != command}
        )


# ---- keys that cannot be assigned

OBJECTIONS = {
    "view": QT_TRANSLATE_NOOP(
        "Actions", "{key} is reserved for moving and copying in the sentence."
    ),
    "escape": QT_TRANSLATE_NOOP("Actions", "Esc cannot be reassigned."),
    "menu": QT_TRANSLATE_NOOP("Actions", "{key} opens a menu."),
    "system": QT_TRANSLATE_NOOP("Actions", "{key} belongs to macOS."),
    "unknown": QT_TRANSLATE_NOOP("Actions", "This key cannot be used as a shortcut."),
}


def objection(key: str) -> str:
    """Return why a key cannot be assigned, as a name in `OBJECTIONS`, "" if it can."""
    if key in VIEW_KEYS:
        return "view"
    if key == "Esc":
        return "escape"
    if is_mac() and key in RESERVED:
        return "system"
    letters = {title[title.index("&") + 1].upper() for title in MENUS.values()}
    if key in {"F10", "Menu", *(f"Alt+{letter}" for letter in letters)}:
        return "menu"
    return ""
