"""Training settings are chosen in the background, and another choice is followed by a training."""

from __future__ import annotations

import threading
from dataclasses import replace
from types import SimpleNamespace

import pytest

from app.domain.rules import ProjectRule
from app.domain.settings import ProjectSettings
from app.domain.training_choice import BOTH, TrainingChoice, digest_of
from app.edits.rules import add_rules
from app.edits.settings import change_settings
from app.services import training_chooser
from app.services.trainer import Trainer
from app.services.training_chooser import TrainingChooser
from app.session import Session
from crfcore.errors import CrfError
from tests.fake_learning import FakeLearning
from tests.memory_projects import project_of

OTHER = TrainingChoice(
    c2=0.3,
    text_parts=BOTH,
    bias=0.0,
    n_sentences=1,
    score=-0.2,
    score_before=-0.3,
    f1=0.5,
    f1_before=0.5,
    c2_before=0.1,
    compared_text=True,
    template=digest_of(ProjectSettings().template),
)
SAME = replace(OTHER, c2=0.1)
COUNT = '{"at_most": 1, "unit": "DOSE"}'


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


@pytest.mark.parametrize(
    ("choice", "trainings"), [(OTHER, [1]), (SAME, []), (replace(SAME, bias=0.5), [1])]
)
def test_another_choice_is_followed_by_a_training(parts, qtbot, choice, trainings):
    parts.learning.choices.append(choice)
    parts.chooser.start()
    qtbot.waitUntil(lambda: parts.trainer.status.choice == choice)
    assert parts.posted == trainings
    assert parts.learning.threads == {"patient workers"}


def test_it_is_shown_that_settings_are_compared(parts, qtbot):
    parts.learning.choosing = threading.Event()
    parts.chooser.start()
    assert parts.trainer.status.choosing
    parts.learning.choosing.set()
    qtbot.waitUntil(lambda: not parts.trainer.status.choosing)


def test_a_comparison_that_fails_is_logged_and_no_longer_shown(parts, qtbot, caplog, monkeypatch):
    def fails(*_):
        raise CrfError("No.")

    monkeypatch.setattr(parts.learning, "choose_training", fails)
    parts.chooser.start()
    qtbot.waitUntil(lambda: not parts.trainer.status.choosing)
    assert parts.trainer.status.choice is None
    assert "Settings could not be compared" in caplog.text


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


@pytest.mark.parametrize(("choice", "trainings"), [(OTHER, [1]), (SAME, [])])
def test_a_choice_is_forgotten_with_most_of_its_labels(parts, monkeypatch, choice, trainings):
    monkeypatch.setattr(training_chooser, "ENOUGH_SENTENCES", 30)
    parts.learning.training_choice = chosen = replace(choice, n_sentences=40)
    parts.trainer.full_model.sentences = 40
    parts.chooser.start()
    assert parts.trainer.status.choice == chosen
    parts.trainer.full_model.sentences = 27
    parts.trainer.model_ready.emit(None)
    assert parts.trainer.status.choice == chosen
    parts.trainer.full_model.sentences = 26
    parts.trainer.model_ready.emit(None)
    assert parts.trainer.status.choice is parts.learning.training_choice is None
    assert parts.posted == trainings
    assert parts.chooser._query.idle


def test_a_choice_is_forgotten_with_the_model(parts):
    parts.learning.training_choice = OTHER
    parts.chooser.start()
    assert parts.trainer.status.choice == OTHER
    parts.trainer.full_model = None
    parts.trainer.model_dropped.emit()
    assert parts.trainer.status.choice is parts.learning.training_choice is None
    assert parts.posted == []


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


def test_segments_that_had_to_wait_are_compared_once_they_are_possible(parts, qtbot, monkeypatch):
    missing = ["segments"]
    monkeypatch.setattr(training_chooser, "missing_parts", lambda _: missing)
    parts.learning.training_choice = replace(SAME, segments_waited=True)
    project = parts.session.project
    parts.session.apply(add_rules(project, [ProjectRule(0, "count", COUNT)]))
    parts.chooser.start()
    assert parts.chooser._query.idle
    missing.clear()
    parts.trainer.model_ready.emit(None)
    assert parts.chooser._query.idle, "a rule is still in force"
    parts.session.undo()
    parts.learning.choices.append(replace(SAME, compared_segments=True))
    parts.trainer.model_ready.emit(None)
    qtbot.waitUntil(lambda: parts.trainer.status.choice.compared_segments)
    parts.trainer.model_ready.emit(None)
    assert parts.chooser._query.idle


@pytest.mark.parametrize("settings", [{"template": "ner"}, {"c2": 0.7}])
def test_other_settings_are_used_at_once_and_chosen_for(parts, qtbot, settings):
    parts.learning.training_choice = OTHER
    parts.chooser.start()
    assert parts.trainer.status.choice == OTHER
    changed = replace(parts.session.project.settings, **settings)
    later = replace(OTHER, template=digest_of(changed.template), c2_before=changed.c2)
    parts.learning.choices.append(later)
    change(parts, **settings)
    assert parts.trainer.status.choice is None
    qtbot.waitUntil(lambda: parts.trainer.status.choice == later)
    assert parts.posted == [1]


def test_a_choice_for_earlier_settings_is_dropped(parts, qtbot):
    parts.learning.choosing = threading.Event()
    parts.learning.choices += [OTHER, replace(OTHER, template=digest_of("ner"), bias=1.0)]
    parts.chooser.start()
    qtbot.waitUntil(lambda: len(parts.learning.choices) == 1)
    change(parts, template="ner")
    parts.learning.choosing.set()
    qtbot.waitUntil(lambda: parts.trainer.status.choice is not None)
    assert parts.trainer.status.choice.bias == 1.0
    assert parts.posted == [1]


def test_text_that_was_learned_from_meanwhile_is_compared_afterwards(parts, qtbot):
    parts.learning.choosing = threading.Event()
    parts.learning.choices += [replace(SAME, compared_text=False), SAME]
    parts.chooser.start()
    qtbot.waitUntil(lambda: len(parts.learning.choices) == 1)
    parts.trainer.full_model.model.cluster_tokens = 30_000
    parts.trainer.model_ready.emit(None)
    parts.learning.choosing.set()
    qtbot.waitUntil(lambda: parts.trainer.status.choice == SAME)
    assert parts.posted == []
    parts.chooser._query.wait()
    assert not parts.learning.choices
