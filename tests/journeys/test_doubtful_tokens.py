"""Asking for doubtful tokens alone, by keys: answer, look at, confirm, undo, and go on tomorrow."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import Qt

from app import resource_files
from app.domain.asked import asked_pieces
from app.domain.asking import TOKENS_ALONE, WHOLE
from app.domain.marks import Mark
from app.domain.tokens import TokenState
from app.edits.settings import change_settings
from app.jobs.snapshot import snapshot, training_targets
from app.lab.benchmarks.player import wait_for
from app.lab.benchmarks.sitting import Sitting
from app.views.dialogs.project_settings import ProjectSettingsDialog
from tests.journeys import journey
from tests.journeys.test_main_job import answers_of, new_project
from tests.journeys.test_queue import LABELS, MODEL_SECONDS, choose_by_keys
from tests.memory_projects import image
from tests.soak.state import digest

pytestmark = [pytest.mark.gui, pytest.mark.journey, pytest.mark.usefixtures("qapp")]

SENTENCES = 15
ACCEPT_FROM = 80
ASKED_BELOW = 0.9
Key = Qt.Key
Answers = dict[str, list[str]]


def ask_for(sitting: Sitting, unit: str) -> None:
    choose_by_keys(sitting.window.panels.queue.unit, unit)
    assert sitting.project.session.project.settings.query_unit == unit
    sitting.window.sentence_view.setFocus()
    wait_for(sitting.window.sentence_view.hasFocus, "the sentence view has the focus")


def selected(sitting: Sitting) -> tuple[int, int]:
    return sitting.workspace.caret.first, sitting.workspace.caret.last


def pieces(sitting: Sitting) -> list[tuple[int, int]]:
    return asked_pieces(sitting.workspace.caret.tokens())


def states(sitting: Sitting, place: int) -> list[int]:
    corpus = sitting.project.session.corpus
    return list(corpus.states[corpus.span(place)].tolist())


def answer_by_key(sitting: Sitting, answers: Answers) -> None:
    """Press the one key that answers for what is selected: a label's, or that of no label."""
    first = sitting.workspace.caret.first
    tag = answers[sitting.text()][first]
    key = Key.Key_0
    for label in sitting.project.session.project.visible_labels():
        if tag.endswith(f"-{label.name}"):
            key = Key(ord(label.key))
    sitting.player.press(key)


def arrive(sitting: Sitting) -> int:
    """Go to the head of the queue; return where, with the first doubtful token selected."""
    sitting.player.press(Key.Key_Return, journey.CONTROL)
    assert selected(sitting) == pieces(sitting)[0]
    assert sitting.window.asked_notice.isVisible()
    return sitting.workspace.caret.place


def with_two_pieces(sitting: Sitting) -> int:
    """Go through the queue to a sentence that is asked about twice."""
    for _ in range(len(sitting.project.session.queue.places)):
        place = arrive(sitting)
        if len(pieces(sitting)) > 1:
            return place
        sitting.player.press(Key.Key_Return, Qt.KeyboardModifier.AltModifier)
    raise AssertionError("no sentence is asked about twice")


def answer_look_and_confirm(sitting: Sitting, answers: Answers) -> int:
    """Answer by one key, pass over the others by Tab, and confirm them by Enter; return where."""
    session = sitting.project.session
    place = with_two_pieces(sitting)
    first = selected(sitting)
    answer_by_key(sitting, answers)
    assert set(states(sitting, place)[first[0] : first[1] + 1]) == {TokenState.CONFIRMED}
    assert sitting.workspace.caret.place == place
    assert selected(sitting) != first or not pieces(sitting)
    sitting.player.press(Key.Key_Tab, times=max(0, len(pieces(sitting)) - 1))
    assert sitting.workspace.caret.place == place
    wanted = sitting.workspace.pieces.answer()
    before = int(session.open_tokens[place])
    sitting.player.press(Key.Key_Return)
    assert int(session.open_tokens[place]) == before - len(wanted.asked) == wanted.n_open > 0
    assert session.project.mark_of(place) == Mark.ANSWERED
    assert place not in session.queue.places.tolist()
    assert sitting.workspace.caret.place != place
    progress = session.state.progress()
    assert progress.confirmed_tokens == int(np.count_nonzero(session.corpus.states == 1))
    assert not session.is_done(place)
    return place


