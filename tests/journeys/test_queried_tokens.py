"""Asking for doubtful tokens alone, by keys: answer, look at, confirm, undo, and go on tomorrow."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import Qt

from app import resource_files
from app.domain.queried_tokens import queried_pieces
from app.domain.query_choices import TOKENS_ALONE, WHOLE
from app.domain.sentence_flags import SentenceFlags
from app.domain.tokens import TokenState
from app.edits.settings import change_settings
from app.jobs.data.snapshot import snapshot, training_targets
from app.lab.benchmarks.gui_session import GuiSession
from app.lab.benchmarks.player import wait_for
from app.views.dialogs.project_settings import ProjectSettingsDialog
from tests.journeys import journey
from tests.journeys.test_main_job import answers_of, new_project
from tests.journeys.test_queue import LABELS, MODEL_SECONDS, choose_by_keys
from tests.memory_projects import contents_of
from tests.soak.state import digest

pytestmark = [pytest.mark.gui, pytest.mark.journey, pytest.mark.usefixtures("qapp")]

SENTENCES = 15
ACCEPT_FROM = 80
ASKED_BELOW = 0.9
Key = Qt.Key
Answers = dict[str, list[str]]


def ask_for(gui_session: GuiSession, unit: str) -> None:
    choose_by_keys(gui_session.window.panels.queue.unit, unit)
    assert gui_session.project.session.project.settings.query_unit == unit
    gui_session.window.sentence_view.setFocus()
    wait_for(gui_session.window.sentence_view.hasFocus, "the sentence view has the focus")


def selected(gui_session: GuiSession) -> tuple[int, int]:
    return gui_session.workspace.caret.first, gui_session.workspace.caret.last


def pieces(gui_session: GuiSession) -> list[tuple[int, int]]:
    return queried_pieces(gui_session.workspace.caret.tokens())


def states(gui_session: GuiSession, sentence_index: int) -> list[int]:
    corpus = gui_session.project.session.corpus
    return list(corpus.states[corpus.span(sentence_index)].tolist())


def answer_by_key(gui_session: GuiSession, answers: Answers) -> None:
    """Press the one key that answers for what is selected: a label's, or that of no label."""
    first = gui_session.workspace.caret.first
    tag = answers[gui_session.text()][first]
    key = Key.Key_0
    for label in gui_session.project.session.project.visible_labels():
        if tag.endswith(f"-{label.name}"):
            key = Key(ord(label.key))
    gui_session.player.press(key)


def arrive(gui_session: GuiSession) -> int:
    """Go to the head of the queue; return where, with the first doubtful token selected."""
    gui_session.player.press(Key.Key_Return, journey.CONTROL)
    assert selected(gui_session) == pieces(gui_session)[0]
    assert gui_session.window.queried_notice.isVisible()
    return gui_session.workspace.caret.sentence_index


def with_two_pieces(gui_session: GuiSession) -> int:
    """Go through the queue to a sentence that is asked about twice."""
    for _ in range(len(gui_session.project.session.queue.sentence_indices)):
        sentence_index = arrive(gui_session)
        if len(pieces(gui_session)) > 1:
            return sentence_index
        gui_session.player.press(Key.Key_Return, Qt.KeyboardModifier.AltModifier)
    raise AssertionError("no sentence is asked about twice")


def answer_look_and_confirm(gui_session: GuiSession, answers: Answers) -> int:
    """Answer by one key, pass over the others by Tab, and confirm them by Enter; return where."""
    session = gui_session.project.session
    sentence_index = with_two_pieces(gui_session)
    first = selected(gui_session)
    answer_by_key(gui_session, answers)
    assert set(states(gui_session, sentence_index)[first[0] : first[1] + 1]) == {
        TokenState.CONFIRMED
    }
    assert gui_session.workspace.caret.sentence_index == sentence_index
    assert selected(gui_session) != first or not pieces(gui_session)
    gui_session.player.press(Key.Key_Tab, times=max(0, len(pieces(gui_session)) - 1))
    assert gui_session.workspace.caret.sentence_index == sentence_index
    wanted = gui_session.workspace.pieces.answer()
    before = int(session.open_tokens[sentence_index])
    gui_session.player.press(Key.Key_Return)
    assert (
        int(session.open_tokens[sentence_index])
        == before - len(wanted.queried)
        == wanted.n_open
        > 0
    )
    assert session.project.flags_of(sentence_index) == SentenceFlags.ANSWERED
    assert sentence_index not in session.queue.sentence_indices.tolist()
    assert gui_session.workspace.caret.sentence_index != sentence_index
    progress = session.state.progress()
    assert progress.confirmed_tokens == int(np.count_nonzero(session.corpus.states == 1))
    assert not session.is_done(sentence_index)
    return sentence_index


