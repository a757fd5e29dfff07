"""The formats by name, and the recognition of a file by its content."""

from __future__ import annotations

from app.formats import column_files, conllu, plain_text
from app.formats.records import Format

FORMATS: dict[str, Format] = {
    one.name: one
    for one in (
        Format("conllu", (".conllu",), conllu.detect, conllu.read, conllu.write),
        Format(
            "columns",
            (".conll", ".iob", ".tsv", ".bio"),
            column_files.detect,
            column_files.read,
            column_files.write,
        ),
        # Whatever is nothing else is text, so this one comes last.
        Format("text", (".txt",), plain_text.detect, plain_text.read, plain_text.write),
    )
}


def format_of(text: str) -> Format:
    """Return the first format that recognises the content."""
    return next(one for one in FORMATS.values() if one.detect(text))
