"""Tests of files that are newer than what can be read of their logs."""

from __future__ import annotations

import pytest

from app.storage.files import logs_of
from app.storage.log_pages import is_behind
from tests.made_logs import log_header, with_frame

PAGE = 512
PAGES = {number: bytes([number]) * PAGE for number in range(10)}
COMMITTED = [(1, 0, PAGES[4]), (2, 3, PAGES[5])]
LAST = [(1, 0, PAGES[6]), (3, 3, PAGES[7])]


@pytest.fixture
def path(tmp_path):
    return tmp_path / "database"


def behind(path, pages, frames, damaged=()):
    """Write a file and its log, damage the pages of some frames, and ask."""
    path.write_bytes(b"".join(PAGES[page] for page in pages))
    log = log_header(PAGE)
    for frame in frames:
        log = with_frame(log, *frame)
    content = bytearray(log)
    for number in damaged:
        content[32 + (24 + PAGE) * number + 100] ^= 1
    logs_of(path)[0].write_bytes(content)
    return is_behind(path)


@pytest.mark.parametrize("pages", [(1, 2, 3), (4, 5, 3), (6, 5, 7)])
def test_a_sound_log_is_not_behind(path, pages):
    assert not behind(path, pages, COMMITTED + LAST)


def test_a_file_that_has_all_that_follows_the_damage_is_newer(path):
    assert behind(path, (6, 5, 7), COMMITTED + LAST, damaged=[3])
    assert behind(path, (6, 5, 7), COMMITTED + LAST, damaged=[2])


@pytest.mark.parametrize("pages", [(1, 2, 3), (4, 5, 3), (6, 2, 3), (6, 2, 7), (4, 5, 7)])
def test_a_file_that_lacks_some_of_it_is_not_newer(path, pages):
    assert not behind(path, pages, COMMITTED + LAST, damaged=[3])


def test_where_sqlite_takes_nothing_back_there_is_nothing_to_do(path):
    assert not behind(path, (6, 5, 7), COMMITTED + LAST, damaged=[0])
    assert not behind(path, (4, 5, 7), [*COMMITTED, (3, 3, PAGES[7])], damaged=[2])


def test_frames_of_an_unfinished_transaction_are_in_no_file(path):
    unfinished = [*COMMITTED, (1, 0, PAGES[6]), (3, 0, PAGES[7])]
    assert not behind(path, (1, 2, 3), unfinished)
    assert not behind(path, (4, 5, 3), unfinished)


def test_a_log_without_a_sound_header_has_no_pages(path):
    path.write_bytes(PAGES[1])
    for content in (b"", bytes(32), log_header(PAGE)[:20]):
        logs_of(path)[0].write_bytes(content)
        assert not is_behind(path)