def is_unknown_to_the_training(gui_session: GuiSession, sentence_index: int) -> None:
    session = gui_session.project.session
    wanted = training_targets(snapshot(session.project))
    assert wanted is not None
    at = int(np.flatnonzero(wanted.sentence_indices == sentence_index)[0])
    start = int(session.corpus.lengths(wanted.sentence_indices[:at]).sum())
    own = wanted.targets.label_sets[
        start : start + len(states(gui_session, sentence_index))
    ].tolist()
    for number, state in zip(own, states(gui_session, sentence_index), strict=True):
        assert (number < len(wanted.labels)) == (state == TokenState.CONFIRMED)


def accept_the_rest_from_a_threshold(gui_session: GuiSession) -> None:
    """Choose in the project's settings that what is sure is accepted, and see that it is."""
    session = gui_session.project.session
    gui_session.window.controllers.project.project_settings()
    dialog = journey.shown(gui_session.window, ProjectSettingsDialog)
    assert dialog.unit.tokens_alone
    dialog.rest.choice.setCurrentIndex(1)
    dialog.rest.percent.setValue(ACCEPT_FROM)
    dialog.accept()
    assert session.project.settings.accept_rest_from == ACCEPT_FROM / 100
    gui_session.window.activateWindow()
    gui_session.window.sentence_view.setFocus()
    wait_for(gui_session.window.sentence_view.hasFocus, "the sentence view has the focus")
    sentence_index = arrive(gui_session)
    gui_session.settle()  # what has not been painted is not accepted
    shown = gui_session.workspace.caret.tokens()
    answer = gui_session.workspace.pieces.answer()
    assert answer.accepted
    assert f"accepts {len(answer.accepted)} from 80%" in (
        gui_session.window.queried_notice.detail.text()
    )
    before = contents_of(session.project)
    gui_session.player.press(Key.Key_Return)
    confirmed = [n for n, state in enumerate(states(gui_session, sentence_index)) if state == 1]
    assert set(answer.accepted) <= set(confirmed)
    assert all(shown[n].queried or (shown[n].probability or 0.0) >= 0.8 for n in confirmed)
    gui_session.player.press(Key.Key_Z, journey.CONTROL)
    assert contents_of(session.project) == before, (
        "one undo takes answers, acceptance and mark back"
    )
    assert gui_session.workspace.caret.sentence_index == sentence_index
    gui_session.player.press(Key.Key_Y, journey.CONTROL)


def test_asking_for_doubtful_tokens(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    project = tmp_path / "notes.tagwright"
    new_project(project, LABELS, "basic")
    answers = answers_of(resource_files.path("sample/answers.conll"))
    with GuiSession(project) as gui_session:
        journey.import_as_text(
            gui_session, resource_files.path("sample/unlabelled.conll"), monkeypatch
        )
        session = gui_session.project.session
        ask_for(gui_session, TOKENS_ALONE)
        assert not gui_session.window.queried_notice.isVisible(), (
            "before a model all is as without it"
        )
        ask_for(gui_session, WHOLE)
        # How sure a model is depends on when it was trained: so many tokens are asked about.
        asked_below = replace(session.project.settings, uncertain_below=ASKED_BELOW)
        session.apply(change_settings(session.project, asked_below))
        journey.label_by_keyboard(gui_session, answers, SENTENCES)
        gui_session.rest(MODEL_SECONDS)
        ask_for(gui_session, TOKENS_ALONE)
        sentence_index = answer_look_and_confirm(gui_session, answers)
        is_unknown_to_the_training(gui_session, sentence_index)
        gui_session.rest(MODEL_SECONDS)  # a model that arrives changes what Enter would confirm
        accept_the_rest_from_a_threshold(gui_session)
        for _ in range(3):
            gui_session.rest(MODEL_SECONDS)
            arrive(gui_session)
            answer_by_key(gui_session, answers)
            gui_session.player.press(Key.Key_Return)
        gui_session.rest(MODEL_SECONDS)
        end = digest(session.project)
        marks = dict(session.project.flags)

    with GuiSession(project) as gui_session:
        session = gui_session.project.session
        assert session.project.settings.query_choice.tokens_alone
        assert gui_session.window.panels.queue.unit.currentText() == "Check uncertain tokens only"
        assert session.project.flags == marks
        assert digest(session.project) == end
        assert session.project.flags_of(sentence_index) == SentenceFlags.ANSWERED
        gui_session.workspace.caret.go_to(sentence_index)
        gui_session.workspace.acceptance.ask_again()
        assert sentence_index in session.queue.sentence_indices.tolist()
        ask_for(gui_session, WHOLE)
        # What a model changes while one looks, Enter would only show.
        gui_session.rest(MODEL_SECONDS)
        gui_session.workspace.caret.go_to(sentence_index)
        gui_session.player.press(Key.Key_Return)
        assert session.is_done(sentence_index)
