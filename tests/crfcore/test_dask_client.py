"""Which schedulers are refused."""

import struct
from types import SimpleNamespace

import pytest

from crfcore import CrfError, dask_client
from crfcore.dask_client import (
    TRIES,
    DaskClient,
    check_address,
    check_file,
    check_versions,
    mark_of,
    versions,
)


@pytest.mark.parametrize(
    "address",
    [
        "tls://host:8786",
        "tcp://127.0.0.1:8786",
        "tcp://[::1]:1",
        "inproc://x/1",
    ],
)
def test_addresses_that_others_cannot_use(address):
    check_address(address)


@pytest.mark.parametrize("address", ["tcp://10.0.0.1:8786", "tcp://host:1"])
def test_addresses_without_tls(address):
    with pytest.raises(CrfError, match="without TLS"):
        check_address(address)


@pytest.mark.parametrize(
    "address",
    [
        "",
        "127.0.0.1:8786",
        "host:8786",
        "tcp://",
        "tcp:/127.0.0.1:1",
        "http://host:1",
        "tcp://127.0.0.1:99999",
        "tcp://127.0.0.1:x",
        "tls://host",
        "tcp://[::1]",
        "tls://host:",
        "tls://host:0",
    ],
)
def test_what_is_no_address(address):
    with pytest.raises(
        CrfError, match=r"is not the address of a scheduler; write one such as tls://"
    ):
        check_address(address)


def test_addresses_of_other_protocols_are_none_for_a_command():
    check_address("inproc://x/1")
    with pytest.raises(CrfError, match="is not the address of a scheduler"):
        check_address("inproc://x/1", ("tcp", "tls"))


class FakeClient:
    """A client of a scheduler that has forgotten a worker while data are sent."""

    status = "running"
    scheduler = SimpleNamespace(address="tcp://127.0.0.1:1")

    def __init__(self, faults):
        self._faults = faults
        self.checks = 0

    def wait_for_workers(self, number, timeout):
        assert number == 1
        assert timeout

    def run(self, function, on_error):
        assert (function, on_error) == (versions, "return")
        self.checks += 1
        return {"tcp://127.0.0.1:2": versions()}

    def scatter(self, values, *, broadcast, hash, timeout):  # noqa: A002 - Dask's name
        assert not hash
        assert timeout
        if self._faults:
            raise self._faults.pop()
        return [(value, broadcast) for value in values]


def test_data_are_sent_again_if_a_worker_is_lost_on_the_way():
    client = FakeClient([KeyError("tcp://127.0.0.1:2"), OSError("timed out")])
    assert DaskClient(client, "go on").scattered("data", everywhere=True) == ("data", True)
    assert client.checks == 3
    client = FakeClient([KeyError("tcp://127.0.0.1:2")] * TRIES)
    with pytest.raises(CrfError, match=rf"lost {TRIES} times while data were sent.* and go on"):
        DaskClient(client, "go on").scattered("data", everywhere=False)
    client = FakeClient([RuntimeError("closed")])
    dask = DaskClient(client, "go on")
    client.status = "closed"
    with pytest.raises(CrfError, match=r"connection to the scheduler .* was lost"):
        dask.scattered("data", everywhere=False)


@pytest.mark.parametrize("fault", [struct.error("garbage"), EOFError(), OSError()])
def test_an_answer_that_is_none_of_dask_is_one_sentence(fault):
    with (
        pytest.raises(CrfError, match=r"scheduler tcp://.*:1 does not answer .*, and go on"),
        DaskClient(FakeClient([]), "go on").connection(),
    ):
        raise fault


@pytest.fixture
def clock(monkeypatch):
    """Seconds that only `WithoutWorkers` and tests let pass."""
    now = SimpleNamespace(seconds=0.0)
    monkeypatch.setattr(dask_client.time, "monotonic", lambda: now.seconds)
    return now


class WithoutWorkers(FakeClient):
    """A client of a scheduler with a worker that comes after so many seconds, and may go."""

    def __init__(self, clock, comes_at):
        super().__init__([])
        self.clock = clock
        self.comes_at = comes_at
        self.is_silent = False

    def wait_for_workers(self, number, timeout):
        assert timeout
        self.clock.seconds += timeout
        if self.clock.seconds <= self.comes_at:
            raise TimeoutError

    def nthreads(self, callback_timeout):
        if self.is_silent:
            self.clock.seconds += callback_timeout
            raise TimeoutError
        return {"tcp://127.0.0.1:2": 1} if self.clock.seconds > self.comes_at else {}


