"""The exceptions of the library, and how their messages quote values.

The family::

    CrfError                 a ValueError
    ├── DataError            a file or its content: says file, line and column
    ├── TemplateError        a feature template that cannot be read
    ├── ModelFileError       a model that is damaged, foreign or too new; an OSError, too
    ├── UnknownLabelError    a label that the model has never seen
    └── NotFittedError       predict before fit

Each message names the thing, the value seen, the value wanted, and what to do.
"""

from __future__ import annotations

from pathlib import Path
from reprlib import Repr
from typing import Any

LONGEST_MESSAGE = 2_000
"""A message has no more characters, however long the names in a file are that it tells."""

LONGEST_FAULT = 400

_SHORT = Repr()
_SHORT.maxstring = _SHORT.maxother = 80
_SHORT.maxlevel = 3


def as_text(name: Path | str) -> str:
    """Return a file's name as one line that can be stored and shown, also if it is not UTF-8."""
    text = str(name).encode("utf-8", "backslashreplace").decode("utf-8")
    return text.replace("\n", "\\n").replace("\r", "\\r")


def cut(text: str, longest: int = LONGEST_MESSAGE) -> str:
    """Return a text without its middle where it is too long; its end says what to do."""
    if len(text) <= longest:
        return text
    end = longest // 4
    return f"{text[: longest - end - 3]} … {text[-end:]}"


def shown(value: Any) -> str:
    """Return a value as a message shows it: on one line, cut, however long or deep it is."""
    try:
        text = _SHORT.repr(value)
    except ValueError:
        # Python writes no number of more than some thousand digits.
        text = f"a value of the type {type(value).__name__}"
    return " ".join(text.split())


def fault_in(error: BaseException) -> str:
    """Return what an error says, on one line, cut: it may quote the file."""
    return " ".join(cut(str(error), LONGEST_FAULT).split())


class CrfError(ValueError):
    """The input is at fault, not the program; the message is a sentence for the user."""

    def __init__(self, message: str = "") -> None:
        super().__init__(cut(message))


class DataError(CrfError):
    """Content that cannot be read, with the place where reading stopped.

    Parameters
    ----------
    message : str
        What was found, what was expected, and what to do.
    path : Path or str, optional
        The file.
    line, column : int, optional
        Place in the file, both counted from 1.
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
            parts.append(f"line {self.line}")
        if self.column is not None:
            parts.append(f"column {self.column}")
        return f"{', '.join(parts)}: {self.reason}" if parts else self.reason

    def at(self, path: Path | str) -> DataError:
        """Return the same error with the file named."""
        return type(self)(self.reason, path=path, line=self.line, column=self.column)


class TemplateError(DataError):
    """A feature template that cannot be read; the reason begins with the text at fault."""

    def _sentence(self) -> str:
        if self.line is None:
            return super()._sentence()
        prefix = f"{as_text(self.path)}: " if self.path is not None else ""
        return f"{prefix}Template {self.line}, {self.reason}"


class ModelFileError(CrfError, OSError):
    """A model file that is damaged, foreign, or of a newer format."""


class UnknownLabelError(CrfError):
    """A label that the model has never seen."""


class NotFittedError(CrfError, AttributeError):
    """An estimator was asked to predict before it was fitted."""


class TrainingCancelled(Exception):  # noqa: N818 - not an error: somebody asked for it
    """Raised between two parts of a long computation, such as a training, that was cancelled."""
