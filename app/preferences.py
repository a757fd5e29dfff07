"""Preferences of the user: recent projects, name, window, theme.

They are in a JSON file in the user's configuration folder. A missing or damaged file gives the
defaults; errors of writing are ignored.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields, replace
from pathlib import Path
from typing import Any, TypeVar
from unicodedata import category

import platformdirs

from crfcore.errors import DataError
from crfcore.portable_paths import path_key
from crfcore.text.lines import open_file
from crfcore.whole_files import writing

_T = TypeVar("_T")

MAX_RECENT = 12
THEMES = ("system", "light", "dark")
CONTRASTS = ("system", "usual", "high")
POINTS = (6.0, 48.0)
"""The smallest and the largest font size."""
SCALES = (100, 125, 150, 175, 200)
"""The scale of the window, in per cent."""
MAX_WARNED = 50
MAX_ENTRIES = 1_000
"""The most shortcuts, places and parts of a window: more than there are commands."""
LONGEST_NAME = 1_000
LONGEST_TEXT = 5_000
"""The longest name, path or shortcut, in characters."""
LONGEST_LAYOUT = 200_000
"""The longest layout of a window, in characters."""
MAX_ID = 10**15
"""The largest id of a sentence."""
MAX_BYTES = 4 << 20
"""The largest file of preferences."""


@dataclass(frozen=True, slots=True)
class Appearance:
    """The settings of the appearance; the fields are those of `Preferences`."""

    theme: str = "system"
    contrast: str = "system"
    patterns: bool = False
    family: str = ""
    points: float = 0.0
    window_family: str = ""
    window_points: float = 0.0
    scale: int = 100
    still: bool = False
    language: str = "system"


@dataclass(frozen=True, slots=True)
class Preferences:
    """The preferences; changed by `dataclasses.replace` and `save`.

    ``recent`` are paths of projects, newest first; ``window`` maps a name to base64 text (the
    geometry and the layout of panels); ``theme`` is one of `THEMES`; ``shortcuts`` maps command ids
    to changed keys; ``places`` maps recent projects to the id of their last sentence.

    ``preset`` is the name of the keys that ``shortcuts`` change; ``legend`` shows labels and their
    keys beneath the sentence, ``hints`` the most useful keys. ``family`` and ``points`` are the
    font of the text being labelled, ``window_family`` and ``window_points`` that of the window, ""
    and 0 for the system's; ``contrast`` is one of `CONTRASTS`, ``scale`` one of `SCALES`,
    ``patterns`` gives every label a pattern beside its colour, and ``still`` reduces motion.
    ``language`` is the code of the window's language, or "system".
    ``tour_seen`` and ``cloud_warned`` (projects in synchronised folders) are for messages that are
    shown once.
    """

    recent: tuple[str, ...] = ()
    annotator: str = ""
    window: Mapping[str, str] = field(default_factory=dict)
    theme: str = "system"
    shortcuts: Mapping[str, str] = field(default_factory=dict)
    places: Mapping[str, int] = field(default_factory=dict)
    preset: str = "tagwright"
    legend: bool = True
    hints: bool = True
    family: str = ""
    points: float = 0.0
    window_points: float = 0.0
    scale: int = 100
    patterns: bool = False
    still: bool = False
    tour_seen: bool = False
    cloud_warned: tuple[str, ...] = ()
    contrast: str = "system"
    window_family: str = ""
    language: str = "system"

    @property
    def appearance(self) -> Appearance:
        """The settings of the appearance."""
        return Appearance(**{one.name: getattr(self, one.name) for one in fields(Appearance)})

    def with_appearance(self, appearance: Appearance) -> Preferences:
        """Return preferences with another appearance."""
        return replace(self, **asdict(appearance))

    def with_line(self, line: str, *, wanted: bool) -> Preferences:
        """Return preferences with a line beneath the sentence, "legend" or "hints", on or off."""
        return replace(self, legend=wanted) if line == "legend" else replace(self, hints=wanted)

    def with_last_sentence(self, path: Path | str, sentence: int) -> Preferences:
        """Return preferences with the last sentence of a project; only recent ones are kept."""
        left = {**self.places, str(Path(path).absolute()): sentence}
        return replace(self, places={name: left[name] for name in self.recent if name in left})

    def last_sentence_in(self, path: Path | str) -> int | None:
        """Return the id of the last sentence of a project, None if unknown."""
        return self.places.get(str(Path(path).absolute()))

    def with_recent(self, path: Path | str) -> Preferences:
        """Return preferences with a project at the top of the recent ones."""
        newest = str(Path(path).absolute())
        others = [other for other in self.recent if path_key(other) != path_key(newest)]
        return replace(self, recent=(newest, *others)[:MAX_RECENT])

    def without_recent(self, path: Path | str) -> Preferences:
        """Return preferences without a project among the recent ones."""
        gone = str(Path(path).absolute())
        left = (other for other in self.recent if path_key(other) != path_key(gone))
        return replace(self, recent=tuple(left))

    def with_warned(self, path: Path | str) -> Preferences:
        """Return preferences with a project added whose location was reported."""
        name = str(Path(path).absolute())
        if name in self.cloud_warned:
            return self
        return replace(self, cloud_warned=(*self.cloud_warned, name)[-MAX_WARNED:])


def default_path() -> Path:
    """Return the path of the user's preferences."""
    return Path(platformdirs.user_config_dir("tagwright", appauthor=False)) / "preferences.json"


