"""The sentences that get their suggestions first, because a person sees them next."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from app.views.workspace import NOWHERE, Workspace

NEIGHBOURS = 6
"""Number of sentences on either side of the current one."""


def around(
    workspace: Workspace, sentence_index: int, seen: Sequence[int] = ()
) -> NDArray[np.int64]:
    """Return the current sentence, visible ones, its neighbours, and the head of the queue.

    ``seen`` are the indices of sentences on the screen.
    """
    session = workspace.session
    visible = session.visible
    if sentence_index == NOWHERE or not len(visible):
        return np.zeros(0, np.int64)
    at = int(np.searchsorted(visible, sentence_index))
    near = visible[max(0, at - NEIGHBOURS) : at + NEIGHBOURS + 1]
    seen = [one for one in seen if one < session.corpus.n_sentences]
    queued = workspace.acceptance.likely_next(NEIGHBOURS)
    sentence_indices = np.concatenate(
        [[sentence_index], seen, near, session.queue.queried[:NEIGHBOURS], queued]
    )
    return np.fromiter(dict.fromkeys(sentence_indices.astype(np.int64).tolist()), np.int64)
