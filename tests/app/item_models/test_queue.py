"""Tests of the queue's model: order, excerpts, and removing a finished sentence."""

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import Qt

from app.domain.changes import Changes
from app.domain.gazetteers import Gazetteer
from app.domain.query_choices import FIXED_ORDERS, QUERY_STRATEGIES
from app.domain.queue_filter import FilteredQueue, FoundSentences, QueueFilter, QueueKind
from app.domain.queue_numbers import Measure, QueueNumbers
from app.domain.sentence_flags import SentenceFlags
from app.domain.tokens import Role, TokenState
from app.edits.accept import accept_sentence
from app.edits.gazetteers import add_gazetteer
from app.edits.sentence_flags import put_off_sentence, skip_sentence
from app.edits.spans import label_span, no_label
from app.item_models.queue import Chip, QueueModel, QueueRole
from app.item_models.queue_words import in_words, percent, precise_percent
from app.session import Session
from app.views.workspace import Workspace
from tests.memory_projects import WORDS, project_of
from tests.window_parts import propose

TAGS = ["O"] * 4 + ["B-DOSE", "I-DOSE", "O", "B-DRUG", "O"]


def probabilities(least_token, least):
    values = [0.99] * len(WORDS)
    values[least_token] = least
    return values


def probabilities_of(n, least):
    return [least.get(token, 0.99) for token in range(n)]


@pytest.fixture
def session(qapp):
    session = Session(project_of([WORDS] * 4))
    for sentence_index, (token, least) in enumerate([(7, 0.9), (5, 0.4), (7, 0.55), (0, 0.7)]):
        propose(session, sentence_index, TAGS, probabilities(token, least))
    session.set_queue(np.array([1, 2, 3, 0]))
    return session


@pytest.fixture
def model(session):
    return QueueModel(session)


def sentence_indices(model):
    return [model.sentence_index(row) for row in range(model.rowCount())]


def test_it_is_a_sound_model(model, qtmodeltester):
    qtmodeltester.check(model)


def test_it_lists_the_session_s_queue(session, model):
    assert sentence_indices(model) == [1, 2, 3, 0]
    session.set_queue(np.array([0, 1, 2, 3]))
    assert sentence_indices(model) == [0, 1, 2, 3]
    assert model.row_of(2) == 2
    assert model.row_of(99) is None


def marked(uncertainty):
    return [uncertainty.text[one.start : one.end] for one in uncertainty.highlighted]


def test_the_sentence_is_shown_with_its_uncertain_words_and_what_is_suggested(session, model):
    uncertainty = model.index(0).data(QueueRole.UNCERTAINTY)
    assert uncertainty.text == "The patient was given 5 mg of warfarin ."
    assert (uncertainty.token, marked(uncertainty)) == ("mg", ["mg", "5"])
    assert uncertainty.probability == pytest.approx(0.4)
    assert uncertainty.n_uncertain == 1
    assert model.least_confident(1) == 5
    dose = session.project.labels[2]
    assert uncertainty.chips == (Chip(dose.name, dose.colour),)


def test_where_nothing_is_uncertain_the_least_sure_word_is_marked(model):
    uncertainty = model.uncertainty(3)
    assert (uncertainty.token, marked(uncertainty), uncertainty.n_uncertain) == ("The", ["The"], 0)
    assert uncertainty.chips == (Chip("No label"),)
    assert model.summary(uncertainty) == "70% confident"


def test_the_words_that_are_selected_first_are_marked(session, model):
    """Also those beside the least confident one that may be wrong."""
    propose(session, 1, ["O"] * 9, [0.99] * 4 + [0.85, 0.7] + [0.99] * 3)
    workspace = Workspace(session)
    workspace.caret.go_to(0)
    workspace.uncertainty.go_to_uncertain(1)
    words = session.corpus.words_of(1)[workspace.caret.first : workspace.caret.last + 1]
    uncertainty = model.uncertainty(1)
    assert words == ["5", "mg"]
    assert sorted(marked(uncertainty)) == words
    assert (uncertainty.token, uncertainty.n_uncertain) == ("mg", 0)


