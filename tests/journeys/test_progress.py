"""From nothing labelled to a learning curve with its interval, in the real window with the sample.

And on: what is confused is listed, a goal is set, and the curve is there the next morning.
"""

from __future__ import annotations

import threading
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from app import resource_files
from app.domain.display import DisplayKind
from app.domain.settings import ProjectSettings
from app.domain.tokens import Role
from app.jobs.project_models.project_learning import ProjectLearning
from app.jobs.projects.create import create_sample, label_rows
from app.lab.benchmarks.gui_session import GuiSession
from app.lab.benchmarks.player import wait_for
from app.storage.project_file import ProjectFile
from app.views.dialogs.project_settings import ProjectSettingsDialog
from app.views.dialogs.sentence_list import SentenceListDialog
from tests.journeys import journey
from tests.journeys.test_main_job import answers_of
from tests.soak.state import digest

pytestmark = [pytest.mark.gui, pytest.mark.journey, pytest.mark.usefixtures("qapp")]

Key = Qt.Key
CONTROL_SHIFT = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
LABELS = ["DRUG", "DOSE", "TITLE", "PERSON", "DATE", "CONDITION"]
SAMPLE = 40
SENTENCES, TESTED = 38, 10
"""Sentences of the queue, and how many of them are of the test sample: from the 11th on."""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "notes.tagwright"
    settings = ProjectSettings(control_size=SAMPLE)
    ProjectFile.create(path, settings, label_rows(LABELS, settings.scheme), "Ann").close()
    return path


def follow_the_queue(gui_session: GuiSession, answers: dict[str, list[str]]) -> list[bool]:
    """Label what the queue brings; return which sentences were of the test sample."""
    session, requests = gui_session.project.session, []
    gui_session.player.press(Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    for _ in range(SENTENCES):
        sentence_index = gui_session.workspace.caret.sentence_index
        control = bool(session.corpus.roles[sentence_index] == Role.CONTROL)
        assert gui_session.window.control_notice.isVisible() == control
        if control:
            kinds = {record.kind for record in gui_session.workspace.caret.tokens()}
            assert kinds == {DisplayKind.NONE}, "a test sentence shows no proposal"
        answer = answers[gui_session.text()]
        gui_session.player.label_sentence(answer)
        gui_session.player.accept(answer)
        assert session.is_done(sentence_index)
        requests.append(control)
    return requests


def see_what_is_confused(gui_session: GuiSession) -> None:
    """Click a cell of the confusion table, and go to the first of its sentences."""
    panel = gui_session.window.panels.progress
    panel.tabs.setCurrentIndex(2)
    table = panel.confusion
    row, column = np.argwhere(table.counts.counts > 0)[-1].tolist()
    at = table.visualRect(table.counts.index(row, column)).center()
    QTest.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, pos=at)
    found = journey.shown(gui_session.window, SentenceListDialog)
    sentence_index = found.model.sentence_index(0)
    first = found.view.visualRect(found.model.index(0, 0)).center()
    QTest.mouseClick(found.view.viewport(), Qt.MouseButton.LeftButton, pos=first)
    wait_for(
        lambda: gui_session.workspace.caret.sentence_index == sentence_index,
        "the window goes there",
    )
    found.close()
    gui_session.window.activateWindow()


def test_the_first_sentences_of_the_queue_bring_a_curve(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    answers = answers_of(resource_files.path("sample/answers.conll"))
    with GuiSession(path) as gui_session:
        session, panel = gui_session.project.session, gui_session.window.panels.progress
        gui_session.player.press(Key.Key_P, CONTROL_SHIFT)
        assert "at least 50 open sentences" in panel.hint.text()
        journey.import_as_text(
            gui_session, resource_files.path("sample/unlabelled.conll"), monkeypatch
        )
        assert int(session.corpus.roles.sum()) == SAMPLE
        assert "begins after 10 labelled sentences" in panel.hint.text()
        requests = follow_the_queue(gui_session, answers)
        assert sum(requests) == TESTED
        assert not any(requests[:10])
        gui_session.rest(120.0)
        measurements = gui_session.project.measurements
        pool = SENTENCES - sum(requests)
        wait_for(
            lambda: (
                bool(measurements.progress.points)
                and measurements.progress.points[-1].sentences == pool
            ),
            "the newest model is measured",
        )
        assert gui_session.project.trainer.status.trained_sentences == pool
        point = measurements.progress.points[-1]
        assert 0.0 <= point.low <= point.score <= point.high <= 1.0
        wait_for(lambda: panel.curve is not None, "the plots")
        assert panel.score.fact.title == "F1"
        assert panel.score.fact.value
        assert "10 of 40 test sentences" in panel.score.fact.note
        assert panel.curve.accessibleDescription().startswith("From ")
        see_what_is_confused(gui_session)
        panel.target.setValue(70.0)
        wait_for(lambda: measurements.target == 0.7, "another goal")
        end, points = digest(session.project), measurements.progress.points
        roles = session.corpus.roles.copy()
        score = panel.score.fact.value

    go, read = threading.Event(), ProjectLearning.from_bytes

    def read_late(learning: ProjectLearning, data: bytes) -> object:
        go.wait()
        return read(learning, data)

    monkeypatch.setattr(ProjectLearning, "from_bytes", read_late)
    with GuiSession(path) as gui_session:
        session, panel = gui_session.project.session, gui_session.window.panels.progress
        assert digest(session.project) == end
        assert np.array_equal(session.corpus.roles, roles)
        assert gui_session.project.measurements.progress.points[: len(points)] == points
        try:
            gui_session.window.show_panel("progress")
            assert panel.score.fact.value == score
            assert "of the saved model (still loading)" in panel.score.fact.note
        finally:
            go.set()
        wait_for(lambda: "test sentences" in panel.score.fact.note, "it is measured again")
        assert panel.score.fact.value == score
        journey.undo_to_the_start_and_back(gui_session)
        assert np.array_equal(session.corpus.roles, roles)


def test_a_sample_can_be_drawn_later_from_the_panel(tmp_path: Path) -> None:
    sample = tmp_path / "sample.tagwright"
    create_sample(sample)
    with GuiSession(sample) as gui_session:
        session, panel = gui_session.project.session, gui_session.window.panels.progress
        gui_session.player.press(Key.Key_P, CONTROL_SHIFT)
        QTest.mouseClick(panel.draw_sample, Qt.MouseButton.LeftButton)
        dialog = journey.shown(gui_session.window, ProjectSettingsDialog)
        wait_for(dialog.control.hasFocus, "the size of the test sample")
        dialog.control.setValue(40)
        dialog.accept()
        assert int(session.corpus.roles.sum()) == 40
        assert "Label 10 test sentences" in panel.hint.text()
        control = np.flatnonzero(session.corpus.roles)
        assert (session.open_tokens[control] > 0).all(), "what is labelled stays to be learnt from"
        wait_for(lambda: not gui_session.window.findChildren(ProjectSettingsDialog), "it goes")
        gui_session.window.activateWindow()
        session.undo()
        assert "Create a test sample first" in panel.hint.text()
