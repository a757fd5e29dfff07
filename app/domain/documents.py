"""Documents: what was imported, and what is needed to write it out again unchanged."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Layout:
    """What a file looked like around its sentences.

    ``format`` is a name of `app.formats.FORMATS`. ``columns`` names the columns in order
    ("word", "pos", "label", …), empty for plain text. ``separator`` is "tab" or "space".
    ``bom`` says that the file began with a byte-order mark. ``tail`` is the text behind the last
    sentence (blank lines, comments).
    """

    format: str = "text"
    columns: tuple[str, ...] = ()
    separator: str = "space"
    bom: bool = False
    tail: str = ""


@dataclass(frozen=True, slots=True)
class Document:
    """One imported file. ``id`` never changes; a removed document keeps its rows for undo."""

    id: int
    name: str
    position: int
    layout: Layout = field(default_factory=Layout)
    removed: bool = False
