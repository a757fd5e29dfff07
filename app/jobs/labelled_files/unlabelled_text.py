"""Text without labels: the words of files and projects."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from app.formats import plain_text
from app.formats.output import is_project
from app.formats.plain_text import BLANKS, TOKENS_OPTION
from app.formats.table import FORMATS, format_of
from app.jobs.labelled_files.labelled_data import of_text
from crfcore.text.lines import read_text

if TYPE_CHECKING:
    from crfcore.features.column_table import ColumnTable

_BLANK_LINE = re.compile(r"\n[ \t\r]*\n")

WORDS, SPACES = "words", "spaces"
TOKENS = (WORDS, SPACES)
"""How plain text is divided: as on import, or a line is a sentence, with spaces between tokens."""


def read_words(paths: Sequence[Path], tokens: str = WORDS) -> ColumnTable:
    """Return the words of all sentences of some files and projects; DataError in words."""
    return _joined([_words_of(path, tokens) for path in paths])


def taken_for_tables(paths: Sequence[Path], tokens: str = WORDS) -> dict[Path, bool]:
    """Return the files that `read_words` reads as tables though their names do not say so.

    Lines of as many words each, which end alike, look like a table of words and labels. The value
    is whether blank lines part its sentences, which ``tokens`` then does not change.
    """
    columns = FORMATS["columns"]
    found = {}
    for path in paths:
        # A pipe can be read only once.
        if not path.is_file() or is_project(path):
            continue
        is_named = any(suffix in columns.suffixes for suffix in path.suffixes)
        if is_named and tokens == WORDS:
            continue
        text = read_text(path)
        is_parted = _has_blank_lines(text)
        if format_of(text, path) is columns and (tokens == WORDS or is_parted):
            found[path] = is_parted
    return found


def _has_blank_lines(text: str) -> bool:
    """Return whether blank lines part the lines of a text."""
    return _BLANK_LINE.search(text.strip()) is not None


def _words_of(path: Path, tokens: str) -> ColumnTable:
    from crfcore.features.column_table import ColumnTable

    if is_project(path):
        return _of_project(path)
    text = read_text(path)
    form = format_of(text, path)
    is_table = form is FORMATS["columns"] and _has_blank_lines(text)
    # Files of other kinds have sentences of their own, so that they may be named beside texts.
    own = tokens == WORDS or is_table or form.keeps or form.name == "conllu"
    options = {TOKENS_OPTION: BLANKS}
    imported = of_text(text, path) if own else plain_text.read(text, path=path, options=options)
    return ColumnTable.from_words([sentence.columns[0] for sentence in imported.sentences])


def _of_project(path: Path) -> ColumnTable:
    """Return the words of a project, labelled or not, without those of removed documents."""
    from app.jobs.data.snapshot import snapshot
    from app.storage.project_file import ProjectFile

    with ProjectFile.open(path, for_reading=True) as file:
        data = snapshot(file.load())
    shown = np.flatnonzero(np.isin(data.documents, data.shown))
    return data.text.table().select(shown)


def _joined(tables: Sequence[ColumnTable]) -> ColumnTable:
    """Return the words of several texts as one."""
    from crfcore.features.column_table import Column, ColumnTable

    numbers: dict[str, int] = {}
    ids, lengths = [], []
    for table in tables:
        column = table.columns[0]
        places = [numbers.setdefault(word, len(numbers)) for word in column.values]
        ids.append(np.array(places, np.int32)[column.ids])
        lengths.append(np.diff(table.offsets))
    offsets = np.concatenate([[0], np.cumsum(np.concatenate(lengths))]).astype(np.int64)
    return ColumnTable((Column(np.concatenate(ids), list(numbers)),), offsets)
