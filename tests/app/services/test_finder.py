"""Tests of the search on its thread: only the newest query counts."""

import numpy as np
import pytest

from app.domain.search import Act, BulkAction, Order
from app.domain.sentence_flags import SentenceFlags
from app.edits.label_rows import add_label
from app.edits.sentence_flags import flag_sentence
from app.edits.spans import label_span, no_label
from app.services.finder import Finder
from app.services.storage_thread import StorageThread, open_project_file
from app.session import Session
from tests.app.jobs.search.test_find import session_of
from tests.project_files import small_project
from tests.sessions import proposed
from tests.step_names import step_name


@pytest.fixture
def finder(qapp):
    made = Finder(session_of())
    made._query.milliseconds = 5
    yield made
    made.close()


def found(finder, qtbot, act):
    with qtbot.waitSignal(finder.found, timeout=5000) as seen:
        act()
    return seen.args[0]


def test_a_line_is_answered(finder, qtbot):
    assert found(finder, qtbot, lambda: finder.look("aspirin")).sentence_indices.tolist() == [1, 2]
    assert finder.findings is not None
    one = found(finder, qtbot, lambda: finder.look("aspirin", Order.RIGHT))
    assert one.sentence_indices.tolist() == [2, 1]
    assert found(finder, qtbot, lambda: finder.look("")) is None


def test_what_is_wrong_is_told(finder, qtbot):
    with qtbot.waitSignal(finder.failed) as seen:
        finder.look("labl:x")
    assert seen.args[1:] == [0, 5]
    with qtbot.waitSignal(finder.failed) as seen:
        finder.look("/(/")
    assert "regular expression" in seen.args[0]
    assert seen.args[1:] == [-1, -1]
    assert finder.query is None


def test_it_looks_again_when_labels_change_only_if_the_query_asks_for_labels(finder, qtbot):
    session = finder._session
    found(finder, qtbot, lambda: finder.look("aspirin -label:DRUG"))
    edit = label_span(session.project, 1, 2, 2, 1)
    assert found(finder, qtbot, lambda: session.apply(edit)).sentence_indices.tolist() == [2]
    found(finder, qtbot, lambda: finder.look("aspirin"))
    session.apply(label_span(session.project, 2, 1, 1, 1))
    assert not finder._query.timer.isActive()


def test_late_answers_are_dropped(finder, qtbot):
    one = found(finder, qtbot, lambda: finder.look("aspirin"))
    finder.look("")
    finder._query._receive(finder._query._asked, lambda: finder._show(one))
    assert finder.findings is None


def do(finder, qtbot, edit_action):
    with qtbot.waitSignal(finder.bulk_done, timeout=5000) as seen:
        finder.act(edit_action, finder.findings)
    return seen.args


def test_all_hits_are_labelled_in_one_step(finder, qtbot):
    session = finder._session
    found(finder, qtbot, lambda: finder.look("aspirin"))
    # New names are added on the thread, in a copy, and again in the project.
    bulk_done, edit = do(finder, qtbot, BulkAction(Act.LABEL, 1))
    assert step_name(edit) == "2 matches → DRUG"
    assert [session.project.tags_of(1)[2], session.project.tags_of(2)[1]] == ["B-DRUG"] * 2
    assert session.undo() is edit
    assert session.project.tags_of(1)[2] is None
    assert (bulk_done.n_hits, bulk_done.n_decided) == (2, 0)


def test_a_second_deed_with_nothing_to_do_leaves_no_step(finder, qtbot):
    found(finder, qtbot, lambda: finder.look("aspirin"))
    do(finder, qtbot, BulkAction(Act.LABEL, 1))
    assert do(finder, qtbot, BulkAction(Act.LABEL, 1))[1] is None


def test_names_given_meanwhile_do_not_get_mixed_up(finder, qtbot):
    session = finder._session
    found(finder, qtbot, lambda: finder.look("aspirin"))
    with qtbot.waitSignal(finder.bulk_done, timeout=5000) as seen:
        finder.act(BulkAction(Act.LABEL, 1), finder.findings)
        session.apply(label_span(session.project, 1, 0, 0, 2))
    assert seen.args[0].n_changed == 1
    # The sentence that was edited in between is unchanged.
    assert session.project.tags_of(1)[:3] == ["B-DOSE", None, None]
    assert session.project.tags_of(2)[1] == "B-DRUG"


