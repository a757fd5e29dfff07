"""Tests of writing preferences in the background, the newest last."""

from __future__ import annotations

import threading
from dataclasses import replace

from app import preferences
from app.preferences import Preferences
from app.services.preferences_writer import PreferencesWriter

NAMES = [f"name {number}" for number in range(20)]


def test_the_newest_is_what_is_kept(tmp_path):
    path = tmp_path / "preferences.json"
    writer = PreferencesWriter(path)
    now = Preferences()
    for name in NAMES:
        before, now = now, replace(now, annotator=name).with_recent(f"/{name}")
        writer.write(now, before)
    assert writer.wait()
    assert preferences.load(path) == now
    assert writer.wait(), "and nothing is under way any more"


def test_nobody_waits_for_a_disk_that_does_not_answer(tmp_path, monkeypatch):
    path = tmp_path / "preferences.json"
    save, stalled, begun = preferences.save, threading.Event(), threading.Event()
    written = []

    def slowly(*given, **more):
        begun.set()
        stalled.wait()
        written.append(given[0].annotator)
        return save(*given, **more)

    monkeypatch.setattr(preferences, "save", slowly)
    writer = PreferencesWriter(path)
    now = Preferences()
    for name in NAMES:
        before, now = now, replace(now, annotator=name)
        writer.write(now, before)
        begun.wait()
    assert not writer.wait(0.0)
    stalled.set()
    assert writer.wait()
    assert written == [NAMES[0], NAMES[-1]]
    assert preferences.load(path).annotator == NAMES[-1]


def test_what_another_window_has_changed_stays(tmp_path):
    path = tmp_path / "preferences.json"
    writer = PreferencesWriter(path)
    preferences.save(Preferences(family="Noto Serif"), path)
    writer.write(Preferences(annotator="Ann"), Preferences())
    assert writer.wait()
    assert preferences.load(path) == Preferences(annotator="Ann", family="Noto Serif")
