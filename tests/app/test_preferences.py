"""Preferences outlive damage, and never stand in the way of work."""

from __future__ import annotations

from dataclasses import replace

import pytest

from app import preferences
from app.preferences import MOST_RECENT, Preferences
from tests.small_disks import read_only, small_disk


def test_preferences_come_back(tmp_path):
    path = tmp_path / "folder" / "preferences.json"
    chosen = Preferences(
        ("/a.tagwright",), "Ann", {"geometry": "AAECAw=="}, "dark", {"undo": "F9"}, {"/a": 7}
    )
    assert preferences.save(chosen, path)
    assert preferences.load(path) == chosen
    assert [p.name for p in path.parent.iterdir()] == ["preferences.json"]


def test_without_a_file_there_are_defaults():
    assert preferences.load() == Preferences()
    assert preferences.save(Preferences(annotator="Ann"))
    assert preferences.load().annotator == "Ann"
    assert preferences.default_path().exists()


@pytest.mark.parametrize(
    "content",
    [
        b"", b"{", b"[]", b"null", b"\xff\xfe", b"[" * 100_000,
        b'{"recent": 7, "annotator": [], "window": "x", "theme": "pink", "shortcuts": [1]}',
        b'{"places": {"/a": "7", "/b": true, "/c": 1.5}}', b'{"places": [3]}',
    ],
)  # fmt: skip
def test_a_damaged_file_gives_defaults(tmp_path, content):
    path = tmp_path / "preferences.json"
    path.write_bytes(content)
    assert preferences.load(path) == Preferences()


def test_what_is_sound_in_a_damaged_file_is_kept(tmp_path):
    path = tmp_path / "preferences.json"
    path.write_text('{"recent": ["/a", 7], "annotator": "Ann", "window": {"a": "b", "c": 1}}')
    assert preferences.load(path) == Preferences(("/a",), "Ann", {"a": "b"})


def test_recent_projects_are_newest_first_and_few():
    chosen = Preferences()
    for number in range(MOST_RECENT + 3):
        chosen = chosen.with_recent(f"/p{number}")
    chosen = chosen.with_recent("/p5")
    assert chosen.recent[:2] == ("/p5", f"/p{MOST_RECENT + 2}")
    assert len(chosen.recent) == MOST_RECENT
    assert "/p5" not in chosen.without_recent("/p5").recent


def test_it_is_known_where_recent_projects_were_left():
    chosen = Preferences().with_recent("/a").with_recent("/b")
    chosen = chosen.with_place("/a", 7).with_place("/b", 9)
    assert (chosen.place_in("/a"), chosen.place_in("/b"), chosen.place_in("/c")) == (7, 9, None)
    assert chosen.without_recent("/a").with_place("/b", 8).places == {"/b": 8}


def test_a_place_that_takes_nothing_is_told_and_keeps_the_old(tmp_path):
    path = tmp_path / "preferences.json"
    assert preferences.save(Preferences(annotator="Ann"), path)
    with read_only(tmp_path):
        assert not preferences.save(Preferences(annotator="Ben"), path)
    assert preferences.load(path).annotator == "Ann"
    with small_disk(tmp_path, "4k") as disk:
        long = replace(Preferences(), annotator="x" * 20_000)
        assert not preferences.save(long, disk / "preferences.json")
        assert list(disk.iterdir()) == []
