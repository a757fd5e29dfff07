"""Memory of a training, ours and the peer's, each in its own process.

Run as a program (``python -m app.lab.benchmarks.training_memory ours FILE``) it trains once and
prints the memory of the process: after imports and compiled kernels, with the input in memory, and
at the peak. The input is Python lists: fields for ours, attribute strings for the peer.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from pathlib import Path

from app.lab.benchmarks.figures import BenchmarkError, Figure
from app.lab.benchmarks.peer import crfsuite, peer_trainer
from app.lab.benchmarks.tagging import Text, features_of
from crfcore.children import python_module

C2 = 1.0
KIB = 1024


def memory_figures(path: Path) -> dict[str, Figure]:
    """Train both, one after the other, and compare their memory."""
    ours, peer = _measured("ours", path), _measured("peer", path)

    def figure(last: str, first: str | None) -> Figure:
        def grown(n_bytes: dict[str, int]) -> float:
            return float(n_bytes[last] - (n_bytes[first] if first else 0))

        return Figure(grown(ours), grown(peer), "bytes")

    return {
        "memory_over_imports": figure("peak", "imported"),
        "memory_over_input": figure("peak", "loaded"),
        "memory_of_process": figure("peak", None),
    }


def _measured(who: str, path: Path) -> dict[str, int]:
    command = python_module("app.lab.benchmarks.training_memory", who, str(path))
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise BenchmarkError(f"The training that measures memory failed: {done.stderr.strip()}")
    n_bytes: dict[str, int] = json.loads(done.stdout)
    return n_bytes


def n_bytes_held() -> int:
    """Return the resident bytes of the process."""
    return _status("VmRSS")


def peak_bytes() -> int:
    """Return the peak of resident bytes of the process.

    The system's figure for an ended process would include the memory of its parent at the start.
    """
    return max(_status("VmHWM"), n_bytes_held())


def _status(name: str) -> int:
    path = Path("/proc/self/status")
    if not path.is_file():
        raise BenchmarkError("Memory is measured on Linux alone.")
    lines = path.read_text(encoding="ascii").splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith(f"{name}:")) * KIB


def train_ours(path: Path) -> dict[str, int]:
    """Train from lists of fields."""
    from crfcore.crf import LinearChainCRF
    from crfcore.warm import warm

    warm("labelling")  # the part that contains the kernels of a training
    n_bytes = {"imported": n_bytes_held()}
    text = Text.read(path)
    columns, tags = text.columns(), text.tags
    n_bytes["loaded"] = n_bytes_held()
    LinearChainCRF(c2=C2, template="chunking", threads=2).fit(columns, tags)
    n_bytes["peak"] = peak_bytes()
    return n_bytes


def train_peer(path: Path) -> dict[str, int]:
    """Train from lists of attribute strings."""
    crfsuite()
    n_bytes = {"imported": n_bytes_held()}
    text = Text.read(path)
    sentences = [features_of(sentence) for sentence in text.columns()]
    n_bytes["loaded"] = n_bytes_held()
    trainer = peer_trainer(sentences, text.tags, c1=0.0, c2=C2)
    with tempfile.TemporaryDirectory() as folder:
        trainer.train(str(Path(folder) / "peer.crfsuite"))
    n_bytes["peak"] = peak_bytes()
    return n_bytes


if __name__ == "__main__":
    job = {"ours": train_ours, "peer": train_peer}[sys.argv[1]]
    sys.stdout.write(json.dumps(job(Path(sys.argv[2]))))
