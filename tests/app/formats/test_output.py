from __future__ import annotations

import os
import resource
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from app.formats.output import (
    check_target,
    folder_for,
    is_project,
    keep_project,
    why_unwritable,
    write_all,
    write_whole,
)
from crfcore.errors import DataError
from tests.project_files import small_project


def mode_of(path):
    return stat.S_IMODE(path.stat().st_mode)


@pytest.fixture
def project(tmp_path):
    path = tmp_path / "p.tagwright"
    small_project(path)
    return path


def test_files_appear_together(tmp_path):
    (tmp_path / "a").write_text("old")

    def broken():
        yield "half"
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        write_all([(tmp_path / "a", ["new"]), (tmp_path / "b", broken())])
    assert (tmp_path / "a").read_text() == "old"
    assert [one.name for one in tmp_path.iterdir()] == ["a"]
    write_all([(tmp_path / name, [name]) for name in "ab"])
    assert [(tmp_path / name).read_text() for name in "ab"] == ["a", "b"]


def test_more_files_than_can_be_open_at_once(tmp_path):
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    n = len(list(Path("/proc/self/fd").iterdir())) + 20
    resource.setrlimit(resource.RLIMIT_NOFILE, (n, before[1]))
    try:
        write_all((tmp_path / f"{number}", ["x"]) for number in range(n))
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, before)
    assert len(list(tmp_path.iterdir())) == n


def test_whoever_may_not_read_the_project_may_not_read_an_export(tmp_path, project):
    project.chmod(0o600)
    write_all([(tmp_path / name, ["x"]) for name in ("a", "b.gz")], project)
    assert mode_of(tmp_path / "a") == mode_of(tmp_path / "b.gz") == 0o600


def test_a_link_to_elsewhere_is_told_in_a_sentence(tmp_path):
    (tmp_path / "out").mkdir()
    (tmp_path / "mine").write_text("mine")
    link = tmp_path / "out" / "a.conll"
    link.symlink_to(tmp_path / "mine")
    for use in (check_target, lambda path: write_whole(path, ["x"])):
        with pytest.raises(DataError) as received:
            use(link)
        assert str(received.value) == (
            f"{link}: This is a link that leads elsewhere, to {tmp_path / 'mine'}; name that file "
            "itself, or remove the link."
        )
    assert (tmp_path / "mine").read_text() == "mine"


def test_no_file_takes_the_place_of_a_project_or_its_log(tmp_path, project):
    for ending, shown_text in (
        ("", "would overwrite a project"),
        ("-wal", "would overwrite the log of a project"),
        ("-journal", "would overwrite the log of a project"),
    ):
        with pytest.raises(DataError, match=shown_text):
            write_whole(tmp_path / f"{project.name}{ending}", ["x"])
    (tmp_path / "link").symlink_to(project.name)
    with pytest.raises(DataError, match="would overwrite a project"):
        write_whole(tmp_path / "link", ["x"])
    write_whole(tmp_path / "other-wal", ["x"])
    assert is_project(project)


def test_a_pipe_is_not_opened_to_look_into_it(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    script = (
        "import sys\nfrom pathlib import Path\n"
        "from app.formats.output import check_target, keep_project\n"
        "keep_project(Path(sys.argv[1]))\ncheck_target(Path(sys.argv[1]))\n"
    )
    pipe = str(tmp_path / "pipe")
    subprocess.run([sys.executable, "-c", script, pipe], timeout=60, check=True)


def test_devices_are_places_to_write_to():
    check_target(Path("/dev/null"))
    check_target(Path("/dev/stdout"))
    write_whole(Path("/dev/null"), ["x"])
    with pytest.raises(DataError, match="disk is full"):
        write_whole(Path("/dev/full"), ["x"])
    keep_project(Path("/dev/null"))


@pytest.mark.parametrize(
    ("error", "number", "told"),
    [
        (PermissionError(13, "Access is denied"), 32, "Another program has this file open"),
        (FileNotFoundError(2, "The filename or extension is too long"), 206, "too long for Win"),
        (FileNotFoundError(2, "The system cannot find the path"), 3, "There is no such folder"),
        (PermissionError(13, "Access is denied"), 5, "This place cannot be written"),
    ],
)
def test_errors_of_windows_are_told_apart(error, number, told):
    error.winerror = number
    assert told in why_unwritable(error)


def fail_in(folder):
    with folder_for(folder):
        assert folder.is_dir()
        raise ZeroDivisionError


def test_a_folder_is_removed_with_those_above_it_if_what_is_to_be_in_it_fails(tmp_path):
    out = tmp_path / "made" / "of" / "parts"
    with pytest.raises(ZeroDivisionError):
        fail_in(out)
    assert [*tmp_path.iterdir()] == []
    with folder_for(out):
        pass
    with pytest.raises(ZeroDivisionError):
        fail_in(out)
    assert out.is_dir(), "it was there before"
