"""Engines: what carries out functions on shards, here one after another in this process."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Self, TypeVar

from crfcore.features.template import Template
from crfcore.training.shards.files import ShardFolder
from crfcore.training.shards.plan import SHARD_TOKENS, Cutter, Piece
from crfcore.training.shards.records import Record
from crfcore.training.shards.shard import Shard
from crfcore.training.shards.texts import (
    LabelledTable,
    RawShard,
    Read,
    check_alike,
    raw_shard,
    read_column_file,
)
from crfcore.training.shards.tree import Add, TreeSum

T = TypeVar("T")


@dataclass(frozen=True)
class Source:
    """The files of a corpus.

    Attributes
    ----------
    paths : tuple of Path
        In this order.
    template : Template
    shard_tokens : int
    read : callable
        From a path to a `LabelledTable`.
    """

    paths: tuple[Path, ...]
    template: Template
    shard_tokens: int = SHARD_TOKENS
    read: Read = field(default=read_column_file)


class Engine(ABC):
    """Carries out functions on shards; each shard is known by a handle.

    Functions depend on their arguments alone. Whatever the engine, the results have the same bits.
    """

    may_change = True
    """Whether a sum may change its first part."""

    @property
    def here(self) -> dict[str, Any]:
        """Arguments of evaluations that only this process can give."""
        return {}

    @abstractmethod
    def raw(self, source: Source) -> list[Any]:
        """Return the raw shards of files."""

    @abstractmethod
    def put(self, records: Iterable[Record]) -> list[Any]:
        """Return the handles of records that this process makes."""

    @abstractmethod
    def each(self, function: Callable[..., Record], handles: Sequence[Any], *common: Any) -> Any:
        """Return the handles of function(record, *common); the given ones are released."""

    @abstractmethod
    def total(
        self,
        function: Callable[..., T],
        add: Add[T],
        handles: Sequence[Any],
        *common: Any,
        **here: Any,
    ) -> T:
        """Return the sum along the tree of function(record, *common, **here)."""

    @abstractmethod
    def close(self) -> None:
        """Release everything."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()


class SerialEngine(Engine):
    """Evaluates shards one after another, held in memory or in a folder.

    Parameters
    ----------
    threads : int
        Of each evaluation.
    cancelled : callable, optional
        Checked every few milliseconds.
    folder : ShardFolder, optional
        Where shards are between uses; one at a time is in memory.
    """

    def __init__(
        self,
        threads: int = 1,
        cancelled: Callable[[], bool] | None = None,
        folder: ShardFolder | None = None,
    ) -> None:
        self._threads = threads
        self._cancelled = cancelled
        self._folder = folder
        self._shards: list[Shard] = []

    @property
    def here(self) -> dict[str, Any]:
        """The number of threads, and what cancels."""
        return {"threads": self._threads, "cancelled": self._cancelled}

    def raw(self, source: Source) -> list[Any]:
        """Return the raw shards of files, of which one is read at a time."""
        return self.put(_raw_shards(source))

    def put(self, records: Iterable[Record]) -> list[Any]:
        """Return the handles of records."""
        return [self._kept(record) for record in records]

    def each(self, function: Callable[..., Record], handles: Sequence[Any], *common: Any) -> Any:
        """Return the handles of the results; each record is dropped after its use."""
        found, waiting = [], list(reversed(handles))
        handles = []
        while waiting:
            handle = waiting.pop()
            found.append(self._kept(function(self._loaded(handle), *common)))
            if self._folder is not None:
                self._folder.remove(handle)
        return found

    def total(
        self,
        function: Callable[..., T],
        add: Add[T],
        handles: Sequence[Any],
        *common: Any,
        **here: Any,
    ) -> T:
        """Return the sum of the results, with at most one for each level of the tree in memory."""
        total: TreeSum[T] = TreeSum(len(handles), add)
        for number, handle in enumerate(handles):
            record = self._loaded(handle)
            try:
                part = function(record, *common, **here)
            except (IndexError, ValueError):
                if self._folder is not None:
                    self._folder.check(handle)
                raise
            total.put(number, part)
            if self._folder is not None and isinstance(record, Shard):
                record.close()
        return total.total

    def close(self) -> None:
        """End all threads, and remove the files."""
        for shard in self._shards:
            shard.close()
        if self._folder is not None:
            self._folder.close()

    def _kept(self, record: Record) -> Any:
        if self._folder is not None:
            return self._folder.add(record)
        if isinstance(record, Shard):
            self._shards.append(record)
        return record

    def _loaded(self, handle: Any) -> Any:
        return handle if self._folder is None else self._folder.load(handle)


def _raw_shards(source: Source) -> Iterator[RawShard]:
    """Yield the shards of files; tables of files whose sentences are all in shards are dropped."""
    cutter = Cutter(source.shard_tokens)
    tables: dict[int, LabelledTable] = {}
    first_sentence, first = 0, None

    def made(pieces: list[Piece]) -> RawShard:
        nonlocal first_sentence
        own = [tables[piece.file] for piece in pieces]
        shard = raw_shard(first_sentence, source.template, pieces, *own)
        first_sentence += shard.dataset.n_sentences
        for number in [number for number in tables if number < pieces[-1].file]:
            del tables[number]
        return shard

    for number, path in enumerate(source.paths):
        text = source.read(path)
        # Without its sentences, which may be many.
        first = text.part(0, 0) if first is None else first
        check_alike(path, text, source.paths[0], first)
        tables[number] = text
        for pieces in cutter.feed(text.table.offsets):
            yield made(pieces)
    for pieces in cutter.rest():
        yield made(pieces)
