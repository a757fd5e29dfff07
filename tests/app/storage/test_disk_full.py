"""Tests of a disk that is full from some write on: what was saved is kept."""

from __future__ import annotations

import random
import shutil
from collections import deque
from collections.abc import Iterator
from contextlib import suppress
from itertools import count, islice
from pathlib import Path

import pytest

from app.domain.documents import Document, Layout
from app.domain.sentences import SentenceRow
from app.storage.errors import DiskFullError, MissingError, ProjectFileError
from app.storage.project_file import ProjectFile
from tests.power_loss import traced
from tests.project_files import LABELLED, add_document, sentence_row, small_project
from tests.small_disks import small_disk
from tests.soak.state import digest

MANY = 40
"""Steps of a session: enough for a backup and some checkpoints of the log."""


def unhindered(tmp_path: Path, n_steps: int) -> tuple[int, list[str]]:
    """Run an undisturbed session; return its number of writes and its states."""
    out = tmp_path / "trace"
    options = ["--seccomp-bpf", "-e", "trace=pwrite64", "-o", str(out)]
    shown_text = traced(options, fresh(tmp_path), n_steps, 1)
    assert shown_text[-1] == ["closed"]
    states = [words[1] for words in shown_text if words[0] == "saved"]
    assert len(states) == n_steps + 2
    return out.read_text().count("pwrite64("), states


def fresh(tmp_path: Path) -> Path:
    folder = tmp_path / "disk"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    return folder / "names.tagwright"


def in_file(project: Path) -> str:
    with ProjectFile.open(project) as file:
        file.check_through()
        return digest(file.load())


def fill_at(tmp_path: Path, n_steps: int, write: int, states: list[str]) -> str:
    """Let the disk be full from a write on; return how the session ended."""
    project = fresh(tmp_path)
    full = f"inject=pwrite64:error=ENOSPC:when={write}+"
    options = ["--seccomp-bpf", "-e", "trace=pwrite64", "-e", full, "-o", str(tmp_path / "trace")]
    shown_text = traced(options, project, n_steps, 1)
    saved = [words[1] for words in shown_text if words[0] == "saved"]
    assert saved == states[: len(saved)]
    how = shown_text[-1]
    assert how[0] == "closed" or "full" in how[1], f"at write {write}: {how}"
    try:
        found = in_file(project)
    except MissingError:
        assert not saved, f"at write {write} the project was lost"
        return how[0]
    possible = states[max(0, len(saved) - 1) : len(saved) + 1]
    assert found in possible, f"at write {write} something saved was lost"
    return how[0]


def fill_often(tmp_path: Path, n_steps: int, often: int) -> list[str]:
    total, states = unhindered(tmp_path, n_steps)
    chosen = sorted(random.Random(5).sample(range(1, total + 1), often))
    return [fill_at(tmp_path, n_steps, write, states) for write in chosen]


def test_a_disk_that_is_full_from_some_write_on_loses_nothing(tmp_path: Path) -> None:
    assert "refused" in fill_often(tmp_path, n_steps=2, often=2)


def test_closing_on_a_disk_that_takes_nothing_more_asks_for_no_log(tmp_path: Path) -> None:
    """The last write sets the header to “no log”."""
    total, states = unhindered(tmp_path, 2)
    for write in range(total - 2, total + 1):
        assert fill_at(tmp_path, 2, write, states) == "closed"


def batched(rows: Iterator[SentenceRow]) -> Iterator[list[SentenceRow]]:
    while True:
        yield list(islice(rows, 10))


def import_until_full(project: Path) -> None:
    """Import sentences without end, and fail as the program does."""
    with ProjectFile.open(project) as file:
        state = file.load()
        file.imports.begin_document(Document(2, "endless", 1, Layout("columns", ("word", "label"))))
        rows = (sentence_row(state, number, 2, LABELLED[0] * 100, 2) for number in count(100))
        with pytest.raises(DiskFullError, match="The disk is full"):
            deque(map(file.imports.add_sentences, batched(rows)), maxlen=0)
        with suppress(ProjectFileError):
            file.imports.discard_unfinished()


def test_a_log_that_a_full_disk_leaves_is_told(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with small_disk(tmp_path) as disk:
        project = disk / "names.tagwright"
        small_project(project)
        with ProjectFile.open(project) as file:
            add_document(file, LABELLED * 40, 2)
            (disk / "fill").write_bytes(b"\0")
            with suppress(OSError), (disk / "fill").open("ab", buffering=0) as fill:
                while fill.write(bytes(1024)):
                    pass
        assert [*disk.glob("*-wal")] == [disk / "names.tagwright-wal"]
        (told,) = caplog.messages
        assert "the newest steps are in names.tagwright-wal beside the project" in told
        caplog.clear()
        (disk / "fill").unlink()
        in_file(project)
        assert [*disk.iterdir()] == [project]
    assert not caplog.messages


@pytest.mark.usefixtures("caplog")  # that the log stays is told
@pytest.mark.parametrize("size", ["400k", "1m", "12m"])
def test_a_project_opens_after_an_import_that_has_filled_the_disk(
    tmp_path: Path, size: str
) -> None:
    with small_disk(tmp_path, size) as disk:
        project = disk / "names.tagwright"
        small_project(project)
        with ProjectFile.open(project) as file:
            before = digest(file.load())
        import_until_full(project)
        for _ in range(2):
            assert in_file(project) == before
        room = tmp_path / "room"
        room.mkdir()
        for left in [*disk.iterdir()]:
            shutil.copyfile(left, room / left.name)
    with ProjectFile.open(room / "names.tagwright") as file:
        assert digest(file.load()) == before
        with file.database.transaction() as connection:
            assert not connection.execute("SELECT 1 FROM documents WHERE importing = 1").fetchall()
        add_document(file, LABELLED, 2)
        file.check_through()


@pytest.mark.slow
@pytest.mark.timeout(7200)
def test_a_disk_that_is_full_from_each_of_200_writes_on_loses_nothing(tmp_path: Path) -> None:
    ends = fill_often(tmp_path, MANY, often=200)
    assert ends.count("refused") > 150
