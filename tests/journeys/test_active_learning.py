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

from app.domain.asking import PER_SECOND, Asking
from app.domain.display import DisplayKind
from app.domain.settings import ProjectSettings
from app.domain.tokens import Role
from app.jobs.create_project import label_rows
from app.lab.benchmarks.player import wait_for
from app.lab.benchmarks.sitting import Sitting
from app.storage.project_file import ProjectFile
from app.views.panels.asking_box import AskingBox
from tests.journeys import journey, local_news
from tests.journeys.test_progress import CONTROL_SHIFT
from tests.journeys.test_queue import accept_everything_sure, choose_by_keys, ranked
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


class Beholder:
    """Sees which models come while the player works, and when a training is under way."""

    def __init__(self, sitting: Sitting) -> None:
        self._trainer = sitting.project.trainer
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
    sitting: Sitting, answers: dict[str, list[str]], beholder: Beholder
) -> list[bool]:
    """Label what the queue brings; return which sentences were of the test sample."""
    session, asked = sitting.project.session, []
    sitting.player.press(Key.Key_Return, journey.CONTROL)
    for number in range(1, SENTENCES + 1):
        place = sitting.workspace.caret.place
        control = bool(session.corpus.roles[place] == Role.CONTROL)
        assert sitting.window.control_notice.isVisible() == control
        if control:
            kinds = {record.kind for record in sitting.workspace.caret.tokens()}
            assert kinds == {DisplayKind.NONE}, "a test sentence shows no proposal"
        elif number > FIRST_MODEL:
            wait_for(lambda: is_proposed(sitting), "suggestions of the newest model")
        answer = answers[sitting.text()]
        sitting.player.label_sentence(answer)
        sitting.player.accept(answer)
        assert session.is_done(place)
        asked.append(control)
        if number >= FIRST_MODEL and number % LOOKS_UP == 1:
            beholder.wait_for(asked.count(False))
    return asked


def is_proposed(sitting: Sitting) -> bool:
    """Say whether the newest model has proposed something for the current sentence."""
    model, place = sitting.project.trainer.model, sitting.workspace.caret.place
    number = int(sitting.project.session.proposals.models[place])
    shown = {record.kind for record in sitting.workspace.caret.tokens()}
    return model is not None and number == model.number and DisplayKind.PROPOSAL in shown


def choose_by_mouse(sitting: Sitting, box: AskingBox, name: str) -> None:
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
    sitting.window.activateWindow()


def see_the_curve(sitting: Sitting, n_pool: int, n_control: int) -> None:
    """Wait for the newest model's point, and look at what the panel says of it."""
    measurements, panel = sitting.project.measurements, sitting.window.panels.progress
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
    wait_for(lambda: panel.curve is not None, "the plots")
    assert panel.curve is not None
    assert panel.curve.isVisible()
    assert (panel.score.fact.title, panel.score.fact.value) == ("F1", f"{100 * point.score:.1f}")
    interval = f"95% CI {100 * point.low:.1f}–{100 * point.high:.1f}"
    assert panel.score.fact.note == f"{interval}, {n_control} of {SAMPLE} test sentences"


def ask_otherwise(sitting: Sitting) -> None:
    """Choose another order by mouse and what is done with it by keys; go to its first sentence."""
    session, panel = sitting.project.session, sitting.window.panels.queue
    before = ranked(sitting)
    choose_by_mouse(sitting, panel.strategy, "missed_span")
    choose_by_keys(panel.wrapper, PER_SECOND)
    assert session.project.settings.asking == Asking("missed_span", PER_SECOND)
    wait_for(lambda: ranked(sitting) != before, "the queue in its new order")
    first = panel.view.visualRect(panel.model.index(0, 0)).center()
    QTest.mouseClick(panel.view.viewport(), Qt.MouseButton.LeftButton, pos=first)
    assert sitting.workspace.caret.place == ranked(sitting)[0]
    wait_for(sitting.window.sentence_view.hasFocus, "the sentence view has the focus")


# The list of a box that is opened by mouse grabs the keyboard; without a screen nobody can.
@pytest.mark.qt_log_ignore("grabbing the keyboard", extend=True)
def test_from_nothing_to_a_curve_another_order_and_bulk_accept(
    path: Path, text: Path, answers: dict[str, list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    with Sitting(path) as sitting:
        session, panel = sitting.project.session, sitting.window.panels.progress
        sitting.player.press(Key.Key_P, CONTROL_SHIFT)
        wait_for(panel.isVisible, "the progress panel")
        journey.import_as_text(sitting, text, monkeypatch)
        assert int(session.corpus.roles.sum()) == SAMPLE
        assert (session.open_tokens[session.visible] > 0).all(), "nothing is labelled"
        assert panel.tabs.isHidden(), "there is no curve yet"

        beholder = Beholder(sitting)
        asked = follow_the_queue(sitting, answers, beholder)
        assert sum(asked) == TESTED
        assert len(set(beholder.trained)) > SENTENCES // 6, "it has learnt meanwhile"
        assert beholder.trainings >= len(set(beholder.trained))
        see_the_curve(sitting, asked.count(False), asked.count(True))

        ask_otherwise(sitting)
        place = sitting.workspace.caret.place
        answer = answers[sitting.text()]
        sitting.player.label_sentence(answer)
        sitting.player.accept(answer)
        assert session.is_done(place)
        sitting.rest(120.0)
        accept_everything_sure(sitting, answers)
        assert session.project.settings.asking.strategy == "missed_span", "only that is taken back"
        panel.target.setFocus()
        wait_for(panel.target.hasFocus, "the goal has the focus")
        panel.target.selectAll()
        QTest.keyClicks(panel.target, "85")
        QTest.keyClick(panel.target, Key.Key_Return)
        assert session.project.settings.goal == 0.85
        assert panel.curve is not None
        assert panel.curve.isVisible()
        end, points = digest(session.project), sitting.project.measurements.progress.points

    with Sitting(path) as sitting:
        session = sitting.project.session
        assert digest(session.project) == end
        kept = sitting.project.measurements.progress.points
        # A model of as many sentences, trained anew, may have been judged already.
        assert [point.sentences for point in kept] == [point.sentences for point in points]
        assert sitting.window.panels.queue.strategy.currentText() == "Possible missed spans"
        assert sitting.window.panels.progress.target.value() == 85.0
        done = np.flatnonzero(session.open_tokens[session.visible] == 0)
        assert len(done) == SENTENCES + 1
