"""The whole way of a project that begins with nothing: queue, curve, another order, bulk accept.

The text is made-up news in which no name tells by itself what it is. The model trains behind the
keys all the while, as it does behind a person's.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from app.domain.display import DisplayKind
from app.domain.query_choices import PER_SECOND, QueryChoice
from app.domain.settings import ProjectSettings
from app.domain.tokens import Role
from app.jobs.projects.create import label_rows
from app.lab.benchmarks.gui_session import GuiSession
from app.lab.benchmarks.player import wait_for
from app.storage.project_file import ProjectFile
from app.views.panels.described_choices import DescribedComboBox
from tests.journeys import journey, local_news
from tests.journeys.test_progress import CONTROL_SHIFT
from tests.journeys.test_queue import accept_everything_confident, choose_by_keys, ranked
from tests.soak.state import digest

pytestmark = [pytest.mark.gui, pytest.mark.journey, pytest.mark.usefixtures("qapp")]

Key = Qt.Key
TEXT = 400
SAMPLE = 60
SENTENCES, TESTED = 38, 10
FIRST_MODEL = 6
"""From so many sentences on the player works with a model."""

LOOKS_UP = 3
"""After so many sentences the player waits for a newer model, as a person does who thinks."""


@pytest.fixture
def answers() -> dict[str, list[str]]:
    return local_news.sentences(TEXT)


@pytest.fixture
def text(tmp_path: Path, answers: dict[str, list[str]]) -> Path:
    path = tmp_path / "news.conll"
    sentences = (sentence.split() for sentence in answers)
    path.write_text("".join("\n".join(words) + "\n\n" for words in sentences), encoding="utf-8")
    return path


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "news.tagwright"
    settings = ProjectSettings(control_size=SAMPLE)
    labels = label_rows(local_news.LABELS, settings.scheme)
    ProjectFile.create(path, settings, labels, "Ann").close()
    return path


class ModelWatcher:
    """Sees which models come while the player works, and when a training is under way."""

    def __init__(self, gui_session: GuiSession) -> None:
        self._trainer = gui_session.project.trainer
        self.trained: list[int] = []
        self.trainings = 0
        self._trainer.model_ready.connect(
            lambda model: self.trained.append(model.sentences) if model.kind == "full" else None
        )
        self._trainer.status_changed.connect(self._see)

    def wait_for(self, sentences: int) -> None:
        """Let a training on so many sentences come to its end; the queue follows it."""
        wait_for(lambda: self.trained[-1:] == [sentences], "a newer model")

    def _see(self, status: object) -> None:
        self.trainings += getattr(status, "state", "") == "training"


def follow_the_queue(
    gui_session: GuiSession, answers: dict[str, list[str]], model_watcher: ModelWatcher
) -> list[bool]:
    """Label what the queue brings; return which sentences were of the test sample."""
    session, requests = gui_session.project.session, []
    gui_session.player.press(Key.Key_Return, journey.CONTROL)
    for number in range(1, SENTENCES + 1):
        sentence_index = gui_session.workspace.caret.sentence_index
        control = bool(session.corpus.roles[sentence_index] == Role.CONTROL)
        assert gui_session.window.control_notice.isVisible() == control
        if control:
            kinds = {record.kind for record in gui_session.workspace.caret.tokens()}
            assert kinds == {DisplayKind.NONE}, "a test sentence shows no proposal"
        elif number > FIRST_MODEL:
            wait_for(lambda: is_proposed(gui_session), "suggestions of the newest model")
        answer = answers[gui_session.text()]
        gui_session.player.label_sentence(answer)
        gui_session.player.accept(answer)
        assert session.is_done(sentence_index)
        requests.append(control)
        if number >= FIRST_MODEL and number % LOOKS_UP == 1:
            model_watcher.wait_for(requests.count(False))
    return requests


def is_proposed(gui_session: GuiSession) -> bool:
    """Say whether the newest model has proposed something for the current sentence."""
    model, sentence_index = (
        gui_session.project.trainer.model,
        gui_session.workspace.caret.sentence_index,
    )
    number = int(gui_session.project.session.proposals.models[sentence_index])
    shown = {record.kind for record in gui_session.workspace.caret.tokens()}
    return model is not None and number == model.number and DisplayKind.PROPOSAL in shown


def choose_by_mouse(gui_session: GuiSession, box: DescribedComboBox, name: str) -> None:
    """Open a box of the panel and click one of its lines."""
    QTest.mouseClick(box, Qt.MouseButton.LeftButton)
    view = box.view()
    wait_for(view.isVisible, "the list of the box")
    line = box.choices.index(box.choices.row_of(name))
    view.scrollTo(line)
    at = view.visualRect(line).center()
    QTest.mouseMove(view.viewport(), at)
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=at)
    wait_for(lambda: not view.isVisible(), "the list goes")
    assert box.choices.choice(box.currentIndex()).name == name
    gui_session.window.activateWindow()


def see_the_curve(gui_session: GuiSession, n_pool: int, n_control: int) -> None:
    """Wait for the newest model's point, and look at what the panel says of it."""
    measurements, panel = gui_session.project.measurements, gui_session.window.panels.progress
    wait_for(
        lambda: (
            bool(measurements.progress.points)
            and measurements.progress.points[-1].sentences == n_pool
        ),
        "the newest model is measured",
    )
    point = measurements.progress.points[-1]
    assert point.n_control == n_control
    assert 0.0 <= point.low <= point.score <= point.high <= 1.0
    wait_for(lambda: panel.curve is not None and panel.curve.isVisible(), "the plots")
    assert panel.curve is not None
    assert (panel.score.fact.title, panel.score.fact.value) == ("F1", f"{100 * point.score:.1f}%")
    interval = f"95% CI {100 * point.low:.1f}–{100 * point.high:.1f}%"
    assert panel.score.fact.note == f"{interval}, {n_control} of {SAMPLE} test sentences"


