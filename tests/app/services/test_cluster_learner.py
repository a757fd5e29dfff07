"""Word clusters in the background: when they are learned, and what follows."""

from __future__ import annotations

import threading
from dataclasses import replace
from types import SimpleNamespace

import pytest

from app.edits.documents import remove_document
from app.edits.settings import change_settings
from app.services import cluster_learner
from app.services.cluster_learner import ClusterLearner
from app.services.trainer import Trainer
from app.session import Session
from tests.fake_learning import FakeLearning
from tests.memory_projects import project_of


@pytest.fixture
def parts(qtbot):
    session = Session(project_of())
    learning = FakeLearning()
    trainer = Trainer(session, learning)
    learner = ClusterLearner(trainer, learning)
    trainer.start()
    yield SimpleNamespace(session=session, learning=learning, trainer=trainer, learner=learner)
    learner.close()
    learner.wait()
    trainer.close()


def change(parts, **settings):
    project = parts.session.project
    parts.session.apply(change_settings(project, replace(project.settings, **settings)))


class Computation:
    """Word clusters that are learned until they are there, or cancelled."""

    def __init__(self) -> None:
        self.begun, self.go, self.cancelled = (threading.Event() for _ in range(3))

    def __call__(self, cancelled, report):
        self.begun.set()
        while not self.go.wait(0.01):
            report(1, 4)
            if cancelled():
                self.cancelled.set()
                return None
        return 30_000


@pytest.fixture
def computation(parts):
    made = Computation()
    parts.learning.clusters.append(made)
    yield made
    made.go.set()


def test_clusters_are_followed_by_a_training(parts, computation, qtbot):
    parts.learner.start()
    qtbot.waitUntil(computation.begun.is_set)
    qtbot.waitUntil(lambda: parts.trainer.status.state == "idle")
    posted = []
    parts.trainer.train_now = lambda: posted.append(1)
    computation.go.set()
    qtbot.waitUntil(lambda: posted == [1])
    assert parts.learning.threads == {"workers"}


def test_without_new_clusters_nothing_is_trained(parts, qtbot):
    posted = []
    parts.trainer.train_now = lambda: posted.append(1)
    parts.learner.start()
    qtbot.waitUntil(lambda: parts.learner._query.idle)
    assert not posted


def test_progress_is_shown_after_a_while(parts, computation, qtbot, monkeypatch):
    monkeypatch.setattr(cluster_learner, "SHOWN_AFTER", 0.0)
    parts.learner.start()
    qtbot.waitUntil(lambda: parts.trainer.status.cluster_progress == 0.25)
    computation.go.set()
    qtbot.waitUntil(lambda: parts.trainer.status.cluster_progress == 0.0)


def test_what_is_quick_shows_no_progress(parts, computation, qtbot, monkeypatch):
    monkeypatch.setattr(cluster_learner, "SHOWN_AFTER", 3_600.0)
    shown = []
    parts.trainer.show_cluster_progress = shown.append
    called = []
    original = parts.learner._query._progressed
    parts.learner._query._progressed = lambda *step: (called.append(step), original(*step))
    parts.learner.start()
    qtbot.waitUntil(lambda: bool(called))
    assert not shown


@pytest.mark.parametrize("off", [{"learn_from_text": False}, {"learning_paused": True}])
def test_switched_off_it_stops_and_switched_on_it_begins_again(parts, computation, qtbot, off):
    parts.learner.start()
    qtbot.waitUntil(computation.begun.is_set)
    change(parts, **off)
    qtbot.waitUntil(computation.cancelled.is_set)
    again = Computation()
    parts.learning.clusters.append(again)
    change(parts, **{name: not value for name, value in off.items()})
    qtbot.waitUntil(again.begun.is_set)
    again.go.set()


def test_another_text_is_examined(parts, qtbot):
    parts.learner.start()
    qtbot.waitUntil(lambda: parts.learner._query.idle)
    later = Computation()
    parts.learning.clusters.append(later)
    parts.session.apply(remove_document(parts.session.project, 1))
    qtbot.waitUntil(later.begun.is_set)
    later.go.set()


def test_labels_change_nothing(parts, qtbot):
    from app.edits.spans import label_span

    parts.learner.start()
    qtbot.waitUntil(lambda: parts.learner._query.idle)
    parts.session.apply(label_span(parts.session.project, 0, 0, 1, 1))
    assert parts.learner._query.idle


def test_closing_cancels(parts, computation, qtbot):
    parts.learner.start()
    qtbot.waitUntil(computation.begun.is_set)
    parts.learner.close()
    parts.learner.wait()
    assert computation.cancelled.is_set()
