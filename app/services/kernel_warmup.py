"""Filling an empty kernel cache in child processes, so that no key waits for the compiler."""

from __future__ import annotations

import logging
import sys
from pathlib import Path

from PySide6.QtCore import QObject, QProcess, Signal

from crfcore import kernel_stamps

_log = logging.getLogger(__name__)

END_MILLISECONDS = 3_000

PARTS = ("labelling", "passes")
"""What the window needs; compiled at once, each in a process of its own."""


class KernelWarmup(QObject):
    """Compiles the kernels that the window needs into the cache, once on a machine.

    Signals
    -------
    finished : ()
        Kernels can be loaded; also after a failure, which costs time and nothing else.
    """

    finished = Signal()

    def __init__(self, cache: Path | None = None, parent: QObject | None = None) -> None:
        """Look at a cache folder, or at the one that the environment names."""
        super().__init__(parent)
        folder = kernel_stamps.cache_folder()
        if folder is not None and cache is not None:
            folder = cache
        self._missing = [
            part
            for part in PARTS
            if folder is not None and not kernel_stamps.is_stamped(folder, part)
        ]
        self._processes: list[QProcess] = []
        self.done = not self._missing

    def start(self) -> None:
        """Begin to compile, if that is needed; `finished` follows in any case."""
        if self.done:
            self.finished.emit()
        if self.done or self._processes:
            return
        self._processes = [QProcess(self) for _ in self._missing]
        for part, process in zip(self._missing, tuple(self._processes), strict=True):
            process.setProcessChannelMode(QProcess.ProcessChannelMode.MergedChannels)
            process.finished.connect(self._one_ended)
            process.errorOccurred.connect(self._one_ended)
            process.start(sys.executable, ["-m", "crfcore.warm", part])

    def close(self) -> None:
        """End the child processes that still run."""
        processes, self._processes = self._processes, []
        for process in processes:
            process.finished.disconnect(self._one_ended)
            process.errorOccurred.disconnect(self._one_ended)
            if process.state() != QProcess.ProcessState.NotRunning:
                process.kill()
                process.waitForFinished(END_MILLISECONDS)

    def _one_ended(self, *_: object) -> None:
        running = QProcess.ProcessState.NotRunning
        if self.done or any(process.state() != running for process in self._processes):
            return
        self.done = True
        for process in self._processes:
            started = process.error() != QProcess.ProcessError.FailedToStart
            if not started or process.exitCode():
                output = bytes(process.readAll().data()).decode("utf-8", "replace")
                reason = output if started else process.errorString()
                _log.info("The kernels could not be compiled ahead of time: %s", reason)
        self.finished.emit()
