"""Lines of a template that give attributes to whole segments: spans of tokens.

A line begins with ``S``; ``#`` begins a comment. ``%length`` is the number of tokens, up to 6, or
"7+". ``%span[column]`` are the words of the segment, ``%lowerspan`` the same in lower case,
``%shapespan`` their shapes; only those of known segments become attributes. ``%before[-1,column]``
and ``%after[1,column]`` are cells before and after it, ``_B-1`` and ``_B+1`` … outside the
sentence. ``%listed[NAME]`` is the name of a list of phrases, with the phrase's label if it has one,
where the whole segment is one of its phrases; ``%listed[*]`` stands for a line for each list.
``%fits[column,"pattern"]`` is "fits" where the words, with spaces between them, match the pattern
as a whole; the language is that of Wapiti's patterns (`wapiti_regexps`), but brackets, bars and
``+`` need a backslash. A segment does not get the attribute of a line of which a cell has no value.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from crfcore.errors import TemplateError
from crfcore.features.template_parts import (
    FARTHEST_COLUMN,
    FARTHEST_ROW,
    MAX_CHARACTERS,
    MAX_MACROS,
    Feature,
    Macro,
    check_number,
)
from crfcore.features.wapiti_regexps import LANGUAGE, RegexpError, regexp, unknown_construct
from crfcore.messages import message
from crfcore.text.lines import read_small_text
from crfcore.text.rows import BOM, numbered_lines, shortened

SEGMENTS = """\
# Lengths, and lists of phrases that contain the whole segment.
S0:%length
S1:%listed[*]
S2:%listed[*]/%length
"""

SEGMENT_PRESETS = {"segments": SEGMENTS}
"""Lines of segments by name."""

EVERY_LIST = "*"
"""The name in ``%listed[*]``."""

MAX_ATOMS = 62
"""Limit of the characters, classes and repetitions of a regular expression."""

SPANS = ("span", "lowerspan", "shapespan")
"""The functions of all words of a segment."""

_MACRO = re.compile(
    r"%(?:(?P<length>length)(?![A-Za-z\[])"
    r"|(?P<spans>span|lowerspan|shapespan)\[ *(?P<column>[0-9]{1,9}) *\]"
    r"|(?P<side>before|after)\[ *(?P<row>[+-]?[0-9]{1,9}) *, *(?P<cell>[0-9]{1,9}) *\]"
    r"|listed\[(?P<list>[^\[\]%]+)\]"
    r"|fits\[ *(?P<text>[0-9]{1,9}) *, *\"(?P<regexp>(?:[^\"\\]|\\.)*)\" *\])"
)
_FORMS = (
    "%length, %span[0], %lowerspan[0], %shapespan[0], %before[-1,0], %after[1,0], %listed[NAME] "
    'and %fits[0,"\\d* mg"]'
)


def segment_lines_named(name: str) -> tuple[Feature, ...]:
    """Return lines of segments by the name of a preset, the name of a file, or from their text.

    Raises
    ------
    TemplateError
        They are none of these, or invalid.
    DataError
        The file cannot be read.
    """
    if not is_file_of_lines(name):
        return parse_segment_lines(SEGMENT_PRESETS.get(name, name))
    path = Path(name)
    try:
        is_file = path.exists()
    except (OSError, ValueError):
        is_file = False
    if not is_file:
        reason = message(
            "There is no such file of lines of segments; correct its name, or use the preset "
            "“{segment_presets}”.",
            segment_presets=", ".join(SEGMENT_PRESETS),
        )
        raise TemplateError(reason, path=name)
    text = read_small_text(path, message("a template of segments"), MAX_CHARACTERS)
    return parse_segment_lines(text, path=path)


def is_file_of_lines(name: str) -> bool:
    """Return whether the name of lines of segments is that of a file; it may not exist."""
    return bool(name) and name not in SEGMENT_PRESETS and "\n" not in name and "%" not in name


def parse_segment_lines(text: str, *, path: Path | str | None = None) -> tuple[Feature, ...]:
    """Read lines of segments.

    Parameters
    ----------
    text : str
        In the language described in this module; without a line, segments have no attributes.
    path : Path or str, optional
        Named in errors.

    Returns
    -------
    tuple of Feature
        ``parse_segment_lines(written(lines))`` equals them.

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
    lines: list[Feature] = []
    for number, line in numbered_lines(text.removeprefix(BOM)):
        content = line.strip(" \t\r\n")
        if content and not content.startswith("#"):
            lines.append(_line_of(content, number, path))
            check_number(len(lines), number, path)
    return tuple(lines)


