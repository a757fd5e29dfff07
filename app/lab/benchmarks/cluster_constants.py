"""What an evaluation over a cluster consists of, each part measured on this machine.

`app.lab.cluster_costs` computes from these constants what a larger cluster would need.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np

from crfcore import LinearChainCRF, Shards
from crfcore.training.monitor import TrainingProgress
from crfcore.training.optimisers.curvature import Curvature
from crfcore.training.shards.shard import Added, Part

MEMORY = 6
"""Steps that L-BFGS keeps."""

N_WEIGHTS = 4_000_000
"""Weights of the arrays that are timed: more than a cache holds."""

N_TASKS = 500
REPEATED = 5


def measured(folder: Path, options: dict[str, Any]) -> dict[str, float]:
    """Return the constants by name; the files of a folder give the shards.

    Needs two workers, which are started for it.
    """
    from app.jobs.train_files.cluster import cluster_client

    found = {
        "bytes_per_token": _bytes_per_token(folder, options),
        "seconds_per_added_weight": _seconds_to_add(),
        "seconds_per_stepped_weight": _seconds_of_a_step(),
    }
    with cluster_client(2, None) as client:
        client.wait_for_workers(2)
        found["seconds_per_sent_byte"] = _seconds_to_send(client)
        found["seconds_per_task"] = _seconds_of_a_task(client)
    return found


def _bytes_per_token(folder: Path, options: dict[str, Any]) -> float:
    """Return the size of a shard that is arranged for evaluation, from its file."""
    sizes: list[int] = []
    kept = folder / "shards"

    def look(progress: TrainingProgress) -> bool:
        sizes.append(sum(file.stat().st_size for file in kept.rglob("*") if file.is_file()))
        return True

    shards = Shards.from_files(str(folder / "*.conll"), out_of_core=kept)
    crf = LinearChainCRF(**options, max_iterations=1).fit(shards, monitor=look)
    return sizes[0] / crf.training_.n_tokens


def _timed(do: Callable[[], object]) -> float:
    def once() -> float:
        started = time.perf_counter()
        do()
        return time.perf_counter() - started

    once()
    return median(once() for _ in range(REPEATED))


def _seconds_to_add() -> float:
    """Return the time of one weight in the sum of two gradients, as workers add them."""
    add = Added(N_WEIGHTS, may_change=False)
    one, other = (Part(0.0, np.ones(N_WEIGHTS), None) for _ in range(2))
    return _timed(lambda: add(one, other)) / N_WEIGHTS


def _seconds_of_a_step() -> float:
    """Return the time of one weight in a direction of L-BFGS."""
    curvature, chance = Curvature(MEMORY, N_WEIGHTS), np.random.default_rng(1)
    point, zero = chance.random(N_WEIGHTS), np.zeros(N_WEIGHTS)
    for number in range(MEMORY):
        curvature.learn((number + 1.0) * point, zero, point, zero)
    direction = np.empty(N_WEIGHTS)
    return _timed(lambda: curvature.direction(point, direction)) / N_WEIGHTS


def _seconds_to_send(client: Any) -> float:
    """Return the time of one byte from one worker to another."""
    first, second = sorted(client.scheduler_info()["workers"])

    def send() -> None:
        made = client.submit(np.ones, N_WEIGHTS, workers=[first], pure=False)
        client.submit(len, made, workers=[first], pure=False).result()
        started = time.perf_counter()
        client.submit(len, made, workers=[second], pure=False).result()
        times.append(time.perf_counter() - started)

    times: list[float] = []
    for _ in range(REPEATED + 1):
        send()
    return median(times[1:]) / (8 * N_WEIGHTS)


def _seconds_of_a_task(client: Any) -> float:
    """Return the time that the scheduler needs for a task."""

    def many() -> None:
        client.gather([client.submit(abs, number, pure=False) for number in range(N_TASKS)])

    return _timed(many) / N_TASKS