def is_unknown_to_the_training(sitting: Sitting, place: int) -> None:
    session = sitting.project.session
    wanted = training_targets(snapshot(session.project))
    assert wanted is not None
    at = int(np.flatnonzero(wanted.places == place)[0])
    start = int(session.corpus.lengths(wanted.places[:at]).sum())
    own = wanted.targets.label_sets[start : start + len(states(sitting, place))].tolist()
    for number, state in zip(own, states(sitting, place), strict=True):
        assert (number < len(wanted.labels)) == (state == TokenState.CONFIRMED)


def accept_the_rest_from_a_threshold(sitting: Sitting) -> None:
    """Choose in the project's settings that what is sure is accepted, and see that it is."""
    session = sitting.project.session
    sitting.window.controllers.project.project_settings()
    dialog = journey.shown(sitting.window, ProjectSettingsDialog)
    assert dialog.unit.tokens_alone
    dialog.rest.choice.setCurrentIndex(1)
    dialog.rest.percent.setValue(ACCEPT_FROM)
    dialog.accept()
    assert session.project.settings.accept_rest_from == ACCEPT_FROM / 100
    sitting.window.activateWindow()
    sitting.window.sentence_view.setFocus()
    wait_for(sitting.window.sentence_view.hasFocus, "the sentence view has the focus")
    place = arrive(sitting)
    sitting.settle()  # what has not been painted is not accepted
    shown = sitting.workspace.caret.tokens()
    answer = sitting.workspace.pieces.answer()
    assert answer.accepted
    assert f"accepts {len(answer.accepted)} from 80%" in (
        sitting.window.asked_notice.consequence.text()
    )
    before = image(session.project)
    sitting.player.press(Key.Key_Return)
    confirmed = [n for n, state in enumerate(states(sitting, place)) if state == 1]
    assert set(answer.accepted) <= set(confirmed)
    assert all(shown[n].asked or (shown[n].probability or 0.0) >= 0.8 for n in confirmed)
    sitting.player.press(Key.Key_Z, journey.CONTROL)
    assert image(session.project) == before, "one undo takes answers, acceptance and mark back"
    assert sitting.workspace.caret.place == place
    sitting.player.press(Key.Key_Y, journey.CONTROL)


def test_asking_for_doubtful_tokens(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    project = tmp_path / "notes.tagwright"
    new_project(project, LABELS, "basic")
    answers = answers_of(resource_files.path("sample/answers.conll"))
    with Sitting(project) as sitting:
        journey.import_as_text(sitting, resource_files.path("sample/unlabelled.conll"), monkeypatch)
        session = sitting.project.session
        ask_for(sitting, TOKENS_ALONE)
        assert not sitting.window.asked_notice.isVisible(), "before a model all is as without it"
        ask_for(sitting, WHOLE)
        # How sure a model is depends on when it was trained: so many tokens are asked about.
        asked_below = replace(session.project.settings, uncertain_below=ASKED_BELOW)
        session.apply(change_settings(session.project, asked_below))
        journey.label_by_keyboard(sitting, answers, SENTENCES)
        sitting.rest(MODEL_SECONDS)
        ask_for(sitting, TOKENS_ALONE)
        place = answer_look_and_confirm(sitting, answers)
        is_unknown_to_the_training(sitting, place)
        sitting.rest(MODEL_SECONDS)  # a model that arrives changes what Enter would confirm
        accept_the_rest_from_a_threshold(sitting)
        for _ in range(3):
            sitting.rest(MODEL_SECONDS)
            arrive(sitting)
            answer_by_key(sitting, answers)
            sitting.player.press(Key.Key_Return)
        sitting.rest(MODEL_SECONDS)
        end = digest(session.project)
        marks = dict(session.project.marks)

    with Sitting(project) as sitting:
        session = sitting.project.session
        assert session.project.settings.asking.tokens_alone
        assert sitting.window.panels.queue.unit.currentText() == "Check uncertain tokens only"
        assert session.project.marks == marks
        assert digest(session.project) == end
        assert session.project.mark_of(place) == Mark.ANSWERED
        sitting.workspace.caret.go_to(place)
        sitting.workspace.acceptance.ask_again()
        assert place in session.queue.places.tolist()
        ask_for(sitting, WHOLE)
        # What a model changes while one looks, Enter would only show.
        sitting.rest(MODEL_SECONDS)
        sitting.workspace.caret.go_to(place)
        sitting.player.press(Key.Key_Return)
        assert session.is_done(place)
