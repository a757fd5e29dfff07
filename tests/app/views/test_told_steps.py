"""What was done is said until it is taken back, and its button takes nothing else back."""

import pytest

from app.edits.spans import label_span
from app.session import Session
from app.views.panels.messages import Messages
from app.views.told_steps import ToldSteps
from tests.memory_projects import project_of


@pytest.fixture
def session(qapp):
    return Session(project_of([list("abc"), list("abc")]))


@pytest.fixture
def messages(qtbot):
    messages = Messages()
    qtbot.addWidget(messages)
    return messages


def step(session, token, place=0):
    return session.apply(label_span(session.project, place, token, token, 1))


def told(messages):
    return [message.text for message in messages._waiting]


def test_only_the_step_itself_is_taken_back(session, messages):
    steps = ToldSteps(session, messages, session)
    first = step(session, 0)
    steps.tell(first, "Labelled.")
    second = step(session, 2, place=1)
    assert first.summary == second.summary, "they are told apart all the same"
    messages.action.click()
    assert session.is_in_force(first)
    assert session.is_in_force(second)
    assert "Other steps" in messages.text.text()


def test_each_of_several_is_told_until_it_is_taken_back(session, messages):
    steps = ToldSteps(session, messages, session)
    for token, text in enumerate(("One.", "Two.", "Three.")):
        steps.tell(step(session, token), text)
    session.undo()
    assert told(messages) == ["One.", "Two."]
    messages.action.click()
    assert told(messages) == ["One."]
    session.undo()
    assert told(messages) == []
    session.redo()
    assert told(messages) == []
