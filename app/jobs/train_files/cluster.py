"""A cluster of processes, or a connection to one, by Dask."""

from __future__ import annotations

import asyncio
import logging
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, nullcontext
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from threading import Timer
from typing import TYPE_CHECKING, Any

from crfcore.children import is_frozen
from crfcore.errors import CrfError, fault_in

if TYPE_CHECKING:
    from crfcore.training.monitor import Monitor

EXTRA = "pip install 'tagwright[cluster]'"
PACKAGE = "the Python package (pipx install 'tagwright[cluster]')"

SECONDS_TO_CONNECT = 15

SECONDS_TO_ANSWER = 2

CERTIFICATES = ("ca-file", "client.cert", "client.key")
"""The settings of Dask below “distributed.comm.tls” for a client; the key may be in the second."""


@contextmanager
def cluster_client(
    workers: int | None,
    scheduler: str | None,
    *,
    dashboard: bool = False,
    report: Callable[[str], object] | None = None,
) -> Iterator[Any]:
    """Yield a client of new worker processes on this machine, or of a scheduler; None for neither.

    ``report`` gets the address of the dashboard, which is only there if asked for, and what the
    library logs, such as a sentence whenever the scheduler has no worker for some seconds.
    """
    if workers is None and scheduler is None:
        with nullcontext() if report is None else _reporting(report):
            yield None
        return
    if sys.modules.get("yaml", sys) is None:
        # Hidden from the compiler, which is loaded by now (`app.__main__`); Dask needs it.
        del sys.modules["yaml"]
    try:
        dask: Any = import_module("distributed")
    except ImportError:
        option = "--workers" if scheduler is None else "--scheduler"
        if is_frozen():
            raise CrfError(f"{option} needs Dask, which only {PACKAGE} can have.") from None
        raise CrfError(f"{option} needs Dask; install it with {EXTRA}.") from None
    # What the program says of lost workers, and of an interruption, is one sentence.
    for name in ("distributed", "distributed.client", "tornado.application"):
        logging.getLogger(name).setLevel(logging.CRITICAL)
    with ExitStack() as stack:
        if report is not None:
            stack.enter_context(_reporting(report))
        if scheduler is None:
            cluster = dask.LocalCluster(
                n_workers=workers,
                threads_per_worker=1,
                processes=True,
                host="127.0.0.1",
                # Dask listens also without a dashboard, and warns if its usual port is taken.
                dashboard_address="127.0.0.1:0",
                scheduler_kwargs={"dashboard": dashboard},
                silence_logs=logging.CRITICAL,
            )
            stack.enter_context(cluster)
            client = stack.enter_context(dask.Client(cluster))
        else:
            with _reported_if_slow(f"Connecting to the scheduler {scheduler} …", report):
                client = stack.enter_context(_connected(dask.Client, scheduler))
            check_program(client)
        if dashboard and report is not None:
            report(f"Dashboard of the workers: {client.dashboard_link}")
        yield client


class _Reports(logging.Handler):
    """Reports what is logged."""

    def __init__(self, report: Callable[[str], object]) -> None:
        super().__init__()
        self._report = report

    def emit(self, record: logging.LogRecord) -> None:
        self._report(record.getMessage())


@contextmanager
def _reporting(report: Callable[[str], object]) -> Iterator[None]:
    """Report in the block what the library logs, for example of workers that it waits for."""
    log, handler = logging.getLogger("crfcore"), _Reports(report)
    log.addHandler(handler)
    try:
        yield
    finally:
        log.removeHandler(handler)


@contextmanager
def _reported_if_slow(sentence: str, report: Callable[[str], object] | None) -> Iterator[None]:
    """Report a sentence if the block takes longer than some seconds."""
    if report is None:
        yield
        return
    timer = Timer(SECONDS_TO_ANSWER, report, [sentence])
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
        timer.join()


