"""Power that fails at any moment of a recorded session: what may be on the disk then.

A session is recorded by strace: each write, sync, cut, rename and removal, in order. When the power
fails, what was synced is there; of what was not, any part may be, in pieces of a sector. A name is
on the disk only when its folder was synced, or by chance before that.
"""

from __future__ import annotations

import random
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath

import pytest

ROOT = Path(__file__).resolve().parents[1]
SECTOR = 512
CALLS = (
    "openat,creat,write,pwrite64,pwritev,lseek,fsync,fdatasync,ftruncate,unlink,unlinkat,"
    "rename,renameat,renameat2,link,linkat,mkdir,fallocate,copy_file_range,sendfile,mmap"
)

_LINE = re.compile(r"^(\d+) +(\w+)\((.*)\) += (-?\d+)(?:<(.*)>)?(?: .*)?$")
_FD = re.compile(r"^(-?\d+|AT_FDCWD)(?:<((?:\\x[0-9a-f]{2}|[^>])*)>)?")
_TEXT = re.compile(r'"((?:\\x[0-9a-f]{2})*)"')
_HEX = re.compile(r"\\x([0-9a-f]{2})")


@dataclass(frozen=True)
class Operation:
    """What was done to one file: ``what`` with the path, and what belongs to it."""

    what: str
    path: str
    offset: int = 0
    data: bytes = b""
    other: str = ""


def record(project: Path, n_steps: int, seed: int) -> list[Operation]:
    """Play a session under strace and return what it did, with what it said in between."""
    out = project.with_name("trace")
    options = ["-y", "-xx", "-s", "10000000", "-e", f"trace={CALLS}", "-o", str(out)]
    traced(options, project, n_steps, seed)
    with out.open(encoding="ascii") as lines:
        return list(_operations(lines, str(project.parent)))


def traced(options: list[str], project: Path, n_steps: int, seed: int) -> list[list[str]]:
    """Play a session under strace and return what it said; skip the test where that cannot be."""
    strace = shutil.which("strace")
    if strace is None:
        pytest.skip("the session is recorded by strace, which is not installed")
    session = [sys.executable, "-m", "tests.power_session", str(project), str(n_steps), str(seed)]
    done = subprocess.run(
        [strace, "-f", *options, *session], cwd=ROOT, capture_output=True, text=True, check=False
    )
    if done.returncode and "ptrace" in done.stderr.lower():
        pytest.skip("strace is not allowed to look at processes here")
    assert done.returncode == 0, done.stderr
    return [line.split(" ", 1) for line in done.stdout.splitlines()]


def _plain(text: str) -> bytes:
    return _HEX.sub(lambda match: chr(int(match[1], 16)), text).encode("latin-1")


def _operations(lines: Iterator[str], folder: str) -> Iterator[Operation]:
    places: dict[tuple[str, str], int] = {}
    for line in lines:
        match = _LINE.match(line.rstrip("\n"))
        if match is None or int(match[4]) < 0:
            assert "<unfinished" not in line or folder not in line, line[:200]
            continue
        process, call, said, result, made = match.groups()
        texts = [_plain(text) for text in _TEXT.findall(said)]
        fd = _FD.match(said)
        number = fd[1] if fd is not None else ""
        path = _plain(fd[2]).decode() if fd is not None and fd[2] else ""
        if call == "write" and number == "1":
            yield Operation("said", "", data=texts[0])
            continue
        if call in ("openat", "creat"):
            path = _plain(made or "").decode()
            places[process, result] = 0
            if path.startswith(folder + "/"):
                if "O_CREAT" in said or call == "creat":
                    yield Operation("create", path)
                if "O_TRUNC" in said or call == "creat":
                    yield Operation("cut", path)
            continue
        if call in ("rename", "renameat", "renameat2", "link", "linkat"):
            old, new = (text.decode() for text in texts)
            if new.startswith(folder + "/"):
                yield Operation(call[:4], old, other=new)
            continue
        if call in ("unlink", "unlinkat", "mkdir"):
            if texts[0].decode().startswith(folder + "/"):
                yield Operation(call[:6], texts[0].decode())
            continue
        if not path.startswith(folder):
            continue
        key = process, number
        if call == "lseek":
            places[key] = int(result)
        elif call == "write":
            yield Operation("write", path, places[key], texts[0])
            places[key] += int(result)
        elif call == "pwrite64":
            offset = int(said.rsplit(",", 1)[1])
            yield Operation("write", path, offset, texts[0])
        elif call in ("fsync", "fdatasync"):
            yield Operation("sync", path)
        elif call == "ftruncate":
            yield Operation("cut", path, int(said.rsplit(",", 1)[1]))
        else:
            assert call == "mmap", f"{call} is not understood"
            assert "PROT_WRITE" not in said, "a mapping that can be written is not understood"


