from __future__ import annotations

import threading
import time
from dataclasses import replace

import pytest

from app.domain.rules import ProjectRule
from app.domain.tokens import Role
from app.edits.rules import add_rules
from app.edits.settings import change_settings
from app.edits.spans import label_span
from app.jobs.data.snapshot import OUTSIDE_LACKS
from app.services.trainer import Trainer
from app.session import Session
from crfcore.errors import CrfError, TemplateError
from tests.fake_learning import FakeData, FakeLearning, FakeModel
from tests.memory_projects import project_of
from tests.step_names import undo_text


@pytest.fixture
def learning():
    return FakeLearning()


@pytest.fixture
def trainer(qtbot, learning):
    session = Session(project_of([list("abcde"), list("abc")]))
    made = Trainer(session, learning)
    yield made
    learning.go.set()
    made.close()


def label(trainer, token, sentence_index=0):
    session = trainer.session
    session.apply(label_span(session.project, sentence_index, token, token, 1))


def wait_for(qtbot, check):
    qtbot.waitUntil(lambda: bool(check()), timeout=10_000)


def test_nothing_is_learnt_before_it_starts_or_without_labels(qtbot, trainer, learning) -> None:
    trainer.set_preparing()
    label(trainer, 0)
    assert trainer.status.state == "preparing"
    trainer.session.undo()
    trainer.start()
    trainer.start()
    wait_for(qtbot, lambda: trainer._full.idle and not trainer._timer.isActive())
    assert trainer.status.state == "idle"
    assert not learning.trainings
    assert trainer.model is None


def test_counts_propose_first_and_the_full_model_follows(qtbot, trainer, learning) -> None:
    models = []
    trainer.model_ready.connect(lambda model: models.append((model.number, model.kind)))
    trainer.start()
    label(trainer, 0)
    wait_for(qtbot, lambda: trainer.status.model_kind == "full" and trainer.status.state == "idle")
    assert models[-1][1] == "full"
    # Training on so little may finish before the counts, which then add nothing.
    assert [number for number, _ in models] == list(range(1, len(models) + 1))
    assert trainer.full_model is trainer.model
    status = trainer.status
    assert (status.trained_tokens, status.iteration, status.error) == (1, 2, "")
    assert status.history[0] == (1, 10.0)
    assert status.model_made_at > 0
    assert "training" in learning.threads


def test_counts_are_used_at_once_while_the_training_runs(qtbot, trainer, learning) -> None:
    learning.go.clear()
    trainer.start()
    label(trainer, 0)
    wait_for(qtbot, lambda: trainer.status.model_kind == "empirical")
    wait_for(qtbot, lambda: trainer.status.state == "training")
    learning.go.set()
    wait_for(qtbot, lambda: trainer.status.model_kind == "full")


def test_counts_are_left_alone_once_the_full_model_knows_more(qtbot, trainer, learning) -> None:
    trainer.start()
    for token in (0, 2):
        label(trainer, token)
    wait_for(qtbot, lambda: trainer.status.model_kind == "full" and trainer.status.state == "idle")
    before = len(learning.counts)
    label(trainer, 4)
    wait_for(qtbot, lambda: trainer.status.trained_tokens == 3)
    assert len(learning.counts) == before
    assert trainer.status.model_kind == "full"


def test_one_training_waits_and_it_is_the_latest(qtbot, trainer, learning) -> None:
    learning.go.clear()
    trainer.start()
    label(trainer, 0)
    wait_for(qtbot, lambda: trainer.status.state == "training")
    for token in (1, 2, 3):
        label(trainer, token)
        wait_for(qtbot, lambda: not trainer._timer.isActive() and trainer.status.waiting)
    assert len(learning.trainings) == 1
    learning.go.set()
    wait_for(qtbot, lambda: trainer.status.state == "idle" and trainer.status.trained_tokens == 4)
    assert [data.tokens for data, _, _ in learning.trainings] == [1, 4]
    assert learning.trainings[1][1] is not None


