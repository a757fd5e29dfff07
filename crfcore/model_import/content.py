"""A reader of model files of other programs."""

from __future__ import annotations

import math
from collections.abc import Iterator

from crfcore.errors import ModelFileError
from crfcore.messages import message
from crfcore.text.label_names import fault_of_model_labels
from crfcore.text.rows import shortened
from crfcore.training.given_labels import MAX_LABELS


class Content:
    """Bytes with a reading position.

    Parameters
    ----------
    data : bytes
    name : str
        The file's path, for errors.
    """

    def __init__(self, data: bytes, name: str) -> None:
        self._data = data
        self._name = name
        self.position = 0

    @property
    def at_end(self) -> bool:
        """Whether the end is reached."""
        return self.position >= len(self._data)

    def line(self) -> bytes:
        """Read a line, without its end; at the end of the file, nothing."""
        end = self._data.find(b"\n", self.position)
        end = len(self._data) if end < 0 else end
        line = self._data[self.position : end]
        self.position = end + 1
        return line.removesuffix(b"\r")

    def lines_until_blank(self) -> Iterator[bytes]:
        """Yield lines up to the first empty one, which is skipped."""
        while not self.at_end:
            line = self.line()
            if not line:
                return
            yield line

    def take(self, n_bytes: int) -> bytes:
        """Read so many bytes; ModelFileError if there are fewer."""
        taken = self._data[self.position : self.position + n_bytes]
        if len(taken) < n_bytes:
            raise self.error(
                message(
                    "{n_bytes:,} bytes were expected, and {n_taken:,} are left",
                    n_bytes=n_bytes,
                    n_taken=len(taken),
                )
            )
        self.position += n_bytes
        return taken

    def error(self, reason: str) -> ModelFileError:
        """Return an error that names the current line."""
        line = self._data.count(b"\n", 0, max(self.position - 1, 0)) + 1
        return ModelFileError(
            message(
                "{name}, line {line}: {reason}; make the file again, or say its format.",
                name=self._name,
                line=line,
                reason=reason,
            )
        )

    def whole_number(self, text: bytes) -> int:
        """Return a non-negative integer."""
        if not text.isdigit() or len(text) > 15:
            raise self.error(
                message("a whole number was expected, and found {text}", text=shown(text))
            )
        return int(text)

    def weight(self, text: bytes) -> float:
        """Return a finite number, decimal or hexadecimal."""
        try:
            string = text.decode("ascii").strip()
            value = float.fromhex(string) if "x" in string.lower() else float(string)
        except (ValueError, OverflowError):
            value = math.nan
        if not math.isfinite(value):
            raise self.error(
                message("a finite number was expected, and found {text}", text=shown(text))
            )
        return value


def shown(text: bytes) -> str:
    """Return bytes as text for an error."""
    return shortened(decoded(text))


def decoded(text: bytes) -> str:
    """Return text; invalid UTF-8 becomes lone surrogates."""
    return text.decode("utf-8", "surrogateescape")


def checked_labels(labels: list[str], content: Content) -> tuple[str, ...]:
    """Return labels; ModelFileError if they are none, repeated, too many, or invalid."""
    if not labels:
        raise content.error(message("the model has no labels"))
    if len(set(labels)) < len(labels):
        raise content.error(message("the labels are not distinct"))
    if len(labels) > MAX_LABELS:
        raise content.error(
            message(
                "there are {n_labels:,} labels; {max_labels:,} are possible",
                n_labels=len(labels),
                max_labels=MAX_LABELS,
            )
        )
    fault = fault_of_model_labels(labels)
    if fault:
        raise content.error(fault)
    return tuple(labels)
