"""Compiling of kernels in child processes into the cache.

Kernels that the library has shipped for any processor can be loaded at once. This machine's own are
compiled after all others, one part at a time, and are loaded at the next start.
"""

from __future__ import annotations

import logging
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, QProcess, QTimer, Signal

from crfcore import kernel_stamps
from crfcore.children import ROOT, python_module
from crfcore.parent import WITH_PARENT

_log = logging.getLogger(__name__)

END_MILLISECONDS = 3_000

PARTS = ("labelling", "passes")
"""Parts that the window needs; each is compiled in its own process."""

LATER = ("vectors", "asking", "answers", "segments", "documents", "grammars")
"""Parts for unlabelled text, query strategies, expectations, segments, grammars; compiled last."""


OWN_MILLISECONDS = 20_000
"""Time from the opening of a project until this machine's own kernels are compiled: the first
suggestions come before."""


class KernelWarmup(QObject):
    """Compiles the kernels of the window into the cache, once on a machine.

    Signals
    -------
    finished : ()
        The kernels of `PARTS` can be loaded; also after a failure, which costs only time.
    all_finished : ()
        Those of `LATER`, too.
    """

    finished = Signal()
    all_finished = Signal()

    def __init__(self, cache: Path | None = None, parent: QObject | None = None) -> None:
        """Use a cache folder, or that of the environment."""
        super().__init__(parent)
        folder = kernel_stamps.cache_folder()
        if folder is not None and cache is not None:
            folder = cache
        self._missing = _missing(folder, PARTS)
        self._later = _missing(folder, LATER)
        self._own = kernel_stamps.shipped_only(folder, (*PARTS, *LATER))
        self._own_due = QTimer(self, singleShot=True, interval=OWN_MILLISECONDS)
        self._own_due.timeout.connect(self._compile_own)
        self._processes: list[QProcess] = []
        self._running: set[QProcess] = set()
        self.done = not self._missing
        self.all_done = self.done and not self._later
        """Whether the kernels of `LATER` can be loaded, too."""

    def start(self) -> None:
        """Begin to compile, if needed; the signals are emitted in any case."""
        if self.done:
            self.finished.emit()
        if self.all_done:
            self.all_finished.emit()
        if self._running:
            return
        if self.done:
            self._compile_next()
        else:
            self._compile(self._missing)

    def close(self) -> None:
        """Kill the running child processes."""
        processes, self._processes = self._processes, []
        self._later, self._own = [], []
        self._own_due.stop()
        for process in processes:
            process.blockSignals(True)
            if process.state() != QProcess.ProcessState.NotRunning:
                process.kill()
                process.waitForFinished(END_MILLISECONDS)

    def _compile(self, parts: list[str]) -> None:
        self._processes = [QProcess(self) for _ in parts]
        # A process that cannot be started emits an error before the next one is started.
        self._running = set(self._processes)
        for part, process in zip(parts, tuple(self._processes), strict=True):
            process.setProcessChannelMode(QProcess.ProcessChannelMode.MergedChannels)
            process.finished.connect(partial(self._one_ended, process))
            process.errorOccurred.connect(partial(self._one_ended, process))
            # The compiler reads its settings from the working directory, which may be anyone's.
            process.setWorkingDirectory(str(ROOT))
            program, *arguments = python_module("crfcore.warm", WITH_PARENT, part)
            process.start(program, arguments)

    def _compile_next(self) -> None:
        if self._later:
            later, self._later = self._later, []
            self._compile(later)
        elif self._own:
            self._own_due.start()

    def _compile_own(self) -> None:
        self._own_due.setInterval(0)  # the other parts follow at once
        self._compile([self._own.pop(0)])

    def _one_ended(self, process: QProcess, *_: object) -> None:
        # A crashed process emits two signals.
        if process not in self._running:
            return
        self._running.remove(process)
        _note_failure(process)
        if self._running:
            return
        if not self.done:
            self.done = True
            self.finished.emit()
        if not self.all_done and not self._later:
            self.all_done = True
            self.all_finished.emit()
        self._compile_next()


def _missing(folder: Path | None, parts: tuple[str, ...]) -> list[str]:
    if folder is None:
        return []
    return [part for part in parts if not kernel_stamps.is_ready(folder, part)]


def _note_failure(process: QProcess) -> None:
    started = process.error() != QProcess.ProcessError.FailedToStart
    if not started or process.exitCode():
        output = bytes(process.readAll().data()).decode("utf-8", "replace")
        reason = output if started else process.errorString()
        _log.info("The kernels could not be compiled ahead of time: %s", reason)
