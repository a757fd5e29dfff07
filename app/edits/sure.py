"""Accepting many sure proposals in one step."""

from __future__ import annotations

from collections.abc import Sequence

from app.domain.edits import Edit, MarkChange, Origin, TokenChange
from app.domain.project import Project
from app.edits.marks import answered


def accept_sure(project: Project, changes: Sequence[TokenChange]) -> Edit:
    """Confirm what was found sure enough; what was put off until then no longer is."""
    n_tokens = sum(len(change.tokens) for change in changes)
    noun = "sentence" if len(changes) == 1 else "sentences"
    marks: list[MarkChange] = []
    if project.marks:
        for change in changes:
            if change.sentence in project.marks:
                marks += answered(project, project.corpus.place_of(change.sentence))
    return Edit(
        "accept_sure",
        f"accept {n_tokens:,} sure tokens in {len(changes):,} {noun}",
        Origin.ACCEPTED,
        tokens=tuple(changes),
        marks=tuple(marks),
    )
