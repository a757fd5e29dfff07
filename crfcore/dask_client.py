"""A client of Dask, of which scheduler and workers are checked before they are given anything."""

from __future__ import annotations

import logging
import platform
import struct
import sys
import time
import warnings
from collections.abc import Iterator, Sequence
from concurrent.futures import CancelledError
from contextlib import contextmanager
from functools import cache
from ipaddress import ip_address
from pathlib import Path
from typing import Any
from zlib import crc32

from crfcore.errors import CrfError, as_text, fault_in, shown

TRIES = 8
"""How often something is begun again of which workers are lost."""

SECONDS_FOR_WORKERS = 60
"""How long to wait for a first worker."""

SECONDS_FOR_OTHERS = 600
"""How long to wait for another one when all were lost: much may have been done by then."""

SECONDS_UNTIL_TOLD = 3
"""How long there is no worker before that is logged."""

SECONDS_BETWEEN_COUNTS = 2.0
"""How often to look whether there is a worker."""

BLOCK, BLOCKS = 1 << 20, 16
"""Bytes of a block by which copies of files are compared, and blocks of a large file, about."""

KINDS: tuple[str, ...] = ("inproc", "tcp", "tls", "ucx", "ws", "wss")
"""Protocols of Dask, which begin an address."""

MOST_PORTS = 65_535

ALIKE = ("crfcore", "numpy", "numba", "scipy")
"""Distributions whose versions have to be the same everywhere; and Python's."""


_log = logging.getLogger(__name__)

FAULTS = (OSError, RuntimeError, EOFError, struct.error)
"""What is raised by a connection that is lost, or that answers with something else than Dask."""

Versions = tuple[tuple[str, str], ...]
"""Names and versions of what the bits of a result depend on."""


@cache
def versions() -> Versions:
    """Return the versions in this process."""
    from importlib.metadata import PackageNotFoundError, version

    found = [("python", platform.python_version())]
    for name in ALIKE:
        try:
            found.append((name, version(name)))
        except PackageNotFoundError:
            found.append((name, "none"))
    return tuple(found)


def check_versions(wanted: Versions) -> None:
    """Raise CrfError on a worker that has other versions: it may have come after all checks."""
    if versions() != wanted and (address := _own_address()):
        raise _difference(address, versions(), wanted)


