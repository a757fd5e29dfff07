from __future__ import annotations

import errno
import os
import socket
import stat
import subprocess
import sys
import threading
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import pytest

from crfcore import whole_files
from crfcore.whole_files import RefusedError, check, put, whole_file, workplace, writing
from tests.kill_points import kills
from tests.small_disks import small_disk

pytestmark = pytest.mark.skipif(os.name == "nt", reason="modes, links and pipes of Unix")

OTHER = 54321
"""A user or group that is not ours."""

as_root = pytest.mark.skipif(os.geteuid() != 0, reason="only root gives files to others")


def write(path, data=b"new", **how):
    with writing(path, **how) as file:
        file.write(data)


def mode_of(path):
    return stat.S_IMODE(path.stat().st_mode)


def names(folder):
    return {one.name for one in folder.iterdir()}


@contextmanager
def umask(mask):
    before = os.umask(mask)
    try:
        yield
    finally:
        os.umask(before)


@pytest.fixture
def out(tmp_path):
    folder = tmp_path / "out"
    folder.mkdir()
    return folder


def test_a_file_appears_when_it_is_whole(out):
    path = out / "text.conll"
    path.write_bytes(b"old")
    with writing(path) as file:
        file.write(b"new")
        file.flush()
        assert path.read_bytes() == b"old"
    assert path.read_bytes() == b"new"
    assert names(out) == {"text.conll"}


def test_what_fails_leaves_what_was_there(out):
    path = out / "text.conll"
    path.write_bytes(b"old")

    def broken():
        with writing(path) as file:
            file.write(b"half")
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        broken()
    assert path.read_bytes() == b"old"
    assert names(out) == {"text.conll"}


def test_the_file_is_on_the_disk_before_its_name_and_the_name_before_the_end(out, monkeypatch):
    received = []
    fsync, replace = os.fsync, os.replace

    def synced(descriptor):
        received.append(Path(f"/proc/self/fd/{descriptor}").readlink())
        fsync(descriptor)

    def renamed(old, new):
        received.append("rename")
        replace(old, new)

    monkeypatch.setattr(os, "fsync", synced)
    monkeypatch.setattr(Path, "replace", lambda self, target: renamed(self, target))
    with whole_file(out / "a", at_last=lambda: received.append("at last")) as part:
        part.write_bytes(b"x")
    assert received == [part, "at last", "rename", out]
    assert names(out) == {"a"}


def test_nobody_else_can_know_or_enter_the_place_where_it_is_made(out):
    with umask(0o000), workplace(out) as first, workplace(out) as second:
        assert first != second
        assert mode_of(first) == 0o700
        assert len(first.name) == len(".unfinished-") + 16


def test_what_is_planted_under_the_old_predictable_name_is_not_followed(out, tmp_path):
    (tmp_path / "theirs").write_bytes(b"theirs")
    (out / ".text.conll.part").symlink_to(tmp_path / "theirs")
    write(out / "text.conll")
    assert (tmp_path / "theirs").read_bytes() == b"theirs"


# ---- killed


def test_a_new_file_replaces_none_that_has_appeared_meanwhile(out):
    path = out / "text.conll"
    at_last = partial(path.write_bytes, b"somebody's")
    with (
        pytest.raises(FileExistsError),
        whole_file(path, new=True, at_last=at_last) as part,
    ):
        part.write_bytes(b"mine")
    assert path.read_bytes() == b"somebody's"
    assert names(out) == {"text.conll"}


@pytest.mark.parametrize("number", [errno.EPERM, errno.EOPNOTSUPP])
@pytest.mark.parametrize("is_there", [False, True])
def test_a_new_file_on_a_disk_without_second_names(out, monkeypatch, number, is_there):
    def refuse(*_args, **_how):
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(os, "link", refuse)
    path = out / "text.conll"
    if is_there:
        path.write_bytes(b"somebody's")
        with pytest.raises(FileExistsError), whole_file(path, new=True) as part:
            part.write_bytes(b"mine")
        assert path.read_bytes() == b"somebody's"
    else:
        with whole_file(path, new=True) as part:
            part.write_bytes(b"mine")
        assert path.read_bytes() == b"mine"
    assert names(out) == {"text.conll"}


def test_a_killed_write_leaves_the_old_file_or_the_new_one(out):
    path = out / "text.conll"
    path.write_bytes(b"old")
    for step in kills(lambda: write(path), out):
        assert path.read_bytes() in (b"old", b"new"), step
        others = names(out) - {"text.conll"}
        assert all(name.startswith(".unfinished-") for name in others), step
        write(path, b"next")
        assert names(out) == {"text.conll"}, step


