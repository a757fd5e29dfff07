"""Exceptions of the library, and the quotation of values in messages.

The family::

    CrfError                 a ValueError
    ├── DataError a file or its content; names file, line and column
    ├── TemplateError        a feature template that cannot be read
    ├── GrammarError         a grammar that cannot be read
    ├── ModelFileError       a model that is damaged, unknown or too new; also an OSError
    ├── UnknownLabelError    a label unknown to the model
    └── NotFittedError       predict before fit

Each message names the thing, the value found, the value expected, and what to do.
"""

from __future__ import annotations

import json
import zlib
from functools import partial
from pathlib import Path
from reprlib import Repr
from typing import Any

from crfcore.messages import changed, joined, message

LONGEST_MESSAGE = 2_000
"""Limit of the characters of a message, which may quote names of any length."""

LONGEST_FAULT = 400

_SHORT = Repr()
_SHORT.maxstring = _SHORT.maxother = 80
_SHORT.maxlevel = 3


_BYTES = {0xDC00 + byte: f"\\x{byte:02x}" for byte in range(0x80, 0x100)}
"""Surrogates that stand for bytes that are not UTF-8, and these bytes as they are shown."""

_DIRECTIONS = {
    character: f"\\u{character:04x}"
    for character in (0x61C, 0x200E, 0x200F, *range(0x2028, 0x202F), *range(0x2066, 0x206A))
}
"""Directional marks and line separators, which would reorder or break the rest of a message."""

_UNPRINTED = {
    character: f"\\u{character:04x}"
    for character in (*range(0x20), *range(0x7F, 0xA0), *range(0xD800, 0xE000))
}
_UNPRINTED |= {ord("\n"): "\\n", ord("\r"): "\\r", ord("\t"): "\\t"} | _DIRECTIONS | _BYTES
"""These, control characters and surrogates, as they are shown."""


def as_text(name: Path | str) -> str:
    """Return a file name as one printable line, also if it is not UTF-8 or has control characters.

    Directional marks are shown as escapes, so that they cannot reorder a message.
    """
    return str(name).translate(_UNPRINTED)


def cut(text: str, longest: int = LONGEST_MESSAGE) -> str:
    """Return a text, without its middle if it is too long; its end says what to do.

    What it quotes cannot reorder it.
    """
    return changed(text, partial(_cut, longest=longest))


def _cut(text: str, longest: int) -> str:
    text = text if text.isascii() else text.translate(_DIRECTIONS)
    if len(text) <= longest:
        return text
    end = longest // 4
    return f"{text[: longest - end - 3]} … {text[-end:]}"


def shown(value: Any) -> str:
    """Return a value as one line of limited length, for a message."""
    try:
        text = _SHORT.repr(value)
    except ValueError:
        # Python does not format integers of more than some thousand digits.
        text = f"a value of the type {type(value).__name__}"
    return " ".join(text.split())


def in_one_line(text: str) -> str:
    """Return a text without line breaks and doubled spaces."""
    return " ".join(text.split())


def fault_in(error: BaseException) -> str:
    """Return an error's message as one line of limited length: it may quote the file."""
    return changed(cut(str(error), LONGEST_FAULT), in_one_line)


def fault_of_json(error: json.JSONDecodeError) -> str:
    """Return what is wrong with a JSON text, in the words of Python's own message."""
    return _JSON_FAULTS.get(error.msg, error.msg)


_JSON_FAULTS = {
    str(fault): fault
    for fault in (
        message("Expecting value"),
        message("Expecting ',' delimiter"),
        message("Expecting ':' delimiter"),
        message("Expecting property name enclosed in double quotes"),
        message("Extra data"),
        message("Invalid control character at"),
        message("Invalid \\escape"),
        message("Invalid \\escape: "),
        message("Invalid \\uXXXX escape"),
        message("Unterminated string starting at"),
    )
}

_IN_CONTENT: dict[type[Exception], str] = {
    json.JSONDecodeError: message("a part of it that should be JSON is not"),
    UnicodeError: message("a text in it is not UTF-8"),
    IndexError: message("a number in it counts beyond an end"),
    TypeError: message("a value in it is not of the expected kind"),
    AttributeError: message("a value in it is not of the expected kind"),
    OverflowError: message("a number in it is too large"),
    MemoryError: message("it needs more memory than there is"),
    zlib.error: message("compressed bytes of it are damaged"),
    RecursionError: message("lists in it are nested too deep"),
}
"""Errors of Python about the content of a file, whose own texts speak of code."""

