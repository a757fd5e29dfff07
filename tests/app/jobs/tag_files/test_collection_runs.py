"""Tests of the beginning of a run over a collection of files."""

from __future__ import annotations

import pytest

from app.jobs.tag_files.collection_runs import RUN_FILE, begin
from crfcore.errors import DataError


@pytest.fixture
def full_disk(monkeypatch):
    def refuse(path, _):
        raise DataError("The disk is full, so nothing was written.", path=path)

    monkeypatch.setattr("app.jobs.tag_files.collection_runs.write_whole", refuse)


@pytest.mark.usefixtures("full_disk")
def test_a_full_disk_leaves_no_new_folder(tmp_path):
    with pytest.raises(DataError, match="disk is full"):
        begin([], tmp_path / "made" / "of" / "parts", {}, resume=False)
    assert [*tmp_path.iterdir()] == []


@pytest.mark.usefixtures("full_disk")
def test_a_full_disk_leaves_a_folder_that_was_there(tmp_path):
    with pytest.raises(DataError, match="disk is full"):
        begin([], tmp_path, {}, resume=False)
    assert tmp_path.is_dir()


def test_a_folder_is_made_with_those_above_it(tmp_path):
    out = tmp_path / "made" / "of" / "parts"
    assert begin([], out, {}, resume=False) == []
    assert [path.name for path in out.iterdir()] == [RUN_FILE]
