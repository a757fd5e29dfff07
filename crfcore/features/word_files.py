"""Files of what is learned from unlabelled text: word vectors, clusters and cases."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from pathlib import Path
from typing import Any, ClassVar, Self

import numpy as np
from numpy.typing import NDArray

from crfcore import model_file
from crfcore.errors import CrfError, ModelFileError, cut, fault_of_content, shown
from crfcore.messages import message

State = tuple[dict[str, Any], dict[str, NDArray[Any]]]
"""JSON and named arrays."""

_KIND = "estimator"
"""The entry that says what a file holds, as in the files of models."""

CONTENTS = {
    "WordClusters": message("word clusters"),
    "WordVectors": message("word vectors"),
    "WordCases": message("the letter case of words"),
}
"""What is in a file of each kind, for messages."""

_WHAT_DOES_NOT_FIT = (
    CrfError,
    TypeError,
    ValueError,
    LookupError,
    AttributeError,
    MemoryError,
    ArithmeticError,
)
"""Errors of files with a right checksum and inconsistent content."""


class Kept(ABC):
    """What is learned from text, and is kept in a file of named arrays."""

    NOUN: ClassVar[str]
    """What a file of it is called in messages."""

    @abstractmethod
    def state(self) -> State:
        """Return everything that `from_state` needs: a JSON object and named arrays."""

    @classmethod
    @abstractmethod
    def from_state(cls, header: Mapping[str, Any], arrays: Mapping[str, NDArray[Any]]) -> Self:
        """Make the object again whose `state` this is; ValueError if the parts do not fit."""

    def save(self, path: Path | str) -> None:
        """Write a file, whole or not at all; ModelFileError if that is not possible."""
        model_file.write(path, *self._content(), noun=self.NOUN)

    def to_bytes(self) -> bytes:
        """Return the content of the file that `save` writes."""
        return model_file.dump(*self._content())

    def _content(self) -> State:
        header, arrays = self.state()
        return {_KIND: type(self).__name__, **header}, arrays

    @classmethod
    def load(cls, path: Path | str) -> Self:
        """Read a file that `save` has written; opening it runs no code.

        Raises
        ------
        ModelFileError
            The file is damaged, too new, too large, or holds something else.
        """
        content, arrays = model_file.read(path, noun=cls.NOUN)
        found = _kind_of(content)
        if found != cls.__name__:
            raise ModelFileError(
                message(
                    "{path}: this file holds {in_words}, and a {noun} is needed; choose such a "
                    "file.",
                    path=path,
                    in_words=_in_words(found),
                    noun=cls.NOUN,
                )
            )
        try:
            return cls.from_state(content, arrays)
        except _WHAT_DOES_NOT_FIT as error:
            raise ModelFileError(
                message(
                    "{path}: the parts of this {noun} do not fit together ({fault}); train and "
                    "save it again.",
                    path=path,
                    noun=cls.NOUN,
                    fault=fault_of_content(error),
                )
            ) from error


def _kind_of(content: Any) -> Any:
    # The file of somebody else may hold any JSON.
    return content.get(_KIND) if isinstance(content, dict) else None


def _in_words(kind: Any) -> str:
    """Return what a file holds: words, or else the name of a model's kind."""
    if isinstance(kind, str) and kind.isidentifier():
        return CONTENTS.get(kind, message("a model ({kind})", kind=cut(kind, _LONGEST_KIND)))
    return message("something else") if kind is None else shown(kind)


_LONGEST_KIND = 80


def float_array(
    arrays: Mapping[str, NDArray[Any]],
    name: str,
    kind: type[np.floating[Any]],
    shape: tuple[int, ...],
    most: float,
) -> NDArray[Any]:
    """Return an array of a file as kernels take it; ValueError if it is not of that kind.

    ``most`` is the greatest size of its numbers.
    """
    array = arrays[name]
    # NaN is not smaller than anything.
    if array.dtype != kind or array.shape != shape or not bool(np.all(np.abs(array) <= most)):
        raise ValueError(
            message("{name} does not hold numbers of the expected kind, shape and size", name=name)
        )
    return np.require(array, kind, ["C", "W"])
