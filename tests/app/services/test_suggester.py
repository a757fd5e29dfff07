from __future__ import annotations

import threading
from dataclasses import replace

import numpy as np
import pytest

from app.domain.corrections import Correction, CorrectionKind
from app.domain.documents import Document
from app.domain.edits import DocumentChange, Edit
from app.domain.query_choices import INCONSISTENT_NAMES, TOKENS_ALONE, QueryChoice
from app.domain.timings import Timed
from app.domain.tokens import Role
from app.edits.accept import accept_sentence
from app.edits.confirm_queried import answer_sentence
from app.edits.documents import remove_document, restore_document
from app.edits.occurrences import correct_elsewhere
from app.edits.sentence_flags import put_off_sentence, skip_sentence
from app.edits.settings import change_order
from app.edits.spans import label_span
from app.jobs.queue.order import QueueOrder
from app.services.suggester import Suggester
from app.services.threads import UI_PRIORITY
from app.services.trainer import NumberedModel
from app.session import Session
from crfcore.errors import CrfError
from tests.fake_learning import FakeLearning, FakeModel
from tests.memory_projects import corpus_of, project_of


@pytest.fixture
def learning():
    return FakeLearning()


@pytest.fixture
def suggester(qtbot, learning):
    session = Session(project_of([list("abc")] * 40))
    session.project.tag_id("O")
    session.project.tag_id("B-DRUG")
    made = Suggester(session, learning)
    yield made
    if learning.hold_propose is not None:
        learning.hold_propose.set()
    made.close()


def model(number, tag=0):
    return NumberedModel(number, FakeModel("m", tag), "full", 1, 1, 0.0)


def caught_up(qtbot, suggester, act):
    with qtbot.waitSignal(suggester.caught_up, timeout=10_000):
        act()


def test_before_any_model_the_queue_is_in_the_order_of_the_text(suggester) -> None:
    assert suggester.session.queue.sentence_indices.tolist() == list(range(40))


def test_every_open_sentence_gets_proposals_and_the_queue_its_order(
    qtbot, suggester, learning
) -> None:
    learning.chances = lambda sentence_index: (sentence_index * 7 % 40) / 40
    session = suggester.session
    session.apply(accept_sentence(session.project, session.proposals, 3))
    caught_up(qtbot, suggester, lambda: suggester.set_model(model(1)))
    qtbot.waitUntil(
        lambda: session.queue.sentence_indices[0] == 0 and session.queue.sentence_indices[1] == 23,
        timeout=10_000,
    )
    assert session.proposals.models.tolist() == [1, 1, 1, 0] + [1] * 36
    assert 3 not in session.queue.sentence_indices
    assert session.queue.sentence_indices.tolist() == sorted(
        (p for p in range(40) if p != 3), key=lambda sentence_index: sentence_index * 7 % 40
    )


def test_what_is_on_the_screen_comes_first(qtbot, suggester, learning, monkeypatch) -> None:
    monkeypatch.setattr("app.services.suggester.TOKENS_PER_SLICE", 6)
    suggester.set_visible(np.array([20, 21, 22]))
    caught_up(qtbot, suggester, lambda: suggester.set_model(model(1)))
    assert learning.proposed[:3] == [[20, 21], [22], [0, 1]]
    assert sorted(
        sentence_index
        for sentence_indices in learning.proposed
        for sentence_index in sentence_indices
    ) == list(range(40))


def test_the_rest_goes_on_where_the_last_model_stopped(qtbot, suggester, learning) -> None:
    suggester._rest, suggester._at = suggester.session.visible, 30
    suggester.session.project.corpus.roles[35] = Role.CONTROL
    caught_up(qtbot, suggester, lambda: suggester.set_model(model(1)))
    assert learning.proposed[0] == [*range(30), *range(30, 35), *range(36, 40)]
    assert suggester.session.proposals.models[35] == 0


def test_old_proposals_stay_until_new_ones_are_there(qtbot, suggester, learning) -> None:
    caught_up(qtbot, suggester, lambda: suggester.set_model(model(1)))
    learning.hold_propose = threading.Event()
    suggester.set_model(model(2, tag=1))
    assert suggester.session.token_display(0)[0].tag == "O"
    caught_up(qtbot, suggester, learning.hold_propose.set)
    qtbot.waitUntil(lambda: suggester.session.token_display(0)[0].tag == "B-DRUG")


