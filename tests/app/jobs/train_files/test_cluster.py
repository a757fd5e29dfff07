"""What is checked of the workers of a scheduler."""

import logging
import socket
import threading
from contextlib import suppress
from types import SimpleNamespace

import pytest

from app.jobs.train_files import cluster
from app.jobs.train_files.cluster import check_program, cluster_client, watching_workers
from crfcore import CrfError
from crfcore.dask_client import versions


@pytest.mark.parametrize(
    ("found", "message"),
    [
        (None, "The worker tcp://127.0.0.1:2 cannot import Tagwright; install it"),
        (ModuleNotFoundError("app"), "cannot import Tagwright"),
        (OSError("lost"), ""),
        ("a module", ""),
    ],
)
def test_workers_have_to_import_the_program(found, message):
    def run(function, *arguments, on_error):
        assert on_error == "return"
        return {"tcp://127.0.0.1:2": found if arguments else function()}

    client = SimpleNamespace(
        status="running",
        scheduler=SimpleNamespace(address="tcp://127.0.0.1:1"),
        wait_for_workers=lambda number, timeout: None,
        run=run,
    )
    assert versions()
    if not message:
        check_program(client)
        return
    with pytest.raises(CrfError, match=message):
        check_program(client)


def test_a_port_that_says_nothing_is_named_after_a_while(monkeypatch):
    pytest.importorskip("distributed")
    monkeypatch.setattr(cluster, "SECONDS_TO_CONNECT", 0.3)
    monkeypatch.setattr(cluster, "SECONDS_TO_ANSWER", 0.0)
    said = []
    with socket.create_server(("127.0.0.1", 0)) as server:
        address = f"tcp://127.0.0.1:{server.getsockname()[1]}"
        with (
            pytest.raises(CrfError, match=rf"{address} does not answer \(nothing in 0\.3 s\)"),
            cluster_client(None, address, report=said.append),
        ):
            pass
    assert said == [f"Connecting to the scheduler {address} …"]


@pytest.mark.parametrize("greeting", [b"SSH-2.0-OpenSSH_9.2p1\r\n", b"HTTP/1.1 400 Bad\r\n\r\n"])
def test_another_service_is_no_scheduler(monkeypatch, greeting):
    pytest.importorskip("distributed")
    monkeypatch.setattr(cluster, "SECONDS_TO_CONNECT", 5)
    with socket.create_server(("127.0.0.1", 0)) as server:
        address = f"tcp://127.0.0.1:{server.getsockname()[1]}"

        def greet():
            with suppress(OSError):
                while True:
                    connection, _ = server.accept()
                    connections.append(connection)
                    connection.sendall(greeting)

        connections = []
        thread = threading.Thread(target=greet, daemon=True)
        thread.start()
        with (
            pytest.raises(CrfError, match=rf"What answers at {address} is no Dask scheduler"),
            cluster_client(None, address),
        ):
            pass
        server.shutdown(socket.SHUT_RDWR)
        thread.join(5)
        for connection in connections:
            connection.close()


class Workers:
    """Stands in for a client whose workers come and go."""

    status = "running"

    def __init__(self, *states):
        self.states = list(states)

    def nthreads(self, callback_timeout):
        assert callback_timeout
        state = self.states.pop(0)
        if isinstance(state, Exception):
            raise state
        return dict.fromkeys(state, 1)


def test_a_worker_that_is_lost_is_one_line():
    said, seen = [], []
    client = Workers(["tcp://a", "tcp://b"], ["tcp://b"], ["tcp://b", "tcp://c"], ["tcp://c"])
    watch = watching_workers(client, seen.append, said.append)
    for iteration in range(3):
        watch(iteration)
    assert seen == [0, 1, 2]
    assert said == [
        f"The worker tcp://{name} was lost; others make its shards again." for name in "ab"
    ]
    assert watching_workers(None, seen.append, said.append) == seen.append


def test_a_scheduler_that_is_lost_is_no_lost_worker():
    said = []
    for state in ([], TimeoutError("gone")):
        watching_workers(Workers(["tcp://a"], state), None, said.append)(1)
    client = Workers(["tcp://a"])
    watch = watching_workers(client, None, said.append)
    client.status = "connecting"
    watch(1)
    assert not said


def test_what_it_waits_for_is_reported(monkeypatch, caplog):
    pytest.importorskip("distributed")
    said = []
    log = logging.getLogger("crfcore.dask_client")
    handlers = list(log.handlers)

    def connected(kind, scheduler):
        log.warning("The scheduler %s has no worker.", scheduler)
        raise CrfError

    monkeypatch.setattr(cluster, "_connected", connected)
    with pytest.raises(CrfError), cluster_client(None, "tcp://127.0.0.1:1", report=said.append):
        pass
    assert said == ["The scheduler tcp://127.0.0.1:1 has no worker."]
    assert log.handlers == handlers
