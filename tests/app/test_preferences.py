"""Tests of preferences, also damaged or unwritable ones."""

from __future__ import annotations

import json
import os
from contextlib import suppress
from dataclasses import fields, replace

import pytest

from app import preferences
from app.preferences import MAX_RECENT, Appearance, Preferences
from crfcore import whole_files
from crfcore.portable_paths import path_key
from crfcore.text import lines
from tests.bounded import run_bounded
from tests.kill_points import kills
from tests.small_disks import read_only, small_disk


def test_preferences_come_back(tmp_path):
    path = tmp_path / "folder" / "preferences.json"
    chosen = Preferences(
        ("/a.tagwright",), "Ann", {"geometry": "AAECAw=="}, "dark", {"undo": "F9"}, {"/a": 7}
    )
    assert preferences.save(chosen, path)
    assert preferences.load(path) == chosen
    assert [p.name for p in path.parent.iterdir()] == ["preferences.json"]


def test_looks_keys_and_what_was_told_come_back(tmp_path):
    path = tmp_path / "preferences.json"
    chosen = Preferences(
        preset="brat",
        legend=False,
        hints=False,
        family="Noto Serif",
        points=13.5,
        window_points=11,
        scale=150,
        patterns=True,
        still=True,
        tour_seen=True,
        cloud_warned=("/Dropbox/a.tagwright",),
        contrast="high",
        window_family="Noto Sans",
        language="de",
    )
    assert all(
        getattr(chosen, one.name) != getattr(Preferences(), one.name)
        for one in fields(Preferences)[6:]
    )
    assert preferences.save(chosen, path)
    assert preferences.load(path) == chosen


@pytest.mark.parametrize(
    "content",
    [
        '{"preset": 7, "legend": "no", "family": ["x"], "points": "13", "scale": 133}',
        '{"points": 3, "window_points": 900, "scale": true, "patterns": 1, "still": null}',
        '{"points": NaN, "window_points": -Infinity, "scale": "150", "tour_seen": "yes"}',
        '{"contrast": "low", "window_family": 3, "theme": "contrast"}',
        '{"points": true, "scale": 150.0, "preset": "", "cloud_warned": "/a"}',
        '{"points": 1e400, "window_points": [], "scale": [], "cloud_warned": [1, {}]}',
    ],
)
def test_damaged_looks_are_the_defaults(tmp_path, content):
    path = tmp_path / "preferences.json"
    path.write_text(content)
    assert preferences.load(path) == Preferences()


def test_looks_are_read_and_changed_together():
    chosen = Preferences(theme="dark", patterns=True, annotator="Ann")
    assert chosen.appearance == Appearance(theme="dark", patterns=True)
    appearance = Appearance(
        contrast="high", window_family="Noto Sans", points=20.0, scale=150, still=True
    )
    assert chosen.with_appearance(appearance).appearance == appearance
    assert chosen.with_appearance(appearance).annotator == "Ann"
    assert Preferences().appearance == Appearance()