def ask_otherwise(gui_session: GuiSession) -> None:
    """Choose another order by mouse and what is done with it by keys; go to its first sentence."""
    session, panel = gui_session.project.session, gui_session.window.panels.queue
    before = ranked(gui_session)
    choose_by_mouse(gui_session, panel.strategy, "missed_span")
    choose_by_keys(panel.wrapper, PER_SECOND)
    assert session.project.settings.query_choice == QueryChoice("missed_span", PER_SECOND)
    wait_for(lambda: ranked(gui_session) != before, "the queue in its new order")
    first = panel.view.visualRect(panel.model.index(0, 0)).center()
    QTest.mouseClick(panel.view.viewport(), Qt.MouseButton.LeftButton, pos=first)
    assert gui_session.workspace.caret.sentence_index == ranked(gui_session)[0]
    wait_for(gui_session.window.sentence_view.hasFocus, "the sentence view has the focus")


# The list of a box that is opened by mouse grabs the keyboard; without a screen nobody can.
@pytest.mark.qt_log_ignore("grabbing the keyboard", extend=True)
def test_from_nothing_to_a_curve_another_order_and_bulk_accept(
    path: Path, text: Path, answers: dict[str, list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    with GuiSession(path) as gui_session:
        session, panel = gui_session.project.session, gui_session.window.panels.progress
        gui_session.player.press(Key.Key_P, CONTROL_SHIFT)
        wait_for(panel.isVisible, "the progress panel")
        journey.import_as_text(gui_session, text, monkeypatch)
        assert int(session.corpus.roles.sum()) == SAMPLE
        assert (session.open_tokens[session.visible] > 0).all(), "nothing is labelled"
        assert panel.tabs.isHidden(), "there is no curve yet"

        model_watcher = ModelWatcher(gui_session)
        requests = follow_the_queue(gui_session, answers, model_watcher)
        assert sum(requests) == TESTED
        assert len(set(model_watcher.trained)) > SENTENCES // 6, "it has learnt meanwhile"
        assert model_watcher.trainings >= len(set(model_watcher.trained))
        see_the_curve(gui_session, requests.count(False), requests.count(True))

        ask_otherwise(gui_session)
        sentence_index = gui_session.workspace.caret.sentence_index
        answer = answers[gui_session.text()]
        gui_session.player.label_sentence(answer)
        gui_session.player.accept(answer)
        assert session.is_done(sentence_index)
        gui_session.rest(120.0)
        accept_everything_confident(gui_session, answers)
        assert session.project.settings.query_choice.strategy == "missed_span", (
            "only that is taken back"
        )
        panel.target.setFocus()
        wait_for(panel.target.hasFocus, "the goal has the focus")
        panel.target.selectAll()
        QTest.keyClicks(panel.target, "85")
        QTest.keyClick(panel.target, Key.Key_Return)
        assert session.project.settings.goal == 0.85
        assert panel.curve is not None
        assert panel.curve.isVisible()
        end, points = digest(session.project), gui_session.project.measurements.progress.points

    with GuiSession(path) as gui_session:
        session = gui_session.project.session
        assert digest(session.project) == end
        kept = gui_session.project.measurements.progress.points
        # A model of as many sentences, trained anew, may have been judged already.
        assert [point.sentences for point in kept] == [point.sentences for point in points]
        assert gui_session.window.panels.queue.strategy.currentText() == "Possible missed spans"
        assert gui_session.window.panels.progress.target.value() == 85.0
        done = np.flatnonzero(session.open_tokens[session.visible] == 0)
        assert len(done) == SENTENCES + 1
