"""Accepting many confident proposals as one edit."""

from __future__ import annotations

import numpy as np

from app.domain.edits import Edit, FlagChange, Origin, TokenChanges
from app.domain.project import Project
from app.domain.step_texts import step_data
from app.edits.sentence_flags import answered


def accept_confident(project: Project, changes: TokenChanges) -> Edit:
    """Confirm confident proposals; their sentences are no longer postponed."""
    n_tokens = len(changes.tokens)
    flags: list[FlagChange] = []
    if project.flags:
        noted = np.fromiter(project.flags, np.int64, len(project.flags))
        for sentence in noted[np.isin(noted, changes.sentences)].tolist():
            flags += answered(project, project.corpus.sentence_index_of(sentence))
    return Edit(
        "accept_sure",
        step_data(n_tokens, len(changes)),
        Origin.ACCEPTED,
        tokens=changes,
        flags=tuple(flags),
    )