def test_a_workplace_that_is_in_use_is_not_tidied_up(out):
    with workplace(out) as place:
        (place / "mine").write_bytes(b"x")
        write(out / "other")
        assert (place / "mine").read_bytes() == b"x"
    assert names(out) == {"other"}


def test_only_workplaces_are_tidied_up(out, tmp_path):
    (tmp_path / "kept").mkdir()
    kept = [out / ".unfinished-mine", out / ".unfinished-0123456789abcdeg", out / "unfinished"]
    for one in kept:
        one.mkdir()
    link = out / ".unfinished-0123456789abcdef"
    link.symlink_to(tmp_path / "kept")
    file = out / ".unfinished-0123456789abcde0"
    file.write_bytes(b"x")
    write(out / "a")
    assert names(out) == {"a", link.name, file.name, *(one.name for one in kept)}
    assert (tmp_path / "kept").is_dir()


@as_root
def test_what_belongs_to_another_user_is_not_tidied_up(out):
    theirs = out / ".unfinished-0123456789abcdef"
    theirs.mkdir()
    os.chown(theirs, OTHER, OTHER)
    write(out / "a")
    assert theirs.is_dir()


def test_where_a_disk_knows_no_locks_only_what_is_old_is_tidied_up(out, monkeypatch):
    def unknown(_descriptor, _how):
        raise OSError(errno.ENOTSUP, "no locks here")

    monkeypatch.setattr(whole_files.fcntl, "flock", unknown)
    old, new = (out / f".unfinished-{digit * 16}" for digit in "01")
    old.mkdir()
    new.mkdir()
    os.utime(old, (0, 0))
    write(out / "a")
    assert names(out) == {"a", new.name}


# ---- modes


@pytest.mark.parametrize("mode", [0o600, 0o640, 0o644, 0o660, 0o444])
def test_a_replaced_file_keeps_its_mode(out, mode):
    path = out / "a"
    path.write_bytes(b"old")
    path.chmod(mode)
    if not os.access(path, os.W_OK):
        with pytest.raises(RefusedError, match="write-protected"):
            write(path)
        return
    write(path)
    assert (path.read_bytes(), mode_of(path)) == (b"new", mode)


@pytest.mark.parametrize(("mask", "mode"), [(0o022, 0o644), (0o077, 0o600), (0o002, 0o664)])
def test_a_new_file_has_the_usual_mode(out, mask, mode):
    with umask(mask):
        write(out / "a")
    assert mode_of(out / "a") == mode


@pytest.mark.parametrize(
    ("source", "usual", "alike"),
    [
        (0o600, 0o600, 0o600),
        (0o640, 0o640, 0o640),
        (0o644, 0o644, 0o644),
        (0o664, 0o644, 0o664),
        (0o444, 0o644, 0o644),
        (0o700, 0o600, 0o600),
    ],
)
def test_who_may_not_read_the_source_may_not_read_what_is_made_from_it(out, source, usual, alike):
    project = out / "project"
    project.write_bytes(b"x")
    project.chmod(source)
    with umask(0o022):
        write(out / "export", source=project)
        write(out / "copy", source=project, alike=True)
        (out / "was there").touch()
        write(out / "was there", source=project)
    assert mode_of(out / "export") == usual
    assert mode_of(out / "copy") == alike
    assert mode_of(out / "was there") == usual


def test_what_is_made_from_a_file_that_is_gone_is_for_its_owner_only(out):
    write(out / "export", source=out / "gone")
    write(out / "copy", source=out / "gone", alike=True)
    assert mode_of(out / "export") == mode_of(out / "copy") == 0o600


@as_root
def test_owner_and_group_are_kept_where_that_is_allowed(out):
    path = out / "a"
    path.write_bytes(b"old")
    os.chown(path, OTHER, OTHER)
    write(path)
    assert (path.stat().st_uid, path.stat().st_gid) == (OTHER, OTHER)


@as_root
def test_another_group_gets_no_more_than_everybody(out, monkeypatch):
    path = out / "a"
    path.write_bytes(b"old")
    path.chmod(0o660)
    os.chown(path, OTHER, OTHER)

    def refused(*_):
        raise PermissionError(errno.EPERM, "not yours")

    with monkeypatch.context() as patch:
        patch.setattr(os, "chown", refused)
        write(path)
    assert mode_of(path) == 0o600
    project = out / "project"
    project.write_bytes(b"x")
    project.chmod(0o640)
    os.chown(project, OTHER, OTHER)
    write(out / "export", source=project)
    assert mode_of(out / "export") == 0o600


