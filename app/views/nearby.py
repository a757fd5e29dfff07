"""Which sentences get their proposals first: those that a person sees next."""

from __future__ import annotations

import numpy as np

from app.views.workspace import NOWHERE, Workspace

NEIGHBOURS = 6
"""Sentences on either side of the current one that get their proposals first."""


def around(workspace: Workspace, place: int) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
    """Return the current sentence, its neighbours on the screen, and the head of the queue."""
    session = workspace.session
    visible = session.visible
    if place == NOWHERE or not len(visible):
        return np.zeros(0, np.int64)
    at = int(np.searchsorted(visible, place))
    near = visible[max(0, at - NEIGHBOURS) : at + NEIGHBOURS + 1]
    return np.concatenate([[place], near, session.asked[:NEIGHBOURS]]).astype(np.int64)
