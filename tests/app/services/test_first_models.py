"""Tests of first models without compiled kernels, replaced by a real one."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace

import pytest

from app.domain.segments import SegmentNote
from app.edits.settings import change_settings
from app.edits.spans import label_span
from app.services.first_models import FirstModels
from app.services.suggester import Suggester
from app.services.trainer import Trainer
from app.session import Session
from tests.fake_learning import FakeLearning
from tests.memory_projects import project_of


class FirstLearning(FakeLearning):
    """An engine that makes first models, too."""

    def first(self, data):
        self.counts.append(data)
        return (
            SimpleNamespace(
                tag=data.tag, trained_on=(1, data.tokens), cluster_tokens=0, segments=SegmentNote()
            )
            if data.tokens
            else None
        )


@pytest.fixture
def parts(qtbot):
    session = Session(project_of())
    learning = FirstLearning()
    trainer = Trainer(session, learning)
    suggester = Suggester(session, learning)
    trainer.model_ready.connect(suggester.set_model)
    trainer.set_preparing()
    first = FirstModels(trainer, learning, suggester.set_model)
    # The first count, before anything is labelled.
    qtbot.waitUntil(lambda: bool(learning.counts))
    yield SimpleNamespace(session=session, learning=learning, trainer=trainer, first=first)
    first.close()
    first.wait()
    suggester.close()
    trainer.close()


def label(parts):
    parts.session.apply(label_span(parts.session.project, 0, 0, 1, 1))


def proposing(parts):
    return set(parts.session.proposals.models.tolist())


def test_it_proposes_while_kernels_are_compiled(parts, qtbot):
    label(parts)
    qtbot.waitUntil(lambda: proposing(parts) == {1})
    status = parts.trainer.status
    assert (status.state, status.model_kind) == ("preparing", "first")
    assert (status.trained_sentences, status.model_number) == (1, 1)
    assert parts.trainer.model is None, "nothing else may be asked of it"


def test_a_model_of_labels_that_were_undone_goes(parts, qtbot):
    label(parts)
    qtbot.waitUntil(lambda: parts.trainer.status.model_number == 1)
    with qtbot.waitSignal(parts.trainer.model_dropped):
        parts.session.undo()
    assert parts.trainer.status.lacks
    label(parts)
    qtbot.waitUntil(lambda: parts.trainer.status.model_number == 2)
    assert not parts.trainer.status.lacks


def test_every_edit_makes_another(parts, qtbot):
    label(parts)
    qtbot.waitUntil(lambda: proposing(parts) == {1})
    parts.session.apply(label_span(parts.session.project, 1, 0, 1, 2))
    qtbot.waitUntil(lambda: proposing(parts) == {2})


def test_nothing_is_learnt_while_learning_is_paused(parts, qtbot):
    settings = parts.session.project.settings
    qtbot.waitUntil(lambda: bool(parts.learning.counts))
    parts.learning.counts.clear()
    parts.session.apply(
        change_settings(parts.session.project, replace(settings, learning_paused=True))
    )
    label(parts)
    qtbot.wait(100)
    assert not parts.learning.counts


def test_it_ends_when_there_is_a_compiled_model(parts, qtbot):
    label(parts)
    qtbot.waitUntil(lambda: proposing(parts) == {1})
    parts.trainer.start()
    qtbot.waitUntil(lambda: parts.trainer.full_model is not None)
    qtbot.waitUntil(lambda: proposing(parts) == {parts.trainer.full_model.number})
    assert parts.learning.n_first_closed == 1
    assert parts.trainer.full_model.number > 1
