"""Tests of damaged write-ahead logs, against SQLite and against the obvious checksum."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from itertools import product
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.storage.files import logs_of
from app.storage.log_frames import (
    FRAME_BYTES,
    HEADER_BYTES,
    REMAINS_READ,
    Checksums,
    Damage,
    find_damage,
    reader_of,
)
from tests.made_logs import checksum, log_header, made_log

PAGE = 512
FRAME = FRAME_BYTES + PAGE
FILE_BYTES = 16 * PAGE
OLDER_SALTS = b"\0\0\0\x07olds"


def frame_at(number):
    return HEADER_BYTES + number * FRAME


def changed(log, at, new):
    return log[:at] + new + log[at + len(new) :]


@pytest.fixture
def damage(tmp_path):
    """Return a function that looks for damage in the bytes of a log."""
    path = tmp_path / "log"

    def find(log, file_bytes=FILE_BYTES):
        path.write_bytes(log)
        return find_damage(path, file_bytes)

    return find


@given(st.sampled_from([512, 4096, 65536]), st.sampled_from(["little", "big"]), st.integers(0))
def test_checksums_are_those_of_the_obvious_recurrence(page_size, order, seed):
    random = Random(seed)
    frames = [random.randbytes(FRAME_BYTES + page_size) for _ in range(2)]
    before = [[random.getrandbits(32) for _ in range(2)] for _ in frames]
    words = np.array([np.frombuffer(frame, f"{'<>'[order == 'big']}u4") for frame in frames])
    found = Checksums(page_size).of(words.astype(np.uint32), np.array(before, np.uint32))
    expected = [
        checksum(frame[:8] + frame[FRAME_BYTES:], order, start)
        for frame, start in zip(frames, before, strict=True)
    ]
    assert found.tolist() == [list(pair) for pair in expected]


@pytest.mark.parametrize("page_size", [512, 4096, 65536])
@pytest.mark.parametrize("order", ["little", "big"])
def test_a_log_of_any_page_size_and_byte_order_is_read(damage, page_size, order):
    log = made_log([[1, 2], [3], [2, 4]], page_size=page_size, order=order)
    assert damage(log, 16 * page_size) is None
    last = HEADER_BYTES + FRAME_BYTES + page_size
    found = damage(changed(log, last + 100, b"other"), 16 * page_size)
    assert found == Damage(last, HEADER_BYTES)


def test_damage_after_several_blocks_is_found(damage, monkeypatch):
    monkeypatch.setattr("app.storage.log_frames._AT_ONCE", 2 * FRAME)
    log = made_log([[1, 2, 3], [4], [5, 6, 7], [8, 9]])
    assert damage(log) is None
    for number, n_sound in enumerate([0, 0, 0, 3, 4, 4, 4]):
        expected = Damage(frame_at(number), frame_at(n_sound))
        assert damage(changed(log, frame_at(number) + 30, b"other")) == expected


TORN = made_log([[1, 2], [3, 4, 5]])


@pytest.mark.parametrize(
    "log",
    [
        b"",
        made_log([]),
        made_log([[1], [2, 3]]),
        TORN[: frame_at(4)],
        TORN[: frame_at(4) + 100],
        TORN[: frame_at(3) + 10],
        TORN[: frame_at(2)] + bytes(3 * FRAME),
        TORN[: frame_at(2)] + Random(3).randbytes(3 * FRAME),
        # The disk has written only a part of it, not from its beginning.
        changed(TORN, frame_at(2), bytes(FRAME)),
        changed(TORN, frame_at(3) + 100, bytes(FRAME)),
        changed(TORN, frame_at(4) + FRAME_BYTES, bytes(PAGE)),
    ],
    ids=[
        "empty",
        "no frames",
        "sound",
        "without its end",
        "cut in a page",
        "cut in a frame's header",
        "zeros",
        "bytes of another file",
        "first frame not written",
        "middle not written",
        "last page not written",
    ],
)
def test_what_a_power_failure_leaves_is_no_damage(damage, log):
    assert damage(log) is None


def test_frames_from_before_a_restart_are_no_damage(damage):
    older = made_log([[1, 2], [3], [4, 5]], salts=OLDER_SALTS, seed=1)
    assert damage(made_log([]) + older[HEADER_BYTES:]) is None
    newer = made_log([[1], [2, 3]])
    assert damage(newer + older[len(newer) :]) is None
    unfinished = newer[: frame_at(2)]
    assert damage(unfinished + older[len(unfinished) :]) is None
    # Its first frame was not written over, its others were.
    torn = older[HEADER_BYTES : frame_at(1)] + made_log([[1, 2]])[frame_at(1) :]
    assert damage(made_log([]) + torn + older[frame_at(2) :]) is None


def test_a_transaction_that_was_rolled_back_is_no_damage(damage):
    """A large one writes frames before it ends, and a smaller one writes over the first of them."""
    large, small = made_log([[1], [2, 3, 4, 5, 6]], seed=1), made_log([[1], [7, 8]], seed=1)
    assert damage(small + large[len(small) : -FRAME]) is None
    assert damage(small + large[len(small) :]) is None


@pytest.mark.parametrize("small", [[7], [7, 8], [2, 8], [7, 3, 8]])
def test_what_is_torn_over_frames_of_an_unfinished_transaction_is_no_damage(damage, small):
    """They have the salts of the log, and may be followed by more of them."""
    left = made_log([[1], [2, 3, 4, 5, 6, 7]], seed=1, last_size=0)
    new = made_log([[1], small], seed=1)
    new += left[len(new) :]
    sectors = [at for at in range(0, len(new), 512) if left[at : at + 512] != new[at : at + 512]]
    for written in product([False, True], repeat=len(sectors)):
        torn = bytearray(left)
        for at in [at for at, is_new in zip(sectors, written, strict=True) if is_new]:
            torn[at : at + 512] = new[at : at + 512]
        assert damage(bytes(torn)) is None, written


def test_damage_before_frames_of_an_unfinished_transaction_is_found(damage):
    log = made_log([[1], [2, 3], [4], [5, 6, 7]], last_size=0)
    assert damage(log) is None
    for at in (30, 16, 8):  # of the page, checksums or salts of a commit
        found = damage(changed(log, frame_at(2) + at, b"other"))
        assert found == Damage(frame_at(2), frame_at(1))


MOST_PAGES = 16 + 3 + 65536 // PAGE


@pytest.mark.parametrize("size", [MOST_PAGES + 1, 0x7FFFFFFF, 0xFFFFFFFF])
def test_a_size_that_no_database_can_have_never_reaches_sqlite(damage, size):
    """SQLite 3.40 crashes at 0xFFFFFFFF, and never brings in a log with another such size."""
    log = made_log([[1], [2, 3]], last_size=size)
    assert damage(log) == Damage(frame_at(2), frame_at(1), misleads=True)
    assert damage(made_log([[1], [2, 3]], last_size=MOST_PAGES)) is None


@pytest.mark.parametrize("number", [0, MOST_PAGES + 2, 0xFFFFFFFF])
def test_a_page_that_no_database_can_have_never_reaches_sqlite(damage, number):
    log = made_log([[1], [2, number, 3]])
    assert damage(log) == Damage(frame_at(2), frame_at(1), misleads=True)


def test_sqlite_writes_each_page_by_which_a_database_grows(tmp_path):
    path, log = tmp_path / "database", tmp_path / "database-wal"
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA journal_mode=WAL").fetchall()
        connection.execute("CREATE TABLE texts (text TEXT)")
        connection.execute("BEGIN")
        connection.execute("INSERT INTO texts VALUES (?)", ["x" * 5_000_000])
        connection.execute("DELETE FROM texts")
        connection.execute("COMMIT")
        assert find_damage(log, path.stat().st_size) is None


@pytest.mark.parametrize(
    ("at", "new"),
    [(0, b"\x38"), (3, b"\x83"), (7, b"\0"), (8, b"\x01"), (10, b"\x04"), (15, b"\x01")]
    + [(at, b"\xff") for at in range(16, 32, 3)],
)
def test_a_damaged_header_is_damage(damage, at, new):
    log = made_log([[1], [2, 3]])
    assert damage(changed(log, at, new)) == Damage(0, 0)


@pytest.mark.parametrize("n_bytes", [1, 12, 31])
def test_a_log_cut_within_its_header_is_damage(damage, n_bytes):
    assert damage(made_log([[1]])[:n_bytes]) == Damage(0, 0)


def test_a_log_of_zeros_or_other_bytes_is_damage(damage):
    assert damage(bytes(3 * FRAME)) == Damage(0, 0)
    assert damage(Random(4).randbytes(3 * FRAME)) == Damage(0, 0)


def test_a_log_of_another_version_is_damage(damage):
    """SQLite refuses it and the file, and cannot tell why."""
    log = log_header(PAGE, version=3_008_000) + made_log([[1]])[HEADER_BYTES:]
    assert damage(log) == Damage(0, 0)


def sqlite_log(folder, page_size):
    """Return a database and its log, of which no checkpoint was made."""
    path, copy = folder / "database", folder / "copy"
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute(f"PRAGMA page_size={page_size}").fetchall()
        connection.execute("PRAGMA journal_mode=WAL").fetchall()
        connection.execute("CREATE TABLE texts (text TEXT)")
        for size in (10, 3000, 20, 5000, 30):
            connection.execute("INSERT INTO texts VALUES (?)", ["x" * size])
        for from_, to in zip((path, logs_of(path)[0]), (copy, logs_of(copy)[0]), strict=True):
            shutil.copyfile(from_, to)
    return copy


def frames_read(path):
    """Return the number of frames of the log that SQLite reads."""
    with closing(sqlite3.connect(path)) as connection:
        return max(0, connection.execute("PRAGMA wal_checkpoint").fetchone()[1])


def test_one_changed_bit_anywhere_is_found_or_was_in_the_last_transaction(tmp_path, damage):
    path = sqlite_log(tmp_path, PAGE)
    log = logs_of(path)[0].read_bytes()
    frames = [log[at : at + FRAME_BYTES] for at in range(HEADER_BYTES, len(log), FRAME)]
    commits = [number for number, frame in enumerate(frames) if any(frame[4:8])]
    assert len(commits) == 6
    for bit in [*range(0, 8 * len(log), 61), *range(8 * 32), *range(8 * 32, 8 * 56)]:
        content = bytearray(log)
        content[bit // 8] ^= 1 << bit % 8
        found = damage(bytes(content))
        number = (bit // 8 - HEADER_BYTES) // FRAME
        sound = max((commit + 1 for commit in commits if commit < number), default=0)
        expected = Damage(0, 0) if number < 0 else Damage(frame_at(number), frame_at(sound))
        assert found == expected or (found is None and number > commits[-2]), bit


@pytest.mark.parametrize("page_size", [512, 4096, 65536])
def test_what_is_sound_is_what_sqlite_reads(tmp_path, page_size):
    path = sqlite_log(tmp_path, page_size)
    database, log = path.read_bytes(), logs_of(path)[0].read_bytes()
    assert find_damage(logs_of(path)[0], path.stat().st_size) is None
    random = Random(page_size)
    for _ in range(60):
        content = bytearray(log)
        content[random.randrange(len(log))] ^= 1 << random.randrange(8)
        path.write_bytes(database)
        logs_of(path)[0].write_bytes(content)
        found = find_damage(logs_of(path)[0], path.stat().st_size)
        if found is not None:
            n_frames = max(0, found.n_sound - HEADER_BYTES) // (FRAME_BYTES + page_size)
            assert frames_read(path) == n_frames
            logs_of(path)[0].write_bytes(content[: found.n_sound])
            assert find_damage(logs_of(path)[0], path.stat().st_size) is None


class Endless:
    """A log with its own frames, and zeros without an end."""

    def __init__(self, log):
        self.rest, self.n_zeros = log, 0

    def read(self, n_bytes):
        found, self.rest = self.rest[:n_bytes], self.rest[n_bytes:]
        self.n_zeros += n_bytes - len(found)
        return found + bytes(n_bytes - len(found))


def test_of_a_file_that_was_made_long_only_a_part_is_read():
    log = Endless(made_log([[1], [2]]))
    reader = reader_of(log.read(HEADER_BYTES))
    n_own = sum(int(frames.own.sum()) for frames in reader.blocks(log))
    assert n_own == 2
    assert log.n_zeros < REMAINS_READ + (2 << 20)
