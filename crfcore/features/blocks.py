"""Several descriptions of the same sentences, side by side."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from crfcore.arrays import OffsetArray
from crfcore.errors import DataError
from crfcore.features.column_table import ColumnTable
from crfcore.features.matrix import Matrix, Rows, is_list_of_matrices, is_matrix
from crfcore.features.segments import offsets_of
from crfcore.messages import counted


@dataclass(frozen=True, eq=False, init=False)
class Blocks(Rows):
    """Sentences whose tokens have the attributes of several blocks.

    Parameters
    ----------
    *parts
        Each a `ColumnTable`, sentences of attribute items or of fields, a `Matrix`, a list of
        matrices, or a plain matrix, with the sentences of the others:
        ``Blocks(table, embeddings)``. The order of blocks must be the same in every call.

    Attributes
    ----------
    parts : tuple
        Matrices are `Matrix`, named "x", "x2", "x3" … by position unless they have names.
    offsets : int64 (N + 1,)

    Raises
    ------
    DataError
        There is no block, the blocks have different sentences, or none has sentence lengths.
    """

    parts: tuple[Any, ...]
    offsets: OffsetArray

    def __init__(self, *parts: Any) -> None:
        if not parts:
            raise DataError("Blocks need at least one block.")
        flat = [one for p in parts for one in (p.parts if isinstance(p, Blocks) else (p,))]
        read = [_read(part, place) for place, part in enumerate(flat)]
        offsets: OffsetArray | None = None
        for place, part in enumerate(read):
            own = _offsets_of(part)
            if own is None:
                continue
            if offsets is None:
                offsets = own
            _check_same(offsets, own, place)
        if offsets is None:
            raise DataError(
                "No block says where sentences end; give one of them as Matrix(rows, lengths=[…])."
            )
        whole = [part.with_offsets(offsets) if isinstance(part, Matrix) else part for part in read]
        object.__setattr__(self, "parts", tuple(whole))
        object.__setattr__(self, "offsets", offsets)


def _read(part: Any, place: int) -> Any:
    prefix = "x" if place == 0 else f"x{place + 1}"
    if isinstance(part, Matrix):
        return part.with_prefix(prefix) if part.prefix == "x" else part
    if is_matrix(part) or is_list_of_matrices(part):
        return Matrix(part, prefix=prefix)
    if isinstance(part, ColumnTable):
        return part
    try:
        return [list(sentence) for sentence in part]
    except TypeError:
        raise DataError(
            f"Block {place + 1} is {type(part).__name__}; columns, attribute items or a matrix "
            "were expected."
        ) from None


def _offsets_of(part: Any) -> OffsetArray | None:
    if isinstance(part, (Matrix, ColumnTable)):
        return part.offsets
    sentences: Sequence[Sequence[Any]] = part
    return offsets_of(np.fromiter(map(len, sentences), np.int64, len(sentences)))


def _check_same(offsets: OffsetArray, own: OffsetArray, place: int) -> None:
    if len(own) != len(offsets):
        raise DataError(
            f"Block {place + 1} has {counted(len(own) - 1, 'sentence')} and the first one "
            f"{len(offsets) - 1:,}; blocks describe the same sentences."
        )
    wrong = np.flatnonzero(own != offsets)
    if len(wrong):
        at = int(wrong[0]) - 1
        raise DataError(
            f"Sentence {at + 1} has {counted(int(own[at + 1] - own[at]), 'token')} in block "
            f"{place + 1} and {int(offsets[at + 1] - offsets[at])} in the first one; blocks "
            "describe the same tokens."
        )