def written(lines: Iterable[Feature]) -> str:
    """Return lines as text."""
    return "".join(f"{line}\n" for line in lines)


def for_lists(lines: Iterable[Feature], names: Iterable[str]) -> tuple[Feature, ...]:
    """Return the lines with one for each list in place of ``%listed[*]``.

    Raises
    ------
    TemplateError
        A line names a list that is not among them.
    """
    names = tuple(dict.fromkeys(names))
    found: list[Feature] = []
    for line in lines:
        asked = {macro.regexp for macro in line.macros if macro.function == "listed"}
        if asked - {EVERY_LIST, *names}:
            given = (
                message("the lists are {names}", names=", ".join(map(shortened, names)))
                if names
                else message("none is given")
            )
            reason = message(
                "The line {line} reads a list that is not there: {given}.",
                line=shortened(str(line)),
                given=given,
            )
            raise TemplateError(reason)
        if EVERY_LIST in asked:
            found += [_of_list(line, name) for name in names]
        else:
            found.append(line)
    return tuple(found)


def _of_list(line: Feature, name: str) -> Feature:
    macros = [
        replace(macro, regexp=name)
        if macro.function == "listed" and macro.regexp == EVERY_LIST
        else macro
        for macro in line.macros
    ]
    return replace(line, macros=tuple(macros))


def _line_of(content: str, number: int, path: Path | str | None) -> Feature:
    def error(reason: str, position: int) -> TemplateError:
        return TemplateError(reason, path=path, line=number, column=position + 1)

    if not content.startswith("S"):
        reason = message(
            "{content}: a line of segments begins with S, or with # (a comment).",
            content=shortened(content),
        )
        raise error(reason, 0)
    literals, macros = [], []
    start, position = 0, content.find("%")
    while position >= 0:
        found = _MACRO.match(content, position)
        if found is None:
            raise error(
                message(
                    "{content}: there are {forms}.",
                    content=shortened(content[position:]),
                    forms=_FORMS,
                ),
                position,
            )
        unknown = unknown_construct(found["regexp"] or "")
        if unknown is not None:
            at = found.start("regexp") + unknown[0]
            raise error(_unknown(found[0], unknown[1], at + 1), at)
        literals.append(content[start:position])
        try:
            macros.append(_macro_of(found))
        except ValueError as fault:
            raise error(
                message("{cell}: {fault}.", cell=shortened(found[0]), fault=fault), position
            ) from None
        start = found.end()
        if len(macros) > MAX_MACROS:
            raise error(
                message(
                    "A line may have {max_macros} cells; leave some out.", max_macros=MAX_MACROS
                ),
                position,
            )
        position = content.find("%", start)
    literals.append(content[start:])
    return Feature(tuple(literals), tuple(macros))


def _unknown(macro: str, construct: str, column: int) -> str:
    """Return what is wrong with a construct of another language."""
    character = construct.removeprefix("\\")
    itself = character if construct.startswith("\\") else f"\\{character}"
    return message(
        "{macro}: {construct} at column {column} has no meaning in these patterns; write "
        "{itself} for the character itself, or use {language}.",
        macro=shortened(macro),
        construct=construct,
        column=column,
        itself=itself,
        language=LANGUAGE,
    )


def _macro_of(found: re.Match[str]) -> Macro:
    """Return the macro of a match; ValueError with a part of a sentence."""
    if found["length"]:
        return Macro("length", 0, 0)
    if found["list"]:
        return Macro("listed", 0, 0, regexp=found["list"])
    column = int(found["column"] or found["cell"] or found["text"] or 0)
    if column > FARTHEST_COLUMN:
        raise ValueError(f"columns count from 0 to {FARTHEST_COLUMN:,}")
    if found["spans"]:
        return Macro(found["spans"], 0, column)
    if found["side"]:
        row = int(found["row"])
        if not 1 <= (-row if found["side"] == "before" else row) <= FARTHEST_ROW:
            raise ValueError(
                f"rows before a segment are -1 to -{FARTHEST_ROW}, those after it 1 to "
                f"{FARTHEST_ROW}"
            )
        return Macro(found["side"], row, column)
    macro = Macro("fits", 0, column, regexp=found["regexp"])
    try:
        n_atoms = regexp(macro.regexp).automaton()[3]
    except RegexpError as fault:
        raise ValueError(str(fault)) from None
    if n_atoms > MAX_ATOMS:
        reason = f"a regular expression of segments may have {MAX_ATOMS} parts, not {n_atoms}"
        raise ValueError(reason)
    return macro
