"""A message about a change is shown while its button can undo that change."""

import pytest

from app.edits.accept import accept_sentence
from app.edits.spans import label_span
from app.session import Session
from app.views.panels.messages import Messages
from app.views.undoable_messages import UndoableMessages
from tests.memory_projects import project_of


@pytest.fixture
def session(qapp):
    return Session(project_of([list("abc"), list("abc")]))


@pytest.fixture
def messages(qtbot):
    messages = Messages()
    qtbot.addWidget(messages)
    return messages


def step(session, token, sentence_index=0):
    return session.apply(label_span(session.project, sentence_index, token, token, 1))


def shown_messages(messages):
    return [message.text for message in messages._waiting]


def test_a_message_goes_when_its_change_is_no_longer_the_newest(session, messages):
    steps = UndoableMessages(session, messages, session)
    first = step(session, 0)
    steps.show(first, "Labelled.")
    assert messages.action.isVisible()
    second = step(session, 0, sentence_index=1)
    assert first.summary == second.summary, "they are told apart all the same"
    assert shown_messages(messages) == []
    session.undo()
    assert shown_messages(messages) == [], "it does not come back"


def test_the_same_text_about_a_newer_change_stays(session, messages):
    steps = UndoableMessages(session, messages, session)
    steps.show(step(session, 0), "Labelled.")
    newest = step(session, 1)
    steps.show(newest, "Labelled.")
    assert shown_messages(messages) == ["Labelled."]
    messages.action.click()
    assert not session.history.is_in_force(newest)
    assert shown_messages(messages) == []


def test_a_message_without_a_button_stays_until_its_change_is_undone(session, messages):
    steps = UndoableMessages(session, messages, session)
    messages.show_message("Imported.", "done")
    steps.withdraw_with((step(session, 0),), "Imported.")
    step(session, 1)
    assert shown_messages(messages) == ["Imported."]
    session.undo()
    session.undo()
    assert shown_messages(messages) == []


def confirm(steps, sentence_index):
    session = steps.parent()
    edit = session.apply(accept_sentence(session.project, session.proposals, sentence_index))
    steps.show_confirmed_empty(edit)
    return edit


@pytest.fixture
def steps(qapp, messages):
    session = Session(project_of([list("abc")] * 4))
    return UndoableMessages(session, messages, session)


def test_a_sentence_confirmed_with_nothing_shown_is_told_once(steps, messages):
    first = confirm(steps, 0)
    assert "confirmed as having no labels" in messages.text.text()
    assert "The search “from:nothing” lists" in messages.text.text()
    messages.action.click()
    assert not steps.parent().history.is_in_force(first)
    assert shown_messages(messages) == []
    confirm(steps, 1)
    assert shown_messages(messages) == []


def test_suggestions_that_are_late_are_named(steps, messages):
    steps.parent().suggestions.newest_model = 1
    confirm(steps, 0)
    assert "its suggestions are still being computed. " in messages.text.text()
    confirm(steps, 1)
    (text,) = shown_messages(messages)
    assert text.startswith("2 sentences confirmed as having no labels")
    assert "their suggestions are still being computed. " in text


def test_sentences_confirmed_with_nothing_shown_are_counted_and_taken_back_together(
    steps, messages
):
    edits = [confirm(steps, sentence_index) for sentence_index in range(3)]
    (text,) = shown_messages(messages)
    assert text.startswith("3 sentences confirmed as having no labels")
    assert "The search “from:nothing” lists such sentences." in text
    steps.parent().undo()
    assert shown_messages(messages)[0].startswith("2 sentences confirmed")
    steps.parent().redo()
    assert shown_messages(messages) == [text]
    messages.action.click()
    assert not any(steps.parent().history.is_in_force(edit) for edit in edits)
    assert shown_messages(messages) == []


def test_undo_alone_withdraws_the_count(steps, messages):
    confirm(steps, 0)
    confirm(steps, 1)
    steps.parent().undo()
    assert "Sentence confirmed" in messages.text.text()
    steps.parent().undo()
    assert shown_messages(messages) == []


def test_another_step_withdraws_the_count(steps, messages):
    confirm(steps, 0)
    confirm(steps, 1)
    step(steps.parent(), 0, sentence_index=2)
    assert shown_messages(messages) == []
    confirm(steps, 3)
    assert shown_messages(messages) == []


def test_the_count_does_not_come_back_once_it_is_closed(steps, messages):
    confirm(steps, 0)
    messages.dismiss()
    confirm(steps, 1)
    assert shown_messages(messages) == []
