"""Tests that file and log of different times are never mixed without a question."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from itertools import product
from random import Random

import pytest

from app.domain.sentences import Additions
from app.storage import transaction_numbers
from app.storage.errors import DamagedError, LogUnusableError
from app.storage.files import logs_of
from app.storage.project_file import ProjectFile
from tests.kill_points import killed_after
from tests.project_files import record_redo, record_undo, retag, small_project
from tests.soak.state import digest

N_SENTENCES = 60
WORDS = " a sentence has so many words that its row fills a good part of a page" * 4


@pytest.fixture
def path(tmp_path):
    path = tmp_path / "names.tagwright"
    small_project(
        path,
        [
            [(word, "O") for word in f"number {number}{WORDS}".split()]
            for number in range(N_SENTENCES)
        ],
    )
    return path


def label(file, sentence):
    """Label a token of a sentence, and return the step."""
    project = file.load()
    number = file.history.last_edit_id() + 1
    edit = retag(project, sentence, 3, ("B-PER", "B-LOC", "O")[number % 3], number)
    file.write_edit(edit, Additions.unwritten(project))
    return edit


def copy_pair(path, folder):
    folder.mkdir(parents=True)
    for one in (path, logs_of(path)[0]):
        shutil.copyfile(one, folder / one.name)
    return folder / path.name


def copy_alone(path, folder):
    return shutil.copyfile(path, folder / f"{path.parent.name}.tagwright")


def digest_of(path, **choices):
    with ProjectFile.open(path, **choices) as file:
        return digest(file.check()), file.history.last_edit_id()


def steps(random, file):
    """Yield after each of some steps, among them checkpoints; the first are written at least."""
    last = label(file, 0)
    for number in range(7):
        match random.choice("lllucC" if number else "c"):
            case "l":
                last = label(file, random.randrange(N_SENTENCES))
            case "u":
                record_undo(file, last)
                record_redo(file, last)
            case "c":
                file.database.checkpoint_log()
                last = label(file, random.randrange(N_SENTENCES))
            case "C":  # the log is not cut, as after a checkpoint that SQLite begins
                file.database.connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchall()
        yield


def moments(path, tmp_path, seed):
    """Return copies of file and log after each of some steps, and the states that they have."""
    pairs = []
    with ProjectFile.open(path) as file:
        for number, _ in enumerate(steps(Random(seed), file)):
            pairs.append(copy_pair(path, tmp_path / "pairs" / str(number)))
    return pairs, [
        digest_of(copy_pair(one, tmp_path / "together" / one.parent.name)) for one in pairs
    ]


@pytest.mark.parametrize("seed", range(3))
def test_file_and_log_of_different_times_give_a_true_state_or_a_question(path, tmp_path, seed):
    pairs, together = moments(path, tmp_path, seed)
    alone = [digest_of(copy_alone(one, tmp_path), without_log=True) for one in pairs]
    n_questions = 0
    for at_file, at_log in product(range(len(pairs)), repeat=2):
        mixed = copy_pair(pairs[at_file], tmp_path / "mixed" / f"{at_file}-{at_log}")
        shutil.copyfile(logs_of(pairs[at_log])[0], logs_of(mixed)[0])
        try:
            found = digest_of(mixed)
        except LogUnusableError:
            assert at_file != at_log
            n_questions += 1
            assert digest_of(mixed, without_log=True) == alone[at_file]
        else:
            assert found in (together[at_file], together[at_log])
    assert n_questions


PAGE = 4096


def torn_files(earlier, later):
    """Yield what a program may copy while a file is changed: at first old pages, then new ones."""
    old, new = earlier.read_bytes(), later.read_bytes()
    starts = range(0, max(len(old), len(new)), PAGE)
    changed = [at for at in starts if old[at : at + PAGE] != new[at : at + PAGE]]
    for at in changed[1:]:
        yield old[:at] + new[at:]


@pytest.mark.parametrize("seed", [1, 3])
def test_a_file_copied_during_a_checkpoint_opens_with_no_earlier_log(path, tmp_path, seed):
    pairs, together = moments(path, tmp_path, seed)
    n_refused = 0
    for later, pair in enumerate(pairs[1:], 1):
        for number, torn in enumerate(torn_files(pairs[later - 1], pair)):
            for at_log in range(later):
                mixed = copy_pair(pair, tmp_path / "mixed" / f"{later}-{number}-{at_log}")
                mixed.write_bytes(torn)
                shutil.copyfile(logs_of(pairs[at_log])[0], logs_of(mixed)[0])
                try:
                    found = digest_of(mixed)
                except (LogUnusableError, DamagedError):
                    n_refused += 1
                else:
                    assert found in together
    assert n_refused


def test_a_log_of_a_later_state_says_what_to_do(path, tmp_path):
    with ProjectFile.open(path) as file:
        label(file, 0)
        file.database.checkpoint_log()
        copy = copy_pair(path, tmp_path / "copy")
        label(file, 1)
        file.database.checkpoint_log()
        label(file, N_SENTENCES - 1)
        shutil.copyfile(logs_of(path)[0], logs_of(copy)[0])
    with pytest.raises(LogUnusableError, match="-wal belongs to a later state of it"):
        ProjectFile.open(copy)
    with ProjectFile.open(copy, without_log=True) as file:
        assert file.history.last_edit_id() == 2
        assert file.log_set_aside.path.name == "names.tagwright-wal.old"


def test_a_project_of_before_gets_a_number_with_its_next_step(path):
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("DELETE FROM settings WHERE key = 'transaction'")
        assert transaction_numbers.of(connection) is None
    with ProjectFile.open(path) as file:
        label(file, 0)
        first = transaction_numbers.of(file.database.connection)
        label(file, 1)
        second = transaction_numbers.of(file.database.connection)
    assert second == (first.series, first.number + 1)


@pytest.mark.parametrize("value", ["null", '"x"', '"' + "0" * 32 + "-" + "9" * 16 + '"'])
def test_an_unusable_number_is_replaced(path, value):
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE settings SET value = ? WHERE key = 'transaction'", (value,))
    for _ in range(2):
        with ProjectFile.open(path) as file:
            label(file, 0)
    with closing(sqlite3.connect(path)) as connection:
        assert 0 < transaction_numbers.of(connection).number < 100


def test_a_transaction_that_fails_leaves_the_number(path):
    with ProjectFile.open(path) as file:
        label(file, 0)
        before = transaction_numbers.of(file.database.connection)
        with pytest.raises(ZeroDivisionError), file.database.transaction():
            raise ZeroDivisionError
        assert transaction_numbers.of(file.database.connection) == before


def test_a_first_sector_of_an_earlier_log_hides_no_transaction(path):
    """It names other salts, so that SQLite reads none of the frames that follow."""
    log = logs_of(path)[0]
    earlier = path.with_name("earlier")

    def label_beyond(file):
        label(file, 0)
        shutil.copyfile(log, earlier)
        file.database.connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchall()
        label(file, 1)
        label(file, 2)

    killed_after(path, label_beyond)
    content = log.read_bytes()
    log.write_bytes(earlier.read_bytes()[:512] + content[512:])
    with pytest.raises(LogUnusableError, match="is damaged at byte 32"):
        ProjectFile.open(path)
    with ProjectFile.open(path, without_log=True) as file:
        assert file.history.last_edit_id() == 2
        assert file.log_set_aside.is_damaged


def test_a_lost_header_of_a_commit_hides_no_transaction(path):
    """Nothing after it is added to a commit, so that the checksums show nothing."""
    killed_after(path, lambda file: [label(file, number) for number in (0, 1, 2)])
    log = logs_of(path)[0]
    content = bytearray(log.read_bytes())
    page_size = int.from_bytes(content[8:12], "big")
    starts = range(32, len(content), 24 + page_size)
    commits = [at for at in starts if any(content[at + 4 : at + 8])]
    assert len(commits) == 3
    for at in commits[:2]:
        damaged = content.copy()
        damaged[at : at + 24] = bytes(24)
        log.write_bytes(damaged)
        with pytest.raises(LogUnusableError, match="is damaged at byte"):
            ProjectFile.open(path)


def test_a_log_that_is_none_has_no_first_number(tmp_path):
    log = tmp_path / "log"
    log.write_bytes(b"")
    assert transaction_numbers.first_in_log(log, "0" * 32) is None
    log.write_bytes(b"x" * 5000)
    assert transaction_numbers.first_in_log(log, "0" * 32) is None