def test_few_warnings_are_remembered(tmp_path):
    path = tmp_path / "preferences.json"
    preferences.save(Preferences(cloud_warned=tuple(map(str, range(80)))), path)
    kept = preferences.load(path).cloud_warned
    assert (kept[-1], len(kept)) == ("79", preferences.MAX_WARNED)


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


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes")
def test_what_is_no_file_gives_defaults_at_once(tmp_path, monkeypatch):
    monkeypatch.setattr(whole_files, "READER_SECONDS", 0.0)
    path = tmp_path / "preferences.json"
    os.mkfifo(path)
    assert preferences.load(path) == Preferences()
    assert not preferences.save(Preferences(annotator="Ann"), path, since=Preferences())
    assert path.is_fifo()
    path.unlink()
    path.mkdir()
    assert preferences.load(path) == Preferences()
    assert not preferences.save(Preferences(annotator="Ann"), path)
    path.rmdir()
    path.symlink_to("/dev/zero")
    assert preferences.load(path) == Preferences()
    path.unlink()
    path.symlink_to(path)
    assert preferences.load(path) == Preferences()


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes")
def test_a_file_that_would_be_waited_for_gives_defaults(tmp_path, monkeypatch):
    path = tmp_path / "preferences.json"
    os.mkfifo(path)
    # Some system files that behave like pipes claim to be regular files.
    monkeypatch.setattr(lines, "_check_kind", lambda *_, **__: None)
    with os.fdopen(os.open(path, os.O_RDWR), "wb", buffering=0):
        assert preferences.load(path) == Preferences()


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are links of Unix")
def test_a_link_that_leads_nowhere_is_no_trouble(tmp_path):
    """A missing disk, a cycle of links, a link to something that is no folder."""
    path = tmp_path / "preferences.json"
    (tmp_path / "file").touch()
    # In Python 3.11 and 3.12 `Path.resolve` raises no OSError for a cycle.
    for target in (path, tmp_path / "gone" / "p.json", tmp_path / "file" / "p.json", "x" * 5000):
        with suppress(FileNotFoundError):
            path.unlink()
        try:
            path.symlink_to(target)
        except OSError:
            continue
        assert preferences.load(path) == Preferences()
        saved = preferences.save(Preferences(annotator="Ann"), path, since=Preferences())
        assert saved == (target == tmp_path / "gone" / "p.json")
        assert preferences.load(path).annotator == ("Ann" if saved else "")
        assert path.is_symlink()


LARGE = """
import sys
from pathlib import Path
from app import preferences
assert preferences.load(Path(sys.argv[1])) == preferences.Preferences()
"""


def test_a_huge_file_takes_no_memory(tmp_path):
    path = tmp_path / "preferences.json"
    with path.open("wb") as file:
        file.truncate(1 << 36)
    done = run_bounded(LARGE, path, mebibytes=1024, seconds=60)
    assert done.returncode == 0, done.stderr


def test_what_is_sound_in_a_damaged_file_is_kept(tmp_path):
    path = tmp_path / "preferences.json"
    path.write_text('{"recent": ["/a", 7], "annotator": "Ann", "window": {"a": "b", "c": 1}}')
    assert preferences.load(path) == Preferences(("/a",), "Ann", {"a": "b"})


def test_recent_projects_are_newest_first_and_few():
    chosen = Preferences()
    for number in range(MAX_RECENT + 3):
        chosen = chosen.with_recent(f"/p{number}")
    chosen = chosen.with_recent("/p5")
    assert chosen.recent[:2] == ("/p5", f"/p{MAX_RECENT + 2}")
    assert len(chosen.recent) == MAX_RECENT
    assert "/p5" not in chosen.without_recent("/p5").recent


def test_it_is_known_where_recent_projects_were_left():
    chosen = Preferences().with_recent("/a").with_recent("/b")
    chosen = chosen.with_last_sentence("/a", 7).with_last_sentence("/b", 9)
    assert (
        chosen.last_sentence_in("/a"),
        chosen.last_sentence_in("/b"),
        chosen.last_sentence_in("/c"),
    ) == (7, 9, None)
    assert chosen.without_recent("/a").with_last_sentence("/b", 8).places == {"/b": 8}


def test_a_place_that_takes_nothing_is_told_and_keeps_the_old(tmp_path):
    path = tmp_path / "preferences.json"
    assert preferences.save(Preferences(annotator="Ann"), path)
    with read_only(tmp_path):
        assert not preferences.save(Preferences(annotator="Ben"), path)
    assert preferences.load(path).annotator == "Ann"
    with small_disk(tmp_path, "4k") as disk:
        long = replace(Preferences(), window={"geometry": "x" * 20_000})
        assert not preferences.save(long, disk / "preferences.json")
        assert list(disk.iterdir()) == []