def test_a_cancelled_training_leaves_no_model(qtbot, trainer, learning) -> None:
    learning.go.clear()
    trainer.start()
    label(trainer, 0)
    wait_for(qtbot, lambda: trainer.status.state == "training")
    trainer.cancel()
    assert trainer.status.state == "idle"
    learning.go.set()
    wait_for(qtbot, lambda: trainer._full.idle)
    qtbot.wait(20)
    assert trainer.full_model is None
    label(trainer, 1)
    wait_for(qtbot, lambda: trainer.full_model is not None)
    assert trainer.full_model.tokens == 2


@pytest.mark.parametrize("age", [0.0, 60.0])
def test_a_young_training_that_learns_an_undone_label_is_abandoned(
    qtbot, trained, learning, age
) -> None:
    first = trained.full_model
    begin_another(qtbot, trained, learning)
    trained._running_since -= age
    models = models_of(trained)
    trained.session.undo()
    go_on(qtbot, trained, learning)
    wait_for(qtbot, lambda: trained.full_model is not first and trained.full_model.tokens == 1)
    assert (2 in models) == (age > 0.0)
    assert [data.tokens for data, _, _ in learning.trainings] == [1, 2, 1]


def test_a_training_goes_on_that_has_not_learnt_what_is_undone(qtbot, trained, learning) -> None:
    begin_another(qtbot, trained, learning)
    label(trained, 2)
    wait_for(qtbot, lambda: not trained._timer.isActive() and trained.status.waiting)
    models = models_of(trained)
    trained.session.undo()
    go_on(qtbot, trained, learning)
    assert 2 in models


def test_trainings_are_not_abandoned_twice_without_a_model(qtbot, trained, learning) -> None:
    begin_another(qtbot, trained, learning)
    models = models_of(trained)
    trained.session.undo()
    label(trained, 1)
    wait_for(qtbot, lambda: len(learning.trainings) == 3 and trained._running is not None)
    trained.session.undo()
    go_on(qtbot, trained, learning)
    assert 2 in models


def begin_another(qtbot, trained, learning) -> None:
    """Begin a training with a second label, which does not end by itself."""
    learning.go.clear()
    label(trained, 1)
    wait_for(qtbot, lambda: trained.status.state == "training")


def models_of(trained) -> list[int]:
    """Return the list to which the numbers of tokens of new full models are added."""
    models = []
    trained.model_ready.connect(
        lambda model: models.append(model.tokens) if model.kind == "full" else None
    )
    return models


def go_on(qtbot, trained, learning) -> None:
    wait_for(qtbot, lambda: not trained._timer.isActive())
    learning.go.set()
    wait_for(qtbot, lambda: trained.status.state == "idle" and not trained.status.waiting)


@pytest.mark.parametrize("command", ["close", "cancel", "pause"])
def test_a_training_that_nobody_has_heard_of_yet_stops_too(
    qtbot, trainer, learning, command
) -> None:
    begun = threading.Event()
    learning.go.clear()
    learning.on_train = begun.set
    trainer.start()
    label(trainer, 0)
    trainer._begin()
    assert begun.wait(120)
    label(trainer, 1)
    trainer._begin()  # before the first one's start was signalled
    getattr(trainer, command)()
    wait_for(qtbot, lambda: trainer._full.idle)
    assert len(learning.trainings) == 1
    assert trainer.full_model is None


def test_pause_is_a_setting_of_the_project(qtbot, trainer, learning) -> None:
    trainer.start()
    trainer.pause()
    assert trainer.status.state == "paused"
    label(trainer, 0)
    qtbot.wait(80)
    assert not learning.trainings
    trainer.resume()
    wait_for(qtbot, lambda: trainer.full_model is not None)
    session = trainer.session
    assert not session.project.settings.learning_paused


def test_pausing_stops_the_training_that_runs(qtbot, trainer, learning) -> None:
    learning.go.clear()
    trainer.start()
    label(trainer, 0)
    wait_for(qtbot, lambda: trainer.status.state == "training")
    session = trainer.session
    wanted = replace(session.project.settings, learning_paused=True)
    session.apply(change_settings(session.project, wanted))
    assert trainer.status.state == "paused"
    learning.go.set()
    wait_for(qtbot, lambda: trainer._full.idle)
    assert trainer.full_model is None