def test_a_correction_is_decoded_at_once_and_marked(qtbot, suggester, learning) -> None:
    caught_up(qtbot, suggester, lambda: suggester.set_model(model(1)))
    session = suggester.session
    suggester._model = model(2, tag=1)
    received = []
    session.propagated.connect(
        lambda sentence_index, tokens: received.append((sentence_index, tokens))
    )
    session.apply(label_span(session.project, 5, 0, 0, 1))
    # Still within the same call: no event loop has run.
    assert received == [(5, [1, 2])]
    assert session.proposals.models[5] == 2
    session.undo()
    assert session.propagation.tokens(5) == []


def test_what_a_newer_model_changes_in_the_sentence_in_work_is_marked_and_an_undo_marks_nothing(
    qtbot, suggester, learning
) -> None:
    session = suggester.session
    session.suggestions.begin_work_on(5)
    caught_up(qtbot, suggester, lambda: suggester.set_model(model(1)))
    assert session.propagation.tokens(5) == [], "there was nothing before"
    caught_up(qtbot, suggester, lambda: suggester.set_model(model(2, tag=1)))
    assert session.propagation.tokens(5) == [0, 1, 2]
    session.clear_marks(5)
    session.apply(label_span(session.project, 5, 0, 0, 1))
    suggester._model = model(3)
    session.undo()
    assert session.token_display(5)[0].tag == "O"
    assert session.propagation.tokens(5) == []


def test_a_sentence_has_the_newest_proposals_as_soon_as_one_arrives(
    qtbot, suggester, learning
) -> None:
    session = suggester.session
    caught_up(qtbot, suggester, lambda: suggester.set_model(model(1)))
    learning.hold_propose = threading.Event()
    suggester.set_model(model(2, tag=1))
    session.suggestions.begin_work_on(30)
    suggester.set_visible(np.array([30, 31]))
    # Still within the same call: nothing of the last model has been painted.
    assert [one.tag for one in session.token_display(30)] == ["B-DRUG"] * 3
    assert session.propagation.tokens(30) == []


def test_a_long_sentence_is_decoded_by_the_worker_ahead_of_the_rest(
    qtbot, suggester, learning
) -> None:
    caught_up(qtbot, suggester, lambda: suggester.set_model(model(1)))
    learning.size = 10**7
    session = suggester.session
    learning.proposed.clear()
    session.apply(label_span(session.project, 5, 0, 0, 1))
    assert not learning.proposed or learning.proposed == [[5]]
    qtbot.waitUntil(
        lambda: session.state.touched_since(np.array([5]), 0)[0] and bool(learning.proposed)
    )
    assert learning.proposed[0] == [5]


def test_a_sentence_whose_rules_take_long_is_left_to_the_worker(qtbot, suggester, learning) -> None:
    caught_up(qtbot, suggester, lambda: suggester.set_model(model(1)))
    learning.takes_long = True
    session = suggester.session
    learning.proposed.clear()
    received = []
    session.propagated.connect(
        lambda sentence_index, tokens: received.append((sentence_index, tokens))
    )
    suggester._model = model(2, tag=1)
    session.apply(label_span(session.project, 5, 0, 0, 1))
    assert received == []
    qtbot.waitUntil(lambda: received == [(5, [1, 2])], timeout=10_000)
    assert learning.proposed[0] == [5]


def test_the_rest_waits_until_the_keys_are_quiet(qtbot, suggester, learning) -> None:
    session = suggester.session
    suggester._quiet_timer.setInterval(60_000)
    session.apply(label_span(session.project, 7, 0, 0, 1))
    suggester.set_visible(np.array([3]))
    suggester.set_model(model(1))
    qtbot.waitUntil(lambda: session.proposals.models[3] == 1)
    assert learning.proposed == [[3]]
    suggester._quiet_timer.stop()
    caught_up(qtbot, suggester, suggester._go_on)
    assert (session.proposals.models == 1).all()


