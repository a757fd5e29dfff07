"""CoNLL-U: ten columns; the words, one label column, and everything else kept as it is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from app.formats.misc import attribute_named, attribute_options
from app.formats.records import IGNORED, LABEL, WORD, ImportedText
from app.formats.rows import imported, write_rows
from crfcore.errors import DataError
from crfcore.text.conllu import CONLLU_COLUMNS, looks_like_conllu, parse_conllu
from crfcore.text.rows import RawFile

# Of the other columns, these say something about the word alone, so features may use them.
_USED = ("lemma", "upos", "xpos", "feats")
_DEFAULT_LABEL = "upos"
_MISC = CONLLU_COLUMNS.index("misc")

detect = looks_like_conllu
write = write_rows


def read(
    text: str, columns: Sequence[str] = (), path: Path | None = None, **_: Mapping[str, str]
) -> ImportedText:
    """Read a CoNLL-U file.

    ``columns`` is empty (the label is UPOS), one name ("xpos": that column is the label, "misc:NE":
    the attribute NE of the last one is), or ten names, of which one is "word" and at most one
    "label".
    """
    # In a list, so that nobody else holds what is given back sentence by sentence.
    parsed = [parse_conllu(text, path=path)]
    attribute = attribute_named(columns)
    options = attribute_options(attribute, _misc_fields(parsed[0]), path) if attribute else ()
    names = column_names(("misc",) if attribute else columns, path)
    return imported(parsed.pop(), lambda _: names, "conllu", path, options)


def _misc_fields(raw: RawFile) -> list[str]:
    return [fields[_MISC] for sentence in raw.sentences for fields in sentence.fields]


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
