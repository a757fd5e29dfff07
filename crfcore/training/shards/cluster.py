"""Shards on the workers of a Dask cluster.

Dask starts, places and repeats tasks. Each result depends on the arguments of its task alone, so
that a worker that is lost changes nothing but the time: Dask makes its shards again from the files,
or from what the client holds, and an evaluation that was hit is done again.

A trap: all futures of a sum are held until its end, because Dask may forget the parts of a worker
that is lost.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import CancelledError
from dataclasses import dataclass
from pathlib import Path
from threading import Event
from typing import Any, TypeVar, cast
from uuid import uuid4

import numpy as np

from crfcore.dask_client import (
    TRIES,
    DaskClient,
    Versions,
    check_file,
    check_versions,
    mark_of,
    versions,
    without_warnings,
)
from crfcore.errors import CrfError, fault_in
from crfcore.training.monitor import TrainingCancelled
from crfcore.training.shards.engine import Engine, Source
from crfcore.training.shards.plan import Cutter
from crfcore.training.shards.records import Record
from crfcore.training.shards.texts import LabelledTable, Read, check_alike, raw_shard
from crfcore.training.shards.tree import Add, summed

T = TypeVar("T")

SECONDS_BETWEEN_LOOKS = 0.2
"""How often to look whether the training is cancelled."""


GO_ON = "go on with the checkpoint if there is one, or begin again"


@dataclass(frozen=True, slots=True)
class OnWorker:
    """A function as workers run it: errors about the input come back as one sentence."""

    function: Callable[..., Any]
    versions: Versions

    def __call__(self, *arguments: Any) -> Any:
        """Return the result; CrfError for any error about the input, or for other versions."""
        try:
            check_versions(self.versions)
            return self.function(*arguments)
        except CrfError as error:
            # Some have constructors with which they could not be sent.
            raise CrfError(str(error)) from None
        except MemoryError:
            raise CrfError(
                "A worker has no memory left for a shard; make shards smaller (shard_tokens), or "
                "start more workers on other machines."
            ) from None


def read_there(read: Read, path: Path, mark: tuple[int, int] | None) -> LabelledTable:
    """Read a file on a worker, if it is the one that has this mark here."""
    check_file(path, mark, seen=mark is not None)
    return read(path)


def _beginning(text: LabelledTable) -> tuple[LabelledTable, Any]:
    """Return a file without its sentences, and their offsets."""
    return text.part(0, 0), np.asarray(text.table.offsets)


def _same(value: T) -> T:
    return value


def submit(
    client: Any,
    function: Callable[..., Any],
    *arguments: Any,
    priority: int = 0,
    worker: str | None = None,
) -> Any:
    """Return the future of a new task, with a name that messages of workers can show.

    It is carried out by ``worker``, unless this one is lost or another has nothing to do.
    """
    name = getattr(function, "__name__", type(function).__name__).strip("_")
    where = {} if worker is None else {"workers": [worker], "allow_other_workers": True}
    return client.submit(
        OnWorker(function, versions()),
        *arguments,
        key=f"{name}-{uuid4().hex}",
        pure=False,
        priority=priority,
        **where,
    )


def neighbouring(workers: Mapping[str, int], n_shards: int) -> list[str]:
    """Return a worker for each shard, in proportion to their threads; empty without workers.

    Neighbours are together, so that few sums are sent. The middle of a shard counts, so that the
    last one, which is often short, is not added to those of the first workers.
    """
    places = [address for address in sorted(workers) for _ in range(workers[address])]
    n = len(places)
    return [places[(2 * k + 1) * n // (2 * n_shards)] for k in range(n_shards)] if n else []


class Task:
    """A function and its arguments, of which some are tasks; and the future of its result.

    Parameters
    ----------
    function : callable
    arguments : objects
    worker : str, optional
        Where to carry it out, if possible.
    """

    def __init__(
        self, function: Callable[..., Any], *arguments: Any, worker: str | None = None
    ) -> None:
        self.function = function
        self.arguments = arguments
        self.worker = worker
        self.future: Any = None

    def submitted(self, client: Any) -> Any:
        """Return the future, of a new task if the last one is lost."""
        if self.future is None or self.future.status in {"cancelled", "lost", "error"}:
            arguments = [
                one.submitted(client) if isinstance(one, Task) else one for one in self.arguments
            ]
            self.future = submit(client, self.function, *arguments, worker=self.worker)
        return self.future


class ClusterEngine(Engine):
    """Evaluates shards on the workers of a Dask client.

    Parameters
    ----------
    client : dask.distributed.Client
    cancelled : callable, optional
        Checked in each evaluation, and five times a second.

    Raises
    ------
    CrfError
        The scheduler can be reached by others, or the workers differ from this process.
    """

    may_change = False

    def __init__(self, client: Any, cancelled: Callable[[], bool] | None = None) -> None:
        self._client = client
        self._cancelled = cancelled
        self._dask = DaskClient(client, GO_ON)

    def raw(self, source: Source) -> list[Any]:
        """Return the raw shards of files, which workers read."""
        tables = [
            Task(read_there, source.read, path.absolute(), mark_of(path)) for path in source.paths
        ]
        beginnings = [Task(_beginning, table) for table in self._placed(tables)]
        found = self._results(beginnings)
        cutter = Cutter(source.shard_tokens)
        cuts = []
        for path, (text, offsets) in zip(source.paths, found, strict=True):
            check_alike(path, text, source.paths[0], found[0][0])
            cuts += list(cutter.feed(offsets))
        cuts += cutter.rest()
        shards, first_sentence = [], 0
        for pieces in cuts:
            own = [tables[piece.file] for piece in pieces]
            shards.append(Task(raw_shard, first_sentence, source.template, pieces, *own))
            first_sentence += sum(piece.last - piece.first for piece in pieces)
        return self._begun(self._placed(shards))

    def put(self, records: Iterable[Record]) -> list[Any]:
        """Return the handles of records, which this process keeps, too."""
        return self._begun(self._placed([Task(_same, record) for record in records]))

    def each(self, function: Callable[..., Record], handles: Sequence[Any], *common: Any) -> Any:
        """Return the handles of the results."""
        shared = [Task(_same, one) for one in common]
        found = self._begun([Task(function, handle, *shared) for handle in handles])
        for handle in handles:
            # Dask keeps what a result was made from, until the result is there.
            handle.future = None
        return found

    def total(
        self,
        function: Callable[..., T],
        add: Add[T],
        handles: Sequence[Any],
        *common: Any,
        **here: Any,
    ) -> T:
        """Return the sum of the results along the tree."""
        assert not here

        def root() -> tuple[Any, list[Any]]:
            client = self._client
            shared = [
                self._dask.scattered(one, everywhere=False) if isinstance(one, np.ndarray) else one
                for one in common
            ]
            leaves = [
                submit(client, function, handle.submitted(client), *shared) for handle in handles
            ]
            held = [*shared, *leaves]

            def added(one: Any, other: Any) -> Any:
                # Before further shards: at the end only the last sums are left.
                held.append(submit(client, add, one, other, priority=1))
                return held[-1]

            return summed(leaves, added), held

        return cast("T", self._carried_out(root))

    def close(self) -> None:
        """Release what workers hold: futures are dropped with the handles."""

    # ---- results, and what is lost

    def _placed(self, shards: list[Task]) -> list[Task]:
        """Set where shards, or texts, are made; what is made of them is computed there."""
        places = neighbouring(self._dask.threads_of_workers() or {}, len(shards))
        for shard, worker in zip(shards, places, strict=False):
            shard.worker = worker
        return shards

    def _begun(self, tasks: list[Task]) -> list[Any]:
        with self._dask.connection():
            for task in tasks:
                task.submitted(self._client)
        return tasks

    def _results(self, tasks: list[Task]) -> list[Any]:
        def one_result(task: Task) -> Any:
            return self._carried_out(lambda: (task.submitted(self._client), []))

        return [one_result(task) for task in self._begun(tasks)]

    def _carried_out(self, begin: Callable[[], tuple[Any, list[Any]]]) -> Any:
        """Return the result of a future, which is begun again if workers are lost."""
        from distributed import KilledWorker

        fault: BaseException | None = None
        for _ in range(TRIES):
            try:
                with without_warnings():
                    if fault is not None:
                        self._dask.check_scheduler()
                        self._dask.check_workers()
                    future, held = begin()
                    result = self._awaited(future)
                    del held
            except CrfError:
                raise
            except (CancelledError, KilledWorker, OSError) as error:
                # The last: weights were on the way to a worker that died.
                fault = error
            else:
                return result
        self._dask.check_scheduler()
        raise CrfError(
            f"Workers were lost {TRIES} times in one evaluation ({fault_in(fault or CrfError())}); "
            "look at their messages, for example whether they have enough memory, and "
            f"{GO_ON}."
        )

    def _awaited(self, future: Any) -> Any:
        # Not `result(timeout=…)`, which fails if the result comes just then.
        done = Event()
        future.add_done_callback(lambda _: done.set())
        self._check_cancelled()
        while not done.wait(SECONDS_BETWEEN_LOOKS):
            self._check_cancelled()
            self._dask.check_scheduler()
        return future.result()

    def _check_cancelled(self) -> None:
        if self._cancelled is not None and self._cancelled():
            raise TrainingCancelled
