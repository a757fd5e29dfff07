r"""Parser of Wapiti's patterns: templates with regular expressions on cells.

A line that begins with ``u`` gives each token an attribute, ``b`` one to each pair of neighbours,
``*`` one to both; the letter may be a capital. ``#`` begins a comment, anywhere. ``%x[row,column]``
is the string in a cell, ``%t[row,column,"regexp"]`` "true" or "false", whether the regexp matches
in it, ``%m[row,column,"regexp"]`` the match, empty if there is none; ``%X``, ``%T`` and ``%M`` are
the same in lower case (of ASCII letters). A row after ``@`` counts from the ends of the sentence:
``@1`` is the first token, ``@-1`` the last. Cells outside the sentence are ``_x-1`` … ``_x-4``,
``_x-#``, ``_x+1`` … ``_x+4``, ``_x+#``, to which functions apply too. Everything else is copied
into the attribute. See the manual of Wapiti 1.5.
"""

from __future__ import annotations

import re
from pathlib import Path

from crfcore.errors import TemplateError
from crfcore.features.template_parts import (
    FARTHEST_COLUMN,
    FARTHEST_ROW,
    MAX_MACROS,
    Feature,
    Macro,
    Template,
    check_number,
)
from crfcore.features.wapiti_regexps import Regexp, RegexpError
from crfcore.messages import message
from crfcore.text.rows import BOM, numbered_lines, shortened

_SPACE = " \t\n\v\f\r"
_NUMBERS = re.compile(r"\[([@*]?)[ \t]*([+-]?[0-9]+),[ \t]*([+-]?[0-9]+)")
_REGEXP = re.compile(r',"((?:[^"\\]|\\.)*)"')
_NAMES = {"T": "t"}
"""The result of the test is in lower case anyway."""


def parse_patterns(text: str, *, path: Path | str | None = None) -> Template:
    """Read the patterns of Wapiti.

    Parameters
    ----------
    text : str
        The content of a pattern file.
    path : Path or str, optional
        Named in errors.

    Returns
    -------
    Template
        Of the dialect "wapiti"; ``*`` lines are first among its bigrams.

    Raises
    ------
    TemplateError
        With line and column; also for patterns that Wapiti misreads.
    """
    found: list[Feature] = []
    for number, line in numbered_lines(text.removeprefix(BOM)):
        content = line.partition("#")[0].rstrip(_SPACE)
        if content:
            found.append(_Pattern(content, number, path).feature())
            check_number(len(found), number, path)
    if not found:
        reason = message("The file has no pattern; a line such as u00:%x[0,0] was expected.")
        raise TemplateError(reason, path=path)
    return template_of(found)


def parse_pattern(pattern: str, number: int) -> Feature:
    """Read one pattern of a Wapiti model; `number` is for errors."""
    return _Pattern(pattern, number, None).feature()


def template_of(patterns: list[Feature]) -> Template:
    """Return the template of patterns."""
    kinds = {kind: [p for p in patterns if p.literals[0][0] == kind] for kind in "ub*"}
    unigrams = [pattern for pattern in patterns if pattern.literals[0][0] != "b"]
    return Template(tuple(unigrams), (*kinds["*"], *kinds["b"]), "wapiti")


