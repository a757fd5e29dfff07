"""Shards on two worker processes: the bits of one process, also after a worker was killed."""

from __future__ import annotations

import logging
import os
import random
import signal
import threading

import pytest

pytest.importorskip("distributed")

from crfcore import CrfError, DataError, LinearChainCRF, Shards, dask_client, read_checkpoint
from crfcore.training.shards import cluster
from crfcore.training.shards.cluster import ClusterEngine
from tests.crfcore.training.shards.corpora import PLAIN, rows, sentences, write_files
from tests.dask_by_hand import A_WHILE, DaskByHand

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
    loggers = [logging.getLogger(name) for name in ("distributed", "distributed.client")]
    levels = [logger.level for logger in loggers]
    for logger in loggers:
        logger.setLevel(logging.CRITICAL + 1)
    yield
    for logger, level in zip(loggers, levels, strict=True):
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


def test_neighbouring_shards_are_on_one_worker():
    for n_workers in range(1, 7):
        workers = {f"w{number}": 2 for number in range(n_workers)}
        for n_shards in range(1, 40):
            found = cluster.neighbouring(workers, n_shards)
            assert len(found) == n_shards
            assert found == sorted(found)
            counts = [found.count(worker) for worker in workers]
            assert max(counts) - min(counts) <= 1
    assert cluster.neighbouring({"b": 1, "a": 1}, 9) == ["a"] * 4 + ["b"] * 5
    assert cluster.neighbouring({"a": 1, "b": 3}, 16) == ["a"] * 4 + ["b"] * 12
    assert cluster.neighbouring({}, 3) == []


def test_shards_are_made_where_they_are_placed(client, shards):
    engine = ClusterEngine(client)
    found = engine.put([f"record {number}" for number in range(9)])
    assert [one.future.result() for one in found] == [f"record {number}" for number in range(9)]
    places = client.who_has([one.future for one in found])
    workers = sorted(client.nthreads())
    for number, one in enumerate(found):
        assert places[one.future.key] == (workers[number >= 4],)


def test_a_scheduler_that_does_not_answer_places_nothing(client, monkeypatch):
    engine = ClusterEngine(client)
    monkeypatch.setattr(engine._dask, "threads_of_workers", lambda: None)
    found = engine.put(["record"])
    assert found[0].worker is None
    assert found[0].future.result() == "record"


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
    with pytest.raises(CrfError, match=r"part1.conll.gz: There is no such file here, nor for"):
        fitted(Shards.from_files(paths), client=client)
    paths[1].write_text("one O\n")
    with pytest.raises(DataError, match="number of columns"):
        fitted(Shards.from_files(paths), client=client)
    paths[1].write_text("one two O\none O\n")
    with pytest.raises(CrfError, match=r"part1.conll.gz, line 2: "):
        fitted(Shards.from_files(paths), client=client)


def test_a_worker_that_sees_another_file_is_named(client, tmp_path, monkeypatch):
    paths = write_files(tmp_path, SOME)
    monkeypatch.setattr(cluster, "mark_of", lambda path: (5, 5))
    with pytest.raises(CrfError, match=r"part0\S+: the worker tcp://.* another file"):
        fitted(Shards.from_files(paths), client=client)


def test_other_versions_are_refused(client, monkeypatch):
    monkeypatch.setattr(dask_client.platform, "python_version", lambda: "3.0")
    dask_client.versions.cache_clear()
    with pytest.raises(
        CrfError, match=r"The worker tcp://\S+ has python 3\..*, and this .* 3\.0; "
    ):
        ClusterEngine(client)
    dask_client.versions.cache_clear()


def test_a_worker_that_joins_a_training_with_other_versions_is_refused(client, shards, monkeypatch):
    others = (("python", "3.0"), *dask_client.versions()[1:])
    monkeypatch.setattr(cluster, "versions", lambda: others)
    with pytest.raises(
        CrfError, match=r"The worker tcp://\S+ has python 3\..*, and this .* 3\.0; "
    ):
        fitted(shards, client=client)


def test_a_cancelled_training_ends(client, shards):
    cancelled = threading.Event()

    def cancel(progress):
        if progress.iteration == 3:
            cancelled.set()

    crf = fitted(shards, client=client, monitor=cancel, cancelled=cancelled.is_set)
    assert crf.training_.reason == "cancelled"


def test_no_client(shards):
    with pytest.raises(CrfError, match="client=5 is not a connected client of Dask"):
        fitted(shards, client=5)


@pytest.mark.slow
def test_fifty_kills(tmp_path, shards, alone):
    from distributed import Client

    chosen = random.Random(7)
    kills = 0

    with DaskByHand(tmp_path, 2) as started, Client(started.address) as client:

        def watch(progress):
            nonlocal kills
            if progress.iteration and chosen.random() < 0.2:
                client.wait_for_workers(2, timeout=A_WHILE)
                delay = chosen.random() * 0.05
                threading.Timer(delay, started.kill_worker, [chosen]).start()
                kills += 1

        while kills < 50:
            crf = fitted(shards, client=client, monitor=watch)
            assert crf.fitted_.model.weights.tobytes() == alone