def test_a_training_that_cannot_be_says_why(qtbot, trainer, learning) -> None:
    learning.fail = TemplateError("no such column")
    trainer.start()
    label(trainer, 0)
    wait_for(qtbot, lambda: trainer.status.error and trainer.status.state == "idle")
    assert trainer.status.error == "no such column"
    learning.fail = None
    label(trainer, 1)
    wait_for(qtbot, lambda: trainer.full_model is not None)
    assert trainer.status.error == ""


def test_the_kept_model_proposes_until_there_is_a_new_one(qtbot, trainer, learning) -> None:
    trainer.take_over(FakeModel("kept", 1), 12, 5, 50, 1000.0)
    assert (trainer.status.model_number, trainer.status.trained_tokens) == (12, 50)
    trainer.take_over("other", 1, 1, 1, 1.0)
    assert trainer.model.model.name == "kept"
    label(trainer, 0)
    trainer.start()
    wait_for(qtbot, lambda: trainer.status.model_number == 13)
    assert learning.trainings[0][1].name == "kept"


def test_rules_train_again_where_they_say_more_than_labels(qtbot, trainer, learning) -> None:
    trainer.start()
    label(trainer, 0)

    def rest():
        wait_for(qtbot, lambda: trainer._full.idle and not trainer._timer.isActive())
        wait_for(qtbot, lambda: trainer.status.state == "idle")

    def add_rule(unit):
        rule = ProjectRule(0, "starts_with", f'{{"a": "{unit}"}}')
        trainer.session.apply(add_rules(trainer.session.project, [rule]))

    wait_for(qtbot, lambda: trainer.full_model is not None)
    rest()
    n_trainings, n_counts = len(learning.trainings), len(learning.counts)
    add_rule("DRUG")
    rest()
    assert len(learning.trainings) == n_trainings
    assert not trainer.status.waiting
    learning.partly = True
    add_rule("DOSE")
    wait_for(qtbot, lambda: len(learning.trainings) == n_trainings + 1)
    rest()
    assert len(learning.counts) == n_counts


def test_rules_decide_between_segments_and_tokens_so_that_both_train_again(
    qtbot, trainer, learning
) -> None:
    project = trainer.session.project
    trainer.session.apply(change_settings(project, replace(project.settings, segments=True)))
    trainer.start()
    label(trainer, 0)
    wait_for(qtbot, lambda: trainer.full_model is not None)
    wait_for(qtbot, lambda: trainer._full.idle and not trainer._timer.isActive())
    n_trainings = len(learning.trainings)
    rule = ProjectRule(0, "starts_with", '{"a": "DRUG"}')
    trainer.session.apply(add_rules(trainer.session.project, [rule]))
    wait_for(qtbot, lambda: len(learning.trainings) == n_trainings + 1)


def test_what_changes_no_label_trains_nothing(qtbot, trainer, learning) -> None:
    trainer.start()
    label(trainer, 0)
    wait_for(qtbot, lambda: trainer.full_model is not None and trainer.status.state == "idle")
    trainer.session.clear_marks(0)
    trainer.session.set_queue(trainer.session.queue.sentence_indices)
    assert not trainer._timer.isActive()


def when(trainer, **wanted):
    session = trainer.session
    session.apply(change_settings(session.project, replace(session.project.settings, **wanted)))


@pytest.fixture
def trained(qtbot, trainer, learning):
    """Return an idle trainer that has trained on a first label."""
    trainer.start()
    label(trainer, 0)
    wait_for(qtbot, lambda: trainer.full_model is not None and trainer.status.state == "idle")
    return trainer


def test_a_training_waits_for_as_many_new_labels_as_the_project_wants(
    qtbot, trained, learning
) -> None:
    when(trained, train_after=3)
    for token, missing in ((1, 2), (2, 1)):
        label(trained, token)
        wait_for(qtbot, lambda missing=missing: trained.status.missing_labels == missing)
        assert trained._full.idle
    assert (len(learning.trainings), trained.status.state) == (1, "idle")
    label(trained, 3)
    wait_for(qtbot, lambda: trained.full_model.tokens == 4)
    assert len(learning.trainings) == 2
    assert trained.status.missing_labels == 0
    label(trained, 4)
    wait_for(qtbot, lambda: trained.status.missing_labels == 2)


