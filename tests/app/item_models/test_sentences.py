"""Tests of the sentence list's model: lazy rows, states, filters, updates."""

import numpy as np
import pytest
from PySide6.QtCore import Qt

from app.domain.documents import Document
from app.domain.tokens import Role
from app.edits.documents import remove_document, restore_document
from app.edits.spans import forbid_label, label_span, no_label
from app.item_models.sentences import (
    SentenceFilter,
    SentencesModel,
    SentenceState,
)
from app.session import Session
from tests.memory_projects import WORDS, project_of, set_tags

OTHER = ["Mrs.", "Abernathy", "phoned"]


@pytest.fixture
def session(qapp):
    project = project_of([WORDS, OTHER, WORDS, OTHER])
    project.documents[2] = Document(2, "letters.txt", 1)
    project.corpus.documents[2:] = 2
    return Session(project)


@pytest.fixture
def model(session):
    return SentencesModel(session)


def shown(model):
    return [model.sentence_index(row) for row in range(model.rowCount())]


def state_of(model, row):
    return model.row(row).state


def test_it_is_a_sound_model(model, qtmodeltester):
    qtmodeltester.check(model)


def test_a_row_says_number_place_and_text(model):
    index = model.index(1)
    assert index.data() == "Mrs. Abernathy phoned"
    assert model.row(1).number == 2
    assert model.sentence_index(1) == 1
    assert state_of(model, 1) is SentenceState.TODO


def test_a_control_sentence_is_named_as_one(session, model):
    assert model.row(1).is_control is False
    assert model.index(1).data(Qt.ItemDataRole.ToolTipRole) is None
    session.corpus.roles[1] = Role.CONTROL
    assert model.row(1).is_control is True
    assert "without suggestions" in model.index(1).data(Qt.ItemDataRole.ToolTipRole)
    spoken = model.index(1).data(Qt.ItemDataRole.AccessibleTextRole)
    assert spoken == "2, To do, test sentence, Mrs. Abernathy phoned"


def test_a_line_break_within_a_sentence_does_not_break_its_row(session, model):
    session.corpus.texts[0] = "The patient\nwas given"
    assert model.index(0).data() == "The patient was given"


def test_the_three_states(session, model):
    session.apply(label_span(session.project, 0, 4, 5, 1))
    assert state_of(model, 0) is SentenceState.PARTLY
    session.apply(no_label(session.project, 1, 0, 2))
    assert state_of(model, 1) is SentenceState.DONE
    session.apply(forbid_label(session.project, 3, 0, 0, {1}))
    assert state_of(model, 3) is SentenceState.PARTLY


def test_a_screen_reader_hears_the_state(session, model):
    from PySide6.QtCore import Qt

    session.apply(no_label(session.project, 1, 0, 2))
    spoken = model.index(1).data(Qt.ItemDataRole.AccessibleTextRole)
    assert spoken == "2, Done, Mrs. Abernathy phoned"


def test_an_edit_redraws_its_own_row_alone(session, model, qtbot):
    with qtbot.waitSignal(model.dataChanged) as seen, qtbot.assertNotEmitted(model.modelReset):
        session.apply(label_span(session.project, 2, 0, 0, 1))
    first, last, *_ = seen.args
    assert (first.row(), last.row()) == (2, 2)


def test_proposals_and_models_redraw_nothing(session, model, qtbot):
    from app.domain.changes import Changes

    with qtbot.assertNotEmitted(model.dataChanged), qtbot.assertNotEmitted(model.modelReset):
        session.changed.emit(Changes(proposals=np.array([0]), queue=True))


def test_a_text_lists_the_sentences_in_which_it_was_found(session, model):
    model.set_filter(SentenceFilter(text="mrs"), np.array([1, 3]))
    assert shown(model) == [1, 3]
    model.set_filter(SentenceFilter(text="mrs", document=2))
    assert shown(model) == [3]
    model.set_filter(SentenceFilter(text="mrs", document=2), np.array([1]))
    assert shown(model) == []
    model.set_filter(SentenceFilter())
    assert shown(model) == [0, 1, 2, 3]


def test_a_document_and_a_state_together(session, model):
    session.apply(no_label(session.project, 3, 0, 2))
    model.set_filter(SentenceFilter(document=2, state=SentenceState.TODO))
    assert shown(model) == [2]
    model.set_filter(SentenceFilter(document=2, state=SentenceState.DONE))
    assert shown(model) == [3]
    assert model.row(0).number == 4


def test_states_of_the_filter_are_those_of_the_rows(session, model):
    session.apply(label_span(session.project, 0, 0, 0, 1))
    session.apply(forbid_label(session.project, 2, 1, 1, {1}))
    set_tags(session.project, 1, ["O"] * 3)
    session.state.count_corpus()
    for state in SentenceState:
        model.set_filter(SentenceFilter(state=state))
        assert shown(model) == [p for p in range(4) if model.state_of(p) is state]


def test_a_removed_document_takes_its_sentences_and_its_filter_along(session, model):
    model.set_filter(SentenceFilter(document=2))
    session.apply(remove_document(session.project, 2))
    assert shown(model) == [0, 1]
    assert model.filter.document is None
    session.apply(restore_document(session.project, 2))
    assert shown(model) == [0, 1, 2, 3]


def test_numbers_skip_removed_documents(session, model):
    session.apply(remove_document(session.project, 1))
    assert model.row(0).number == 1
    assert model.row_of(0) is None
    assert model.row_of(2) == 0
    assert model.n_visible == 2


def test_a_hundred_thousand_sentences_cost_what_is_shown(qapp):
    project = project_of([["a", "b"]] * 100_000)
    read = []

    class Texts(list):
        def __getitem__(self, sentence_index):
            read.append(sentence_index)
            return super().__getitem__(sentence_index)

    model = SentencesModel(Session(project))
    project.corpus.texts = Texts(project.corpus.texts)
    assert model.rowCount() == 100_000
    assert not read
    assert model.index(99_999).data() == "a b"
    assert read == [99_999]
