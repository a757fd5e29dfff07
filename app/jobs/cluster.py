"""A cluster of processes, or a connection to one, by Dask."""

from __future__ import annotations

import logging
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from importlib import import_module
from typing import Any

from crfcore.errors import CrfError, fault_in

EXTRA = "pip install 'tagwright[cluster]'"

SECONDS_TO_CONNECT = 15


@contextmanager
def cluster_client(
    workers: int | None,
    scheduler: str | None,
    *,
    dashboard: bool = False,
    report: Callable[[str], object] | None = None,
) -> Iterator[Any]:
    """Yield a client of new worker processes on this machine, or of a scheduler; None for neither.

    ``report`` gets the address of the dashboard, which is only there if asked for.
    """
    if workers is None and scheduler is None:
        yield None
        return
    if sys.modules.get("yaml", sys) is None:
        # Hidden from the compiler, which is loaded by now (`app.__main__`); Dask needs it.
        del sys.modules["yaml"]
    try:
        dask: Any = import_module("distributed")
    except ImportError:
        option = "--workers" if scheduler is None else "--scheduler"
        raise CrfError(f"{option} needs Dask; install it with {EXTRA}.") from None
    # What the program says of lost workers is one sentence.
    for name in ("distributed", "distributed.client"):
        logging.getLogger(name).setLevel(logging.CRITICAL)
    with ExitStack() as stack:
        if scheduler is None:
            address = "127.0.0.1:0" if dashboard else None
            cluster = dask.LocalCluster(
                n_workers=workers,
                threads_per_worker=1,
                processes=True,
                host="127.0.0.1",
                dashboard_address=address,
                silence_logs=logging.CRITICAL,
            )
            stack.enter_context(cluster)
            client = stack.enter_context(dask.Client(cluster))
        else:
            client = stack.enter_context(_connected(dask.Client, scheduler))
        if dashboard and report is not None:
            report(f"Dashboard of the workers: {client.dashboard_link}")
        yield client


def _connected(kind: Any, scheduler: str) -> Any:
    from crfcore.dask_client import check_address

    check_address(scheduler)
    try:
        return kind(scheduler, timeout=SECONDS_TO_CONNECT)
    except (OSError, ValueError, TypeError) as error:
        raise CrfError(
            f"The scheduler {scheduler} does not answer ({fault_in(error)}); start it with “dask "
            "scheduler”, or check its address, and certificates for tls://."
        ) from error
