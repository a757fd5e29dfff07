"""Names of the files that documents are exported to: such as every system takes and shows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from unicodedata import category

from app.domain.documents import Document
from app.formats.table import FORMATS, PACKED, beside, suffixes

_LONGEST_NAME, _LONGEST_SUFFIX = 255, 16
"""Bytes of the name of a file that disks take, and of the suffix that is kept of a longer one."""

_JOINERS = "\u200c\u200d"
"""They belong to how words are spelt."""

_NOT_ON_WINDOWS = frozenset('<>:"/\\|?*')
_DEVICES = {"con", "prn", "aux", "nul", "conin$", "conout$"} | {
    device + number for device in ("com", "lpt") for number in "123456789¹²³"
}
"""Names that mean a device on Windows, whatever their suffix."""


def file_names(documents: list[Document], folder: Path, format_name: str = "") -> Iterator[Path]:
    """Give a file of its own in a folder for each document."""
    taken: set[str] = set()
    for document in documents:
        name = _portable(Path(document.name).name.removesuffix(PACKED))
        if not name:
            name = f"document-{document.id}"
        written = written_format(document, format_name)
        if written != document.layout.format and FORMATS[written].suffix_any:
            name = _with_suffix(name, FORMATS[written].suffix_any)
        names = _shortened(name, document, format_name)
        # Some systems take "A.txt" and "a.txt" for the same file.
        while not taken.isdisjoint(map(str.casefold, names)):
            names = _shortened(f"{document.id}-{names[0]}", document, format_name)
        taken.update(map(str.casefold, names))
        yield folder / names[0]


def _with_suffix(name: str, suffix: str) -> str:
    """Return a name with another suffix; behind its last dot there may be none ("Dr. No")."""
    own = Path(name).suffix
    return (name.removesuffix(own) if own.lower() in suffixes() else name) + suffix


def written_format(document: Document, format_name: str = "") -> str:
    """Return the format of a document's file; plain text, which holds no labels, gets columns."""
    written = format_name or document.layout.format
    return "columns" if written == "text" else written


def usual_suffix(documents: Iterable[Document], format_name: str = "") -> str:
    """Return the suffix of one file of some documents."""
    formats = (FORMATS.get(written_format(document, format_name)) for document in documents)
    return next((one.suffixes[0] for one in formats if one is not None), ".conll")


def files_beside(path: Path, document: Document, format_name: str) -> list[Path]:
    """Return the files that are written beside that of a document."""
    form = FORMATS.get(format_name or document.layout.format)
    return [] if form is None else [beside(path, suffix) for suffix in form.writes]


def _portable(name: str) -> str:
    """Return a name without what a system refuses, obeys or does not show; it may be empty."""
    name = "".join("_" if _is_unfit(character) else character for character in name).rstrip(". ")
    return f"_{name}" if name.split(".")[0].rstrip().lower() in _DEVICES else name


def _is_unfit(character: str) -> bool:
    if character in _NOT_ON_WINDOWS:
        return True
    # Control and format characters, halves of characters, separators of lines.
    unseen = category(character) in ("Cc", "Cf", "Cs", "Zl", "Zp")
    return unseen and character not in _JOINERS


def _shortened(name: str, document: Document, format_name: str) -> list[str]:
    """Return the names of a document's files, cut where disks take none so long."""
    names = [name, *(path.name for path in files_beside(Path(name), document, format_name))]
    if max(len(one.encode()) for one in names) <= _LONGEST_NAME:
        return names
    suffix = Path(name).suffix
    if len(suffix.encode()) > _LONGEST_SUFFIX:
        suffix = ""
    stem = name.removesuffix(suffix).encode()[: _LONGEST_NAME - 2 * _LONGEST_SUFFIX]
    cut = stem.decode(errors="ignore").rstrip(". ")
    return _shortened(cut + suffix, document, format_name)
