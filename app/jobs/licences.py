"""The licences of everything that a built program has, read from its page."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path

from crfcore.errors import DataError
from crfcore.messages import message

NAME = "NOTICES.html"
"""The page, which `packaging/notices.py` writes into the folder of a built program."""

CONTENTS = "contents"
"""The id of the table of contents, which a list replaces."""

BREAKS = {"p", "li", "tr", "h3", "pre"}
BULLET = "• "


@dataclass(slots=True)
class Licence:
    """A section of the page: the title, such as a part with its version, and plain text."""

    title: str = ""
    pieces: list[str] = field(default_factory=list)

    @property
    def text(self) -> str:
        """The text, with the title above it."""
        return f"{self.title}\n\n{''.join(self.pieces).strip()}\n"


def page_path() -> Path | None:
    """Return the page of this program, or of a checkout that has made one; None if there is none.

    A program of PyInstaller is beside its page, or has it among its modules; a bundle of macOS has
    it among its resources.
    """
    checkout = Path(__file__).resolve().parents[2] / "build"
    folders = [checkout]
    if getattr(sys, "frozen", False):
        program = Path(sys.executable).resolve().parent
        inner = Path(getattr(sys, "_MEIPASS", program))
        folders = [program, inner, inner.parent, program.parent / "Resources"]
    return next((folder / NAME for folder in folders if (folder / NAME).is_file()), None)


def read_licences() -> tuple[Licence, ...]:
    """Return the sections of the page; none if there is no page."""
    path = page_path()
    return () if path is None else parse_licences(path)


def parse_licences(path: Path) -> tuple[Licence, ...]:
    """Return the sections of a page; DataError if it has none."""
    reader = _Sections()
    try:
        reader.feed(path.read_text(encoding="utf-8"))
    except UnicodeDecodeError as error:
        raise DataError(
            message("{path}: this is not UTF-8; make the page of licences again.", path=path)
        ) from error
    reader.close()
    sections = tuple(reader.sections())
    if not sections:
        raise DataError(
            message(
                "{path}: no licence was found in it; make the page of licences again.", path=path
            )
        )
    return sections


class _Sections(HTMLParser):
    """Divides a page at its headings of the second level."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self._all: list[Licence] = []
        self._in_title = self._skipped = self._verbatim = False

    def sections(self) -> Iterator[Licence]:
        """Yield the sections."""
        return (one for one in self._all if one.title)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "h2":
            self._skipped = dict(attrs).get("id") == CONTENTS
            self._in_title = True
            if not self._skipped:
                self._all.append(Licence())
        elif tag == "li":
            self._add(BULLET)
        self._verbatim = tag == "pre"

    def handle_endtag(self, tag: str) -> None:
        if tag == "h2":
            self._in_title = False
        elif tag in BREAKS:
            self._add("\n" if tag == "li" else "\n\n")
        self._verbatim = False

    def handle_data(self, data: str) -> None:
        if self._in_title and self._all and not self._skipped:
            self._all[-1].title += data
        elif self._verbatim:
            self._add(data)
        elif data.strip():
            ends = " " if data[-1].isspace() else ""
            self._add(" ".join(data.split()) + ends)

    def _add(self, text: str) -> None:
        if self._all and not self._skipped:
            self._all[-1].pieces.append(text)
