"""A test sample for a project of a benchmark, so that its models are scored."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np

from app.domain.edits import Edit, RoleChange
from app.domain.step_texts import step_data
from app.domain.tokens import Role, TokenState
from app.storage.project_file import ProjectFile

SAMPLE = 200
"""Size of the test sample, enough for everything in the progress panel."""


def set_sample_apart(project: Path) -> None:
    """Make some of the labelled sentences of a project file its test sample."""
    with ProjectFile.open(project) as file:
        corpus = file.load().corpus
        n_confirmed = np.add.reduceat(corpus.states == TokenState.CONFIRMED, corpus.offsets[:-1])
        labelled = np.flatnonzero(n_confirmed == np.diff(corpus.offsets))
        rng = np.random.default_rng(0)
        chosen = np.sort(rng.permutation(labelled)[: min(SAMPLE, len(labelled) // 2)])
        pool, control = (np.full(len(chosen), role, np.uint8) for role in (Role.POOL, Role.CONTROL))
        roles = RoleChange(corpus.ids[chosen], pool, control)
        edit = Edit("settings", step_data(len(chosen), case="sample"), roles=roles)
        file.write_edit(replace(edit, id=file.history.last_edit_id() + 1))
