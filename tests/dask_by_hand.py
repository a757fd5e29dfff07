"""A scheduler and workers of Dask, started as a person starts them: each by a command."""

from __future__ import annotations

import json
import os
import random
import select
import signal
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
A_WHILE = 60.0


class DaskByHand:
    """Processes in a folder; a context manager."""

    def __init__(self, folder: Path, n_workers: int = 1) -> None:
        self._folder = folder
        self._file = folder / "scheduler.json"
        self._scheduler = self._started(
            *("scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard"),
            *("--scheduler-file", str(self._file)),
        )
        self.workers: list[subprocess.Popen[bytes]] = []
        self.address = self._address()
        for _ in range(n_workers):
            self.start_worker()

    def start_worker(self) -> None:
        """Start a worker that nobody starts again."""
        options = ("--no-nanny", "--nthreads", "1", "--no-dashboard")
        self.workers.append(self._started("worker", self.address, *options))

    def kill_worker(self, chance: random.Random) -> None:
        """Kill a worker, and start another."""
        worker = self.workers.pop(chance.randrange(len(self.workers)))
        worker.kill()
        worker.wait()
        self.start_worker()

    def __enter__(self) -> DaskByHand:
        return self

    def __exit__(self, *_: object) -> None:
        for process in (*self.workers, self._scheduler):
            if process.poll() is None:
                os.kill(process.pid, signal.SIGKILL)
            process.wait()

    def _started(self, *words: str) -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            [sys.executable, "-m", "dask", *words],
            cwd=self._folder,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )

    def _address(self) -> str:
        began = time.monotonic()
        while time.monotonic() - began < A_WHILE:
            if self._file.exists() and (text := self._file.read_text()):
                return str(json.loads(text)["address"])
            assert self._scheduler.poll() is None
            select.select([], [], [], 0.05)
        raise TimeoutError("The scheduler did not start.")
