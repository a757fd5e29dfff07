from __future__ import annotations

from dataclasses import replace

import numpy as np

from app.domain.control_sample import BEGINS_AFTER, MIN_PROJECT
from app.domain.proposals import NO_TAG
from app.domain.queue_filter import FilteredQueue, QueueFilter, QueueKind
from app.domain.tokens import Role
from app.edits.accept import accept_sentence
from app.edits.documents import remove_document
from app.edits.settings import change_settings
from app.edits.spans import label_span, no_label
from app.session import Session
from tests.memory_projects import project_of
from tests.sessions import heard, proposed


def test_finished_sentences_leave_the_queue_and_come_back(session) -> None:
    session.set_queue(np.array([2, 0, 1]))
    changes = heard(session.changed)
    session.apply(no_label(session.project, 2, 0, 1))
    assert session.queue.sentence_indices.tolist() == [0, 1]
    assert changes[-1].queue
    assert session.is_done(2)
    session.set_queue(np.array([2, 1, 0, 9]))
    assert session.queue.sentence_indices.tolist() == [1, 0]
    session.undo()
    assert session.queue.sentence_indices.tolist() == [2, 1, 0]


def test_hidden_sentences_leave_the_queue(session) -> None:
    session.set_queue(np.array([2, 0, 1]))
    session.apply(remove_document(session.project, 1))
    assert session.queue.sentence_indices.tolist() == []
    session.set_queue(np.array([2, 0, 1]))  # an order that was requested before
    assert session.queue.sentence_indices.tolist() == []
    session.set_filtered(FilteredQueue(QueueFilter(QueueKind.FLAGGED), np.array([1, 2])))
    assert session.queue.queried.tolist() == []


def begun(n_labelled: int = BEGINS_AFTER) -> Session:
    """Return a session of 12 open sentences, before those that a test sample needs labelled."""
    session = Session(project_of([list("ab")] * (12 + n_labelled)))
    for sentence_index in range(12, 12 + n_labelled):
        session.apply(
            replace(accept_sentence(session.project, session.proposals, sentence_index), kind="x")
        )
    return session


def test_no_control_sentence_comes_before_there_is_a_model_to_test() -> None:
    session = Session(project_of([list("ab")] * 16))
    session.project.settings = replace(session.project.settings, control_size=4)
    session.corpus.roles[[2, 5, 7, 10]] = Role.CONTROL
    shown_roles = []
    for _ in range(16):
        session.set_queue(np.argsort(-session.open_tokens, kind="stable"))
        sentence_index = int(session.queue.sentence_indices[0])
        shown_roles.append(int(session.corpus.roles[sentence_index]))
        session.apply(accept_sentence(session.project, session.proposals, sentence_index))
    assert shown_roles == [0] * 10 + [1, 0, 0, 1, 1, 1]


def test_the_queue_asks_for_every_third_sentence_without_help() -> None:
    session = begun()
    session.project.settings = replace(session.project.settings, control_size=4)
    session.corpus.roles[[2, 5, 7, 10]] = Role.CONTROL
    shown_roles = []
    for _ in range(12):
        # Another order after each sentence, as a query strategy gives it.
        session.set_queue(np.argsort(-session.open_tokens, kind="stable"))
        sentence_index = int(session.queue.sentence_indices[0])
        shown_roles.append(int(session.corpus.roles[sentence_index]))
        session.apply(accept_sentence(session.project, session.proposals, sentence_index))
    assert shown_roles == [0, 0, 1] * 4


def test_a_sentence_counts_once_however_often_its_labels_change() -> None:
    session = begun()
    session.project.settings = replace(session.project.settings, control_size=4)
    session.corpus.roles[[2, 5, 7, 10]] = Role.CONTROL
    session.set_queue(np.arange(12))
    shown_roles = []
    for _ in range(12):
        sentence_index = int(session.queue.sentence_indices[0])
        shown_roles.append(int(session.corpus.roles[sentence_index]))
        # All tokens by a label key, then the last one again, and back.
        for token, label in ((0, 1), (1, 1), (1, 2), (1, 1)):
            session.apply(label_span(session.project, sentence_index, token, token, label))
        session.undo()
        session.redo()
    assert shown_roles == [0, 0, 1] * 4


def test_a_sentence_that_is_reopened_counts_once() -> None:
    session = begun()
    session.project.settings = replace(session.project.settings, control_size=4)
    session.corpus.roles[[2, 5, 7, 10]] = Role.CONTROL
    session.set_queue(np.arange(12))
    for _ in range(3):
        session.apply(label_span(session.project, 0, 0, 1, 1))
        session.undo()
    session.apply(label_span(session.project, 0, 0, 1, 1))
    assert session.corpus.roles[session.queue.sentence_indices[:3]].tolist() == [0, 1, 0]


def test_a_bulk_that_finishes_one_sentence_brings_no_control_sentence_nearer() -> None:
    session = Session(project_of([list("ab")] * 12))
    session.project.settings = replace(session.project.settings, control_size=4)
    session.corpus.roles[[2, 5, 7, 10]] = Role.CONTROL
    session.set_queue(np.arange(12))
    before = session.corpus.roles[session.queue.sentence_indices].tolist()
    edit = accept_sentence(
        session.project, session.proposals, int(session.queue.sentence_indices[-2])
    )
    session.apply(replace(edit, kind="accept_sure"))
    assert session.corpus.roles[session.queue.sentence_indices].tolist()[:9] == before[:9]


def test_a_new_order_while_a_sentence_is_worked_on_puts_no_control_sentence_off() -> None:
    session = begun()
    session.project.settings = replace(session.project.settings, control_size=4)
    session.corpus.roles[[2, 5, 7, 10]] = Role.CONTROL
    order, shown_roles = np.arange(12), []
    session.set_queue(order)
    for _ in range(12):
        sentence_index = int(session.queue.sentence_indices[0])
        shown_roles.append(int(session.corpus.roles[sentence_index]))
        order = np.roll(order, 5)
        session.set_queue(order)
        session.apply(accept_sentence(session.project, session.proposals, sentence_index))
    assert shown_roles == [0, 0, 1] * 4


def test_a_sample_drawn_later_is_in_the_queue_at_once() -> None:
    session = Session(project_of([list("ab")] * (MIN_PROJECT + BEGINS_AFTER)))
    for sentence_index in range(BEGINS_AFTER):
        session.apply(accept_sentence(session.project, session.proposals, sentence_index))
    session.set_queue(np.arange(BEGINS_AFTER, session.corpus.n_sentences))
    wanted = replace(session.project.settings, control_size=3)
    session.apply(change_settings(session.project, wanted))
    roles = session.corpus.roles[session.queue.sentence_indices].tolist()
    assert np.flatnonzero(roles).tolist() in ([2, 5, 8], [0, 3, 6])
    session.undo()
    assert not session.corpus.roles.any()


def test_what_was_proposed_for_a_sentence_that_has_become_a_control_sentence_is_left_out() -> None:
    session = Session(project_of([list("ab")] * MIN_PROJECT))
    revision = session.revision
    wanted = replace(session.project.settings, control_size=3)
    session.apply(change_settings(session.project, wanted, np.random.default_rng(1)))
    control = session.corpus.roles == Role.CONTROL
    tags = ["B-DRUG", "O"] * MIN_PROJECT
    late = proposed(session, range(MIN_PROJECT), tags, revision=revision)
    stale = session.propose(late)
    assert stale.tolist() == np.flatnonzero(control).tolist()
    assert (session.proposals.tags.reshape(-1, 2)[control] == NO_TAG).all()
    assert (session.proposals.models[control] == 0).all()