def test_a_label_is_suggested_once_however_many_words_are_uncertain(session, model):
    propose(session, 1, TAGS, [0.99] * 4 + [0.3, 0.4, 0.99, 0.5, 0.99])
    uncertainty = model.uncertainty(1)
    assert marked(uncertainty) == ["5", "mg", "warfarin"]
    assert [chip.name for chip in uncertainty.chips] == ["DOSE", "DRUG"]


def test_an_excerpt_does_not_begin_with_a_comma(qapp):
    words = [f"w{number}" for number in range(100)]
    words[55] = words[54] = ","
    session = Session(project_of([words]))
    propose(session, 0, ["O"] * 100, probabilities_of(100, {60: 0.3}))
    session.set_queue(np.array([0]))
    assert QueueModel(session).uncertainty(0).text.startswith("… w53 , , w56")


def test_a_long_sentence_is_shown_around_its_least_sure_word(qapp):
    words = [f"w{number}" for number in range(100)]
    session = Session(project_of([words]))
    propose(session, 0, ["O"] * 100, probabilities_of(100, {60: 0.3, 2: 0.5}))
    session.set_queue(np.array([0]))
    uncertainty = QueueModel(session).uncertainty(0)
    assert uncertainty.text.startswith("… w55 w56")
    assert marked(uncertainty) == ["w60"]
    assert uncertainty.words == ("w60", "w2")
    assert len(uncertainty.text.split()) <= 42


def test_the_number_is_the_one_by_which_the_queue_is_in_order(session, model):
    order = np.array([1, 2, 3, 0])
    numbers = QueueNumbers.of(
        Measure("expected_corrections"), order, np.array([2.4, 1, 0.5, np.nan])
    )
    session.set_queue(order, numbers=numbers)
    shown = [model.index(row).data(QueueRole.UNCERTAINTY).number for row in range(4)]
    assert shown == [
        "2.4 corrections expected",
        "1.0 corrections expected",
        "0.5 corrections expected",
        "",
    ]
    propose(session, 1, TAGS, [0.99] * len(WORDS))
    assert model.uncertainty(1).number == shown[0], "until the next order the list reads as sorted"
    spoken = model.index(0).data(Qt.ItemDataRole.AccessibleTextRole)
    assert spoken.endswith("2.4 corrections expected")


def test_a_sentence_that_comes_back_has_no_number_before_the_next_order(session, model):
    order = np.array([1, 2, 3, 0])
    numbers = QueueNumbers.of(Measure("margin"), order, np.array([0.9, 0.5, 0.4, 0.3]))
    session.set_queue(order, numbers=numbers)
    session.apply(accept_sentence(session.project, session.proposals, 2))
    session.undo()
    assert sentence_indices(model)[0] == 2
    assert model.uncertainty(2).number == ""
    assert model.uncertainty(1).number == "2nd answer 90% as likely"


@pytest.mark.parametrize(
    ("measure", "value", "shown_text"),
    [
        (Measure("expected_corrections"), 12.3, "12.3 corrections expected"),
        (Measure("expected_corrections", per_second=True), 0.305, "18.3 corrections/min"),
        (Measure("expected_corrections", per_second=True), 3.0, "180 corrections/min"),
        (Measure("expected_corrections"), 0.031, "0.03 corrections expected"),
        (Measure("expected_corrections", per_second=True), 0.1, "6.0 corrections/min"),
        (Measure("min_marginal"), 0.42, "58% lowest confidence"),
        (Measure("min_marginal", per_second=True), 0.02, "1.2 uncertain/min"),
        (Measure("missed_span"), 0.8, "0.8 spans overlooked"),
        (Measure("inconsistent_names"), 3.0, "3 labelled otherwise"),
        (Measure("inconsistent_names", per_second=True), 0.1, "6.0 labelled otherwise/min"),
        (Measure("least_confidence"), 8.0, "under 1% for the sentence"),
        (Measure("normalised_least_confidence"), 0.1, "90% per token"),
        (Measure("margin"), 0.84, "2nd answer 84% as likely"),
        (Measure("token_entropy"), 0.6931, "1.0 bits open"),
        (Measure("sequence_entropy", per_second=True), 0.6931, "60.0 bits/min"),
        (Measure("information_density"), 0.25, "0.2 open and typical"),
        (Measure("expected_gradient_length"), 1.5, "1.5 change expected"),
    ],
)
def test_a_number_says_what_it_counts(qapp, measure, value, shown_text):
    assert in_words(measure, value) == shown_text


