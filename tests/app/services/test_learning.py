"""Tests of the services with real training, on the sample project."""

from __future__ import annotations

import threading

import numpy as np
import pytest

from app.edits.spans import label_span
from app.jobs.project_models.project_learning import ProjectLearning
from app.jobs.projects.create import create_sample
from app.services.projects import OpenProject, Projects
from app.services.suggester import COST_OF_A_KEY
from app.views.workspace import Workspace
from tests.queue_checks import in_the_order_of_a_new_project
from tests.window_parts import CompiledKernels


@pytest.fixture
def projects(qtbot):
    made = Projects(ProjectLearning, lambda: "Ann", create_sample)
    yield made
    made.close()
    for child in made.findChildren(OpenProject):
        assert child.close()


def opened(qtbot, projects, act) -> OpenProject:
    with qtbot.waitSignal(projects.opened, timeout=60_000) as received:
        act()
    return received.args[0]


def trained(qtbot, project) -> None:
    qtbot.waitUntil(
        lambda: (
            project.trainer.status.model_kind == "full" and project.trainer.status.state == "idle"
        ),
        timeout=120_000,
    )
    number = project.trainer.model.number
    session = project.session
    waiting = session.open_tokens > 0
    qtbot.waitUntil(
        lambda: bool(np.all(session.proposals.models[waiting] >= number)), timeout=60_000
    )


def test_the_sample_is_learnt_proposed_corrected_kept_and_proposed_again(
    qtbot, projects, tmp_path
) -> None:
    path = tmp_path / "sample.tagwright"
    project = opened(qtbot, projects, lambda: projects.create_sample(path))
    session = project.session
    workspace = Workspace(session)
    project.begin_learning(CompiledKernels())
    trained(qtbot, project)
    status = project.trainer.status
    assert status.trained_sentences == int(np.count_nonzero(session.open_tokens == 0))
    objectives = [objective for _, objective in status.history]
    assert objectives[-1] < objectives[0] / 2
    qtbot.waitUntil(lambda: in_the_order_of_a_new_project(project), timeout=60_000)
    assert len(session.queue.sentence_indices) == int(np.count_nonzero(session.open_tokens))

    sentence_index = int(session.queue.sentence_indices[0])
    workspace.caret.go_to(sentence_index)
    received = []
    workspace.propagated.connect(lambda where, tokens: received.append((where, tokens)))
    model = project.trainer.model.model
    labels = [label.id for label in session.project.visible_labels()]
    assert project.suggester._learning.cost(model, workspace.caret.n_tokens) < COST_OF_A_KEY
    before = session.proposals.models[sentence_index]
    changed = 0
    for token in range(workspace.caret.n_tokens):
        for label in labels:
            was = [record.tag for record in workspace.caret.tokens()]
            workspace.caret.select(token, token)
            workspace.labeller.label(label)
            records = workspace.caret.tokens()
            # Decoded within the call, and the pin is obeyed.
            assert session.proposals.models[sentence_index] >= before
            assert records[token].label == label
            moved = [
                index
                for index, record in enumerate(records)
                if record.propagated and record.tag != was[index]
            ]
            changed += len(moved)
            workspace.undo_redo.undo()
    assert changed > 0
    assert received

    session.apply(label_span(session.project, sentence_index, 0, 0, labels[0]))
    number = project.trainer.model.number
    qtbot.waitUntil(lambda: project.trainer.full_model.number > number, timeout=120_000)
    trained(qtbot, project)
    proposed = session.proposals.tags.copy()
    assert project.close()

    project = opened(qtbot, projects, lambda: projects.open(path))
    kept = project._stored
    assert kept is not None
    project.begin_learning(CompiledKernels())
    qtbot.waitUntil(lambda: project.trainer.model is not None, timeout=60_000)
    assert project.trainer.model.number == kept.number
    trained(qtbot, project)
    waiting = np.repeat(session.open_tokens > 0, np.diff(session.corpus.offsets))
    same = project.session.proposals.tags[waiting] == proposed[waiting]
    assert same.mean() > 0.97


def names_of_threads() -> set[str]:
    return {thread.name for thread in threading.enumerate()}


def test_a_project_closed_in_the_middle_of_everything_leaves_no_thread(
    qtbot, projects, tmp_path
) -> None:
    project = opened(qtbot, projects, lambda: projects.create_sample(tmp_path / "s.tagwright"))
    with qtbot.waitSignal(
        project.trainer.status_changed,
        check_params_cb=lambda received: received.state == "training",
    ):
        project.begin_learning(CompiledKernels())
    assert project.close()
    assert "storage" not in names_of_threads()
    # Threads that several projects share end by themselves, a moment later.
    qtbot.waitUntil(lambda: not names_of_threads() & {"training", "workers"}, timeout=10_000)
