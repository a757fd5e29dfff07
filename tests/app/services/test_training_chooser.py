"""Training settings are chosen in the background, and another choice is followed by a training."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace

import pytest

from app.domain.training_choice import TrainingChoice
from app.edits.settings import change_settings
from app.services import training_chooser
from app.services.trainer import Trainer
from app.services.training_chooser import TrainingChooser
from app.session import Session
from tests.fake_learning import FakeLearning
from tests.memory_projects import project_of

OTHER = TrainingChoice(0.3, True, 1, -0.2, -0.3, 0.1, compared_text=True)
SAME = replace(OTHER, c2=0.1)


@pytest.fixture
def parts(qtbot, monkeypatch):
    monkeypatch.setattr(training_chooser, "ENOUGH_SENTENCES", 1)
    session = Session(project_of())
    learning = FakeLearning()
    trainer = Trainer(session, learning)
    chooser = TrainingChooser(trainer, learning)
    posted = []
    trainer.train_now = lambda: posted.append(1)
    trainer.full_model = SimpleNamespace(sentences=1, model=SimpleNamespace(cluster_tokens=0))
    yield SimpleNamespace(
        session=session, learning=learning, trainer=trainer, chooser=chooser, posted=posted
    )
    chooser.close()
    chooser.wait()
    trainer.close()


def change(parts, **settings):
    project = parts.session.project
    parts.session.apply(change_settings(project, replace(project.settings, **settings)))


@pytest.mark.parametrize(("choice", "trainings"), [(OTHER, [1]), (SAME, [])])
def test_another_choice_is_followed_by_a_training(parts, qtbot, choice, trainings):
    parts.learning.choices.append(choice)
    parts.chooser.start()
    qtbot.waitUntil(lambda: parts.trainer.status.choice == choice)
    assert parts.posted == trainings
    assert parts.learning.threads == {"workers"}


def test_with_few_labels_nothing_is_chosen(parts):
    parts.trainer.full_model.sentences = 0
    parts.chooser.start()
    assert parts.chooser._query.idle
    parts.trainer.full_model = None
    parts.trainer.model_ready.emit(None)
    assert parts.chooser._query.idle


def test_a_stored_choice_stays_until_much_more_is_labelled(parts, qtbot):
    parts.learning.training_choice = SAME
    parts.chooser.start()
    assert parts.trainer.status.choice == SAME
    assert parts.chooser._query.idle
    parts.learning.choices.append(replace(OTHER, n_sentences=2))
    parts.trainer.full_model.sentences = 2
    parts.trainer.model_ready.emit(None)
    qtbot.waitUntil(lambda: parts.posted == [1])


def test_it_is_switched_off_and_on_by_the_setting(parts, qtbot):
    change(parts, choose_training=False)
    parts.chooser.start()
    assert parts.chooser._query.idle
    parts.learning.choices.append(OTHER)
    change(parts, choose_training=True)
    qtbot.waitUntil(lambda: parts.trainer.status.choice == OTHER)
    change(parts, choose_training=False)
    assert parts.trainer.status.choice is None
    change(parts, choose_training=True)
    assert parts.trainer.status.choice == OTHER
