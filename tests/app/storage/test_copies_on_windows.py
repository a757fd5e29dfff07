"""Copying an open project as on Windows, where no other handle reads what SQLite has locked."""

from __future__ import annotations

import pytest

from app.storage import files, opening
from app.storage.opening import FrozenFile

LOCKED = range(300, 310)
CONTENT = bytes(number % 251 for number in range(1_000))
COPIED = CONTENT[:300] + bytes(10) + CONTENT[310:]
"""What SQLite has locked holds nothing; here it does, to show that it is not read."""


@pytest.fixture(autouse=True)
def windows(monkeypatch):
    """Refuse, like Windows, to read any of the locked bytes; here they are near the beginning."""
    read_at = files.read_at

    def refusing(descriptor, offset, length):
        assert length > 0
        if max(offset, LOCKED.start) < min(offset + length, LOCKED.stop):
            raise PermissionError(13, "Permission denied")
        return read_at(descriptor, offset, length)

    monkeypatch.setattr(files, "read_at", refusing)
    monkeypatch.setattr(opening, "LOCKED", LOCKED)


@pytest.mark.parametrize("at_once", [1, 7, 128, 300, 10_000])
@pytest.mark.parametrize("size", [0, 299, 300, 305, 310, 311, 1_000])
def test_the_copy_is_whole(tmp_path, monkeypatch, size, at_once):
    monkeypatch.setattr(opening, "COPIED_AT_ONCE", at_once)
    source, part = tmp_path / "notes.tagwright", tmp_path / "part"
    source.write_bytes(CONTENT[:size])
    seen = [(0, size)]
    frozen = FrozenFile(source, None)
    frozen.copy_to(part, lambda *progress: bool(seen.append(progress)))
    assert part.read_bytes() == COPIED[:size]
    assert seen[-1] == (size, size)
    assert frozen.n_bytes() == size
