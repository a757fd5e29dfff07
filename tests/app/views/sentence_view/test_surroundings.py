import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PySide6.QtGui import QFont

from app.domain.changes import Changes
from app.domain.documents import Document
from app.domain.tokens import Role
from app.item_models.displayed_sentence import ShownSentence
from app.session import Session
from app.views.sentence_view import layout_cache
from app.views.sentence_view.chips import ChipKind
from app.views.sentence_view.metrics import NEIGHBOUR_SHARE, Metrics
from app.views.sentence_view.surroundings import MAX_LETTERS, MAX_NEIGHBOURS, Placed, Surroundings
from tests.memory_projects import corpus_of, project_of
from tests.sentences_on_screen import ARABIC, CLINICAL, confirm, propose, session_of, suggest

pytestmark = pytest.mark.usefixtures("qapp")
WIDTH = 400.0
FAR = 1e6


def around(session: Session, sentence_index: int, *, document: bool = False) -> Surroundings:
    made = Surroundings(session)
    made.measure(Metrics.of(QFont(), 1.0), Metrics.of(QFont(), NEIGHBOUR_SHARE), WIDTH)
    made.show_document(wanted=document)
    made.go_to(sentence_index)
    return made


def placed(made: Surroundings, height: float = 100.0, seen: float = FAR) -> dict[int, Placed]:
    return {one.sentence_index: one for one in made.around(height, -seen, height + seen)}


def test_they_stand_above_and_below_without_touching():
    found = placed(around(session_of("one", CLINICAL, "x", "two", CLINICAL), 2))
    assert sorted(found) == [0, 1, 3, 4]
    assert found[0].bottom <= found[1].top < found[1].bottom < 0
    assert 100 < found[3].top < found[3].bottom <= found[4].top


def test_only_what_can_be_seen_is_laid_out():
    found = placed(around(session_of(*["word"] * 20), 10), seen=60.0)
    assert sorted(found) == [9, 11]
    assert len(placed(around(session_of(*["word"] * 20), 10))) == 2 * MAX_NEIGHBOURS


def test_neighbours_are_those_of_the_document():
    project = project_of([["one"], ["two"], ["three"]])
    project.documents[2] = Document(2, "other.txt", 1)
    project.corpus.append(corpus_of([["four"]], first_id=4, document=2))
    session = Session(project)
    assert sorted(placed(around(session, 2))) == [0, 1]
    made = around(session, 2, document=True)
    assert made.column.sentence_indices.tolist() == [0, 1, 2]
    assert (made.neighbour(-1), made.neighbour(1)) == (1, -1)


@pytest.mark.parametrize("sentence_index", [0, 2])
def test_of_a_very_long_neighbour_the_near_end_is_shown(sentence_index: int):
    words = " ".join(f"word{number}" for number in range(3000))
    session = session_of(words, "x", words)
    propose(
        session, sentence_index, {0: ("B-DRUG", 0.9), 2998: ("B-DRUG", 0.9), 2999: ("I-DRUG", 0.9)}
    )
    one = placed(around(session, 1))[sentence_index]
    sentence = one.arrangement.sentence
    assert len(sentence.text) <= MAX_LETTERS
    assert one.first == (0 if sentence_index == 2 else 3000 - len(sentence.records))
    for token, record in enumerate(sentence.records):
        assert record.word == f"word{one.first + token}"
        assert sentence.text[record.start : record.end] == record.word
    (chip,) = one.arrangement.chips
    assert chip.chip.first == (0 if sentence_index == 2 else len(sentence.records) - 2)
    geometry = one.arrangement.geometry
    middle = geometry.rect(3).center()
    assert one.token_at(middle.x(), one.top + middle.y()) == one.first + 3


def test_arabic_neighbours_stand_at_the_right():
    one = placed(around(session_of("x", ARABIC), 0))[1]
    assert one.arrangement.geometry.rect(0).right() == pytest.approx(WIDTH, abs=5)


