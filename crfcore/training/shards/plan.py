"""The division of a corpus into shards, which depends on its sentences alone."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from crfcore.arrays import OffsetArray
from crfcore.errors import CrfError, shown

SHARD_TOKENS = 200_000
"""Default of the tokens after which a shard ends."""

MAX_SHARD_TOKENS = 100_000_000
"""Limit of that number."""


class Piece(NamedTuple):
    """Sentences first..last-1 of a file, by its number."""

    file: int
    first: int
    last: int


def check_shard_tokens(shard_tokens: object) -> int:
    """Return the tokens of a shard; CrfError if they are no number from 1 on."""
    if type(shard_tokens) is not int or not 1 <= shard_tokens <= MAX_SHARD_TOKENS:
        raise CrfError(
            f"shard_tokens={shown(shard_tokens)} is not possible; it must be a whole number from 1 "
            f"to {MAX_SHARD_TOKENS:,}."
        )
    return shard_tokens


class Cutter:
    """Cuts files into shards, in the order in which they are given.

    A shard ends with the sentence that brings it to `shard_tokens` tokens; it may go on in the next
    file.

    Parameters
    ----------
    shard_tokens : int
    """

    def __init__(self, shard_tokens: int = SHARD_TOKENS) -> None:
        self._wanted = check_shard_tokens(shard_tokens)
        self._pieces: list[Piece] = []
        self._n_tokens = 0
        self._n_files = 0

    def feed(self, offsets: OffsetArray) -> Iterator[list[Piece]]:
        """Yield the shards that end in the next file.

        Parameters
        ----------
        offsets : (N + 1,) array
            Of the tokens of the file's sentences.
        """
        file, first, n_sentences = self._n_files, 0, len(offsets) - 1
        self._n_files += 1
        while first < n_sentences:
            wanted = int(offsets[first]) + self._wanted - self._n_tokens
            last = min(int(np.searchsorted(offsets, wanted)), n_sentences)
            self._pieces.append(Piece(file, first, last))
            self._n_tokens += int(offsets[last] - offsets[first])
            first = last
            if self._n_tokens >= self._wanted:
                yield self._taken()

    def rest(self) -> list[list[Piece]]:
        """Return the last shard, if there is one."""
        return [self._taken()] if self._n_tokens else []

    def _taken(self) -> list[Piece]:
        pieces, self._pieces, self._n_tokens = self._pieces, [], 0
        return pieces


def cut(offsets: OffsetArray, shard_tokens: int = SHARD_TOKENS) -> list[tuple[int, int]]:
    """Return the bounds of the shards of one sequence of sentences."""
    cutter = Cutter(shard_tokens)
    shards = [*cutter.feed(offsets), *cutter.rest()]
    return [(piece.first, piece.last) for (piece,) in shards]
