"""Shards in files: a changed or torn one is refused, nothing is left behind."""

from __future__ import annotations

import errno
import os
import resource
import signal
from pathlib import Path

import numpy as np
import pytest

from crfcore.errors import CrfError, ModelFileError
from crfcore.features.template import parse_template
from crfcore.training.shards.engine import SerialEngine, Source
from crfcore.training.shards.files import ShardFolder
from crfcore.training.shards.texts import RawShard
from tests.crfcore.training.shards.corpora import TEMPLATE, sentences, write_files


@pytest.fixture
def shards(tmp_path):
    """Return a folder with shards, and their files."""
    (tmp_path / "text").mkdir()
    paths = tuple(write_files(tmp_path / "text", sentences(30)))
    folder = ShardFolder(tmp_path / "shards")
    engine = SerialEngine(folder=folder)
    files = engine.raw(Source(paths, parse_template(TEMPLATE), 40))
    yield folder, files
    engine.close()
    assert list((tmp_path / "shards").iterdir()) == []


def test_records_come_back(shards):
    folder, files = shards
    assert len(files) > 2
    for file in files:
        one, again = folder.load(file), folder.load(file)
        assert isinstance(one, RawShard)
        assert one.extractor.attribute_names() == again.extractor.attribute_names()
        for name, array in one.state()[1].items():
            assert np.array_equal(array, again.state()[1][name]), name


def _torn(path):
    os.truncate(path, path.stat().st_size - 100)


def _altered(path):
    data = bytearray(path.read_bytes())
    data[-100] ^= 1
    path.write_bytes(data)


def _empty(path):
    path.write_bytes(b"")


@pytest.mark.parametrize("used_before", [False, True])
@pytest.mark.parametrize("damage", [_torn, _altered, _empty, Path.unlink])
def test_a_damaged_file_is_refused_in_a_sentence(shards, damage, used_before):
    folder, files = shards
    if used_before:
        folder.load(files[0])
    damage(files[0].path)
    with pytest.raises(ModelFileError, match=r"rawshard: this .* not the one .* or begin again\.$"):
        folder.load(files[0])
    if damage is Path.unlink:
        files[0].path.touch()


def test_a_file_that_a_disk_has_changed_is_named_when_its_evaluation_fails(shards):
    folder, files = shards
    engine = SerialEngine(folder=folder)
    status = files[0].path.stat()

    def evaluation(record):
        raise IndexError("index 16777215 is out of bounds")

    with pytest.raises(IndexError):
        engine.total(evaluation, max, files[:1])
    _altered(files[0].path)
    os.utime(files[0].path, ns=(status.st_atime_ns, status.st_mtime_ns))
    folder.load(files[0])  # size and time are the same
    with pytest.raises(ModelFileError, match="not the one that was written"):
        engine.total(evaluation, max, files[:1])


def test_a_whole_file_of_somebody_else_is_refused(shards):
    folder, files = shards
    files[0].path.write_bytes(files[1].path.read_bytes())
    with pytest.raises(ModelFileError, match="not the one that was written"):
        folder.load(files[0])


def test_without_room_there_is_a_sentence_and_nothing_is_left(shards):
    folder, files = shards
    record = folder.load(files[0])
    before = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    try:
        resource.setrlimit(resource.RLIMIT_FSIZE, (100, limits[1]))
        with pytest.raises(CrfError, match=r"could not be written.*free some space"):
            folder.add(record)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
        signal.signal(signal.SIGXFSZ, before)


def test_a_full_disk_is_named_with_the_folder_that_was_given(shards, monkeypatch):
    folder, files = shards
    record = folder.load(files[0])

    def full(*_):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", full)
    with pytest.raises(CrfError, match=r"bytes could not be written \(the disk is full\); ") as it:
        folder.add(record)
    assert str(it.value).startswith(f"{folder._folder}: a shard of ")


def test_a_file_in_the_way_of_the_folder(tmp_path):
    (tmp_path / "taken").touch()
    with pytest.raises(CrfError, match="taken: shards cannot be written here"):
        ShardFolder(tmp_path / "taken")


def test_a_file_that_windows_keeps_while_it_is_mapped_is_removed_at_the_end(shards, monkeypatch):
    def refused(_path):
        raise PermissionError(13, "a mapped file is in use")

    folder, files = shards
    with monkeypatch.context() as windows:
        windows.setattr(Path, "unlink", refused)
        folder.remove(files[0])
    assert files[0].path.exists()
    folder.close()
    assert not files[0].path.exists()
