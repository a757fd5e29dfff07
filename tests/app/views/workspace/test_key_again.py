"""Enter asks before it says "no label" of a sentence that nobody may have looked at."""

from __future__ import annotations

import numpy as np
import pytest

from app.domain.tokens import Role
from app.session import Session
from app.views.workspace import Workspace
from app.views.workspace.key_again import READ_SECONDS
from tests.memory_projects import project_of, token_tags
from tests.window_parts import propose

DRUG = 1
EMPTY_TEST = (
    "Nothing is labelled in this test sentence. Press Enter again if it has no labels.",
    "info",
)
LOADING = (
    "Suggestions are still loading. Press Enter again to accept without them.",
    "info",
)


class Clock:
    """Stands still but for what a test adds."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def workspace(clock):
    """Return a workspace of an ordinary sentence, a test sentence, and two more of each."""
    project = project_of([list("abc")] * 6)
    project.corpus.roles[1::2] = Role.CONTROL
    workspace = Workspace(Session(project), clock=clock)
    workspace.session.set_queue(np.arange(6))
    return workspace


@pytest.fixture
def messages(workspace):
    received = []
    workspace.message.connect(lambda text, kind: received.append((text, kind)))
    return received


def test_every_untouched_test_sentence_is_accepted_by_the_second_press(workspace, messages, clock):
    for sentence_index in (1, 3):
        workspace.caret.go_to(sentence_index)
        messages.clear()
        workspace.acceptance.accept()
        assert messages == [EMPTY_TEST]
        assert token_tags(workspace.session.project, sentence_index) == ["?"] * 3
        assert workspace.caret.sentence_index == sentence_index
        clock.now += 2 * READ_SECONDS
        workspace.acceptance.accept()
        assert token_tags(workspace.session.project, sentence_index) == ["O"] * 3


def test_presses_in_a_row_do_not_answer_the_question(workspace, messages, clock):
    workspace.caret.go_to(1)
    for _ in range(20):
        workspace.acceptance.accept()
        clock.now += READ_SECONDS / 2
    assert token_tags(workspace.session.project, 1) == ["?"] * 3
    assert set(messages) == {EMPTY_TEST}


def test_a_test_sentence_is_asked_about_again_when_one_comes_back(workspace, messages, clock):
    workspace.caret.go_to(1)
    workspace.acceptance.accept()
    workspace.caret.go_to(3)
    workspace.caret.go_to(1)
    clock.now += 2 * READ_SECONDS
    workspace.acceptance.accept()
    assert messages == [EMPTY_TEST] * 2


@pytest.mark.parametrize("touch", ["label", "no_label", "forbid"])
def test_a_test_sentence_that_was_touched_is_accepted_at_once(workspace, messages, touch):
    workspace.caret.go_to(1)
    labeller = workspace.labeller
    acts = {
        "label": lambda: labeller.label(DRUG),
        "no_label": labeller.no_label,
        "forbid": lambda: labeller.forbid(DRUG),
    }
    acts[touch]()
    workspace.acceptance.accept()
    assert workspace.session.is_done(1)
    assert messages == []


def test_what_was_taken_back_does_not_count_as_touched(workspace, messages, clock):
    workspace.caret.go_to(1)
    workspace.acceptance.accept()
    workspace.labeller.label(DRUG)
    workspace.undo_redo.undo()
    clock.now += 2 * READ_SECONDS
    workspace.acceptance.accept()
    assert messages == [EMPTY_TEST] * 2


def test_accepting_up_to_the_end_of_a_test_sentence_asks_too(workspace, messages):
    workspace.caret.go_to(1, 2)
    workspace.acceptance.accept_up_to_here()
    assert messages == [EMPTY_TEST]
    workspace.caret.select(0, 0)
    workspace.acceptance.accept_up_to_here()
    assert token_tags(workspace.session.project, 1) == ["O", "?", "?"], "that is a step on the way"


def test_other_sentences_are_accepted_by_one_press(workspace, messages):
    workspace.acceptance.accept()
    assert workspace.session.is_done(0)
    assert messages == []


def test_tokens_that_all_have_labels_are_missed_as_before(clock):
    project = project_of([list("ab")], scheme="tokens", labels=["NOUN"])
    project.corpus.roles[:] = Role.CONTROL
    workspace = Workspace(Session(project), clock=clock)
    received = []
    workspace.message.connect(lambda text, _: received.append(text))
    workspace.acceptance.accept()
    assert received == ["Not accepted: 2 tokens have no label or suggestion."]


@pytest.mark.parametrize("command", ["accept", "accept_up_to_here"])
def test_while_suggestions_are_loading_the_second_press_accepts(
    workspace, messages, clock, command
):
    workspace.session.suggestions.loading = True
    workspace.caret.select(2, 2)
    press = getattr(workspace.acceptance, command)
    press()
    assert messages == [LOADING]
    assert token_tags(workspace.session.project) == ["?"] * 3
    clock.now += 2 * READ_SECONDS
    press()
    assert token_tags(workspace.session.project) == ["O"] * 3


def test_a_sentence_that_has_its_suggestions_waits_for_no_others(workspace, messages):
    workspace.session.suggestions.loading = True
    propose(workspace.session, 0, ["O"] * 3, [0.9] * 3)
    workspace.acceptance.accept()
    assert workspace.session.is_done(0)
    assert messages == []
