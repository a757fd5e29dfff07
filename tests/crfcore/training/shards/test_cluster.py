"""Shards on two worker processes: the bits of one process, also after a worker was killed."""

from __future__ import annotations

import logging
import os
import random
import signal
import threading

import pytest

pytest.importorskip("distributed")

from crfcore import CrfError, DataError, LinearChainCRF, Shards, read_checkpoint
from crfcore.training.shards import cluster as module
from crfcore.training.shards.cluster import ClusterEngine, check_address
from tests.crfcore.training.shards.corpora import PLAIN, rows, sentences, write_files

# Dask is told to be silent, and closes sockets late.
pytestmark = [
    pytest.mark.filterwarnings("ignore"),
    pytest.mark.usefixtures("silence"),
]

SOME = sentences(60)
COLUMNS, LABELS = rows(SOME)


@pytest.fixture(autouse=True)
def _no_thread_left():
    """Dask's threads live as long as the client of all tests."""


@pytest.fixture(scope="module")
def silence():
    logger = logging.getLogger("distributed")
    level = logger.level
    logger.setLevel(logging.CRITICAL + 1)
    yield
    logger.setLevel(level)


@pytest.fixture(scope="module")
def client(silence):
    from distributed import Client, LocalCluster

    with (
        LocalCluster(
            n_workers=2,
            threads_per_worker=1,
            processes=True,
            host="127.0.0.1",
            dashboard_address=None,
            silence_logs=logging.CRITICAL,
        ) as cluster,
        Client(cluster) as found,
    ):
        yield found


@pytest.fixture(scope="module")
def shards(tmp_path_factory):
    paths = write_files(tmp_path_factory.mktemp("corpus"), SOME)
    return Shards.from_files(paths, shard_tokens=40)


def fitted(shards, **arguments):
    crf = LinearChainCRF(template=PLAIN, c2=0.5, max_iterations=12)
    return crf.fit(shards, **arguments)


@pytest.fixture(scope="module")
def alone(shards):
    return fitted(shards).fitted_.model.weights.tobytes()


def kill_one(client, chosen):
    pids = client.run(os.getpid)
    os.kill(chosen.choice(sorted(pids.values())), signal.SIGKILL)


def test_bits_are_those_of_one_process(client, shards, alone):
    assert fitted(shards, client=client).fitted_.model.weights.tobytes() == alone


@pytest.mark.slow  # Dask may take minutes to replace a worker
def test_bits_do_not_depend_on_a_lost_worker(client, shards, alone, tmp_path):
    def watch(progress):
        if progress.iteration == 4:
            kill_one(client, random.Random(1))

    crf = fitted(shards, client=client, monitor=watch, checkpoint=tmp_path / "state")
    assert crf.fitted_.model.weights.tobytes() == alone
    state = read_checkpoint(tmp_path / "state")
    again = fitted(shards, client=client, state=state)
    assert again.fitted_.model.weights.tobytes() == alone


def test_sentences_of_this_process(client, shards, alone):
    crf = fitted(COLUMNS, y=LABELS, client=client)
    plain = fitted(COLUMNS, y=LABELS)
    assert crf.training_.objective == pytest.approx(plain.training_.objective, rel=1e-3)


def test_errors_of_workers_are_one_sentence(client, shards, tmp_path):
    paths = write_files(tmp_path, SOME)
    paths[1].unlink()
    with pytest.raises(CrfError, match=r"part1.conll.gz: the worker tcp://.* has no such file; "):
        fitted(Shards.from_files(paths), client=client)
    paths[1].write_text("one O\n")
    with pytest.raises(DataError, match="number of columns"):
        fitted(Shards.from_files(paths), client=client)
    paths[1].write_text("one two O\none O\n")
    with pytest.raises(CrfError, match=r"part1.conll.gz, line 2: "):
        fitted(Shards.from_files(paths), client=client)


def test_other_versions_are_refused(client, monkeypatch):
    monkeypatch.setattr(module.platform, "python_version", lambda: "3.0")
    with pytest.raises(
        CrfError, match=r"The worker tcp://\S+ has python 3\..*, and this .* 3\.0; "
    ):
        ClusterEngine(client)


def test_a_cancelled_training_ends(client, shards):
    cancelled = threading.Event()

    def cancel(progress):
        if progress.iteration == 3:
            cancelled.set()

    crf = fitted(shards, client=client, monitor=cancel, cancelled=cancelled.is_set)
    assert crf.training_.reason == "cancelled"


@pytest.mark.parametrize(
    "address", ["tls://host:8786", "tcp://127.0.0.1:8786", "tcp://[::1]:1", "inproc://x/1"]
)
def test_addresses_that_others_cannot_use(address):
    check_address(address)


@pytest.mark.parametrize("address", ["tcp://10.0.0.1:8786", "tcp://host:1", "host:8786", ""])
def test_addresses_without_tls(address):
    with pytest.raises(CrfError, match="without TLS"):
        check_address(address)


def test_no_client(shards):
    with pytest.raises(CrfError, match="client=5 is no client of Dask"):
        fitted(shards, client=5)


@pytest.mark.slow
def test_fifty_kills(client, shards, alone):
    chosen = random.Random(7)
    kills = 0

    def watch(progress):
        nonlocal kills
        if progress.iteration and chosen.random() < 0.5:
            # A worker that is killed while it starts is not started again.
            client.wait_for_workers(2, timeout=300)
            delay = chosen.random() * 0.05
            threading.Timer(delay, kill_one, [client, chosen]).start()
            kills += 1

    while kills < 50:
        crf = fitted(shards, client=client, monitor=watch)
        assert crf.fitted_.model.weights.tobytes() == alone