def test_the_rest_waits_while_keys_come_quickly(qtbot, suggester, learning) -> None:
    suggester._quiet_timer.setInterval(60_000)
    UI_PRIORITY.claim_for_key()  # such as an arrow, which edits nothing
    UI_PRIORITY.release()
    suggester.set_visible(np.array([3]))
    suggester.set_model(model(1))
    qtbot.waitUntil(lambda: suggester.session.proposals.models[3] == 1)
    assert learning.proposed == [[3]]
    suggester._quiet_timer.setInterval(1)
    caught_up(qtbot, suggester, suggester._quiet_timer.start)
    assert (suggester.session.proposals.models == 1).all()


def test_sentences_edited_while_they_were_decoded_are_done_again(
    qtbot, suggester, learning
) -> None:
    learning.hold_propose = threading.Event()
    suggester.set_model(model(1))
    qtbot.waitUntil(lambda: bool(learning.proposed))
    session = suggester.session
    session.apply(label_span(session.project, 7, 0, 0, 1))
    caught_up(qtbot, suggester, learning.hold_propose.set)
    assert learning.proposed[1] == [7]
    assert session.proposals.models[7] == 1


def test_a_bulk_change_is_decoded_again(qtbot, suggester, learning) -> None:
    caught_up(qtbot, suggester, lambda: suggester.set_model(model(1)))
    session = suggester.session
    one = label_span(session.project, 1, 0, 0, 1)
    two = label_span(session.project, 2, 0, 0, 1)
    learning.proposed.clear()
    caught_up(
        qtbot,
        suggester,
        lambda: session.apply(Edit("both", "both", tokens=one.tokens + two.tokens)),
    )
    assert sorted(learning.proposed) == [[1], [2]]


def test_a_change_of_many_sentences_takes_its_turn(qtbot, suggester, learning, monkeypatch) -> None:
    for module in ("app.services.suggester", "app.session.session"):
        monkeypatch.setattr(f"{module}.FEW_SENTENCES", 1)
    caught_up(qtbot, suggester, lambda: suggester.set_model(model(1)))
    session = suggester.session
    one = label_span(session.project, 1, 0, 0, 1)
    two = label_span(session.project, 2, 0, 0, 1)
    learning.proposed.clear()
    caught_up(
        qtbot,
        suggester,
        lambda: session.apply(Edit("both", "both", tokens=one.tokens + two.tokens)),
    )
    assert learning.proposed == [[1, 2]]


def test_a_confirmed_sentence_needs_nothing(qtbot, suggester, learning) -> None:
    caught_up(qtbot, suggester, lambda: suggester.set_model(model(1)))
    learning.proposed.clear()
    session = suggester.session
    edit = accept_sentence(session.project, session.proposals, 4)
    session.apply(edit)
    assert learning.proposed == []


def test_all_sentences_that_need_nothing_any_more_are_dropped_at_once(
    qtbot, suggester, learning, monkeypatch
) -> None:
    caught_up(qtbot, suggester, lambda: suggester.set_model(model(1)))
    learning.proposed.clear()
    monkeypatch.setattr("app.services.suggester.TOKENS_PER_SLICE", 6)
    asked = []

    def wants_help(_, sentence_indices):
        asked.append(len(sentence_indices))
        return sentence_indices >= 38

    monkeypatch.setattr("app.services.suggester.wants_help", wants_help)
    scores = {at: np.zeros((0, 2)) for at in range(40)}
    caught_up(qtbot, suggester, lambda: suggester.set_label_scores(scores, -1))
    assert learning.proposed == [[38, 39]]
    assert 40 in asked
    assert not suggester._following


def test_the_corrected_sentence_is_decoded_again_for_its_other_names(
    qtbot, suggester, learning
) -> None:
    caught_up(qtbot, suggester, lambda: suggester.set_model(model(1)))
    learning.proposed.clear()
    scores = {3: np.zeros((0, 2)), 4: np.zeros((0, 2))}
    caught_up(qtbot, suggester, lambda: suggester.set_label_scores(scores, 3))
    assert learning.proposed == [[3], [4]]


