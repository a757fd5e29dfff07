"""The formats by name, and the recognition of a file by its content and what lies beside it."""

from __future__ import annotations

import os
from pathlib import Path

from app.domain.documents import Layout
from app.formats import brat, column_files, conllu, doccano, plain_text, prodigy
from app.formats.json_lines import LONGEST_LINE
from app.formats.records import Format
from app.formats.rows import write_words_and_tags
from crfcore.errors import DataError, as_text
from crfcore.text.lines import UTF_8, read_text
from crfcore.text.rows import BOM, Watch

PACKED = ".gz"
"""Any file may be packed."""

_RECOGNISED_LAST = ("columns", "text")
"""Formats that are seen in whatever is nothing else."""

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
        # Any line of JSON with a text might be doccano's, so Prodigy is asked first.
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
        # Whatever is nothing else is text, so this one comes last.
        Format(
            "text", "Plain text", (".txt",), plain_text.detect, plain_text.read, plain_text.write
        ),
    )
}


def format_named(name: str, path: Path | None = None) -> Format:
    """Return a format by its name; DataError if there is none."""
    if name not in FORMATS:
        raise DataError(f"There is no format “{name}”; there are {', '.join(FORMATS)}.", path=path)
    return FORMATS[name]


def layout_trouble(layout: Layout) -> str:
    """Say what makes a document one that no format could write; "" where nothing does."""
    if layout.format not in FORMATS:
        return f"there is no format “{layout.format[:60]}”"
    if bool(layout.columns) != FORMATS[layout.format].rows:
        return f"the columns are not those of the format “{layout.format}”"
    return ""


HEAD = 1 << 18
"""So many characters are looked at to recognise a file, or its first line if that is longer."""


def format_of(text: str, path: Path | None = None) -> Format:
    """Return the first format that recognises the content, and whose other files lie beside it.

    Where nothing but a text, or any table, is recognised, the name counts: a file of JSON lines
    that begins with a mistake is told of, and not read as prose.
    """
    head = _head(text)
    found = next(one for one in FORMATS.values() if _all_there(one, path) and one.detect(head))
    if found.name not in _RECOGNISED_LAST or path is None:
        return found
    suffix = Path(path.name.removesuffix(PACKED)).suffix.lower()
    named = [one for one in FORMATS.values() if suffix in one.suffixes and not one.companions]
    # Tables and much else are called .txt, too, so that such a name says nothing.
    if not named or found in named or FORMATS["text"] in named:
        return found
    return named[-1]


def _head(text: str) -> str:
    """Return the lines at the beginning of a text; a first line of JSON is never cut."""
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
    # What is there and no file is refused when it is read, not passed over.
    return all(os.path.lexists(beside(path, suffix)) for suffix in form.companions)


def name_of(path: Path) -> str:
    """Return the name of a file as text: bytes that are not UTF-8 as they are written in Python."""
    return as_text(path.name)


def beside(path: Path, suffix: str) -> Path:
    """Return the name of the file that belongs to another one."""
    return path.with_name(path.name.removesuffix(PACKED)).with_suffix(suffix)


def companions_of(
    form: Format, path: Path, watch: Watch | None = None, encoding: str = UTF_8
) -> dict[str, str]:
    """Return the texts of the files that belong to a file; DataError if one can't be read."""
    found = {suffix: beside(path, suffix) for suffix in form.companions}
    for one in found.values():
        _check_companion(one, path)
    return {
        suffix: "" if _is_empty(one) else read_text(one, watch, encoding)
        for suffix, one in found.items()
    }


def _check_companion(one: Path, path: Path) -> None:
    """Refuse what nobody has named where it is no file, or a link that came with an archive."""
    if one.exists() and not one.is_file():
        raise DataError("This is no file; move it away, or put the file here.", path=one)
    elsewhere = one.is_symlink() and Path(os.path.realpath(one)).parent != one.parent.resolve()
    if elsewhere and not path.is_symlink():
        raise DataError("This is a link to another folder; put the file itself here.", path=one)


def _is_empty(path: Path) -> bool:
    """Say whether a file is there and says nothing, as that of a text nobody has worked on."""
    return path.is_file() and path.stat().st_size == 0


def suffixes() -> list[str]:
    """Return the suffixes of all files that can be imported."""
    return [*dict.fromkeys(one for form in FORMATS.values() for one in form.suffixes), PACKED]
