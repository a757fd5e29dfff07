"""The time, memory and traffic of an evaluation on a cluster that nobody here has, computed.

    python -m app.lab.cluster_costs

prints the table of the library's page on costs. The constants are measured by ``tagwright benchmark
cluster``; nothing else of the table is.
"""

from __future__ import annotations

import math
import sys
from dataclasses import dataclass

BYTES = 8
"""Of a weight: they are sent in double precision."""

CLIENT_VECTORS = 18
"""Vectors of all weights that the client holds, most of them steps and changes of L-BFGS."""

WORKER_VECTORS = 4
"""Likewise a worker, while it adds: the weights, two gradients and their sum."""

WORKERS = (8, 16, 32, 64, 128, 256)


@dataclass(frozen=True, slots=True)
class Constants:
    """What is measured on one machine; see `app.lab.benchmarks.cluster_constants`."""

    seconds_per_token: float
    bytes_per_token: float
    seconds_per_added_weight: float
    seconds_per_stepped_weight: float
    seconds_per_sent_byte: float
    seconds_per_task: float


@dataclass(frozen=True, slots=True)
class Task:
    """A training: its tokens and weights, and the network's bytes per second in one direction."""

    n_tokens: float = 1e9
    n_weights: float = 1e8
    network: float = 10e9 / 8
    evaluations: int = 60


@dataclass(frozen=True, slots=True)
class Costs:
    """The costs of an evaluation, in seconds and bytes; ``training`` of all, in seconds."""

    shards: float
    weights: float
    gradients: float
    step: float
    sent: float
    worker_memory: float
    client_memory: float
    training: float

    @property
    def seconds(self) -> float:
        """The time of an evaluation with its step."""
        return self.shards + self.weights + self.gradients + self.step


def costs(constants: Constants, task: Task, workers: int) -> Costs:
    """Return the costs with one worker of one core on each machine, and one shard on each worker.

    Weights go from the client to one worker, and from worker to worker, so that the number of those
    that have them doubles in each round. Gradients are added along a binary tree, so each of its
    levels sends and adds one gradient on some workers, and the last one goes to the client.
    """
    levels = math.ceil(math.log2(workers))
    vector = BYTES * task.n_weights
    sending = vector * max(1.0 / task.network, constants.seconds_per_sent_byte)
    adding = task.n_weights * constants.seconds_per_added_weight
    tasks = 2 * workers * constants.seconds_per_task
    shards = task.n_tokens / workers * constants.seconds_per_token + tasks
    weights = (1 + levels) * sending
    gradients = (levels + 1) * sending + levels * adding
    step = task.n_weights * constants.seconds_per_stepped_weight
    return Costs(
        shards,
        weights,
        gradients,
        step,
        sent=2 * workers * vector,
        worker_memory=task.n_tokens / workers * constants.bytes_per_token + WORKER_VECTORS * vector,
        client_memory=CLIENT_VECTORS * vector,
        training=task.evaluations * (shards + weights + gradients + step),
    )


MEASURED = Constants(
    seconds_per_token=3.54e-7,
    bytes_per_token=205.0,
    seconds_per_added_weight=9.4e-10,
    seconds_per_stepped_weight=9.6e-9,
    seconds_per_sent_byte=8.75e-10,
    seconds_per_task=1.87e-3,
)
"""On the machine of the library's other figures, 27 November 2026."""

HEADINGS = (
    *("workers", "shards, s", "weights, s", "gradients, s", "step, s", "evaluation, s"),
    *("training", "sent", "a worker", "the client"),
)


def table(constants: Constants, task: Task) -> str:
    """Return the costs for all numbers of workers as a Markdown table."""
    rows = [HEADINGS, ("---",) * len(HEADINGS)]
    for workers in WORKERS:
        one = costs(constants, task, workers)
        rows.append(
            (
                f"{workers}",
                *(f"{part:.1f}" for part in (one.shards, one.weights, one.gradients, one.step)),
                f"{one.seconds:.1f}",
                f"{one.training / 3600:.1f} h",
                f"{one.sent / 1e9:.0f} GB",
                f"{one.worker_memory / 1e9:.1f} GB",
                f"{one.client_memory / 1e9:.1f} GB",
            )
        )
    return "\n".join(f"| {' | '.join(row)} |" for row in rows)


def most_useful(constants: Constants, task: Task) -> int:
    """Return the number of workers from which twice as many save less than a tenth of the time."""
    workers = 1
    while (
        costs(constants, task, 2 * workers).seconds < 0.9 * costs(constants, task, workers).seconds
    ):
        workers *= 2
    return workers


if __name__ == "__main__":
    sys.stdout.write(table(MEASURED, Task()) + "\n")
