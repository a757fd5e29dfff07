"""Tests that each step sends one notification before the next step's."""

from __future__ import annotations

import random
from dataclasses import replace

import numpy as np
import pytest

from app.domain.edits import Edit
from app.domain.history import Action
from app.edits.settings import change_settings
from app.edits.spans import label_span
from tests.sessions import heard, proposed

DRUG = 1
ALL_DOSE = ["O", "O", "B-DOSE", "I-DOSE", "O"]


@pytest.fixture
def suggesting(session):
    """Return a session with the same proposals for each edited sentence of five tokens."""
    session.propose(proposed(session, [0], ["O"] * 5))
    session.suggest_with(
        lambda sentence_index: (
            proposed(session, [sentence_index], ALL_DOSE) if not sentence_index else None
        )
    )
    return session


def test_a_step_and_the_suggestions_for_its_sentence_are_one_notification(suggesting) -> None:
    changes = heard(suggesting.changed)
    suggesting.apply(label_span(suggesting.project, 0, 0, 0, DRUG))
    (change,) = changes
    assert change.sentences.tolist() == change.proposals.tolist() == [0]
    assert change.by_hand
    tags = [record.tag for record in suggesting.token_display(0)]
    assert tags == ["B-DRUG", "O", "B-DOSE", "I-DOSE", "O"]


def test_a_step_is_notified_of_before_what_it_has_marked(suggesting) -> None:
    order = []
    suggesting.propagated.connect(
        lambda sentence_index, tokens: order.append((sentence_index, tokens))
    )
    suggesting.changed.connect(lambda _: order.append("changed"))
    suggesting.apply(label_span(suggesting.project, 0, 0, 0, DRUG))
    assert order == ["changed", (0, [2, 3])]
    suggesting.undo()
    assert order[2:] == ["changed", (0, [])]
    assert suggesting.propagation.tokens(0) == []


def test_a_sentence_that_is_not_decoded_at_once_is_none_with_suggestions(suggesting) -> None:
    changes = heard(suggesting.changed)
    suggesting.apply(label_span(suggesting.project, 1, 0, 0, DRUG))
    assert [change.proposals.tolist() for change in changes] == [[]]


def test_a_step_on_many_sentences_asks_for_no_suggestions(suggesting, monkeypatch) -> None:
    monkeypatch.setattr("app.session.session.FEW_SENTENCES", 1)
    requested = []
    suggesting.suggest_with(requested.append)
    first, second = (
        label_span(suggesting.project, sentence_index, 0, 0, DRUG) for sentence_index in (0, 1)
    )
    suggesting.apply(first)
    suggesting.apply(Edit("both", "both", tokens=first.tokens + second.tokens))
    assert requested == [0]


@pytest.mark.parametrize("seed", range(8))
def test_all_listeners_hear_the_same_in_whatever_order_they_are_connected(suggesting, seed) -> None:
    session = suggesting
    received: dict[str, list[tuple[bool, bool]]] = {name: [] for name in "abcdef"}

    def hear(name):
        return lambda changes: received[name].append(
            (bool(len(changes.sentences)), changes.settings)
        )

    def follow(changes):
        if len(changes.sentences):
            wanted = session.project.settings
            session.apply(change_settings(session.project, replace(wanted, c2=2 * wanted.c2)))

    listeners = [*map(hear, received), follow]
    random.Random(seed).shuffle(listeners)
    for listener in listeners:
        session.changed.connect(listener)
    session.apply(label_span(session.project, 0, 0, 0, DRUG))
    assert all(heard == [(True, False), (False, True)] for heard in received.values())


def test_a_notification_from_inside_a_notification_waits_for_its_turn(session) -> None:
    running, nested = [], []

    def listen(_):
        nested.append(len(running))
        running.append(True)
        if len(nested) < 4:
            session.set_queue(np.array([len(nested)], np.int64))
        running.pop()

    session.changed.connect(listen)
    session.set_queue(np.array([0], np.int64))
    assert nested == [0, 0, 0, 0]


def test_steps_made_while_one_is_painted_are_recorded_after_it(session) -> None:
    steps, painted = heard(session.recorded), []

    def paint(_sentence_index: int, _goes_on: bool) -> None:
        painted.append(session.revision)
        if len(painted) == 1:
            session.apply(label_span(session.project, 0, 2, 2, DRUG))
            session.undo()

    session.edited.connect(paint)
    session.apply(label_span(session.project, 0, 0, 0, DRUG))
    assert painted == [1, 2, 3]
    assert [(step.revision, step.action, step.edit.id) for step in steps] == [
        (1, Action.EDIT, 1),
        (2, Action.EDIT, 2),
        (3, Action.UNDO, 2),
    ]
    assert [step.id for step in session.history.steps()] == [1]
    assert session.saving.unsaved_steps() == [step.edit for step in steps]
