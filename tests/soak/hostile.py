"""Hostile files by the thousand: each ends in a sentence or in a result, in little time and memory.

A `Kind` makes files from a seed and uses them as the program does. Cases run in a child with 2 GiB
of memory, many in one; where the child dies or takes too long, the case that it was at is the
finding, and another child goes on behind it. A case is made again from its kind and number::

    python -m tests.soak.hostile projects 1234
"""

from __future__ import annotations

import json
import os
import resource
import select
import shutil
import subprocess
import sys
import tempfile
import time
import traceback
import zlib
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

MEMORY = 2 * 2**30
"""Bytes of address space that a child has."""

CPU_SECONDS = 1.0
"""What one case may take, of the child's own time."""

WALL_SECONDS = 120.0
"""A case that takes longer hangs, however busy the machine is."""

TRACED_EVERY = 10
"""The opens of every so many cases are looked at."""

MAX_FINDINGS = 50
"""After so many findings no other child is started."""

SEED = 15


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of file.

    ``make`` writes a hostile file into an empty folder and returns its path; ``use`` does with it
    what the program would do, and returns "refused" where that ended in a sentence, "sound" where
    it did not. Whatever else comes out of ``use`` is a finding. ``prepare`` is called once in each
    child, before its memory is limited.
    """

    name: str
    make: Callable[[np.random.Generator, Path], Path]
    use: Callable[[Path], str]
    prepare: Callable[[], object] = lambda: None


@dataclass(slots=True)
class Outcome:
    """What became of some cases: how many of each end, the slowest, and what went wrong."""

    ends: Counter[str] = field(default_factory=Counter)
    slowest: float = 0.0
    findings: list[str] = field(default_factory=list)


def run(name: str, n: int, first: int = 0) -> Outcome:
    """Run cases ``first`` to ``first + n`` of a kind in children, one after the other."""
    outcome = Outcome()
    case, end = first, first + n
    while case < end and len(outcome.findings) < MAX_FINDINGS:
        case = _run_child(name, case, end, outcome)
    return outcome


def _run_child(name: str, case: int, end: int, outcome: Outcome) -> int:
    """Run cases in a child until it ends; return the first that it has not come to."""
    with (
        tempfile.TemporaryFile() as errors,
        subprocess.Popen(
            [sys.executable, "-m", __name__, name, str(case), str(end)],
            stdout=subprocess.PIPE,
            stderr=errors,
            cwd=Path(__file__).parents[2],
        ) as child,
    ):
        for line in _lines(child):
            shown_text = json.loads(line)
            outcome.ends[shown_text["end"]] += 1
            outcome.slowest = max(outcome.slowest, shown_text["cpu"])
            if shown_text["why"]:
                outcome.findings.append(f"{name} {case}: {shown_text['why']}")
            case += 1
        child.kill()
        code = child.wait()
        if case < end:
            errors.seek(0)
            received = errors.read().decode(errors="replace")[-2000:]
            outcome.ends["died"] += 1
            outcome.findings.append(f"{name} {case}: the child ended with {code}. {received}")
            case += 1
    return case


def _lines(child: subprocess.Popen[bytes]) -> Iterator[bytes]:
    """Give the lines of a child until it ends or says nothing for too long."""
    assert child.stdout is not None
    buffered = b""
    while select.select([child.stdout], [], [], WALL_SECONDS)[0]:
        chunk = os.read(child.stdout.fileno(), 1 << 16)
        if not chunk:
            return
        *lines, buffered = (buffered + chunk).split(b"\n")
        yield from lines


# ---- in the child


def kinds() -> dict[str, Kind]:
    """Return all kinds by name."""
    from tests.soak import hostile_projects

    return {kind.name: kind for kind in hostile_projects.KINDS}


def generator(name: str, case: int) -> np.random.Generator:
    """Return the random numbers of one case."""
    return np.random.default_rng([SEED, zlib.crc32(name.encode()), case])


class _Trace:
    """What Python opens, removes, renames and starts, beside what a program always reads."""

    def __init__(self) -> None:
        self.touched: list[str] | None = None
        sys.addaudithook(self._note)

    def _note(self, event: str, args: tuple[object, ...]) -> None:
        if self.touched is None:
            return
        if event.startswith(("subprocess.", "os.exec", "os.system", "socket.", "ctypes.dlopen")):
            self.touched.append(f"/{event} {str(args)[:200]}")
        elif event in ("open", "sqlite3.connect", "os.remove", "os.rename", "os.mkdir", "os.link"):
            self.touched += [os.fsdecode(arg) for arg in args[:2] if isinstance(arg, str | bytes)]


@contextmanager
def _case_folder(base: Path) -> Iterator[tuple[Path, Path]]:
    """Give an empty folder for a case, and a folder beside it in which nothing may change."""
    folder, beside = base / "case", base / "beside"
    for one in (folder, beside):
        one.mkdir()
    (beside / "thesis").write_bytes(b"years of work")
    tempfile.tempdir = str(folder)
    try:
        yield folder, beside
    finally:
        tempfile.tempdir = None
        shutil.rmtree(folder)
        shutil.rmtree(beside)


def _run_case(kind: Kind, case: int, base: Path, trace: _Trace) -> dict[str, object]:
    why, end = "", "failed"
    with _case_folder(base) as (folder, beside):
        path = kind.make(generator(kind.name, case), folder)
        trace.touched = [] if case % TRACED_EVERY == 0 else None
        start = time.process_time()
        try:
            end = kind.use(path)
        except Exception:  # noqa: BLE001  (whatever comes is a finding)
            why = traceback.format_exc()[-3000:]
        cpu = time.process_time() - start
        touched, trace.touched = trace.touched, None
        if cpu > CPU_SECONDS and not why:
            end, why = "slow", f"it took {cpu:.1f} s"
        if strange := [one for one in touched or () if not _is_own(one, folder)]:
            why += f"it touched {strange[:5]}"
        left = {one.name: one.read_bytes() for one in beside.iterdir()}
        if left != {"thesis": b"years of work"}:
            why += f"beside it there is {str(left)[:200]}"
    return {"end": end, "cpu": cpu, "why": why}


def _is_own(touched: str, folder: Path) -> bool:
    """Whether a path is of the case, or a file that Python reads to import a module."""
    path = touched.removeprefix("file://").partition("?")[0]
    if not path.startswith("/"):
        # Modes of files, and names relative to a folder that is open.
        return "/" not in path
    code = (sys.prefix, sys.base_prefix, str(Path(__file__).parents[2]))
    return path.startswith((str(folder), *code)) or path == "/dev/null"


def main(name: str, first: int, end: int) -> None:
    """Run the cases of a kind, and print a line for each."""
    kind = kinds()[name]
    kind.prepare()
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    trace = _Trace()
    out, sys.stdout = sys.stdout, sys.stderr
    with tempfile.TemporaryDirectory(prefix="hostile-") as base:
        for case in range(first, end):
            print(json.dumps(_run_case(kind, case, Path(base), trace)), file=out, flush=True)


if __name__ == "__main__":
    at = int(sys.argv[2])
    main(sys.argv[1], at, int(sys.argv[3]) if len(sys.argv) > 3 else at + 1)
