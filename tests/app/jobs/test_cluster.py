"""What is checked of the workers of a scheduler."""

from types import SimpleNamespace

import pytest

from app.jobs.cluster import check_program
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
