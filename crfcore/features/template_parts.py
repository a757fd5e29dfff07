"""Templates as data, independent of their language."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Literal, TypeAlias

from crfcore.errors import TemplateError
from crfcore.features.cells import FUNCTIONS_OF_LENGTH, cell_function
from crfcore.messages import counted, message
from crfcore.text.rows import shortened

FARTHEST_ROW = 100
"""Limit of the distance of a row from the current token."""

LONGEST_AFFIX = 100
"""Limit of the length of a prefix or suffix."""

FARTHEST_COLUMN = 9_999
"""Limit of the index of a column."""

MAX_CHARACTERS = 1_000_000
"""Limit of the length of a template's text."""

MAX_FEATURES = 10_000
"""Limit of the lines of a template."""

MAX_MACROS = 100
"""Limit of the cells of a line."""

Dialect: TypeAlias = Literal["crf++", "wapiti"]
"""The languages of templates."""

DIALECTS: tuple[Dialect, ...] = ("crf++", "wapiti")


FORMS_OF_SEGMENTS = {
    "length": "%length",
    "span": "%span[{column}]",
    "lowerspan": "%lowerspan[{column}]",
    "shapespan": "%shapespan[{column}]",
    "before": "%before[{row},{column}]",
    "after": "%after[{row},{column}]",
    "listed": "%listed[{text}]",
    "fits": '%fits[{column},"{text}"]',
}
"""How functions of segments are written."""


@dataclass(frozen=True, slots=True)
class Macro:
    """One cell: ``%function[row,column]``, or with a third argument.

    Attributes
    ----------
    function : str
        A key of `CELL_FUNCTIONS` or `WAPITI_FUNCTIONS`, "cluster", "vector" or "case"; or one of
        segments, see `crfcore.features.segment_lines`.
    row, column : int
    length : int
        Third argument of `FUNCTIONS_OF_LENGTH`, second of "cluster", otherwise 0.
    regexp : str
        Third argument of Wapiti's t, m and M, second of "fits"; for "listed" the name of a list;
        otherwise empty.
    absolute : bool
        Whether the row counts from the ends of the sentence: 1 is its first token, -1 its last.
    """

    function: str
    row: int
    column: int
    length: int = 0
    regexp: str = ""
    absolute: bool = False

    def __str__(self) -> str:
        if self.function in FORMS_OF_SEGMENTS:
            form = FORMS_OF_SEGMENTS[self.function]
            return form.format(row=self.row, column=self.column, text=self.regexp)
        if self.function in {"cluster", "vector", "case"}:
            second = f",{self.length}" if self.function == "cluster" else ""
            return f"%{self.function}[{self.row}{second}]"
        third = f",{self.length}" if self.function in FUNCTIONS_OF_LENGTH else ""
        if self.function in {"t", "m", "M"}:
            third = f',"{self.regexp}"'
        return f"%{self.function}[{'@' * self.absolute}{self.row},{self.column}{third}]"


@dataclass(frozen=True, slots=True)
class Feature:
    """One line of a template.

    Attributes
    ----------
    literals : tuple of str
        The text around the macros: one more than macros.
    macros : tuple of Macro
    """

    literals: tuple[str, ...]
    macros: tuple[Macro, ...]

    def __str__(self) -> str:
        rest = zip(self.macros, self.literals[1:], strict=True)
        return self.literals[0] + "".join(f"{macro}{literal}" for macro, literal in rest)


@dataclass(frozen=True, slots=True)
class Template:
    """A feature template.

    Attributes
    ----------
    unigrams : tuple of Feature
        Attributes of a token, each paired with every label.
    bigrams : tuple of Feature
        Attributes of the edge into a token, each paired with every pair of labels. One without
        macros (``B``) is the transitions. Wapiti's ``*`` lines are in both.
    dialect : "crf++" or "wapiti"
        Determines cells outside of sentences; see `border_string`.
    """

    unigrams: tuple[Feature, ...]
    bigrams: tuple[Feature, ...] = ()
    dialect: Dialect = "crf++"

    def __str__(self) -> str:
        if self.dialect == "crf++":
            return "".join(f"{feature}\n" for feature in self.features)
        only_bigrams = [line for line in self.bigrams if line.literals[0][0] != "*"]
        lines = "".join(f"{feature}\n" for feature in (*self.unigrams, *only_bigrams))
        return f"# dialect: {self.dialect}\n{lines}"

    @property
    def features(self) -> tuple[Feature, ...]:
        """All lines, those of tokens first."""
        return self.unigrams + self.bigrams

    @property
    def has_transitions(self) -> bool:
        """Whether a line without macros gives label pairs weights."""
        return any(not feature.macros for feature in self.bigrams)

    @property
    def edge_features(self) -> tuple[Feature, ...]:
        """The lines of edge attributes with macros."""
        return tuple(feature for feature in self.bigrams if feature.macros)

    @property
    def n_columns(self) -> int:
        """The number of columns that the data must have."""
        columns = [macro.column for feature in self.features for macro in feature.macros]
        return max(columns, default=-1) + 1

    def check_columns(self, n_columns: int) -> None:
        """Raise TemplateError if the template reads a column that the data lacks.

        Parameters
        ----------
        n_columns : int
            Columns of the data, without the label.

        Raises
        ------
        TemplateError
            Names the first line and cell concerned.
        """
        found = self.first_beyond(n_columns)
        if found is not None:
            raise TemplateError(
                message(
                    "The template line {feature} reads column {column}, counted from 0, "
                    "and the data has only {only} besides the label; choose another "
                    "template (basic needs the word alone), or data with that column.",
                    feature=shortened(str(found[0])),
                    column=found[1].column,
                    only=counted(n_columns, "column"),
                )
            )

    def first_beyond(self, n_columns: int) -> tuple[Feature, Macro] | None:
        """Return the first line and its cell that read a column which the data lacks.

        Parameters
        ----------
        n_columns : int
            Columns of the data, without the label.

        Returns
        -------
        tuple of Feature and Macro, or None
            None if all columns are there.
        """
        cells = ((feature, macro) for feature in self.features for macro in feature.macros)
        return next((cell for cell in cells if cell[1].column >= n_columns), None)


def border_string(dialect: Dialect, position: int, macro: Macro) -> str:
    """Return the value of a macro outside a sentence.

    Parameters
    ----------
    dialect : "crf++" or "wapiti"
    position : int
        -1 is just before the first token, 1 just after the last.
    macro : Macro

    Returns
    -------
    str
        ``_B-1`` for any function; with Wapiti the function of ``_x-1``, and of ``_x-#`` from
        distance 5 on.
    """
    if dialect == "crf++":
        return f"_B{position:+}"
    name = f"_x{position:+}" if abs(position) < 5 else f"_x{'-' if position < 0 else '+'}#"
    return cell_function(macro.function, macro.length, macro.regexp)(name)


def check_number(n_features: int, line: int, path: Path | str | None) -> None:
    """Raise TemplateError if a template has too many lines."""
    if n_features > MAX_FEATURES:
        reason = message(
            "A template may have {max_features:,} lines; leave some out.", max_features=MAX_FEATURES
        )
        raise TemplateError(reason, path=path, line=line)
