"""Kernels that are compiled last: the status says so while they are."""

from __future__ import annotations

from dataclasses import replace

import pytest

from app.domain.settings import ProjectSettings
from app.edits.settings import change_settings
from app.jobs.projects.create import create_sample
from app.services.projects import Projects
from tests.fake_learning import FakeLearning
from tests.window_parts import CompiledKernels


class LateKernels(CompiledKernels):
    """A warm-up whose last kernels are compiled when it is told so."""

    all_done = False

    def start(self) -> None:
        self.finished.emit()

    def finish(self) -> None:
        self.all_done = True
        self.all_finished.emit()


@pytest.fixture
def project(qtbot, tmp_path):
    made = Projects(FakeLearning, lambda: "Ann", create_sample)
    with qtbot.waitSignal(made.opened, timeout=20_000) as received:
        made.create(tmp_path / "p.tagwright", ProjectSettings(), ())
    yield received.args[0]
    made.close()
    assert received.args[0].close()


def test_the_status_says_until_when_kernels_are_being_compiled(project):
    assert not project.trainer.status.compiling
    kernels = LateKernels()
    project.begin_learning(kernels)
    assert project.trainer.status.compiling
    assert project.trainer.status.state == "idle"
    kernels.finish()
    assert not project.trainer.status.compiling


def test_a_model_of_segments_is_trained_once_its_kernels_are_compiled(project, monkeypatch):
    session, trained = project.session, []
    monkeypatch.setattr(project.trainer, "train_now", lambda: trained.append(1))
    kernels = LateKernels()
    project.begin_learning(kernels)
    settings = replace(session.project.settings, segments=True)
    session.apply(change_settings(session.project, settings))
    before = len(trained)
    kernels.finish()
    assert len(trained) == before + 1


def test_compiled_kernels_are_not_waited_for(project):
    project.begin_learning(CompiledKernels())
    assert not project.trainer.status.compiling