def test_every_strategy_that_asks_a_model_has_words_for_its_number(qapp):
    for choice in QUERY_STRATEGIES:
        if choice.why_not or choice.name in FIXED_ORDERS:
            continue
        assert "worth" not in in_words(Measure(choice.name), 0.5), choice.name
        assert "/min" in in_words(Measure(choice.name, per_second=True), 0.5)


def test_what_a_person_said_is_not_in_doubt(session, model):
    session.apply(label_span(session.project, 1, 5, 5, 2))
    assert model.least_confident(1) != 5


def test_the_summary_counts_tokens_below_the_threshold(session, model):
    assert model.summary(model.uncertainty(1)) == "1 uncertain"
    assert model.explained(model.uncertainty(1)) == "1 token under 60%: mg"
    assert model.explained(model.uncertainty(0)) == "all tokens at 60% or above"
    values = probabilities(5, 0.4)
    values[7] = 0.5
    propose(session, 1, TAGS, values)
    assert model.explained(model.uncertainty(1)) == "2 tokens under 60%: mg, warfarin"


def test_without_proposals_the_beginning_is_shown(qapp):
    session = Session(project_of([WORDS]))
    session.set_queue(np.array([0]))
    model = QueueModel(session)
    uncertainty = model.index(0).data(QueueRole.UNCERTAINTY)
    assert (uncertainty.token, uncertainty.probability) == ("The", None)
    assert model.summary(uncertainty) == "no suggestions yet"
    session.suggestions.newest_model = 1
    assert model.summary(uncertainty) == "suggestions are being computed"


def test_the_control_sample_is_shown_without_help(session, model):
    session.corpus.roles[1] = Role.CONTROL
    assert model.uncertainty(1).probability is None
    assert model.summary(model.uncertainty(1)) == "test sentence"
    session.apply(no_label(session.project, 1, 0, len(session.corpus.words_of(1)) - 1))
    assert model.summary(model.uncertainty(1)) == "test sentence · done"


def test_a_finished_sentence_leaves_without_disturbing_the_others(session, model, qtbot):
    edit = accept_sentence(session.project, session.proposals, 2)
    with qtbot.waitSignal(model.rowsRemoved) as seen, qtbot.assertNotEmitted(model.modelReset):
        session.apply(edit)
    assert seen.args[1:] == [1, 1]
    assert sentence_indices(model) == [1, 3, 0]
    session.undo()
    assert sorted(sentence_indices(model)) == [0, 1, 2, 3]


def test_the_same_order_again_disturbs_nothing(session, model, qtbot):
    with qtbot.assertNotEmitted(model.modelReset), qtbot.assertNotEmitted(model.rowsRemoved):
        session.set_queue(np.array([1, 2, 3, 0]))


def test_labels_and_models_alone_redraw_nothing(session, model, qtbot):
    with qtbot.assertNotEmitted(model.dataChanged), qtbot.assertNotEmitted(model.modelReset):
        session.changed.emit(Changes(labels=True, history=True))


def test_a_screen_reader_hears_the_doubt(model):
    spoken = model.index(0).data(Qt.ItemDataRole.AccessibleTextRole)
    assert spoken == (
        "The patient was given 5 mg of warfarin ., mg 40%, suggested DOSE, 1 token under 60%: mg"
    )