class _Pattern:
    """Reads one line; errors name its position."""

    def __init__(self, content: str, line: int, path: Path | str | None) -> None:
        self._content = content
        self._line = line
        self._path = path

    def feature(self) -> Feature:
        kind = self._content[0].lower()
        if kind not in ("u", "b", "*"):
            reason = message(
                "{content}: a pattern begins with u (an attribute of a token), b (of two "
                "neighbours) or * (of both); # begins a comment.",
                content=shortened(self._content),
            )
            raise self._error(reason, 0)
        literals: list[str] = []
        macros: list[Macro] = []
        start, position = 0, self._content.find("%")
        while position >= 0:
            literals.append(self._content[start:position])
            macro, start = self._macro(position)
            macros.append(macro)
            if len(macros) > MAX_MACROS:
                raise self._error(
                    message(
                        "A pattern may have {max_macros} cells; leave some out.",
                        max_macros=MAX_MACROS,
                    ),
                    position,
                )
            position = self._content.find("%", start)
            self._check_count(
                macro, position - start if position >= 0 else len(self._content) - start
            )
        literals.append(self._content[start:])
        literals[0] = kind + literals[0][1:]
        return Feature(tuple(literals), tuple(macros))

    def _check_count(self, macro: Macro, n_behind: int) -> None:
        counted = macro.function in ("m", "M") and Regexp(macro.regexp).may_count_too_much
        if counted and n_behind:
            reason = message(
                "{macro}: Wapiti counts the length of what such a regexp finds wrongly (a ? "
                "ahead of something that must follow), and may then cut the attribute; put "
                "this macro at the end of its pattern.",
                macro=shortened(str(macro)),
            )
            raise self._error(reason, self._content.find("%"))

    def _macro(self, position: int) -> tuple[Macro, int]:
        """Return the macro at a position, and its end."""
        name = self._content[position + 1 : position + 2]
        shown = shortened(self._content[position:])
        if name.lower() not in ("x", "t", "m"):
            reason = message(
                "{shown}: this template is read as one of Wapiti's, because a line has %t, "
                "%m, %X, %T, %M or @, or begins with u, b or *. Wapiti knows %x[…], %t[…], "
                "%m[…], and the same in capitals; write all lines in one language.",
                shown=shown,
            )
            raise self._error(reason, position)
        numbers = _NUMBERS.match(self._content, position + 2)
        if numbers is None:
            reason = message(
                "{shown}: whole numbers were expected, as %{name}[row,column.",
                shown=shown,
                name=name,
            )
            raise self._error(reason, position + 2)
        row, column = self._cell(numbers, shown)
        end = numbers.end()
        regexp = ""
        if name.lower() != "x":
            regexp, end = self._regexp(end, name, shown)
        if self._content[end : end + 1] != "]":
            raise self._error(
                message(
                    "{shown}: a closing bracket was expected at column {end}.",
                    shown=shown,
                    end=end + 1,
                ),
                end,
            )
        function = _NAMES.get(name, name)
        macro = Macro(function, row, column, 0, regexp, absolute=numbers[1] == "@")
        return macro, end + 1

    def _cell(self, numbers: re.Match[str], shown: str) -> tuple[int, int]:
        if numbers[1] == "*":
            reason = message(
                "{shown}: rows that a cell of the token names (*) are not available.", shown=shown
            )
            raise self._error(reason, numbers.start(1))
        for group in (2, 3):
            digits = numbers[group].lstrip("+-")
            if group == 2 and digits.startswith("0") and len(digits) > 1:
                reason = message(
                    "{shown}: Wapiti reads a row that begins with 0 as octal; write it without.",
                    shown=shown,
                )
                raise self._error(reason, numbers.start(group))
            if len(digits) > 9:
                reason = message(
                    "{shown}: the number {digits} is too large.",
                    shown=shown,
                    digits=shortened(digits),
                )
                raise self._error(reason, numbers.start(group))
        row, column = int(numbers[2]), int(numbers[3])
        if abs(row) > FARTHEST_ROW:
            reason = message(
                "{shown}: the row may be at most {farthest_row} tokens away.",
                shown=shown,
                farthest_row=FARTHEST_ROW,
            )
            raise self._error(reason, numbers.start(2))
        if not 0 <= column <= FARTHEST_COLUMN:
            reason = message(
                "{shown}: columns count from 0 to {farthest_column:,}.",
                shown=shown,
                farthest_column=FARTHEST_COLUMN,
            )
            raise self._error(reason, numbers.start(3))
        return row, column

    def _regexp(self, position: int, name: str, shown: str) -> tuple[str, int]:
        found = _REGEXP.match(self._content, position)
        if found is None:
            reason = message(
                "{shown}: a comma and a regexp in quotes were expected at column {position}, "
                'as %{name}[0,0,"^\\u"].',
                shown=shown,
                position=position + 1,
                name=name,
            )
            raise self._error(reason, position)
        try:
            Regexp(found[1])
        except RegexpError as error:
            raise self._error(
                message("{shown}: {error}.", shown=shown, error=error), found.start(1)
            ) from None
        return found[1], found.end()

    def _error(self, reason: str, position: int) -> TemplateError:
        return TemplateError(reason, path=self._path, line=self._line, column=position + 1)
