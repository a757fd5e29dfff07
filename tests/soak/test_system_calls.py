"""What hostile files make the program do, as the system sees it: SQLite's own calls among them."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.soak.hostile_models import CASES

ROOT = Path(__file__).parents[2]

CHANGES = (
    "creat,unlink,unlinkat,rename,renameat,renameat2,link,linkat,symlink,symlinkat,mkdir,mkdirat,"
    "rmdir,truncate,chmod,fchmodat,chown,lchown,fchownat,mknod,mknodat,setxattr,execve,connect,bind"
)

_CALL = re.compile(r"^\d+ +(?P<name>\w+)\((?P<arguments>.*)\) += (?P<result>-?\d+)")
_PATH = re.compile(r'"([^"]*)"')
_STARTED = re.compile(r"^\d+ +execve\(.*\n", re.MULTILINE)
_WRITES = re.compile(r"O_WRONLY|O_RDWR|O_CREAT|O_TRUNC")

READ = (
    "/dev/null",
    "/dev/urandom",
    "/etc/ld.so.",
    "/etc/localtime",
    "/lib",
    "/proc/",
    "/sys/",
    "/usr/",
    "/opt/",
)
"""Where any program reads: its libraries, what the system says of itself."""


def strange_calls(log: str, folder: Path) -> list[str]:
    """Return the calls that changed something, or read something, where nobody should."""
    own_code = (sys.prefix, sys.base_prefix, str(ROOT))
    strange = []
    for line in log.splitlines():
        call = _CALL.match(line)
        if call is None or int(call["result"]) < 0:
            continue
        reads = call["name"] == "openat" and not _WRITES.search(call["arguments"])
        allowed = (str(folder), *own_code, *READ) if reads else (str(folder), "/dev/null")
        paths = [path for path in _PATH.findall(call["arguments"]) if path.startswith("/")]
        if not all(path.startswith(allowed) or path == "/" for path in paths):
            strange.append(line)
    return strange


def check_calls(arguments: Sequence[str], folder: Path) -> None:
    """Run a module of this folder, with ``folder`` for what is temporary, and look at its calls."""
    log = folder.with_name("calls")
    (folder / "home").mkdir(parents=True)
    env = {
        **os.environ,
        "HOME": str(folder / "home"),
        "NUMBA_DISABLE_JIT": "1",
        "PYTHONDONTWRITEBYTECODE": "1",
        "TMPDIR": str(folder),
    }
    traced = ["strace", "-f", "-qq", "-s", "4096", "-e", f"trace=openat,{CHANGES}", "-o", str(log)]
    done = subprocess.run(
        [*traced, sys.executable, "-m", *arguments],
        cwd=ROOT,
        env=env,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    calls = log.read_text(errors="replace")
    assert len(_STARTED.findall(calls)) == 1, "it started a program"
    assert not strange_calls(_STARTED.sub("", calls), folder)


slow = pytest.mark.slow
traced = pytest.mark.skipif(shutil.which("strace") is None, reason="strace sees system calls")


@slow
@traced
@pytest.mark.timeout(1800)
@pytest.mark.parametrize(("name", "n"), [("projects", 400), ("backups", 100), ("preferences", 100)])
def test_hostile_files_touch_nothing_elsewhere(name, n, tmp_path):
    check_calls(["tests.soak.hostile", name, "0", str(n)], tmp_path / "traced")


@slow
@traced
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("kind", CASES)
def test_hostile_models_touch_nothing_elsewhere(kind, tmp_path):
    check_calls(["tests.soak.hostile_models", kind, "0", "100"], tmp_path / "traced")


@pytest.mark.parametrize(
    ("line", "is_strange"),
    [
        ('1 openat(AT_FDCWD, "/etc/passwd", O_RDONLY|O_CLOEXEC) = 3', True),
        ('1 openat(AT_FDCWD, "/etc/passwd", O_RDONLY|O_CLOEXEC) = -1 EACCES (No)', False),
        ('1 openat(AT_FDCWD, "/f/case/p", O_RDWR|O_CREAT, 0600) = 3', False),
        ('1 openat(AT_FDCWD, "/usr/lib/x", O_RDWR|O_CREAT, 0600) = 3', True),
        ('1 unlink("/home/somebody/thesis") = 0', True),
        ('1 rename("/f/case/p", "/elsewhere") = 0', True),
        ('1 unlink("/f/case/p-wal") = 0', False),
    ],
)
def test_a_strange_call_is_found(line, is_strange):
    assert strange_calls(line, Path("/f")) == [line] * is_strange