def test_labels_of_control_sentences_are_not_what_a_training_waits_for(
    qtbot, trained, learning
) -> None:
    trained.session.corpus.roles[1] = Role.CONTROL
    when(trained, train_after=2)
    for token in (0, 1, 2):
        label(trained, token, sentence_index=1)
    wait_for(qtbot, lambda: trained.status.missing_labels == 2)
    assert len(learning.trainings) == 1


def test_a_training_begins_some_seconds_after_the_one_before(qtbot, trained, learning) -> None:
    when(trained, train_every=3_600)
    label(trained, 1)
    wait_for(qtbot, lambda: trained.status.begins_at)
    assert trained.status.begins_at - time.time() > 3_000
    trained._full_begun_at -= 3_600
    label(trained, 2)
    wait_for(qtbot, lambda: trained.full_model.tokens == 3)
    assert (len(learning.trainings), trained.status.begins_at) == (2, 0.0)


def test_a_training_that_waits_begins_by_itself(qtbot, trained, learning) -> None:
    trained._full_begun_at = time.monotonic() - 3_599.8
    when(trained, train_every=3_600)
    label(trained, 1)
    wait_for(qtbot, lambda: trained.full_model.tokens == 2)


def test_train_now_and_what_is_said_of_no_token_wait_for_nothing(qtbot, trained, learning) -> None:
    when(trained, train_after=100, train_every=3_600)
    label(trained, 1)
    wait_for(qtbot, lambda: trained.status.missing_labels == 99)
    trained.train_now()
    wait_for(qtbot, lambda: trained.full_model.tokens == 2)
    when(trained, c2=0.5)
    wait_for(qtbot, lambda: len(learning.trainings) == 3)
    label(trained, 2)
    wait_for(qtbot, lambda: trained.status.missing_labels == 99)


def test_a_project_that_waits_no_longer_trains_at_once(qtbot, trained, learning) -> None:
    when(trained, train_after=100)
    label(trained, 1)
    wait_for(qtbot, lambda: trained.status.missing_labels == 99)
    trained.session.undo()
    wait_for(qtbot, lambda: trained.status.missing_labels == 98)  # that says something else, too
    trained.session.redo()
    when(trained, train_after=1)
    wait_for(qtbot, lambda: trained.full_model.tokens == 2)
    assert trained.status.missing_labels == 0


def test_when_to_train_is_itself_no_reason_to_train(qtbot, trained, learning) -> None:
    when(trained, train_after=2, train_every=5)
    assert not trained._timer.isActive()
    assert undo_text(trained.session) == "change training schedule"


def test_a_pause_forgets_what_waits_and_going_on_waits_for_nothing(
    qtbot, trained, learning
) -> None:
    when(trained, train_after=100)
    label(trained, 1)
    wait_for(qtbot, lambda: trained.status.missing_labels == 99)
    trained.pause()
    assert (trained.status.state, trained.status.missing_labels) == ("paused", 0)
    trained.resume()
    wait_for(qtbot, lambda: trained.full_model.tokens == 2)


def test_what_a_cancelled_training_would_have_learnt_waits_for_nothing(
    qtbot, trained, learning
) -> None:
    when(trained, train_after=2)
    learning.go.clear()
    for token in (1, 2):
        label(trained, token)
    wait_for(qtbot, lambda: trained.status.state == "training")
    trained.cancel()
    learning.go.set()
    label(trained, 3)
    wait_for(qtbot, lambda: trained.full_model.tokens == 4)


def test_without_labels_there_is_no_model_again(qtbot, trainer, learning) -> None:
    models, dropped = [], []
    trainer.model_ready.connect(lambda model: models.append(model.number))
    trainer.model_dropped.connect(lambda: dropped.append(trainer.model))
    trainer.start()
    trainer.take_over(FakeModel("kept", 1), 7, 3, 12, 0.0)
    label(trainer, 0)
    wait_for(qtbot, lambda: trainer.status.model_kind == "full" and trainer.status.state == "idle")
    trainer.session.undo()
    wait_for(qtbot, lambda: dropped == [None])
    wait_for(qtbot, lambda: trainer.status.state == "idle")
    assert trainer.full_model is None
    assert (trainer.status.model_kind, trainer.status.trained_tokens) == ("none", 0)
    trainer.session.redo()
    wait_for(qtbot, lambda: trainer.full_model is not None)
    assert len(dropped) == 1
    assert models == sorted(set(models)), "later models have greater numbers"