@pytest.mark.parametrize("document", [False, True])
def test_neighbours_show_their_labels_and_suggestions(document: bool):
    session = session_of(*["The patient was given 5 mg of warfarin ."] * 3)
    confirm(session, 0, {7: "B-DRUG"})
    propose(session, 2, {4: ("B-DOSE", 0.9), 5: ("I-DOSE", 0.9)})
    found = placed(around(session, 1, document=document))
    (shown_text,), (proposed,) = (
        found[sentence_index].arrangement.chips for sentence_index in (0, 2)
    )
    assert (shown_text.chip.kind, shown_text.chip.parts[0].text) == (ChipKind.PERSON, "DRUG")
    assert (proposed.chip.kind, proposed.chip.parts[0].text) == (ChipKind.PROPOSAL, "DOSE")
    assert all(len(found[sentence_index].arrangement.captions) == 1 for sentence_index in (0, 2))


@pytest.mark.parametrize("document", [False, True])
def test_a_control_sentence_shows_no_suggestion_beside_another_one_either(document: bool):
    session = session_of("one two", "x", "three four")
    session.corpus.roles[[0, 2]] = Role.CONTROL
    propose(session, 0, {0: ("B-DRUG", 0.9)})
    suggest(session, 2, {0: "B-DRUG"})
    found = placed(around(session, 1, document=document))
    assert all(found[sentence_index].arrangement.chips == () for sentence_index in (0, 2))


def test_what_is_said_of_a_neighbour_later_is_shown_and_moves_no_word():
    session = session_of("one two", "x", "three four")
    made = around(session, 1)
    session.changed.connect(made.follow)
    before = placed(made)
    propose(session, 2, {0: ("B-DRUG", 0.9)})
    after = placed(made)
    assert after[0].arrangement is before[0].arrangement
    assert after[2].arrangement.geometry is before[2].arrangement.geometry
    assert len(after[2].arrangement.chips) == 1
    made.follow(Changes(labels=True))
    assert placed(made)[0].arrangement is not before[0].arrangement


def test_few_are_kept(monkeypatch):
    monkeypatch.setattr(layout_cache, "MAX_CACHED", 5)
    session = session_of(*["word"] * 20)
    made = around(session, 0, document=True)
    for sentence_index in range(20):
        made.whole(sentence_index)
    assert len(made._full._cache) == 5


# ---- the document


TEXTS = st.lists(st.integers(1, 40), min_size=2, max_size=25)


@settings(max_examples=25)
@given(TEXTS, st.data())
def test_what_was_seen_stays_while_guesses_are_replaced(lengths, data):
    session = session_of(*[" ".join(["word"] * n) for n in lengths])
    sentence_index = data.draw(st.integers(0, len(lengths) - 1))
    made = around(session, sentence_index, document=True)
    made.current(ShownSentence(session, sentence_index))
    tall = 300.0
    top = made.settle(made.current_top() - 100, tall)
    column = made.column
    for step in data.draw(st.lists(st.floats(-250, 250), max_size=8)):
        top = min(max(top + step, 0.0), max(0.0, column.height - tall))
        seen = [row for row in column.rows(top, top + tall) if column.is_known(row)]
        before = {row: column.top(row) - top for row in seen}
        top = made.settle(top, tall)
        assert all(column.is_known(row) for row in column.rows(top, top + tall))
        anchor = column.row_of(sentence_index)
        kept = anchor if anchor in before else next(iter(before), None)
        if kept is not None:
            assert column.top(kept) - top == before[kept]


def test_a_document_is_not_laid_out_before_it_is_seen():
    session = session_of(*[CLINICAL] * 500)
    made = around(session, 0, document=True)
    made.settle(0.0, 600.0)
    assert len(made._full._cache) < 20
    guessed = made.column.height
    for row in range(500):
        made.settle(made.column.top(row), 600.0)
    assert 0.5 < guessed / made.column.height < 2


def test_a_removed_sentence_leaves_the_document():
    session = session_of("one", "two", "three")
    made = around(session, 0, document=True)
    assert len(made.column.sentence_indices) == 3
    session.project.documents[2] = Document(2, "other.txt", 1)
    session.corpus.documents[2] = 2
    made.follow(Changes(structure=True))
    assert made.column.sentence_indices.tolist() == [0, 1]
    assert made.current_top() == 0.0


def test_rows_are_whole_pixels_so_that_what_is_painted_can_be_moved():
    session = session_of(CLINICAL, "x", CLINICAL)
    made = around(session, 1, document=True)
    made.settle(0.0, 600.0)
    tops = [made.column.top(row) for row in range(3)]
    assert tops == [np.round(top) for top in tops]
