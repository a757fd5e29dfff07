"""Portable names of exported files, and of the labels in them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from unicodedata import category

from app.domain.documents import Document
from app.formats.records import Format
from app.formats.table import FORMATS, PACKED, beside, suffixes
from crfcore.errors import DataError, shown
from crfcore.messages import joined, message
from crfcore.portable_paths import NOT_ON_WINDOWS, is_device

_LONGEST_NAME, _LONGEST_SUFFIX = 255, 16
"""The longest file name, and the longest suffix kept of a longer one, in bytes."""

_JOINERS = "\u200c\u200d"
"""Joiners of letters, which are part of the spelling."""


def file_names(documents: list[Document], folder: Path, format_name: str = "") -> Iterator[Path]:
    """Yield a path in a folder for each document."""
    taken: set[str] = set()
    for document in documents:
        name = _portable(Path(document.name).name.removesuffix(PACKED))
        if not name:
            name = f"document-{document.id}"
        written = written_format(document, format_name)
        if written != document.layout.format and FORMATS[written].suffix_any:
            name = _with_suffix(name, FORMATS[written].suffix_any)
        names = _shortened(name, document, format_name)
        # On some systems "A.txt" and "a.txt" are the same file.
        while not taken.isdisjoint(map(str.casefold, names)):
            names = _shortened(f"{document.id}-{names[0]}", document, format_name)
        taken.update(map(str.casefold, names))
        yield folder / names[0]


def _with_suffix(name: str, suffix: str) -> str:
    """Return a name with another suffix; the part after its last dot may be none ("Dr. No")."""
    own = Path(name).suffix
    return (name.removesuffix(own) if own.lower() in suffixes() else name) + suffix


def written_format(document: Document, format_name: str = "") -> str:
    """Return the format of a document's file; columns for plain text, which has no labels."""
    written = format_name or document.layout.format
    return "columns" if written == "text" else written


def usual_suffix(documents: Iterable[Document], format_name: str = "") -> str:
    """Return the suffix of a file of these documents."""
    formats = (FORMATS.get(written_format(document, format_name)) for document in documents)
    return next((one.suffixes[0] for one in formats if one is not None), ".conll")


def files_beside(path: Path, document: Document, format_name: str) -> list[Path]:
    """Return the companions of a document's file."""
    form = FORMATS.get(format_name or document.layout.format)
    return [] if form is None else [beside(path, suffix) for suffix in form.writes]


def check_label_names(names: Iterable[str], form: Format) -> None:
    """Raise DataError if two labels would have the same name in a file of this format."""
    if form.label_as is None:
        return
    known: dict[str, str] = {}
    for name in sorted(names):
        written = form.label_as(name)
        other = known.setdefault(written, name)
        if other != name:
            both = joined(message(" and "), map(shown, (other, name)))
            raise DataError(
                message(
                    "The labels {both} would both become {written} in a file of {name}; rename "
                    "one of them, or choose another format.",
                    both=both,
                    written=shown(written),
                    name=form.name,
                )
            )


def _portable(name: str) -> str:
    """Return a name without characters that systems reject or do not show; it may be empty."""
    name = "".join("_" if _is_unfit(character) else character for character in name).rstrip(". ")
    return f"_{name}" if is_device(name) else name


def _is_unfit(character: str) -> bool:
    if character in NOT_ON_WINDOWS:
        return True
    # Control and format characters, surrogates, line separators.
    unseen = category(character) in ("Cc", "Cf", "Cs", "Zl", "Zp")
    return unseen and character not in _JOINERS


def _shortened(name: str, document: Document, format_name: str) -> list[str]:
    """Return the names of a document's files, shortened to the longest allowed."""
    names = [name, *(path.name for path in files_beside(Path(name), document, format_name))]
    if max(len(one.encode()) for one in names) <= _LONGEST_NAME:
        return names
    suffix = Path(name).suffix
    if len(suffix.encode()) > _LONGEST_SUFFIX:
        suffix = ""
    stem = name.removesuffix(suffix).encode()[: _LONGEST_NAME - 2 * _LONGEST_SUFFIX]
    cut = stem.decode(errors="ignore").rstrip(". ") or f"document-{document.id}"
    return _shortened(cut + suffix, document, format_name)
