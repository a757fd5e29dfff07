"""Programs that use numba, in copies of one process that has loaded it and compiled with it.

To load numba, and to compile anything with it for the first time, takes several times as long as a
program of a few lines. What a copy has besides: nothing of the library, and no compiled function
that it could use.
"""

from __future__ import annotations

import gc
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]

# Other systems have no fork, or none that all their libraries stand. A coverage run, which switches
# the compiler off, measures processes from their start.
CAN_FORK = sys.platform == "linux" and not os.environ.get("NUMBA_DISABLE_JIT")

WAIT_SECONDS = 300


class Done(NamedTuple):
    """What a program returned and wrote."""

    returncode: int
    stdout: str
    stderr: str


class Programs:
    """Runs texts of programs with warnings as errors, each in a process of its own."""

    def __init__(self) -> None:
        self._server: subprocess.Popen[str] | None = None

    def run(self, program: str, environment: Mapping[str, str]) -> Done:
        """Run a program in an environment, of which PYTHONPATH names the first folders."""
        # Numba decides once, when it is loaded, whether it compiles.
        if CAN_FORK and environment.get("NUMBA_DISABLE_JIT", "0") == "0":
            return self._run_copy(program, environment)
        done = subprocess.run(
            [sys.executable, "-W", "error", "-c", program],
            env=environment,
            capture_output=True,
            text=True,
            timeout=WAIT_SECONDS,
            check=False,
        )
        return Done(done.returncode, done.stdout, done.stderr)

    def _run_copy(self, program: str, environment: Mapping[str, str]) -> Done:
        if self._server is None:
            self._server = _server()
        with tempfile.TemporaryDirectory() as folder:
            out, err = Path(folder, "out"), Path(folder, "err")
            asked = {
                "program": program,
                "environment": dict(environment),
                "folder": str(Path.cwd()),
                "files": [str(out), str(err)],
            }
            assert self._server.stdin is not None
            assert self._server.stdout is not None
            self._server.stdin.write(json.dumps(asked) + "\n")
            self._server.stdin.flush()
            status = int(self._server.stdout.readline())
            return Done(status, out.read_text("utf-8"), err.read_text("utf-8"))

    def close(self) -> None:
        """End the process that is copied."""
        if self._server is not None:
            self._server.communicate(timeout=WAIT_SECONDS)


def _server() -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-W", "error", "-c", "from tests.forked_programs import serve; serve()"],
        env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": "1"},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )


def serve() -> None:
    """Run programs as they are asked for on the input; write their exit statuses to the output."""
    _load_numba()
    # A copy looks at nothing of what was there before it when it ends.
    gc.freeze()
    for line in sys.stdin:
        child = os.fork()
        if not child:
            _become(**json.loads(line))
            return
        _, status = os.waitpid(child, 0)
        sys.stdout.write(f"{os.waitstatus_to_exitcode(status)}\n")
        sys.stdout.flush()


def _load_numba() -> None:
    import numba
    import numpy as np

    @numba.njit(nogil=True, error_model="numpy", fastmath={"reassoc", "contract", "nsz"})
    def total(values):
        found = 0.0
        for k in range(values.shape[0]):
            found += values[k]
        return found

    total(np.arange(4.0))


def _become(program: str, environment: dict[str, str], folder: str, files: list[str]) -> None:
    """Make of this process what a new interpreter would be that runs the program."""
    import numba

    assert not [name for name in sys.modules if name.split(".")[0] in ("app", "crfcore")]
    for descriptor, name in enumerate(files, start=1):
        os.dup2(os.open(name, os.O_WRONLY | os.O_CREAT), descriptor)
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(environment)
    numba.config.reload_config()
    sys.path[:0] = environment["PYTHONPATH"].split(os.pathsep)
    exec(compile(program, "<string>", "exec"), {"__name__": "__main__"})