def test_it_tells_soon_that_it_waits_for_a_worker(clock, caplog):
    DaskClient(WithoutWorkers(clock, 2), "go on")
    assert not caplog.messages
    DaskClient(WithoutWorkers(clock, 40), "go on")
    assert caplog.messages == [
        "The scheduler tcp://127.0.0.1:1 has no worker; waiting for one, 60 s at most."
    ]
    began = clock.seconds
    with pytest.raises(CrfError, match=r"no worker for 60 s; start some, with .*, and go on"):
        DaskClient(WithoutWorkers(clock, 1_000), "go on")
    assert 60 <= clock.seconds - began <= 65


def test_workers_that_are_lost_are_told_once_and_have_ten_minutes_to_return(clock, caplog):
    client = WithoutWorkers(clock, -1)
    dask = DaskClient(client, "go on")
    for lost_at in (1_000, 2_000):
        # Nothing had to be waited for until then.
        clock.seconds, client.comes_at = lost_at, lost_at + 500
        while clock.seconds < lost_at + 510:
            clock.seconds += 0.5
            dask.check_scheduler()
            assert clock.seconds < lost_at + 8 or len(caplog.messages) == lost_at / 1_000
    client.comes_at = 4_000
    clock.seconds = 3_000
    dask.check_scheduler()
    clock.seconds += 610
    with pytest.raises(CrfError, match="no worker for 600 s"):
        dask.check_scheduler()


def test_the_threads_of_workers_are_not_waited_for(clock):
    fake = WithoutWorkers(clock, 1)
    found = DaskClient(fake, "go on")
    assert found.threads_of_workers() == {"tcp://127.0.0.1:2": 1}
    before, fake.is_silent = clock.seconds, True
    assert found.threads_of_workers() is None
    assert clock.seconds - before == dask_client.SECONDS_BETWEEN_COUNTS


def test_a_scheduler_that_is_lost_is_named_soon(clock):
    client = WithoutWorkers(clock, -1)
    dask = DaskClient(client, "go on")
    clock.seconds, client.is_silent = 100, True
    dask.check_scheduler()
    client.status = "connecting"
    with pytest.raises(CrfError, match=r"connection to the scheduler .* was lost"):
        dask.check_scheduler()
    assert clock.seconds < 105


OTHER = tuple((name, "0.1" if name == "numpy" else found) for name, found in versions())


def test_a_worker_that_came_late_with_other_versions_is_refused(monkeypatch):
    check_versions(OTHER)  # no worker
    monkeypatch.setattr(dask_client, "_own_address", lambda: "tcp://127.0.0.1:2")
    check_versions(versions())
    with pytest.raises(CrfError, match=r"tcp://127.0.0.1:2 has numpy .*, and this process 0\.1;"):
        check_versions(OTHER)


def test_a_file_that_a_worker_cannot_see_is_named_with_the_worker(monkeypatch, tmp_path):
    check_file(tmp_path / "nowhere")  # no worker
    monkeypatch.setattr(dask_client, "_own_address", lambda: "tcp://127.0.0.1:2")
    check_file(tmp_path)
    with pytest.raises(CrfError, match=r"nowhere: the worker tcp://127.0.0.1:2 has no such file;"):
        check_file(tmp_path / "nowhere")


def test_a_worker_with_another_file_of_the_same_name_is_named(monkeypatch, tmp_path):
    file = tmp_path / "corpus"
    assert mark_of(file) is mark_of(tmp_path) is None
    file.write_bytes(b"one O\n")
    mark = mark_of(file)
    file.write_bytes(b"one I\n")
    check_file(file, mark)  # no worker
    monkeypatch.setattr(dask_client, "_own_address", lambda: "tcp://127.0.0.1:2")
    for own in (mark_of(file), None):
        check_file(file, own)
    with pytest.raises(CrfError, match=r"corpus: the worker .* has another file of this name, or"):
        check_file(file, mark)


@pytest.mark.parametrize("size", [0, 1, 4, 5, 63, 64, 65, 68, 500])
def test_marks_differ_if_a_block_does(monkeypatch, tmp_path, size):
    monkeypatch.setattr(dask_client, "BLOCK", 4)
    file = tmp_path / "corpus"
    file.write_bytes(bytes(size))
    mark = mark_of(file)
    seen = 0
    for place in range(size):
        file.write_bytes(bytes(place) + b"x" + bytes(size - place - 1))
        changed = mark_of(file) != mark
        seen += changed
        assert changed or 0 < place < size - 4
    assert seen == size if size <= 68 else 60 <= seen <= 72
