"""Compiling of this machine's own kernels while a command runs with shipped ones."""

from __future__ import annotations

import subprocess
import threading
from contextlib import suppress

from crfcore import kernel_stamps, shipped_kernels
from crfcore.children import ROOT, python_module
from crfcore.parent import WITH_PARENT

SECONDS = 5.0
"""Shorter commands do not start it."""

PARTS = ("labelling", "passes", "answers", "vectors", "segments", "documents", "grammars")

_children: list[subprocess.Popen[bytes]] = []
"""Each ends when its pipe is closed, with this process at the latest; what it compiled is kept."""


def compile_meanwhile(seconds: float = SECONDS) -> None:
    """Compile the missing kernels in a process of low priority, if the command takes longer."""
    timer = threading.Timer(seconds, _start, [seconds])
    timer.daemon = True
    timer.start()


def _start(seconds: float) -> None:
    """Start the process; later if the command still reads its files, and has used no kernel."""
    if not shipped_kernels.has_part(PARTS[0]):
        return
    if not shipped_kernels.is_used():
        compile_meanwhile(seconds)
        return
    parts = kernel_stamps.shipped_only(kernel_stamps.cache_folder(), PARTS)
    if not parts:
        return
    # Without it the command takes longer, and nothing else happens.
    with suppress(OSError):
        _children.append(
            subprocess.Popen(
                python_module("crfcore.warm", WITH_PARENT, *parts),
                stdin=subprocess.PIPE,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                # The compiler reads its settings from the working directory, which may be anyone's.
                cwd=ROOT,
            )
        )