def watching_workers(
    client: Any, monitor: Monitor | None, report: Callable[[str], object] | None
) -> Monitor | None:
    """Return a monitor of a training that also reports workers that were lost meanwhile.

    Of a scheduler that was lost, or has no worker left, the training itself tells.
    """
    if client is None or report is None:
        return monitor
    known = set(_workers(client))

    def watch(progress: Any) -> None:
        if there := set(_workers(client)):
            for address in sorted(known - there):
                report(f"The worker {address} was lost; others make its shards again.")
            known.clear()
            known.update(there)
        if monitor is not None:
            monitor(progress)

    return watch


def _workers(client: Any) -> list[str]:
    """Return the addresses of all workers; none if the scheduler does not answer soon."""
    if client.status != "running":
        return []
    try:
        return list(client.nthreads(callback_timeout=SECONDS_TO_ANSWER))
    except (OSError, RuntimeError):
        return []


def _connected(kind: Any, scheduler: str) -> Any:
    from crfcore.dask_client import FAULTS, check_address, without_warnings

    # Others are of the same process, or need programs that are not installed with Dask.
    check_address(scheduler, ("tcp", "tls", "ws", "wss"))
    if scheduler.startswith("tls://"):
        _check_certificates(scheduler)
    elif scheduler.startswith("tcp://") and _setting("require-encryption"):
        raise CrfError(
            f"The scheduler {scheduler} is one without encryption, which this terminal demands; "
            "use its address with tls://, or another terminal."
        )
    try:
        _try_connection(scheduler)
        with without_warnings():
            return kind(scheduler, timeout=SECONDS_TO_CONNECT)
    except MemoryError as error:  # the first bytes of another service are read as a length
        raise CrfError(
            f"What answers at {scheduler} is no Dask scheduler; check the address."
        ) from error
    except (*FAULTS, ValueError, TypeError, LookupError) as error:
        fault = fault_in(error) or f"nothing in {SECONDS_TO_CONNECT} s"
        raise CrfError(
            f"The scheduler {scheduler} does not answer ({fault}); start it with “dask "
            "scheduler”, or check its address, and certificates for tls://."
        ) from error


def _try_connection(scheduler: str) -> None:
    """Raise an OSError if nothing answers like Dask in time, for which a client would wait on."""
    core, security = import_module("distributed.comm"), import_module("distributed.security")

    async def greet() -> None:
        arguments = security.Security().get_connection_args("client")
        comm = await core.connect(scheduler, timeout=SECONDS_TO_CONNECT, **arguments)
        await comm.close()

    # A second more, so that an error of the connection comes first.
    asyncio.run(asyncio.wait_for(greet(), SECONDS_TO_CONNECT + 1))


def check_program(client: Any) -> None:
    """Raise CrfError if a worker cannot import this program.

    A worker that is sent functions which it cannot import ends without a word to the client.
    """
    from crfcore.dask_client import DaskClient

    dask = DaskClient(client, "run this again")
    with dask.connection():
        found = client.run(find_spec, __name__, on_error="return")
    for address, spec in found.items():
        # An OSError is that of a worker that was lost meanwhile.
        if spec is None or isinstance(spec, ImportError | ValueError):
            raise CrfError(
                f"The worker {address} cannot import Tagwright; install it for the Python that "
                "runs the worker, in the version that is installed here."
            )


def _check_certificates(scheduler: str) -> None:
    """Raise CrfError if the certificates of a client are not set, or their files are missing."""
    given = [_setting(f"tls.{name}") for name in CERTIFICATES]
    if not all(given[:2]):
        raise CrfError(
            f"The scheduler {scheduler} needs certificates, and none are set in this terminal; set "
            "them as the page “Several computers” of the manual says."
        )
    for one in given:
        # Dask also takes the text of a certificate.
        if one and "\n" not in one and not Path(one).is_file():
            raise CrfError(
                f"{one}: There is no such file, which is set as a certificate in this terminal; "
                "correct its name."
            )


def _setting(name: str) -> Any:
    return import_module("dask.config").get(f"distributed.comm.{name}", None)
