"""The table of formats, and detection of a file's format."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

from app.domain.documents import Document, Layout
from app.formats import brat, column_files, conllu, doccano, plain_text, prodigy
from app.formats.brat_lines import brat_label
from app.formats.json_lines import LONGEST_LINE, check_record
from app.formats.records import Format
from app.formats.rows import write_words_and_tags
from crfcore.errors import DataError, as_text
from crfcore.messages import message
from crfcore.text.lines import UTF_8, read_text
from crfcore.text.rows import BOM, Watch

PACKED = ".gz"
"""The suffix of compressed files."""

_RECOGNISED_LAST = ("columns", "text")
"""Formats that match almost any text."""

FORMATS: dict[str, Format] = {
    one.name: one
    for one in (
        Format(
            "conllu",
            "CoNLL-U",
            (".conllu",),
            conllu.detect,
            conllu.read,
            conllu.write,
            rows=True,
        ),
        # Before doccano, which matches any line of JSON with a text.
        Format(
            "prodigy",
            "Prodigy: JSON lines",
            (".jsonl",),
            prodigy.detect,
            prodigy.read,
            prodigy.write,
            write_any=prodigy.write_any,
            title_any="Prodigy: a task for each sentence",
            suffix_any=".jsonl",
            keeps=True,
            parted=False,
            losses=prodigy.losses,
            check_record=check_record,
        ),
        Format(
            "doccano",
            "doccano: JSON lines",
            (".jsonl", ".json"),
            doccano.detect,
            doccano.read,
            doccano.write,
            write_any=doccano.write_any,
            title_any="doccano: a line of JSON for each sentence",
            suffix_any=".jsonl",
            keeps=True,
            parted=False,
            losses=doccano.losses,
            check_record=check_record,
        ),
        Format(
            "brat",
            "brat: text with .ann",
            (".txt",),
            brat.detect,
            brat.read,
            brat.write,
            write_any=brat.write_any,
            title_any="brat: a text with a file of spans",
            suffix_any=".txt",
            keeps=True,
            companions=(brat.ANN,),
            writes={brat.ANN: brat.write_ann},
            losses=brat.losses,
            label_as=brat_label,
        ),
        Format(
            "columns",
            "Column file",
            (".conll", ".iob", ".tsv", ".bio"),
            column_files.detect,
            column_files.read,
            column_files.write,
            write_any=write_words_and_tags,
            title_any="Columns: word and label",
            suffix_any=".conll",
            rows=True,
        ),
        # Last, because it matches any text.
        Format(
            "text", "Plain text", (".txt",), plain_text.detect, plain_text.read, plain_text.write
        ),
    )
}


def format_named(name: str, path: Path | None = None) -> Format:
    """Return a format by its name; DataError if there is none."""
    if name not in FORMATS:
        raise DataError(
            message(
                "There is no format “{name}”; there are {formats}.",
                name=name,
                formats=", ".join(FORMATS),
            ),
            path=path,
        )
    return FORMATS[name]


def layout_trouble(layout: Layout) -> str:
    """Return why no format could write a document, "" if one can."""
    if layout.format not in FORMATS:
        return message("there is no format “{format}”", format=layout.format[:60])
    if bool(layout.columns) != FORMATS[layout.format].rows:
        return message("the columns are not those of the format “{format}”", format=layout.format)
    return ""


def check_layouts(documents: Iterable[Document]) -> None:
    """Raise DataError for a document with an invalid layout."""
    for document in documents:
        trouble = layout_trouble(document.layout)
        if trouble:
            raise DataError(
                message(
                    "“{name}” cannot be written, for {trouble}; go on with a backup, or remove "
                    "the document and import it again.",
                    name=document.name[:200],
                    trouble=trouble,
                )
            )


HEAD = 1 << 18
"""Characters read to detect the format, or the first line if that is longer."""


def format_of(text: str, path: Path | None = None) -> Format:
    """Return the first format that matches the content, and whose companions exist.

    If only text or columns match, the suffix decides: a JSON-lines file that begins with an error
    is not read as prose.
    """
    head = _head(text)
    found = next(one for one in FORMATS.values() if _all_there(one, path) and one.detect(head))
    if found.name not in _RECOGNISED_LAST or path is None:
        return found
    suffix = Path(path.name.removesuffix(PACKED)).suffix.lower()
    named = [one for one in FORMATS.values() if suffix in one.suffixes and not one.companions]
    # The suffix .txt is used for tables and other files, too.
    if not named or found in named or FORMATS["text"] in named:
        return found
    return named[-1]


def _head(text: str) -> str:
    """Return the first lines of a text; a first line of JSON is not cut."""
    if len(text) <= HEAD:
        return text
    end = text.rfind("\n", 0, HEAD) + 1
    if not end and text.removeprefix(BOM).startswith("{"):
        end = text.find("\n", HEAD, LONGEST_LINE) + 1 or LONGEST_LINE
    return text[: end or HEAD]


def _all_there(form: Format, path: Path | None) -> bool:
    if not form.companions:
        return True
    if path is None or not path.name.removesuffix(PACKED).endswith(form.suffixes):
        return False
    # A companion that is no file is refused when it is read.
    return all(os.path.lexists(beside(path, suffix)) for suffix in form.companions)


def name_of(path: Path) -> str:
    """Return the name of a file as text; bytes that are not UTF-8 are escaped."""
    return as_text(path.name)


def beside(path: Path, suffix: str) -> Path:
    """Return the path of a companion of a file."""
    return path.with_name(path.name.removesuffix(PACKED)).with_suffix(suffix)


def companions_of(
    form: Format,
    path: Path,
    watch: Watch | None = None,
    encoding: str = UTF_8,
    *,
    may_choose: bool = False,
) -> dict[str, str]:
    """Return the texts of a file's companions; DataError if one cannot be read.

    ``may_choose``: whether the person can choose the encoding, so that errors may advise one.
    """
    found = {suffix: beside(path, suffix) for suffix in form.companions}
    for one in found.values():
        _check_companion(one, path)
    return {
        suffix: "" if _is_empty(one) else read_text(one, watch, encoding, may_choose=may_choose)
        for suffix, one in found.items()
    }


def _check_companion(one: Path, path: Path) -> None:
    """Raise DataError for a companion that is no file, or a link to another folder."""
    if one.exists() and not one.is_file():
        raise DataError(message("This is no file; move it away, or put the file here."), path=one)
    elsewhere = one.is_symlink() and Path(os.path.realpath(one)).parent != one.parent.resolve()
    if elsewhere and not path.is_symlink():
        raise DataError(
            message("This is a link to another folder; put the file itself here."), path=one
        )


def _is_empty(path: Path) -> bool:
    """Return whether a file exists and is empty, as that of an unlabelled text."""
    return path.is_file() and path.stat().st_size == 0


def suffixes() -> list[str]:
    """Return the suffixes of all files that can be imported."""
    return [*dict.fromkeys(one for form in FORMATS.values() for one in form.suffixes), PACKED]