def mark_of(path: Path) -> tuple[int, int] | None:
    """Return the bytes of a file and a checksum, by which copies are compared; None if unreadable.

    Of a large file the checksum is of blocks all over it, so that it takes no longer.
    """
    try:
        with path.open("rb") as file:
            size, last = path.stat().st_size, max(path.stat().st_size - BLOCK, 0)
            step = BLOCK if last < BLOCK * BLOCKS else -(-last // BLOCKS)
            checksum = 0
            for place in [*range(0, last, step), last]:
                file.seek(place)
                checksum = crc32(file.read(BLOCK), checksum)
            return size, checksum
    except OSError:
        return None


def check_file(path: Path, mark: tuple[int, int] | None = None, *, seen: bool = True) -> None:
    """Raise CrfError on a worker that cannot see a file, or sees another one than the client.

    Parameters
    ----------
    path : Path
    mark : tuple of int, optional
        What `mark_of` returns where the client is.
    seen : bool
        Whether the client can read the file.
    """
    if not (address := _own_address()):
        return
    if not path.exists() and not seen:
        raise CrfError(
            f"{as_text(path)}: There is no such file here, nor for the worker {address}; look at "
            "its name, or put it under the same name on all machines."
        )
    if not path.exists():
        raise CrfError(
            f"{as_text(path)}: the worker {address} has no such file; put the files under the same "
            "names on all machines, or on a disk that all can read."
        )
    if mark is not None and mark_of(path) != mark:
        raise CrfError(
            f"{as_text(path)}: the worker {address} has another file of this name, or it was "
            "changed meanwhile; copy the same files to all machines."
        )


def _own_address() -> str:
    """Return the address of the worker that runs the current task, "" elsewhere."""
    if "distributed" not in sys.modules:
        return ""
    from distributed import get_worker

    try:
        return str(get_worker().address)
    except ValueError:
        return ""


def _difference(address: str, theirs: Versions, wanted: Versions) -> CrfError:
    found = dict(theirs)
    differing = (one for one in wanted if found.get(one[0]) != one[1])
    name, own = next(differing, ("crfcore", dict(wanted).get("crfcore", "")))
    return CrfError(
        f"The worker {address} has {name} {found.get(name)}, and this process {own}; install the "
        "same versions everywhere."
    )


def check_address(address: str, kinds: Sequence[str] = KINDS) -> None:
    """Raise CrfError for a scheduler that others could reach, unless it uses TLS.

    ``kinds`` are the possible protocols.
    """
    kind, _, rest = address.partition("://")
    host, _, port = rest.rpartition(":") if ":" in rest.rpartition("]")[2] else (rest, "", "")
    has_port = kind == "inproc" or (port.isdecimal() and 0 < int(port[:9]) <= MOST_PORTS)
    if kind not in kinds or not rest or not has_port:
        raise CrfError(
            f"{shown(address)} is not the address of a scheduler; write one such as "
            "tls://192.168.1.10:8786, or tcp://127.0.0.1:8786 on the same computer."
        )
    host = host.strip("[]")
    if kind in ("tls", "inproc") or host == "localhost":
        return
    try:
        is_own = ip_address(host).is_loopback
    except ValueError:
        is_own = False
    if not is_own:
        raise CrfError(
            f"The scheduler {shown(address)} is on a network without TLS, where anyone could make "
            "the workers run programs; use tls:// with certificates, or 127.0.0.1."
        )


def address_of(client: Any) -> str:
    """Return the address of a client's scheduler; CrfError if it is not a client of Dask."""
    scheduler = getattr(client, "scheduler", None)
    address = getattr(scheduler, "address", None)
    if address is None:
        raise CrfError(f"client={shown(client)} is not a connected client of Dask; give one.")
    return str(address)


@contextmanager
def without_warnings() -> Iterator[None]:
    """Allow large arguments of tasks, which workers get once, and leave checks to this module."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Sending large graph")
        warnings.filterwarnings("ignore", r"(?s)\s*Mismatched versions found")
        yield


class DaskClient:
    """The checks of a client.

    Parameters
    ----------
    client : dask.distributed.Client
    advice : str
        Ends the sentences about a scheduler or workers that were lost: what to do when they have
        been started again.

    Raises
    ------
    CrfError
        The scheduler can be reached by others, has no worker, or the workers differ from this
        process.
    """

    def __init__(self, client: Any, advice: str) -> None:
        self.client = client
        self.address = address_of(client)
        self._advice = advice
        self._counted_at = time.monotonic()
        self._missing_since: float | None = None
        self._is_told = False
        self._patience = SECONDS_FOR_WORKERS
        check_address(self.address)
        with self.connection():
            self.check_workers()
        self._patience = SECONDS_FOR_OTHERS

    def check_scheduler(self) -> None:
        """Raise CrfError if the connection is lost, or there was no worker for long."""
        if self.client.status != "running":
            raise CrfError(
                f"The connection to the scheduler {self.address} was lost; start it and its "
                f"workers again, and {self._advice}."
            )
        now = time.monotonic()
        if now - self._counted_at < SECONDS_BETWEEN_COUNTS:
            return
        self._counted_at = now
        workers = self.threads_of_workers()
        if workers is None:
            # It is busy, or lost; then the status says so next time.
            return
        if workers:
            self._note_worker()
        elif self._seconds_missing() > self._patience:
            raise self._no_worker()
        elif self._seconds_missing() > SECONDS_UNTIL_TOLD:
            self._tell()

    def threads_of_workers(self) -> dict[str, int] | None:
        """Return how many threads each worker has; None if the scheduler does not answer soon."""
        with self.connection():
            try:
                # In so many seconds: for a scheduler that was lost Dask would wait much longer.
                return dict(self.client.nthreads(callback_timeout=SECONDS_BETWEEN_COUNTS))
            except OSError:
                return None

    def check_workers(self) -> None:
        """Wait for a worker; raise CrfError if there is none, or one is not like this process."""
        for end in (SECONDS_UNTIL_TOLD, self._patience):
            try:
                # Dask waits for ever if it is told to wait for no time.
                seconds = max(end - self._seconds_missing(), SECONDS_BETWEEN_COUNTS)
                self.client.wait_for_workers(1, timeout=seconds)
                break
            except TimeoutError:
                self._tell()
        else:
            raise self._no_worker()
        self._note_worker()
        own = versions()
        for address, theirs in self.client.run(versions, on_error="return").items():
            if isinstance(theirs, OSError):
                # It was lost meanwhile.
                continue
            if not isinstance(theirs, tuple):
                raise CrfError(
                    f"The worker {address} cannot import crfcore ({fault_in(theirs)}); install "
                    "the same version as here."
                )
            if theirs != own:
                raise _difference(address, theirs, own)

    def scattered(self, value: Any, *, everywhere: bool) -> Any:
        """Return the future of a value on a worker, or on all; sent again if workers are lost.

        Without ``hash=False``, the same array scattered twice under one name stops the scheduler.
        """
        fault: BaseException | None = None
        for _ in range(TRIES):
            if fault is not None:
                self.check_scheduler()
                self.check_workers()
            try:
                with without_warnings():
                    # Of a worker, not of the data: `check_workers` waits for one, and tells it.
                    seconds = SECONDS_UNTIL_TOLD
                    return self.client.scatter(
                        [value], broadcast=everywhere, hash=False, timeout=seconds
                    )[0]
            except (CancelledError, KeyError, OSError, RuntimeError) as error:
                # A KeyError of the scheduler: it has forgotten a worker meanwhile.
                fault = error
        self.check_scheduler()
        raise CrfError(
            f"Workers were lost {TRIES} times while data were sent to them "
            f"({fault_in(fault or CrfError())}); look at their messages, for example whether they "
            f"have enough memory, and {self._advice}."
        )

    @contextmanager
    def connection(self) -> Iterator[None]:
        """Raise CrfError for a connection that is lost in the block."""
        try:
            with without_warnings():
                yield
        except CrfError:
            raise
        except FAULTS as error:
            raise CrfError(
                f"The scheduler {self.address} does not answer ({fault_in(error)}); start it and "
                f"its workers again, and {self._advice}."
            ) from error

    def _note_worker(self) -> None:
        self._missing_since = None
        self._is_told = False

    def _seconds_missing(self) -> float:
        """Return for how long no worker has been seen, counted from the first call."""
        now = time.monotonic()
        if self._missing_since is None:
            self._missing_since = now
        return now - self._missing_since

    def _tell(self) -> None:
        """Log once that a worker is waited for."""
        if not self._is_told:
            self._is_told = True
            _log.warning(
                "The scheduler %s has no worker; waiting for one, %d s at most.",
                *(self.address, self._patience),
            )

    def _no_worker(self) -> CrfError:
        return CrfError(
            f"The scheduler {self.address} has had no worker for {self._patience} s; start "
            f"some, with “dask worker {self.address}”, and {self._advice}."
        )