def load(path: Path | None = None) -> Preferences:
    """Read preferences; missing or invalid values get the defaults."""
    try:
        values = json.loads(_content(path or default_path()))
    except (OSError, ValueError, RecursionError, DataError):
        return Preferences()
    return _sound(values) if isinstance(values, dict) else Preferences()


def _sound(values: Mapping[str, Any]) -> Preferences:
    """Return preferences from values, with defaults for missing or invalid ones."""
    default = Preferences()
    return Preferences(
        recent=tuple(_strings(values.get("recent")))[:MAX_RECENT],
        annotator=_name(values.get("annotator")),
        window=_texts(values.get("window"), LONGEST_LAYOUT),
        theme=_one_of(THEMES, values.get("theme"), default.theme),
        shortcuts=_texts(values.get("shortcuts")),
        places=_numbers(values.get("places")),
        preset=_text(values.get("preset")) or default.preset,
        legend=_yes(values.get("legend"), default.legend),
        hints=_yes(values.get("hints"), default.hints),
        family=_text(values.get("family")),
        points=_size(values.get("points")),
        window_points=_size(values.get("window_points")),
        scale=_one_of(SCALES, values.get("scale"), default.scale),
        patterns=_yes(values.get("patterns"), default.patterns),
        still=_yes(values.get("still"), default.still),
        tour_seen=_yes(values.get("tour_seen"), default.tour_seen),
        cloud_warned=tuple(_strings(values.get("cloud_warned")))[-MAX_WARNED:],
        contrast=_one_of(CONTRASTS, values.get("contrast"), default.contrast),
        window_family=_text(values.get("window_family")),
        language=_text(values.get("language")) or default.language,
    )


def _content(path: Path) -> bytes:
    """Return the content of a file, which may be a pipe, a folder, or endless."""
    with open_file(path) as file:
        content = file.read(MAX_BYTES + 1)
    if len(content) > MAX_BYTES:
        raise ValueError("this is more than preferences are")
    return content


def save(
    preferences: Preferences, path: Path | None = None, since: Preferences | None = None
) -> bool:
    """Write preferences whole or not at all; return whether that succeeded.

    With ``since``, their values when read or last written, only changes are written: another window
    may have written the file meanwhile.
    """
    path = path or default_path()
    try:
        # The file may be a link. (`Path.resolve` raises RuntimeError for circular links.)
        path = Path(os.path.realpath(path))
        path.parent.mkdir(0o700, parents=True, exist_ok=True)
        if since is not None:
            preferences = _merged(load(path), since, preferences)
        # In ASCII, because paths may have surrogates.
        content = json.dumps(asdict(_sound(asdict(preferences))), indent=2)
        with writing(path) as file:
            file.write(content.encode("ascii"))
    except OSError:
        return False
    return True


def _merged(there: Preferences, before: Preferences, after: Preferences) -> Preferences:
    """Return ``there`` with the changes from ``before`` to ``after``."""
    changed: dict[str, Any] = {}
    for name in (one.name for one in fields(Preferences)):
        old, new, own = (getattr(version, name) for version in (before, after, there))
        if old == new:
            continue
        if isinstance(new, Mapping):
            kept = {key: value for key, value in own.items() if key in new or key not in old}
            new = kept | {key: value for key, value in new.items() if old.get(key) != value}
        elif isinstance(new, tuple):
            new = (*new, *(one for one in own if one not in new and one not in old))
        changed[name] = new
    return replace(there, **changed)


def _strings(value: Any) -> list[str]:
    return list(filter(_text, value)) if isinstance(value, list | tuple) else []


def _text(value: Any, most: int = LONGEST_TEXT) -> str:
    """Return a text that is not longer than ``most``, "" for anything else."""
    return value if isinstance(value, str) and len(value) <= most else ""


def _name(value: Any) -> str:
    """Return a name without the characters that no project file can hold."""
    wrong = ("Cc", "Cs")  # control characters, surrogates
    return "".join(one for one in _text(value) if category(one) not in wrong)[:LONGEST_NAME]


def _texts(value: Any, most: int = LONGEST_TEXT) -> dict[str, str]:
    if not isinstance(value, dict):
        return {}
    sound = [
        (key, text)
        for key, text in value.items()
        if _text(key) == key and isinstance(text, str) and len(text) <= most
    ]
    return dict(sound[:MAX_ENTRIES])


def _numbers(value: Any) -> dict[str, int]:
    if not isinstance(value, dict):
        return {}
    sound = [
        (key, number)
        for key, number in value.items()
        if _text(key) == key and type(number) is int and 0 <= number <= MAX_ID
    ]
    return dict(sound[:MAX_ENTRIES])


def _yes(value: Any, default: bool) -> bool:  # noqa: FBT001 (a value like the others)
    return value if isinstance(value, bool) else default


def _one_of(values: tuple[_T, ...], value: Any, default: _T) -> _T:
    # True is not 1 here.
    return value if type(value) is type(default) and value in values else default


def _size(value: Any) -> float:
    smallest, largest = POINTS
    is_number = type(value) in (int, float)
    return float(value) if is_number and smallest <= value <= largest else 0.0
