"""Tests of checking whether files exist, each reported whatever the others are."""

from pathlib import Path

from app.services.file_existence import FileExistence


def test_a_path_that_cannot_be_looked_for_is_not_there_and_the_rest_is_told(qtbot, tmp_path):
    there = tmp_path / "a.tagwright"
    there.touch()
    received = {}
    presence = FileExistence()
    presence.checked.connect(lambda path, found: received.update({path: found}))
    paths = [Path("/" + "x" * 300_000), tmp_path / "gone", Path("a\0b"), there]
    presence.look(paths)
    qtbot.waitUntil(lambda: len(received) == len(paths))
    presence.wait()
    assert list(received.values()) == [False, False, False, True]
