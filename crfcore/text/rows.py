"""Raw rows of files, for unchanged output."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, TypeAlias, TypeVar

from crfcore.errors import DataError
from crfcore.messages import joined, message

Separator: TypeAlias = Literal["tab", "space"]
"""Fields are separated by one tab, or by runs of spaces and tabs."""

BOM = "\ufeff"

T = TypeVar("T")

Watch: TypeAlias = Callable[[], None]
"""Called regularly while a file is read; its exceptions end the reading."""


class Reading:
    """A watch that also reports progress.

    Parameters
    ----------
    report : callable
        Gets the share of the text that is read, 0 to 1.
    """

    def __init__(self, report: Callable[[float], object]) -> None:
        self.length = 0
        self._report = report
        self._share = 0.0

    def __call__(self) -> None:
        """Report the progress."""
        self._report(self._share)

    def reach(self, position: int, length: int) -> None:
        """Record the position in a text of a length; shorter texts inside the file are ignored."""
        if length + len(BOM) >= self.length > 0:
            self._share = max(self._share, position / self.length)


def look(watch: Watch | None, position: int, length: int) -> None:
    """Call a watch at a position in a text of a length."""
    if watch is None:
        return
    if isinstance(watch, Reading):
        watch.reach(position, length)
    watch()


LONGEST_LINE = 1 << 20
"""Limit of the characters of a row."""
MAX_COLUMNS = 1000
"""Limit of the fields of a row."""
LONGEST_SENTENCE = 100_000
"""Limit of the tokens of a sentence; in longer ones the blank lines are missing."""
MAX_SENTENCES = 2_000_000
MAX_TOKENS = 10_000_000
"""Limits of one file; each sentence and each token takes some hundred bytes."""

_LINES_BETWEEN_LOOKS = 1000
_CHARACTERS_BETWEEN_LOOKS = 1 << 18
_PIECES_BETWEEN_LOOKS = 100

_FIELD = re.compile(r"[^ \t]+")


@dataclass(frozen=True, slots=True)
class RawSentence:
    """A sentence with all raw text around its tokens.

    Attributes
    ----------
    before : str
        The text before the first row: blank lines, comments, ``-DOCSTART-`` rows.
    lines : tuple of str
        The sentence's lines with their line ends, including those that are not tokens.
    tokens : tuple of int
        Indices of the tokens in `lines`.
    fields : tuple of tuples of str
        The fields of each token.
    first_line : int
        Line number of ``lines[0]`` in the file, from 1.
    """

    before: str
    lines: tuple[str, ...]
    tokens: tuple[int, ...]
    fields: tuple[tuple[str, ...], ...]
    first_line: int

    @property
    def text(self) -> str:
        """The raw text of the sentence, including the text before it."""
        return self.before + "".join(self.lines)


@dataclass(frozen=True, slots=True)
class RawFile:
    """A file of sentences; `text` is the exact content.

    Attributes
    ----------
    bom : bool
        Whether the file began with a byte-order mark.
    separator : "tab" or "space"
    n_columns : int
        Fields of each token.
    sentences : tuple of RawSentence
    tail : str
        The text after the last sentence.
    """

    bom: bool
    separator: Separator
    n_columns: int
    sentences: tuple[RawSentence, ...]
    tail: str

    @property
    def text(self) -> str:
        """The whole text of the file."""
        body = "".join(sentence.text for sentence in self.sentences)
        return (BOM if self.bom else "") + body + self.tail


class Amount:
    """Numbers of sentences and tokens read; DataError if there are too many."""

    def __init__(self, path: Path | str | None = None) -> None:
        self._path = path
        self._sentences = 0
        self._tokens = 0

    def add(self, n_tokens: int) -> None:
        """Count a sentence of so many tokens."""
        self._sentences += 1
        self._tokens += n_tokens
        if n_tokens > LONGEST_SENTENCE:
            reason = message(
                "Sentence {sentence:,} has more than {longest_sentence:,} tokens; an empty "
                "line was expected after each sentence.",
                sentence=self._sentences,
                longest_sentence=LONGEST_SENTENCE,
            )
            raise DataError(reason, path=self._path)
        if self._sentences > MAX_SENTENCES or self._tokens > MAX_TOKENS:
            reason = message(
                "The file holds more than {max_sentences:,} sentences or {max_tokens:,} "
                "tokens, which is more than is read at once; split it into smaller ones.",
                max_sentences=MAX_SENTENCES,
                max_tokens=MAX_TOKENS,
            )
            raise DataError(reason, path=self._path)

    def add_all(self, lengths: Iterable[int]) -> None:
        """Count sentences by their lengths."""
        for n_tokens in lengths:
            self.add(n_tokens)


def listed(names: Iterable[str], most: int = 20) -> str:
    """Return names for a message, shortened, and only the first of many."""
    names = list(names)
    shown = [name if len(name) <= 40 else name[:39] + "…" for name in names[:most]]
    more = [message("… and {n:,} more", n=len(names) - most)] if len(names) > most else []
    return joined(", ", [*shown, *more])


def watched(pieces: Iterable[T], watch: Watch | None) -> Iterator[T]:
    """Yield the parts of a file, such as sentences, with regular calls of a watch."""
    if watch is None:
        yield from pieces
        return
    for number, piece in enumerate(pieces):
        if number % _PIECES_BETWEEN_LOOKS == 0:
            watch()
        yield piece


def numbered_lines(
    text: str,
    watch: Watch | None = None,
    path: Path | str | None = None,
    longest: int = LONGEST_LINE,
) -> Iterator[tuple[int, str]]:
    r"""Yield the lines of a text with their ends, counted from 1; only ``\n`` ends a line.

    Raises DataError for a line of more than ``longest`` characters.
    """
    start, number, next_look = 0, 1, _CHARACTERS_BETWEEN_LOOKS
    while start < len(text):
        if watch is not None and (number % _LINES_BETWEEN_LOOKS == 0 or start >= next_look):
            next_look = start + _CHARACTERS_BETWEEN_LOOKS
            look(watch, start, len(text))
        end = text.find("\n", start) + 1 or len(text)
        if end - start > longest:
            reason = message(
                "This line has {n:,} characters, and at most {longest:,} were expected; "
                "look whether the file is what its name says.",
                n=end - start,
                longest=longest,
            )
            raise DataError(reason, path=path, line=number)
        yield number, text[start:end]
        start, number = end, number + 1


def line_content(line: str) -> str:
    """Return a line without its end; carriage returns before the line feed belong to the end."""
    return line.rstrip("\r\n")


def is_blank(content: str) -> bool:
    """Whether a line has only spaces and tabs; other white space is text."""
    return not content.strip(" \t\r\n")


def split_fields(content: str, separator: Separator) -> tuple[str, ...]:
    """Return the fields of a line.

    Parameters
    ----------
    content : str
        A line without its end.
    separator : "tab" or "space"
        With "tab", fields may contain spaces or be empty; surrounding spaces are stripped. With
        "space", runs of spaces and tabs separate fields.

    Returns
    -------
    tuple of str
    """
    if separator == "tab":
        fields = content.split("\t")
        return tuple([field.strip(" ") for field in fields] if " " in content else fields)
    parts = content.split(" ")
    if "" not in parts and "\t" not in content:
        return tuple(parts)
    return tuple(_FIELD.findall(content))


def field_at(content: str, column: int, separator: Separator) -> str:
    """Return one of the fields that `split_fields` returns; IndexError if there are fewer."""
    if separator == "tab" and column >= 0:
        return content.split("\t", column + 1)[column].strip(" ")
    return split_fields(content, separator)[column]


def replace_field(line: str, column: int, value: str, separator: Separator) -> str:
    """Rewrite one field of a raw line and nothing else.

    Parameters
    ----------
    line : str
        A raw line, with its line end.
    column : int
        Index of the field, from 0; negative counts from the end.
    value : str
        The new field.
    separator : "tab" or "space"

    Raises
    ------
    DataError
        The line has no such field, or the value is invalid in a field.
    """
    _check_field(value, separator)
    content = line_content(line)
    positions = _field_places(content, separator)
    if not -len(positions) <= column < len(positions):
        reason = message(
            "The row {content} has {n_positions} fields and no field {column}.",
            content=shortened(content),
            n_positions=len(positions),
            column=column,
        )
        raise DataError(reason)
    start, end = positions[column]
    return content[:start] + value + content[end:] + line[len(content) :]


def fits_field(value: str, separator: Separator) -> bool:
    """Return whether a value is valid in a field, so that `split_fields` returns it."""
    forbidden = "\t\r\n" if separator == "tab" else " \t\r\n"
    held = any(character in value for character in forbidden)
    return not held and bool(value) and value == value.strip(" ")


def _check_field(value: str, separator: Separator) -> None:
    if not fits_field(value, separator):
        what = (
            message("tabs and line ends")
            if separator == "tab"
            else message("spaces, tabs and line ends")
        )
        raise DataError(
            message(
                "The value {value} cannot be written to a {separator}-separated row: it must not "
                "be empty, begin or end with a space, or hold {what}.",
                value=shortened(value),
                separator=separator,
                what=what,
            )
        )


def _field_places(content: str, separator: Separator) -> list[tuple[int, int]]:
    if separator == "space":
        return [match.span() for match in _FIELD.finditer(content)]
    positions: list[tuple[int, int]] = []
    start = 0
    for part in content.split("\t"):
        bare = part.strip(" ")
        first = start + (len(part) - len(part.lstrip(" ")) if bare else 0)
        positions.append((first, first + len(bare)))
        start += len(part) + 1
    return positions


def shortened(value: str, limit: int = 40) -> str:
    """Return a value in quotes for a message, cut if it is long."""
    return repr(value if len(value) <= limit else value[:limit] + "…")
