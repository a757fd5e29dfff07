"""Tests of another program that overwrites an open project: nothing more is written."""

from __future__ import annotations

import os
import shutil

import pytest

from app.domain.sentences import Additions
from app.storage.errors import DamagedError, DeviceError, OverwrittenError
from app.storage.files import logs_of
from app.storage.project_file import ProjectFile
from tests.kill_points import killed_after
from tests.project_files import LABELLED, add_document, retag, small_project


@pytest.fixture
def path(tmp_path):
    path = tmp_path / "names.tagwright"
    small_project(path)
    return path


@pytest.fixture
def other(tmp_path):
    """Another project, which is closed and larger."""
    other = tmp_path / "other.tagwright"
    with ProjectFile.create(other, annotator="Ben") as file:
        add_document(file, LABELLED * 40, 1)
    return other


def label(file):
    number = file.history.last_edit_id() + 1
    file.write_edit(retag(file.load(), 0, 1, ("B-LOC", "B-PER")[number % 2], number))


def copy_over(path, other):
    path.write_bytes(other.read_bytes())


def write_older_state(path, _other):
    with path.open("r+b") as file:
        file.write(path.with_name("before").read_bytes())


def empty(path, _other):
    os.truncate(path, 0)


def halve(path, _other):
    os.truncate(path, path.stat().st_size // 2)


@pytest.mark.parametrize("brought_in", [False, True])
@pytest.mark.parametrize("spoil", [copy_over, write_older_state, empty, halve])
def test_a_file_written_over_in_place_takes_no_more_steps(path, other, spoil, brought_in):
    shutil.copyfile(path, path.with_name("before"))
    file = ProjectFile.open(path)
    edit = retag(file.load(), 1, 0, "O", 3)
    label(file)
    if brought_in:
        file.database.checkpoint_log()
    log = logs_of(path)[0].read_bytes()
    spoil(path, other)
    left = path.read_bytes()
    attempts = [
        lambda: file.write_edit(edit),
        file.probe,
        file.database.checkpoint_log,
        file.database.freeze,
        lambda: file.backup_to(path.with_name("copy.tagwright")),
        file.close,
    ]
    for attempt in attempts:
        with pytest.raises(OverwrittenError, match="overwritten while it was open"):
            attempt()
        assert path.read_bytes() == left
        assert not log or logs_of(path)[0].read_bytes() == log
    file.close()
    assert not path.with_name("copy.tagwright").exists()


def test_the_project_that_was_written_over_it_opens(path, other):
    file = ProjectFile.open(path)
    label(file)
    copy_over(path, other)
    with pytest.raises(OverwrittenError):
        file.close()
    with ProjectFile.open(path) as opened:
        assert opened.load().corpus.n_sentences == len(LABELLED) * 40
        assert opened.log_set_aside.path == path.with_name("names.tagwright-wal.old")
        opened.check_through()


def test_an_emptied_project_names_its_log(path):
    killed_after(path, label)
    os.truncate(path, 0)
    with pytest.raises(DamagedError, match=r"its log names\.tagwright-wal is not"):
        ProjectFile.open(path)
    assert logs_of(path)[0].stat().st_size


def test_a_log_that_was_cut_takes_no_more_steps(path):
    file = ProjectFile.open(path)
    label(file)
    project = file.load()
    os.truncate(logs_of(path)[0], 100)
    with pytest.raises(DeviceError, match="its log was moved"):
        file.write_edit(retag(project, 1, 0, "O", 3))
    with pytest.raises(DeviceError, match="The disk failed"):
        file.close()


def test_a_step_that_fails_leaves_the_file_known(path):
    with ProjectFile.open(path) as file:
        label(file)
        with pytest.raises(ValueError, match="gap"):
            file.add_names(Additions(first_word=10_000, words=("far",)))
        label(file)


def test_long_sessions_are_never_taken_for_somebody_elses(path, tmp_path):
    """Every way in which this program writes the file; each checkpoints the log."""
    with ProjectFile.open(path) as file:
        for number in range(2, 9):
            add_document(file, LABELLED * 300, file.history.last_edit_id() + 1)
            label(file)
            if number % 2:
                file.database.checkpoint_log()
            file.database.freeze()
            label(file)
            file.database.thaw()
            file.backup_to(tmp_path / "copy.tagwright")
            file.check_through()
        assert path.stat().st_size > 1_000_000
