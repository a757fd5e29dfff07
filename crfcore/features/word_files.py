"""Files of what is learned from unlabelled text: word vectors, clusters and cases."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from crfcore import model_file
from crfcore.errors import CrfError, ModelFileError, fault_in, shown

State = tuple[dict[str, Any], dict[str, NDArray[Any]]]
"""JSON and named arrays."""

_KIND = "estimator"
"""The entry that says what a file holds, as in the files of models."""

CONTENTS = {
    "WordClusters": "word clusters",
    "WordVectors": "word vectors",
    "WordCases": "the letter case of words",
}
"""What is in a file of each kind, for messages."""

_Learned = TypeVar("_Learned")

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


def to_bytes(kind: str, state: State) -> bytes:
    """Return the content of a file."""
    header, arrays = state
    return model_file.dump({_KIND: kind, **header}, arrays)


def save(path: Path | str, kind: str, noun: str, state: State) -> None:
    """Write a file, whole or not at all; ModelFileError if that is not possible."""
    header, arrays = state
    model_file.write(path, {_KIND: kind, **header}, arrays, noun=noun)


def load(
    path: Path | str,
    kind: str,
    noun: str,
    from_state: Callable[[Mapping[str, Any], Mapping[str, NDArray[Any]]], _Learned],
) -> _Learned:
    """Read a file that `save` has written.

    Raises
    ------
    ModelFileError
        The file is damaged, too new, too large, or holds something else.
    """
    content, arrays = model_file.read(path, noun=noun)
    found = _kind_of(content)
    if found != kind:
        raise ModelFileError(
            f"{path}: this file holds {_in_words(found)}, and a {noun} is needed; choose such a "
            "file."
        )
    try:
        return from_state(content, arrays)
    except _WHAT_DOES_NOT_FIT as error:
        raise ModelFileError(
            f"{path}: the parts of this {noun} do not fit together ({fault_in(error)}); train and "
            "save it again."
        ) from error


def _kind_of(content: Any) -> Any:
    # The file of somebody else may hold any JSON.
    return content.get(_KIND) if isinstance(content, dict) else None


def _in_words(kind: Any) -> str:
    """Return what a file holds: words, or else the name of a model's kind."""
    if isinstance(kind, str) and kind.isidentifier():
        return CONTENTS.get(kind, f"a model ({kind})")
    return "something else" if kind is None else shown(kind)


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
        raise ValueError(f"{name} does not hold numbers of the expected kind, shape and size")
    return np.require(array, kind, ["C", "W"])
