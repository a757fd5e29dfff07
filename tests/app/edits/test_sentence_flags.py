"""Tests of notes and flags of sentences, and of storing them."""

import pytest

from app.domain.edits import Edit
from app.domain.sentence_flags import SentenceFlags
from app.edits.sentence_flags import (
    answered,
    ask_again,
    flag_sentence,
    put_off_sentence,
    skip_sentence,
)
from app.session import Session
from app.storage.project_file import ProjectFile
from tests.memory_projects import project_of
from tests.project_files import record_undo, small_project
from tests.step_names import step_name


@pytest.fixture
def session(qapp):
    return Session(project_of())


def test_skipped_and_later_exclude_each_other_and_a_flag_stands_beside_them(session):
    project = session.project
    session.apply(flag_sentence(project, 1))
    session.apply(put_off_sentence(project, 1))
    assert project.flags_of(1) == SentenceFlags.FLAGGED | SentenceFlags.LATER
    session.apply(skip_sentence(project, 1))
    assert project.flags_of(1) == SentenceFlags.FLAGGED | SentenceFlags.SKIPPED
    assert skip_sentence(project, 1).empty
    session.apply(ask_again(project, 1))
    assert project.flags_of(1) == SentenceFlags.FLAGGED
    session.apply(flag_sentence(project, 1))
    assert project.flags == {}
    assert project.with_flags(SentenceFlags.FLAGGED).tolist() == [False] * 3
    for _ in range(5):
        session.undo()
    assert project.flags == {}


def test_an_answer_takes_away_that_it_was_put_off(session):
    project = session.project
    assert answered(project, 0) == ()
    session.apply(skip_sentence(project, 0))
    session.apply(flag_sentence(project, 0))
    assert [change.after for change in answered(project, 0)] == [SentenceFlags.FLAGGED]


def test_places_are_found_by_ids(session):
    session.corpus.ids[:] = [4, 7, 9]
    session.apply(skip_sentence(session.project, 2))
    assert session.project.flags == {9: SentenceFlags.SKIPPED}
    session.project.flags[99] = SentenceFlags.SKIPPED
    assert session.project.with_flags(SentenceFlags.SKIPPED).tolist() == [False, False, True]


def test_what_changed_is_told_and_asks_for_no_decoding(session):
    received = []
    session.changed.connect(received.append)
    session.apply(flag_sentence(session.project, 1))
    assert received[-1].flags.tolist() == [1]
    assert not len(received[-1].sentences)


def test_marks_are_kept_in_the_file_and_undone_there(tmp_path):
    path = tmp_path / "p.tagwright"
    small_project(path)
    with ProjectFile.open(path) as file:
        project = file.load()
        first = flag_sentence(project, 1)
        file.write_edit(_numbered(first, file.history.last_edit_id() + 1))
    with ProjectFile.open(path) as file:
        project = file.load()
        assert project.flags_of(1) == SentenceFlags.FLAGGED
        (edit, undone), *_ = file.history.recent_edits()
        assert (edit.flags, undone) == (first.flags, False)
        record_undo(file, edit)
    with ProjectFile.open(path) as file:
        assert file.load().flags == {}


def _numbered(edit: Edit, number: int) -> Edit:
    return Edit(edit.kind, step_name(edit), flags=edit.flags, id=number)
