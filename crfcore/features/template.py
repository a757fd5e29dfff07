"""Parser of the template language of CRF++, with a few functions on cells.

Wapiti's patterns (`crfcore.features.wapiti_patterns`) become templates too.

A line that begins with ``U`` gives each token an attribute, a line that begins with ``B`` gives one
to each pair of neighbours; ``#`` begins a comment. ``%x[row,column]`` is the string in a cell: rows
are relative to the current token, columns count from 0. ``%lower[row,column]``,
``%shape[row,column]``, ``%letters[row,column]`` ("title", "upper", "digits" …),
``%prefix[row,column,length]`` and ``%suffix[row,column,length]`` are functions of it; a string
shorter than the length is its own prefix and suffix. ``%cluster[row,bits]`` is a prefix of the bit
string of the word's cluster, and a line ``U…%vector[row]`` gives an attribute for each dimension of
the word's vector; such lines have no effect in an extractor without clusters or vectors, or for a
word in no cluster. ``%case[row]`` is how the word is written other than at the beginning of a
sentence, likewise ("lower", "mostly-lower", "mostly-capital", "capital"). Cells before the sentence
are ``_B-1``, ``_B-2`` …, those after it ``_B+1``, ``_B+2`` … Everything else is copied into the
attribute: ``U05:%x[-1,0]/%x[0,0]`` gives "U05:the/cat".
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from crfcore.errors import TemplateError, shown
from crfcore.features.cells import CELL_FUNCTIONS, FUNCTIONS_OF_LENGTH
from crfcore.features.template_parts import (
    DIALECTS,
    FARTHEST_COLUMN,
    FARTHEST_ROW,
    LONGEST_AFFIX,
    MAX_CHARACTERS,
    MAX_MACROS,
    Dialect,
    Feature,
    Macro,
    Template,
    border_string,
    check_number,
)
from crfcore.features.wapiti_patterns import parse_patterns
from crfcore.messages import message
from crfcore.text.rows import BOM, numbered_lines, shortened

__all__ = [
    "DIALECTS",
    "Dialect",
    "Feature",
    "Macro",
    "Template",
    "border_string",
    "dialect_of",
    "parse_template",
]

_NAMED_DIALECT = re.compile(r"#[ \t]*dialect:[ \t]*([^ \t\r\n]*)[ \t\r]*$", re.MULTILINE)
_WAPITI_LINE = re.compile(r"[ \t]*[ub*](?:[^A-Za-z]|$|.*%)")
_WAPITI_MACRO = re.compile(r"%(?:[XTMtm]\[|x\[[@*])")

_OF_WORDS = {"cluster": "row,bits", "vector": "row", "case": "row"}
_FORMS = {
    **dict.fromkeys(CELL_FUNCTIONS, "row,column"),
    **dict.fromkeys(FUNCTIONS_OF_LENGTH, "row,column,length"),
    **_OF_WORDS,
}
"""The functions of cells, and their arguments."""

_FUNCTION = re.compile(r"%([A-Za-z]*)")
_EXAMPLES = {"row,column": "0,0", "row,column,length": "0,0,3", "row,bits": "0,4", "row": "0"}
_INTEGER = re.compile(r"[+-]?[0-9]{1,9}\Z")
_LARGE = re.compile(r"[+-]?[0-9]{10,}\Z")


def dialect_of(text: str) -> Dialect:
    """Return the language of a template.

    Parameters
    ----------
    text : str
        A comment ``# dialect: wapiti`` or ``# dialect: crf++`` decides; otherwise it is Wapiti's
        if a line begins with ``u``, ``b`` or ``*``, or a macro is one that CRF++ does not have
        (``%t %m %X %T %M``, or ``@`` in its row). Templates valid in both are read as CRF++'s.

    Raises
    ------
    TemplateError
        The comment names another language.
    """
    named = _NAMED_DIALECT.search(text)
    if named is not None:
        for dialect in DIALECTS:
            if named[1].lower() == dialect:
                return dialect
        reason = message(
            "{named} is no dialect of templates; there are crf++ and wapiti.",
            named=shortened(named[1]),
        )
        raise TemplateError(reason, line=text.count("\n", 0, named.start()) + 1)
    for line in text.splitlines():
        content = line.partition("#")[0]
        if _WAPITI_LINE.match(content) or _WAPITI_MACRO.search(content):
            return "wapiti"
    return "crf++"


def parse_template(
    text: str, *, path: Path | str | None = None, dialect: Dialect | None = None
) -> Template:
    """Read a template.

    Parameters
    ----------
    text : str
        In the language described in this module, or Wapiti's.
    path : Path or str, optional
        Named in errors.
    dialect : "crf++" or "wapiti", optional
        By default what `dialect_of` finds.

    Returns
    -------
    Template
        ``parse_template(str(template))`` equals it.

    Raises
    ------
    TemplateError
        With the line and the column, both from 1.
    """
    if len(text) > MAX_CHARACTERS:
        reason = message(
            "A template may have {max_characters:,} characters; leave something out.",
            max_characters=MAX_CHARACTERS,
        )
        raise TemplateError(reason, path=path)
    if dialect is None:
        try:
            dialect = dialect_of(text)
        except TemplateError as error:
            raise error.at(path) if path is not None else error from None
    elif dialect not in DIALECTS:
        reason = message(
            "{dialect} is no dialect of templates; there are crf++ and wapiti.",
            dialect=shown(dialect),
        )
        raise TemplateError(reason)
    if dialect == "wapiti":
        return parse_patterns(text, path=path)
    unigrams: list[Feature] = []
    bigrams: list[Feature] = []
    for number, line in numbered_lines(text.removeprefix(BOM)):
        content = line.rstrip(" \t\r\n")
        bare = content.lstrip(" \t")
        if not bare or bare.startswith("#"):
            continue
        reader = _LineReader(content, number, path)
        (unigrams if bare[0] == "U" else bigrams).append(reader.feature(len(content) - len(bare)))
        check_number(len(unigrams) + len(bigrams), number, path)
    if not unigrams and not bigrams:
        reason = message("The template has no feature; a line such as U00:%x[0,0] was expected.")
        raise TemplateError(reason, path=path)
    return Template(tuple(unigrams), tuple(bigrams))


class _LineReader:
    """Reads one line; errors name its position."""

    def __init__(self, content: str, line: int, path: Path | str | None) -> None:
        self._content = content
        self._line = line
        self._path = path

    def feature(self, start: int) -> Feature:
        if self._content[start] not in "UB":
            reason = message(
                "{content}: a line begins with U (an attribute of a token), B (of two "
                "neighbours) or # (a comment).",
                content=shortened(self._content[start:]),
            )
            raise self._error(reason, start)
        literals: list[str] = []
        macros: list[Macro] = []
        for position, macro, end in self._macros(start):
            literals.append(self._content[start:position])
            macros.append(macro)
            start = end
            if len(macros) > MAX_MACROS:
                raise self._error(
                    message(
                        "A line may have {max_macros} cells; leave some out.", max_macros=MAX_MACROS
                    ),
                    position,
                )
        literals.append(self._content[start:])
        found = Feature(tuple(literals), tuple(macros))
        if any(macro.function == "vector" for macro in macros) and (
            len(macros) > 1 or not literals[0].startswith("U")
        ):
            reason = message(
                "{found}: a line with %vector[row] begins with U and has no other cell.",
                found=shortened(str(found)),
            )
            raise self._error(reason, self._content.index("%"))
        return found

    def _macros(self, start: int) -> Iterator[tuple[int, Macro, int]]:
        position = self._content.find("%", start)
        while position >= 0:
            macro, end = self._macro(position)
            yield position, macro, end
            position = self._content.find("%", end)

    def _macro(self, position: int) -> tuple[Macro, int]:
        found = _FUNCTION.match(self._content, position)
        name = found[1] if found else ""
        bracket = position + 1 + len(name)
        if name not in _FORMS:
            known = ", ".join(f"%{function}[…]" for function in _FORMS)
            reason = message(
                "{content}: no such function; there are {known}.",
                content=shortened(self._content[position:]),
                known=known,
            )
            raise self._error(reason, position)
        if self._content[bracket : bracket + 1] != "[":
            reason = message(
                "{content}: an opening bracket was expected at column {bracket}, as in "
                "%{name}[{examples}].",
                content=shortened(self._content[position:]),
                bracket=bracket + 1,
                name=name,
                examples=_EXAMPLES[_FORMS[name]],
            )
            raise self._error(reason, bracket)
        end = self._content.find("]", bracket)
        following = self._content.find("%", bracket)
        if end < 0 or bracket < following < end:
            reason = message(
                "{content}: the bracket opened at column {bracket} is never closed.",
                content=shortened(self._content[position : following if following > 0 else None]),
                bracket=bracket + 1,
            )
            raise self._error(reason, bracket)
        return self._arguments(name, position, bracket, end), end + 1

    def _arguments(self, name: str, position: int, bracket: int, end: int) -> Macro:
        cell = shortened(self._content[position : end + 1])
        parts = [part.strip(" ") for part in self._content[bracket + 1 : end].split(",")]
        form = f"%{name}[{_FORMS[name]}]"
        if len(parts) != form.count(",") + 1 or not all(map(_INTEGER.match, parts)):
            n = form.count(",") + 1
            large = next((part for part in parts if _LARGE.match(part)), None)
            if large is not None:
                reason = message(
                    "{cell}: the number {large} is too large.", cell=cell, large=shortened(large)
                )
                raise self._error(reason, bracket + 1)
            wanted = (
                message("a whole number was") if n == 1 else message("{n} whole numbers were", n=n)
            )
            raise self._error(
                message(
                    "{cell}: {wanted} expected, as {form}.", cell=cell, wanted=wanted, form=form
                ),
                bracket + 1,
            )
        row, *others = map(int, parts)
        column, *rest = [0, *others] if name in _OF_WORDS else others
        length = rest[0] if rest else 0
        if abs(row) > FARTHEST_ROW:
            reason = message(
                "{cell}: the row may be at most {farthest_row} tokens away.",
                cell=cell,
                farthest_row=FARTHEST_ROW,
            )
            raise self._error(reason, bracket + 1)
        if not 0 <= column <= FARTHEST_COLUMN:
            raise self._error(
                message(
                    "{cell}: columns count from 0 to {farthest_column:,}.",
                    cell=cell,
                    farthest_column=FARTHEST_COLUMN,
                ),
                bracket + 1,
            )
        if rest and not 0 < length <= LONGEST_AFFIX:
            what = message("number of bits") if name in _OF_WORDS else "length"
            raise self._error(
                message(
                    "{cell}: the {what} may be from 1 to {longest_affix}.",
                    cell=cell,
                    what=what,
                    longest_affix=LONGEST_AFFIX,
                ),
                bracket + 1,
            )
        return Macro(name, row, column, length)

    def _error(self, reason: str, position: int) -> TemplateError:
        return TemplateError(reason, path=self._path, line=self._line, column=position + 1)
