"""What is checked of the workers of a scheduler."""

import socket
from types import SimpleNamespace

import pytest

from app.jobs.train_files import cluster
from app.jobs.train_files.cluster import check_program, cluster_client
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
    with socket.create_server(("127.0.0.1", 0)) as server:
        address = f"tcp://127.0.0.1:{server.getsockname()[1]}"
        with (
            pytest.raises(CrfError, match=rf"{address} does not answer \(nothing in 0\.3 s\)"),
            cluster_client(None, address),
        ):
            pass
