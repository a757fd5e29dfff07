"""Tests of composing edits into one with the same result."""

from __future__ import annotations

from copy import deepcopy

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from app.domain.composition import Composition
from app.domain.edits import Edit, RoleChange
from app.domain.history import Action
from app.session import Session
from tests.memory_projects import project_of
from tests.soak.naive import EDIT_ACTIONS, contents, session_with

DEED = st.tuples(st.sampled_from(sorted(EDIT_ACTIONS)), st.integers(0, 2**31 - 1))


def stepwise(session: Session, n: int) -> tuple:
    for _ in range(n):
        session.undo()
    return contents(session.project)


@settings(max_examples=80)
@given(st.lists(DEED, max_size=14), st.data())
def test_going_back_at_once_is_undoing_step_by_step(edit_actions, data):
    session = session_with(edit_actions)
    ids = [0, *(step.id for step in session.history.steps())]
    goal = data.draw(st.sampled_from(ids))
    before, done = contents(session.project), session.history.steps()
    steps = session.history.above(goal)
    twin = Session(deepcopy(session.project), history=[(step, False) for step in reversed(done)])
    composition = Composition()
    for step in steps:
        composition.add(step.inverse())
    heard, recorded = [], []
    session.changed.connect(heard.append)
    session.recorded.connect(recorded.append)
    went = session.go_through(steps, composition.edit("history"), back=True)
    assert went == bool(steps)
    assert contents(session.project) == stepwise(twin, len(steps))
    assert [step.action for step in recorded] == [Action.BACK] * went
    assert len(heard) == went
    assert np.array_equal(session.open_tokens, twin.open_tokens)
    forward = Composition()
    again = session.history.again_up_to(2**40)
    for step in again:
        forward.add(step)
    assert session.go_through(again, forward.edit("history"), back=False) == went
    assert contents(session.project) == before
    assert session.history.steps() == done


def test_roles_and_phrases_keep_the_first_and_the_last():
    def role(sentences, before, after):
        arrays = (np.array(sentences), np.array(before, np.uint8), np.array(after, np.uint8))
        return Edit("settings", "draw", roles=RoleChange(*arrays))

    composition = Composition()
    composition.add(role([1, 2], [0, 0], [1, 1]))
    composition.add(role([2, 3], [1, 0], [0, 1]))
    net = composition.edit("history").roles
    assert net.sentences.tolist() == [1, 2, 3]
    assert net.before.tolist() == [0, 0, 0]
    assert net.after.tolist() == [1, 0, 1]


def test_nothing_comes_to_nothing():
    assert Composition().edit("history").empty
    session = Session(project_of())
    assert not session.go_through((), Composition().edit("history"), back=True)
