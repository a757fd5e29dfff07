"""Filling an empty kernel cache in a child process, so that no key waits for the compiler."""

from __future__ import annotations

import contextlib
import logging
import os
import sys
from importlib.metadata import version
from pathlib import Path

from PySide6.QtCore import QObject, QProcess, Signal

import crfcore

_log = logging.getLogger(__name__)

END_MILLISECONDS = 3_000

STAMP = "compiled.txt"
"""In the cache folder: for which sources every kernel has been compiled."""


class KernelWarmup(QObject):
    """Compiles every kernel into the cache, once on a machine.

    Signals
    -------
    finished : ()
        Kernels can be loaded; also after a failure, which costs time and nothing else.
    """

    finished = Signal()

    def __init__(self, cache: Path | None = None, parent: QObject | None = None) -> None:
        """Look at a cache folder, or at the one that the environment names."""
        super().__init__(parent)
        named = os.environ.get("NUMBA_CACHE_DIR", "")
        self._cache = cache if cache is not None else (Path(named) if named else None)
        self._process: QProcess | None = None
        self.done = not self.needed()

    def needed(self) -> bool:
        """Say whether a kernel's machine code may be missing or older than its source."""
        if os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0") or self._cache is None:
            return False
        try:
            return not (self._is_stamped(self._cache) or _is_filled(self._cache))
        except OSError:
            return False

    def start(self) -> None:
        """Begin to compile, if that is needed; `finished` follows in any case."""
        if self.done or self._process is not None:
            self.finished.emit()
            return
        self._process = QProcess(self)
        self._process.setProcessChannelMode(QProcess.ProcessChannelMode.MergedChannels)
        self._process.finished.connect(self._end)
        self._process.errorOccurred.connect(self._end)
        self._process.start(sys.executable, ["-m", "crfcore.warm"])

    def close(self) -> None:
        """End the child process, if it still runs."""
        process, self._process = self._process, None
        if process is None:
            return
        process.finished.disconnect(self._end)
        process.errorOccurred.disconnect(self._end)
        if process.state() != QProcess.ProcessState.NotRunning:
            process.kill()
            process.waitForFinished(END_MILLISECONDS)

    def _end(self, *_: object) -> None:
        if self.done or self._process is None:
            return
        self.done = True
        started = self._process.error() != QProcess.ProcessError.FailedToStart
        if not started or self._process.exitCode():
            output = bytes(self._process.readAll().data()).decode("utf-8", "replace")
            reason = output if started else self._process.errorString()
            _log.info("The kernels could not be compiled ahead of time: %s", reason)
        elif self._cache is not None:
            # Where the cache can't be written, the next start compiles again.
            with contextlib.suppress(OSError):
                (self._cache / STAMP).write_text(_stamp(), encoding="utf-8")
        self.finished.emit()

    def _is_stamped(self, cache: Path) -> bool:
        stamp = cache / STAMP
        return stamp.is_file() and stamp.read_text(encoding="utf-8") == _stamp()


def _kernel_sources() -> list[Path]:
    return sorted(Path(crfcore.__file__).parent.rglob("*_kernels.py"))


def _is_filled(cache: Path) -> bool:
    """Say whether there is newer machine code for every module of kernels."""
    kept: dict[str, float] = {}
    for index in cache.rglob("*.nbi"):
        module = index.name.partition(".")[0]
        kept[module] = max(kept.get(module, 0.0), index.stat().st_mtime)
    return all(kept.get(source.stem, 0.0) >= source.stat().st_mtime for source in _kernel_sources())


def _stamp() -> str:
    """Return what the machine code depends on: compiler, interpreter, sources."""
    lines = [f"numba {version('numba')} python {sys.version}"]
    for source in _kernel_sources():
        status = source.stat()
        lines.append(f"{source} {status.st_size} {status.st_mtime_ns}")
    return "\n".join(lines)
