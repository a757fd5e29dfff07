"""The test sample of the benchmark with the progress panel."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from app.domain.tokens import Role, TokenState
from app.jobs.projects.create import create_sample
from app.lab.benchmarks.measured_project import SAMPLE, set_sample_apart
from app.storage.project_file import ProjectFile


def test_some_of_what_is_labelled_becomes_the_sample(tmp_path: Path) -> None:
    path = tmp_path / "sample.tagwright"
    create_sample(path)
    set_sample_apart(path)
    with ProjectFile.open(path) as file:
        project = file.check()
    control = np.flatnonzero(project.corpus.roles == Role.CONTROL)
    assert 0 < len(control) <= SAMPLE
    for sentence_index in control.tolist():
        assert (
            project.corpus.states[project.corpus.span(sentence_index)] == TokenState.CONFIRMED
        ).all()
