"""Accepting many sure proposals in one step."""

from __future__ import annotations

import numpy as np

from app.domain.edits import Edit, MarkChange, Origin, TokenChanges
from app.domain.project import Project
from app.domain.step_texts import step_data
from app.edits.marks import answered


def accept_sure(project: Project, changes: TokenChanges) -> Edit:
    """Confirm what was found sure enough; what was put off until then no longer is."""
    n_tokens = len(changes.tokens)
    marks: list[MarkChange] = []
    if project.marks:
        noted = np.fromiter(project.marks, np.int64, len(project.marks))
        for sentence in noted[np.isin(noted, changes.sentences)].tolist():
            marks += answered(project, project.corpus.place_of(sentence))
    return Edit(
        "accept_sure",
        step_data(n_tokens, len(changes)),
        Origin.ACCEPTED,
        tokens=changes,
        marks=tuple(marks),
    )