def test_what_gazetteers_propose_has_no_percentage(session, model):
    session.proposals.models[:] = -1
    uncertainty = model.uncertainty(model.sentence_index(0))
    assert uncertainty.probability is None
    assert model.summary(uncertainty).endswith("from gazetteers")
    assert model.summary(replace(uncertainty, n_uncertain=1)) == "1 token from a gazetteer"
    whole, short = model.summaries(replace(uncertainty, n_uncertain=3))
    assert (whole, short) == ("3 tokens from gazetteers", "3 tokens")
    assert model.summaries(replace(uncertainty, n_uncertain=1))[1] == "1 token"
    rules = Gazetteer(0, "rules", grammar='DOSE -> "mg"')
    session.apply(add_gazetteer(session.project, rules, {}))
    assert model.summary(uncertainty).endswith("from grammars")
    assert model.summary(replace(uncertainty, n_uncertain=1)) == "1 token from a grammar"


@pytest.mark.parametrize(
    ("probability", "text"), [(0.584, "58%"), (0.999, "99%"), (1.0, "100%"), (0.0, "0%")]
)
def test_only_certainty_is_a_hundred_per_cent(probability, text):
    assert percent(probability) == text


def test_only_some_words_are_named_and_the_least_sure_first(session, model):
    propose(session, 1, TAGS, [0.5, 0.41, 0.42, 0.43, 0.44, 0.45, 0.9, 0.4, 0.9])
    assert model.explained(model.uncertainty(1)) == (
        "7 tokens under 60%: warfarin, patient, was, given, 5, …"
    )


def test_what_chance_has_brought_says_so(session, model):
    session.set_queue(np.array([1, 2, 3, 0]), np.array([1]))
    assert model.summary(model.uncertainty(1)) == "random · 1 uncertain"
    assert not model.uncertainty(2).drawn


def test_a_done_sentence_that_a_filter_lists_says_so(session, model, qtbot):
    order = np.arange(4)
    session.set_queue(order, numbers=QueueNumbers.of(Measure("margin"), order, 1.0 / (1 + order)))
    found = FoundSentences(np.array([1, 2]))
    session.set_filtered(
        FilteredQueue(QueueFilter(QueueKind.FOUND, found=found), found.sentence_indices)
    )
    assert model.uncertainty(1).number
    with qtbot.waitSignal(model.dataChanged):
        session.apply(accept_sentence(session.project, session.proposals, 1))
    assert sentence_indices(model) == [1, 2]
    done = model.uncertainty(1)
    assert (model.summary(done), model.explained(done), done.number) == ("done", "done", "")
    assert not done.chips
    assert model.summary(model.uncertainty(2)) == "1 uncertain"


def test_a_skipped_sentence_leaves_and_one_put_off_goes_to_the_end(session, model):
    session.apply(skip_sentence(session.project, 2))
    session.apply(put_off_sentence(session.project, 1))
    assert sentence_indices(model) == [3, 0, 1]
    assert model.uncertainty(1).flags is SentenceFlags.LATER
    session.undo()
    session.undo()
    assert sorted(sentence_indices(model)) == [0, 1, 2, 3]


@pytest.mark.parametrize(
    ("probability", "text"),
    [(0.596, "59.6%"), (0.59999, "59.9%"), (0.9996, "99.9%"), (1.0, "100%"), (0.9, "90.0%")],
)
def test_found_confidences_are_rounded_down(probability, text):
    assert precise_percent(float(np.float32(probability))) == text


def test_an_imported_suggestion_is_shown_before_that_of_the_model(session, model):
    project = session.project
    at = session.corpus.span(1).start + 5
    project.tag_sets.append((project.tags.index("B-DRUG"),))
    session.corpus.tag_sets[at] = len(project.tag_sets) - 1
    session.corpus.states[at] = TokenState.SUGGESTED
    chips = [chip.name for chip in model.uncertainty(1).chips]
    assert "DRUG" in chips
