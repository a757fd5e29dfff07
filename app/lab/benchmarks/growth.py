"""Growth of time and memory of a training out of core with the text.

Each size is trained in a process of its own, with the same number of iterations, on copies of
CoNLL-2000 whose rare words differ. The exponents are slopes of a straight line through logarithms:
1 means in proportion to the text. The memory includes Python, libraries and compiled kernels, so it
is also given without what the process has before the training.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np

from app.lab.benchmarks.corpus_copies import CorpusCopies
from app.lab.benchmarks.figures import BenchmarkError, BenchmarkOptions, Figure
from app.lab.benchmarks.training_memory import n_bytes_held, peak_bytes
from crfcore.children import python_module

COPIES = (1, 2, 4, 8)
LONG_COPIES = (1, 4, 19, 76)
"""Sizes with ``--long``: the last has 16 million tokens."""
ITERATIONS = 10
C2 = 1.0
THREADS = 2


def measure(options: BenchmarkOptions) -> dict[str, Figure]:
    """Return time and memory for each size, and their exponents."""
    copies = CorpusCopies(options)
    sizes: tuple[int, ...] = LONG_COPIES if options.long else COPIES
    if options.tokens is not None:
        most = max(1, options.tokens // copies.n_tokens)
        sizes = tuple(sorted({size for size in sizes if size < most} | {most}))
    figures: dict[str, Figure] = {}
    trained = []
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch) / "corpus"
        folder.mkdir()
        written = 0
        for size in sizes:
            copies.write(folder, written, size)
            written = size
            options.report(
                f"Training on {size * copies.n_tokens:,} tokens, {ITERATIONS} iterations"
            )
            one = _trained_apart(folder, Path(scratch) / "shards")
            trained.append(one)
            name = f"x{size}"
            figures |= {
                f"tokens_{name}": Figure(size * copies.n_tokens, None, "tokens"),
                f"attributes_{name}": Figure(one["attributes"], None, "attributes"),
                f"seconds_{name}": Figure(one["seconds"], None, "s"),
                f"peak_{name}": Figure(one["peak"], None, "bytes"),
                f"grown_{name}": Figure(one["peak"] - one["before"], None, "bytes"),
            }
    if len(sizes) > 1:
        figures["exponent_of_seconds"] = _exponent(sizes, [one["seconds"] for one in trained])
        grown = [one["peak"] - one["before"] for one in trained]
        figures["exponent_of_memory"] = _exponent(sizes, grown)
    return figures


def _exponent(sizes: tuple[int, ...], values: list[float]) -> Figure:
    slope = np.polyfit(np.log(sizes), np.log(values), 1)[0]
    return Figure(float(slope), None, "exponent", len(sizes))


def _trained_apart(folder: Path, shards: Path) -> dict[str, float]:
    command = python_module("app.lab.benchmarks.growth", str(folder), str(shards))
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise BenchmarkError(f"The training out of core failed: {done.stderr.strip()}")
    found: dict[str, float] = json.loads(done.stdout)
    return found


def train(folder: Path, out_of_core: Path) -> dict[str, float]:
    """Train on all files of a folder, and return time and memory."""
    from crfcore import LinearChainCRF, Shards
    from crfcore.warm import warm

    warm("labelling")
    before = n_bytes_held()
    started = time.perf_counter()
    shards = Shards.from_files(str(folder / "*.conll"), out_of_core=out_of_core)
    crf = LinearChainCRF(
        c2=C2, template="chunking", algorithm="lbfgs", max_iterations=ITERATIONS, threads=THREADS
    )
    crf.fit(shards)
    seconds = time.perf_counter() - started
    return {
        "seconds": seconds,
        "before": before,
        "peak": peak_bytes(),
        "attributes": crf.num_attributes_,
    }


if __name__ == "__main__":
    sys.stdout.write(json.dumps(train(Path(sys.argv[1]), Path(sys.argv[2]))))
