"""The template language of CRF++, with a few functions on cells.

A line that begins with ``U`` gives each token an attribute, a line that begins with ``B`` gives
one to each pair of neighbours; ``#`` begins a comment. ``%x[row,column]`` stands for the string
in a cell: rows count from the current token, columns from 0. ``%lower[row,column]``,
``%shape[row,column]``, ``%prefix[row,column,length]`` and ``%suffix[row,column,length]`` stand for
what they make of it; a string that is shorter than the length is its own prefix and suffix. A
cell ahead of the sentence reads ``_B-1``, ``_B-2`` …, one behind it ``_B+1``, ``_B+2`` …
Everything else is copied into the attribute: ``U05:%x[-1,0]/%x[0,0]`` gives "U05:the/cat".
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from crfcore.errors import TemplateError
from crfcore.features.cells import CELL_FUNCTIONS, FUNCTIONS_OF_LENGTH
from crfcore.text.rows import BOM, line_content, numbered_lines, shortened

FARTHEST_ROW = 100
"""How far from the current token a row may lie."""

LONGEST_AFFIX = 100
"""How long a prefix or suffix may be."""

_FUNCTION = re.compile(r"%([A-Za-z]*)")
_INTEGER = re.compile(r"[+-]?[0-9]{1,9}\Z")


@dataclass(frozen=True, slots=True)
class Macro:
    """One cell: ``%function[row,column]`` (length 0), or ``%function[row,column,length]``."""

    function: str
    row: int
    column: int
    length: int = 0

    def __str__(self) -> str:
        length = f",{self.length}" if self.function in FUNCTIONS_OF_LENGTH else ""
        return f"%{self.function}[{self.row},{self.column}{length}]"


@dataclass(frozen=True, slots=True)
class Feature:
    """One line of a template.

    Attributes
    ----------
    literals : tuple of str
        The text around the macros: one more than there are macros.
    macros : tuple of Macro
    """

    literals: tuple[str, ...]
    macros: tuple[Macro, ...]

    def __str__(self) -> str:
        rest = zip(self.macros, self.literals[1:], strict=True)
        return self.literals[0] + "".join(f"{macro}{literal}" for macro, literal in rest)


@dataclass(frozen=True, slots=True)
class Template:
    """Which attributes tokens and edges get.

    Attributes
    ----------
    unigrams : tuple of Feature
        Attributes of a token, each paired with every label.
    bigrams : tuple of Feature
        Attributes of the edge into a token, each paired with every pair of labels. One without
        macros (``B``) stands for the transitions themselves.
    """

    unigrams: tuple[Feature, ...]
    bigrams: tuple[Feature, ...] = ()

    def __str__(self) -> str:
        return "".join(f"{feature}\n" for feature in self.features)

    @property
    def features(self) -> tuple[Feature, ...]:
        """All lines, those of tokens first."""
        return self.unigrams + self.bigrams

    @property
    def has_transitions(self) -> bool:
        """Whether a line without macros asks for weights of label pairs."""
        return any(not feature.macros for feature in self.bigrams)

    @property
    def edge_features(self) -> tuple[Feature, ...]:
        """The lines whose attributes differ from edge to edge."""
        return tuple(feature for feature in self.bigrams if feature.macros)

    @property
    def n_columns(self) -> int:
        """How many columns the data must have."""
        columns = [macro.column for feature in self.features for macro in feature.macros]
        return max(columns, default=-1) + 1

    def check_columns(self, n_columns: int) -> None:
        """Raise TemplateError if the template reads a column that the data does not have.

        Parameters
        ----------
        n_columns : int
            Columns of the data, the label not among them.

        Raises
        ------
        TemplateError
            Names the first line and cell concerned.
        """
        for feature in self.features:
            for macro in feature.macros:
                if macro.column >= n_columns:
                    only = "1 column" if n_columns == 1 else f"{n_columns} columns"
                    message = (
                        f"The template line {shortened(str(feature))} reads column "
                        f"{macro.column}, counted from 0, and the data has only {only} besides "
                        "the label; choose another template (basic needs the word alone), or "
                        "data with that column."
                    )
                    raise TemplateError(message)


def parse_template(text: str, *, path: Path | str | None = None) -> Template:
    """Read a template.

    Parameters
    ----------
    text : str
        In the language that this module describes; templates of CRF++ are.
    path : Path or str, optional
        Named in errors.

    Returns
    -------
    Template
        ``parse_template(str(template))`` equals it.

    Raises
    ------
    TemplateError
        With the line and the column, both from 1.
    """
    unigrams: list[Feature] = []
    bigrams: list[Feature] = []
    for number, line in numbered_lines(text.removeprefix(BOM)):
        content = line_content(line).rstrip(" \t")
        bare = content.lstrip(" \t")
        if not bare or bare.startswith("#"):
            continue
        reader = _LineReader(content, number, path)
        (unigrams if bare[0] == "U" else bigrams).append(reader.feature(len(content) - len(bare)))
    if not unigrams and not bigrams:
        message = "The template has no feature; a line such as U00:%x[0,0] was expected."
        raise TemplateError(message, path=path)
    return Template(tuple(unigrams), tuple(bigrams))


class _LineReader:
    """Reads one line, and knows where it stands for the sake of errors."""

    def __init__(self, content: str, line: int, path: Path | str | None) -> None:
        self._content = content
        self._line = line
        self._path = path

    def feature(self, start: int) -> Feature:
        if self._content[start] not in "UB":
            reason = (
                f"{shortened(self._content[start:])}: a line begins with U (an attribute of a "
                "token), B (of two neighbours) or # (a comment)."
            )
            raise self._error(reason, start)
        literals: list[str] = []
        macros: list[Macro] = []
        for place, macro, end in self._macros(start):
            literals.append(self._content[start:place])
            macros.append(macro)
            start = end
        literals.append(self._content[start:])
        return Feature(tuple(literals), tuple(macros))

    def _macros(self, start: int) -> Iterator[tuple[int, Macro, int]]:
        place = self._content.find("%", start)
        while place >= 0:
            macro, end = self._macro(place)
            yield place, macro, end
            place = self._content.find("%", end)

    def _macro(self, place: int) -> tuple[Macro, int]:
        found = _FUNCTION.match(self._content, place)
        name = found[1] if found else ""
        bracket = place + 1 + len(name)
        if name not in CELL_FUNCTIONS:
            known = ", ".join(f"%{function}[…]" for function in CELL_FUNCTIONS)
            reason = f"{shortened(self._content[place:])}: there are {known}."
            raise self._error(reason, place)
        if self._content[bracket : bracket + 1] != "[":
            reason = (
                f"{shortened(self._content[place:])}: an opening bracket was expected at column "
                f"{bracket + 1}, as in %{name}[0,0]."
            )
            raise self._error(reason, bracket)
        end = self._content.find("]", bracket)
        following = self._content.find("%", bracket)
        if end < 0 or bracket < following < end:
            reason = (
                f"{shortened(self._content[place : following if following > 0 else None])}: "
                f"the bracket opened at column {bracket + 1} is never closed."
            )
            raise self._error(reason, bracket)
        return self._arguments(name, place, bracket, end), end + 1

    def _arguments(self, name: str, place: int, bracket: int, end: int) -> Macro:
        cell = shortened(self._content[place : end + 1])
        parts = [part.strip(" ") for part in self._content[bracket + 1 : end].split(",")]
        form = (
            f"%{name}[row,column,length]" if name in FUNCTIONS_OF_LENGTH else f"%{name}[row,column]"
        )
        if len(parts) != form.count(",") + 1 or not all(map(_INTEGER.match, parts)):
            reason = f"{cell}: whole numbers were expected, as {form}."
            raise self._error(reason, bracket + 1)
        row, column, *rest = map(int, parts)
        length = rest[0] if rest else 0
        if abs(row) > FARTHEST_ROW:
            reason = f"{cell}: the row may lie {FARTHEST_ROW} tokens away at most."
            raise self._error(reason, bracket + 1)
        if column < 0:
            reason = f"{cell}: columns count from 0."
            raise self._error(reason, bracket + 1)
        if rest and not 0 < length <= LONGEST_AFFIX:
            reason = f"{cell}: the length may be from 1 to {LONGEST_AFFIX}."
            raise self._error(reason, bracket + 1)
        return Macro(name, row, column, length)

    def _error(self, reason: str, place: int) -> TemplateError:
        return TemplateError(reason, path=self._path, line=self._line, column=place + 1)