def test_a_folder_appears_whole_with_everything_on_the_disk(out, monkeypatch):
    synced = []
    fsync = os.fsync
    monkeypatch.setattr(
        os,
        "fsync",
        lambda fd: (synced.append(Path(f"/proc/self/fd/{fd}").readlink()), fsync(fd)),
    )
    private = out / "project"
    private.write_bytes(b"x")
    private.chmod(0o600)
    with workplace(out) as place:
        folder = place / "all"
        (folder / "inner").mkdir(parents=True)
        write(folder / "inner" / "a")
        synced.clear()
        put([(folder, out / "all")], source=private)
    assert synced == [folder / "inner", folder, out]
    assert (out / "all" / "inner" / "a").read_bytes() == b"new"
    assert mode_of(out / "all") == 0o700


# ---- links


def test_a_link_to_elsewhere_is_rejected(out, tmp_path):
    other = tmp_path / "other"
    other.write_bytes(b"other")
    link = out / "a"
    link.symlink_to(other)
    for use in (write, check):
        with pytest.raises(RefusedError, match=r"link that leads elsewhere, to .*other;"):
            use(link)
    link.unlink()
    link.symlink_to("../nowhere")
    with pytest.raises(RefusedError, match="leads elsewhere"):
        write(link)
    assert other.read_bytes() == b"other"
    assert not (tmp_path / "nowhere").exists()


def test_a_link_of_ones_own_within_the_folder_is_followed(out):
    (out / "b").symlink_to("c")
    (out / "a").symlink_to(out / "b")
    write(out / "a")
    assert (out / "c").read_bytes() == b"new"
    assert (out / "a").is_symlink()
    assert (out / "b").is_symlink()


def test_links_that_lead_round_are_rejected(out):
    (out / "a").symlink_to("b")
    (out / "b").symlink_to("a")
    with pytest.raises(RefusedError, match="in a circle"):
        write(out / "a")


@as_root
def test_a_link_that_somebody_else_has_put_there_is_rejected(out):
    (out / "b").write_bytes(b"old")
    (out / "a").symlink_to("b")
    os.lchown(out / "a", OTHER, OTHER)
    with pytest.raises(RefusedError, match="another user"):
        write(out / "a")
    assert (out / "b").read_bytes() == b"old"


def test_the_folder_itself_may_be_reached_by_a_link(out, tmp_path):
    (tmp_path / "way").symlink_to(out)
    (out / "a").symlink_to("b")
    write(tmp_path / "way" / "a")
    assert (out / "b").read_bytes() == b"new"


@as_root
@pytest.mark.parametrize("mode", [0o777, 0o1777])
@pytest.mark.parametrize("of_folder", [0, 1, OTHER])
@pytest.mark.parametrize("of_file", [0, 2, OTHER, None])
def test_it_is_known_before_the_work_if_a_file_may_not_be_replaced(
    out, monkeypatch, mode, of_folder, of_file
):
    out.chmod(mode)
    os.chown(out, of_folder, -1)
    if of_file is not None:
        (out / "m.crf").write_bytes(b"old")
        (out / "m.crf").chmod(0o666)
        os.chown(out / "m.crf", of_file, -1)
    # From inside, for nobody else may pass through the folders above.
    monkeypatch.chdir(out)
    os.seteuid(OTHER)
    try:
        if mode & 0o1000 and of_folder != OTHER and of_file not in (OTHER, None):
            for work in (check, write):
                with pytest.raises(RefusedError, match="to another user"):
                    work(Path("m.crf"))
            with pytest.raises(PermissionError):
                Path("m.crf").rename("other")
        else:
            check(Path("m.crf"))
            write(Path("m.crf"))
    finally:
        os.seteuid(0)
    check(Path("m.crf"))
    write(Path("m.crf"), b"root's")
    assert names(out) == {"m.crf"}


# ---- what is no file


def test_a_device_is_written_into(tmp_path):
    device = Path("/dev/null").stat()
    write(Path("/dev/null"))
    check(Path("/dev/null"))
    assert os.path.samestat(Path("/dev/null").stat(), device)
    with pytest.raises(OSError, match="No space left"):
        write(Path("/dev/full"))


