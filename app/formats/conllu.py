"""CoNLL-U: ten columns; the words, one label column, and everything else kept as it is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from app.formats.records import IGNORED, LABEL, WORD, ImportedText
from app.formats.rows import imported, write_rows
from crfcore.errors import DataError
from crfcore.text.conllu import CONLLU_COLUMNS, looks_like_conllu, parse_conllu

# Of the other columns, these say something about the word alone, so features may use them.
_USED = ("lemma", "upos", "xpos", "feats")
_DEFAULT_LABEL = "upos"

detect = looks_like_conllu
write = write_rows


def read(
    text: str, columns: Sequence[str] = (), path: Path | None = None, **_: Mapping[str, str]
) -> ImportedText:
    """Read a CoNLL-U file.

    ``columns`` is empty (the label is UPOS), one name ("xpos": that column is the label), or ten
    names, of which one is "word" and at most one "label".
    """
    names = column_names(columns, path)
    return imported(parse_conllu(text, path=path), lambda _: names, "conllu", path)


def column_names(columns: Sequence[str], path: Path | None = None) -> tuple[str, ...]:
    """Return the names of the ten columns, the label's among them."""
    if len(columns) == len(CONLLU_COLUMNS):
        return tuple(columns)
    chosen = [name.lower() for name in columns if name.lower() not in (WORD, "form", LABEL)]
    label = chosen[0] if chosen else _DEFAULT_LABEL
    if len(chosen) > 1 or label not in CONLLU_COLUMNS:
        raise DataError(
            f"The columns are named {','.join(columns)}; for CoNLL-U name the one that is the "
            f"label (of {', '.join(CONLLU_COLUMNS)}), or all ten, among them word and label.",
            path=path,
        )
    return tuple(_name(column, label) for column in CONLLU_COLUMNS)


def _name(column: str, label: str) -> str:
    if column == label:
        return LABEL
    if column == "form":
        return WORD
    return column if column in _USED else IGNORED
