"""Training over processes of Dask, compared to threads of one process, in turn.

The text is copies of CoNLL-2000 whose rare words differ, read from files. Each training runs in a
process of its own, without the start of workers in its time, for a fixed number of iterations, so
that the weights can be compared bit by bit. The peer of the time is a training over the same shards
by two threads. The objective at the final weights is computed once more without shards.
"""

from __future__ import annotations

import hashlib
import json
import subprocess
import sys
import tempfile
import time
from importlib.util import find_spec
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np

from app.jobs.train_files.cluster import EXTRA
from app.lab.benchmarks.corpus_copies import CorpusCopies
from app.lab.benchmarks.figures import BenchmarkError, BenchmarkOptions, Figure
from app.lab.corpora.conll2000 import TaggedText, read_tagged
from crfcore import LinearChainCRF, Shards
from crfcore.children import python_module
from crfcore.features.dataset import Dataset
from crfcore.inference import log_z

COPIES = 8
ITERATIONS = 20
C2 = 1.0
THREADS = 2
WORKERS = (1, 2, 4)
CONSTANTS = {
    "seconds_per_token": "s",
    "bytes_per_token": "bytes",
    "seconds_per_added_weight": "s",
    "seconds_per_stepped_weight": "s",
    "seconds_per_sent_byte": "s",
    "seconds_per_task": "s",
}
"""What `app.lab.cluster_costs` computes with, and its units."""

TIMED = 2
"""The number of workers whose time is compared to `THREADS` threads."""


def measure(options: BenchmarkOptions) -> dict[str, Figure]:
    """Return times, and whether weights and objectives agree; BenchmarkError without Dask."""
    if find_spec("distributed") is None:
        raise BenchmarkError(f"This benchmark needs Dask; install it with {EXTRA}.")
    copies = CorpusCopies(options)
    n_copies = max(1, (options.tokens or COPIES * copies.n_tokens) // copies.n_tokens)
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        copies.write(folder, 0, n_copies)
        options.report(f"{n_copies * copies.n_tokens:,} tokens")
        threads, workers = [], []
        for _ in range(options.runs):
            options.report(f"Training over shards, {THREADS} threads, then {TIMED} workers")
            threads.append(_trained_apart(folder, "threads", THREADS))
            workers.append(_trained_apart(folder, "workers", TIMED))
        others = []
        for n in WORKERS:
            if n != TIMED:
                options.report(f"Training over shards, workers: {n}")
                others.append(_trained_apart(folder, "workers", n))
        options.report("Computing the objective without shards")
        plain = _trained_apart(folder, "checked", THREADS)
        options.report("Measuring the parts of an evaluation")
        constants = _trained_apart(folder, "constants", 1)
    digests = {one["digest"] for one in (*threads, *workers, *others)}
    difference = abs(plain["objective"] / workers[0]["objective"] - 1.0)
    return {
        "tokens": Figure(n_copies * copies.n_tokens, None, "tokens"),
        f"training_by_{TIMED}_workers": Figure(
            median(one["seconds"] for one in workers),
            median(one["seconds"] for one in threads),
            "s",
            options.runs,
        ),
        "different_weights": Figure(len(digests) - 1, None, "trainings"),
        "relative_difference_of_objective": Figure(difference, None, "fraction"),
        **{name: Figure(constants[name], None, unit) for name, unit in CONSTANTS.items()},
    }


def _trained_apart(folder: Path, way: str, n: int) -> dict[str, Any]:
    command = python_module("app.lab.benchmarks.cluster", str(folder), way, str(n))
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise BenchmarkError(f"The training failed ({way}, {n}): {done.stderr.strip()}")
    found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return found


def train(folder: Path, way: str, n: int) -> dict[str, Any]:
    """Train on the files of a folder by ``threads`` or ``workers``.

    ``checked`` trains by threads and returns the objective computed without shards; ``constants``
    trains by a thread and returns what an evaluation consists of.
    """
    from app.jobs.train_files.cluster import cluster_client
    from app.lab.benchmarks.cluster_constants import measured
    from crfcore.warm import warm

    warm("labelling")
    options: dict[str, Any] = {"c2": C2, "template": "chunking", "algorithm": "lbfgs"}
    threads = n if way in ("threads", "checked") else 1
    crf = LinearChainCRF(**options, max_iterations=ITERATIONS, threads=threads)
    with cluster_client(n if way == "workers" else None, None) as client:
        if client is not None:
            client.run(warm, "labelling")
        started = time.perf_counter()
        crf.fit(Shards.from_files(str(folder / "*.conll")), client=client)
        seconds = time.perf_counter() - started
    if way == "checked":
        return {"objective": _objective(crf, folder)}
    if way == "constants":
        record = crf.training_
        seconds = record.seconds / (record.evaluations * record.n_tokens)
        return {"seconds_per_token": seconds, **measured(folder, options)}
    weights = repr((sorted(crf.state_features_.items()), sorted(crf.transition_features_.items())))
    return {
        "seconds": seconds,
        "digest": hashlib.sha256(weights.encode()).hexdigest(),
        "objective": crf.training_.objective,
    }


def _objective(crf: LinearChainCRF, folder: Path) -> float:
    """Return the objective of a model, computed from the scores of all sentences at once."""
    texts = [read_tagged(path) for path in sorted(folder.glob("*.conll"))]
    weights = [*crf.state_features_.values(), *crf.transition_features_.values()]
    penalty = C2 * float(np.square(weights).sum())
    return penalty - sum(_log_likelihood(crf, text) for text in texts)


def _log_likelihood(crf: LinearChainCRF, text: TaggedText) -> float:
    extractor: Any = crf.extractor_
    dataset = Dataset.of(extractor.transform(text.table))
    scores, transitions, offsets, _ = crf.fitted_.lattice(dataset, None, 0, len(text.tags))
    numbers = {label: number for number, label in enumerate(crf.classes_)}
    labels = np.array([numbers[label] for tags in text.tags for label in tags])
    own = scores[np.arange(len(labels)), labels].sum()
    later = np.setdiff1d(np.arange(1, len(labels)), offsets)
    own += transitions[labels[later - 1], labels[later]].sum()
    return float(own - log_z(scores, transitions, offsets).sum())


if __name__ == "__main__":
    trained = train(Path(sys.argv[1]), sys.argv[2], int(sys.argv[3]))
    sys.stdout.write(json.dumps(trained) + "\n")