def test_an_import_and_a_removal_change_what_is_decoded(qtbot, suggester, learning) -> None:
    session = suggester.session
    document = Document(2, "b", 1)
    shown = DocumentChange(Document(2, "b", 1, removed=True), document)
    edit = Edit("import_document", "import b", documents=(shown,), id=session.history.reserve())
    session.add_document(document, corpus_of([list("ab")], first_id=41, document=2), edit)
    assert session.queue.sentence_indices.tolist() == list(range(41))
    caught_up(qtbot, suggester, lambda: suggester.set_model(model(1)))
    assert session.proposals.models[40] == 1
    session.apply(remove_document(session.project, 1))
    assert session.queue.sentence_indices.tolist() == [40]
    session.apply(restore_document(session.project, 1))
    qtbot.waitUntil(lambda: len(session.queue.sentence_indices) == 41, timeout=10_000)


def test_a_model_that_cannot_decode_is_left(qtbot, suggester, learning) -> None:
    received = []
    suggester.session.refused.connect(received.append)
    learning.fail_propose = CrfError("nothing is allowed in sentence 1")
    suggester.set_model(model(1))
    qtbot.waitUntil(lambda: received == ["nothing is allowed in sentence 1"])
    learning.fail_propose = None
    caught_up(qtbot, suggester, lambda: suggester.set_model(model(2)))
    assert suggester.session.proposals.models[0] == 2


def test_after_a_bug_the_next_model_is_taken_up(qtbot, suggester, learning, monkeypatch) -> None:
    heard = []
    monkeypatch.setattr("sys.excepthook", lambda _kind, error, _trace: heard.append(str(error)))
    learning.fail_propose = ZeroDivisionError("a bug")
    suggester.set_model(model(1))
    qtbot.waitUntil(lambda: heard == ["a bug"], timeout=10_000)
    learning.fail_propose = None
    caught_up(qtbot, suggester, lambda: suggester.set_model(model(2)))
    assert suggester.session.proposals.models.tolist() == [2] * 40


def test_nothing_comes_after_it_is_closed(qtbot, suggester, learning) -> None:
    suggester.close()
    suggester.set_model(model(1))
    suggester.set_visible(np.array([1]))
    assert learning.proposed == []


def ask(suggester, strategy, wrapper="plain"):
    session = suggester.session
    session.apply(change_order(session.project, QueryChoice(strategy, wrapper)))


def test_another_strategy_rates_every_open_sentence_and_orders_the_queue(
    qtbot, suggester, learning
) -> None:
    session = suggester.session
    session.corpus.roles[39] = Role.CONTROL

    def ranked() -> list[int]:
        return [
            sentence_index
            for sentence_index in session.queue.sentence_indices.tolist()
            if sentence_index != 39
        ]

    caught_up(qtbot, suggester, lambda: suggester.set_model(model(1)))
    qtbot.waitUntil(lambda: ranked() == list(range(39)))
    learning.worth = lambda sentence_index: float(sentence_index * 7 % 40)
    ask(suggester, "margin")
    wanted = sorted(range(39), key=lambda sentence_index: -(sentence_index * 7 % 40))
    qtbot.waitUntil(lambda: ranked() == wanted, timeout=10_000)
    assert 39 in session.queue.sentence_indices, "the test sample is asked for between the others"
    assert {(name, strategy) for name, strategy, _ in learning.rated} == {("m", "margin")}
    assert sorted(p for _, _, sentence_indices in learning.rated for p in sentence_indices) == list(
        range(39)
    )
    session.undo()
    qtbot.waitUntil(lambda: ranked() == list(range(39)), timeout=10_000)


def test_the_order_by_inconsistent_names_says_which_name(qtbot, suggester, learning) -> None:
    session = suggester.session
    caught_up(qtbot, suggester, lambda: suggester.set_model(model(1)))
    project = session.project
    for sentence_index, label in ((7, 1), (9, 2)):
        session.apply(label_span(project, sentence_index, 1, 1, label))
    session.apply(change_order(project, QueryChoice(INCONSISTENT_NAMES)))
    qtbot.waitUntil(lambda: session.queue.numbers.measure.strategy == INCONSISTENT_NAMES)
    (name, *_) = {one.name for one in session.queue.numbers.names.by_sentence.values()}
    assert name == "word", "the word of all tokens"
    assert session.queue.numbers.name_at(7).is_mixed