def test_a_pipe_is_written_into(out):
    pipe = out / "pipe"
    os.mkfifo(pipe)
    found = []
    reader = threading.Thread(target=lambda: found.append(pipe.read_bytes()))
    reader.start()
    write(pipe, b"x" * 200_000)
    reader.join()
    assert found == [b"x" * 200_000]
    assert stat.S_ISFIFO(pipe.stat().st_mode)


def test_a_pipe_that_nobody_reads_is_given_up(out, monkeypatch):
    os.mkfifo(out / "pipe")
    monkeypatch.setattr(whole_files, "READER_SECONDS", 0.0)
    check(out / "pipe")
    with pytest.raises(RefusedError, match="no program reads"):
        write(out / "pipe")


@as_root
def test_a_pipe_of_somebody_else_is_rejected(out):
    os.mkfifo(out / "pipe")
    os.chown(out / "pipe", OTHER, OTHER)
    with pytest.raises(RefusedError, match="another user"):
        write(out / "pipe")


SCRIPT = """
import sys
from pathlib import Path
from crfcore.whole_files import writing
with writing(Path(sys.argv[1])) as file:
    file.write(b"said")
"""


def test_what_the_shell_has_opened_is_written_into(out):
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT, "/dev/stdout"], capture_output=True, check=True
    )
    assert done.stdout == b"said"
    with (out / "log").open("ab") as log:
        log.write(b"before ")
        log.flush()
        subprocess.run([sys.executable, "-c", SCRIPT, "/dev/stdout"], stdout=log, check=True)
    assert (out / "log").read_bytes() == b"before said"
    shell = f"{sys.executable} -c '{SCRIPT}' >(cat > {out}/found; echo end)"
    done = subprocess.run(["bash", "-c", shell], capture_output=True, check=True)
    assert done.stdout == b"end\n"
    assert (out / "found").read_bytes() == b"said"


def test_what_this_program_has_opened_itself_is_not_written_into(out):
    with (out / "own").open("wb") as own:
        with pytest.raises(RefusedError, match="under this number"):
            write(Path(f"/dev/fd/{own.fileno()}"))
        with pytest.raises(RefusedError, match="under this number"):
            write(Path("/dev/fd/987654"))
    assert (out / "own").read_bytes() == b""


def test_folders_sockets_and_disks_are_rejected(out):
    with pytest.raises(IsADirectoryError):
        write(out)
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(str(out / "socket"))
        with pytest.raises(RefusedError, match="device, a pipe or a socket"):
            write(out / "socket")
    with (
        pytest.raises(RefusedError, match="device, a pipe or a socket"),
        whole_file(Path("/dev/null")),
    ):
        pass


# ---- what the disk refuses


def test_a_full_disk_leaves_nothing_half_written(tmp_path):
    with small_disk(tmp_path) as disk:
        (disk / "a").write_bytes(b"old")
        with pytest.raises(OSError, match="No space left"):
            write(disk / "a", b"0" * 2**20)
        assert (disk / "a").read_bytes() == b"old"
        assert names(disk) == {"a"}


def test_a_folder_in_which_nothing_can_be_made(out, monkeypatch):
    (out / "a").write_bytes(b"old")

    def refused(*_):
        raise PermissionError(errno.EACCES, "denied")

    monkeypatch.setattr(os, "mkdir", refused)
    with pytest.raises(RefusedError, match="made whole beside it; choose a folder of your own"):
        write(out / "a")
    assert (out / "a").read_bytes() == b"old"
    with pytest.raises(RefusedError, match=r"made in the folder [^ ]+; choose a folder of"):
        write(out / "b")


def test_a_disk_that_cannot_sync_folders_is_no_obstacle(out, monkeypatch):
    fsync = os.fsync

    def synced(descriptor):
        if stat.S_ISDIR(os.fstat(descriptor).st_mode):
            raise OSError(errno.EINVAL, "not here")
        fsync(descriptor)

    monkeypatch.setattr(os, "fsync", synced)
    write(out / "a")
    assert (out / "a").read_bytes() == b"new"


def test_a_disk_that_fails_to_keep_the_name_is_reported_of(out, monkeypatch):
    fsync = os.fsync

    def synced(descriptor):
        if stat.S_ISDIR(os.fstat(descriptor).st_mode):
            raise OSError(errno.EIO, "broken")
        fsync(descriptor)

    monkeypatch.setattr(os, "fsync", synced)
    with pytest.raises(OSError, match="broken"):
        write(out / "a")


def test_a_folder_that_is_not_there(tmp_path):
    for use in (write, check):
        with pytest.raises(FileNotFoundError):
            use(tmp_path / "none" / "a")
