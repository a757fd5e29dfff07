"""Constraints for tagging: the labels allowed for each token of a text."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from crfcore.errors import DataError
from crfcore.text.columns import parse_columns
from crfcore.text.rows import RawSentence, line_content, listed, shortened

ANYTHING = "_"
OR = "|"
NOT = "!"


@dataclass(frozen=True, slots=True, eq=False)
class Constraints:
    """The labels allowed by a file, for T tokens and L labels.

    ``allowed`` uint8 (T, L); ``lines`` int64 (T,) are the tokens' lines in the file, from 1.
    """

    path: Path
    allowed: NDArray[np.uint8]
    lines: NDArray[np.int64]

    def no_label_at(self, token: int) -> DataError:
        """Return the error for a token at which the constraints leave no label."""
        return DataError(
            "The constraints on this sentence leave no label possible here; allow one that can "
            "follow its neighbour.",
            path=self.path,
            line=int(self.lines[token]),
        )


def parse_constraints(
    text: str, path: Path, labels: Sequence[str], lengths: Sequence[int]
) -> Constraints:
    """Parse a column file with a line for each token of a text.

    The last field of a line has the allowed labels: “_” any, a label, “A|B” one of several, “!A”
    any other (“!A|B” neither of the two). A field that is itself a label of the model means that
    label. ``lengths`` are the numbers of tokens of the text's sentences. DataError with line and
    column for what cannot be parsed or doesn't fit the text.
    """
    sentences = parse_columns(text, path=path).sentences
    _check_alignment(sentences, lengths, path)
    reader = _Reader(labels, path)
    rows: list[NDArray[np.uint8]] = []
    lines: list[int] = []
    for sentence in sentences:
        for at, fields in zip(sentence.tokens, sentence.fields, strict=True):
            lines.append(sentence.first_line + at)
            rows.append(reader.allowed(fields[-1], sentence.lines[at], lines[-1]))
    allowed = np.array(rows, dtype=np.uint8).reshape(len(rows), len(labels))
    return Constraints(path, allowed, np.array(lines, dtype=np.int64))


def _check_alignment(sentences: Sequence[RawSentence], lengths: Sequence[int], path: Path) -> None:
    for number, (sentence, length) in enumerate(zip(sentences, lengths, strict=False), 1):
        found = len(sentence.tokens)
        if found != length:
            # The first extra line, or the last one before missing lines.
            line = sentence.first_line + sentence.tokens[min(length, found - 1)]
            raise DataError(
                f"Sentence {number} has {found} lines of constraints here and {length} tokens in "
                "the text; write one line for each token, and an empty one between sentences.",
                path=path,
                line=line,
                column=1,
            )
    if len(sentences) != len(lengths):
        # The first extra sentence, or the last one before missing sentences.
        behind = sentences[len(lengths) :] or sentences[-1:]
        raise DataError(
            f"There are constraints for {len(sentences):,} sentences, and the text has "
            f"{len(lengths):,}; write one line for each token, and an empty one between sentences.",
            path=path,
            line=behind[0].first_line + behind[0].tokens[0] if behind else None,
            column=1 if behind else None,
        )


class _Reader:
    """Converts fields to rows of the mask, with a cache."""

    def __init__(self, labels: Sequence[str], path: Path) -> None:
        self._numbers = {label: number for number, label in enumerate(labels)}
        self._path = path
        self._known: dict[str, NDArray[np.uint8]] = {}

    def allowed(self, field: str, line: str, number: int) -> NDArray[np.uint8]:
        """Return which labels the last field of a line allows."""
        if field not in self._known:
            column = line_content(line).rindex(field) + 1
            self._known[field] = self._row(field, number, column)
        return self._known[field]

    def _row(self, field: str, line: int, column: int) -> NDArray[np.uint8]:
        row = np.zeros(len(self._numbers), dtype=np.uint8)
        if field == ANYTHING:
            return row + np.uint8(1)
        if field in self._numbers:
            row[self._numbers[field]] = 1
            return row
        names = field.removeprefix(NOT)
        at = column + len(field) - len(names)
        for name in names.split(OR):
            if name not in self._numbers:
                raise DataError(self._unknown(name, field), path=self._path, line=line, column=at)
            row[self._numbers[name]] = 1
            at += len(name) + len(OR)
        if field.startswith(NOT):
            row = np.uint8(1) - row
        if not row.any():
            raise DataError(
                f"{shortened(field)} leaves no label of the model; allow at least one.",
                path=self._path,
                line=line,
                column=column,
            )
        return row

    def _unknown(self, name: str, field: str) -> str:
        known = listed(self._numbers)
        inside = "" if name == field else f" in {shortened(field)}"
        return (
            f"{shortened(name)}{inside} is no label of the model ({known}); write one of them, "
            "A|B for one of several, !A for any other, or _ for all."
        )