def test_the_old_order_stays_until_every_sentence_has_its_number(
    qtbot, suggester, learning, monkeypatch
) -> None:
    monkeypatch.setattr("app.services.suggester.TOKENS_PER_SLICE", 30)
    session = suggester.session
    caught_up(qtbot, suggester, lambda: suggester.set_model(model(1)))
    qtbot.waitUntil(lambda: not suggester._reorder_due)
    seen = []
    session.changed.connect(lambda _: seen.append(session.queue.sentence_indices.tolist()))
    ask(suggester, "margin")
    qtbot.waitUntil(lambda: session.queue.sentence_indices[0] == 39, timeout=10_000)
    before, after = list(range(40)), list(range(39, -1, -1))
    assert all(queue in (before, after) for queue in seen)
    assert len(learning.rated) == 4


def test_after_a_new_model_what_is_seen_is_rated_first_and_old_numbers_count_so_long(
    qtbot, suggester, learning, monkeypatch
) -> None:
    monkeypatch.setattr("app.services.suggester.TOKENS_PER_SLICE", 6)
    monkeypatch.setattr("app.services.suggester.HEAD", 2)
    session = suggester.session
    ask(suggester, "margin")
    caught_up(qtbot, suggester, lambda: suggester.set_model(model(1)))
    qtbot.waitUntil(lambda: session.queue.sentence_indices[:2].tolist() == [39, 38], timeout=10_000)
    learning.rated.clear()
    learning.worth = lambda sentence_index: 100.0 if sentence_index == 5 else float(sentence_index)
    caught_up(qtbot, suggester, lambda: suggester.set_model(model(2)))
    assert sorted(learning.rated[0][2]) == [38, 39]
    qtbot.waitUntil(lambda: session.queue.sentence_indices[0] == 5, timeout=10_000)


def test_a_label_asks_again_what_its_sentence_is_worth(qtbot, suggester, learning) -> None:
    session = suggester.session
    ask(suggester, "margin")
    caught_up(qtbot, suggester, lambda: suggester.set_model(model(1)))
    qtbot.waitUntil(lambda: session.queue.sentence_indices[0] == 39, timeout=10_000)
    learning.rated.clear()
    session.apply(label_span(session.project, 7, 0, 0, 1))
    qtbot.waitUntil(
        lambda: [sentence_indices for _, _, sentence_indices in learning.rated] == [[7]],
        timeout=10_000,
    )


def test_sentences_that_come_later_are_rated_too(qtbot, suggester, learning) -> None:
    session = suggester.session
    ask(suggester, "margin")
    caught_up(qtbot, suggester, lambda: suggester.set_model(model(1)))
    document = Document(2, "b", 1)
    shown = DocumentChange(Document(2, "b", 1, removed=True), document)
    edit = Edit("import_document", "import b", documents=(shown,), id=session.history.reserve())
    session.add_document(document, corpus_of([list("ab")], first_id=41, document=2), edit)
    qtbot.waitUntil(lambda: session.queue.sentence_indices[0] == 40, timeout=10_000)


def test_skipped_sentences_are_out_of_the_queue_and_those_put_off_at_its_end(
    qtbot, suggester, learning
) -> None:
    session = suggester.session
    session.apply(skip_sentence(session.project, 3))
    session.apply(put_off_sentence(session.project, 0))
    assert 3 not in session.queue.sentence_indices
    caught_up(qtbot, suggester, lambda: suggester.set_model(model(1)))
    qtbot.waitUntil(
        lambda: (
            session.queue.sentence_indices.tolist() == [p for p in range(1, 40) if p != 3] + [0]
        ),
        timeout=10_000,
    )


def test_the_settings_order_alone_trains_nothing_anew(suggester) -> None:
    received = []
    suggester.session.changed.connect(received.append)
    ask(suggester, "random")
    assert [(changes.order, changes.settings) for changes in received if changes.history] == [
        (True, False)
    ]


def test_what_cannot_be_rated_stays_in_the_order_of_the_text_and_proposing_goes_on(
    qtbot, suggester, learning
) -> None:
    session = suggester.session
    learning.fail_rate = CrfError("this model has no gradient")
    received = []
    session.refused.connect(received.append)
    ask(suggester, "margin")
    caught_up(qtbot, suggester, lambda: suggester.set_model(model(1)))
    qtbot.waitUntil(lambda: not suggester._ratings.renewing, timeout=10_000)
    caught_up(qtbot, suggester, lambda: suggester.set_model(model(2)))
    assert (session.proposals.models == 2).all()
    assert session.queue.sentence_indices.tolist() == list(range(40))
    assert received == []