@dataclass
class _File:
    """The bytes on the disk, and the writes and cuts that nobody has waited for."""

    durable: bytearray = field(default_factory=bytearray)
    pending: list[Operation] = field(default_factory=list)

    def sync(self) -> None:
        self.durable = apply(self.durable, self.pending)
        self.pending = []


def apply(content: bytes | bytearray, operations: list[Operation]) -> bytearray:
    """Return a file's bytes after some writes and cuts."""
    result = bytearray(content)
    for one in operations:
        if one.what == "cut":
            del result[one.offset :]
            result.extend(bytes(one.offset - len(result)))
        else:
            result.extend(bytes(max(0, one.offset - len(result))))
            result[one.offset : one.offset + len(one.data)] = one.data
    return result


Names = dict[str, int]


class Disk:
    """What has certainly reached the disk, and what perhaps has."""

    def __init__(self) -> None:
        self.files: list[_File] = []
        self.names: Names = {}
        self.durable: Names = {}
        self.pending: list[tuple[str, str | None, str | None, int]] = []

    def do(self, one: Operation) -> None:
        """Take in what the session did next."""
        if one.what == "create":
            if one.path not in self.names:
                self.files.append(_File())
                self._name(None, one.path, len(self.files) - 1)
        elif one.what == "rena":
            self._name(one.path, one.other, self.names[one.path])
        elif one.what == "link":
            self._name(None, one.other, self.names[one.path])
        elif one.what == "unlink":
            self._name(one.path, None, self.names[one.path])
        elif one.what == "sync":
            self._sync(one.path)
        elif one.what in ("write", "cut") and one.path in self.names:
            self.files[self.names[one.path]].pending.append(one)

    def _name(self, old: str | None, new: str | None, number: int) -> None:
        self.pending.append((str(PurePosixPath(new or old or "").parent), old, new, number))
        self._rename(self.names, self.pending[-1])

    @staticmethod
    def _rename(names: Names, change: tuple[str, str | None, str | None, int]) -> None:
        _, old, new, number = change
        if old is not None:
            names.pop(old, None)
        if new is not None:
            names[new] = number

    def _sync(self, path: str) -> None:
        if path in self.names:
            self.files[self.names[path]].sync()
            return
        for change in self.pending:
            if change[0] == path:
                self._rename(self.durable, change)
        self.pending = [change for change in self.pending if change[0] != path]

    def everything(self) -> dict[str, bytes]:
        """Return the files if all that was written has reached the disk."""
        return {
            name: bytes(apply(self.files[number].durable, self.files[number].pending))
            for name, number in self.names.items()
        }

    def by_chance(self, chance: random.Random) -> dict[str, bytes]:
        """Return the files if some of what nobody waited for has, in whatever order."""
        names = dict(self.durable)
        share = chance.choice((0.0, 0.3, 0.7, 1.0))
        for change in self.pending:
            if chance.random() < share:
                self._rename(names, change)
        share = chance.choice((0.0, 0.2, 0.5, 0.8, 1.0))
        return {
            name: bytes(
                apply(
                    self.files[number].durable,
                    [
                        part
                        for one in self.files[number].pending
                        for part in _sectors(one, chance)
                        if chance.random() < share
                    ],
                )
            )
            for name, number in names.items()
        }


def _sectors(one: Operation, chance: random.Random) -> list[Operation]:
    """Return a write as it is, or torn into sectors."""
    if one.what == "cut" or chance.random() < 0.7:
        return [one]
    return [
        Operation("write", one.path, one.offset + at, one.data[at : at + SECTOR])
        for at in range(0, len(one.data), SECTOR)
    ]