def test_marks_that_go_meanwhile_do_not_come_back(finder, qtbot):
    session = finder._session
    session.apply(flag_sentence(session.project, 1))
    found(finder, qtbot, lambda: finder.look("aspirin"))
    with qtbot.waitSignal(finder.bulk_done, timeout=5000):
        finder.act(BulkAction(Act.SKIP), finder.findings)
        session.apply(flag_sentence(session.project, 1))
    assert session.project.flags_of(1) == SentenceFlags.NONE
    assert session.project.flags_of(2) == SentenceFlags.SKIPPED


def test_if_labels_change_meanwhile_nothing_is_done(finder, qtbot):
    session = finder._session
    found(finder, qtbot, lambda: finder.look("aspirin"))
    with qtbot.waitSignal(finder.failed, timeout=5000) as seen:
        finder.act(BulkAction(Act.LABEL, 1), finder.findings)
        session.apply(add_label(session.project, "NEW"))
    assert "Try again" in seen.args[0]


def test_what_was_said_a_moment_ago_is_no_hit_any_more(finder, qtbot):
    session = finder._session
    found(finder, qtbot, lambda: finder.look("aspirin label:none"))
    session.apply(label_span(session.project, 1, 2, 2, 1))
    assert do(finder, qtbot, BulkAction(Act.CLEAR))[1] is None
    assert session.project.tags_of(1)[2] == "B-DRUG"


def test_a_project_that_cannot_be_written_refuses(finder, qtbot):
    session = finder._session
    found(finder, qtbot, lambda: finder.look("aspirin"))
    session.saving.read_only = True
    with qtbot.waitSignal(session.refused):
        finder.act(BulkAction(Act.FLAG), finder.findings)


@pytest.fixture
def stored(qtbot, tmp_path):
    """Return a finder over a project file that Ann has edited, and Ben edits now."""
    path = tmp_path / "p.tagwright"
    small_project(path)
    storage = StorageThread(open_project_file(path))
    storage.wait_until_open()
    session = Session(storage.call(lambda file: file.load()), annotator="Ben", next_edit=9)
    storage.attach(session)
    made = Finder(session, storage)
    yield made
    made.close()
    storage.close()


def test_who_said_it_is_read_from_the_file_and_followed(stored, qtbot):
    session = stored._session
    by_ann = int((session.corpus.states > 0).sum())
    stored.look("by:Ann")
    qtbot.waitUntil(lambda: stored.findings is not None and len(stored.findings) == by_ann)
    session.apply(no_label(session.project, 0, 0, 0))
    found(stored, qtbot, lambda: stored.look("by:Ben from:typed"))
    assert stored.findings.sentence_indices.tolist() == [0]
    found(stored, qtbot, lambda: stored.look("from:import"))
    assert len(stored.findings) == by_ann - 1


def test_only_suggestions_that_were_seen_are_accepted(finder, qtbot):
    session = finder._session
    n = session.corpus.lengths(np.array([1, 2])).tolist()

    def suggest(sentence_index, tag):
        session.propose(proposed(session, [sentence_index], [tag] * n[sentence_index - 1]))

    for sentence_index in (1, 2):
        suggest(sentence_index, "B-DRUG")
    chosen = found(finder, qtbot, lambda: finder.look("aspirin"))
    assert chosen.sentence_indices.tolist() == [1, 2]
    suggest(2, "B-DOSE")  # a newer model, just before the user accepts the list
    with qtbot.waitSignal(finder.bulk_done, timeout=5000) as seen:
        finder.act(BulkAction(Act.ACCEPT), chosen)
    bulk_done, edit = seen.args
    assert [change.sentence for change in edit.tokens] == [int(session.corpus.ids[1])]
    assert bulk_done.n_changed == 1
    finder.note_seen()  # the menu was opened again, on the new list
    with qtbot.waitSignal(finder.bulk_done, timeout=5000) as seen:
        finder.act(BulkAction(Act.ACCEPT), chosen.rows(np.array([1])))
    assert [change.sentence for change in seen.args[1].tokens] == [int(session.corpus.ids[2])]