def test_what_sentences_cost_the_person_is_noted_and_handed_over(
    qtbot, suggester, learning
) -> None:
    session = suggester.session
    ask(suggester, "margin", "per_second")
    session.apply(label_span(session.project, 0, 0, 0, 1))
    for sentence_index in range(11):
        edit = accept_sentence(session.project, session.proposals, sentence_index)
        session.apply(edit)
    caught_up(qtbot, suggester, lambda: suggester.set_model(model(1)))
    qtbot.waitUntil(lambda: len(learning.timed) == 10, timeout=10_000)
    assert {(one.tokens, one.corrections) for one in learning.timed} == {(3, 0)}


def test_a_bulk_on_one_sentence_is_no_time_of_the_person(suggester) -> None:
    session = suggester.session
    correction = Correction(CorrectionKind.LABEL, 0, 0, 0, (1,))
    session.apply(label_span(session.project, 0, 0, 0, 1))
    bulk = correct_elsewhere(session.project, correction, [(5, 0)])
    session.apply(bulk)
    assert suggester._timings._corrections == 1
    whole = accept_sentence(session.project, session.proposals, 6)
    for kind in ("accept_sure", "found_accept"):
        session.apply(replace(whole, kind=kind))
        session.undo()
    assert suggester._timings._since is None
    session.apply(whole)
    assert suggester._timings._since is not None


def test_a_later_label_finishes_no_other_sentence(suggester) -> None:
    session = suggester.session
    session.apply(accept_sentence(session.project, session.proposals, 0))
    for sentence_index, last in ((1, (1, 2, 1)), (2, (1,))):
        for token in (0, 1):
            session.apply(label_span(session.project, sentence_index, token, token, 1))
        for label in last:
            session.apply(label_span(session.project, sentence_index, 2, 2, label))
    assert [one.tokens for one in suggester._timings.kept] == [3, 3]


def test_what_earlier_sittings_tell_counts_at_once(qtbot, suggester, learning) -> None:
    ask(suggester, "margin", "per_second")
    caught_up(qtbot, suggester, lambda: suggester.set_model(model(1)))
    assert learning.timed == ()
    suggester.restore_timings(tuple(Timed(3, 1, float(n)) for n in range(12)))
    qtbot.waitUntil(lambda: len(learning.timed) == 10, timeout=10_000)
    assert learning.timed[3] == Timed(3, 1, 3.0)


def test_an_answer_ends_the_time_of_a_sentence(qtbot, suggester, learning) -> None:
    session = suggester.session
    learning.chances = lambda sentence_index: 0.5
    caught_up(qtbot, suggester, lambda: suggester.set_model(model(1)))
    session.apply(change_order(session.project, QueryChoice(unit=TOKENS_ALONE)))
    for sentence_index in (0, 1):
        edit = answer_sentence(
            session.project, sentence_index, session.token_display(sentence_index)
        )
        session.apply(edit)
    assert [timed.tokens for timed in suggester._timings.kept] == [3]
    learning.chances = lambda sentence_index: 0.9
    caught_up(qtbot, suggester, lambda: suggester.set_model(model(2)))


def test_an_order_that_comes_late_asks_for_no_control_sentence_twice(suggester) -> None:
    session = suggester.session
    everything = np.arange(session.corpus.n_sentences)
    session.corpus.roles[:2] = Role.CONTROL
    suggester._take_order(QueueOrder(everything))
    assert sorted(session.queue.sentence_indices.tolist()) == everything.tolist()
    suggester._take_order(QueueOrder(np.array([2, 10_000])))
    assert sorted(session.queue.sentence_indices.tolist()) == [0, 1, 2]


def test_a_sentence_can_get_the_newest_proposals_before_it_is_shown(
    qtbot, suggester, learning
) -> None:
    session = suggester.session
    caught_up(qtbot, suggester, lambda: suggester.set_model(model(1)))
    learning.hold_propose = threading.Event()
    suggester.set_model(model(2, tag=1))
    suggester.renew(30)
    assert [one.tag for one in session.token_display(30)] == ["B-DRUG"] * 3
    assert session.proposals.models[30] == 2
    suggester.renew(40)  # of a document that is not there any more
    assert session.propagation.tokens(30) == []
