"""Tests of flipping one bit anywhere in a project: an error message, or no harm."""

from __future__ import annotations

import random
import sqlite3
from contextlib import closing
from copy import copy
from dataclasses import replace

import pytest

from app.storage.errors import DamagedError, ProjectFileError, TooNewError
from app.storage.integrity_check import is_sound
from app.storage.project_file import ProjectFile
from tests.project_files import LABELLED, age, small_project
from tests.soak.state import digest

SENTENCES = LABELLED * 110
NAMES = ("labels", "rules", "gazetteers", "phrases", "documents", "tags")
PAGE = 4096


@pytest.fixture
def path(tmp_path):
    path = tmp_path / "names.tagwright"
    small_project(path, SENTENCES)
    return path


def read(path):
    """Read everything as the check does, and return the project."""
    with ProjectFile.open(path) as file:
        file.check_through()
        return file.load()


def is_not_summed_up(found, right):
    """Whether projects differ only in a setting, a character of a name or a sentence's role.

    Nothing sums these up, and the manual says so.
    """
    one, other = (repr([getattr(project, name) for name in NAMES]) for project in (found, right))
    n_changed = sum(a != b for a, b in zip(one, other, strict=False))
    alike = copy(found)
    for name in ("settings", *NAMES):
        setattr(alike, name, getattr(right, name))
    alike.corpus = replace(found.corpus, roles=right.corpus.roles)
    n_changed += int((found.corpus.roles != right.corpus.roles).sum())
    return len(one) == len(other) and n_changed <= 1 and digest(alike) == digest(right)


def flip_each(path, positions, chance):
    """Flip one bit at each offset; return how often that was found as damage."""
    right = read(path)
    expected, content = digest(right), path.read_bytes()
    n_damaged = 0
    for position in positions:
        damaged = bytearray(content)
        damaged[position] ^= 1 << chance.randrange(8)
        path.write_bytes(damaged)
        try:
            found = read(path)
        except DamagedError:
            n_damaged += 1
        except TooNewError:
            assert 60 <= position < 64
        else:
            harmless = digest(found) == expected or is_not_summed_up(found, right)
            assert harmless, f"the bit at {position} changed the project, and nobody was told"
    return n_damaged


def positions_in(path, chance, each):
    """Return offsets in every page: in its header, its list of cells, and elsewhere."""
    positions = []
    for page in range(path.stat().st_size // PAGE):
        near = [*range(8), *(chance.randrange(8, 60) for _ in range(2))]
        anywhere = [chance.randrange(PAGE) for _ in range(each)]
        positions += [page * PAGE + at for at in (*chance.sample(near, min(each, 10)), *anywhere)]
    return positions


def test_a_flipped_bit_is_called_damage_or_harms_nothing(path):
    chance = random.Random(3)
    positions = [*chance.sample(range(100), 15), *positions_in(path, chance, 1)]
    assert flip_each(path, positions, chance) > len(positions) // 4


@pytest.mark.slow
@pytest.mark.timeout(3600)
def test_ten_thousand_flipped_bits_are_called_damage_or_harm_nothing(path):
    chance = random.Random(4)
    positions = [*range(100), *positions_in(path, chance, 100)]
    assert flip_each(path, positions * 2, chance) > len(positions) // 4


def test_a_sentence_that_does_not_match_its_checksum_leaves_the_file_closed(path):
    """A page that was not read to its end kept SQLite from closing the file."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("UPDATE sentences SET states = zeroblob(4) WHERE id = 250")
    for _ in range(2):
        with (
            pytest.raises(DamagedError, match="sentence 250"),
            ProjectFile.open(path) as file,
        ):
            file.check_through()
        with pytest.raises(DamagedError, match="sentence 250"), ProjectFile.open(path) as file:
            file.load()
    assert [one.name for one in path.parent.iterdir()] == [path.name]


def open_and_fail(path, monkeypatch, error):
    """Open a file that cannot be closed, and meet an error before that."""

    def close(file):
        real(file)
        raise ProjectFileError(path, "closing failed, too")

    real = ProjectFile.close
    with monkeypatch.context() as patch:
        patch.setattr(ProjectFile, "close", close)
        with ProjectFile.open(path):
            if error is not None:
                raise error


def test_the_first_error_is_told_when_closing_fails_as_well(path, monkeypatch):
    with pytest.raises(DamagedError, match="The first"):
        open_and_fail(path, monkeypatch, DamagedError(path, "the first"))
    with pytest.raises(ProjectFileError, match="Closing failed"):
        open_and_fail(path, monkeypatch, None)


def test_soundness_is_looked_at_without_writing(path):
    before = path.read_bytes()
    assert is_sound(path, 60.0)
    assert not is_sound(path, 0.0)
    assert path.read_bytes() == before
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("UPDATE sentences SET states = zeroblob(4) WHERE id = 250")
    assert not is_sound(path, 60.0)
    path.write_bytes(before[:5000])
    assert not is_sound(path, 60.0)
    assert not is_sound(path.with_name("none"), 60.0)
    assert [one.name for one in path.parent.iterdir()] == [path.name]


def test_an_older_project_may_be_sound(path):
    age(path, 1)
    assert is_sound(path, 60.0)
