"""Tests of the search for the same words: on a thread, only the newest counts."""

import pytest

from app.domain.corrections import Correction, CorrectionKind, Reach
from app.edits.documents import remove_document
from app.edits.spans import label_span
from app.services import occurrences
from app.services.occurrences import OccurrenceFinder
from tests.app.jobs.search.test_occurrences import propose, session_of

DRUG = 1
FIX = Correction(CorrectionKind.LABEL, 0, 0, 0, (DRUG,))


@pytest.fixture
def finder(qapp, monkeypatch):
    monkeypatch.setattr(occurrences, "QUIET_MILLISECONDS", 5)
    monkeypatch.setattr(occurrences, "AGAIN_MILLISECONDS", 5)
    made = OccurrenceFinder(session_of([["a"], ["a", "b"], ["b"], ["a"]]))
    yield made
    made.close()


def correction(finder):
    session = finder._session
    session.apply(label_span(session.project, 0, 0, 0, DRUG))
    finder.search_for(FIX)


def found(finder, qtbot, act=lambda: None):
    with qtbot.waitSignal(finder.found, timeout=5000):
        act()
    return finder.offer


def test_before_the_first_fix_nothing_is_asked(finder, qtbot):
    session = finder._session
    session.apply(label_span(session.project, 0, 0, 0, DRUG))
    qtbot.wait(30)
    assert not finder._query.begun
    assert not finder.dismiss()


def test_after_a_fix_the_other_sentences_are_offered(finder, qtbot):
    offer = found(finder, qtbot, lambda: correction(finder))
    assert offer.sentence_indices.tolist() == [1, 3]
    with qtbot.waitSignal(finder.found) as seen:
        assert finder.dismiss()
    assert seen.args == [None]


def test_when_something_changes_it_looks_again(finder, qtbot):
    found(finder, qtbot, lambda: correction(finder))
    session = finder._session
    offer = found(finder, qtbot, lambda: session.apply(label_span(session.project, 1, 0, 0, DRUG)))
    assert offer.sentence_indices.tolist() == [3]
    # A model that has learned the label leaves something to accept.
    propose(session, 3, ["B-DRUG"])
    session.clear_marks(3)
    offer = found(finder, qtbot, lambda: finder._query.ask_when_quiet(0))
    assert (offer.sentence_indices.tolist(), offer.alike_sentence_indices.tolist()) == ([], [3])
    act = label_span(session.project, 3, 0, 0, DRUG)
    assert found(finder, qtbot, lambda: session.apply(act)) is None


def test_nothing_is_offered_where_the_same_is_suggested_from_the_beginning(finder, qtbot):
    session = finder._session
    propose(session, 1, ["B-DRUG", "O"])
    propose(session, 3, ["B-DRUG"])
    with qtbot.waitSignal(finder.looked, timeout=5000) as seen:
        correction(finder)
    assert seen.args[0].alike_sentence_indices.tolist() == [1, 3]
    assert finder.offer is None


def test_a_fix_that_is_taken_back_is_offered_no_longer(finder, qtbot):
    found(finder, qtbot, lambda: correction(finder))
    assert found(finder, qtbot, finder._session.undo) is None


def test_other_sentences_or_labels_end_the_offer(finder, qtbot):
    found(finder, qtbot, lambda: correction(finder))
    session = finder._session
    assert found(finder, qtbot, lambda: session.apply(remove_document(session.project, 1))) is None


def test_late_answers_are_dropped(finder, qtbot):
    offer = found(finder, qtbot, lambda: correction(finder))
    finder.search_for(Correction(CorrectionKind.LABEL, 0, 0, 0, (DRUG,)))
    assert finder.offer is None
    finder.dismiss()
    finder._query._receive(finder._query._asked, lambda: finder._take(None, offer))
    assert finder.offer is None
    finder.close()
    finder._query.ask()
    finder._session_changed(None)
    assert finder.offer is None


def test_one_may_look_in_another_way_and_is_told_of_nothing_too(finder, qtbot):
    found(finder, qtbot, lambda: correction(finder))
    finder._session.corpus.documents[1:] = 5
    with qtbot.waitSignal(finder.looked, timeout=5000) as seen:
        finder.search_with(FIX, Reach(document=True, any_case=True))
    assert not len(seen.args[0].sentence_indices)
    assert finder.offer is None
    assert seen.args[0].reach == Reach(document=True, any_case=True)
    finder.search_for(FIX)
    assert finder.reach == Reach(any_case=True)
