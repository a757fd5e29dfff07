"""The queue as a model: order, excerpt, and how one finished sentence leaves it."""

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import Qt

from app.domain.changes import Changes
from app.domain.marks import Mark
from app.domain.tokens import Role
from app.edits.accept import accept_sentence
from app.edits.marks import put_off_sentence, skip_sentence
from app.edits.spans import label_span
from app.item_models.queue import QueueModel, QueueRole, percent
from app.session import Session
from tests.memory_projects import WORDS, project_of
from tests.window_parts import propose

TAGS = ["O"] * 4 + ["B-DOSE", "I-DOSE", "O", "B-DRUG", "O"]


def probabilities(least_token, least):
    values = [0.99] * len(WORDS)
    values[least_token] = least
    return values


@pytest.fixture
def session(qapp):
    session = Session(project_of([WORDS] * 4))
    for place, (token, least) in enumerate([(7, 0.9), (5, 0.4), (7, 0.55), (0, 0.7)]):
        propose(session, place, TAGS, probabilities(token, least))
    session.set_queue(np.array([1, 2, 3, 0]))
    return session


@pytest.fixture
def model(session):
    return QueueModel(session)


def places(model):
    return [model.place(row) for row in range(model.rowCount())]


def test_it_is_a_sound_model(model, qtmodeltester):
    qtmodeltester.check(model)


def test_it_lists_the_session_s_queue(session, model):
    assert places(model) == [1, 2, 3, 0]
    session.set_queue(np.array([0, 1, 2, 3]))
    assert places(model) == [0, 1, 2, 3]
    assert model.row_of(2) == 2
    assert model.row_of(99) is None


def test_the_excerpt_stands_around_the_least_sure_token(model):
    doubt = model.index(0).data(QueueRole.DOUBT)
    assert (doubt.before, doubt.token, doubt.behind) == ("was given 5 ", "mg", " of warfarin .")
    assert doubt.probability == pytest.approx(0.4)
    assert doubt.n_uncertain == 1
    assert model.least_sure(1) == 5


def test_at_the_head_of_a_sentence_nothing_stands_before(model):
    doubt = model.doubt(3)
    assert (doubt.before, doubt.token) == ("", "The")


def test_what_a_person_said_is_not_in_doubt(session, model):
    session.apply(label_span(session.project, 1, 5, 5, 2))
    assert model.least_sure(1) != 5


def test_the_summary_counts_tokens_below_the_threshold(session, model):
    assert model.summary(model.doubt(1)) == "1 token under 60 %: mg"
    assert model.summary(model.doubt(0)) == "all tokens ≥ 60 %"
    values = probabilities(5, 0.4)
    values[7] = 0.5
    propose(session, 1, TAGS, values)
    assert model.summary(model.doubt(1)) == "2 tokens under 60 %: mg, warfarin"


def test_without_proposals_the_beginning_is_shown(qapp):
    session = Session(project_of([WORDS]))
    session.set_queue(np.array([0]))
    model = QueueModel(session)
    doubt = model.index(0).data(QueueRole.DOUBT)
    assert (doubt.token, doubt.probability) == ("The", None)
    assert model.summary(doubt) == "no proposals yet"


def test_the_control_sample_is_shown_without_help(session, model):
    session.corpus.roles[1] = Role.CONTROL
    assert model.doubt(1).probability is None
    assert model.summary(model.doubt(1)) == "test sentence"


def test_a_finished_sentence_leaves_without_disturbing_the_others(session, model, qtbot):
    edit = accept_sentence(session.project, session.proposals, 2)
    with qtbot.waitSignal(model.rowsRemoved) as seen, qtbot.assertNotEmitted(model.modelReset):
        session.apply(edit)
    assert seen.args[1:] == [1, 1]
    assert places(model) == [1, 3, 0]
    session.undo()
    assert sorted(places(model)) == [0, 1, 2, 3]


def test_the_same_order_again_disturbs_nothing(session, model, qtbot):
    with qtbot.assertNotEmitted(model.modelReset), qtbot.assertNotEmitted(model.rowsRemoved):
        session.set_queue(np.array([1, 2, 3, 0]))


def test_labels_and_models_alone_redraw_nothing(session, model, qtbot):
    with qtbot.assertNotEmitted(model.dataChanged), qtbot.assertNotEmitted(model.modelReset):
        session.changed.emit(Changes(labels=True, model=True, history=True))


def test_a_screen_reader_hears_the_doubt(model):
    spoken = model.index(0).data(Qt.ItemDataRole.AccessibleTextRole)
    assert spoken == "was given 5 mg of warfarin ., mg 40 %, 1 token under 60 %: mg"


def test_what_gazetteers_propose_has_no_percentage(session, model):
    session.proposals.models[:] = -1
    doubt = model.doubt(model.place(0))
    assert doubt.probability is None
    assert model.summary(doubt).endswith("from gazetteers")
    assert model.summary(replace(doubt, n_uncertain=1)) == "1 token from a gazetteer"


@pytest.mark.parametrize(
    ("probability", "text"), [(0.584, "58 %"), (0.999, "99 %"), (1.0, "100 %"), (0.0, "0 %")]
)
def test_only_certainty_is_a_hundred_per_cent(probability, text):
    assert percent(probability) == text


def test_only_some_words_are_named_and_the_least_sure_first(session, model):
    propose(session, 1, TAGS, [0.5, 0.41, 0.42, 0.43, 0.44, 0.45, 0.9, 0.4, 0.9])
    assert model.summary(model.doubt(1)) == (
        "7 tokens under 60 %: warfarin, patient, was, given, 5, …"
    )


def test_what_chance_has_brought_says_so(session, model):
    session.set_queue(np.array([1, 2, 3, 0]), np.array([1]))
    assert model.summary(model.doubt(1)) == "by chance · 1 token under 60 %: mg"
    assert not model.doubt(2).drawn


def test_a_skipped_sentence_leaves_and_one_put_off_goes_to_the_end(session, model):
    session.apply(skip_sentence(session.project, 2))
    session.apply(put_off_sentence(session.project, 1))
    assert places(model) == [3, 0, 1]
    assert model.doubt(1).mark is Mark.LATER
    session.undo()
    session.undo()
    assert sorted(places(model)) == [0, 1, 2, 3]