_VALUE_ERRORS = (
    "cannot convert float",
    "could not convert string",
    "dictionary update sequence",
    "invalid literal for int()",
    "not enough values to unpack",
    "too many values to unpack",
)
"""How Python's texts begin where our own ones have the same type."""


def fault_of_content(error: BaseException) -> str:
    """Return what is wrong with the content of a file, as `fault_in`, without texts of Python.

    Subclasses of TypeError are errors with a text of our own.
    """
    if type(error) is KeyError and error.args:
        return message("{name} is missing or unknown in it", name=shown(error.args[0]))
    own = isinstance(error, CrfError) or (
        isinstance(error, TypeError) and type(error) is not TypeError
    )
    if type(error) is ValueError and str(error).startswith(_VALUE_ERRORS):
        return _IN_CONTENT[TypeError]
    words = (words for kind, words in _IN_CONTENT.items() if isinstance(error, kind))
    return fault_in(error) if own else next(words, fault_in(error))


class CrfError(ValueError):
    """Invalid input; the message is a sentence for the user."""

    def __init__(self, message: str = "") -> None:
        super().__init__(cut(message))


class DataError(CrfError):
    """Invalid content, with its position in a file.

    Parameters
    ----------
    message : str
        What was found, what was expected, and what to do.
    path : Path or str, optional
        The file.
    line, column : int, optional
        Position in the file, both counted from 1.
    """

    def __init__(
        self,
        message: str,
        *,
        path: Path | str | None = None,
        line: int | None = None,
        column: int | None = None,
    ) -> None:
        self.reason = cut(message)
        self.path = Path(path) if path is not None else None
        self.line = line
        self.column = column
        super().__init__(self._sentence())

    def _sentence(self) -> str:
        parts = [as_text(self.path)] if self.path is not None else []
        if self.line is not None:
            parts.append(message("line {line}", line=self.line))
        if self.column is not None:
            parts.append(message("column {column}", column=self.column))
        if not parts:
            return self.reason
        return message("{place}: {reason}", place=joined(", ", parts), reason=self.reason)

    def at(self, path: Path | str) -> DataError:
        """Return the same error with the file's name."""
        return type(self)(self.reason, path=path, line=self.line, column=self.column)


class TemplateError(DataError):
    """An invalid feature template; the message begins with the invalid text."""

    def _sentence(self) -> str:
        if self.line is None:
            return super()._sentence()
        return message(
            "{file}, line {line}: {reason}",
            file=message("Template") if self.path is None else as_text(self.path),
            line=self.line,
            reason=self.reason,
        )


class GrammarError(DataError):
    """An invalid text of a grammar; the message says what was found and what was expected."""

    def _sentence(self) -> str:
        if self.path is not None or self.line is None:
            return super()._sentence()
        return message(
            "Grammar, line {line}, column {column}: {reason}",
            line=self.line,
            column=self.column,
            reason=self.reason,
        )


class ModelFileError(CrfError, OSError):
    """A model file that is damaged, of another kind, or of a newer format."""


class OtherKindError(ModelFileError):
    """A model file of another estimator; ``for_commands`` says it to who uses the program."""

    def __init__(self, message: str, for_commands: str) -> None:
        self.for_commands = for_commands
        super().__init__(message)

    def __reduce__(self) -> tuple[type[OtherKindError], tuple[str, str]]:
        return type(self), (str(self), self.for_commands)


class OtherStateError(CrfError):
    """The state of a training that is of another one; ``penalties`` if its c1 and c2 differ."""

    def __init__(self, message: str, penalties: tuple[float, float] | None = None) -> None:
        self.penalties = penalties
        super().__init__(message)


class AlteredStateError(CrfError):
    """The state of a training whose recorded objective is not that of its weights."""


class UnknownLabelError(CrfError):
    """A label unknown to the model."""


class ExpectationError(CrfError):
    """Expectations that fit neither the labels nor the text."""


class SentenceIndexError(CrfError, IndexError):
    """An index of a sentence that there is not, or something else in its place."""


class ParameterError(CrfError, TypeError):
    """An estimator gets a parameter that it does not have."""


class NotFittedError(CrfError, AttributeError):
    """An estimator is used before it is fitted."""


class TrainingCancelled(Exception):  # noqa: N818 - not an error
    """Raised when a long computation, such as a training, was cancelled."""
