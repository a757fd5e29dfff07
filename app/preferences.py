"""What belongs to the person rather than to a project: recent projects, name, window, theme.

One JSON file in the folder that the system has for such things. A file that is missing or damaged
gives the defaults; one that can't be written is no reason to stop working.
"""

from __future__ import annotations

import contextlib
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

import platformdirs

MOST_RECENT = 12
THEMES = ("system", "light", "dark")


@dataclass(frozen=True, slots=True)
class Preferences:
    """The choices; change them by `dataclasses.replace` and `save`.

    ``recent`` are paths of projects, newest first; ``window`` maps a name to base64 text (the
    geometry and the layout of panels); ``theme`` is one of `THEMES`; ``shortcuts`` maps command
    ids to keys where a person has changed them; ``places`` maps recent projects to the id of the
    sentence that was left last.
    """

    recent: tuple[str, ...] = ()
    annotator: str = ""
    window: Mapping[str, str] = field(default_factory=dict)
    theme: str = "system"
    shortcuts: Mapping[str, str] = field(default_factory=dict)
    places: Mapping[str, int] = field(default_factory=dict)

    def with_place(self, path: Path | str, sentence: int) -> Preferences:
        """Return preferences that know where a recent project was left; others are forgotten."""
        left = {**self.places, str(Path(path).absolute()): sentence}
        return replace(self, places={name: left[name] for name in self.recent if name in left})

    def place_in(self, path: Path | str) -> int | None:
        """Return the id of the sentence where a project was left, None if that is not known."""
        return self.places.get(str(Path(path).absolute()))

    def with_recent(self, path: Path | str) -> Preferences:
        """Return preferences with a project at the top of the recent ones."""
        newest = str(Path(path).absolute())
        others = [other for other in self.recent if other != newest]
        return replace(self, recent=(newest, *others)[:MOST_RECENT])

    def without_recent(self, path: Path | str) -> Preferences:
        """Return preferences that have forgotten a project."""
        gone = str(Path(path).absolute())
        return replace(self, recent=tuple(other for other in self.recent if other != gone))


def default_path() -> Path:
    """Return where the preferences of this person lie."""
    return Path(platformdirs.user_config_dir("tagwright", appauthor=False)) / "preferences.json"


def load(path: Path | None = None) -> Preferences:
    """Read preferences; whatever is missing or of a wrong kind is the default."""
    try:
        values = json.loads((path or default_path()).read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return Preferences()
    if not isinstance(values, dict):
        return Preferences()
    return Preferences(
        recent=tuple(_strings(values.get("recent")))[:MOST_RECENT],
        annotator=_text(values.get("annotator")),
        window=_texts(values.get("window")),
        theme=values["theme"] if values.get("theme") in THEMES else "system",
        shortcuts=_texts(values.get("shortcuts")),
        places=_numbers(values.get("places")),
    )


def save(preferences: Preferences, path: Path | None = None) -> bool:
    """Write preferences whole or not at all; say whether that could be done."""
    path = path or default_path()
    part = path.with_name(f".{path.name}.part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        content = json.dumps(asdict(preferences), ensure_ascii=False, indent=2)
        part.write_text(content, encoding="utf-8")
        part.replace(path)
    except OSError:
        with contextlib.suppress(OSError):
            part.unlink(missing_ok=True)
        return False
    return True


def _strings(value: Any) -> list[str]:
    return [one for one in value if isinstance(one, str)] if isinstance(value, list) else []


def _text(value: Any) -> str:
    return value if isinstance(value, str) else ""


def _texts(value: Any) -> dict[str, str]:
    if not isinstance(value, dict):
        return {}
    return {key: text for key, text in value.items() if isinstance(text, str)}


def _numbers(value: Any) -> dict[str, int]:
    if not isinstance(value, dict):
        return {}
    return {key: number for key, number in value.items() if type(number) is int}