def test_too_few_labels_for_a_model_drop_it_and_train_nothing(
    qtbot, trained, learning, monkeypatch
) -> None:
    monkeypatch.setattr(FakeData, "lacks", lambda data: "" if data.tokens > 1 else OUTSIDE_LACKS)
    label(trained, 1)
    wait_for(qtbot, lambda: trained.full_model.tokens == 2 and trained.status.state == "idle")
    n_trainings = len(learning.trainings)
    trained.session.undo()
    wait_for(qtbot, lambda: trained.status.lacks)
    wait_for(qtbot, lambda: trained._full.idle and not trained._timer.isActive())
    assert (trained.model, trained.status.model_number) == (None, 0)
    assert len(learning.trainings) == n_trainings
    trained.session.redo()
    # The labels are counted by one worker and learned by another.
    wait_for(qtbot, lambda: trained.full_model is not None and not trained.status.lacks)


def test_a_model_stays_when_labels_make_tokens_without_one_few(
    qtbot, trained, learning, monkeypatch
) -> None:
    number, n_trainings = trained.status.model_number, len(learning.trainings)
    monkeypatch.setattr(FakeData, "needs_more_outside", lambda data: data.tokens == 2)
    label(trained, 1)
    wait_for(qtbot, lambda: trained.status.lacks == OUTSIDE_LACKS)
    wait_for(qtbot, lambda: trained._full.idle and not trained._timer.isActive())
    assert (trained.full_model.number, len(learning.trainings)) == (number, n_trainings)
    assert trained.status.model_number == number
    label(trained, 2)
    wait_for(qtbot, lambda: trained.full_model.number > number and not trained.status.lacks)


def test_a_training_of_undone_labels_is_dropped_with_the_model(qtbot, trainer, learning) -> None:
    dropped = []
    trainer.model_dropped.connect(lambda: dropped.append(True))
    learning.go.clear()
    trainer.start()
    label(trainer, 0)
    wait_for(qtbot, lambda: trainer.status.model_kind == "empirical" and learning.trainings)
    trainer.session.undo()
    wait_for(qtbot, lambda: dropped)
    learning.go.set()
    wait_for(qtbot, lambda: trainer._full.idle and trainer.status.state == "idle")
    assert trainer.model is None
    assert trainer.full_model is None


def test_a_model_of_expectations_alone_stays(qtbot, trainer, learning, monkeypatch) -> None:
    monkeypatch.setattr(FakeData, "uses_expectations", lambda _: True)
    trainer.start()
    wait_for(qtbot, lambda: trainer.status.model_kind == "full" and trainer.status.state == "idle")
    label(trainer, 0)
    trainer.session.undo()
    wait_for(qtbot, lambda: trainer._full.idle and not trainer._timer.isActive())
    assert trainer.full_model is not None


@pytest.mark.parametrize("reason", ["", "No word is expected to have a label."])
def test_a_model_of_labels_that_are_gone_goes_where_expectations_make_none(
    qtbot, trainer, learning, monkeypatch, reason
) -> None:
    label(trainer, 0)
    trainer.start()
    wait_for(qtbot, lambda: trainer.status.model_kind == "full" and trainer.status.state == "idle")
    monkeypatch.setattr(FakeData, "uses_expectations", lambda _: True)

    def no_model(*_args, **_named):
        if reason:
            raise CrfError(reason)

    monkeypatch.setattr(learning, "train", no_model)
    dropped = []
    trainer.model_dropped.connect(lambda: dropped.append(True))
    trainer.session.undo()
    wait_for(qtbot, lambda: bool(dropped))
    assert trainer.full_model is None
    wait_for(qtbot, lambda: trainer.status.error == reason)