def test_two_windows_keep_what_each_has_changed(tmp_path):
    path = tmp_path / "preferences.json"
    first = second = Preferences(recent=("/a",), places={"/a": 1})
    assert preferences.save(first, path)
    keys = replace(second, shortcuts={"undo": "F9"}).with_recent("/b").with_last_sentence("/b", 2)
    assert preferences.save(keys, path, since=second)
    other = replace(first, legend=False).with_recent("/c").with_last_sentence("/c", 3)
    assert preferences.save(other, path, since=first)
    found = preferences.load(path)
    assert (found.shortcuts, found.legend) == ({"undo": "F9"}, False)
    assert found.recent == ("/c", "/a", "/b")
    assert found.places == {"/a": 1, "/b": 2, "/c": 3}
    assert preferences.save(other.without_recent("/c"), path, since=other)
    assert preferences.load(path).recent == ("/a", "/b")


def test_a_path_that_is_no_text_is_kept(tmp_path):
    path = tmp_path / "preferences.json"
    chosen = Preferences().with_recent(os.fsdecode(b"/bad\xff.tagwright"))
    assert preferences.save(chosen, path)
    assert preferences.load(path) == chosen


def test_a_window_that_is_killed_while_it_writes_keeps_the_old(tmp_path):
    path = tmp_path / "out" / "preferences.json"
    assert preferences.save(Preferences(annotator="Ann"), path)
    for _ in kills(lambda: preferences.save(Preferences(annotator="Ben"), path), path.parent):
        assert preferences.load(path).annotator in {"Ann", "Ben"}
    (path.parent / ".unfinished-0123456789abcdef").mkdir()
    assert preferences.save(Preferences(annotator="Cat"), path)
    assert [one.name for one in path.parent.iterdir()] == ["preferences.json"]


HUGE = "x" * 500_000
MANY = {f"k{number}": "v" for number in range(20_000)}


@pytest.mark.parametrize("name", [one.name for one in fields(Preferences)])
@pytest.mark.parametrize(
    "value",
    [
        *(HUGE, [HUGE] * 3, ["/a"] * 100_000, {HUGE: HUGE}, {"a": HUGE}, MANY, 10**400, -1, 1.5),
        *(None, {"a": 10**400}, {"a": -1}, {HUGE: 1}, [[]] * 9, True, "\udcff\0\n"),
    ],
    ids=lambda value: f"{type(value).__name__}{len(str(value))}",
)
def test_of_odd_values_little_is_read_and_kept(tmp_path, name, value):
    path = tmp_path / "preferences.json"
    path.write_text(json.dumps({name: value}))
    read = preferences.load(path)
    assert len(repr(read)) < 300_000
    assert all(number <= preferences.LARGEST_ID for number in read.places.values())
    assert preferences.save(read, path)
    assert preferences.load(path) == read


def test_what_was_too_long_is_not_written(tmp_path):
    path = tmp_path / "preferences.json"
    shortcuts = {"undo": "F9", "redo": HUGE}
    chosen = Preferences(("/a", HUGE), HUGE, {"geometry": HUGE}, shortcuts=shortcuts)
    assert preferences.save(chosen, path)
    assert preferences.load(path) == Preferences(("/a",), shortcuts={"undo": "F9"})


@pytest.mark.parametrize(
    ("name", "kept"),
    [
        ("\ud800Ann", "Ann"),
        ("a\0b\n", "ab"),
        ("Ann Lee", "Ann Lee"),
        ("نیم\u200cفاصله", "نیم\u200cفاصله"),
    ],
)
def test_a_name_that_no_file_can_hold_is_cleaned(tmp_path, name, kept):
    path = tmp_path / "preferences.json"
    path.write_text(json.dumps({"annotator": name}), encoding="utf-8")
    assert preferences.load(path).annotator == kept


def test_two_spellings_of_a_project_are_one_on_windows(monkeypatch):
    chosen = Preferences().with_recent("/Notes/A.tagwright")
    assert len(chosen.with_recent("/notes/a.tagwright").recent) == 2
    monkeypatch.setattr(preferences, "path_key", lambda path: path_key(path, "win32"))
    again = chosen.with_recent("/notes/a.tagwright")
    assert again.recent == ("/notes/a.tagwright",)
    assert not again.without_recent("/NOTES/a.tagwright").recent
